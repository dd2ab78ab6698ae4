"""The forms of the organizer's console: text as a browser sends it -> values for the services."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, post_load, validate

from toolkit.schemas.decks import N_
from toolkit.scoring import Level
from toolkit.tournament.configuration import FinalDeck, ListsSeenBy, RuleSet, StandingsSeenBy
from toolkit.tournament.facts import SanctionKind

NEEDED = N_("This cannot be left empty.")
NO_NUMBER = N_("This is a number.")
NO_DATE = N_("This is a date, like 2026-11-21.")
TOO_LONG = N_("This is too long.")
NO_CHOICE = N_("Choose one of these.")
NO_ROOM = N_("One room a line, with its first and last table, such as “Main hall: 1-10”.")
NO_TABLE_NAME = N_("One table a line, its number and its name, such as “7: Stage”.")
TOO_FAR = N_("This number is too small or too large.")

_LONGEST = 2000
_LONGEST_POINTS = 10
_MISSING: dict[str, Any] = {"required": NEEDED, "null": NEEDED}


class Form(Schema):
    """A form; whatever else a browser sends with it is left out."""

    class Meta:
        """Buttons have names too."""

        unknown = EXCLUDE


def _text(*, longest: int = _LONGEST, **more: Any) -> fields.String:
    return fields.String(load_default="", validate=validate.Length(max=longest, error=TOO_LONG), **more)


def _needed(*, longest: int = _LONGEST, **more: Any) -> fields.String:
    def check(value: str) -> None:
        if not value.strip():
            raise ValidationError(NEEDED)
        if len(value) > longest:
            raise ValidationError(TOO_LONG)

    return fields.String(required=True, validate=check, error_messages=_MISSING, **more)


class _Number(fields.Integer):
    """A whole number; an empty field is none."""

    default_error_messages = {"invalid": NO_NUMBER, "required": NEEDED, "null": NEEDED, "too_large": TOO_FAR}  # noqa: RUF012

    def deserialize(self, value: Any, attr: Any = None, data: Any = None, **kwargs: Any) -> Any:
        empty = isinstance(value, str) and not value.strip()
        if isinstance(value, str) and len(value) > 12:
            raise self.make_error("too_large")
        return super().deserialize(None if empty else value, attr, data, **kwargs)


def _number(least: int = 1, most: int = 1_000_000, **more: Any) -> _Number:
    return _Number(validate=validate.Range(least, most, error=TOO_FAR), **more)


def _optional(least: int = 1, most: int = 1_000_000, **more: Any) -> _Number:
    return _number(least, most, load_default=None, allow_none=True, **more)


def _choice(kind: type[Any], **more: Any) -> fields.String:
    one_of = validate.OneOf([member.value for member in kind], error=NO_CHOICE)
    return fields.String(validate=one_of, error_messages=_MISSING, **more)


class _Day(fields.String):
    """A day as YYYY-MM-DD; empty for none."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs).strip()
        if not text:
            return None
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise ValidationError(NO_DATE) from None


# A field of a button or a link: nobody types it, so what is wrong with it is said of the whole form.
_BEHIND: dict[str, Any] = {"metadata": {"is_behind": True}}


def fields_behind(schema: type[Schema]) -> frozenset[str]:
    """The fields of a form that nobody types: those of its buttons."""
    return frozenset(name for name, field in schema().fields.items() if field.metadata.get("is_behind"))


class NothingForm(Form):
    """A button."""


class ReasonForm(Form):
    """A reason."""

    reason = _text()


class NewEventForm(Form):
    """A new event, in short."""

    name = _needed(longest=200)
    date = _Day(load_default=None)
    place = _text(longest=200)
    rounds = _number(1, 10, load_default=3)
    rule_set = _choice(RuleSet, load_default=RuleSet.CONSTRUCTED.value)


