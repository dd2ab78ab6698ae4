"""The page of a game that is over, and its picture."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from tests.web.pages import text_of
from tests.web.tables.conftest import Table, make_table
from toolkit.game import StartGame, parse_record
from toolkit.game.record import render_operation

CHANGES = {"setup_first_player": "seat_one", "game_speed": "table"}
S2 = (Path(__file__).parents[2] / "games" / "s2_time_out.txt").read_text(encoding="utf-8")


def finished(app: Flask) -> Table:
    """Scenario 2: A ousts B, then time is called: 1.5, 0, 0.5 and 0.5 victory points."""
    record = parse_record(S2)
    table = make_table(app, *record.seats, profile="vekn_event", changes=CHANGES)
    for order in record.operations:
        if not isinstance(order, StartGame):
            table.do("host", render_operation(order))
    return table


def test_a_finished_game_is_told(app: Flask) -> None:
    page = text_of(finished(app).get("watch", "/game"))
    assert "A 1.5 0" in page
    assert "Turn 9: A ousts B" in page
    assert "A bleeds B for 1 in turn 9" in page
    assert "A → B → C → D" in page


def test_its_link_for_everybody_changes_nothing(app: Flask) -> None:
    table = finished(app)
    page = table.get("host", "/game").text
    assert f'value="http://localhost{table.path("watch")}/game"' in page
    assert f'content="http://localhost{table.path("watch")}/game.png"' in page


def test_its_picture(app: Flask) -> None:
    picture = finished(app).get("watch", "/game.png")
    assert picture.mimetype == "image/png"
    width, height = (int.from_bytes(picture.data[at : at + 4]) for at in (16, 20))
    assert (width, height) == (1200, 630)


def test_a_game_that_is_played_has_its_table(table: Table) -> None:
    assert table.get("watch", "/game", 303).location == table.path("watch")
    table.get("watch", "/game.png", 404)


def test_each_way_from_a_finished_game_is_there_once(app: Flask) -> None:
    table = finished(app)
    for door in ("host", "1", "watch"):
        page = table.get(door).text
        assert [page.count(f'href="{table.path(door)}/{way}"') for way in ("game", "replay", "record.txt")] == [1, 1, 1]
