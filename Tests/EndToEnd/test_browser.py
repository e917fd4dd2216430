"""A person opens the site in Chromium with JavaScript switched off and clicks group headers."""

import pytest

import web


@pytest.fixture
def page(window):
    return window(java_script_enabled=False)


def headers(page):
    return page.locator("h2 > a[aria-expanded]")


def open_keys(page):
    return [a.get_attribute("id") for a in headers(page).all() if a.get_attribute("aria-expanded") == "true"]


def rows(page):
    return page.locator(".g > ul > li")


def focused(page):
    return page.evaluate("document.activeElement.id")


def test_two_headers_open_and_back_closes(site, page, output):
    page.goto(f"{site.url}/friends")
    assert headers(page).count() == 8
    assert open_keys(page) == []
    assert rows(page).count() == 0
    assert "4/6" in headers(page).nth(0).inner_text()

    first = headers(page).nth(0).get_attribute("id")
    second = headers(page).nth(2).get_attribute("id")
    headers(page).nth(0).click()
    assert open_keys(page) == [first]
    assert rows(page).count() == 6
    assert focused(page) == first

    headers(page).nth(2).click()
    assert open_keys(page) == [first, second]
    assert rows(page).count() == 12
    assert focused(page) == second
    page.screenshot(path=output / "friends-two-open.png", full_page=True)

    page.go_back()
    assert open_keys(page) == [first]
    page.go_back()
    assert open_keys(page) == []
    assert page.url == f"{site.url}/friends"


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


@pytest.mark.parametrize("script", [True, False])
def test_the_page_is_the_same_with_and_without_script(site, window, script):
    page = window(java_script_enabled=script)
    response = page.goto(f"{site.url}/friends?open=all")
    assert response.body() == web.page(f"{site.url}/friends?open=all", Accept_Language="en").content
    assert page.locator("script, noscript").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 768, 1280])
def test_screenshots_and_no_sideways_scroll(site, window, output, width, scheme):
    page = window(width=width, color_scheme=scheme, locale="zh-CN")
    for name in (
        "",
        "friends",
        "friends?open=all",
        "classmates?open=all",
        "colleagues?open=all",
        "products",
        "chat",
        "stretch",
    ):
        page.goto(f"{site.url}/{name}")
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide == 0, f"/{name} at {width} px scrolls sideways by {wide} px"
        label = (name or "index").replace("?", "-").replace("=", "-")
        page.screenshot(path=output / f"{label}-{width}-{scheme}.png")
