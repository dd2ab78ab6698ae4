"""The forms of the organizer's console: text as a browser sends it -> values for the services."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, ClassVar

from marshmallow import ValidationError, fields, missing, post_load, validate, validates_schema

from toolkit.schemas.derived import Loaded
from toolkit.schemas.form_fields import (
    BEHIND,
    NEEDED,
    NO_CHOICE,
    TOO_LONG,
    Day,
    Form,
    Officials,
    Rooms,
    Sets,
    TableNames,
    TablesField,
    YesOrNo,
    answer_field,
    choice_field,
    needed_text,
    number_field,
    optional_number,
    text_field,
)
from toolkit.services.kernel.roles import TOKEN_DAYS, Scope
from toolkit.tournament.configuration import (
    Decklists,
    EventKind,
    EventRuleSet,
    Official,
    Room,
    TableName,
)
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.limited.facts import LimitedFormat, StarterDeal, TradeAnswer
from toolkit.tournament.settings import SETTINGS, Setting, ValueKind, default_of, is_answer, value_kind, value_type

_LONGEST_POINTS = 10


class NewEventForm(Form):
    """A new event, in short. Forms without the three questions, and with a place, are of earlier pages."""

    name = needed_text(longest=200)
    date = Day(load_default=None)
    place = text_field(longest=200)
    rounds = number_field(1, 10, load_default=3)
    rule_set = choice_field(EventRuleSet, load_default=EventRuleSet.CONSTRUCTED.value)
    is_reported = answer_field()
    decklists = choice_field(Decklists)
    has_fees = answer_field()


class RehearsalForm(Form):
    """A rehearsal of so many players."""

    players = number_field(0, required=True)


class AgainForm(Form):
    """An event like another one; `player` is ticked for each who comes again, so it may stand several times.

    `of` is the event whose players they are.
    """

    name = needed_text(longest=200)
    date = Day(load_default=None)
    is_template = fields.Boolean(load_default=False)
    of = fields.String(load_default="")
    player = number_field(1, 1_000_000, load_default=None)


class Push(StrEnum):
    """The two buttons of a result to be sent."""

    COMPARE = "compare"
    SEND = "send"


class PushForm(Form):
    """A login of another site, and what is done with it."""

    user = needed_text(longest=100)
    password = needed_text(longest=200)
    do = choice_field(Push, required=True, **BEHIND)


class ArchonStep(StrEnum):
    """A step with an event and Archon."""

    COMPARE = "compare"
    CONSENT = "consent"
    DISCONNECT = "disconnect"
    SEND = "send"
    FINISH = "finish"


class ArchonForm(Form):
    """An event at Archon, a member's token where it is typed, and what is done."""

    code = text_field(longest=200)
    token = text_field(longest=4000)
    do = choice_field(ArchonStep, required=True, **BEHIND)


class NumbersForm(Form):
    """Whether VEKN numbers are checked after each registration."""

    checks_numbers = fields.Boolean(load_default=False, **BEHIND)


class ArchonImportStep(StrEnum):
    """A button of the preview."""

    PREVIEW = "preview"
    IMPORT = "import"


class ArchonImportForm(Form):
    """The kind of an event of Archon, and why it is imported although its standings differ."""

    kind = choice_field(EventKind, may_be_empty=True)
    accepted = text_field(longest=500)
    do = choice_field(ArchonImportStep, required=True, **BEHIND)


class TakeOverForm(Form):
    """The code of the other laptop, or that it is gone."""

    code = text_field(longest=40)
    is_lost = fields.Boolean(load_default=False)


_LISTS: dict[Any, type[fields.String]] = {
    tuple[Official, ...]: Officials,
    tuple[Room, ...]: Rooms,
    tuple[TableName, ...]: TableNames,
    tuple[int, ...]: TablesField,
    tuple[str, ...]: Sets,
}


