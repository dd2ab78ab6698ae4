"""Operations: orders that say why they are refused, or what follows from them."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import dataclass_transform, override

from toolkit.game.draft import Draft, Table
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState
from toolkit.game.vocabulary import Stage
from toolkit.game.words import Names
from toolkit.languages import Message


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Operation:
    """An order given by a Methuselah, by the table or by a judge.

    An operation of a Methuselah has a field `seat`. Its rules live in `refusal`; `carry_out` is called by the engine
    alone, after `refusal` has been asked. It is no `ABC`: what is abstract is found by the type checker, and asking
    an order of what kind it is stays cheap.
    """

    @abstractmethod
    def refusal(self, table: Table) -> Refusal | None:
        """Why it is not accepted now; None when it is."""

    @abstractmethod
    def carry_out(self, draft: Draft) -> None:
        """Change the draft."""

    @property
    def says_who(self) -> bool:
        """Whether what the table reads of it names who gave it."""
        return False

    def told(self, names: Names) -> str:
        """The operation as the table reads it, without its seat: "passes"; a `Message` where it can be."""
        return verb(type(self))

    @override
    def __repr__(self) -> str:
        given = {item.name: getattr(self, item.name) for item in fields(self)}
        usual = {item.name: item.default for item in fields(self)}
        arguments = ", ".join(f"{name}={value!r}" for name, value in given.items() if value != usual[name])
        return f"{type(self).__name__}({arguments})"


REGISTRY: dict[str, type[Operation]] = {}


@dataclass_transform(frozen_default=True, kw_only_default=True)
def operation[T: Operation](cls: type[T]) -> type[T]:
    """Make a frozen, slotted dataclass of an operation and register the name under which a record writes it."""
    made: type[T] = dataclass(frozen=True, slots=True, kw_only=True, repr=False)(cls)
    REGISTRY[verb(made)] = made
    return made


def verb(kind: type[Operation]) -> str:
    """The operation's name in a record: `TransferBlood` is "transfer-blood"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def seat_of(order: Operation) -> str:
    """Whose order it is; empty for the table and the judge."""
    return str(getattr(order, "seat", ""))


def sentence(order: Operation, names: Names) -> str:
    """An operation as the table reads it: "Anna: Bea bleeds Carl"; best with the names of the view before it."""
    words, seat = order.told(names), seat_of(order)
    return Message("%(seat)s: %(words)s", seat=seat, words=words) if seat and not order.says_who else words


def has_seat(kind: type[Operation]) -> bool:
    """Whether operations of that kind are given by a Methuselah."""
    return "seat" in kind.__dataclass_fields__


type Candidates = Callable[[GameState, str], Iterable[Operation]]
GENERATORS: list[Candidates] = []


def offers(generator: Candidates) -> Candidates:
    """Register a generator of candidates: what a Methuselah might do, some of which the rules may refuse."""
    GENERATORS.append(generator)
    return generator


def at_table(table: Table, seat: str) -> Refusal | None:
    """Why this Methuselah may do nothing at all: no such seat, out of the game, or the game is not running."""
    if seat not in table.seats:
        return Refusal(Code.ACTOR, "No player at this table is called %(seat)r.", "SETUP-13", seat=seat)
    if table.stage is Stage.FINISHED:
        return Refusal(Code.OVER, "The game is over.", "GAP-03")
    if table.stage is Stage.SETUP:
        return Refusal(Code.OVER, "The game has not started.", "SETUP-14")
    if not table.seats[seat].is_active:
        return Refusal(Code.ACTOR, "%(seat)s has left the game.", "OUST-04", seat=seat)
    return None
