from __future__ import annotations

from tests.decks.hand import card, deck, vampire
from toolkit.decks.diff import CardChange, beyond_pool, compare_decks
from toolkit.decks.model import Deck, Entry
from toolkit.decks.model import ProblemCode as Code

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


def test_a_limited_deck_may_hold_what_was_registered_and_no_more():
    pool = Deck(library=(Entry(DOLL, 3), Entry(RACK, 1)))
    assert beyond_pool(Deck(library=(Entry(DOLL, 3),)), pool) == ()
    deck = Deck(crypt=(Entry(ADA, 1),), library=(Entry(DOLL, 5),), places=((2,), (7,)))
    more, none = beyond_pool(deck, pool)[::-1]
    assert (more.code, more.line, more.cards[0].count) == (Code.NOT_IN_POOL, 7, 2)
    assert more.message == "The deck has 5 Blood Doll; the registered pool has 3."
    assert none.message == "The deck has 1 Ada; the registered pool has none."
    assert (more.rule, more.fix, none.fix) == ("VEKN 7.2", "Remove 2 Blood Doll.", "Remove 1 Ada.")


def test_a_deck_is_within_itself():
    assert beyond_pool(deck(), deck()) == ()
