"""The settings of an event, a row each: their words, what they take, where their field is, and what is refused."""

from __future__ import annotations

import re
import typing
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum, StrEnum
from functools import cache
from typing import Any, Self

from toolkit.languages import N_, Listed, Message, Sayable, Words, without_invisible
from toolkit.languages.countries import country_of
from toolkit.languages.days import no_day, read_day
from toolkit.scoring import Level
from toolkit.tournament.codec import Coder, coder, decode
from toolkit.tournament.configuration import (
    FIRST_YEAR,
    KINDS,
    LAST_YEAR,
    LONGEST_EVENT,
    MOST_TABLES,
    RULE_SETS,
    ChancesSeenBy,
    Configuration,
    Decklists,
    DecksInArchive,
    EventRuleSet,
    Fees,
    FinalDeck,
    ListsSeenBy,
    Official,
    PrizeFor,
    StandingsSeenBy,
    changed_words,
    check_fees,
    check_prizes,
    check_shown,
    check_sign_up,
    clean_vekn,
    country_or_text,
    fees_words,
)
from toolkit.tournament.errors import BadValue, DamagedFact

MOST_ROUNDS = 10
MOST_MINUTES = 24 * 60
MOST_BOOSTERS = 100
MOST_ASSISTANTS = 9
LONGEST_NAME = 200
LONGEST_SET = 30


