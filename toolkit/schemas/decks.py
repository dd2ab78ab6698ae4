"""Deck checks in and out of JSON and forms: what a caller may send, and the shape of the answer.

Messages are written in English here and translated where they are shown; `N_` only marks them for the catalogues.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from dataclasses import fields as fields_of
from datetime import date
from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, missing, post_load, pre_load, validate, validates_schema

from toolkit.decks.formats import MOST_BOOSTER_SIZE, MOST_BOOSTERS, MOST_PLAYERS, Legality, rule_set_codes
from toolkit.decks.writing import ExportFormat
from toolkit.languages import N_
from toolkit.schemas.derived import Loaded, MakingSchema, TupleOf
from toolkit.schemas.form_fields import DayField
from toolkit.services.decks.decks import DeckTerms

MAX_TEXT = 256 * 1024
MAX_BATCH = 100

NO_DATE = N_("Invalid date. Write it like 2026-11-21.")
NO_NUMBER = N_("This must be a whole number.")
NO_FORMAT = N_("There is no such rule set.")
TOO_LONG = N_("This text is too long for a decklist: the maximum is 256 kB.")
NO_DECK = N_("Paste a list, choose a file, or give a link.")
NO_DECK_NUMBER = N_("Decks are counted from 1.")
ONE_DECK = N_("Send the deck in one way only: text, deck or url.")


PLAYERS_RANGE = N_("Enter a number from 2 to 100.")
BOOSTERS_RANGE = N_("Enter a number from 1 to 1000.")
BOOSTER_SIZE_RANGE = N_("Enter a number from 1 to 100.")


def _whole(least: int, most: int, message: str, description: str) -> fields.Integer:
    return fields.Integer(
        strict=True,
        allow_none=True,
        load_default=None,
        error_messages={"invalid": NO_NUMBER},
        validate=validate.Range(least, most, error=message),
        metadata={"description": description},
    )


class _AsOf(DayField):
    """A day; today unless one is given."""

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **kwargs: Any) -> Any:
        return super().deserialize(value, attr, data, **kwargs) or date.today()


class TermsSchema(MakingSchema):
    """The terms that a deck is judged by."""

    made: ClassVar[type] = DeckTerms
    format = fields.String(
        load_default="constructed",
        validate=lambda code: _one_of(code, rule_set_codes(), NO_FORMAT),
        metadata={"description": "The rule set.", "enum": list(rule_set_codes())},
    )
    on = _AsOf(
        data_key="date",
        allow_none=True,
        load_default=None,
        error_messages={"invalid": NO_DATE},
        metadata={"description": "Bans and legality are judged as of this date. Default: today."},
    )
    players = _whole(2, MOST_PLAYERS, PLAYERS_RANGE, "Methuselahs in the game, in casual games.")
    boosters = _whole(1, MOST_BOOSTERS, BOOSTERS_RANGE, "Boosters that each player opens, in limited.")
    booster_size = _whole(1, MOST_BOOSTER_SIZE, BOOSTER_SIZE_RANGE, "Cards in a booster, in limited.")
    starters = fields.Boolean(load_default=False, metadata={"description": "Whether starters are used, in limited."})
    sets = TupleOf(
        fields.String(validate=validate.Length(1, 20)),
        load_default=(),
        validate=validate.Length(max=100),
        metadata={"description": "Codes of the only sets allowed. Default: all sets."},
    )
    legality = fields.Enum(
        Legality,
        by_value=True,
        load_default=Legality.ANNOUNCED,
        metadata={"description": "When new cards become legal: by the source's dates, on release, or 30 days later."},
    )


def typed_terms(texts: Mapping[str, str]) -> Loaded:
    """Terms that came as texts, as JSON would have them; what was left empty was not filled in."""
    values: Loaded = {key: text.strip() for key, text in texts.items() if text.strip()}
    for key in ("players", "boosters", "booster_size", "number"):
        if re.fullmatch("[0-9]{1,9}", values.get(key, ""), re.ASCII):
            values[key] = int(values[key])
    if "sets" in values:
        values["sets"] = values["sets"].replace(",", " ").split()
    return values


class TermsFormSchema(TermsSchema):
    """The same from a form, where a field left empty was not filled in, and the sets stand in one field."""

    @pre_load
    def _read_form(self, data: Mapping[str, str], **_: Any) -> Loaded:
        keys = [field.data_key or name for name, field in self.fields.items()]
        return typed_terms({key: data[key] for key in keys if key in data})


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckAsked:
    """One deck: its text, or where it is.

    Attributes:
        number: which deck, from 1, where there are several.
    """

    text: str = ""
    url: str | None = None
    name: str
    number: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAsked(DeckAsked):
    """One deck and what it is judged by."""

    terms: DeckTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchAsked:
    """Many decks, all judged by the same."""

    decks: tuple[DeckAsked, ...]
    terms: DeckTerms


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertAsked(DeckAsked):
    """One deck and the form that it is wanted in."""

    to: ExportFormat


class DeckSourceSchema(MakingSchema):
    """One deck, in one of three ways."""

    made: ClassVar[type] = DeckAsked
    text = fields.String(
        validate=validate.Length(max=MAX_TEXT, error=TOO_LONG),
        metadata={"description": "A decklist in any supported text format."},
    )
    deck = fields.Dict(metadata={"description": "A deck in any supported JSON format."})
    url = fields.String(
        validate=validate.Length(max=8000), metadata={"description": "Address of a deck on a supported site."}
    )
    name = fields.String(
        load_default="",
        validate=validate.Length(max=200),
        metadata={"description": "Name of the list, for the report."},
    )
    number = fields.Integer(
        strict=True,
        allow_none=True,
        load_default=None,
        error_messages={"invalid": NO_NUMBER},
        validate=validate.Range(1, error=NO_DECK_NUMBER),
        metadata={"description": "Which deck, from 1, if the source contains several. `decks` of a report lists them."},
    )

    @validates_schema
    def _one_way(self, data: Mapping[str, Any], **_: Any) -> None:
        if sum(key in data for key in ("text", "deck", "url")) != 1:
            raise ValidationError(ONE_DECK)

    @post_load
    def make(self, data: Loaded, **_: Any) -> DeckAsked:
        """The deck; one that is sent as JSON as its text."""
        made: DeckAsked = self.made(**_texted(data))
        return made


class DeckCheckSchema(DeckSourceSchema, TermsSchema):
    """One deck and what it is judged by."""

    made = CheckAsked

    @post_load
    def make(self, data: Loaded, **_: Any) -> DeckAsked:
        """Both."""
        return CheckAsked(**_texted(_parted(data)))


class BatchItemSchema(DeckSourceSchema):
    """One deck of a batch; links are not followed here."""

    class Meta:
        """Without the link."""

        exclude = ("url",)


class BatchSchema(TermsSchema):
    """Many decks, all judged by the same."""

    made = BatchAsked
    decks = TupleOf(fields.Nested(BatchItemSchema), required=True, validate=validate.Length(min=1, max=MAX_BATCH))

    @post_load
    def make(self, data: Loaded, **_: Any) -> BatchAsked:
        """Both."""
        return BatchAsked(**_parted(data))


def _texted(data: Loaded) -> Loaded:
    """The data with a deck that came as JSON turned into text."""
    deck = data.pop("deck", None)
    return data if deck is None else data | {"text": json.dumps(deck)}


def _parted(data: Loaded) -> Loaded:
    """The data with the terms by themselves."""
    names = [item.name for item in fields_of(DeckTerms) if item.name in data]
    return {"terms": DeckTerms(**{name: data.pop(name) for name in names}), **data}


class ConvertSchema(DeckSourceSchema):
    """One deck and the form that it is wanted in."""

    made = ConvertAsked
    to = fields.Enum(
        ExportFormat, by_value=True, required=True, metadata={"description": "The format in which it is written."}
    )


def beside_a_list(body: type[DeckSourceSchema]) -> type[Schema]:
    """The query of a request whose body is the list itself: all else that this body in JSON may hold."""
    asked = {
        field.data_key or name: copy(field) for name, field in body(exclude=("text", "deck", "url")).fields.items()
    }
    for key, field in asked.items():
        field.required = False
        if field.load_default is None:
            field.load_default, field.allow_none = missing, False
        if isinstance(field, fields.List):
            words = f"{field.metadata['description']} Several are separated by commas."
            asked[key] = fields.String(metadata={"description": words})
    return Schema.from_dict({**asked}, name=f"{body.__name__.removesuffix('Schema')}QuerySchema")


def _one_of(value: str, allowed: tuple[str, ...], message: str) -> None:
    if value not in allowed:
        raise ValidationError(message)
