"""The laws of addresses, from outside: every link is canonical, toggling twice changes nothing."""

import itertools
import random
import re
import urllib.parse

import pytest

import web
from sample import FRIEND_LISTS

STATES = ["", "?open=all", "?q=a", "?open=all&q=a", "?q=a&found=none", "?show=online", "?sort=name", "?open=all&show=online&sort=vip"]


@pytest.mark.parametrize("which", ["sample", "odd"])
def test_every_link_of_every_page_is_canonical(site, edge, which):
    """Answered with 200, without a redirect; where a page says its canonical address, that is 200 too."""
    server = site if which == "sample" else edge
    names = [*FRIEND_LISTS, "products", "chat", "stretch"] if which == "sample" else ["people", "shop", "settings"]
    start = [
        f"{server.url}/{name}{state}"
        for name in names
        for state in (STATES if name not in ("products", "chat", "stretch", "shop") else [""])
    ]
    found = web.crawl(server, [f"{server.url}/", *start], 250, lambda url, element: True)
    # `broken` can't be read: the list of pages links it all the same.
    wrong = {
        url: answer.status for url, answer in found.items() if answer.status != 200 and not url.endswith("/broken")
    }
    assert wrong == {}
    assert len(found) == 250
    for url, answer in found.items():
        if answer.status == 200 and answer.fields["content-type"].startswith("text/html"):
            (canonical,) = answer.document.all("link", rel="canonical")
            whole = answer.document.resolve(canonical.attributes["href"])
            # What a page can't be asked for, the start asks for all the same: `show` where nobody has a status.
            assert url == whole or url in start, "a canonical address says so itself"
            state = {"open", "q", "sort", "show"} & urllib.parse.parse_qs(urllib.parse.urlsplit(url).query).keys()
            assert (answer.fields.get("x-robots-tag") == "noindex") == bool(
                state or "cols=" in url or "/stretch?" in url
            ) or url in start, url


@pytest.mark.parametrize("start", ["", "?q=a", "?open=all&q=a"])
@pytest.mark.parametrize("name", [*FRIEND_LISTS, "people"])
def test_toggling_twice_gives_the_first_address(site, edge, name, start):
    """From random states, every header; and opening in either order gives one address."""
    server = edge if name == "people" else site
    generator = random.Random(name)
    url = f"{server.url}/{name}{start}"
    for _ in range(12):
        document = web.page(url).document
        before = document.open_keys
        for header in document.headers:
            there = document.resolve(header.attributes["href"]).partition("#")[0]
            toggled = web.page(there).document
            assert set(toggled.open_keys) ^ set(before) == {header.key}
            (back,) = [h for h in toggled.headers if h.key == header.key]
            assert toggled.resolve(back.attributes["href"]).partition("#")[0] == url
            assert back.attributes["href"].endswith(f"#g-{header.key}"), "the toggled header is where the page goes"
            assert header.attributes["rel"] == "nofollow"
        url = document.resolve(generator.choice(document.headers).attributes["href"]).partition("#")[0]


def test_opens_commute(site):
    start = web.page(f"{site.url}/friends").document
    keys = [header.key for header in start.headers]

    def opened(order):
        url = start.url
        for key in order:
            document = web.page(url).document
            (header,) = [h for h in document.headers if h.key == key]
            url = document.resolve(header.attributes["href"]).partition("#")[0]
        return url

    for chosen in itertools.combinations(keys, 3):
        assert len({opened(order) for order in itertools.permutations(chosen)}) == 1


def test_other_spellings_take_one_redirect(site):
    keys = sorted(header.key for header in web.page(f"{site.url}/friends").document.headers)
    a, b, c = keys[0], keys[1], keys[2]
    canonical = f"open={a}.{b}.{c}"
    spellings = [
        f"open={c}.{b}.{a}",
        f"open={a}.{a}.{b}.{c}.{c}",
        f"open={a},{b},{c}",
        f"open={a}%2C{b}%2c{c}",
        f"open={a}+{b}+{c}",
        f"open={a}%2E{b}.{c}",
        f"open={a.upper()}.{b}.{c}",
        f"open={b}.{c}.{a}&show=",
        f"q=&{canonical}&sort=&page=1",
        f"open=%{ord(a[0]):02x}{a[1:]}.{b}.{c}",
    ]
    for spelling in spellings:
        statuses, end = web.hops(f"{site.url}/friends?{spelling}")
        assert statuses == [308, 200] and end == f"{site.url}/friends?{canonical}", spelling
    # Section numbers mean today's order only: a redirect that is not for ever.
    order = [header.key for header in web.page(f"{site.url}/friends").document.headers]
    statuses, end = web.hops(f"{site.url}/friends?open=0,2")
    assert statuses == [307, 200]
    assert end == f"{site.url}/friends?open=" + ".".join(sorted([order[0], order[2]]))
    # A part that is not there: to one that is.
    for spelling in ("page=2", "page=07", "open=&page=7", f"open={b}.{a}&page=2", "open=0&page=3"):
        statuses, end = web.hops(f"{site.url}/friends?{spelling}")
        assert statuses == [307, 200] and "page" not in end, spelling
    # The default: nothing to say.
    for spelling in ("open=", "open=none", "page=1", "sort=", "show=all", "q="):
        statuses, end = web.hops(f"{site.url}/friends?{spelling}")
        assert statuses in ([308, 200], [200]) and (statuses == [200] or end == f"{site.url}/friends"), spelling


