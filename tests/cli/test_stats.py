"""`stats`: the figures of finished events, over files and over a data folder."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.exchange.events import FILE
from tests.season.events import event_b
from toolkit.cli import cli
from toolkit.exchange.tournament_json import render_tournament


def ask(*words: object) -> Result:
    return CliRunner().invoke(cli, ["stats", *map(str, words)], standalone_mode=False)


@pytest.fixture(autouse=True)
def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VTES_TOOLKIT_DATA_FOLDER", str(tmp_path))


def test_it_shows_every_table_or_the_one_asked_for() -> None:
    every = ask(FILE).stdout
    assert every.startswith("1 event, 6 games, 1 final, 0 decklists.\n")
    headings = ["TABLE OF", "TABLE OF", "CLAN", "DISCIPLINES", "ARCHETYPE", "PREDATOR", "CARD"]
    assert [line.split("  ")[0] for line in every.splitlines() if line[:3].isupper()] == headings
    (summary, seats, *_) = every.split("\n\n")
    assert ask(FILE, "--by", "seat").stdout == f"{summary}\n\n{seats}\n"
    assert [line.split() for line in seats.splitlines()][1][:5] == ["4", "1", "4", "4/4", "2.00"]


def test_json_has_the_same_figures_and_a_share_from_so_many_cases_on() -> None:
    (first, *_) = json.loads(ask(FILE, "--by", "seat", "--json").stdout)
    assert (first["size"], first["seat"], first["games"], first["game_wins"]["count"]) == (4, 1, 4, 4)
    assert json.loads(ask(FILE, "--least", 7, "--json").stdout)["least"] == 7


@pytest.mark.parametrize("names", [True, False])
def test_the_table_names_nobody_unless_asked(names: bool) -> None:
    rows = list(csv.DictReader(io.StringIO(ask(FILE, "--csv", *["--names"] * names).stdout.lstrip("\ufeff"))))
    assert len(rows) == 4 * 4 + 3 * 5  # four tables of 4, two and the final of 5
    assert ("name" in rows[0], any("Player" in str(row) for row in rows)) == (names, names)


def test_a_name_of_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VTES_TOOLKIT_DATA_FOLDER")
    assert "nowhere" in str(ask("nowhere").exception)


def test_a_league_of_the_folder_is_named_as_well_as_an_event(tmp_path: Path) -> None:
    def run(*words: object) -> str:
        return CliRunner().invoke(cli, list(map(str, words)), standalone_mode=False).stdout.strip()

    (tmp_path / "b.json").write_text(render_tournament(event_b()))
    one, _other = (run("tournament", "import", file) for file in (FILE, tmp_path / "b.json"))
    run("league", "add", run("league", "new", "Prague"), one)
    assert ask("prague").stdout == ask(one).stdout == ask(FILE).stdout
    assert ask().stdout.startswith("2 events, ")
