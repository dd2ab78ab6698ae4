"""The pages of the room: their addresses, whom a link lets do what, and what players and public may see.

A link to a player's page or to a table carries a token made from the installation's key: whoever holds the paper may
use it, nobody can guess it, and nothing has to be kept for it.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode

from toolkit.tournament.configuration import StandingsSeenBy
from toolkit.tournament.facts import FINAL
from toolkit.tournament.standings import Row, standings
from toolkit.tournament.state import Round, State

_FINAL_WORD = "final"
# 128 bits: 22 characters of an address.
_TOKEN_BYTES = 16


def event_path(id: str) -> str:
    """The address of an event's public page."""
    return f"/tournaments/{id}"


def player_path(id: str, player: int, key: str) -> str:
    """The address of a player's own page."""
    return f"{event_path(id)}/players/{player}/{player_token(key, id, player)}"


def own_table_path(id: str, round_number: int, player: int, key: str) -> str:
    """The address of the table that a player sits at in a round, opened by the player's own link."""
    return f"{player_path(id, player, key)}/rounds/{round_number or _FINAL_WORD}"


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
    return _token(key, "player", id, player)


def table_token(key: str, id: str, round_number: int, table: int) -> str:
    """What lets the players of a table enter its result."""
    return _token(key, "table", id, round_number, table)


def is_token(shown: str, wanted: str) -> bool:
    """Whether two tokens are the same, compared in constant time."""
    return hmac.compare_digest(shown.encode("utf-8", "surrogatepass"), wanted.encode())


def _token(key: str, *purpose: object) -> str:
    # Lengths keep the parts apart: no two purposes make the same text.
    text = "".join(f"{len(part)}:{part}" for part in map(str, purpose))
    digest = hmac.new(key.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:_TOKEN_BYTES]).decode().rstrip("=")


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
