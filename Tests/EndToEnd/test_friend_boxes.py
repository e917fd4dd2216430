"""The numbers of a friend list, measured in Chromium: every length is a point of the UITableView originals."""

import pytest

from sample import groups

# theme: (page, header height)
THEMES = {"classic": ("friends", 44), "grey": ("classmates", 40), "orange": ("colleagues", 44)}
themes = pytest.mark.parametrize("theme", THEMES)

# The boxes of every header, relative to its link's start and top, whichever way the page reads.
HEADERS = """(() => {
    const rtl = getComputedStyle(document.documentElement).direction === 'rtl';
    const list = document.querySelector('.list').getBoundingClientRect();
    return [...document.querySelectorAll('h2 > a')].map(link => {
        const whole = link.getBoundingClientRect();
        const box = element => {
            const b = element.getBoundingClientRect();
            return { start: rtl ? whole.right - b.right : b.left - whole.left, end: rtl ? b.left - whole.left : whole.right - b.right,
                     top: b.top - whole.top, width: b.width, height: b.height };
        };
        const arrow = link.querySelector('i'), matrix = new DOMMatrix(getComputedStyle(arrow).transform);
        const turned = { transform: getComputedStyle(arrow).transform };
        arrow.style.transform = 'none';  // the box before turning
        const flat = box(arrow);
        arrow.style.transform = '';
        return { width: whole.width, height: whole.height, listWidth: list.width, arrow: flat, seen: box(arrow),
                 turn: Math.round(Math.atan2(matrix.b, matrix.a) * 180 / Math.PI), flip: matrix.a * matrix.d - matrix.b * matrix.c,
                 title: box(link.querySelector('bdi')), count: box(link.querySelector('small')),
                 titleAlign: getComputedStyle(link.querySelector('bdi')).textAlign,
                 titleColor: getComputedStyle(link.querySelector('bdi')).color,
                 countText: (() => { const r = document.createRange(); r.selectNodeContents(link.querySelector('small'));
                     const b = r.getBoundingClientRect(); return rtl ? b.left - whole.left : whole.right - b.right; })(),
                 digits: getComputedStyle(link.querySelector('small')).fontVariantNumeric,
                 open: link.getAttribute('aria-expanded') === 'true' };
    });
})()"""

ROWS = """[...document.querySelectorAll('.g > ul > li')].map(row => {
    const b = row.getBoundingClientRect(), list = document.querySelector('.list').getBoundingClientRect();
    const visible = [...row.querySelectorAll('bdi')].map(e => e.getBoundingClientRect());
    return { height: b.height, indent: b.left - list.left, end: list.right - b.right,
             middle: (Math.min(...visible.map(v => v.top)) + Math.max(...visible.map(v => v.bottom))) / 2 - (b.top + b.bottom) / 2,
             name: row.querySelector('bdi').getBoundingClientRect().top, intro: row.querySelector('br + bdi')?.getBoundingClientRect().top ?? null,
             avatar: row.querySelector('img, .av').getBoundingClientRect().width, text: row.querySelector('bdi').textContent.trim() };
})"""


def near(value, expected, within=0.51):
    return abs(value - expected) <= within


@themes
@pytest.mark.parametrize("state", ["", "?open=all"])
@pytest.mark.parametrize("width, scheme", [(320, "light"), (768, "light"), (768, "dark")])
def test_headers(site, window, theme, state, width, scheme):
    name, height = THEMES[theme]
    page = window(width=width, color_scheme=scheme)
    page.goto(f"{site.url}/{name}{state}")
    headers = page.evaluate(HEADERS)
    assert len(headers) == len(groups(name))
    for header in headers:
        assert header["height"] == height
        assert header["width"] == header["listWidth"], "the whole header is the link"
        assert header["open"] == (state == "?open=all")
        assert header["turn"] == (90 if header["open"] else 0)
        count = header["count"]
        assert (count["width"], count["end"], count["top"], count["height"]) == (150, 10, 0, height)
        assert near(header["countText"], 10), "the count ends where its label ends"
        assert header["digits"] == "tabular-nums"
        assert header["titleAlign"] in ("start", "-webkit-auto")
        assert header["titleColor"] == ("rgb(0, 0, 0)" if scheme == "light" else "rgb(255, 255, 255)")
        arrow, title = header["arrow"], header["title"]
        if theme == "classic":
            assert arrow["start"] == 10
            assert title["start"] == arrow["start"] + arrow["width"] + 10
            assert near(arrow["top"] + arrow["height"] / 2, height / 2), "centred"
        elif theme == "grey":
            assert (arrow["start"], arrow["top"], arrow["width"], arrow["height"]) == (0, 0, 32, 32)
        else:
            assert near(arrow["start"] + arrow["width"] / 2, 12.5), "in the middle of a slot of 25 px at the start"
            assert near(arrow["top"] + arrow["height"] / 2, height / 2)
            assert title["start"] == 30
        assert header["seen"]["top"] >= 0 and header["seen"]["top"] + header["seen"]["height"] <= height, "not clipped"


