"""The logs of what goes beyond one event: leagues, persons, weekends, and events by their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from toolkit.season.league_log import LEAGUE_FACTS, League
from toolkit.season.log import SeasonEntry, SeasonFacts
from toolkit.season.results_log import RESULTS_FACTS, ReportedEvent
from toolkit.season.weekend_log import WEEKEND_FACTS, Weekend
from toolkit.services.kernel.repository import Repository
from toolkit.storage import Entry, Store


class SeasonLogs(NamedTuple):
    """Those logs of one store."""

    leagues: Repository[League]
    persons: Repository[League]
    weekends: Repository[Weekend]
    results: Repository[ReportedEvent]


def season_logs(store: Store, *, leagues: str, persons: str, weekends: str, results: str) -> SeasonLogs:
    """Those logs of a store, each by the name of its kind."""
    return SeasonLogs(
        leagues=Repository(store, leagues, start=League, fold=_fold_league),
        persons=Repository(store, persons, start=League, fold=_fold_league),
        weekends=Repository(store, weekends, start=Weekend, fold=_fold_weekend),
        results=Repository(store, results, start=ReportedEvent, fold=_fold_results),
    )


def _fold_league(league: League, entries: Sequence[Entry]) -> League:
    return LEAGUE_FACTS.fold(League, league, _season_entries(LEAGUE_FACTS, entries))


def _fold_weekend(weekend: Weekend, entries: Sequence[Entry]) -> Weekend:
    return WEEKEND_FACTS.fold(Weekend, weekend, _season_entries(WEEKEND_FACTS, entries))


def _fold_results(event: ReportedEvent, entries: Sequence[Entry]) -> ReportedEvent:
    return RESULTS_FACTS.fold(ReportedEvent, event, _season_entries(RESULTS_FACTS, entries))


def _season_entries(facts: SeasonFacts[Any], entries: Iterable[Entry]) -> Iterator[SeasonEntry]:
    for entry in entries:
        fact = facts.read(entry.kind, entry.payload)
        yield SeasonEntry(number=entry.number, at=entry.at, by=entry.by, fact=fact)
