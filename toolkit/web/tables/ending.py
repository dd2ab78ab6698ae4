"""The end of a game: the record to keep, the result sent to the event and confirmed there."""

from __future__ import annotations

from flask import Response, abort, make_response, request
from werkzeug.wrappers import Response as AnyResponse

from toolkit.game.record import render_record
from toolkit.services.tables import results
from toolkit.web.replay import answer_record
from toolkit.web.tables.at import DOOR, blueprint, enter, enter_to_act
from toolkit.web.tables.ending_view import may_read_record, own_player
from toolkit.web.tables.orders import carried_out
from toolkit.web.tables.page import keep_secret


@blueprint.get(f"{DOOR}/record.txt")
def record(id: str, word: str, token: str) -> Response:
    """The game as text, to keep, share and replay."""
    at = enter(id, word, token)
    if not may_read_record(at):
        abort(403)
    answer = make_response(render_record(at.table.record()))
    answer.mimetype = "text/plain"
    answer.headers["Content-Disposition"] = f"attachment; filename=game-{id}.txt"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get(f"{DOOR}/replay")
def replay(id: str, word: str, token: str) -> Response:
    """The game step by step, with its plot of pools and ousts."""
    at = enter(id, word, token)
    if not may_read_record(at):
        abort(403)
    return keep_secret(
        answer_record(
            at.table.record(),
            title=at.table.made.title,
            address=lambda step: f"{at.path}/replay?step={step}",
            download=f"{at.path}/record.txt",
        )
    )


@blueprint.post(f"{DOOR}/send")
def send(id: str, word: str, token: str) -> AnyResponse:
    """Send the result to the event, to be confirmed."""
    at = enter_to_act(id, word, token)
    return carried_out(at, lambda: results.send_result(at.work(), player=own_player(at), seen=_seen()))


@blueprint.post(f"{DOOR}/confirm")
def confirm(id: str, word: str, token: str) -> AnyResponse:
    """Agree with the result that another player sent."""
    at = enter_to_act(id, word, token)
    player = own_player(at)
    if player is None:
        abort(403)
    return carried_out(at, lambda: results.confirm(at.work(), player=player, seen=_seen()))


def _seen() -> str:
    return request.form.get("seen", "")[:16]
