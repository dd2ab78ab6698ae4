"""What an event is: its name and place, its rule set, its rounds, clock and levels, and who may see what."""

from __future__ import annotations

import datetime
import re
import typing
import zoneinfo
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cache
from typing import Any, Self

from toolkit.languages import N_, Listed, Message, Sayable, Words
from toolkit.languages.countries import country_code, country_of
from toolkit.languages.money import Money, currency_code, decimals_of
from toolkit.scoring import Level
from toolkit.tournament.codec import Coder, coder, later
from toolkit.tournament.errors import BadValue, DamagedFact

MOST_ROUNDS = 10
MOST_ASSISTANTS = 9
# Days after the first that an event may last.
LONGEST_EVENT = 30
LONGEST_VEKN = 10
LONGEST_NAME = 200
LONGEST_SET = 30
# Of fees: hundredths, reduced ones, and characters of their names.
MOST_FEE = 100_000_000
MOST_REDUCED = 20
LONGEST_FEE_NAME = 40
MOST_PLACES = 5_000
# Of prizes.
MOST_PRIZES = 200
MOST_OF_A_PRIZE = 1_000
LONGEST_PRIZE = 80
LAST_PLACE = 5_000
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


class EventKind(StrEnum):
    """What an event is on the VEKN's calendar, in the order of its numbers from 1."""

    DEMO = "demo"
    STANDARD_CONSTRUCTED = "standard_constructed"
    LIMITED = "limited"
    MINI_QUALIFIER = "mini_qualifier"
    CONTINENTAL_QUALIFIER = "continental_qualifier"
    CONTINENTAL_CHAMPIONSHIP = "continental_championship"
    NATIONAL_QUALIFIER = "national_qualifier"
    NATIONAL_CHAMPIONSHIP = "national_championship"
    STORYLINE = "storyline"
    LAUNCH = "launch"
    OWN_STORYLINE = "own_storyline"
    UNSANCTIONED = "unsanctioned"
    LIMITED_NATIONAL = "limited_national"
    LIMITED_CONTINENTAL = "limited_continental"
    GRAND_PRIX = "grand_prix"
    V5 = "v5"

    @property
    def number(self) -> int:
        """Its number on the calendar."""
        return list(EventKind).index(self) + 1

    @property
    def level(self) -> Level:
        """What it adds to the rating.

        Rule: VEKN A.2.
        """
        return _LEVELS.get(self, Level.STANDARD)

    @property
    def is_sanctioned(self) -> bool:
        """Whether the VEKN counts it."""
        return self not in (EventKind.DEMO, EventKind.UNSANCTIONED)

    @property
    def is_limited(self) -> bool:
        """Whether it is played with limited decks."""
        return self in _LIMITED.values()


_LEVELS = {
    EventKind.NATIONAL_CHAMPIONSHIP: Level.NATIONAL,
    EventKind.LIMITED_NATIONAL: Level.NATIONAL,
    EventKind.CONTINENTAL_CHAMPIONSHIP: Level.CONTINENTAL,
    EventKind.LIMITED_CONTINENTAL: Level.CONTINENTAL,
}
_LIMITED = {
    Level.STANDARD: EventKind.LIMITED,
    Level.NATIONAL: EventKind.LIMITED_NATIONAL,
    Level.CONTINENTAL: EventKind.LIMITED_CONTINENTAL,
}
_CONSTRUCTED = {
    Level.STANDARD: EventKind.STANDARD_CONSTRUCTED,
    Level.NATIONAL: EventKind.NATIONAL_CHAMPIONSHIP,
    Level.CONTINENTAL: EventKind.CONTINENTAL_CHAMPIONSHIP,
}
KINDS = {
    EventKind.DEMO: N_("Demo"),
    EventKind.STANDARD_CONSTRUCTED: N_("Standard constructed"),
    EventKind.LIMITED: N_("Limited"),
    EventKind.MINI_QUALIFIER: N_("Mini-qualifier"),
    EventKind.CONTINENTAL_QUALIFIER: N_("Continental qualifier"),
    EventKind.CONTINENTAL_CHAMPIONSHIP: N_("Continental championship"),
    EventKind.NATIONAL_QUALIFIER: N_("National qualifier"),
    EventKind.NATIONAL_CHAMPIONSHIP: N_("National championship"),
    EventKind.STORYLINE: N_("Storyline"),
    EventKind.LAUNCH: N_("Launch event"),
    EventKind.OWN_STORYLINE: N_("Own storyline"),
    EventKind.UNSANCTIONED: N_("Unsanctioned"),
    EventKind.LIMITED_NATIONAL: N_("Limited national championship"),
    EventKind.LIMITED_CONTINENTAL: N_("Limited continental championship"),
    EventKind.GRAND_PRIX: N_("Grand Prix"),
    EventKind.V5: N_("Standard V5"),
}


