"""Logs that the program wrote before results carried their scores: `data/older_rules.json`, with what it made of them.

Their standings stay. A newer reading applies once such an event is created or opened again.
"""

from __future__ import annotations

import json
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest

from toolkit.tournament import Tournament, event, fold, history, standings, steps
from toolkit.tournament.log import entry_from_dict

FILE = Path(__file__).parent / "data/older_rules.json"
LOGS = json.loads(FILE.read_text(encoding="utf-8"))


@cache
def read(name: str) -> Tournament:
    return fold(
        entry_from_dict(number, datetime.fromisoformat(at), by, fact)
        for number, (at, by, fact) in enumerate(LOGS[name]["log"], start=1)
    )


def reopened(name: str) -> Tournament:
    tournament = read(name)
    facts = event.reopen(tournament, reason="a look at it")
    return tournament.with_facts(facts, at=tournament.entry(tournament.number).at, by="Ann")


def rows(tournament: Tournament) -> list[list[int | None]]:
    return [
        [
            row.rank, row.player.number, row.game_wins, row.victory_points, row.tournament_points,
            row.seed, row.final_victory_points, row.rating_points,
        ]
        for row in standings.standings(tournament)
    ]  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_an_older_log_keeps_its_standings(name: str) -> None:
    tournament = read(name)
    assert rows(tournament) == LOGS[name]["standings"]
    assert standings.winner(tournament) == LOGS[name]["winner"]
    assert [[entry.number, list(entry.unsettled)] for entry in tournament.rounds] == LOGS[name]["unsettled"]
    assert len(list(history.describe_log(tournament))) == tournament.number


@pytest.mark.parametrize("name", ["swapped and back, under way", "reordered, under way"])
def test_a_table_that_only_the_older_rules_count_is_named_before_the_next_step(name: str) -> None:
    found = [blocker for blocker in steps.blockers(read(name)) if blocker.code == "carried"]
    assert [(blocker.round, blocker.table, blocker.is_warning) for blocker in found] == [(1, 1, True)]


@pytest.mark.parametrize("name", [name for name in LOGS if name.endswith("closed")])
def test_a_closed_event_says_where_the_newer_rules_differ_until_it_is_opened_again(name: str) -> None:
    assert sum("older rules" in line for line in steps.warnings_of(read(name))) == 1
    assert not [line for line in steps.warnings_of(reopened(name)) if "older rules" in line]


def test_no_table_that_counted_becomes_unsettled_by_opening_an_event_again() -> None:
    for name in LOGS:
        if name.endswith("closed"):
            assert not [table for entry in reopened(name).rounds for table in entry.unsettled], name


def test_an_event_that_is_opened_again_is_read_by_the_newer_rules() -> None:
    with_proxy = {row.player.number: row for row in standings.standings(reopened("proxy player, closed"))}
    assert [(with_proxy[number].game_wins, with_proxy[number].tournament_points) for number in (1, 2)] == [
        (0, 54),
        (0, 18),
    ]
    assert standings.winner(reopened("seeds corrected, closed")) == 1
