"""Cards for programs: load the data, look a card up, search, suggest; the errors that a caller handles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from toolkit.cards import (
    Card,
    CardDatabase,
    CryptCard,
    DamagedData,
    Kind,
    LibraryCard,
    Suggestion,
    UnknownCard,
    load,
)
from toolkit.errors import ToolkitError
from toolkit.services.kernel.cards import FollowedCards

__all__ = [
    "Card",
    "CardDatabase",
    "CryptCard",
    "DamagedData",
    "FollowedCards",
    "FoundBy",
    "FoundCard",
    "Kind",
    "LibraryCard",
    "Suggestion",
    "ToolkitError",
    "UnknownCard",
    "load",
    "look_up",
]


class FoundBy(StrEnum):
    """How a text led to a card."""

    NUMBER = "number"
    PRINTED = "printed"
    FORMER = "former"
    TRANSLATION = "translation"
    SHORT = "short"
    WORDS = "words"
    SIMILAR = "similar"

    @property
    def is_certain(self) -> bool:
        """Whether the text is a number or a name of the card."""
        return self not in (FoundBy.WORDS, FoundBy.SIMILAR)


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card, and how it was found."""

    card: Card
    by: FoundBy


def look_up(text: str, cards: CardDatabase | None = None, *, limit: int = 20) -> tuple[FoundCard, ...]:
    """The cards that a text means, likeliest first; none where nothing is like it.

    Cards of that number or name come alone, also a name with its group (`Theo Bell (G6)`). Several share a name. Else
    come the cards that have its words, else those of a similar name, at most `limit`.
    """
    known = cards or load()
    return tuple(_named(text, known)) or tuple(_like(text, known, limit))


def _named(text: str, cards: CardDatabase) -> Iterator[FoundCard]:
    match = cards.find(text)
    try:
        named = cards.named(text)
    except UnknownCard:
        return
    by = FoundBy(match.kind) if match else FoundBy.NUMBER if text.strip().isdecimal() else FoundBy.PRINTED
    yield from (FoundCard(card, by) for card in named)


def _like(text: str, cards: CardDatabase, limit: int) -> Iterator[FoundCard]:
    found = [FoundCard(card, FoundBy.WORDS) for card in cards.search(text, limit=limit)]
    yield from found or (FoundCard(near.card, FoundBy.SIMILAR) for near in cards.suggest(text, limit=limit))
