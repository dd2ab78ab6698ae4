"""An update of the card data, as `cards update` leaves it in a data folder."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from toolkit.cards.files import CardFiles, refreshed_folder, save_refreshed
from toolkit.paths import CARD_DB

TOMORROW = '{"id":299999,"name":"A Card of Tomorrow","types":["Vampire"],"clan":"Ventrue","group":7,"capacity":3}\n'


def save_newer(data: Path) -> None:
    """The shipped cards and one more."""
    files = CardFiles((CARD_DB / "cards.jsonl").read_text() + TOMORROW, (CARD_DB / "sets.jsonl").read_text())
    save_refreshed(refreshed_folder(data), files, origin="here", version="1", day=date(2026, 12, 1), etag="")
