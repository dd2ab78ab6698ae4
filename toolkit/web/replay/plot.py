"""Pool over time as numbers for a template that draws it as SVG, with ousts and withdrawals marked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask_babel import gettext

from toolkit.game.timeline import Departure, Timeline

WIDTH, HEIGHT = 640, 220
LEFT, TOP, RIGHT, BOTTOM = 30, 12, 96, 24
# Points of one line: more than the drawing is wide nobody sees.
MOST_POINTS = 600
LABEL = 15
CLOSEST_TICKS = 34


@dataclass(frozen=True, slots=True)
class Line:
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

    lines: tuple[Line, ...]
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
        Line(
            seat=seat,
            tone=place + 1,
            points=" ".join(f"{x(at)},{y(game.moments[standing[at]].pools[place])}" for at in chosen),
            label_y=labels[place],
            end=ends[place],
        )
        for place, seat in enumerate(seats)
    )
    depths = {number: depth for depth, number in enumerate(standing)}
    marks = tuple(_mark(one, x(depths[one.step]), y(0)) for one in game.departures if one.step in depths)
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
    found: list[Tick] = []
    for depth, number in enumerate(standing[1:], 1):
        turn = game.moments[number].turn
        at = x(depth)
        if turn != game.moments[standing[depth - 1]].turn and (not found or at - found[-1].at >= CLOSEST_TICKS):
            found.append(Tick(at, str(turn)))
    return tuple(found)


def _spread(wanted: list[float]) -> list[float]:
    """Where the names stand, near their lines' ends and not on top of each other."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = [0.0] * len(wanted)
    last = float(TOP - LABEL)
    for at in order:
        last = max(wanted[at], last + LABEL)
        placed[at] = last
    over = max(0.0, last - (HEIGHT - BOTTOM + 4))
    return [round(value - over, 1) for value in placed]


def departure_words(one: Departure) -> str:
    """Who left, and how."""
    if one.how == "ousted" and one.by:
        return gettext("%(seat)s is ousted by %(predator)s", seat=one.seat, predator=one.by)
    if one.how == "ousted":
        return gettext("%(seat)s is ousted", seat=one.seat)
    if one.how == "withdrew":
        return gettext("%(seat)s withdraws", seat=one.seat)
    return gettext("%(seat)s is disqualified", seat=one.seat)


def _mark(one: Departure, x: float, y: float) -> Mark:
    return Mark(x, y, one.seat, one.how, departure_words(one))


def _words(game: Timeline, seats: list[str], ends: list[int]) -> str:
    begins = game.moments[1].pools if len(game.moments) > 1 else game.moments[0].pools
    pools = "; ".join(
        gettext("%(seat)s from %(begin)s to %(end)s", seat=seat, begin=begins[at], end=ends[at])
        for at, seat in enumerate(seats)
    )
    left = "; ".join(
        gettext("operation %(number)s: %(what)s", number=one.step, what=departure_words(one)) for one in game.departures
    )
    return ". ".join(part for part in (pools, left) if part)
