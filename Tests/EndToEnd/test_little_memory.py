"""Property lists whose tables do not fit into memory are refused like any other: a message, exit 1, no crash."""

import resource
import subprocess

import pytest

from conftest import BINARY, ROOT, clean_environment

MIB = 1 << 20


def check(file, limit):
    """`roster check` with at most `limit` bytes of address space."""
    return subprocess.run(
        [BINARY, "check", file], capture_output=True, timeout=60, cwd=ROOT, env=clean_environment(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))


def many_objects(file, count):
    """A binary list that announces `count` objects and refers to one: true. A sparse file."""
    with open(file, "wb") as out:
        out.write(b"bplist00" + b"\x09" + b"\x08")
        out.truncate(9 + count)
        out.seek(9 + count)
        out.write(bytes(6) + bytes([1, 1]) + b"".join(n.to_bytes(8, "big") for n in (count, 0, 9)))


def many_values(file, count):
    """An XML list whose table of values grows beyond what its size promises: `<true/>` is the shortest value."""
    with open(file, "wb") as out:
        out.write(b"<array>" + b"<true/>" * count + b"</array>")


@pytest.mark.parametrize("write, count", [(many_objects, 100 * MIB), (many_values, 9_000_000)])
def test_a_list_too_big_for_the_memory_is_refused(tmp_path, write, count):
    file = tmp_path / "big.plist"
    write(file, count)
    assert check(file, 4096 * MIB).returncode == 0
    # Room for the program and the file, not for a table besides.
    done = check(file, file.stat().st_size + 250 * MIB)
    assert done.returncode == 1, done.stderr
    assert b"big.plist:" in done.stdout and b"the file is too big for the memory that there is" in done.stdout
