"""What a log is made of, outside the database: entries, what is to be appended, and the head of a stream."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from toolkit.errors import Invalid
from toolkit.languages import Message


class InvalidEntry(Invalid):
    """A fact that cannot be written as it is."""

    code = "invalid_entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A fact on its way into a log; it has no number yet.

    Attributes:
        at: when it happened, aware.
        by: who says so, in words a log can show.
        kind: the fact's own name.
        payload: the rest of it, as JSON has it.
    """

    at: datetime
    by: str
    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A fact as the log keeps it; `number` counts from 1 without a gap."""

    number: int
    at: datetime
    by: str
    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """A log without its entries; `head` is the number of the last one."""

    id: str
    kind: str
    head: int
    created: datetime
    summary: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A sender's own key for one request, and a digest of what was asked: one key cannot stand for two things."""

    key: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The entries that a request wrote when it came first, by number."""

    first: int
    last: int


def render_payload(payload: Mapping[str, Any]) -> str:
    """JSON in pure ASCII, keys in the order given: every database keeps it byte for byte, even NUL.

    Raises:
        InvalidEntry: for anything JSON does not have, such as NaN.
    """
    try:
        return json.dumps(payload, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidEntry(Message("This cannot be written down as JSON: %(what)s.", what=error)) from error


def check_text(text: str, what: str, *, longest: int) -> None:
    """Refuse text that a database column cannot hold; `what` it is, a text of the catalogues.

    Raises:
        InvalidEntry: when it is too long, or holds NUL or half a character.
    """
    said = Message(what)
    if len(text) > longest:
        raise InvalidEntry(Message("The %(what)s is longer than %(number)s characters.", what=said, number=longest))
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InvalidEntry(Message("The %(what)s holds characters that cannot be stored.", what=said))
