"""One test per row of the game's flows that a deck is judged by; the name is the row's."""

from __future__ import annotations

from datetime import date

import pytest

from tests.decks.hand import card, codes, deck, groups_deck, judge, vampire
from toolkit.decks.formats import rule_set
from toolkit.decks.model import Deck, Entry
from toolkit.decks.model import ProblemCode as Code


def test_setup_01_a_deck_has_a_crypt_and_a_library():
    assert codes(deck()) == []
    assert codes(deck(crypt=0)) == [Code.CRYPT_MISSING]
    assert codes(deck(library=0)) == [Code.LIBRARY_MISSING]


def test_setup_02_a_vampire_in_the_library_is_an_error():
    strayed = Deck(
        crypt=(Entry(vampire(), 12),),
        library=(Entry(card(), 60), Entry(vampire("Bea", id=200002), 1)),
        places=((1,), (8,), (9,)),
    )
    (problem,) = judge(strayed).problems
    assert (problem.code, problem.line) == (Code.WRONG_SECTION, 9)
    assert "Bea is a crypt card" in problem.message


def test_setup_03_an_equipment_in_the_crypt_is_an_error():
    gun = card(".44 Magnum", "Equipment", id=100002)
    strayed = Deck(crypt=(Entry(vampire(), 12), Entry(gun, 1)), library=(Entry(card(), 60),), places=((2,), (3,), (4,)))
    (problem,) = judge(strayed).problems
    assert (problem.code, problem.line) == (Code.WRONG_SECTION, 3)
    assert problem.fix == "Move 1 .44 Magnum to the library."


@pytest.mark.parametrize(("library", "expected"), [(39, [Code.LIBRARY_MIN]), (40, [])])
def test_setup_04_casual_asks_for_forty_library_cards(library, expected):
    assert codes(deck(library=library), "casual", players=4) == expected


@pytest.mark.parametrize(
    ("players", "library", "expected"),
    [(4, 80, []), (4, 81, [Code.LIBRARY_MAX]), (5, 90, []), (5, 91, [Code.LIBRARY_MAX])],
)
def test_setup_05_casual_admits_ten_more_library_cards_per_methuselah(players, library, expected):
    assert codes(deck(library=library), "casual", players=players) == expected


@pytest.mark.parametrize(
    ("library", "expected"), [(59, [Code.LIBRARY_MIN]), (60, []), (90, []), (91, [Code.LIBRARY_MAX])]
)
def test_setup_06_constructed_library_is_sixty_to_ninety(library, expected):
    assert codes(deck(library=library)) == expected


@pytest.mark.parametrize(("boosters", "least"), [(1, 5), (3, 15), (8, 40), (12, 40)])
def test_setup_07_limited_library_is_five_per_booster_of_at_most_eight(boosters, least):
    assert codes(deck(library=least), "limited", boosters=boosters) == []
    assert codes(deck(library=least - 1), "limited", boosters=boosters) == [Code.LIBRARY_MIN]


def test_setup_08_limited_library_is_still_ninety_at_most():
    assert codes(deck(library=90), "limited", boosters=2) == []
    assert codes(deck(library=91), "limited", boosters=2) == [Code.LIBRARY_MAX]


@pytest.mark.parametrize(("crypt", "expected"), [(11, [Code.CRYPT_MIN]), (12, []), (40, [])])
def test_setup_09_a_crypt_has_twelve_cards_and_no_most(crypt, expected):
    assert codes(deck(crypt=crypt)) == expected


@pytest.mark.parametrize(
    ("groups", "legal"),
    [
        ((3,), True),
        ((3, 4), True),
        ((3, 5), False),
        ((2, 3, 4), False),
        ((None, 4, 5), True),
        ((None,), True),
        ((None, 1, 7), False),
    ],
)
def test_setup_10_one_group_or_two_adjacent_ones(groups, legal):
    assert codes(groups_deck(*groups)) == ([] if legal else [Code.GROUPS])


def test_setup_11_limited_ignores_groups():
    assert codes(groups_deck(1, 4, 6)) == [Code.GROUPS]
    assert codes(groups_deck(1, 4, 6), "limited", boosters=12) == []


@pytest.mark.parametrize(("boosters", "least"), [(7, 7), (12, 12), (14, 12)])
def test_setup_12_limited_crypt_is_one_per_booster_of_at_most_twelve(boosters, least):
    assert codes(deck(crypt=least), "limited", boosters=boosters) == []
    assert codes(deck(crypt=least - 1), "limited", boosters=boosters) == [Code.CRYPT_MIN]


@pytest.mark.parametrize(
    ("id", "name"),
    [
        (101139, "Madness Network"),
        (101848, "Spirit Marionette"),
        (101074, "Last Stand"),
        (100316, "Chain of Command"),
        (100737, "First Tradition: The Masquerade"),
    ],
)
def test_pm_intro_59_phased_motion_bans_five_more_cards(id, name):
    with_it = deck(library=((card(), 60), (card(name, id=id), 2)))
    (problem,) = judge(with_it, "phased-motion").problems
    assert problem.code is Code.BANNED
    assert name in problem.message
    assert problem.fix == f"Remove 2 {name}."
    assert codes(with_it) == []


def test_card_12_a_crypt_uses_one_group_or_two_consecutive_groups():
    assert codes(groups_deck(1, 2)) == []
    assert codes(groups_deck(1, 3)) == [Code.GROUPS]


def test_card_16_the_printing_matters_for_legality_by_format_only():
    old = card("Old Card", id=100003, sets=(("Jyhad", date(1994, 8, 16)),), prints=("Jyhad:C1",))
    again = card("Old Card", id=100003, sets=(("V5", date(2020, 11, 30)),), prints=("V5:PTr=1",))
    first, second = (deck(library=((card(), 60), (one, 1))) for one in (old, again))
    assert codes(first) == codes(second) == []
    assert list(rule_set(sets=["V5"]).pools[0].sets) == ["V5"]
    assert Code.NOT_IN_POOL in codes(first, sets=["V5"])
    assert not any("Old Card" in problem.message for problem in judge(second, sets=["V5"]).problems)
