"""Verdicts and outcomes as they are shown: victory points are 2 or 2.5, events both as notation and as sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from toolkit.languages import Sayable
from toolkit.scoring.events import LETTERS, render_event
from toolkit.scoring.outcome import Scores
from toolkit.scoring.points import Halves, victory_points_number
from toolkit.scoring.reachable import LineKind
from toolkit.scoring.ring import Fate
from toolkit.scoring.verdict import Near, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class NearView:
    """A legal line near an impossible one, and what would have to change."""

    victory_points: list[float]
    verdict: LineKind
    change: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictView:
    """The verdict on a table."""

    verdict: LineKind
    victory_points: list[float]
    game_wins: tuple[int, ...]
    tournament_points: tuple[int, ...]
    history: list[Sayable]
    events: list[str]
    reason: str
    nearest: list[NearView]
    sanctioned: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoresView:
    """A game told event by event."""

    seats: tuple[str, ...]
    fates: tuple[Fate, ...]
    victory_points: list[float]
    game_wins: tuple[int, ...]
    tournament_points: tuple[int, ...]
    events: list[str]
    history: list[Sayable]


def verdict_view(verdict: Verdict) -> VerdictView:
    """The verdict on a table as a view, seats called by their letters."""
    return VerdictView(
        verdict=verdict.kind,
        victory_points=_numbers(verdict.victory_points),
        game_wins=verdict.score.game_wins,
        tournament_points=verdict.score.tournament_points,
        history=verdict.sentences(),
        events=[render_event(event, LETTERS) for event in verdict.history],
        reason=verdict.reason,
        nearest=[_near(near, verdict) for near in verdict.nearest],
        sanctioned=verdict.is_sanctioned,
    )


def _near(near: Near, verdict: Verdict) -> NearView:
    return NearView(
        victory_points=_numbers(near.victory_points),
        verdict=near.kind,
        change=near.change_from(verdict.victory_points, LETTERS),
    )


def scores_view(scores: Scores) -> ScoresView:
    """A game's outcome as a view."""
    return ScoresView(
        seats=scores.seats,
        fates=scores.fates,
        victory_points=_numbers(scores.victory_points),
        game_wins=scores.score.game_wins,
        tournament_points=scores.score.tournament_points,
        events=[render_event(event, scores.seats) for event in scores.events],
        history=scores.sentences(),
    )


def _numbers(points: Iterable[Halves]) -> list[float]:
    return [victory_points_number(halves) for halves in points]
