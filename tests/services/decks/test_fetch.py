from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from toolkit.cards import load
from toolkit.decks import read
from toolkit.decks.reading.forms.links import RemoteDeck, UnknownAddress
from toolkit.languages import say, words_of
from toolkit.services.decks import fetch
from toolkit.services.decks.fetch import TooManyFetches, UnreachableSite, fetch_deck, fetch_remote


class Site(BaseHTTPRequestHandler):
    """A deck site with every bad habit, by path."""

    asked: list[str] = []  # noqa: RUF012 - what every request of this test module asked

    def do_GET(self) -> None:
        self.asked.append(self.path)
        habit = self.path.strip("/")
        if habit == "silent":
            time.sleep(1)
            return
        self.send_response({"missing": 404, "broken": 500, "elsewhere": 302}.get(habit, 200))
        if habit == "elsewhere":
            self.send_header("Location", "/deck")
        self.end_headers()
        if habit == "flood":
            for _ in range(200):
                self.wfile.write(b"x" * 10_000)
        elif habit == "drip":
            for _ in range(40):
                self.wfile.write(b"x" * 20_000)
                time.sleep(0.05)
        elif habit.startswith("amaranth"):
            self.wfile.write(b'{"result": {"title": "Two", "author": "Jane Doe", "cards": {"17": 12, "18": 60}}}')
        elif habit == "list":
            self.wfile.write(b"[]")
        elif habit == "numbers":
            self.wfile.write(b'{"17": 200517, "18": 100199}')
        else:
            self.wfile.write(b'{"cards": {}}')

    def log_message(self, *_: object) -> None: ...

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # the reader had enough, as it should
            super().handle()


@pytest.fixture(scope="module")
def site() -> Iterator[Callable[[str], RemoteDeck]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield lambda habit: RemoteDeck(f"http://127.0.0.1:{server.server_port}/{habit}", "read", "a site")
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_deck_is_fetched(site: Callable[[str], RemoteDeck]) -> None:
    assert fetch_remote(site("deck")) == b'{"cards": {}}'


# No other habit is given less time than anybody has: on a crowded machine a good answer takes its time, too.
@pytest.mark.parametrize(
    ("habit", "words", "shorter"),
    [
        ("missing", "has no such deck", {}),
        ("broken", "status 500", {}),
        ("flood", "more than a deck", {}),
        ("silent", "does not answer", {"READ_SECONDS": 0.3}),
        ("drip", "too slowly", {"WHOLE_SECONDS": 0.1}),
    ],
)
def test_a_bad_answer_is_a_sentence(
    site: Callable[[str], RemoteDeck],
    monkeypatch: pytest.MonkeyPatch,
    habit: str,
    words: str,
    shorter: dict[str, float],
) -> None:
    for name, seconds in shorter.items():
        monkeypatch.setattr(fetch, name, seconds)
    with pytest.raises(UnreachableSite, match=words):
        fetch_remote(site(habit))


def test_no_redirect_is_followed(site: Callable[[str], RemoteDeck]) -> None:
    Site.asked.clear()
    with pytest.raises(UnreachableSite, match="status 302"):
        fetch_remote(site("elsewhere"))
    assert Site.asked == ["/elsewhere"]


def test_nobody_there() -> None:
    with pytest.raises(UnreachableSite, match="does not answer"):
        fetch_remote(RemoteDeck("http://127.0.0.1:9/deck", "read", "a site"))


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/decks/1",
        "http://127.0.0.1:8080/decks/1",
        "ftp://vdb.im/decks/1",
        "vdb.im",
        "",
        "http://[",
    ],
)
def test_only_known_sites_are_asked(address: str) -> None:
    with pytest.raises(UnknownAddress):
        fetch_deck(address)


@pytest.mark.parametrize("answer", [b"<html><body>Welcome to the hotel</body></html>", b"", b" \n"])
def test_an_answer_that_is_no_deck_is_the_site_s_fault(monkeypatch: pytest.MonkeyPatch, answer: bytes) -> None:
    monkeypatch.setattr(fetch, "fetch_remote", lambda _: answer)
    with pytest.raises(UnreachableSite, match=r"vdb\.im did not send a deck"):
        fetch_deck("https://vdb.im/decks/abc")


def test_a_link_that_carries_its_deck_asks_nobody() -> None:
    address = "https://vdb.im/decks/deck?name=Two#200517=12;100199=60"
    assert fetch_deck(address) == address.encode()


@pytest.fixture
def amaranth(site: Callable[[str], RemoteDeck], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Amaranth and the table of its numbers, both on this machine; called with where the table is."""
    answering = RemoteDeck(site("amaranth").fetch_url, "amaranth", "amaranth.vtes.co.nz")
    monkeypatch.setattr(fetch, "remote_deck", lambda _: answering)
    fetch._amaranth_numbers.cache_clear()
    yield lambda habit: monkeypatch.setattr(fetch, "NUMBERS_URL", site(habit).fetch_url)
    fetch._amaranth_numbers.cache_clear()


def test_a_deck_of_amaranth_comes_under_official_numbers(amaranth: Callable[[str], None]) -> None:
    amaranth("numbers")
    Site.asked.clear()
    address = "https://amaranth.vtes.co.nz/#deck/0a-1b"
    decks = [read(fetch_deck(address), load()).deck for _ in range(2)]
    for deck in decks:
        assert [(entry.card.id, entry.count) for entry in deck.entries] == [(200517, 12), (100199, 60)]
    assert Site.asked == ["/amaranth", "/numbers", "/amaranth"]


@pytest.mark.parametrize(
    ("habit", "words"), [("missing", "no such deck"), ("flood", "than a deck"), ("list", "numbers")]
)
def test_a_deck_of_amaranth_without_its_numbers_is_a_sentence(
    amaranth: Callable[[str], None], habit: str, words: str
) -> None:
    amaranth(habit)
    with pytest.raises(UnreachableSite, match=words):
        fetch_deck("https://amaranth.vtes.co.nz/#deck/0a-1b")


def test_the_site_of_the_numbers_is_named_in_the_reader_s_language(amaranth: Callable[[str], None]) -> None:
    amaranth("missing")
    with pytest.raises(UnreachableSite) as error:
        fetch_deck("https://amaranth.vtes.co.nz/#deck/0a-1b")
    assert say(error.value.message, words_of("fr")) == (
        "static.krcg.org, qui connaît les numéros de cartes d’Amaranth, n’a pas ce deck, ou le garde privé."
    )


def test_sites_that_hang_leave_room_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    places = threading.BoundedSemaphore(1)
    monkeypatch.setattr(fetch, "_PLACES", places)
    monkeypatch.setattr(fetch, "WAIT_SECONDS", 0.01)
    monkeypatch.setattr(fetch, "fetch_remote", lambda _: b"{}")
    with places, pytest.raises(TooManyFetches):
        fetch_deck("https://vdb.im/decks/1234567")
    assert fetch_deck("https://vdb.im/decks/1234567") == b"{}"
