"""A championship weekend as the log of what was decided: its events, its criteria, who declined; and undoing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import ClassVar, Self

from toolkit.errors import Conflict, NotFound
from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.season.criteria import LONGEST_NAME, BadWeekend, Criterion, EventRole, TieRule, rows_from, rows_json
from toolkit.season.log import SeasonEntry, SeasonFact, SeasonFacts, SeasonNames, Undone, add_common, stored
from toolkit.tournament.codec import added, coded_as

# A row by its number from 1, and an event by its id.
type WeekendPart = tuple[int, str]

MOST_EVENTS = 60


class NotInWeekend(NotFound):
    """A person, an event or an entry that the weekend does not have."""

    code = "not_in_weekend"


class NotYet(Conflict):
    """A step of a weekend whose time has not come."""

    code = "not_yet"


@dataclass(frozen=True, slots=True)
class Kept:
    """The lasting form of an event: the last entry of its log that counts, and the day (ISO) since when."""

    entry: int
    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RightLink:
    """The official's link that gave the right to run an event, and how often it had been re-issued by then."""

    name: str
    generation: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Weekend:
    """A weekend after some facts.

    Attributes:
        events: ids of events of the store, each with its role.
        kept: events that the weekend's organizers may no longer run, by id; also such as it does not have at present.
        declined: keys of persons.
        asked: how many more than at first were asked; `tosses` the order in which a tie was tossed, by keys.
        day_2: the event that was made, "" before.
    """

    name: str = ""
    ties: TieRule = TieRule.TOSSED
    rows: tuple[Criterion, ...] = ()
    events: Mapping[str, EventRole] = field(default_factory=dict)
    kept: Mapping[str, Kept] = field(default_factory=dict)
    declined: tuple[str, ...] = ()
    asked: Mapping[WeekendPart, int] = field(default_factory=dict)
    tosses: Mapping[WeekendPart, tuple[str, ...]] = field(default_factory=dict)
    day_2: str = ""
    log: tuple[SeasonEntry, ...] = ()
    undone: frozenset[int] = frozenset()

    @property
    def followed(self) -> tuple[str, ...]:
        """The events that go on here: cards and links lead there, and new results count."""
        return tuple(event for event in self.events if event not in self.kept)

    @property
    def links(self) -> Mapping[str, RightLink | None]:
        """Every event that was ever linked, undone or not; with the link that gave the right to, where one did."""
        return {
            entry.fact.event: entry.fact.link if isinstance(entry.fact, EventLinked) else None
            for entry in self.log
            if isinstance(entry.fact, EventLinked | DayTwoStarted)
        }

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.log)

    def with_log(self, log: tuple[SeasonEntry, ...], undone: frozenset[int]) -> Self:
        """The same after another log."""
        return replace(self, log=log, undone=undone)


type CriterionRows = tuple[Criterion, ...]

WEEKEND_FACTS = SeasonFacts[Weekend]()
coded_as(CriterionRows, rows_json, rows_from)


@stored(WEEKEND_FACTS)
class WeekendCreated(SeasonFact):
    """The first fact of a weekend."""

    IS_LASTING: ClassVar[bool] = True

    name: str
    ties: TieRule
    rows: CriterionRows


@WEEKEND_FACTS.folds(WeekendCreated, lambda _, fact: Message("Created “%(name)s”.", name=fact.name))
def _fold_created(weekend: Weekend, fact: WeekendCreated) -> Weekend:
    return replace(weekend, name=fact.name, ties=fact.ties, rows=fact.rows)


@stored(WEEKEND_FACTS)
class RowsSet(SeasonFact):
    """The weekend has other criteria."""

    rows: CriterionRows
    ties: TieRule


@WEEKEND_FACTS.folds(
    RowsSet, lambda _, fact: Message("Criteria: %(list)s.", list=Listed(row.words for row in fact.rows))
)
def _fold_rows(weekend: Weekend, fact: RowsSet) -> Weekend:
    return replace(weekend, rows=fact.rows, ties=fact.ties, asked={}, tosses={})


@stored(WEEKEND_FACTS)
class EventLinked(SeasonFact):
    """An event is one of the weekend; `link` gives the right to run it, where the account does not."""

    event: str
    role: EventRole
    link: RightLink | None = added(None)


