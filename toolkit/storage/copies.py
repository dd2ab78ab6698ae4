"""Copies of a store: one SQLite file each, made while others write, whatever database the store is in."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, MetaData, Table, create_engine, insert, select
from sqlalchemy.exc import DBAPIError

from toolkit.errors import Unavailable
from toolkit.storage.checksums import add_checksums, open_to_read
from toolkit.storage.database import left_beside, translated

# The folder beside the events in which a program keeps copies by itself.
COPIES = "copies"


class CannotCopy(Unavailable):
    """A copy cannot be made, read or brought back; nothing was changed."""

    code = "cannot_copy"


def copy_store(engine: Engine, target: Path) -> None:
    """Copy the whole store, as it is at one moment, to a new file.

    Raises:
        CannotCopy: there is a file of that name, or it cannot be written.
        StoreUnavailable: the store cannot be read.
    """
    if os.path.exists(target):  # unlike Path.exists(), also for what is far too long
        raise CannotCopy(f"{target} is there already: name another file.")
    try:
        with _draft_of(target) as draft, translated(engine.url):
            if engine.dialect.name == "sqlite":
                _copy_file(Path(str(engine.url.database)), draft)
            else:
                _copy_tables(engine, draft)
            add_checksums(draft)
            check_file(draft)
            draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise CannotCopy(f"{target} could not be written ({_reason(error)}): nothing was copied.") from error


def bring_back(file: Path, target: Path) -> None:
    """Make a copy the store of a folder that has none.

    Raises:
        CannotCopy: the file is no whole copy, or the folder has a store.
    """
    check_file(file)
    if target.exists():
        raise CannotCopy(f"{target} is there already: restore into a new folder, and leave this one as it is.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _draft_of(target) as draft:
            _copy_file(file, draft)
            draft.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise CannotCopy(f"{target} could not be written ({_reason(error)}): nothing was restored.") from error


def check_file(file: Path) -> None:
    """Make sure that a file is a whole copy: a sound database of this program, no log with an entry missing.

    Raises:
        CannotCopy: it is not.
    """
    if not file.is_file():
        raise CannotCopy(f"There is no file {file}.")
    try:
        with closing(open_to_read(file)) as connection:
            sound = [row[0] for row in connection.execute("PRAGMA integrity_check(1)")] == ["ok"]
            torn = connection.execute(_TORN).fetchone()
    except sqlite3.Error as error:
        raise CannotCopy(f"{file} is no copy of this program's events ({_reason(error)}).") from error
    except UnicodeError:  # SQLite's complaint names something that is no text any more
        sound, torn = False, None
    if not sound or torn:
        where = f": the log {torn[0]} lacks entries" if torn else ""
        raise CannotCopy(f"{file} is damaged{where}. Take another copy.")


# A log has as many entries as its head says, numbered from 1.
_TORN = """
    SELECT streams.id FROM streams LEFT JOIN entries ON entries.stream = streams.id
    GROUP BY streams.id, streams.head
    HAVING COUNT(entries.number) <> streams.head OR COALESCE(MAX(entries.number), 0) <> streams.head
"""


def fill_from(connection: Connection, file: Path, tables: list[Table]) -> None:
    """Copy the rows of a file's tables into those of another database, which are empty."""
    source = create_engine(URL.create("sqlite", database=str(file)))
    try:
        with source.connect() as reading:
            for table in tables:
                _copy_rows(reading, table, connection, table)
    finally:
        source.dispose()


def _copy_file(source: Path, target: Path) -> None:
    with closing(open_to_read(source)) as reading, closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)
        # One file alone, that can be carried on a stick.
        writing.execute("PRAGMA journal_mode=DELETE")


def _copy_tables(engine: Engine, target: Path) -> None:
    copy = create_engine(URL.create("sqlite", database=str(target)))
    try:
        snapshot = engine.execution_options(isolation_level="REPEATABLE READ")
        with snapshot.connect() as reading, copy.begin() as writing:
            # As they are there, which may be the tables of an older version.
            metadata = MetaData()
            metadata.reflect(reading)
            for column in (column for table in metadata.sorted_tables for column in table.columns):
                column.server_default = None  # it is worded for the other database
            metadata.create_all(writing)
            for table in metadata.sorted_tables:
                _copy_rows(reading, table, writing, table)
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):  # it is the copy that cannot be written, and not the server
            raise error.orig from error
        raise
    finally:
        copy.dispose()


def _copy_rows(reading: Connection, source: Table, writing: Connection, target: Table) -> None:
    result = reading.execution_options(yield_per=1000).execute(select(source))
    for rows in result.mappings().partitions():
        writing.execute(insert(target), [dict(row) for row in rows])


@contextmanager
def _draft_of(target: Path) -> Iterator[Path]:
    """A file aside that only its owner reads, on the disk itself when the block ends well; gone in any case."""
    if left := left_beside(target):
        raise CannotCopy(f"{left} holds what was last written into a file that is gone: leave it, name another place.")
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    os.close(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield draft
        _sync(target)
    finally:
        for left in (draft, draft.with_name(draft.name + "-journal")):
            left.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _reason(error: OSError | sqlite3.Error) -> str:
    text = error.strerror if isinstance(error, OSError) else str(error)
    return (text or "no reason given").lower()
