"""Judge calls: a table asks once, a judge takes the call, and closes it when the table plays on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from toolkit.languages import Message, Sayable
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import Fact, JudgeCallClosed, JudgeCalled, JudgeCallTaken, JudgeCallTakenBack
from toolkit.tournament.log import LogEntry, PlayerNames, author_name, because, folds
from toolkit.tournament.state import Call, State, evolve, round_title

LONGEST_REASON = 200


def call_judge(
    state: State,
    *,
    round_number: int | None = None,
    table: int | None = None,
    player: int | None = None,
    reason: str = "",
) -> list[Fact]:
    """Call a judge to a table; nothing happens while a call from there is open.

    With `player` alone the judge is called to where the player sits, else to the player.

    Raises:
        UnknownRound, UnknownTable, UnknownPlayer: there is none.
        Refused: the event is finished, or nobody sits at that table yet.
        BadValue: too long a reason.
    """
    check_running(state)
    if player is not None:
        state.player(player)
    if round_number is not None and table is not None:
        round_ = state.round(round_number)
        round_.table(table)
        if not round_.is_published:
            raise Refused(Message("%(round)s is not published yet.", round=round_.heading), code="not_published")
    elif player is not None:
        round_number, table = place_of(state, player)
    else:
        raise BadValue(Message("A call names a table, or a player."), code="no_place")
    if open_call(state, round_number, table, player) is not None:
        return []
    cleaned = " ".join(check_text(reason).split())
    if len(cleaned) > LONGEST_REASON:
        raise BadValue(
            Message("A call says at most %(number)s characters.", number=LONGEST_REASON), code="reason_too_long"
        )
    number = state.calls_ever + 1
    return [JudgeCalled(call=number, round=round_number, table=table, player=player, reason=cleaned)]


def place_of(state: State, player: int) -> tuple[int, int] | tuple[None, None]:
    """The round and table where the player sits now; None of both without a seat."""
    current = state.current_round
    if current is None or player not in current.seats:
        return None, None
    return current.number, current.seats[player][0]


def open_call(state: State, round_number: int | None, table: int | None, player: int | None = None) -> Call | None:
    """The call that a table, or a player without a seat, is waiting with."""
    for call in state.calls.values():
        if (call.round, call.table) == (round_number, table) and (table is not None or call.player == player):
            return call
    return None


def take_call(state: State, number: int, *, judge: str) -> list[Fact]:
    """A judge goes; another one may take over, and nothing happens when the same one says so twice.

    Raises:
        UnknownCall: no such call is open.
        BadValue: no name.
    """
    name = check_text(judge)
    if not name:
        raise BadValue(Message("Choose who takes it."), code="no_judge")
    return [] if state.call(number).taken_by == name else [JudgeCallTaken(call=number, judge=name)]


def close_call(state: State, number: int, *, note: str = "") -> list[Fact]:
    """The table plays on.

    Raises:
        UnknownCall: no such call is open.
    """
    state.call(number)
    return [JudgeCallClosed(call=number, note=check_text(note))]


def take_call_back(
    state: State, *, round_number: int | None = None, table: int | None = None, player: int | None = None
) -> list[Fact]:
    """The caller needs no judge any more; nothing happens without an open call.

    `player` is who called, None for a table that did not say who.

    Raises:
        Refused: somebody else called.
    """
    call = open_call(state, round_number, table, player)
    if call is None:
        return []
    if call.player != player:
        raise Refused(Message("Another player called the judge. Talk to them or to the judge."), code="not_yours")
    return [JudgeCallTakenBack(call=call.number)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedCall:
    """A call that has been answered or taken back, with when (aware UTC) and how."""

    call: Call
    at: datetime
    moment: datetime
    by: str
    note: str
    was_taken_back: bool = False


def closed_calls(log: Iterable[LogEntry], undone: frozenset[int]) -> list[ClosedCall]:
    """Every call of a log that is over, the last one first."""
    calls: dict[int, Call] = {}
    closed: dict[int, ClosedCall] = {}
    for entry in log:
        if entry.number in undone:
            continue
        match entry.fact:
            case JudgeCalled() as fact:
                calls[fact.call] = _call(fact, entry)
            case JudgeCallTaken(call=number, judge=judge):
                calls[number] = replace(calls[number], taken_by=judge, taken_at=entry.moment)
            case JudgeCallClosed(call=number, note=note):
                closed[number] = _closed_by(calls[number], entry, note)
            case JudgeCallTakenBack(call=number):
                closed[number] = replace(_closed_by(calls[number], entry, ""), was_taken_back=True)
    return list(reversed(closed.values()))


def _call(fact: JudgeCalled, entry: LogEntry) -> Call:
    return Call(
        number=fact.call,
        round=fact.round,
        table=fact.table,
        player=fact.player,
        reason=fact.reason,
        at=entry.at,
        moment=entry.moment,
    )


def _closed_by(call: Call, entry: LogEntry, note: str) -> ClosedCall:
    return ClosedCall(call=call, at=entry.at, moment=entry.moment, by=entry.by, note=note)


def _called_sentence(names: PlayerNames, fact: JudgeCalled) -> Sayable:
    if fact.round is not None and fact.table is not None:
        sentence = Message(
            "Judge call %(number)s from table %(other)s in %(round)s.",
            number=fact.call,
            other=fact.table,
            round=round_title(fact.round),
        )
    else:
        name = names(fact.player) if fact.player is not None else ""
        sentence = Message("Judge call %(number)s from %(name)s.", number=fact.call, name=name)
    return because(sentence, fact.reason)


@folds(JudgeCalled, _called_sentence)
def _called(state: State, fact: JudgeCalled, entry: LogEntry) -> State:
    if fact.call in state.calls:
        raise Refused(Message("There is a call %(number)s already.", number=fact.call), code="number_taken")
    calls = {**state.calls, fact.call: _call(fact, entry)}
    return evolve(state, calls=calls, calls_ever=max(state.calls_ever, fact.call))


def _taken_sentence(names: PlayerNames, fact: JudgeCallTaken) -> Sayable:
    return Message("%(name)s takes call %(number)s.", name=author_name(fact.judge), number=fact.call)


@folds(JudgeCallTaken, _taken_sentence)
def _taken(state: State, fact: JudgeCallTaken, entry: LogEntry) -> State:
    taken = replace(state.call(fact.call), taken_by=fact.judge, taken_at=entry.moment)
    return evolve(state, calls={**state.calls, fact.call: taken})


@folds(JudgeCallClosed, lambda _, fact: because(Message("Call %(number)s is closed.", number=fact.call), fact.note))
def _closed(state: State, fact: JudgeCallClosed, entry: LogEntry) -> State:
    return _without(state, fact.call)


@folds(JudgeCallTakenBack, lambda _, fact: Message("Call %(number)s was taken back.", number=fact.call))
def _taken_back(state: State, fact: JudgeCallTakenBack, entry: LogEntry) -> State:
    return _without(state, fact.call)


def _without(state: State, over: int) -> State:
    state.call(over)
    return evolve(state, calls={number: call for number, call in state.calls.items() if number != over})
