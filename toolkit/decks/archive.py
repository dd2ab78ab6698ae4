"""The archive of winning decks: facts alone, and the lists of it that are nearest to a deck.

The archive is a file that `cards build --archive` makes, one deck a line; without it nothing is lost but this search.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from heapq import nlargest
from pathlib import Path

from toolkit.cards import DamagedData
from toolkit.decks.model import Deck
from toolkit.languages import Message

FILE_NAME = "archive.jsonl.gz"
# The archive of 2026 weighs 6 MB unpacked.
_MOST_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedDeck:
    """A winning deck.

    Attributes:
        name: as its player called it, or "".
        link: where its tournament or its list is published, or "".
        cards: copies by the card's number.
    """

    name: str
    player: str
    event: str
    place: str
    day: date | None
    link: str
    cards: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class NearDeck:
    """A deck of the archive with what it has in common: the cards of both, of the cards of either."""

    deck: ArchivedDeck
    common: int
    share: Fraction


class Archive:
    """The decks, found by their cards."""

    def __init__(self, decks: Iterable[ArchivedDeck]) -> None:
        self.decks = tuple(decks)
        self._sizes = [sum(deck.cards.values()) for deck in self.decks]
        self._holders: dict[int, list[tuple[int, int]]] = {}
        for place, deck in enumerate(self.decks):
            for number, count in deck.cards.items():
                self._holders.setdefault(number, []).append((place, count))

    def nearest(self, deck: Deck, *, limit: int = 8) -> tuple[NearDeck, ...]:
        """The decks that share most with one: copies in both, of the copies in either; nearest first, then newest."""
        counts: dict[int, int] = {}
        for entry in deck.entries:
            counts[entry.card.id] = counts.get(entry.card.id, 0) + entry.count
        common: dict[int, int] = {}
        for number, count in counts.items():
            for place, held in self._holders.get(number, ()):
                common[place] = common.get(place, 0) + min(count, held)
        size = sum(counts.values())
        either = {place: size + self._sizes[place] - both for place, both in common.items()}
        # Ranked by floats, which are equal where the fractions are: thousands of decks share a card with any other.
        ranked = nlargest(
            limit, common, key=lambda place: (common[place] / either[place], self.decks[place].day or date.min)
        )
        return tuple(
            NearDeck(self.decks[place], common[place], Fraction(common[place], either[place])) for place in ranked
        )


def load_archive(path: Path) -> Archive:
    """The archive in that file.

    Raises:
        DamagedData: it cannot be read, or is no archive.
    """
    try:
        with gzip.open(path) as file:
            text = file.read(_MOST_BYTES).decode()
        archive = Archive(map(_deck, text.splitlines()))
    except (OSError, EOFError, zlib.error, ValueError, TypeError, KeyError, AttributeError) as error:
        raise DamagedData(Message("%(name)s cannot be read: make it again.", name=path.name)) from error
    if not archive.decks:
        raise DamagedData(Message("%(name)s cannot be read: make it again.", name=path.name))
    return archive


def _deck(line: str) -> ArchivedDeck:
    row = json.loads(line)
    return ArchivedDeck(
        name=str(row.get("name", "")),
        player=str(row.get("player", "")),
        event=str(row.get("event", "")),
        place=str(row.get("place", "")),
        day=date.fromisoformat(row["day"]) if row.get("day") else None,
        link=str(row.get("link", "")),
        cards={int(number): int(count) for number, count in row["cards"].items()},
    )
