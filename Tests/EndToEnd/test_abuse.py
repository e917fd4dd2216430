"""Clients that are slow, many, rude or lying, and too few descriptors: whoever behaves is served all the same."""

import contextlib
import json
import os
import re
import resource
import shutil
import socket
import struct
import subprocess
import time

import pytest

from conftest import ROOT, Server
from raw_client import RawClient


@contextlib.contextmanager
def serving(*arguments, **more):
    """A server with a metrics listener; at the end it must stop cleanly."""
    with Server(ROOT / "Data", "--admin", "127.0.0.1:0", *arguments, **more) as server:
        line = server.lines.get(timeout=10)
        server.admin_port = int(re.fullmatch(r"roster: metrics on http://127\.0\.0\.1:(\d+)/metrics", line)[1])
        # What every event loop makes once is no cost of a connection, nor a descriptor of one.
        for _ in range(100):
            client = RawClient(server.port)
            assert client.get()[0] == client.get("/friends")[0] == 200
            client.close()
        wait_until(lambda: metric(server, "roster_connections") <= 1)
        yield server
        assert server.stop() == 0, server.log


def metric(server, name):
    status, body = RawClient(server.admin_port).get("/metrics")
    assert status == 200
    return int(re.search(rf"^{name} (\d+)$", body.decode(), re.MULTILINE)[1])


