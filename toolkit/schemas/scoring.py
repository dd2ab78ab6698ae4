"""Scoring as JSON: verdicts, outcomes and the requests for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from toolkit.scoring import (
    LETTERS,
    ImpossibleScores,
    Scores,
    Verdict,
    describe_event,
    parse_victory_points,
    render_event,
    victory_points_number,
)


class VictoryPoints(fields.Field[int]):
    """Halves inside; 2, 2.5 or "2.5" outside."""

    def _serialize(self, value: int | None, attr: str | None, obj: Any, **kwargs: Any) -> int | float | None:
        return None if value is None else victory_points_number(value)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not isinstance(value, int | float | str):
            raise ValidationError("A number of victory points is a number.")
        try:
            return parse_victory_points(value)
        except ImpossibleScores as error:
            raise ValidationError(error.message) from error


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

    def describe_history(self, verdict: Verdict) -> list[str]:
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

    def describe_events(self, scores: Scores) -> list[str]:
        """Sentences."""
        return [describe_event(event, scores.seats) for event in scores.events]


class TableRequestSchema(Schema):
    """A table to judge: victory points in seat order; seats that a judge removed, counted from 1."""

    victory_points = fields.List(VictoryPoints(), required=True, validate=validate.Length(min=3, max=5))
    removed = fields.List(fields.Integer(validate=validate.Range(min=1, max=5)), load_default=list)


class OutcomeRequestSchema(Schema):
    """A game to score: names in seat order, and the events in their notation."""

    seats = fields.List(fields.String(validate=validate.Length(min=1, max=100)), required=True)
    events = fields.List(fields.String(validate=validate.Length(min=1, max=200)), required=True)
