"""The archive beside a deck: made of what krcg packages, read again, and searched."""

from __future__ import annotations

import gzip
from collections import Counter
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from tests.corpus.archive import archive as packaged
from tests.corpus.archive import multiset
from tests.decks.hand import card, vampire
from toolkit.cards import DamagedData
from toolkit.cards.build import render_archive
from toolkit.decks.archive import Archive, ArchivedDeck, load_archive
from toolkit.decks.model import Deck, Entry


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    path = tmp_path_factory.mktemp("data") / "archive.jsonl.gz"
    path.write_bytes(render_archive())
    return load_archive(path)


def archived(name: str, cards: dict[int, int], day: date | None = None) -> ArchivedDeck:
    return ArchivedDeck(name=name, player="", event="", place="", day=day, link="", cards=cards)


def test_every_winning_deck_is_in_it_with_all_its_cards(whole: Archive) -> None:
    assert [Counter(deck.cards) for deck in whole.decks] == [multiset(one.packaged) for one in packaged()]


def test_a_winning_deck_is_nearest_to_itself(whole: Archive) -> None:
    for index in range(0, len(whole.decks), 500):
        (first, *_) = whole.nearest(packaged()[index].deck)
        assert (first.share, first.deck.cards) == (1, whole.decks[index].cards)


def test_the_share_is_the_cards_of_both_in_the_cards_of_either() -> None:
    found = Archive([archived("near", {100001: 3, 100002: 1}), archived("far", {100001: 1, 100003: 9})])
    deck = Deck(crypt=(Entry(vampire(), 4),), library=(Entry(card(), 2),))
    assert [(one.deck.name, one.common, one.share) for one in found.nearest(deck)] == [
        ("near", 2, Fraction(2, 8)),
        ("far", 1, Fraction(1, 15)),
    ]


def test_of_decks_as_near_the_newest_comes_first() -> None:
    old, new = (archived(str(year), {100001: 1}, date(year, 1, 1)) for year in (2004, 2024))
    found = Archive([old, new]).nearest(Deck(library=(Entry(card(), 1),)))
    assert [one.deck.name for one in found] == ["2024", "2004"]


def test_a_deck_that_shares_nothing_has_no_neighbour() -> None:
    assert Archive([archived("far", {100002: 1})]).nearest(Deck(library=(Entry(card(), 1),))) == ()


DAMAGED = {
    "empty": b"",
    "not packed": b"no archive",
    "no cards": gzip.compress(b"{}"),
    "no deck": gzip.compress(b"[]"),
    "no number": gzip.compress(b'{"cards":{"x":1}}'),
    "cut short": gzip.compress(b'{"cards":{"1":1}}' * 99)[:-12],
    "no text": gzip.compress(bytes([255, 10])),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_archive_says_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "archive.jsonl.gz").write_bytes(content)
    with pytest.raises(DamagedData, match="make it again"):
        load_archive(tmp_path / "archive.jsonl.gz")


def test_a_missing_archive_says_so(tmp_path: Path) -> None:
    with pytest.raises(DamagedData):
        load_archive(tmp_path / "archive.jsonl.gz")
