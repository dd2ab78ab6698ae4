"""axe-core finds nothing serious on any page: both themes, on a phone and on a desk."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESKTOP, PHONE
from toolkit.services import accounts, demo, links
from toolkit.services.desk import Desk
from toolkit.services.roles import Role
from toolkit.services.seatings import draft_seating
from toolkit.services.stores import database_address, open_office, organizer_key
from toolkit.tournament import announcements, calls, clock, results
from toolkit.web.access import organizer_link

HERE = Path(__file__).parent
PASSWORD = "correct horse battery"

RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`);
}"""


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """axe-core's source, of the pinned version; npm fetches it where it is not here yet."""
    wanted = json.loads((HERE / "package.json").read_text())["devDependencies"]["axe-core"]
    place = HERE / "node_modules" / "axe-core"
    if not (place / "package.json").exists() or json.loads((place / "package.json").read_text())["version"] != wanted:
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("no npm on this machine")
        folder = tmp_path_factory.mktemp("npm")
        for name in ("package.json", "package-lock.json"):
            shutil.copy(HERE / name, folder)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"npm could not fetch axe-core: {done.stderr[-300:]}")
        place = folder / "node_modules" / "axe-core"
    return (place / "axe.min.js").read_text(encoding="utf-8")


class Event:
    """A round that is being played, with something on every page."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address = address
        office = open_office(database_address(folder))
        self.id = demo.make_demo(office, name="Demo event").id
        desk = Desk(office=office, id=self.id, by="Test")
        draft_seating(desk, seconds=0.2, publish=True)
        desk.change(clock.start_clock, 1, minutes=120)
        first = len(desk.look().round(1).table(1))
        desk.change(results.enter_result, 1, 1, victory_points=(str(first), *["0"] * (first - 1)))
        desk.change(calls.call_judge, round_number=1, table=2, reason="A question")
        desk.change(announcements.announce, "Lunch at one.")
        self.key = organizer_key(office.store)
        key = links.key_of(office, self.id)
        links.add_official(office, self.id, Role.JUDGE, "Anna")
        self.player = links.player_path(self.id, 7, key)
        self.table = links.table_path(self.id, 1, 2, key)
        self.own_table = links.own_table_path(self.id, 1, 7, key)
        office.store.close()

    def pages(self) -> list[str]:
        base, console = f"/tournaments/{self.id}", f"/tournaments/{self.id}/console"
        areas = (
            "", "/players", "/players/3", "/players/import", "/checkin", "/rounds", "/rounds/1",
            "/rounds/1?pick=1&other=2",
            "/results", "/rounds/1/tables/1", "/rounds/1/tables/2", "/rounds/1/clock", "/standings", "/final",
            "/sanctions?player=2", "/log", "/settings", "/access", "/room",
        )  # fmt: skip
        bench = ("", "/tables", "/players", "/players/3", "/notes", "/rounds/1/tables/2")
        room = (base, f"{base}/rounds/1/tables/1", self.player, f"{self.player}/deck", f"{self.player}/leave")
        return [
            *(console + area for area in areas),
            *(f"{base}/judge{page}" for page in bench),
            *room,
            self.table,
            self.own_table,
            "/",
            "/tournaments",
            "/seating",
            "/cards/?q=nana",
            "/help/",
            "/nothing",
        ]


@pytest.fixture(scope="module")
def event(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Event:
    folder = tmp_path_factory.mktemp("axe")
    return Event(serve_app(DATA_FOLDER=str(folder)), folder)


@pytest.fixture(scope="module")
def server_with_accounts(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("accounts")
    address = serve_app(DATA_FOLDER=str(folder), ACCOUNTS=True)
    office = open_office(database_address(folder))
    accounts.sign_up(office, "Odile", PASSWORD)
    office.store.close()
    return address


def serious(page: Page, axe: str) -> list[str]:
    """What axe-core finds that keeps somebody from using the page."""
    page.evaluate(axe)
    found: list[str] = page.evaluate(RUN)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_axe_finds_nothing_serious(
    open_page: Callable[..., Page], event: Event, axe: str, window: dict[str, int], scheme: str
) -> None:
    page = open_page(base_url=event.address, viewport=window, color_scheme=scheme)
    page.goto(organizer_link(event.key))
    found = []
    for path in event.pages():
        page.goto(path)
        found += [f"{path}: {fault}" for fault in serious(page, axe)]
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("window", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_axe_finds_nothing_serious_where_people_sign_in(
    open_page: Callable[..., Page], server_with_accounts: str, axe: str, window: dict[str, int], scheme: str
) -> None:
    page = open_page(base_url=server_with_accounts, viewport=window, color_scheme=scheme)
    found = []
    for path in ("/tournaments", "/account/sign-up", "/account/sign-in?next=/account/settings"):
        page.goto(path)
        found += [f"{path}: {fault}" for fault in serious(page, axe)]
    page.get_by_label("Name").fill("Odile")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/account/settings")
    found += serious(page, axe)
    assert found == []
