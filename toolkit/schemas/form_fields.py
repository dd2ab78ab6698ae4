"""The fields of forms: text as a browser sends it, and what is wrong with it in a sentence."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, missing, validate

from toolkit.languages import N_, Message
from toolkit.languages.days import read_day
from toolkit.languages.message import Whole

NEEDED = N_("This cannot be left empty.")
NO_NUMBER = N_("Enter a number.")
NO_DATE = N_("This is a date, like 2026-11-21.")
TOO_LONG = N_("This is too long.")
NO_CHOICE = N_("Choose one of these.")
NO_ROOM = N_("One room per line, with its first and last table, e.g. “Main hall: 1-10”.")
NO_TABLE_NAME = N_("One table per line, its number and its name, e.g. “7: Stage”.")
NO_NUMBERS = N_("Whole numbers with spaces between them, such as “12 9 15 11”.")
NO_TABLES = N_("Numbers of tables, such as “1, 4-6”.")

_LONGEST = 2000
_MISSING: dict[str, Any] = {"required": NEEDED, "null": NEEDED}


class Form(Schema):
    """A form; whatever else a browser sends with it is left out."""

    class Meta:
        """Buttons have names too."""

        unknown = EXCLUDE


def text_field(*, longest: int = _LONGEST, **more: Any) -> fields.String:
    """Text that may stay empty."""
    return fields.String(load_default="", validate=validate.Length(max=longest, error=TOO_LONG), **more)


def needed_text(*, longest: int = _LONGEST, **more: Any) -> fields.String:
    """Text that may not."""

    def check(value: str) -> None:
        if not value.strip():
            raise ValidationError(NEEDED)
        if len(value) > longest:
            raise ValidationError(TOO_LONG)

    return fields.String(required=True, validate=check, error_messages=_MISSING, **more)


def numbers(least: int, most: int) -> Message:
    """Which numbers a field takes."""
    return Message("Enter a number from %(least)s to %(most)s.", least=Whole(least), most=Whole(most))


class WholeNumber(fields.Integer):
    """A whole number in a range; an empty field is as one that was not sent."""

    default_error_messages = _MISSING | {"invalid": NO_NUMBER, "too_large": NO_NUMBER}

    def __init__(self, least: int, most: int, **more: Any) -> None:
        super().__init__(**more)
        self.least, self.most = least, most

    def deserialize(self, value: Any, attr: Any = None, data: Any = None, **kwargs: Any) -> Any:
        """The number; a text of endless figures is not even read."""
        empty = isinstance(value, str) and not value.strip()
        if isinstance(value, str) and len(value) > 12:
            raise ValidationError(numbers(self.least, self.most))
        number = super().deserialize(missing if empty else value, attr, data, **kwargs)
        if isinstance(number, int) and not self.least <= number <= self.most:
            raise ValidationError(numbers(self.least, self.most))
        return number


def number_field(least: int = 1, most: int = 1_000_000, **more: Any) -> WholeNumber:
    """A whole number in that range."""
    return WholeNumber(least, most, **more)


def optional_number(least: int = 1, most: int = 1_000_000, **more: Any) -> WholeNumber:
    """A whole number in that range, or none."""
    return number_field(least, most, load_default=None, allow_none=True, **more)


def choice_field(kind: type[Any], *, may_be_empty: bool = False, **more: Any) -> fields.String:
    """One of the values of that enumeration."""
    one_of = validate.OneOf([*(member.value for member in kind), *[""] * may_be_empty], error=NO_CHOICE)
    if may_be_empty:
        more.setdefault("load_default", "")
    return fields.String(validate=one_of, error_messages=_MISSING, **more)


def answer_field() -> fields.Boolean:
    """Yes or no; a form that does not ask leaves it out."""
    return fields.Boolean(error_messages={"invalid": NO_CHOICE})


class Day(fields.String):
    """A day as YYYY-MM-DD; empty for none."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs).strip()
        if not text:
            return None
        try:
            return read_day(text).isoformat()
        except ValueError:
            raise ValidationError(NO_DATE) from None


