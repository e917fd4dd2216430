"""w3m and lynx show the whole of a page: order, counts, VIP, presence, open state."""

import os
import re
import subprocess

import pytest

from conftest import ROOT
from sample import groups, load

OPEN, CLOSED = "▾", "▸"


def dump(browser, url):
    commands = {
        "w3m": ["w3m", "-dump", "-cols", "200", "-o", "display_charset=UTF-8", url],
        "lynx": ["lynx", "-dump", "-nolist", "-width=200", "-display_charset=utf-8", url],
    }
    environment = os.environ | {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(commands[browser], capture_output=True, text=True, timeout=20, check=True, env=environment)
    return [re.sub(r"\s+", " ", line).strip() for line in done.stdout.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def english(serve):
    return serve(ROOT / "Data", "--language", "en")


browsers = pytest.mark.parametrize("browser", ["w3m", "lynx"])


def place(lines, text, after):
    """The number of the first line after `after` that says `text`."""
    wanted = re.sub(r"\s+", " ", text).strip()
    for number in range(after + 1, len(lines)):
        if wanted in lines[number]:
            return number
    raise AssertionError(f"no line after {after} says {wanted!r}: {lines[after:]}")


@browsers
@pytest.mark.parametrize("name", ["friends", "classmates", "colleagues"])
@pytest.mark.parametrize("opened", ["none", "all", "one"])
def test_friend_list(english, browser, name, opened):
    query = {"none": "", "all": "?open=all", "one": "?open=1"}[opened]
    lines = dump(browser, f"{english.url}/{name}{query}")
    line = 0
    for index, (group, online, friends) in enumerate(groups(name)):
        is_open = opened == "all" or opened == "one" and index == 1
        line = place(lines, f"{OPEN if is_open else CLOSED} {group}", line)
        count = f"{online}/{len(friends)}" if online is not None else str(len(friends))
        assert re.search(rf"(?<!\d){count}(?!\d)", lines[line].removeprefix(group)), lines[line]
        if not is_open:
            continue
        if not friends:
            assert lines[line + 1].startswith("Nobody")
        for friend in friends:
            start = line = place(lines, friend["name"][:60], line)
            if friend.get("intro"):
                line = place(lines, friend["intro"][:60], line - 1)
            entry = " ".join(lines[start : line + 1])
            if "status" in friend:
                assert ("VIP" in entry) == friend["vip"], entry
                assert re.search(rf"\b{friend['status']}\b", entry), entry
    text = "\n".join(lines)
    for index, (_, _, friends) in enumerate(groups(name)):
        if opened == "none" or opened == "one" and index != 1:
            others = {
                friend["name"]
                for number, group in enumerate(groups(name))
                if number == 1 and opened == "one"
                for friend in group[2]
            }
            assert not [
                friend["name"]
                for friend in friends
                if friend["name"] in text and friend["name"] not in others and len(friend["name"]) > 3
            ]


@browsers
def test_products_and_chat(english, browser):
    lines = dump(browser, f"{english.url}/products")
    line = 0
    for product in load("products"):
        found = place(lines, product["name"], line - 1)
        line = found
    lines = dump(browser, f"{english.url}/chat")
    line = 0
    for message in load("chat"):
        line = place(lines, message["name"], line)
        line = place(lines, message["text"].split("\n")[0][:40], line - 1)
    assert sum(message["time"] in one for one in lines for message in load("chat")[:1]) >= 1


@browsers
def test_outline(edge, browser):
    lines = dump(browser, f"{edge.url}/settings?open=all")
    line = place(lines, "nested", 0)
    line = place(lines, "deeper", line)
    line = place(lines, "deepest", line)
    for value in ("one", "two", "three"):
        line = place(lines, value, line - 1)
