"""One step of a replay, for the template: where it is, what was done, what stands, and the ways to other steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from flask_babel import gettext, ngettext

from toolkit.errors import Invalid
from toolkit.game.ending import points
from toolkit.game.record import BadRecord, Redo, Undo
from toolkit.game.refusals import IllegalOperation
from toolkit.game.state import GameState
from toolkit.game.timeline import RecordedDeparture, Timeline, TooLong, line_of
from toolkit.game.view import view_for
from toolkit.web.base.i18n import points_words
from toolkit.web.tables.board import BoardView, board_view
from toolkit.web.tables.refusals import refusal_words
from toolkit.web.tables.trail import followed
from toolkit.web.tables.words import in_words, names_in, sentence


def record_fault(error: BadRecord) -> str:
    """The fault of a line of a record, in the reader's language, without a full stop."""
    return in_words(error.said).rstrip(".")


# Lines shown before and after the current one.
AROUND = 6


@dataclass(frozen=True, slots=True)
class LineView:
    """One operation of the record near the current one; `turn` names that which it begins, or the first line's."""

    number: int
    words: str
    is_current: bool
    turn: str


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
        departures=tuple((departure.step, departure_words(departure)) for departure in game.departures),
        plot=pool_plot(game, step),
        result=tuple(
            (line.seat, points_words(line.half_points), line.game_win, line.table_points)
            for line in points(game.state_at(game.last))
        ),
        is_finished=game.state_at(game.last).stage == "finished",
        problem=problem_words(game),
        problem_rule=game.problem.refusal.rule if isinstance(game.problem, IllegalOperation) else "",
    )


def _heading(game: Timeline, step: int) -> str:
    where = gettext("Step %(number)s of %(last)s", number=step, last=game.last)
    return f"{turn_words(game, step)} · {where}" if step else where


def turn_words(game: Timeline, step: int) -> str:
    """The turn that a step belongs to: the one that its operation was given in."""
    moment = game.moments[game.moments[step].parent]
    moment = game.moments[step] if not moment.turn else moment
    return gettext("Turn %(number)s: %(name)s", number=moment.turn, name=moment.active)


def _sentence(game: Timeline, step: int, near: dict[int, GameState]) -> str:
    moment = game.moments[step]
    order = moment.order
    if order is None:
        return gettext("The table is set up.")
    if isinstance(order, Undo):
        return ngettext("The last operation is taken back.", "%(num)d operations are taken back.", order.count)
    if isinstance(order, Redo):
        return ngettext("An operation is restored.", "%(num)d operations are restored.", order.count)
    return str(sentence(order, view_for(game.state_at(moment.parent, near))))


def _happened(game: Timeline, step: int, near: dict[int, GameState]) -> list[str]:
    applied = game.applied_at(step, near)
    if applied is None:
        return []
    said = [in_words(remark.sentence) for remark in game.remarks.get(step, ())]
    return [*said, *followed(applied, game.state_at(game.moments[step].parent, near), None)]


def _around(game: Timeline, step: int, near: dict[int, GameState]) -> list[LineView]:
    first = max(0, min(step - AROUND, game.last - 2 * AROUND))
    numbers = range(first, min(game.last, first + 2 * AROUND) + 1)
    turns = ["", *(turn_words(game, number) if number else "" for number in numbers)]
    return [
        LineView(number, _sentence(game, number, near), number == step, turn if turn != before else "")
        for number, (before, turn) in zip(numbers, pairwise(turns), strict=True)
    ]


def problem_words(game: Timeline) -> str:
    """Why the record is not shown to its end; empty when it is."""
    problem = game.problem
    if problem is None:
        return ""
    if isinstance(problem, TooLong):
        return in_words(problem.message)
    if isinstance(problem, BadRecord):
        return gettext(
            "The record cannot be read from line %(line)s on (%(reason)s). Only the part before it is shown.",
            line=problem.line,
            reason=record_fault(problem),
        )
    if game.line:
        return gettext(
            "The rules refuse line %(line)s (%(reason)s). Only the part before it is shown.",
            line=game.line,
            reason=_reason(game, problem).rstrip("."),
        )
    return gettext(
        "The rules refuse operation %(number)s (%(reason)s). Only the part before it is shown.",
        number=game.last + 1,
        reason=_reason(game, problem).rstrip("."),
    )


def _reason(game: Timeline, problem: Invalid) -> str:
    if isinstance(problem, IllegalOperation):
        return refusal_words(problem.refusal, names_in(view_for(game.state_at(game.last), None)))
    return str(problem.message)


type StepAddress = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Way:
    """A button below the slider, and the step that it leads to; `is_here` where that is this one."""

    name: str
    label: str
    step: int
    is_here: bool


def ways(view: ReplayView) -> list[Way]:
    """First, previous, turns, next, last: each with the step that it leads to."""
    is_first, is_last = view.step == 0, view.step == view.last
    return [
        Way("first", gettext("First"), 0, is_first),
        Way("turn-back", gettext("Previous turn"), view.previous_turn, is_first),
        Way("previous", gettext("Previous"), max(0, view.step - 1), is_first),
        Way("next", gettext("Next"), min(view.last, view.step + 1), is_last),
        Way("turn-on", gettext("Next turn"), view.next_turn, is_last),
        Way("last", gettext("Last"), view.last, is_last),
    ]


