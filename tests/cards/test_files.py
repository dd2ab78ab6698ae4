from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from toolkit.cards import DamagedData, load
from toolkit.cards.files import CannotSave, CardFiles, confirm_refreshed, read_source, refreshed_folder, save_refreshed
from toolkit.paths import CARD_DB

SHIPPED = CardFiles((CARD_DB / "cards.jsonl").read_text(), (CARD_DB / "sets.jsonl").read_text())
NEW_LINE = '{"id":299999,"name":"A Card of Tomorrow","types":["Vampire"],"clan":"Ventrue","group":7,"capacity":3}\n'
NEWER = CardFiles(SHIPPED.cards + NEW_LINE, SHIPPED.sets)
TOMORROW = date(2026, 12, 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a data folder keeps its refreshed copy."""
    made = refreshed_folder(tmp_path)
    made.mkdir()
    return made


def save(folder: Path, files: CardFiles = NEWER, day: date = TOMORROW) -> None:
    save_refreshed(folder, files, origin="https://cards.example", version="v", day=day, etag='"1"')


def test_a_newer_copy_is_used(folder: Path) -> None:
    save(folder)
    cards = load(data=folder.parent)
    assert len(cards) == 4150
    assert cards.find("card of tomorrow") is not None
    assert (cards.source.day, cards.source.etag, cards.warning) == (TOMORROW, '"1"', None)


def test_no_copy_and_an_older_copy_leave_the_shipped_data(folder: Path) -> None:
    assert load(data=folder / "nothing").source == read_source(CARD_DB)
    save(folder, day=date(2026, 1, 1))
    assert load(data=folder.parent).source == read_source(CARD_DB)
    assert load(data=folder.parent).warning is None


@pytest.mark.parametrize("damage", ["cut", "changed", "missing", "empty source", "source of another kind", "outside"])
def test_a_damaged_copy_falls_back_with_a_warning(folder: Path, damage: str) -> None:
    save(folder)
    source = folder / "SOURCE.toml"
    cards = next(folder.glob("cards-*.jsonl"))
    match damage:
        case "cut":
            cards.write_bytes(cards.read_bytes()[:5000])
        case "changed":
            cards.write_bytes(cards.read_bytes().replace(b'"capacity":4', b'"capacity":5', 1))
        case "missing":
            cards.unlink()
        case "empty source":
            source.write_text("")
        case "source of another kind":
            source.write_bytes(b"\xff\xfe\x00")
        case _:
            source.write_text(source.read_text().replace('cards_file = "', 'cards_file = "../../'))
    cards_in_use = load(data=folder.parent)
    assert len(cards_in_use) == 4149
    assert cards_in_use.warning is not None
    assert "used instead" in cards_in_use.warning


def test_a_copy_that_leads_nowhere_falls_back(folder: Path) -> None:
    (folder / "SOURCE.toml").symlink_to(folder / "gone")
    assert load(data=folder.parent).warning is not None
    (folder / "file").write_text("no folder")
    assert len(load(data=folder / "file")) == 4149


def test_a_second_refresh_keeps_the_release_before_and_drops_older_ones(folder: Path) -> None:
    first = CardFiles(SHIPPED.cards + NEW_LINE.replace("Tomorrow", "Today"), SHIPPED.sets)
    for files in (first, SHIPPED, NEWER):
        save(folder, files)
    assert len(list(folder.glob("cards-*.jsonl"))) == 2
    assert len(load(data=folder.parent)) == 4150
    assert not list(folder.glob(".*"))


def test_a_confirmed_copy_is_as_new_as_the_day(folder: Path) -> None:
    save(folder)
    assert confirm_refreshed(folder, date(2027, 1, 2)).day == date(2027, 1, 2)
    assert load(data=folder.parent).source.day == date(2027, 1, 2)


def test_a_folder_that_cannot_be_written_is_a_refusal(folder: Path) -> None:
    (folder / "file").write_text("in the way")
    with pytest.raises(CannotSave, match="cannot be written"):
        save(folder / "file")


def test_shipped_data_that_is_damaged_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in CARD_DB.iterdir():
        shutil.copy(path, folder)
    (folder / "cards.jsonl").write_text('{"id":1')
    monkeypatch.setattr("toolkit.cards.database.CARD_DB", folder)
    with pytest.raises(DamagedData, match="cannot be read"):
        load()
