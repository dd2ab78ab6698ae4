"""A game of an event followed on five phones, from the table's link to the standings; no page is ever reloaded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, TABLET, faults_of, press
from toolkit.services.desk import Desk
from toolkit.services.links import key_of, table_path
from toolkit.services.registrations import Registration, add_players
from toolkit.services.seatings import draft_by_hand
from toolkit.services.stores import database_address, open_office, organizer_key
from toolkit.services.tournaments import create
from toolkit.tournament import Configuration

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena")


@dataclass
class Hall:
    """An event of one table of five, its round published."""

    address: str
    organizer: str
    table: str
    standings: str


@pytest.fixture
def hall(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("tables")
    address = serve_app(DATA_FOLDER=str(folder))
    office = open_office(database_address(folder))
    key = organizer_key(office.store)
    event = create(office, Configuration(name="Praxis Seizure: Lyon"), by="Test")
    desk = Desk(office=office, id=event.id, by="Test")
    add_players(desk, [Registration(name=name) for name in NAMES])
    draft_by_hand(desk, [[1, 2, 3, 4, 5]], publish=True)
    yield Hall(
        address=address,
        organizer=f"/organizer/{key}",
        table=table_path(event.id, 1, 1, key_of(office, event.id)),
        standings=f"/tournaments/{event.id}/console/standings",
    )
    office.store.close()


class Phones:
    """Five phones at one table, by name; `version` is the table's after the last operation."""

    def __init__(self, pages: dict[str, Page]) -> None:
        self.pages = pages
        self.version = self.version_of(pages[NAMES[0]])

    @staticmethod
    def version_of(page: Page) -> int:
        found = re.match(r'"(\d+)-', page.locator("#table").get_attribute("data-version") or "")
        assert found is not None
        return int(found[1])

    def take(self, name: str) -> Page:
        """A phone, once it shows all that has been done at the table: by itself, nobody reloads."""
        page = self.pages[name]
        expect(page.locator(f"#table[data-version^='\"{self.version}-']")).to_be_attached()
        return page

    def tap(self, name: str, button: Callable[[Page], Locator]) -> None:
        """One operation, given on one phone."""
        page = self.take(name)
        wanted = button(page)
        for fold in wanted.locator("xpath=ancestor::details").all():
            if fold.get_attribute("open") is None:
                fold.locator("> summary").click()
        wanted.click()
        self.version += 1
        self.take(name)

    def end(self, name: str, phases: int = 5) -> None:
        """On through the phases of a turn."""
        for _ in range(phases):
            self.tap(name, lambda page: page.locator("#offer-end-phase button"))

    def bleed(self, name: str, amount: int) -> None:
        """A bleed that went through, noted in a tap."""
        form = self.take(name).locator("#offer-quick-bleed")
        form.locator("select").first.select_option(str(amount), force=True)
        self.tap(name, lambda page: form.get_by_role("button", name="It went through"))

    def everywhere(self, words: str) -> None:
        """Every phone shows these words."""
        for name in NAMES:
            expect(self.take(name).locator("#table")).to_contain_text(words)


def sit_down(open_page: Callable[..., Page], hall: Hall) -> Phones:
    """The first one at the table lets the game be followed; everybody says who they are."""
    pages = {}
    for name in NAMES:
        page = open_page(base_url=hall.address, viewport=PHONE, has_touch=True, is_mobile=True)
        page.goto(hall.table)
        press(page.get_by_role("link", name="Follow this game"))
        if name == NAMES[0]:
            page.get_by_role("radio", name=re.compile("^Light")).check()
            press(page.get_by_role("button", name="Sit down"))
        press(page.get_by_role("link", name=name, exact=True))
        pages[name] = page
    return Phones(pages)


def test_a_light_game_of_five_is_confirmed_in_the_standings(open_page: Callable[..., Page], hall: Hall) -> None:
    phones = sit_down(open_page, hall)
    phones.end("Ada", 2)
    phones.bleed("Ada", 30)
    phones.everywhere("Bruno is ousted")
    assert faults_of(phones.take("Carla")) == []
    phones.end("Ada", 3)
    phones.tap("Carla", lambda page: page.locator("#offer-withdraw button"))
    for name in ("Carla", "Dario", "Elena", "Ada"):
        phones.end(name)
    phones.everywhere("Carla withdraws from the game")
    for name in ("Dario", "Elena"):
        phones.end(name)
    phones.end("Ada", 2)
    phones.bleed("Ada", 30)
    phones.everywhere("Dario is ousted")
    phones.tap("Elena", lambda page: page.locator("#offer-time button"))
    phones.end("Ada", 1)
    phones.everywhere("The game is over")
    assert faults_of(phones.take("Elena")) == []
    phones.tap("Ada", lambda page: page.get_by_role("button", name="Send the result to the event"))
    phones.everywhere("Ada sent the result")
    expect(phones.take("Ada").get_by_role("button", name="Confirm the result")).to_have_count(0)
    bruno = phones.take("Bruno")
    bruno.get_by_role("button", name="Confirm the result").click()
    phones.everywhere("The result is in the standings.")
    organizer = open_page(base_url=hall.address, viewport=TABLET)
    organizer.goto(hall.organizer)
    organizer.goto(hall.standings)
    rows = organizer.locator("table.standings tbody tr, table tbody tr")
    for words in ("Ada 1 2.5 60", "Carla 0 0.5 42", "Elena 0 0.5 42", "Bruno 0 0 18", "Dario 0 0 18"):
        expect(rows.filter(has_text=words.split()[0]).first).to_have_text(re.compile(r"\s*".join(words.split())))
