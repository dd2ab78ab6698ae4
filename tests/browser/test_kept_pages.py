"""Pages that a phone keeps over https: read, and written in, without a network; gone when they are somebody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests import comes
from tests.browser.conftest import press
from tests.browser.halls import FINGER, TABLES, Hall
from tests.browser.lossy import KEPT
from tests.browser.test_room import enter_points
from tests.browser.test_table_offline import arrives, tap_and_wait
from tests.browser.test_table_pages import sit_down
from toolkit.services.accounts import accounts
from toolkit.services.kernel import links
from toolkit.services.kernel.context import database_address, open_context
from toolkit.services.kernel.links import own_table_path, player_name, player_path
from toolkit.services.kernel.roles import Role
from toolkit.services.lifecycle.tournaments import make_demo
from toolkit.tournament import rounds, steps
from toolkit.web import create_app
from toolkit.web.base import kept_pages
from toolkit.web.serving.server import make_server

KEEPS = {**FINGER, "service_workers": "allow"}
PASSWORD = "correct horse battery"


class Network:
    """A server that is there or is not, which believes that all come by https: a browser does, of its own machine."""

    def __init__(self, app: Flask) -> None:
        self.app, self._port = app, 0
        asked = app.wsgi_app

        def secure(environ: WSGIEnvironment, start: StartResponse) -> Any:
            return asked({**environ, "wsgi.url_scheme": "https"}, start)

        app.wsgi_app = secure  # type: ignore[method-assign]  # as Flask's documentation has it
        self.begin()

    def begin(self) -> None:
        self._server = make_server(self.app, "127.0.0.1", self._port)
        self._port = self._server.address[1]
        self._thread = Thread(target=self._server.run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._server.stop()
        self._thread.join()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._port}"


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    network = Network(
        create_app(
            {"DATA_FOLDER": str(tmp_path_factory.mktemp("data")), "ACCOUNTS": True, "WTF_CSRF_SSL_STRICT": False}
        )
    )
    yield network
    network.end()


@pytest.fixture
def hall(network: Network, open_page: Callable[..., Page]) -> Iterator[Hall]:
    context = open_context(database_address(Path(network.app.config["DATA_FOLDER"])))
    hall = Hall(network.base, context, make_demo(context, name="Lyon").id, open_page)
    hall.work.change(rounds.draft_round, TABLES, seed=7)
    hall.work.change(steps.publish_round)
    yield hall
    context.store.close()


def copies(page: Page) -> set[str]:
    """The addresses of the pages that this browser keeps."""
    found: list[str] = page.evaluate("""async () => {
        const all = [];
        for (const name of await caches.keys()) {
            if (name.startsWith("pages")) all.push(...await (await caches.open(name)).keys());
        }
        return all.map((one) => new URL(one.url).pathname);
    }""")
    return set(found)


def keeps(page: Page, *paths: str) -> bool:
    return comes(lambda: copies(page) == set(paths))


def installed(page: Page) -> str:
    """The address that this page opens once it is installed, as Chromium reads its manifest."""
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    answer = session.send("Page.getAppManifest")
    assert answer["errors"] == []
    return str(answer["manifest"]["startUrl"])


def test_a_player_reads_and_enters_without_a_network_until_the_link_is_replaced(network: Network, hall: Hall) -> None:
    own, table = player_path(hall.id, 14, hall.key), own_table_path(hall.id, 1, 14, hall.key)
    phone = hall.phone(14, **KEEPS)
    assert keeps(phone, own)
    assert installed(phone) == f"{network.base}{own}"
    phone.goto(table)
    assert keeps(phone, own, table)
    network.end()
    phone.reload()
    expect(phone.locator("#offline")).to_contain_text("It is kept on this device, as of")
    enter_points(phone, "0", "0", "5", "0", "0")
    expect(phone.locator("#outbox")).to_contain_text(KEPT)
    phone.goto(own)
    expect(phone.locator(".place-big").first).to_have_text("1")
    expect(phone.locator("#outbox")).to_contain_text(KEPT)
    network.begin()
    expect(phone.locator("#offline")).to_be_hidden()
    assert comes(lambda: hall.line(1) == [0, 0, 10, 0, 0])
    links.renew(hall.context, hall.id, player_name(14))
    phone.goto(own)
    assert keeps(phone)


def test_a_phone_that_is_no_longer_a_player_s_keeps_no_page_of_theirs(network: Network, hall: Hall) -> None:
    own = player_path(hall.id, 14, hall.key)
    phone = hall.phone(14, **KEEPS)
    assert keeps(phone, own)
    phone.goto(f"/tournaments/{hall.id}")
    press(phone.get_by_role("button", name="Not me"))
    assert keeps(phone)


def test_a_judge_s_pages_are_gone_at_sign_out_and_are_nobody_else_s(network: Network, hall: Hall) -> None:
    judges = [accounts.sign_up(hall.context, name, PASSWORD) for name in ("Odile", "Petra")]
    for judge in judges:
        accounts.add_member(hall.context, hall.id, judge, Role.JUDGE)
    calls = f"/tournaments/{hall.id}/judge"
    page = hall.window(f"/account/sign-in?next={calls}", **KEEPS)
    sign_in(page, "Odile")
    assert keeps(page, calls)
    assert installed(page) == f"{network.base}{calls}"
    network.end()
    page.reload()
    expect(page.locator("#offline")).to_contain_text("as of")
    expect(page.get_by_role("navigation", name="Areas")).to_be_visible()
    network.begin()
    page.context.clear_cookies()
    page.goto("/help/")
    assert keeps(page)
    page.goto(f"/account/sign-in?next={calls}")
    sign_in(page, "Petra")
    assert keeps(page, calls)
    page.locator("#menu > summary").click()
    press(page.get_by_role("button", name="Sign out", exact=True).first)
    assert keeps(page)


def test_a_game_is_read_without_a_network_and_a_tap_goes_out_later(network: Network, hall: Hall) -> None:
    page = hall.open_page(base_url=hall.base, **KEEPS)
    host = sit_down(page)["host"]
    page.goto(host)
    assert keeps(page, host)
    network.end()
    page.reload()
    expect(page.locator("#offline")).to_contain_text("as of")
    tap_and_wait(page)
    network.begin()
    arrives(page)


def sign_in(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    press(page.get_by_role("button", name="Sign in", exact=True))


def test_no_copy_outlives_a_day_or_an_upgrade(network: Network, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    own, table = player_path(hall.id, 14, hall.key), own_table_path(hall.id, 1, 14, hall.key)
    phone = hall.phone(14, **KEEPS)
    assert keeps(phone, own)
    phone.goto(table)
    assert keeps(phone, own, table)
    phone.evaluate(AGED, [own, 24 * 3_600_000 - 60_000])
    phone.evaluate(AGED, [table, 24 * 3_600_000])
    phone.goto("/help/")
    assert keeps(phone, own)
    monkeypatch.setattr(kept_pages, "_version_of", lambda _folder: "newer")
    phone.goto(table)
    assert keeps(phone, table)
    assert phone.evaluate("navigator.serviceWorker.controller.scriptURL").endswith("/worker.js?v=newer")


# A copy that was kept so many milliseconds before.
AGED = """async ([path, age]) => {
  const [name] = (await caches.keys()).filter((one) => one.startsWith("pages"));
  const pages = await caches.open(name), copy = await pages.match(path), headers = new Headers(copy.headers);
  headers.set("X-Kept", Number(headers.get("X-Kept")) - age);
  await pages.put(path, new Response(await copy.text(), { headers }));
}"""
