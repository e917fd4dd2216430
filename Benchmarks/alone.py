#!/usr/bin/env python3
"""Measures what one Roster does alone: its start and memory, a flood of states, searches in a large list.

No load generator is needed and nothing is compared; times are CPU time of the server's process, from /proc.
"""

import argparse
import itertools
import pathlib
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import generate_friends  # noqa: E402
from harness import ROOT, ROSTER, TICK, free_port, sample_data  # noqa: E402


class Site:
    """A server of one folder, on one loop."""

    def __init__(self, data, *options):
        self.port = free_port()
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            [str(part) for part in (ROSTER, "serve", data, "--listen", f"127.0.0.1:{self.port}", "--threads", "1",
                                    "--access-log", "off", *options)],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                self.connection = socket.create_connection(("127.0.0.1", self.port))
                break
            except OSError:
                if self.process.poll() is not None:
                    raise SystemExit("the server ended")
                time.sleep(0.0002)
        self.ask("/friends")
        self.first_answer = (time.perf_counter() - begin) * 1000

    def ask(self, *targets, method="HEAD"):
        """Sends requests in one go and reads the heads of their answers."""
        self.connection.sendall(
            b"".join(f"{method} {target} HTTP/1.1\r\nHost: a\r\n\r\n".encode() for target in targets))
        heads, rest = [], b""
        while len(heads) < len(targets):
            data = self.connection.recv(1 << 20)
            if not data:
                raise SystemExit("the server closed the connection")
            *done, rest = (rest + data).split(b"\r\n\r\n")
            heads += done
        return heads

    def tag(self, target):
        """The entity tag of a page: another one for another revision."""
        return re.search(rb"(?i)\r\netag: *(\S+)", self.ask(target)[0])[1]

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self, name="VmRSS"):
        return int(re.search(rf"{name}:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def stop(self):
        self.connection.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(15)


def start_up():
    times = []
    for _ in range(15):
        site = Site("Data")
        times.append(site.first_answer)
        site.stop()
    site = Site("Data")
    time.sleep(3)
    idle = (site.memory(), site.memory("RssAnon"))
    site.ask("/friends?q=a")
    print(f"first answer {statistics.median(times):.1f} ms after start, best {min(times):.1f} (sample data)")
    print(f"resident {idle[0]} KiB, of which its own {idle[1]}; after a search {site.memory()}, {site.memory('RssAnon')}")
    site.stop()


def flood(folder, states):
    """Distinct states, each asked for once; then the default page must still be there at once."""
    sample_data(folder / "Data")
    site = Site(folder / "Data")
    time.sleep(2)

    def cost(targets, count):
        before = site.cpu()
        for _ in range(count // len(targets)):
            site.ask(*targets)
        return (site.cpu() - before) * 1e6 / count

    default = cost(["/friends"] * 50, 20_000)
    before = site.cpu()
    sorts = ("", "&sort=name", "&sort=vip")
    for start in range(0, states, 50):
        targets = []
        for number in range(start, start + 50):
            targets.append(f"/friends?q={number}{sorts[number % 3]}" if number % 4 else f"/friends?open=all&q={number}")
        heads = site.ask(*targets)
        if start == 0 and b" 200 " not in heads[1]:
            raise SystemExit(heads[1].decode())
    each = (site.cpu() - before) * 1e6 / states
    print(f"{states} distinct states: {each:.1f} µs CPU each, resident {site.memory()} KiB after them")
    print(f"the default page: {default:.1f} µs CPU before, {cost(['/friends'] * 50, 20_000):.1f} after (made anew: see serve.py)")
    site.stop()


SEARCHES = (
    ("the list, closed", ""), ("a rare name", "q=%E5%86%AC%E9%9D%92123"), ("pinyin", "q=dongqing"), ("nothing found", "q=zzzzzz"),
    ("most match", "q=a"), ("two words", "q=amber+tea"), ("by name", "sort=name"), ("VIPs first", "sort=vip"))
# The bounds of a million friends: resident memory over the text of the list, CPU of the first page of a search.
MOST_MEMORY, MOST_MILLISECONDS = 3, 50


def write_list(file, friends, seed, distinct):
    """A list in 1,000 groups; returns how many MiB its names and intros have."""
    with open(file, "wb") as out:
        numbers = itertools.count() if distinct else None
        return generate_friends.write_binary(out, random.Random(seed), 1000, friends, numbers) / (1 << 20)


def search(folder, friends, distinct):
    """Memory and searches of a large list; says whether both are within their bounds."""
    data = folder / ("Distinct" if distinct else "Large")
    data.mkdir()
    text = write_list(data / "friends.plist", friends, 1, distinct)
    begin = time.perf_counter()
    site = Site(data, "--cache-bytes", "0")
    print(f"{friends} friends{', no two texts equal' if distinct else ''}, {(data / 'friends.plist').stat().st_size >> 20} MiB, "
          f"{text:.1f} MiB of them text: first answer after {time.perf_counter() - begin:.1f} s, {site.cpu():.1f} s CPU")
    slowest = 0
    for title, query in SEARCHES:
        site.ask(f"/friends?{query}")
        before = site.cpu()
        for _ in range(20):
            head = site.ask(f"/friends?{query}")[0]
        each = (site.cpu() - before) * 1000 / 20
        slowest = max(slowest, each)
        print(f"  {title:16} {each:6.1f} ms CPU  {head.split(bytes([13]))[0].decode()}", flush=True)
    within = report_memory(site, text, "read")
    # Another list in its place: the old one is kept until the new one is ready.
    pathlib.Path(f"/proc/{site.process.pid}/clear_refs").write_text("5")
    write_list(data / "other", friends, 2, distinct)
    (data / "other").rename(data / "friends.plist")
    revision = tag = site.tag("/friends")
    while tag == revision:
        time.sleep(0.1)
        tag = site.tag("/friends")
    # Whoever held the old one lets it go.
    time.sleep(1)
    within = report_memory(site, text, "read again") and within
    site.stop()
    # Where no two texts are equal, one letter that most of two million have is not held to it.
    return within and (distinct or slowest <= MOST_MILLISECONDS)


def report_memory(site, text, what):
    """Prints how much memory the site takes; says whether that is within its bound."""
    resident, highest = site.memory() / 1024, site.memory("VmHWM") / 1024
    print(f"  {what}: resident {resident:.0f} MiB, {resident / text:.2f} times the text; highest {highest:.0f} MiB", flush=True)
    return resident <= MOST_MEMORY * text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=1_000_000)
    parser.add_argument("--friends", type=int, default=1_000_000)
    parser.add_argument("--only", default="", help="start, flood or search")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.only in "start":
            start_up()
        if options.only in "flood":
            flood(folder, options.states)
        if options.only in "search":
            within = [search(folder, options.friends, distinct) for distinct in (False, True)]
            if options.friends >= 1_000_000 and not all(within):
                raise SystemExit(f"over the bounds: {MOST_MEMORY} times the text, {MOST_MILLISECONDS} ms a search")


if __name__ == "__main__":
    main()
