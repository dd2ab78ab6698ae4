"""The page of a table: the board, what may be done, what happened; a screen that is open asks for what is new."""

from __future__ import annotations

from typing import Any

from flask import Response, request
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import NotFound
from toolkit.game.vocabulary import Stage
from toolkit.services.tables.results import event_clock
from toolkit.web.events.clock import shown
from toolkit.web.fragments import TIME, render_page, wants_fragment
from toolkit.web.i18n import language
from toolkit.web.stores import current_context
from toolkit.web.tables.at import DEPTH_COOKIE, DEPTHS, DOOR, At, blueprint, chosen_place, come_in, depth_of, sit_down
from toolkit.web.tables.board import board_view
from toolkit.web.tables.choices import ChoiceGroup, choices_view
from toolkit.web.tables.ending_view import ending_view
from toolkit.web.tables.offers.later import asked_for
from toolkit.web.tables.refusals import refusal_view
from toolkit.web.tables.seen import seen_by
from toolkit.web.tables.trail import missed, trail
from toolkit.web.tables.unchanged import drawn_from

type PageValues = dict[str, Any]

_YEAR = 365 * 24 * 3600
SEEN_COOKIE = "seen"


@blueprint.get(DOOR)
def table(id: str, word: str, token: str) -> AnyResponse:
    """The table, for whoever holds this link."""
    link, stream = come_in(id, word, token)
    if wants_fragment():
        version = _version(id, stream.head, stream.summary["tournament"], stream.summary["depth"], _unfolded())
        if version in request.if_none_match:
            unchanged = Response(status=304, headers={TIME: _time()})
            unchanged.set_etag(version)
            return keep_secret(unchanged)
    return answer_page(sit_down(id, link, stream))


def answer_page(at: At, status: int = 200) -> Response:
    """The page, or the part of it that a screen swaps in."""
    event, choices = at.table.made.event, _choices(at)
    unfolded = _unfolded() | asked_for(
        {group.name for group in choices if group.is_open} | {at.typed.get("choice", "")}
    )
    version = _version(at.id, at.table.number, event.tournament if event else None, at.table.made.depth, unfolded)
    values = {"choices": choices, "opened": unfolded, "version": version, **_context(at)}
    answer = render_page("tables/table.html", "tables/_table.html", status, at=at, **values)
    if status == 200:
        answer.set_etag(version)
        answer.headers[TIME] = _time()
        answer.set_cookie(SEEN_COOKIE, str(at.table.number), path=at.path, httponly=True, samesite="Lax")
        if request.args.get(DEPTH_COOKIE) in DEPTHS:
            answer.set_cookie(DEPTH_COOKIE, at.depth, path="/tables", max_age=_YEAR, httponly=True, samesite="Lax")
    return keep_secret(answer)


def _unfolded() -> frozenset[str]:
    """What waits behind headings and was opened on the screen that asks."""
    return asked_for(request.args.getlist("open"))


def _choices(at: At) -> list[ChoiceGroup]:
    if not at.link.can_act or at.table.is_over:
        return []
    return choices_view(
        at.table.state,
        at.seat,
        at.depth,
        can_correct=at.is_official,
        opened=_unfolded(),
        chosen=at.typed.get("choice", ""),
    )


def keep_secret(answer: Response) -> Response:
    """An answer whose address holds a token: kept by no cache and no search engine, told to no other site."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


def _context(at: At) -> PageValues:
    table, state = at.table, at.table.state
    return {
        "chosen": chosen_place(at.link, table),
        "board": board_view(state, at.reader, is_shared=at.link.is_host),
        "refusal": refusal_view(at.refusal, seen_by(state, at.reader).view) if at.refusal else None,
        "trail": trail(table, at.reader),
        "moved": trail(table, at.reader, at.moved),
        "missed": _missed(at),
        "clock": _clock(at),
        "is_running": state.stage is Stage.RUNNING,
        "can_undo": at.link.can_act and bool(table.standing),
        "can_redo": at.link.can_act and bool(table.taken_back),
        "other_depth": next(depth for depth in DEPTHS if depth != at.depth),
        "ending": ending_view(at),
    }


def _missed(at: At) -> list[PageValues]:
    """What others did since this browser was here last; nothing on a screen that has been open all the time."""
    seen = request.cookies.get(SEEN_COOKIE, "")
    is_number = seen.isascii() and seen.isdigit() and len(seen) < 8
    if wants_fragment() or request.method != "GET" or not is_number:
        return []
    return missed(at.table, at.reader, int(seen), at.by)


def _clock(at: At) -> PageValues | None:
    """The table's own clock; at an event's table, the event's."""
    now = current_context().now()
    if at.table.made.event is None:
        return {**shown(at.table.clock.reading(now)), "is_own": True, "has_minutes": at.table.clock.seconds > 0}
    reading = event_clock(current_context(), at.table.made.event, now)
    return None if reading is None else {**shown(reading), "is_own": False, "has_minutes": True}


def _version(id: str, number: int, event: str | None, usual_depth: str, unfolded: frozenset[str]) -> str:
    wanted = (language(), depth_of(usual_depth), request.args.get("for", "")[:2], ".".join(sorted(unfolded)))
    if event is None:
        drawn_from(id, number)
        return "-".join((str(number), *wanted))
    event_number = _event_head(event)
    drawn_from(id, number, event, event_number)
    return "-".join((str(number), *wanted, str(event_number)))


def _time() -> str:
    return f"{current_context().now().timestamp():.3f}"


def _event_head(tournament: str) -> int:
    try:
        return current_context().tournaments.head(tournament)
    except NotFound:
        return 0
