"""Chances of drawing: against every hand of small decks counted out, and figures worked by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from toolkit.decks.odds import at_least_one, exactly, expected, seen_by

# Every deck of up to 7 cards, every number of copies in it, every number of cards drawn.
SMALL = [(total, of, drawn) for total in range(1, 8) for of in range(total + 1) for drawn in range(total + 1)]


def hands(total: int, of: int, drawn: int) -> Iterator[int]:
    """The copies in each hand there is; the first `of` cards of the deck are the copies."""
    return (sum(card < of for card in hand) for hand in combinations(range(total), drawn))


def test_every_chance_is_the_share_of_the_hands_that_have_it() -> None:
    for total, of, drawn in SMALL:
        case, found = f"{drawn} of {total}, {of} copies", list(hands(total, of, drawn))
        for number in range(drawn + 2):
            share = Fraction(found.count(number), len(found))
            assert exactly(number, of=of, total=total, drawn=drawn) == share, f"{case}: {number}"
        assert at_least_one(of=of, total=total, drawn=drawn) == Fraction(sum(n > 0 for n in found), len(found)), case
        assert expected(of=of, total=total, drawn=drawn) == Fraction(sum(found), len(found)), case


def test_four_of_twelve_crypt_cards_are_missed_once_in_seven() -> None:
    # 8 x 7 x 6 x 5 of 12 x 11 x 10 x 9 orders have none of them: 14 of 99.
    assert at_least_one(of=4, total=12, drawn=4) == Fraction(85, 99)


def test_a_single_card_of_ninety_is_in_seven_of_ninety_hands() -> None:
    assert at_least_one(of=1, total=90, drawn=7) == Fraction(7, 90)


def test_who_draws_the_whole_deck_has_all_of_it() -> None:
    assert exactly(3, of=3, total=10, drawn=60) == 1
    assert expected(of=3, total=10, drawn=60) == 3


def test_cards_are_seen_with_every_one_that_is_replaced() -> None:
    assert [seen_by(turn, pace=2) for turn in (1, 2, 5)] == [7, 9, 15]
    assert seen_by(3, pace=1, opening=4) == 6
