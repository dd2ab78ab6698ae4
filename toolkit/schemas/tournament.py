"""Tournaments as JSON: what is sent to change one; what comes back is in `tournament_answers`.

The requests say shape only: whether a change may be made is for the tournament to decide.
"""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from toolkit.scoring import Fate, Level
from toolkit.tournament.configuration import FinalDeck, ListsSeenBy, RuleSet, StandingsSeenBy
from toolkit.tournament.facts import SanctionKind

LONGEST_TEXT = 2000
LONGEST_FILE = 2_000_000
MOST_PLAYERS = 5_000

_TEXT = validate.Length(max=LONGEST_TEXT)


def _number(*, least: int = 1, most: int = 1_000_000, **more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(least, most), **more)


def _one_of(kind: type[Any], **more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf([member.value for member in kind]), **more)


def _players(**more: Any) -> fields.List[Any]:
    return fields.List(_number(), validate=validate.Length(max=MOST_PLAYERS), **more)


def _tables(**more: Any) -> fields.List[Any]:
    table = fields.List(_number(), validate=validate.Length(max=5))
    return fields.List(table, validate=validate.Length(max=MOST_PLAYERS), **more)


def _seed() -> fields.Integer:
    return _number(least=0, most=2**53, load_default=None, allow_none=True)


class HeadersSchema(Schema):
    """What every change may say of itself."""

    if_match = fields.String(data_key="If-Match", load_default=None, validate=validate.Regexp(r'^(W/)?"?\d{1,18}"?$'))
    idempotency_key = fields.String(
        data_key="Idempotency-Key", load_default=None, validate=validate.Regexp(r"^[\x21-\x7e]{1,100}$")
    )


class EmptySchema(Schema):
    """A change that needs no more words."""


class ReasonSchema(Schema):
    """A change with its reason."""

    reason = fields.String(load_default="", validate=_TEXT)


class RoomSchema(Schema):
    """A room and its tables."""

    name = fields.String(required=True)
    first = _number(required=True)
    last = _number(required=True)


class TableNameSchema(Schema):
    """A table that is called otherwise than by its number."""

    table = _number(required=True)
    name = fields.String(required=True)


class ConfigurationSchema(Schema):
    """The settings of an event."""

    name = fields.String()
    date = fields.String(allow_none=True, metadata={"format": "date"})
    place = fields.String()
    country = fields.String()
    organizer = fields.String()
    rule_set = _one_of(RuleSet)
    boosters = _number(least=0, most=100)
    has_starters = fields.Boolean(truthy={True}, falsy={False})
    sets = fields.List(fields.String(validate=validate.Length(max=60)), validate=validate.Length(max=200))
    rounds = _number(most=10)
    has_final = fields.Boolean(truthy={True}, falsy={False})
    minutes = _number(least=0, most=1440)
    final_minutes = _number(least=0, most=1440)
    is_multideck = fields.Boolean(truthy={True}, falsy={False})
    final_deck = _one_of(FinalDeck)
    requires_decks = fields.Boolean(truthy={True}, falsy={False})
    allows_proxies = fields.Boolean(truthy={True}, falsy={False})
    level = _one_of(Level)
    is_sanctioned = fields.Boolean(truthy={True}, falsy={False})
    standings_seen_by = _one_of(StandingsSeenBy)
    lists_seen_by = _one_of(ListsSeenBy)
    rooms = fields.List(fields.Nested(RoomSchema), validate=validate.Length(max=100))
    table_names = fields.List(fields.Nested(TableNameSchema), validate=validate.Length(max=500))


class NewTournamentSchema(ConfigurationSchema):
    """A new event: its name, and any other setting."""

    name = fields.String(required=True)


class NoteSchema(Schema):
    """A remark for the log."""

    text = fields.String(required=True, validate=_TEXT)


class CallSchema(Schema):
    """Where a judge is wanted: a table of a round, or a player."""

    round = fields.Integer(load_default=None, allow_none=True)
    table = fields.Integer(load_default=None, allow_none=True)
    player = fields.Integer(load_default=None, allow_none=True)
    reason = fields.String(load_default="", validate=_TEXT)


class JudgeSchema(Schema):
    """Who takes a call; whoever asks, when it says nothing."""

    judge = fields.String(load_default="", validate=_TEXT)


class CallNoteSchema(Schema):
    """How a call ended."""

    note = fields.String(load_default="", validate=_TEXT)


class FileSchema(Schema):
    """The text of a file."""

    content = fields.String(required=True, validate=validate.Length(max=LONGEST_FILE))


class PlayerListSchema(FileSchema):
    """Players as CSV, or a player a line."""

    is_csv = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    preview = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class RegistrationSchema(Schema):
    """A player to register."""

    name = fields.String(required=True)
    vekn = fields.String(load_default="")
    city = fields.String(load_default="")
    country = fields.String(load_default="")
    is_namesake = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class RegistrationsSchema(Schema):
    """Players to register, all of them or none."""

    players = fields.List(
        fields.Nested(RegistrationSchema), required=True, validate=validate.Length(min=1, max=MOST_PLAYERS)
    )


