"""What an event is: its name and place, its rule set, its rounds, clock and levels, and who may see what."""

from __future__ import annotations

import datetime
import typing
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any, Self

from toolkit.languages import N_, Message, Sayable, Words
from toolkit.scoring import Level
from toolkit.tournament.codec import Coder, coder
from toolkit.tournament.errors import BadValue, DamagedFact

MOST_ROUNDS = 10
LONGEST_NAME = 200
LONGEST_SET = 30
# A round of less than two hours makes an event unsanctioned (VEKN 3.1.1).
SHORTEST_ROUND = 120


class EventRuleSet(StrEnum):
    """What decks must be, and for phased motion how the turn goes."""

    CONSTRUCTED = "constructed"
    LIMITED = "limited"
    CASUAL = "casual"
    V5 = "v5"
    PHASED_MOTION_INTRODUCTORY = "phased-motion-introductory"
    PHASED_MOTION_ADVANCED = "phased-motion-advanced"

    @property
    def deck_format(self) -> str:
        """The name under which the deck side knows it."""
        return "phased-motion" if self.value.startswith("phased-motion") else self.value


RULE_SETS = {
    EventRuleSet.CONSTRUCTED: N_("Constructed"),
    EventRuleSet.LIMITED: N_("Limited"),
    EventRuleSet.CASUAL: N_("Casual"),
    EventRuleSet.V5: N_("V5"),
    EventRuleSet.PHASED_MOTION_INTRODUCTORY: N_("Phased Motion, introductory"),
    EventRuleSet.PHASED_MOTION_ADVANCED: N_("Phased Motion, advanced"),
}


class FinalDeck(StrEnum):
    """Which deck a finalist of a multi-deck event plays (VEKN 3.1.5a)."""

    BEST_ROUND = "best_round"
    FREE_CHOICE = "free_choice"


class StandingsSeenBy(StrEnum):
    """How much of the standings players and public see while the event runs."""

    NOBODY = "nobody"
    OWN = "own"
    EVERYBODY = "everybody"


class ListsSeenBy(StrEnum):
    """Which decklists the public sees, and from when."""

    NOBODY = "nobody"
    FINALISTS_AFTER = "finalists_after"
    EVERYBODY_AFTER = "everybody_after"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A room and the numbers of its tables, from `first` to `last`."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableName:
    """A table that is called otherwise than by its number."""

    table: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """An event as announced.

    Attributes:
        rounds: preliminary rounds; in a staggered event, the rounds of games that each player plays.
        minutes: the clock of a preliminary round; `final_minutes` that of the final, 0 for no clock.
        boosters: for limited; `has_starters` whether a starter deck comes with them; `sets` for an event of some sets.
    """

    name: str
    date: datetime.date | None = None
    place: str = ""
    country: str = ""
    organizer: str = ""
    rule_set: EventRuleSet = EventRuleSet.CONSTRUCTED
    boosters: int = 0
    has_starters: bool = False
    sets: tuple[str, ...] = ()
    rounds: int = 3
    has_final: bool = True
    minutes: int = SHORTEST_ROUND
    final_minutes: int = SHORTEST_ROUND
    is_multideck: bool = False
    final_deck: FinalDeck = FinalDeck.BEST_ROUND
    requires_decks: bool = False
    allows_proxies: bool = False
    level: Level = Level.STANDARD
    is_sanctioned: bool = True
    standings_seen_by: StandingsSeenBy = StandingsSeenBy.EVERYBODY
    lists_seen_by: ListsSeenBy = ListsSeenBy.NOBODY
    rooms: tuple[Room, ...] = ()
    table_names: tuple[TableName, ...] = ()

    def table_name(self, table: int) -> str:
        """What the table is called: its name if it has one, else its number; with its room."""
        named = next((entry.name for entry in self.table_names if entry.table == table), str(table))
        room = next((room.name for room in self.rooms if room.first <= table <= room.last), "")
        return f"{named} ({room})" if room else named

    def warnings(self) -> list[str]:
        """What is allowed and costs the event something."""
        found: list[str] = []
        if self.is_sanctioned and 0 < self.minutes < SHORTEST_ROUND:
            found.append(
                Message(
                    "Rounds of %(number)s minutes: a time-out before two hours makes the event unsanctioned "
                    "(VEKN 3.1.1).",
                    number=self.minutes,
                )
            )
        if self.is_sanctioned and self.is_multideck and self.level is not Level.STANDARD:
            found.append(Message("Multi-deck events cannot be championships (VEKN 3.1.5)."))
        if self.is_sanctioned and self.sets:
            found.append(Message("Restricted card sets: the event gives no rating points (VEKN 6.1.1)."))
        return found


