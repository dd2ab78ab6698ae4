from __future__ import annotations

import pytest

from tests.web.events.conftest import Room


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


def test_a_table_gets_more_time(playing: Room) -> None:
    playing.post("/rounds/1/clock/extend", extra=5, table=2, reason="a long ruling")
    clock = playing.tournament.rounds[0].clock
    assert (clock.extension, clock.table_extensions) == (0, {2: 300})
    assert "a long ruling" in playing.get("/log")


def test_what_cannot_be_is_refused(playing: Room) -> None:
    playing.post("/rounds/1/clock/pause", 409)
    playing.post("/rounds/1/clock/start", 422, minutes=0)
    playing.post("/rounds/1/clock/extend", 422, extra="")
    playing.post("/rounds/1/clock/extend", 422, extra=5, table=9)
    playing.get("/rounds/3/clock", 404)