class SettingGroup(StrEnum):
    """A part of the page of settings, in its order."""

    USES = "uses"
    EVENT = "event"
    PLACE = "place"
    OFFICIALS = "officials"
    KIND = "kind"
    FORMAT = "format"
    SEEN = "seen"
    TABLES = "tables"
    SETS = "sets"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A row of the settings; the type of its field in `Configuration` says which values it takes.

    Attributes:
        label: its name in the log and in messages.
        group: the part of the page that has its field; None without a field there.
        is_beside: whether its field is beside the one before it.
        behind: the setting that must be on for its field to be shown, e.g. `is_reported`.
        title: label of its field, if not `label`; `hint` is below it.
        choices: the words of its values, if it is one of several.
        least, most: range of a number.
        longest: characters of a text, or items of a list, that are read.
        is_required: whether the form must send it. Otherwise the default of `Configuration` counts.
        is_sent: whether programs send it with the others. The rest have requests of their own.
        description: for programs.
        example: how a value with parts is written in JSON.
        is_digits: whether people write the text as a bare number.
        has_code: whether a value that cannot be read is refused as `bad_NAME`, not as `bad_setting`.
        codes: refusals beside its field, in addition to `bad_NAME`.
        tidy: the value as typed -> as kept.
        check: refuses an event that nobody could hold with it.
        names_people: whether it names people: who is forgotten goes from it.
        moves_event: whether a change of it moves the event in a calendar.
        settled: the rule by which it cannot change after round 1 is published; "" if it can.
    """

    label: str
    group: SettingGroup | None = None
    is_beside: bool = False
    behind: str = ""
    title: str = ""
    hint: str = ""
    choices: Mapping[Any, str] = field(default_factory=dict)
    least: int = 0
    most: int = 0
    longest: int = LONGEST_NAME
    is_required: bool = False
    is_sent: bool = True
    description: str = ""
    example: str = ""
    is_digits: bool = False
    has_code: bool = False
    codes: tuple[str, ...] = ()
    tidy: Callable[[Any], Any] | None = None
    check: Callable[[Configuration], None] | None = None
    names_people: bool = False
    moves_event: bool = False
    settled: str = ""


def _check_name(event: Configuration) -> None:
    if not event.name.strip():
        raise BadValue(Message("An event needs a name."), code="no_name")


def _check_days(event: Configuration) -> None:
    first, last = event.date, event.last_day
    if last is None:
        return
    if first is None or not 0 <= (last - first).days <= LONGEST_EVENT:
        raise BadValue(
            Message("The last day is the first, or one of the %(number)s days after it.", number=LONGEST_EVENT),
            code="bad_last_day",
        )


def _check_assistants(event: Configuration) -> None:
    if len(event.assistants) > MOST_ASSISTANTS:
        raise BadValue(
            Message("At most %(number)s judges besides the head judge.", number=MOST_ASSISTANTS), code="bad_assistants"
        )
    for official in event.assistants:
        if not official.name.strip():
            raise BadValue(Message("A judge has a name."), code="bad_assistants")
        _check_line(official.name, "bad_assistants", setting_name("assistants"))


def _check_rounds(event: Configuration) -> None:
    if not 1 <= event.rounds <= MOST_ROUNDS:
        raise BadValue(
            Message("An event has 1 to %(number)s rounds before the final.", number=MOST_ROUNDS), code="bad_rounds"
        )


def _check_minutes(event: Configuration) -> None:
    if not all(0 <= minutes <= MOST_MINUTES for minutes in (event.minutes, event.final_minutes)):
        raise BadValue(Message("A clock runs for 0 (none) to 1440 minutes."), code="bad_minutes")


def _check_boosters(event: Configuration) -> None:
    if not 0 <= event.boosters <= MOST_BOOSTERS:
        raise BadValue(
            Message("A limited event has 1 to 100 boosters a player."), code="bad_boosters", rule="VEKN 7.2.1"
        )


def _check_sets(event: Configuration) -> None:
    if any(not code.isprintable() or not 1 <= len(code) <= LONGEST_SET for code in event.sets):
        raise BadValue(
            Message("The code of a card set has at most %(number)s characters.", number=LONGEST_SET), code="bad_sets"
        )


def _check_thrown_away(event: Configuration) -> None:
    if event.is_thrown_away and not event.is_rehearsal:
        raise BadValue(Message("Only a rehearsal can be deleted."), code="no_rehearsal")


def _check_template(event: Configuration) -> None:
    if event.is_template and event.date is not None:
        raise BadValue(Message("A template has no day: leave it empty."), code="template_day")


def _check_rooms(event: Configuration) -> None:
    taken: set[int] = set()
    for room in event.rooms:
        _check_line(room.name, "bad_room", Named("room", N_("Room")))
        tables = range(room.first, room.last + 1)
        if not 1 <= room.first <= room.last <= MOST_TABLES or not taken.isdisjoint(tables):
            raise BadValue(
                Message("Room %(name)s: its tables overlap another's, or are none.", name=room.name), code="bad_rooms"
            )
        taken.update(tables)


def _check_table_names(event: Configuration) -> None:
    numbers = [entry.table for entry in event.table_names]
    if len(set(numbers)) < len(numbers) or any(number < 1 for number in numbers):
        raise BadValue(Message("A table has one name, and a number from 1."), code="bad_table_names")


def _check_door_tables(event: Configuration) -> None:
    near = event.door_tables
    if len(set(near)) < len(near) or any(not 1 <= number <= MOST_TABLES for number in near):
        raise BadValue(Message("Tables near the door: each once, by its number from 1."), code="bad_door_tables")


_EVENT_ADDRESS = re.compile(
    r"(?:https?://)?(?:[\w.-]+\.)?vekn\.net/(?:\S*/)?event/(\d{1,9})(?:[/?#-]\S*)?", re.IGNORECASE
)


def _vekn_event(text: str) -> str:
    """The number of an event on the VEKN's calendar, out of its address too."""
    typed = text.strip()
    match = re.fullmatch(r"[0-9]{1,9}", typed) or _EVENT_ADDRESS.fullmatch(typed)
    if typed and not match:
        raise BadValue(
            Message("“%(written)s” is neither the number nor the address of an event of the VEKN.", written=typed[:60]),
            code="bad_vekn_event",
        )
    return match[match.lastindex or 0] if match else ""