def usual_kind(*, is_sanctioned: bool, rule_set: EventRuleSet, level: Level) -> EventKind:
    """The kind of an event of which only these are known, as events were described before they had a kind."""
    if not is_sanctioned:
        return EventKind.UNSANCTIONED
    if rule_set is EventRuleSet.LIMITED:
        return _LIMITED[level]
    return EventKind.V5 if rule_set is EventRuleSet.V5 else _CONSTRUCTED[level]


class DecksInArchive(StrEnum):
    """Whose lists go into the archive of all decks when the event is over."""

    NOBODY = "nobody"
    WHO_AGREED = "who_agreed"
    EVERYBODY = "everybody"


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


class ChancesSeenBy(StrEnum):
    """Who is shown the chances of the final, between rounds (VEKN 4.8)."""

    NOBODY = "nobody"
    ORGANIZERS = "organizers"
    EVERYBODY = "everybody"


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
class ReducedFee:
    """What players of a group pay instead of the fee: its name, and hundredths of the currency."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """What a player pays to play: hundredths of a currency (ISO 4217), and reduced ones by name."""

    amount: int
    currency: str
    reduced: tuple[ReducedFee, ...] = ()


class SignUpField(StrEnum):
    """What who signs up is asked besides the name."""

    VEKN = "vekn"
    COUNTRY = "country"
    CONTACT = "contact"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpRules:
    """That people may sign themselves up.

    Attributes:
        opens, closes: aware UTC; None for at once, and until the first round.
        capacity: number of places; 0 for no limit.
        offer_minutes: minutes for which a free place is offered.
    """

    opens: datetime.datetime | None = None
    closes: datetime.datetime | None = None
    capacity: int = 0
    asks: tuple[SignUpField, ...] = tuple(SignUpField)
    offer_minutes: int = 24 * 60


class PrizeFor(StrEnum):
    """What a prize is for."""

    PLACE = "place"
    RAFFLE = "raffle"
    GAME_WIN = "game_win"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """A thing that is given away.

    Attributes:
        count: number for each place or game win; in a raffle, the total number.
        first, last: the places of a prize for places; else 0.
    """

    name: str
    count: int
    basis: PrizeFor
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Official:
    """A judge who helps: a name, and a VEKN number where it is known."""

    name: str
    vekn: str = ""


def _usual_kind(configuration: Configuration) -> EventKind:
    return usual_kind(
        is_sanctioned=configuration.is_sanctioned, rule_set=configuration.rule_set, level=configuration.level
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """An event as announced.

    Attributes:
        place: the city.
        country: ISO 3166 alpha-2 code, or the text as typed if it is not a country.
        kind: kind of event on the VEKN's calendar, which sets `level` and `is_sanctioned`. Default: derived from these
            two and the rule set.
        vekn_event: its number on that calendar.
        start: `HH:MM`, in `timezone` (an IANA name). `last_day` is set if it ends after `date`.
        rounds: preliminary rounds; in a staggered event, the rounds of games that each player plays.
        minutes: the clock of a preliminary round; `final_minutes` that of the final, 0 for no clock.
        boosters: for limited; `has_starters` whether a starter deck comes with them; `sets` for an event of some sets.
        door_tables: tables near the door, nearest first. Default: in order of their numbers.
        is_announced: whether the list and the calendar of its server show it to everyone before it starts.
        fees: the entry fees; None without fees.
        is_rehearsal: its people and results are invented: nothing of it is reported.
        is_template: a template for other events. It is listed with the templates, and has no date.
        is_thrown_away: a rehearsal removed from every list.
        sign_up: rules of the public sign-up; None if it is closed.
        prizes: the prizes, in the order as written.
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
    kind: EventKind = later(None, usual=_usual_kind)
    vekn_event: str = later("")
    start: str = later("")
    timezone: str = later("")
    last_day: datetime.date | None = later(None)
    is_online: bool = later(False)
    venue: str = later("")
    organizer_vekn: str = later("")
    head_judge: str = later("")
    head_judge_vekn: str = later("")
    assistants: tuple[Official, ...] = later(())
    decks_in_archive: DecksInArchive = later(DecksInArchive.WHO_AGREED)
    door_tables: tuple[int, ...] = later(())
    is_announced: bool = later(False, since=3)
    fees: Fees | None = later(None, since=3)
    show_chances: ChancesSeenBy = later(ChancesSeenBy.NOBODY, since=3)
    prizes: tuple[Prize, ...] = later((), since=3)
    sign_up: SignUpRules | None = later(None, since=3)
    is_rehearsal: bool = later(False, since=3)
    is_thrown_away: bool = later(False, since=3)
    is_template: bool = later(False, since=3)

    def __post_init__(self) -> None:
        """The kind decides, where it says something else than level, sanction and rule set do together."""
        if self.kind is None:
            object.__setattr__(self, "kind", _usual_kind(self))
        elif self.kind is not _usual_kind(self):
            object.__setattr__(self, "level", self.kind.level)
            object.__setattr__(self, "is_sanctioned", self.kind.is_sanctioned)

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """Its time zone; UTC where it names none."""
        return zoneinfo.ZoneInfo(self.timezone or "UTC")

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
        strict = Message(_STRICT[self.kind]) if self.kind in _STRICT else None
        if strict and self.is_multideck:
            found.append(Message("Several decks are not allowed at %(kind)s (VEKN 3.1.5).", kind=strict))
        if strict and self.allows_proxies:
            found.append(Message("Proxy cards are not allowed at %(kind)s (VEKN 4.5).", kind=strict))
        if self.is_sanctioned and self.rounds == 1:
            found.append(Message("One preliminary round: a sanctioned event has at least two and a final (VEKN 3.1)."))
        if self.is_sanctioned and self.sets:
            found.append(Message("Restricted card sets: the event gives no rating points (VEKN 6.1.1)."))
        if self.is_sanctioned and self.kind.is_limited is not (self.rule_set is EventRuleSet.LIMITED):
            kind, rule_set = Message(KINDS[self.kind]), Message(RULE_SETS[self.rule_set])
            found.append(
                Message("The calendar's kind is “%(kind)s”, the rule set “%(rule_set)s”.", kind=kind, rule_set=rule_set)
            )
        if self.country and not country_code(self.country):
            found.append(Message("The VEKN's calendar has no country “%(name)s”.", name=self.country))
        return found


