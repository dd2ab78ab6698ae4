"""A table on a television: the ring at twice the size, the clock, the last turns, a code to watch on a phone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Response, make_response, redirect, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from toolkit.game.view import SPECTATOR
from toolkit.services.tables.links import WATCH, link_path
from toolkit.web.base.clocks import ShownClock
from toolkit.web.base.shell import render_page, values_of, wants_fragment
from toolkit.web.base.stores import current_context, current_secret
from toolkit.web.serving.caching import TIME, server_time
from toolkit.web.tables.at import LINK, At, blueprint, come_in, sit_down
from toolkit.web.tables.board import BoardView, board_view
from toolkit.web.tables.light import LightView, light_view
from toolkit.web.tables.page import Ending, ending_view, keep_secret, shown_clock, version_of
from toolkit.web.tables.seen import seen_by
from toolkit.web.tables.start import link_qr
from toolkit.web.tables.trail import TrailTurn, turns


@dataclass(frozen=True, slots=True, kw_only=True)
class CastPage:
    """What a television shows: only what everybody at the table may see.

    Attributes:
        path: the address of the table for who watches; `code` is its QR code.
        light: the ring, with nothing on it to tap.
        heading: turn and whose it is; of a game that is over, how it ended.
    """

    at: At
    path: str
    version: str
    board: BoardView
    light: LightView
    heading: str
    turns: tuple[TrailTurn, ...]
    clock: ShownClock | None
    ending: Ending
    code: Markup


@blueprint.get(f"{LINK}/cast")
def cast(id: str, word: str, token: str) -> AnyResponse:
    """The table for a television. It stands at the link to watch, since everybody in the room reads its address."""
    link, stream = come_in(id, word, token)
    if link.word != WATCH:
        return keep_secret(make_response(redirect(f"{_watch_path(sit_down(id, link, stream))}/cast", 303)))
    version = f"cast-{version_of(id, stream.head, stream.summary['tournament'], stream.summary['depth'], frozenset())}"
    headers = {TIME: server_time(current_context())}
    if wants_fragment() and version in request.if_none_match:
        answer = Response(status=304, headers=headers)
    else:
        page = _page(sit_down(id, link, stream), version)
        answer = render_page("tables/cast.html", "tables/_cast.html", 200, **values_of(page))
        answer.headers.update(headers)
    answer.set_etag(version)
    return keep_secret(answer)


def _watch_path(at: At) -> str:
    return link_path(current_secret(), at.id, WATCH, at.table.issues)


def _told(turn: TrailTurn, current: int) -> TrailTurn:
    """Before the game, and in the turn that goes on, the newest line is told where nothing has come of the turn yet."""
    is_bare = not turn.words and turn.number in (0, current)
    return replace(turn, words=turn.lines[0].words) if is_bare else turn


def _page(at: At, version: str) -> CastPage:
    state = at.table.state
    board, view = board_view(state, SPECTATOR), seen_by(state, SPECTATOR).view
    light = light_view(view, board, SPECTATOR, ())
    heading = light.title if view.active and not state.options.is_phased else board.heading
    return CastPage(
        at=at,
        path=at.path,
        version=version,
        board=board,
        light=light,
        heading=(board.won or board.heading) if at.table.is_over else heading,
        turns=tuple(_told(turn, state.step.turn) for turn in turns(at.table, SPECTATOR)),
        clock=shown_clock(at),
        ending=ending_view(at),
        code=link_qr(at.path),
    )
