"""A league as the log of what was decided about it: its rules, its events, who is one person; and undoing.

What is decided for a whole store is such a log too, without a name and rules: who is one person, and which events its
ratings count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import takewhile
from typing import Any

from toolkit.errors import Conflict, Invalid, NotFound
from toolkit.languages import Listed, Message, Sayable
from toolkit.season.log import SeasonEntry, SeasonFact, undone_in
from toolkit.season.persons import BadMerge
from toolkit.season.rules import LONGEST_NAME, LeagueRules, rules_json, stored_rules, with_merges

MOST_EVENTS = 5_000
MOST_MERGES = 2_000


class BadLeague(Invalid):
    """What no league can be."""

    code = "bad_league"


class NoSuchEntry(NotFound):
    """What a league does not have."""

    code = "not_in_league"


class LeagueGone(Conflict):
    """A league that was deleted."""

    code = "deleted"


class LeagueEntryKind(StrEnum):
    """What happened to a league."""

    CREATED = "league_created"
    RULES = "rules_changed"
    ADDED = "event_added"
    REMOVED = "event_removed"
    MERGED = "persons_merged"
    UNDONE = "entries_undone"
    DELETED = "league_deleted"
    FORGOTTEN = "player_forgotten"


# What stays: the beginning, what was undone, what was forgotten.
LASTING = (LeagueEntryKind.CREATED, LeagueEntryKind.UNDONE, LeagueEntryKind.FORGOTTEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A league after some facts.

    Attributes:
        events: ids of events of the store, and the name of the file that each came from, "" for none.
        removed: ids of events that it once had, or that were left out of the ratings.
        merges: groups of keys of one person each.
        undone: numbers of entries that do not count.
    """

    name: str = ""
    rules: LeagueRules = field(default_factory=LeagueRules)
    events: Mapping[str, str] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()
    merges: tuple[tuple[str, ...], ...] = ()
    is_deleted: bool = False
    log: tuple[SeasonEntry, ...] = ()
    undone: frozenset[int] = frozenset()

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.log)

    @property
    def all_rules(self) -> LeagueRules:
        """The rules with the merges that were made by hand."""
        named = self.rules if self.rules.name else replace(self.rules, name=self.name)
        return with_merges(named, self.merges)


def fold(league: League, entries: Iterable[SeasonEntry]) -> League:
    """The league after further entries; what an undoing names does not count, as if it had not been written."""
    added = tuple(entries)
    log = (*league.log, *added)
    undone = undone_in(log, LeagueEntryKind.UNDONE)
    state, todo = (league, added) if undone == league.undone else (League(), log)
    for entry in todo:
        if entry.number not in undone:
            state = _after(state, entry.fact)
    return replace(state, log=log, undone=undone)


def _after(league: League, fact: SeasonFact) -> League:
    said = fact.payload
    match fact.kind:
        case LeagueEntryKind.CREATED:
            return replace(league, name=said["name"], rules=stored_rules(said["rules"]))
        case LeagueEntryKind.RULES:
            return replace(league, name=said.get("name", league.name), rules=stored_rules(said["rules"]))
        case LeagueEntryKind.ADDED:
            events = {**league.events, said["event"]: said.get("file", "")}
            return replace(league, events=events, removed=league.removed - {said["event"]})
        case LeagueEntryKind.REMOVED:
            kept = {id: name for id, name in league.events.items() if id != said["event"]}
            return replace(league, events=kept, removed=league.removed | {said["event"]})
        case LeagueEntryKind.MERGED:
            return replace(league, merges=(*league.merges, tuple(said["keys"])))
        case LeagueEntryKind.DELETED:
            return replace(league, is_deleted=True)
    return league  # an undoing, or what a later version writes


# Operations: why not, or which facts follow


def create(name: str, rules: LeagueRules) -> list[SeasonFact]:
    """A new league.

    Raises:
        BadLeague: it has no name, or one that is no line of text.
    """
    return [SeasonFact(kind=LeagueEntryKind.CREATED, payload={"name": _checked_name(name), "rules": rules_json(rules)})]


def change_rules(league: League, rules: LeagueRules, *, name: str | None = None) -> list[SeasonFact]:
    """Other rules, and another name.

    Raises:
        LeagueGone: it was deleted.
        BadLeague: the name is none.
    """
    _check(league)
    payload: dict[str, Any] = {"rules": rules_json(rules)}
    if name is not None and _checked_name(name) != league.name:
        payload["name"] = _checked_name(name)
    is_same = rules == league.rules and "name" not in payload
    return [] if is_same else [SeasonFact(kind=LeagueEntryKind.RULES, payload=payload)]


def add_event(league: League, id: str, *, file: str = "") -> list[SeasonFact]:
    """An event of the store is one of the league; `file` names the export that it came from.

    Raises:
        LeagueGone: it was deleted.
        BadLeague: it has too many.
    """
    _check(league)
    if len(league.events) >= MOST_EVENTS:
        raise BadLeague(Message("A league has at most %(number)s events.", number=MOST_EVENTS))
    if id in league.events:
        return []
    return [SeasonFact(kind=LeagueEntryKind.ADDED, payload={"event": id, **({"file": file} if file else {})})]


