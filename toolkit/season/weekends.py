"""A championship weekend: events linked by role, and who plays day 2 by which criterion.

The criteria are rows of data, each with where it stands and since when; rows are applied in order, and a person enters
by the first that fits. What was decided about a weekend is a log of facts, with undoing; who is in is computed from the
events whenever it is asked.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from hashlib import sha256
from itertools import groupby
from typing import Any

from toolkit.errors import Conflict, Invalid, NotFound
from toolkit.languages import N_, Count, Listed, Message, Sayable
from toolkit.season.events import SeasonEvent, SeasonResult
from toolkit.season.log import SeasonEntry, SeasonFact, undone_in
from toolkit.season.persons import PeopleOfEvents, Person, people_of

# A row by its number from 1, and an event by its id.
type Part = tuple[int, str]

LONGEST_NAME = 200
MOST_EVENTS, MOST_ROWS, MOST_PLACES, MOST_NAMED = 60, 30, 1000, 200


class BadWeekend(Invalid):
    """What no weekend can be: a name, a row, a role twice, a row of a role without an event."""

    code = "bad_weekend"


class NotInWeekend(NotFound):
    """A person, an event or an entry that the weekend does not have."""

    code = "not_in_weekend"


class NotYet(Conflict):
    """A step of a weekend whose time has not come."""

    code = "not_yet"


class EventRole(StrEnum):
    """What an event is in its weekend."""

    GRAND_PRIX = "grand_prix"
    LCQ = "lcq"
    DAY_1 = "day_1"
    DAY_2 = "day_2"
    SIDE = "side"

    @property
    def heading(self) -> Message:
        """What it is called."""
        return Message(_ROLES[self])

    @property
    def is_one(self) -> bool:
        """Whether a weekend has at most one of it."""
        return self in (EventRole.LCQ, EventRole.DAY_1, EventRole.DAY_2)


_ROLES = {
    EventRole.GRAND_PRIX: N_("Grand Prix"),
    EventRole.LCQ: N_("Last-chance qualifier"),
    EventRole.DAY_1: N_("Day 1"),
    EventRole.DAY_2: N_("Day 2"),
    EventRole.SIDE: N_("Side event"),
}


class Take(StrEnum):
    """Whom a row takes from its events."""

    WINNER = "winner"
    FINALISTS = "finalists"
    FIRST_N = "first_n"
    GAME_WINS = "game_wins_at_least"
    VICTORY_POINTS = "victory_points_at_least"
    NAMED = "named"


class TieRule(StrEnum):
    """What was announced for a tie across the line."""

    TOSSED = "tossed"
    ALL_IN = "all_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion.

    Attributes:
        n: how many, or at least how many; of victory points in halves of a point as JSON writes them, 1.5.
        skips_qualified: who is in already does not use up a place.
        passes_down: the next of the same row takes the place of somebody who declines.
        persons: of a row of named people, their keys or names.
        source, day: where the rule stands, and since when.
    """

    role: EventRole
    take: Take
    n: float = 0
    skips_qualified: bool = False
    passes_down: bool = False
    persons: tuple[str, ...] = ()
    source: str = ""
    day: str = ""

    @property
    def words(self) -> Message:
        """The criterion in words."""
        figures: dict[str, object] = {"role": self.role.heading, "number": f"{self.n:g}"}
        return Message(_TAKES[self.take], **figures)


_TAKES = {
    Take.WINNER: N_("%(role)s: the winner"),
    Take.FINALISTS: N_("%(role)s: the finalists"),
    Take.FIRST_N: N_("%(role)s: the first %(number)s"),
    Take.GAME_WINS: N_("%(role)s: at least %(number)s GW"),
    Take.VICTORY_POINTS: N_("%(role)s: at least %(number)s VP"),
    Take.NAMED: N_("Named by the organizer"),
}


def _tiered(places: int, source: str, day: str, *, skips_qualified: bool) -> tuple[Criterion, ...]:
    return (
        Criterion(role=EventRole.GRAND_PRIX, take=Take.WINNER, source=source, day=day),
        Criterion(role=EventRole.LCQ, take=Take.FINALISTS, source=source, day=day),
        Criterion(
            role=EventRole.DAY_1,
            take=Take.FIRST_N,
            n=places,
            skips_qualified=skips_qualified,
            source=source,
            day=day,
        ),
    )


