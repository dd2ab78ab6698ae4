from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournament.organizer import Organizer, ten
from toolkit.tournament import clock
from toolkit.tournament.errors import BadValue, Refused, UnknownRound, UnknownTable


def left(organizer: Organizer, table: int | None = None) -> int:
    return clock.read_clock(organizer.state.round(1), organizer.now, table).seconds_left


def running() -> Organizer:
    organizer = ten()
    organizer.start_clock(1)
    return organizer


def test_the_clock_runs_from_its_start_without_anything_ticking() -> None:
    organizer = running()
    assert left(organizer) == 7200
    started = organizer.now
    organizer.wait(minutes=30)
    reading = clock.read_clock(organizer.state.round(1), organizer.now)
    assert (reading.seconds_left, reading.over, reading.ends_at) == (5400, 0, started + timedelta(hours=2))
    organizer.wait(hours=2)
    reading = clock.read_clock(organizer.state.round(1), organizer.now)
    assert (reading.seconds_left, reading.over) == (0, 1800)


def test_before_its_start_it_shows_nothing_left_to_run() -> None:
    assert not clock.read_clock(ten().state.round(1), ten().now).is_started


def test_a_pause_stands_still_for_everybody() -> None:
    organizer = running()
    organizer.wait(seconds=599)
    organizer.pause_clock(1)
    organizer.wait(minutes=20)
    assert (left(organizer), left(organizer, 2)) == (6600, 6600)
    assert clock.read_clock(organizer.state.round(1), organizer.now).is_paused
    organizer.resume_clock(1)
    organizer.wait(seconds=100)
    assert left(organizer) == 6500


def test_a_table_has_its_own_pause_and_extension() -> None:
    organizer = running()
    organizer.pause_clock(1, table=1)
    organizer.wait(seconds=119)
    organizer.resume_clock(1, table=1)
    organizer.extend_clock(1, seconds=180, table=1, reason="a long ruling")
    assert left(organizer, 1) - left(organizer, 2) == 120 + 180


def test_overlapping_pauses_count_once() -> None:
    organizer = running()
    organizer.pause_clock(1, table=1)
    organizer.wait(seconds=9)
    organizer.pause_clock(1)
    organizer.wait(seconds=9)
    organizer.resume_clock(1, table=1)
    organizer.wait(seconds=9)
    organizer.resume_clock(1)
    assert left(organizer) == 7200 - 11
    assert left(organizer, 1) == 7200 - 1


def test_a_round_is_extended_and_shortened() -> None:
    organizer = running()
    organizer.extend_clock(1, seconds=600)
    organizer.extend_clock(1, seconds=-60)
    assert left(organizer) == 7200 + 540 - 2


def test_a_stopped_clock_stays_where_it_was() -> None:
    organizer = running()
    organizer.stop_clock(1)
    organizer.wait(hours=1)
    assert left(organizer) == 7199
    assert clock.read_clock(organizer.state.round(1), organizer.now).is_stopped
    with pytest.raises(Refused, match="does not run"):
        organizer.pause_clock(1)


def test_a_clock_started_by_mistake_is_undone() -> None:
    organizer = running()
    organizer.undo_last()
    organizer.wait(minutes=5)
    organizer.start_clock(1, minutes=150)
    assert left(organizer) == 9000


def test_an_event_without_a_clock_names_its_minutes() -> None:
    organizer = Organizer(minutes=0).with_players(5).seated([1, 2, 3, 4, 5])
    with pytest.raises(BadValue):
        organizer.start_clock(1)
    organizer.start_clock(1, minutes=60)


@pytest.mark.parametrize(
    ("operation", "words", "options", "error"),
    [
        ("start_clock", [1], {}, Refused),
        ("start_clock", [2], {}, UnknownRound),
        ("pause_clock", [1], {"table": 3}, UnknownTable),
        ("resume_clock", [1], {}, Refused),
        ("extend_clock", [1], {"seconds": 0}, BadValue),
        ("extend_clock", [1], {"seconds": 90_000}, BadValue),
    ],
)
def test_what_no_clock_does_is_refused(operation, words, options, error) -> None:
    with pytest.raises(error):
        getattr(running(), operation)(*words, **options)
    draft = Organizer().with_players(5)
    draft.draft_round([[1, 2, 3, 4, 5]])
    with pytest.raises(Refused, match="not published"):
        draft.start_clock(1)


def test_less_than_two_hours_is_short_for_a_round_and_not_for_the_final() -> None:
    organizer = ten()
    organizer.start_clock(1, minutes=119)
    assert clock.is_short(organizer.state, organizer.state.round(1))
    organizer.extend_clock(1, seconds=60)
    assert not clock.is_short(organizer.state, organizer.state.round(1))
