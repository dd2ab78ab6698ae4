"""`stats`: the figures of finished events, over files and over a data folder."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.exchange.events import FILE
from tests.season.events import event_b
from tests.season.test_statistics import kinds, with_decks
from toolkit.cli import cli
from toolkit.exchange.tournament_json import render_tournament
from toolkit.season.statistics import games_of_event
from toolkit.services.season import statistics
from toolkit.services.season.statistics import Looked
from toolkit.tournament import DeckVerdict


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


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Five games between two Brujah and two Malkavians are looked at; whether every list was asked for, each time."""
    organizer, asked = with_decks(*["A>B, A>C, A>D"] * 3, "A>B, time", "time"), list[bool]()
    for number in range(1, 5):
        organizer.submit_deck(number, str(number), DeckVerdict(is_legal=True), is_judge=True, reason="test")
    organizer.finish()
    event = games_of_event(organizer.state, kinds().__getitem__)

    def look_at(*_: object, every_list: bool, **__: object) -> Looked:
        asked.append(every_list)
        return Looked(events=(event,), left_out=3, uncounted=2)

    monkeypatch.setattr(statistics, "look_at", look_at)
    return asked


def cells(text: str) -> list[list[str]]:
    return [re.split(r" {2,}", line) for line in text.splitlines()]


def test_a_share_is_shown_with_its_count_and_its_interval(looked: list[bool]) -> None:
    *_, first, second, _third, fourth = cells(ask(FILE, "--by", "seat", "--least", 5).stdout)
    assert first == ["4", "1", "5", "3/5 60 % (23.1 to 88.2)", "2.80", "0/5 0 % (0.0 to 43.4)"]
    assert second[-1] == "4/5 80 % (37.6 to 96.4)"
    assert fourth[-1] == "3/5 60 % (23.1 to 88.2)"
    assert cells(ask(FILE, "--by", "seat").stdout)[-1][-1] == "3/5"


def test_predator_and_prey_have_their_own_figures(looked: list[bool]) -> None:
    rows = {(row[0], row[1]): row[2:] for row in cells(ask(FILE, "--by", "prey").stdout)[-2:]}
    assert rows["Brujah", "Malkavian"] == ["10", "3/10", "1.50", "0/10", "0.15", "4/10"]
    assert rows["Malkavian", "Brujah"] == ["10", "0/10", "0.15", "3/10", "1.50", "0/10"]
    meetings = json.loads(ask(FILE, "--by", "prey", "--json").stdout)
    assert {(meeting["predator"], meeting["prey"]) for meeting in meetings} == set(rows)


def test_events_left_out_are_named_and_every_list_is_asked_for(looked: list[bool]) -> None:
    lines = ask(FILE, "--every-list").stdout.splitlines()
    assert lines[1:3] == [
        "Events left out that are not finished or do not count in the league: 2.",
        "Older events left out: 3.",
    ]
    ask(FILE)
    assert looked == [True, False]


def test_a_final_is_named_as_such() -> None:
    rows = cells(ask(FILE, "--by", "seat").stdout)
    assert [row[0] for row in rows[3:]] == ["4"] * 4 + ["5"] * 5 + ["final"] * 5
