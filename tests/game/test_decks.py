"""Decks as numbers: sizes by the options of the table, recursions by the boosters of a limited event."""

from __future__ import annotations

import pytest

from toolkit.game import new_game, options_for
from toolkit.game.new import DeckCounts, deck_rules, size_faults


# VEKN tournament rules 7.2.2 (GAP-40), and 4.1 and 7.2.1 for the sizes.
@pytest.mark.parametrize(
    ("boosters", "library", "crypt", "recursions"),
    [
        (1, 5, 1, 11),
        (2, 10, 2, 5),
        (3, 15, 3, 3),
        (4, 20, 4, 2),
        (5, 25, 5, 1),
        (6, 30, 6, 1),
        (7, 35, 7, 1),
        (8, 40, 8, 0),
        (10, 40, 10, 0),
        (12, 40, 12, 0),
    ],
)
def test_boosters_set_sizes_and_recursions(boosters: int, library: int, crypt: int, recursions: int) -> None:
    options = options_for("vekn_event", **{"deck.profile": "limited", "deck.boosters": str(boosters)})
    rules = deck_rules(options, 5)
    assert (rules.library_min, rules.library_max, rules.crypt_min) == (library, 90, crypt)
    assert new_game(list("ABCDE"), options).seats["A"].recursions == recursions


def test_a_starter_asks_for_forty_and_twelve_without_recursions() -> None:
    options = options_for("current", deck_profile="limited", deck_boosters="2", deck_starters="yes")
    rules = deck_rules(options, 5)
    assert (rules.library_min, rules.crypt_min) == (40, 12)
    assert new_game(list("AB"), options).seats["A"].recursions == 0


def test_recursions_set_by_hand_win() -> None:
    options = options_for("current", deck_profile="limited", deck_boosters="2", deck_recursions="1")
    assert new_game(list("AB"), options).seats["A"].recursions == 1


@pytest.mark.parametrize(
    ("options", "deck", "expected"),
    [
        ({}, DeckCounts(library=60), []),
        ({}, DeckCounts(library=59), [("library", 59, "60 to 90", "SETUP-06")]),
        ({}, DeckCounts(library=91), [("library", 91, "60 to 90", "SETUP-06")]),
        ({}, DeckCounts(crypt=11), [("crypt", 11, "at least 12", "SETUP-09")]),
        ({"deck_profile": "casual_legacy"}, DeckCounts(library=40), []),
        ({"deck_profile": "casual_legacy"}, DeckCounts(library=39), [("library", 39, "40 to 60", "SETUP-04")]),
        ({"deck_profile": "casual_legacy"}, DeckCounts(library=61), [("library", 61, "40 to 60", "SETUP-05")]),
        ({"deck_profile": "limited", "deck_boosters": "3"}, DeckCounts(library=15, crypt=4), []),
        (
            {"deck_profile": "limited", "deck_boosters": "5"},
            DeckCounts(library=24, crypt=4),
            [("library", 24, "25 to 90", "SETUP-07"), ("crypt", 4, "at least 5", "SETUP-12")],
        ),
        ({"deck_profile": "limited"}, DeckCounts(library=91), [("library", 91, "40 to 90", "SETUP-08")]),
        ({}, DeckCounts(library=10, counted=False), []),
    ],
)
def test_a_deck_of_another_size_is_named(
    options: dict[str, str], deck: DeckCounts, expected: list[tuple[str, int, str, str]]
) -> None:
    table = {"A": deck, "B": DeckCounts(library=60)}
    found = [f for f in size_faults(options_for("current", **options), table) if f.seat == "A"]
    assert [(fault.part, fault.cards, fault.allowed, fault.rule) for fault in found] == expected
