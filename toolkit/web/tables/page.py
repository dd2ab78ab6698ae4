"""The page of a table: the board, what may be done, what happened; a screen that is open asks for what is new."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from flask import Response, request
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import NotFound
from toolkit.game import GameState
from toolkit.game.ending import points
from toolkit.game.view import SPECTATOR
from toolkit.services.tables import results
from toolkit.services.tables.results import event_clock
from toolkit.web.base.clocks import ShownClock, clock_of
from toolkit.web.base.i18n import language, points_words
from toolkit.web.base.shell import render_page, values_of, wants_fragment
from toolkit.web.base.stores import current_context
from toolkit.web.events.results import dispute_words, event_words
from toolkit.web.serving.caching import TIME, drawn_from, server_time
from toolkit.web.tables.at import DEPTH_COOKIE, DEPTHS, LINK, At, blueprint, chosen_place, come_in, depth_of, sit_down
from toolkit.web.tables.board import BoardView, board_view
from toolkit.web.tables.choices import ChoiceGroup, asked_for, choices_view
from toolkit.web.tables.refusals import RefusalView, refusal_view
from toolkit.web.tables.screen import TableScreen, table_screen
from toolkit.web.tables.seen import following_of, seen_by, shared
from toolkit.web.tables.trail import TrailLine, TrailTurn, missed, trail, turns, whose_step

_YEAR = 365 * 24 * 3600
SEEN_COOKIE = "seen"


@blueprint.get(LINK)
def table(id: str, word: str, token: str) -> AnyResponse:
    """The table, for holders of this link."""
    link, stream = come_in(id, word, token)
    if wants_fragment():
        version = version_of(id, stream.head, stream.summary["tournament"], stream.summary["depth"], _unfolded())
        if version in request.if_none_match:
            unchanged = Response(status=304, headers={TIME: server_time(current_context())})
            unchanged.set_etag(version)
            return keep_secret(unchanged)
    return answer_page(sit_down(id, link, stream))


def answer_page(at: At, status: int = 200) -> Response:
    """The page, or the part of it that a screen swaps in."""
    event, choices = at.table.made.event, _choices(at)
    unfolded = _unfolded() | asked_for(
        {group.name for group in choices if group.is_open} | {at.typed.get("choice", "")}
    )
    version = version_of(at.id, at.table.number, event.tournament if event else None, at.table.made.depth, unfolded)
    values = values_of(GamePage(at, choices, unfolded, version))
    answer = render_page("tables/table.html", "tables/_table.html", status, **values)
    if status == 200:
        answer.set_etag(version)
        answer.headers[TIME] = server_time(current_context())
        answer.set_cookie(SEEN_COOKIE, str(at.table.number), path=at.path, httponly=True, samesite="Lax")
        if request.args.get(DEPTH_COOKIE) in DEPTHS:
            answer.set_cookie(DEPTH_COOKIE, at.depth, path="/tables", max_age=_YEAR, httponly=True, samesite="Lax")
    return keep_secret(answer)


def _unfolded() -> frozenset[str]:
    """The forms behind headings that are open on the asking screen."""
    return asked_for(request.args.getlist("open"))


def _choices(at: At) -> list[ChoiceGroup]:
    if not at.link.can_act or at.table.is_over:
        return []
    return choices_view(
        at.table.state,
        at.seat,
        at.depth,
        can_correct=at.is_official,
        speaks_for_all=at.link.is_host,
        opened=_unfolded(),
        chosen=at.typed.get("choice", ""),
        reader=at.reader,
    )


def keep_secret(answer: Response) -> Response:
    """An answer whose address holds a token: kept by no cache and no search engine, told to no other site."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Robots-Tag"] = "noindex"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


@dataclass(frozen=True)
class GamePage:
    """The table as one reader sees it.

    Attributes:
        every_choice: the choices of this reader.
        opened: what waits behind headings and was opened.
        version: the tag of this page.
    """

    at: At
    every_choice: list[ChoiceGroup]
    opened: frozenset[str]
    version: str

    @property
    def _state(self) -> GameState:
        return self.at.table.state

    @property
    def chosen(self) -> int:
        """The seat that the host acts for, from 1; 0 for the seat whose move it is."""
        return chosen_place(self.at.link, self.at.table)

    @cached_property
    def board(self) -> BoardView:
        """The ring as this reader sees it."""
        return board_view(self._state, self.at.reader, is_shared=self.at.link.is_host)

    @cached_property
    def screen(self) -> TableScreen:
        """The table as one screen."""
        return table_screen(
            seen_by(self._state, self.at.reader).view,
            self.board,
            self.at.seat,
            self.every_choice,
            is_full=self.at.depth == "full",
            is_shared=self.at.link.is_host,
            following=following_of(self._state),
        )

    @property
    def refusal(self) -> RefusalView | None:
        """The reason why the operation that was sent is refused."""
        at = self.at
        return refusal_view(at.refusal, seen_by(self._state, at.reader).names) if at.refusal else None

    @property
    def turns(self) -> list[TrailTurn]:
        """The last turns."""
        return turns(self.at.table, self.at.reader)

    @property
    def moved(self) -> list[TrailLine]:
        """The operations of others since the refused form was drawn."""
        return trail(self.at.table, self.at.reader, self.at.moved)

    @property
    def missed(self) -> list[TrailLine]:
        """The operations of others since this browser was here last."""
        return _missed(self.at)

    @property
    def clock(self) -> ShownClock | None:
        """The clock of the table, or of its event."""
        return shown_clock(self.at)

    @property
    def can_undo(self) -> bool:
        """Whether this reader may undo the last operation."""
        return self.at.link.can_act and bool(self.at.table.in_force)

    @property
    def undo_words(self) -> str:
        """The tap that an undo takes back, in words, with whose entry it is."""
        return whose_step(self.at.table, self.at.reader, self.at.by) if self.at.link.can_act else ""

    @property
    def can_redo(self) -> bool:
        """Whether this reader may repeat an operation that was undone."""
        return self.at.link.can_act and bool(self.at.table.taken_back)

    @property
    def other_depth(self) -> str:
        """The depth that this page is not shown at."""
        return next(depth for depth in DEPTHS if depth != self.at.depth)

    @property
    def ending(self) -> Ending:
        """Everybody's points, and where the result stands."""
        return ending_view(self.at)


