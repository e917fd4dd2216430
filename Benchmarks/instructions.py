#!/usr/bin/env python3
"""Counts the user instructions of one request, which no other load on the machine changes.

The server runs under callgrind and gets the same request A and then B times over one kept connection; the difference of
its event loop's two totals, divided by B - A, is the cost of a request; its calls of the heap's functions are counted
likewise. With --check the exit status is 1 where a count is more than 5 % over Benchmarks/thresholds.txt or a request
allocates, with --write the counts become the thresholds.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from harness import ROOT, free_port, sample_data, wait_until_idle  # noqa: E402

THRESHOLDS = ROOT / "Benchmarks/thresholds.txt"
FEW, MANY = 100, 600
# Valgrind counts `rep movsb`, one instruction of the processor, once for each byte: let memcpy copy by vectors instead.
COPYING = {"GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1000000000"}
HEAP = r"(malloc|calloc|realloc|posix_memalign|aligned_alloc)(@\S*|'\d+)?"
SHORT = "Host: localhost:8080\r\nAccept: */*\r\n"
BROWSER = (
    "Host: localhost:8080\r\nConnection: keep-alive\r\nCache-Control: max-age=0\r\n"
    'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"\r\nsec-ch-ua-mobile: ?0\r\nsec-ch-ua-platform: "Linux"\r\n'
    "Upgrade-Insecure-Requests: 1\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36\r\nAccept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,"
    "image/webp,*/*;q=0.8\r\nSec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-User: ?1\r\n"
    "Sec-Fetch-Dest: document\r\nAccept-Language: en-US,en;q=0.9\r\n")

SCENARIOS = [
    # name, further options, target, fields
    ("healthz, short head", (), "/healthz", SHORT),
    ("healthz, browser head", (), "/healthz", BROWSER),
    ("page cached, short head", (), "/friends?open=all", SHORT),
    ("page cached, browser head", (), "/friends?open=all", BROWSER),
    ("page cached, gzip", (), "/friends?open=all", SHORT + "Accept-Encoding: gzip, deflate, br\r\n"),
    ("page rendered", ("--cache-bytes", "0"), "/friends?open=all", SHORT),
    ("not modified", (), "/friends?open=all", SHORT + "If-None-Match: ~ETAG~\r\n"),
    ("asset", (), "/site.css", SHORT),
]


def read_answer(connection, buffer):
    while b"\r\n\r\n" not in buffer:
        buffer += connection.recv(65536)
    head, _, rest = buffer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    missing = (int(length[1]) if length and b" 304 " not in head.split(b"\r\n")[0] else 0) - len(rest)
    while missing > 0:
        part = connection.recv(min(missing, 1 << 16))
        missing -= len(part)
    return head


def heap_calls(text):
    """How often a thread called what allocates from the heap, by its callgrind file."""
    names = dict(re.findall(r"^c?fn=(\(\d+\)) (\S+)$", text, re.M))
    heap = {number for number, name in names.items() if re.fullmatch(HEAP, name)}
    return sum(int(count) for number, count in re.findall(r"^cfn=(\(\d+\)).*\ncalls=(\d+) ", text, re.M) if number in heap)


def totals(folder, port, binary, options, target, fields, count):
    """Instructions and heap allocations of the event loop after `count` requests, and the last status line."""
    for old in folder.glob("callgrind.*"):
        old.unlink()
    command = ["valgrind", "-q", "--tool=callgrind", "--separate-threads=yes", f"--callgrind-out-file={folder}/callgrind.out",
               binary, "serve", folder / "Data", "--public", folder / "Public", "--listen", f"127.0.0.1:{port}",
               "--threads", "1", "--access-log", "off", *options]
    with subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          env=os.environ | COPYING) as process:
        process.stdout.readline()
        wait_until_idle(process.pid)
        with socket.create_connection(("127.0.0.1", port)) as connection:
            def ask(with_fields):
                connection.sendall(f"GET {target} HTTP/1.1\r\n{with_fields}\r\n".encode())
                return read_answer(connection, b"")
            head = ask(SHORT).decode()
            tag = re.search(r"(?i)\r\netag: *(\S+)", head)
            wanted = fields.replace("~ETAG~", tag[1] if tag else "")
            for _ in range(count):
                head = ask(wanted)
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    instructions = allocations = 0
    for file in folder.glob("callgrind.out*"):
        text = file.read_text(errors="replace")
        # Threads that compress and index run whenever they can: only those that read requests count.
        summary = re.search(r"^(?:totals|summary): (\d+)", text, re.M) if "HeadScanner" in text else None
        # One loop was started; which number its thread has changes from run to run.
        if summary and int(summary[1]) > instructions:
            instructions, allocations = int(summary[1]), heap_calls(text)
    return instructions, allocations, head.split(b"\r\n")[0].decode()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="")
    options = parser.parse_args()

    thresholds = {}
    if THRESHOLDS.exists():
        for line in THRESHOLDS.read_text().splitlines():
            if line and not line.startswith("#"):
                name, _, number = line.rpartition(" ")
                thresholds[name.strip()] = int(number)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sample_data(folder / "Data")
        # Only the assets that the page names: reading the others would take the time of the measurement.
        (folder / "Public/images").mkdir(parents=True)
        for pattern in ("*.*", "images/favicon.png", "images/avatar_*"):
            for path in (ROOT / "Public").glob(pattern):
                shutil.copy(path, folder / "Public" / path.relative_to(ROOT / "Public"))
        binary = folder / "roster"
        # valgrind reads the debug information of a static Swift program for minutes.
        subprocess.run(["strip", "-g", "-o", binary, ROOT / ".build/release/roster"], check=True)
        results, failed = {}, []
        for title, further, target, fields in SCENARIOS:
            if options.only not in title:
                continue
            further = (*further, "--templates", ROOT / "Templates")
            low = totals(folder, free_port(), binary, further, target, fields, FEW)
            high = totals(folder, free_port(), binary, further, target, fields, MANY)
            count, allocations = ((high[index] - low[index]) / (MANY - FEW) for index in (0, 1))
            results[title] = count = int(count)
            limit = thresholds.get(title)
            verdict = "" if limit is None else f"threshold {limit}"
            if limit is not None and count > limit * 1.05:
                failed.append(title)
                verdict += "  OVER"
            # What is read and made ready once in a while may differ by a few between two runs; a request must not allocate.
            if allocations > 0.1:
                failed.append(title)
                verdict += "  ALLOCATES"
            print(f"{title:28} {count:9} {allocations:6.2f} allocations  {high[2]:24} {verdict}", flush=True)
    if options.write:
        THRESHOLDS.write_text(
            "# User instructions of one request, by Benchmarks/instructions.py --write; more than 5 % over fails --check.\n"
            + "".join(f"{title:28} {count}\n" for title, count in results.items()))
    if options.check and failed:
        raise SystemExit(f"over the threshold, or allocating: {', '.join(failed)}")


if __name__ == "__main__":
    main()
