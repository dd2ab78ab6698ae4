"""`/api/v1/games`: a followed game as JSON. A token of the table's links opens it: `Authorization: Bearer <token>`.

An answer carries the table's version as its `ETag`. An operation that sends it back as `If-Match` is refused with 409
when another was given since; an `Idempotency-Key` makes a repeated request harmless.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from flask import Response, abort, request

from toolkit.errors import NotFound
from toolkit.game import Operation
from toolkit.game.judge import Correct
from toolkit.game.record import parse_operation, render_record
from toolkit.schemas import games as sent
from toolkit.schemas.derived import schema_of
from toolkit.schemas.errors import refusal_of
from toolkit.schemas.tournament import Condition, EmptySchema, HeadersSchema
from toolkit.services.events.views import EntryView
from toolkit.services.tables import results, views
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.folding import Hand, TableGame, games
from toolkit.services.tables.links import NoLink, TableLink, opened_by
from toolkit.services.tables.playing import GameMovedOn, NotYours, TableUnitOfWork, allowed
from toolkit.web.base import bearers, errors
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.security import csrf
from toolkit.web.base.stores import current_context, current_secret
from toolkit.web.base.throttle import Rate, throttle
from toolkit.web.tables.at import is_official_of

api = ApiBlueprint(
    "api_games",
    "games",
    url_prefix="/api/v1/games",
    description="Track a game: see it as a seat, list legal operations, carry them out.",
)
# No cookie opens anything here.
csrf.exempt(api)

type GameApiView = Callable[..., Any]

_REFUSAL = refusal_of(schema_of(EntryView))()


class Reader:
    """Whoever shows a token of one table."""

    def __init__(self, id: str) -> None:
        self.id = id
        stream = games(current_context()).stream(id)
        self.head = stream.head
        self.link: TableLink = opened_by(current_secret(), id, stream.summary, bearers.shown_bearer() or "")

    @functools.cached_property
    def table(self) -> TableGame:
        """The table as it stands."""
        return games(current_context()).look(self.id).state

    @property
    def is_official(self) -> bool:
        """Whether corrections are theirs: the host's, but at an event's table an official's of the event."""
        return self.link.is_host and (self.table.made.event is None or is_official_of(self.table))

    def work(self, condition: Condition) -> TableUnitOfWork:
        """The unit of work of a change."""
        return TableUnitOfWork(
            context=current_context(),
            id=self.id,
            by=self.link.seat or "Host",
            expected=condition.expected,
            key=condition.key,
        )

    @property
    def player(self) -> int | None:
        """The player of the event who sits here."""
        event = self.table.made.event
        return event.players[self.table.seats.index(self.link.seat)] if event and self.link.seat else None


_READER = "toolkit.api_games.reader"


def _is_of_table(_shown: str) -> bool:
    """Whether the request shows a token of the table in its address; of no table there is no wrong one."""
    try:
        request.environ[_READER] = Reader(request.path.split("/")[4])
    except NoLink:
        return False
    except NotFound:
        return True
    return True


bearers.accept_others(f"{api.url_prefix}/", _is_of_table)


def _reader(id: str) -> Reader:
    """The reader whose token of the table the request shows.

    Raises:
        StreamNotFound, NoLink: there is no such table, or no token was shown.
    """
    return request.environ.get(_READER) or Reader(id)


def reads(rule: str, answer: Any, *, query: Any = None, key: str = "") -> Callable[[GameApiView], GameApiView]:
    """An address that shows something of a table to whoever has a token of it; `key` is that of a list's entries."""
    is_after_taken = query is sent.GameLogQuerySchema
    answers = api.lists(answer, key, is_after_taken=is_after_taken) if key else api.response(200, answer)

    def decorate(function: GameApiView) -> GameApiView:
        @functools.wraps(function)
        def view(*, id: str, **asked: Any) -> Any:
            reader = _reader(id)
            if request.if_none_match.contains(str(reader.head)):
                return Response(status=304, headers=_headers(reader.head))
            return function(reader, **asked), 200, _headers(reader.table.number)

        wrapped = answers(view)
        if query is not None:
            wrapped = api.arguments(query, location="query", as_kwargs=True)(wrapped)
        api.route(rule, methods=["GET"])(_documented(wrapped, 403, 404, 422))
        return function

    return decorate


def writes(rule: str, body: Any = EmptySchema, *, with_links: bool = False) -> Callable[[GameApiView], GameApiView]:
    """An address that changes a table: for every token but the one that only watches."""

    def decorate(function: GameApiView) -> GameApiView:
        @functools.wraps(function)
        def view(condition: Condition, *, id: str, **figures: Any) -> Any:
            reader = _reader(id)
            if not reader.link.can_act:
                abort(403)
            table = function(reader, reader.work(condition), **figures)
            view = views.show_made(current_secret(), id, table) if with_links else views.show_change(id, table)
            return view, 200, _headers(table.number)

        answer = schema_of(views.GameMadeView if with_links else views.GameChangeView)
        wrapped = _documented(api.response(200, answer)(view), 403, 404, 409, 422)
        wrapped = api.arguments(body, as_kwargs=True)(wrapped)
        wrapped = api.arguments(HeadersSchema, location="headers")(wrapped)
        api.route(rule, methods=["POST"])(wrapped)
        return function

    return decorate


