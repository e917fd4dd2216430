"""The built server as a process: starting, stopping, ports, a folder of one's own, the Procfile."""

import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

from conftest import BINARY, ROOT, Server, clean_environment, roster

FRIENDS = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><array><dict><key>group</key><string>Ours</string>
<key>friends</key><array><string>Kim</string><string>Lee</string></array></dict></array></plist>
"""


def get(url, method="GET", **headers):
    request = urllib.request.Request(url, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read().decode()


def test_every_sample_page_answers(site):
    for path in ("/", "/friends", "/classmates", "/colleagues", "/products", "/chat", "/stretch"):
        status, headers, body = get(site.url + path)
        assert status == 200, path
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        assert "<script" not in body
        head = get(site.url + path, method="HEAD")
        assert head[0] == 200 and head[2] == ""


def test_a_folder_of_ones_own(tmp_path):
    (tmp_path / "people.plist").write_text(FRIENDS)
    with Server(tmp_path) as server:
        assert 'href="' in get(server.url + "/")[2]
        closed = get(server.url + "/people")[2]
        assert "Ours" in closed and "Kim" not in closed
        opened = get(server.url + "/people?open=ours")[2]
        assert "Kim" in opened and "Lee" in opened
        assert server.stop() == 0


def test_terminate_is_a_clean_stop():
    for sent in (signal.SIGTERM, signal.SIGINT):
        with Server(ROOT / "Data") as server:
            assert get(server.url + "/healthz")[0] == 200
            assert server.stop(sent) == 0


def test_port_from_the_environment():
    with socket.socket() as probe:
        probe.bind(("0.0.0.0", 0))
        port = probe.getsockname()[1]
    with Server(ROOT / "Data", env=clean_environment(PORT=str(port)), default_listen=False) as server:
        assert server.url == f"http://0.0.0.0:{port}"
        assert get(f"http://127.0.0.1:{port}/healthz")[0] == 200


def test_a_taken_port_is_said(site):
    done = roster("serve", ROOT / "Data", "--listen", f"127.0.0.1:{site.port}")
    assert done.returncode == 1
    assert str(site.port) in done.stderr.decode()


def test_procfile_with_honcho(tmp_path):
    """honcho starts the `web:` line, which must honour PORT."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert BINARY.exists()
    honcho = [sys.executable, "-m", "honcho", "start", "-f", ROOT / "Procfile", "-d", ROOT]
    with subprocess.Popen(honcho, env=clean_environment(PORT=str(port)), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        try:
            for line in process.stdout:
                if "listening on" in line:
                    break
            assert f"http://0.0.0.0:{port}" in line
            assert get(f"http://127.0.0.1:{port}/friends")[0] == 200
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)
