"""A table of an event, followed by its players: each through the table's link, the organizer through theirs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, TABLET, press
from tests.browser.table_phones import Phones
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.events.seatings import draft_by_hand
from toolkit.services.kernel.context import database_address, entry_key, open_context
from toolkit.services.kernel.links import key_of, table_path
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create
from toolkit.tournament import Configuration


class Clock:
    """The hall's clock, moved by hand."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, 10, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def pass_minutes(self, minutes: int) -> None:
        self.time += timedelta(minutes=minutes)


@dataclass
class Hall:
    """An event of one table, its round published; the organizer's tablet is signed in."""

    address: str
    clock: Clock
    table: str
    event: str
    names: Sequence[str]
    tablet: Page

    def console(self, below: str) -> Page:
        """A page of the organizer's."""
        self.tablet.goto(f"/tournaments/{self.event}/console{below}")
        return self.tablet

    @contextmanager
    def at_table(self) -> Iterator[Page]:
        """The table as the organizer sees it, who comes and goes: one screen for all."""
        self.tablet.goto(f"/tables/event/{self.event}/1/1")
        press(self.tablet.get_by_role("link", name="Judge, or one screen for all"))
        yield self.tablet
        self.tablet.goto("about:blank")

    def standings(self, *rows: str) -> None:
        """The standings say this of these players: "Ada 1 2.5 60"."""
        page = self.console("/standings")
        for words in rows:
            name = page.get_by_text(words.split()[0], exact=True)
            expect(page.locator("table tbody tr").filter(has=name).first).to_have_text(
                re.compile(r"\s*".join(map(re.escape, words.split())))
            )


@contextmanager
def hall_of(
    names: Sequence[str], serve_app: Callable[..., str], open_page: Callable[..., Page], folder: Path
) -> Iterator[Hall]:
    """An event of these players at one table."""
    clock = Clock()
    address = serve_app(clock=clock, DATA_FOLDER=str(folder))
    context = open_context(database_address(folder))
    context.now = clock
    event = create(context, Configuration(name="Praxis Seizure: Lyon"), by="Test")
    work = UnitOfWork(context=context, id=event.id, by="Test")
    add_players(work, [Registration(name=name) for name in names])
    draft_by_hand(work, [list(range(1, len(names) + 1))], publish=True)
    tablet = open_page(base_url=address, viewport=TABLET)
    tablet.goto(f"/organizer/{entry_key(context.store)}")
    yield Hall(address, clock, table_path(event.id, 1, 1, key_of(context, event.id)), event.id, names, tablet)
    context.store.close()


def sit_down_at(open_page: Callable[..., Page], hall: Hall, *, depth: str) -> Phones:
    """The first one at the table lets the game be followed; everybody says who they are."""
    pages = {}
    for name in hall.names:
        page = open_page(base_url=hall.address, viewport=PHONE, has_touch=True, is_mobile=True)
        page.goto(hall.table)
        press(page.get_by_role("link", name="Track this game"))
        if name == hall.names[0]:
            page.get_by_role("radio", name=re.compile(f"^{depth}")).check()
            press(page.get_by_role("button", name="Start the table"))
        press(page.get_by_role("link", name=name, exact=True))
        pages[name] = page
    return Phones(pages)
