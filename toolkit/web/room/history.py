"""A player's own history: every event of theirs on this server, opened by the link of one."""

from __future__ import annotations

from flask import Response, make_response

from toolkit.errors import ToolkitError
from toolkit.season.persons import key_of
from toolkit.services.persons import history_of
from toolkit.web.errors import status_of
from toolkit.web.i18n import said
from toolkit.web.room.visit import blueprint, opened_player, visit
from toolkit.web.seasons import person_page
from toolkit.web.stores import current_context


@blueprint.get("/<id>/players/<number>/<token>/history")
def history(id: str, number: str, token: str) -> Response:
    """The events of the player who holds the link, once this one is over."""
    who = opened_player(id, number, token)
    player = visit(id).tournament.player(who)
    try:
        person = history_of(current_context(), key_of(player.vekn, player.name))
        shown = make_response(person_page(person))
    except ToolkitError as error:
        shown = make_response(person_page(None, said(error.message)), status_of(error))
    shown.headers["Cache-Control"] = "no-store"
    shown.headers["Referrer-Policy"] = "no-referrer"
    return shown