_OF_2018 = "VEKN, continental championships", "2018-08-05"
PRESETS: Mapping[str, tuple[Criterion, ...]] = {
    "2018-europe": _tiered(40, *_OF_2018, skips_qualified=False),
    "2018-north-america": _tiered(25, *_OF_2018, skips_qualified=False),
    "2022": _tiered(40, "European championship", "2022", skips_qualified=True),
}


def rows_json(rows: Iterable[Criterion]) -> list[dict[str, Any]]:
    """Rows as JSON has them; `rows_from` reads them."""
    return [{**asdict(row), "persons": list(row.persons)} for row in rows]


_KNOWN = frozenset(one.name for one in fields(Criterion))


def rows_from(values: Any) -> tuple[Criterion, ...]:
    """Rows out of JSON.

    Raises:
        BadWeekend: one that is none; the sentence has its number.
    """
    if not isinstance(values, list) or not 0 < len(values) <= MOST_ROWS:
        raise BadWeekend(Message("Criteria are a list of 1 to %(number)s rows.", number=MOST_ROWS), code="bad_rows")
    return tuple(_row(number, value) for number, value in enumerate(values, start=1))


def _row(number: int, value: Any) -> Criterion:
    def bad(what: str) -> BadWeekend:
        return BadWeekend(
            Message("Row %(number)s: “%(what)s” is missing or cannot be that.", number=number, what=what),
            code="bad_rows",
        )

    if not isinstance(value, dict):
        raise bad("row")
    for name in value.keys() - _KNOWN - {"order"}:
        raise BadWeekend(
            Message("Row %(number)s: “%(name)s” is not known.", number=number, name=str(name)[:40]), code="bad_rows"
        )
    try:
        role, take = EventRole(value["role"]), Take(value["take"])
    except (KeyError, ValueError, TypeError) as error:
        raise bad("role, take") from error
    count, persons = value.get("n", 0), value.get("persons", [])
    if isinstance(count, bool) or not isinstance(count, int | float) or not 0 <= count <= MOST_PLACES:
        raise bad("n")
    is_counted = take in (Take.FIRST_N, Take.GAME_WINS, Take.VICTORY_POINTS)
    if (is_counted and count <= 0) or (take in (Take.FIRST_N, Take.GAME_WINS) and count != int(count)):
        raise bad("n")
    is_list = isinstance(persons, list) and all(
        isinstance(one, str) and 0 < len(one) <= LONGEST_NAME for one in persons
    )
    if not is_list or len(persons) > MOST_NAMED or (take is Take.NAMED and not persons):
        raise bad("persons")
    flags = {name: value.get(name, False) for name in ("skips_qualified", "passes_down")}
    texts = {name: value.get(name, "") for name in ("source", "day")}
    for name, one in (*flags.items(), *texts.items()):
        if type(one) is not (bool if name in flags else str) or (isinstance(one, str) and len(one) > LONGEST_NAME):
            raise bad(name)
    return Criterion(role=role, take=take, n=count, persons=tuple(persons), **flags, **texts)


# --- The log ---


class WeekendEntryKind(StrEnum):
    """What was decided about a weekend."""

    CREATED = "weekend_created"
    ROWS = "rows_set"
    LINKED = "event_linked"
    UNLINKED = "event_unlinked"
    DECLINED = "person_declined"
    ASKED = "next_asked"
    TOSSED = "tie_tossed"
    STARTED = "day_2_started"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weekend:
    """A weekend after some facts.

    Attributes:
        events: ids of events of the store, each with its role.
        declined: keys of persons.
        asked: how many more than at first were asked; `tosses` the order in which a tie was tossed, by keys.
        day_2: the event that was made, "" before.
    """

    name: str = ""
    ties: TieRule = TieRule.TOSSED
    rows: tuple[Criterion, ...] = ()
    events: Mapping[str, EventRole] = field(default_factory=dict)
    declined: tuple[str, ...] = ()
    asked: Mapping[Part, int] = field(default_factory=dict)
    tosses: Mapping[Part, tuple[str, ...]] = field(default_factory=dict)
    day_2: str = ""
    log: tuple[SeasonEntry, ...] = ()
    undone: frozenset[int] = frozenset()

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.log)


def fold(weekend: Weekend, entries: Iterable[SeasonEntry]) -> Weekend:
    """The weekend after further entries; what an undoing names does not count."""
    log = (*weekend.log, *entries)
    undone = undone_in(log, WeekendEntryKind.UNDONE)
    state = Weekend()
    for entry in log:
        if entry.number not in undone:
            state = _after(state, entry.fact)
    return replace(state, log=log, undone=undone)


