"""Checksums of a copy's tables, kept in the copy itself: damage and mistakes are found later, and named.

The entries of logs have none here: each is a link of its log's chain (`toolkit/storage/chain.py`), whose end is that of
its row in `streams`. To digest all of them would make a copy take four times as long.

They prove nothing against a person who changes a copy on purpose, who can write new checksums as well.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, inspect

from toolkit.storage.rows import ENTRIES

TABLE = "copy_checksums"

# By table and by the first column of its primary key: how many rows there are, and the sum of their digests.
type _Checksums = dict[tuple[str, str], tuple[int, str]]

_BYTES = 16
_SUM = 1 << 8 * _BYTES
# What the tables, their columns and indexes are is a row each, too; where SQLite has put them does not matter.
_SCHEMA = "sqlite_schema"
_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> ?"
_OBJECTS = "SELECT name, type, tbl_name, sql FROM sqlite_schema WHERE tbl_name <> ?"


def open_to_read(file: Path) -> sqlite3.Connection:
    """A SQLite file opened read-only."""
    raw = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    # A bit that was flipped may leave no text at all: it is to be found, not stumbled over.
    raw.text_factory = lambda raw_text: raw_text.decode("utf-8", "surrogateescape")
    return raw


def add_checksums(file: Path) -> None:
    """Write the checksums of all tables into a finished copy."""
    with closing(open_to_read(file)) as reading:
        checksums = _checksums(reading)
    with closing(sqlite3.connect(file)) as writing, writing:
        writing.execute(f"DROP TABLE IF EXISTS {TABLE}")
        writing.execute(f"CREATE TABLE {TABLE} (tbl TEXT, key TEXT, rows INTEGER, digest TEXT, PRIMARY KEY (tbl, key))")
        rows = ((*of, count, digest) for of, (count, digest) in checksums.items())
        writing.executemany(f"INSERT INTO {TABLE} VALUES (?, ?, ?, ?)", rows)


def has_checksums(connection: Connection) -> bool:
    """Whether a store is an unchanged copy, to which nothing was written yet."""
    return connection.dialect.name == "sqlite" and inspect(connection).has_table(TABLE)


def drop_checksums(connection: Connection) -> None:
    """Take the checksums out of a copy that becomes a store: the next change makes them wrong."""
    connection.exec_driver_sql(f"DROP TABLE IF EXISTS {TABLE}")


def differences(file: Path) -> list[str] | None:
    """The differences of a copy from the moment it was made, one per line; None for a copy without checksums.

    Raises:
        sqlite3.Error: it is no database.
    """
    with closing(open_to_read(file)) as raw:
        if not raw.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (TABLE,)).fetchone():
            return None
        expected = {
            (str(table), str(key)): (count if isinstance(count, int) else 0, str(digest))
            for table, key, count, digest in raw.execute(f"SELECT tbl, key, rows, digest FROM {TABLE}")
        }
        return [
            line.encode("utf-8", "backslashreplace").decode() for line in _told(expected, _checksums(raw), _Names(raw))
        ]


def name_in(summary: str) -> str:
    """The name of a log by its summary; empty where that cannot be read."""
    try:
        content = json.loads(summary)
        return str(content.get("name") or content.get("title") or "")
    except (ValueError, AttributeError):
        return ""


def _checksums(raw: sqlite3.Connection) -> _Checksums:
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for table, key in _tables(raw).items():
        column = f'"{key}"' if key else "''"
        _add(sums, table, raw.execute(f'SELECT {column}, * FROM "{table}"'))
    _add(sums, _SCHEMA, raw.execute(_OBJECTS, (TABLE,)))
    return {of: (count, f"{digest:0{2 * _BYTES}x}") for of, (count, digest) in sums.items()}


def _tables(raw: sqlite3.Connection) -> dict[str, str]:
    """Each table whose rows have checksums here: the first column of its primary key, "" where there is none."""
    keys = {}
    for (table,) in raw.execute(_TABLES, (TABLE,)).fetchall():
        columns = raw.execute(f'PRAGMA table_info("{table}")').fetchall()
        is_chained = table == ENTRIES.name and any(column[1] == ENTRIES.c.checksum.name for column in columns)
        if not is_chained:
            keys[table] = next((str(column[1]) for column in columns if column[5] == 1), "")
    return keys


def _add(sums: dict[tuple[str, str], tuple[int, int]], table: str, rows: Iterable[tuple[object, ...]]) -> None:
    # Added up, in whatever order they come: sorted they would be read from all over the file.
    for row in rows:
        digest = hashlib.blake2b(repr(row).encode("utf-8", "backslashreplace"), digest_size=_BYTES).digest()
        count, before = sums.get((table, str(row[0])), (0, 0))
        sums[table, str(row[0])] = count + 1, (before + int.from_bytes(digest)) % _SUM


class _Names:
    """The names of rows by their key, without any secret."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._columns = {**_tables(raw), "streams": "stream", "accounts": "account", _SCHEMA: "name"}
        self._logs: dict[str, str] = {}
        self._accounts: dict[str, str] = {}
        with suppress(sqlite3.Error):  # whichever of them is gone is named as such
            named = ((id, name_in(summary)) for id, summary in raw.execute("SELECT id, summary FROM streams"))
            self._logs = {id: f"{name} ({id})" for id, name in named if name}
            self._accounts = dict(raw.execute("SELECT id, name FROM accounts"))

    def name(self, table: str, key: str) -> str | None:
        """A row's name; None where it has none to show."""
        match self._columns.get(table):
            case "name":
                return key
            case "stream":
                return self._logs.get(key, key)
            case "account":
                return self._accounts.get(key)
        return None


def _told(expected: _Checksums, now: _Checksums, names: _Names) -> Iterator[str]:
    counted: Counter[tuple[str, str]] = Counter()
    for table, key in sorted(expected.keys() | now.keys()):
        (before, _), (after, _) = expected.get((table, key), (0, "")), now.get((table, key), (0, ""))
        if expected.get((table, key)) == now.get((table, key)):
            continue
        word = "missing" if after < before else "added" if after > before else "changed"
        name = names.name(table, key)
        if name is None:
            counted[table, word] += abs(after - before) or 1
        elif before and after and before != after:
            yield f"{table}: {name}, {_rows(abs(after - before))} {word}"
        else:
            yield f"{table}: {name} {word}"
    for (table, word), number in counted.items():
        yield f"{table}: {_rows(number)} {word}"


def _rows(number: int) -> str:
    return "1 row" if number == 1 else f"{number} rows"
