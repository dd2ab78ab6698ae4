"""The forms of the tables: text as a browser sends it -> wishes for a table."""

from __future__ import annotations

from typing import Any, ClassVar

from marshmallow import EXCLUDE, ValidationError, fields, post_load, validate

from toolkit.game.options import VALUES
from toolkit.languages import N_
from toolkit.schemas.derived import Loaded
from toolkit.schemas.form_fields import NO_CHOICE, TOO_LONG, Form, WholeNumber

SEATS = tuple(f"name{place}" for place in range(1, 7))
NEEDS_TWO = N_("A table has two players or more.")
NOBODY_THERE = N_("That seat is empty.")
# Who goes first: drawn, or as it fell at the table.
FIRSTS = ("", *(str(place) for place, _ in enumerate(SEATS, start=1)))
_VARIANTS = ("standard", "pm_intro", "pm_advanced")
_PROFILES = ("current", "vekn_event", "outline_4_1", "contest_proposal")


# Options that a table does not choose one by one, and why not: game mode, enforcement and speed have fields of their
# own, and the companion is not told which cards a deck holds.
_NOT_ASKED = ("game_", "deck_")
OPTIONS = tuple(name for name in VALUES if not name.startswith(_NOT_ASKED))


def option_field(option: str) -> str:
    """The field of a form that holds an option of the rules."""
    return f"option_{option}"


def _one_of(*values: str) -> fields.String:
    return fields.String(load_default=values[0], validate=validate.OneOf(values, error=NO_CHOICE))


def _text(longest: int) -> fields.String:
    return fields.String(load_default="", validate=validate.Length(max=longest, error=TOO_LONG))


class _Minutes(WholeNumber):
    """Minutes of a clock; an empty field is none."""

    def deserialize(self, value: Any, attr: Any = None, data: Any = None, **kwargs: Any) -> Any:
        """The number, 0 for an empty field."""
        is_empty = isinstance(value, str) and not value.strip()
        return super().deserialize("0" if is_empty else value, attr, data, **kwargs)


class EventTableForm(Form):
    """How a table of an event is followed; its seats and rules are the event's."""

    enforcement = _one_of(*VALUES["game_enforcement"])
    speed = _one_of("table", "detailed")
    depth = _one_of("full", "light")

    @post_load
    def make(self, data: Loaded, **_: Any) -> Loaded:
        """The options that were chosen, by name."""
        changes = {"game_enforcement": data["enforcement"], "game_speed": data["speed"]}
        return {"changes": changes, "depth": data["depth"]}


class NewTableForm(Form):
    """A new table."""

    title = _text(200)

    class Meta:
        """Beside the fields below one for each option of the rules; empty, the profile decides."""

        unknown = EXCLUDE
        include: ClassVar = {option_field(name): _one_of("", *VALUES[name]) for name in OPTIONS}

    variant = _one_of(*_VARIANTS)
    profile = _one_of(*_PROFILES)
    enforcement = _one_of(*VALUES["game_enforcement"])
    speed = _one_of("table", "detailed")
    depth = _one_of("full", "light")
    minutes = _Minutes(0, 1440, load_default=0)
    is_drawn = fields.Boolean(load_default=False)
    name1 = _text(200)
    name2 = _text(200)
    name3 = _text(200)
    name4 = _text(200)
    name5 = _text(200)
    name6 = _text(200)
    first = _one_of(*FIRSTS)

    @post_load
    def make(self, data: Loaded, **_: Any) -> Loaded:
        """The arguments of `TableWishes`; a name left out between two others is skipped."""
        names = [data[place].strip() for place in SEATS if data[place].strip()]
        if len(names) < 2:
            raise ValidationError({"names": [NEEDS_TWO]})
        first = data[f"name{data['first']}"].strip() if data["first"] else ""
        if data["first"] and not first:
            raise ValidationError({"first": [NOBODY_THERE]})
        profile = data["profile"] if data["variant"] == "standard" else data["variant"]
        kept = {name: data[name] for name in ("title", "minutes", "depth", "is_drawn")}
        changes = {"game_enforcement": data["enforcement"], "game_speed": data["speed"]}
        changes |= {name: data[option_field(name)] for name in OPTIONS if data[option_field(name)]}
        return {"names": names, "first": first, "profile": profile, "changes": changes, **kept}