@themes
def test_rows(site, window, theme):
    name, _ = THEMES[theme]
    page = window()
    page.goto(f"{site.url}/{name}?open=all")
    rows = page.evaluate(ROWS)
    assert [row["text"] for row in rows] == [friend["name"] for _, _, friends in groups(name) for friend in friends]
    intros = [friend.get("intro") for _, _, friends in groups(name) for friend in friends]
    for row, intro in zip(rows, intros, strict=True):
        assert row["height"] >= 50
        assert row["indent"] == 30 and row["end"] == 0
        assert near(row["middle"], 0, 1), f"{row['text']} is not centred"
        if theme == "classic":
            assert (row["intro"] is not None) == bool(intro)
        if theme == "orange":
            assert row["intro"] is None, "rows of one line"
            assert row["height"] <= 51
        if row["intro"] is not None:
            assert row["intro"] > row["name"]
    if theme == "grey":
        assert page.locator(".g li br + bdi").all_text_contents() == ["正在输入中…"] * len(rows)
        assert all("/me" in image.get_attribute("src") for image in page.locator(".g li img").all())
        assert page.locator(".g li img").count() == len(rows)


def test_closed_groups_send_no_rows_and_no_images(site, window):
    page = window()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site.url}/friends")
    assert page.locator(".g li").count() == 0
    assert page.locator("main img").count() == 0
    assert not [url for url in asked if "avatar" in url]
    page.goto(f"{site.url}/friends?open=climbing-crew")
    assert page.locator(".g li").count() == len(groups("friends")[1][2])


def test_headers_stick_and_are_pushed_off_by_the_next(site, window):
    page = window(height=500)
    page.goto(f"{site.url}/friends?open=all")
    tops = """[...document.querySelectorAll('.g')].map(g => {
        const h = g.querySelector('h2').getBoundingClientRect(), b = g.getBoundingClientRect();
        return { group: b.top, bottom: b.bottom, header: h.top, height: h.height };
    })"""
    for index in (1, 2, 3):
        page.evaluate(f"scrollBy(0, {page.evaluate(tops)[index]['group'] + 100})")
        here = page.evaluate(tops)[index]
        assert near(here["header"], 0), "stuck to the top"
        assert page.evaluate(
            f"document.elementFromPoint(200, 22).closest('h2') === document.querySelectorAll('h2')[{index}]"
        )
        page.evaluate(f"scrollBy(0, {page.evaluate(tops)[index]['bottom'] - 20})")
        now = page.evaluate(tops)
        assert near(now[index + 1]["header"], 20)
        assert near(now[index]["header"], 20 - now[index]["height"]), "pushed off by the next"


def test_a_toggled_header_comes_to_the_top_and_hides_none(site, window):
    page = window(height=500)
    page.goto(f"{site.url}/friends?open=all")
    last = page.locator("h2 > a").nth(3)
    page.goto(page.url + "#" + last.get_attribute("id"))
    box = last.bounding_box()
    assert near(box["y"], 0, 1), "the header, not the rows under the one before it"


@themes
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_only_the_toggled_arrow_turns(site, window, theme, motion):
    page = window(reduced_motion=motion)
    page.goto(f"{site.url}/{THEMES[theme][0]}")
    running = """[...document.querySelectorAll('h2 i')].flatMap((a, i) => a.getAnimations().map(m =>
        [i, m.effect.getComputedTiming().duration, m.effect.getKeyframes().map(k => k.transform)]))"""
    page.locator("h2 > a").nth(1).click()
    page.wait_for_load_state()
    page.evaluate("document.getAnimations().forEach(a => a.currentTime = 0)")
    if motion == "reduce":
        assert page.evaluate(running) == []
        return
    page.reload()
    found = page.evaluate(
        "document.querySelector(':target i') && getComputedStyle(document.querySelector(':target i')).animationDuration"
    )
    assert found == "0.2s"
    others = page.evaluate(
        "[...document.querySelectorAll('h2 > a:not(:target) i')].map(a => getComputedStyle(a).animationName)"
    )
    assert set(others) == {"none"}


def test_highlight_while_pressed(site, window):
    """Classic and grey change under the pointer and with the focus; orange does not dim."""
    for theme, changes in (("classic", True), ("grey", True), ("orange", False)):
        page = window()
        page.goto(f"{site.url}/{THEMES[theme][0]}")
        link = page.locator("h2 > a").nth(1)
        looks = """[null, '::before'].map(p => { const s = getComputedStyle(document.querySelectorAll('h2 > a')[1], p);
            return [s.backgroundColor, s.backgroundImage, s.borderImageSource, s.opacity]; })"""
        normal = page.evaluate(looks)
        link.hover()
        hovered = page.evaluate(looks)
        page.mouse.down()
        pressed = page.evaluate(looks)
        page.mouse.move(0, 0)
        page.mouse.up()
        assert (hovered != normal) == changes, theme
        assert (pressed != normal) == changes, theme
        if theme == "classic":
            assert "buddy_header_bg_highlighted" in str(pressed) and "buddy_header_bg." in str(normal)
