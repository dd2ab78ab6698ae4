"""The log of what was decided about something that lies over single events: its facts, its entries, and undoing.

A league's log and a weekend's stand on the kernel of an event's (`toolkit.tournament.kernel`), with facts of their own.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from itertools import takewhile
from typing import Any, ClassVar, Protocol, Self, dataclass_transform

from toolkit.languages import Listed, Message, Sayable
from toolkit.tournament.codec import decode, encode
from toolkit.tournament.errors import DamagedFact
from toolkit.tournament.kernel import Folds, frozen, stored_name


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFact:
    """The base of what can be decided. Its fields are stored as they are called, for good.

    Attributes:
        IS_LASTING: it cannot be undone.
    """

    IS_LASTING: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonEntry:
    """A fact in the log, with its number from 1, when (aware UTC) and by whom."""

    number: int
    at: datetime.datetime
    by: str
    fact: SeasonFact


@dataclass(frozen=True, slots=True)
class SeasonNames:
    """Names by which a log is told: of events by id, of persons by key.

    Attributes:
        log: the log whose facts are told.
        is_of_store: it is the one of the whole store.
    """

    known: Mapping[str, str] = field(default_factory=dict)
    log: tuple[SeasonEntry, ...] = ()
    is_of_store: bool = False

    def __call__(self, key: str) -> str:
        """The name of an event or a person; the id or key of one that is not known."""
        return self.known.get(key, key)

    def called(self, name: str) -> str:
        """A name that an entry has kept, as the log knows its owner; as it is, where none or several are called so."""
        same = [known for known in self.known.values() if known == name]
        return same[0] if len(same) == 1 else name


class SeasonState(Protocol):
    """The state that a log folds into."""

    @property
    def log(self) -> tuple[SeasonEntry, ...]:
        """Every entry, also such as do not count."""

    @property
    def undone(self) -> frozenset[int]:
        """Numbers of entries that do not count."""

    def with_log(self, log: tuple[SeasonEntry, ...], undone: frozenset[int]) -> Self:
        """The same after another log."""


class SeasonFacts[S: SeasonState](Folds[SeasonFact, S, [], SeasonNames]):
    """The facts of one kind of log by their stored names, what each does and how it is told."""

    def __init__(self) -> None:
        """None yet: each is declared with `stored`."""
        super().__init__()
        self.by_name: dict[str, type[SeasonFact]] = {}
        self._names: dict[type[SeasonFact], str] = {}

    def add(self, kind: type[SeasonFact], name: str = "") -> None:
        """Keep a kind of fact under that name, or that of its class."""
        name = name or stored_name(kind)
        self.by_name[name], self._names[kind] = kind, name

    def stored(self, fact: SeasonFact) -> tuple[str, dict[str, Any]]:
        """The stored form of a fact: its name, and its fields as JSON values."""
        return self._names[type(fact)], encode(fact)

    def read(self, name: str, payload: Mapping[str, Any]) -> SeasonFact:
        """The fact of a stored form; what only a later version knows is left out.

        Raises:
            DamagedFact: a field is missing, or of another type.
        """
        kind = self.by_name.get(name)
        if kind is None:
            return LaterFact(name=name)
        try:
            return decode(kind, payload)
        except DamagedFact:
            known_keys = {field_.name for field_ in fields(kind)} & payload.keys()
            if len(known_keys) == len(payload):
                raise
            return decode(kind, {key: payload[key] for key in known_keys})

    def apply(self, state: S, fact: SeasonFact) -> S:
        """The state after one more fact, which is not in its log yet."""
        fold = self.fold_of(type(fact))
        return state if fold is None else fold(state, fact)

    def fold(self, start: Callable[[], S], state: S, entries: Iterable[SeasonEntry]) -> S:
        """The state after further entries; what an undoing names does not count, as if it had not been written."""
        added = tuple(entries)
        log = (*state.log, *added)
        undone = undone_in(log)
        after, todo = (state, added) if undone == state.undone else (start(), log)
        for entry in todo:
            if entry.number not in undone:
                after = self.apply(after, entry.fact)
        return after.with_log(log, undone)


@dataclass_transform(frozen_default=True, kw_only_default=True)
def stored[F: SeasonFact](facts: SeasonFacts[Any], *, name: str = "") -> Callable[[type[F]], type[F]]:
    """Decorator: make a frozen dataclass of a fact, kept in the logs of `facts` under that name or its class's."""

    def register(kind: type[F]) -> type[F]:
        made = frozen(kind)
        facts.add(made, name)
        return made

    return register


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone(SeasonFact):
    """Entries do not count; those that had been undone count again."""

    IS_LASTING: ClassVar[bool] = True

    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonForgotten(SeasonFact):
    """A person's keys and names were taken out of the entries before this one."""

    IS_LASTING: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterFact(SeasonFact):
    """A fact that only a later version knows: it does nothing here."""

    name: str


def add_common(
    facts: SeasonFacts[Any], *, undone: str, undone_sentence: Callable[[SeasonNames, Undone], Sayable]
) -> None:
    """Give a kind of log the facts that each has: a forgotten person, and undoing, under its stored name there."""
    facts.add(Undone, undone)
    facts.add(PersonForgotten, "player_forgotten")
    facts.set_sentence(Undone, undone_sentence)
    facts.set_sentence(LaterFact, lambda names, _: undone_sentence(names, Undone(entries=())))
    facts.set_sentence(PersonForgotten, lambda _, __: Message("A person was forgotten."))


def sentence_of_undoing(facts: SeasonFacts[Any]) -> Callable[[SeasonNames, Undone], Sayable]:
    """The sentence of an undoing by the sentences of its entries, which were taken back or count again."""

    def sentence_of(names: SeasonNames, fact: Undone) -> Sayable:
        undone = undone_in(takewhile(lambda entry: entry.fact is not fact, names.log))
        sentences = Listed(
            (facts.sentence_of(names, names.log[number - 1].fact) for number in fact.entries), between=" "
        )
        if undone & set(fact.entries):
            return Message("Counts again: %(sentence)s", sentence=sentences)
        return Message("Undone: %(sentence)s", sentence=sentences)

    return sentence_of


def undone_in(log: Iterable[SeasonEntry]) -> frozenset[int]:
    """Numbers of the entries that are undone; what is named twice counts again."""
    undone: set[int] = set()
    for entry in log:
        if isinstance(entry.fact, Undone):
            undone ^= set(entry.fact.entries)
    return frozenset(undone)