def wait_until(condition, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def status_line(process, name):
    with open(f"/proc/{process.pid}/status") as file:
        return int(re.search(rf"^{name}:\s+(\d+)", file.read(), re.MULTILINE)[1])


def open_descriptors(process):
    return len(os.listdir(f"/proc/{process.pid}/fd"))


def cpu_seconds(process):
    with open(f"/proc/{process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_quiet(process):
    """Waits until the process does nothing for half a second: assets are compressed after the start."""
    used, end = -1.0, time.monotonic() + 20
    while cpu_seconds(process) > used:
        assert time.monotonic() < end, "the process never rests"
        used = cpu_seconds(process)
        time.sleep(0.5)


MODES = {
    "slow head": ["-H", "-i", "1", "-x", "8"],
    "slow body": ["-B", "-i", "1", "-s", "100000", "-x", "8"],
    "slow read": ["-X", "-n", "1", "-w", "1", "-y", "64", "-z", "5", "-k", "8"],
}


def test_slowhttptest_in_three_modes():
    """All three at once for six seconds; a well-behaved client is served meanwhile, and nothing stays behind."""
    assert shutil.which("slowhttptest"), "make test installs slowhttptest"
    limits = ["--header-timeout", 2, "--body-timeout", 2, "--write-timeout", 2, "--idle-timeout", 2]
    with serving(*limits, "--access-log", "off") as server:
        common = ["-c", "150", "-r", "150", "-l", "6", "-p", "5", "-v", "0", "-u", server.url + "/friends"]
        attackers = [subprocess.Popen(["slowhttptest", *mode, *common], stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL) for mode in MODES.values()]
        most, slowest, count = 0, 0.0, 0
        while any(attacker.poll() is None for attacker in attackers):
            start = time.monotonic()
            client = RawClient(server.port)
            status, body = client.get("/friends")
            assert status == 200 and b"</html>" in body
            client.close()
            slowest = max(slowest, time.monotonic() - start)
            count += 1
            if count % 10 == 0:
                most = max(most, metric(server, "roster_connections"))
            time.sleep(0.02)
        assert count > 50 and slowest < 2, (count, slowest)
        assert most > 100, "the attack did not come through"
        assert metric(server, "roster_timeouts_total") > 100
        wait_until(lambda: metric(server, "roster_connections") <= 1)


@pytest.fixture
def many_descriptors():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 10_500:
        pytest.skip(f"the descriptor limit is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 10_500), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_ten_thousand_idle_connections(many_descriptors):
    wanted = 9_900
    with serving("--access-log", "off") as server:
        before = open_descriptors(server.process)
        wait_until_quiet(server.process)
        memory = status_line(server.process, "RssAnon")
        clients = []
        for _ in range(wanted):
            clients.append(RawClient(server.port))
            clients[-1].ask()
        assert all(client.answer() == (200, b"ok\n") for client in clients)
        assert metric(server, "roster_connections") >= wanted
        # KiB: 64 bytes each in the connection tables, and what the heap rounds up to.
        assert status_line(server.process, "RssAnon") - memory < 1024
        start = time.monotonic()
        assert RawClient(server.port).get("/friends")[0] == 200
        assert clients[0].get() == (200, b"ok\n") and clients[-1].get() == (200, b"ok\n")
        assert time.monotonic() - start < 2
        for client in clients:
            client.close()
        wait_until(lambda: metric(server, "roster_connections") <= 1)
        wait_until(lambda: open_descriptors(server.process) <= before + 1)


def test_a_storm_of_resets():
    with serving("--access-log", "off") as server:
        before = open_descriptors(server.process)
        requests = ["", "GET / HT", "GET /friends HTTP/1.1\r\nHost: a\r\n\r\n" * 20, "BROKEN\r\n\r\n",
                    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nhalf"]
        for turn in range(3000):
            client = RawClient(server.port)
            client.send(requests[turn % len(requests)])
            client.reset()
        assert RawClient(server.port).get() == (200, b"ok\n")
        wait_until(lambda: metric(server, "roster_connections") <= 1)
        wait_until(lambda: open_descriptors(server.process) <= before + 1)


def test_descriptors_run_out():
    """Whoever finds no descriptor waits, without a busy loop, and is served when one is free."""
    with serving("--access-log", "off", "--threads", 1) as server:
        time.sleep(0.1)
        limit = open_descriptors(server.process) + 5
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (limit, limit))
        clients = [RawClient(server.port) for _ in range(12)]
        for client in clients:
            client.ask()
        served = [client for client in clients if not client.is_silent(0.3)]
        waiting = [client for client in clients if client not in served]
        assert len(served) == 5 and len(waiting) == 7
        used = cpu_seconds(server.process)
        time.sleep(1)
        assert cpu_seconds(server.process) - used < 0.2
        for client in served:
            client.close()
        for client in waiting:
            client.socket.settimeout(5)
            assert client.answer() == (200, b"ok\n")
            client.close()


LIES = [
    'GET /x"%20200%200%20"-"%20"forged HTTP/1.1\r\nHost: a\r\nUser-Agent: a" 200 1 "-" "b\\\r\n\r\n',
    'GET /y HTTP/1.1\r\nHost: a\r\nUser-Agent: tab\there\xe9\xff\r\nReferer: ","status":200,"x":"\r\n\r\n',
    'GET /z%0a127.0.0.1%20-%20-%20[now] HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: a\n127.0.0.1 - - [now] "GET /forged\r\n\r\n',
    'G\x1b[2JT / HTTP/1.1\r\nHost: a\r\n\r\n',
]


@pytest.mark.parametrize("form", ["combined", "json"])
def test_log_lines_cannot_be_forged(form):
    # One event loop: the lines of several may come in any order.
    with Server(ROOT / "Data", "--access-log", form, "--threads", 1) as server:
        for lie in LIES:
            client = RawClient(server.port)
            client.send(lie)
            assert client.answer()[0] in (400, 404)
            client.close()
        lines = [server.lines.get(timeout=5) for _ in LIES]
        assert server.stop() == 0
        assert server.lines.empty()
    for line in lines:
        assert re.fullmatch(r"[ -~]+", line), line
    if form == "json":
        entries = [json.loads(line) for line in lines]
        assert entries[0]["user_agent"] == 'a" 200 1 "-" "b\\' and entries[0]["status"] == 404
        assert entries[1]["user_agent"] == "tab\there\xe9\xff" and entries[1]["status"] == 404
        assert entries[1]["referer"] == '","status":200,"x":"'
        assert [entry["status"] for entry in entries[2:]] == [400, 400, 400]
    else:
        quoted = r'"(?:[^"\\]|\\.)*"'
        for line in lines:
            assert re.fullmatch(rf'127\.0\.0\.1 - - \[[^\]]+\] {quoted} \d{{3}} \d+ {quoted} {quoted}', line), line


VERSION_2 = b"\r\n\r\n\x00\r\nQUIT\n"


def proxy_header(source):
    """A PROXY header of version 2 for an IPv4 address."""
    addresses = socket.inet_aton(source) + socket.inet_aton("192.0.2.1") + struct.pack("!HH", 5000, 443)
    return VERSION_2 + b"\x21\x11" + struct.pack("!H", len(addresses)) + addresses


@pytest.mark.parametrize(("header", "client"), [
    (b"PROXY TCP4 203.0.113.9 192.0.2.1 5000 443\r\n", "203.0.113.9"),
    (b"PROXY TCP6 2001:db8::9 2001:db8::1 5000 443\r\n", "2001:db8::9"),
    (b"PROXY UNKNOWN\r\n", "127.0.0.1"),
    (proxy_header("203.0.113.7"), "203.0.113.7"),
    (VERSION_2 + b"\x20\x00\x00\x00", "127.0.0.1"),
])
def test_proxy_protocol(header, client):
    with Server(ROOT / "Data", "--proxy-protocol", "--trust-proxy", "127.0.0.1", "--access-log", "json") as server:
        for pieces in ([header], [header[i:i + 1] for i in range(len(header))]):
            connection = RawClient(server.port)
            connection.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for piece in pieces:
                connection.send(piece)
            assert connection.get("/friends")[0] == 200
            assert connection.get("/friends")[0] == 200
            for _ in range(2):
                entry = json.loads(server.lines.get(timeout=5))
                assert entry["client"] == client
        bare = RawClient(server.port)
        assert bare.get("/friends") is None
        assert server.stop() == 0
