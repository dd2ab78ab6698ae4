"""A database's own errors, turned into ours in one place."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import URL
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from toolkit.storage.engine import PATIENCE
from toolkit.storage.errors import (
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
    StoreUnreachable,
)

_SQLITE: dict[int, tuple[type[StoreUnavailable], str]] = {
    sqlite3.SQLITE_BUSY: (StoreBusy, "Another program has held {place} for {patience} seconds: try again."),
    sqlite3.SQLITE_LOCKED: (StoreBusy, "Another program has held {place} for {patience} seconds: try again."),
    sqlite3.SQLITE_FULL: (StoreFull, "No space is left for {place}: make room and try again; nothing was lost."),
    sqlite3.SQLITE_IOERR: (
        StoreFull,
        "{place} could not be written: the disk is full or failing. What was there is kept.",
    ),
    sqlite3.SQLITE_READONLY: (StoreReadOnly, "{place} may not be written: choose another folder with --data."),
    sqlite3.SQLITE_CANTOPEN: (
        StoreReadOnly,
        "{place} cannot be opened: choose a folder that may be written with --data.",
    ),
    sqlite3.SQLITE_PERM: (StoreReadOnly, "{place} may not be opened: choose another folder with --data."),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, "{place} is damaged: keep the file and bring back a copy or an export."),
    sqlite3.SQLITE_NOTADB: (
        StoreDamaged,
        "{place} is not a database of this program: keep it and choose another folder.",
    ),
}

_POSTGRESQL: dict[str, tuple[type[StoreUnavailable], str]] = {
    "53100": (StoreFull, "No space is left for {place}: make room and try again; nothing was lost."),
    "55P03": (StoreBusy, "Somebody else has held {place} for {patience} seconds: try again."),
    "40P01": (StoreBusy, "Two writers of {place} waited for each other: try again."),
    "25006": (StoreReadOnly, "{place} may not be written just now: the server is read-only."),
    "XX001": (StoreDamaged, "{place} is damaged: bring back a copy or an export."),
    "XX002": (StoreDamaged, "{place} is damaged: bring back a copy or an export."),
}


def place_of(url: URL) -> str:
    """The database in a sentence, without its password."""
    return str(url.database) if url.drivername == "sqlite" else f"the database at {url.render_as_string()}"


@contextmanager
def translated(url: URL) -> Iterator[None]:
    """Raise a database's complaint as one of ours.

    Raises:
        StoreUnavailable: one of its kinds.
    """
    try:
        yield
    except PoolTimeout as error:
        raise StoreBusy("Too many people are writing at once: try again in a moment.") from error
    except (DataError, IntegrityError, ProgrammingError):
        raise  # a fault of this program, to be seen as one
    except DBAPIError as error:
        kind, sentence = _explain(error)
        raise kind(sentence.format(place=place_of(url), patience=PATIENCE)) from error


def _explain(error: DBAPIError) -> tuple[type[StoreUnavailable], str]:
    origin = error.orig
    if isinstance(origin, sqlite3.Error):
        # The lower byte is the primary code; the rest tells apart cases that need the same answer.
        code = getattr(origin, "sqlite_errorcode", 0) & 0xFF
        return _SQLITE.get(code, (StoreUnavailable, "{place} refuses this: " + _plain(origin) + "."))
    state = getattr(origin, "sqlstate", None)
    if state in _POSTGRESQL:
        return _POSTGRESQL[state]
    if error.connection_invalidated or state is None or state[:2] in ("08", "57"):
        return StoreUnreachable, "The connection to {place} is gone: try again, a change that was kept is not repeated."
    return StoreUnavailable, "{place} refuses this: " + _plain(origin) + "."


def _plain(error: BaseException | None) -> str:
    lines = str(error).splitlines() or ["no reason given"]
    return lines[0].strip().rstrip(".").replace("{", "(").replace("}", ")")
