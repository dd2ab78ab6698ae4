"""Checksums of a copy: whatever is changed, removed or added in any table is named, and restores drop nothing."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import BigInteger, Boolean, Column, Table, insert, select, update

from toolkit.cli import cli
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import TOURNAMENT, Context, link_secret
from toolkit.services.server.copies import CannotCopy, back_up, restore
from toolkit.services.server.verification import verify
from toolkit.storage import Draft, Store, folder_url, open_store
from toolkit.storage.checksums import TABLE
from toolkit.storage.database import file_url
from toolkit.storage.rows import ENTRIES, METADATA, STREAMS, UtcTime
from toolkit.storage.store import _UNMARKED

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
TABLES = [table.name for table in METADATA.sorted_tables]


def value(column: Column[object], number: int) -> object:
    """Something that fits into a column, another for each number."""
    if column.foreign_keys:
        return f"id{number}"
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, UtcTime):
        return NOON
    return number if isinstance(column.type, BigInteger) else f"{column.name}{number}"


def row(table: Table, number: int) -> dict[str, object]:
    return {column.name: value(column, number) for column in table.columns}


def fill(store: Store) -> None:
    """Two rows in each table, three entries in each log."""
    for number in (1, 2):
        with store.creating(f"id{number}", TOURNAMENT, created=NOON, summary={"name": f"Event {number}"}) as writer:
            writer.append([Draft(at=NOON, by="Odile", kind="k", payload={"text": "é"})] * 3)
        with store.transaction() as connection:
            for table in METADATA.sorted_tables:
                if table not in (STREAMS, ENTRIES):
                    named = {"id": f"id{number}"} if "id" in table.columns else {}
                    connection.execute(insert(table).values(row(table, number) | named))


@pytest.fixture
def filled(store: Store) -> Store:
    fill(store)
    return store


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def kept_copy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a filled store of each kind, made once: nobody writes into it."""
    folder = tmp_path_factory.mktemp("copied")
    is_file = request.param == "sqlite"
    address = str(folder_url(folder)) if is_file else request.getfixturevalue("postgresql").prepared_database()
    with closing(open_store(address)) as store:
        fill(store)
        return back_up(Context(store), folder / "copy.db").path


@pytest.fixture
def copy(kept_copy: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(kept_copy, tmp_path))


def named(file: Path, statement: str = "SELECT 1", *values: object) -> list[str]:
    """What is named in a copy after something was done in it."""
    changed = file.with_name("changed.db")
    shutil.copy(file, changed)
    with closing(sqlite3.connect(changed)) as raw, raw:
        raw.execute(statement, values)
    return list(verify(file_url(changed), is_copy=True).faults)


def names(table: str, lines: list[str]) -> bool:
    # An entry is named by its number in its log.
    return any(line.startswith(f"{table}: ") or (table == "entries" and ", entr" in line) for line in lines)


def test_a_copy_has_no_faults(copy: Path) -> None:
    assert named(copy) == []


@pytest.mark.parametrize("table", TABLES)
def test_a_cell_that_was_changed_is_named_by_its_table(copy: Path, table: str) -> None:
    missed = []
    for column in METADATA.tables[table].columns:
        other = (
            "1" if isinstance(column.type, Boolean) else f"'{NOON:%Y}'" if isinstance(column.type, UtcTime) else "77"
        )
        statement = f'UPDATE {table} SET "{column.name}" = {other} WHERE rowid = 1'
        if not names(table, named(copy, statement)):
            missed.append(column.name)
    assert missed == []


@pytest.mark.parametrize("table", TABLES)
def test_a_row_that_was_removed_or_added_is_named_by_its_table(copy: Path, table: str) -> None:
    assert names(table, named(copy, f"DELETE FROM {table} WHERE rowid = 2"))
    added = row(METADATA.tables[table], 7) | ({"stream": "id1"} if table == "entries" else {})
    said, places = ", ".join(f'"{name}"' for name in added), ", ".join("?" * len(added))
    assert names(table, named(copy, f"INSERT INTO {table} ({said}) VALUES ({places})", *map(str, added.values())))


