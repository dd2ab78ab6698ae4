"""The chances of drawing cards from a deck, exact: without replacement, as counts of equally likely hands.

A fraction is exact whatever the deck; a door rounds it where it is shown.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

# Rule: SETUP-29 and SETUP-27, the cards that everybody begins with.
OPENING_HAND = 7
OPENING_CRYPT = 4


def exactly(number: int, *, of: int, total: int, drawn: int) -> Fraction:
    """The chance that `number` of `of` copies are among `drawn` cards of a deck of `total`.

    >>> exactly(1, of=2, total=4, drawn=2)
    Fraction(2, 3)
    """
    drawn = min(drawn, total)
    if number < 0 or drawn - number < 0:
        return Fraction(0)
    return Fraction(comb(of, number) * comb(total - of, drawn - number), comb(total, drawn))


def at_least_one(*, of: int, total: int, drawn: int) -> Fraction:
    """The chance that any of `of` copies is among `drawn` cards."""
    return 1 - exactly(0, of=of, total=total, drawn=drawn)


def expected(*, of: int, total: int, drawn: int) -> Fraction:
    """How many of `of` copies are among `drawn` cards on average."""
    return Fraction(of * min(drawn, total), total)


def seen_by(turn: int, *, pace: int, opening: int = OPENING_HAND) -> int:
    """The cards seen by the beginning of one's so manieth turn, from 1, with `pace` cards drawn each turn before.

    A card is drawn for each one played or discarded, so that the pace is how many of these there are in a turn.
    """
    return opening + pace * (turn - 1)
