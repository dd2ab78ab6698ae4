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

from tests.cards.updates import save_newer
from toolkit.cards import CardDatabase, DamagedData, build, load
from toolkit.cards.files import refreshed_folder
from toolkit.cards.release import BadRelease, Release, checked_release
from toolkit.cards.texts import texts_file
from toolkit.languages import say
from toolkit.languages.words import words_of
from toolkit.services.decks import card_refresh
from toolkit.services.decks.card_refresh import ListUnreachable, check_cards, refresh_cards
from toolkit.services.kernel import cards as services_cards
from toolkit.services.kernel.cards import (
    FollowedCards,
    FollowedTexts,
    current_cards,
    current_texts,
    is_shipped,
    last_check,
)

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
    assert (done.changed, done.added, done.day) == (False, (), later)
    assert server.asked[-1] == ("/vtes.json", '"one"')
    assert current_cards(tmp_path).source.day == later


@pytest.fixture
def worded(server: Server, tomorrows_cards: list[Any]) -> Server:
    """The same server with texts made up for every card, and one in French."""
    cards = [card | {"text": f"+1 stealth action. [dom] Card {card['id']}.\u202e"} for card in tomorrows_cards]
    at = {card["id"]: place for place, card in enumerate(cards)}
    cards[at[100001]] |= {"i18n": {"fr": {"name": "Magnum", "text": "Deux dégâts."}, "tlh": {"text": "Qapla"}}}
    cards[at[100002]] |= {"text": "x" * 4001}
    server.files["/vtes.json"] = json.dumps(cards).encode()
    return server


def test_texts_are_fetched_only_when_asked_for_and_then_kept_fresh(tmp_path: Path, worded: Server) -> None:
    refresh_cards(tmp_path, today=TODAY, address=worded.address)
    assert current_texts(tmp_path) is None
    refresh_cards(tmp_path, today=TODAY, address=worded.address, with_texts=True)
    texts = current_texts(tmp_path)
    assert texts is not None
    assert (texts.day, len(texts.texts), texts.origin) == (TODAY, 4149, worded.address)
    assert texts.of(100001) == ("+1 stealth action. [dom] Card 100001.", "en")
    assert texts.of(100001, "fr") == ("Deux dégâts.", "fr")
    assert texts.of(100003, "fr") == ("+1 stealth action. [dom] Card 100003.", "en")
    assert texts.of(100002) == ("", "en")
    worded.files["/vtes.json"] = worded.files["/vtes.json"].replace(b"+1 stealth", b"+2 stealth")
    worded.tag = '"two"'
    refresh_cards(tmp_path, today=TODAY, address=worded.address)
    assert "+2 stealth" in str(current_texts(tmp_path))


def test_texts_that_are_there_are_not_sent_again(tmp_path: Path, worded: Server) -> None:
    for _ in "ab":
        refresh_cards(tmp_path, today=TODAY, address=worded.address, with_texts=True)
    assert worded.asked == [("/vtes.json", None), ("/expansions.json", None), ("/vtes.json", '"one"')]


def test_texts_are_removed_when_asked(tmp_path: Path, worded: Server) -> None:
    refresh_cards(tmp_path, today=TODAY, address=worded.address, with_texts=True)
    refresh_cards(tmp_path, today=TODAY, address=worded.address, with_texts=False)
    assert current_texts(tmp_path) is None
    assert [path.name for path in refreshed_folder(tmp_path).iterdir() if "text" in path.name] == []


def test_a_list_without_texts_is_refused_where_they_are_asked_for(tmp_path: Path, server: Server) -> None:
    with pytest.raises(BadRelease, match="texts of only 0 cards"):
        refresh_cards(tmp_path, today=TODAY, address=server.address, with_texts=True)
    assert is_shipped(current_cards(tmp_path))


@pytest.mark.parametrize("body", [b"", b"[]", b'{"texts": 1}', b"\xff", b"[" * 100_000])
def test_damaged_texts_are_told(tmp_path: Path, body: bytes) -> None:
    texts_file(tmp_path).parent.mkdir()
    texts_file(tmp_path).write_bytes(body)
    with pytest.raises(DamagedData, match="fetch them again"):
        current_texts(tmp_path)
    assert FollowedTexts(tmp_path).current() is None


def test_damaged_texts_are_fetched_again(tmp_path: Path, worded: Server) -> None:
    refresh_cards(tmp_path, today=TODAY, address=worded.address, with_texts=True)
    texts_file(tmp_path).write_bytes(b"{")
    refresh_cards(tmp_path, today=TODAY, address=worded.address)
    assert current_texts(tmp_path) is not None


