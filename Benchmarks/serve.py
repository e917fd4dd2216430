#!/usr/bin/env python3
"""Measures Roster beside nginx and Go on this machine: ratios inside a round, medians over rounds.

The server runs on one core, the load (wrk) on the other. What is compared is CPU time per request (user and system,
from /proc), since wrk itself is the bottleneck at high rates; requests per second and p99 stand beside it.
"""

import argparse
import json
import os
import pathlib
import plistlib
import re
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[1]
ROSTER = ROOT / ".build/release/roster"
TICK = os.sysconf("SC_CLK_TCK")
SERVER_CORE, LOAD_CORE = "0", "1"
GROUPS = [("我的好友", 7), ("大学同学", 8), ("高中同学", 3), ("初中同学", 6), ("小学同学", 5), ("老乡", 4), ("欠我钱的", 6)]


def sample_groups():
    """7 groups of 39 friends in all, as in the published comparisons."""
    number = 0
    for name, count in GROUPS:
        friends = []
        for index in range(count):
            number += 1
            friends.append({
                "icon": f"avatar_{number % 12 + 1}", "name": f"{name}{index + 1}", "vip": number % 5 == 0,
                "intro": f"第{number}位 – says \"hello\" & waves, as every friend on this page does"})
        yield {"name": name, "online": count // 2, "friends": friends}


def sample_data(folder):
    """A data folder with that one list."""
    folder.mkdir()
    (folder / "friends.plist").write_bytes(plistlib.dumps(list(sample_groups())))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_open(port):
    for _ in range(500):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise SystemExit(f"nothing listens on port {port}")


class Peer:
    """A server process pinned to one core."""

    def __init__(self, name, command, port, children=False):
        self.name, self.port = name, port
        self.process = subprocess.Popen(
            ["taskset", "-c", SERVER_CORE, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until_open(port)
        self.pids = [self.process.pid]
        if children:
            time.sleep(0.2)
            path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
            self.pids += map(int, pathlib.Path(path).read_text().split())

    def cpu_seconds(self):
        total = 0
        for pid in self.pids:
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICK

    def resident_kib(self):
        return sum(
            int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) for pid in self.pids)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()


def load(peer, path, connections, seconds, headers=()):
    """One run of wrk: CPU microseconds per request, requests per second, p50 and p99 in milliseconds."""
    before = peer.cpu_seconds()
    command = ["taskset", "-c", LOAD_CORE, "wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
    for header in headers:
        command += ["-H", header]
    done = subprocess.run([*command, f"http://127.0.0.1:{peer.port}{path}"], capture_output=True, text=True, check=True)
    used = peer.cpu_seconds() - before
    requests = int(re.search(r"(\d+) requests in", done.stdout)[1])
    errors = re.search(r"Socket errors:.*|Non-2xx or 3xx responses: \d+", done.stdout)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)[1])
    unit = {"us": 0.001, "ms": 1, "s": 1000}
    percent = {m[1]: float(m[2]) * unit[m[3]] for m in re.finditer(r"(\d+)%\s+([\d.]+)(us|ms|s)\b", done.stdout)}
    return {"cpu": used * 1e6 / max(1, requests), "rate": rate, "p50": percent.get("50", 0), "p99": percent.get("99", 0),
            "errors": errors[0] if errors else ""}


def fetch(port, path, **headers):
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)) as answer:
        return answer.headers, answer.read()


def start_nginx(folder, port):
    (folder / "nginx.conf").write_text(f"""
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 20000; }}
worker_rlimit_nofile 40000;
http {{
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; keepalive_timeout 75s;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h;
  types {{ text/html html; text/css css; }}
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port} backlog=4096; root {folder}/www; location = /ok {{ return 200 "ok\\n"; }} }}
}}""")
    return Peer("nginx", ["/usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf"], port)


def start_roster(name, data, port, *options):
    command = [ROSTER, "serve", data, "--listen", f"127.0.0.1:{port}", "--threads", "1", "--access-log", "off",
               "--max-connections", "20000", *options]
    return Peer(name, command, port)


def build_go(folder):
    """The Go peer and its data, or None where there is no Go."""
    if not shutil.which("go"):
        return None
    groups = [{"Name": g["name"], "Key": f"g{i}", "Online": g["online"], "Total": len(g["friends"]), "Friends": [
        {"Name": f["name"], "Intro": f["intro"], "Icon": f["icon"], "Key": f"p{j}", "VIP": f["vip"]}
        for j, f in enumerate(g["friends"])]} for i, g in enumerate(sample_groups())]
    (folder / "groups.json").write_text(json.dumps(groups))
    binary = folder / "gopeer"
    subprocess.run(["go", "build", "-o", binary, "main.go"], cwd=ROOT / "Benchmarks/peers/go", check=True,
                   env=os.environ | {"GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": str(folder / "gocache")})
    return [binary, "-data", folder / "groups.json"]


def start_go(folder, port):
    command = build_go(folder)
    return command and Peer("go", [*command, "-listen", f"127.0.0.1:{port}"], port)


