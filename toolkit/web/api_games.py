"""`/api/v1/games`: a followed game as JSON. A token of the table's links opens it: `Authorization: Bearer <token>`.

An answer carries the table's version as its `ETag`. An operation that sends it back as `If-Match` is refused with 409
when another was given since; an `Idempotency-Key` makes a repeated request harmless.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from flask import Response, abort, request

from toolkit.game import Operation, legal_operations, seats_to_act, view_for
from toolkit.game.ending import points
from toolkit.game.judge import Correct
from toolkit.game.operation import seat_of, verb
from toolkit.game.record import parse_operation, render_operation, render_record
from toolkit.game.view import SPECTATOR, as_dict, is_open_to
from toolkit.schemas import games as shapes
from toolkit.schemas.derived import schema_of
from toolkit.schemas.errors import refusal_of
from toolkit.schemas.tournament import EmptySchema, HeadersSchema
from toolkit.scoring.events import describe_event
from toolkit.services.tables import results
from toolkit.services.tables.creating import TableWishes, create_table
from toolkit.services.tables.folding import Hand, TableGame
from toolkit.services.tables.links import TableLink, link_path, links_of, opened_by, token_of
from toolkit.services.tables.playing import GameMovedOn, NotYours, TableUnitOfWork, allowed
from toolkit.services.tournament_views import EntryView
from toolkit.web import errors
from toolkit.web.api import ApiBlueprint
from toolkit.web.security import csrf
from toolkit.web.stores import current_context, current_key
from toolkit.web.tables.at import is_official_of
from toolkit.web.throttle import Rate, throttle

api = ApiBlueprint(
    "api_games",
    "games",
    url_prefix="/api/v1/games",
    description="Follow a game: what a seat may see, what it could do, and doing it.",
)
# No cookie opens anything here.
csrf.exempt(api)

type View = Callable[..., Any]

_REFUSAL = refusal_of(schema_of(EntryView))


class Reader:
    """Whoever shows a token of one table."""

    def __init__(self, id: str) -> None:
        self.id = id
        given = request.authorization
        token = (given.token or "") if given is not None and given.type == "bearer" else ""
        stream = current_context().games.stream(id)
        self.head = stream.head
        self.link: TableLink = opened_by(current_key(), id, stream.summary, token)

    @functools.cached_property
    def table(self) -> TableGame:
        """The table as it stands."""
        return current_context().games.look(self.id).state

    @property
    def eyes(self) -> str | None:
        """Who reads: a seat, a spectator, or the host, who sees what is recorded."""
        return None if self.link.is_host else self.link.seat or SPECTATOR

    @property
    def is_official(self) -> bool:
        """Whether corrections are theirs: the host's, but at an event's table an official's of the event."""
        return self.link.is_host and (self.table.made.event is None or is_official_of(self.table))

    def work(self, headers: dict[str, Any]) -> TableUnitOfWork:
        """The unit of work of a change."""
        match = headers["if_match"]
        return TableUnitOfWork(
            context=current_context(),
            id=self.id,
            by=self.link.seat or "Host",
            expected=None if match is None else int(match.removeprefix("W/").strip('"')),
            key=headers["idempotency_key"],
        )

    @property
    def player(self) -> int | None:
        """The player of the event who sits here."""
        event = self.table.made.event
        return event.players[self.table.seats.index(self.link.seat)] if event and self.link.seat else None


def reads(rule: str, answer: Any, *, query: Any = None) -> Callable[[View], View]:
    """An address that shows something of a table to whoever has a token of it."""

    def decorate(function: View) -> View:
        @functools.wraps(function)
        def view(*args: Any, id: str) -> Any:
            reader = Reader(id)
            if request.if_none_match.contains(str(reader.head)):
                return Response(status=304, headers=_headers(reader.head))
            return function(reader, *args), 200, _headers(reader.table.number)

        wrapped = api.response(200, answer)(view)
        if query is not None:
            wrapped = api.arguments(query, location="query")(wrapped)
        api.route(rule, methods=["GET"])(_documented(wrapped, 403, 404, 422))
        return function

    return decorate


