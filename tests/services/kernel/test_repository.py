from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from toolkit.services.kernel.repository import Repository
from toolkit.storage import Draft, Entry, Request, StaleStream, Store, StreamExists, StreamNotFound, open_store

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)

type Words = tuple[str, ...]


class Impossible(Exception):
    pass


class Folder:
    """Folds words into a tuple, and remembers which it was asked to fold."""

    def __init__(self) -> None:
        self.folded: list[int] = []

    def __call__(self, state: Words, entries: Sequence[Entry]) -> Words:
        for entry in entries:
            self.folded.append(entry.number)
            if entry.payload["word"] == "impossible":
                raise Impossible
            state = (*state, entry.payload["word"])
        return state


def draft(word: str) -> Draft:
    return Draft(at=NOON, by="Odile", kind="word", payload={"word": word})


@pytest.fixture
def folder() -> Folder:
    return Folder()


@pytest.fixture
def repository(store: Store, folder: Folder) -> Repository[Words]:
    made = Repository[Words](store, "tournament", start=tuple, fold=folder)
    with made.creating("abc", created=NOON) as turn:
        turn.append([draft("one")])
    return made


def add(
    repository: Repository[Words], *words: str, expected: int | None = None, request: Request | None = None
) -> Words:
    with repository.turn("abc") as turn:
        turn.expect(expected)
        return turn.append([draft(word) for word in words], request=request)


def test_a_state_is_folded_once(repository: Repository[Words], folder: Folder) -> None:
    assert add(repository, "two", "three") == ("one", "two", "three")
    assert repository.look("abc").state == ("one", "two", "three")
    assert (repository.look("abc").number, repository.head("abc")) == (3, 3)
    assert folder.folded == [1, 2, 3]


def test_what_another_process_wrote_is_folded_in(repository: Repository[Words], folder: Folder, store_url: str) -> None:
    other_store = open_store(store_url)
    other = Repository[Words](other_store, "tournament", start=tuple, fold=Folder())
    add(other, "two")
    assert repository.look("abc").state == ("one", "two")
    add(other, "three")
    assert add(repository, "four") == ("one", "two", "three", "four")
    assert other.look("abc").state == ("one", "two", "three", "four")
    assert folder.folded == [1, 2, 3, 4]
    other_store.close()


def test_a_fact_that_cannot_be_folded_is_not_kept(repository: Repository[Words], store: Store) -> None:
    with pytest.raises(Impossible):
        add(repository, "two", "impossible")
    assert len(store.entries("abc", "tournament")) == 1
    assert repository.look("abc").state == ("one",)


def test_a_stale_writer_changes_nothing(repository: Repository[Words]) -> None:
    add(repository, "two")
    with pytest.raises(StaleStream) as stale:
        add(repository, "late", expected=1)
    assert [entry.payload["word"] for entry in stale.value.entries] == ["two"]
    assert repository.look("abc").state == ("one", "two")


def test_a_repeated_request_is_recognized_before_anything_is_asked(repository: Repository[Words]) -> None:
    request = Request(key="phone", digest="two")
    add(repository, "two", request=request)
    with repository.turn("abc") as turn:
        done = turn.done(request)
    assert done is not None
    assert (done.first, done.last) == (2, 2)


def test_a_log_put_back_to_an_older_copy_is_folded_anew(repository: Repository[Words], store: Store) -> None:
    add(repository, "two", "three")
    with store._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM entries WHERE number = 3")
        connection.exec_driver_sql("UPDATE streams SET head = 2")
    assert repository.look("abc").state == ("one", "two")
    assert add(repository, "other") == ("one", "two", "other")


def test_a_new_log_that_fails_is_not_there(repository: Repository[Words]) -> None:
    def create(name: str, word: str) -> None:
        with repository.creating(name, created=NOON) as turn:
            turn.append([draft(word)])

    with pytest.raises(Impossible):
        create("new", "impossible")
    with pytest.raises(StreamExists):
        create("abc", "again")
    assert [stream.id for stream in repository.streams()] == ["abc"]


def test_the_head_of_a_log_is_the_newest(repository: Repository[Words], store_url: str) -> None:
    assert (repository.stream("abc").head, repository.stream("abc").summary) == (1, {})
    other = open_store(store_url)
    with other.writing("abc", "tournament") as writer:
        writer.append([draft("two")])
        writer.summarize({"title": "Prague"})
    other.close()
    assert (repository.stream("abc").head, repository.stream("abc").summary) == (2, {"title": "Prague"})
    with pytest.raises(StreamNotFound):
        repository.stream("xyz")


def test_an_id_is_found_by_its_beginning(repository: Repository[Words]) -> None:
    for name in ("abd", "ab"):
        with repository.creating(name, created=NOON):
            pass
    assert [repository.find("abc"), repository.find("abd"), repository.find("ab")] == ["abc", "abd", "ab"]
    for missing in ("", "x", "a"):
        with pytest.raises(StreamNotFound):
            repository.find(missing)


def test_only_so_many_states_are_kept(
    repository: Repository[Words], folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("toolkit.services.kernel.repository.KEPT", 1)
    with repository.creating("second", created=NOON) as turn:
        turn.append([draft("x")])
    repository.look("abc")
    assert folder.folded == [1, 1, 1]
