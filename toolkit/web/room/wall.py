"""The wall: a page for a projector, which follows the event by itself and holds nothing that not everybody may see."""

from __future__ import annotations

from functools import lru_cache

from flask import Response, request
from markupsafe import Markup

from toolkit.services import room
from toolkit.sheets.qr import qr_svg
from toolkit.web.addresses import room_url
from toolkit.web.room.visit import blueprint, visit
from toolkit.web.room.wall_view import pages, slides


@blueprint.get("/<id>/wall")
def wall(id: str) -> Response:
    """What everybody should see now; `?slide=3` one page of it, for a browser that runs no script."""
    at = visit(id)
    every = slides(at.tournament)
    asked = room.positive(request.args.get("slide", ""))
    paged = pages(every)
    shown = [paged[(asked - 1) % len(paged)]] if asked else every
    link = f"{room_url().rstrip('/')}{room.event_path(id)}"
    return at.answer(
        "room/wall.html",
        slides=shown,
        following=f"?slide={max(asked, 1) % len(paged) + 1}",
        link=link,
        short_link=link.partition("://")[2],
        code=_code(link),
    )


@lru_cache(maxsize=64)
def _code(link: str) -> Markup:
    # The drawing is our own, made of an address.
    return Markup(qr_svg(link, fills=True))