def writes(rule: str, body: Any = EmptySchema, *, answer: Any = shapes.GameChangeSchema) -> Callable[[View], View]:
    """An address that changes a table: for every token but the one that only watches."""

    def decorate(function: View) -> View:
        @functools.wraps(function)
        def view(headers: dict[str, Any], data: dict[str, Any], id: str) -> Any:
            reader = Reader(id)
            if not reader.link.can_act:
                abort(403)
            table = function(reader, reader.work(headers), data)
            shown = {"id": id, "sequence": table.number, "is_over": table.is_over, **_made(id, table, reader)}
            return shown, 200, _headers(table.number)

        wrapped = api.response(200, answer)(view)
        wrapped = api.arguments(body)(wrapped)
        wrapped = api.arguments(HeadersSchema, location="headers")(wrapped)
        api.route(rule, methods=["POST"])(_documented(wrapped, 403, 404, 409, 422))
        return function

    return decorate


def _documented(view: View, *statuses: int) -> View:
    for status in statuses:
        view = api.alt_response(status, schema=_REFUSAL)(view)
    return view


def _headers(number: int) -> dict[str, str]:
    return {"ETag": f'"{number}"', "Vary": "Authorization", "Cache-Control": "no-cache"}


def _made(id: str, table: TableGame, reader: Reader) -> dict[str, Any]:
    if not reader.link.is_host:
        return {}
    return {"doors": _links(id, table)}


def _links(id: str, table: TableGame) -> list[dict[str, str]]:
    key = current_key()
    return [
        {
            "door": link.word,
            "seat": link.seat,
            "token": token_of(key, id, link.word, table.issues),
            "path": link_path(key, id, link.word, table.issues),
        }
        for link in links_of(table.seats)
    ]


@api.post("")
@api.arguments(HeadersSchema, location="headers")
@api.arguments(shapes.NewGameSchema)
@api.response(201, shapes.GameMadeSchema)
@api.alt_response(409, schema=_REFUSAL)
@api.alt_response(422, schema=_REFUSAL)
def create_game(headers: dict[str, Any], data: dict[str, Any]) -> Any:
    """Make a table; its answer holds every link, and nobody can ask for them again but the host."""
    throttle(Rate.NEW_TABLE)
    changes = {"game_enforcement": data.pop("enforcement"), "game_speed": data.pop("speed")}
    context = current_context()
    id = create_table(context, TableWishes(changes=changes, **data), by="Host", key=headers["idempotency_key"])
    table = context.games.look(id).state
    shown = {"id": id, "sequence": table.number, "doors": _links(id, table)}
    return shown, 201, {**_headers(table.number), "Location": f"{api.url_prefix}/{id}"}


@reads("/<id>", shapes.GameSchema)
def show_game(reader: Reader) -> Any:
    """The game as the reader may see it."""
    table, state = reader.table, reader.table.state
    clock = table.clock_reading(current_context().now()) if table.clock.seconds else None
    return {
        "id": reader.id,
        "title": table.made.title,
        "door": reader.link.word,
        "seat": reader.link.seat,
        "sequence": table.number,
        "is_over": table.is_over,
        "to_act": list(seats_to_act(state)),
        "clock": None
        if clock is None
        else {"left": clock.seconds_left - clock.over, "is_running": clock.ends_at is not None},
        "points": [
            {
                "name": line.seat,
                "victory_points": line.half_points / 2,
                "game_wins": line.game_win,
                "tournament_points": line.table_points,
                "timed_victory_points": timed.half_points / 2,
            }
            for line, timed in zip(points(state), points(state, time_now=True), strict=True)
        ],
        "result_seen": _seen(reader),
        "story": [describe_event(event, table.seats) for event in results.story(table)],
        "state": as_dict(view_for(state, reader.eyes)),
    }


def _seen(reader: Reader) -> str | None:
    work = TableUnitOfWork(context=current_context(), id=reader.id, by="")
    found = results.at_event(work, reader.table)
    return None if found is None else found.mark


