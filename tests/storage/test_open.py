from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from tests import LONG
from tests.storage.postgres import Cluster
from toolkit.storage import Draft, Store, StoreUnavailable, accounts, folder_url, migrate, open_store, parse_url
from toolkit.storage.copies import CannotCopy
from toolkit.storage.database import (
    InvalidDatabaseUrl,
    StoreBusy,
    StoreDamaged,
    StoreFull,
    StoreReadOnly,
    StoreTooNew,
    StoreUnreachable,
    make_engine,
)
from toolkit.storage.rows import METADATA
from toolkit.storage.store import restore_file

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def fill(store: Store, entries: int = 1) -> None:
    with store.creating("t1", "tournament", created=NOON) as writer:
        writer.append([Draft(at=NOON, by="me", kind="k", payload={"text": "x" * 200})] * entries)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    store = open_store(folder_url(tmp_path))
    fill(store, 500)
    store.close()
    return tmp_path / "vtes-toolkit.db"


# --- the tables ---


def test_the_migrations_make_the_tables_that_the_rows_describe(database_url: str) -> None:
    store = open_store(database_url)
    with store._engine.connect() as connection:
        options = {"version_table": migrate.VERSION_TABLE, "compare_type": True}
        context = MigrationContext.configure(connection, opts=options)
        assert compare_metadata(context, METADATA) == []
    store.close()


def test_the_newest_revision_is_the_one_the_program_knows() -> None:
    assert ScriptDirectory.from_config(migrate.configuration()).get_current_head() == migrate.NEWEST


def test_opening_again_keeps_everything(store: Store, store_url: str) -> None:
    fill(store)
    again = open_store(store_url)
    assert len(again.entries("t1", "tournament")) == 1
    again.close()


def test_a_store_from_a_newer_version_is_refused_and_untouched(database_url: str) -> None:
    store = open_store(database_url)
    with store._engine.begin() as connection:
        connection.execute(text("UPDATE vtes_toolkit_version SET version_num = '9001'"))
    with pytest.raises(StoreTooNew, match="newer version"):
        open_store(database_url)
    with store._engine.begin() as connection:
        assert migrate.revision(connection) == "9001"
    store.close()


def test_a_migration_that_stops_half_way_leaves_nothing(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    upgrade = command.upgrade

    def half(*arguments: object) -> None:
        upgrade(*arguments)  # type: ignore[arg-type]
        stop()

    monkeypatch.setattr(command, "upgrade", half)
    with pytest.raises(KeyboardInterrupt):
        open_store(database_url)
    url = parse_url(database_url)
    if url.drivername == "sqlite":
        assert list(Path(str(url.database)).parent.iterdir()) == []
    else:
        engine = make_engine(url)
        assert inspect(engine).get_table_names() == []
        engine.dispose()
    monkeypatch.undo()
    open_store(database_url).close()


def test_accounts_and_tokens_of_an_older_version_go_on(database_url: str) -> None:
    engine = make_engine(parse_url(database_url))
    if engine.dialect.name == "sqlite":
        Path(str(engine.url.database)).parent.mkdir()
    with engine.begin() as connection:
        configuration = migrate.configuration()
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, "0002")
        day = "2026-11-21T12:00:00.000000Z"
        for number, name in enumerate(("Odile", "\u041edile", "Anna")):  # the second with a Cyrillic O
            row = {"id": f"a{number}", "key": name.casefold(), "name": name, "day": day}
            connection.execute(
                text("INSERT INTO accounts VALUES (:id, :key, :name, 'x', 0, :no, :day)"), row | {"no": False}
            )
        connection.execute(text("INSERT INTO api_tokens VALUES ('d', 'a0', 'site', :day)"), {"day": day})
    engine.dispose()
    store = open_store(database_url)
    assert [account.name for account in accounts.all_accounts(store)] == ["Anna", "Odile", "\u041edile"]
    assert [(token.scope, token.expires) for token in accounts.tokens_of(store, "a0")] == [("all", None)]
    with pytest.raises(accounts.NameTaken):
        accounts.add_account(
            store, accounts.Account(id="b", name="0dile", password="x", epoch=0, is_admin=False, created=NOON), "0dile"
        )
    store.close()


# Four programs that have read the toolkit before they begin, so that they begin at once.
FOUR = """
import os, sys
from toolkit.storage import open_store
programs = []
for _ in range(4):
    programs.append(os.fork())
    if not programs[-1]:
        open_store(sys.argv[1]).setting("key", lambda: "x")
        os._exit(0)
print([os.waitpid(program, 0)[1] for program in programs])
"""


