"""Every deck of the archive written in the archive's form, and read back by the archive's own reader."""

from __future__ import annotations

import io
import logging

import pytest
from krcg import models, parser

from tests.corpus.archive import krcg_cards, multiset, sample
from toolkit.decks.writing import write


@pytest.fixture(scope="module")
def read_back() -> list[tuple[models.Deck, models.Deck]]:
    """Each packaged deck beside what krcg reads from the text that we write of it."""
    logging.getLogger("krcg").setLevel(logging.CRITICAL)
    return [
        (packaged, parser.deck_from_txt(io.StringIO(write(deck, "twd")), krcg_cards(), id=packaged.id, twda=True))
        for packaged, _, deck in sample(4)
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


def _comments(deck: models.Deck) -> dict[int, str]:
    return {card.id: card.comment for card in deck.cards if card.comment}