def test_a_program_that_runs_on_follows_the_texts_too(tmp_path: Path, worded: Server) -> None:
    followed = FollowedTexts(tmp_path)
    assert followed.current() is None
    refresh_cards(tmp_path, today=TODAY, address=worded.address, with_texts=True)
    assert followed.current() == current_texts(tmp_path)
    refresh_cards(tmp_path, today=TODAY, address=worded.address, with_texts=False)
    assert followed.current() is None


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
        (b"", "did not send JSON"),
        (b"<html>Service unavailable</html>", "did not send JSON"),
        (b"[" * 100_000, "did not send JSON"),
        (b"{}", "did not send a list of cards"),
        (b"[]", "did not send a list of cards"),
        (b"[1, 2]", "did not send a list of cards"),
        (b'[{"id": 1}]', "lacks 4149 of the current 4149 cards"),
    ],
)
def test_what_is_no_card_list_is_refused(tmp_path: Path, server: Server, body: bytes, sentence: str) -> None:
    server.files["/vtes.json"] = body
    with pytest.raises(BadRelease, match=sentence):
        refresh_cards(tmp_path, today=TODAY, address=server.address)
    assert is_shipped(current_cards(tmp_path))


@pytest.fixture(scope="module")
def shipped() -> CardDatabase:
    return load()


CANNOT_BE = (
    ({"kind": "Token"}, "of no known kind"),
    ({"id": 100_999_9}, "number that its kind cannot have"),
    ({"id": "201999"}, "number that its kind cannot have"),
    ({"id": [201999]}, "a form that this version does not know"),
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
)


@pytest.fixture(scope="module")
def release(published: tuple[list[Any], list[Any]], tomorrows_cards: list[Any], shipped: CardDatabase) -> Release:
    """A list with one card of each kind that cannot be."""
    cards = [
        tomorrows_cards[-1] | {"id": number} | change for number, (change, _) in enumerate(CANNOT_BE, start=201_900)
    ]
    return checked_release([*tomorrows_cards, *cards], published[1], shipped)


@pytest.mark.parametrize(("place", "sentence"), [*enumerate(why for _, why in CANNOT_BE)])
def test_a_card_that_cannot_be_says_why_it_is_not_taken(release: Release, place: int, sentence: str) -> None:
    why = release.refused[place].why
    assert "is not taken" in why
    assert sentence in why


def test_cards_that_cannot_be_refuse_themselves_and_no_other(release: Release, shipped: CardDatabase) -> None:
    assert len(release.refused) == len(CANNOT_BE)
    assert [card.name for card in release.cards if card.id not in shipped] == ["Somebody New"]


def test_a_card_in_use_that_cannot_be_read_any_more_stays_as_it_was(
    published: tuple[list[Any], list[Any]], shipped: CardDatabase
) -> None:
    cards = [card | {"types": ["Ghost"]} if card["id"] == 100845 else card for card in published[0]]
    release = checked_release(cards, published[1], shipped)
    assert [refused.name for refused in release.refused] == ["Govern the Unaligned"]
    assert "stays as it was" in release.refused[0].why
    assert release.cards.row(100845) == shipped.row(100845)


def test_a_card_that_the_list_lacks_is_kept_and_named(
    tmp_path: Path, server: Server, tomorrows_cards: list[Any]
) -> None:
    cards = [card for card in tomorrows_cards if card["id"] not in (100845, 100199)]
    server.files["/vtes.json"] = json.dumps(cards).encode()
    done = refresh_cards(tmp_path, today=TODAY, address=server.address)
    assert (done.added, done.removed) == (("Somebody New",), ("Blood Doll", "Govern the Unaligned"))
    assert current_cards(tmp_path)[100845].name == "Govern the Unaligned"
    server.tag = '"two"'
    assert refresh_cards(tmp_path, today=TODAY, address=server.address).count == 4150


def test_a_library_card_with_a_cost_of_no_known_form_stays_as_it_was(
    published: tuple[list[Any], list[Any]], shipped: CardDatabase
) -> None:
    costs = [5, {"type": "Gold", "value": 1}, *({"type": "Pool", "value": value} for value in ("many", True, None))]
    numbers = [card["id"] for card in published[0] if card["kind"] == "Library"][: len(costs)]
    changed = dict(zip(numbers, costs, strict=True))
    cards = [card | {"cost": changed[card["id"]]} if card["id"] in changed else card for card in published[0]]
    release = checked_release(cards, published[1], shipped)
    assert ["stays as it was: it has no known cost" in refused.why for refused in release.refused] == [True] * 5
    assert [release.cards.row(number) for number in numbers] == [shipped.row(number) for number in numbers]


def test_a_list_of_another_form_is_refused_whole(published: tuple[list[Any], list[Any]], shipped: CardDatabase) -> None:
    cards = [card | {"types": [name.lower() for name in card["types"]]} for card in published[0]]
    with pytest.raises(BadRelease, match="4149 cards of the list cannot be read"):
        checked_release(cards, published[1], shipped)


