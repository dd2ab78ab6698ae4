"""Games for programs: begin one, list what is legal, carry it out, read and write records.

Every operation and effect is in `toolkit.game`; docs/game.md lists them.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.errors import ToolkitError
from toolkit.game import (
    PROFILES,
    SPECTATOR,
    BadRecord,
    Game,
    GameRecord,
    GameState,
    GameSummary,
    IllegalOperation,
    Operation,
    Outcome,
    Refusal,
    RefusedLine,
    SeatPoints,
    ShownGame,
    legal_operations,
    new_game,
    options_for,
    outcome,
    parse_operation,
    points,
    refusal,
    render_operation,
    seats_to_act,
    sentence,
    summarized,
    view_for,
)
from toolkit.game import parse_record as read
from toolkit.game import render_record as write

__all__ = [
    "PROFILES",
    "SPECTATOR",
    "BadRecord",
    "Game",
    "GameRecord",
    "GameState",
    "GameSummary",
    "IllegalOperation",
    "Operation",
    "Outcome",
    "Refusal",
    "RefusedLine",
    "SeatPoints",
    "ShownGame",
    "ToolkitError",
    "legal_operations",
    "new",
    "outcome",
    "parse_operation",
    "points",
    "read",
    "refusal",
    "render_operation",
    "seats_to_act",
    "sentence",
    "summarized",
    "view_for",
    "write",
]


def new(names: Sequence[str], profile: str = "current", **changes: str) -> Game:
    """A game that has not begun, with decks of the smallest size.

    Args:
        names: the Methuselahs in seating order, two to six.
        profile: a set of rules, one of `PROFILES`.
        changes: options that differ from it, by name (`game_speed="table"`).

    Raises:
        ToolkitError: there is no such profile or option, or these names cannot be seated.
    """
    return Game(new_game(list(names), options_for(profile, **changes)))
