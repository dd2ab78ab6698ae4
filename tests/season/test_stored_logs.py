"""What leagues, weekends and results only have stored is read, and written again as it was, for good.

`data/stored_logs.json` is what version 1.0 wrote: each kind of entry, what the logs came to and how they were told.
What is new is added there; nothing is taken out or renamed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from toolkit.season.criteria import rows_json
from toolkit.season.league_log import LEAGUE_FACTS, League
from toolkit.season.league_log import describe as describe_in_league
from toolkit.season.log import SeasonEntry, SeasonFacts, undone_in
from toolkit.season.results_log import RESULTS_FACTS, ReportedEvent
from toolkit.season.results_log import describe as describe_in_results
from toolkit.season.weekend_log import WEEKEND_FACTS, Weekend
from toolkit.season.weekend_log import describe as describe_in_weekend
from toolkit.tournament.errors import DamagedFact

STORED: dict[str, Any] = json.loads((Path(__file__).parent / "data/stored_logs.json").read_text(encoding="utf-8"))
FACTS: dict[str, SeasonFacts[Any]] = {"league": LEAGUE_FACTS, "weekend": WEEKEND_FACTS, "results": RESULTS_FACTS}
STARTS: dict[str, Callable[[], Any]] = {"league": League, "weekend": Weekend, "results": ReportedEvent}
LOGS = pytest.mark.parametrize("kind", STORED)


def entries(kind: str) -> list[SeasonEntry]:
    at = datetime(2026, 11, 21, tzinfo=UTC)
    return [
        SeasonEntry(number=number, at=at, by="Ann", fact=FACTS[kind].read(one["kind"], one["payload"]))
        for number, one in enumerate(STORED[kind]["entries"], start=1)
    ]


@LOGS
def test_every_kind_of_entry_is_among_them(kind: str) -> None:
    assert {one["kind"] for one in STORED[kind]["entries"]} == FACTS[kind].by_name.keys()


@LOGS
def test_an_entry_is_written_again_as_it_was(kind: str) -> None:
    written = [dict(zip(("kind", "payload"), FACTS[kind].stored(one.fact), strict=True)) for one in entries(kind)]
    assert [json.dumps(one) for one in written] == [json.dumps(one) for one in STORED[kind]["entries"]]


def test_a_league_comes_to_what_it_came_to() -> None:
    league = LEAGUE_FACTS.fold(League, League(), entries("league"))
    assert STORED["league"]["state"] == {
        "name": league.name,
        "events": league.events,
        "removed": sorted(league.removed),
        "weights": {event: str(weight) for event, weight in league.weights.items()},
        "merges": [list(keys) for keys in league.merges],
        "is_deleted": league.is_deleted,
        "undone": sorted(league.undone),
    }
    told = [str(describe_in_league(league, one.fact, {"bbbb3333": "Brno"})) for one in league.log]
    assert told == STORED["league"]["sentences"]


def test_a_weekend_comes_to_what_it_came_to() -> None:
    weekend = WEEKEND_FACTS.fold(Weekend, Weekend(), entries("weekend"))
    assert STORED["weekend"]["state"] == {
        "name": weekend.name,
        "ties": weekend.ties,
        "rows": rows_json(weekend.rows),
        "events": weekend.events,
        "kept": {event: [kept.entry, kept.day] for event, kept in weekend.kept.items()},
        "declined": list(weekend.declined),
        "asked": [[*part, count] for part, count in weekend.asked.items()],
        "tosses": [[*part, list(order)] for part, order in weekend.tosses.items()],
        "day_2": weekend.day_2,
        "undone": sorted(weekend.undone),
    }
    assert [*weekend.links] == STORED["weekend"]["linked"]
    told = [str(describe_in_weekend(one.fact, {"aaaa2222": "Day one"})) for one in weekend.log]
    assert told == STORED["weekend"]["sentences"]


def test_results_come_to_what_they_came_to() -> None:
    event = RESULTS_FACTS.fold(ReportedEvent, ReportedEvent(), entries("results"))
    name = event.results.name if event.results else ""
    state = {"name": name, "is_removed": event.is_removed, "undone": sorted(event.undone)}
    assert STORED["results"]["state"] == state
    assert [str(describe_in_results(event, one.fact)) for one in event.log] == STORED["results"]["sentences"]


@LOGS
def test_entries_that_come_one_by_one_come_to_the_same(kind: str) -> None:
    one_by_one = STARTS[kind]()
    for entry in entries(kind):
        one_by_one = FACTS[kind].fold(STARTS[kind], one_by_one, [entry])
    assert one_by_one == FACTS[kind].fold(STARTS[kind], STARTS[kind](), entries(kind))
    assert one_by_one.undone == undone_in(one_by_one.log)


def test_what_only_a_later_version_knows_is_left_out() -> None:
    assert LEAGUE_FACTS.read("event_added", {"event": "a", "colour": "red"}) == LEAGUE_FACTS.read(
        "event_added", {"event": "a"}
    )
    later = SeasonEntry(
        number=1, at=datetime(2026, 11, 21, tzinfo=UTC), by="Ann", fact=LEAGUE_FACTS.read("painted", {"colour": "red"})
    )
    league = LEAGUE_FACTS.fold(League, League(), [later])
    assert (league.number, league.events, describe_in_league(league, later.fact)) == (1, {}, "Undone: ")


@pytest.mark.parametrize(
    ("name", "payload"),
    [("event_added", {}), ("persons_merged", {"keys": [1]}), ("event_weighed", {"event": "a", "weight": "x"})],
)
def test_a_damaged_entry_is_refused(name: str, payload: dict[str, Any]) -> None:
    with pytest.raises(DamagedFact):
        LEAGUE_FACTS.read(name, payload)
