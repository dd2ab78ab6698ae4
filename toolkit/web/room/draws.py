"""The draws of an event for everybody: the commitment before them, the seed after."""

from __future__ import annotations

from dataclasses import dataclass

from werkzeug.wrappers import Response as AnyResponse

from toolkit.services import links
from toolkit.services.versions import PUBLIC
from toolkit.tournament.draw_record import is_public, listed_draws
from toolkit.web.events.draws import ShownDraw, shown_draws
from toolkit.web.room.visit import blueprint, visit


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDrawsPage:
    """What the event committed to, and the draws that everybody may see now; `json_url` for programs."""

    draws: list[ShownDraw]
    json_url: str


@blueprint.get("/<id>/draws")
def draws(id: str) -> AnyResponse:
    """The draws of an event, and what it committed to."""
    at = visit(id, PUBLIC)
    event = at.tournament
    page = PublicDrawsPage(
        draws=shown_draws(event, [one for one in listed_draws(event) if is_public(event, one)]),
        json_url=f"/api/v1{links.event_path(id)}/draws",
    )
    return at.answer("room/draws.html", page)
