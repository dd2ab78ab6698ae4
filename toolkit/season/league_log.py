"""A league as the log of what was decided about it: its rules, its events, who is one person; and undoing.

What is decided for a whole store is such a log too, without a name and rules: who is one person, and which events its
ratings count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import ClassVar, Self

from toolkit.errors import Conflict, Invalid, NotFound
from toolkit.languages import Listed, Message, NameOf, Sayable
from toolkit.season.log import (
    SeasonEntry,
    SeasonFact,
    SeasonFacts,
    SeasonNames,
    Undone,
    add_common,
    sentence_of_undoing,
    stored,
)
from toolkit.season.persons import BadMerge
from toolkit.season.rules import (
    LONGEST_NAME,
    LeagueRules,
    PointsBy,
    figure,
    number_json,
    read_number,
    rules_json,
    stored_rules,
    with_merges,
)
from toolkit.tournament.codec import added, coded_as
from toolkit.tournament.errors import DamagedFact

MOST_EVENTS = 5_000
MOST_MERGES = 2_000


class BadLeague(Invalid):
    """A value that no league can have."""

    code = "bad_league"


class NoSuchEntry(NotFound):
    """An entry that a league does not have."""

    code = "not_in_league"


class LeagueGone(Conflict):
    """A league that was deleted."""

    code = "deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A league after some facts.

    Attributes:
        events: ids of events of the store, and the name of the file that each came from, "" for none.
        removed: ids of events that it once had, or that were left out of the ratings.
        weights: the factor of the points of single events, by id; other events have that of their kind.
        merges: groups of keys of one person each.
        undone: numbers of entries that do not count.
    """

    name: str = ""
    rules: LeagueRules = field(default_factory=LeagueRules)
    events: Mapping[str, str] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()
    weights: Mapping[str, Fraction] = field(default_factory=dict)
    merges: tuple[tuple[str, ...], ...] = ()
    is_deleted: bool = False
    log: tuple[SeasonEntry, ...] = ()
    undone: frozenset[int] = frozenset()

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.log)

    @property
    def named_events(self) -> frozenset[str]:
        """The ids of events that the log names, also such as it has no more."""
        facts = (entry.fact for entry in self.log)
        return frozenset(fact.event for fact in facts if isinstance(fact, EventAdded | EventRemoved | EventWeighed))

    @property
    def all_rules(self) -> LeagueRules:
        """The rules with the merges that were made by hand."""
        named = self.rules if self.rules.name else replace(self.rules, name=self.name)
        return with_merges(named, self.merges)

    def with_log(self, log: tuple[SeasonEntry, ...], undone: frozenset[int]) -> Self:
        """The same after another log."""
        return replace(self, log=log, undone=undone)


LEAGUE_FACTS = SeasonFacts[League]()
coded_as(LeagueRules, rules_json, stored_rules)


def _decoded_number(value: object) -> Fraction:
    try:
        return read_number(value)
    except ValueError:
        raise DamagedFact(Message("%(value)s is not a number.", value=repr(value)[:40])) from None


coded_as(Fraction, number_json, _decoded_number)


@stored(LEAGUE_FACTS)
class LeagueCreated(SeasonFact):
    """The first fact of a league."""

    IS_LASTING: ClassVar[bool] = True

    name: str
    rules: LeagueRules


@LEAGUE_FACTS.folds(LeagueCreated, lambda _, fact: Message("Created “%(name)s”.", name=fact.name))
def _fold_created(league: League, fact: LeagueCreated) -> League:
    return replace(league, name=fact.name, rules=fact.rules)


@stored(LEAGUE_FACTS)
class RulesChanged(SeasonFact):
    """The league has other rules; `name` is its new one, "" for the same."""

    rules: LeagueRules
    name: str = added("")


def _rules_sentence(_: SeasonNames, fact: RulesChanged) -> Sayable:
    changed = [f"{name}: {_plain(value)}" for name, value in rules_json(fact.rules).items()]
    return Message("Rules: %(list)s.", list=Listed(changed) if changed else Message("the usual ones"))


