"""Small bar plots as numbers for a template that draws them as SVG: no script, no picture file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

BAR = 26
ROW = 26
WIDTH = 320
HEIGHT = 110
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
        Bar(label, value, LABEL, place * ROW, round(value / most * room, 1), ROW - 8, tones[place % len(tones)])
        for place, (label, value) in enumerate(values)
    )
    return Plot(title, _words(values), WIDTH, max(len(values), 1) * ROW, False, bars)


def _box(step: float, value: int, most: int) -> tuple[float, float]:
    return round(min(step - 4, BAR), 1), round(value / most * HEIGHT, 1)


def _words(values: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{label}: {value}" for label, value in values)
