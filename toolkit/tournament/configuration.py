"""The configuration of an event: name and place, rule set, rounds, clock, levels, and its readers."""

from __future__ import annotations

import datetime
import zoneinfo
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from toolkit.languages import JOINERS, N_, Listed, Message
from toolkit.languages.countries import country_code
from toolkit.languages.money import Money, currency_code, decimals_of
from toolkit.scoring import Level
from toolkit.tournament.codec import added
from toolkit.tournament.errors import BadValue

# Days after the first that an event may last.
LONGEST_EVENT = 30
# Calendars cannot count from some days of other years.
FIRST_YEAR, LAST_YEAR = 1900, 2999
LONGEST_VEKN = 10
# Of fees: hundredths, reduced ones, and characters of their names.
MOST_FEE = 100_000_000
MOST_REDUCED = 20
LONGEST_FEE_NAME = 40
MOST_PLACES = 5_000
MOST_QUESTIONS = 5
LONGEST_QUESTION = 100
# Of prizes.
MOST_PRIZES = 200
MOST_OF_A_PRIZE = 1_000
LONGEST_PRIZE = 80
LAST_PLACE = 5_000
# A round of less than two hours makes an event unsanctioned (VEKN 3.1.1).
SHORTEST_ROUND = 120


class EventRuleSet(StrEnum):
    """The rules that decks must meet, and for phased motion the course of a turn."""

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
    """The kinds of events on the VEKN's calendar, in the order of its numbers from 1."""

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
        """The level's addition to the rating.

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


class Decklists(StrEnum):
    """How players hand in their decklists, if at all."""

    NONE = "none"
    PAPER = "paper"
    ONLINE = "online"


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
    """The readers of the chances of the final, between rounds (VEKN 4.8)."""

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
    """A reduced fee for a group of players: its name, and hundredths of the currency."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyFee:
    """The fee of players who registered until a day.

    Attributes:
        until: the last day of it.
        amount: hundredths of the currency.
    """

    until: datetime.date
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fees:
    """The fee to play: hundredths of a currency (ISO 4217), and reduced ones by name.

    Attributes:
        early: the fees of players who registered until a day, in the order of the days.
    """

    amount: int
    currency: str
    reduced: tuple[ReducedFee, ...] = ()
    early: tuple[EarlyFee, ...] = added((), since=4)


class SignUpField(StrEnum):
    """The fields of a sign-up besides the name."""

    VEKN = "vekn"
    COUNTRY = "country"
    CONTACT = "contact"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpRules:
    """The rules by which people sign themselves up.

    Attributes:
        opens, closes: aware UTC; None for at once, and until the first round.
        capacity: number of places; 0 for no limit.
        offer_minutes: minutes for which a free place is offered.
        questions: the organizer's own, a line each.
        shows_names: everybody sees who comes, of those who agreed.
    """

    opens: datetime.datetime | None = None
    closes: datetime.datetime | None = None
    capacity: int = 0
    asks: tuple[SignUpField, ...] = tuple(SignUpField)
    offer_minutes: int = 24 * 60
    questions: tuple[str, ...] = added((), since=4)
    shows_names: bool = added(False, since=4)


