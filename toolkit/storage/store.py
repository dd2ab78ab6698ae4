"""The store: append-only logs in a database, and the few doors through which they are read and written."""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, Select, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler

from toolkit.languages import N_, Message
from toolkit.storage import copies, log
from toolkit.storage.changes import wait_for_changes
from toolkit.storage.database import (
    NestedWrite,
    StoreDamaged,
    StoreReadOnly,
    StoreUnavailable,
    for_writing,
    left_beside,
    make_engine,
    parse_url,
    place_of,
    translated,
)
from toolkit.storage.integrity import lost_rows, reading
from toolkit.storage.log import Entry, LogWriter, Stream, StreamExists, check_text
from toolkit.storage.migrate import check_version, migrate
from toolkit.storage.rows import ACCOUNTS, DIGESTS, ENTRIES, METADATA, REQUESTS, SESSIONS, SETTINGS, STREAMS

_PROBE = "probe"
# So many bytes: fewer find room on pages that the database has already, while no entry does.
_PROBE_BYTES = 16_384

# The settings in which the program notes something about itself.
_NOTED = "noted:"
# Of a log its number of entries says whether it has changed; a browser that signs in is nothing to copy for.
_UNMARKED = (STREAMS, ENTRIES, DIGESTS, REQUESTS, SESSIONS, SETTINGS)
_MARKED = [
    select(STREAMS.c.id, STREAMS.c.head),
    select(SETTINGS).where(SETTINGS.c.name != _PROBE, SETTINGS.c.name.not_like(f"{_NOTED}%")),
    *(select(table) for table in METADATA.sorted_tables if table not in _UNMARKED),
]

# Of so many logs the last entry is looked at to learn when somebody last wrote.
_NEWEST = 50


