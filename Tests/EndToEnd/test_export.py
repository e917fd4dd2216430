"""A static copy: every link in it leads to a file in it, and nothing in it needs a server."""

import html
import re
import urllib.parse

import web
from conftest import ROOT, roster


def references(file):
    text = file.read_text()
    if file.suffix == ".css":
        return re.findall(r"url\(([^)]+)\)", text)
    found = re.findall(r' (?:href|src)="([^"]*)"', text)
    for candidates in re.findall(r' srcset="([^"]*)"', text):
        found += [candidate.split()[0] for candidate in candidates.split(",")]
    return [html.unescape(reference) for reference in found]


def test_every_link_leads_to_a_file(tmp_path):
    done = roster("export", tmp_path / "copy", ROOT / "Data")
    assert done.returncode == 0, done.stderr
    files = [file for file in (tmp_path / "copy").rglob("*") if file.is_file()]
    assert done.stdout.decode() == f"{len(files)} files in {tmp_path / 'copy'}\n"
    checked = 0
    for file in files:
        if file.suffix not in (".html", ".css"):
            continue
        for reference in references(file):
            parts = urllib.parse.urlsplit(reference)
            assert not parts.netloc and not parts.query and not parts.path.startswith("/"), (file, reference)
            target = (file.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else file
            assert target in files, (file, reference)
            if parts.fragment and target.suffix == ".html":
                assert f'id="{parts.fragment}"' in target.read_text(), (file, reference)
            checked += 1
    assert checked > 500
    names = {str(file.relative_to(tmp_path / "copy")) for file in files}
    assert {"index.html", "friends.html", "friends/all.html", "friends/climbing-crew.html", "products.html", "chat.html",
            "friends.json", "friends.vcf", "products.csv", "favicon.ico"} <= names
    assert not any("<form" in file.read_text() for file in files if file.suffix == ".html")


def test_headers_lead_from_closed_to_open_and_back(tmp_path):
    assert roster("export", tmp_path / "copy", ROOT / "Data").returncode == 0
    closed = (tmp_path / "copy/friends.html").read_text()
    opened = (tmp_path / "copy/friends/all.html").read_text()
    assert 'href="friends/all.html#g-climbing-crew"' in closed
    assert 'href="../friends.html#g-climbing-crew"' in opened
    assert "Maya Okafor" not in closed and "Maya Okafor" in opened


def test_a_folder_with_files_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    done = roster("export", tmp_path, ROOT / "Data")
    assert done.returncode == 1
    assert "not empty" in done.stderr.decode()
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]


def test_a_file_that_cannot_be_read_is_left_out(tmp_path):
    """The others are copied, nothing links to the missing page, and standard error says why."""
    data = tmp_path / "Data"
    data.mkdir()
    for name in ("a", "c"):
        (data / f"{name}.plist").write_bytes((ROOT / "Data/classmates.plist").read_bytes())
    (data / "b.plist").write_text("junk")
    done = roster("export", tmp_path / "copy", data)
    assert done.returncode == 0, done.stderr
    assert "b.plist" in done.stderr.decode()
    names = {file.name for file in (tmp_path / "copy").iterdir()}
    assert {"index.html", "a.html", "c.html"} <= names and "b.html" not in names
    assert "b.html" not in (tmp_path / "copy/index.html").read_text()


def test_own_addresses_stay_below_a_prefix(serve, tmp_path):
    """A friend's path of this site is linked relatively: from the list and from the group's page."""
    (tmp_path / "team.plist").write_text(
        "<plist><array><dict><key>name</key><string>Us</string><key>friends</key><array><dict><key>name</key>"
        "<string>Kim</string><key>url</key><string>/products</string></dict></array></dict></array></plist>")
    site = serve(tmp_path)
    assert 'href="./products"' in web.fetch(f"{site.url}/team?open=all").body
    assert 'href="../products"' in web.fetch(f"{site.url}/team/us").body
