from __future__ import annotations

import csv
import io
import json
from datetime import date

import pytest

from tests.tournament.organizer import Organizer, before_final, ten
from tests.tournament.test_standings import thirteen
from toolkit.errors import ToolkitError
from toolkit.exchange.spreadsheet import render_standings
from toolkit.exchange.tournament_json import (
    DamagedExport,
    NewerExport,
    parse_tournament,
    render_tournament,
    show_standings,
)
from toolkit.tournament import DeckVerdict, SanctionKind
from toolkit.tournament.errors import BadValue


def whole() -> Organizer:
    organizer = before_final()
    organizer.submit_deck(1, "Décklist ½\n“quoted”", DeckVerdict(is_legal=True), is_judge=True, reason="late")
    organizer.open_final()
    organizer.place_row([1, 6, 2, 8, 3])
    organizer.draw_first_player(seed=1)
    organizer.enter_result(0, 1, events="A>B, C!, time")
    organizer.finish()
    organizer.reopen("a wrong result")
    organizer.undo_last()
    return organizer


@pytest.mark.parametrize("organizer", [Organizer(), ten(), whole()], ids=["new", "running", "whole"])
def test_an_export_reads_back_and_writes_the_same_bytes(organizer) -> None:
    text = render_tournament(organizer.tournament)
    again = parse_tournament(text.encode())
    assert again == organizer.tournament
    assert render_tournament(again) == text


def test_a_day_too_far_off_is_not_imported_but_read_where_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolkit.tournament.event.check_years", lambda _: None)
    organizer = ten()
    organizer.configure({"date": "9999-12-31"})
    assert organizer.state.settings.date == date(9999, 12, 31)
    with pytest.raises(BadValue, match=r"9999-12-31 is too far off: use a year from 1900 to 2999\."):
        parse_tournament(render_tournament(organizer.tournament))


def test_readers_find_what_they_look_for() -> None:
    content = json.loads(render_tournament(whole().tournament))
    assert (content["format"], content["version"], content["winner"]) == ("vtes-toolkit tournament", 1, 6)
    seat = content["rounds"][0]["tables"][0]["seats"][0]
    assert (seat["player"], seat["victory_points"], seat["game_wins"], seat["tournament_points"]) == (1, 3, 1, 60)
    assert content["final"]["finalists"] == [1, 6, 2, 8, 3]
    assert content["standings"][0]["rank"] == 1
    assert len(content["entries"]) == whole().tournament.number


def test_raw_and_adjusted_points_stand_side_by_side() -> None:
    organizer = ten()
    organizer.sanction_player(1, SanctionKind.ADJUSTMENT, rule="JG 3.2", judge="Jo")
    organizer.result(1, 3, 2, 0, 0, 0)
    content = json.loads(render_tournament(organizer.tournament))
    seat = content["rounds"][0]["tables"][0]["seats"][0]
    assert (seat["victory_points"], seat["adjustments"], seat["adjusted_victory_points"]) == (3, 1, 2)
    assert (content["sanctions"][0]["judge"], content["sanctions"][0]["by"]) == ("Jo", "Ann")


def test_a_file_laid_out_anew_is_still_read() -> None:
    tournament = whole().tournament
    assert parse_tournament(json.dumps(json.loads(render_tournament(tournament)))) == tournament


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: "[]",
        lambda text: "[" * 100_000,
        lambda text: text.replace("Player 3", "Player 4", 1),
        lambda text: text.replace('"version": 1', '"version": "1"', 1),
        lambda text: text.replace("vtes-toolkit tournament", "something else", 1),
        lambda text: text.replace('"number": 5,', '"number": 6,', 1),
    ],
)
def test_a_damaged_file_is_refused(damage) -> None:
    with pytest.raises(DamagedExport):
        parse_tournament(damage(render_tournament(ten().tournament)))


def test_a_file_that_is_not_text_is_refused() -> None:
    with pytest.raises(DamagedExport):
        parse_tournament(b"\xff\xfe\x00garbage")


def resigned(change) -> str:
    """An export altered by somebody who also mended its checksum."""
    from toolkit.exchange.tournament_json import _checksum

    content = json.loads(render_tournament(ten().tournament))
    change(content["entries"])
    content["checksum"] = _checksum(content["entries"])
    return json.dumps(content)


@pytest.mark.parametrize(
    "change",
    [
        lambda log: log.pop(3),
        lambda log: log[0].update(at="2026-11-21T09:00:00"),
        lambda log: log[0].update(number="1"),
        lambda log: log[1].update(by=None),
        lambda log: log[1].update(name=5),
        lambda log: log[1].pop("vekn"),
        lambda log: log.append("x"),
        lambda log: log.reverse(),
        lambda log: log[2].update(log[1]),
    ],
)
def test_a_log_that_makes_no_sense_is_refused_whatever_its_checksum(change) -> None:
    with pytest.raises(ToolkitError):
        parse_tournament(resigned(change))


def test_a_log_that_undoes_for_ever_is_refused_at_once() -> None:
    def undo(log: list[dict[str, object]]) -> None:
        for number in range(len(log) + 1, 900):
            fact = {"fact": "entries_undone" if number % 2 else "entries_redone", "version": 1, "entries": [2]}
            log.append({"number": number, "at": log[0]["at"], "by": "Eve", **fact, "reason": ""})

    with pytest.raises(DamagedExport, match="too large for a tournament"):
        parse_tournament(resigned(undo))


def test_a_newer_file_is_refused_as_such() -> None:
    text = render_tournament(ten().tournament).replace('"version": 1', '"version": 2', 1)
    with pytest.raises(NewerExport, match="update this program"):
        parse_tournament(text)


def test_standings_as_csv() -> None:
    organizer = whole()
    organizer.change_player(5, name="=SUM(A1)", city='a "quoted, city"')
    text = render_standings(organizer.state)
    assert text.startswith("\ufeffrank,name,vekn")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert (rows[0]["name"], rows[0]["victory points"], rows[0]["rank"]) == ("Player 6", "4.5", "1")
    assert "'=SUM(A1)" in [row["name"] for row in rows]


def test_the_spreadsheet_says_whose_result_is_still_to_come() -> None:
    rows = csv.DictReader(io.StringIO(render_standings(thirteen().state).lstrip("\ufeff")))
    ranks = {row["name"]: row["rank"] for row in rows}
    assert (ranks["Player 1"], ranks["Player 9"], ranks["Player 14"]) == ("1", "no result yet", "did not play")


def test_the_tables_of_the_spreadsheet_invent_no_seed_and_no_place() -> None:
    organizer = thirteen().result(3, 2, 1, 1, 1, 0)
    rows = {row["name"]: row for row in csv.DictReader(io.StringIO(render_standings(organizer.state).lstrip("\ufeff")))}
    assert rows["Player 14"]["rank"] == "did not play"
    assert [rows[f"Player {number}"]["seed"] for number in (6, 10, 13)] == ["4", "5-7, to be tossed", ""]
    shown = {row.number: row for row in show_standings(organizer.state)}
    assert (shown[14].rank, shown[10].seed, shown[10].tossed_for) == (None, None, (5, 7))