class PrizeFor(StrEnum):
    """The basis on which a prize is given."""

    PLACE = "place"
    RAFFLE = "raffle"
    GAME_WIN = "game_win"
    CATEGORY = "category"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """A thing that is given away.

    Attributes:
        count: number for each place or game win; in a raffle, the total number.
        first, last: the places of a prize for places; else 0.
        category: of a prize for the best of one: a country, a city, a clan, newcomers; else "".
    """

    name: str
    count: int
    basis: PrizeFor
    first: int = 0
    last: int = 0
    category: str = added("", since=4)


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
        is_reported: the answer whether it is reported to the VEKN. This one and the next two are None for events that
            never gave it; `toolkit.tournament.questions` derives it then.
        decklists: the answer how lists are handed in. It decides `requires_decks`: lists that are asked for are marked
            while they are missing.
        has_fees: the answer whether an entry fee is paid. `fees` stay if it is no.
        stops_clocks: whether a ruling stops the table's clock; otherwise the table gets an extension (JG 1.2.4).
        checks_numbers: whether VEKN numbers are checked at Archon after each registration.
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
    kind: EventKind = added(None, usual=_usual_kind)
    vekn_event: str = added("")
    start: str = added("")
    timezone: str = added("")
    last_day: datetime.date | None = added(None)
    is_online: bool = added(False)
    venue: str = added("")
    organizer_vekn: str = added("")
    head_judge: str = added("")
    head_judge_vekn: str = added("")
    assistants: tuple[Official, ...] = added(())
    decks_in_archive: DecksInArchive = added(DecksInArchive.WHO_AGREED)
    door_tables: tuple[int, ...] = added(())
    is_announced: bool = added(False, since=3)
    fees: Fees | None = added(None, since=3)
    show_chances: ChancesSeenBy = added(ChancesSeenBy.NOBODY, since=3)
    prizes: tuple[Prize, ...] = added((), since=3)
    sign_up: SignUpRules | None = added(None, since=3)
    is_rehearsal: bool = added(False, since=3)
    is_thrown_away: bool = added(False, since=3)
    is_template: bool = added(False, since=3)
    is_reported: bool | None = added(None, since=3)
    decklists: Decklists | None = added(None, since=3)
    has_fees: bool | None = added(None, since=3)
    stops_clocks: bool = added(False, since=4)
    checks_numbers: bool = added(False, since=4)

    def __post_init__(self) -> None:
        """The kind decides, where it says something else than level, sanction and rule set do together.

        The answer about decklists decides whether they are required.
        """
        if self.decklists is not None:
            object.__setattr__(self, "requires_decks", self.decklists is not Decklists.NONE)
        if self.kind is None:
            object.__setattr__(self, "kind", _usual_kind(self))
        elif not self.has_usual_kind:
            object.__setattr__(self, "level", self.kind.level)
            object.__setattr__(self, "is_sanctioned", self.kind.is_sanctioned)

    @property
    def has_usual_kind(self) -> bool:
        """Whether its kind follows from level, sanction and rule set."""
        return self.kind is _usual_kind(self)

    @property
    def is_for_vekn(self) -> bool:
        """Whether it is reported to the VEKN: as answered, unless its kind says no."""
        return self.is_sanctioned and self.is_reported is not False

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """Its time zone; UTC where it names none."""
        return zoneinfo.ZoneInfo(self.timezone or "UTC")

    def table_name(self, table: int) -> str:
        """The table's name if it has one, else its number; with its room."""
        named = next((entry.name for entry in self.table_names if entry.table == table), str(table))
        room = next((room.name for room in self.rooms if room.first <= table <= room.last), "")
        return f"{named} ({room})" if room else named

    def warnings(self) -> list[str]:
        """The settings that are allowed and cost the event something, a sentence each."""
        warnings: list[str] = []
        if self.is_for_vekn and 0 < self.minutes < SHORTEST_ROUND:
            warnings.append(
                Message(
                    "Rounds of %(number)s minutes: a time-out before two hours makes the event unsanctioned "
                    "(VEKN 3.1.1).",
                    number=self.minutes,
                )
            )
        strict = Message(_STRICT[self.kind]) if self.is_for_vekn and self.kind in _STRICT else None
        if strict and self.is_multideck:
            warnings.append(Message("Several decks are not allowed at %(kind)s (VEKN 3.1.5).", kind=strict))
        if strict and self.allows_proxies:
            warnings.append(Message("Proxy cards are not allowed at %(kind)s (VEKN 4.5).", kind=strict))
        if self.is_for_vekn and self.rounds == 1:
            warnings.append(
                Message("One preliminary round: a sanctioned event has at least two and a final (VEKN 3.1).")
            )
        if self.is_for_vekn and self.sets:
            warnings.append(Message("Restricted card sets: the event gives no rating points (VEKN 6.1.1)."))
        if self.is_for_vekn and self.kind.is_limited is not (self.rule_set is EventRuleSet.LIMITED):
            kind, rule_set = Message(KINDS[self.kind]), Message(RULE_SETS[self.rule_set])
            warnings.append(
                Message("The calendar's kind is “%(kind)s”, the rule set “%(rule_set)s”.", kind=kind, rule_set=rule_set)
            )
        if self.is_reported is not False and self.country and not country_code(self.country):
            warnings.append(Message("The VEKN's calendar has no country “%(name)s”.", name=self.country))
        return warnings


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


def changed_words(name: str, value: str, before: str | None = None) -> Message:
    """A value as it is now, and as it was `before` where that is known."""
    if before is None:
        return Message("%(name)s: %(value)s", name=name, value=value)
    return Message("%(name)s: %(value)s (before: %(before)s)", name=name, value=value, before=before)


