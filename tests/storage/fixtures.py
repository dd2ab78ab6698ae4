"""Stores for the tests: the same test runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.storage.postgres import Cluster, programs
from toolkit.storage import Store, folder_url, open_store


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    if programs() is None:
        pytest.skip("PostgreSQL's server programs are not installed")
    cluster = Cluster("-c", "fsync=off")  # the tests that crash a server start one of their own
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once for each kind."""
    if request.param == "sqlite":
        return str(folder_url(tmp_path / "store"))
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.empty_database()


@pytest.fixture(scope="session")
def prepared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with its tables and nothing else: a copy is made much faster than a new one."""
    folder = tmp_path_factory.mktemp("prepared")
    opened = open_store(folder_url(folder))
    opened.close()
    return folder / "vtes-toolkit.db"


@pytest.fixture
def sqlite_url(prepared_file: Path, tmp_path: Path) -> str:
    """The address of a SQLite store without entries."""
    folder = tmp_path / "store"
    folder.mkdir()
    shutil.copy(prepared_file, folder)
    return str(folder_url(folder))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def store_url(request: pytest.FixtureRequest) -> str:
    """The address of a store without entries, once for each kind."""
    if request.param == "sqlite":
        address: str = request.getfixturevalue("sqlite_url")
        return address
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.prepared_database()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    opened = open_store(store_url)
    yield opened
    opened.close()
