"""The card data in use: the copy that ships with the program, or a newer one refreshed from the published list."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from toolkit.cards import CardDatabase, Kind, load


def refreshed_folder(data: Path) -> Path:
    """Where a data folder keeps its refreshed card data."""
    return data / "cards"


def current_cards(data: Path | None = None) -> CardDatabase:
    """The newest sound card data of a data folder (the usual one unless given), else the data that ships with us.

    Nothing is made or written: a data folder need not exist.
    """
    from toolkit.services.data_folder import usual_folder

    return load(refreshed_folder(data or usual_folder()))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDataView:
    """Which card data is in use."""

    origin: str
    version: str
    day: date = field(metadata={"key": "date"})
    age_days: int
    count: int = field(metadata={"key": "cards"})
    crypt: int
    library: int
    sets: int
    newest_card: date
    refreshed: bool
    warning: str | None


def data_in_use(cards: CardDatabase, today: date) -> CardDataView:
    """Where these cards come from, how many they are, and how old they are."""
    crypt = sum(card.kind is Kind.CRYPT for card in cards)
    return CardDataView(
        origin=cards.source.origin,
        version=cards.source.version,
        day=cards.source.day,
        age_days=(today - cards.source.day).days,
        count=len(cards),
        crypt=crypt,
        library=len(cards) - crypt,
        sets=len(cards.sets),
        newest_card=max(card.released for card in cards if card.released),
        refreshed=not is_shipped(cards),
        warning=cards.warning,
    )


def is_shipped(cards: CardDatabase) -> bool:
    """Whether these are the cards that ship with the program rather than a refreshed copy."""
    return cards.source.cards_file == "cards.jsonl"
