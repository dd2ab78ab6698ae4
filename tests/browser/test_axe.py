"""axe-core finds nothing serious on any page: in the light theme on a phone, in the dark one on a desk.

Each page is asked for once and looked at twice, as whoever turns a phone's theme or drags a window has it. The first
page of a template is judged whole; of what another page, state or theme draws, whatever no page before it drew. Our own
audit looks at all of every page, which costs nothing. The pages are in French: its words need the most room, and a
fault of a template is one in any language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright
from werkzeug.routing import MapAdapter

from tests.browser.axe_pages import ALONE, NOWHERE, UNFOLD, all_pages, is_page
from tests.browser.conftest import DESKTOP, PHONE, faults_of, launched, press, windows_of
from tests.browser.test_decks import paste
from tests.soak import part
from tests.web.lists import MISSPELT
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import database_address, entry_key, open_context
from toolkit.web import create_app
from toolkit.web.base.access import organizer_link

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
PASSWORD = "correct horse battery"
ACCOUNT_PAGES = ("/account/sign-up", "/account/sign-in?next=/account/settings", "/account/settings")
# What is asked for wrongly, by the status of its answer.
REFUSED = {404: "/nothing", 422: "/guide/combat?v_counters=9"}
# Colours hang on the theme and sizes on the window: each of both once, and not every pair.
LOOKS = ((PHONE, "light"), (DESKTOP, "dark"))

# What no page before drew alike is fresh: the same tags, classes and states, one within the other, look alike.
# Colours, which take axe longest, are judged where they are fresh. What is known comes and goes as one text: thousands
# of numbers would be wrapped one by one. A rule whose faults are never serious does not run.
RUN = """async ([known, isWhole, rules]) => {
  const told = new Set(known.split(" ").map(Number)), numbers = new Map();
  const states = /^(class|type|role|hidden|disabled|style|aria-(checked|current|disabled|expanded|hidden|pressed|selected))$/;
  const number = (element) => {
    if (!element) return 0;
    if (!numbers.has(element)) {
      const own = [...element.attributes].filter(({name}) => states.test(name)).map(({name, value}) => `${name}=${value}`);
      const add = (sum, sign) => (Math.imul(31, sum) + sign.charCodeAt()) | 0;
      numbers.set(element, [...[element.localName, ...own].join(" ")].reduce(add, number(element.parentElement)));
    }
    return numbers.get(element);
  };
  const fresh = [...document.querySelectorAll("body, body :not(svg *), svg text")]
    .filter((one) => !told.has(number(one)) && told.add(number(one)));
  for (const one of fresh) one.dataset.fresh = "";
  const drawn = [...told].join(" ");
  if (!isWhole && !fresh.length) return [drawn, []];
  axe.configure({rules: [{id: "color-contrast", selector: "[data-fresh]"}]});
  const heavy = ["serious", "critical"];
  const light = axe._audit.rules.filter((rule) => !heavy.includes(rule.impact)).map((rule) => [rule.id, {enabled: false}]);
  const options = {resultTypes: ["violations"], preload: false, rules: Object.fromEntries(light)};
  if (rules.length) options.runOnly = rules;
  const found = await axe.run(isWhole ? document : fresh, options);
  return [drawn, found.violations.filter((one) => heavy.includes(one.impact))
    .map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" | ")}`)];
}"""  # noqa: E501
# What hangs on theme or window is judged in both.
BY_LOOK = ("color-contrast", "target-size", "scrollable-region-focusable", "link-in-text-block")


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
    found = Place(serve_app(DATA_FOLDER=str(folder), **NOWHERE), entry_key(context.store), all_pages(context))
    context.store.close()
    return found


@pytest.fixture(scope="module")
def unpainted(playwright: Playwright) -> Iterator[Browser]:
    """A browser that paints nothing, which is half of its work: colours and places are computed all the same.

    It waits for no frame, so that nothing can be clicked.
    """
    with launched(playwright, "--enable-begin-frame-control") as started:
        yield started


@pytest.fixture
def open_unpainted(unpainted: Browser, place: Place) -> Iterator[Callable[..., Page]]:
    """The same as `open_page`, for the organizer of the place."""
    with windows_of(unpainted, place.address) as open_window:

        def open_signed_in(**options: Any) -> Page:
            page = open_window(base_url=place.address, **options)
            page.goto(organizer_link(place.key))
            return page

        yield open_signed_in


@pytest.fixture(scope="module")
def server_with_accounts(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("accounts")
    # By the name at which browsers have passkeys.
    address = serve_app(DATA_FOLDER=str(folder), ACCOUNTS=True).replace("127.0.0.1", "localhost")
    context = open_context(database_address(folder))
    accounts.sign_up(context, "Odile", PASSWORD)
    context.store.close()
    return address


class Judge:
    """Looks at one page after the other, and remembers what it has seen."""

    def __init__(self, page: Page, routes: MapAdapter) -> None:
        page.add_init_script(AXE)  # told to the browser once, it is there on every page
        self.page = page
        self.routes = routes
        self.drawn = ""
        self.templates: set[str] = set()

    def look(self, template: str) -> list[str]:
        """What keeps somebody from using the page, also in what is folded away, as axe and our own audit see it."""
        page, drawn, found = self.page, self.drawn, []
        page.evaluate(UNFOLD)
        for (window, scheme), rules in zip(LOOKS, ((), BY_LOOK), strict=True):
            page.set_viewport_size(window)
            page.emulate_media(color_scheme=scheme)
            is_whole = not rules and template not in self.templates
            drawn, faults = page.evaluate(RUN, [self.drawn, is_whole, rules])
            found += [f"{page.url} ({scheme}): {fault}" for fault in (*faults, *faults_of(page))]
        self.drawn = drawn
        self.templates.add(template)
        return found

    def open(self, path: str, status: int = 200) -> list[str]:
        """What it finds at that address, which must answer a page itself."""
        answer = self.page.goto(path)
        assert answer is not None
        assert answer.request.redirected_from is None, f"{path} leads to {self.page.url}"
        assert (answer.status, path) == (status, path)
        return self.look(self.routes.match(path.partition("?")[0])[0] if status == 200 else str(status))


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> MapAdapter:
    return create_app({"DATA_FOLDER": str(tmp_path_factory.mktemp("routes")), "ACCOUNTS": True}).url_map.bind(
        "localhost"
    )


def test_every_page_is_looked_at(place: Place, routes: MapAdapter) -> None:
    pages = {rule.endpoint for rule in routes.map.iter_rules() if "GET" in (rule.methods or ())}
    looked_at = {routes.match(path.partition("?")[0])[0] for path in (*place.pages, *ACCOUNT_PAGES)}
    unknown = {endpoint for endpoint in pages - looked_at if is_page(endpoint)}
    assert unknown == set(), "list its address in tests/browser/axe_pages.py, or say there why it is no page"
    assert {endpoint for endpoint in looked_at if not is_page(endpoint)} == set()


@pytest.mark.walk
def test_axe_finds_nothing_serious(open_unpainted: Callable[..., Page], place: Place, routes: MapAdapter) -> None:
    judge = Judge(open_unpainted(locale="fr"), routes)
    found = [fault for path in part(place.pages, of=8) for fault in judge.open(path)]
    for status, path in REFUSED.items():
        found += judge.open(path, status=status)
    assert found == []


def test_axe_finds_nothing_serious_about_a_list_with_faults(page: Page, routes: MapAdapter) -> None:
    judge = Judge(page, routes)
    paste(page, MISSPELT)
    assert judge.look("a list with faults") == []


def test_what_fills_a_screen_has_room_for_its_words_in_spanish(
    open_unpainted: Callable[..., Page], place: Place
) -> None:
    """Every other page is looked at by `test_looks.py`."""
    page = open_unpainted(viewport=PHONE, locale="es")
    found = []
    for path in (path for path in place.pages if any(word in path for word in ALONE)):
        page.goto(path)
        page.evaluate(UNFOLD)
        found += [f"{path}: {fault}" for fault in faults_of(page)]
    # The figures of a person's events need no sideways scrolling.
    page.goto(next(path for path in place.pages if path.startswith("/persons/")))
    fits = "table => table.parentElement.scrollWidth <= table.parentElement.clientWidth"
    assert page.locator(".played").evaluate(fits)
    assert found == []


def test_axe_finds_nothing_serious_where_people_sign_in(
    open_page: Callable[..., Page], server_with_accounts: str, routes: MapAdapter
) -> None:
    page = open_page(base_url=server_with_accounts)
    judge = Judge(page, routes)
    found = [fault for path in ("/tournaments", *ACCOUNT_PAGES[:2]) for fault in judge.open(path)]
    page.get_by_label("Name").fill("Odile")
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("main").get_by_role("button", name="Sign in", exact=True))
    found += [fault for path in ("/tournaments", ACCOUNT_PAGES[2]) for fault in judge.open(path)]
    page.get_by_label("Name of the device").fill("Test phone")
    page.get_by_role("region", name="Passkeys").get_by_label("Current password").fill(PASSWORD)
    press(page.get_by_role("button", name="Create a passkey"))
    found += judge.look("a new passkey")
    assert found == []
