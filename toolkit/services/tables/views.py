"""The views of a followed game for the API, by `toolkit.schemas.derived`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from toolkit.game import legal_operations, seats_to_act, view_for
from toolkit.game.ending import points
from toolkit.game.operation import seat_of, verb
from toolkit.game.record import render_operation
from toolkit.game.view import ShownGame, is_open_to
from toolkit.scoring.events import describe_event
from toolkit.services.kernel.context import Context
from toolkit.services.tables import results
from toolkit.services.tables.folding import TableGame, WrittenLine
from toolkit.services.tables.links import TableLink, link_path, links_of, token_of
from toolkit.services.tables.playing import TableUnitOfWork
from toolkit.views import ViewOf


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLinkView:
    """A way into the table: its token, and the address of its page."""

    door: str
    seat: str
    token: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMadeView:
    """A table that was made."""

    id: str
    sequence: int
    doors: tuple[GameLinkView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChangeView:
    """A change was made: the table's version now."""

    id: str
    sequence: int
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePointsView:
    """One seat's points: the current ones, and those if time were called now."""

    name: str
    victory_points: float
    game_wins: int
    tournament_points: int | None
    timed_victory_points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTableClockView:
    """The clock: seconds left, below zero when time is up."""

    left: int
    is_running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game as the reader may see it.

    Attributes:
        door: role of the reader's link.
        to_act: the Methuselahs to move.
        result_seen: mark of the event's result, needed to confirm it.
        story: the ousts and withdrawals, in order.
    """

    id: str
    title: str
    door: str
    seat: str
    sequence: int
    is_over: bool
    to_act: tuple[str, ...]
    clock: GameTableClockView | None
    points: tuple[GamePointsView, ...]
    result_seen: str | None
    story: tuple[str, ...]
    state: ShownGame


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLegalView:
    """One thing that could be done now."""

    operation: str
    verb: str
    seat: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWrittenView(ViewOf[WrittenLine]):
    """One line of the log; `operation` is missing where it says what is face down for the reader."""

    number: int
    at: datetime
    by: str
    operation: str | None
    is_undone: bool


def show_made(key: str, id: str, table: TableGame) -> GameMadeView:
    """A table with all its links, for its host; `key` is the installation's."""
    doors = tuple(_link_view(key, id, table, link) for link in links_of(table.seats))
    return GameMadeView(id=id, sequence=table.number, doors=doors)


def _link_view(key: str, id: str, table: TableGame, link: TableLink) -> GameLinkView:
    return GameLinkView(
        door=link.word,
        seat=link.seat,
        token=token_of(key, id, link.word, table.issues),
        path=link_path(key, id, link.word, table.issues),
    )


def show_change(id: str, table: TableGame) -> GameChangeView:
    """The result of a change."""
    return GameChangeView(id=id, sequence=table.number, is_over=table.is_over)


def show_game(context: Context, id: str, table: TableGame, link: TableLink) -> GameView:
    """The game as the link's holder may see it."""
    state = table.state
    return GameView(
        id=id,
        title=table.made.title,
        door=link.word,
        seat=link.seat,
        sequence=table.number,
        is_over=table.is_over,
        to_act=seats_to_act(state),
        clock=_clock(table, context.steady()),
        points=tuple(
            GamePointsView(
                name=line.seat,
                victory_points=line.half_points / 2,
                game_wins=line.game_win,
                tournament_points=line.table_points,
                timed_victory_points=timed.half_points / 2,
            )
            for line, timed in zip(points(state), points(state, time_now=True), strict=True)
        ),
        result_seen=_result_seen(context, id, table),
        story=tuple(describe_event(event, table.seats) for event in results.story(table)),
        state=view_for(state, link.eyes),
    )


def _clock(table: TableGame, now: datetime) -> GameTableClockView | None:
    if not table.clock.seconds:
        return None
    clock = table.clock_reading(now)
    return GameTableClockView(left=clock.seconds_left - clock.over, is_running=clock.ends_at is not None)


def _result_seen(context: Context, id: str, table: TableGame) -> str | None:
    at_table = results.at_event(TableUnitOfWork(context=context, id=id, by=""), table)
    return None if at_table is None else at_table.mark


def show_operations(table: TableGame, link: TableLink, seat: str = "") -> list[GameLegalView]:
    """The possible operations now: by the link's seat; for the host, by `seat`, or by all."""
    if not link.can_act:
        return []
    return [
        GameLegalView(operation=render_operation(order), verb=verb(type(order)), seat=seat_of(order))
        for order in legal_operations(table.state, link.seat or seat or None)
    ]


def show_log(table: TableGame, link: TableLink, *, after: int = 0) -> list[GameWrittenView]:
    """Every operation after an entry, undone ones and undos included."""
    in_force = set(table.in_force)
    return [
        GameWrittenView.of(
            line,
            operation=render_operation(line.order) if is_open_to(line.order, link.eyes, table.state) else None,
            is_undone=line.applied is not None and line.number not in in_force,
        )
        for line in table.since(after)
    ]
