"""The button that calls a judge: from a player's own page, or from a table's."""

from __future__ import annotations

from flask import redirect, request
from werkzeug.wrappers import Response

from toolkit.services import room
from toolkit.tournament import calls
from toolkit.web.room.player import opened
from toolkit.web.room.table import Seat
from toolkit.web.room.visit import Visit, blueprint, visit
from toolkit.web.stores import current_key


@blueprint.post("/<id>/players/<number>/<token>/call")
def call_from_player(id: str, number: str, token: str) -> Response:
    """The player calls a judge to where they sit."""
    who = opened(id, number, token)
    at = visit(id)
    at.here = room.player_path(id, who, current_key())
    return _call(at, at.tournament.player(who).name, player=who)


@blueprint.post("/<id>/rounds/<number>/tables/<table>/<token>/call")
def call_from_table(id: str, number: str, table: str, token: str) -> Response:
    """Whoever holds the table's link calls a judge there."""
    seat = Seat(id, number, table, token)
    return _call(seat.visit, seat.name, round_number=seat.number, table=seat.table)


def _call(at: Visit, by: str, **place: int) -> Response:
    at.desk(by).change(calls.call_judge, reason=request.form.get("reason", ""), **place)
    return redirect(at.here, 303)
