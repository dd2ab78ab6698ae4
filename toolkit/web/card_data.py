"""The card data of this app: read when the first page needs it, then kept."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from flask import current_app

from toolkit.cards import CardDatabase
from toolkit.services.cards import current_cards

_KEY = "card_data"
_reading = Lock()


def card_data() -> CardDatabase:
    """Every card: the copy refreshed in the app's data folder, else the one that ships with the program."""
    known = current_app.extensions.get(_KEY)
    if known is None:
        with _reading:  # of several first visitors one reads, the others wait for it
            known = current_app.extensions.get(_KEY)
            if known is None:
                folder = current_app.config["DATA_FOLDER"]
                known = current_app.extensions[_KEY] = current_cards(Path(folder) if folder else None)
    return known