class _Rooms(fields.String):
    """Rooms with their tables, one a line: "Main hall: 1-10"; in the form that the settings keep."""

    _LINE = re.compile(r"(?P<name>.+?)\s*[:=]\s*(?P<first>\d{1,5})\s*(?:[-–]|\bto\b)\s*(?P<last>\d{1,5})")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        found = [self._LINE.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
        if not all(found):
            raise ValidationError(NO_ROOM)
        return [{"name": m["name"], "first": int(m["first"]), "last": int(m["last"])} for m in found if m]


class _TableNames(fields.String):
    """Tables that are called otherwise, one a line: "7: Stage"; in the form that the settings keep."""

    _LINE = re.compile(r"(?P<table>\d{1,5})\s*[:=]\s*(?P<name>.+)")

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        found = [self._LINE.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
        if not all(found):
            raise ValidationError(NO_TABLE_NAME)
        return [{"table": int(m["table"]), "name": m["name"].strip()} for m in found if m]


class _Sets(fields.String):
    """Codes of card sets with spaces or commas between them; as the settings keep them."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        return list(dict.fromkeys(text.replace(",", " ").split()))


class SettingsForm(Form):
    """Every setting that has a field; a box that is not ticked is not sent."""

    name = _needed(longest=200)
    date = _Day(load_default=None)
    place = _text(longest=200)
    country = _text(longest=200)
    organizer = _text(longest=200)
    rule_set = _choice(RuleSet, required=True)
    boosters = _number(0, 100, load_default=0)
    rounds = _number(1, 10, required=True)
    minutes = _number(0, 1440, required=True)
    final_minutes = _number(0, 1440, required=True)
    has_final = fields.Boolean(load_default=False)
    is_multideck = fields.Boolean(load_default=False)
    final_deck = _choice(FinalDeck, required=True)
    requires_decks = fields.Boolean(load_default=False)
    allows_proxies = fields.Boolean(load_default=False)
    has_starters = fields.Boolean(load_default=False)
    is_sanctioned = fields.Boolean(load_default=False)
    level = _choice(Level, required=True)
    standings_seen_by = _choice(StandingsSeenBy, required=True)
    lists_seen_by = _choice(ListsSeenBy, required=True)
    rooms = _Rooms(validate=validate.Length(max=100, error=TOO_LONG))
    table_names = _TableNames(validate=validate.Length(max=500, error=TOO_LONG))
    sets = _Sets(validate=validate.Length(max=200, error=TOO_LONG))


class PlayerForm(Form):
    """A player."""

    name = _needed(longest=200)
    vekn = _text(longest=40)
    city = _text(longest=200)
    country = _text(longest=200)
    is_namesake = fields.Boolean(load_default=False)


class PasteForm(Form):
    """Players, one a line."""

    people = _needed(longest=500_000)


class FixedTableForm(Form):
    """The table where a player always sits."""

    table = _optional(1, 10_000)


class DeckForm(Form):
    """A decklist; the reason when it is changed by a judge."""

    deck = _needed(longest=50_000)
    deck_round = _optional(1, 50)
    deck_reason = _text()


class PresenceForm(Form):
    """Who is here, or is not."""

    here = _optional(**_BEHIND)
    away = _optional(**_BEHIND)


class SeatsForm(Form):
    """One edit of a seating: a player swaps with another, goes to a table, or out."""

    pick = _number(required=True, **_BEHIND)
    other = _optional(**_BEHIND)
    table = _optional(1, 10_000, **_BEHIND)
    reason = _text()


class DraftForm(Form):
    """How long to search for a seating."""

    seconds = _number(1, 30, load_default=1, **_BEHIND)


class EventsForm(Form):
    """A table's result as who left, in order."""

    events = _needed(longest=500, **_BEHIND)


class PointsForm(Form):
    """A table's result as victory points in seat order, with the reason of an override."""

    vp1 = fields.String(load_default="")
    vp2 = fields.String(load_default="")
    vp3 = fields.String(load_default="")
    vp4 = fields.String(load_default="")
    vp5 = fields.String(load_default="")
    reason = _text()
    card = _text(longest=200)

    @post_load
    def gather(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The points as a list; an empty field is no point."""
        points = [(data.pop(f"vp{seat}") or "0").strip().replace(",", ".") or "0" for seat in range(1, 6)]
        if max(map(len, points)) > _LONGEST_POINTS:
            raise ValidationError(TOO_LONG, "points")
        return {**data, "points": points}


class PlayerSanctionForm(Form):
    """A sanction of the player whose page it stands on."""

    kind = _choice(SanctionKind, required=True)
    rule = _needed()
    judge = _text(longest=200)
    note = _text()
    exactly = fields.Boolean(load_default=False)


class SanctionForm(PlayerSanctionForm):
    """A sanction."""

    player = _number(required=True)


class TossForm(Form):
    """A toss made at the table: the players' numbers, first to be placed first."""

    order = _needed(longest=200)

    @post_load
    def split(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The numbers."""
        words = data["order"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 8 for word in words):
            raise ValidationError(NO_NUMBER, "order")
        return {"order": tuple(map(int, words))}


class FinalistForm(Form):
    """One finalist."""

    player = _number(required=True, **_BEHIND)


class AwayForm(FinalistForm):
    """A player who cannot play the final, and why."""

    reason = _text()


class ShownCardsForm(FinalistForm):
    """Three crypt cards of a finalist."""

    card1 = _needed(longest=100)
    card2 = _needed(longest=100)
    card3 = _needed(longest=100)

    @post_load
    def gather(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The cards as one."""
        return {"player": data["player"], "cards": tuple(data[f"card{place}"].strip() for place in (1, 2, 3))}


class FinalDeckForm(FinalistForm):
    """Whose deck of which round is played in the final."""

    deck_round = _number(1, 50, required=True)


class PlaceForm(FinalistForm):
    """A place in the row, from 0."""

    position = _number(0, 10, required=True, **_BEHIND)


class FirstForm(Form):
    """Who plays first: drawn when nobody is named."""

    player = _optional(**_BEHIND)


class ClockForm(Form):
    """How long the clock runs, when not as announced."""

    minutes = _optional(1, 1440)


class ExtensionForm(ReasonForm):
    """More time, or less."""

    extra = _number(-1440, 1440, required=True)
    table = _optional(1, 10_000)


class NoteForm(Form):
    """A remark."""

    note = _needed()


class AnnouncementForm(Form):
    """A line for everybody."""

    text = _needed()


class CloseCallForm(Form):
    """How a judge call ended."""

    note = _text()


class NameForm(Form):
    """Who a judge is."""

    name = _needed(longest=100)


class LongerForm(ReasonForm):
    """More time for one table."""

    extra = _number(-1440, 1440, required=True)


class CompareForm(Form):
    """A list to hold against a registered one."""

    pasted = _needed(longest=50_000)
    against = _number(0, 50, load_default=0)


class EntryForm(ReasonForm):
    """One entry of the log; the last change without it."""

    entry = _optional(**_BEHIND)


def _role() -> fields.String:
    one_of = validate.OneOf(["organizer", "judge", "scorekeeper"], error=NO_CHOICE)
    return fields.String(validate=one_of, load_default="judge")


class OfficialLinkForm(Form):
    """A link for an official: whom it is for, and what it makes of them."""

    label = _needed(longest=60)
    role = _role()


class KnownLinkForm(Form):
    """One of the officials' links."""

    link = _number(required=True, **_BEHIND)


class PlayerLinkForm(Form):
    """A player, whose own link is to be replaced."""

    player = _number(required=True)


class TableLinkForm(Form):
    """A table whose link is to be replaced, as round and table with a stroke between them."""

    place = _needed(longest=20)


class MemberForm(Form):
    """An account, and what it is to be at the event."""

    name = _needed(longest=60)
    role = _role()


class KnownMemberForm(Form):
    """An account that is something at the event."""

    account = _needed(longest=40)


class TokenForm(Form):
    """A token for programs: what it is for."""

    label = _needed(longest=60)