NAMES = frozenset(field.name for field in fields(Configuration))
# What the page of the settings calls them.
_LABELS = {
    "name": N_("Name"),
    "date": N_("Day"),
    "place": N_("Place"),
    "country": N_("Country"),
    "organizer": N_("Organizer"),
    "rule_set": N_("Rule set"),
    "boosters": N_("Boosters a player"),
    "has_starters": N_("A starter deck comes with them"),
    "level": N_("Level"),
    "is_sanctioned": N_("Sanctioned"),
    "rounds": N_("Rounds before the final"),
    "has_final": N_("With a final"),
    "minutes": N_("Minutes of a round"),
    "final_minutes": N_("Minutes of the final"),
    "requires_decks": N_("Decklists are asked for"),
    "allows_proxies": N_("Proxies are allowed"),
    "is_multideck": N_("A deck for each round"),
    "final_deck": N_("Deck of the final, with a deck for each round"),
    "standings_seen_by": N_("Who sees the standings while it runs"),
    "lists_seen_by": N_("Who sees the decklists"),
    "rooms": N_("Rooms"),
    "room": N_("Room"),
    "table_names": N_("Tables with a name"),
    "sets": N_("Codes of the sets"),
}
_VALUES = {"true": N_("yes"), "false": N_("no"), "null": N_("none")}


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

    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]:
        return (str(self), self.label), {}


def setting_name(name: str) -> Named:
    """A setting, called as on the page of the settings."""
    return Named(name, _LABELS.get(name, name))


def setting_value(value: str) -> Named:
    """The value of a setting in JSON; whether something is so in words."""
    return Named(value, _VALUES.get(value, value))


def check_configuration(configuration: Configuration) -> None:
    """Refuse an event that nobody could hold.

    Raises:
        BadValue: the first fault found, with its code.
    """
    _check_text("name", configuration.name, is_required=True)
    for name in ("place", "country", "organizer"):
        _check_text(name, getattr(configuration, name))
    if not 1 <= configuration.rounds <= MOST_ROUNDS:
        raise BadValue(
            Message("An event has 1 to %(number)s rounds before the final.", number=MOST_ROUNDS), code="bad_rounds"
        )
    for minutes in (configuration.minutes, configuration.final_minutes):
        if not 0 <= minutes <= 24 * 60:
            raise BadValue(Message("A clock runs for 0 (none) to 1440 minutes."), code="bad_minutes")
    if not 0 <= configuration.boosters <= 100:
        raise BadValue(
            Message("A limited event has 1 to 100 boosters a player."), code="bad_boosters", rule="VEKN 7.2.1"
        )
    if any(not code.isprintable() or not 1 <= len(code) <= LONGEST_SET for code in configuration.sets):
        raise BadValue(
            Message("The code of a card set has at most %(number)s characters.", number=LONGEST_SET), code="bad_sets"
        )
    _check_tables(configuration)


def _check_text(name: str, text: str, *, is_required: bool = False) -> None:
    if is_required and not text.strip():
        raise BadValue(Message("An event needs a name."), code="no_name")
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise BadValue(
            Message(
                "The %(what)s is one line of at most %(number)s characters.",
                what=setting_name(name),
                number=LONGEST_NAME,
            ),
            code=f"bad_{name}",
        )


def _check_tables(configuration: Configuration) -> None:
    taken: set[int] = set()
    for room in configuration.rooms:
        _check_text("room", room.name)
        tables = range(room.first, room.last + 1)
        if not 1 <= room.first <= room.last <= 10_000 or not taken.isdisjoint(tables):
            raise BadValue(
                Message("Room %(name)s: its tables overlap another's, or are none.", name=room.name), code="bad_rooms"
            )
        taken.update(tables)
    numbers = [entry.table for entry in configuration.table_names]
    if len(set(numbers)) < len(numbers) or any(number < 1 for number in numbers):
        raise BadValue(Message("A table has one name, and a number from 1."), code="bad_table_names")


def changed(configuration: Configuration, name: str, value: Any) -> Configuration:
    """`configuration` with one setting taken from its stored (JSON) value.

    Raises:
        BadValue: no setting has that name, or it cannot take that value.
    """
    if name not in NAMES:
        raise BadValue(Message("There is no setting “%(name)s”.", name=name[:40]), code="unknown_setting")
    try:
        return replace(configuration, **{name: _coders()[name].decode(value)})
    except DamagedFact as error:
        raise BadValue(
            Message(
                "The setting “%(name)s” cannot take that: %(sentence)s", name=setting_name(name), sentence=error.message
            ),
            code="bad_setting",
        ) from error


def stored(configuration: Configuration, name: str) -> Any:
    """One setting as its stored (JSON) value."""
    return _coders()[name].encode(getattr(configuration, name))


@cache
def _coders() -> dict[str, Coder]:
    hints = typing.get_type_hints(Configuration)
    return {name: coder(hint) for name, hint in hints.items()}
