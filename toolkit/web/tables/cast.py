"""A table on a television: the ring at twice the size, the clock, the last turns, a code to watch on a phone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from flask import Response, make_response, redirect, request
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from toolkit.game import GameState
from toolkit.game.view import SPECTATOR
from toolkit.services.tables.links import WATCH, link_path
from toolkit.web.base.clocks import ShownClock
from toolkit.web.base.shell import render_page, values_of, wants_fragment
from toolkit.web.base.stores import current_context, current_secret
from toolkit.web.serving.caching import TIME, server_time
from toolkit.web.tables.at import LINK, At, blueprint, come_in, sit_down
from toolkit.web.tables.board import BoardView, board_view
from toolkit.web.tables.page import Ending, ending_view, keep_secret, shown_clock, version_of
from toolkit.web.tables.screen import TableScreen, table_screen
from toolkit.web.tables.seen import following_of, seen_by
from toolkit.web.tables.start import link_qr
from toolkit.web.tables.trail import TrailTurn, turns


@dataclass(frozen=True)
class CastPage:
    """The view for a television: only what everybody at the table may see."""

    at: At
    version: str

    @property
    def _state(self) -> GameState:
        return self.at.table.state

    @property
    def path(self) -> str:
        """The address of the table for people who watch."""
        return self.at.path

    @property
    def code(self) -> Markup:
        """The same as a QR code."""
        return link_qr(self.path)

    @cached_property
    def board(self) -> BoardView:
        """The ring as everybody sees it."""
        return board_view(self._state, SPECTATOR)

    @cached_property
    def screen(self) -> TableScreen:
        """The ring, with nothing on it to tap."""
        seen = seen_by(self._state, SPECTATOR)
        is_light = self.at.table.made.depth == "light"
        following = following_of(self._state) if is_light else None
        return table_screen(seen.view, self.board, SPECTATOR, (), following=following)

    @property
    def heading(self) -> str:
        """Turn and Methuselah; of a game that is over, how it ended."""
        if self.at.table.is_over:
            return self.board.won or self.board.heading
        has_turn = seen_by(self._state, SPECTATOR).view.active and not self._state.options.is_phased
        return self.screen.title if has_turn else self.board.heading

    @property
    def turns(self) -> tuple[TrailTurn, ...]:
        """The last turns."""
        return tuple(_told(turn, self._state.step.turn) for turn in turns(self.at.table, SPECTATOR))

    @property
    def clock(self) -> ShownClock | None:
        """The clock of the table, or of its event."""
        return shown_clock(self.at)

    @property
    def ending(self) -> Ending:
        """Everybody's points, and where the result stands."""
        return ending_view(self.at)


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
        page = CastPage(sit_down(id, link, stream), version)
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
