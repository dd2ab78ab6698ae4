"""The pages of the room: the targets of printed QR codes, for players and passers-by; no account."""

from __future__ import annotations

from flask import Flask

from toolkit.services.kernel.links import player_code, player_path
from toolkit.tournament.players import search_key, search_words
from toolkit.web.base.access import link_key
from toolkit.web.base.addresses import room_url
from toolkit.web.base.security import mark_secret
from toolkit.web.events.words import shared_words
from toolkit.web.room import decks, devices, elsewhere, event, limited, pieces, player, pod, signup, table, wall
from toolkit.web.room.event import rank_rows
from toolkit.web.room.visit import blueprint
from toolkit.web.serving.pieces import add_pieces

__all__ = [
    "blueprint",
    "decks",
    "devices",
    "elsewhere",
    "event",
    "init_app",
    "limited",
    "pieces",
    "player",
    "pod",
    "signup",
    "table",
    "wall",
]


def init_app(app: Flask) -> None:
    """Serve the calendar of all events, and let the organizer's pages show a player's own link."""
    app.add_url_rule("/calendar.ics", "room.server_calendar", elsewhere.server_calendar)
    add_pieces(app, pieces.drawers)
    app.jinja_env.filters["search_key"] = search_key
    app.jinja_env.globals.update(
        player_code=_player_code,
        player_page=_player_page,
        room_url=room_url,
        rank_rows=rank_rows,
        shared_words=shared_words,
        search_words=search_words,
    )


def _player_code(id: str, number: int) -> str:
    mark_secret()
    return player_code(link_key(id), id, number)


def _player_page(id: str, number: int) -> str:
    mark_secret()
    return player_path(id, number, link_key(id))
