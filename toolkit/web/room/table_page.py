"""What the page of a table shows: how the result stands, who still has to say what, and both ways to enter it."""

from __future__ import annotations

import re
from typing import Any

from flask import Response, request

from toolkit.errors import ToolkitError
from toolkit.scoring import outcome, render_victory_points
from toolkit.services import room
from toolkit.services.table_entry import can_confirm, table_mark
from toolkit.tournament.clock import read_clock
from toolkit.tournament.standings import round_scores
from toolkit.tournament.state import Round, State
from toolkit.web.access import link_key
from toolkit.web.events.clock import shown
from toolkit.web.events.console import Typed
from toolkit.web.events.steps import round_words
from toolkit.web.events.table_view import offers, standing_words, telling
from toolkit.web.events.words import FATES
from toolkit.web.room.doors import Door
from toolkit.web.room.visit import PageValues, table_words
from toolkit.web.stores import current_context
from toolkit.web.tables.start import follow_path

_LONGEST_TOLD = 500


def page_of(door: Door, status: int = 200, *, is_conflict: bool = False) -> Response:
    """The table's page; in a conflict, what stands beside what was typed."""
    at, round_, table = door.visit, door.round, door.table
    state = at.tournament
    result = round_.results.get(table)
    is_locked = state.is_finished or (result is not None and result.is_locked)
    is_seen = door.is_open or room.are_standings_public(state)
    can_enter = door.is_open and not is_locked
    return at.answer(
        "room/table.html",
        status,
        is_secret=door.is_open,
        door=door,
        round=round_,
        title=round_words(round_.number),
        table_title=table_words(state, round_, table),
        is_locked=is_locked,
        is_settled=round_.is_settled(table),
        result=result,
        is_seen=is_seen,
        stands=standing_words(state, result) if result and is_seen else "",
        seats=seats_view(state, round_, table) if is_seen else [],
        chairs=[(player, state.player(player).name) for player in round_.table(table)],
        clock=None if round_.is_complete else shown(read_clock(round_, current_context().now(), table)),
        can_enter=can_enter,
        follow_url=follow_path(at.id, round_.number, table, is_open=True) if door.is_open else "",
        can_confirm=door.is_open and can_confirm(state, round_.number, table, door.me),
        own_page=room.player_path(at.id, door.me, link_key(at.id)) if door.is_own and door.me else "",
        **(at.call_values(round_.number, table, door.caller) if door.is_open and not round_.is_complete else {}),
        conflict=_conflict(door) if is_conflict else None,
        **(_entry(door, is_conflict=is_conflict) if can_enter else {}),
    )


def seats_view(state: State, round_: Round, table: int) -> list[PageValues]:
    """Each seat of a table with what it got."""
    scores = round_scores(state, round_)
    entered = [(player, round_.scores.get(player)) for player in round_.table(table)]
    return [
        {
            "player": player,
            "name": state.player(player).name,
            "score": scores.get(player),
            "fate": FATES[score.fate] if score is not None and score.fate else "",
        }
        for player, score in entered
    ]


def _entry(door: Door, *, is_conflict: bool) -> PageValues:
    """Both ways to enter the result, as far as they have been filled in."""
    at, round_, table = door.visit, door.round, door.table
    form = at.typed if at.typed.form == "points" else Typed()
    entered = [round_.scores.get(player) for player in round_.table(table)]
    written = [(form.values.get(f"vp{place}") or "0").strip().replace(",", ".") for place in range(1, 6)]
    return {
        "form": form,
        "seen": _seen(door, is_conflict=is_conflict),
        "telling": telling(at.tournament, round_, table, request.values.get("events", "")[:_LONGEST_TOLD]),
        "offers": offers(at.tournament, round_, table, written) if form.errors.get("points") else [],
        "entered": [render_victory_points(score.victory_points) if score else "" for score in entered],
        "fates": FATES,
    }


def _seen(door: Door, *, is_conflict: bool) -> str:
    """The mark of what whoever fills this in has seen: that of the page on which they began."""
    now = table_mark(door.visit.tournament, door.number, door.table)
    begun = request.values.get("seen", "")
    return now if is_conflict or not re.fullmatch("[0-9a-f]{16}", begun) else begun


def _conflict(door: Door) -> PageValues:
    """What was typed, seat by seat, and the fields that send it again."""
    values, state = door.visit.typed.values, door.visit.tournament
    players = door.round.table(door.table)
    fields: dict[str, Any] = {
        name: value for name, value in values.items() if name == "events" or re.fullmatch("vp[1-5]", name)
    }
    typed = _points(values["events"], len(players)) if "events" in values else ()
    mine = typed or [values.get(f"vp{seat}", "") for seat, _ in enumerate(players, start=1)]
    return {
        "mine": [(state.player(player).name, points) for player, points in zip(players, mine, strict=False)],
        "fields": fields,
        "action": door.visit.typed.form,
        "has_mine": bool(fields),
    }


def _points(events: str, seats: int) -> list[str]:
    try:
        return [render_victory_points(points) for points in outcome(seats, events).victory_points]
    except ToolkitError:
        return []
