"""Scoring as JSON: verdicts and outcomes."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from toolkit.languages import Sayable
from toolkit.scoring import (
    LETTERS,
    Scores,
    Verdict,
    describe_event,
    render_event,
    victory_points_number,
)


class VictoryPoints(fields.Field[int]):
    """Halves inside; 2 or 2.5 outside."""

    def _serialize(self, value: int | None, attr: str | None, obj: Any, **kwargs: Any) -> int | float | None:
        return None if value is None else victory_points_number(value)


class NearSchema(Schema):
    """A legal line near an impossible one."""

    victory_points = fields.List(VictoryPoints())
    verdict = fields.String(attribute="kind")


class VerdictSchema(Schema):
    """The verdict on a table: design, table score."""

    verdict = fields.String(attribute="kind")
    victory_points = fields.List(VictoryPoints())
    game_wins = fields.List(fields.Integer(), attribute="score.game_wins")
    tournament_points = fields.List(fields.Integer(), attribute="score.tournament_points")
    history = fields.Method("describe_history")
    events = fields.Method("render_history")
    reason = fields.String()
    nearest = fields.Method("dump_nearest")
    sanctioned = fields.Boolean(attribute="is_sanctioned")

    def describe_history(self, verdict: Verdict) -> list[Sayable]:
        """Sentences."""
        return verdict.sentences(self._names())

    def render_history(self, verdict: Verdict) -> list[str]:
        """The notation that `outcome` reads."""
        return [render_event(event, self._names()) for event in verdict.history]

    def dump_nearest(self, verdict: Verdict) -> list[dict[str, Any]]:
        """Nearest lines, each with what would have to change."""
        return [
            {**NearSchema().dump(near), "change": near.change_from(verdict.victory_points, self._names())}
            for near in verdict.nearest
        ]

    def _names(self) -> tuple[str, ...]:
        return tuple(self.context_names) if self.context_names else LETTERS

    def __init__(self, *, names: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.context_names = names


class ScoresSchema(Schema):
    """A game told event by event."""

    seats = fields.List(fields.String())
    fates = fields.List(fields.String())
    victory_points = fields.List(VictoryPoints())
    game_wins = fields.List(fields.Integer(), attribute="score.game_wins")
    tournament_points = fields.List(fields.Integer(), attribute="score.tournament_points")
    events = fields.Method("render_events")
    history = fields.Method("describe_events")

    def render_events(self, scores: Scores) -> list[str]:
        """The notation."""
        return [render_event(event, scores.seats) for event in scores.events]

    def describe_events(self, scores: Scores) -> list[Sayable]:
        """Sentences."""
        return [describe_event(event, scores.seats) for event in scores.events]
