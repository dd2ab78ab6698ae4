"""The event for somebody's calendar."""

from __future__ import annotations

from flask import Response, request

from toolkit.exchange.icalendar import render_calendar
from toolkit.languages import LANGUAGES, words_of
from toolkit.services import room
from toolkit.web.i18n import language
from toolkit.web.room.visit import blueprint, visit


@blueprint.get("/<id>.ics")
def calendar(id: str) -> Response:
    """The event as an iCalendar file; asked for again it brings what has changed.

    A calendar that asks for it has no language of its own: the address says in which one the link was given.
    """
    state = visit(id).tournament
    at = state.entry(state.number).at
    url = f"{request.host_url.rstrip('/')}{room.event_path(id)}"
    # The id alone is unique; the host is the same for every address by which this machine is reached.
    asked = request.args.get("language", "")
    words = words_of(asked if asked in LANGUAGES else language())
    text = render_calendar(state, words, uid=f"{id}@vtes-toolkit", url=url, at=at)
    answer = Response(text, mimetype="text/calendar", content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{id}.ics"'
    return answer
