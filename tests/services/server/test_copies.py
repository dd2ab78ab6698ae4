"""Copies made while others write, brought back into a new store, kept by themselves."""

from __future__ import annotations

import itertools
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from click.testing import CliRunner
from sqlalchemy import text

from tests import comes
from tests.storage.fixtures import database_url as database_url
from toolkit.cli import cli
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import TOURNAMENT, Context
from toolkit.services.server.copies import EVERY, CannotCopy, CopyKeeper, back_up, copied_at, restore
from toolkit.services.server.verification import verify
from toolkit.storage import Draft, Store, folder_url, migrate, open_store, parse_url
from toolkit.storage.database import StoreFull, file_url, make_engine

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def fill(store: Store, name: str, entries: int) -> None:
    with store.creating(name, TOURNAMENT, created=NOON, summary={"name": "Zoé's"}) as writer:
        writer.append([Draft(at=NOON, by="Odile", kind="k", payload={"text": "é\0" * 50})] * entries)


def everything(store: Store) -> list[object]:
    return [(stream, store.entries(stream.id, TOURNAMENT)) for stream in store.streams(TOURNAMENT)]


@pytest.fixture
def context(store: Store) -> Context:
    fill(store, "a", 300)
    fill(store, "b", 1)
    context = Context(store, now=lambda: NOON)
    accounts.sign_up(context, "Odile", "correct horse battery")
    return context


def test_a_copy_restores_to_the_same_events_links_and_accounts(
    context: Context, tmp_path: Path, database_url: str
) -> None:
    key = context.store.setting("organizer_key", lambda: "the key")
    copy = back_up(context, tmp_path / "copy.db")
    assert (copy.events, copy.games) == (2, 0)
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
    address = database_url if database_url.startswith("postgresql") else str(folder_url(tmp_path / "other"))
    restore(tmp_path / "copy.db", address)
    again = open_store(address)
    assert everything(again) == everything(context.store)
    assert again.setting("organizer_key", lambda: "another") == key
    assert accounts.sign_in(Context(again), "Odile", "correct horse battery").name == "Odile"
    fill(again, "c", 1)
    again.close()


def test_what_was_acknowledged_before_a_copy_under_load_is_in_it(store: Store, tmp_path: Path) -> None:
    fill(store, "a", 1)
    acknowledged = 1
    stop = threading.Event()

    def write() -> None:
        nonlocal acknowledged
        while not stop.is_set():
            with store.writing("a", TOURNAMENT) as writer:
                writer.append([Draft(at=NOON, by="me", kind="k")])
            acknowledged += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = []
        for number in range(5):
            before = acknowledged
            store.copy_to(tmp_path / f"{number}.db")
            seen.append((before, acknowledged + 1))
    finally:
        stop.set()
        writer.join()
    for number, (before, after) in enumerate(seen):
        restore(tmp_path / f"{number}.db", str(folder_url(tmp_path / str(number))))
        again = open_store(folder_url(tmp_path / str(number)))
        assert before <= len(again.entries("a", TOURNAMENT)) <= after
        again.close()


def test_nothing_that_is_there_is_overwritten(context: Context, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CannotCopy, match="there already"):
        back_up(context, tmp_path / "mine.txt")
    copy = back_up(context, tmp_path).path  # a folder, such as a stick: under a name of the moment
    assert copy.name == "vtes-toolkit-20261121T120000Z.db"
    address = str(folder_url(tmp_path / "new"))
    restore(copy, address)
    with pytest.raises(CannotCopy, match="there already"):
        restore(copy, address)
    with pytest.raises(CannotCopy, match="could not be written"):
        back_up(context, tmp_path / "no" / "such" / "folder.db")
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_database_with_events_is_not_restored_into(context: Context, tmp_path: Path, store_url: str) -> None:
    back_up(context, tmp_path / "copy.db")
    with pytest.raises(CannotCopy, match=r"holds events|there already"):
        restore(tmp_path / "copy.db", store_url)