def _start(text: str) -> str:
    typed = text.strip()
    match = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", typed)
    if typed and not match:
        raise BadValue(Message("A time is written as 09:30."), code="bad_start")
    return f"{int(match[1]):02}:{match[2]}" if match else ""


def _timezone(text: str) -> str:
    typed = text.strip()
    if typed and typed not in _timezones():
        raise BadValue(
            Message("“%(name)s” is not a time zone. Write it like Europe/Paris.", name=typed[:60]),
            code="bad_timezone",
        )
    return typed


@cache
def _timezones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def _assistants(officials: tuple[Official, ...]) -> tuple[Official, ...]:
    return tuple(replace(official, vekn=clean_vekn(official.vekn)) for official in officials)


DECKLISTS = {
    Decklists.NONE: N_("No lists"),
    Decklists.PAPER: N_("On paper"),
    Decklists.ONLINE: N_("Handed in online"),
}

SETTINGS: Mapping[str, Setting] = {
    "name": Setting(
        label=N_("Name"), group=SettingGroup.EVENT, is_required=True, codes=("no_name",), check=_check_name
    ),
    "vekn_event": Setting(
        label=N_("Number on the VEKN's calendar"),
        group=SettingGroup.EVENT,
        behind="is_reported",
        hint=N_("The number or the address of the event there; needed for its report."),
        longest=300,
        description="Its number on the VEKN's calendar, or its address there.",
        is_digits=True,
        tidy=_vekn_event,
    ),
    "date": Setting(label=N_("Day"), group=SettingGroup.EVENT, codes=("template_day", "far_off"), moves_event=True),
    "start": Setting(
        label=N_("Start"),
        group=SettingGroup.EVENT,
        is_beside=True,
        longest=20,
        description="As 09:30, in `timezone`.",
        has_code=True,
        tidy=_start,
        moves_event=True,
    ),
    "timezone": Setting(
        label=N_("Time zone"),
        group=SettingGroup.EVENT,
        longest=60,
        description="An IANA name, as Europe/Paris.",
        tidy=_timezone,
        moves_event=True,
    ),
    "last_day": Setting(
        label=N_("Last day"),
        group=SettingGroup.EVENT,
        is_beside=True,
        title=N_("Last day, if not the same"),
        has_code=True,
        check=_check_days,
        moves_event=True,
    ),
    "is_online": Setting(label=N_("Online"), group=SettingGroup.PLACE, moves_event=True),
    "venue": Setting(label=N_("Venue"), group=SettingGroup.PLACE, moves_event=True),
    "place": Setting(label=N_("Place"), group=SettingGroup.PLACE, is_beside=True, title=N_("City"), moves_event=True),
    "country": Setting(
        label=N_("Country"), group=SettingGroup.PLACE, is_beside=True, tidy=country_or_text, moves_event=True
    ),
    "organizer": Setting(label=N_("Organizer"), group=SettingGroup.OFFICIALS, names_people=True),
    "organizer_vekn": Setting(
        label=N_("Organizer's VEKN number"),
        group=SettingGroup.OFFICIALS,
        is_beside=True,
        behind="is_reported",
        title=N_("VEKN number"),
        longest=40,
        is_digits=True,
        codes=("bad_vekn",),
        tidy=clean_vekn,
        names_people=True,
    ),
    "head_judge": Setting(label=N_("Head judge"), group=SettingGroup.OFFICIALS, is_beside=True, names_people=True),
    "head_judge_vekn": Setting(
        label=N_("Head judge's VEKN number"),
        group=SettingGroup.OFFICIALS,
        is_beside=True,
        behind="is_reported",
        title=N_("VEKN number"),
        longest=40,
        is_digits=True,
        tidy=clean_vekn,
        names_people=True,
    ),
    "assistants": Setting(
        label=N_("Other judges"),
        group=SettingGroup.OFFICIALS,
        hint=N_("One per line, with the VEKN number if known: “Ana Lima 1000001”."),
        longest=100,
        example='[{"name": "Ann Lee", "vekn": "1234567"}, {"name": "Bo"}]',
        has_code=True,
        tidy=_assistants,
        check=_check_assistants,
        names_people=True,
    ),
    "kind": Setting(
        label=N_("Kind of event"),
        group=SettingGroup.KIND,
        behind="is_reported",
        choices=KINDS,
        is_required=True,
        has_code=True,
    ),
    "rule_set": Setting(
        label=N_("Rule set"), group=SettingGroup.KIND, is_beside=True, choices=RULE_SETS, is_required=True
    ),
    "level": Setting(
        label=N_("Level"),
        choices={
            Level.STANDARD: N_("Standard"),
            Level.NATIONAL: N_("National"),
            Level.CONTINENTAL: N_("Continental"),
        },
    ),
    "is_sanctioned": Setting(label=N_("Sanctioned")),
    "is_announced": Setting(
        label=N_("Announced on this server before it begins"),
        group=SettingGroup.SEEN,
        description="Whether the list and the calendar of the server show it before it starts.",
    ),
    "rounds": Setting(
        label=N_("Rounds before the final"),
        group=SettingGroup.FORMAT,
        least=1,
        most=MOST_ROUNDS,
        is_required=True,
        codes=("rounds_played",),
        check=_check_rounds,
    ),
    "has_final": Setting(
        label=N_("With a final"), group=SettingGroup.FORMAT, codes=("too_late",), settled="VEKN 3.1.6"
    ),
    "minutes": Setting(
        label=N_("Minutes of a round"),
        group=SettingGroup.FORMAT,
        title=N_("Round time in minutes"),
        hint=N_("0 for no clock."),
        most=MOST_MINUTES,
        is_required=True,
        check=_check_minutes,
    ),
    "final_minutes": Setting(
        label=N_("Minutes of the final"),
        group=SettingGroup.FORMAT,
        is_beside=True,
        title=N_("Final time in minutes"),
        hint=N_("0 for no clock."),
        most=MOST_MINUTES,
        is_required=True,
    ),
    "stops_clocks": Setting(
        label=N_("A ruling stops the table's clock"),
        group=SettingGroup.FORMAT,
        hint=N_("Otherwise the table gets more time after a ruling."),
        description="Whether a ruling stops the table's clock. Otherwise the table gets an extension.",
        settled="JG 1.2.4",
    ),
    "requires_decks": Setting(label=N_("Decklists are asked for")),
    "allows_proxies": Setting(label=N_("Proxies are allowed"), group=SettingGroup.FORMAT, title=N_("Proxies allowed")),
    "is_multideck": Setting(label=N_("A deck for each round"), group=SettingGroup.FORMAT, settled="VEKN 3.1.5"),
    "final_deck": Setting(
        label=N_("Deck of the final, with a deck for each round"),
        group=SettingGroup.FORMAT,
        behind="is_multideck",
        choices={FinalDeck.BEST_ROUND: N_("The deck of the best round"), FinalDeck.FREE_CHOICE: N_("Free choice")},
        is_required=True,
        settled="VEKN 3.1.5a",
    ),
    "decks_in_archive": Setting(
        label=N_("Decks for the archive of all decks"),
        group=SettingGroup.SEEN,
        behind="decklists",
        choices={
            DecksInArchive.NOBODY: N_("None"),
            DecksInArchive.WHO_AGREED: N_("Those of players who agreed"),
            DecksInArchive.EVERYBODY: N_("All"),
        },
        is_required=True,
        has_code=True,
    ),
    "standings_seen_by": Setting(
        label=N_("Who sees the standings while it runs"),
        group=SettingGroup.SEEN,
        is_beside=True,
        title=N_("Who can see the standings during the event"),
        choices={
            StandingsSeenBy.EVERYBODY: N_("Everyone"),
            StandingsSeenBy.OWN: N_("Each player their own"),
            StandingsSeenBy.NOBODY: N_("Hidden until the end"),
        },
        is_required=True,
    ),
    "lists_seen_by": Setting(
        label=N_("Who sees the decklists"),
        group=SettingGroup.SEEN,
        is_beside=True,
        behind="decklists",
        title=N_("Who can see the decklists"),
        choices={
            ListsSeenBy.NOBODY: N_("Nobody"),
            ListsSeenBy.FINALISTS_AFTER: N_("The finalists' lists, after the event"),
            ListsSeenBy.EVERYBODY_AFTER: N_("All, after the event"),
        },
        is_required=True,
    ),
    "show_chances": Setting(
        label=N_("Who sees the chances of the final, between rounds"),
        group=SettingGroup.SEEN,
        is_beside=True,
        title=N_("Who can see the chances of the final, between rounds"),
        choices={
            ChancesSeenBy.NOBODY: N_("Nobody"),
            ChancesSeenBy.ORGANIZERS: N_("The organizers"),
            ChancesSeenBy.EVERYBODY: N_("Everyone"),
        },
    ),
    "is_template": Setting(
        label=N_("Template"),
        group=SettingGroup.SEEN,
        title=N_("A template: others are made like it. It has no day and is not listed among the events."),
        description="Whether it is a template for other events. It is in no list, and has no date.",
        codes=("template_begun",),
        check=_check_template,
    ),
    "rooms": Setting(
        label=N_("Rooms"),
        group=SettingGroup.TABLES,
        hint=N_("One per line, with its tables: “Main hall: 1-10”. Seats are then shown with their room."),
        longest=100,
        example='[{"name": "Hall", "first": 1, "last": 8}]',
        codes=("bad_room",),
        check=_check_rooms,
    ),
    "table_names": Setting(
        label=N_("Tables with a name"),
        group=SettingGroup.TABLES,
        is_beside=True,
        title=N_("Named tables"),
        hint=N_("One per line: “7: Stage”."),
        longest=500,
        example='[{"table": 1, "name": "Window"}]',
        check=_check_table_names,
    ),
    "door_tables": Setting(
        label=N_("Tables near the door"),
        group=SettingGroup.TABLES,
        hint=N_("The nearest first, such as “3, 7-9”; leave empty if table 1 is nearest and the others follow."),
        longest=500,
        description="Tables near the door, nearest first. Default: in order of their numbers.",
        example="[8, 7]",
        check=_check_door_tables,
    ),
    "boosters": Setting(
        label=N_("Boosters a player"),
        group=SettingGroup.SETS,
        behind="rule_set",
        title=N_("Boosters per player"),
        hint=N_("For limited events."),
        most=MOST_BOOSTERS,
        check=_check_boosters,
    ),
    "has_starters": Setting(
        label=N_("A starter deck comes with them"),
        group=SettingGroup.SETS,
        is_beside=True,
        behind="rule_set",
        title=N_("Plus a starter deck"),
    ),
    "sets": Setting(
        label=N_("Codes of the sets"),
        group=SettingGroup.SETS,
        title=N_("Set codes"),
        hint=N_("Separated by spaces, such as “V5 NB”; leave empty for all."),
        example='["FN", "HttB"]',
        check=_check_sets,
    ),
    "fees": Setting(
        label=N_("Fees"),
        is_sent=False,
        example='{"amount": 1000, "currency": "EUR", "reduced": [{"name": "students", "amount": 500}]}',
        check=lambda event: check_fees(event.fees) if event.fees else None,
    ),
    "prizes": Setting(
        label=N_("Prizes"),
        is_sent=False,
        example='[{"name": "Playmat", "count": 1, "basis": "place", "first": 1, "last": 1}]',
        check=lambda event: check_prizes(event.prizes),
    ),
    "sign_up": Setting(
        label=N_("Signing up"),
        is_sent=False,
        example='{"opens": null, "closes": null, "capacity": 40, "asks": ["vekn"], "offer_minutes": 1440}',
        check=lambda event: check_sign_up(event.sign_up) if event.sign_up else None,
    ),
    "is_reported": Setting(
        label=N_("Reported to the VEKN"),
        group=SettingGroup.USES,
        title=N_("Reported to the VEKN?"),
        hint=N_("VEKN numbers and their hints, kind of event, calendar number, and reports with their due day."),
        description="Whether it is reported to the VEKN. Default: unless its kind says no.",
    ),
    "decklists": Setting(
        label=N_("Decklists"),
        group=SettingGroup.USES,
        title=N_("Decklists?"),
        hint=N_("Marks of missing lists, check-sheets, and a player's own page of decks if handed in online."),
        choices=DECKLISTS,
        description="How lists are handed in; sets `requires_decks`. Default: lists are optional.",
    ),
    "has_fees": Setting(
        label=N_("Entry fee"),
        group=SettingGroup.USES,
        title=N_("Entry fee?"),
        hint=N_("Fees of the players, and a treasurer."),
        description="Whether an entry fee is paid. Default: if `fees` are set.",
    ),
    "checks_numbers": Setting(
        label=N_("New VEKN numbers are checked at Archon"),
        description="Whether a server that knows Archon checks VEKN numbers there after each registration.",
    ),
    "is_rehearsal": Setting(label=N_("Rehearsal"), is_sent=False),
    "is_thrown_away": Setting(label=N_("Deleted"), is_sent=False, check=_check_thrown_away),
}


