"""A person opens the site in Chromium with JavaScript switched off and clicks group headers."""

import pytest
from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 768, "height": 900}, locale="en")
    yield context.new_page()
    context.close()


def headers(page):
    return page.locator("h2 > a[aria-expanded]")


def open_keys(page):
    return [a.get_attribute("id") for a in headers(page).all() if a.get_attribute("aria-expanded") == "true"]


def rows(page):
    return page.locator("[id^='f-']")


def test_two_headers_open_and_back_closes(site, page, output):
    page.goto(f"{site.url}/friends")
    assert headers(page).count() == 8
    assert open_keys(page) == []
    assert rows(page).count() == 0
    assert "5/7" in headers(page).nth(0).inner_text()

    first = headers(page).nth(0).get_attribute("id")
    second = headers(page).nth(2).get_attribute("id")
    headers(page).nth(0).click()
    assert open_keys(page) == [first]
    assert rows(page).count() == 7
    assert focused(page) == first

    headers(page).nth(2).click()
    assert open_keys(page) == [first, second]
    assert rows(page).count() == 17
    assert focused(page) == second
    page.screenshot(path=output / "friends-two-open.png", full_page=True)

    page.go_back()
    assert open_keys(page) == [first]
    page.go_back()
    assert open_keys(page) == []
    assert page.url == f"{site.url}/friends"


def focused(page):
    """The id of the element that has the focus, or from which Tab would go on: the fragment's target."""
    return page.url.partition("#")[2]


def test_enter_on_the_clicked_header_toggles_again(site, page):
    page.goto(f"{site.url}/friends")
    headers(page).nth(1).click()
    opened = page.url
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != opened)
    assert open_keys(page) == []


def test_five_groups_one_by_one_reload_and_back(site, page):
    page.goto(f"{site.url}/friends")
    states = [[]]
    for index in (0, 1, 2, 3, 4):
        headers(page).nth(index).click()
        states.append(open_keys(page))
        assert len(states[-1]) == index + 1
    page.reload()
    assert open_keys(page) == states[-1]
    for state in reversed(states[:-1]):
        page.go_back()
        assert open_keys(page) == state


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_screenshots_and_no_sideways_scroll(site, chromium, output, width, scheme):
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, locale="zh-CN")
    page = context.new_page()
    for name in ("", "friends", "friends?open=all", "classmates?open=all", "colleagues?open=all", "products", "chat", "stretch"):
        page.goto(f"{site.url}/{name}")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0, f"/{name} at {width} px scrolls sideways by {wide} px"
        label = (name or "index").replace("?", "-").replace("=", "-")
        page.screenshot(path=output / f"{label}-{width}-{scheme}.png")
    context.close()
