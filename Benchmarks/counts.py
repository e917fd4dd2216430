#!/usr/bin/env python3
"""Counts the system calls of one kept-alive request, Roster's beside nginx's: the difference of two runs under strace -c.

64 connections, each with one request on its way. With --check the exit status is 1 where Roster makes more than two calls
for a request, or waits for events more than once in twenty requests.
"""

import argparse
import pathlib
import signal
import subprocess
import tempfile

from harness import fetch, load, sample_data, start_nginx, start_roster, wait_until_idle

FEW, MANY = 2000, 12_000
MOST_CALLS, MOST_WAITS = 2.1, 0.05


def calls(peer, path, fields, requests, file):
    """How often each system call was made while so many requests were answered."""
    # One thread is looked at, the busiest: what others do beside it is not a request's.
    before = peer.cpu_by_thread()
    load(peer, path, connections=64, requests=1000, fields=fields)
    thread = max(peer.cpu_by_thread().items(), key=lambda item: item[1] - before.get(item[0], 0))[0]
    trace = subprocess.Popen(["strace", "-c", "-p", thread, "-o", file], stderr=subprocess.PIPE, text=True)
    trace.stderr.readline()  # attached
    load(peer, path, connections=64, requests=requests, fields=fields)
    trace.send_signal(signal.SIGINT)
    trace.wait(15)
    counts = {}
    for line in file.read_text().splitlines():
        parts = line.split()
        if len(parts) in (5, 6) and parts[3].isdigit() and parts[-1] != "total":
            counts[parts[-1]] = int(parts[3])
    return counts


def per_request(peer, path, fields, file):
    few, many = (calls(peer, path, fields, requests, file) for requests in (FEW, MANY))
    return {name: (many[name] - few.get(name, 0)) / (MANY - FEW) for name in many}


def describe(counts):
    listed = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {count:.3f}" for name, count in listed if count >= 0.0005)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sample_data(folder / "Data")
        (folder / "www").mkdir()
        page, style = "/friends?open=all", "/site.css"
        roster = start_roster("roster", folder / "Data")
        plain = start_roster("roster, nothing kept", folder / "Data", "--cache-bytes", "0")
        headers, body = fetch(roster.port, page)
        (folder / "www/page.html").write_bytes(body)
        nginx = start_nginx(folder)
        try:
            for peer in (roster, plain):
                wait_until_idle(peer.process.pid)
            for title, peer, path, fields in (
                ("page rendered", plain, page, ()),
                ("page kept", roster, page, ()),
                ("304", roster, page, (f"If-None-Match: {headers['ETag']}",)),
                ("asset", roster, style, ()),
                ("/healthz", roster, "/healthz", ()),
                ("nginx, the page as a file", nginx, "/page.html", ()),
                ("nginx, return 200", nginx, "/ok", ()),
            ):
                counts = per_request(peer, path, fields, folder / "calls")
                total, waits = sum(counts.values()), counts.get("epoll_wait", 0) + counts.get("epoll_pwait", 0)
                over = peer is not nginx and (total > MOST_CALLS or waits > MOST_WAITS)
                failed += [title] * over
                print(f"{title:26} {total:6.2f}  {describe(counts)}{'  OVER' if over else ''}", flush=True)
        finally:
            for peer in (roster, plain, nginx):
                peer.stop()
    if options.check and failed:
        raise SystemExit(f"more than {MOST_CALLS} calls or {MOST_WAITS} waits: {', '.join(failed)}")


if __name__ == "__main__":
    main()
