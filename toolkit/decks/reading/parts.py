"""The crypt or the library of a list while it is read: what its lines name, in order, and at the end each card once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from toolkit.cards.model import Card, Kind
from toolkit.decks.model import Entry
from toolkit.decks.reading.analysis import Line

# Where a card stands in the source: the number of its line, as a deck has it.
type Place = tuple[int, ...]


class Part:
    """The entries of a part, and where each of them stands."""

    __slots__ = ("entries", "places")

    def __init__(self, entries: list[Entry], places: list[Place]) -> None:
        self.entries = entries
        self.places = places

    def add(self, lines: Iterable[Line], places: Iterable[Place]) -> int:
        """Add what each line adds for certain, one place for each line; returns how many lines added something."""
        before = len(self.entries)
        entries = [line.entry for line in lines]
        self.entries += filter(None, entries)
        self.places += compress(places, entries)
        return len(self.entries) - before

    def extend(self, more: Part) -> None:
        """Add what stands further down."""
        self.entries += more.entries
        self.places += more.places

    def only(self, kind: Kind) -> Part:
        """The cards of that kind."""
        wanted = [entry.card.kind is kind for entry in self.entries]
        return Part(list(compress(self.entries, wanted)), list(compress(self.places, wanted)))

    def merged(self) -> Part:
        """Each card once, where it is named first, with the copies of all its lines."""
        merged: dict[Card, tuple[Entry, Place]] = {}
        for entry, place in zip(self.entries, self.places, strict=True):
            known = merged.get(entry.card)
            merged[entry.card] = (_joined(known[0], entry), known[1] + place) if known else (Entry(*entry), place)
        return Part([entry for entry, _ in merged.values()], [place for _, place in merged.values()])


def each_once(crypt: Part, library: Part) -> tuple[Part, Part]:
    """Both parts with each card once, and no entry in both."""
    entries = crypt.entries + library.entries
    if len({entry[0] for entry in entries}) == len(entries):
        return crypt, library
    return crypt.merged(), library.merged()


def _joined(one: Entry, other: Entry) -> Entry:
    return Entry(one.card, one.count + other.count, one.comment or other.comment)