def _documented(view: GameApiView, *statuses: int) -> GameApiView:
    for status in statuses:
        view = api.alt_response(status, schema=_REFUSAL)(view)
    return view


def _headers(number: int) -> dict[str, str]:
    return {"ETag": f'"{number}"', "Vary": "Authorization", "Cache-Control": "no-cache"}


@api.post("")
@api.arguments(HeadersSchema, location="headers")
@api.arguments(sent.NewGameSchema, as_kwargs=True)
@api.response(201, schema_of(views.GameMadeView))
@api.alt_response(409, schema=_REFUSAL)
@api.alt_response(422, schema=_REFUSAL)
def create_game(condition: Condition, *, enforcement: str, speed: str, **more: Any) -> Any:
    """Create a table.

    The answer contains every link. Only the host can ask for them again.
    """
    throttle(Rate.NEW_TABLE)
    context = current_context()
    wishes = TableWishes(changes={"game_enforcement": enforcement, "game_speed": speed}, **more)
    id = create_table(context, wishes, by="Host", key=condition.key)
    table = games(context).look(id).state
    view = views.show_made(current_secret(), id, table)
    return view, 201, {**_headers(table.number), "Location": f"{api.url_prefix}/{id}"}


@reads("/<id>", schema_of(views.GameView))
def show_game(reader: Reader) -> views.GameView:
    """Show the game as its reader may see it."""
    return views.show_game(current_context(), reader.id, reader.table, reader.link)


@reads("/<id>/operations", schema_of(views.GameLegalView)(many=True), query=sent.GameSeatQuerySchema, key="operation")
def list_operations(reader: Reader, *, seat: str) -> list[views.GameLegalView]:
    """List the operations that are legal now.

    Those of the reader's seat. The host can ask for one seat or for all.
    """
    return views.show_operations(reader.table, reader.link, seat)


@reads("/<id>/log", schema_of(views.GameWrittenView)(many=True), query=sent.GameLogQuerySchema, key="number")
def show_game_log(reader: Reader, *, after: int) -> list[views.GameWrittenView]:
    """List all operations after an entry.

    Includes undone operations and undos.
    """
    return views.show_log(reader.table, reader.link, after=after)


@reads("/<id>/record", None)
def export_game(reader: Reader) -> Response:
    """Show the record as text.

    At any time for the host, and for everyone when the game is over.
    """
    if not (reader.link.is_host or reader.table.is_over):
        abort(403)
    return Response(render_record(reader.table.record()), mimetype="text/plain")


@writes("/<id>/operations", sent.GameOrderSchema)
def carry_out_operation(reader: Reader, work: TableUnitOfWork, *, operation: str) -> TableGame:
    """Carry out an operation.

    If it is refused, the answer names the rule.
    """

    def decide(table: TableGame) -> Operation:
        order = parse_operation(operation)
        return allowed(reader.link, order, is_official=reader.is_official, state=table.state)

    return work.order(("do", operation), decide)


@writes("/<id>/undo", sent.GameCountSchema)
def undo_operations(reader: Reader, work: TableUnitOfWork, *, count: int) -> TableGame:
    """Undo the last operations.

    They stay in the log.
    """
    return work.undo(count)


@writes("/<id>/redo", sent.GameCountSchema)
def redo_operations(reader: Reader, work: TableUnitOfWork, *, count: int) -> TableGame:
    """Redo undone operations."""
    return work.redo(count)


@writes("/<id>/corrections", sent.GameCorrectionSchema)
def correct_game(reader: Reader, work: TableUnitOfWork, *, changes: Sequence[str], reason: str) -> TableGame:
    """Correct the state of the game.

    For the host, or an official of the event.
    """
    order = Correct(changes=tuple(changes), reason=reason)

    def decide(table: TableGame) -> Operation:
        return allowed(reader.link, order, is_official=reader.is_official, state=table.state)

    return work.order(("correct", order), decide)


@writes("/<id>/clock", sent.GameClockSchema)
def turn_game_clock(reader: Reader, work: TableUnitOfWork, *, hand: str, minutes: int) -> TableGame:
    """Start, pause or extend the table's own clock."""
    if reader.table.made.event is not None:
        raise NotYours("The event's clock counts at this table.", code="official_needed")
    return work.turn_clock(Hand(hand), minutes)


@writes("/<id>/links", sent.GameLinksSchema, with_links=True)
def issue_game_links(reader: Reader, work: TableUnitOfWork, *, doors: Sequence[str]) -> TableGame:
    """Replace links of the table.

    For the host. The old links of these seats and roles stop working.
    """
    if not reader.link.is_host:
        abort(403)
    return work.issue_links(doors)


@writes("/<id>/result")
def send_game_result(reader: Reader, work: TableUnitOfWork) -> TableGame:
    """Send the result of a finished game to its event.

    Another player confirms it there.
    """
    results.send_result(work, player=reader.player)
    return work.look()


@writes("/<id>/result/confirm", sent.GameSeenSchema)
def confirm_game_result(reader: Reader, work: TableUnitOfWork, *, seen: str) -> TableGame:
    """Confirm the result sent by another player."""
    if reader.player is None:
        abort(403)
    results.confirm(work, player=reader.player, seen=seen)
    return work.look()


@api.errorhandler(GameMovedOn)
def _moved_on(error: GameMovedOn) -> Response:
    return errors.refusal(error, sequence=error.table.number)
