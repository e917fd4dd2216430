"""The table of readings says what ICU's transliterator says."""

import subprocess

from conftest import ROOT


def test_the_table_is_icus():
    done = subprocess.run([ROOT / "Scripts/pinyin", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
