"""The chain of a log: a flipped bit is found and named, a missing entry too; what was forgotten breaks nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import text

from tests.storage.postgres import Cluster
from toolkit.errors import Unavailable
from toolkit.services.kernel.context import TOURNAMENT, Context
from toolkit.services.server.copies import CannotCopy, back_up, restore
from toolkit.services.server.verification import verify
from toolkit.storage import Draft, Store, migrate, open_store, parse_url
from toolkit.storage.chain import ChainFault, ChainLink, beginning, faults, forgotten, sealed, without_texts
from toolkit.storage.database import make_engine
from toolkit.storage.integrity import rewrite

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
AT = "2026-11-21T12:00:00.000000Z"
START = beginning("tournament", "t1")


def chained(*payloads: str) -> list[ChainLink]:
    links: list[ChainLink] = []
    for number, payload in enumerate(payloads, start=1):
        link = ChainLink(number=number, at=AT, by="Odile", kind="player_added", payload=payload)
        links.append(sealed(link, links[-1].checksum if links else START))
    return links


def found(links: Sequence[ChainLink], whole: Sequence[ChainLink]) -> list[ChainFault]:
    return list(faults(iter(links), start=START, head=len(whole), end=whole[-1].checksum))


THREE = chained('{"name":"Zo\\u00e9","n":[1,"x"]}', '{"name":"Bo","vekn":"1000001","vp":0.5}', '{"a":null}')


def flipped(content: str) -> Iterator[str]:
    """The text with one bit of it flipped, for each bit."""
    encoded = content.encode()
    for place in range(len(encoded)):
        for bit in range(8):
            changed = bytearray(encoded)
            changed[place] ^= 1 << bit
            yield changed.decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("is_partly_forgotten", [False, True])
@pytest.mark.parametrize("column", ["at", "by", "kind", "payload", "salts", "checksum"])
def test_every_flipped_bit_of_an_entry_is_found_and_named(column: str, is_partly_forgotten: bool) -> None:
    links = list(THREE)
    if is_partly_forgotten:
        links[1] = without_texts(links[1], {"payload/name": ""})
    assert found(links, links) == []
    for content in flipped(getattr(links[1], column)):
        damaged = [links[0], replace(links[1], **{column: content}), links[2]]
        assert found(damaged, links) == [ChainFault(first=2, last=2)], content


@pytest.mark.parametrize(
    ("left", "missing"),
    [((0, 2), (2, 2)), ((1, 2), (1, 1)), ((0, 1), (3, 3)), ((2,), (1, 2)), ((), (1, 3))],
)
def test_a_missing_entry_is_named(left: tuple[int, ...], missing: tuple[int, int]) -> None:
    gone = ChainFault(first=missing[0], last=missing[1], is_missing=True)
    assert found([THREE[number] for number in left], THREE) == [gone]


def test_another_entry_in_its_place_is_found_though_it_is_sealed() -> None:
    other = sealed(replace(THREE[1], payload='{"name":"Eve"}'), THREE[0].checksum)
    assert found([THREE[0], other, THREE[2]], THREE) == [ChainFault(first=3, last=3)]
    assert found([*THREE[:2], sealed(THREE[2], START)], THREE) == [ChainFault(first=3, last=3)] * 2


def test_what_was_forgotten_is_not_to_be_guessed_and_the_chain_holds() -> None:
    links = [THREE[0], without_texts(THREE[1], {"payload/name": "", "by": ""}), THREE[2]]
    assert found(links, THREE) == []
    assert forgotten(links[1]) == ("by", "payload/name")
    kept = json.loads(links[1].salts)
    # With the salt the digest is the name's; without it nothing that is left gives it.
    salts = THREE[1].salts, hashlib.sha256(f"{THREE[1].salts} payload/name".encode()).hexdigest()[:32]
    assert kept["payload/name"][0] == hashlib.sha256(f"{salts[1]}Bo".encode()).hexdigest()
    assert not any(salt in json.dumps([links[1].salts, links[1].payload]) for salt in salts)
    assert (links[1].by, links[1].payload) == ("", '{"name":"","vekn":"1000001","vp":0.5}')


def test_the_same_text_has_another_digest_in_each_entry() -> None:
    first, second = (without_texts(link, {"by": ""}) for link in chained("{}", "{}"))
    assert json.loads(first.salts)["by"][0] != json.loads(second.salts)["by"][0]


# In a store


@pytest.fixture
def filled(store: Store) -> Store:
    for name in ("t1", "t2"):
        with store.creating(name, TOURNAMENT, created=NOON, summary={"name": f"Event {name}"}) as writer:
            writer.append([Draft(at=NOON, by="Odile", kind="k", payload={"name": "Zoé", "vp": 0.5})] * 3)
        with store.writing(name, TOURNAMENT) as writer:
            writer.append([Draft(at=NOON, by="Anna", kind="k", payload={"text": "\ud800\0"})])
    return store


def named(store: Store) -> list[str]:
    return list(verify(store.url.render_as_string(hide_password=False)).faults)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        (
            "UPDATE entries SET payload = replace(payload, '0.5', '1.5') WHERE stream = 't2' AND number = 2",
            "2: changed",
        ),
        ("UPDATE entries SET \"by\" = 'Anne' WHERE stream = 't2' AND number = 4", "4: changed"),
        ("UPDATE entries SET at = replace(at, 'T12', 'T13') WHERE stream = 't2' AND number = 1", "1: changed"),
        ("DELETE FROM entries WHERE stream = 't2' AND number = 1", "1: missing"),
        ("DELETE FROM entries WHERE stream = 't2' AND number > 2", "entries 3 to 4: missing"),
        (
            "UPDATE streams SET head = 3 WHERE id = 't2'; DELETE FROM entries WHERE stream = 't2' AND number = 4",
            "3: ch",
        ),
    ],
)
def test_a_store_names_the_entry_that_was_changed_or_is_missing(filled: Store, statement: str, says: str) -> None:
    assert named(filled) == []
    with filled._engine.begin() as connection:
        for one in statement.split(";"):
            connection.exec_driver_sql(one)
    (fault,) = named(filled)
    assert fault.startswith("Event t2 (t2), ")
    assert says in fault


def lose(store: Store, log: str) -> None:
    unguarded = {"sqlite": "PRAGMA foreign_keys=OFF", "postgresql": "SET session_replication_role = replica"}
    raw = store._engine.raw_connection()
    for statement in (unguarded[store._engine.dialect.name], f"DELETE FROM streams WHERE id = '{log}'"):
        raw.cursor().execute(statement)
    raw.commit()
    raw.invalidate()


def test_a_lost_log_is_named_by_what_is_left_of_it(filled: Store, tmp_path: Path) -> None:
    filled.keep_digests({"t2": (4, "{}")})
    lose(filled, "t2")
    lost = ["t2, the whole log: missing, but for its digests, entries"]
    assert named(filled) == lost
    copy = back_up(Context(filled), tmp_path / "copy.db").path
    assert list(verify(f"sqlite:///{copy}").faults) == lost


@pytest.mark.postgresql
def test_a_copy_without_one_of_its_logs_is_not_brought_into_postgresql(
    filled: Store, postgresql: Cluster, tmp_path: Path
) -> None:
    lose(filled, "t2")
    copy = back_up(Context(filled), tmp_path / "copy.db").path
    with pytest.raises(CannotCopy, match=r"a log that is gone \(t2\)"):
        restore(copy, postgresql.empty_database())
    restore(copy, f"sqlite:///{tmp_path}/new.db")
    assert list(verify(f"sqlite:///{tmp_path}/new.db").faults) == ["t2, the whole log: missing, but for its entries"]


def test_a_copy_is_verified_as_it_lies(filled: Store, tmp_path: Path) -> None:
    copy = back_up(Context(filled), tmp_path / "copy.db").path
    before = copy.read_bytes()
    assert [log.head for log in verify(str(parse_url(f"sqlite:///{copy}"))).logs] == [4, 4]
    assert copy.read_bytes() == before
    place = before.index(b"\\ud800")
    copy.write_bytes(before[:place] + bytes([before[place] ^ 0x80]) + before[place + 1 :])  # no text any more
    assert len(list(verify(str(parse_url(f"sqlite:///{copy}"))).faults)) == 1


def spoilt(content: bytes, damage: str) -> bytes:
    """A copy that is one no more: cut on its way, another file, or with a byte of its schema that is no text."""
    place = content.index(b"NOT NULL", content.index(b"CREATE TABLE streams"))
    schema = content[:place] + b"\xcc" + content[place + 1 :]
    return {"cut": content[: len(content) // 2], "letter": b"a letter\n" * 999, "empty": b"", "schema": schema}[damage]


@pytest.mark.parametrize("damage", ["cut", "letter", "empty", "schema"])
def test_what_is_no_copy_is_told_in_a_sentence(filled: Store, tmp_path: Path, damage: str) -> None:
    copy = back_up(Context(filled), tmp_path / "copy.db").path
    copy.write_bytes(spoilt(copy.read_bytes(), damage))
    with pytest.raises(Unavailable, match=r"damaged|holds no events"):
        verify(str(parse_url(f"sqlite:///{copy}")))
    with pytest.raises(CannotCopy):
        restore(copy, str(parse_url(f"sqlite:///{tmp_path}/new.db")))


def test_an_older_store_is_chained_as_its_tables_are_renewed(database_url: str) -> None:
    engine = make_engine(parse_url(database_url))
    if engine.dialect.name == "sqlite":
        Path(str(engine.url.database)).parent.mkdir()
    with engine.begin() as connection:
        configuration = migrate.configuration()
        configuration.attributes["connection"] = connection
        command.upgrade(configuration, "0003")
        for stream in ("a", "b"):
            row = {"id": stream, "day": AT}
            connection.execute(text("INSERT INTO streams VALUES (:id, 'tournament', 1100, :day, '{}')"), row)
            connection.execute(
                text("INSERT INTO entries VALUES (:id, :number, :day, 'Odile', 'k', :payload)"),
                [row | {"number": number, "payload": f'{{"n":{number}}}'} for number in range(1, 1101)],
            )
    engine.dispose()
    store = open_store(database_url)
    assert named(store) == []
    with store.writing("a", "tournament") as writer:
        writer.append([Draft(at=NOON, by="Odile", kind="k")])
    assert [log.head for log in verify(database_url).logs] == [1101, 1100]
    with store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entries SET payload = '{}' WHERE stream = 'b' AND number = 777")
    assert named(store) == ["b (b), entry 777: changed"]
    store.close()


def test_forgetting_leaves_nothing_in_the_file(filled: Store) -> None:
    with filled.transaction() as connection:
        rewrite(connection, "t1", 4, {"by": "", "payload/text": ""})
        rewrite(connection, "t2", 4, {"by": "", "payload/text": ""})
    filled.scrub()
    assert named(filled) == []
    assert [entry.by for entry in filled.entries("t1", TOURNAMENT)] == ["Odile", "Odile", "Odile", ""]
    if filled.url.drivername == "sqlite":
        folder = Path(str(filled.url.database)).parent
        assert not any(b"Anna" in file.read_bytes() for file in folder.iterdir() if file.is_file())