@reads("/<id>/operations", shapes.GameLegalSchema(many=True), query=shapes.GameSeatQuerySchema)
def list_operations(reader: Reader, query: dict[str, Any]) -> Any:
    """What could be done now: by the reader's seat; for the host, by the seat that is asked for, or by all."""
    if not reader.link.can_act:
        return []
    seat = reader.link.seat or query["seat"] or None
    return [
        {"operation": render_operation(order), "verb": verb(type(order)), "seat": seat_of(order)}
        for order in legal_operations(reader.table.state, seat)
    ]


@reads("/<id>/log", shapes.GameWrittenSchema(many=True), query=shapes.GameLogQuerySchema)
def show_log(reader: Reader, query: dict[str, Any]) -> Any:
    """Every operation since an entry, undone ones and undos included."""
    table = reader.table
    standing = set(table.standing)
    return [
        {
            "number": line.number,
            "at": line.at,
            "by": line.by,
            "operation": render_operation(line.order) if is_open_to(line.order, reader.eyes, table.state) else None,
            "is_undone": line.applied is not None and line.number not in standing,
        }
        for line in table.since(query["after"])
    ]


@reads("/<id>/record", None)
def show_record(reader: Reader) -> Any:
    """The record as text: at any time for the host, for everybody when the game is over."""
    if not (reader.link.is_host or reader.table.is_over):
        abort(403)
    return Response(render_record(reader.table.record()), mimetype="text/plain")


@writes("/<id>/operations", shapes.GameOrderSchema)
def do(reader: Reader, work: TableUnitOfWork, data: dict[str, Any]) -> TableGame:
    """Carry out an operation; refused, the answer names the row of the rules."""

    def decide(_: TableGame) -> Operation:
        return allowed(reader.link, parse_operation(data["operation"]), is_official=reader.is_official)

    return work.order(("do", data["operation"]), decide)


@writes("/<id>/undo", shapes.GameCountSchema)
def undo(reader: Reader, work: TableUnitOfWork, data: dict[str, Any]) -> TableGame:
    """Take back the last operations; they stay in the log."""
    return work.undo(data["count"])


@writes("/<id>/redo", shapes.GameCountSchema)
def redo(reader: Reader, work: TableUnitOfWork, data: dict[str, Any]) -> TableGame:
    """Do again what was taken back."""
    return work.redo(data["count"])


@writes("/<id>/corrections", shapes.GameCorrectionSchema)
def correct(reader: Reader, work: TableUnitOfWork, data: dict[str, Any]) -> TableGame:
    """A judge's correction, by the host or an official of the event."""
    order = Correct(changes=tuple(data["changes"]), reason=data["reason"])
    return work.order(("correct", order), lambda _: allowed(reader.link, order, is_official=reader.is_official))


@writes("/<id>/clock", shapes.GameClockSchema)
def turn_clock(reader: Reader, work: TableUnitOfWork, data: dict[str, Any]) -> TableGame:
    """Start, pause or extend the table's own clock."""
    if reader.table.made.event is not None:
        raise NotYours("The event's clock counts at this table.", code="official_needed")
    return work.turn_clock(Hand(data["hand"]), data["minutes"])


@writes("/<id>/links", shapes.GameLinksSchema, answer=shapes.GameMadeSchema)
def issue_links(reader: Reader, work: TableUnitOfWork, data: dict[str, Any]) -> TableGame:
    """Make links anew, as the host: the older ones of these doors open nothing any more."""
    if not reader.link.is_host:
        abort(403)
    return work.issue_links(data["doors"])


@writes("/<id>/result")
def send_result(reader: Reader, work: TableUnitOfWork, data: dict[str, Any]) -> TableGame:
    """Send the result of a game that is over to its event, where another player confirms it."""
    results.send_result(work, player=reader.player)
    return work.look()


@writes("/<id>/result/confirm", shapes.GameSeenSchema)
def confirm_result(reader: Reader, work: TableUnitOfWork, data: dict[str, Any]) -> TableGame:
    """Agree with the result that another player sent."""
    if reader.player is None:
        abort(403)
    results.confirm(work, player=reader.player, seen=data["seen"])
    return work.look()


@api.errorhandler(GameMovedOn)
def _moved_on(error: GameMovedOn) -> Response:
    return errors.answer(409, error.code, error.message, rule=error.rule, sequence=error.table.number)
