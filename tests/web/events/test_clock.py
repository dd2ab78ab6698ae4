from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.web.events.conftest import Room
from toolkit.web import stores


@pytest.fixture
def playing(room: Room) -> Room:
    room.seat()
    return room


def test_it_starts_pauses_goes_on_and_stops(playing: Room) -> None:
    assert "2:00:00" in playing.get("/rounds/1/clock")
    playing.post("/rounds/1/clock/start", minutes=90)
    playing.post("/rounds/1/clock/pause")
    assert "Paused." in playing.get("/rounds/1/clock")
    playing.post("/rounds/1/clock/resume")
    playing.post("/rounds/1/clock/stop")
    assert "Stopped." in playing.get("/rounds/1/clock")


def test_it_is_over_with_the_last_result(playing: Room) -> None:
    playing.post("/rounds/1/clock/start", minutes=90)
    assert "Running." in playing.get("/rounds/1/clock")
    playing.sweep(1)
    over = playing.get("/rounds/1/clock")
    assert "The round is over" in over
    assert "Running." not in over
    assert "Pause" not in over


def test_a_table_gets_more_time(playing: Room) -> None:
    playing.post("/rounds/1/clock/extend", seconds=5, table=2, reason="a long ruling")
    clock = playing.tournament.rounds[0].clock
    assert (clock.extension, clock.table_extensions) == (0, {2: 300})
    assert "a long ruling" in playing.get("/log")


def test_what_cannot_be_is_refused(playing: Room) -> None:
    playing.post("/rounds/1/clock/pause", 409)
    playing.post("/rounds/1/clock/start", 422, minutes=0)
    playing.post("/rounds/1/clock/extend", 422, seconds="")
    playing.post("/rounds/1/clock/extend", 422, seconds=5, table=9)
    playing.get("/rounds/3/clock", 404)


def test_the_seats_that_were_reported_empty_are_named_when_15_minutes_have_passed(room: Room) -> None:
    room.seat()
    first = room.tournament.round(1).table(1)[0]
    name = room.tournament.player(first).name
    room.post("/rounds/1/clock/empty", player=first)
    assert f"{name} table 1, seat 1" in room.get("/rounds/1/clock")
    room.post("/rounds/1/clock/start", minutes=120)
    lost = "<div data-from="
    assert re.search(rf'{lost}"[0-9.]+" hidden>', room.raw("/rounds/1/clock"))
    with room.app.app_context():
        context = stores.current_context()
    started = room.tournament.round(1).clock.started_at
    assert started is not None
    context.now = lambda: started + timedelta(minutes=15)
    assert re.search(rf'{lost}"[0-9.]+">', room.raw("/rounds/1/clock"))
    assert "15 minutes have passed: the round is lost" in room.get("/rounds/1/clock")
    room.post("/rounds/1/clock/taken", player=first)
    assert f"{name} table 1, seat 1" not in room.get("/rounds/1/clock")
    assert f"The seat of {name} in round 1 is empty." in room.get("/log")