def _plain(value: object) -> object:
    return ", ".join(f"{key} {number}" for key, number in value.items()) if isinstance(value, Mapping) else value


@LEAGUE_FACTS.folds(RulesChanged, _rules_sentence)
def _fold_rules(league: League, fact: RulesChanged) -> League:
    return replace(league, name=fact.name or league.name, rules=fact.rules)


@stored(LEAGUE_FACTS)
class EventAdded(SeasonFact):
    """An event of the store is one of the league; `file` names the export that it came from."""

    event: str
    file: str = added("")


def _added_sentence(names: SeasonNames, fact: EventAdded) -> Sayable:
    if names.is_of_store:
        return Message("The ratings count “%(name)s”.", name=names(fact.event))
    return Message("Added “%(name)s”.", name=names(fact.event))


@LEAGUE_FACTS.folds(EventAdded, _added_sentence)
def _fold_added(league: League, fact: EventAdded) -> League:
    return replace(league, events={**league.events, fact.event: fact.file}, removed=league.removed - {fact.event})


@stored(LEAGUE_FACTS)
class EventRemoved(SeasonFact):
    """An event is none of the league, or the ratings leave it out."""

    event: str


def _removed_sentence(names: SeasonNames, fact: EventRemoved) -> Sayable:
    if names.is_of_store:
        return Message("The ratings leave out “%(name)s”.", name=names(fact.event))
    return Message("Removed “%(name)s”.", name=names(fact.event))


@LEAGUE_FACTS.folds(EventRemoved, _removed_sentence)
def _fold_removed(league: League, fact: EventRemoved) -> League:
    kept = {id: name for id, name in league.events.items() if id != fact.event}
    return replace(league, events=kept, removed=league.removed | {fact.event})


@stored(LEAGUE_FACTS)
class EventWeighed(SeasonFact):
    """The points of an event count so many times; None for as many as those of its kind."""

    event: str
    weight: Fraction | None


def _weighed_sentence(names: SeasonNames, fact: EventWeighed) -> Sayable:
    if fact.weight is None:
        return Message("“%(name)s” has the weight of its kind.", name=names(fact.event))
    return Message("Points of “%(name)s” × %(number)s.", name=names(fact.event), number=figure(fact.weight))


@LEAGUE_FACTS.folds(EventWeighed, _weighed_sentence)
def _fold_weighed(league: League, fact: EventWeighed) -> League:
    others = {id: weight for id, weight in league.weights.items() if id != fact.event}
    return replace(league, weights=others if fact.weight is None else {**others, fact.event: fact.weight})


@stored(LEAGUE_FACTS)
class PersonsMerged(SeasonFact):
    """Several keys are one person."""

    keys: tuple[str, ...]


@LEAGUE_FACTS.folds(
    PersonsMerged,
    lambda _, fact: Message("One person: %(list)s.", list=Listed(NameOf(key, key) for key in fact.keys)),
)
def _fold_merged(league: League, fact: PersonsMerged) -> League:
    return replace(league, merges=(*league.merges, fact.keys))


@stored(LEAGUE_FACTS)
class LeagueDeleted(SeasonFact):
    """The league is shown no more."""


@LEAGUE_FACTS.folds(LeagueDeleted, lambda _, __: Message("Deleted."))
def _fold_deleted(league: League, _: LeagueDeleted) -> League:
    return replace(league, is_deleted=True)


add_common(LEAGUE_FACTS, undone="entries_undone", undone_sentence=sentence_of_undoing(LEAGUE_FACTS))


def fold(league: League, entries: Iterable[SeasonEntry]) -> League:
    """The league after further entries; what an undoing names does not count, as if it had not been written."""
    return LEAGUE_FACTS.fold(League, league, entries)


