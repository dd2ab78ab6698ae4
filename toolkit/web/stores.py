"""The app's own database: opened by the first request that needs it, so that pages without one work without one."""

from __future__ import annotations

import threading

from flask import Flask, current_app

from toolkit.services.office import Office
from toolkit.services.stores import database_address, open_office, organizer_key

_KEY = "vtes_toolkit_office"


class _Shelf:
    """One office per process, made once."""

    def __init__(self, address: str | None, folder: str | None) -> None:
        self._address = address
        self._folder = folder
        self._lock = threading.Lock()
        self._office: Office | None = None
        self._key: str | None = None

    def office(self) -> Office:
        with self._lock:
            if self._office is None:
                self._office = open_office(self._address or database_address(self._folder))
            return self._office

    def key(self) -> str:
        if self._key is None:
            self._key = organizer_key(self.office().store)
        return self._key

    def close(self) -> None:
        with self._lock:
            if self._office is not None:
                self._office.store.close()
                self._office = None


def init_app(app: Flask) -> None:
    """Let `app` reach its database: `DATABASE_URL` of its configuration, else the one of `DATA_FOLDER`."""
    app.config.setdefault("DATABASE_URL", None)
    app.extensions[_KEY] = _Shelf(app.config["DATABASE_URL"], app.config["DATA_FOLDER"])


def current_office() -> Office:
    """The office of the app that answers this request.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    return office_of(current_app)


def office_of(app: Flask) -> Office:
    """The office of `app`, outside of its requests.

    Raises:
        StoreUnavailable: its database cannot be opened.
    """
    shelf: _Shelf = app.extensions[_KEY]
    return shelf.office()


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
