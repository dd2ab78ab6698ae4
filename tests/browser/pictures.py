"""The pictures of the help pages and the README: `python -m tests.browser.pictures [FOLDER]` takes them of this app.

The event is the demo's with fixed seeds, so that only what the pages look like changes the pictures. In a folder of
their own all pictures stand together.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from unittest import mock

from playwright.sync_api import Browser, Page

from tests.browser.conftest import chromium, served
from tests.browser.halls import TABLES
from tests.web.lists import WINNER
from toolkit.cards import load
from toolkit.services.events import decks as tournament_decks
from toolkit.services.events import limited
from toolkit.services.events.registrations import Registration, add_players
from toolkit.services.kernel.context import database_address, entry_key, open_context
from toolkit.services.kernel.links import key_of, own_table_path, player_path, pod_path
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import create, make_demo
from toolkit.tournament import Configuration, checkin, clock, event, results, rounds, steps
from toolkit.tournament.limited import phases, plan
from toolkit.tournament.limited.facts import PoolCard
from toolkit.web import create_app
from toolkit.web.base.addresses import LISTENS_AT

ROOT = Path(__file__).parents[2]
FOLDER, README = ROOT / "toolkit" / "web" / "static" / "help", ROOT / "docs"
PHONE = {"width": 390, "height": 600}
LAPTOP = {"width": 1280, "height": 800}
# Of the README, by name.
SIZES = {
    "console": {"width": 1280, "height": 640},
    "player": {"width": 390, "height": 844},
    "offline": {"width": 390, "height": 844},
    "judge": {"width": 820, "height": 1180},
}
QUALITY = 70
# Nils Berg, whose card everybody borrows.
ME, OTHER = 14, 15
POOL = 66


class Camera:
    """One app with one event, and windows that look at it."""

    def __init__(self, browser: Browser, base: str, folder: Path, work: UnitOfWork, key: str) -> None:
        self.browser, self.base, self.folder, self.work, self.key = browser, base, folder, work, key
        self.readme = README if folder == FOLDER else folder

    def shoot(
        self,
        name: str,
        path: str,
        *,
        is_wide: bool = False,
        is_official: bool = False,
        for_readme: bool = False,
        prepare: Callable[[Page], object] | None = None,
    ) -> None:
        """Take a picture of the page at `path`, as a phone or a laptop shows it, or in the README's size."""
        window = self.browser.new_context(
            base_url=self.base,
            viewport=SIZES[name] if for_readme else LAPTOP if is_wide else PHONE,
            device_scale_factor=1 if is_wide or for_readme else 1.5,
            locale="en",
            color_scheme="light",
            reduced_motion="reduce",
        )
        if is_official:
            window.add_cookies([{"name": "organizer", "value": self.key, "url": self.base}])
        page = window.new_page()
        page.goto(path)
        if prepare:
            prepare(page)
        if for_readme:
            page.screenshot(path=self.readme / f"{name}.png")
            window.close()
            return
        session = window.new_cdp_session(page)
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (self.folder / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))
        window.close()


@contextmanager
def camera(folder: Path) -> Iterator[Camera]:
    """A camera on a fresh demo event."""
    room = mock.patch("toolkit.web.base.addresses.room_address", return_value="192.168.1.7")
    with tempfile.TemporaryDirectory() as data, room:
        context = open_context(database_address(data))
        made = make_demo(context, name="Lyon, 21 November")
        work = UnitOfWork(context=context, id=made.id, by="Organizer")
        app = create_app({"DATA_FOLDER": data, LISTENS_AT: ("0.0.0.0", 8080)})
        with served(app) as base, chromium() as browser:
            yield Camera(browser, base, folder, work, entry_key(context.store))
        context.store.close()


def take_all(folder: Path = FOLDER) -> None:
    """Every picture, in the order in which the event goes on."""
    folder.mkdir(parents=True, exist_ok=True)
    with camera(folder) as shot:
        work, id = shot.work, shot.work.id
        key = key_of(work.context, id)
        console, me = f"/tournaments/{id}/console", player_path(id, ME, key)
        work.change(event.configure, {"date": date(2026, 11, 21).isoformat()})
        work.change(checkin.check_out, (ME, 3, 30))
        shot.shoot("player-checkin", me)
        shot.shoot("checkin", f"{console}/players", is_wide=True, is_official=True)
        shot.shoot("room", f"{console}/room", is_wide=True, is_official=True)
        tournament_decks.submit_deck(work, ME, WINNER, load())
        shot.shoot("player-deck", f"{me}/deck")
        work.change(checkin.check_in, (ME, 3, 30))
        work.change(rounds.draft_round, TABLES, seed=7)
        shot.shoot("seats", f"{console}/rounds/1", is_wide=True, is_official=True)
        work.change(steps.publish_round)
        work.change(clock.start_clock, 1)
        shot.shoot("player-seat", me)
        shot.shoot("player", me, for_readme=True)
        own = own_table_path(id, 1, ME, key)
        shot.shoot(
            "table-result",
            f"{own}?events=A>B+C!",
            prepare=lambda page: page.locator("#tell").scroll_into_view_if_needed(),
        )
        shot.shoot("offline", own, prepare=_send_without_network)
        shot.shoot("offline", own, for_readme=True, prepare=_send_without_network)
        work.change(results.enter_result, 1, 1, events="A>B, time", by_player=ME)
        work.change(results.enter_result, 1, 3, events="C>D, C>E, time", by_player=3)
        work.change(results.confirm_result, 1, 3, 17)
        work.change(results.enter_result, 1, 4, events="A>B, time")
        work.change(results.lock_result, 1, 4)
        work.change(results.enter_result, 1, 5, victory_points=["5", "0", "0", "0", "0"])
        shot.shoot("results", f"{console}/rounds/1", is_wide=True, is_official=True)
        shot.shoot("console", f"{console}/rounds/1", is_official=True, for_readme=True)
        shot.shoot("judge", f"/tournaments/{id}/judge/players/{ME}", is_official=True, for_readme=True)
        take_limited(shot)


def take_limited(shot: Camera) -> None:
    """The pictures of a draft: its plan, the pods on the big screen, a pod's phone, a pool."""
    context, names = shot.work.context, ("Ada", "Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jan")
    id = create(context, Configuration(name="Draft", rounds=2), by="Organizer").id
    work = UnitOfWork(context=context, id=id, by="Organizer")
    add_players(work, [Registration(name=name) for name in names])
    limited.plan_event(work, boosters=6, product="SW")
    console, key = f"/tournaments/{id}/console", key_of(context, id)
    shot.shoot("limited-plan", f"{console}/limited", is_wide=True, is_official=True)
    work.change(phases.start_phase)
    work.change(plan.give_product)
    work.change(phases.start_phase)
    limited.draw_pods(work, seed=7)
    shot.shoot("limited-pods", f"/tournaments/{id}/wall", is_wide=True)
    limited.start_draft(work)
    limited.step_draft(work)
    work.change(phases.pause_phase)
    shot.shoot("limited-pod", pod_path(id, 1, key))
    cards = [card for card in load() if "SW" in dict(card.sets)][::6][:POOL]
    limited.enter_pool(work, 1, cards=[PoolCard(card=card.id, count=1) for card in cards])
    shot.shoot("limited-pool", f"{player_path(id, 1, key)}/pool")


def _send_without_network(page: Page) -> None:
    page.context.set_offline(True)
    page.locator("#vp1").fill("5")
    page.get_by_role("button", name="Enter this result").last.click()
    page.get_by_text("No network.").wait_for()
    page.evaluate("scrollTo(0, 0)")


if __name__ == "__main__":
    take_all(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
