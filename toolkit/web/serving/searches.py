"""How long seats are searched for, and where: the choice of times that a server has, and a search beside its pages."""

from __future__ import annotations

from typing import Any

from flask import current_app

from toolkit.errors import Invalid
from toolkit.languages import Count, Message
from toolkit.tournament import seats
from toolkit.tournament.facts import Fact
from toolkit.tournament.state import State
from toolkit.web.base.addresses import is_for_strangers
from toolkit.web.serving.workers import OFFICIAL, carried_out

# Seconds of a search on a server: the last one of an organizer's is for what is done around it.
_LONGEST = OFFICIAL.seconds - 1


class LongSearch(Invalid):
    """A server does not search so long for seats."""

    code = "long_search"


def seat_beside(state: State, *, seconds: float, **search: Any) -> list[Fact]:
    """The next round's draft; where strangers run events it is searched for beside this process.

    Raises:
        ToolkitError: what the domain refuses with; `TooHeavy` for wishes that take too much.
        LongSearch: more seconds than such a server has for it.
        ServiceUnavailable: too much is waiting already.
    """
    if not is_for_strangers(current_app):
        return seats.seat_next_round(state, seconds=seconds, **search)
    if seconds > _LONGEST:
        raise LongSearch(Message("On this server a search takes at most %(time)s.", time=search_time(_LONGEST)))
    return carried_out(seats.seat_next_round, state, seconds=seconds, **search)


def search_times() -> tuple[int, ...]:
    """The seconds of a search that are offered here."""
    return (1, _LONGEST) if is_for_strangers(current_app) else (1, 5, 20)


def search_time(seconds: int) -> Count:
    """So many seconds, in words."""
    return Count(seconds, "%(num)d second", "%(num)d seconds")