class CorrectionSchema(Schema):
    """What was wrong about a player."""

    name = fields.String()
    vekn = fields.String()
    city = fields.String()
    country = fields.String()
    is_namesake = fields.Boolean(truthy={True}, falsy={False})


class FixedTableSchema(Schema):
    """The table where a player always sits; null for none."""

    table = _number(required=True, allow_none=True)


class DeckSchema(Schema):
    """A decklist."""

    text = fields.String(required=True, validate=validate.Length(min=1, max=50_000))
    round = _number(load_default=None, allow_none=True, most=50)
    is_judge = fields.Boolean(load_default=False, truthy={True}, falsy={False})
    reason = fields.String(load_default="", validate=_TEXT)


class CheckInSchema(Schema):
    """Who is here for the next round; everybody who has not left, when nobody is named."""

    players = _players(load_default=None, allow_none=True)


class DraftSchema(Schema):
    """A seating of the next round: searched for, or the tables given."""

    seconds = fields.Float(load_default=1.0, validate=validate.Range(0, 30), allow_nan=False)
    seed = _seed()
    apart = fields.List(_players(), load_default=list, validate=validate.Length(max=100))
    tables = _tables(load_default=None, allow_none=True)
    publish = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class SeatsSchema(ReasonSchema):
    """A round seated by hand."""

    tables = _tables(required=True)


class SwapSchema(ReasonSchema):
    """Two players who change places."""

    first = _number(required=True)
    second = _number(required=True)


class MissingSchema(ReasonSchema):
    """A player who is missing while seats are being taken."""

    player = _number(required=True)


class ResultSchema(Schema):
    """A table's result, in seat order: points, events, or both."""

    victory_points = fields.List(
        fields.Float(allow_nan=False, validate=validate.Range(-10, 20)),
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=5),
    )
    events = fields.String(load_default=None, allow_none=True, validate=validate.Length(max=500))
    fates = fields.List(_one_of(Fate), load_default=None, allow_none=True, validate=validate.Length(max=5))
    by_player = _number(load_default=None, allow_none=True)
    reason = fields.String(load_default="", validate=_TEXT)
    card = fields.String(load_default="", validate=_TEXT)


class PlayerSchema(Schema):
    """One player."""

    player = _number(required=True)


class SanctionSchema(Schema):
    """A sanction."""

    player = _number(required=True)
    kind = _one_of(SanctionKind, required=True)
    rule = fields.String(required=True, validate=_TEXT)
    judge = fields.String(load_default="", validate=_TEXT)
    note = fields.String(load_default="", validate=_TEXT)
    escalates = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    applies_to = _number(least=0, most=50, load_default=None, allow_none=True)


class TossSchema(Schema):
    """A toss: drawn, or, with the players in order, one that was made at the table."""

    seed = _seed()
    players = _players(load_default=None, allow_none=True)
    how = fields.String(load_default="", validate=_TEXT)


class UnavailableSchema(ReasonSchema):
    """Who cannot play the final."""

    player = _number(required=True)


class FinalDeckSchema(Schema):
    """Which deck a finalist plays: a free choice of round, or, without, the best round's."""

    player = _number(required=True)
    round = _number(load_default=None, allow_none=True, most=50)
    seed = _seed()


class CryptCardsSchema(Schema):
    """Three crypt cards of a finalist, or the crypt to draw three from."""

    player = _number(required=True)
    cards = fields.List(
        fields.String(validate=validate.Length(1, 200)), required=True, validate=validate.Length(min=3, max=200)
    )
    draw = fields.Boolean(load_default=False, truthy={True}, falsy={False})
    seed = _seed()


class PlaceSchema(Schema):
    """A finalist's place in the row: before the name at `position`, from 0."""

    player = _number(required=True)
    position = _number(least=0, most=10, required=True)


class RowSchema(Schema):
    """The whole row, left to right."""

    players = _players(required=True)


class FirstPlayerSchema(Schema):
    """Who plays first: drawn, or the player who was drawn at the table."""

    player = _number(load_default=None, allow_none=True)
    seed = _seed()


class ClockTableSchema(Schema):
    """The whole round, or one table."""

    table = _number(load_default=None, allow_none=True)


class ClockStartSchema(Schema):
    """How long, when it is not as announced."""

    minutes = _number(load_default=None, allow_none=True, most=1440)


class ClockExtensionSchema(ClockTableSchema, ReasonSchema):
    """More time, or less."""

    seconds = _number(least=-86_400, most=86_400, required=True)


class EntriesSchema(ReasonSchema):
    """Entries of the log; the last change, when none are named."""

    entries = fields.List(_number(), load_default=list, validate=validate.Length(max=1000))


class ClockQuerySchema(Schema):
    """The whole round, or one table."""

    table = fields.Integer(load_default=None, validate=validate.Range(1, 1_000_000))


class DeckQuerySchema(Schema):
    """Which round of a multi-deck event."""

    round = fields.Integer(load_default=1, validate=validate.Range(1, 50))


class LogQuerySchema(Schema):
    """Which part of the log."""

    after = fields.Integer(load_default=0, validate=validate.Range(0, 1_000_000))
