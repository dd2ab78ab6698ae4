"""axe-core finds nothing serious on any page: in the light theme on a phone, in the dark one on a desk.

Each page is asked for once and looked at twice: as whoever turns a phone's theme or drags a window has it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.axe_pages import all_pages, is_page
from tests.browser.conftest import DESKTOP, PHONE, faults_of, press
from tests.browser.test_decks import paste
from tests.web.lists import MISSPELT
from toolkit.services import accounts
from toolkit.services.context import database_address, open_context, organizer_key
from toolkit.web import create_app
from toolkit.web.access import organizer_link

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
PASSWORD = "correct horse battery"
ACCOUNT_PAGES = ("/account/sign-up", "/account/sign-in?next=/account/settings", "/account/settings")
# What is asked for wrongly, by the status of its answer.
REFUSED = {404: "/nothing", 422: "/guide/combat?v_counters=9"}
# Colours hang on the theme and sizes on the window: each of both once, and not every pair.
LOOKS = ((PHONE, "light"), (DESKTOP, "dark"))

# What is folded away is somebody's next tap.
UNFOLD = """() => document.querySelectorAll("main details").forEach((fold) => { fold.open = true; })"""
RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return found.violations.filter((one) => ["serious", "critical"].includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`);
}"""


@dataclass(frozen=True)
class Place:
    """An installation: where it answers, the organizer's key, and every page."""

    address: str
    key: str
    pages: list[str]


@pytest.fixture(scope="module")
def place(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("axe")
    context = open_context(database_address(folder))
    found = Place(serve_app(DATA_FOLDER=str(folder)), organizer_key(context.store), all_pages(context))
    context.store.close()
    return found


@pytest.fixture(scope="module")
def server_with_accounts(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("accounts")
    address = serve_app(DATA_FOLDER=str(folder), ACCOUNTS=True)
    context = open_context(database_address(folder))
    accounts.sign_up(context, "Odile", PASSWORD)
    context.store.close()
    return address


def serious(page: Page) -> list[str]:
    """What keeps somebody from using the page, also in what is folded away, as axe-core and our own audit see it."""
    page.evaluate(AXE)
    page.evaluate(UNFOLD)
    found = []
    for window, scheme in LOOKS:
        page.set_viewport_size(window)
        page.emulate_media(color_scheme=scheme)
        found += [f"{page.url} ({scheme}): {fault}" for fault in (*page.evaluate(RUN), *faults_of(page))]
    return found


def seen(page: Page, path: str, status: int = 200) -> list[str]:
    """What axe-core finds at that address, which must answer a page itself."""
    answer = page.goto(path)
    assert answer is not None
    assert answer.request.redirected_from is None, f"{path} leads to {page.url}"
    assert (answer.status, path) == (status, path)
    return serious(page)


def test_every_page_is_looked_at(place: Place, tmp_path: Path) -> None:
    app = create_app({"DATA_FOLDER": str(tmp_path)})
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    routes = app.url_map.bind("localhost")
    looked_at = {routes.match(path.partition("?")[0])[0] for path in (*place.pages, *ACCOUNT_PAGES)}
    unknown = {endpoint for endpoint in pages - looked_at if is_page(endpoint)}
    assert unknown == set(), "list its address in tests/browser/axe_pages.py, or say there why it is no page"
    assert {endpoint for endpoint in looked_at if not is_page(endpoint)} == set()


def test_axe_finds_nothing_serious(open_page: Callable[..., Page], place: Place) -> None:
    page = open_page(base_url=place.address)
    page.goto(organizer_link(place.key))
    found = [fault for path in place.pages for fault in seen(page, path)]
    for status, path in REFUSED.items():
        found += seen(page, path, status=status)
    paste(page, MISSPELT)
    found += serious(page)
    assert found == []


@pytest.mark.parametrize("language", ["fr", "es"])
def test_every_page_has_room_for_its_words(open_page: Callable[..., Page], place: Place, language: str) -> None:
    page = open_page(base_url=place.address, viewport=PHONE, locale=language)
    page.goto(organizer_link(place.key))
    found = []
    for path in place.pages:
        page.goto(path)
        page.evaluate(UNFOLD)
        found += [f"{path}: {fault}" for fault in faults_of(page)]
    assert found == []


def test_axe_finds_nothing_serious_where_people_sign_in(
    open_page: Callable[..., Page], server_with_accounts: str
) -> None:
    page = open_page(base_url=server_with_accounts)
    found = [fault for path in ("/tournaments", *ACCOUNT_PAGES[:2]) for fault in seen(page, path)]
    page.get_by_label("Name").fill("Odile")
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("main").get_by_role("button", name="Sign in"))
    found += [fault for path in ("/tournaments", ACCOUNT_PAGES[2]) for fault in seen(page, path)]
    assert found == []
