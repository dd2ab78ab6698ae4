"""Packs out of any list of cards with counts: a cube, a box of leftovers, so that friends can draft tonight."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import islice
from random import Random

from toolkit.languages import Message
from toolkit.tournament.errors import BadValue

MOST_PACKS = 400


def deal_packs(
    cards: Mapping[int, int], *, packs: int, size: int, seed: int, even: Collection[int] = ()
) -> tuple[tuple[int, ...], ...]:
    """So many packs of `size` cards, dealt by a seed from a list of cards with counts; what is left stays in the box.

    Every pack has the same share of the cards in `even`, such as the crypt, to one card; what else it has is chance.
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
    lot = Random(seed)
    lot.shuffle(copies)
    spread, others = (iter([card for card in copies if (card in even) is is_even]) for is_even in (True, False))
    shares = _shares(round(packs * size * sum(card in even for card in copies) / len(copies)), packs)
    lot.shuffle(shares)
    return tuple(tuple(sorted([*islice(spread, share), *islice(others, size - share)])) for share in shares)


def _shares(total: int, packs: int) -> list[int]:
    """A number in so many parts that differ by one at most."""
    return [total // packs + (pack < total % packs) for pack in range(packs)]