# Pool over time as numbers for a template that draws it as SVG, with ousts and withdrawals marked


WIDTH, HEIGHT = 640, 220
LEFT, TOP, RIGHT, BOTTOM = 30, 12, 96, 24
# Points of one line: more than the drawing is wide nobody sees.
MOST_POINTS = 600
LABEL = 15
CLOSEST_TICKS = 34


@dataclass(frozen=True, slots=True)
class TimelineLine:
    """One seat's pool: its points as SVG wants them, and where its name stands."""

    seat: str
    tone: int
    points: str
    label_y: float
    end: int


@dataclass(frozen=True, slots=True)
class Mark:
    """An oust or a withdrawal."""

    x: float
    y: float
    seat: str
    how: str
    words: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid with its figure."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class PoolPlot:
    """The drawing, and the same in words."""

    lines: tuple[TimelineLine, ...]
    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]
    turns: tuple[Tick, ...]
    now: float
    words: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    top: int = TOP
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def pool_plot(game: Timeline, step: int) -> PoolPlot:
    """The pools over the operations that stand, with the step that is looked at marked."""
    standing = game.standing()
    seats = list(game.record.seats)
    most = max(max(game.moments[number].pools, default=1) for number in standing)
    top = max(10, -(-most // 10) * 10)

    def x(depth: float) -> float:
        return round(LEFT + depth / max(1, len(standing) - 1) * (WIDTH - LEFT - RIGHT), 1)

    def y(pool: float) -> float:
        return round(HEIGHT - BOTTOM - pool / top * (HEIGHT - TOP - BOTTOM), 1)

    every = max(1, len(standing) // MOST_POINTS)
    chosen = [at for at in range(len(standing)) if at % every == 0 or at == len(standing) - 1]
    ends = [game.moments[standing[-1]].pools[at] for at in range(len(seats))]
    labels = _spread([y(end) for end in ends])
    lines = tuple(
        TimelineLine(
            seat=seat,
            tone=place + 1,
            points=" ".join(f"{x(at)},{y(game.moments[standing[at]].pools[place])}" for at in chosen),
            label_y=labels[place],
            end=ends[place],
        )
        for place, seat in enumerate(seats)
    )
    depths = {number: depth for depth, number in enumerate(standing)}
    marks = tuple(
        _mark(departure, x(depths[departure.step]), y(0)) for departure in game.departures if departure.step in depths
    )
    return PoolPlot(
        lines=lines,
        marks=marks,
        ticks=tuple(Tick(y(pool), str(pool)) for pool in range(0, top + 1, 10 if top <= 60 else 20)),
        turns=_turns(game, standing, x),
        now=x(min(game.moments[step].depth, len(standing) - 1)),
        words=_words(game, seats, ends),
    )


def _turns(game: Timeline, standing: list[int], x: Callable[[float], float]) -> tuple[Tick, ...]:
    """Where turns begin, as far as their numbers have room."""
    ticks: list[Tick] = []
    for depth, number in enumerate(standing[1:], 1):
        turn = game.moments[number].turn
        at = x(depth)
        if turn != game.moments[standing[depth - 1]].turn and (not ticks or at - ticks[-1].at >= CLOSEST_TICKS):
            ticks.append(Tick(at, str(turn)))
    return tuple(ticks)


def _spread(wanted: list[float]) -> list[float]:
    """Where the names stand, near their lines' ends and not on top of each other."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = [0.0] * len(wanted)
    last = float(TOP - LABEL)
    for at in order:
        last = max(wanted[at], last + LABEL)
        placed[at] = last
    # Those that would stand below the drawing move up, and push up only whom they meet.
    floor = HEIGHT - BOTTOM + 4.0
    for at in reversed(order):
        placed[at] = min(placed[at], floor)
        floor = placed[at] - LABEL
    return [round(value, 1) for value in placed]


def departure_words(departure: RecordedDeparture) -> str:
    """Who left, and how."""
    if departure.how == "ousted" and departure.by:
        return gettext("%(seat)s is ousted by %(predator)s", seat=departure.seat, predator=departure.by)
    if departure.how == "ousted":
        return gettext("%(seat)s is ousted", seat=departure.seat)
    if departure.how == "withdrew":
        return gettext("%(seat)s withdraws", seat=departure.seat)
    return gettext("%(seat)s is disqualified", seat=departure.seat)


def _mark(departure: RecordedDeparture, x: float, y: float) -> Mark:
    return Mark(x, y, departure.seat, departure.how, departure_words(departure))


def _words(game: Timeline, seats: list[str], ends: list[int]) -> str:
    begins = game.moments[1].pools if len(game.moments) > 1 else game.moments[0].pools
    pools = "; ".join(
        gettext("%(seat)s from %(begin)s to %(end)s", seat=seat, begin=begins[at], end=ends[at])
        for at, seat in enumerate(seats)
    )
    left = "; ".join(
        gettext("operation %(number)s: %(what)s", number=departure.step, what=departure_words(departure))
        for departure in game.departures
    )
    return ". ".join(part for part in (pools, left) if part)
