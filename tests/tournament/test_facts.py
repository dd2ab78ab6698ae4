from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from tests.tournament.organizer import before_final
from toolkit.tournament import fact_from_dict, fact_to_dict
from toolkit.tournament.codec import coder
from toolkit.tournament.errors import DamagedFact, NewerFact
from toolkit.tournament.facts import KINDS, ClockPaused, SeatScore
from toolkit.tournament.log import _FOLDS, entry_from_dict

PAUSE = {"fact": "clock_paused", "version": 1, "round": 1, "table": None}


def test_every_kind_of_fact_is_folded_and_has_its_sentence() -> None:
    undoing = {KINDS["entries_undone"], KINDS["entries_redone"]}
    assert _FOLDS.functions.keys() | undoing == set(KINDS.values()) == _FOLDS.sentences.keys()


def test_the_stored_form_is_json_and_reads_back() -> None:
    for entry in before_final().tournament.log:
        text = json.dumps(fact_to_dict(entry.fact))
        assert fact_from_dict(json.loads(text)) == entry.fact


def test_the_stored_form_is_what_it_was() -> None:
    assert fact_to_dict(ClockPaused(round=1)) == PAUSE


@pytest.mark.parametrize(
    "change",
    [
        {"table": "2"},
        {"table": 2.0},
        {"table": True},
        {"round": None},
        {"extra": 1},
        {"version": 0},
        {"version": "1"},
        {"fact": None},
    ],
)
def test_a_damaged_fact_is_refused(change) -> None:
    with pytest.raises(DamagedFact):
        fact_from_dict(PAUSE | change)


@pytest.mark.parametrize("value", [None, [], "x", {}, {"fact": "clock_paused", "version": 1}])
def test_what_is_no_fact_is_refused(value) -> None:
    with pytest.raises(DamagedFact):
        fact_from_dict(value)


@pytest.mark.parametrize("change", [{"version": 2}, {"fact": "moon_risen"}])
def test_a_fact_of_a_newer_version_is_refused_as_such(change) -> None:
    with pytest.raises(NewerFact, match="update"):
        fact_from_dict(PAUSE | change)


def test_an_enumeration_and_a_time_are_read_strictly() -> None:
    with pytest.raises(DamagedFact, match="none of"):
        coder(SeatScore).decode({"player": 1, "victory_points": 2, "fate": "bored"})
    times = coder(datetime)
    assert times.decode("2026-11-21T09:00:00+00:00") == datetime(2026, 11, 21, 9, tzinfo=UTC)
    for text in ("2026-11-21T09:00:00", "2026-11-21T09:00:00+02:00", "soon", 7):
        with pytest.raises(DamagedFact):
            times.decode(text)


@pytest.mark.parametrize("drift", ["1", 1.5, True, None, 10**12])
def test_an_entry_whose_clocks_differ_by_no_number_of_seconds_is_damaged(drift: object) -> None:
    with pytest.raises(DamagedFact, match="a number of seconds"):
        entry_from_dict(1, datetime(2026, 11, 21, tzinfo=UTC), "Ann", {**PAUSE, "drift": drift})


def test_an_entry_beyond_the_years_that_there_are_can_be_read() -> None:
    entry = entry_from_dict(1, datetime.max.replace(tzinfo=UTC), "Ann", {**PAUSE, "drift": 9})
    assert (entry.drift, entry.moment) == (9, entry.at)
