"""Seating in and out: requests checked by shape, seatings as plain documents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate

from toolkit.languages import Message
from toolkit.seating import BadHistory, ImpossibleSeating, Place, Round, Seating, Wishes, criteria
from toolkit.seating.edits import Edit
from toolkit.seating.model import everybody
from toolkit.seating.plan import bounds_of
from toolkit.seating.verdict import findings, verdict

MOST_SECONDS = 5.0
MOST_NAME = 120
_SHAPE = Message("Rounds are lists of tables, tables are lists of names in seat order.")


class Name(fields.Field[str]):
    """A player's name; a number is its text."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
            raise ValidationError("A player is a name or a number.")
        if len(str(value)) > MOST_NAME:
            raise ValidationError(f"A name has at most {MOST_NAME} characters.")
        return str(value).strip()


class Rounds(fields.Field[tuple[Round, ...]]):
    """Rounds of tables of names in seat order."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> tuple[Round, ...]:
        if not _is_rounds(value):
            raise ValidationError(_SHAPE)
        return tuple(tuple(tuple(str(name).strip() for name in table) for table in tables) for tables in value)


class Players(fields.Field[list[str]]):
    """A list of names, or how many players there are (then they are called 1, 2, 3 …)."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> list[str]:
        if isinstance(value, int) and not isinstance(value, bool):
            return numbered(value)
        if not isinstance(value, list):
            raise ValidationError("Players are a list of names, or their number.")
        return [str(Name().deserialize(name)) for name in value]


class WishedPlaceSchema(Schema):
    """A table, a seat, or both, from 1."""

    table = fields.Integer(load_default=None, allow_none=True)
    seat = fields.Integer(load_default=None, allow_none=True)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> Place:
        """The place itself."""
        return Place(**data)


class SeatingRequest(Schema):
    """What is to be seated."""

    players = Players(required=True, metadata={"description": "names, or how many"})
    rounds = fields.Integer(required=True, strict=True)
    history = Rounds(load_default=())
    dropped = fields.List(Name(), load_default=list, metadata={"description": "players of the history who left"})
    seconds = fields.Float(load_default=1.0, validate=validate.Range(0, MOST_SECONDS))
    seed = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(0, 2**63 - 1))
    apart = fields.List(fields.List(Name()), load_default=list)
    places = fields.Dict(keys=Name(), values=fields.Nested(WishedPlaceSchema), load_default=dict)

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Gather the wishes."""
        apart, places = data.pop("apart"), data.pop("places")
        return {**data, "wishes": Wishes(apart=tuple(map(tuple, apart)), places=places)}


class ScoreRequest(Schema):
    """Rounds to judge."""

    rounds = Rounds(required=True)


class FixRequest(Schema):
    """A table to repair; the last round unless said."""

    rounds = Rounds(required=True)
    round = fields.Integer(load_default=None, allow_none=True)
    table = fields.Integer(required=True)


class EditRequest(Schema):
    """A change to make by hand: its kind, and whom and where it concerns."""

    rounds = Rounds(required=True)
    round = fields.Integer(load_default=None, allow_none=True)
    edit = fields.String(required=True, validate=validate.OneOf(["swap", "move", "add", "remove", "balance"]))
    player = Name(load_default=None, allow_none=True)
    other = Name(load_default=None, allow_none=True)
    table = fields.Integer(load_default=None, allow_none=True)
    seat = fields.Integer(load_default=None, allow_none=True)


class SeatingDocument(Schema):
    """A seating: rounds in seat order, criteria with their bounds, and what is to be said about them."""

    rounds = fields.Raw(metadata={"description": "rounds of tables of names in seat order"})
    sitting_out = fields.Raw()
    criteria = fields.Dict()
    bounds = fields.Dict()
    optimal = fields.Boolean()
    verdict = fields.String()
    violations = fields.Dict()
    unmet = fields.List(fields.String())
    played = fields.Integer()
    seed = fields.Integer()
    seconds = fields.Float()
    steps = fields.Integer()


class ScoreDocument(Schema):
    """The criteria of given rounds, with who is behind them."""

    players = fields.Integer()
    rounds = fields.Integer()
    criteria = fields.Dict()
    bounds = fields.Dict()
    optimal = fields.Boolean()
    violations = fields.Dict()


class EditDocument(Schema):
    """A changed seating and what the change does."""

    title = fields.String()
    rounds = fields.Raw()
    before = fields.Dict()
    after = fields.Dict()
    better = fields.Boolean()
    moved = fields.Integer()
    changes = fields.List(fields.String())
    warnings = fields.List(fields.String())


def seating_document(seating: Seating, *, seconds: float) -> dict[str, Any]:
    """A seating as plain data."""
    return {
        "rounds": seating.rounds,
        "sitting_out": seating.sitting_out,
        "criteria": seating.criteria.figures(),
        "bounds": seating.bounds.figures(),
        "optimal": seating.is_optimal,
        "verdict": verdict(seating),
        "violations": {name: texts for name, texts in findings(seating.rounds).items() if texts},
        "unmet": seating.unmet,
        "played": seating.played,
        "seed": seating.seed,
        "seconds": seconds,
        "steps": seating.steps,
    }


def score_document(rounds: tuple[Round, ...]) -> dict[str, Any]:
    """The criteria of rounds as plain data."""
    found, bounds = criteria(rounds), bounds_of(rounds)
    return {
        "players": len(everybody(rounds)),
        "rounds": len(rounds),
        "criteria": found.figures(),
        "bounds": bounds.figures(),
        "optimal": bounds.are_met_by(found),
        "violations": {name: texts for name, texts in findings(rounds).items() if texts},
    }


def edit_document(edit: Edit) -> dict[str, Any]:
    """An edit as plain data."""
    return {
        "title": edit.title,
        "rounds": edit.rounds,
        "before": edit.before.figures(),
        "after": edit.after.figures(),
        "better": edit.is_better,
        "moved": edit.moved,
        "changes": edit.changes,
        "warnings": edit.warnings,
    }


def read_rounds(text: str) -> tuple[Round, ...]:
    """Rounds from JSON: a list of rounds, or a document that has them under "rounds".

    Raises:
        BadHistory: when it is not JSON or not rounds.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadHistory(Message("This is not JSON: %(fault)s.", fault=error)) from None
    if isinstance(value, dict):
        value = value.get("rounds")
    try:
        rounds: tuple[Round, ...] = Rounds().deserialize(value)
    except ValidationError:
        raise BadHistory(_SHAPE) from None
    return rounds


def read_names(text: str) -> list[str]:
    """Names, one a line; empty lines and lines that start with `#` are left out.

    Raises:
        ImpossibleSeating: for a name that is too long to be one.
    """
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines())
    names = [line for line in lines if line and not line.startswith("#")]
    for number, name in enumerate(names, 1):
        if len(name) > MOST_NAME:
            raise ImpossibleSeating(
                Message(
                    "Name %(number)s has %(other)s characters: at most %(more)s make a name.",
                    number=number,
                    other=len(name),
                    more=MOST_NAME,
                )
            )
    return names


def numbered(players: int) -> list[str]:
    """Players called 1, 2, 3 …; no more than the domain will refuse."""
    return [str(number) for number in range(1, max(0, min(players, 100_001)) + 1)]


def _is_rounds(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(tables, list)
        and all(
            isinstance(table, list)
            and all(isinstance(name, str | int) and not isinstance(name, bool) and str(name).strip() for name in table)
            for table in tables
        )
        for tables in value
    )
