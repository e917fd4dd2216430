"""What the measurements share: the sample list, servers pinned to a core, and the load client."""

import json
import os
import pathlib
import plistlib
import re
import shutil
import signal
import socket
import subprocess
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


def wait_until_idle(pid):
    """Returns when a process has done nothing for a second: what it does beside its loops at start is over."""
    def ticks():
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    last, quiet = ticks(), 0
    for _ in range(600):
        time.sleep(0.1)
        now = ticks()
        quiet = quiet + 1 if now - last <= 1 else 0
        last = now
        if quiet >= 10:
            return
    raise SystemExit(f"process {pid} does not become idle")


class Peer:
    """A server process, pinned to one core unless told otherwise."""

    def __init__(self, name, command, port, cores=SERVER_CORE, cwd=None):
        self.name, self.port = name, port
        self.process = subprocess.Popen(["taskset", "-c", cores, *map(str, command)], cwd=cwd,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until_open(port)

    def cpu_by_thread(self):
        """Nanoseconds that each thread has run, with what the kernel did for it."""
        times = {}
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                times[task.name] = int((task / "schedstat").read_text().split()[0])
            except OSError:
                pass  # a thread that ended
        return times

    def cpu_since(self, before):
        """Microseconds since `before`."""
        return sum(time - before.get(name, 0) for name, time in self.cpu_by_thread().items()) / 1000

    def resident_kib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()


def load_client():
    """The load client, compiled where it is older than its sources."""
    sources = [ROOT / "Benchmarks/load" / name for name in ("load.c", "load.h")]
    binary = ROOT / "Benchmarks/.build/load"
    if not binary.exists() or binary.stat().st_mtime < max(file.stat().st_mtime for file in sources):
        binary.parent.mkdir(exist_ok=True)
        compiler = shutil.which("cc") or shutil.which("clang")
        if not compiler:
            raise SystemExit("the load client needs a C compiler: cc or clang")
        subprocess.run([compiler, "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-o", binary, sources[0]], check=True)
    return binary


def load(peer, path, *, connections=1, seconds=None, requests=None, fields=(), depth=1, closes=False, sleeps=False,
         cores=LOAD_CORE):
    """One run of the load client; adds `cpu`, the server's microseconds per request, to what it says."""
    command = ["taskset", "-c", cores, load_client(), "-p", peer.port, "-u", path, "-c", connections, "-d", depth]
    for flag, value in (("-s", seconds), ("-n", requests)):
        command += [flag, value] if value is not None else []
    command += ["-k"] * closes + ["-w"] * sleeps
    for field in fields:
        command += ["-H", field]
    before = peer.cpu_by_thread()
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{peer.name} {path}: {done.stderr.strip()}")
    result = json.loads(done.stdout)
    result["cpu"] = peer.cpu_since(before) / max(1, result["requests"])
    return result


def fetch(port, path, **headers):
    with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)) as answer:
        return answer.headers, answer.read()


def start_roster(name, data, *options, threads=1, cores=SERVER_CORE):
    port = free_port()
    command = [ROSTER, "serve", data, "--listen", f"127.0.0.1:{port}", "--threads", threads, "--access-log", "off",
               "--max-connections", "20000", *options]
    return Peer(name, command, port, cores, cwd=ROOT)


def start_nginx(folder):
    """nginx as one process that serves `folder`/www from its cache of open files, and /ok from its configuration."""
    port = free_port()
    (folder / "nginx.conf").write_text(f"""
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 20000; }}
worker_rlimit_nofile 40000;
http {{
  access_log off; sendfile on; gzip_static on; tcp_nopush on; tcp_nodelay on; keepalive_requests 100000000; keepalive_timeout 75s;
  open_file_cache max=100 inactive=1h; open_file_cache_valid 1h;
  types {{ text/html html; text/css css; }}
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{ listen 127.0.0.1:{port} backlog=4096; root {folder}/www; location = /ok {{ return 200 "ok\\n"; }} }}
}}""")
    return Peer("nginx", ["/usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf"], port)


def groups_json(folder):
    """The same list for the peers that render it."""
    groups = [{"Name": g["name"], "Key": f"g{i}", "Online": g["online"], "Total": len(g["friends"]), "Friends": [
        {"Name": f["name"], "Intro": f["intro"], "Icon": f["icon"], "Key": f"p{j}", "VIP": f["vip"]}
        for j, f in enumerate(g["friends"])]} for i, g in enumerate(sample_groups())]
    (folder / "groups.json").write_text(json.dumps(groups))
    return folder / "groups.json"


def build_go(folder):
    """The Go peer and its data, or None where there is no Go."""
    if not shutil.which("go"):
        return None
    binary = folder / "gopeer"
    subprocess.run(["go", "build", "-o", binary, "main.go"], cwd=ROOT / "Benchmarks/peers/go", check=True,
                   env=os.environ | {"GO111MODULE": "off", "GOFLAGS": "", "GOCACHE": str(folder / "gocache")})
    return [binary, "-data", groups_json(folder)]


def start_go(folder):
    command = build_go(folder)
    port = free_port()
    return command and Peer("Go", [*command, "-listen", f"127.0.0.1:{port}"], port)


def start_node(folder):
    """node's http with template literals, or None where there is no node."""
    if not shutil.which("node"):
        return None
    port = free_port()
    return Peer("node", ["node", ROOT / "Benchmarks/peers/node/server.js", groups_json(folder), port], port)
