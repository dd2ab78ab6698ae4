"""The pages of the room: what a link lets its holder do, and what players and public may see."""

from __future__ import annotations

from toolkit.services.links import (
    check_player,
    check_table,
    event_path,
    own_table_path,
    player_path,
    player_token,
    positive,
    round_number_of,
    table_path,
    table_token,
)
from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.tournament.standings import Row, standings
from toolkit.tournament.state import Round, State

# The links of the room belong to its pages: here they are found together.
__all__ = [
    "are_standings_public",
    "check_player",
    "check_table",
    "event_path",
    "own_table_path",
    "player_path",
    "player_token",
    "positive",
    "public_round",
    "round_number_of",
    "seated_round",
    "standings_for",
    "table_path",
    "table_token",
]


def are_standings_public(state: State) -> bool:
    """Whether everybody may see the standings now."""
    return state.is_finished or state.settings.standings_seen_by is StandingsSeenBy.EVERYBODY


def standings_for(state: State, player: int | None = None) -> tuple[Row, ...]:
    """The rows that the public sees, or a player on their own page."""
    if not state.published:
        return ()
    if are_standings_public(state):
        return standings(state)
    if player is None or state.settings.standings_seen_by is not StandingsSeenBy.OWN:
        return ()
    return tuple(row for row in standings(state) if row.player.number == player)


def seated_round(state: State) -> Round | None:
    """The round that is being played, else the last one whose seating was published."""
    every = (*state.rounds, *((state.final_round,) if state.final_round else ()))
    published = [entry for entry in every if entry.is_published]
    return state.current_round or (published[-1] if published else None)


def public_round(state: State, number: int) -> Round | None:
    """The round of that number once its seating is published; None before."""
    every = (*state.rounds, *((state.final_round,) if state.final_round else ()))
    return next((entry for entry in every if entry.number == number and entry.is_published), None)
