"""A championship weekend as the log of what was decided: its events, its criteria, who declined; and undoing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from toolkit.errors import Conflict, NotFound
from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.season.criteria import LONGEST_NAME, BadWeekend, Criterion, EventRole, TieRule, rows_from, rows_json
from toolkit.season.log import SeasonEntry, SeasonFact, undone_in

# A row by its number from 1, and an event by its id.
type Part = tuple[int, str]

MOST_EVENTS = 60


class NotInWeekend(NotFound):
    """A person, an event or an entry that the weekend does not have."""

    code = "not_in_weekend"


class NotYet(Conflict):
    """A step of a weekend whose time has not come."""

    code = "not_yet"


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
    FORGOTTEN = "player_forgotten"
    KEPT = "results_kept"
    RESUMED = "event_resumed"


# What stays: the beginning, what was undone, what was forgotten, and what follows from who may run an event.
LASTING = (
    WeekendEntryKind.CREATED,
    WeekendEntryKind.UNDONE,
    WeekendEntryKind.FORGOTTEN,
    WeekendEntryKind.KEPT,
    WeekendEntryKind.RESUMED,
)


@dataclass(frozen=True, slots=True)
class Kept:
    """How an event stays: the last entry of its log that counts, and the day (ISO) since when."""

    entry: int
    day: str


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
    asked: Mapping[Part, int] = field(default_factory=dict)
    tosses: Mapping[Part, tuple[str, ...]] = field(default_factory=dict)
    day_2: str = ""
    log: tuple[SeasonEntry, ...] = ()
    undone: frozenset[int] = frozenset()

    @property
    def followed(self) -> tuple[str, ...]:
        """The events that go on here: cards and links lead there, and new results count."""
        return tuple(event for event in self.events if event not in self.kept)

    @property
    def linked(self) -> Mapping[str, SeasonEntry]:
        """Every event that was ever linked, with the last entry that linked it, undone or not."""
        return {
            entry.fact.payload["event"]: entry
            for entry in self.log
            if entry.fact.kind in (WeekendEntryKind.LINKED, WeekendEntryKind.STARTED)
        }

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
            state = after(state, entry.fact)
    return replace(state, log=log, undone=undone)


def after(weekend: Weekend, fact: SeasonFact) -> Weekend:
    """The weekend after one more fact, which is not in its log yet."""
    said = fact.payload
    match fact.kind:
        case WeekendEntryKind.CREATED:
            return replace(weekend, name=said["name"], ties=TieRule(said["ties"]), rows=rows_from(said["rows"]))
        case WeekendEntryKind.ROWS:
            return replace(weekend, rows=rows_from(said["rows"]), ties=TieRule(said["ties"]), asked={}, tosses={})
        case WeekendEntryKind.LINKED:
            linked = {**weekend.events, said["event"]: EventRole(said["role"])}
            return replace(weekend, events=linked, kept=_without(weekend.kept, said["event"]))
        case WeekendEntryKind.UNLINKED:
            return replace(weekend, events=_without(weekend.events, said["event"]))
        case WeekendEntryKind.KEPT:
            return replace(weekend, kept={**weekend.kept, said["event"]: Kept(said["entry"], said["day"])})
        case WeekendEntryKind.RESUMED:
            return replace(weekend, kept=_without(weekend.kept, said["event"]))
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


def _without[V](values: Mapping[str, V], key: str) -> Mapping[str, V]:
    return {known: value for known, value in values.items() if known != key}


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
    check_open(weekend)
    chosen = weekend.ties if ties is None else ties
    if tuple(rows) == weekend.rows and chosen is weekend.ties:
        return []
    return [SeasonFact(kind=WeekendEntryKind.ROWS, payload={"rows": rows_json(rows), "ties": chosen.value})]


def link_event(weekend: Weekend, id: str, role: EventRole, link: Mapping[str, Any] | None = None) -> list[SeasonFact]:
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
    payload = {"event": id, "role": role.value, **({"link": link} if link else {})}
    return [SeasonFact(kind=WeekendEntryKind.LINKED, payload=payload)]


def keep_results(id: str, kept: Kept) -> SeasonFact:
    """An event stays as it was at that entry: the weekend's organizers may no longer run it."""
    return SeasonFact(kind=WeekendEntryKind.KEPT, payload={"event": id, "entry": kept.entry, "day": kept.day})


def resume_event(id: str) -> SeasonFact:
    """An event goes on: the weekend's organizers may run it again."""
    return SeasonFact(kind=WeekendEntryKind.RESUMED, payload={"event": id})


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
        entry.number for entry in weekend.log if entry.fact.kind not in LASTING and entry.number not in weekend.undone
    ]
    if not able:
        raise NotInWeekend(Message("There is nothing to undo."))
    return [SeasonFact(kind=WeekendEntryKind.UNDONE, payload={"entries": [able[-1]]})]


def check_open(weekend: Weekend) -> None:
    """Refuse what is decided too late.

    Raises:
        NotYet: day 2 has been made.
    """
    if weekend.day_2:
        raise NotYet(Message("Day 2 has been created. Change its players there."), code="day_2_made")


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
        case WeekendEntryKind.KEPT:
            return Message("Results of “%(name)s” are kept as of %(day)s.", name=name(said["event"]), day=said["day"])
        case WeekendEntryKind.RESUMED:
            return Message("“%(name)s” is followed again.", name=name(said["event"]))
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
        case WeekendEntryKind.FORGOTTEN:
            return Message("A person was forgotten.")
    return Message("Undone: entry %(list)s.", list=Listed(map(str, said.get("entries", ()))))
