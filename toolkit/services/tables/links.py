"""The holders of a table's links: a seat, the host who acts for every seat, a spectator.

A link carries a token made from the installation's key, so that nothing has to be kept for it. When links are made
anew a number in the log goes up, and with it every older token of it is worth nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolkit.errors import NotFound
from toolkit.game.view import SPECTATOR
from toolkit.languages import Message
from toolkit.services.kernel.links import is_token, make_token

HOST = "host"
WATCH = "watch"


class NoLink(NotFound):
    """No link of this table leads there."""

    code = "no_door"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLink:
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
    def eyes(self) -> str | None:
        """The reader: a seat, a spectator, or the host, who sees all of the record."""
        return None if self.is_host else self.seat or SPECTATOR

    @property
    def can_act(self) -> bool:
        """Whether its holder may change anything."""
        return self.word != WATCH


def links_of(seats: tuple[str, ...]) -> tuple[TableLink, ...]:
    """Every link of a table: its seats in order, the host's, and the one to watch."""
    chairs = tuple(TableLink(word=str(place), seat=name) for place, name in enumerate(seats, start=1))
    return (*chairs, TableLink(word=HOST), TableLink(word=WATCH))


def token_of(key: str, id: str, word: str, issues: Mapping[str, int]) -> str:
    """The token that a link has now."""
    return make_token(key, "game", id, word, issues.get(word, 1))


def link_path(key: str, id: str, word: str, issues: Mapping[str, int]) -> str:
    """The address of a link."""
    return f"/tables/{id}/{word}/{token_of(key, id, word, issues)}"


def opened(key: str, id: str, summary: Mapping[str, Any], word: str, token: str) -> TableLink:
    """The link that has an address; asked of the log's summary alone, so that a poll folds nothing.

    Raises:
        NoLink: there is no such link, or the token is not (or no longer) its.
    """
    link = next((link for link in links_of(tuple(summary["seats"])) if link.word == word), None)
    if link is None or not is_token(token, token_of(key, id, word, summary["issues"])):
        raise NoLink(Message("This link does not work, or not any more. Ask for a new one."))
    return link


def opened_by(key: str, id: str, summary: Mapping[str, Any], token: str) -> TableLink:
    """The link that has a token.

    Raises:
        NoLink: none has.
    """
    for link in links_of(tuple(summary["seats"])):
        if is_token(token, token_of(key, id, link.word, summary["issues"])):
            return link
    raise NoLink(Message("This token is not valid here, or not any more."))
