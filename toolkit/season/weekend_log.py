"""A championship weekend as the log of what was decided: its events, its criteria, who declined; and undoing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

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


# What stays: the beginning, what was undone, what was forgotten.
LASTING = (WeekendEntryKind.CREATED, WeekendEntryKind.UNDONE, WeekendEntryKind.FORGOTTEN)


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
    check_open(weekend)
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
        raise NotYet(Message("Day 2 has been made: who plays is decided there."), code="day_2_made")


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
        case WeekendEntryKind.FORGOTTEN:
            return Message("Somebody was forgotten.")
    return Message("Undone: entry %(list)s.", list=Listed(map(str, said.get("entries", ()))))
