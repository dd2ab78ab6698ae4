"""An event by its results only as the log of what was entered, corrected and removed; and the season's view of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from toolkit.errors import Conflict
from toolkit.exchange.results.model import EventResults, ResultRow, checked
from toolkit.languages import Message, Sayable
from toolkit.scoring import Finish, rating_points
from toolkit.season.events import EventSource, NamedPlayer, SeasonEvent, SeasonResult
from toolkit.season.league_log import NoSuchEntry
from toolkit.season.log import (
    SeasonEntry,
    SeasonFact,
    SeasonFacts,
    SeasonNames,
    Undone,
    add_common,
    sentence_of_undoing,
    stored,
)
from toolkit.tournament.codec import encode


class ResultsRemoved(Conflict):
    """Results that were removed."""

    code = "deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedEvent:
    """An event by its results only, after some facts.

    Attributes:
        results: as last entered or corrected; None before the first entry.
        undone: numbers of entries that do not count.
    """

    results: EventResults | None = None
    is_removed: bool = False
    log: tuple[SeasonEntry, ...] = ()
    undone: frozenset[int] = frozenset()

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.log)

    def with_log(self, log: tuple[SeasonEntry, ...], undone: frozenset[int]) -> Self:
        """The same after another log."""
        return replace(self, log=log, undone=undone)


RESULTS_FACTS = SeasonFacts[ReportedEvent]()


@stored(RESULTS_FACTS, name="results_entered")
class Entered(SeasonFact):
    """The results were entered."""

    IS_LASTING: ClassVar[bool] = True

    results: EventResults


@RESULTS_FACTS.folds(Entered, lambda _, fact: Message("Entered: %(number)s players.", number=fact.results.players))
def _fold_entered(event: ReportedEvent, fact: Entered) -> ReportedEvent:
    return replace(event, results=fact.results)


@stored(RESULTS_FACTS, name="results_corrected")
class Corrected(SeasonFact):
    """The results are others."""

    results: EventResults


@RESULTS_FACTS.folds(Corrected, lambda _, fact: Message("Corrected: %(number)s players.", number=fact.results.players))
def _fold_corrected(event: ReportedEvent, fact: Corrected) -> ReportedEvent:
    return replace(event, results=fact.results)


@stored(RESULTS_FACTS, name="results_removed")
class Removed(SeasonFact):
    """The event counts nowhere any more."""


@RESULTS_FACTS.folds(Removed, lambda _, __: Message("Removed."))
def _fold_removed(event: ReportedEvent, _: Removed) -> ReportedEvent:
    return replace(event, is_removed=True)


add_common(RESULTS_FACTS, undone="entries_undone", undone_sentence=sentence_of_undoing(RESULTS_FACTS))


def describe(event: ReportedEvent, fact: SeasonFact) -> Sayable:
    """A sentence for a fact of the log."""
    return RESULTS_FACTS.sentence_of(SeasonNames({}, event.log), fact)


# Operations: why not, or which facts follow


def enter(results: EventResults) -> list[SeasonFact]:
    """The results of an event.

    Raises:
        BadResults: they contradict themselves.
    """
    return [Entered(results=checked(results))]


def correct(event: ReportedEvent, results: EventResults) -> list[SeasonFact]:
    """Other results; nothing if they are the same.

    Raises:
        ResultsRemoved: the event was removed.
        BadResults: they contradict themselves.
    """
    if event.is_removed:
        raise ResultsRemoved(Message("These results were removed: undo that first."))
    return [] if results == event.results else [Corrected(results=checked(results))]


def remove(event: ReportedEvent) -> list[SeasonFact]:
    """The event counts nowhere any more; that can be undone."""
    return [] if event.is_removed else [Removed()]


def undo(event: ReportedEvent) -> list[SeasonFact]:
    """The last entry that can be undone does not count.

    Raises:
        NoSuchEntry: there is none.
    """
    able = [entry for entry in event.log if not entry.fact.IS_LASTING and entry.number not in event.undone]
    if not able:
        raise NoSuchEntry(Message("There is nothing to undo."))
    return [Undone(entries=(able[-1].number,))]


# The season's view


def results_source(event: ReportedEvent, *, id: str) -> EventSource:
    """The event as a season takes it; it has no log of rounds."""
    return EventSource(event=results_event(event, id=id), name=id, tournament=None)


def results_event(event: ReportedEvent, *, id: str) -> SeasonEvent:
    """The event as a season sees it."""
    results = event.results
    assert results is not None
    first = event.log[0].fact
    text = json.dumps(encode(first), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return SeasonEvent(
        identity=hashlib.sha256(f"{id}:{text}".encode()).hexdigest(),
        id=id,
        entries=event.number,
        name=results.name,
        date=results.date,
        place=results.city,
        country=results.country,
        kind=results.kind,
        vekn_event=results.vekn_event,
        is_online=results.is_online,
        is_limited=results.kind.is_limited,
        has_sets=bool(results.sets),
        has_final=results.has_final,
        players=results.players,
        results=tuple(_season_results(results)),
        organizer=NamedPlayer(name=results.organizer) if results.organizer else None,
        is_results_only=True,
        lacks_points=results.lacks_points,
    )


def _season_results(results: EventResults) -> Iterator[SeasonResult]:
    played = [row for row in results.rows if row.has_played]
    ranked = sorted(
        (row for row in played if not row.is_disqualified), key=lambda row: (row.place is None, row.place or 0)
    )
    before = _ranks_before(ranked)
    seeds = {id(row): seed for seed, row in enumerate(results.finalists, start=1)}
    behind = 1 + max((row.place or 0 for row in ranked), default=0)
    for number, row in enumerate((*ranked, *(row for row in played if row.is_disqualified)), start=1):
        won_final = results.has_final and row.place == 1
        yield SeasonResult(
            number=number,
            name=row.name or f"Player {number}",
            vekn=row.vekn,
            country=row.country,
            place=None if row.is_disqualified else row.place or behind,
            rank_before=before.get(id(row)),
            seed=seeds.get(id(row)),
            game_wins=row.game_wins or 0,
            victory_points=row.victory_points or 0,
            tournament_points=row.tournament_points or 0,
            rounds=results.rounds,
            final_victory_points=row.final_victory_points,
            is_winner=row.place == 1,
            won_final=won_final,
            rating_points=0 if row.is_disqualified else _rating_points(results, row, won_final=won_final),
        )


def _ranks_before(rows: Sequence[ResultRow]) -> dict[int, int]:
    """Each row's rank before the final, equals sharing one."""
    ordered = sorted(rows, key=lambda row: row.order_before)
    ranks: dict[int, int] = {}
    for at, row in enumerate(ordered):
        is_equal = at > 0 and row.is_level_with(ordered[at - 1])
        ranks[id(row)] = ranks[id(ordered[at - 1])] if is_equal else at + 1
    return ranks


def _rating_points(results: EventResults, row: ResultRow, *, won_final: bool) -> int:
    """Rating points by the rule.

    Rule: VEKN A.2.
    """
    return rating_points(
        (row.victory_points or 0) + (row.final_victory_points or 0),
        (row.game_wins or 0) + won_final,
        players=results.players,
        finish=Finish.WINNER if won_final else Finish.FINALIST if row.is_finalist else Finish.OTHER,
        level=results.kind.level,
    )
