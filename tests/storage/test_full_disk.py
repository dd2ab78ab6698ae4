from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.storage.fixtures import database_url as database_url
from toolkit.storage import Draft, Store, folder_url, open_store
from toolkit.storage.copies import CannotCopy
from toolkit.storage.database import StoreFull

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SIZE = 768 * 1024


def can_mount(folder: Path) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", folder]
    return os.getuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.fixture
def size_limit(tmp_path: Path) -> Iterator[tuple[Path, Callable[[], None]]]:
    """A folder in which no file can grow beyond a size, and how to lift that."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)

    def lift() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    resource.setrlimit(resource.RLIMIT_FSIZE, (SIZE, before[1]))
    yield tmp_path, lift
    lift()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[tuple[Path, Callable[[], None]]]:
    """A small file system of its own (a size limit where the tests may not mount one), and how to make room."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not can_mount(folder):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (SIZE, before[1]))
        yield folder, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, before)
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        return
    yield folder, lambda: subprocess.run(["mount", "-o", "remount,size=8m", folder], check=True) and None
    subprocess.run(["umount", "-l", folder], check=True)


@pytest.fixture(params=["size_limit", "small_disk"])
def full(request: pytest.FixtureRequest) -> tuple[Path, Callable[[], None]]:
    found: tuple[Path, Callable[[], None]] = request.getfixturevalue(request.param)
    return found


def add(store: Store, number: int) -> None:
    with store.writing("t1", "tournament") as writer:
        writer.append([Draft(at=NOON, by="me", kind="k", payload={"number": number, "text": "x" * 2000})])


def fill(store: Store) -> list[int]:
    """Write until the disk refuses; what was acknowledged."""
    acknowledged = []
    for number in range(10_000):
        try:
            add(store, number)
        except StoreFull:
            return acknowledged
        acknowledged.append(number)
    pytest.fail("the disk never filled up")


def kept(store: Store) -> list[int]:
    return [entry.payload["number"] for entry in store.entries("t1", "tournament")]


def test_a_full_disk_refuses_and_keeps_what_it_has(full: tuple[Path, Callable[[], None]]) -> None:
    folder, make_room = full
    store = open_store(folder_url(folder))
    with store.creating("t1", "tournament", created=NOON):
        pass
    acknowledged = fill(store)
    assert len(acknowledged) > 10
    assert kept(store) == acknowledged
    with pytest.raises(StoreFull, match=r"kept|nothing was lost"):
        add(store, -1)
    with pytest.raises(StoreFull):
        store.probe()
    store.close()

    make_room()
    again = open_store(folder_url(folder))
    assert kept(again) == acknowledged
    add(again, 10_000)
    assert kept(again) == [*acknowledged, 10_000]
    again.close()


def test_a_store_that_stayed_open_goes_on_when_there_is_room(full: tuple[Path, Callable[[], None]]) -> None:
    folder, make_room = full
    store = open_store(folder_url(folder))
    with store.creating("t1", "tournament", created=NOON):
        pass
    acknowledged = fill(store)
    make_room()
    add(store, 10_000)
    assert kept(store) == [*acknowledged, 10_000]
    store.close()


def test_a_store_cannot_be_made_on_a_full_disk(small_disk: tuple[Path, Callable[[], None]]) -> None:
    folder, make_room = small_disk
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    if not os.path.ismount(folder):
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limit[1]))
    with pytest.raises(StoreFull):
        open_store(folder_url(folder))
    make_room()
    open_store(folder_url(folder)).close()


def test_a_copy_that_finds_no_room_says_so_of_itself(request: pytest.FixtureRequest, database_url: str) -> None:
    store = open_store(database_url)
    with store.creating("t1", "tournament", created=NOON) as writer:
        writer.append([Draft(at=NOON, by="me", kind="k", payload={"text": "x" * 2000})] * (SIZE // 1500))
    folder, make_room = request.getfixturevalue("small_disk")
    with pytest.raises(CannotCopy, match=r"copy\.db could not be written .*: nothing was copied"):
        store.copy_to(folder / "copy.db")
    assert list(folder.iterdir()) == []
    make_room()
    store.copy_to(folder / "copy.db")
    store.close()