@pytest.mark.parametrize("damage", ["cut", "bytes", "entry", "foreign", "missing"])
def test_what_is_no_whole_copy_is_refused(context: Context, tmp_path: Path, damage: str) -> None:
    path = back_up(context, tmp_path / "copy.db").path
    content = bytearray(path.read_bytes())
    if damage == "cut":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "bytes":
        content[4096 * 6 : 4096 * 8] = b"\xa5" * 4096 * 2
        path.write_bytes(content)
    elif damage == "entry":
        with sqlite3.connect(path) as connection:
            connection.execute("DELETE FROM entries WHERE stream = 'a' AND number = 7")
        connection.close()
    elif damage == "foreign":
        path.write_text("a letter")
    else:
        path.unlink()
    with pytest.raises(CannotCopy):
        restore(path, str(folder_url(tmp_path / "new")))
    assert not (tmp_path / "new" / "vtes-toolkit.db").exists()


def test_a_copy_is_kept_only_when_something_was_written_and_only_the_last_ones(
    context: Context, tmp_path: Path
) -> None:
    (tmp_path / "mine.db").write_text("mine")
    keeper = CopyKeeper(lambda: context, tmp_path, kept=3)
    made = []
    for minute in range(5):
        context.now = lambda minute=minute: NOON + timedelta(minutes=minute)
        made.append(keeper.turn())
        assert keeper.turn() is None
        fill(context.store, f"more{minute}", 1)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith("vtes")) == [
        path.name for path in made[-3:] if path
    ]
    assert (tmp_path / "mine.db").read_text() == "mine"
    new = CopyKeeper(lambda: context, tmp_path / "file" / "x")
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotCopy, match="No copy can be kept"):
        new.turn()


@pytest.fixture
def keepers(context: Context, store_url: str, tmp_path: Path) -> Iterator[list[CopyKeeper]]:
    """Two processes of one machine at the same store."""
    other = Context(open_store(store_url), now=lambda: context.now())
    yield [CopyKeeper(lambda one=one: one, tmp_path / "copies") for one in (context, other)]
    other.store.close()


def test_of_two_processes_one_makes_the_copies(context: Context, keepers: list[CopyKeeper]) -> None:
    for quarter in range(4):
        context.now = lambda quarter=quarter: NOON + quarter * timedelta(seconds=EVERY)
        with ThreadPoolExecutor() as both:
            made = list(both.map(CopyKeeper.turn, keepers))
        assert len([path for path in made if path]) == 1
        fill(context.store, f"more{quarter}", 1)


def test_another_process_goes_on_when_one_was_killed_or_stopped(context: Context, keepers: list[CopyKeeper]) -> None:
    first, second = keepers
    assert first.turn()
    fill(context.store, "more", 1)
    context.now = lambda: NOON + timedelta(seconds=EVERY / 2)
    assert second.turn() is None
    context.now = lambda: NOON + timedelta(seconds=EVERY)
    assert second.turn()  # the first one has let its turn go by
    context.now = lambda: NOON + timedelta(seconds=EVERY + 1)
    second.start()
    second.stop()
    fill(context.store, "even more", 1)
    assert first.turn()


