"""A person without a pointer: Tab goes down the page in order, Enter toggles, the focus stays on the header."""

import pytest

from sample import groups


def headers(page):
    return page.locator("h2 > a[aria-expanded]")


def focused(page):
    return page.evaluate("document.activeElement.id")


def open_keys(page):
    return [
        key
        for key, state in headers(page).evaluate_all("all => all.map(a => [a.id, a.ariaExpanded])")
        if state == "true"
    ]


def press_enter(page):
    with page.expect_navigation():
        page.keyboard.press("Enter")


@pytest.mark.parametrize(
    "address", ["", "friends", "friends?open=all", "friends/friends", "products", "chat", "stretch"]
)
def test_tab_goes_through_everything_in_the_order_of_the_page(site, window, address):
    page = window()
    page.goto(f"{site.url}/{address}")
    expected = page.evaluate("""(() => { const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select')];
        all.forEach((e, i) => e.dataset.place = i); return all.length; })()""")
    visited, tops = [], []
    for _ in range(expected):
        page.keyboard.press("Tab")
        place, top, seen = page.evaluate("""(() => { const e = document.activeElement, b = e.getBoundingClientRect();
            const s = getComputedStyle(e);
            return [Number(e.dataset.place), b.top + scrollY, b.top >= -1 && b.bottom <= innerHeight + 1
                && (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2)]; })()""")
        visited.append(place)
        tops.append(top)
        assert seen, f"the focus on element {place} can be seen, whole"
    assert visited == list(range(expected))


def test_the_first_tab_offers_to_skip_to_the_content(site, window):
    page = window()
    page.goto(f"{site.url}/friends")
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("href") == "#main"
    assert page.locator(":focus").bounding_box()["y"] >= 0, "seen while it has the focus"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_enter_toggles_again_and_tab_goes_on_to_the_next_header(site, window):
    page = window()
    page.goto(f"{site.url}/friends")
    first, second = (headers(page).nth(index).get_attribute("id") for index in (0, 1))
    headers(page).nth(0).focus()
    press_enter(page)
    assert open_keys(page) == [first] and focused(page) == first
    press_enter(page)
    assert open_keys(page) == [] and focused(page) == first
    page.keyboard.press("Tab")
    assert focused(page) == second
    press_enter(page)
    assert open_keys(page) == [second] and focused(page) == second
    page.keyboard.press("Shift+Tab")
    assert focused(page) == first


def test_a_click_leaves_the_focus_on_the_header(site, window):
    page = window()
    page.goto(f"{site.url}/friends")
    for index in (2, 0, 2):
        key = headers(page).nth(index).get_attribute("id")
        headers(page).nth(index).click()
        page.wait_for_load_state()
        assert focused(page) == key
        assert page.evaluate("document.querySelector(':focus') === document.querySelector(':target')")


def test_back_restores_state_and_place(site, window):
    page = window(height=400)
    page.goto(f"{site.url}/friends?open=friends")
    page.evaluate("scrollTo(0, 350)")
    before = page.evaluate("scrollY")
    assert before > 200
    link = headers(page).nth(2)
    link.click()
    page.wait_for_load_state()
    assert len(open_keys(page)) == 2
    page.go_back()
    assert open_keys(page) == ["g-friends"]
    page.wait_for_function(f"Math.abs(scrollY - {before}) < 60")


def test_search_by_keyboard(site, window):
    page = window()
    page.goto(f"{site.url}/friends?show=online&sort=name")
    page.locator("input[type=search]").focus()
    page.keyboard.type("ada")
    press_enter(page)
    assert page.url == f"{site.url}/friends?q=ada&show=online&sort=name", "filters ride along"
    assert page.locator(".g li").count() == 1
    assert page.locator("[role=status]").inner_text() != ""
    page.locator("input[type=search]").fill("")
    page.locator("input[type=search]").press("Enter")
    page.wait_for_url(f"{site.url}/friends?show=online&sort=name")  # an empty field is dropped


def test_friend_links_lead_to_the_row(site, window):
    page = window(height=300)
    page.goto(f"{site.url}/friends/friends")
    rows = page.locator("[id^='f-']")
    assert rows.count() == len(groups("friends")[0][2])
    last = rows.last.get_attribute("id")
    page.goto(f"{site.url}/friends/friends#{last}")
    assert page.evaluate("document.querySelector(':target').id") == last
    box = page.locator(":target").bounding_box()
    assert 0 <= box["y"] and box["y"] + box["height"] <= 300
