"""How a game stands or ended: points, who left and how, and where the result is at the event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toolkit.game import GameState
from toolkit.game.ending import points
from toolkit.game.view import SPECTATOR
from toolkit.scoring import render_victory_points
from toolkit.services.tables import results
from toolkit.web.events.table_view import event_words
from toolkit.web.tables.at import At
from toolkit.web.tables.seen import seen_by, shared

type Viewpoint = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsLine:
    """Somebody's victory points, game wins and tournament points: as they stand, and if time were called now."""

    name: str
    vp: str
    gw: int
    tp: int | None
    timed_vp: str
    timed_gw: int
    timed_tp: int | None


def ending_view(at: At) -> Viewpoint:
    """Everybody's points now or at the end, who left and how, and where the result stands at the event."""
    table = at.table
    told = results.story(table) if table.is_over else []
    return {
        "is_over": table.is_over,
        "points": shared(seen_by(table.state, SPECTATOR), "points", lambda: points_view(table.state)),
        "story": [event_words(event, list(table.seats)) for event in told],
        "at_event": _event_view(at) if table.made.event is not None else None,
        "can_have_record": may_read_record(at),
    }


def points_view(state: GameState) -> tuple[PointsLine, ...]:
    """One line a seat: what stands, and while the game goes on what would stand if time were called now."""
    now, timed = points(state), points(state, time_now=True)
    return tuple(
        PointsLine(
            name=line.seat,
            vp=render_victory_points(line.half_points),
            gw=line.game_win,
            tp=line.table_points,
            timed_vp=render_victory_points(then.half_points),
            timed_gw=then.game_win,
            timed_tp=then.table_points,
        )
        for line, then in zip(now, timed, strict=True)
    )


def _event_view(at: At) -> Viewpoint:
    """The result at the event: to be sent, to be confirmed, confirmed, locked, or no longer this table's."""
    found = results.at_event(at.work(), at.table)
    event = at.table.made.event
    assert event is not None
    if found is None:
        return {"state": "gone", "url": f"/tournaments/{event.tournament}"}
    result, mine = found.result, own_player(at)
    if result is None:
        state = "open"
    elif found.is_confirmed:
        state = "confirmed"
    else:
        state = "unconfirmed"
    sent = at.table.sent
    return {
        "state": state,
        "seen": found.mark,
        "name": found.tournament.settings.name,
        "url": f"/tournaments/{event.tournament}",
        "entered_by": result.entered_by if result else "",
        "is_ours": sent is not None and result is not None and " ".join(result.events) == sent.events,
        "is_locked": result is not None and result.is_locked,
        "can_send": at.link.can_act and at.table.is_over and state != "confirmed",
        "can_confirm": state == "unconfirmed" and mine is not None and result is not None and result.by_player != mine,
    }


def own_player(at: At) -> int | None:
    """The player of the event who sits where this link leads; None for the host and for who watches."""
    event = at.table.made.event
    if event is None or not at.link.seat:
        return None
    return event.players[at.table.seats.index(at.link.seat)]


def may_read_record(at: At) -> bool:
    """A record holds what was face down: until the end it is for whoever acts for all."""
    return at.table.is_over or at.link.is_host