def test_many_programs_may_open_a_new_store_at_once(database_url: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FOUR, database_url], capture_output=True, text=True, check=False, timeout=LONG
    )
    assert (ran.stdout, ran.stderr) == ("[0, 0, 0, 0]\n", "")


# --- SQLite's file ---


def test_the_disk_is_waited_for(file: Path) -> None:
    store = open_store(folder_url(file.parent))
    with store._engine.connect() as connection:
        asked = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    store.close()
    assert asked == ["wal", 2]


def test_only_its_owner_reads_a_new_file(file: Path) -> None:
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"GIF89a" + b"\7" * 5000, b"SQLite format 3\0" + b"\7" * 5000])
def test_a_file_that_is_no_database_is_refused_and_untouched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "vtes-toolkit.db"
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="keep"):
        open_store(folder_url(tmp_path))
    assert path.read_bytes() == content


def test_an_empty_file_is_no_new_store(tmp_path: Path) -> None:
    path = tmp_path / "vtes-toolkit.db"
    path.touch()
    with pytest.raises(StoreDamaged, match="is empty: bring back a copy"):
        open_store(folder_url(tmp_path))
    assert path.stat().st_size == 0


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_what_was_written_last_beside_a_file_that_is_gone_gets_into_no_other(tmp_path: Path, end: str) -> None:
    copy, path = tmp_path / "copy.db", tmp_path / "store" / "vtes-toolkit.db"
    store = open_store(folder_url(path.parent))
    store.copy_to(copy)
    store.close()
    path.unlink()
    left = path.with_name(path.name + end)
    left.write_bytes(b"the last facts")
    with pytest.raises(StoreDamaged, match=f"{left.name} beside it holds what was last written"):
        open_store(folder_url(path.parent))
    with pytest.raises(CannotCopy, match=f"{left.name} holds what was last written"):
        restore_file(copy, str(folder_url(path.parent)), tmp_path)
    assert (left.read_bytes(), path.exists()) == (b"the last facts", False)


def test_a_database_without_tables_is_no_new_store(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "vtes-toolkit.db") as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(StoreDamaged, match="another program"):
        open_store(folder_url(tmp_path))


def test_another_programs_database_is_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "vtes-toolkit.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="another program"):
        open_store(folder_url(tmp_path))
    assert path.read_bytes() == before


def test_another_programs_tables_in_a_database_are_named_and_untouched(postgresql: Cluster) -> None:
    cluster, address = postgresql, postgresql.new_database()
    name = str(parse_url(address).database)
    cluster.execute("CREATE TABLE streams (of_water text)", database=name)
    with pytest.raises(StoreDamaged, match=r"tables of another program \(streams\)"):
        open_store(address)
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    assert cluster.execute(tables, database=name) == [("streams",)]


def test_a_file_whose_schema_is_no_text_any_more_is_refused_in_a_sentence(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[content.index(b"NOT NULL", content.index(b"CREATE TABLE streams"))] = 0xCC
    file.write_bytes(content)
    with pytest.raises(StoreDamaged, match="is damaged: keep the file"):
        open_store(f"sqlite:///{file}")


@pytest.mark.parametrize("damage", ["overwritten", "cut"])
def test_a_damaged_file_is_refused_in_a_sentence(file: Path, damage: str) -> None:
    content = bytearray(file.read_bytes())
    if damage == "cut":
        content = content[: len(content) // 2]
    else:
        content[4096 * 6 : 4096 * 30] = b"\xa5" * (4096 * 24)
    file.write_bytes(content)
    with pytest.raises(StoreDamaged):
        open_store(folder_url(file.parent)).entries("t1", "tournament")
    assert file.read_bytes()[4096 * 2 :] == bytes(content[4096 * 2 :])


@contextmanager
def ordinary_user() -> Iterator[None]:
    # Root may write anywhere: to see a folder refuse, the process has to be somebody else for a moment.
    if os.getuid() == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(os.getuid())


@pytest.fixture
def public_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="vtes-read-only-"))
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def lock_folder(folder: Path) -> None:
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)


def test_a_folder_that_may_not_be_written_is_refused(public_folder: Path) -> None:
    lock_folder(public_folder)
    with ordinary_user(), pytest.raises(StoreReadOnly, match="may not be written"):
        open_store(folder_url(public_folder / "new"))
    with ordinary_user(), pytest.raises(StoreReadOnly, match="may not be written"):
        open_store(folder_url(public_folder))


