"""The pages of the room: what a link lets its holder do, and what players and public may see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from toolkit.scoring import parse_events
from toolkit.scoring.events import Remove
from toolkit.services.conflicts import touched
from toolkit.services.links import (
    check_player,
    check_table,
    event_path,
    is_token,
    player_path,
    player_token,
    positive,
    round_number_of,
    table_path,
    table_token,
)
from toolkit.tournament import results, rounds
from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import Fact, RoundCancelled, RoundPublished, SeatsChanged
from toolkit.tournament.folding import Entry
from toolkit.tournament.rounds import next_round_number, total_rounds
from toolkit.tournament.standings import Row, standings
from toolkit.tournament.state import Round, State

__all__ = [
    "are_standings_public",
    "check_in_oneself",
    "check_player",
    "check_table",
    "enter_at_table",
    "event_path",
    "is_check_in_open",
    "is_token",
    "player_path",
    "player_token",
    "positive",
    "public_round",
    "round_number_of",
    "seated_round",
    "standings_for",
    "table_path",
    "table_token",
    "told_at_table",
]


def enter_at_table(
    state: State, number: int, table: int, *, events: str | None = None, victory_points: Sequence[str] | None = None
) -> list[Fact]:
    """The players of a table enter or correct its result; overriding, removing and what is locked are an official's.

    Raises:
        UnknownRound, UnknownTable: no such round or table.
        Refused: not published, locked, or the event is over.
        ImpossibleScores: no game ends so.
        BadValue: a removal.
    """
    result = state.round(number).results.get(table)
    if state.is_finished:
        raise Refused("The event is finished: ask an official.", code="finished")
    if result is not None and result.is_locked:
        raise Refused(f"The result of table {table} is locked: ask an official.", code="locked")
    if events is not None and any(isinstance(event, Remove) for event in parse_events(events)):
        raise BadValue("Only an official removes a player.", code="official_needed")
    return results.enter_result(state, number, table, events=events, victory_points=victory_points)


def is_check_in_open(state: State, number: int) -> bool:
    """Whether the player may say that they are here for the round to come: the one before it is complete."""
    player = state.player(number)
    is_coming = next_round_number(state) <= total_rounds(state) and state.final is None and not state.is_finished
    return is_coming and player.is_active and state.current_round is None


def check_in_oneself(state: State, number: int) -> list[Fact]:
    """A player is here for the round to come.

    Raises:
        UnknownPlayer: no such player.
        Refused: check-in is not open for this player.
    """
    if not is_check_in_open(state, number):
        raise Refused("Check-in is not open.", code="check_in_closed")
    return rounds.check_in(state, (number,))


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


def told_at_table(state: State, entries: Iterable[Entry], number: int, table: int) -> list[Entry]:
    """Of what happened meanwhile, what a table may be told: its own result, and seatings."""
    return [
        entry
        for entry in entries
        if isinstance(entry.fact, RoundPublished | SeatsChanged | RoundCancelled)
        or ("table", number, table) in (touched(state, entry.fact) or ())
    ]
