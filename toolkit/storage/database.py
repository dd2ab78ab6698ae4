"""The database: its address, an engine that never acknowledges what it has not kept, and what can go wrong with it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, NoSuchModuleError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from toolkit.errors import Invalid, Unavailable
from toolkit.languages import N_, Message


class InvalidDatabaseUrl(Unavailable):
    """`DATABASE_URL` names no database that this program can use."""

    code = "invalid_database_url"


class StoreUnavailable(Unavailable):
    """The database cannot do that now; nothing was changed."""

    code = "store_unavailable"


class StoreBusy(StoreUnavailable):
    """Another program holds the database."""

    code = "store_busy"


class StoreFull(StoreUnavailable):
    """No space is left where the database lies."""

    code = "store_full"


class StoreReadOnly(StoreUnavailable):
    """The folder or file may not be written."""

    code = "store_read_only"


class StoreDamaged(StoreUnavailable):
    """The file is not a database, or parts of it cannot be read."""

    code = "store_damaged"


class StoreTooNew(StoreUnavailable):
    """A newer version of this program wrote the database."""

    code = "store_too_new"


class StoreUnreachable(StoreUnavailable):
    """The database server does not answer, or the connection broke: whether the last change was kept is not known."""

    code = "store_unreachable"


class NestedWrite(RuntimeError):
    """A write inside another one of the same thread, which on SQLite would wait for itself: a fault of this program."""


# From an address to an engine

# When a PostgreSQL is given up that is not to be reached: a network that is cut says nothing, and a request would wait
# for a quarter of an hour. An answer that takes its time is waited for, as long as the machine is there.
_GIVE_UP = {
    "connect_timeout": 10,
    "tcp_user_timeout": 10_000,  # of what was sent and nobody has heard, in milliseconds
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}

FILE_NAME = "vtes-toolkit.db"

# How long a writer waits for another one before it gives up, in seconds.
PATIENCE = 15

# Between two looks of a waiting writer, in seconds: about as long as one writer's turn.
_PAUSE = 0.001


def folder_url(folder: Path) -> URL:
    """The address of the SQLite store in `folder`."""
    return URL.create("sqlite", database=str(folder / FILE_NAME))


def file_url(file: Path) -> str:
    """The address of a SQLite file of any name."""
    return URL.create("sqlite", database=str(file)).render_as_string()


def left_beside(file: Path) -> Path | None:
    """The file that SQLite left beside a file that is gone; it would apply it to any other file of the same name."""
    beside = (file.with_name(file.name + end) for end in ("-wal", "-journal"))
    return next((left for left in beside if left.is_file() and left.stat().st_size), None)


def holds_events(folder: Path) -> bool:
    """Whether the folder has a store of its own."""
    return (folder / FILE_NAME).exists()


def store_name(address: str | URL) -> str:
    """The store's name for its administrator: without user, password and options.

    Raises:
        InvalidDatabaseUrl: when the address names no database that this program can use.
    """
    url = parse_url(str(address)) if isinstance(address, str) else address
    if url.drivername == "sqlite":
        return str(Path(str(url.database)).absolute())
    host = url.host or str(url.query.get("host", ""))
    return f"postgresql://{host}{f':{url.port}' if url.port else ''}/{url.database or ''}"


def parse_url(text: str) -> URL:
    """The address of a SQLite file or a PostgreSQL database.

    Raises:
        InvalidDatabaseUrl: for anything else.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise InvalidDatabaseUrl(
            "DATABASE_URL is not a database's address (sqlite:///FILE or postgresql://…)."
        ) from None
    if "@" in (url.host or ""):
        raise InvalidDatabaseUrl("DATABASE_URL has an @ too many: in a user or password it is written %40.")
    if url.drivername in ("sqlite", "sqlite+pysqlite"):
        if url.database in (None, "", ":memory:") or str(url.database).startswith("file:"):
            raise InvalidDatabaseUrl("DATABASE_URL names no file: a store in memory would forget everything.")
        return url.set(drivername="sqlite")
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    raise InvalidDatabaseUrl(f"DATABASE_URL asks for {url.drivername}; this program uses SQLite or PostgreSQL.")


def make_engine(url: URL) -> Engine:
    """An engine for `url`; nothing is opened yet.

    Raises:
        InvalidDatabaseUrl: when the driver is not installed.
    """
    if url.drivername == "sqlite":
        engine = create_engine(url, connect_args={"timeout": PATIENCE}, pool_size=8)
        opened = _OpenedFile(str(url.database))
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "connect", opened.remember)
        event.listen(engine, "begin", opened.check)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    patience = {name: url.query.get(name, usual) for name, usual in _GIVE_UP.items()}
    try:
        engine = create_engine(url, pool_pre_ping=True, pool_size=8, connect_args=patience)
    except (ImportError, NoSuchModuleError):
        raise InvalidDatabaseUrl("PostgreSQL needs its driver: pip install 'vtes-toolkit[postgresql]'.") from None
    event.listen(engine, "do_connect", _connect)
    # First of all: SQLAlchemy's own questions are answered in bytes by a database without an encoding.
    event.listen(engine, "connect", _check_encoding, insert=True)
    event.listen(engine, "connect", _configure_postgresql)
    return engine


