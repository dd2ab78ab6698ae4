"""From a database's address to an engine that never acknowledges what it has not kept."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from toolkit.storage.errors import InvalidDatabaseUrl

FILE_NAME = "vtes-toolkit.db"

# How long a writer waits for another one before it gives up, in seconds.
PATIENCE = 15

# Between two looks of a waiting writer, in seconds: about as long as one writer's turn.
_PAUSE = 0.001


def folder_url(folder: Path) -> URL:
    """The address of the SQLite store in `folder`."""
    return URL.create("sqlite", database=str(folder / FILE_NAME))


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
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        engine = create_engine(url, pool_pre_ping=True, pool_size=8, connect_args={"connect_timeout": 10})
    except (ImportError, NoSuchModuleError):
        raise InvalidDatabaseUrl("PostgreSQL needs its driver: pip install 'vtes-toolkit[postgresql]'.") from None
    event.listen(engine, "connect", _configure_postgresql)
    return engine


def for_writing(engine: Engine) -> Engine:
    """The same engine (one pool), whose transactions take the lock of a writer at their start."""
    return engine.execution_options(writing=True)


def _configure_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    # Python's own implicit BEGIN would take the write lock too late: only the begin event below opens a transaction.
    connection.isolation_level = None
    # An answer is given only once the facts are on the disk itself; the two fullfsync lines say so to macOS.
    for pragma in ("synchronous=FULL", "fullfsync=ON", "checkpoint_fullfsync=ON", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


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


def _configure_postgresql(connection: Any, _record: Any) -> None:
    # A server may be set to acknowledge before it has written; facts of a tournament are worth the wait.
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('synchronous_commit')")
        if cursor.fetchone()[0] == "off":
            cursor.execute("SET synchronous_commit = on")
        cursor.execute(f"SET lock_timeout = '{PATIENCE}s'")
    connection.commit()