@pytest.mark.parametrize("table", [name for name in TABLES if METADATA.tables[name] not in _UNMARKED])
def test_a_change_of_any_table_is_a_reason_for_another_copy(filled: Store, table: str) -> None:
    of = METADATA.tables[table]
    for column in (one for one in of.columns if not one.foreign_keys and not one.primary_key):
        before = filled.mark()
        is_moment, is_switch = isinstance(column.type, UtcTime), isinstance(column.type, Boolean)
        other = NOON.replace(hour=1) if is_moment else True if is_switch else value(column, 7)
        with filled.transaction() as connection:
            key = next(iter(of.primary_key))
            first = connection.scalar(select(key).limit(1))
            connection.execute(update(of).where(key == first).values({column: other}))
        assert filled.mark() != before, column


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE settings SET value = 'another' WHERE name = 'organizer_key'", "settings: organizer_key changed"),
        ("DELETE FROM accounts", "accounts: 3 rows missing"),
        ("DELETE FROM accounts WHERE name = 'Odile'", "accounts: 1 row missing"),
        ("UPDATE accounts SET is_admin = 1 WHERE name = 'Odile'", "accounts: Odile changed"),
        ("INSERT INTO accounts (id, key, name, password, epoch, is_admin, created) VALUES (1, 1, 'Eve', 1, 0, 1, 1)",
         "accounts: Eve added"),
        ("UPDATE members SET role = 'judge' WHERE stream = 'id1'", "members: Event 1 (id1) changed"),
        ("DELETE FROM links WHERE stream = 'id2'", "links: Event 2 (id2) missing"),
        ("UPDATE api_tokens SET scope = 'full'", "api_tokens: 2 rows changed"),
        ("UPDATE streams SET summary = '{\"name\": \"Event 9\"}' WHERE id = 'id1'", "streams: Event 9 (id1) changed"),
        ("DROP INDEX ix_streams_kind_created", "sqlite_schema: ix_streams_kind_created missing"),
        (f"DELETE FROM {TABLE} WHERE tbl = 'settings'", "settings: organizer_key added"),
    ],
)  # fmt: skip
def test_what_was_changed_is_named_without_a_secret(filled: Store, tmp_path: Path, statement: str, says: str) -> None:
    key = link_secret(filled)
    accounts.sign_up(Context(filled), "Odile", "correct horse battery")
    lines = named(back_up(Context(filled), tmp_path / "copy.db").path, statement)
    assert says in lines
    assert key not in str(lines)


def run(*words: str) -> tuple[int, str]:
    ran = CliRunner().invoke(cli, words)
    return ran.exit_code, ran.output + str(ran.exception or "")


def test_a_changed_copy_is_refused_by_name_and_restored_only_when_asked(copy: Path, tmp_path: Path) -> None:
    for statement in ("UPDATE settings SET value = 'x'", "DELETE FROM sessions", "UPDATE entries SET payload = '{}'"):
        named(copy, statement)
        with pytest.raises(CannotCopy, match=r"is not what was copied: (settings|sessions|Event 1 \(id1\), entry)"):
            restore(copy.with_name("changed.db"), str(folder_url(tmp_path / "new")))
    status, said = run("restore", str(copy.with_name("changed.db")), "--data", str(tmp_path / "new"), "--damaged")
    assert (status, "2 events" in said) == (0, True)


def everything(store: Store) -> dict[str, list[object]]:
    with store.reading() as connection:
        return {
            table.name: sorted(map(repr, connection.execute(select(table)).all())) for table in METADATA.sorted_tables
        }


def test_a_restore_drops_nothing(filled: Store, database_url: str, tmp_path: Path) -> None:
    here, copy = everything(filled), back_up(Context(filled), tmp_path / "copy.db").path
    assert all(here.values())
    other = str(folder_url(tmp_path / "new")) if database_url.startswith("sqlite") else database_url
    restore(copy, other)
    again = open_store(other)
    assert everything(again) == here
    # The checksums are the copy's: the next change in the store makes no fault of them.
    with again.reading() as connection:
        assert not connection.dialect.has_table(connection, TABLE)
    again.close()


def test_a_copy_without_checksums_verifies_as_before(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as raw:
        raw.execute(f"DROP TABLE {TABLE}")
    status, said = run("verify", str(copy))
    assert status == 0
    assert (
        said == "This copy has no checksums: only its logs were compared.\n2 logs, 6 entries: as they were written.\n"
    )


def test_damaged_checksums_are_a_difference_and_no_traceback(copy: Path) -> None:
    for column in ("tbl", "key", "rows", "digest"):
        for other in ("x'ff'", "CAST(x'ff' AS TEXT)", "NULL"):
            lines = named(copy, f"UPDATE {TABLE} SET {column} = {other} WHERE tbl = 'settings' AND key = 'name1'")
            assert any("settings: " in line for line in lines)
            "".join(lines).encode()
