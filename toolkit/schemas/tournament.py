"""Tournaments as JSON: what is sent beside the commands, which have their own (`toolkit.schemas.commands`).

The requests say shape only: whether a change may be made is for the tournament to decide.
"""

from __future__ import annotations

from base64 import b64decode
from dataclasses import dataclass
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from toolkit.exchange.result_text import Dialect
from toolkit.schemas.derived import ListOf, Loaded
from toolkit.tournament.configuration import MOST_TABLES, Official, Room, TableName
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.settings import SETTINGS, Setting, ValueKind, is_answer, value_kind, value_type

LONGEST_TEXT = 2000
LONGEST_FILE = 2_000_000
MOST_PLAYERS = 5_000

_TEXT = validate.Length(max=LONGEST_TEXT)


def _number(*, least: int = 1, most: int = 1_000_000, **more: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(least, most), **more)


def _one_of(kind: type[Any], **more: Any) -> fields.String:
    return fields.String(validate=validate.OneOf([member.value for member in kind]), **more)


def _word_of(kind: type[Any]) -> fields.String:
    """One of several words; another one is refused where the setting is made, with a code of its own."""
    return fields.String(metadata={"enum": [member.value for member in kind]})


def _players(**more: Any) -> fields.List[Any]:
    return ListOf(_number(), validate=validate.Length(max=MOST_PLAYERS), **more)


def _tables(**more: Any) -> fields.List[Any]:
    table = ListOf(_number(), validate=validate.Length(max=5))
    return ListOf(table, validate=validate.Length(max=MOST_PLAYERS), **more)