def check_sign_up(rules: SignUpRules) -> None:
    """Make sure that people can sign up by these rules.

    Raises:
        BadValue: times, places or an offer that none can have.
    """
    if rules.opens is not None and rules.closes is not None and rules.closes <= rules.opens:
        raise BadValue(Message("Signing up closes after it opens."), code="bad_closes")
    if not 0 <= rules.capacity <= MOST_PLACES:
        raise BadValue(
            Message("An event has 0 (no limit) to %(number)s places.", number=MOST_PLACES), code="bad_capacity"
        )
    if not 1 <= rules.offer_minutes <= 60 * 24 * 30:
        raise BadValue(Message("A place is offered for 1 hour to 30 days."), code="bad_offer")
    different = {text.casefold() for text in rules.questions}
    if len(rules.questions) > MOST_QUESTIONS or len(different) < len(rules.questions):
        raise BadValue(
            Message("A sign-up asks at most %(number)s questions of its own, each once.", number=MOST_QUESTIONS),
            code="bad_questions",
        )
    for text in rules.questions:
        if not text.strip() or len(text) > LONGEST_QUESTION or not text.isprintable():
            raise BadValue(
                Message("A question is one line of at most %(number)s characters.", number=LONGEST_QUESTION),
                code="bad_questions",
            )


def check_prizes(prizes: Sequence[Prize]) -> None:
    """Make sure that each prize can be given.

    Raises:
        BadValue: too many, or one that cannot.
    """
    if len(prizes) > MOST_PRIZES:
        raise BadValue(Message("At most %(number)s prizes.", number=MOST_PRIZES), code="bad_prizes")
    for prize in prizes:
        check_prize(prize)


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
    is_best = prize.basis is PrizeFor.CATEGORY
    if is_best != bool(prize.category.strip()) or len(prize.category) > LONGEST_FEE_NAME:
        raise BadValue(
            Message("“%(name)s”: a category has 1 to %(number)s characters.", name=prize.name, number=LONGEST_FEE_NAME),
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


def check_fees(fees: Fees) -> None:
    """Make sure that fees can be paid.

    Raises:
        BadValue: a currency, an amount or a name that none can have.
    """
    if currency_code(fees.currency) != fees.currency:
        raise BadValue(
            Message("“%(name)s” is not a currency. Write it like EUR.", name=fees.currency[:20]), code="bad_currency"
        )
    early = (fee.amount for fee in fees.early)
    for amount in (fees.amount, *(fee.amount for fee in fees.reduced), *early):
        if amount < 0:
            raise BadValue(Message("A fee cannot be negative."), code="bad_amount")
        if amount > MOST_FEE:
            raise BadValue(
                Message("A fee is at most %(amount)s.", amount=Money(MOST_FEE, fees.currency)), code="bad_amount"
            )
        if amount % 10 ** (2 - decimals_of(fees.currency)):
            raise BadValue(Message("%(currency)s is not divided that far.", currency=fees.currency), code="bad_amount")
    names = [fee.name.casefold() for fee in fees.reduced]
    for fee in fees.reduced:
        if not fee.name.strip() or len(fee.name) > LONGEST_FEE_NAME or not fee.name.isprintable():
            raise BadValue(
                Message("A reduced fee has a name of at most %(number)s characters.", number=LONGEST_FEE_NAME),
                code="bad_reduced",
            )
    if len(set(names)) < len(names) or len(names) > MOST_REDUCED:
        raise BadValue(
            Message("Reduced fees: at most %(number)s, each name once.", number=MOST_REDUCED), code="bad_reduced"
        )
    days = [fee.until for fee in fees.early]
    if sorted(set(days)) != days or len(days) > MOST_REDUCED:
        raise BadValue(
            Message("Fees until a day: at most %(number)s, each day once.", number=MOST_REDUCED), code="bad_reduced"
        )


def fees_words(fees: Fees, *, day: Callable[[datetime.date], str] = datetime.date.isoformat) -> Listed:
    """The fees as people read them: the whole one, those until a `day`, the reduced ones."""
    early = (
        Message("until %(day)s %(amount)s", day=day(fee.until), amount=Money(fee.amount, fees.currency))
        for fee in fees.early
    )
    reduced = (
        Message("%(name)s %(amount)s", name=fee.name, amount=Money(fee.amount, fees.currency)) for fee in fees.reduced
    )
    return Listed([Money(fees.amount, fees.currency), *early, *reduced])


def check_shown(text: str, code: str) -> None:
    """Make sure that every character of a line can be shown.

    Raises:
        BadValue: of that code; the first that cannot be, such as a line break or half a character, is named.
    """
    at = next((at for at, sign in enumerate(text) if not sign.isprintable() and sign not in JOINERS), None)
    if at is None:
        return
    raise BadValue(
        Message(
            "Character %(number)s of “%(written)s” cannot be shown on a line (%(code)s): delete it.",
            number=at + 1,
            written="".join(character if character.isprintable() else "?" for character in text[:40]),
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


def country_or_text(text: str) -> str:
    """The code of the country that a text names, or the text."""
    return country_code(text) or text