def describe(league: League, fact: SeasonFact, names: Mapping[str, str] | None = None) -> Sayable:
    """A sentence for a fact of the log; `names` are those of events by id."""
    return LEAGUE_FACTS.sentence_of(SeasonNames(names or {}, league.log, is_of_store=not league.name), fact)


# Operations: why not, or which facts follow


def create(name: str, rules: LeagueRules) -> list[SeasonFact]:
    """A new league.

    Raises:
        BadLeague: it has no name, or one that is no line of text.
    """
    return [LeagueCreated(name=_checked_name(name), rules=rules)]


def change_rules(league: League, rules: LeagueRules, *, name: str | None = None) -> list[SeasonFact]:
    """Other rules, and another name.

    Raises:
        LeagueGone: it was deleted.
        BadLeague: the name is none.
    """
    _check(league)
    called = league.name if name is None else _checked_name(name)
    if rules == league.rules and called == league.name:
        return []
    return [RulesChanged(rules=rules, name="" if called == league.name else called)]


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
    return [EventAdded(event=id, file=file)]


def remove_event(league: League, id: str, *, taken: Collection[str] = ()) -> list[SeasonFact]:
    """An event is none of the league; `taken` are those that it has by its rules alone.

    Raises:
        LeagueGone: it was deleted.
        NoSuchEntry: it has no such event.
    """
    _check_has(league, id, taken)
    return [EventRemoved(event=id)]


def weigh_event(league: League, id: str, weight: Fraction | None, *, taken: Collection[str] = ()) -> list[SeasonFact]:
    """The points of an event count so many times; None for as many as those of its kind.

    Raises:
        LeagueGone: it was deleted.
        NoSuchEntry: it has no such event.
        BadLeague: it has no points.
    """
    _check_has(league, id, taken)
    if league.weights.get(id) == weight:
        return []
    if weight is not None and league.rules.points is PointsBy.SCORE:
        raise BadLeague(Message("The order by score has no points that a weight could multiply."))
    return [EventWeighed(event=id, weight=weight)]


def _check_has(league: League, id: str, taken: Collection[str]) -> None:
    _check(league)
    if id not in league.events and id not in taken:
        raise NoSuchEntry(Message("The league has no event “%(name)s”.", name=id[:40]))


def replace_events(league: League, gone: Sequence[str], id: str, *, file: str) -> list[SeasonFact]:
    """An event takes the place of those of the league that are `gone`.

    Raises:
        LeagueGone: it was deleted.
        BadLeague: it has too many.
    """
    removed = [fact for event in gone if event in league.events for fact in remove_event(league, event)]
    weights = [weight for event in gone if (weight := league.weights.get(event)) is not None]
    weighed = [EventWeighed(event=id, weight=weight) for weight in weights[:1]]
    return [*removed, *add_event(league, id, file=file), *weighed]


def count_event(league: League, id: str, *, counts: bool) -> list[SeasonFact]:
    """Whether the ratings of the store count an event; `league` is the log of what is decided for all of it."""
    if id in (league.events if counts else league.removed):
        return []
    return [EventAdded(event=id) if counts else EventRemoved(event=id)]


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
    return [PersonsMerged(keys=tuple(keys))]


def undo(league: League, number: int | None = None) -> list[SeasonFact]:
    """An entry does not count, the last one that does when none is named; what was undone counts again.

    Raises:
        NoSuchEntry: there is none of that number, or nothing that can be undone.
    """
    able = [entry for entry in league.log if not entry.fact.IS_LASTING]
    if number is None:
        counting = [entry for entry in able if entry.number not in league.undone]
        if not counting:
            raise NoSuchEntry(Message("There is nothing to undo."))
        number = counting[-1].number
    if all(entry.number != number for entry in able):
        raise NoSuchEntry(Message("Entry %(number)s cannot be undone.", number=number))
    return [Undone(entries=(number,))]


def delete(league: League) -> list[SeasonFact]:
    """The league is shown no more; its events stay, and the deletion can be undone."""
    return [] if league.is_deleted else [LeagueDeleted()]


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
