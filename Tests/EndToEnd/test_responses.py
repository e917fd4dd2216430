"""The fields of every kind of answer, the error pages, caching and sizes."""

import gzip

import pytest

import web
from raw_client import RawClient

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PAGES = [
    "/",
    "/friends",
    "/friends?open=all",
    "/friends?q=ada",
    "/friends/friends",
    "/classmates",
    "/colleagues",
    "/products",
    "/chat",
    "/stretch",
]
OTHERS = [
    "/robots.txt",
    "/sitemap.xml",
    "/favicon.ico",
    "/friends.json",
    "/friends.csv",
    "/friends.vcf",
    "/friends.plist",
    "/images/me.png",
    "/images/chatto_bg_normal/250x200.png",
    "/healthz",
    "/readyz",
]
ERRORS = [
    ("GET", "/nosuchpage", 404),
    ("GET", "/friends/nosuchgroup", 404),
    ("GET", "/friends?q=%ff", 400),
    ("POST", "/friends", 405),
    pytest.param("GET", "/friends?q=" + "x" * 2100, 414, id="too-long"),
    ("GET", "/images/me/0x5.png", 400),
    ("GET", "/images/me/20x20.png?cap=90.1", 422),
]


@pytest.mark.parametrize("path", PAGES + OTHERS)
def test_fields_of_every_response(site, path):
    answer = web.page(site.url + path)
    names = [name.lower() for name, _ in answer.lines]
    assert len(names) == len(set(names)), "no field twice"
    assert answer.fields["x-content-type-options"] == "nosniff"
    assert answer.fields["referrer-policy"] == "same-origin"
    assert {"date", "content-length", "content-type"} <= set(names)
    if answer.fields["content-type"].startswith("text/"):
        assert "charset=utf-8" in answer.fields["content-type"]
    assert ("no-store" in answer.fields["cache-control"]) == (path in ("/healthz", "/readyz")), (
        "only health is never kept"
    )
    assert not {"server", "set-cookie", "x-powered-by"} & set(names)
    if path in PAGES:
        assert answer.fields["content-security-policy"] == POLICY
        assert {"etag", "cache-control", "vary"} <= set(names)
        assert {part.strip() for part in answer.fields["vary"].split(",")} == {"Accept-Encoding", "Accept-Language"}
        assert (
            web.fetch(answer.document.resolve(answer.fields["speculation-rules"].strip('"'))).fields["content-type"]
            == "application/speculationrules+json"
        )


@pytest.mark.parametrize(
    "path, policy",
    [
        ("/friends", "public, s-maxage=60, stale-while-revalidate=600"),
        ("/friends?open=all", "public, s-maxage=60, stale-while-revalidate=600"),
        ("/friends?open=friends", "public, s-maxage=60, stale-while-revalidate=600"),
        ("/friends/friends", "public, s-maxage=60, stale-while-revalidate=600"),
        ("/friends?open=climbing-crew.friends", "private, max-age=0"),
        ("/images/me.png", "no-cache"),
    ],
)
def test_who_may_keep_an_answer(site, path, policy):
    assert web.page(site.url + path).fields["cache-control"] == policy


@pytest.mark.parametrize("path", [path for path in PAGES + OTHERS if path not in ("/healthz", "/readyz")])
def test_a_known_tag_gets_304_and_nothing_else(site, path):
    first = web.page(site.url + path)
    again = web.fetch(site.url + path, If_None_Match=first.fields["etag"])
    assert again.status == 304 and again.content == b""
    for name in ("etag", "cache-control", "vary"):
        assert again.fields.get(name) == first.fields.get(name)
    assert web.fetch(site.url + path, If_None_Match='"other"').status == 200
    # The tag is of one language and coding.
    other = web.fetch(site.url + path, Accept_Language="zh-Hans", If_None_Match=first.fields["etag"])
    assert (other.status == 200) == (path in PAGES)


def test_the_same_data_has_the_same_tags_on_every_instance(site, serve):
    from conftest import ROOT

    other = serve(ROOT / "Data", "--threads", "1")
    for path in PAGES:
        assert web.page(site.url + path).fields["etag"] == web.page(other.url + path).fields["etag"], path


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
@pytest.mark.parametrize("method, path, status", ERRORS)
def test_error_pages(site, method, path, status, language):
    answer = web.fetch(site.url + path, method=method, Accept_Language=language)
    assert answer.status == status
    assert answer.fields["content-type"] == "text/html; charset=utf-8"
    assert answer.fields["content-security-policy"] == POLICY
    assert answer.fields["x-robots-tag"] == "noindex"
    document = answer.document
    assert document.all("html")[0].attributes["lang"] == language
    assert any(a.attributes["href"] == "/" for a in document.all("a")), "a way back"
    assert "x" * 50 not in answer.body and "nosuch" not in answer.body, "nothing is echoed"
    for url, _ in document.links:
        assert web.fetch(url).status == 200
    if status == 405:
        assert answer.fields["allow"] == "GET, HEAD, OPTIONS"


def test_a_file_that_was_broken_at_the_start_answers_503(edge):
    answer = web.fetch(f"{edge.url}/broken")
    assert answer.status == 503
    assert "plist" not in answer.document.all("main")[0].text, "why is for the owner only"
    assert web.page(f"{edge.url}/people").status == 200, "the others are there"
    assert any("broken.plist:1:" in line for line in edge.log), "the log says where"


@pytest.mark.parametrize("path", PAGES)
def test_html_is_the_same_packed_or_not(site, path):
    plain = web.page(site.url + path, Accept_Encoding="identity")
    packed = web.page(site.url + path, Accept_Encoding="gzip")
    assert packed.fields["content-encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed.fields["etag"] != plain.fields["etag"]
    head = web.fetch(site.url + path, method="HEAD", Accept_Encoding="gzip")
    assert head.content == b"" and head.fields["content-length"] == packed.fields["content-length"]
    assert web.fetch(site.url + path, Accept_Encoding="identity;q=0, br;q=0").status == 406


def test_sizes(site, capsys):
    """A closed list of the sample is at most 1 KB on the wire, a fully open one at most 2 KB, in both languages."""
    sizes = {}
    for name in ("friends", "classmates", "colleagues"):
        for state in ("", "?open=all"):
            for language in ("en", "zh-Hans"):
                answer = web.page(f"{site.url}/{name}{state}", Accept_Encoding="gzip", Accept_Language=language)
                sizes[f"{name}{state} {language}"] = len(answer.content)
    with capsys.disabled():
        print("\nbytes of pages with gzip:", ", ".join(f"{name} {size}" for name, size in sizes.items()))
    assert max(size for name, size in sizes.items() if "?" not in name) <= 1024
    assert max(sizes.values()) <= 2048


def test_a_toggle_is_one_request(site, window):
    page = window()
    page.goto(f"{site.url}/colleagues")
    page.locator("h2 > a").nth(0).hover()
    page.wait_for_timeout(300)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("h2 > a").nth(0).click()
    page.wait_for_load_state("networkidle")
    fresh = [url for url in asked if "/assets/" not in url and "favicon" not in url]
    assert len(fresh) <= 1, fresh


@pytest.mark.parametrize("target", ["/%zz", "/\xe9", "/#a", "friends", "ftp://a/"])
@pytest.mark.parametrize("language, words", [("zh-CN", "请求有误"), ("en", "Bad request")])
def test_a_malformed_target_is_refused_in_the_language_of_the_reader(site, target, language, words):
    client = RawClient(int(site.url.rpartition(":")[2]))
    status, body = client.get(target, f"Accept-Language: {language}")
    client.close()
    assert status == 400 and words in body.decode()
