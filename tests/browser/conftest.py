"""A real Chromium against the real server, for every area: `page`, `phone`, `open_page`, `server`, `serve_app`.

Every test of this folder is marked `browser`. Without Chromium it is skipped, unless REQUIRE_ALL=1.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_compress import DictCache
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser import halls
from tests.browser.halls import TABLES, Hall
from toolkit.services.kernel.context import Context, database_address, open_context
from toolkit.services.lifecycle.tournaments import make_demo
from toolkit.tournament import rounds, steps
from toolkit.web import create_app
from toolkit.web.base.stores import current_context
from toolkit.web.serving import compression
from toolkit.web.serving.server import make_server

# The same engine without what surrounds it: a page takes half as much of a processor.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
# Every window starts one process, and not another one as soon as it leaves its empty page.
ARGUMENTS.append("--renderer-process-limit=1")
# Phones in a hall come over plain http, where a browser refuses much: an invented name for this machine shows it.
HALL_NAME = "hall.test"
# No other site has an address, and its name is a fault: to be told of each request takes a tenth of a page's time.
ARGUMENTS.append(f"--host-resolver-rules=MAP {HALL_NAME} 127.0.0.1,MAP * ~NOTFOUND,EXCLUDE 127.0.0.1,EXCLUDE localhost")
FAULTS = ("Content Security", "ERR_NAME_NOT_RESOLVED")
# Asked for by a page to see whether a route is in force.
CAUGHT = "/is-caught"
PHONE = halls.PHONE
TABLET = {"width": 820, "height": 1180}
DESKTOP = {"width": 1280, "height": 900}
# What fades is drawn sixty times a second: no test is about it, and it takes as long as what most of them do.
# Nor is any but test_kept_pages.py about the worker, behind which no test could stand in for the server.
USUAL = {"viewport": DESKTOP, "locale": "en", "reduced_motion": "reduce", "service_workers": "block"}

# Long enough for a busy machine: a page that never shows what it should still fails.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)

AUDIT = (Path(__file__).parent / "audit.js").read_text(encoding="utf-8")


def faults_of(page: Page) -> list[str]:
    """What no page may have as it stands: faint words, nameless controls, doubled ids, sideways scrolling."""
    return [f"{kind}: {fault}" for kind, faults in page.evaluate(AUDIT).items() for fault in faults]


def faults_in_both_themes(page: Page, *windows: ViewportSize) -> list[str]:
    """The same in the light and in the dark theme, in a window of each size: colours hang on one, sizes on the other.

    The page is not loaded again, as whoever turns a phone's theme or drags a window has it.
    """
    found = []
    for window in windows or (page.viewport_size,):
        assert window is not None
        page.set_viewport_size(window)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found += [f"{scheme}, {window['width']} px: {fault}" for fault in faults_of(page)]
    return found


def press(control: Locator) -> None:
    """Click what leads to another page, and wait until that page is here: what comes next never acts on the old one."""
    with arrival(control.page):
        control.click()


def arrival(page: Page) -> AbstractContextManager[object]:
    """Another page is here at its end: an address that a late answer gives to the old one is none."""
    return page.expect_event("load")


@contextmanager
def served(app: Flask) -> Iterator[str]:
    """The address at which a real server answers for an app, on a free port."""
    server = make_server(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    host, port = server.address
    try:
        yield f"http://{host}:{port}"
    finally:
        server.stop()
        thread.join(timeout=5)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser, started."""
    with sync_playwright() as playwright, launched(playwright) as started:
        yield started


def launched(playwright: Playwright, *more: str) -> Browser:
    """A browser with `more` arguments, to be closed by whoever asked for it."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *more])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)
            # A browser on a crowded machine may miss once what it was told; what fails twice is a fault.
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session", autouse=True)
def _files_are_packed_once() -> Iterator[None]:
    # Each app has the same files, and packing those of a page takes a tenth of a second.
    packed = DictCache()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(compression, "DictCache", lambda: packed)
        yield


@pytest.fixture(scope="session", autouse=True)
def _a_route_catches_the_very_next_request() -> Iterator[None]:
    # Chromium tells a page of its first route a moment later: what the page sends at once would pass by it.
    with pytest.MonkeyPatch.context() as patched:
        for kind in (Page, BrowserContext):
            patched.setattr(kind, "route", catching(kind.route))
        yield


def catching(route: Callable[..., None]) -> Callable[..., None]:
    """The same, once the pages that are open have heard of it."""

    def route_at_once(owner: Page | BrowserContext, *how: Any, **options: Any) -> None:
        route(owner, *how, **options)
        for page in [owner] if isinstance(owner, Page) else owner.pages:
            if page.url.startswith("http"):
                route(page, f"**{CAUGHT}", lambda asked: asked.fulfill(status=204))
                while page.evaluate("(path) => fetch(path).then((answer) => answer.status)", CAUGHT) != 204:
                    pass
                page.unroute(f"**{CAUGHT}")

    return route_at_once


@pytest.fixture(scope="session")
def serve_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """A function that serves an app of the given configuration on a free port and returns its address.

    It may have a clock and a die of its own, as a context takes them.
    """
    with ExitStack() as running:

        def start(
            *, clock: Callable[[], datetime] | None = None, seed: Callable[[], int] | None = None, **config: Any
        ) -> str:
            app = create_app({"DATA_FOLDER": str(tmp_path_factory.mktemp("data")), **config})
            if clock or seed:
                with app.app_context():
                    context = current_context()
                    context.now, context.seed = clock or context.now, seed or context.seed
            return running.enter_context(served(app))

        yield start


@pytest.fixture(scope="session")
def server(serve_app: Callable[..., str]) -> str:
    """The address of an app with the default configuration and an empty data folder."""
    return serve_app()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with launched(playwright) as started:
        yield started


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """A function that opens a fresh browser window; its arguments are those of Playwright's `new_context`."""
    with windows_of(browser, server) as open_window:
        yield open_window


@contextmanager
def windows_of(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """A function that opens a window of a browser.

    A page that breaks the content policy, throws, or asks another site for anything fails the test.
    """
    windows: list[BrowserContext] = []
    faults: list[str] = []

    def open_window(**options: Any) -> Page:
        window = browser.new_context(**{"base_url": server, **USUAL, **options})
        window.set_default_timeout(PATIENCE)
        windows.append(window)
        page = window.new_page()
        page.on("pageerror", lambda error: faults.append(f"script: {error}"))
        page.on("console", lambda message: faults.extend(_faults_in(message)))
        return page

    yield open_window
    for window in windows:
        window.close()
    assert faults == []


def _faults_in(message: ConsoleMessage) -> Iterator[str]:
    if any(fault in message.text for fault in FAULTS):
        yield f"{message.text} {message.location['url']}"


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """A desktop window in English."""
    return open_page()


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """A phone with a finger."""
    return open_page(viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)


@pytest.fixture(scope="module")
def place(serve_app: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Context]]:
    folder = tmp_path_factory.mktemp("hall")
    base = serve_app(DATA_FOLDER=str(folder))
    context = open_context(database_address(folder))
    yield base, context
    context.store.close()


@pytest.fixture
def hall(place: tuple[str, Context], open_page: Callable[..., Page]) -> Hall:
    """The demo event before round 1, its check-in open and everybody here."""
    base, context = place
    return Hall(base, context, make_demo(context, name="Lyon").id, open_page)


@pytest.fixture
def seated(hall: Hall) -> Hall:
    """The same with round 1 published."""
    hall.work.change(rounds.draft_round, TABLES, seed=7)
    hall.work.change(steps.publish_round)
    return hall