@cache
def _types() -> Mapping[str, Any]:
    return typing.get_type_hints(Configuration)


def value_type(name: str) -> Any:
    """The type of a setting's value, e.g. `bool` or `tuple[Room, ...]`; of a choice, its values."""
    hint = _types()[name]
    return next((kind for kind in (hint, *typing.get_args(hint)) if _is_enumeration(kind)), hint)


def _is_enumeration(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Enum)


def check_choices(settings: Mapping[str, Setting]) -> None:
    """Make sure that a setting that is one of several has words for each of them.

    Raises:
        TypeError: a value has none.
    """
    for name, row in settings.items():
        kind: Any = value_type(name) if name in _types() else None
        values = tuple(kind) if _is_enumeration(kind) else ()
        if missing := [str(value) for value in values if value not in row.choices]:
            raise TypeError(f"The setting {name}: add words to `choices` for {', '.join(missing)}.")


check_choices(SETTINGS)


def check_configuration(configuration: Configuration) -> None:
    """Refuse an impossible configuration.

    Raises:
        BadValue: the first fault found, with its code.
    """
    for name, row in SETTINGS.items():
        if row.check is not None:
            row.check(configuration)
        if value_kind(name) is ValueKind.TEXT:
            _check_line(getattr(configuration, name), f"bad_{name}", setting_name(name))


