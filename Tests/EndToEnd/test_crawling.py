"""A crawler that obeys robots.txt comes to an end; lists of many groups and rows are paged."""

import re
import urllib.parse

import web
from sample import FRIEND_LISTS, groups


def rules_of(text):
    return [line.split(":", 1)[1].strip() for line in text.splitlines() if line.lower().startswith("disallow:")]


def allowed(rules, url):
    """RFC 9309: `*` is any run of characters, a rule matches from the beginning of path and query."""
    path = urllib.parse.urlsplit(url)
    target = path.path + (f"?{path.query}" if path.query else "")
    return not any(re.match(re.escape(rule).replace(r"\*", ".*").replace(r"\$", "$"), target) for rule in rules)


def test_a_greedy_crawler_that_obeys_robots_comes_to_an_end(site):
    robots = web.page(f"{site.url}/robots.txt")
    rules = rules_of(robots.body)
    for state in ("open=friends", "q=a", "sort=vip", "show=online"):
        assert not allowed(rules, f"{site.url}/friends?{state}")
        assert not allowed(rules, f"{site.url}/friends?page=2&{state}")
    found = web.crawl(site, [f"{site.url}/"], 2000, lambda url, element: element.tag == "a" and allowed(rules, url))
    paths = {url.removeprefix(site.url) for url in found}
    expected = {
        "/",
        "/products",
        "/products.json",
        "/products.csv",
        "/products.plist",
        "/chat",
        "/chat.json",
        "/chat.csv",
        "/chat.plist",
        "/stretch",
    }
    for name in FRIEND_LISTS:
        expected |= {f"/{name}", *(f"/{name}.{ending}" for ending in ("json", "csv", "vcf", "plist"))}
        expected |= {f"/{name}/{header.key}" for header in web.page(f"{site.url}/{name}").document.headers}
    # Group pages are reached from their opened groups, which robots may not see: the sitemap names them.
    sitemap = re.findall(r"<loc>([^<]*)</loc>", web.page(f"{site.url}/sitemap.xml").body)
    assert f"Sitemap: {site.url}/sitemap.xml" in robots.body.splitlines()
    assert paths <= expected, paths - expected
    assert expected <= paths | {url.removeprefix(site.url) for url in sitemap}
    for url in sitemap:
        answer = web.page(url)
        assert "x-robots-tag" not in answer.fields
        (canonical,) = answer.document.all("link", rel="canonical")
        assert answer.document.resolve(canonical.attributes["href"]) == url
    assert len(set(sitemap)) == len(sitemap) >= 5 + sum(len(groups(name)) for name in FRIEND_LISTS)


def test_a_list_of_many_groups_is_paged(edge):
    first = web.page(f"{edge.url}/many").document
    assert len(first.headers) == 100
    pages, url = [], f"{edge.url}/many"
    while url:
        document = web.page(url).document
        pages.append([header.text for header in document.headers])
        following = [a for a in document.all("a") if a.attributes.get("rel") == "next"]
        url = document.resolve(following[0].attributes["href"]) if following else None
    names = [text for page in pages for text in page]
    assert len(names) == 230
    assert all(f"Group {number:03}" in text for number, text in enumerate(names))
    # A group of many rows goes to its own page, which is paged too.
    opened = web.page(f"{edge.url}/many?open=group-000").document
    assert any(a.attributes["href"].startswith("many/group-000") for a in opened.all("a"))
    seen, url = [], f"{edge.url}/many/group-000"
    while url:
        document = web.page(url).document
        seen += [e.attributes["id"] for e in document.elements if e.attributes.get("id", "").startswith("f-")]
        following = [a for a in document.all("a") if a.attributes.get("rel") == "next"]
        url = document.resolve(following[0].attributes["href"]) if following else None
    assert len(seen) == len(set(seen)) == 450


def test_all_minus_exceptions_past_64_keys(edge):
    document = web.page(f"{edge.url}/many?open=all").document
    url = document.url
    for _ in range(3):
        document = web.page(url).document
        header = next(h for h in document.headers if h.attributes["aria-expanded"] == "true")
        url = document.resolve(header.attributes["href"]).partition("#")[0]
        assert len(urllib.parse.urlsplit(url).query) <= 1900
    assert re.fullmatch(r"open=all(\.-[a-z0-9-]+){3}", urllib.parse.urlsplit(url).query)
    assert len(web.page(url).document.open_keys) == 97
