"""The button that calls a judge: from a player's own page, and from either door of a table."""

from __future__ import annotations

from flask import redirect, request
from werkzeug.wrappers import Response

from toolkit.services import room
from toolkit.tournament import calls
from toolkit.web.access import link_key
from toolkit.web.room.doors import Door
from toolkit.web.room.links import opened_player
from toolkit.web.room.table import on_both_doors
from toolkit.web.room.visit import Visit, blueprint, visit
from toolkit.web.throttle import Rate, throttle


@blueprint.post("/<id>/players/<number>/<token>/call")
def call_by_player(id: str, number: str, token: str) -> Response:
    """The player calls a judge to where they sit."""
    who = opened_player(id, number, token)
    at = visit(id)
    at.here = room.player_path(id, who, link_key(id))
    return _call(at, at.tournament.player(who).name, at.here, player=who)


@on_both_doors("call", "POST", "/call")
def call_by_table(door: Door) -> Response:
    """Whoever sits at the table calls a judge there."""
    by = f"Table {door.table}" if door.me is None else door.author
    return _call(door.visit, by, door.url(), round_number=door.number, table=door.table, player=door.me)


def _call(at: Visit, by: str, back: str, **place: int | None) -> Response:
    throttle(Rate.JUDGE_CALL, request.path)
    at.desk(by).change(calls.call_judge, reason=request.form.get("reason", ""), **place)
    return redirect(back, 303)