class Store:
    """An open database. Any number of threads, processes and machines may use the same one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._process = os.getpid()
        self._settings: dict[str, str] = {}
        self._writing = threading.local()

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
        """The number of the last entry of one log, asked for by every open page again and again.

        Raises:
            StreamNotFound: when there is none of that kind and id.
        """
        number = self._first(self._head_query, {"stream": stream, "kind": kind})
        # Where there is none, the other way says in our words what is wrong.
        return self.stream(stream, kind).head if number is None else int(number)

    @cached_property
    def _head_query(self) -> SQLCompiler:
        return self._compiled(log.ONE_HEAD)

    @cached_property
    def _count_query(self) -> SQLCompiler:
        return self._compiled(log.ALL_HEADS)

    @cached_property
    def _setting_query(self) -> SQLCompiler:
        return self._compiled(select(SETTINGS.c.value).where(SETTINGS.c.name == bindparam("name")))

    def _compiled(self, query: Select[Any]) -> SQLCompiler:
        compiled = query.compile(self._engine)
        assert isinstance(compiled, SQLCompiler)
        return compiled

    def _first(self, query: SQLCompiler, names: Mapping[str, str]) -> Any:
        """The one value that a query finds; None where it finds none, or the database cannot be asked."""
        self._leave_parent()
        # By the driver alone: all that stands around it takes eight times as long as the answer itself.
        values = tuple(names[name] for name in query.positiontup) if query.positiontup else names
        try:
            with translated(self.url):
                connection = self._engine.raw_connection()
        except self._engine.dialect.loaded_dbapi.Error:
            return None
        try:
            cursor = connection.cursor()
            cursor.execute(query.string, values)
            row = cursor.fetchone()
        except self._engine.dialect.loaded_dbapi.Error:
            return None
        finally:
            connection.close()
        return row[0] if row else None

    def streams(self, kind: str) -> list[Stream]:
        """Every log of that kind, newest first."""
        with self.reading() as connection:
            return log.load_streams(connection, kind)

    def entry_count(self, kind: str) -> int:
        """How many entries all logs of a kind have: another number once any of them has gone on."""
        return int(self._first(self._count_query, {"kind": kind}) or 0)

    def streams_holding(self, kinds: Sequence[str], kind: str | None = None) -> frozenset[str]:
        """The ids of all logs, or of those of a `kind`, that hold a fact of one of these kinds."""
        query = select(ENTRIES.c.stream).where(ENTRIES.c.kind.in_(kinds)).distinct()
        if kind is not None:
            query = query.where(ENTRIES.c.stream.in_(select(STREAMS.c.id).where(STREAMS.c.kind == kind)))
        with self.reading() as connection:
            return frozenset(connection.scalars(query))

    def entries(self, stream: str, kind: str, *, after: int = 0) -> list[Entry]:
        """The facts of a log with a number above `after`, in order.

        Raises:
            StreamNotFound: when there is none of that kind and id.
            StoreDamaged: when one is missing or cannot be read.
        """
        with self.reading() as connection:
            log.load_stream(connection, stream, kind)
            return log.load_entries(connection, stream, after=after)

    def heads(self, streams: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these logs; of those that are not there nothing."""
        with self.reading() as connection:
            return log.load_heads(connection, streams)

    def digests(self, streams: Sequence[str]) -> dict[str, tuple[int, str]]:
        """The digests of these logs, and the head each was computed at, by id."""
        with self.reading() as connection:
            return log.load_digests(connection, streams)

    def keep_digests(self, digests: Mapping[str, tuple[int, str]]) -> None:
        """Keep digests of logs at these heads; not for a log that has gone on since."""
        if not digests:
            return
        with self.transaction() as connection:
            heads = log.load_heads(connection, list(digests))
            log.keep_digests(connection, {id: digest for id, digest in digests.items() if heads.get(id) == digest[0]})

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

    def last_entries(self, kinds: Sequence[str]) -> list[Entry]:
        """The last entry of each of the logs of these kinds that were made last.

        Raises:
            StoreDamaged: one cannot be read.
        """
        with self.reading() as connection:
            return log.load_last_entries(connection, kinds, most=_NEWEST)

    def entries_since(self, moment: datetime, kinds: Sequence[str]) -> list[Entry]:
        """The entries of these kinds of all logs that were written after a moment, in no order.

        Raises:
            StoreDamaged: one cannot be read.
        """
        with self.reading() as connection:
            return log.load_entries_since(connection, moment, kinds)

    def probe(self) -> None:
        """Write something that does not matter, and see it kept.

        Raises:
            StoreUnavailable: nothing can be kept now, or the tables are of another version.
        """
        with self.transaction() as connection:
            check_version(connection)
            connection.execute(delete(SETTINGS).where(SETTINGS.c.name == _PROBE))
            connection.execute(insert(SETTINGS).values(name=_PROBE, value=secrets.token_hex(_PROBE_BYTES)))

    def changes(self, stop: threading.Event) -> Iterator[str]:
        """The id of a log whenever it may have more entries, "" when any may; until `stop` is set.

        Raises:
            StoreUnavailable: nothing can be heard now.
        """
        self._leave_parent()
        try:
            with translated(self.url):
                yield from wait_for_changes(self._engine, stop)
        except self._engine.dialect.loaded_dbapi.Error as error:
            raise StoreUnavailable(f"{place_of(self.url)} tells of no change.") from error

    def mark(self) -> str:
        """Another word than before, when anything that matters was written since; none for a store without anything."""
        with self.reading() as connection:
            if all(connection.scalar(select(func.count()).select_from(table)) == 0 for table in (STREAMS, ACCOUNTS)):
                return ""
            contents = [sorted(map(repr, connection.execute(query).all())) for query in _MARKED]
        return hashlib.sha256(repr(contents).encode("utf-8", "backslashreplace")).hexdigest()

    def noted(self, name: str) -> str | None:
        """A note of the program about itself; unlike a setting it changes."""
        with self.reading() as connection:
            value: str | None = connection.scalar(select(SETTINGS.c.value).where(SETTINGS.c.name == _NOTED + name))
        return value

    def note(self, name: str, value: str, *, instead: str | None) -> bool:
        """Note something in place of what was noted; False where another process has noted something else meanwhile."""
        row = {"name": _NOTED + name, "value": value}
        try:
            with self.transaction() as connection:
                if instead is None:
                    connection.execute(insert(SETTINGS).values(row))
                    return True
                mine = (SETTINGS.c.name == row["name"]) & (SETTINGS.c.value == instead)
                return bool(connection.execute(update(SETTINGS).where(mine).values(row)).rowcount)
        except IntegrityError:
            return False

    def scrub(self) -> None:
        """Leave nothing of what was overwritten beside a SQLite file; another reader may hold some of it back."""
        if self.url.drivername == "sqlite":
            with translated(self.url), self._engine.connect() as connection:
                raw = connection.connection.dbapi_connection
                assert isinstance(raw, sqlite3.Connection)
                connection.rollback()
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def copy_to(self, path: Path) -> None:
        """Copy all that is kept into a file of its own, while others may write.

        Raises:
            CannotCopy: the file is there already or cannot be written.
        """
        copies.copy_store(self._engine, path)

    def setting(self, name: str, make: Callable[[], str]) -> str:
        """The setting `name`, made by `make` on the first call and kept for good."""
        if name not in self._settings:
            self._settings[name] = self._load_setting(name, make)
        return self._settings[name]

    def known_setting(self, name: str) -> str | None:
        """The setting `name`; None where it was never made."""
        if name not in self._settings:
            value = self._find_setting(name)
            if value is None:
                return None
            self._settings[name] = value
        return self._settings[name]

    def latest_setting(self, name: str) -> str | None:
        """The setting `name` at this moment, even if another program replaced it; None for nothing.

        Raises:
            StoreUnavailable: the database cannot be asked.
        """
        value = self._first(self._setting_query, {"name": name})
        return self._find_setting(name) if value is None else str(value)

    def replace_setting(self, name: str, value: str) -> None:
        """Remember `value` under `name` from now on; ask for it with `latest_setting`."""
        with self.transaction() as connection:
            connection.execute(delete(SETTINGS).where(SETTINGS.c.name == name))
            connection.execute(insert(SETTINGS).values(name=name, value=value))
        self._settings.pop(name, None)

    def _find_setting(self, name: str) -> str | None:
        with self.reading() as connection:
            value = connection.scalar(select(SETTINGS.c.value).where(SETTINGS.c.name == name))
        return None if value is None else str(value)

    def _load_setting(self, name: str, make: Callable[[], str]) -> str:
        kept = self._find_setting(name)
        if kept is not None:
            return kept
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
        """A transaction that writes, kept when the block ends without an error, for the modules of this package.

        Raises:
            NestedWrite: this thread is in one already.
        """
        if getattr(self._writing, "is_here", False):
            raise NestedWrite(f"{place_of(self.url)} is being written by this thread: write before that, or after it.")
        self._leave_parent()
        self._writing.is_here = True
        try:
            with translated(self.url), for_writing(self._engine).begin() as connection:
                yield connection
        finally:
            self._writing.is_here = False

    def _leave_parent(self) -> None:
        # A server that forks its workers hands them its open connections: two processes would get each other's answers.
        if self._process != os.getpid():
            self._engine.dispose(close=False)
            self._process = os.getpid()


