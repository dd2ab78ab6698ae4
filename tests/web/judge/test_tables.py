from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.events.conftest import make_room
from tests.web.judge.conftest import Bench, app
from toolkit.tournament import clock, results, rounds, steps
from toolkit.tournament.errors import Refused
from toolkit.tournament.event import configure

__all__ = ["app"]


def test_one_tap_gives_a_table_more_time(bench: Bench) -> None:
    bench.change(clock.start_clock, 1, minutes=120)
    assert "+3 min" in bench.get("/rounds/1/tables/2")
    bench.post("/rounds/1/tables/2/extend", seconds=5)
    bench.post("/rounds/1/tables/2/extend", seconds=-2, reason="too much")
    assert bench.tournament.round(1).clock.table_extensions == {2: 180}
    assert "+3 min" in bench.get("/tables")


def test_a_table_s_clock_stands_while_the_ruling_lasts(bench: Bench) -> None:
    bench.change(clock.start_clock, 1, minutes=120)
    bench.post("/rounds/1/tables/1/pause")
    assert "Resume the clock" in bench.get("/rounds/1/tables/1")
    assert "Pause this table's clock" in bench.get("/rounds/1/tables/2")
    bench.post("/rounds/1/tables/1/pause", 409)
    bench.post("/rounds/1/tables/1/resume")
    assert bench.tournament.round(1).clock.pauses[0].until is not None


def test_the_ways_to_mend_a_result_and_a_seat_are_there(bench: Bench) -> None:
    page = bench.raw("/rounds/1/tables/2")
    assert f'/tournaments/{bench.id}/console/rounds/1/tables/2"' in page
    assert f'/tournaments/{bench.id}/console/rounds/1/seats"' in page


def test_a_ruling_is_noted_with_its_table(bench: Bench) -> None:
    bench.post("/rounds/1/tables/2/note", note="the vote counts")
    assert "Round 1, table 2: the vote counts" in bench.get("/notes")
    bench.post("/notes", text="Lunch at one.")
    assert bench.get("/notes").index("Lunch at one.") < bench.get("/notes").index("the vote counts")
    assert "This cannot be left empty." in bench.post("/notes", 422, text="")


@pytest.mark.parametrize(
    "path", ["/rounds/9/tables/1", "/rounds/1/tables/9", "/rounds/x/tables/1", "/rounds/1/tables/x"]
)
def test_what_is_not_there_is_404(bench: Bench, path: str) -> None:
    bench.get(path, 404)
    bench.post(f"{path}/extend", 404, seconds=3)


def test_minutes_that_are_none_are_refused_beside_the_field(bench: Bench) -> None:
    bench.change(clock.start_clock, 1, minutes=120)
    assert "Enter a number." in bench.post("/rounds/1/tables/1/extend", 422, seconds="many")
    bench.post("/rounds/1/tables/1/extend", 422, seconds=0)


def test_a_judge_tells_everybody(bench: Bench) -> None:
    bench.post("/announcements", text="Lunch.")
    assert "Lunch." in bench.client.get(f"/tournaments/{bench.id}/wall").text
    bench.post("/announcements/1/withdraw")
    assert bench.tournament.announcements == {}
    assert "This cannot be left empty." in bench.post("/announcements", 422, text="")


@pytest.mark.parametrize("stops", [True, False])
def test_a_ruling_offers_what_the_event_announced(app: Flask, stops: bool) -> None:
    room = make_room(app, 8, rounds=2, stops_clocks=stops)
    room.seat()
    room.change(clock.start_clock, 1, minutes=120)
    page = Bench(app, room.id, room.client).get("/rounds/1/tables/1")
    assert ("+3 min" in page) is not stops
    assert "Pause this table's clock" in page
    with pytest.raises(Refused):
        room.change(configure, {"stops_clocks": not stops})


@pytest.mark.parametrize("takes", [True, False])
def test_what_a_player_sent_too_late_is_one_press(bench: Bench, takes: bool) -> None:
    bench.change(results.enter_result, 1, 1, victory_points=[4, 0, 0, 0])
    bench.change(results.enter_result, 1, 1, victory_points=[0, 4, 0, 0], by_player=2)
    page = bench.get("/rounds/1/tables/1")
    name = bench.tournament.player(2).name
    assert f"Take the result of {name}" in page
    assert "Keep the entered result" in page
    assert re.search(rf"Current result.*{bench.tournament.player(1).name} 4 GW 60 .*{name} 0 .*Players", page)
    bench.post("/rounds/1/tables/1/take", player=2) if takes else bench.post("/rounds/1/tables/1/drop")
    assert [bench.tournament.round(1).scores[player].victory_points for player in (1, 2)] == (
        [0, 8] if takes else [8, 0]
    )
    assert "Take the result" not in bench.get("/rounds/1/tables/1")


def test_a_disputed_table_of_an_earlier_round_comes_first(bench: Bench) -> None:
    for table in (1, 2):
        bench.change(results.enter_result, 1, table, victory_points=[4, 0, 0, 0])
    bench.change(rounds.draft_round, [[5, 2, 3, 4], [1, 6, 7, 8]])
    bench.change(steps.publish_round)
    assert "Round 1" not in bench.get("/tables")
    bench.change(results.enter_result, 1, 2, victory_points=[0, 4, 0, 0], by_player=6)
    page = bench.get("/tables")
    assert page.index("Round 1: Table 2") < page.index("Table 1")


def test_a_table_of_a_round_that_is_over_has_no_clock(bench: Bench) -> None:
    bench.change(clock.start_clock, 1, minutes=120)
    bench.change(results.enter_result, 1, 1, victory_points=[4, 0, 0, 0])
    assert "Pause this table's clock" in bench.get("/rounds/1/tables/1")
    bench.change(results.enter_result, 1, 2, victory_points=[4, 0, 0, 0])
    assert "Pause this table's clock" not in bench.get("/rounds/1/tables/1")
