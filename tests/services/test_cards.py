"""Refreshing the card data, against a server of our own on this machine."""

from __future__ import annotations

import copy
import functools
import gzip
import json
import threading
from collections.abc import Iterator
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from toolkit.cards import build
from toolkit.cards.release import BadRelease, checked_files
from toolkit.services import card_refresh
from toolkit.services.card_refresh import ListUnreachable, refresh_cards
from toolkit.services.cards import current_cards, is_shipped, refreshed_folder

TODAY = date(2026, 11, 22)


@functools.cache
def pack(body: bytes) -> bytes:
    return gzip.compress(body, 1)


class Server:
    """Two files with a tag, and what was asked of it."""

    def __init__(self, cards: bytes, sets: bytes) -> None:
        self.files = {"/vtes.json": cards, "/expansions.json": sets}
        self.status, self.tag, self.packed = 200, '"one"', pack
        self.asked: list[tuple[str, str | None]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.path, self.headers["If-None-Match"]))
                if self.headers["If-None-Match"] == outer.tag:
                    return self.answer(304, b"")
                body = outer.files[self.path]
                return self.answer(outer.status, outer.packed(body))

            def answer(self, status: int, body: bytes) -> None:
                self.send_response(status)
                self.send_header("ETag", outer.tag)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A client that hangs up in the middle of an answer is what some tests are about.
        self.http.handle_error = lambda *_: None  # type: ignore[method-assign]
        self.address = f"http://127.0.0.1:{self.http.server_port}"


@pytest.fixture(scope="module")
def published() -> tuple[list[Any], list[Any]]:
    cards, sets = build.load_package()
    # Text and rulings are most of the weight, and nothing of them is read.
    heavy = ("text", "flavor", "draft", "rulings", "artists", "cards")
    return [{key: value for key, value in card.items() if key not in heavy} for card in cards], list(sets)


@pytest.fixture(scope="module")
def tomorrows_cards(published: tuple[list[Any], list[Any]]) -> list[Any]:
    cards = list(published[0])
    vampire = copy.deepcopy(next(card for card in cards if card["id"] == 201785))
    return [*cards, vampire | {"id": 201999, "printed_name": "Somebody New", "unicity_suffix": ""}]


@pytest.fixture(scope="module")
def bodies(published: tuple[list[Any], list[Any]], tomorrows_cards: list[Any]) -> tuple[bytes, bytes]:
    return json.dumps(tomorrows_cards).encode(), json.dumps(published[1]).encode()


@pytest.fixture
def server(bodies: tuple[bytes, bytes]) -> Iterator[Server]:
    server = Server(*bodies)
    thread = threading.Thread(target=server.http.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.http.shutdown()
    thread.join()
    server.http.server_close()


def test_a_new_release_is_taken_and_used(tmp_path: Path, server: Server) -> None:
    done = refresh_cards(tmp_path, today=TODAY, address=server.address)
    assert (done.changed, done.added) == (True, ("Somebody New",))
    cards = current_cards(tmp_path)
    assert not is_shipped(cards)
    assert (len(cards), cards.source.day, cards.source.origin) == (4150, TODAY, server.address)
    assert cards[201785].name == "Noluthando"


def test_the_second_time_nothing_is_sent(tmp_path: Path, server: Server) -> None:
    refresh_cards(tmp_path, today=TODAY, address=server.address)
    later = date(2026, 12, 24)
    done = refresh_cards(tmp_path, today=later, address=server.address)
    assert (done.changed, done.added, done.source.day) == (False, (), later)
    assert server.asked[-1] == ("/vtes.json", '"one"')
    assert current_cards(tmp_path).source.day == later


def test_a_damaged_copy_is_fetched_again(tmp_path: Path, server: Server) -> None:
    refresh_cards(tmp_path, today=TODAY, address=server.address)
    next(refreshed_folder(tmp_path).glob("cards-*.jsonl")).write_text("")
    assert current_cards(tmp_path).warning is not None
    assert refresh_cards(tmp_path, today=TODAY, address=server.address).changed
    assert (len(current_cards(tmp_path)), current_cards(tmp_path).warning) == (4150, None)


def test_the_published_list_gives_the_files_that_the_package_gives(
    tmp_path: Path, server: Server, published: tuple[list[Any], list[Any]]
) -> None:
    server.files["/vtes.json"] = json.dumps(published[0]).encode()
    refresh_cards(tmp_path, today=TODAY, address=server.address)
    copied = next(refreshed_folder(tmp_path).glob("cards-*.jsonl")).read_text()
    assert copied == build.render_files(*published).cards


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "no JSON"),
        (b"<html>Service unavailable</html>", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"{}", "no list of cards"),
        (b"[]", "no list of cards"),
        (b"[1, 2]", "no list of cards"),
        (b'[{"id": 1}]', "fewer than the 4149 in use"),
    ],
)
def test_what_is_no_card_list_is_refused(tmp_path: Path, server: Server, body: bytes, sentence: str) -> None:
    server.files["/vtes.json"] = body
    with pytest.raises(BadRelease, match=sentence):
        refresh_cards(tmp_path, today=TODAY, address=server.address)
    assert is_shipped(current_cards(tmp_path))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"kind": "Token"}, "of no known kind"),
        ({"id": 100_999_9}, "number that its kind cannot have"),
        ({"id": "201999"}, "number that its kind cannot have"),
        ({"id": 200001}, "twice"),
        ({"printed_name": " "}, "has no name"),
        ({"printed_name": "Two\nlines"}, "has no name"),
        ({"types": ["Ghost"]}, "type that is not known"),
        ({"types": None}, "type that is not known"),
        ({"group": "G0"}, "no known group"),
        ({"group": None}, "no known group"),
        ({"capacity": -1}, "no possible capacity"),
        ({"capacity": True}, "no possible capacity"),
        ({"clan": ""}, "no clan"),
        ({"banned": "yesterday"}, "date that is none"),
        ({"prints": [{"set": 5}]}, "a form that this version does not know"),
    ],
)
def test_one_card_that_cannot_be_refuses_the_list(
    published: tuple[list[Any], list[Any]], tomorrows_cards: list[Any], change: dict[str, Any], sentence: str
) -> None:
    cards = [*tomorrows_cards[:-1], tomorrows_cards[-1] | change]
    with pytest.raises(BadRelease, match=sentence):
        checked_files(cards, published[1], at_least=4149)


