"""The configuration files of Deploy/, each run by the real proxy on loopback in front of the built server."""

import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import threading
import time
import urllib.parse

import pytest

from conftest import ROOT, Server

CLIENT = "127.0.0.9"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def deployed(name, *changes):
    """A file of Deploy/ with ports and folders changed to the test's; each change must apply."""
    text = (ROOT / "Deploy" / name).read_text()
    for old, new in changes:
        assert old in text, f"{name} has no {old!r}"
        text = text.replace(old, str(new))
    return text


@contextlib.contextmanager
def running(command, port, folder):
    with open(folder / "front.log", "w") as log, subprocess.Popen(
            [str(part) for part in command], stdout=log, stderr=subprocess.STDOUT) as process:
        try:
            for _ in range(200):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                assert process.poll() is None, (folder / "front.log").read_text()
                time.sleep(0.05)
            else:
                raise AssertionError((folder / "front.log").read_text())
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


def ask(port, path, method="GET", source=CLIENT, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15, source_address=(source, 0))
    try:
        connection.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode(errors="replace")
    finally:
        connection.close()


def logged(server, path, tries=50):
    """The access-log entries for `path`, waited for as the log is written in turns."""
    entries = []
    for _ in range(tries):
        while not server.lines.empty():
            line = server.lines.get()
            if line.startswith("{"):
                entries.append(json.loads(line))
        found = [entry for entry in entries if entry["target"] == path]
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"no entry for {path} in {entries}")


def check_site_below(port, prefix):
    """Pages, toggles, assets and redirects work below `prefix`, as the reader's browser resolves them."""
    status, _, page = ask(port, f"{prefix}/friends")
    assert status == 200
    base = f"http://front{prefix}/friends"
    toggles = re.findall(r'<h2><a id="g-[^"]*" href="([^"]*)"', page)
    assert len(toggles) == 8
    toggled = urllib.parse.urlsplit(urllib.parse.urljoin(base, toggles[0].replace("&amp;", "&")))
    assert toggled.path == f"{prefix}/friends"
    status, _, opened = ask(port, f"{toggled.path}?{toggled.query}")
    assert status == 200 and opened.count('aria-expanded="true"') == 1

    for reference in re.findall(r'<link rel="stylesheet" href="([^"]*)"', page) + re.findall(r'<img src="([^"]*)"', opened):
        target = urllib.parse.urlsplit(urllib.parse.urljoin(base, reference)).path
        assert target.startswith(f"{prefix}/")
        assert ask(port, target)[0] == 200, target

    status, fields, _ = ask(port, f"{prefix}/friends?open=0,1")
    assert status == 307
    location = urllib.parse.urlsplit(urllib.parse.urljoin(base, fields["location"]))
    assert location.path == f"{prefix}/friends"
    assert ask(port, f"{location.path}?{location.query}")[0] == 200


@contextlib.contextmanager
def nginx(tmp_path, socket_path):
    port = free_port()
    (tmp_path / "roster-proxy.conf").write_text(deployed("roster-proxy.conf"))
    (tmp_path / "site.conf").write_text(deployed(
        "nginx.conf", ("listen 80", f"listen 127.0.0.1:{port}"), ("/run/roster/roster.sock", socket_path),
        ("/var/cache/nginx/roster", tmp_path / "cache")))
    temporary = "".join(
        f"{name}_temp_path {tmp_path}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; user root; pid {tmp_path}/nginx.pid; error_log {tmp_path}/error.log; events {{ }}"
        f"http {{ access_log off; {temporary} include site.conf; }}")
    with running(["/usr/sbin/nginx", "-p", tmp_path, "-c", tmp_path / "nginx.conf"], port, tmp_path):
        yield port


@pytest.fixture
def behind_nginx(tmp_path):
    path = tmp_path / "roster.sock"
    arguments = [ROOT / "Data", "--listen", f"unix:{path}", "--trust-proxy", "unix", "--access-log", "json"]
    with Server(*arguments) as server, nginx(tmp_path, path) as port:
        yield server, port


def test_nginx_site_and_client_address(behind_nginx):
    server, port = behind_nginx
    check_site_below(port, "")
    check_site_below(port, "/people")
    ask(port, "/friends?client", X_Forwarded_For="6.6.6.6", Forwarded="for=6.6.6.6")
    assert logged(server, "/friends?client")[0]["client"] == CLIENT