def test_a_store_that_may_only_be_read_is_refused_and_untouched(file: Path, public_folder: Path) -> None:
    shutil.copy(file, public_folder)
    lock_folder(public_folder)
    with ordinary_user(), pytest.raises(StoreReadOnly):
        open_store(folder_url(public_folder))
    assert (public_folder / file.name).read_bytes() == file.read_bytes()


def test_a_file_where_the_folder_should_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(StoreReadOnly):
        open_store(folder_url(tmp_path / "data"))


def test_a_store_opened_twice_keeps_its_locks_beside_another_program(tmp_path: Path) -> None:
    first = open_store(folder_url(tmp_path))
    second = open_store(folder_url(tmp_path))
    visit = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT count(*) FROM entries').fetchone()"
    subprocess.run([sys.executable, "-c", visit, str(tmp_path / "vtes-toolkit.db")], check=True)
    assert (tmp_path / "vtes-toolkit.db-wal").exists()
    second.close()
    first.close()


def test_a_writer_that_waits_too_long_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.storage.database.PATIENCE", 0.05)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    store = open_store(folder_url(file.parent))
    with pytest.raises(StoreBusy), store.writing("t1", "tournament"):
        pass
    holder.close()
    store.close()


# --- addresses ---


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("mysql://somewhere/db", "uses SQLite or PostgreSQL"),
        ("nonsense", "not a database's address"),
        ("", "not a database's address"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("postgresql://host:port/x", "not a database's address"),
        ("postgresql://someone:s3c@ret@host/x", "an @ too many"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused(address: str, says: str) -> None:
    with pytest.raises(InvalidDatabaseUrl, match=says):
        parse_url(address)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_way_to_write_postgresql_is_one(scheme: str) -> None:
    assert parse_url(f"{scheme}://u:p@h/d").drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://someone:s3cret@127.0.0.1:1/nowhere",
        "postgresql://someone@127.0.0.1:1/nowhere?password=s3cret",
        "postgresql://127.0.0.1:1/nowhere?passfile=/s3cret&sslpassword=s3cret",
    ],
)
def test_a_password_is_never_shown(address: str) -> None:
    with pytest.raises(StoreUnreachable, match=r"the database at postgresql://127\.0\.0\.1:1/nowhere is gone"):
        open_store(address)


@pytest.mark.parametrize("option", ["s3cret=1", "connect_timeout=s3cret"])
def test_an_option_that_the_driver_does_not_take_is_refused(option: str) -> None:
    with pytest.raises(InvalidDatabaseUrl, match="an option that PostgreSQL does not know") as refused:
        open_store(f"postgresql://127.0.0.1:1/nowhere?{option}")
    assert "s3cret" not in str(refused.value)


@pytest.mark.postgresql
@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_that_cannot_keep_every_name_is_refused(postgresql: Cluster, encoding: str) -> None:
    name = f"in_{encoding.lower()}"
    postgresql.execute(f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0")
    with pytest.raises(InvalidDatabaseUrl, match=f"{name} has the encoding {encoding}: make one in UTF8"):
        open_store(postgresql.address(name))


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(InvalidDatabaseUrl, match="pip install"):
        open_store("postgresql://host/db")


# --- what a server can say ---


@pytest.mark.postgresql
@pytest.mark.parametrize(("state", "kind"), [("53100", StoreFull), ("25006", StoreReadOnly), ("XX001", StoreDamaged)])
def test_a_servers_complaint_is_told_in_our_words(
    postgresql: Cluster, state: str, kind: type[StoreUnavailable]
) -> None:
    store = open_store(postgresql.new_database())
    fill(store)
    with store._engine.begin() as connection:
        body = f"BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END"
        connection.exec_driver_sql(f"CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
        connection.exec_driver_sql("CREATE TRIGGER no BEFORE INSERT ON entries EXECUTE FUNCTION refuse()")
    with pytest.raises(kind), store.writing("t1", "tournament") as writer:
        writer.append([Draft(at=NOON, by="me", kind="k")])
    assert len(store.entries("t1", "tournament")) == 1
    store.close()


FORKED = """
import os, sys
from toolkit.storage import open_store
store = open_store(sys.argv[1])
assert len(store.entries("t1", "tournament")) == 1
child = os.fork()
for _ in range(50):
    assert len(store.entries("t1", "tournament")) == 1
if not child:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
store.close()
"""


def test_a_forked_worker_does_not_share_connections(store: Store, store_url: str) -> None:
    fill(store)
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", FORKED, store_url],
        capture_output=True,
        text=True,
        check=False,
        timeout=LONG,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
