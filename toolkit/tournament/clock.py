"""Clocks: computed from facts with times, so that no process has to tick.

A round's clock runs from its start, stands while it is paused, and ends after its seconds and extensions. A table may
have more time, and may be paused on its own; the longer of the round's and the table's pause counts where they overlap.

Rule: VEKN 2.8 (a ruling of more than a minute extends that table's clock), 3.1.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from toolkit.languages import Count, Decimal, Message, Sayable
from toolkit.tournament.configuration import SHORTEST_ROUND
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_text
from toolkit.tournament.facts import ClockExtended, ClockPaused, ClockResumed, ClockStarted, ClockStopped, Fact
from toolkit.tournament.infractions import infraction_of_rule
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds, where
from toolkit.tournament.state import Clock, Pause, Round, State, evolve, round_title, with_round

LONGEST = 24 * 3600
# A table gets so many more minutes in one round without the head judge.
MOST_MINUTES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockReading:
    """A clock at one moment.

    Attributes:
        seconds_left: never below 0; `over` how long time has been up.
        ends_at: when it will be up if nothing happens; None while it stands or has not started.
    """

    is_started: bool
    is_paused: bool
    is_stopped: bool
    seconds_left: int
    over: int
    ends_at: datetime | None


# Whoever is not in their seat so long after the start has lost the round.
LATE_AFTER = timedelta(minutes=15)


def late_from(round_: Round) -> datetime | None:
    """From when on the round is lost for who is not in their seat; None before the start.

    Rule: VEKN 3.3.
    """
    return None if round_.clock.started_at is None else round_.clock.started_at + LATE_AFTER


def is_short(state: State, round_: Round) -> bool:
    """Whether a running clock gives a round of a reported event less than two hours; the final's is never short.

    Rule: VEKN 3.1.1.
    """
    clock = round_.clock
    is_set = clock.started_at is not None and not round_.is_final
    return is_set and state.settings.is_for_vekn and clock.seconds + clock.extension < 60 * SHORTEST_ROUND


def read_clock(round_: Round, at: datetime, table: int | None = None) -> ClockReading:
    """The reading of a round's clock at a moment (`LogEntry.moment`); at a table, with its pauses and extensions."""
    clock = round_.clock
    length = clock.seconds + clock.extension + clock.table_extensions.get(table or 0, 0)
    if clock.started_at is None:
        return ClockReading(
            is_started=False, is_paused=False, is_stopped=False, seconds_left=max(0, length), over=0, ends_at=None
        )
    now = min(at, clock.stopped_at) if clock.stopped_at else at
    pauses = [pause for pause in clock.pauses if pause.table in (None, table)]
    now = max(now, clock.started_at)  # of another machine's clock
    run = now - clock.started_at - _stood(pauses, clock.started_at, now)
    left = length - int(run.total_seconds() // 1)
    is_paused = clock.stopped_at is None and any(pause.until is None for pause in pauses)
    is_running = clock.stopped_at is None and not is_paused
    ends_at = clock.started_at + timedelta(seconds=length) + (now - clock.started_at - run) if is_running else None
    return ClockReading(
        is_started=True,
        is_paused=is_paused,
        is_stopped=clock.stopped_at is not None,
        seconds_left=max(0, left),
        over=max(0, -left),
        ends_at=ends_at,
    )


def _stood(pauses: Iterable[Pause], start: datetime, now: datetime) -> timedelta:
    stood, reached = timedelta(0), start
    for pause in sorted(pauses, key=lambda pause: pause.since):
        since, until = max(pause.since, reached), min(pause.until or now, now)
        if until > since:
            stood, reached = stood + (until - since), until
    return stood


def start_clock(state: State, round_number: int, *, minutes: int | None = None) -> list[Fact]:
    """Start the clock of a published round, or of the final.

    Raises:
        UnknownRound: not drafted.
        Refused: not published, or started already.
        BadValue: an event without a clock that names no minutes.
    """
    round_ = state.round(round_number)
    if not round_.is_published:
        raise Refused(Message("%(round)s is not published yet.", round=round_.heading), code="not_published")
    if round_.clock.started_at is not None:
        raise Refused(Message("The clock of %(round)s runs already.", round=round_.title), code="clock_started")
    settings = state.settings
    chosen = minutes if minutes is not None else (settings.final_minutes if round_.is_final else settings.minutes)
    if not 1 <= chosen <= LONGEST // 60:
        raise BadValue(Message("A clock needs 1 to 1440 minutes."), code="bad_minutes")
    return [ClockStarted(round=round_number, seconds=chosen * 60)]


def pause_clock(state: State, round_number: int, *, table: int | None = None) -> list[Fact]:
    """Stop the clock of a round, or of one table, for a while.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: it does not run.
    """
    clock = _running(state, round_number, table)
    if _open_pause(clock, table) is not None:
        raise Refused(Message("That clock is paused already."), code="clock_paused")
    return [ClockPaused(round=round_number, table=table)]


def resume_clock(state: State, round_number: int, *, table: int | None = None) -> list[Fact]:
    """Let a paused clock run again.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: it is not paused.
    """
    if _open_pause(_running(state, round_number, table), table) is None:
        raise Refused(Message("That clock is not paused."), code="clock_not_paused")
    return [ClockResumed(round=round_number, table=table)]


def minutes_for(seconds: float) -> int:
    """The minutes of extension that the guide proposes for the seconds that a judge was busy at a table.

    >>> [minutes_for(seconds) for seconds in (20, 60, 120, 240, 660)]
    [0, 1, 2, 4, 10]

    Rule: JG 1.2.4, VEKN 2.8.
    """
    if seconds < 60:
        return 0
    return min(MOST_MINUTES, int(seconds + 30) // 60)


def extend_clock(
    state: State,
    round_number: int,
    *,
    seconds: int,
    table: int | None = None,
    reason: str = "",
    is_allowed: bool = False,
) -> list[Fact]:
    """Give a round, or one table, more time (or less, below zero).

    A table gets at most ten minutes in a round, unless the head judge allows more (`is_allowed`) and says why.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: more than ten minutes for a table, which the head judge has not allowed.
        BadValue: no time at all, or more than a day; or no reason for more than ten minutes.

    Rule: JG 1.2.4, VEKN 2.8.
    """
    round_ = _check_table(state, round_number, table)
    if seconds == 0 or abs(seconds) > LONGEST:
        raise BadValue(Message("An extension is a number of seconds, at most a day."), code="bad_seconds")
    if table is not None and seconds > 0:
        total = round_.clock.table_extensions.get(table, 0) + seconds
        if total > 60 * MOST_MINUTES:
            _check_allowed(total, reason, is_allowed=is_allowed)
    return [ClockExtended(round=round_number, table=table, seconds=seconds, reason=check_text(reason))]


def _check_allowed(total: int, reason: str, *, is_allowed: bool) -> None:
    if not is_allowed:
        raise Refused(
            Message(
                "That makes %(minutes)s more minutes for this table in this round: beyond %(most)s the head judge"
                " allows it, with a reason.",
                minutes=Decimal(f"{total / 60:g}"),
                most=MOST_MINUTES,
            ),
            code="much_time",
            rule="JG 1.2.4",
        )
    check_text(reason, is_required=True)


def stop_clock(state: State, round_number: int) -> list[Fact]:
    """Time is called, or everybody is done.

    Raises:
        UnknownRound: no such round.
        Refused: it does not run.
    """
    _running(state, round_number, None)
    return [ClockStopped(round=round_number)]


def _check_table(state: State, round_number: int, table: int | None) -> Round:
    round_ = state.round(round_number)
    if table is not None:
        round_.table(table)
    return round_


def _running(state: State, round_number: int, table: int | None) -> Clock:
    round_ = _check_table(state, round_number, table)
    if round_.clock.started_at is None or round_.clock.stopped_at is not None:
        raise Refused(Message("The clock of %(round)s does not run.", round=round_.title), code="clock_not_running")
    return round_.clock


def _open_pause(clock: Clock, table: int | None) -> int | None:
    pauses = enumerate(clock.pauses)
    return next((place for place, pause in pauses if pause.until is None and pause.table == table), None)


def _with_clock(state: State, round_: Round, clock: Clock) -> State:
    return with_round(state, evolve(round_, clock=clock))


def _extended_sentence(names: PlayerNames, fact: ClockExtended) -> Sayable:
    minutes, seconds = divmod(abs(fact.seconds), 60)
    time, place = f"{minutes}:{seconds:02}", where(fact.round, fact.table)
    # What a penalty writes of its own.
    row = infraction_of_rule(fact.reason)
    reason = row.title if row is not None and str(row.title) == fact.reason else fact.reason
    if fact.seconds > 0:
        return because(Message("%(number)s more for %(round)s.", number=time, round=place), reason)
    return because(Message("%(number)s less for %(round)s.", number=time, round=place), reason)


@folds(
    ClockStarted,
    lambda _, fact: Message(
        "Started the clock of %(round)s: %(number)s.",
        round=round_title(fact.round),
        number=Count(fact.seconds // 60, "%(num)d minute", "%(num)d minutes"),
    ),
)
def _started(state: State, fact: ClockStarted, entry: LogEntry) -> State:
    round_ = state.round(fact.round)
    if round_.clock.started_at is not None:
        raise Refused(Message("The clock of %(round)s runs already.", round=round_.title), code="clock_started")
    clock = replace(round_.clock, seconds=fact.seconds, started_at=entry.moment, began_at=entry.at)
    return _with_clock(state, round_, clock)


@folds(ClockPaused, lambda _, fact: Message("Paused the clock of %(round)s.", round=where(fact.round, fact.table)))
def _paused(state: State, fact: ClockPaused, entry: LogEntry) -> State:
    clock = _running(state, fact.round, fact.table)
    pauses = (*clock.pauses, Pause(since=entry.moment, table=fact.table))
    return _with_clock(state, state.round(fact.round), replace(clock, pauses=pauses))


@folds(ClockResumed, lambda _, fact: Message("The clock of %(round)s runs again.", round=where(fact.round, fact.table)))
def _resumed(state: State, fact: ClockResumed, entry: LogEntry) -> State:
    clock = _running(state, fact.round, fact.table)
    place = _open_pause(clock, fact.table)
    if place is None:
        raise Refused(Message("That clock is not paused."), code="clock_not_paused")
    pauses = list(clock.pauses)
    pauses[place] = replace(pauses[place], until=entry.moment)
    return _with_clock(state, state.round(fact.round), replace(clock, pauses=tuple(pauses)))


@folds(ClockExtended, _extended_sentence)
def _extended(state: State, fact: ClockExtended, entry: LogEntry) -> State:
    round_ = _check_table(state, fact.round, fact.table)
    clock = round_.clock
    if fact.table is None:
        return _with_clock(state, round_, replace(clock, extension=clock.extension + fact.seconds))
    seconds = clock.table_extensions.get(fact.table, 0) + fact.seconds
    extensions = {**clock.table_extensions, fact.table: seconds}
    return _with_clock(state, round_, replace(clock, table_extensions=extensions))


@folds(ClockStopped, lambda _, fact: Message("Stopped the clock of %(round)s.", round=round_title(fact.round)))
def _stopped(state: State, fact: ClockStopped, entry: LogEntry) -> State:
    clock = _running(state, fact.round, None)
    return _with_clock(state, state.round(fact.round), replace(clock, stopped_at=entry.moment))
