"""The server as a service: signals, and what systemd hands over and wants to be told."""

import os
import re
import shutil
import signal
import socket
import time

import pytest

from conftest import ROOT, Server, clean_environment
from raw_client import RawClient

PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><array><dict><key>group</key><string>Ours</string>
<key>friends</key><array><string>{}</string></array></dict></array></plist>
"""


def slow_reader(port):
    """A client that asked for more than the sockets hold and reads nothing yet."""
    client = RawClient(port, receive_buffer=4096)
    client.send("GET /friends?open=all HTTP/1.1\r\nHost: a\r\n\r\n" * 1000)
    time.sleep(0.3)
    return client


def test_terminate_finishes_what_was_begun():
    with Server(ROOT / "Data", "--access-log", "off") as server:
        reader, idle = slow_reader(server.port), RawClient(server.port)
        assert idle.get() == (200, b"ok\n")
        server.process.send_signal(signal.SIGTERM)
        assert idle.answer() is None
        with pytest.raises(ConnectionRefusedError):
            for _ in range(100):
                RawClient(server.port).close()
                time.sleep(0.02)
        assert server.process.poll() is None, "it left a client in the middle of an answer"
        answers = 0
        while answer := reader.answer():
            assert answer[0] == 200 and answer[1].endswith(b"</html>\n")
            answers += 1
        assert answers > 0
        assert server.process.wait(10) == 0


def test_a_second_signal_ends_at_once():
    with Server(ROOT / "Data", "--access-log", "off", "--drain-timeout", 60) as server:
        reader = slow_reader(server.port)
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        assert server.process.poll() is None
        start = time.monotonic()
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(10) == 0
        assert time.monotonic() - start < 3
        reader.close()


def test_the_drain_time_is_the_longest():
    with Server(ROOT / "Data", "--access-log", "off", "--drain-timeout", 0.5) as server:
        reader = slow_reader(server.port)
        start = time.monotonic()
        assert server.stop() == 0
        assert 0.3 < time.monotonic() - start < 5
        reader.close()


def test_hang_up_reloads_and_keeps_connections(tmp_path):
    page = tmp_path / "people.plist"
    page.write_text(PAGE.format("Kim"))
    with Server(tmp_path, "--access-log", "off") as server:
        client = RawClient(server.port)
        assert b"Kim" in client.get("/people?open=ours")[1]
        page.write_text(PAGE.format("Lee"))
        server.process.send_signal(signal.SIGHUP)
        for _ in range(200):
            body = client.get("/people?open=ours")[1]
            if b"Lee" in body:
                break
            time.sleep(0.02)
        assert b"Lee" in body and b"Kim" not in body
        for _ in range(200):
            if reloaded := [line for line in server.log if "reloaded: " in line]:
                break
            time.sleep(0.02)
        assert re.search(r"reloaded: templates: \d+, languages: 2, public files: \d+, pages: 1, pictures: \d+", reloaded[0])
        assert server.stop() == 0


def test_a_public_folder_that_is_gone_takes_no_picture_with_it(tmp_path):
    shutil.copytree(ROOT / "Public", tmp_path / "Public")
    arguments = ("--public", tmp_path / "Public", "--access-log", "off")
    with Server(ROOT / "Data", *arguments) as server:
        client = RawClient(server.port)
        before = client.get("/friends?open=all")
        tmp_path.joinpath("Public").rename(tmp_path / "away")
        server.process.send_signal(signal.SIGHUP)
        for _ in range(200):
            if len(told := [line for line in server.log if f"{tmp_path}/Public" in line]) >= 2:
                break
            time.sleep(0.02)
        assert any("the pictures read from it last stay" in line for line in told), told
        assert client.get("/friends?open=all") == before and b"<img" in before[1]
        assert client.get("/images/me.png")[0] == 200
        assert server.stop() == 0


class ServiceManager:
    """What a service says to systemd."""

    def __init__(self, path):
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.settimeout(10)

    def said(self):
        return self.socket.recv(4096).decode().split("\n")


def test_systemd_is_told(tmp_path):
    manager = ServiceManager(tmp_path / "notify")
    with Server(ROOT / "Data", env=clean_environment(NOTIFY_SOCKET=str(manager.path))) as server:
        assert manager.said() == ["READY=1"]
        server.process.send_signal(signal.SIGHUP)
        reloading = manager.said()
        assert reloading[0] == "RELOADING=1" and reloading[1].startswith("MONOTONIC_USEC=")
        assert manager.said() == ["READY=1"]
        assert server.stop() == 0
        assert manager.said() == ["STOPPING=1"]


def test_sockets_from_systemd():
    """One socket for the site and one named `admin`; they stay the service manager's when the server ends."""
    site, admin = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))
    script = f'exec 3<&{site.fileno()} 4<&{admin.fileno()}; LISTEN_PID=$$ exec "$@"'
    environment = clean_environment(LISTEN_FDS="2", LISTEN_FDNAMES="site:admin")
    with Server(ROOT / "Data", "--access-log", "off", env=environment, through=["bash", "-c", script, "bash"],
                pass_fds=[site.fileno(), admin.fileno()], listeners=1) as server:
        assert server.port == site.getsockname()[1]
        assert RawClient(server.port).get("/friends")[0] == 200
        assert RawClient(server.port).get("/metrics")[0] == 404
        assert b"roster_ready 1" in RawClient(admin.getsockname()[1]).get("/metrics")[1]
        assert server.stop() == 0
    # Nobody reset the queue: who connects between two processes waits for the next one.
    waiting = RawClient(site.getsockname()[1])
    assert waiting.is_silent(0.1)
    waiting.close()


def test_sockets_meant_for_another_process_are_left_alone():
    environment = clean_environment(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
    with Server(ROOT / "Data", env=environment) as server:
        assert RawClient(server.port).get() == (200, b"ok\n")
        assert server.stop() == 0
