"""A hall for browsers: an event of 33 players, its links, and windows of whoever is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from toolkit.services.kernel.context import Context, entry_key
from toolkit.services.kernel.links import LinkKey, key_of, player_path
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.tournament import Tournament
from toolkit.tournament.facts import Fact
from toolkit.web.base.access import COOKIE, organizer_link

PHONE = {"width": 390, "height": 844}
FINGER = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# The seats of round 1: seven tables of the demo event.
TABLES = [[1, 8, 14, 15, 22], [2, 9, 16, 23, 29], [3, 10, 17, 24, 30], [4, 11, 18, 25, 31], [5, 12, 19, 26, 32]]
TABLES += [[6, 13, 20, 27], [7, 21, 28, 33]]


@dataclass
class Hall:
    """An event of 33 players, its links, and windows of whoever is there."""

    base: str
    context: Context
    id: str
    open_page: Callable[..., Page]

    @property
    def key(self) -> LinkKey:
        return key_of(self.context, self.id)

    @property
    def organizer(self) -> str:
        return organizer_link(entry_key(self.context.store))

    @property
    def state(self) -> Tournament:
        return self.context.tournaments.look(self.id).state

    @property
    def work(self) -> UnitOfWork:
        return UnitOfWork(context=self.context, id=self.id, by="Organizer")

    def window(self, path: str, **options: object) -> Page:
        page = self.open_page(base_url=self.base, **options)
        page.goto(path)
        return page

    def laptop(self, path: str = "", **options: object) -> Page:
        """A page of the console, for the organizer, who came by their link before."""
        page = self.open_page(base_url=self.base, **options)
        page.context.add_cookies([{"name": COOKIE, "value": entry_key(self.context.store), "url": self.base}])
        page.goto(f"/tournaments/{self.id}/console{path}")
        return page

    def phone(self, player: int, **options: object) -> Page:
        return self.window(player_path(self.id, player, self.key), **{**FINGER, **options})

    def line(self, table: int) -> list[int]:
        """What stands at a table of round 1, in halves; empty while nothing does."""
        round_ = self.state.round(1)
        scores = [round_.scores.get(player) for player in round_.table(table)]
        return [score.victory_points for score in scores if score is not None]

    def entries(self, kind: type[Fact] | None = None) -> int:
        return sum(kind is None or isinstance(entry.fact, kind) for entry in self.state.log)