def open_store(address: str | URL, *, copies_in: Path | None = None) -> Store:
    """The store at `address`, with the tables of this version.

    Args:
        address: of a SQLite file or a PostgreSQL database.
        copies_in: the folder for a copy of what an older version wrote; else one beside the file.

    Raises:
        InvalidDatabaseUrl: when the address names no database that this program can use.
        StoreUnavailable: when it cannot be opened; nothing was changed.
    """
    url = address if isinstance(address, URL) else parse_url(address)
    if url.drivername == "sqlite":
        _find_or_make(Path(str(url.database)))
    return _open(url, copies_in=copies_in)


def restore_file(file: Path, address: str, aside: Path) -> None:
    """Make a copy the store at `address`, which must have nothing yet; `aside` is a folder for what lies between.

    Raises:
        CannotCopy: the file is no whole copy, or there is something already.
    """
    url = parse_url(address)
    if url.drivername == "sqlite":
        copies.bring_back(file, Path(str(url.database)))
        return
    # Brought to the tables of this version first, then into the server's, all or nothing.
    copies.bring_back(file, aside / file.name)
    whole = URL.create("sqlite", database=str(aside / file.name))
    open_store(whole).close()
    with reading(whole) as connection:
        for table, id in lost_rows(connection):
            what = "a log" if table == STREAMS.name else "an account"
            raise copies.CannotCopy(
                f"{file} has parts of {what} that is gone ({id}), which PostgreSQL does not take. Take another copy, "
                "or restore this one into a folder."
            )
    store = open_store(url)
    try:
        with store.transaction() as connection:
            if connection.scalar(select(func.count()).select_from(STREAMS)):
                raise copies.CannotCopy(f"{place_of(url)} holds events: restore into an empty one.")
            connection.execute(delete(SETTINGS))
            copies.fill_from(connection, aside / file.name, METADATA.sorted_tables)
    finally:
        store.close()


def _open(url: URL, *, is_new: bool = False, copies_in: Path | None = None) -> Store:
    engine = make_engine(url)
    try:
        with translated(url):
            migrate(engine, is_new=is_new, copies_in=copies_in)
            if url.drivername == "sqlite":
                _use_wal(engine)
    except BaseException:
        engine.dispose()
        raise
    return Store(engine)


def _find_or_make(path: Path) -> None:
    """Make sure that there is a store which may be written: a new one is made aside, and put in its place whole.

    Raises:
        StoreDamaged: the file is empty, or gone from beside what was last written into it: whatever was in it, it is
            not taken for a new store.
        StoreReadOnly: the folder or the file may not be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        left = left_beside(path)
        if not path.exists():  # asked after it: another program may have made the file meanwhile, and write beside it
            if left is not None:
                raise StoreDamaged(
                    f"{path} is gone, and {left.name} beside it holds what was last written into it: put the file "
                    "back, or move that away, too, to begin anew."
                )
            _make(path)
        if path.is_dir() or not os.access(
            path, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids
        ):
            # Says why. A file in use is not opened: closing it would drop all locks of this process on it.
            os.close(os.open(path, os.O_RDWR))
        is_empty = not path.stat().st_size
    except OSError as error:
        reason = (error.strerror or "no reason given").lower()
        raise StoreReadOnly(f"{path} may not be written ({reason}): choose another folder with --data.") from error
    if is_empty:
        raise StoreDamaged(f"{path} is empty: bring back a copy, or remove the file to begin anew.")


def _make(path: Path) -> None:
    # Only its owner reads it: it will hold the organizer's key.
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        _open(URL.create("sqlite", database=str(draft)), is_new=True).close()
        put_in_place(draft, path)
    finally:
        for left in (draft, *(draft.with_name(draft.name + end) for end in ("-wal", "-shm", "-journal"))):
            left.unlink(missing_ok=True)


def put_in_place(draft: Path, path: Path) -> None:
    """Let a finished file have its name, unless another program was quicker."""
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        draft.replace(path)


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