def test_a_machine_s_stick_gets_its_own_copy_and_another_machine_s_none(
    context: Context, keepers: list[CopyKeeper], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert keepers[0].turn()
    assert CopyKeeper(lambda: context, tmp_path / "stick").turn()
    monkeypatch.setattr("platform.node", lambda: "another machine")
    assert CopyKeeper(lambda: context, tmp_path / "there").turn() is None


def test_a_turn_that_failed_is_the_other_process_s(context: Context, keepers: list[CopyKeeper], tmp_path: Path) -> None:
    (tmp_path / "copies").touch()
    with pytest.raises(CannotCopy):
        keepers[0].turn()
    assert copied_at(context) is None
    (tmp_path / "copies").unlink()
    assert keepers[1].turn()
    assert copied_at(context) == NOON


def test_a_store_that_takes_nothing_more_is_copied(
    context: Context, keepers: list[CopyKeeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> bool:
        raise StoreFull("No space is left.")

    monkeypatch.setattr(Store, "note", full)
    path = keepers[0].turn()
    assert path
    assert list(verify(file_url(path), is_copy=True).faults) == []


def test_a_copy_of_what_has_not_changed_stays_as_good_as_new(context: Context, tmp_path: Path) -> None:
    keeper = CopyKeeper(lambda: context, tmp_path / "copies")
    path = keeper.turn()
    assert path
    context.now = lambda: NOON + timedelta(hours=5)
    assert keeper.turn() is None
    assert copied_at(context) == NOON + timedelta(hours=5)
    path.unlink()
    assert keeper.turn()


def test_copies_go_on_also_after_one_that_could_not_be_made(
    context: Context, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stick, seconds = tmp_path / "stick", itertools.count()
    context.now = lambda: NOON + timedelta(seconds=next(seconds))
    stick.touch()  # where it should be put in is none
    keeper = CopyKeeper(lambda: context, stick, every=0.01)
    keeper.start()
    try:
        assert comes(lambda: "No copy was made" in caplog.text)
        stick.unlink()
        for number in (1, 2, 3):
            assert comes(lambda number=number: len(list(stick.glob("vtes-toolkit-*.db"))) == number)
            fill(context.store, f"more{number}", 1)
    finally:
        keeper.stop()


def test_a_new_store_is_not_copied(store: Store, tmp_path: Path) -> None:
    assert CopyKeeper(lambda: Context(store), tmp_path).turn() is None


def test_a_store_is_copied_before_its_tables_change(database_url: str, tmp_path: Path) -> None:
    url = parse_url(database_url)
    if url.drivername == "sqlite":
        Path(str(url.database)).parent.mkdir()
    engine = make_engine(url)
    with engine.begin() as connection:
        configuration = migrate.configuration()
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, "0002")
        connection.execute(text("INSERT INTO settings VALUES ('organizer_key', 'as it was')"))
    engine.dispose()
    open_store(database_url, copies_in=tmp_path / "copies").close()
    open_store(database_url, copies_in=tmp_path / "copies").close()
    (copy,) = (tmp_path / "copies").iterdir()
    with sqlite3.connect(copy) as connection:
        assert connection.execute("SELECT * FROM settings").fetchall() == [("organizer_key", "as it was")]
        assert connection.execute(f"SELECT * FROM {migrate.VERSION_TABLE}").fetchall() == [("0002",)]
    connection.close()
    # An older program's copy restores, with the tables of this version.
    restore(copy, str(folder_url(tmp_path / "new")))
    again = open_store(folder_url(tmp_path / "new"))
    assert again.setting("organizer_key", lambda: "another") == "as it was"
    again.close()


def test_without_a_copy_the_tables_stay_as_they_are(sqlite_url: str, tmp_path: Path) -> None:
    engine = make_engine(parse_url(sqlite_url))
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {migrate.VERSION_TABLE} SET version_num = '0006'"))
    (tmp_path / "file").touch()
    with pytest.raises(CannotCopy, match="the tables were left as they are"):
        open_store(sqlite_url, copies_in=tmp_path / "file" / "copies")
    with engine.begin() as connection:
        assert migrate.revision(connection) == "0006"
    engine.dispose()


def test_by_command(tmp_path: Path) -> None:
    def run(*words: str, status: int = 0) -> str:
        ran = CliRunner().invoke(cli, words)
        assert ran.exit_code == status, ran.output
        return ran.output + str(ran.exception or "")

    run("tournament", "new", "Lyon", "--data", str(tmp_path / "one"))
    said = run("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "one"))
    assert f"{tmp_path}/copy.db: 1 event, 0 games of the table companion.\n" in said
    run("restore", str(tmp_path / "copy.db"), "--data", str(tmp_path / "two"))
    assert "Lyon" in run("tournament", "list", "--data", str(tmp_path / "two"))
    assert "1 log, 1 entry: as they were written.\n" in run("verify", "--data", str(tmp_path / "two"))
    assert "there already" in run("restore", str(tmp_path / "copy.db"), "--data", str(tmp_path / "two"), status=1)


def test_where_no_events_are_nothing_is_checked_copied_or_made(tmp_path: Path) -> None:
    folder, copy, export = tmp_path / "typo", tmp_path / "copy.db", tmp_path / "export.json"
    export.write_text("{}")
    for words in (["verify"], ["verify", str(export)], ["backup", str(copy)]):
        ran = CliRunner().invoke(cli, [*words, "--data", str(folder)])
        assert (ran.exit_code, ran.output) == (1, ""), words
        assert str(ran.exception) == f"{folder} holds no events: there is no vtes-toolkit.db in it."
    ran = CliRunner().invoke(cli, ["verify"], env={"DATABASE_URL": f"sqlite:///{copy}"})
    assert str(ran.exception) == f"{tmp_path} holds no events: there is no copy.db in it."
    assert CliRunner().invoke(cli, ["restore", str(copy), "--data", str(folder)]).exit_code == 2
    assert list(tmp_path.iterdir()) == [export]
