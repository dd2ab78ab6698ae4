"""What the app reads its answers from: its own database and the card data, opened by the first request that needs them.

Pages without a database work without one.
"""

from __future__ import annotations

import threading
from pathlib import Path

from flask import Flask, current_app, g

from toolkit.cards import CardDatabase
from toolkit.services.cards import FollowedCards
from toolkit.services.context import Context, database_address, open_context, organizer_key

_KEY = "vtes_toolkit_context"


class _Shelf:
    """One context per process, made once."""

    def __init__(self, address: str | None, folder: str | None) -> None:
        self._address = address
        self._folder = folder
        self._lock = threading.Lock()
        self._context: Context | None = None
        self._key: str | None = None

    def context(self) -> Context:
        with self._lock:
            if self._context is None:
                self._context = open_context(self._address or database_address(self._folder))
            return self._context

    def key(self) -> str:
        if self._key is None:
            self._key = organizer_key(self.context().store)
        return self._key

    def close(self) -> None:
        with self._lock:
            if self._context is not None:
                self._context.store.close()
                self._context = None


def init_app(app: Flask) -> None:
    """Let `app` reach its database: `DATABASE_URL` of its configuration, else the one of `DATA_FOLDER`."""
    app.config.setdefault("DATABASE_URL", None)
    app.extensions[_KEY] = _Shelf(app.config["DATABASE_URL"], app.config["DATA_FOLDER"])


def current_context() -> Context:
    """The context of the app that answers this request.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    return context_of(current_app)


def context_of(app: Flask) -> Context:
    """The context of `app`, outside of its requests.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    shelf: _Shelf = app.extensions[_KEY]
    return shelf.context()


def current_key() -> str:
    """The organizer's key of the app that answers this request.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    shelf: _Shelf = current_app.extensions[_KEY]
    return shelf.key()


def close(app: Flask) -> None:
    """Close the database of `app`, when it was opened."""
    shelf: _Shelf = app.extensions[_KEY]
    shelf.close()


# The card data

_CARDS = "card_data"


def card_data() -> CardDatabase:
    """Every card: the copy refreshed in the app's data folder, else the one that ships; the same for a whole request.

    An update of the folder is seen by the next request.
    """
    if _CARDS not in g:
        folder = current_app.config["DATA_FOLDER"]
        made = FollowedCards(Path(folder) if folder else None)
        followed: FollowedCards = current_app.extensions.setdefault(_CARDS, made)
        setattr(g, _CARDS, followed.current())
    known: CardDatabase = g.get(_CARDS)
    return known