def check_v5(configuration: Configuration) -> None:
    """Refuse a V5 championship: the VEKN has no such kind. Asked when the settings are chosen, not of older events.

    Raises:
        BadValue: it would be one.

    Rule: VEKN A.2.
    """
    is_championship = configuration.is_sanctioned and configuration.level is not Level.STANDARD
    if configuration.rule_set is EventRuleSet.V5 and is_championship:
        raise BadValue(
            Message("The VEKN has no V5 championship. Choose the kind “Standard V5” or another rule set."),
            code="v5_championship",
            rule="VEKN A.2",
        )


def check_years(configuration: Configuration) -> None:
    """Refuse a day too far off to count from. Asked when it is chosen or imported, not of older events.

    Raises:
        BadValue: there is one.
    """
    days = [configuration.date, configuration.last_day]
    if configuration.fees is not None:
        days += [fee.until for fee in configuration.fees.early]
    if configuration.sign_up is not None:
        times = (configuration.sign_up.opens, configuration.sign_up.closes)
        days += [time.date() for time in times if time is not None]
    for day in filter(None, days):
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise BadValue(
                Message(
                    "%(day)s is too far off: use a year from %(first)s to %(last)s.",
                    day=day.isoformat(),
                    first=FIRST_YEAR,
                    last=LAST_YEAR,
                ),
                code="far_off",
            )