def _seed() -> fields.Integer:
    return _number(least=0, most=2**53, load_default=None, allow_none=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """The conditions of a change.

    Attributes:
        expected: the version that it was made for; None for any.
        key: the sender's own; sent again with it, the change is answered and not repeated.
    """

    expected: int | None
    key: str | None


class HeadersSchema(Schema):
    """The headers that every change may have."""

    if_match = fields.String(
        data_key="If-Match",
        load_default=None,
        validate=validate.Regexp(r'^(W/)?"?\d{1,18}"?$'),
        metadata={"description": "The version that the change is made for. It is refused if there is a newer one."},
    )
    idempotency_key = fields.String(
        data_key="Idempotency-Key",
        load_default=None,
        validate=validate.Regexp(r"^[\x21-\x7e]{1,100}$"),
        metadata={"description": "A key of the sender. Sent again with it, the change is not repeated."},
    )

    @post_load
    def make(self, data: Loaded, **_: Any) -> Condition:
        """The condition in the headers."""
        match: str | None = data["if_match"]
        version = None if match is None else int(match.removeprefix("W/").strip('"'))
        return Condition(expected=version, key=data["idempotency_key"])


class EmptySchema(Schema):
    """A change that needs no more words."""


class RoomInputSchema(Schema):
    """A room and its tables."""

    name = fields.String(required=True)
    first = _number(required=True, metadata={"description": "Number of its first table."})
    last = _number(required=True, metadata={"description": "Number of its last table."})


class TableNameInputSchema(Schema):
    """A table that is called otherwise than by its number."""

    table = _number(required=True)
    name = fields.String(required=True)


class OfficialInputSchema(Schema):
    """A judge besides the head judge."""

    name = fields.String(required=True)
    vekn = fields.String(load_default="")


_ITEMS: dict[Any, fields.Field[Any]] = {
    tuple[Official, ...]: fields.Nested(OfficialInputSchema),
    tuple[Room, ...]: fields.Nested(RoomInputSchema),
    tuple[TableName, ...]: fields.Nested(TableNameInputSchema),
    tuple[int, ...]: _number(most=MOST_TABLES),
    tuple[str, ...]: fields.String(validate=validate.Length(max=60)),
}


def _setting(name: str, row: Setting) -> fields.Field[Any]:
    described = {"description": row.description} if row.description else {}
    match value_kind(name):
        case ValueKind.TICK:
            return fields.Boolean(truthy={True}, falsy={False}, metadata=described)
        case ValueKind.ANSWER:
            return fields.Boolean(truthy={True}, falsy={False}, allow_none=True, metadata=described)
        case ValueKind.NUMBER:
            return _number(least=row.least, most=row.most, metadata=described)
        case ValueKind.DAY:
            return fields.String(allow_none=True, metadata={"format": "date"} | described)
        case ValueKind.CHOICE:
            if row.has_code:
                return _word_of(value_type(name))
            return _one_of(value_type(name), metadata=described, **({"allow_none": True} if is_answer(name) else {}))
        case ValueKind.LIST:
            return ListOf(_ITEMS[value_type(name)], validate=validate.Length(max=row.longest), metadata=described)
    return fields.String(metadata=described)


class SettingsSchema(Schema):
    """The settings of an event."""

    class Meta:
        """A field for each that programs send."""

        include: ClassVar = {name: _setting(name, row) for name, row in SETTINGS.items() if row.is_sent}


class NewTournamentSchema(SettingsSchema):
    """A new event: its name, and any other setting."""

    class Meta:
        """The name is needed."""

        include: ClassVar = {"name": fields.String(required=True)}


class FileSchema(Schema):
    """The text of a file."""

    content = fields.String(required=True, validate=validate.Length(max=LONGEST_FILE))


class TakeOverSchema(Schema):
    """The code of the other laptop, or that it is lost."""

    code = fields.String(load_default="", validate=validate.Length(max=40))
    is_lost = fields.Boolean(load_default=False)


def _unpacked(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise ValidationError("That is not Base64.", "file") from error


class TemplateSchema(Schema):
    """The organizer's own Archon workbook."""

    file = fields.String(
        required=True, validate=validate.Length(max=LONGEST_FILE), metadata={"description": "The file, in Base64."}
    )

    @post_load
    def unpack(self, data: Loaded, **_: Any) -> Loaded:
        """Its bytes."""
        return {"content": _unpacked(data["file"])}


class PlayerListSchema(Schema):
    """Players as a table with headings or a player a line, or a file as it is: a spreadsheet, CSV of any encoding."""

    content = fields.String(validate=validate.Length(max=LONGEST_FILE), metadata={"description": "The list as text."})
    file = fields.String(
        validate=validate.Length(max=LONGEST_FILE), metadata={"description": "A file in Base64, instead of `content`."}
    )
    is_csv = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    preview = fields.Boolean(load_default=False, truthy={True}, falsy={False})

    @validates_schema
    def check_given(self, data: Loaded, **_: Any) -> None:
        """One of the two is given."""
        if ("content" in data) == ("file" in data):
            raise ValidationError("Give the list as content, or as a file.", "content")

    @post_load
    def unpack(self, data: Loaded, **_: Any) -> Loaded:
        """The list, or the bytes of the file."""
        if "file" in data:
            data["content"] = _unpacked(data.pop("file"))
        return data


class ImportSchema(PlayerListSchema):
    """Players to be registered: who asks for a preview here asks at the wrong address, and nothing is registered."""

    preview = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        validate=validate.Equal(False, error="A preview is asked for at /players/preview; nothing was imported."),
    )


class RegistrationSchema(Schema):
    """A player to register."""

    name = fields.String(load_default="")
    first = fields.String(load_default="")
    last = fields.String(load_default="")
    vekn = fields.String(load_default="")
    city = fields.String(load_default="")
    country = fields.String(load_default="")
    agrees_to_archive = fields.Boolean(load_default=None, allow_none=True, truthy={True}, falsy={False})
    is_namesake = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class RegistrationsSchema(Schema):
    """Players to register, all of them or none."""

    players = ListOf(
        fields.Nested(RegistrationSchema), required=True, validate=validate.Length(min=1, max=MOST_PLAYERS)
    )


class MailSchema(Schema):
    """A mail to the players who gave an address."""

    subject = fields.String(required=True, metadata={"description": "One line of at most 150 characters."})
    text = fields.String(required=True, validate=validate.Length(max=5_000))


class DeckSchema(Schema):
    """A decklist."""

    text = fields.String(required=True, validate=validate.Length(min=1, max=50_000))
    round = _number(load_default=None, allow_none=True, most=50)
    is_judge = fields.Boolean(load_default=False, truthy={True}, falsy={False})
    reason = fields.String(load_default="", validate=_TEXT)


class DraftSchema(Schema):
    """A seating of the next round: searched for, or the tables given."""

    seconds = fields.Float(load_default=1.0, validate=validate.Range(0, 30), allow_nan=False)
    seed = _seed()
    apart = ListOf(_players(), load_default=list, validate=validate.Length(max=100))
    tables = _tables(load_default=None, allow_none=True)
    publish = fields.Boolean(load_default=False, truthy={True}, falsy={False})
    word = fields.String(load_default="", validate=validate.Length(max=100))
    reason = fields.String(load_default="", validate=validate.Length(max=2000))


class ClockQuerySchema(Schema):
    """The whole round, or one table."""

    table = fields.Integer(
        load_default=None,
        validate=validate.Range(1, 1_000_000),
        metadata={"description": "Only this table, from 1. Default: the whole round."},
    )


class ReportQuerySchema(Schema):
    """How a report is written."""

    draft = fields.Boolean(
        load_default=False, metadata={"description": "Make it although the receiver would refuse it."}
    )
    dialect = _one_of(
        Dialect, load_default=Dialect.PLAIN.value, metadata={"description": "The place where a text is pasted."}
    )


class SearchQuerySchema(Schema):
    """The text to look for."""

    q = fields.String(
        load_default="",
        validate=validate.Length(max=200),
        metadata={"description": "Words to look for. Default: everything."},
    )


class ProposalQuerySchema(Schema):
    """For which infraction, and what it calls for where that is one of two."""

    infraction = fields.String(
        required=True,
        validate=validate.Length(1, 200),
        metadata={"description": "Number or key in the judges' guide, such as `3.3`."},
    )
    grade = _one_of(
        SanctionKind,
        load_default=None,
        metadata={"description": "The penalty the infraction calls for, if there are two."},
    )
    weighed = fields.Boolean(
        load_default=False, metadata={"description": "3.5 only: it affected the game, and counts on the ladder."}
    )


class DeckQuerySchema(Schema):
    """Which round of a multi-deck event."""

    round = fields.Integer(
        load_default=1,
        validate=validate.Range(1, 50),
        metadata={"description": "Round of the list in a multi-deck event, from 1."},
    )


class ChancesQuerySchema(Schema):
    """With which seed chances are drawn that are not exact."""

    seed = fields.Integer(
        load_default=None,
        validate=validate.Range(0, 2**53),
        metadata={"description": "Random seed. Default: the event's own seed."},
    )


class LogQuerySchema(Schema):
    """Which part of the log."""

    after = fields.Integer(
        load_default=0,
        validate=validate.Range(0, 1_000_000),
        metadata={"description": "Number of the last entry that was read. Default: 0, for all."},
    )
