"""Asks the server, follows nothing, and reads the links of the pages that come back."""

import dataclasses
import gzip
import html.parser
import http.client
import re
import threading
import urllib.parse

_connections = threading.local()


@dataclasses.dataclass
class Answer:
    """One response; `fields` has small names, `lines` has every field as it came."""

    url: str
    status: int
    lines: list
    content: bytes

    @property
    def fields(self):
        return {name.lower(): value for name, value in self.lines}

    @property
    def body(self):
        content = gzip.decompress(self.content) if self.fields.get("content-encoding") == "gzip" else self.content
        return content.decode()

    @property
    def location(self):
        """Where a redirect leads, as a whole address."""
        return urllib.parse.urljoin(self.url, self.fields["location"])

    @property
    def document(self):
        return Document(self.url, self.body)


def fetch(url, method="GET", body=None, **fields):
    """Sends the bytes of `url` as they are; `Accept_Language="en"` sends that field."""
    parts = urllib.parse.urlsplit(url)
    target = url.partition("#")[0].split(parts.netloc, 1)[1] or "/"
    named = {name.replace("_", "-"): value for name, value in fields.items()}
    for attempt in range(2):
        connection = _connection(parts.netloc)
        try:
            connection.request(method, target, body=body, headers=named)
            response = connection.getresponse()
            return Answer(url, response.status, response.getheaders(), response.read())
        except (http.client.RemoteDisconnected, BrokenPipeError, ConnectionResetError):
            connection.close()  # the server closed the kept connection: once more on a new one
            if attempt:
                raise


def _connection(netloc):
    """One kept connection per thread and server."""
    kept = _connections.__dict__.setdefault("kept", {})
    if netloc not in kept:
        kept[netloc] = http.client.HTTPConnection(netloc, timeout=20)
    return kept[netloc]


def page(url, **fields):
    """The page at `url`, which must answer 200."""
    answer = fetch(url, **fields)
    assert answer.status == 200, f"{url}: {answer.status}"
    return answer


def ours(server, url):
    return url.startswith(server.url + "/")


def crawl(server, start, limit, follow):
    """Fetches breadth first from `start` what `follow(url, element)` allows, `limit` addresses at most: {url: answer}."""
    found, waiting = {}, list(start)
    while waiting and len(found) < limit:
        url = waiting.pop(0)
        if url in found:
            continue
        found[url] = answer = fetch(url)
        if answer.fields.get("content-type", "").startswith("text/html"):
            waiting += [
                to
                for to, element in answer.document.links
                if ours(server, to) and to not in found and follow(to, element)
            ]
    return found


def hops(url):
    """The statuses on the way and the address at its end."""
    statuses = []
    while True:
        answer = fetch(url)
        statuses.append(answer.status)
        if "location" not in answer.fields:
            return statuses, url
        url = answer.location
        assert len(statuses) < 3, statuses


class Document(html.parser.HTMLParser):
    """The elements of a page, flat, each with its attributes and the text inside it."""

    VOID = {"meta", "link", "input", "img", "br", "hr", "wbr", "source"}

    def __init__(self, url, text):
        super().__init__(convert_charrefs=True)
        self.url = url
        self.elements = []
        self._open = []
        self.feed(text)
        self.close()
        assert not self._open, f"{url}: not closed: {self._open}"

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        assert len(names) == len(set(names)), f"{self.url}: <{tag}> repeats an attribute: {names}"
        element = Element(tag, dict(attributes), [], parents=[e.tag for e in self._open])
        self.elements.append(element)
        if tag not in self.VOID:
            self._open.append(element)

    def handle_endtag(self, tag):
        # <p> and <li> may leave out their end tag; we don't.
        assert self._open and self._open[-1].tag == tag, f"{self.url}: </{tag}> closes nothing"
        self._open.pop()

    def handle_data(self, data):
        for element in self._open:
            element.pieces.append(data)

    def all(self, tag, **attributes):
        """The elements `tag` that have these attributes; True means any value."""

        def fits(element):
            return all(
                name in element.attributes and value in (True, element.attributes[name])
                for name, value in attributes.items()
            )

        return [element for element in self.elements if element.tag == tag and fits(element)]

    def resolve(self, reference):
        return urllib.parse.urljoin(self.url, reference)

    @property
    def links(self):
        """Every address that the page names, whole, without fragment: (address, element)."""
        found = []
        for element in self.elements:
            for name in ("href", "src"):
                reference = element.attributes.get(name)
                if reference is not None and not reference.startswith("#"):
                    found.append((self._whole(reference), element))
            for candidate in filter(None, element.attributes.get("srcset", "").split(", ")):
                found.append((self._whole(candidate.split(" ")[0]), element))
        return found

    def _whole(self, reference):
        return self.resolve(reference).partition("#")[0]

    @property
    def headers(self):
        """The links that open and close groups, in order."""
        return [
            a for a in self.all("a") if a.attributes.get("id", "").startswith("g-") and "aria-expanded" in a.attributes
        ]

    @property
    def open_keys(self):
        return [a.key for a in self.headers if a.attributes["aria-expanded"] == "true"]


@dataclasses.dataclass
class Element:
    tag: str
    attributes: dict
    pieces: list
    parents: list

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.pieces)).strip()

    @property
    def key(self):
        return self.attributes["id"].removeprefix("g-")
