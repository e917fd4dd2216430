"""Zoom, text spacing, right to left, forced colours, print: the page gives way and loses nothing."""

import re
import shutil

import pytest

from conftest import ROOT
from sample import groups

PAGES = [
    "",
    "friends?open=all",
    "classmates?open=all",
    "colleagues?open=all",
    "friends/climbing-crew",
    "friends?open=all&q=a",
    "products",
    "products?cols=12",
    "chat",
    "stretch",
    "nosuchpage",
]
ODD = ["people?open=all", "people/opened", "shop", "settings?open=all", "many", "broken"]
SPACING = """(() => { const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }'
        + ' p { margin-block-end: 2em !important }');
    document.adoptedStyleSheets = [sheet]; })()"""
# Text that is cut although nothing says that it goes on. `.v` and what a header says besides are for screen readers; an ellipsis says so.
CUT = """[...document.querySelectorAll('main *')].filter(e => {
    const s = getComputedStyle(e);
    if (e.closest('.v, h2 span, [aria-hidden]') || s.overflowY === 'visible' || !e.textContent.trim() || e.tagName === 'SELECT') return false;
    return e.scrollHeight > e.clientHeight + 1 || (e.scrollWidth > e.clientWidth + 1 && s.textOverflow !== 'ellipsis' && s.overflowX === 'hidden');
}).map(e => e.outerHTML.slice(0, 100))"""


def sideways(page):
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


