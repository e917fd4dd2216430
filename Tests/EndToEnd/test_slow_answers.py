"""Answers that take long: made once for all event loops, beside them, and bounded, as is what clients do not read."""

import plistlib
import re
import time

import pytest

from conftest import ROOT, Server
from raw_client import RawClient
from test_abuse import metric, serving, wait_until

LARGEST = "/images/chatto_bg_normal/2048x2048.png?insets=1.9.1.1&mode=stretch"


def drawn(server):
    return metric(server, "roster_pictures_drawn_total")


def many_friends(folder, pages, friends):
    (folder / "Data").mkdir()
    for page in range(pages):
        names = [{"name": f"friend {page} {number}", "intro": "x" * 100} for number in range(friends)]
        data = plistlib.dumps([{"name": "all", "friends": names}], fmt=plistlib.FMT_BINARY)
        (folder / f"Data/list{page}.plist").write_bytes(data)
    return folder / "Data"


def test_concurrent_requests_for_one_picture_draw_it_once():
    with serving("--threads", "4") as server:
        clients = [RawClient(server.port, timeout=30) for _ in range(32)]
        for client in clients:
            client.ask(LARGEST)
        answers = [client.answer() for client in clients]
        assert {status for status, _ in answers} == {200}
        assert len({body for _, body in answers}) == 1 and answers[0][1].startswith(b"\x89PNG")
        assert drawn(server) == 1
        # Kept: by the loops that asked, and for those that did not.
        for _ in range(20):
            assert RawClient(server.port).get(LARGEST) == answers[0]
        assert drawn(server) == 1


def test_others_are_served_while_pictures_are_drawn():
    with serving("--threads", "1") as server:
        drawing = [RawClient(server.port, timeout=30) for _ in range(6)]
        for number, client in enumerate(drawing):
            client.ask(LARGEST.replace("2048.png", f"{2040 + number}.png"))
        waiting = r'roster_contents_waiting\{kind="picture"}'
        wait_until(lambda: metric(server, waiting) > 0)
        served = 0
        while metric(server, waiting) > 0:
            assert RawClient(server.port).get("/friends")[0] == 200
            served += 1
        assert served > 5
        assert [client.answer()[0] for client in drawing] == [200] * 6


def test_more_pictures_than_may_wait_are_refused_for_a_second():
    with serving("--threads", "2") as server:
        clients = [RawClient(server.port, timeout=30) for _ in range(20)]
        for number, client in enumerate(clients):
            client.ask(LARGEST.replace("2048.png", f"{2020 + number}.png"))
        statuses = [client.answer()[0] for client in clients]
        assert set(statuses) == {200, 503} and statuses.count(200) >= 8
        assert metric(server, r'roster_contents_refused_total\{kind="picture"}') == statuses.count(503)
        client = RawClient(server.port, timeout=30)
        client.ask(LARGEST.replace("2048.png", f"{2020 + statuses.index(503)}.png"))
        assert client.answer()[0] == 200


def test_pictures_that_nobody_waits_for_are_not_drawn():
    with serving("--threads", "1") as server:
        clients = [RawClient(server.port) for _ in range(8)]
        for number, client in enumerate(clients):
            client.ask(LARGEST.replace("2048.png", f"{2000 + number}.png"))
        waiting = r'roster_contents_waiting\{kind="picture"}'
        wait_until(lambda: metric(server, waiting) > 4)
        for client in clients:
            client.reset()
            client.close()
        wait_until(lambda: metric(server, waiting) == 0)
        time.sleep(0.2)
        assert drawn(server) < 6


def test_a_large_download_is_made_once_and_shared(tmp_path):
    data = many_friends(tmp_path, 1, 40_000)
    with Server(data, "--admin", "127.0.0.1:0", "--threads", "2") as server:
        server.admin_port = int(re.search(r":(\d+)/metrics", server.lines.get(timeout=10))[1])
        clients = [RawClient(server.port, timeout=30) for _ in range(6)]
        for client in clients:
            client.ask("/list0.json")
        made = r'roster_contents_made_total\{kind="export"}'
        wait_until(lambda: metric(server, made) == 1 and metric(server, "roster_unsent_bytes") > 0)
        unsent = metric(server, "roster_unsent_bytes")
        bodies = [client.answer()[1] for client in clients]
        assert len(set(bodies)) == 1 and b"friend 0 39999" in bodies[0]
        # One copy of the content, and next to nothing for each reader.
        assert unsent < len(bodies[0]) * 1.1
        assert metric(server, made) == 1
        assert server.stop() == 0


def test_slow_readers_of_many_large_downloads_are_bounded(tmp_path):
    data = many_friends(tmp_path, 8, 60_000)
    with Server(data, "--admin", "127.0.0.1:0", "--threads", "2", "--max-unsent-bytes", str(20 << 20)) as server:
        server.admin_port = int(re.search(r":(\d+)/metrics", server.lines.get(timeout=10))[1])
        readers = []
        for page in range(8):
            reader = RawClient(server.port, timeout=30)
            reader.ask(f"/list{page}.csv")
            readers.append(reader)
            wait_until(lambda: metric(server, r'roster_contents_made_total\{kind="export"}') == page + 1)
        refused = metric(server, "roster_answers_refused_total")
        assert refused > 0 and metric(server, "roster_unsent_bytes") < 50 << 20
        answers = [reader.answer() for reader in readers]
        assert [status for status, _ in answers].count(503) == refused
        for page, (status, body) in enumerate(answers):
            assert status == 503 or f"friend {page} 59999".encode() in body
        assert metric(server, "roster_unsent_bytes") == 0
        assert RawClient(server.port, timeout=30).get("/list7.csv")[0] == 200
        assert server.stop() == 0


def test_a_stop_waits_for_a_picture_that_is_drawn():
    with Server(ROOT / "Data", "--threads", "1") as server:
        client = RawClient(server.port, timeout=30)
        client.ask(LARGEST)
        time.sleep(0.01)
        assert server.stop() == 0
        assert client.answer()[0] == 200


@pytest.mark.parametrize("head", ["GET {} HTTP/1.0\r\n\r\n", "GET {} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"])
def test_connections_that_end_with_their_answer(head):
    with serving("--threads", "1") as server:
        client = RawClient(server.port, timeout=30)
        client.send(head.format(LARGEST))
        assert client.answer()[0] == 200
        assert client.answer() is None


def test_heads_and_conditions_draw_nothing():
    with serving("--threads", "1") as server:
        client = RawClient(server.port)
        client.send(f"HEAD {LARGEST} HTTP/1.1\r\nHost: a\r\n\r\n")
        while b"\r\n\r\n" not in client.received:
            assert client._receive()
        head = client.received.decode()
        client.received = b""
        assert head.startswith("HTTP/1.1 200") and "content-length" not in head.lower()
        tag = re.search(r"(?i)etag: (\S+)", head)[1]
        assert client.get(LARGEST, f"If-None-Match: {tag}")[0] == 304
        assert client.get(LARGEST, 'If-Match: "other"')[0] == 412
        assert drawn(server) == 0
        assert client.get("/friends")[0] == 200