def scenarios(roster, plain, nginx, go, page, style, etag):
    """(title, target ratio, [(peer, path)] with the baseline last, connections, headers)"""
    close = ("Connection: close",)
    yield "page rendered, 64 connections", 0.95, [(plain, page), (nginx, "/page.html")], 64, ()
    yield "page cached, 64 connections", 0.80, [(roster, page), (nginx, "/page.html")], 64, ()
    yield "page cached, 1 connection", 0.90, [(roster, page), (nginx, "/page.html")], 1, ()
    yield "page cached, 1000 connections", 0.90, [(roster, page), (nginx, "/page.html")], 1000, ()
    yield "one connection a request", 0.85, [(roster, page), (nginx, "/page.html")], 64, close
    yield "asset", 0.85, [(roster, style), (nginx, "/site.css")], 64, ()
    yield "304", 0.80, [(roster, page), (nginx, "/ok")], 64, (f"If-None-Match: {etag}",)
    yield "/healthz", 0.80, [(roster, "/healthz"), (nginx, "/ok")], 64, ()
    if go:
        yield "Go html/template", None, [(go, "/friends"), (nginx, "/page.html")], 64, ()


def idle_memory(peer, count):
    """Resident KiB before, with and after `count` idle connections that each made one request."""
    before = peer.resident_kib()
    sockets = []
    for _ in range(count):
        one = socket.create_connection(("127.0.0.1", peer.port))
        sockets.append(one)
    for one in sockets:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    for one in sockets:
        one.recv(4096)
    during = peer.resident_kib()
    for one in sockets:
        one.close()
    time.sleep(1)
    return before, during, peer.resident_kib()


def start_up(data):
    """Milliseconds from exec to the first answer, median of 15."""
    times = []
    for _ in range(15):
        port = free_port()
        begin = time.perf_counter()
        process = subprocess.Popen(
            [ROSTER, "serve", data, "--listen", f"127.0.0.1:{port}", "--threads", "1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                fetch(port, "/friends")
                break
            except OSError:
                time.sleep(0.0005)
        times.append((time.perf_counter() - begin) * 1000)
        process.send_signal(signal.SIGTERM)
        process.wait(15)
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--only", help="scenarios whose title contains this")
    options = parser.parse_args()

    import resource
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        data = folder / "Data"
        sample_data(data)
        (folder / "www").mkdir()
        peers = []
        try:
            roster = start_roster("roster", data, free_port())
            plain = start_roster("roster --cache-bytes 0", data, free_port(), "--cache-bytes", "0")
            peers += [roster, plain]
            page, style = "/friends?open=all", "/site.css"
            headers, body = fetch(roster.port, page)
            (folder / "www/page.html").write_bytes(body)
            (folder / "www/site.css").write_bytes(fetch(roster.port, style)[1])
            nginx = start_nginx(folder, free_port())
            peers.append(nginx)
            go = start_go(folder, free_port())
            if go:
                peers.append(go)
            print(f"page {len(body)} bytes; {options.rounds} rounds of {options.seconds} s; server on core {SERVER_CORE}, wrk on core {LOAD_CORE}")
            print(f"{'':32} {'CPU/nginx':>9} {'target':>6} {'µs':>7} {'nginx µs':>8} {'req/s ÷':>8} {'p99 ms':>7} {'nginx':>7}")
            for title, target, pair, connections, sent in scenarios(roster, plain, nginx, go, page, style, headers["ETag"]):
                if options.only and options.only not in title:
                    continue
                rounds = []
                for number in range(options.rounds):
                    order = pair if number % 2 else pair[::-1]
                    result = {peer.name: load(peer, path, connections, options.seconds, sent) for peer, path in order}
                    rounds.append((result[pair[0][0].name], result[nginx.name]))
                for ours, _ in rounds:
                    if ours["errors"]:
                        print(f"  {title}: {ours['errors']}")
                middle = statistics.median
                ratio = middle(a["cpu"] / b["cpu"] for a, b in rounds)
                print(f"{title:32} {ratio:9.2f} {target or '':>6} {middle(a['cpu'] for a, _ in rounds):7.2f}"
                      f" {middle(b['cpu'] for _, b in rounds):8.2f} {middle(a['rate'] / b['rate'] for a, b in rounds):8.2f}"
                      f" {middle(a['p99'] for a, _ in rounds):7.2f} {middle(b['p99'] for _, b in rounds):7.2f}", flush=True)
            if not options.only:
                for peer in (roster, nginx):
                    before, during, after = idle_memory(peer, options.idle)
                    print(f"{peer.name}: resident {before} KiB, with {options.idle} idle connections {during} KiB, after {after} KiB")
                print(f"roster: first answer {start_up(ROOT / 'Data'):.1f} ms after start (sample data)")
                print(f"roster: binary {ROSTER.stat().st_size / 1e6:.1f} MB")
        finally:
            for peer in peers:
                peer.stop()


if __name__ == "__main__":
    main()