def _after(weekend: Weekend, fact: SeasonFact) -> Weekend:
    said = fact.payload
    match fact.kind:
        case WeekendEntryKind.CREATED:
            return replace(weekend, name=said["name"], ties=TieRule(said["ties"]), rows=rows_from(said["rows"]))
        case WeekendEntryKind.ROWS:
            return replace(weekend, rows=rows_from(said["rows"]), ties=TieRule(said["ties"]), asked={}, tosses={})
        case WeekendEntryKind.LINKED:
            return replace(weekend, events={**weekend.events, said["event"]: EventRole(said["role"])})
        case WeekendEntryKind.UNLINKED:
            return replace(weekend, events={id: role for id, role in weekend.events.items() if id != said["event"]})
        case WeekendEntryKind.DECLINED:
            return replace(weekend, declined=(*weekend.declined, said["person"]))
        case WeekendEntryKind.ASKED:
            part = said["row"], said["event"]
            return replace(weekend, asked={**weekend.asked, part: weekend.asked.get(part, 0) + 1})
        case WeekendEntryKind.TOSSED:
            return replace(weekend, tosses={**weekend.tosses, (said["row"], said["event"]): tuple(said["order"])})
        case WeekendEntryKind.STARTED:
            linked = {**weekend.events, said["event"]: EventRole.DAY_2}
            return replace(weekend, day_2=said["event"], events=linked)
    return weekend  # an undoing, or what a later version writes


def create(name: str, rows: Sequence[Criterion], *, ties: TieRule = TieRule.TOSSED) -> list[SeasonFact]:
    """A new weekend.

    Raises:
        BadWeekend: its name is none.
    """
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadWeekend(Message("A weekend has a name of at most %(number)s characters.", number=LONGEST_NAME))
    return [
        SeasonFact(kind=WeekendEntryKind.CREATED, payload={"name": name, "ties": ties.value, "rows": rows_json(rows)})
    ]


def set_rows(weekend: Weekend, rows: Sequence[Criterion], *, ties: TieRule | None = None) -> list[SeasonFact]:
    """Other criteria: tosses made and people asked by the old ones are gone.

    Raises:
        NotYet: day 2 has been made.
    """
    _check_open(weekend)
    chosen = weekend.ties if ties is None else ties
    if tuple(rows) == weekend.rows and chosen is weekend.ties:
        return []
    return [SeasonFact(kind=WeekendEntryKind.ROWS, payload={"rows": rows_json(rows), "ties": chosen.value})]


def link_event(weekend: Weekend, id: str, role: EventRole) -> list[SeasonFact]:
    """An event is one of the weekend, in that role.

    Raises:
        BadWeekend: the weekend has one of that role, or too many events.
    """
    if weekend.events.get(id) is role:
        return []
    if role.is_one and role in weekend.events.values():
        raise BadWeekend(Message("The weekend has this already: %(role)s.", role=role.heading), code="role_taken")
    if len(weekend.events) >= MOST_EVENTS:
        raise BadWeekend(Message("A weekend has at most %(number)s events.", number=MOST_EVENTS))
    return [SeasonFact(kind=WeekendEntryKind.LINKED, payload={"event": id, "role": role.value})]


def unlink_event(weekend: Weekend, id: str) -> list[SeasonFact]:
    """An event is none of the weekend.

    Raises:
        NotInWeekend: it has no such event.
    """
    if id not in weekend.events:
        raise NotInWeekend(Message("The weekend has no event “%(name)s”.", name=id[:40]))
    return [SeasonFact(kind=WeekendEntryKind.UNLINKED, payload={"event": id})]


def undo(weekend: Weekend) -> list[SeasonFact]:
    """The last entry that counts does not any more.

    Raises:
        NotInWeekend: there is none but the beginning.
    """
    able = [
        entry.number
        for entry in weekend.log
        if entry.fact.kind not in (WeekendEntryKind.CREATED, WeekendEntryKind.UNDONE)
        and entry.number not in weekend.undone
    ]
    if not able:
        raise NotInWeekend(Message("There is nothing to undo."))
    return [SeasonFact(kind=WeekendEntryKind.UNDONE, payload={"entries": [able[-1]]})]


def _check_open(weekend: Weekend) -> None:
    if weekend.day_2:
        raise NotYet(Message("Day 2 has been made: who plays is decided there."), code="day_2_made")


