"""Ten thousand friends on one page: nothing moves while they come, and what is out of sight costs no layout."""

import gzip
import subprocess
import sys

import pytest

import web
from conftest import ROOT

# Measured 122 KB, of which names, introductions and the numbers of 120 pictures alone are 72: see docs/performance.md.
BYTES = 130_000


@pytest.fixture(scope="module")
def large(serve, tmp_path_factory):
    data = tmp_path_factory.mktemp("large")
    generator = ROOT / "Benchmarks/generate_friends.py"
    arguments = ["--friends", "10000", "--groups", "100", "--out", data / "friends.plist"]
    subprocess.run([sys.executable, generator, *arguments], check=True)
    return serve(data)


def test_its_size(large):
    content = web.page(f"{large.url}/friends?open=all", Accept_Encoding="gzip").content
    assert gzip.decompress(content).count(b"<li>") > 9000
    assert len(content) <= BYTES


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves(large, window, width):
    page = window(width=width, height=900)
    page.goto(f"{large.url}/friends?open=all")
    height = "document.documentElement.scrollHeight"
    before = page.evaluate(height)
    # A screen at a time: a browser lays out somewhat more than it shows, and nobody reads a longer jump.
    for _ in range(25):
        page.mouse.wheel(0, 800)
        page.wait_for_timeout(40)
    shift = page.evaluate("""new Promise(done => {
        let sum = 0;
        new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
            .observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 300);
    })""")
    assert shift == 0
    # The room left for rows not yet laid out is what they take, but for the few whose lines wrap.
    assert abs(page.evaluate(height) - before) < 0.01 * before


def test_long_groups_wait_until_they_are_seen(large, window):
    page = window(width=390, height=900)
    page.goto(f"{large.url}/friends?open=all")
    lists = page.locator(".g > ul").evaluate_all("""all => all.map(ul => ({
        rows: ul.children.length, height: ul.getBoundingClientRect().height, waits: getComputedStyle(ul).contentVisibility === 'auto',
    }))""")
    assert len(lists) > 90
    assert all(one["waits"] == (one["rows"] >= 20) for one in lists)
    assert all(one["height"] > 50 * one["rows"] - 1 for one in lists)
    assert all(abs(one["height"] - 50 * one["rows"]) < 1 for one in lists[60:] if one["waits"]), "as high as its rows will be"