def _check_line(text: str, code: str, called: Named) -> None:
    check_shown(text, code)
    if len(text) > LONGEST_NAME:
        raise BadValue(
            Message("The %(what)s is one line of at most %(number)s characters.", what=called, number=LONGEST_NAME),
            code=code,
        )


def changed(configuration: Configuration, name: str, value: Any) -> Configuration:
    """`configuration` with one setting taken from its stored (JSON) value.

    Raises:
        BadValue: no setting has that name, or it cannot take that value.
    """
    if name not in SETTINGS:
        raise BadValue(Message("There is no setting “%(name)s”.", name=name[:40]), code="unknown_setting")
    row = SETTINGS[name]
    try:
        decoded = _coders()[name].decode(_as_kept(name, value))
    except DamagedFact as error:
        called = setting_name(name)
        sentence = (
            Message("The setting “%(name)s” is written like this: %(example)s", name=called, example=row.example)
            if row.example
            else Message("The setting “%(name)s” cannot take that: %(sentence)s", name=called, sentence=error.message)
        )
        raise BadValue(sentence, code=f"bad_{name}" if row.has_code else "bad_setting", field=name) from error
    new = {name: _tidied(row, decoded)}
    # Level and sanction decide the kind when they are changed; the rule set does while the kind is the usual one.
    if name in ("level", "is_sanctioned") or (name == "rule_set" and configuration.has_usual_kind):
        new["kind"] = None
    # An answer about decklists that says otherwise is taken back: lists are required, or optional.
    if name == "requires_decks" and new[name] is not configuration.requires_decks:
        new["decklists"] = None
    return replace(configuration, **new)


