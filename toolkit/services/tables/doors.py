"""Whom a table's links let in: a seat, the host who acts for every seat, whoever watches.

A link carries a token made from the installation's key, so that nothing has to be kept for it. When links are made
anew a number in the log goes up, and with it every older token of that door is worth nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolkit.errors import NotFound
from toolkit.services.links import is_token, make_token

HOST = "host"
WATCH = "watch"


class NoDoor(NotFound):
    """No link of this table leads there."""

    code = "no_door"


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """One way into a table.

    Attributes:
        word: how its address says it: "host", "watch" or the number of a seat, from 1.
        seat: the name of the seat; empty for the host and for who watches.
    """

    word: str
    seat: str = ""

    @property
    def is_host(self) -> bool:
        """Whether it acts for every seat."""
        return self.word == HOST

    @property
    def can_act(self) -> bool:
        """Whether whoever comes in may change anything."""
        return self.word != WATCH


def doors_of(seats: tuple[str, ...]) -> tuple[Door, ...]:
    """Every door of a table: its seats in order, the host's, and the one to watch."""
    chairs = tuple(Door(word=str(place), seat=name) for place, name in enumerate(seats, start=1))
    return (*chairs, Door(word=HOST), Door(word=WATCH))


def token_of(key: str, id: str, word: str, issues: Mapping[str, int]) -> str:
    """What opens a door now."""
    return make_token(key, "game", id, word, issues.get(word, 1))


def door_path(key: str, id: str, word: str, issues: Mapping[str, int]) -> str:
    """The address behind a door."""
    return f"/tables/{id}/{word}/{token_of(key, id, word, issues)}"


def opened(key: str, id: str, summary: Mapping[str, Any], word: str, token: str) -> Door:
    """The door that an address opens; asked of the log's summary alone, so that a poll folds nothing.

    Raises:
        NoDoor: there is no such door, or the token is not (or no longer) its.
    """
    door = next((door for door in doors_of(tuple(summary["seats"])) if door.word == word), None)
    if door is None or not is_token(token, token_of(key, id, word, summary["issues"])):
        raise NoDoor("This link leads nowhere, or is no longer good: ask for a new one.")
    return door


def opened_by(key: str, id: str, summary: Mapping[str, Any], token: str) -> Door:
    """The door that a token alone opens.

    Raises:
        NoDoor: it opens none.
    """
    for door in doors_of(tuple(summary["seats"])):
        if is_token(token, token_of(key, id, door.word, summary["issues"])):
            return door
    raise NoDoor("This token opens nothing here, or is no longer good.")