@WEEKEND_FACTS.folds(
    EventLinked,
    lambda names, fact: Message("%(role)s: “%(name)s”.", role=fact.role.heading, name=names(fact.event)),
)
def _fold_linked(weekend: Weekend, fact: EventLinked) -> Weekend:
    events = {**weekend.events, fact.event: fact.role}
    return replace(weekend, events=events, kept=_without(weekend.kept, fact.event))


@stored(WEEKEND_FACTS)
class EventUnlinked(SeasonFact):
    """An event is none of the weekend."""

    event: str


@WEEKEND_FACTS.folds(EventUnlinked, lambda names, fact: Message("Removed “%(name)s”.", name=names(fact.event)))
def _fold_unlinked(weekend: Weekend, fact: EventUnlinked) -> Weekend:
    return replace(weekend, events=_without(weekend.events, fact.event))


@stored(WEEKEND_FACTS)
class ResultsKept(SeasonFact):
    """An event stays as it was at its entry of that number, since that day (ISO)."""

    IS_LASTING: ClassVar[bool] = True  # it follows from who may run the event

    event: str
    entry: int
    day: str


@WEEKEND_FACTS.folds(
    ResultsKept,
    lambda names, fact: Message(
        "Results of “%(name)s” are kept as of %(day)s.", name=names(fact.event), day=date.fromisoformat(fact.day)
    ),
)
def _fold_kept(weekend: Weekend, fact: ResultsKept) -> Weekend:
    return replace(weekend, kept={**weekend.kept, fact.event: Kept(fact.entry, fact.day)})


@stored(WEEKEND_FACTS)
class EventResumed(SeasonFact):
    """An event goes on."""

    IS_LASTING: ClassVar[bool] = True  # it follows from who may run the event

    event: str


@WEEKEND_FACTS.folds(EventResumed, lambda names, fact: Message("“%(name)s” is followed again.", name=names(fact.event)))
def _fold_resumed(weekend: Weekend, fact: EventResumed) -> Weekend:
    return replace(weekend, kept=_without(weekend.kept, fact.event))


@stored(WEEKEND_FACTS)
class PersonDeclined(SeasonFact):
    """A qualified player does not play."""

    person: str


@WEEKEND_FACTS.folds(PersonDeclined, lambda names, fact: Message("%(name)s does not play.", name=names(fact.person)))
def _fold_declined(weekend: Weekend, fact: PersonDeclined) -> Weekend:
    return replace(weekend, declined=(*weekend.declined, fact.person))


@stored(WEEKEND_FACTS)
class NextAsked(SeasonFact):
    """The next of a row has a place that another declined; `names` are of those who have one then."""

    row: int
    event: str
    names: tuple[str, ...] = added((), usual=lambda _: None)  # once it was not kept; now it always is


@WEEKEND_FACTS.folds(
    NextAsked,
    lambda names, fact: Message(
        "Asked the next of row %(number)s: %(list)s.", number=fact.row, list=Listed(map(names.called, fact.names))
    ),
)
def _fold_asked(weekend: Weekend, fact: NextAsked) -> Weekend:
    part = fact.row, fact.event
    return replace(weekend, asked={**weekend.asked, part: weekend.asked.get(part, 0) + 1})


@stored(WEEKEND_FACTS)
class TieTossed(SeasonFact):
    """A tie across a line was tossed: the order that it came to, by keys of persons."""

    row: int
    event: str
    order: tuple[str, ...]
    seed: int


@WEEKEND_FACTS.folds(
    TieTossed,
    lambda names, fact: Message(
        "Tossed, seed %(seed)s: %(list)s.", seed=fact.seed, list=Listed(map(names, fact.order))
    ),
)
def _fold_tossed(weekend: Weekend, fact: TieTossed) -> Weekend:
    return replace(weekend, tosses={**weekend.tosses, (fact.row, fact.event): fact.order})


@stored(WEEKEND_FACTS, name="day_2_started")
class DayTwoStarted(SeasonFact):
    """Day 2 was made as an event, with so many players."""

    event: str
    players: int


