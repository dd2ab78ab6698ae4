"""The error tree: what a caller must handle, in three kinds that the doors map once each.

ToolkitError
├── NotFound   web 404, command line 1
├── Conflict   web 409, command line 1
└── Invalid    web 422, command line 1

Unavailable    web 503, command line 1: no caller's to handle, and so none of the kinds that a form words as its refusal

A module defines its own errors beside the code that raises them, under one of the three kinds. What a person can get
wrong while a reader or a rule goes on (a line of a decklist, a fault of a deck) is a value, not an exception.
"""

from __future__ import annotations

from typing import Any


class ToolkitError(Exception):
    """Anything that this package raises on purpose; `str()` is a sentence fit for a person.

    Attributes:
        code: a stable word for machines; the class's own unless given.
        message: the sentence.
        rule: the rule that is broken ("VEKN 3.1.4", "JG 5.1", a row of the game flow), or None.
        field: the value that is wrong, where its code does not say it ("clan"); else empty.
    """

    code = "error"
    field = ""

    def __init__(self, message: str, *, code: str | None = None, rule: str | None = None, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        if field:
            self.field = field
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        # One process hands it to another as it is, whatever its class wants to be made of.
        return _made_again, (type(self), vars(self))


def _made_again(kind: type[ToolkitError], values: dict[str, object]) -> ToolkitError:
    error = kind.__new__(kind, values["message"])
    vars(error).update(values)
    return error


class NotFound(ToolkitError):
    """The requested object does not exist."""

    code = "not_found"


class Conflict(ToolkitError):
    """Another request changed it in the meantime, or it is in a state that does not allow this."""

    code = "conflict"


class Invalid(ToolkitError):
    """The input cannot be what was asked for."""

    code = "invalid"


class Unavailable(Exception):
    """The installation's own data cannot be reached just now; the request itself is not at fault.

    Attributes:
        code: a stable word for machines.
        message: a sentence for whoever runs the installation: it may name files and addresses.
    """

    code = "unavailable"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
