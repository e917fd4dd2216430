"""The data folder while people look: changes within a second, broken files, and never a page of two revisions."""

import os
import plistlib
import re
import threading
import time

import pytest

import web
from conftest import Server


def people(revision, groups=40):
    return plistlib.dumps(
        [
            {
                "name": f"Group {number} of revision {revision}",
                "id": f"group-{number}",
                "friends": [f"Friend {number} of revision {revision}"],
            }
            for number in range(groups)
        ]
    )


def replace(path, content):
    """Writes beside the file and renames: the way editors save."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(content)
    beside.rename(path)


def within_a_second(seen):
    """Waits until `seen()` is true; at most a second, the noise of a busy machine added."""
    start = time.monotonic()
    while not seen():
        assert time.monotonic() - start < 1.5, "not seen within a second"
        time.sleep(0.01)
    return time.monotonic() - start


@pytest.fixture
def live(tmp_path):
    (tmp_path / "people.plist").write_bytes(people(0))
    with Server(tmp_path) as server:
        yield server, tmp_path
        assert server.stop() == 0, server.log


def body(server, path="/people?open=all"):
    return web.fetch(server.url + path).body


def test_a_changed_file(live):
    server, folder = live
    times = []
    for revision in range(1, 6):
        if revision % 2:
            replace(folder / "people.plist", people(revision))
        else:
            (folder / "people.plist").write_bytes(people(revision))
        times.append(within_a_second(lambda: f"revision {revision}" in body(server)))
        assert f"revision {revision - 1}" not in body(server)
    assert sorted(times)[2] < 1, times


def test_new_and_removed_files(live):
    server, folder = live
    assert web.fetch(f"{server.url}/more").status == 404
    (folder / "more.plist").write_bytes(people(1))
    within_a_second(lambda: web.fetch(f"{server.url}/more").status == 200)
    assert 'href="more"' in body(server, "/")
    (folder / "more.plist").unlink()
    within_a_second(lambda: web.fetch(f"{server.url}/more").status in (404, 410))
    assert 'href="more"' not in body(server, "/")


def test_a_broken_file_keeps_the_last_good_revision(live):
    server, folder = live
    good = web.page(f"{server.url}/people?open=all")
    replace(folder / "people.plist", b"<plist><array>\n<string>never closed</array></plist>")
    within_a_second(lambda: web.fetch(f"{server.url}/people?open=all").fields["etag"] != good.fields["etag"])
    stale = web.page(f"{server.url}/people?open=all")
    assert "revision 0" in stale.body
    (note,) = [p.text for p in stale.document.all("p", **{"class": "note"})]
    assert re.search(r"\d\d:\d\d", note), "since when"
    assert "never closed" not in stale.body and "plist:" not in stale.body, "why is not for visitors"
    within_a_second(lambda: any("people.plist:2:" in line for line in server.log))
    assert web.fetch(f"{server.url}/readyz").status == 200
    replace(folder / "people.plist", people(1))
    within_a_second(lambda: "revision 1" in body(server))
    assert not web.page(f"{server.url}/people").document.all("p", **{"class": "note"})


def test_a_file_that_comes_back_as_it_was_has_its_old_tag(live):
    server, folder = live
    first = web.page(f"{server.url}/people").fields["etag"]
    replace(folder / "people.plist", people(1))
    within_a_second(lambda: web.fetch(f"{server.url}/people").fields["etag"] != first)
    replace(folder / "people.plist", people(0))
    within_a_second(lambda: web.fetch(f"{server.url}/people").fields["etag"] == first)


def test_a_folder_behind_a_symbolic_link(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "people.plist").write_bytes(people(name))
    link = tmp_path / "current"
    link.symlink_to(tmp_path / "one")
    with Server(link) as server:
        assert "revision one" in body(server)
        (tmp_path / "next").symlink_to(tmp_path / "two")
        (tmp_path / "next").rename(link)
        within_a_second(lambda: "revision two" in body(server))
        assert server.stop() == 0


def test_hidden_and_foreign_files_are_no_pages(live):
    server, folder = live
    (folder / ".hidden.plist").write_bytes(people(1))
    (folder / "notes.txt").write_text("no list")
    (folder / "healthz.plist").write_bytes(people(7))
    within_a_second(lambda: web.fetch(f"{server.url}/healthz-list").status == 200)
    assert web.fetch(f"{server.url}/healthz").body.startswith("ok")
    for path in ("/.hidden", "/notes", "/notes.txt", "/../people.plist", "/%2e%2e/people.plist"):
        assert web.fetch(server.url + path).status in (400, 404), path


def test_a_thousand_rewrites_never_show_two_revisions_in_one_page(live):
    """Two threads read while the file is rewritten as fast as the disk allows: by rename, in place, and broken."""
    server, folder = live
    path, wrong, answers, over = folder / "people.plist", [], [], threading.Event()

    def read():
        while not over.is_set():
            answer = web.fetch(f"{server.url}/people?open=all")
            found = re.findall(r"(?:Group|Friend) (\d+) of revision (\d+)", answer.body)
            # The name of a group stands in its header and, hidden, in the link to its page.
            rows = {
                (number, kind)
                for kind in ("Group", "Friend")
                for number in re.findall(kind + r" (\d+) of", answer.body)
            }
            answers.append(found[0][1] if found else None)
            if answer.status != 200 or len({revision for _, revision in found}) != 1 or len(rows) != 80:
                wrong.append((answer.status, found[:3]))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for revision in range(1, 1001):
        content = people(revision)
        if revision % 10 == 0:
            replace(path, content[: len(content) // 2])
        elif revision % 3 == 0:
            with open(path, "r+b") as file:  # in place, in two writes
                file.truncate(0)
                file.write(content[: len(content) // 3])
                file.flush()
                file.write(content[len(content) // 3 :])
        else:
            replace(path, content)
    replace(path, people(1001))
    try:
        within_a_second(lambda: "revision 1001" in body(server))
    finally:
        over.set()
        for reader in readers:
            reader.join()
    assert wrong == []
    assert len(answers) > 100 and len(set(answers)) > 3
    assert not web.page(f"{server.url}/people").document.all("p", **{"class": "note"})


def test_an_unreadable_size_is_refused_with_a_message(live):
    server, folder = live
    huge = folder / "huge.plist"
    with open(huge, "wb") as file:
        file.write(b"<plist><array>")
        os.truncate(huge, 8 << 30)  # no bytes on the disk
    within_a_second(lambda: web.fetch(f"{server.url}/huge").status == 503)
    within_a_second(lambda: any("huge.plist" in line and "error" in line for line in server.log))
    assert "revision 0" in body(server)