def test_a_set_with_a_day_that_is_none_refuses_the_list(
    published: tuple[list[Any], list[Any]], tomorrows_cards: list[Any]
) -> None:
    sets = [item | {"release_date": "soon"} if item["code"] == "NB3" else item for item in published[1]]
    with pytest.raises(BadRelease, match="a form that this version does not know"):
        checked_files(tomorrows_cards, sets, at_least=4149)


def test_a_list_with_one_such_card_leaves_the_data_as_it_is(
    tmp_path: Path, server: Server, tomorrows_cards: list[Any]
) -> None:
    server.files["/vtes.json"] = json.dumps([*tomorrows_cards, {"id": 5, "kind": "Token"}]).encode()
    with pytest.raises(BadRelease, match="of no known kind"):
        refresh_cards(tmp_path, today=TODAY, address=server.address)
    assert is_shipped(current_cards(tmp_path))


@pytest.mark.parametrize("status", [404, 500, 302, 204])
def test_another_answer_is_told_with_its_status(tmp_path: Path, server: Server, status: int) -> None:
    server.status = status
    with pytest.raises(ListUnreachable, match=str(status)):
        refresh_cards(tmp_path, today=TODAY, address=server.address)


def test_an_endless_answer_is_cut_off(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_refresh, "MAX_BYTES", 2**20)
    server.files["/vtes.json"] = b" " * 2**23  # 8 MB in 8 kB: a bomb of the kind that gzip makes cheap
    with pytest.raises(BadRelease, match="more than 1 MB"):
        refresh_cards(tmp_path, today=TODAY, address=server.address)


def test_a_damaged_compression_is_a_sentence(tmp_path: Path, server: Server) -> None:
    server.packed = lambda body: b"not gzip"
    with pytest.raises(ListUnreachable, match="damaged"):
        refresh_cards(tmp_path, today=TODAY, address=server.address)


def test_a_slow_answer_is_given_up(tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_refresh, "TOTAL_SECONDS", 0.0)
    with pytest.raises(ListUnreachable, match="did not finish"):
        refresh_cards(tmp_path, today=TODAY, address=server.address)


def test_a_server_that_says_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    monkeypatch.setattr(card_refresh, "READ_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(ListUnreachable, match="in time"):
        refresh_cards(tmp_path, today=TODAY, address=f"http://127.0.0.1:{silent.getsockname()[1]}")


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "http://host.invalid", "nonsense", "file:///etc", "http://"])
def test_offline_is_a_sentence_and_the_data_stays(tmp_path: Path, address: str) -> None:
    with pytest.raises(ListUnreachable, match="stays as it is"):
        refresh_cards(tmp_path, today=TODAY, address=address)
    assert is_shipped(current_cards(tmp_path))


def test_looking_cards_up_makes_no_folder(tmp_path: Path) -> None:
    current_cards(tmp_path / "not there")
    assert not (tmp_path / "not there").exists()