# --- Who is in ---


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekendEvent:
    """An event with its role; `is_ready`: what counts of it for day 2 is known.

    Of day 1 the preliminary rounds do: its final has no bearing on day 2.
    """

    event: SeasonEvent
    role: EventRole
    is_ready: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified:
    """Somebody who is in: by which row (from 1), from which event and place there (0 for who was named), since when."""

    person: Person
    row: int
    event: str
    place: int
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotQualified:
    """Somebody who is not in, of a row with a number of places.

    Attributes:
        short: how many places short; 0 for who is tied across the line and waits for the toss.
        has_declined: who was in, or asked, and does not play.
    """

    person: Person
    row: int
    event: str
    place: int
    short: int
    has_declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualification:
    """Who plays day 2.

    Attributes:
        free: places that somebody declined and that pass down, and nobody has yet.
        to_toss: who is tied for the last places.
        waiting: numbers of rows of which an event is not over, or not there.
    """

    qualified: tuple[Qualified, ...]
    others: tuple[NotQualified, ...]
    free: Mapping[Part, int]
    to_toss: Mapping[Part, tuple[Person, ...]]
    waiting: tuple[int, ...]
    people: PeopleOfEvents


@dataclass(slots=True)
class _Running:
    taken: dict[str, Qualified] = field(default_factory=dict)
    others: dict[str, NotQualified] = field(default_factory=dict)
    free: dict[Part, int] = field(default_factory=dict)
    to_toss: dict[Part, tuple[Person, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Candidate:
    person: Person
    place: int
    event_name: str = ""
    day: datetime.date | None = None
    is_finalist: bool = False


def qualification(weekend: Weekend, events: Sequence[WeekendEvent]) -> Qualification:
    """Who is in, by the rows in their order; a person enters by the first row that fits.

    Disqualified in any of the weekend's events: never.
    """
    ordered = sorted(events, key=lambda one: one.event.order)
    people = people_of([one.event for one in ordered])
    barred = {
        people.person(one.event, result).key
        for one in ordered
        for result in one.event.results
        if result.is_disqualified
    }
    declined = {people.by_key[key].key if key in people.by_key else key for key in weekend.declined}
    found, waiting = _Running(), []
    for number, row in enumerate(weekend.rows, start=1):
        of_role = [one for one in ordered if one.role is row.role]
        if row.take is not Take.NAMED and (not of_role or not all(one.is_ready for one in of_role)):
            waiting.append(number)
        ready = [one.event for one in of_role if one.is_ready]
        for id, able in _candidates(row, ready, people, barred):
            _apply(weekend, (number, id), row, able, declined, found)
    others = [one for key, one in found.others.items() if key not in found.taken]
    return Qualification(
        qualified=tuple(found.taken.values()),
        others=tuple(sorted(others, key=lambda one: (one.has_declined, one.row, one.short, one.place))),
        free=found.free,
        to_toss=found.to_toss,
        waiting=tuple(waiting),
        people=people,
    )


def _candidates(
    row: Criterion, events: Sequence[SeasonEvent], people: PeopleOfEvents, barred: set[str]
) -> Iterator[tuple[str, list[_Candidate]]]:
    """Of each event of a row, by its id, those who may enter by it, the best first."""
    if row.take is Take.NAMED:
        yield "", [_Candidate(_named(people, one), 0) for one in row.persons if _named(people, one).key not in barred]
        return
    for event in events:
        able = [
            _Candidate(people.person(event, result), _place(row, result), event.name, event.date, result.is_finalist)
            for result in event.results
            if not result.is_disqualified and _fits(row, result)
        ]
        yield event.id, sorted((one for one in able if one.person.key not in barred), key=lambda one: one.place)


def _named(people: PeopleOfEvents, text: str) -> Person:
    return people.by_key.get(text) or Person(key=text, keys=(text,), name=text)


def _fits(row: Criterion, result: SeasonResult) -> bool:
    match row.take:
        case Take.WINNER:
            # The next ones are of the row too, where it passes a place down.
            return result.is_winner or row.passes_down
        case Take.FINALISTS:
            return result.is_finalist or row.passes_down
        case Take.GAME_WINS:
            return result.game_wins >= row.n
        case Take.VICTORY_POINTS:
            return result.victory_points >= 2 * row.n
    return True


def _place(row: Criterion, result: SeasonResult) -> int:
    """The place that counts: day 1's final has no bearing, so that it is the one before the final."""
    place = result.rank_before if row.take is Take.FIRST_N else result.place
    return place or 0


def _places(row: Criterion, events: Sequence[_Candidate]) -> int | None:
    """How many places a row has in one event; None for as many as fit."""
    match row.take:
        case Take.WINNER:
            return 1
        case Take.FINALISTS:
            return sum(one.is_finalist for one in events)
        case Take.FIRST_N:
            return int(row.n)
    return None


def _apply(
    weekend: Weekend, part: Part, row: Criterion, able: Sequence[_Candidate], gone: set[str], found: _Running
) -> None:
    """Let those of one event in by one row, the best first; `gone` are the keys of who declined."""
    places, asked = _places(row, able), weekend.asked.get(part, 0)
    room = None if places is None else places + asked
    behind = declined = 0
    for _, tied in groupby(able, key=lambda one: one.place):
        group = [one for one in tied if not (row.skips_qualified and one.person.key in found.taken)]
        entering, out = group, list[_Candidate]()
        if room is not None:
            entering, out, is_waiting = _cut(weekend, part, group, room)
            room = max(room - len(entering), 0) if not is_waiting else 0
            if is_waiting:
                found.to_toss[part] = tuple(one.person for one in group)
                for one in group:
                    _keep_other(found, part, one, short=0)
                continue
        for one in entering:
            if one.person.key in gone:
                declined += 1
                _keep_other(found, part, one, short=0, has_declined=True)
            elif one.person.key not in found.taken:
                found.taken[one.person.key] = _entered(part, one)
        for one in out:
            _keep_other(found, part, one, short=behind + 1, has_declined=one.person.key in gone)
        behind += len(out)
    if row.passes_down and declined > asked:
        found.free[part] = declined - asked


def _cut(
    weekend: Weekend, part: Part, group: list[_Candidate], room: int
) -> tuple[list[_Candidate], list[_Candidate], bool]:
    """Who of those tied is in and who is out, where so many places are left; whether a toss has to decide it first."""
    if room >= len(group) or (room and weekend.ties is TieRule.ALL_IN):
        return group, [], False
    if not room:
        return [], group, False
    order = {key: place for place, key in enumerate(weekend.tosses.get(part, ()))}
    if not all(one.person.key in order for one in group):
        return [], group, True
    ordered = sorted(group, key=lambda one: order[one.person.key])
    return ordered[:room], ordered[room:], False


def _entered(part: Part, one: _Candidate) -> Qualified:
    return Qualified(
        person=one.person,
        row=part[0],
        event=one.event_name,
        place=one.place,
        day=one.day.isoformat() if one.day else "",
    )


def _keep_other(found: _Running, part: Part, one: _Candidate, *, short: int, has_declined: bool = False) -> None:
    known = found.others.get(one.person.key)
    if known is None or (not known.has_declined and (has_declined or short < known.short)):
        found.others[one.person.key] = NotQualified(
            person=one.person,
            row=part[0],
            event=one.event_name,
            place=one.place,
            short=short,
            has_declined=has_declined,
        )


# --- What is decided about it ---


def decline(weekend: Weekend, known: Qualification, key: str) -> list[SeasonFact]:
    """Somebody who is in does not play; nobody takes the place by itself.

    Raises:
        NotYet: day 2 has been made.
        NotInWeekend: they are not in.
    """
    _check_open(weekend)
    person = known.people.by_key.get(key)
    keys = {one.person.key for one in known.qualified}
    wanted = person.key if person is not None else key
    if wanted not in keys:
        raise NotInWeekend(Message("“%(name)s” is not in: there is nothing to decline.", name=key[:60]))
    return [SeasonFact(kind=WeekendEntryKind.DECLINED, payload={"person": wanted})]


def ask_next(weekend: Weekend, known: Qualification, events: Sequence[WeekendEvent]) -> list[SeasonFact]:
    """The next of the row has the place that somebody declined.

    Raises:
        NotYet: day 2 has been made.
        NotInWeekend: no place is free that passes down, or nobody is left to ask.
    """
    _check_open(weekend)
    part = next(iter(known.free), None)
    if part is None:
        raise NotInWeekend(Message("No place is free that passes down."))
    fact = SeasonFact(kind=WeekendEntryKind.ASKED, payload={"row": part[0], "event": part[1]})
    later = qualification(_after(weekend, fact), events)
    new = {one.person.key for one in later.qualified} - {one.person.key for one in known.qualified}
    if not new and not later.to_toss:
        raise NotInWeekend(Message("Nobody of this row is left to ask."))
    names = sorted(one.person.name for one in later.qualified if one.person.key in new)
    return [replace(fact, payload={**fact.payload, "names": names})]


def toss(weekend: Weekend, known: Qualification, seed: int) -> list[SeasonFact]:
    """Toss for every tie across a line; the seed is kept.

    Raises:
        NotYet: day 2 has been made.
        NotInWeekend: nothing is tied.
    """
    _check_open(weekend)
    if not known.to_toss:
        raise NotInWeekend(Message("Nobody is tied across the line."))
    facts = []
    for (row, event), tied in known.to_toss.items():
        order = sorted((one.key for one in tied), key=lambda key: sha256(f"{seed}:{row}:{key}".encode()).hexdigest())
        facts.append(
            SeasonFact(kind=WeekendEntryKind.TOSSED, payload={"row": row, "event": event, "order": order, "seed": seed})
        )
    return facts


def start_day_2(weekend: Weekend, known: Qualification, events: Sequence[WeekendEvent], id: str) -> list[SeasonFact]:
    """Day 2 was made as an event of that id, from the list as it is.

    Raises:
        NotYet: it has been made, day 1 is not over, or a tie waits for its toss.
        BadWeekend: a row's role has no event, or nobody is in.
    """
    check_day_2(weekend, known, events)
    return [SeasonFact(kind=WeekendEntryKind.STARTED, payload={"event": id, "players": len(known.qualified)})]


def check_day_2(weekend: Weekend, known: Qualification, events: Sequence[WeekendEvent]) -> None:
    """Refuse day 2 while it is not known who plays.

    Raises:
        NotYet: it has been made, day 1 is not over, or a tie waits for its toss.
        BadWeekend: a row's role has no event, or nobody is in.
    """
    _check_open(weekend)
    check_rows(weekend)
    if known.waiting:
        listed = Listed(weekend.rows[number - 1].role.heading for number in dict.fromkeys(known.waiting))
        raise NotYet(Message("Not over yet: %(list)s.", list=listed), code="not_over")
    if known.to_toss:
        raise NotYet(Message("A tie across the line waits for its toss."), code="to_toss")
    if not known.qualified:
        raise BadWeekend(Message("Nobody is in."), code="nobody")


def check_rows(weekend: Weekend) -> None:
    """Refuse criteria of a role that has no event.

    Raises:
        BadWeekend: with the row.
    """
    for number, row in enumerate(weekend.rows, start=1):
        if row.take is not Take.NAMED and row.role not in weekend.events.values():
            raise BadWeekend(
                Message(
                    "Row %(number)s: the weekend has no event for it (%(role)s).", number=number, role=row.role.heading
                ),
                code="no_event",
            )


def sentence(fact: SeasonFact, names: Mapping[str, str]) -> Sayable:
    """What the log says of a fact; `names` are those of events by id, and of persons by key."""
    said = fact.payload

    def name(key: str) -> str:
        return names.get(key, key)

    match fact.kind:
        case WeekendEntryKind.CREATED:
            return Message("Created “%(name)s”.", name=said["name"])
        case WeekendEntryKind.ROWS:
            return Message("Criteria: %(list)s.", list=Listed(row.words for row in rows_from(said["rows"])))
        case WeekendEntryKind.LINKED:
            return Message("%(role)s: “%(name)s”.", role=EventRole(said["role"]).heading, name=name(said["event"]))
        case WeekendEntryKind.UNLINKED:
            return Message("Removed “%(name)s”.", name=name(said["event"]))
        case WeekendEntryKind.DECLINED:
            return Message("%(name)s does not play.", name=name(said["person"]))
        case WeekendEntryKind.ASKED:
            listed = Listed(said.get("names", ()))
            return Message("Asked the next of row %(number)s: %(list)s.", number=said["row"], list=listed)
        case WeekendEntryKind.TOSSED:
            listed = Listed(map(name, said["order"]))
            return Message("Tossed, seed %(seed)s: %(list)s.", seed=said["seed"], list=listed)
        case WeekendEntryKind.STARTED:
            return Count(said["players"], "Made day 2 with %(num)d player.", "Made day 2 with %(num)d players.")
    return Message("Undone: entry %(list)s.", list=Listed(map(str, said.get("entries", ()))))
