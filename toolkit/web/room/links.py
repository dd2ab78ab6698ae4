"""A player's own link: whom it belongs to, and what an official's browser may do with it."""

from __future__ import annotations

from toolkit.services import room
from toolkit.services.roles import Action
from toolkit.web import access


def opened_player(id: str, number: str, token: str) -> int:
    """The number of the player whom the link belongs to.

    Raises:
        LinkRenewed: it did, before it was re-issued.
        WrongLink: it never did.
    """
    player = room.positive(number)
    room.check_player(access.link_key(id), id, player, token)
    return player


def may_check_in_others(id: str) -> bool:
    """Whether this browser is an official's, who scans the players' cards at the door."""
    return access.may(Action.CHECK_IN, id)
