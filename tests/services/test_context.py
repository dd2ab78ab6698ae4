from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.services.context import database_address, open_context, organizer_key
from toolkit.storage import Store

SERVER = "postgresql://somewhere/db"


def test_a_folder_that_is_named_wins(tmp_path: Path) -> None:
    assert database_address(tmp_path, environment={"DATABASE_URL": SERVER}) == f"sqlite:///{tmp_path}/vtes-toolkit.db"


def test_then_the_database_that_the_environment_names() -> None:
    assert database_address(environment={"DATABASE_URL": SERVER}) == SERVER


@pytest.mark.parametrize("named", [{}, {"DATABASE_URL": " "}])
def test_then_the_persons_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: dict[str, str]) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert str(tmp_path) in database_address(environment=named)


def test_a_folder_can_come_from_the_environment(tmp_path: Path) -> None:
    assert str(tmp_path) in database_address(environment={"VTES_TOOLKIT_DATA_FOLDER": str(tmp_path)})


def test_the_organizers_key_is_made_once_and_cannot_be_guessed(store: Store) -> None:
    key = organizer_key(store)
    assert len(key) == 32
    assert organizer_key(store) == key


def test_two_stores_have_two_keys(tmp_path: Path) -> None:
    contexts = [open_context(database_address(tmp_path / name)) for name in "ab"]
    assert len({organizer_key(context.store) for context in contexts}) == 2
    for context in contexts:
        context.store.close()