# The kinds that bar several decks and proxy cards.
_STRICT = {
    EventKind.NATIONAL_CHAMPIONSHIP: N_("a national championship"),
    EventKind.LIMITED_NATIONAL: N_("a national championship"),
    EventKind.CONTINENTAL_CHAMPIONSHIP: N_("a continental championship"),
    EventKind.LIMITED_CONTINENTAL: N_("a continental championship"),
    EventKind.GRAND_PRIX: N_("a grand prix"),
}
# The kinds in which no judge plays, besides the championships (VEKN 2.9).
QUALIFIERS = frozenset({EventKind.MINI_QUALIFIER, EventKind.CONTINENTAL_QUALIFIER, EventKind.NATIONAL_QUALIFIER})
MOST_TABLES = 10_000
NAMES = frozenset(field.name for field in fields(Configuration))
# What the page of the settings calls them.
_LABELS = {
    "name": N_("Name"),
    "date": N_("Day"),
    "place": N_("Place"),
    "country": N_("Country"),
    "venue": N_("Venue"),
    "is_online": N_("Online"),
    "start": N_("Start"),
    "timezone": N_("Time zone"),
    "last_day": N_("Last day"),
    "vekn_event": N_("Number on the VEKN's calendar"),
    "organizer": N_("Organizer"),
    "organizer_vekn": N_("Organizer's VEKN number"),
    "head_judge": N_("Head judge"),
    "head_judge_vekn": N_("Head judge's VEKN number"),
    "assistants": N_("Other judges"),
    "kind": N_("Kind of event"),
    "decks_in_archive": N_("Decks for the archive of all decks"),
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
    "show_chances": N_("Who sees the chances of the final, between rounds"),
    "rooms": N_("Rooms"),
    "room": N_("Room"),
    "table_names": N_("Tables with a name"),
    "door_tables": N_("Tables near the door"),
    "is_announced": N_("Announced on this server before it begins"),
    "sets": N_("Codes of the sets"),
    "fees": N_("Fees"),
    "prizes": N_("Prizes"),
    "sign_up": N_("Signing up"),
    "is_rehearsal": N_("Rehearsal"),
    "is_thrown_away": N_("Deleted"),
    "is_template": N_("Template"),
}
_YES, _NO, _NONE = N_("yes"), N_("no"), N_("none")
DECKS_IN_ARCHIVE = {
    DecksInArchive.NOBODY: N_("None"),
    DecksInArchive.WHO_AGREED: N_("Those of players who agreed"),
    DecksInArchive.EVERYBODY: N_("All"),
}
FINAL_DECKS = {FinalDeck.BEST_ROUND: N_("The deck of the best round"), FinalDeck.FREE_CHOICE: N_("Free choice")}
STANDINGS_SEEN = {
    StandingsSeenBy.EVERYBODY: N_("Everyone"),
    StandingsSeenBy.OWN: N_("Each player their own"),
    StandingsSeenBy.NOBODY: N_("Hidden until the end"),
}
LISTS_SEEN = {
    ListsSeenBy.NOBODY: N_("Nobody"),
    ListsSeenBy.FINALISTS_AFTER: N_("The finalists' lists, after the event"),
    ListsSeenBy.EVERYBODY_AFTER: N_("All, after the event"),
}
CHANCES_SEEN = {
    ChancesSeenBy.NOBODY: N_("Nobody"),
    ChancesSeenBy.ORGANIZERS: N_("The organizers"),
    ChancesSeenBy.EVERYBODY: N_("Everyone"),
}
_LEVEL_WORDS = {Level.STANDARD: N_("Standard"), Level.NATIONAL: N_("National"), Level.CONTINENTAL: N_("Continental")}
# The words of each setting that is one of several.
_CHOICES: dict[str, Mapping[Any, str]] = {
    "kind": KINDS,
    "rule_set": RULE_SETS,
    "level": _LEVEL_WORDS,
    "decks_in_archive": DECKS_IN_ARCHIVE,
    "final_deck": FINAL_DECKS,
    "standings_seen_by": STANDINGS_SEEN,
    "lists_seen_by": LISTS_SEEN,
    "show_chances": CHANCES_SEEN,
}


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
    return Named(name, _LABELS.get(name, name))


