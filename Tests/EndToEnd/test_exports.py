"""What can be taken along is read back by Python's own readers: json, csv, plistlib, and the lines of a vCard."""

import csv
import email.message
import io
import json
import plistlib
import re
import urllib.parse

import pytest

import odd
import web
from sample import FRIEND_LISTS, groups, load

TYPES = {"json": "application/json", "csv": "text/csv", "vcf": "text/vcard", "plist": "application/x-plist"}


def named(value):
    """A group or friend of an export or of the data, as (name, intro, vip, status)."""
    if isinstance(value, str):
        return (value, "", False, "")
    return (value["name"], value.get("intro", ""), bool(value.get("vip", False)), value.get("status", ""))


def flat(exported):
    return [
        (group.get("name", group.get("group")), [named(friend) for friend in group["friends"]]) for group in exported
    ]


def expected(name):
    return [(group, [named(friend) for friend in friends]) for group, _, friends in groups(name)]


@pytest.mark.parametrize("name", FRIEND_LISTS)
@pytest.mark.parametrize("ending", ["json", "plist"])
def test_lists_come_back_whole(site, name, ending):
    answer = web.page(f"{site.url}/{name}.{ending}")
    value = json.loads(answer.content) if ending == "json" else plistlib.loads(answer.content)
    assert flat(value) == expected(name)
    assert [group.get("online") for group in value] == [online for _, online, _ in groups(name)]


@pytest.mark.parametrize("name", FRIEND_LISTS)
def test_tables_come_back_whole(site, name):
    answer = web.page(f"{site.url}/{name}.csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    wanted = [(group, *named(friend)) for group, _, friends in groups(name) for friend in friends]
    assert [(row["group"], row["name"], row["intro"], row["vip"] == "1", row["status"]) for row in rows] == wanted
    assert answer.content.count(b"\r\n") == len(rows) + 1, "RFC 4180: lines end with CRLF"


def cards(text):
    """The cards of a file, each a list of (name, value) with folded lines joined and escapes undone."""
    assert text.endswith("\r\n") and max(len(line.encode()) for line in text.split("\r\n")) <= 75
    lines = re.sub(r"\r\n[ \t]", "", text).split("\r\n")[:-1]
    found = []
    for line in lines:
        name, value = line.split(":", 1)
        if line == "BEGIN:VCARD":
            found.append([])
        found[-1].append((name.split(";")[0], re.sub(r"\\(.)", lambda m: "\n" if m[1] in "nN" else m[1], value)))
    return found


def test_cards(site):
    found = cards(web.page(f"{site.url}/friends.vcf").body)
    wanted = [(group, *named(friend)) for group, _, friends in groups("friends") for friend in friends]
    assert len(found) == len(wanted)
    for card, (group, name, intro, vip, _) in zip(found, wanted, strict=True):
        fields = dict(card)
        assert card[:2] == [("BEGIN", "VCARD"), ("VERSION", "4.0")] and card[-1] == ("END", "VCARD")
        assert fields["FN"] == name and fields.get("NOTE", "") == intro
        assert fields["CATEGORIES"].split(",") == [group] + ["VIP"] * vip
    assert len({dict(card)["UID"] for card in found}) == len(found)


def test_odd_values_survive(edge):
    """Quotes, line breaks, markup, a joined emoji; a name that a spreadsheet would take for a formula is made harmless there only."""
    value = json.loads(web.page(f"{edge.url}/people.json").content)
    friends = {friend["name"]: friend for friend in value[0]["friends"]}
    for friend in odd.PEOPLE[0]["friends"]:
        assert friends[friend["name"]].get("intro", "") == friend.get("intro", "")
    assert friends[odd.MARKUP]["url"] == "https://example.org/?a=1&b=2"
    assert plistlib.loads(web.page(f"{edge.url}/people.plist").content)[0]["opened"] is True
    rows = list(csv.DictReader(io.StringIO(web.page(f"{edge.url}/people.csv").content.decode("utf-8-sig"), newline="")))
    assert rows[0]["name"] == odd.MARKUP and rows[1]["intro"] == odd.PEOPLE[0]["friends"][1]["intro"]
    for row in rows:
        for cell in row.values():
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")), f"{cell!r} would be run by a spreadsheet"
    assert rows[1]["name"].endswith(odd.FORMULA)
    names = [dict(card)["FN"] for card in cards(web.page(f"{edge.url}/people.vcf").body)]
    assert odd.FORMULA in names and odd.MARKUP in names


def test_an_export_honours_the_filter(site):
    for query, keeps in (
        ("show=online", lambda friend: friend["status"] != "offline"),
        ("q=ada", lambda friend: "ada" in friend["name"].lower()),
    ):
        value = json.loads(web.page(f"{site.url}/friends.json?{query}").content)
        found = [friend["name"] for group in value for friend in group["friends"]]
        assert (
            found
            == [friend["name"] for _, _, friends in groups("friends") for friend in friends if keeps(friend)]
            != []
        )
    page = web.page(f"{site.url}/friends?q=ada&sort=name").document
    links = [url for url, element in page.links if url.partition("?")[0].endswith(".json")]
    assert links == [f"{site.url}/friends.json?q=ada&sort=name"]


def test_products_and_chat(site):
    for name in ("products", "chat"):
        data = load(name)
        for ending, read in (("json", json.loads), ("plist", plistlib.loads)):
            value = read(web.page(f"{site.url}/{name}.{ending}").content)
            keys = ("name", "icon") if name == "products" else ("text", "time", "type")
            assert [[entry[key] for key in keys] for entry in value] == [[entry[key] for key in keys] for entry in data]
        rows = list(csv.reader(io.StringIO(web.page(f"{site.url}/{name}.csv").content.decode("utf-8-sig"), newline="")))
        assert len(rows) == len(data) + 1


@pytest.mark.parametrize("ending", TYPES)
def test_names_and_types(edge, ending):
    for name in ("people", "通讯录"):
        answer = web.page(f"{edge.url}/{urllib.parse.quote(name)}.{ending}")
        assert answer.fields["content-type"].split(";")[0] == TYPES[ending]
        message = email.message.Message()
        message["Content-Disposition"] = answer.fields["content-disposition"]
        assert message.get_content_disposition() == "attachment"
        plain = re.search(r'filename="([^"]*)"', answer.fields["content-disposition"])[1]
        assert re.fullmatch(r"[A-Za-z0-9_.-]+", plain) and plain.endswith("." + ending)
        extended = re.search(r"filename\*=UTF-8''(\S+)", answer.fields["content-disposition"])[1]
        assert urllib.parse.unquote(extended) == f"{name}.{ending}"
        assert answer.fields["x-robots-tag"] == "noindex"


def test_an_exported_list_is_the_same_page_again(edge, serve, tmp_path_factory):
    folder = tmp_path_factory.mktemp("again")
    (folder / "people.plist").write_bytes(web.page(f"{edge.url}/people.plist").content)
    again = serve(folder)
    for state in ("", "?open=all"):
        one, other = (web.page(f"{server.url}/people{state}").document for server in (edge, again))
        assert [(h.attributes["href"], h.text) for h in one.headers] == [
            (h.attributes["href"], h.text) for h in other.headers
        ]


def test_what_a_page_does_not_export_is_404(site, edge):
    for url in (
        f"{site.url}/friends.xml",
        f"{site.url}/nosuch.json",
        f"{site.url}/products.vcf",
        f"{edge.url}/broken.json",
    ):
        assert web.fetch(url).status in (404, 503), url
