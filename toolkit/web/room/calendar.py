"""The event for somebody's calendar."""

from __future__ import annotations

from flask import Response, request

from toolkit.exchange.icalendar import render_calendar
from toolkit.services import room
from toolkit.web.room.visit import blueprint, visit


@blueprint.get("/<id>.ics")
def calendar(id: str) -> Response:
    """The event as an iCalendar file; asked for again it brings what has changed."""
    state = visit(id).tournament
    at = state.entry(state.number).at
    url = f"{request.host_url.rstrip('/')}{room.event_path(id)}"
    # The id alone is unique; the host is the same for every address by which this machine is reached.
    text = render_calendar(state, uid=f"{id}@vtes-toolkit", url=url, at=at)
    answer = Response(text, mimetype="text/calendar", content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{id}.ics"'
    return answer
