from __future__ import annotations

from tests.decks.hand import card, vampire
from toolkit.decks.diff import CardChange, compare_decks
from toolkit.decks.model import Deck, Entry

DOLL, RACK, ADA, BEA = card(), card("The Rack", id=100002), vampire(), vampire("Bea", id=200002)


def test_the_same_cards_in_another_order_or_on_several_lines_are_no_change():
    one = Deck(crypt=(Entry(ADA, 12),), library=(Entry(DOLL, 2), Entry(RACK, 1)))
    other = Deck(crypt=(Entry(ADA, 12),), library=(Entry(RACK, 1), Entry(DOLL, 1), Entry(DOLL, 1)))
    assert compare_decks(one, other) == ()


def test_changes_are_told_crypt_first_with_both_counts():
    before = Deck(crypt=(Entry(ADA, 12),), library=(Entry(DOLL, 4), Entry(RACK, 1)))
    after = Deck(crypt=(Entry(ADA, 11), Entry(BEA, 1)), library=(Entry(DOLL, 5),))
    assert compare_decks(before, after) == (
        CardChange(ADA, 12, 11),
        CardChange(BEA, 0, 1),
        CardChange(DOLL, 4, 5),
        CardChange(RACK, 1, 0),
    )