def _as_kept(name: str, value: Any) -> Any:
    """A short form as it is stored: a bare number as digits, a judge without a VEKN number."""
    if SETTINGS[name].is_digits and type(value) is int:
        return str(value)
    if value_kind(name) is ValueKind.DAY and isinstance(value, str):
        return _day(value)
    if name != "assistants" or not isinstance(value, list):
        return value
    return [{"vekn": ""} | _with_digits(item) if isinstance(item, dict) else item for item in value]


def _day(text: str) -> str:
    try:
        return read_day(text).isoformat()
    except ValueError:
        raise DamagedFact(no_day(text)) from None


def _with_digits(official: dict[str, Any]) -> dict[str, Any]:
    return {part: str(value) if type(value) is int else value for part, value in official.items()}


def tidied(configuration: Configuration) -> Configuration:
    """The configuration with each text as it is kept: the country's code, the number out of an address.

    Raises:
        BadValue: a text that says nothing of its kind.
    """
    return replace(
        configuration, **{name: _tidied(row, getattr(configuration, name)) for name, row in SETTINGS.items()}
    )


def _tidied(row: Setting, value: Any) -> Any:
    shown = without_invisible(value) if type(value) is str else value
    return row.tidy(shown) if row.tidy else shown


def stored(configuration: Configuration, name: str) -> Any:
    """One setting as its stored (JSON) value."""
    return _coders()[name].encode(getattr(configuration, name))


@cache
def _coders() -> dict[str, Coder]:
    return {name: coder(hint) for name, hint in _types().items()}


class ValueKind(StrEnum):
    """Which values a setting takes; `LIST` is a value with parts, `ANSWER` yes, no or none given."""

    TEXT = "text"
    NUMBER = "number"
    TICK = "tick"
    ANSWER = "answer"
    DAY = "day"
    CHOICE = "choice"
    LIST = "list"