def for_writing(engine: Engine) -> Engine:
    """The same engine (one pool), whose transactions take the lock of a writer at their start."""
    return engine.execution_options(writing=True)


class _OpenedFile:
    """The file that an engine opened first: SQLite goes on writing into one that was moved, removed or replaced."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._known: tuple[int, int] | None = None

    def remember(self, *_: object) -> None:
        self._known = self._known or self._now()

    def check(self, connection: Connection) -> None:
        """Refuse a write that the next start would not find."""
        if connection.get_execution_options().get("writing") and self._now() != self._known:
            raise StoreUnreachable(
                f"{self._path} was moved or replaced while it was in use: put it back, or start the program anew."
            )

    def _now(self) -> tuple[int, int] | None:
        try:
            status = os.stat(self._path)
        except OSError:
            return None
        return status.st_dev, status.st_ino


def _configure_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    # Python's own implicit BEGIN would take the write lock too late: only the begin event below opens a transaction.
    connection.isolation_level = None
    # An answer is given only once the facts are on the disk itself; the two fullfsync lines say so to macOS.
    try:
        for pragma in ("synchronous=FULL", "fullfsync=ON", "checkpoint_fullfsync=ON", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
    except UnicodeDecodeError as error:  # SQLite's complaint quotes a schema that is no text any more
        damaged = sqlite3.DatabaseError("malformed database schema")
        damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise damaged from error


def _begin_sqlite(connection: Connection) -> None:
    # A reader that turns writer half way can be refused at once, whatever the patience: a writer says so at its start.
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    if not connection.get_execution_options().get("writing"):
        raw.execute("BEGIN")  # takes no lock yet, and so cannot fail
        return
    if not _wait_for_turn(raw):
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # fails, and is told as SQLAlchemy tells every failure


def _wait_for_turn(raw: sqlite3.Connection) -> bool:
    """Begin as the one writer; False when the file stays taken, or cannot be written at all."""
    # SQLite's own waiting sleeps longer each time: of eight writers one would wait for seconds while others pass.
    raw.execute("PRAGMA busy_timeout = 0")
    deadline = time.monotonic() + PATIENCE
    try:
        while True:
            try:
                raw.execute("BEGIN IMMEDIATE")
                return True
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    return False
            time.sleep(_PAUSE)
    finally:
        raw.execute(f"PRAGMA busy_timeout = {int(PATIENCE * 1000)}")


def _check_encoding(connection: Any, _record: Any) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        name = connection.info.dbname
        connection.close()
        raise InvalidDatabaseUrl(
            f"The database {name} has the encoding {encoding}: make one in UTF8, which every name fits into."
        )


def _connect(dialect: Dialect, _record: Any, args: list[Any], options: dict[str, Any]) -> Any:
    """A connection to PostgreSQL; its driver looks at the options before it asks the server."""
    assert dialect.loaded_dbapi is not None
    try:
        return dialect.connect(*args, **options)
    except dialect.loaded_dbapi.ProgrammingError:
        # What is wrong is not quoted: it may be part of a password.
        raise InvalidDatabaseUrl(
            "DATABASE_URL has an option that PostgreSQL does not know, or a value that it does not take."
        ) from None


def _configure_postgresql(connection: Any, _record: Any) -> None:
    # A server may be set to acknowledge before it has written; facts of a tournament are worth the wait.
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('synchronous_commit')")
        if cursor.fetchone()[0] == "off":
            cursor.execute("SET synchronous_commit = on")
        cursor.execute(f"SET lock_timeout = '{PATIENCE}s'")
    connection.commit()


# A database's own errors, turned into ours in one place

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
    """The database in a sentence."""
    return str(url.database) if url.drivername == "sqlite" else f"the database at {store_name(url)}"


@contextmanager
def translated(url: URL) -> Iterator[None]:
    """Raise a database's complaint as one of ours.

    Raises:
        StoreUnavailable: one of its kinds.
        Invalid: something was asked for by a text that no database has.
    """
    try:
        yield
    except PoolTimeout as error:
        raise StoreBusy("Too many people are writing at once: try again in a moment.") from error
    except (DataError, IntegrityError, ProgrammingError) as error:
        if "NUL" in str(error.orig):  # PostgreSQL alone refuses it; whoever was asked for so is none
            complaint = Message("The %(what)s contains characters that cannot be stored.", what=Message(N_("id")))
            raise Invalid(complaint, code="invalid_entry") from error
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
