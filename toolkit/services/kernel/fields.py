"""The kinds of figures that a command takes: what each may be, and how it is spelled where its name does not say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from toolkit.languages import Message
from toolkit.tournament.errors import BadValue

LONGEST_TEXT = 2000
MOST_PLAYERS = 5_000
MOST = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A figure of a command, and what it may be.

    Attributes:
        to: the operation's name for it, where that is another one.
        otherwise: what it is when it is not sent; `...` leaves it to the operation.
        words: what the command line says of its option.
        sample: how the command line writes a value, where its name does not say it.
    """

    to: str = ""
    is_required: bool = False
    otherwise: object = None
    words: str = ""
    sample: str = ""

    def read(self, value: Any) -> Any:
        """The operation's value of what was sent."""
        return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField(Field):
    """Text; `longest` is None where the operation itself says how long it may be, and a name is never empty."""

    otherwise: object = ""
    longest: int | None = LONGEST_TEXT
    is_name: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField(Field):
    """A whole number."""

    least: int = 1
    most: int = MOST


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerField(NumberField):
    """A player's number; the command line takes a name as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundField(NumberField):
    """A round's number, 0 for the final, which the command line calls so."""

    least: int = 0
    most: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondsField(NumberField):
    """A time in seconds, which people give in minutes."""

    least: int = -86_400
    most: int = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedField(NumberField):
    """The seed of a draw; the command line takes longer ones as well."""

    least: int = 0
    most: int = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagField(Field):
    """Yes or no; the option of the command line says the unusual of the two."""

    otherwise: object = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceField(Field):
    """One of a closed set.

    Attributes:
        also: words of older programs, and the value that they mean.
        gone: words that are no choice any more, and what is said of them.
    """

    of: type[StrEnum]
    also: Mapping[str, str] = field(default_factory=dict)
    gone: Mapping[str, Message] = field(default_factory=dict)

    @property
    def known(self) -> list[str]:
        """Every word that can be understood."""
        return [*(member.value for member in self.of), *self.also, *self.gone]

    def read(self, value: Any) -> Any:
        """The member of that value.

        Raises:
            BadValue: it is no choice any more.
        """
        if value in self.gone:
            raise BadValue(self.gone[value], code="no_such_choice")
        return None if value is None else self.of(self.also.get(value, value))


@dataclass(frozen=True, slots=True, kw_only=True)
class ListField(Field):
    """Several of the same kind; `fewest` and `most` say how many."""

    each: Field
    fewest: int = 0
    most: int = MOST_PLAYERS

    def read(self, value: Any) -> Any:
        """The operation's value of each."""
        return None if value is None else tuple(self.each.read(item) for item in value)


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsField(Field):
    """A table's victory points, in seat order."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """The body of a command's request: its figures, under the name that the API's document has for them.

    Several commands may send the same.
    """

    name: str
    fields: Mapping[str, Field]
