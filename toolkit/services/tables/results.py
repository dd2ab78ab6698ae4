"""The end of a followed game: how it came about, told to the tournament as its table would tell it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from toolkit.errors import Conflict, NotFound
from toolkit.game.ending import Concede
from toolkit.game.engine import in_force
from toolkit.game.events import Event as Happened
from toolkit.game.events import Happening
from toolkit.languages import Message
from toolkit.scoring import render_event, render_victory_points
from toolkit.scoring.events import Concede as ConcedeTo
from toolkit.scoring.events import Event, Oust, OustTogether, Remove, TimeCalled, Withdraw
from toolkit.services.events import table_entry
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, digest
from toolkit.services.tables.folding import EventTable, TableGame
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.tournament import Tournament, results
from toolkit.tournament.clock import ClockReading, read_clock
from toolkit.tournament.published import public_round
from toolkit.tournament.state import Round, TableResult


class NoResult(Conflict):
    """There is nothing to send: the game goes on, or it is no event's."""

    code = "no_result"


class EventTableChanged(Conflict):
    """The event has changed this table since: other players sit there, or none."""

    code = "table_changed"


def story(table: TableGame) -> list[Event]:
    """The exits of the game in order, from which the victory points come.

    Rule: VEKN 3.7.
    """
    seats = {name: place for place, name in enumerate(table.seats)}
    events: list[Event] = []
    for order, applied in in_force(table.game.done):
        if isinstance(order, Concede):
            events.append(ConcedeTo(seats[order.to]))
            continue
        events += _told(applied.events, seats)
    return events


def _told(events: Iterable[Happened], seats: dict[str, int]) -> list[Event]:
    told_events: list[Event] = []
    ousts: list[Oust] = []
    for event in events:
        match event.kind:
            case Happening.METHUSELAH_OUSTED:
                ousts.append(Oust(seats[event.detail or event.seat], seats[event.seat]))
            case Happening.METHUSELAH_WITHDREW:
                told_events.append(Withdraw(seats[event.seat]))
            case Happening.METHUSELAH_DISQUALIFIED:
                told_events.append(Remove(seats[event.seat]))
            case Happening.GAME_FINISHED if event.detail == "time":
                told_events.append(TimeCalled())
    if ousts:
        told_events.insert(0, ousts[0] if len(ousts) == 1 else OustTogether(tuple(ousts)))
    return told_events


@dataclass(frozen=True, slots=True, kw_only=True)
class AtEvent:
    """The current table of the event."""

    tournament: Tournament
    round: Round
    table: int
    result: TableResult | None

    @property
    def mark(self) -> str:
        """A short mark of the table there."""
        return table_entry.table_mark(self.tournament, self.round.number, self.table)

    @property
    def is_confirmed(self) -> bool:
        """Whether the result counts without any further step."""
        result = self.result
        return result is not None and (result.is_locked or result.confirmed_by is not None or result.by_player is None)


def at_event(work: TableUnitOfWork, table: TableGame) -> AtEvent | None:
    """The table of a game in its event; None for a game of no event, or when its players have changed."""
    event = table.made.event
    if event is None:
        return None
    tournament = work.context.tournaments.look(event.tournament).state
    round_ = public_round(tournament, event.round)
    if round_ is None or dict(round_.numbered()).get(event.table) != event.players:
        return None
    return AtEvent(tournament=tournament, round=round_, table=event.table, result=round_.results.get(event.table))


def send_result(work: TableUnitOfWork, *, player: int | None, seen: str = "") -> Change:
    """Enter the result of a game that is over at its event, as its table would: to be confirmed by another player.

    `player` is who sends it, None for an official; `seen` the mark of what the sender saw at the event, if anything.
    The same result sent again changes nothing.

    Raises:
        NoResult: the game goes on, or is no event's.
        EventTableChanged: other players sit there now.
        ToolkitError: what the event refuses with: locked, finished, impossible.
    """
    table = work.look()
    event = table.made.event
    if event is None or not table.is_over:
        raise NoResult(Message("There is no result to send: the game is not over, or it is not part of an event."))
    event_table = at_event(work, table)
    if event_table is None:
        raise EventTableChanged(Message("The event has changed this table since: enter the result there."))
    written = " ".join(render_event(event) for event in story(table))
    points = tuple(render_victory_points(table.state.seats[name].half_points) for name in table.seats)
    change = _enter(work, event, written, points, player, seen or event_table.mark)
    if table.sent is None or table.sent.events != written:
        work.note_result(written)
    return change


def _enter(
    work: TableUnitOfWork, event: EventTable, written: str, points: tuple[str, ...], player: int | None, seen: str
) -> Change:
    # The tournament counts for itself: where a correction made the points others than the story gives, it refuses.
    key = digest((work.id, event.round, event.table, written, points, player, seen))
    at_tournament = UnitOfWork(context=work.context, id=event.tournament, by=work.by, key=key)
    if player is None:
        return at_tournament.change(
            results.enter_result, event.round, event.table, events=written, victory_points=points
        )
    return at_tournament.change(
        table_entry.enter_at_table, event.round, event.table,
        me=player, seen=seen, events=written, victory_points=points,
    )  # fmt: skip


def confirm(work: TableUnitOfWork, *, player: int, seen: str) -> Change:
    """Another player of the table agrees with the result; `seen` is the mark of what they looked at.

    Raises:
        NoResult: the game is no event's.
        ToolkitError: what the event refuses with: no result yet, their own, another result meanwhile.
    """
    event = work.look().made.event
    if event is None:
        raise NoResult(Message("There is no result to confirm: the game is not an event's."))
    at_tournament = UnitOfWork(context=work.context, id=event.tournament, by=work.by)
    return at_tournament.change(table_entry.confirm_at_table, event.round, event.table, me=player, seen=seen)


def event_clock(context: Context, event: EventTable, now: datetime) -> ClockReading | None:
    """The reading of the event's clock at this table; None if the event is gone or has not published the round."""
    try:
        round_ = public_round(context.tournaments.look(event.tournament).state, event.round)
    except NotFound:
        return None
    return None if round_ is None else read_clock(round_, now, event.table)
