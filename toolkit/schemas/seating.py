"""Seating: requests and files checked by shape."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate

from toolkit.languages import Message
from toolkit.schemas.derived import ListOf, Loaded, MakingSchema
from toolkit.seating import BadHistory, ImpossibleSeating, Round, WishedPlace, Wishes
from toolkit.seating.model import check_count

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


class WishedPlaceSchema(MakingSchema):
    """A table, a seat, or both, from 1."""

    made = WishedPlace
    table = fields.Integer(load_default=None, allow_none=True)
    seat = fields.Integer(load_default=None, allow_none=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatingAsked:
    """A seating to make; `dropped` are players of the history who left."""

    players: list[str]
    rounds: int
    history: tuple[Round, ...]
    dropped: list[str]
    seconds: float
    seed: int | None
    wishes: Wishes


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAsked:
    """A table to repair; the last round unless said."""

    rounds: tuple[Round, ...]
    round: int | None
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EditAsked:
    """A change to make by hand: its kind, and whom and where it concerns."""

    rounds: tuple[Round, ...]
    round: int | None
    edit: str
    player: str | None
    other: str | None
    table: int | None
    seat: int | None


class SeatingRequest(Schema):
    """A request for a seating."""

    players = Players(required=True, metadata={"description": "Names, or the number of players."})
    rounds = fields.Integer(required=True, strict=True, metadata={"description": "Number of rounds to seat."})
    history = Rounds(load_default=())
    dropped = ListOf(Name(), load_default=list, metadata={"description": "Players of the history who have left."})
    seconds = fields.Float(load_default=1.0, validate=validate.Range(0, MOST_SECONDS))
    seed = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(0, 2**63 - 1))
    apart = ListOf(ListOf(Name()), load_default=list)
    places = fields.Dict(keys=Name(), values=fields.Nested(WishedPlaceSchema), load_default=dict)

    @post_load
    def build(self, data: Loaded, **_: Any) -> SeatingAsked:
        """Gather the wishes."""
        apart, places = data.pop("apart"), data.pop("places")
        return SeatingAsked(**data, wishes=Wishes(apart=tuple(map(tuple, apart)), places=places))


class ScoreRequest(Schema):
    """Rounds to judge."""

    rounds = Rounds(required=True)

    @post_load
    def build(self, data: Loaded, **_: Any) -> tuple[Round, ...]:
        """The rounds themselves."""
        rounds: tuple[Round, ...] = data["rounds"]
        return rounds


class FixRequest(MakingSchema):
    """A table to repair; the last round unless said."""

    made = TableAsked
    rounds = Rounds(required=True)
    round = fields.Integer(load_default=None, allow_none=True)
    table = fields.Integer(required=True)


class EditRequest(MakingSchema):
    """A change to make by hand: its kind, and whom and where it concerns."""

    made = EditAsked
    rounds = Rounds(required=True)
    round = fields.Integer(load_default=None, allow_none=True)
    edit = fields.String(required=True, validate=validate.OneOf(["swap", "move", "add", "remove", "balance"]))
    player = Name(load_default=None, allow_none=True)
    other = Name(load_default=None, allow_none=True)
    table = fields.Integer(load_default=None, allow_none=True)
    seat = fields.Integer(load_default=None, allow_none=True)


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
    """Players called by their number, from 1.

    Raises:
        ImpossibleSeating: too few for a table, or more than are seated at once.
    """
    check_count(players)
    return [str(number) for number in range(1, players + 1)]


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
