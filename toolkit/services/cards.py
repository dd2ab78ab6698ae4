"""The card data in use: the copy that ships with the program, or a newer one refreshed from the published list."""

from __future__ import annotations

from pathlib import Path

from toolkit.cards import CardDatabase, load


def refreshed_folder(data: Path) -> Path:
    """Where a data folder keeps its refreshed card data."""
    return data / "cards"


def current_cards(data: Path | None = None) -> CardDatabase:
    """The newest sound card data of a data folder (the usual one unless given), else the data that ships with us.

    Nothing is made or written: a data folder need not exist.
    """
    from toolkit.services.data_folder import usual_folder

    return load(refreshed_folder(data or usual_folder()))


def is_shipped(cards: CardDatabase) -> bool:
    """Whether these are the cards that ship with the program rather than a refreshed copy."""
    return cards.source.cards_file == "cards.jsonl"