@cache
def value_kind(name: str) -> ValueKind:
    """Which values a setting takes."""
    if SETTINGS[name].choices:
        return ValueKind.CHOICE
    kinds = {
        str: ValueKind.TEXT,
        int: ValueKind.NUMBER,
        bool: ValueKind.TICK,
        bool | None: ValueKind.ANSWER,
        date | None: ValueKind.DAY,
    }
    return kinds.get(value_type(name), ValueKind.LIST)


def is_answer(name: str) -> bool:
    """Whether a setting is None until a person or a program names it."""
    return value_kind(name) in (ValueKind.ANSWER, ValueKind.CHOICE) and default_of(name) is None


def default_of(name: str) -> Any:
    """The JSON value of a setting that is not sent."""
    return stored(Configuration(name=""), name)


_YES, _NO, _NONE = N_("yes"), N_("no"), N_("none")


class Named(Sayable):
    """A word of programs that English says too; other languages say what a page calls it."""

    label: str

    def __new__(cls, name: str, label: str) -> Self:
        """The label is a text that the catalogues know."""
        named = super().__new__(cls, name)
        named.label = label
        return named

    def said(self, words: Words) -> str:
        """The word, or the label in a language other than English."""
        return str(self) if words.language == "en" else words.gettext(self.label)

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, object]]:
        return (str(self), self.label), {}


def setting_name(name: str) -> Named:
    """A setting, called as on the page of the settings."""
    return Named(name, _label(name))


def _label(name: str) -> str:
    return SETTINGS[name].label if name in SETTINGS else name


def setting_words(name: str, value: Any, *before: Any) -> Message:
    """A setting and its value, given as JSON, as a person reads them: “With a final: yes (before: no)”."""
    words = [_value_words(name, item) for item in (value, *before)]
    return changed_words(Message(_label(name)), *words)


def _value_words(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return Message(_YES if value else _NO)
    if value in (None, "", [], 0):
        return Message(_NONE)
    if name in SETTINGS and SETTINGS[name].choices:
        choices = {key.value: words for key, words in SETTINGS[name].choices.items()}
        return Message(choices[value]) if value in choices else str(value)
    if isinstance(value, list):
        return Listed(map(_item_words, value))
    if name == "sign_up":
        return _sign_up_words(value)
    if name == "fees":
        return fees_words(decode(Fees, value))
    return country_of(value) if name == "country" else str(value)


def _item_words(item: Any) -> str:
    match item:
        case {"category": category, "name": name, "count": count}:
            what = f"{count} x {name}" if count > 1 else name
            return Message("Best %(category)s: %(what)s", category=category, what=what)
        case {"basis": basis, "name": name, "count": count, "first": first, "last": last}:
            return prize_words(name, count, PrizeFor(basis), first, last)
        case {"name": name, "first": first, "last": last}:
            return f"{name} {first}-{last}"
        case {"table": table, "name": name}:
            return f"{table} {name}"
        case {"name": name, "vekn": vekn}:
            return f"{name} {vekn}".strip()
    return str(item)


def prize_words(name: str, count: int, basis: PrizeFor, first: int, last: int) -> Message:
    """A prize and what it is for: “2-5: 3 x Booster”."""
    what = f"{count} x {name}" if count > 1 else name
    if basis is PrizeFor.RAFFLE:
        return Message("Raffle: %(what)s", what=what)
    if basis is PrizeFor.GAME_WIN:
        return Message("Each game win: %(what)s", what=what)
    places = str(first) if first == last else f"{first}-{last}"
    return Message("%(place)s: %(what)s", place=places, what=what)


def _sign_up_words(value: Mapping[str, Any]) -> Listed:
    parts: list[str] = [Message("places: %(number)s", number=value["capacity"])] if value["capacity"] else []
    for name, words in (("opens", N_("from %(time)s")), ("closes", N_("until %(time)s"))):
        if value[name]:
            parts.append(Message(words, time=value[name][:16].replace("T", " ")))
    return Listed(parts or [Message(_YES)])
