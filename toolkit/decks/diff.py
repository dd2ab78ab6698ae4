"""Two lists compared: two versions of a deck, a registered list against the one played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolkit.cards.model import Card
from toolkit.decks.model import Deck, Entry


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card, and how many copies of it two lists hold."""

    card: Card
    before: int
    after: int


def compare_decks(before: Deck, after: Deck) -> tuple[CardChange, ...]:
    """The cards whose copies differ, crypt before library, each by name; empty for two lists of the same cards."""
    return tuple(change for change in align_decks(before, after) if change.before != change.after)


def align_decks(before: Deck, after: Deck) -> tuple[CardChange, ...]:
    """Every card of two lists with its copies in both, crypt before library, each by name."""
    old, new = _copies(before.entries), _copies(after.entries)
    changes = [
        CardChange(card, old.get(card.id, (card, 0))[1], new.get(card.id, (card, 0))[1])
        for card in {**_cards(old), **_cards(new)}.values()
    ]
    return tuple(sorted(changes, key=lambda change: (change.card.id < 200_000, change.card.name, change.card.id)))


def _copies(entries: Iterable[Entry]) -> dict[int, tuple[Card, int]]:
    copies: dict[int, tuple[Card, int]] = {}
    for entry in entries:
        _, count = copies.get(entry.card.id, (entry.card, 0))
        copies[entry.card.id] = (entry.card, count + entry.count)
    return copies


def _cards(copies: dict[int, tuple[Card, int]]) -> dict[int, Card]:
    return {number: card for number, (card, _) in copies.items()}
