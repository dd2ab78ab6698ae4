"""How a table's page is opened: only looked at, by the table's link, or by the link of a player who sits there."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import abort, request

from toolkit.services import room
from toolkit.tournament.facts import FINAL
from toolkit.tournament.state import Round
from toolkit.web.access import link_key
from toolkit.web.room.visit import Visit, visit


@dataclass(slots=True)
class Door:
    """One table of one event, as far as whoever opened it may use it.

    Attributes:
        is_open: a link lets its result be entered.
        me: the player who looks, where that is known or was said.
        is_own: the player's own link says who that is; it cannot be said otherwise.
    """

    visit: Visit
    number: int
    table: int
    is_open: bool = False
    me: int | None = None
    is_own: bool = False

    @property
    def round(self) -> Round:
        """The round, once everybody may see it.

        Raises:
            UnknownTable: it has no such table.
        """
        found = room.public_round(self.visit.tournament, self.number)
        if found is None:
            abort(404)
        found.table(self.table)
        return found

    @property
    def player(self) -> int:
        """The player who acts here: nobody acts before they said who they are."""
        assert self.me is not None
        return self.me

    @property
    def caller(self) -> int | None:
        """The player who calls a judge from here; a table's own link does not say who."""
        return self.me if self.is_own else None

    @property
    def author(self) -> str:
        """What the log calls the player who acts here."""
        return self.visit.tournament.player(self.player).name

    def url(self, **query: object) -> str:
        """The page's address, with whoever looks still known."""
        asked = {} if self.is_own or self.me is None else {"me": self.me}
        words = urlencode({**asked, **query})
        return f"{self.visit.here}?{words}" if words else self.visit.here


def look_at(id: str, number: str, table: str) -> Door:
    """The table for everybody: nothing can be entered."""
    known, place = _parse(number, table)
    return _checked(Door(visit(id), known, place), room.table_path(id, known, place))


def by_table_link(id: str, number: str, table: str, token: str) -> Door:
    """The table for whoever holds the paper that lies on it; they say who they are."""
    known, place = _parse(number, table)
    key = link_key(id)
    room.check_table(key, id, known, place, token)
    door = _checked(Door(visit(id), known, place, is_open=True), room.table_path(id, known, place, key))
    said = room.positive(request.values.get("me", ""))
    door.me = said if said in door.round.table(place) else None
    return door


def by_player_link(id: str, player: int, number: str) -> Door:
    """The table at which the player sits in that round."""
    known = room.round_number_of(number)
    at = visit(id)
    round_ = None if known is None else room.public_round(at.tournament, known)
    if round_ is None or player not in round_.seats:
        abort(404)
    table, _seat = round_.seats[player]
    door = Door(at, round_.number, table, is_open=True, me=player, is_own=True)
    return _checked(door, room.own_table_path(id, round_.number, player, link_key(id)))


def _parse(number: str, table: str) -> tuple[int, int]:
    known, place = room.round_number_of(number), room.positive(table)
    if known is None or not place:
        abort(404)
    return FINAL if known == FINAL else known, place


def _checked(door: Door, here: str) -> Door:
    door.visit.here = here
    _ = door.round
    return door
