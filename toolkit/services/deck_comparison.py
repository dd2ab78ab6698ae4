"""Two lists side by side, as a judge compares them at a table."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.cards import CardDatabase
from toolkit.cards.model import Card, Kind
from toolkit.decks import read
from toolkit.decks.diff import align_decks

_LONGEST = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedCard:
    """A card with its copies in both lists."""

    card: Card
    before: int
    after: int

    @property
    def is_different(self) -> bool:
        """Whether the lists differ in it."""
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two lists, card by card.

    Attributes:
        crypt: by name; `library` likewise.
        unread_before: lines of the first list that name no card; `unread_after` of the second.
    """

    crypt: tuple[ComparedCard, ...]
    library: tuple[ComparedCard, ...]
    unread_before: tuple[str, ...]
    unread_after: tuple[str, ...]

    @property
    def different(self) -> int:
        """In how many cards they differ."""
        return sum(one.is_different for one in (*self.crypt, *self.library))


def compare_texts(before: str, after: str, cards: CardDatabase) -> Comparison:
    """What two lists hold, card by card; each in any list format."""
    first, second = read(before[:_LONGEST], cards), read(after[:_LONGEST], cards)
    found = [
        ComparedCard(card=one.card, before=one.before, after=one.after) for one in align_decks(first.deck, second.deck)
    ]
    return Comparison(
        crypt=tuple(one for one in found if one.card.kind is Kind.CRYPT),
        library=tuple(one for one in found if one.card.kind is Kind.LIBRARY),
        unread_before=tuple(line.text for line in first.unresolved),
        unread_after=tuple(line.text for line in second.unresolved),
    )
