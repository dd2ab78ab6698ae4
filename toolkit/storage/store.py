"""The store: append-only logs in a database, and the few doors through which they are read and written."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler

from toolkit.languages import N_, Message
from toolkit.storage import log
from toolkit.storage.database import StoreReadOnly, for_writing, make_engine, parse_url, place_of, translated
from toolkit.storage.log import Entry, LogWriter, Stream, StreamExists, check_text
from toolkit.storage.migrate import migrate
from toolkit.storage.rows import SETTINGS


class Store:
    """An open database. Any number of threads, processes and machines may use the same one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._process = os.getpid()
        self._settings: dict[str, str] = {}

    @property
    def url(self) -> URL:
        """Where the facts are kept."""
        return self._engine.url

    def close(self) -> None:
        """Let every connection go; the store can still be used and opens new ones."""
        self._engine.dispose()

    def stream(self, stream: str, kind: str) -> Stream:
        """The head of one log.

        Raises:
            StreamNotFound: when there is none of that kind and id.
        """
        with self.reading() as connection:
            return log.load_stream(connection, stream, kind)

    def head(self, stream: str, kind: str) -> int:
        """The number of the last entry of one log: what every open page asks for, again and again.

        Raises:
            StreamNotFound: when there is none of that kind and id.
        """
        self._leave_parent()
        # By the driver alone: all that stands around it takes eight times as long as the answer itself.
        names = {"stream": stream, "kind": kind}
        query = self._head_query
        values = tuple(names[name] for name in query.positiontup) if query.positiontup else names
        with translated(self.url):
            connection = self._engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute(query.string, values)
            found = cursor.fetchone()
        except self._engine.dialect.loaded_dbapi.Error:
            found = None
        finally:
            connection.close()
        return int(found[0]) if found else self.stream(stream, kind).head

    @cached_property
    def _head_query(self) -> SQLCompiler:
        compiled = log.ONE_HEAD.compile(self._engine)
        assert isinstance(compiled, SQLCompiler)
        return compiled

    def streams(self, kind: str) -> list[Stream]:
        """Every log of that kind, newest first."""
        with self.reading() as connection:
            return log.load_streams(connection, kind)

    def entries(self, stream: str, kind: str, *, after: int = 0) -> list[Entry]:
        """The facts of a log with a number above `after`, in order.

        Raises:
            StreamNotFound: when there is none of that kind and id.
            StoreDamaged: when one is missing or cannot be read.
        """
        with self.reading() as connection:
            log.load_stream(connection, stream, kind)
            return log.load_entries(connection, stream, after=after)

    @contextmanager
    def creating(
        self, stream: str, kind: str, *, created: datetime, summary: Mapping[str, Any] | None = None
    ) -> Iterator[LogWriter]:
        """A new log, kept when the block ends without an error, together with everything appended in it.

        Raises:
            StreamExists: when the id is taken.
        """
        check_text(stream, N_("id"), longest=40)
        head = Stream(id=stream, kind=kind, head=0, created=created, summary=summary or {})
        with self.transaction() as connection:
            try:
                writer = log.create(connection, head)
            except IntegrityError as error:
                raise StreamExists(Message("There is already a %(kind)s %(name)s.", kind=kind, name=stream)) from error
            yield writer

    @contextmanager
    def writing(self, stream: str, kind: str) -> Iterator[LogWriter]:
        """One writer's turn at a log: the second waits; what is appended is kept when the block ends, or nothing is.

        Raises:
            StreamNotFound: when there is none of that kind and id.
        """
        with self.transaction() as connection:
            yield log.lock(connection, stream, kind)

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """What the store remembers under `name`, once and for all; on the first call, what `make` returns."""
        if name not in self._settings:
            self._settings[name] = self._load_setting(name, make)
        return self._settings[name]

    def _load_setting(self, name: str, make: Callable[[], str]) -> str:
        with self.reading() as connection:
            found = connection.scalar(select(SETTINGS.c.value).where(SETTINGS.c.name == name))
        if found is not None:
            return str(found)
        try:
            with self.transaction() as connection:
                value = make()
                connection.execute(insert(SETTINGS).values(name=name, value=value))
                return value
        except IntegrityError:
            # Another process was quicker: its value is the one.
            return self._load_setting(name, make)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only looks, for the modules of this package."""
        self._leave_parent()
        with translated(self.url), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction that writes, kept when the block ends without an error, for the modules of this package."""
        self._leave_parent()
        with translated(self.url), for_writing(self._engine).begin() as connection:
            yield connection

    def _leave_parent(self) -> None:
        # A server that forks its workers hands them its open connections: two processes would get each other's answers.
        if self._process != os.getpid():
            self._engine.dispose(close=False)
            self._process = os.getpid()


def open_store(address: str | URL) -> Store:
    """The store at `address`, with the tables of this version.

    Raises:
        InvalidDatabaseUrl: when the address names no database that this program can use.
        StoreUnavailable: when it cannot be opened; nothing was changed.
    """
    url = address if isinstance(address, URL) else parse_url(address)
    if url.drivername == "sqlite":
        _make_file(Path(str(url.database)))
    engine = make_engine(url)
    try:
        with translated(url):
            migrate(engine)
            if url.drivername == "sqlite":
                _use_wal(engine)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine)


def _make_file(path: Path) -> None:
    """Make the folder and an empty file that only its owner reads: it will hold the organizer's key."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        raise StoreReadOnly(f"{path} may not be written ({reason}): choose another folder with --data.") from error


def _use_wal(engine: Engine) -> None:
    """Let readers read while one writes; the file remembers it. A file system that cannot is as safe, and slower."""
    with engine.connect() as connection:
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        for _attempt in range(100):
            if raw.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
                return
            try:
                raw.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                # Two programs that open a new store at once: the change of mode does not wait for its turn by itself.
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise StoreReadOnly(f"{place_of(engine.url)} may not be written: choose another folder.") from error
                time.sleep(0.02)
