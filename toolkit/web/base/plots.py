"""Small bar plots as numbers for a template that draws them as SVG: no script, no picture file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BAR = 26
ROW = 20
WIDTH = 320
HEIGHT = 72
LABEL = 132


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar with its label and figure; lengths in units of the drawing.

    Attributes:
        tone: which of the six glass colours, 1 to 6.
    """

    label: str
    value: int
    x: float
    y: float
    width: float
    height: float
    tone: int


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing of bars, and the same in words for who cannot see it."""

    title: str
    words: str
    width: int
    height: int
    upright: bool
    bars: tuple[Bar, ...]


def columns(title: str, values: Sequence[tuple[str, int]], *, tone: int = 1) -> Plot:
    """Bars side by side, as for capacities."""
    most = max((value for _, value in values), default=0) or 1
    step = WIDTH / max(len(values), 1)
    bars = tuple(
        Bar(
            label,
            value,
            round(place * step, 1),
            HEIGHT - round(value / most * HEIGHT, 1),
            *_box(step, value, most),
            tone,
        )
        for place, (label, value) in enumerate(values)
    )
    return Plot(title, _words(values), WIDTH, HEIGHT + 36, True, bars)


def rows(title: str, values: Sequence[tuple[str, int]], *, tones: Sequence[int] = (1,)) -> Plot:
    """Bars one below the other, as for types, with long labels in front."""
    most = max((value for _, value in values), default=0) or 1
    room = WIDTH - LABEL - 34
    bars = tuple(
        Bar(label, value, LABEL, place * ROW, round(value / most * room, 1), ROW - 6, tones[place % len(tones)])
        for place, (label, value) in enumerate(values)
    )
    return Plot(title, _words(values), WIDTH, max(len(values), 1) * ROW, False, bars)


@dataclass(frozen=True, slots=True)
class Racer:
    """One of a race: the name, the address that it leads to, and the points after each step."""

    name: str
    url: str
    values: Sequence[float]


@dataclass(frozen=True, slots=True)
class Run:
    """One line of a race with its name at the end; `points` as an SVG polyline has them."""

    name: str
    url: str
    points: str
    x: float
    y: float
    tone: int


@dataclass(frozen=True, slots=True)
class Race:
    """Lines that rise from step to step, and the same in words for who cannot see it; `names`: the width of these."""

    title: str
    words: str
    width: int
    names: int
    height: int
    steps: tuple[tuple[str, float], ...]
    runs: tuple[Run, ...]


_RACE_HEIGHT, _LEAST_APART = 240, 15
# Of all of it and of the names at the ends, on a wide screen and on a phone.
_WIDTHS, _SLIM_WIDTHS = (640, 170), (350, 140)
_MOST_STEPS = 24


def race(title: str, runs: Sequence[Racer], steps: Sequence[str], *, is_slim: bool = False) -> Race:
    """A race: the points of each after each step, from nothing; the names at the end are drawn apart.

    One that `is_slim` fits on a phone.
    """
    width, names = _SLIM_WIDTHS if is_slim else _WIDTHS
    most = max((racer.values[-1] for racer in runs), default=0) or 1
    room = width - names - 10
    places = [round(10 + room * (place + 1) / len(steps), 1) for place in range(len(steps))]
    ends = sorted(range(len(runs)), key=lambda number: -runs[number].values[-1])
    labels: dict[int, float] = {}
    lowest = 0.0
    for number in ends:
        lowest = max(lowest + _LEAST_APART, _rise(runs[number].values[-1], most))
        labels[number] = lowest
    drawn = tuple(
        Run(
            racer.name,
            racer.url,
            " ".join(f"{x},{_rise(value, most)}" for x, value in zip((10, *places), (0, *racer.values), strict=True)),
            places[-1] + 8,
            round(labels[number] + 4, 1),
            number % 6 + 1,
        )
        for number, racer in enumerate(runs)
    )
    every = -(-len(steps) // (_MOST_STEPS // 2 if is_slim else _MOST_STEPS))
    ticks = tuple((step, x) for place, (step, x) in enumerate(zip(steps, places, strict=True)) if not place % every)
    words = "; ".join(f"{racer.name}: {', '.join(f'{value:g}' for value in racer.values)}" for racer in runs)
    return Race(title, words, width, names, _RACE_HEIGHT + 26, ticks, drawn)


def _rise(value: float, most: float) -> float:
    return round(_RACE_HEIGHT - value / most * (_RACE_HEIGHT - 16), 1)


def _box(step: float, value: int, most: int) -> tuple[float, float]:
    return round(min(step - 4, BAR), 1), round(value / most * HEIGHT, 1)


def _words(values: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{label}: {value}" for label, value in values)
