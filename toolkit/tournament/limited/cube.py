"""Packs out of any list of cards with counts: a cube, a box of leftovers, so that friends can draft tonight."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from toolkit.languages import Message
from toolkit.tournament.errors import BadValue

MOST_PACKS = 400


def deal_packs(cards: Mapping[int, int], *, packs: int, size: int, seed: int) -> tuple[tuple[int, ...], ...]:
    """So many packs of `size` cards, dealt by a seed from a list of cards with counts; what is left stays in the box.

    Each pack is in the order of its cards' numbers, as its checklist has them.

    Raises:
        BadValue: not as many cards, or figures that cannot be.
    """
    if not 1 <= packs <= MOST_PACKS or not 1 <= size <= 100:
        raise BadValue(
            Message("1 to %(most)s packs of 1 to 100 cards can be dealt.", most=MOST_PACKS), code="bad_packs"
        )
    copies = [card for card, count in sorted(cards.items()) for _ in range(count)]
    if len(copies) < packs * size:
        raise BadValue(
            Message(
                "%(packs)s packs of %(size)s cards are %(total)s cards: the list has %(number)s.",
                packs=packs,
                size=size,
                total=packs * size,
                number=len(copies),
            ),
            code="few_cards",
        )
    Random(seed).shuffle(copies)
    return tuple(tuple(sorted(copies[start : start + size])) for start in range(0, packs * size, size))
