"""Every deck of the archive written in the archive's form, and read back by the archive's own reader."""

from __future__ import annotations

import io
import logging

import pytest
from krcg import models, parser, providers

from tests.soak import part
from tests.corpus.archive import archive, cards, krcg_cards, multiset
from toolkit.decks import read
from toolkit.decks.writing import write

pytestmark = pytest.mark.walk


@pytest.fixture(scope="module")
def read_back() -> list[tuple[models.Deck, models.Deck]]:
    """Each packaged deck beside what krcg reads from the text that we write of it."""
    logging.getLogger("krcg").setLevel(logging.CRITICAL)
    return [
        (packaged, parser.deck_from_txt(io.StringIO(write(deck, "twd")), krcg_cards(), id=packaged.id, twda=True))
        for packaged, _, deck in part(archive(), of=4)
    ]


def test_krcg_reads_the_same_cards(read_back):
    assert [one.id for one, again in read_back if multiset(one) != multiset(again)] == []


@pytest.mark.parametrize("fact", ["name", "author", "player"])
def test_krcg_reads_the_same_deck(read_back, fact):
    assert [one.id for one, again in read_back if getattr(one, fact) != getattr(again, fact)] == []


@pytest.mark.parametrize("fact", ["name", "place", "date", "rounds", "finals", "players_count", "url", "country"])
def test_krcg_reads_the_same_event(read_back, fact):
    assert [one.id for one, again in read_back if getattr(one.event, fact) != getattr(again.event, fact)] == []


def test_krcg_reads_the_same_comments(read_back):
    # One comment of the archive ends with an asterisk of its own, which krcg takes for a mark.
    assert {one.id for one, again in read_back if _comments(one) != _comments(again)} <= {"11326"}


# As the archive's files have these, and krcg does not.
NAMES = {" (G1)": "", " (G2)": "", " (G3)": "", " (G6)": "", " (G7)": "", " (G2 ADV)": " (ADV)"}
CLANS = {"Banu Haqim:": "Assamite:", "Ministry:": "Follower of Set:"}
# A line of no copies, beside one name of two of a merged card; signs of a comment; a dash that krcg writes twice.
ODD = {"0x ", "Raven", " -- ", "Bang Nakh"}


def _cards(text: str) -> list[str]:
    """The lines from the crypt on, with one blank between columns and the archive's own names."""
    text = text[text.rindex("\nCrypt (") :]
    for name, called in (NAMES | CLANS).items():
        text = text.replace(name, called)
    return [" ".join(line.split()) for line in text.strip().splitlines()]


def test_cards_of_the_archive_are_written_as_they_were():
    for archived in part(archive(), of=32):
        text = providers.serialize_twd(archived.packaged, krcg_cards())
        was, now = _cards(text), _cards(write(read(text, cards()).deck, "twd"))
        different = {line for line in (*was, *now) if line not in was or line not in now}
        assert [line for line in different if not any(odd in line for odd in ODD)] == [], archived.packaged.id


def _comments(deck: models.Deck) -> dict[int, str]:
    return {card.id: card.comment for card in deck.cards if card.comment}