def test_a_set_with_a_day_that_is_none_refuses_the_list(
    published: tuple[list[Any], list[Any]], tomorrows_cards: list[Any], shipped: CardDatabase
) -> None:
    sets = [item | {"release_date": "soon"} if item["code"] == "NB3" else item for item in published[1]]
    with pytest.raises(BadRelease, match="a form that this version does not know"):
        checked_release(tomorrows_cards, sets, shipped)


def test_a_list_with_one_such_card_is_taken_without_it(
    tmp_path: Path, server: Server, tomorrows_cards: list[Any]
) -> None:
    ghost = {"id": 5, "kind": "Token", "printed_name": "Ghost"}
    server.files["/vtes.json"] = json.dumps([*tomorrows_cards, ghost]).encode()
    done = refresh_cards(tmp_path, today=TODAY, address=server.address)
    assert (done.added, done.refused) == (("Somebody New",), ("Ghost",))
    assert len(current_cards(tmp_path)) == 4150


def test_a_check_says_what_an_update_would_change_and_changes_nothing(
    tmp_path: Path, server: Server, published: tuple[list[Any], list[Any]], tomorrows_cards: list[Any]
) -> None:
    """One card is new, one is banned, one costs otherwise, and one set came out."""
    facts: dict[int, dict[str, Any]] = {
        100845: {"banned": "2026-12-01"},
        100199: {"cost": {"type": "Pool", "value": 3}},
    }
    cards = [card | facts.get(card["id"], {}) for card in tomorrows_cards]
    server.files["/vtes.json"] = json.dumps(cards).encode()
    server.files["/expansions.json"] = json.dumps([*published[1], {"code": "NS", "name": "New Set"}]).encode()
    found = check_cards(tmp_path, today=TODAY, address=server.address)
    assert (found.changed, found.count, found.added, found.sets) == (True, 4150, ("Somebody New",), ("New Set",))
    assert (found.banned, found.altered) == (("Govern the Unaligned",), ("Blood Doll",))
    assert is_shipped(current_cards(tmp_path))
    assert last_check(tmp_path) == found


def test_a_check_of_the_list_in_use_finds_nothing(
    tmp_path: Path, server: Server, published: tuple[list[Any], list[Any]]
) -> None:
    server.files["/vtes.json"] = json.dumps(published[0]).encode()
    found = check_cards(tmp_path, today=TODAY, address=server.address)
    assert (found.changed, found.is_anything, found.count) == (False, False, 4149)


def test_a_check_that_failed_is_kept_with_its_reason(tmp_path: Path) -> None:
    with pytest.raises(ListUnreachable):
        check_cards(tmp_path, today=TODAY, address="http://127.0.0.1:1")
    kept = last_check(tmp_path)
    assert kept is not None
    assert (kept.day, kept.changed) == (TODAY, False)
    assert kept.error == (
        "http://127.0.0.1:1/vtes.json cannot be fetched: this machine is offline, or the server is. "
        "The card data in use stays as it is."
    )
    assert "cette machine ou le serveur est hors ligne" in say(kept.error, words_of("fr"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"day": "soon"}',
        '{"day": 5, "changed": true}',
        "\x00",
        '{"day": "2026-11-22", "error": ["%(a)s", {}]}',
    ],
)
def test_a_check_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    assert last_check(tmp_path) is None
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "check.json").write_text(text)
    assert last_check(tmp_path) is None


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
    with pytest.raises(ListUnreachable, match="unpacked"):
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


def test_a_program_that_runs_on_follows_the_updates_of_its_folder(tmp_path: Path) -> None:
    followed = FollowedCards(tmp_path)
    shipped = followed.current()
    assert followed.current() is shipped
    save_newer(tmp_path)
    updated = followed.current()
    assert (len(shipped), len(updated)) == (4149, 4150)
    assert followed.current() is updated


def test_an_update_that_is_damaged_leaves_the_shipped_data_with_a_warning(tmp_path: Path) -> None:
    followed = FollowedCards(tmp_path)
    assert followed.current().warning is None
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "SOURCE.toml").write_text("date = 2030-01-01")
    assert "used instead" in str(followed.current().warning)


def test_nobody_waits_while_an_update_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    followed = FollowedCards(tmp_path)
    before = followed.current()
    save_newer(tmp_path)
    met = []

    def read(data: Path | None) -> CardDatabase:
        other = threading.Thread(target=lambda: met.append(followed.current()))
        other.start()
        other.join(10)
        return current_cards(data)

    monkeypatch.setattr(services_cards, "current_cards", read)
    assert len(followed.current()) == 4150
    assert met == [before]