def setting_words(name: str, value: Any, *before: Any) -> Message:
    """A setting and its value, given as JSON, as a person reads them: “With a final: yes (before: no)”."""
    words = [_value_words(name, one) for one in (value, *before)]
    return changed_words(Message(_LABELS.get(name, name)), *words)


def changed_words(name: str, value: str, before: str | None = None) -> Message:
    """What something is now, and what it was `before` where that is known."""
    if before is None:
        return Message("%(name)s: %(value)s", name=name, value=value)
    return Message("%(name)s: %(value)s (before: %(before)s)", name=name, value=value, before=before)


def _value_words(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return Message(_YES if value else _NO)
    if value in (None, "", [], 0):
        return Message(_NONE)
    if name in _CHOICES:
        known = {key.value: words for key, words in _CHOICES[name].items()}
        return Message(known[value]) if value in known else str(value)
    if isinstance(value, list):
        return Listed(map(_item_words, value))
    if name == "sign_up":
        return _sign_up_words(value)
    if name == "fees":
        return _fees_words(value)
    return country_of(value) if name == "country" else str(value)


def _item_words(item: Any) -> str:
    match item:
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
    told: list[str] = [Message("places: %(number)s", number=value["capacity"])] if value["capacity"] else []
    for name, words in (("opens", N_("from %(time)s")), ("closes", N_("until %(time)s"))):
        if value[name]:
            told.append(Message(words, time=value[name][:16].replace("T", " ")))
    return Listed(told or [Message(_YES)])


def _fees_words(value: Mapping[str, Any]) -> Listed:
    reduced = [
        Message("%(name)s %(amount)s", name=one["name"], amount=Money(one["amount"], value["currency"]))
        for one in value["reduced"]
    ]
    return Listed([Money(value["amount"], value["currency"]), *reduced])


def check_configuration(configuration: Configuration) -> None:
    """Refuse an event that nobody could hold.

    Raises:
        BadValue: the first fault found, with its code.
    """
    _check_text("name", configuration.name, is_required=True)
    for name in ("place", "country", "venue", "organizer", "head_judge"):
        _check_text(name, getattr(configuration, name))
    _check_days(configuration)
    if len(configuration.assistants) > MOST_ASSISTANTS:
        raise BadValue(
            Message("At most %(number)s judges besides the head judge.", number=MOST_ASSISTANTS), code="bad_assistants"
        )
    for official in configuration.assistants:
        _check_text("assistants", official.name, is_required=True)
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
    if configuration.is_thrown_away and not configuration.is_rehearsal:
        raise BadValue(Message("Only a rehearsal can be deleted."), code="no_rehearsal")
    if configuration.is_template and configuration.date is not None:
        raise BadValue(Message("A template has no day: leave it empty."), code="template_day")
    _check_tables(configuration)
    if configuration.fees is not None:
        _check_fees(configuration.fees)
    if configuration.sign_up is not None:
        _check_sign_up(configuration.sign_up)
    if len(configuration.prizes) > MOST_PRIZES:
        raise BadValue(Message("At most %(number)s prizes.", number=MOST_PRIZES), code="bad_prizes")
    for prize in configuration.prizes:
        check_prize(prize)


def _check_sign_up(rules: SignUpRules) -> None:
    if rules.opens is not None and rules.closes is not None and rules.closes <= rules.opens:
        raise BadValue(Message("Signing up closes after it opens."), code="bad_closes")
    if not 0 <= rules.capacity <= MOST_PLACES:
        raise BadValue(
            Message("An event has 0 (no limit) to %(number)s places.", number=MOST_PLACES), code="bad_capacity"
        )
    if not 1 <= rules.offer_minutes <= 60 * 24 * 30:
        raise BadValue(Message("A place is offered for 1 hour to 30 days."), code="bad_offer")


def check_prize(prize: Prize) -> None:
    """Make sure that a prize can be given.

    Raises:
        BadValue: a name, a number or places that none can have.
    """
    if not prize.name.strip() or len(prize.name) > LONGEST_PRIZE or not prize.name.isprintable():
        raise BadValue(
            Message("A prize has a name of at most %(number)s characters.", number=LONGEST_PRIZE), code="bad_prizes"
        )
    if not 1 <= prize.count <= MOST_OF_A_PRIZE:
        raise BadValue(
            Message("“%(name)s”: there are 1 to %(number)s of it.", name=prize.name, number=MOST_OF_A_PRIZE),
            code="bad_prizes",
        )
    is_placed = prize.basis is PrizeFor.PLACE
    if is_placed != (1 <= prize.first <= prize.last <= LAST_PLACE) or (not is_placed and (prize.first or prize.last)):
        raise BadValue(
            Message(
                "“%(name)s”: places go from 1 to %(number)s, the first before the last.",
                name=prize.name,
                number=LAST_PLACE,
            ),
            code="bad_prizes",
        )


def _check_fees(fees: Fees) -> None:
    if currency_code(fees.currency) != fees.currency:
        raise BadValue(
            Message("“%(name)s” is not a currency. Write it like EUR.", name=fees.currency[:20]), code="bad_currency"
        )
    for amount in (fees.amount, *(one.amount for one in fees.reduced)):
        if amount < 0:
            raise BadValue(Message("A fee cannot be negative."), code="bad_amount")
        if amount > MOST_FEE:
            raise BadValue(
                Message("A fee is at most %(amount)s.", amount=Money(MOST_FEE, fees.currency)), code="bad_amount"
            )
        if amount % 10 ** (2 - decimals_of(fees.currency)):
            raise BadValue(Message("%(currency)s is not divided that far.", currency=fees.currency), code="bad_amount")
    names = [one.name.casefold() for one in fees.reduced]
    for one in fees.reduced:
        if not one.name.strip() or len(one.name) > LONGEST_FEE_NAME or not one.name.isprintable():
            raise BadValue(
                Message("A reduced fee has a name of at most %(number)s characters.", number=LONGEST_FEE_NAME),
                code="bad_reduced",
            )
    if len(set(names)) < len(names) or len(names) > MOST_REDUCED:
        raise BadValue(
            Message("Reduced fees: at most %(number)s, each name once.", number=MOST_REDUCED), code="bad_reduced"
        )


def _check_text(name: str, text: str, *, is_required: bool = False) -> None:
    if is_required and not text.strip():
        if name == "assistants":
            raise BadValue(Message("A judge has a name."), code="bad_assistants")
        raise BadValue(Message("An event needs a name."), code="no_name")
    check_shown(text, f"bad_{name}")
    if len(text) > LONGEST_NAME:
        raise BadValue(
            Message(
                "The %(what)s is one line of at most %(number)s characters.",
                what=setting_name(name),
                number=LONGEST_NAME,
            ),
            code=f"bad_{name}",
        )


def _check_days(configuration: Configuration) -> None:
    first, last = configuration.date, configuration.last_day
    if last is None:
        return
    if first is None or not 0 <= (last - first).days <= LONGEST_EVENT:
        raise BadValue(
            Message("The last day is the first, or one of the %(number)s days after it.", number=LONGEST_EVENT),
            code="bad_last_day",
        )


def _check_tables(configuration: Configuration) -> None:
    taken: set[int] = set()
    for room in configuration.rooms:
        _check_text("room", room.name)
        tables = range(room.first, room.last + 1)
        if not 1 <= room.first <= room.last <= MOST_TABLES or not taken.isdisjoint(tables):
            raise BadValue(
                Message("Room %(name)s: its tables overlap another's, or are none.", name=room.name), code="bad_rooms"
            )
        taken.update(tables)
    numbers = [entry.table for entry in configuration.table_names]
    if len(set(numbers)) < len(numbers) or any(number < 1 for number in numbers):
        raise BadValue(Message("A table has one name, and a number from 1."), code="bad_table_names")
    near = configuration.door_tables
    if len(set(near)) < len(near) or any(not 1 <= number <= MOST_TABLES for number in near):
        raise BadValue(Message("Tables near the door: each once, by its number from 1."), code="bad_door_tables")


def changed(configuration: Configuration, name: str, value: Any) -> Configuration:
    """`configuration` with one setting taken from its stored (JSON) value.

    Raises:
        BadValue: no setting has that name, or it cannot take that value.
    """
    if name not in NAMES:
        raise BadValue(Message("There is no setting “%(name)s”.", name=name[:40]), code="unknown_setting")
    try:
        decoded = _coders()[name].decode(_as_kept(name, value))
    except DamagedFact as error:
        called = setting_name(name)
        told = (
            Message("The setting “%(name)s” is written like this: %(example)s", name=called, example=EXAMPLES[name])
            if name in EXAMPLES
            else Message("The setting “%(name)s” cannot take that: %(sentence)s", name=called, sentence=error.message)
        )
        raise BadValue(told, code=f"bad_{name}" if name in _CODED else "bad_setting") from error
    new = {name: _TIDIED[name](decoded) if name in _TIDIED else decoded}
    # Level and sanction decide the kind when they are changed; the rule set does while the kind is the usual one.
    if name in ("level", "is_sanctioned") or (name == "rule_set" and configuration.kind is _usual_kind(configuration)):
        new["kind"] = None
    return replace(configuration, **new)


# Texts that people write as a bare number.
_DIGITS = frozenset({"vekn_event", "organizer_vekn", "head_judge_vekn"})
_CODED = frozenset({"kind", "last_day", "assistants", "start", "decks_in_archive"})
# What has parts, as it is written in JSON.
EXAMPLES = {
    "assistants": '[{"name": "Ann Lee", "vekn": "1234567"}, {"name": "Bo"}]',
    "rooms": '[{"name": "Hall", "first": 1, "last": 8}]',
    "table_names": '[{"table": 1, "name": "Window"}]',
    "door_tables": "[8, 7]",
    "sets": '["FN", "HttB"]',
    "fees": '{"amount": 1000, "currency": "EUR", "reduced": [{"name": "students", "amount": 500}]}',
    "prizes": '[{"name": "Playmat", "count": 1, "basis": "place", "first": 1, "last": 1}]',
    "sign_up": '{"opens": null, "closes": null, "capacity": 40, "asks": ["vekn"], "offer_minutes": 1440}',
}


def _as_kept(name: str, value: Any) -> Any:
    """What people write shorter: digits as a bare number, a judge without a VEKN number."""
    if name in _DIGITS and type(value) is int:
        return str(value)
    if name != "assistants" or not isinstance(value, list):
        return value
    return [{"vekn": ""} | _with_digits(one) if isinstance(one, dict) else one for one in value]


def _with_digits(official: dict[str, Any]) -> dict[str, Any]:
    return {part: str(value) if type(value) is int else value for part, value in official.items()}


def tidied(configuration: Configuration) -> Configuration:
    """The configuration with each text as it is kept: the country's code, the number out of an address.

    Raises:
        BadValue: a text that says nothing of its kind.
    """
    return replace(configuration, **{name: tidy(getattr(configuration, name)) for name, tidy in _TIDIED.items()})


def check_shown(text: str, code: str) -> None:
    """Make sure that every character of a line can be shown.

    Raises:
        BadValue: of that code; the first that cannot be, such as a line break or half a character, is named.
    """
    at = next((at for at, one in enumerate(text) if not one.isprintable()), None)
    if at is None:
        return
    raise BadValue(
        Message(
            "Character %(number)s of “%(written)s” cannot be shown on a line (%(code)s): delete it.",
            number=at + 1,
            written="".join(one if one.isprintable() else "?" for one in text[:40]),
            code=f"U+{ord(text[at]):04X}",
        ),
        code=code,
    )


def clean_vekn(vekn: str) -> str:
    """A VEKN number as its digits; may be empty.

    Raises:
        BadValue: something other than digits.
    """
    cleaned = vekn.strip().removeprefix("#").strip()
    if cleaned and not (cleaned.isascii() and cleaned.isdigit() and len(cleaned) <= LONGEST_VEKN):
        raise BadValue(
            Message("“%(written)s” is not a VEKN number: it has digits only.", written=cleaned[:20]), code="bad_vekn"
        )
    return cleaned


_EVENT_ADDRESS = re.compile(
    r"(?:https?://)?(?:[\w.-]+\.)?vekn\.net/(?:\S*/)?event/(\d{1,9})(?:[/?#-]\S*)?", re.IGNORECASE
)


def _vekn_event(text: str) -> str:
    """The number of an event on the VEKN's calendar, out of its address too."""
    typed = text.strip()
    found = re.fullmatch(r"[0-9]{1,9}", typed) or _EVENT_ADDRESS.fullmatch(typed)
    if typed and not found:
        raise BadValue(
            Message("“%(written)s” is neither the number nor the address of an event of the VEKN.", written=typed[:60]),
            code="bad_vekn_event",
        )
    return found[found.lastindex or 0] if found else ""


def _start(text: str) -> str:
    typed = text.strip()
    found = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", typed)
    if typed and not found:
        raise BadValue(Message("A time is written as 09:30."), code="bad_start")
    return f"{int(found[1]):02}:{found[2]}" if found else ""


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


def country_or_text(text: str) -> str:
    """The code of the country that a text names, or the text."""
    return country_code(text) or text


_TIDIED: dict[str, Callable[[Any], Any]] = {
    "country": country_or_text,
    "vekn_event": _vekn_event,
    "start": _start,
    "timezone": _timezone,
    "organizer_vekn": clean_vekn,
    "head_judge_vekn": clean_vekn,
    "assistants": lambda officials: tuple(replace(one, vekn=clean_vekn(one.vekn)) for one in officials),
}


def stored(configuration: Configuration, name: str) -> Any:
    """One setting as its stored (JSON) value."""
    return _coders()[name].encode(getattr(configuration, name))


@cache
def _coders() -> dict[str, Coder]:
    hints = typing.get_type_hints(Configuration)
    return {name: coder(hint) for name, hint in hints.items()}