def _setting(name: str, row: Setting) -> fields.Field[Any]:
    if is_answer(name):
        if value_kind(name) is ValueKind.ANSWER:
            return answer_field()
        return choice_field(value_type(name), may_be_empty=True, load_default=missing)
    needed: dict[str, Any] = {"required": True} if row.is_required else {"load_default": default_of(name)}
    match value_kind(name):
        case ValueKind.TICK:
            return fields.Boolean(load_default=False)
        case ValueKind.NUMBER:
            return number_field(row.least, row.most, **needed)
        case ValueKind.DAY:
            return Day(load_default=None)
        case ValueKind.CHOICE:
            return choice_field(value_type(name), **needed)
        case ValueKind.LIST:
            return _LISTS[value_type(name)](validate=validate.Length(max=row.longest, error=TOO_LONG))
    return needed_text(longest=row.longest) if row.is_required else text_field(longest=row.longest)


class SettingsForm(Form):
    """Every setting that has a field; a box that is not ticked is not sent.

    Forms that ask how lists are handed in have no box for required ones; those of earlier pages have only that.
    """

    class Meta(Form.Meta):
        """A field for each setting that is on the page."""

        include: ClassVar = {name: _setting(name, row) for name, row in SETTINGS.items() if row.group}

    requires_decks = fields.Boolean(load_default=False)

    @post_load
    def answer(self, data: Loaded, **_: Any) -> Loaded:
        """The answer about decklists alone, where the form asks for it; an empty one is none."""
        if "decklists" not in data:
            return data
        unsaid = {"requires_decks"} if data["decklists"] else {"requires_decks", "decklists"}
        return {name: value for name, value in data.items() if name not in unsaid}


class PlayerForm(Form):
    """A player: the name as it is shown, or its two parts."""

    name = text_field(longest=200)
    first = text_field(longest=100)
    last = text_field(longest=100)
    vekn = text_field(longest=40)
    city = text_field(longest=200)
    country = text_field(longest=200)
    agrees_to_archive = YesOrNo(load_default=None, allow_none=True)
    is_namesake = fields.Boolean(load_default=False)

    @validates_schema
    def check_name(self, data: Loaded, **_: Any) -> None:
        """Check that a person is named."""
        if not any(data[part].strip() for part in ("name", "first", "last")):
            raise ValidationError(NEEDED, "name")


class DeckForm(Form):
    """A decklist; the reason when it is changed by a judge."""

    deck = needed_text(longest=50_000)
    deck_round = optional_number(1, 50)
    deck_reason = text_field()


class FeeChange(StrEnum):
    """The buttons of the fees for the players who are ticked."""

    CASH = "cash"
    TRANSFER = "transfer"
    OTHER = "other"
    WAIVED = "waived"
    REFUNDED = "refunded"
    UNPAID = "unpaid"


# What a list of reduced fees has for "as it is".
AS_IT_IS = "*"


class FeeMarksForm(Form):
    """How fees stand from now on: of `one` player, whose own button was pressed, or of each whose box is ticked."""

    do = choice_field(FeeChange, load_default=FeeChange.CASH.value, **BEHIND)
    one = optional_number(**BEHIND)
    player = optional_number()
    rate = text_field(longest=100)
    note = text_field()


class SignUpForm(Form):
    """A person who signs up; `no_vekn` is ticked without a number, `is_claim` to claim another person's.

    `questions` is the digest of the organizer's questions that the form shows, each answered in its order.
    """

    name = needed_text(longest=200)
    vekn = text_field(longest=40)
    no_vekn = fields.Boolean(load_default=False)
    country = text_field(longest=200)
    contact = text_field(longest=200)
    agrees_to_archive = YesOrNo(load_default=None, allow_none=True)
    is_namesake = fields.Boolean(load_default=False)
    is_claim = fields.Boolean(load_default=False)
    shows_name = fields.Boolean(load_default=False)
    questions = text_field(**BEHIND)
    answer_1 = text_field(longest=200)
    answer_2 = text_field(longest=200)
    answer_3 = text_field(longest=200)
    answer_4 = text_field(longest=200)
    answer_5 = text_field(longest=200)


