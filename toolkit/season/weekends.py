"""The players of day 2 of a championship weekend, their criteria, and the decisions about them.

Rows are applied in order, and a person enters by the first that fits; who is in is computed from the events whenever it
is asked.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import groupby

from toolkit.languages import Listed, Message
from toolkit.season.criteria import BadWeekend, Criterion, EventRole, Take, TieRule
from toolkit.season.events import SeasonEvent, SeasonResult
from toolkit.season.log import SeasonFact
from toolkit.season.persons import PeopleOfEvents, Person, people_of
from toolkit.season.weekend_log import (
    WEEKEND_FACTS,
    DayTwoStarted,
    NextAsked,
    NotInWeekend,
    NotYet,
    PersonDeclined,
    TieTossed,
    Weekend,
    WeekendPart,
    check_open,
)


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
    """A qualified player: the row (from 1), the event, the place there (0 for a named player), and the day."""

    person: Person
    row: int
    event: str
    place: int
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotQualified:
    """A player without a place, of a row with a number of places.

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
    """The players of day 2.

    Attributes:
        free: declined places that pass down and are not taken yet.
        to_toss: who is tied for the last places.
        waiting: numbers of rows of which an event is not over, or not there.
    """

    qualified: tuple[Qualified, ...]
    others: tuple[NotQualified, ...]
    free: Mapping[WeekendPart, int]
    to_toss: Mapping[WeekendPart, tuple[Person, ...]]
    waiting: tuple[int, ...]
    people: PeopleOfEvents


