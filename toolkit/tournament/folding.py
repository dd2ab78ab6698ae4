"""The table of what each fact does to the state: every concept's module adds its own facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from toolkit.languages import Message
from toolkit.tournament.errors import BadValue, CannotStand
from toolkit.tournament.facts import Fact, TournamentCreated
from toolkit.tournament.state import State


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact in the log: its number from 1, when (aware UTC) and by whom."""

    number: int
    at: datetime
    by: str
    fact: Fact

    def __post_init__(self) -> None:
        """Refuse a time that is not in UTC.

        Raises:
            BadValue: a naive time, or one of another zone.
        """
        if self.at.utcoffset() != timedelta(0):
            raise BadValue(Message("The time of a log entry is in UTC."), code="bad_time")


type Fold = Callable[[State, Any, Entry], State]

_FOLDS: dict[type[Fact], Fold] = {}


def folds[F: Fact](kind: type[F]) -> Callable[[Callable[[State, F, Entry], State]], Callable[[State, F, Entry], State]]:
    """Decorator: this function says what a fact of `kind` does.

    The function refuses (any ToolkitError) a fact that cannot stand on the state before it.
    """

    def register(function: Callable[[State, F, Entry], State]) -> Callable[[State, F, Entry], State]:
        _FOLDS[kind] = function
        return function

    return register


def apply(state: State, entry: Entry) -> State:
    """The state after `entry`.

    Raises:
        ToolkitError: the fact cannot stand here.
    """
    if state.configuration is None and not isinstance(entry.fact, TournamentCreated):
        raise CannotStand(Message("A log begins with the creation of the tournament."))
    fold = _FOLDS.get(type(entry.fact))
    if fold is None:
        raise CannotStand(Message("“%(name)s” is not a fact of a tournament.", name=entry.fact.NAME))
    return fold(state, entry.fact, entry)