def _missed(at: At) -> list[TrailLine]:
    """The operations of others since this browser's last visit; none on a screen that stayed open."""
    seen = request.cookies.get(SEEN_COOKIE, "")
    is_number = seen.isascii() and seen.isdigit() and len(seen) < 8
    if wants_fragment() or request.method != "GET" or not is_number:
        return []
    return missed(at.table, at.reader, int(seen), at.by)


def shown_clock(at: At) -> ShownClock | None:
    """The table's own clock; at an event's table, the event's."""
    now = current_context().steady()
    if at.table.made.event is None:
        return replace(clock_of(at.table.clock_reading(now)), is_own=True, has_minutes=at.table.clock.seconds > 0)
    reading = event_clock(current_context(), at.table.made.event, now)
    return None if reading is None else clock_of(reading)


def version_of(id: str, number: int, event: str | None, usual_depth: str, unfolded: frozenset[str]) -> str:
    """The tag of a table's page at that entry of its log, for what its address asks."""
    wanted = (language(), depth_of(usual_depth), request.args.get("for", "")[:2], ".".join(sorted(unfolded)))
    if event is None:
        drawn_from(id, number)
        return "-".join((str(number), *wanted))
    event_number = _event_head(event)
    drawn_from(id, number, event, event_number)
    return "-".join((str(number), *wanted, str(event_number)))


def _event_head(tournament: str) -> int:
    try:
        return current_context().tournaments.head(tournament)
    except NotFound:
        return 0


# How a game stands or ended


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsLine:
    """A player's victory points, game wins and tournament points: now, and if time were called."""

    name: str
    vp: str
    gw: int
    tp: int | None
    timed_vp: str
    timed_gw: int
    timed_tp: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventResult:
    """The result at the event.

    Attributes:
        state: open, unconfirmed, confirmed; gone where the table is no longer this one's.
        seen: the mark of the result that this page shows.
        dispute: the two results that players of the table entered, in sentences to whoever looks; "" without.
    """

    state: str
    url: str
    seen: str = ""
    name: str = ""
    entered_by: str = ""
    dispute: str = ""
    is_ours: bool = False
    is_locked: bool = False
    can_send: bool = False
    can_confirm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Everybody's points, who left and how, where the result stands at the event, and who may have the record."""

    is_over: bool
    points: tuple[PointsLine, ...]
    story: tuple[str, ...]
    at_event: EventResult | None
    can_have_record: bool


def ending_view(at: At) -> Ending:
    """Everybody's points now or at the end, who left and how, and where the result stands at the event."""
    table = at.table
    events = results.story(table) if table.is_over else []
    return Ending(
        is_over=table.is_over,
        points=shared(seen_by(table.state, SPECTATOR), "points", lambda: points_view(table.state)),
        story=tuple(event_words(event, list(table.seats)) for event in events),
        at_event=_event_view(at) if table.made.event is not None else None,
        can_have_record=may_read_record(at),
    )


def points_view(state: GameState) -> tuple[PointsLine, ...]:
    """One line a seat: what stands, and while the game goes on what would stand if time were called now."""
    now, timed = points(state), points(state, time_now=True)
    return tuple(
        PointsLine(
            name=line.seat,
            vp=points_words(line.half_points),
            gw=line.game_win,
            tp=line.table_points,
            timed_vp=points_words(then.half_points),
            timed_gw=then.game_win,
            timed_tp=then.table_points,
        )
        for line, then in zip(now, timed, strict=True)
    )


def _event_view(at: At) -> EventResult:
    """The result at the event: to be sent, to be confirmed, confirmed, locked, or no longer this table's."""
    place = results.at_event(at.work(), at.table)
    event = at.table.made.event
    assert event is not None
    if place is None:
        return EventResult(state="gone", url=f"/tournaments/{event.tournament}")
    result, mine = place.result, own_player(at)
    if result is None:
        state = "open"
    elif place.is_confirmed:
        state = "confirmed"
    else:
        state = "unconfirmed"
    sent = at.table.sent
    return EventResult(
        state=state,
        seen=place.mark,
        name=place.tournament.settings.name,
        url=f"/tournaments/{event.tournament}",
        entered_by=result.entered_by if result else "",
        dispute=dispute_words(place.tournament, place.round, place.table, mine),
        is_ours=sent is not None and result is not None and " ".join(result.events) == sent.events,
        is_locked=result is not None and result.is_locked,
        can_send=at.link.can_act and at.table.is_over and state != "confirmed",
        can_confirm=state == "unconfirmed" and mine is not None and result is not None and result.by_player != mine,
    )


def own_player(at: At) -> int | None:
    """The player of the event who sits where this link leads; None for the host and for who watches."""
    event = at.table.made.event
    if event is None or not at.link.seat:
        return None
    return event.players[at.table.seats.index(at.link.seat)]


def may_read_record(at: At) -> bool:
    """A record holds what was face down: until the end it is for the host, who acts for all."""
    return at.table.is_over or at.link.is_host
