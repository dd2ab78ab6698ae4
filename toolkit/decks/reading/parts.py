"""The crypt or the library of a list while it is read: what its lines name, in order, and at the end each card once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.decks.model import Entry
from toolkit.decks.reading.analysis import Line

# Where a card stands in the source: the number of its line, as an entry has it.
type Place = tuple[int]

# Most of what a reading allocates is entries: this makes one in a third of the time of Entry(...).
_new = tuple.__new__


def entries_of(lines: Iterable[Line], places: Sequence[Place]) -> list[Entry]:
    """What each line adds for certain, one place for each line."""
    return [
        _new(Entry, (line.card, line.count, place, line.comment))
        for line, place in zip(lines, places, strict=True)
        if line.card
    ]


def each_once(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Each card once, where it is named first, with the copies of all its lines."""
    if len({entry[0].id for entry in entries}) == len(entries):
        return tuple(entries)
    merged: dict[int, Entry] = {}
    for entry in entries:
        known = merged.get(entry.card.id)
        merged[entry.card.id] = _joined(known, entry) if known else entry
    return tuple(merged.values())


def _joined(one: Entry, other: Entry) -> Entry:
    return Entry(one.card, one.count + other.count, one.lines + other.lines, one.comment or other.comment)
