"""A player's own link: whom it belongs to, and what an official's browser may do with it."""

from __future__ import annotations

from flask import abort

from toolkit.services import room
from toolkit.web.access import is_organizer
from toolkit.web.stores import current_key


def opened_player(id: str, number: str, token: str) -> int:
    """The number of the player whom the link belongs to; a wrong one is an unknown address."""
    player = room.positive(number)
    if not player or not room.is_token(token, room.player_token(current_key(), id, player)):
        abort(404)
    return player


def may_check_in_others(id: str) -> bool:
    """Whether this browser is an official's, who scans the players' cards at the door."""
    return is_organizer()
