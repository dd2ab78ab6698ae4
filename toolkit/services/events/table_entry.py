"""A table's result, entered and confirmed by its own players: each says who they are and what they had seen.

What a phone had seen is a mark of the table's result, not of the whole event: whatever else happens in the room, an
entry goes through, and only another result at the same table, or other players, stops it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from toolkit.errors import Conflict
from toolkit.languages import Message
from toolkit.scoring import parse_events
from toolkit.scoring.events import Remove
from toolkit.services.kernel.unit_of_work import digest
from toolkit.tournament import results
from toolkit.tournament.disputes import is_late, is_same
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import Fact, ResultDisputed, ResultEntered
from toolkit.tournament.state import Round, State

_MARK = 16


class TableChanged(Conflict):
    """Another result was entered at this table first, or other players sit there now."""

    code = "table_changed"


def table_mark(state: State, number: int, table: int) -> str:
    """A short mark of a table's result and players: another result or other players have another mark.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
    """
    round_ = state.round(number)
    players, result = round_.table(table), round_.results.get(table)
    entered = None if result is None else (result.players, result.events, result.by_player, result.reason)
    points = [score and score.victory_points for score in map(round_.scores.get, players)]
    return digest((players, entered, points if result else None))[:_MARK]


def enter_at_table(
    state: State,
    number: int,
    table: int,
    *,
    me: int,
    seen: str,
    events: str | None = None,
    victory_points: Sequence[str] | None = None,
    typed_at: datetime | None = None,
) -> list[Fact]:
    """A player of the table enters or corrects its result; the result that stands, entered by another, is confirmed.

    Overriding, removing and what is locked are an official's. `seen`: the table's mark when this was typed. What can no
    longer count is a dispute, whatever was seen: nothing that a player sent is lost.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: not published, not at this table, locked, or the event is over.
        ImpossibleScores: no game ends so.
        BadValue: a removal.
        TableChanged: something else was entered in between.
    """
    _check_open(state, number, table)
    if events is not None and any(isinstance(event, Remove) for event in parse_events(events)):
        raise BadValue(Message("Only an official removes a player."), code="official_needed")
    facts = results.enter_result(
        state, number, table, events=events, victory_points=victory_points, by_player=me, typed_at=typed_at
    )
    round_ = state.round(number)
    if not facts or _is_unchanged(round_, table, facts):
        is_own = round_.results[table].by_player == me
        return [] if is_own else results.confirm_result(state, number, table, me)
    if any(isinstance(fact, ResultDisputed) for fact in facts):
        return facts
    _check_seen(state, number, table, seen)
    return facts


def confirm_at_table(state: State, number: int, table: int, *, me: int, seen: str) -> list[Fact]:
    """A player of the table agrees with the result that another entered.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: no result, not at this table, the one who entered it, or the event is over.
        TableChanged: something else was entered in between.
    """
    _check_open(state, number, table)
    _check_seen(state, number, table, seen)
    return results.confirm_result(state, number, table, me)


def can_confirm(state: State, number: int, table: int, me: int | None) -> bool:
    """Whether this player of the table is asked to confirm its result."""
    round_ = state.round(number)
    result = round_.results.get(table)
    if result is None or me is None or not round_.is_settled(table) or state.is_finished:
        return False
    is_waiting = result.by_player is not None and result.confirmed_by is None and not result.is_locked
    return is_waiting and me != result.by_player and me in round_.table(table)


def _check_open(state: State, number: int, table: int) -> None:
    if state.is_finished:
        raise Refused(Message("The event is finished: ask an official."), code="finished")
    round_ = state.round(number)
    if not is_late(state, round_):
        results.check_unlocked(round_, table)


def _check_seen(state: State, number: int, table: int, seen: str) -> None:
    if seen != table_mark(state, number, table):
        raise TableChanged(Message("Something else was entered at this table in the meantime."))


def _is_unchanged(round_: Round, table: int, facts: Sequence[Fact]) -> bool:
    """Whether the points to be entered are those already entered."""
    (fact,) = facts
    return (
        isinstance(fact, ResultEntered)
        and round_.is_settled(table)
        and is_same(fact.scores, round_.results[table].scores)
    )
