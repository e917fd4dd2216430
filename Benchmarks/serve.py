#!/usr/bin/env python3
"""Measures Roster beside nginx, Go and node on this machine, in turns.

The server runs on one core, the load on the other (Benchmarks/load, which spins instead of sleeping, so that no server pays
for waking it, and drops answers unread). Every round is one short run of each server. Compared are the CPU time per
request, user and system, of the server's threads, and beside it requests per second, p50 and p99: of each the best
quartile over all rounds, since whatever else the machine does only ever adds time.
"""

import argparse
import gzip
import pathlib
import re
import resource
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass

from harness import (
    LOAD_CORE, ROSTER, SERVER_CORE, Peer, fetch, load, load_client, sample_data, start_go, start_nginx,
    start_node, start_roster, wait_until_idle)

PAGE, STYLE = "/friends?open=all", "/site.css"
# Its answer is small and takes some work: load beside it on the same cores costs little.
SEARCH = "/friends?q=%E5%8F%8B"


def best(values, most=False):
    """The quartile of the rounds that were disturbed least: the lower one of times, the upper one of rates."""
    values = sorted(values, reverse=most)
    return values[(len(values) - 1) // 4]


@dataclass
class Scenario:
    title: str
    target: float | None
    peer: Peer
    path: str
    baseline_path: str
    connections: int = 64
    fields: tuple = ()
    closes: bool = False


def scenarios(roster, plain, go, node, etag):
    page = "/page.html"
    yield Scenario("page rendered, 64 connections", 0.95, plain, PAGE, page)
    yield Scenario("page kept, 64 connections", 0.80, roster, PAGE, page)
    yield Scenario("page kept, 1 connection", 0.90, roster, PAGE, page, 1)
    yield Scenario("page kept, 1,000 connections", 0.90, roster, PAGE, page, 1000)
    yield Scenario("page kept, one connection a request", 0.85, roster, PAGE, page, closes=True)
    yield Scenario("page kept, gzip", None, roster, PAGE, page, fields=("Accept-Encoding: gzip",))
    yield Scenario("asset", 0.85, roster, STYLE, "/site.css")
    yield Scenario("304 beside return 200", 0.80, roster, PAGE, "/ok", fields=(f"If-None-Match: {etag}",))
    yield Scenario("/healthz beside return 200", 0.80, roster, "/healthz", "/ok")
    if go:
        yield Scenario("Go net/http, html/template", None, go, "/friends", page)
    if node:
        yield Scenario("node http, template literals", None, node, "/friends", page)


def compare(scenario, nginx, rounds, seconds):
    """Pairs of runs, ours and nginx's, which of them comes first changing from round to round."""
    sides = [(scenario.peer, scenario.path), (nginx, scenario.baseline_path)]
    pairs = []
    for number in range(rounds):
        result = {}
        for peer, path in sides if number % 2 else sides[::-1]:
            result[peer.name] = load(peer, path, connections=scenario.connections, seconds=seconds,
                                     fields=scenario.fields, closes=scenario.closes)
        pairs.append((result[scenario.peer.name], result[nginx.name]))
    return pairs


def report(title, target, pairs):
    ours, theirs = ([{key: best([run[key] for run in side], most=key == "rate") for key in ("cpu", "rate", "p50", "p99")}
                     for side in zip(*pairs)])
    print(f"{title:36} {ours['cpu'] / theirs['cpu']:9.2f} {target or '':>6} {ours['cpu']:7.2f} {theirs['cpu']:8.2f}"
          f" {ours['rate'] / theirs['rate']:8.2f} {ours['rate']:8.0f} {ours['p50']:7.3f} {theirs['p50']:7.3f}"
          f" {ours['p99']:7.3f} {theirs['p99']:7.3f}", flush=True)


def compare_all(folder, data, options):
    peers = []
    try:
        peers.append(roster := start_roster("roster", data))
        peers.append(plain := start_roster("roster, nothing kept", data, "--cache-bytes", "0"))
        headers, body = fetch(roster.port, PAGE)
        (folder / "www/page.html").write_bytes(body)
        (folder / "www/page.html.gz").write_bytes(gzip.compress(body))
        (folder / "www/site.css").write_bytes(fetch(roster.port, STYLE)[1])
        peers.append(nginx := start_nginx(folder))
        go, node = start_go(folder), start_node(folder)
        peers += [peer for peer in (go, node) if peer]
        for peer in peers:
            wait_until_idle(peer.process.pid)
        print_client_cost(roster, options.seconds)
        print(f"\npage {len(body)} bytes; {options.rounds} rounds of {options.seconds} s; server on core {SERVER_CORE}, "
              f"load on core {LOAD_CORE}; the last two pairs are ours and nginx's, in ms")
        print(f"{'':36} {'CPU/nginx':>9} {'target':>6} {'µs':>7} {'nginx µs':>8} {'req/s ÷':>8} {'req/s':>8}"
              f" {'p50':>7} {'nginx':>7} {'p99':>7} {'nginx':>7}")
        for scenario in scenarios(roster, plain, go, node, headers["ETag"]):
            if options.only in scenario.title:
                report(scenario.title, scenario.target, compare(scenario, nginx, options.rounds, options.seconds))
        if not options.only:
            for peer in (roster, nginx):
                before, during, after = idle_memory(peer, options.idle)
                print(f"{peer.name}: resident {before} KiB, with {options.idle} idle connections {during} KiB, "
                      f"after them {after} KiB")
    finally:
        for peer in peers:
            peer.stop()


def print_client_cost(roster, seconds):
    """What the load client takes for itself where it sleeps, beside wrk if that is installed."""
    for path in ("/healthz", PAGE):
        own = load(roster, path, connections=64, seconds=seconds, sleeps=True)["own_cpu"]
        text = f"the load client itself, 64 connections, {path}: {own:.2f} µs CPU per request"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            done = subprocess.run(["taskset", "-c", LOAD_CORE, "wrk", "-t1", "-c64", "-d1s",
                                   f"http://127.0.0.1:{roster.port}{path}"], capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            requests = int(re.search(r"(\d+) requests in", done.stdout)[1])
            text += f", wrk {used * 1e6 / requests:.2f}"
        except (FileNotFoundError, TypeError):
            pass
        print(text, flush=True)


def two_cores(data, rounds, seconds):
    """Two loops on both cores beside one loop on one, the load beside them: requests per second, and what load costs."""
    peers = [start_roster("one core", data, "--cache-bytes", "0"),
             start_roster("two cores", data, "--cache-bytes", "0", threads=2, cores=f"{SERVER_CORE},{LOAD_CORE}")]
    try:
        for peer in peers:
            wait_until_idle(peer.process.pid)
        pairs = []
        for number in range(rounds):
            result = {}
            for peer in peers if number % 2 else peers[::-1]:
                cores = LOAD_CORE if peer is peers[0] else f"{SERVER_CORE},{LOAD_CORE}"
                result[peer.name] = load(peer, SEARCH, connections=64, seconds=seconds, depth=32, sleeps=True,
                                         cores=cores)
            pairs.append((result["one core"], result["two cores"]))
        one, two = ({key: best([run[key] for run in side], most=key == "rate") for key in ("cpu", "rate", "own_cpu")}
                    for side in zip(*pairs))
        print(f"a search, nothing kept, 32 requests at once on each of 64 connections: two cores serve "
              f"{two['rate'] / one['rate']:.2f} times as many as one (target 1.8; other work on the machine changes it), by CPU "
              f"time {2 * one['cpu'] / (two['cpu'] + two['own_cpu']):.2f} times: {one['cpu']:.2f} µs per request on one, "
              f"{two['cpu']:.2f} on two, and {two['own_cpu']:.2f} of load beside it")
    finally:
        for peer in peers:
            peer.stop()


def idle_memory(peer, count):
    """Resident KiB before, with and after `count` idle connections that each made one request."""
    before = peer.resident_kib()
    sockets = [socket.create_connection(("127.0.0.1", peer.port)) for _ in range(count)]
    for one in sockets:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
    for one in sockets:
        one.recv(4096)
    during = peer.resident_kib()
    for one in sockets:
        one.close()
    time.sleep(1)
    return before, during, peer.resident_kib()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--idle", type=int, default=10_000)
    parser.add_argument("--only", default="", help="scenarios whose title contains this, or 'two cores'")
    options = parser.parse_args()
    load_client()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536), hard))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sample_data(folder / "Data")
        (folder / "www").mkdir()
        if options.only != "two cores":
            compare_all(folder, folder / "Data", options)
        if options.only in ("", "two cores"):
            two_cores(folder / "Data", options.rounds, options.seconds)
        if not options.only:
            print(f"program {ROSTER.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
