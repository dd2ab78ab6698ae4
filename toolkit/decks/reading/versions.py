"""Which version of a re-issued vampire a list means when its line does not say."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.cards.model import Card, CryptCard


def fitting_versions(groups: set[int], choices: Sequence[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """For each choice, the versions that can stand in a crypt of these groups and of two adjacent ones at most.

    All choices are looked at together: a pair of groups counts only if every choice has a version in it. Where no
    pair does, every choice stays open.

    Rule: VEKN 6.2 (one group or two adjacent).
    """
    possible = groups.union(*(_groups(cards) for cards in choices))
    pairs = [pair for low in possible for pair in ((low - 1, low), (low, low + 1)) if groups <= set(pair)]
    pairs = [pair for pair in pairs if all(_inside(cards, pair) for cards in choices)]
    if not pairs:
        return list(choices)
    return [tuple(card for card in cards if any(card in _inside(cards, pair) for pair in pairs)) for cards in choices]


def _groups(cards: tuple[Card, ...]) -> set[int]:
    return {card.group for card in cards if isinstance(card, CryptCard) and card.group is not None}


def _inside(cards: tuple[Card, ...], pair: tuple[int, int]) -> tuple[Card, ...]:
    return tuple(card for card in cards if not isinstance(card, CryptCard) or card.group is None or card.group in pair)
