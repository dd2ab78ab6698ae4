"""The unit of work of a season: one person's change to a league, a weekend, or the merges of the whole store."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, Concatenate

from toolkit.season.league_log import LEAGUE_FACTS, League
from toolkit.season.log import SeasonFact, SeasonFacts, SeasonState
from toolkit.season.results_log import RESULTS_FACTS, ReportedEvent
from toolkit.season.weekend_log import WEEKEND_FACTS, Weekend
from toolkit.services.kernel.context import as_season_draft
from toolkit.services.kernel.repository import Repository, Turn
from toolkit.services.kernel.unit_of_work import Work, asked_of, asking, keep_use_case
from toolkit.storage import Request, StreamExists


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonWork[S: SeasonState](Work[S]):
    """One person's change to a log that lies over single events."""

    FACTS: ClassVar[SeasonFacts[Any]]

    @staticmethod
    @abstractmethod
    def summary(state: S) -> Mapping[str, Any] | None:
        """The summary for lists, kept with the log; None if no list shows it."""

    def change[**P](
        self, operation: Callable[Concatenate[S, P], Iterable[SeasonFact]], *args: P.args, **kwargs: P.kwargs
    ) -> S:
        """Carry out one operation of the domain on the current state; with the same key again nothing more.

        Raises:
            ToolkitError: what the operation refuses with.
            ReusedKey: the key was sent with something else.
        """
        return self.carry_out(asked_of(operation, args, kwargs), lambda state: operation(state, *args, **kwargs))

    def carry_out(self, asked: object, decide: Callable[[S], Iterable[SeasonFact]]) -> S:
        """Write what `decide` makes of the current state; `asked` tells one request from another by its `repr`.

        Raises:
            StreamNotFound: there is no such log.
            ToolkitError: what `decide` refuses with.
            ReusedKey: the key was sent with something else.
        """
        request = self.request(asked)
        with self.logs.turn(self.id) as turn:
            if request is not None and turn.done(request) is not None:
                return turn.state
            return self._write(turn, decide(turn.state), request)

    def create(self, asked: object, facts: Iterable[SeasonFact]) -> None:
        """Begin the log with these facts; with the same key again it is there already.

        Raises:
            StreamExists: without a key, when the id is taken.
            ReusedKey: the key was sent with something else.
        """
        request = self.request(asked)
        try:
            with self.logs.creating(self.id, created=self.context.steady()) as turn:
                self._write(turn, facts, request)
        except StreamExists:
            if request is None:
                raise
            with self.logs.turn(self.id) as turn:
                turn.done(request)

    def _write(self, turn: Turn[S], facts: Iterable[SeasonFact], request: Request | None) -> S:
        at = self.context.now()
        drafts = [as_season_draft(self.FACTS, fact, at=at, by=self.by) for fact in facts]
        state = turn.append(drafts, request=request)
        if (summary := self.summary(state)) is not None:
            turn.summarize(summary)
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueWork(SeasonWork[League]):
    """One person's change to a league."""

    FACTS: ClassVar[SeasonFacts[Any]] = LEAGUE_FACTS

    @property
    def logs(self) -> Repository[League]:
        """The leagues of the store."""
        return self.context.leagues

    @staticmethod
    def summary(state: League) -> Mapping[str, Any]:
        """The summary of a league for lists."""
        by_rule = {"takes": True} if state.rules.takes else {}
        return {"name": state.name, "events": len(state.events), "is_deleted": state.is_deleted, **by_rule}


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonsWork(SeasonWork[League]):
    """One person's change to the log of the whole store, which its first entry begins."""

    FACTS: ClassVar[SeasonFacts[Any]] = LEAGUE_FACTS

    @property
    def logs(self) -> Repository[League]:
        """The one log of merges and of events that the ratings count."""
        return self.context.persons

    @staticmethod
    def summary(_: League) -> None:
        """No list shows it."""

    def carry_out(self, asked: object, decide: Callable[[League], Iterable[SeasonFact]]) -> League:
        """Write what `decide` makes of the current log, or of the empty one."""
        request = self.request(asked)
        try:
            with self.logs.creating(self.id, created=self.context.steady()) as turn:
                return self._write(turn, decide(turn.state), request)
        except StreamExists:
            return SeasonWork.carry_out(self, asked, decide)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekendWork(SeasonWork[Weekend]):
    """One person's change to a weekend."""

    FACTS: ClassVar[SeasonFacts[Any]] = WEEKEND_FACTS

    @property
    def logs(self) -> Repository[Weekend]:
        """The weekends of the store."""
        return self.context.weekends

    @staticmethod
    def summary(state: Weekend) -> Mapping[str, Any]:
        """The summary of a weekend for lists."""
        return {"name": state.name, "events": len(state.events)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsWork(SeasonWork[ReportedEvent]):
    """One person's change to an event by its results only."""

    FACTS: ClassVar[SeasonFacts[Any]] = RESULTS_FACTS

    @property
    def logs(self) -> Repository[ReportedEvent]:
        """The events by their results of the store."""
        return self.context.results

    @staticmethod
    def summary(state: ReportedEvent) -> Mapping[str, Any]:
        """The summary for lists; some names are those of an event's summary."""
        results = state.results
        assert results is not None
        return {
            "name": results.name,
            "date": results.date.isoformat() if results.date else None,
            "place": results.city,
            "country": results.country,
            "players": len(results.rows),
            "played": results.players,
            "stage": "deleted" if state.is_removed else "finished",
            "vekn_event": results.vekn_event,
            "archon_code": results.archon_code,
            "is_results_only": True,
        }


def season_use_case[**P, S: SeasonState, W: SeasonWork[Any]](
    *, name: str, without: Collection[str] = ()
) -> Callable[[Callable[Concatenate[W, S, P], Iterable[SeasonFact]]], Callable[Concatenate[W, P], S]]:
    """Decorator: as `use_case`, for a function of the unit of work, the current league or weekend, and figures.

    Raises:
        TypeError: another use case has that name.
    """

    def register(
        function: Callable[Concatenate[W, S, P], Iterable[SeasonFact]],
    ) -> Callable[Concatenate[W, P], S]:
        asked = asking(function, name, without=without)

        @wraps(function)
        def carried_out(work: W, /, *args: P.args, **kwargs: P.kwargs) -> S:
            state: S = work.carry_out(asked(*args, **kwargs), lambda state: function(work, state, *args, **kwargs))
            return state

        keep_use_case(name, carried_out, function)
        return carried_out

    return register
