from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from tests.web.events.conftest import Room
from toolkit.services.kernel import links
from toolkit.services.kernel.context import WatchedClock
from toolkit.tournament import calls
from toolkit.web.base import stores
from toolkit.web.base.shell import HEADER
from toolkit.web.serving.caching import TIME


@pytest.fixture
def playing(room: Room) -> Room:
    room.seat()
    return room


def test_it_starts_pauses_goes_on_and_stops(playing: Room) -> None:
    assert "2:00:00" in playing.get("/rounds/1")
    playing.post("/rounds/1/clock/start", minutes=90)
    page = playing.raw("/rounds/1")
    assert page.index("Other sheets") < page.index("tool-clock"), "printing moves when the clock starts"
    playing.post("/rounds/1/clock/pause")
    assert "Paused." in playing.get("/rounds/1")
    playing.post("/rounds/1/clock/resume")
    playing.post("/rounds/1/clock/stop")
    assert "Stopped." in playing.get("/rounds/1")


def test_it_is_over_with_the_last_result(playing: Room) -> None:
    playing.post("/rounds/1/clock/start", minutes=90)
    assert "Running." in playing.get("/rounds/1")
    playing.sweep(1)
    over = playing.get("/rounds/1")
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
    playing.get("/rounds/3", 404)


def test_the_seats_that_were_reported_empty_are_named_when_15_minutes_have_passed(room: Room) -> None:
    room.seat()
    first = room.tournament.round(1).table(1)[0]
    name = room.tournament.player(first).name
    room.post("/rounds/1/clock/empty", player=first)
    assert f"{name} table 1, seat 1" in room.get("/rounds/1")
    room.post("/rounds/1/clock/start", minutes=120)
    lost = r"<div\s+data-from="
    assert re.search(rf'{lost}"[0-9.]+"\s+hidden\s*>', room.raw("/rounds/1"))
    with room.app.app_context():
        context = stores.current_context()
    started = room.tournament.round(1).clock.started_at
    assert started is not None
    context.now = lambda: started + timedelta(minutes=15)
    assert re.search(rf'{lost}"[0-9.]+"\s*>', room.raw("/rounds/1"))
    assert "15 minutes have passed: the round is lost" in room.get("/rounds/1")
    room.post("/rounds/1/clock/taken", player=first)
    assert f"{name} table 1, seat 1" not in room.get("/rounds/1")
    assert f"The seat of {name} in round 1 is empty." in room.get("/log")


@dataclass
class Computer:
    """A computer whose clock somebody sets."""

    wall: datetime = datetime(2026, 11, 21, 12, tzinfo=UTC)
    ticks: float = 0.0

    def pass_by(self, seconds: float) -> None:
        self.wall += timedelta(seconds=seconds)
        self.ticks += seconds


@pytest.fixture
def computer(room: Room) -> Computer:
    computer = Computer()
    with room.app.app_context():
        stores.current_context().now = WatchedClock(wall=lambda: computer.wall, ticks=lambda: computer.ticks)
    return computer


def lasting(room: Room, path: str) -> list[int]:
    """What is left of each clock on a page, and how long each thing has waited, in seconds."""
    page = room.client.get(path).text
    at = float(re.findall(r'data-at="([0-9.]+)"', page)[0])
    answer = room.client.get(path, headers={HEADER: "1"})  # what an open page learns the time from
    assert abs(float(answer.headers[TIME]) - at) < 1
    ends = [round(float(one) - at) for one in re.findall(r'data-ends="([0-9.]+)"', page)]
    return ends + [round(at - float(one)) for one in re.findall(r'data-since="([0-9.]+)"', page)]


@pytest.mark.parametrize("hours", [2, -2])
def test_no_page_shows_that_the_clock_jumped_on_anything_that_lasts(room: Room, computer: Computer, hours: int) -> None:
    room.seat()
    room.post("/rounds/1/clock/start", minutes=120)
    room.change(calls.call_judge, round_number=1, table=1)
    key = links.key_of(room.work.context, room.id)
    pages = [
        f"{room.base}/rounds/1", f"/tournaments/{room.id}/judge", f"/tournaments/{room.id}/wall",
        f"/tournaments/{room.id}/judge/rounds/1/tables/1", f"/tournaments/{room.id}",
        links.player_path(room.id, 1, key), links.table_path(room.id, 1, 1, key),
    ]  # fmt: skip
    computer.pass_by(600)
    before = {page: lasting(room, page) for page in pages}
    assert {6600, 600} <= {seconds for found in before.values() for seconds in found}
    computer.wall += timedelta(hours=hours)
    assert {page: lasting(room, page) for page in pages} == before
    room.change(calls.call_judge, round_number=1, table=2)
    computer.pass_by(60)
    assert sorted(lasting(room, f"/tournaments/{room.id}/judge")) == [60, 660]
    shown = room.client.get(f"/api/v1/tournaments/{room.id}/rounds/1/clock").json
    assert shown["seconds_left"] == 6540
    assert datetime.fromisoformat(shown["at"]) == computer.wall
    assert datetime.fromisoformat(shown["ends_at"]) == computer.wall + timedelta(seconds=6540)
    last = f"{computer.wall:%Y-%m-%dT%H:%M}"
    room.post("/note", text="by the clock on the wall")
    assert room.tournament.entry(room.tournament.number).at.isoformat().startswith(last)


@pytest.mark.parametrize(
    ("seconds", "told"), [(7380, "was set forward by 2:03 h"), (-7380, "was set back by 2:03 h"), (50, ""), (-50, "")]
)
def test_the_console_says_that_the_clock_jumped_until_it_is_right(
    room: Room, computer: Computer, seconds: int, told: str
) -> None:
    assert "This computer's clock" not in room.get("/rounds/1")
    computer.wall += timedelta(seconds=seconds)
    for page in ("/players", "/rounds/1", "/log"):
        assert (f"This computer's clock {told}" in room.get(page)) is bool(told)
        assert ("If its time is wrong now, set it right." in room.get(page)) is bool(told)
    computer.wall -= timedelta(seconds=seconds)
    assert "This computer's clock" not in room.get("/rounds/1")
