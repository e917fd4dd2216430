"""Replays conformance material from outside through the command line and the server.

Each part is skipped, visibly, where the environment does not name its folder:
ROSTER_CONFORMANCE_PLISTS, _STRETCH, _MUSTACHE, _HTTP.
"""

import hashlib
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys

import pytest
from PIL import Image

from conftest import ROOT, Server, roster


def folder_of(name):
    path = os.environ.get(f"ROSTER_CONFORMANCE_{name}")
    return pathlib.Path(path) if path else None


def cases_of(name, read):
    """The cases of a part, or one case that says why there are none."""
    folder = folder_of(name)
    if folder is None:
        reason = f"ROSTER_CONFORMANCE_{name} names no folder"
        return [pytest.param(None, marks=pytest.mark.skip(reason=reason), id=f"no-{name.lower()}")]
    return [pytest.param(case, id=id) for id, case in read(folder)]


# Property lists

def read_plists(folder):
    return list(json.loads((folder / "expected.json").read_text())["cases"].items())


def unnested(value):
    """The value with {"nest": …} written out, as far as Python's own JSON reader goes: from the outside in."""
    arrays = 0
    while "nest" in value:
        arrays += value["nest"]["arrays"]
        value = value["nest"]["inner"]
    return arrays, value


def same(found, wanted):
    arrays, wanted = unnested(wanted)
    for _ in range(arrays):
        if list(found) != ["array"] or len(found["array"]) != 1:
            return False
        found = found["array"][0]
    (kind, expected), = wanted.items()
    if list(found) != [kind]:
        return False
    value = found[kind]
    if kind == "array":
        return len(value) == len(expected) and all(map(same, value, expected))
    if kind == "dict":
        return [k for k, _ in value] == [k for k, _ in expected] and all(
            same(a, b) for (_, a), (_, b) in zip(value, expected))
    if kind == "real":
        a, b = float(value), float(expected)
        return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))
    return value == expected


FINDING = re.compile(r"(?s)^(?P<file>.*?):(?:(?P<line>\d+):(?P<column>\d+):)? error: (?P<sentence>.+) \[(?P<path>.+)\]$")


@pytest.mark.parametrize("case", cases_of("PLISTS", lambda f: [(n, (f / n, c)) for n, c in read_plists(f)]))
def test_property_list(case):
    file, wanted = case
    sys.setrecursionlimit(10_000)
    done = roster("dump", file, "--tagged")
    if wanted["expect"] == "accept":
        assert done.returncode == 0, done.stderr.decode()
        assert same(json.loads(done.stdout), wanted["value"])
        return
    assert done.returncode == 1
    assert done.stdout == b""
    finding = FINDING.match(done.stderr.decode().rstrip("\n"))
    assert finding, done.stderr.decode()
    assert finding["file"] == str(file)
    if "path" in wanted:
        assert finding["path"] == wanted["path"]
    if at := wanted.get("at"):
        place = int(finding["line"]), int(finding["column"])
        assert (at["line"], at["column"]) <= place <= (at["end_line"], at["end_column"]), finding["sentence"]


@pytest.mark.parametrize("case", cases_of("PLISTS", lambda f: [(p.name, p) for p in sorted((f / "domain").iterdir())]))
def test_domain_file_gives_a_page(case, tmp_path):
    (tmp_path / "list.plist").write_bytes(case.read_bytes())
    done = roster("check", tmp_path / "list.plist")
    assert done.returncode == 0, done.stdout.decode()
    with Server(tmp_path) as server:
        page = subprocess.run(["curl", "-sS", "-w", "%{http_code}", f"{server.url}/list"], capture_output=True, text=True)
        assert page.stdout.endswith("200"), page


# Stretched images

def read_stretch(folder):
    cases = json.loads((folder / "cases.json").read_text())["cases"]
    return [(case["id"], (folder / case["image"], case)) for case in cases]


def caps_of(case):
    if case["op"] == "stretchable":
        return {"option": f"{case['left']},{case['top']}", "name": "cap"}
    insets = ",".join(str(case[edge]) for edge in ("top", "left", "bottom", "right"))
    return {"option": insets, "name": "insets"}


def rgba_sha256(png):
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    return list(image.size), hashlib.sha256(image.tobytes()).hexdigest()


@pytest.mark.parametrize("case", cases_of("STRETCH", read_stretch))
def test_stretched_image(case):
    image, wanted = case
    caps = caps_of(wanted)
    mode = ["--mode", wanted["mode"]] if wanted.get("mode") else []
    mirror = ["--mirror"] if wanted.get("mirror") else []
    done = roster(
        "stretch", image, "--size", f"{wanted['width']}x{wanted['height']}", f"--{caps['name']}={caps['option']}", *mode,
        "--scale", wanted["scale"], *mirror, "-o", "-")
    if "error" in wanted:
        assert done.returncode in (1, 2), done
        assert done.stdout == b""
        assert wanted["error"] in done.stderr.decode()
        return
    assert done.returncode == 0, done.stderr.decode()
    assert rgba_sha256(done.stdout) == (wanted["px"], wanted["rgba_sha256"])


# Mustache

def read_mustache(folder):
    for file in sorted(folder.glob("*.json")):
        # Lambdas are code inside data: a property list can't hold one.
        if file.stem == "~lambdas":
            continue
        for number, test in enumerate(json.loads(file.read_text())["tests"]):
            yield f"{file.stem}-{number}-{test['name']}", test


@pytest.mark.parametrize("case", cases_of("MUSTACHE", read_mustache))
def test_mustache(case, tmp_path):
    (tmp_path / "template.mustache").write_bytes(case["template"].encode())
    (tmp_path / "data.json").write_text(json.dumps(case["data"]))
    partials = tmp_path / "partials"
    partials.mkdir()
    for name, text in case.get("partials", {}).items():
        file = partials / f"{name}.mustache"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    done = roster("render", tmp_path / "template.mustache", tmp_path / "data.json", "--partials", partials, "--text")
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode() == case["expected"], case["desc"]


# HTTP

@pytest.mark.skipif(folder_of("HTTP") is None, reason="ROSTER_CONFORMANCE_HTTP names no folder")
@pytest.mark.parametrize("page", ["/friends", "/chat"])
def test_http(page):
    timeouts = ["--header-timeout", "4", "--body-timeout", "4", "--idle-timeout", "5"]
    with Server(ROOT / "Data", *timeouts) as server:
        checker = folder_of("HTTP") / "h1check.py"
        done = subprocess.run(
            [sys.executable, checker, "--port", str(server.port), "--page", page, "--static", "/site.css",
             "--timeout-budget", "4", "--idle-budget", "5", "--strict", "--jobs", "4", "--wait", "4"],
            capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, "\n".join(l for l in done.stdout.splitlines() if not l.startswith("PASS"))
        assert server.process.poll() is None
        assert server.stop() == 0
