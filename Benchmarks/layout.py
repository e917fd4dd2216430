#!/usr/bin/env python3
"""Opens a list of 10,000 friends in Chromium: bytes on the wire, layout time, and whether anything moves.

The list is generate_friends.py's, 100 groups, with 120 pictures, everything open; its bytes are also given for the same
names as a plain list. Needs Playwright's Python package and a
Chromium (/usr/bin/chromium, or $CHROMIUM). Times are Chromium's own counters, the median of several loads.
"""

import argparse
import gzip
import os
import pathlib
import plistlib
import re
import statistics
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from harness import ROOT, ROSTER, free_port  # noqa: E402

from playwright.sync_api import sync_playwright  # noqa: E402

SHIFTS = """new Promise(done => {
    let sum = 0;
    new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => done(sum), 300);
})"""


def picture(number, side=88):
    """A PNG of one colour, another for each number."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    row = b"\0" + bytes((number * 2, 255 - number, number * 7 % 256)) * side
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(row * side)) + chunk(b"IEND", b"")


def write_data(folder, friends, groups):
    """The list, its names as a plain list, and a picture for every icon it names."""
    images = folder / "images"
    images.mkdir(parents=True)
    for number in range(1, 121):
        (images / f"{number:03}.png").write_bytes(picture(number))
    subprocess.run([sys.executable, ROOT / "Benchmarks/generate_friends.py", "--friends", str(friends), "--groups", str(groups),
                    "--out", folder / "friends.plist"], check=True)
    with open(folder / "friends.plist", "rb") as rich:
        names = [{"group": group["name"], "friends": [friend["name"] for friend in group["friends"]]}
                 for group in plistlib.load(rich)]
    with open(folder / "names.plist", "wb") as plain:
        plistlib.dump(names, plain)


def answer(url, coding):
    request = urllib.request.Request(url, headers={"Accept-Encoding": coding, "Accept-Language": "en"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return response.read()


def load(browser, url, width):
    """Seconds of style and layout, their sum over one load; and how far content moved, while scrolling too."""
    page = browser.new_page(viewport={"width": width, "height": 900}, locale="en")
    counters = page.context.new_cdp_session(page)
    counters.send("Performance.enable")
    page.goto(url, wait_until="load")
    metrics = {one["name"]: one["value"] for one in counters.send("Performance.getMetrics")["metrics"]}
    for _ in range(15):
        page.mouse.wheel(0, 800)
        page.wait_for_timeout(50)
    shift = page.evaluate(SHIFTS)
    page.close()
    return metrics["LayoutDuration"], metrics["RecalcStyleDuration"], shift


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--friends", type=int, default=10_000)
    parser.add_argument("--groups", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        data = pathlib.Path(name) / "Data"
        write_data(data, options.friends, options.groups)
        port = free_port()
        server = subprocess.Popen([ROSTER, "serve", data, "--listen", f"127.0.0.1:{port}", "--access-log", "off"],
                                  cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            server.stdout.readline()
            plain = answer(f"http://127.0.0.1:{port}/names?open=all", "gzip")
            print(f"as a plain list: {len(plain):,} bytes with gzip")
            report(f"http://127.0.0.1:{port}/friends?open=all", options.rounds)
        finally:
            server.terminate()
            server.wait(15)


def report(url, rounds):
    begin = time.perf_counter()
    packed = answer(url, "gzip")
    took = time.perf_counter() - begin
    plain = gzip.decompress(packed)
    text = re.sub(rb"<[^>]*>", b"", plain)
    named = re.sub(rb'<img src="[^"]*/(\d+)\.png"[^>]*>', rb"\1", plain)
    named = re.sub(rb"<[^>]*>", b"", named)
    print(f"rows {plain.count(b'<li>')}, {len(plain):,} bytes, {len(packed):,} with gzip, first answer in {took * 1000:.0f} ms")
    print(f"of which the text alone {len(gzip.compress(text)):,}, with the numbers of the pictures {len(gzip.compress(named)):,}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
        for width in (390, 1280):
            runs = [load(browser, url, width) for _ in range(rounds)]
            layout, style = (statistics.median(run[place] for run in runs) * 1000 for place in (0, 1))
            print(f"{width} px wide: layout {layout:.0f} ms, style {style:.0f} ms, "
                  f"best of both {min(run[0] + run[1] for run in runs) * 1000:.0f} ms; shift {max(run[2] for run in runs)}")
        browser.close()


if __name__ == "__main__":
    main()
