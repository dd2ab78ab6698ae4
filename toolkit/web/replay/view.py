"""One step of a replay, for the template: where it is, what was done, what stands, and the ways to other steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext, ngettext

from toolkit.errors import Invalid
from toolkit.game.ending import points
from toolkit.game.record import BadRecord, Redo, Undo
from toolkit.game.refusals import IllegalOperation
from toolkit.game.state import GameState
from toolkit.game.timeline import Timeline, line_of
from toolkit.game.view import as_dict, view_for
from toolkit.scoring import render_victory_points
from toolkit.web.replay.faults import record_fault
from toolkit.web.replay.plot import PoolPlot, departure_words, pool_plot
from toolkit.web.tables.board import BoardView, board_view
from toolkit.web.tables.operation_words import sentence
from toolkit.web.tables.refusals import refusal_words
from toolkit.web.tables.trail import consequences
from toolkit.web.tables.words import Names

# Lines shown before and after the current one.
AROUND = 6


@dataclass(frozen=True, slots=True)
class LineView:
    """One operation of the record near the current one."""

    number: int
    words: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class ReplayView:
    """Everything that a step's page shows."""

    step: int
    last: int
    heading: str
    words: str
    line: str
    comment: str
    happened: tuple[str, ...]
    board: BoardView
    around: tuple[LineView, ...]
    turns: tuple[int, ...]
    previous_turn: int
    next_turn: int
    departures: tuple[tuple[int, str], ...]
    plot: PoolPlot
    result: tuple[tuple[str, str, int, int | None], ...]
    is_finished: bool
    problem: str
    problem_rule: str


def replay_view(game: Timeline, step: int) -> ReplayView:
    """The page of that step; a number outside of the record is the nearest one inside."""
    step = min(max(step, 0), game.last)
    # The lines around it first: what is played again for them leads to this step too.
    near: dict[int, GameState] = {}
    around = tuple(_around(game, step, near))
    moment, state = game.moments[step], game.state_at(step, near)
    turns = game.turns()
    before = [number for number in turns if number < step]
    after = [number for number in turns if number > step]
    return ReplayView(
        step=step,
        last=game.last,
        heading=_heading(game, step),
        words=_sentence(game, step, near),
        line=line_of(moment),
        comment=moment.comment,
        happened=tuple(_happened(game, step, near)),
        board=board_view(state, None),
        around=around,
        turns=tuple(turns),
        previous_turn=before[-1] if before else 0,
        next_turn=after[0] if after else game.last,
        departures=tuple((one.step, departure_words(one)) for one in game.departures),
        plot=pool_plot(game, step),
        result=tuple(
            (line.seat, render_victory_points(line.half_points), line.game_win, line.table_points)
            for line in points(game.state_at(game.last))
        ),
        is_finished=game.state_at(game.last).stage == "finished",
        problem=problem_words(game),
        problem_rule=game.problem.refusal.rule if isinstance(game.problem, IllegalOperation) else "",
    )


def _heading(game: Timeline, step: int) -> str:
    return gettext("Operation %(number)s of %(last)s", number=step, last=game.last)


def _sentence(game: Timeline, step: int, near: dict[int, GameState]) -> str:
    moment = game.moments[step]
    order = moment.order
    if order is None:
        return gettext("The table is set up.")
    if isinstance(order, Undo):
        return ngettext("The last operation is taken back.", "%(num)d operations are taken back.", order.count)
    if isinstance(order, Redo):
        return ngettext("An operation is restored.", "%(num)d operations are restored.", order.count)
    return str(sentence(order, as_dict(view_for(game.state_at(moment.parent, near)))))


def _happened(game: Timeline, step: int, near: dict[int, GameState]) -> list[str]:
    applied = game.applied_at(step, near)
    if applied is None:
        return []
    return consequences(applied, game.state_at(game.moments[step].parent, near), None)


def _around(game: Timeline, step: int, near: dict[int, GameState]) -> list[LineView]:
    first = max(0, min(step - AROUND, game.last - 2 * AROUND))
    numbers = range(first, min(game.last, first + 2 * AROUND) + 1)
    return [LineView(number, _sentence(game, number, near), number == step) for number in numbers]


def problem_words(game: Timeline) -> str:
    """Why the record is not shown to its end; empty when it is."""
    problem = game.problem
    if problem is None:
        return ""
    if isinstance(problem, BadRecord):
        return gettext(
            "The record cannot be read from line %(line)s on (%(reason)s). What comes before is shown.",
            line=problem.line,
            reason=record_fault(problem),
        )
    return gettext(
        "Operation %(number)s is refused by the rules (%(reason)s). What comes before is shown.",
        number=game.last + 1,
        reason=_reason(game, problem).rstrip("."),
    )


def _reason(game: Timeline, problem: Invalid) -> str:
    if isinstance(problem, IllegalOperation):
        return refusal_words(problem.refusal, Names(as_dict(view_for(game.state_at(game.last), None))))
    return str(problem.message)


type Address = Callable[[int], str]


def ways(view: ReplayView) -> list[dict[str, Any]]:
    """First, previous, turns, next, last: each with the step that it leads to."""
    return [
        {"name": "first", "label": gettext("First"), "step": 0, "is_here": view.step == 0},
        {"name": "turn-back", "label": gettext("Turn back"), "step": view.previous_turn, "is_here": view.step == 0},
        {"name": "previous", "label": gettext("Previous"), "step": max(0, view.step - 1), "is_here": view.step == 0},
        {
            "name": "next",
            "label": gettext("Next"),
            "step": min(view.last, view.step + 1),
            "is_here": view.step == view.last,
        },
        {
            "name": "turn-on",
            "label": gettext("Turn on"),
            "step": view.next_turn,
            "is_here": view.step == view.last,
        },
        {"name": "last", "label": gettext("Last"), "step": view.last, "is_here": view.step == view.last},
    ]