@WEEKEND_FACTS.folds(
    DayTwoStarted,
    lambda _, fact: Count(fact.players, "Made day 2 with %(num)d player.", "Made day 2 with %(num)d players."),
)
def _fold_started(weekend: Weekend, fact: DayTwoStarted) -> Weekend:
    return replace(weekend, day_2=fact.event, events={**weekend.events, fact.event: EventRole.DAY_2})


def _without[V](values: Mapping[str, V], key: str) -> Mapping[str, V]:
    return {name: value for name, value in values.items() if name != key}


add_common(
    WEEKEND_FACTS,
    undone="undone",
    undone_sentence=lambda _, fact: Message("Undone: entry %(list)s.", list=Listed(map(str, fact.entries))),
)


def fold(weekend: Weekend, entries: Iterable[SeasonEntry]) -> Weekend:
    """The weekend after further entries; what an undoing names does not count."""
    return WEEKEND_FACTS.fold(Weekend, weekend, entries)


def describe(fact: SeasonFact, names: Mapping[str, str]) -> Sayable:
    """A sentence for a fact of the log; `names` are those of events by id, and of persons by key."""
    return WEEKEND_FACTS.sentence_of(SeasonNames(names), fact)


# Operations: why not, or which facts follow


def create(name: str, rows: Sequence[Criterion], *, ties: TieRule = TieRule.TOSSED) -> list[SeasonFact]:
    """A new weekend.

    Raises:
        BadWeekend: its name is none.
    """
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadWeekend(Message("A weekend has a name of at most %(number)s characters.", number=LONGEST_NAME))
    return [WeekendCreated(name=name, ties=ties, rows=tuple(rows))]


def set_rows(weekend: Weekend, rows: Sequence[Criterion], *, ties: TieRule | None = None) -> list[SeasonFact]:
    """Other criteria: tosses made and people asked by the old ones are gone.

    Raises:
        NotYet: day 2 has been made.
    """
    check_open(weekend)
    chosen = weekend.ties if ties is None else ties
    if tuple(rows) == weekend.rows and chosen is weekend.ties:
        return []
    return [RowsSet(rows=tuple(rows), ties=chosen)]


def link_event(weekend: Weekend, id: str, role: EventRole, link: RightLink | None = None) -> list[SeasonFact]:
    """An event is one of the weekend, in that role; one that was kept as it was goes on.

    `link` names the official's link that gives the right to run the event, where the account does not.

    Raises:
        BadWeekend: the weekend has one of that role, or too many events.
    """
    if weekend.events.get(id) is role and id not in weekend.kept:
        return []
    if role.is_one and role in _without(weekend.events, id).values():
        raise BadWeekend(Message("The weekend has this already: %(role)s.", role=role.heading), code="role_taken")
    if id not in weekend.events and len(weekend.events) >= MOST_EVENTS:
        raise BadWeekend(Message("A weekend has at most %(number)s events.", number=MOST_EVENTS))
    return [EventLinked(event=id, role=role, link=link)]


def keep_results(id: str, kept: Kept) -> SeasonFact:
    """An event stays as it was at that entry: the weekend's organizers may no longer run it."""
    return ResultsKept(event=id, entry=kept.entry, day=kept.day)


def resume_event(id: str) -> SeasonFact:
    """An event goes on: the weekend's organizers may run it again."""
    return EventResumed(event=id)


def unlink_event(weekend: Weekend, id: str) -> list[SeasonFact]:
    """An event is none of the weekend.

    Raises:
        NotInWeekend: it has no such event.
    """
    if id not in weekend.events:
        raise NotInWeekend(Message("The weekend has no event “%(name)s”.", name=id[:40]))
    return [EventUnlinked(event=id)]


def undo(weekend: Weekend) -> list[SeasonFact]:
    """The last entry that counts does not any more.

    Raises:
        NotInWeekend: there is none but the beginning.
    """
    able = [entry.number for entry in weekend.log if not entry.fact.IS_LASTING and entry.number not in weekend.undone]
    if not able:
        raise NotInWeekend(Message("There is nothing to undo."))
    return [Undone(entries=(able[-1],))]


def check_open(weekend: Weekend) -> None:
    """Refuse what is decided too late.

    Raises:
        NotYet: day 2 has been made.
    """
    if weekend.day_2:
        raise NotYet(Message("Day 2 has been created. Change its players there."), code="day_2_made")
