"""The numbers of product grids and chats, measured in Chromium."""

import pytest

import web
from sample import load

CELLS = """(() => {
    const grid = document.querySelector('.grid').getBoundingClientRect();
    return { width: grid.width, left: grid.left, items: document.querySelector('.grid').children.length,
        cells: [...document.querySelectorAll('.grid > li')].map(li => {
            const b = li.getBoundingClientRect(), image = li.querySelector('img'), i = image.getBoundingClientRect();
            const title = li.querySelector('p, .n'), t = title.getBoundingClientRect(), s = getComputedStyle(title);
            return { x: b.left - grid.left, y: b.top - grid.top, width: b.width, height: b.height,
                image: [i.left - b.left, i.top - b.top, i.width, i.height], fit: getComputedStyle(image).objectFit,
                attributes: [image.getAttribute('width'), image.getAttribute('height'), image.loading],
                title: [t.top - b.top, t.height], text: title.textContent, style: [s.fontSize, s.textAlign, s.color, s.textOverflow, s.whiteSpace],
                link: li.querySelector('a') !== null };
        }) };
})()"""


def rows_of(cells):
    return sorted({round(cell["y"], 1) for cell in cells})


@pytest.mark.parametrize("columns", [None, 1, 3, 4, 5, 7, 12])
def test_grid(site, window, columns):
    page = window(width=1000)
    page.goto(f"{site.url}/products" + (f"?cols={columns}" if columns not in (None, 5) else ""))
    grid = page.evaluate(CELLS)
    cells, count = grid["cells"], columns or 5
    assert [cell["text"] for cell in cells] == [product["name"] for product in load("products")]
    assert grid["items"] == len(cells), "no empty cells"
    assert len(rows_of(cells)) == (len(cells) + count - 1) // count
    for index, cell in enumerate(cells):
        assert cell["height"] == 100
        assert abs(cell["width"] - grid["width"] / count) < 0.05
        assert abs(cell["x"] - index % count * grid["width"] / count) < 0.5, "start-aligned, row by row"
        assert abs(cell["y"] - index // count * 100) < 0.5, "rows of 100 px, nothing between them"
        left, top, width, height = cell["image"]
        assert (left, top, height) == (0, 0, 70) and abs(width - cell["width"]) < 0.05
        assert cell["fit"] in ("contain", "scale-down")
        assert cell["title"] == [70, 30]
        assert cell["style"] == ["15px", "center", "rgb(0, 0, 0)", "ellipsis", "nowrap"]
        assert not cell["link"], "only a product with an address is a link"
        assert all(cell["attributes"][:2])
    lazy = [cell["attributes"][2] == "lazy" for cell in cells]
    assert not lazy[0] and lazy == sorted(lazy) and (lazy[-1] or count > 7), "first rows eager, the rest lazy"


@pytest.mark.parametrize("width", [320, 480, 700, 1280])
@pytest.mark.parametrize("columns", ["12", "5", "auto"])
def test_tracks_are_never_under_64_pixels(site, window, width, columns):
    page = window(width=width)
    page.goto(f"{site.url}/products" + (f"?cols={columns}" if columns != "5" else ""))
    cells = page.evaluate(CELLS)["cells"]
    assert min(cell["width"] for cell in cells) >= 64
    assert len({round(cell["width"], 1) for cell in cells}) == 1


def test_a_product_with_an_address_is_a_link(edge, window):
    page = window()
    page.goto(f"{edge.url}/shop")
    assert page.locator(".grid a").evaluate_all("all => all.map(a => a.href)") == ["https://example.org/kettle"]
    assert page.locator(".grid > li").count() == 2


BUBBLES = """(() => {
    const list = document.querySelector('.chat').getBoundingClientRect(), style = getComputedStyle(document.querySelector('.chat'));
    const start = list.left + parseFloat(style.paddingLeft), end = list.right - parseFloat(style.paddingRight);
    return { width: end - start, em: parseFloat(style.fontSize), all: [...document.querySelectorAll('.chat > li')].map(li => {
        const b = li.querySelector('.b').getBoundingClientRect(), a = li.querySelector('img, .av').getBoundingClientRect();
        const words = document.createRange(); words.selectNodeContents(li.querySelector('.b p'));
        const t = words.getBoundingClientRect();
        const time = li.querySelector('p.time, p.v');
        return { mine: li.classList.contains('mine'), left: b.left - start, right: end - b.right, width: b.width, height: b.height,
            avatar: [a.left - start, end - a.right], inside: t.left >= b.left && t.right <= b.right && t.top >= b.top && t.bottom <= b.bottom,
            text: li.querySelector('.b p').innerText, direction: getComputedStyle(li.querySelector('.b p')).direction,
            time: time && time.textContent, shown: time && time.getBoundingClientRect().height > 2 };
    }) };
})()"""


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_chat_bubbles(site, window, width):
    page = window(width=width)
    page.goto(f"{site.url}/chat")
    chat, messages = page.evaluate(BUBBLES), load("chat")
    assert [bubble["text"] for bubble in chat["all"]] == [message["text"] for message in messages]
    assert [bubble["mine"] for bubble in chat["all"]] == [message["type"] == 0 for message in messages]
    widest = min(0.7 * chat["width"], 20 * chat["em"])
    previous = None
    for bubble, message in zip(chat["all"], messages, strict=True):
        assert bubble["width"] <= widest + 0.5, bubble
        assert bubble["width"] >= 55 and bubble["height"] >= 45, "never smaller than its caps"
        assert bubble["inside"], "text stays in its bubble"
        side, other = ("right", "left") if bubble["mine"] else ("left", "right")
        avatar = bubble["avatar"][1 if bubble["mine"] else 0]
        assert abs(avatar) < 0.5 and 40 <= bubble[side] < 52, "the avatar stands outside, the bubble beside it"
        assert bubble[other] >= 0
        assert bubble["shown"] == (message["time"] != previous), "a time once per equal run"
        assert bubble["time"] == message["time"], "the others for screen readers"
        previous = message["time"]
    arabic = [bubble for bubble in chat["all"] if "مرحبا" in bubble["text"]]
    assert [bubble["direction"] for bubble in arabic] == ["rtl"]


@pytest.mark.parametrize("density", [1, 2, 3])
def test_bubbles_are_drawn_from_art_of_the_screens_density(site, window, density):
    page = window(device_scale_factor=density)
    asked = []
    page.on("response", lambda response: asked.append((response.url, response.status)))
    page.goto(f"{site.url}/chat")
    page.wait_for_load_state("networkidle")
    ending = "_normal.png" if density == 1 else f"_normal@{density}x.png"
    for name in ("chatfrom_bg", "chatto_bg"):
        bubbles = [entry for entry in asked if name in entry[0]]
        assert bubbles and all(
            url.replace("%40", "@").endswith(name + ending) and status == 200 for url, status in bubbles
        ), bubbles
    borders = page.evaluate("""['.to', '.from'].map(s => getComputedStyle(document.querySelector(s), '::before')).map(s =>
        [s.borderImageSlice, s.borderImageWidth, s.borderImageRepeat])""")
    assert borders == [["27 27 17 fill", "27px 27px 17px", "stretch"]] * 2


@pytest.mark.parametrize(
    "address",
    [
        "friends?open=all",
        "classmates?open=all",
        "colleagues?open=all",
        "products",
        "chat",
        "stretch",
        "friends/friends",
    ],
)
def test_nothing_moves_while_a_page_loads_and_scrolls(site, window, address):
    page = window(height=600)
    page.add_init_script("""window.shifts = []; new PerformanceObserver(list => list.getEntries().forEach(entry =>
        shifts.push([entry.value, entry.sources.map(s => s.node?.outerHTML?.slice(0, 80))]))).observe({ type: 'layout-shift', buffered: true })""")
    page.goto(f"{site.url}/{address}")
    page.wait_for_load_state("networkidle")
    page.evaluate("""new Promise(done => { let y = 0; const step = () => { y += 300; scrollTo(0, y);
        y < document.documentElement.scrollHeight ? requestAnimationFrame(step) : setTimeout(done, 100); }; step(); })""")
    assert page.evaluate("shifts") == []


def test_every_picture_of_every_density_exists(site):
    for name in ("friends?open=all", "classmates?open=all", "products", "chat", "stretch"):
        document = web.page(f"{site.url}/{name}").document
        pictures = {url for url, element in document.links if element.tag == "img"}
        assert pictures
        for url in pictures:
            answer = web.fetch(url)
            assert answer.status == 200 and answer.fields["content-type"] == "image/png", url
            assert "immutable" in answer.fields["cache-control"], url
