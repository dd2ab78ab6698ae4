"""Seating for programs: seat players by the nine criteria, and judge rounds that are seated."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence

from toolkit.errors import ToolkitError
from toolkit.seating import (
    BadHistory,
    BadWish,
    Bounds,
    Criteria,
    ImpossibleSeating,
    Player,
    Round,
    Seating,
    Violation,
    WishedPlace,
    Wishes,
    can_be_seated,
    criteria,
    seat,
    table_sizes,
    violations,
)

__all__ = [
    "BadHistory",
    "BadWish",
    "Bounds",
    "Criteria",
    "ImpossibleSeating",
    "Player",
    "Round",
    "Seating",
    "ToolkitError",
    "Violation",
    "WishedPlace",
    "can_be_seated",
    "criteria",
    "make",
    "table_sizes",
    "violations",
]


def make(
    players: int | Iterable[Player],
    rounds: int = 3,
    *,
    history: Sequence[Round] = (),
    apart: Iterable[Iterable[Player]] = (),
    places: Mapping[Player, WishedPlace] | None = None,
    seconds: float = 1.0,
    seed: int | None = None,
) -> Seating:
    """Seat the rounds to come, the best way that is known or found.

    Args:
        players: their names, or how many: then they are called 1, 2, 3 ...
        rounds: rounds before the final, played ones included; with 6, 7 or 11 players games each.
        history: the rounds played so far, tables in seat order.
        apart: players to keep at different tables.
        places: a table, a seat or both for a player.
        seconds: maximum search time, which most events do not need.
        seed: the same seed gives the same seating; a new one unless given.

    Raises:
        ImpossibleSeating: no seating can have these players, rounds or wishes.
        BadHistory: the history is no seating.
    """
    return seat(
        range(1, players + 1) if isinstance(players, int) else players,
        rounds,
        history=history,
        wishes=Wishes(apart=tuple(tuple(group) for group in apart), places=dict(places or {})),
        seconds=seconds,
        seed=secrets.randbelow(2**31) if seed is None else seed,
    )
