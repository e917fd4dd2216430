"""The same pages in Firefox with JavaScript switched off: what opens and closes, and the boxes of headers and rows."""

import time

import pytest

from sample import groups, load

ROWS = "document.querySelectorAll('.g > ul > li').length"


def settled(firefox, expression, expected):
    """Waits until `expression` has the value: a click is over before the page it leads to is there."""
    deadline = time.monotonic() + 5
    while (value := firefox.evaluate(expression)) != expected:
        assert time.monotonic() < deadline, f"{expression} is {value}, not {expected}"
        time.sleep(0.02)


def opened(*indices):
    return [index in indices for index in range(len(groups("friends")))]


OPEN = "[...document.querySelectorAll('h2 > a')].map(a => a.getAttribute('aria-expanded') === 'true')"


def test_scripts_are_off(firefox):
    firefox.open("data:text/html,<title>off</title><script>document.title = 'on'</script>")
    assert firefox.evaluate("document.title") == "off"


def test_groups_open_and_close(site, firefox):
    firefox.size(768, 900)
    firefox.open(f"{site.url}/friends")
    assert firefox.evaluate(OPEN) == opened()
    firefox.click("h2 > a", 0)
    settled(firefox, OPEN, opened(0))
    assert firefox.evaluate(ROWS) == len(groups("friends")[0][2])
    key = firefox.evaluate("document.querySelector('h2 > a').id")
    assert firefox.evaluate("document.activeElement.id") == key, "the focus is on the header that was clicked"
    firefox.click("h2 > a", 2)
    settled(firefox, OPEN, opened(0, 2))
    firefox.press("Enter")
    settled(firefox, OPEN, opened(0))
    firefox.press("Tab")
    assert firefox.evaluate("document.activeElement === document.querySelectorAll('h2 > a')[3]")
    firefox.back()
    settled(firefox, OPEN, opened(0, 2))
    firefox.back()
    settled(firefox, OPEN, opened(0))


@pytest.mark.parametrize("name, height", [("friends", 44), ("classmates", 40), ("colleagues", 44)])
def test_boxes_of_headers_and_rows(site, firefox, name, height):
    firefox.size(768, 900)
    firefox.open(f"{site.url}/{name}?open=all")
    boxes = firefox.evaluate("""[...document.querySelectorAll('h2 > a')].map(a => {
        const b = a.getBoundingClientRect(), c = a.querySelector('small').getBoundingClientRect(), l = a.closest('.list').getBoundingClientRect();
        return [b.height, b.width - l.width, c.width, b.right - c.right, c.height, a.querySelector('bdi').getBoundingClientRect().left - b.left]; })""")
    title = {"friends": 31, "classmates": 42, "colleagues": 30}[name]
    assert len(boxes) == len(groups(name))
    for box in boxes:
        assert box == [height, 0, 150, 10, height, title]
    rows = firefox.evaluate("""[...document.querySelectorAll('.g > ul > li')].map(r => {
        const b = r.getBoundingClientRect(); return [b.height, b.left - r.closest('.list').getBoundingClientRect().left]; })""")
    assert len(rows) == sum(len(friends) for _, _, friends in groups(name))
    for row_height, indent in rows:
        assert row_height >= 50 and indent == 30
    assert firefox.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


def test_headers_stick(site, firefox):
    firefox.size(768, 500)
    firefox.open(f"{site.url}/friends?open=all")
    tops = "[...document.querySelectorAll('h2')].slice(0, 3).map(h => Math.round(h.getBoundingClientRect().top))"
    firefox.evaluate("scrollTo(0, scrollY + document.querySelectorAll('.g')[1].getBoundingClientRect().top + 60)")
    settled(firefox, f"{tops}[1]", 0)
    firefox.evaluate("scrollTo(0, scrollY + document.querySelectorAll('.g')[1].getBoundingClientRect().bottom - 20)")
    settled(firefox, f"{tops}.slice(1)", [-24, 20])


def test_grid_and_chat(site, firefox):
    firefox.size(1000, 900)
    firefox.open(f"{site.url}/products")
    cells = firefox.evaluate("""(() => { const g = document.querySelector('.grid').getBoundingClientRect().width;
        return [...document.querySelectorAll('.grid > li')].map(c => [c.getBoundingClientRect().height, Math.abs(c.getBoundingClientRect().width - g / 5) < 0.1]); })()""")
    assert cells == [[100, True]] * len(load("products"))
    firefox.open(f"{site.url}/chat")
    bubbles = firefox.evaluate("""[...document.querySelectorAll('.b')].map(b => b.getBoundingClientRect().width <= 0.7 * b.closest('ol').clientWidth
        && b.scrollWidth <= b.clientWidth && getComputedStyle(b, '::before').borderImageSource.includes('_bg_normal'))""")
    assert bubbles == [True] * len(load("chat"))


def test_320_pixels_without_sideways_scroll(site, edge, firefox):
    for url in (
        f"{site.url}/friends?open=all",
        f"{edge.url}/people?open=all",
        f"{site.url}/chat",
        f"{site.url}/stretch",
    ):
        firefox.size(320, 900)
        firefox.open(url)
        assert firefox.evaluate("innerWidth") == 320
        assert firefox.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0, url
