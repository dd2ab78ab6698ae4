"""Deck checks in and out of JSON and forms: what a caller may send, and the shape of the answer.

Messages are written in English here and translated where they are shown; `N_` only marks them for the catalogues.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, pre_load, validate, validates_schema

from toolkit.decks.formats import MOST_BOOSTERS, MOST_PLAYERS, Legality, rule_set_codes
from toolkit.decks.writing import ExportFormat
from toolkit.languages import N_

MAX_TEXT = 256 * 1024
MAX_BATCH = 100

NO_DATE = N_("This is no date: write it as 2026-11-21.")
NO_NUMBER = N_("This must be a whole number.")
NO_FORMAT = N_("There is no such rule set.")
TOO_LONG = N_("This is longer than 256 kB: a decklist is not.")
NO_DECK = N_("Paste a list, choose a file, or give a link.")
NO_DECK_NUMBER = N_("Decks are counted from 1.")
ONE_DECK = N_("Send the deck in one way only: text, deck or url.")


PLAYERS_RANGE = N_("This must lie between 2 and 100.")
BOOSTERS_RANGE = N_("This must lie between 1 and 1000.")


def _whole(least: int, most: int, message: str) -> fields.Integer:
    return fields.Integer(
        strict=True,
        allow_none=True,
        load_default=None,
        error_messages={"invalid": NO_NUMBER},
        validate=validate.Range(least, most, error=message),
    )


class TermsSchema(Schema):
    """What a deck is judged by."""

    format = fields.String(
        load_default="constructed",
        validate=lambda code: _one_of(code, rule_set_codes(), NO_FORMAT),
        metadata={"description": "The rule set.", "enum": list(rule_set_codes())},
    )
    date = fields.Date(
        allow_none=True,
        load_default=None,
        error_messages={"invalid": NO_DATE},
        metadata={"description": "Bans and legality are judged as of this day; today unless given."},
    )
    players = _whole(2, MOST_PLAYERS, PLAYERS_RANGE)
    boosters = _whole(1, MOST_BOOSTERS, BOOSTERS_RANGE)
    booster_size = _whole(1, MOST_BOOSTERS, BOOSTERS_RANGE)
    starters = fields.Boolean(load_default=False)
    sets = fields.List(
        fields.String(validate=validate.Length(1, 20)), load_default=list, validate=validate.Length(max=100)
    )
    legality = fields.Enum(
        Legality,
        by_value=True,
        load_default=Legality.ANNOUNCED,
        metadata={"description": "From when new cards count: the source's dates, the release day, or 30 days later."},
    )

    @post_load
    def _make(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "sets": tuple(data["sets"])}


def typed_terms(texts: Mapping[str, str]) -> dict[str, Any]:
    """Terms that came as texts, as JSON would have them; what was left empty was not filled in."""
    values: dict[str, Any] = {key: text.strip() for key, text in texts.items() if text.strip()}
    for key in ("players", "boosters", "booster_size", "number"):
        if re.fullmatch("[0-9]{1,9}", values.get(key, ""), re.ASCII):
            values[key] = int(values[key])
    if "sets" in values:
        values["sets"] = values["sets"].replace(",", " ").split()
    return values


class TermsFormSchema(TermsSchema):
    """The same from a form, where a field left empty was not filled in, and the sets stand in one field."""

    @pre_load
    def _read_form(self, data: Mapping[str, str], **_: Any) -> dict[str, Any]:
        return typed_terms({key: data[key] for key in self.fields if key in data})


class DeckSourceSchema(Schema):
    """One deck, in one of three ways."""

    text = fields.String(
        validate=validate.Length(max=MAX_TEXT, error=TOO_LONG),
        metadata={"description": "A decklist in any of the forms that are read."},
    )
    deck = fields.Dict(metadata={"description": "A deck as JSON, in any of the JSON forms that are read."})
    url = fields.String(
        validate=validate.Length(max=8000), metadata={"description": "The address of a deck on one of the known sites."}
    )
    name = fields.String(
        load_default="", validate=validate.Length(max=200), metadata={"description": "For the report."}
    )
    number = fields.Integer(
        strict=True,
        allow_none=True,
        load_default=None,
        error_messages={"invalid": NO_NUMBER},
        validate=validate.Range(1, error=NO_DECK_NUMBER),
        metadata={"description": "Which deck, from 1, where the source holds several; `decks` of a report lists them."},
    )

    @validates_schema
    def _one_way(self, data: Mapping[str, Any], **_: Any) -> None:
        if sum(key in data for key in ("text", "deck", "url")) != 1:
            raise ValidationError(ONE_DECK)


class DeckCheckSchema(DeckSourceSchema, TermsSchema):
    """One deck and what it is judged by."""


class BatchItemSchema(DeckSourceSchema):
    """One deck of a batch; links are not followed here."""

    class Meta:
        """Without the link."""

        exclude = ("url",)


class BatchSchema(TermsSchema):
    """Many decks, all judged by the same."""

    decks = fields.List(fields.Nested(BatchItemSchema), required=True, validate=validate.Length(min=1, max=MAX_BATCH))


class ConvertSchema(DeckSourceSchema):
    """One deck and the form that it is wanted in."""

    to = fields.Enum(ExportFormat, by_value=True, required=True)


def source_of(data: Mapping[str, Any]) -> str:
    """The text of a deck that came as text or as JSON."""
    return str(data["text"]) if "text" in data else json.dumps(data["deck"])


def _one_of(value: str, allowed: tuple[str, ...], message: str) -> None:
    if value not in allowed:
        raise ValidationError(message)