class MailForm(Form):
    """A mail to the players who gave an address."""

    subject = needed_text(longest=150)
    text = needed_text(longest=5000)


class LimitedPlanForm(Form):
    """The product of a limited event, a line each, and how its day goes."""

    format = choice_field(LimitedFormat, required=True)
    lines = text_field(longest=4000)
    pod_most = optional_number(1, 100)
    construction = optional_number(1, 1440)
    registers_pools = fields.Boolean(load_default=False)
    swaps = fields.Boolean(load_default=False)
    pods_are_tables = fields.Boolean(load_default=False)
    starters = choice_field(StarterDeal, may_be_empty=True)
    spare = optional_number(0, 100)
    box = optional_number(0, 1000)
    registration = optional_number(1, 1440)
    pile_size = optional_number(1, 100)
    times = text_field(longest=400)
    provided = text_field(longest=8000)
    waits = fields.Boolean(load_default=False)
    no_late = fields.Boolean(load_default=False)
    casual = fields.Boolean(load_default=False)


class CubeForm(Form):
    """A cube's list, and what is dealt out of it."""

    text = needed_text(longest=100_000)
    players = number_field(1, 60, required=True)
    packs = number_field(1, 36, required=True)
    size = number_field(1, 100, required=True)
    seed = optional_number(0, 2**31)
    by_chance = fields.Boolean(load_default=False)
    paper = fields.String(load_default="a4", validate=validate.OneOf(("a4", "letter"), error=NO_CHOICE), **BEHIND)


class TradeForm(Form):
    """A turn of a Michigan trade: what was asked for, as “seat/card” (card 0: not noted), and what was given for it."""

    answer = choice_field(TradeAnswer, required=True, **BEHIND)
    wish = fields.String(load_default="", validate=validate.Regexp(r"([1-8]/\d{1,7})?\Z", error=NO_CHOICE))
    given = optional_number(0)


class DeskForm(Form):
    """The text typed at the desk, or `take`, the text behind a button beside it; the table that is open.

    `asked`: what it was asked about: a player's number, `=` or `$` behind it for the list or the fee.
    """

    text = text_field(longest=500)
    take = text_field(longest=500, **BEHIND)
    round = optional_number(0, 50, **BEHIND)
    table = optional_number(1, 10_000, **BEHIND)
    asked = text_field(longest=20, **BEHIND)


class SeatsForm(Form):
    """One edit of a seating: a player swaps with another, goes to a table, or out."""

    pick = number_field(required=True, **BEHIND)
    other = optional_number(**BEHIND)
    table = optional_number(1, 10_000, **BEHIND)
    reason = text_field()


class SeedForm(Form):
    """The options of a draw from a committed seed."""

    word = text_field(longest=100)
    reason = text_field(longest=500)


class DraftForm(SeedForm):
    """How long to search for a seating, and whether it replaces a draft that is as good.

    `away`: names of players who are away for the round, parted by commas.
    """

    seconds = number_field(1, 30, load_default=1, **BEHIND)
    anyway = number_field(0, 1, load_default=0, **BEHIND)
    away = text_field(longest=2000)


class EventsForm(Form):
    """A table's result as who left, in order."""

    events = needed_text(longest=500, **BEHIND)


class PointsForm(Form):
    """A table's result as victory points in seat order, with the reason of an override."""

    vp1 = fields.String(load_default="")
    vp2 = fields.String(load_default="")
    vp3 = fields.String(load_default="")
    vp4 = fields.String(load_default="")
    vp5 = fields.String(load_default="")
    reason = text_field()
    card = text_field(longest=200)

    @post_load
    def gather(self, data: Loaded, **_: Any) -> Loaded:
        """The points as a list; an empty field is no point."""
        points = [(data.pop(f"vp{seat}") or "0").strip().replace(",", ".") or "0" for seat in range(1, 6)]
        if max(map(len, points)) > _LONGEST_POINTS:
            raise ValidationError(TOO_LONG, "points")
        return {**data, "points": points}


