"""The crypt or the library of a list while it is read: what its lines name, in order, and at the end each card once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkit.cards.model import Card
from toolkit.decks.model import Entry

# Where a card stands in the source: the number of its line, as an entry has it.
type Place = tuple[int]
# What a line adds to a deck: the card's number, the card, how many, and the comment behind it.
# A bare tuple, since almost every line has one, and it is taken apart for each deck.
type Copies = tuple[int, Card, int, str]

# Most of what a reading allocates is entries: this makes one in a third of the time of Entry(...).
_new = tuple.__new__


class Part:
    """One part of a list: an entry for each line that names a card, with the cards' numbers beside them."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._entries: list[Entry] = []

    def take(self, copies: Sequence[Copies], places: Sequence[Place]) -> None:
        """Add what some lines name, one place for each."""
        self._numbers += [number for number, _, _, _ in copies]
        self._entries += [
            _new(Entry, (card, count, place, comment))
            for (_, card, count, comment), place in zip(copies, places, strict=True)
        ]

    @property
    def cards(self) -> Iterator[Card]:
        """The cards named so far, a card as often as it is named."""
        return (entry.card for entry in self._entries)

    def entries(self) -> tuple[Entry, ...]:
        """Each card once, where it is named first, with the copies of all its lines."""
        if len(set(self._numbers)) == len(self._numbers):
            return tuple(self._entries)
        merged: dict[int, Entry] = {}
        for number, entry in zip(self._numbers, self._entries, strict=True):
            known = merged.get(number)
            merged[number] = _joined(known, entry) if known else entry
        return tuple(merged.values())


def _joined(one: Entry, other: Entry) -> Entry:
    return Entry(one.card, one.count + other.count, one.lines + other.lines, one.comment or other.comment)
