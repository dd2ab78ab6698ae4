"""What players and public may see: the round on show, the standings, the lists after the end."""

from __future__ import annotations

from toolkit.languages import Message
from toolkit.tournament.configuration import ListsSeenBy, StandingsSeenBy
from toolkit.tournament.standings import Standing, standings
from toolkit.tournament.state import Player, Round, State


def are_standings_public(state: State) -> bool:
    """Whether everybody may see the standings now."""
    return state.is_finished or state.settings.standings_seen_by is StandingsSeenBy.EVERYBODY


def standings_for(state: State, player: int | None = None) -> tuple[Standing, ...]:
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


def seat_told(state: State, round_: Round, player: int) -> Message:
    """Where a player sits in a round, in a sentence to them."""
    seat = round_.seats.get(player)
    if seat is None:
        return Message("Round %(number)s is seated: you do not play in it.", number=round_.number)
    if round_.is_final:
        return Message("The final is seated: seat %(seat)s", seat=seat[1])
    table = state.settings.table_name(seat[0])
    return Message("Round %(number)s: table %(table)s, seat %(seat)s", number=round_.number, table=table, seat=seat[1])


def public_round(state: State, number: int) -> Round | None:
    """The round of that number once its seating is published; None before."""
    every = (*state.rounds, *((state.final_round,) if state.final_round else ()))
    return next((entry for entry in every if entry.number == number and entry.is_published), None)


def shown_lists(state: State) -> tuple[Player, ...]:
    """The players whose decklists everybody may see now, in the order of the standings."""
    seen = state.settings.lists_seen_by
    if not state.is_finished or seen is ListsSeenBy.NOBODY:
        return ()
    rows = [row for row in standings(state) if row.player.decks]
    return tuple(row.player for row in rows if seen is ListsSeenBy.EVERYBODY_AFTER or row.is_finalist)


def published_rounds(state: State) -> list[Round]:
    """Every round whose seating was published, and the final."""
    every = (*state.rounds, *((state.final_round,) if state.final_round else ()))
    return [entry for entry in every if entry.is_published]
