"""A table for spreadsheets: one card a row, with a heading."""

from __future__ import annotations

import csv
import io

from toolkit.decks.figures import by_kind
from toolkit.decks.model import Deck
from toolkit.decks.writing.names import library_blocks, sorted_crypt

COLUMNS = ("count", "name", "id", "section")


def render_deck(deck: Deck) -> str:
    """The deck as CSV; name and author have no place in it."""
    crypt, library = by_kind(deck)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows((count, card.unique_name, card.id, "crypt") for card, count, _ in sorted_crypt(crypt))
    for _, entries in library_blocks(library):
        rows.writerows((entry.count, entry.card.unique_name, entry.card.id, "library") for entry in entries)
    return text.getvalue()
