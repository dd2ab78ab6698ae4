from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from toolkit.errors import Invalid
from toolkit.storage import (
    Done,
    Draft,
    Entry,
    Request,
    StaleStream,
    Store,
    StreamExists,
    StreamNotFound,
    accounts,
    open_store,
)
from toolkit.storage.accounts import Account, Invitation, remove_session
from toolkit.storage.database import NestedWrite, StoreDamaged
from toolkit.storage.links import Link, save_link
from toolkit.storage.log import InvalidEntry, ReusedKey, UnknownSequence

NOON, DAY = datetime(2026, 11, 21, 12, tzinfo=UTC), timedelta(days=1)


def draft(kind: str = "player_added", **payload: Any) -> Draft:
    return Draft(at=NOON, by="Odile", kind=kind, payload=payload)


@pytest.fixture
def log(store: Store) -> Store:
    with store.creating("t1", "tournament", created=NOON) as writer:
        writer.append([draft("created", name="Praxis Seizure: Lyon")])
    return store


def add(store: Store, *drafts: Draft, expected: int | None = None, request: Request | None = None) -> list[Entry]:
    with store.writing("t1", "tournament") as writer:
        writer.expect(expected)
        return writer.append(drafts, request=request)


def numbers(store: Store) -> list[int]:
    return [entry.number for entry in store.entries("t1", "tournament")]


def test_facts_come_back_as_they_were_written(log: Store) -> None:
    payload = {"name": "Émilie \0 \ud800 漢", "vp": [0.5, 1], "nested": {"b": None, "a": True}}
    add(log, draft("odd", **payload))
    entry = log.entries("t1", "tournament")[1]
    assert entry == Entry(number=2, at=NOON, by="Odile", kind="odd", payload=payload)
    assert list(entry.payload["nested"]) == ["b", "a"]


def test_a_moment_is_kept_to_the_microsecond_and_in_utc(log: Store) -> None:
    moment = datetime(2026, 11, 21, 14, 0, 0, 7, tzinfo=timezone(timedelta(hours=2)))
    add(log, Draft(at=moment, by="Odile", kind="k"))
    kept = log.entries("t1", "tournament")[1].at
    assert kept == moment
    assert kept.utcoffset() == timedelta(0)


def test_numbers_follow_each_other(log: Store) -> None:
    assert [entry.number for entry in add(log, draft(), draft())] == [2, 3]
    assert numbers(log) == [1, 2, 3]
    assert log.stream("t1", "tournament").head == 3
    assert [entry.number for entry in log.entries("t1", "tournament", after=2)] == [3]


def test_a_writer_who_saw_less_is_told_what_came_in_between(log: Store) -> None:
    add(log, draft(name="first"), draft(name="second"))
    with pytest.raises(StaleStream) as stale:
        add(log, draft(name="late"), expected=1)
    assert [entry.payload["name"] for entry in stale.value.entries] == ["first", "second"]
    assert numbers(log) == [1, 2, 3]


@pytest.mark.parametrize("number", [-1, 2, 99])
def test_a_number_that_never_was_is_refused(log: Store, number: int) -> None:
    with pytest.raises(UnknownSequence):
        add(log, draft(), expected=number)


def test_a_request_sent_twice_writes_once(log: Store) -> None:
    request = Request(key="phone-1", digest="d")
    add(log, draft(), draft(), request=request)
    with log.writing("t1", "tournament") as writer:
        assert writer.done(request) == Done(first=2, last=3)
        assert writer.done(Request(key="phone-2", digest="d")) is None


def test_a_key_is_not_good_for_two_things(log: Store) -> None:
    add(log, draft(), request=Request(key="phone-1", digest="d"))
    with log.writing("t1", "tournament") as writer, pytest.raises(ReusedKey):
        writer.done(Request(key="phone-1", digest="other"))


def test_an_error_in_the_block_keeps_nothing(log: Store) -> None:
    def turn() -> None:
        with log.writing("t1", "tournament") as writer:
            writer.append([draft()], request=Request(key="k", digest="d"))
            writer.summarize({"name": "never"})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        turn()
    assert numbers(log) == [1]
    assert log.stream("t1", "tournament").summary == {}


@pytest.mark.parametrize(
    "bad",
    [
        Draft(at=NOON.replace(tzinfo=None), by="Odile", kind="k"),
        Draft(at=NOON, by="O\0", kind="k"),
        Draft(at=NOON, by="\ud800", kind="k"),
        Draft(at=NOON, by="x" * 1001, kind="k"),
        Draft(at=NOON, by="Odile", kind="k" * 61),
        Draft(at=NOON, by="Odile", kind="k", payload={"vp": float("nan")}),
        Draft(at=NOON, by="Odile", kind="k", payload={"at": NOON}),
    ],
)
def test_what_no_database_can_hold_is_refused(log: Store, bad: Draft) -> None:
    with pytest.raises(InvalidEntry):
        add(log, bad)
    assert numbers(log) == [1]


def test_a_key_with_nul_is_nobodys_and_no_fault(log: Store) -> None:
    with suppress(Invalid):  # which PostgreSQL says of it
        assert log.known_setting("a\0b") is None
        assert not remove_session(log, "account", "a\0b")


def test_an_id_is_given_once(log: Store) -> None:
    with pytest.raises(StreamExists), log.creating("t1", "tournament", created=NOON):
        pass
    assert numbers(log) == [1]