def test_nginx_cache(behind_nginx):
    """A second request is a HIT; a stale page is served at once while it is revalidated with a 304."""
    server, port = behind_nginx
    first = ask(port, "/friends", Accept_Encoding="gzip")[1]
    assert first["x-cache-status"] == "MISS"
    second = ask(port, "/friends", Accept_Encoding="gzip")[1]
    assert second["x-cache-status"] == "HIT" and second["etag"] == first["etag"]
    not_modified = ask(port, "/friends", Accept_Encoding="gzip", If_None_Match=first["etag"])
    assert not_modified[0] == 304
    # States with several groups open are private: never kept by a shared cache.
    private = "/friends?open=climbing-crew.friends"
    assert [ask(port, private)[1]["x-cache-status"] for _ in range(2)] == ["MISS", "MISS"]

    logged(server, "/friends")
    time.sleep(61)  # s-maxage=60 must pass for real: nginx reads the system's clock.
    stale = ask(port, "/friends", Accept_Encoding="gzip")[1]
    assert stale["x-cache-status"] in ("STALE", "UPDATING")
    assert [entry["status"] for entry in logged(server, "/friends")] == [304]
    assert ask(port, "/friends", Accept_Encoding="gzip")[1]["x-cache-status"] == "HIT"


def test_apache(tmp_path):
    port, upstream = free_port(), free_port()
    modules = "/usr/lib/apache2/modules"
    names = ("mpm_event", "proxy", "proxy_http", "headers", "alias", "authz_core")
    load = "".join(f"LoadModule {name}_module {modules}/mod_{name}.so\n" for name in names)
    site = deployed("apache.conf", ("*:80", f"127.0.0.1:{port}"), ("127.0.0.1:8081", f"127.0.0.1:{upstream}"))
    (tmp_path / "httpd.conf").write_text(
        f"ServerRoot {tmp_path}\nServerName localhost\nPidFile {tmp_path}/pid\nErrorLog {tmp_path}/error.log\n"
        f"Mutex pthread\nListen 127.0.0.1:{port}\n{load}{site}")
    arguments = [ROOT / "Data", "--listen", f"127.0.0.1:{upstream}", "--trust-proxy", "127.0.0.1", "--access-log", "json"]
    with Server(*arguments) as server, running(
            ["/usr/sbin/apache2", "-X", "-f", tmp_path / "httpd.conf"], port, tmp_path):
        check_site_below(port, "/people")
        ask(port, "/people/friends?client", X_Forwarded_For="6.6.6.6")
        assert logged(server, "/friends?client")[0]["client"] == CLIENT


def test_caddy(tmp_path):
    port, upstream = free_port(), free_port()
    site = deployed("Caddyfile", (":80 {", f"http://127.0.0.1:{port} {{\n\tbind 127.0.0.1"),
                    ("reverse_proxy 127.0.0.1:8081", f"reverse_proxy 127.0.0.1:{upstream}"))
    (tmp_path / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n}\n" + site)
    arguments = [ROOT / "Data", "--listen", f"127.0.0.1:{upstream}", "--trust-proxy", "127.0.0.1", "--base-path", "/people",
                 "--access-log", "json"]
    with Server(*arguments) as server, running(
            ["/usr/bin/caddy", "run", "--config", tmp_path / "Caddyfile", "--adapter", "caddyfile"], port, tmp_path):
        assert ask(port, "/people")[0] == 308
        check_site_below(port, "/people")
        ask(port, "/people/friends?client", X_Forwarded_For="6.6.6.6")
        assert logged(server, "/people/friends?client")[0]["client"] == CLIENT


def test_haproxy_restarts_without_a_failed_request(tmp_path):
    port, ports = free_port(), [free_port() for _ in range(3)]
    text = deployed("haproxy.cfg", ("bind :80", f"bind 127.0.0.1:{port}"))
    for old, new in zip((8081, 8082, 8083), ports):
        text = text.replace(f"127.0.0.1:{old}\n", f"127.0.0.1:{new}\n")
    (tmp_path / "haproxy.cfg").write_text(text)

    def instance(upstream):
        return Server(ROOT / "Data", "--listen", f"127.0.0.1:{upstream}", "--proxy-protocol", "--trust-proxy", "127.0.0.1",
                      "--access-log", "json")

    servers = [instance(upstream) for upstream in ports]
    try:
        with running(["/usr/sbin/haproxy", "-db", "-f", tmp_path / "haproxy.cfg"], port, tmp_path):
            time.sleep(1)  # three health checks
            check_site_below(port, "")
            answers, stop = [], threading.Event()

            def client():
                while not stop.is_set():
                    answers.append(ask(port, "/friends?open=all")[0])

            clients = [threading.Thread(target=client) for _ in range(4)]
            for thread in clients:
                thread.start()
            for index, upstream in enumerate(ports[:2]):
                time.sleep(0.5)
                assert servers[index].stop() == 0
                servers[index] = instance(upstream)
                time.sleep(1.5)
            stop.set()
            for thread in clients:
                thread.join()
            assert len(answers) > 100
            assert set(answers) == {200}, {code: answers.count(code) for code in set(answers)}
            ask(port, "/friends?client")
            entries = []
            for server in servers:
                with contextlib.suppress(AssertionError):
                    entries += logged(server, "/friends?client", tries=5)
            assert [entry["client"] for entry in entries] == [CLIENT]
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.process.kill()
                server.process.wait()
