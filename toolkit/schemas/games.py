"""Followed games as JSON: what is sent."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from toolkit.game.options import VALUES
from toolkit.schemas.derived import ListOf

LONGEST_LINE = 1000
_HANDS = ("start", "pause", "extend")


def _one_of(*values: str) -> fields.String:
    return fields.String(load_default=values[0], validate=validate.OneOf(values))


class NewGameSchema(Schema):
    """A new table: names in seating order, clockwise."""

    names = ListOf(fields.String(), required=True, validate=validate.Length(2, 6))
    title = fields.String(load_default="", validate=validate.Length(max=200))
    profile = _one_of("current", "vekn_event", "outline_4_1", "contest_proposal", "pm_intro", "pm_advanced")
    enforcement = _one_of(*VALUES["game_enforcement"])
    speed = _one_of("table", "detailed")
    depth = _one_of("full", "light")
    minutes = fields.Integer(strict=True, load_default=0, validate=validate.Range(0, 1440))
    is_drawn = fields.Boolean(load_default=False)
    first = fields.String(load_default="", validate=validate.Length(max=200))


class GameOrderSchema(Schema):
    """An operation, as a record writes it: `Anna: transfer-blood Anna1 amount=2`."""

    operation = fields.String(required=True, validate=validate.Length(1, LONGEST_LINE))


class GameCountSchema(Schema):
    """How many operations to take back or to restore."""

    count = fields.Integer(strict=True, load_default=1, validate=validate.Range(1, 1000))


class GameCorrectionSchema(Schema):
    """A judge's correction: `Anna.pool=12`, `edge=Bob` and the like, with its reason."""

    changes = ListOf(fields.String(validate=validate.Length(1, 100)), required=True, validate=validate.Length(1, 30))
    reason = fields.String(required=True, validate=validate.Length(1, 300))


class GameClockSchema(Schema):
    """A change of the table's clock; `minutes` where it is extended."""

    hand = fields.String(required=True, validate=validate.OneOf(_HANDS))
    minutes = fields.Integer(
        strict=True,
        load_default=0,
        validate=validate.Range(-1440, 1440),
        metadata={"description": "Minutes to add, if it is extended; negative ones shorten it."},
    )


class GameLinksSchema(Schema):
    """The doors whose links are made anew: numbers of seats as text, `host`, `watch`."""

    doors = ListOf(fields.String(), required=True, validate=validate.Length(1, 8))


class GameSeenSchema(Schema):
    """The state that the sender looked at: `result_seen` of the game as it was shown."""

    seen = fields.String(required=True, validate=validate.Length(16, 16))


class GameSeatQuerySchema(Schema):
    """Whose operations to list; the host names the seat, or gets those of all."""

    seat = fields.String(load_default="", metadata={"description": "For the host: name of a seat. Default: all seats."})


class GameLogQuerySchema(Schema):
    """The entries after a given one."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 2**53),
        metadata={"description": "Number of the last entry that was read. Default: 0, for all."},
    )
