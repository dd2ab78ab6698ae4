"""The pages of the room: their addresses, whom a link lets do what, and what players and public may see.

A link to a player's page or to a table carries a token made from the installation's key: whoever holds the paper may
use it, nobody can guess it, and nothing has to be kept for it.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence

from toolkit.scoring import parse_events
from toolkit.scoring.events import Remove
from toolkit.services.conflicts import touched
from toolkit.tournament import results, rounds
from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.facts import FINAL, Fact, RoundCancelled, RoundPublished, SeatsChanged
from toolkit.tournament.folding import Entry
from toolkit.tournament.rounds import next_round_number, total_rounds
from toolkit.tournament.standings import Row, standings
from toolkit.tournament.state import Round, State

_FINAL_WORD = "final"
_TOKEN_BYTES = 16


def event_path(id: str) -> str:
    """The address of an event's public page."""
    return f"/tournaments/{id}"


def player_path(id: str, player: int, key: str) -> str:
    """The address of a player's own page."""
    return f"{event_path(id)}/players/{player}/{player_token(key, id, player)}"


def table_path(id: str, round_number: int, table: int, key: str = "") -> str:
    """The address of a table: with the installation's key the one where its result is entered, else to look at."""
    path = f"{event_path(id)}/rounds/{round_number or _FINAL_WORD}/tables/{table}"
    return f"{path}/{table_token(key, id, round_number, table)}" if key else path


def round_number_of(word: str) -> int | None:
    """The round that an address names; None for no number."""
    return FINAL if word == _FINAL_WORD else (positive(word) or None)


def positive(word: str) -> int:
    """A number of an address; 0 for anything else."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 8 and word[0] != "0" else 0


def player_token(key: str, id: str, player: int) -> str:
    """What opens a player's own page."""
    return make_token(key, "player", id, player)


def table_token(key: str, id: str, round_number: int, table: int) -> str:
    """What lets the players of a table enter its result."""
    return make_token(key, "table", id, round_number, table)


def is_token(shown: str, wanted: str) -> bool:
    """Whether two tokens are the same, compared in constant time."""
    return hmac.compare_digest(shown.encode("utf-8", "surrogatepass"), wanted.encode())


def make_token(key: str, *purpose: object) -> str:
    """What only this installation can make for a purpose: 128 bits, as 22 characters of an address."""
    # Lengths keep the parts apart: no two purposes make the same text.
    text = "".join(f"{len(part)}:{part}" for part in map(str, purpose))
    digest = hmac.new(key.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode().rstrip("=")


def enter_at_table(
    state: State,
    number: int,
    table: int,
    *,
    events: str | None = None,
    victory_points: Sequence[str] | None = None,
    by_player: int | None = None,
) -> list[Fact]:
    """The players of a table enter or correct its result; overriding, removing and what is locked are an official's.

    `by_player` is which of them, where that is known: then another one confirms it.

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
    return results.enter_result(state, number, table, events=events, victory_points=victory_points, by_player=by_player)


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