class DayField(fields.Date):
    """A day as YYYY-MM-DD."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> date:
        try:
            return read_day(value)
        except (TypeError, ValueError):
            raise self.make_error("invalid", input=value, obj_type=self.OBJ_TYPE) from None


# A field of a button or a link: nobody types it, so what is wrong with it is said of the whole form.
BEHIND: dict[str, Any] = {"metadata": {"is_behind": True}}


def fields_behind(schema: type[Schema]) -> frozenset[str]:
    """The fields of a form that are not typed: those of its buttons."""
    return frozenset(name for name, field in schema().fields.items() if field.metadata.get("is_behind"))


class Rooms(fields.String):
    """Rooms with their tables, one a line: "Main hall: 1-10"; in the form that the settings keep."""

    _LINE = re.compile(r"(?P<name>.+?)\s*[:=]\s*(?P<first>\d{1,5})\s*(?:[-–]|\bto\b)\s*(?P<last>\d{1,5})")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        matches = [self._LINE.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
        if not all(matches):
            raise ValidationError(NO_ROOM)
        return [{"name": m["name"], "first": int(m["first"]), "last": int(m["last"])} for m in matches if m]


class TableNames(fields.String):
    """Tables that are called otherwise, one a line: "7: Stage"; in the form that the settings keep."""

    _LINE = re.compile(r"(?P<table>\d{1,5})\s*[:=]\s*(?P<name>.+)")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        matches = [self._LINE.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
        if not all(matches):
            raise ValidationError(NO_TABLE_NAME)
        return [{"table": int(m["table"]), "name": m["name"].strip()} for m in matches if m]


class TablesField(fields.String):
    """Tables by their numbers, "1, 4-6"; as the settings keep them."""

    _PART = re.compile(r"(?P<first>\d{1,5})(?:\s*[-–]\s*(?P<last>\d{1,5}))?")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        matches = [self._PART.fullmatch(part.strip()) for part in re.split(r"[,;\n]", text) if part.strip()]
        ranges = [range(int(m["first"]), int(m["last"] or m["first"]) + 1) for m in matches if m]
        if not all(matches) or not all(ranges):
            raise ValidationError(NO_TABLES)
        return [table for tables in ranges for table in tables]


class FormList(fields.Field[list[Any]]):
    """Several figures of a kind: a field for each of them under one name, or one with `between` (a pattern) in it."""

    default_error_messages = _MISSING

    def __init__(self, each: fields.Field[Any], *, fewest: int, most: int, between: str, **more: Any) -> None:
        super().__init__(**more)
        self.each, self.fewest, self.most, self.between = each, fewest, most, between

    def _deserialize(self, value: str | list[str], attr: Any, data: Any, **kwargs: Any) -> list[Any]:
        sent = [value] if isinstance(value, str) else value
        parts = [part.strip() for text in sent for part in re.split(self.between, text) if part.strip()]
        if len(parts) < max(self.fewest, self.required):
            raise ValidationError(NEEDED)
        if len(parts) > self.most:
            raise ValidationError(TOO_LONG)
        return [self.each.deserialize(part) for part in parts]


class Minutes(fields.Field[int]):
    """A time in whole minutes, as seconds."""

    default_error_messages = _MISSING

    def __init__(self, least: int, most: int, **more: Any) -> None:
        super().__init__(**more)
        self.minutes = number_field(least // 60, most // 60, required=True)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int:
        minutes: int = self.minutes.deserialize(value)
        return minutes * 60


class YesOrNo(fields.Boolean):
    """Yes or no; empty for who has not said."""

    def deserialize(self, value: Any, attr: Any = None, data: Any = None, **kwargs: Any) -> Any:
        """True, False or None."""
        return super().deserialize(value or None, attr, data, **kwargs)


class Officials(fields.String):
    """Judges, one a line: a name, and a VEKN number behind it where it is known; as the settings keep them."""

    _LINE = re.compile(r"(?P<name>.*?)[\s,;(]*#?(?P<vekn>\d{5,10})?\)?")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        matches = [self._LINE.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
        return [{"name": m["name"], "vekn": m["vekn"] or ""} for m in matches if m]


class Sets(fields.String):
    """Codes of card sets with spaces or commas between them; as the settings keep them."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        return list(dict.fromkeys(text.replace(",", " ").split()))