def remove_event(league: League, id: str) -> list[SeasonFact]:
    """An event is none of the league.

    Raises:
        LeagueGone: it was deleted.
        NoSuchEntry: it has no such event.
    """
    _check(league)
    if id not in league.events:
        raise NoSuchEntry(Message("The league has no event “%(name)s”.", name=id[:40]))
    return [SeasonFact(kind=LeagueEntryKind.REMOVED, payload={"event": id})]


def count_event(league: League, id: str, *, counts: bool) -> list[SeasonFact]:
    """Whether the ratings of the store count an event; `league` is the log of what is decided for all of it."""
    if id in (league.events if counts else league.removed):
        return []
    kind = LeagueEntryKind.ADDED if counts else LeagueEntryKind.REMOVED
    return [SeasonFact(kind=kind, payload={"event": id})]


def merge(league: League, keys: Sequence[str]) -> list[SeasonFact]:
    """Several keys are one person.

    Raises:
        LeagueGone: it was deleted.
        BadMerge: fewer than two, a name that is too long, or too many merges.
    """
    _check(league)
    if any(len(key) > LONGEST_NAME for key in keys):
        raise BadMerge(Message("A name has at most %(number)s characters.", number=LONGEST_NAME))
    if len(league.merges) >= MOST_MERGES:
        raise BadMerge(Message("At most %(number)s persons are merged.", number=MOST_MERGES))
    if len(set(keys)) < 2:
        raise BadMerge(Message("A merge needs two persons."))
    return [SeasonFact(kind=LeagueEntryKind.MERGED, payload={"keys": list(keys)})]


def undo(league: League, number: int | None = None) -> list[SeasonFact]:
    """An entry does not count, the last one that does when none is named; what was undone counts again.

    Raises:
        NoSuchEntry: there is none of that number, or nothing that can be undone.
    """
    able = [entry for entry in league.log if entry.fact.kind not in LASTING]
    if number is None:
        counting = [entry for entry in able if entry.number not in league.undone]
        if not counting:
            raise NoSuchEntry(Message("There is nothing to undo."))
        number = counting[-1].number
    if all(entry.number != number for entry in able):
        raise NoSuchEntry(Message("Entry %(number)s cannot be undone.", number=number))
    return [SeasonFact(kind=LeagueEntryKind.UNDONE, payload={"entries": [number]})]


def delete(league: League) -> list[SeasonFact]:
    """The league is shown no more; its events stay, and the deletion can be undone."""
    return [] if league.is_deleted else [SeasonFact(kind=LeagueEntryKind.DELETED)]


def _check(league: League) -> None:
    if league.is_deleted:
        raise LeagueGone(Message("This league was deleted: undo that first."))


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise BadLeague(Message("A league needs a name."), code="no_name")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise BadLeague(Message("A name is one line of at most %(number)s characters.", number=LONGEST_NAME))
    return name


def sentence(league: League, fact: SeasonFact, names: Mapping[str, str] | None = None) -> Sayable:
    """What the log says of a fact; `names` are those of events by id."""
    said, known = fact.payload, names or {}
    match fact.kind:
        case LeagueEntryKind.CREATED:
            return Message("Created “%(name)s”.", name=said["name"])
        case LeagueEntryKind.RULES:
            changed = [f"{name}: {value}" for name, value in said["rules"].items()]
            return Message("Rules: %(list)s.", list=Listed(changed) if changed else Message("the usual ones"))
        case LeagueEntryKind.ADDED if not league.name:
            return Message("The ratings count “%(name)s”.", name=known.get(said["event"], said["event"]))
        case LeagueEntryKind.REMOVED if not league.name:
            return Message("The ratings leave out “%(name)s”.", name=known.get(said["event"], said["event"]))
        case LeagueEntryKind.ADDED:
            return Message("Added “%(name)s”.", name=known.get(said["event"], said["event"]))
        case LeagueEntryKind.REMOVED:
            return Message("Removed “%(name)s”.", name=known.get(said["event"], said["event"]))
        case LeagueEntryKind.MERGED:
            return Message("One person: %(list)s.", list=Listed(said["keys"]))
        case LeagueEntryKind.DELETED:
            return Message("Deleted.")
        case LeagueEntryKind.FORGOTTEN:
            return Message("A person was forgotten.")
    return _undoing(league, fact, names)


def _undoing(league: League, fact: SeasonFact, names: Mapping[str, str] | None) -> Sayable:
    """What was taken back, or counts again where it had been taken back before."""
    numbers = fact.payload.get("entries", ())
    undone = undone_in(takewhile(lambda entry: entry.fact is not fact, league.log), LeagueEntryKind.UNDONE)
    told = Listed((sentence(league, league.log[number - 1].fact, names) for number in numbers), between=" ")
    if undone & set(numbers):
        return Message("Counts again: %(sentence)s", sentence=told)
    return Message("Undone: %(sentence)s", sentence=told)