@pytest.mark.parametrize(("stream", "kind"), [("t2", "tournament"), ("t1", "game"), ("t\0", "tournament")])
def test_an_unknown_log_is_not_found(log: Store, stream: str, kind: str) -> None:
    with pytest.raises(StreamNotFound):
        log.entries(stream, kind)
    with pytest.raises(StreamNotFound), log.writing(stream, kind):
        pass


def test_logs_are_listed_by_kind_newest_first(log: Store) -> None:
    for name, kind, hours in (("t2", "tournament", 2), ("t3", "tournament", 1), ("g1", "game", 3)):
        with log.creating(name, kind, created=NOON + timedelta(hours=hours), summary={"of": name}):
            pass
    assert [stream.id for stream in log.streams("tournament")] == ["t2", "t3", "t1"]
    assert log.streams("game")[0].summary == {"of": "g1"}


def test_a_summary_is_replaced(log: Store) -> None:
    with log.writing("t1", "tournament") as writer:
        writer.summarize({"players": 33})
    assert log.stream("t1", "tournament").summary == {"players": 33}


def test_a_second_writer_waits_for_the_first(log: Store) -> None:
    seen: list[int] = []

    def second() -> None:
        with log.writing("t1", "tournament") as writer:
            seen.append(writer.head)
            writer.append([draft(name="second")])

    with log.writing("t1", "tournament") as writer:
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.2)
        writer.append([draft(name="first")])
    thread.join()
    assert seen == [2]
    assert numbers(log) == [1, 2, 3]


@pytest.mark.parametrize(
    "write",
    [
        lambda store: store.setting("key", lambda: "made"),
        lambda store: add(store, draft()),
        lambda store: store.keep_digests({"t1": (1, "x")}),
        lambda store: save_link(store, "t1", Link(name="player/1")),
        lambda store: remove_session(store, "a1", "x"),
        lambda store: store.probe(),
    ],
)
def test_a_write_inside_a_write_is_refused_at_once_by_name(log: Store, write: Callable[[Store], object]) -> None:
    with log.writing("t1", "tournament"), pytest.raises(NestedWrite, match="is being written by this thread"):
        write(log)
    assert [entry.number for entry in add(log, draft())] == [2]


def test_a_reader_does_not_wait_and_sees_only_what_is_kept(log: Store) -> None:
    with log.writing("t1", "tournament") as writer:
        writer.append([draft()])
        assert numbers(log) == [1]
    assert numbers(log) == [1, 2]


def test_a_setting_is_made_once(store: Store, store_url: str) -> None:
    other = open_store(store_url)
    assert store.setting("key", lambda: "one") == "one"
    assert other.setting("key", lambda: "two") == "one"
    other.close()


def test_a_setting_made_by_two_at_once_has_one_value(store: Store, store_url: str) -> None:
    other = open_store(store_url)

    # The first has looked and found nothing; before it writes, the second has written.
    original = store.transaction

    def late() -> Any:
        store.transaction = original  # type: ignore[method-assign]
        assert other.setting("key", lambda: "second") == "second"
        return original()

    store.transaction = late  # type: ignore[method-assign]
    assert store.setting("key", lambda: "first") == "second"
    other.close()


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("DELETE FROM entries WHERE number = 2", "missing"),
        ("UPDATE entries SET payload = '{' WHERE number = 2", "read"),
    ],
)
def test_a_hole_in_the_log_is_noticed(log: Store, statement: str, fault: str) -> None:
    add(log, draft(), draft())
    with log._engine.begin() as connection:
        connection.exec_driver_sql(statement)
    with pytest.raises(StoreDamaged, match=fault):
        numbers(log)


def test_what_was_computed_of_a_log_is_kept_until_the_log_goes_on(log: Store) -> None:
    assert log.heads(["t1", "nowhere"]) == {"t1": 1}
    log.keep_digests({"t1": (1, "one"), "nowhere": (3, "none")})
    assert log.digests(["t1", "nowhere"]) == {"t1": (1, "one")}
    log.keep_digests({"t1": (2, "of a log that is longer")})
    assert log.digests(["t1"]) == {"t1": (1, "one")}


def test_a_digest_is_kept_with_the_entries_that_it_is_of(log: Store) -> None:
    with log.writing("t1", "tournament") as writer:
        writer.append([draft()])
        writer.keep_digest("two")
    assert log.digests(["t1"]) == {"t1": (2, "two")}
    with log.writing("t1", "tournament") as writer:
        writer.keep_digest(None)
    assert log.digests(["t1"]) == {}


def test_an_invitation_makes_a_member_once_and_in_its_time(log: Store) -> None:
    for id, name in (("a", "Odile"), ("b", "Anna")):
        account = Account(id=id, name=name, password="", epoch=0, is_admin=False, created=NOON)
        accounts.add_account(log, account, name.casefold())
    asked = Invitation(event="t1", account="b", role="judge", inviter="a", asked=NOON)
    accounts.save_invitation(log, asked)
    accounts.save_invitation(log, asked)
    assert accounts.invitations_to(log, "t1", NOON - DAY) == accounts.invitations_of(log, "b", NOON - DAY) == [asked]
    assert accounts.invitations_to(log, "t1", NOON) == []
    answers = [
        accounts.accept_invitation(log, "t1", "b", since, role=role, keep="organizer")
        for since, role in ((NOON, "judge"), (NOON - DAY, "organizer"), (NOON - DAY, "judge"), (NOON - DAY, "judge"))
    ]
    assert answers == [False, False, True, False]
    assert accounts.events_of(log, "b") == {"t1": "judge"}