class PenaltyForm(Form):
    """A penalty for an infraction on whose page it is given; empty fields take the ladder's value or the default."""

    grade = choice_field(SanctionKind, may_be_empty=True)
    kind = choice_field(SanctionKind, may_be_empty=True)
    rule = text_field()
    judge = text_field(longest=200)
    note = text_field()
    exactly = fields.Boolean(load_default=False)
    weighed = fields.Boolean(load_default=False)
    earlier = fields.Boolean(load_default=False)
    applies_to = optional_number(0, 50)
    minutes = optional_number(0, 1440)
    allowed = fields.Boolean(load_default=False)


class SanctionForm(PenaltyForm):
    """A penalty, and for whom and what."""

    player = number_field(required=True)
    infraction = text_field(longest=200)


class PersonSanctionForm(Form):
    """A penalty for a person who does not play."""

    name = needed_text(longest=200)
    kind = choice_field(SanctionKind, required=True)
    infraction = text_field(longest=200)
    rule = text_field()
    note = text_field()


class FinalistForm(Form):
    """One finalist."""

    player = number_field(required=True, **BEHIND)


class NoteForm(Form):
    """A remark."""

    note = needed_text()


class NameForm(Form):
    """Who a judge is."""

    name = needed_text(longest=100)


class CompareForm(Form):
    """A list to hold against a registered one."""

    pasted = needed_text(longest=50_000)
    against = number_field(0, 50, load_default=0)


class ApartForm(Form):
    """Whom a player is kept apart from: names, one a line or with commas between them."""

    apart = text_field()


def _role() -> fields.String:
    one_of = validate.OneOf(["organizer", "judge", "scorekeeper"], error=NO_CHOICE)
    return fields.String(validate=one_of, load_default="judge")


class OfficialLinkForm(Form):
    """A link for an official: whom it is for, and what it makes of them."""

    label = needed_text(longest=60)
    role = _role()


class KnownLinkForm(Form):
    """One of the officials' links."""

    link = number_field(required=True, **BEHIND)


class AllLinksForm(Form):
    """All links of the event, to be replaced once that was asked."""

    sure = fields.Boolean(load_default=False, **BEHIND)


class PlayerLinkForm(Form):
    """A player, whose own link is to be replaced."""

    player = number_field(required=True)


class TableLinkForm(Form):
    """A table whose link is to be replaced, as round and table with a stroke between them."""

    place = needed_text(longest=20)


class MemberForm(Form):
    """An account, and what it is to be at the event."""

    name = needed_text(longest=60)
    role = _role()


class KnownMemberForm(Form):
    """An account that is something at the event."""

    account = needed_text(longest=40, **BEHIND)


class TokenForm(Form):
    """A token for programs: what it is for, what it may do, and for how many days."""

    label = needed_text(longest=60)
    scope = choice_field(Scope, load_default=Scope.ALL.value)
    days = fields.String(
        validate=validate.OneOf([str(days) for days in TOKEN_DAYS], error=NO_CHOICE), load_default=str(TOKEN_DAYS[-1])
    )


class AddressForm(Form):
    """An address that is told of an event, and a tick for each occasion."""

    url = needed_text(longest=500)
    sign_up = fields.Boolean(load_default=False)
    place = fields.Boolean(load_default=False)
    check_in = fields.Boolean(load_default=False)
    round = fields.Boolean(load_default=False)
    time_up = fields.Boolean(load_default=False)
    final = fields.Boolean(load_default=False)
    result = fields.Boolean(load_default=False)
    announcement = fields.Boolean(load_default=False)
    judge_call = fields.Boolean(load_default=False)