@dataclass(slots=True)
class _Running:
    taken: dict[str, Qualified] = field(default_factory=dict)
    others: dict[str, NotQualified] = field(default_factory=dict)
    free: dict[WeekendPart, int] = field(default_factory=dict)
    to_toss: dict[WeekendPart, tuple[Person, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Candidate:
    person: Person
    place: int
    event_name: str = ""
    day: datetime.date | None = None
    is_finalist: bool = False


def qualification(weekend: Weekend, events: Sequence[WeekendEvent]) -> Qualification:
    """The qualified players, by the rows in their order; a person enters by the first row that fits.

    Disqualified in any of the weekend's events: never.
    """
    ordered = sorted(events, key=lambda event: event.event.order)
    people = people_of([event.event for event in ordered])
    barred = {
        people.person(event.event, result).key
        for event in ordered
        for result in event.event.results
        if result.is_disqualified
    }
    declined = {people.by_key[key].key if key in people.by_key else key for key in weekend.declined}
    running, waiting = _Running(), []
    for number, row in enumerate(weekend.rows, start=1):
        of_role = [event for event in ordered if event.role is row.role]
        if row.take is not Take.NAMED and (not of_role or not all(event.is_ready for event in of_role)):
            waiting.append(number)
        ready = [event.event for event in of_role if event.is_ready]
        for id, able in _candidates(row, ready, people, barred):
            _apply(weekend, (number, id), row, able, declined, running)
    others = [other for key, other in running.others.items() if key not in running.taken]
    return Qualification(
        qualified=tuple(running.taken.values()),
        others=tuple(sorted(others, key=lambda other: (other.has_declined, other.row, other.short, other.place))),
        free=running.free,
        to_toss=running.to_toss,
        waiting=tuple(waiting),
        people=people,
    )


def _candidates(
    row: Criterion, events: Sequence[SeasonEvent], people: PeopleOfEvents, barred: set[str]
) -> Iterator[tuple[str, list[_Candidate]]]:
    """Of each event of a row, by its id, those who may enter by it, the best first."""
    if row.take is Take.NAMED:
        yield (
            "",
            [
                _Candidate(_named(people, person), 0)
                for person in row.persons
                if _named(people, person).key not in barred
            ],
        )
        return
    for event in events:
        able = [
            _Candidate(people.person(event, result), _place(row, result), event.name, event.date, result.is_finalist)
            for result in event.results
            if not result.is_disqualified and _fits(row, result)
        ]
        yield (
            event.id,
            sorted(
                (candidate for candidate in able if candidate.person.key not in barred),
                key=lambda candidate: candidate.place,
            ),
        )


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
    """The number of places that a row has in one event; None for as many as fit."""
    match row.take:
        case Take.WINNER:
            return 1
        case Take.FINALISTS:
            return sum(event.is_finalist for event in events)
        case Take.FIRST_N:
            return int(row.n)
    return None


def _apply(
    weekend: Weekend, part: WeekendPart, row: Criterion, able: Sequence[_Candidate], gone: set[str], running: _Running
) -> None:
    """Let those of one event in by one row, the best first; `gone` are the keys of who declined."""
    places, asked = _places(row, able), weekend.asked.get(part, 0)
    room = None if places is None else places + asked
    behind = declined = 0
    for _, tied in groupby(able, key=lambda candidate: candidate.place):
        group = [candidate for candidate in tied if not (row.skips_qualified and candidate.person.key in running.taken)]
        entering, out = group, list[_Candidate]()
        if room is not None:
            entering, out, is_waiting = _cut(weekend, part, group, room)
            room = max(room - len(entering), 0) if not is_waiting else 0
            if is_waiting:
                running.to_toss[part] = tuple(candidate.person for candidate in group)
                for candidate in group:
                    _keep_other(running, part, candidate, short=0)
                continue
        for candidate in entering:
            if candidate.person.key in gone:
                declined += 1
                _keep_other(running, part, candidate, short=0, has_declined=True)
            elif candidate.person.key not in running.taken:
                running.taken[candidate.person.key] = _entered(part, candidate)
        for candidate in out:
            _keep_other(running, part, candidate, short=behind + 1, has_declined=candidate.person.key in gone)
        behind += len(out)
    if row.passes_down and declined > asked:
        running.free[part] = declined - asked


def _cut(
    weekend: Weekend, part: WeekendPart, group: list[_Candidate], room: int
) -> tuple[list[_Candidate], list[_Candidate], bool]:
    """The tied players with a place and those without, for so many places; and whether a toss has to decide first."""
    if room >= len(group) or (room and weekend.ties is TieRule.ALL_IN):
        return group, [], False
    if not room:
        return [], group, False
    order = {key: place for place, key in enumerate(weekend.tosses.get(part, ()))}
    if not all(candidate.person.key in order for candidate in group):
        return [], group, True
    ordered = sorted(group, key=lambda candidate: order[candidate.person.key])
    return ordered[:room], ordered[room:], False


def _entered(part: WeekendPart, candidate: _Candidate) -> Qualified:
    return Qualified(
        person=candidate.person,
        row=part[0],
        event=candidate.event_name,
        place=candidate.place,
        day=candidate.day.isoformat() if candidate.day else "",
    )


def _keep_other(
    running: _Running, part: WeekendPart, candidate: _Candidate, *, short: int, has_declined: bool = False
) -> None:
    earlier = running.others.get(candidate.person.key)
    if earlier is None or (not earlier.has_declined and (has_declined or short < earlier.short)):
        running.others[candidate.person.key] = NotQualified(
            person=candidate.person,
            row=part[0],
            event=candidate.event_name,
            place=candidate.place,
            short=short,
            has_declined=has_declined,
        )


# --- What is decided about it ---


def decline(weekend: Weekend, standing: Qualification, key: str) -> list[SeasonFact]:
    """A qualified player does not play; the place stays free.

    Raises:
        NotYet: day 2 has been made.
        NotInWeekend: they are not in.
    """
    check_open(weekend)
    person = standing.people.by_key.get(key)
    keys = {player.person.key for player in standing.qualified}
    wanted = person.key if person is not None else key
    if wanted not in keys:
        raise NotInWeekend(Message("“%(name)s” is not in: there is nothing to decline.", name=key[:60]))
    return [PersonDeclined(person=wanted)]


def ask_next(weekend: Weekend, standing: Qualification, events: Sequence[WeekendEvent]) -> list[SeasonFact]:
    """The next player of the row has the place that another declined.

    Raises:
        NotYet: day 2 has been made.
        NotInWeekend: no place is free that passes down, or no player is left to ask.
    """
    check_open(weekend)
    part = next(iter(standing.free), None)
    if part is None:
        raise NotInWeekend(Message("No place is free that passes down."))
    fact = NextAsked(row=part[0], event=part[1])
    later = qualification(WEEKEND_FACTS.apply(weekend, fact), events)
    new = {player.person.key for player in later.qualified} - {player.person.key for player in standing.qualified}
    if not new and not later.to_toss:
        raise NotInWeekend(Message("There is no one left to ask in this row."))
    names = sorted(player.person.name for player in later.qualified if player.person.key in new)
    return [replace(fact, names=tuple(names))]


def toss(weekend: Weekend, standing: Qualification, seed: int) -> list[SeasonFact]:
    """Toss for every tie across a line; the seed is kept.

    Raises:
        NotYet: day 2 has been made.
        NotInWeekend: nothing is tied.
    """
    check_open(weekend)
    if not standing.to_toss:
        raise NotInWeekend(Message("No players are tied across the line."))
    facts: list[SeasonFact] = []
    for (row, event), tied in standing.to_toss.items():
        order = sorted(
            (person.key for person in tied), key=lambda key: sha256(f"{seed}:{row}:{key}".encode()).hexdigest()
        )
        facts.append(TieTossed(row=row, event=event, order=tuple(order), seed=seed))
    return facts


def start_day_2(weekend: Weekend, standing: Qualification, events: Sequence[WeekendEvent], id: str) -> list[SeasonFact]:
    """Day 2 was made as an event of that id, from the list as it is.

    Raises:
        NotYet: it has been made, day 1 is not over, or a tie waits for its toss.
        BadWeekend: a row's role has no event, or no player is qualified.
    """
    check_day_2(weekend, standing, events)
    return [DayTwoStarted(event=id, players=len(standing.qualified))]


def check_day_2(weekend: Weekend, standing: Qualification, events: Sequence[WeekendEvent]) -> None:
    """Refuse day 2 while it is not known who plays.

    Raises:
        NotYet: it has been made, day 1 is not over, or a tie waits for its toss.
        BadWeekend: a row's role has no event, or no player is qualified.
    """
    check_open(weekend)
    check_rows(weekend)
    if standing.waiting:
        listed = Listed(weekend.rows[number - 1].role.heading for number in dict.fromkeys(standing.waiting))
        raise NotYet(Message("Not over yet: %(list)s.", list=listed), code="not_over")
    if standing.to_toss:
        raise NotYet(Message("A tie across the line waits for its toss."), code="to_toss")
    if not standing.qualified:
        raise BadWeekend(Message("No one has qualified."), code="nobody")


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