def test_the_owners_default_and_aliases(edge):
    default = web.page(f"{edge.url}/people").document
    assert default.open_keys == ["opened"]
    assert web.page(f"{edge.url}/people?open=none").document.open_keys == []
    assert web.hops(f"{edge.url}/people?open=opened") == ([308, 200], f"{edge.url}/people")
    assert web.hops(f"{edge.url}/people?open=former-name") == ([308, 200], f"{edge.url}/people?open=renamed")
    assert web.hops(f"{edge.url}/people/former-name") == ([308, 200], f"{edge.url}/people/renamed")
    keys = [header.key for header in default.headers]
    assert len(set(keys)) == len(keys)
    for key in keys:
        assert re.fullmatch(r"[a-z][a-z0-9-]{0,22}[a-z0-9]", key) and key not in ("all", "none")


def test_unknown_keys_and_parameters(site):
    plain = web.page(f"{site.url}/friends?open=friends")
    unknown = web.page(f"{site.url}/friends?open=friends.no-such-key")
    assert unknown.document.open_keys == ["friends"]
    assert (
        unknown.document.all("link", rel="canonical")[0].attributes["href"]
        == plain.document.all("link", rel="canonical")[0].attributes["href"]
    )
    notes = [p.text for p in unknown.document.all("p", **{"class": "note"})]
    assert notes and not plain.document.all("p", **{"class": "note"})
    assert "no-such-key" not in unknown.body, "nothing is echoed"
    tracked = web.page(f"{site.url}/friends?utm_source=x&open=friends&fbclid=1")
    assert tracked.document.open_keys == ["friends"]
    assert not [e for e in tracked.document.elements if "utm" in e.attributes.get("href", "")], "links drop it"
    statuses, end = web.hops(f"{site.url}/friends?open=friends&open=climbing-crew")
    assert statuses in ([200], [308, 200]) and web.page(end).document.open_keys == ["friends"], "the first counts"


@pytest.mark.parametrize(
    "query, status",
    [
        ("open=%zz", 400),
        ("open=%ff%fe", 400),
        ("q=%c3%28", 400),
        pytest.param("q=" + "x" * 2049, 414, id="too-long"),
        ("q=%00", 400),
        ("open=" + "a." * 900, None),
        ("q=" + "%E4%BD%A0" * 60, None),
        ("page=99999999999999999999", None),
        ("page=-1", None),
        ("open[]=1", None),
        ("&&&==&=", None),
        ("open=all.-friends.-climbing-crew", None),
        ("q=%3Cscript%3Ealert(1)%3C/script%3E", None),
        ("open=%F0%9F%98%80", None),
        ("sort=NAME&show=ONLINE", None),
    ],
)
def test_hostile_queries(site, query, status):
    statuses, _ = web.hops(f"{site.url}/friends?{query}")
    if status:
        assert statuses == [status]
    else:
        assert statuses[-1] in (200, 404) and statuses[:-1] in ([], [308], [307])
    body = web.fetch(f"{site.url}/friends?{query}").body
    assert "<script" not in body and "alert(1)</script" not in body


def test_a_thousand_random_queries_take_one_hop_at_most(site):
    generator = random.Random(7)
    keys = [header.key for header in web.page(f"{site.url}/friends").document.headers]
    pieces = [
        *keys,
        "all",
        "none",
        "0",
        "7",
        "99",
        "-",
        ".",
        ",",
        "%2C",
        "+",
        "..",
        "x" * 40,
        "ALL",
        "%41",
        "&open=",
        "&q=a",
        "&sort=vip",
        "&sort=x",
        "&show=online",
        "&page=2",
        "&page=0",
        "&utm=1",
        "=",
        "%E4%BD%A0",
        "-friends",
        ".-friends",
    ]
    for _ in range(1000):
        query = "open=" + "".join(generator.choice(pieces) for _ in range(generator.randint(1, 9)))
        statuses, end = web.hops(f"{site.url}/friends?{query}")
        assert statuses[-1] in (200, 404) and len(statuses) <= 2, (query, statuses)
        if len(statuses) == 2:
            assert statuses[0] in (307, 308)
            assert len(urllib.parse.urlsplit(end).query) <= 1900


@pytest.mark.parametrize("target, goal", [
    ("/friends/?sort=", "/friends"),
    ("//friends?q=&show=online", "/friends?show=online"),
    ("/friends/?page=999", "/friends"),
    ("/friends/FAMILY?page=999&x=1", "/friends/family"),
    ("/friends/?open=uni,family", "/friends?open=family.uni"),
    ("/friends/?%6Fpen=gone", "/friends"),
])
def test_a_path_and_a_query_are_mended_in_one_hop(site, target, goal):
    statuses, end = web.hops(site.url + target)
    assert len(statuses) == 2 and statuses[0] in (307, 308) and statuses[1] == 200
    assert end == site.url + goal


@pytest.mark.parametrize("query, status", [("open=%FF", 400), ("q=" + "a" * 3000, 414)])
def test_a_path_is_not_mended_for_a_query_that_is_refused(site, query, status):
    assert web.fetch(f"{site.url}/friends/?{query}").status == status