# A browser at 200 % or 400 % of a 1280 px window lays out 640 or 320 px at twice or four times the density.
@pytest.mark.parametrize("zoom", [2, 4])
def test_zoom(site, edge, window, zoom):
    page = window(width=1280 // zoom, height=1024 // zoom, device_scale_factor=zoom)
    for server, addresses in ((site, PAGES), (edge, ODD)):
        for address in addresses:
            page.goto(f"{server.url}/{address}")
            assert sideways(page) == 0, f"/{address} scrolls sideways"
            assert page.evaluate(CUT) == [], address


@pytest.mark.parametrize("width", [320, 768])
def test_text_spacing(site, edge, window, width):
    page = window(width=width)
    for server, addresses in ((site, PAGES), (edge, ODD)):
        for address in addresses:
            page.goto(f"{server.url}/{address}")
            page.evaluate(SPACING)
            assert sideways(page) == 0, f"/{address} scrolls sideways"
            assert page.evaluate(CUT) == [], address


OVERLAPS = """[...document.querySelectorAll('h2 > a')].filter(a => {
    const box = e => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect(); };
    const t = a.querySelector('bdi').getBoundingClientRect();
    return [...a.querySelectorAll('em, small')].some(c => { const b = box(c); return b.left < t.right - 1 && b.right > t.left + 1; });
}).map(a => a.textContent.slice(0, 60))"""


@pytest.mark.parametrize("width", [320, 768])
def test_titles_never_run_into_counts(edge, site, window, width):
    page = window(width=width)
    for address in (f"{site.url}/friends", f"{site.url}/friends?q=a", f"{edge.url}/people", f"{edge.url}/people?q=n"):
        page.goto(address)
        assert page.evaluate(OVERLAPS) == []


@pytest.fixture(scope="module")
def mirrored(serve, tmp_path_factory):
    """The site as a translator to Arabic would set it: templates whose pages say dir=rtl."""
    target = tmp_path_factory.mktemp("rtl") / "Templates"
    shutil.copytree(ROOT / "Templates", target)
    head = target / "head.mustache"
    text, count = re.subn(r"<html lang=", '<html dir="rtl" lang=', head.read_text())
    assert count == 1
    head.write_text(text)
    return serve(ROOT / "Data", "--templates", target)


def test_right_to_left_is_the_mirror_image(site, mirrored, window):
    page = window(width=768)
    boxes = """[...document.querySelectorAll('h2, h2 i, h2 bdi, h2 small, .g > ul > li, .g > ul > li > img, .av, .b, .grid > li')].map(e => {
        const b = e.getBoundingClientRect(); return [e.className || e.tagName, b.left, b.right, b.top, b.height]; })"""
    for name in ("friends?open=friends", "classmates?open=all", "colleagues?open=all", "chat", "products"):
        page.goto(f"{site.url}/{name}")
        plain = page.evaluate(boxes)
        page.goto(f"{mirrored.url}/{name}")
        assert sideways(page) == 0
        turned = page.evaluate(boxes)
        assert len(plain) == len(turned) > 0
        for (kind, left, right, top, height), (_, left2, right2, top2, height2) in zip(plain, turned, strict=True):
            assert abs(left2 - (768 - right)) < 1 and abs(right2 - (768 - left)) < 1, (
                f"{name}: {kind} at {left}…{right} became {left2}…{right2}"
            )
            assert abs(top - top2) < 1 and abs(height - height2) < 1


def test_right_to_left_turns_arrows_and_bubbles(mirrored, window):
    page = window()
    page.goto(f"{mirrored.url}/friends?open=friends")
    transforms = page.locator("h2 i").evaluate_all("all => all.map(a => getComputedStyle(a).transform)")
    numbers = [[round(float(n)) for n in re.findall(r"-?[\d.]+(?:e-\d+)?", t)[:2]] for t in transforms]
    assert numbers[1] in ([-1, 0],), "closed: points left"
    assert numbers[0] == [0, 1], "open: the tip points down"
    page.goto(f"{mirrored.url}/chat")
    for side in (".to", ".from"):
        assert (
            page.locator(side).first.evaluate("e => getComputedStyle(e, '::before').transform")
            == "matrix(-1, 0, 0, 1, 0, 0)"
        )


def test_forced_colours_keep_arrows_bubbles_and_presence(site, window):
    page = window(forced_colors="active")
    page.goto(f"{site.url}/friends?open=friends")
    arrows = page.locator("h2 i").all()
    assert {a.inner_text().strip() for a in arrows} == {"▾", "▸"}, "the glyph stands in for the picture"
    size = arrows[0].evaluate("e => [parseFloat(getComputedStyle(e).fontSize), getComputedStyle(e).color]")
    assert size[0] >= 10 and not size[1].endswith(", 0)"), "and can be seen"
    page.goto(f"{site.url}/chat")
    assert page.locator(".b").first.evaluate("e => parseFloat(getComputedStyle(e).borderTopWidth)") >= 1, (
        "a bubble has an outline"
    )


def test_print(site, window):
    page = window(width=720)
    page.goto(f"{site.url}/friends?open=climbing-crew.friends")
    foot = page.locator("footer")
    page.emulate_media(media="print")
    text = foot.inner_text()
    assert "/friends?open=climbing-crew.friends" in text, "the address"
    assert re.search(r"\b20\d\d-\d\d-\d\d\b", text), "the date"
    shown = [name for group in groups("friends")[:2] for name in (friend["name"] for friend in group[2])]
    rows = page.locator(".g > ul > li")
    assert [row.locator("bdi").first.text_content() for row in rows.all()] == shown
    for row in rows.all():
        style = row.evaluate(
            "e => [getComputedStyle(e).breakInside, getComputedStyle(e).contentVisibility, e.getBoundingClientRect().height]"
        )
        assert style[:2] == ["avoid", "visible"] and style[2] >= 50
    assert page.locator(".g > h2").first.evaluate("e => getComputedStyle(e).position") == "static"
    assert page.locator("nav, form").evaluate_all("all => all.every(e => getComputedStyle(e).display === 'none')")
    assert page.pdf()[:5] == b"%PDF-"


@pytest.mark.parametrize("width", [320, 1280])
def test_nested_sections_of_an_outline_show_their_names(edge, window, width):
    page = window(width=width)
    page.goto(f"{edge.url}/settings?open=all")
    heads = page.evaluate("""[...document.querySelectorAll('.tree .g > a')].map(head => {
        head.scrollIntoView({ block: 'center' });
        const name = head.querySelector('bdi').getBoundingClientRect(), box = head.getBoundingClientRect();
        const hit = document.elementFromPoint(name.x + name.width / 2, name.y + name.height / 2);
        return { level: head.closest('ul').matches('.tree') ? 0 : 1, x: box.x, hit: head.contains(hit), width: name.width }; })""")
    assert any(head["level"] for head in heads), "some are nested"
    assert all(head["hit"] and head["x"] >= 0 and head["width"] > 0 for head in heads)
