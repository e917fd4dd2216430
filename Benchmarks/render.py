#!/usr/bin/env python3
"""Renders the friend page of 39 rows with Roster's templates and with Go's, in one run: the ratio is what counts."""

import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from harness import ROOT, build_go  # noqa: E402

ROUNDS = 5


def main():
    ours = ROOT / "Benchmarks/.build/release/RenderBench"
    with tempfile.TemporaryDirectory() as name:
        go = build_go(pathlib.Path(name))
        for number in range(ROUNDS):
            print(f"-- round {number + 1} of {ROUNDS}")
            print(subprocess.run([ours], capture_output=True, text=True, check=True).stdout.strip())
            if go:
                print(subprocess.run([*go, "-render", "2000"], capture_output=True, text=True, check=True).stdout.strip())


if __name__ == "__main__":
    main()
