"""Pages that are told of changes: one stream for all windows of a browser, and pages that ask where none comes."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests import LONG
from tests.browser.conftest import PATIENCE
from tests.browser.proxy import HoldingProxy
from toolkit.services.kernel import links
from toolkit.services.kernel.context import Context, database_address, open_context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.tournaments import make_demo
from toolkit.tournament import announcements, clock, results, rounds, steps
from toolkit.tournament.standings import standings
from toolkit.web import create_app
from toolkit.web.base.stores import context_of
from toolkit.web.serving import streams
from toolkit.web.serving.server import Server, make_server

# A page that is told of changes asks by itself only every two minutes: what is seen before that, was told.
SOON = 20_000
# After so many milliseconds each window looks anew at who has the stream.
TURN = 1000


@dataclass
class Place:
    """A server that can be stopped and started anew at the same address, with an event whose first round is seated."""

    folder: Path
    writer: Context
    port: int = 0

    def __post_init__(self) -> None:
        self.work = UnitOfWork(context=self.writer, id=make_demo(self.writer, name="Lyon").id, by="Test")
        players = sorted(self.work.look().players)
        tables = [players[start : start + 5] for start in range(0, 25, 5)] + [players[25:29], players[29:33]]
        self.work.change(rounds.draft_round, tables)
        self.work.change(steps.publish_round)
        self.start()

    def start(self) -> None:
        self.app = create_app({"DATA_FOLDER": str(self.folder), "WORKERS": 0})
        self.server: Server = make_server(self.app, "127.0.0.1", self.port)
        self.port = self.server.address[1]
        self.thread = threading.Thread(target=self.server.run)
        self.thread.start()

    def stop(self) -> None:
        self.server.stop()
        self.thread.join(timeout=LONG)
        context_of(self.app).store.close()

    @property
    def streams(self) -> int:
        return self.server.front.streams.open

    def url(self, path: str = "") -> str:
        return f"http://127.0.0.1:{self.port}/tournaments/{self.work.id}{path}"

    def phone(self, player: int) -> str:
        key = links.key_of(self.writer, self.work.id)
        return f"http://127.0.0.1:{self.port}{links.player_path(self.work.id, player, key)}"

    def announce(self, text: str) -> None:
        self.work.change(announcements.announce, text)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    writer = open_context(database_address(tmp_path))
    found = Place(tmp_path, writer)
    yield found
    found.stop()
    writer.store.close()


@pytest.fixture
def window(open_page: Callable[..., Page], place: Place) -> BrowserContext:
    page = open_page(base_url=f"http://127.0.0.1:{place.port}")
    return page.context


def opened(window: BrowserContext, url: str) -> Page:
    page = window.new_page()
    page.goto(url)
    return page


def is_told(page: Page) -> None:
    """Wait until the page is told of changes."""
    page.wait_for_function("() => document.querySelector('[data-stream]').followed > performance.now()")


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for what no page shows, while the page goes on."""
    end = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < end
        page.wait_for_timeout(20)


def has_streams(place: Place, page: Page, number: int) -> None:
    """Wait until the server holds so many streams and no more: of one that was let go it hears a moment later."""
    until(page, lambda: place.streams == number)


def fetched(page: Page) -> float:
    """Milliseconds until the server has answered the page's address."""
    took = page.evaluate("""async () => {
        const began = performance.now();
        await fetch(location.href, { cache: "no-store" });
        return performance.now() - began;
    }""")
    assert isinstance(took, float | int)
    return took


def test_nine_windows_share_one_stream_and_none_waits_for_another(window: BrowserContext, place: Place) -> None:
    alone = opened(window, place.phone(1))
    # On a machine that is busy with other things, a second is what a few bare requests take.
    soon = 1000 + 20 * max(fetched(alone) for _ in range(3))
    pages = [alone, *(opened(window, place.phone(player)) for player in range(2, 10))]
    for page in pages:
        is_told(page)
    has_streams(place, alone, 1)
    place.announce("Lunch is in the yard.")
    for page in pages:
        expect(page.get_by_text("Lunch is in the yard.")).to_be_visible(timeout=SOON)
    for page in pages:
        # Nine streams would take every connection that a browser opens to a server: the tenth would wait for ever.
        assert fetched(page) < soon
        page.get_by_role("link", name="Enter the result").click(timeout=SOON)
        expect(page.get_by_role("heading", name="Round 1")).to_be_visible(timeout=SOON)
    for page in pages:
        is_told(page)
    has_streams(place, pages[0], 1)


def test_when_the_window_that_has_the_stream_is_closed_another_one_takes_it(
    window: BrowserContext, place: Place
) -> None:
    pages = [opened(window, place.phone(player)) for player in (1, 2, 3)]
    for page in pages:
        is_told(page)
    lead = "JSON.parse(localStorage.getItem('live-leader')).id"
    first = pages[0].evaluate(lead)
    pages[0].close()
    pages[1].wait_for_function(f"before => localStorage.getItem('live-leader') && {lead} !== before", arg=first)
    place.announce("Lunch")
    for page in pages[1:]:
        expect(page.get_by_text("Lunch")).to_be_visible(timeout=SOON)
    has_streams(place, pages[1], 1)


def test_a_page_whose_link_is_replaced_says_so_beside_one_that_goes_on(window: BrowserContext, place: Place) -> None:
    pages = [opened(window, place.phone(player)) for player in (1, 2)]
    for page in pages:
        is_told(page)
    links.renew(place.writer, place.work.id, links.player_name(1))
    expect(pages[0].get_by_text("This link was replaced by a new one")).to_be_visible(timeout=SOON)
    place.announce("Lunch")
    expect(pages[1].get_by_text("Lunch")).to_be_visible(timeout=SOON)
    is_told(pages[1])


def test_a_hidden_window_lets_go(window: BrowserContext, place: Place) -> None:
    page = opened(window, place.phone(1))
    is_told(page)
    page.evaluate("""() => {
        Object.defineProperty(document, "hidden", { configurable: true, value: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    has_streams(place, page, 0)
    page.wait_for_timeout(2 * TURN)
    assert place.streams == 0  # nor is it taken again while nobody looks
    page.evaluate("""() => {
        delete document.hidden;
        document.dispatchEvent(new Event("visibilitychange"));
    }""")
    is_told(page)


def test_phones_show_what_is_the_same_for_all_without_asking_for_their_pages(
    window: BrowserContext, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "WITHIN", 1.0)
    page, public, work = opened(window, place.phone(7)), opened(window, place.url()), place.work
    is_told(page)
    is_told(public)
    asked: list[str] = []
    # Whatever part they ask for is never answered: all that they show anew has come by the stream.
    page.route("**/players/**", lambda route: asked.append(route.request.url))
    public.route(place.url(), lambda route: asked.append(route.request.url))
    place.announce("Lunch <b>is</b> here")
    for one in (page, public):
        expect(one.get_by_text("Lunch <b>is</b> here")).to_be_visible(timeout=SOON)
    work.change(clock.start_clock, 1, minutes=60)
    for one in (page, public):
        expect(one.locator(".clock-face")).to_be_visible(timeout=SOON)
    page.wait_for_timeout(400)  # in which it would ask
    assert asked == []
    work.change(announcements.withdraw, 1)
    expect(page.get_by_text("Lunch <b>is</b> here")).to_be_hidden(timeout=SOON)
    tables = dict(work.look().round(1).numbered())
    *most, last = sorted(tables.items(), key=lambda item: 7 not in item[1])
    for table, players in most:
        if table == 1:  # the first one of another table: the page shows a line of its own by then
            page.unroute("**/players/**")
            public.unroute(place.url())
            for one in (page, public):
                one.reload()
                is_told(one)
            page.route("**/players/**", lambda route: asked.append(route.request.url))
            public.route(place.url(), lambda route: asked.append(route.request.url))
        work.change(results.enter_result, 1, table, victory_points=[len(players), *[0] * (len(players) - 1)])
    # The last result of a round says more to every page than a place.
    (rank,) = (row.rank for row in standings(work.look()) if row.player.number == 7)
    assert rank is not None
    assert rank > 2
    expect(page.locator("#ranks tbody td").first).to_have_text(str(rank), timeout=SOON)
    own = public.locator("#ranks tbody tr", has_text=work.look().player(7).name)
    expect(own.locator("td").first).to_have_text(str(rank), timeout=SOON)
    assert place.url() not in asked
    work.change(results.enter_result, 1, last[0], victory_points=[len(last[1]), *[0] * (len(last[1]) - 1)])
    around = [8, 9, 7, 10, 11]
    others = [number for number in sorted(work.look().players) if number not in around]
    work.change(rounds.draft_round, [*(others[start : start + 4] for start in range(0, 28, 4)), around])
    work.change(steps.publish_round)
    expect(page.locator(".place")).to_contain_text(re.compile(r"Round 2\s+Table\s*8\s+Seat\s*3"), timeout=SOON)
    state = work.look()
    shown = [page.locator(f"[data-fill={name}]").first.text_content() for name in ("prey", "predator")]
    assert shown == [state.player(10).name, state.player(9).name]
    expect(page.locator(".place .clock-face")).to_have_count(0)
    expect(page.locator("[aria-labelledby=result]")).to_be_hidden()
    expect(public.locator("#seating")).to_have_text("Round 2", timeout=SOON)
    expect(public.locator(".seats").last).to_contain_text(state.player(8).name)
    expect(public.locator(".seats")).to_have_count(8)
    expect(public.locator(".clock-face")).to_have_count(0)
    page.unroute("**/players/**")


def test_tables_of_a_cancelled_round_go_while_a_name_is_typed(window: BrowserContext, place: Place) -> None:
    page, work = opened(window, place.url()), place.work
    is_told(page)
    name = page.get_by_role("searchbox", name="Find your name")
    name.fill("Anna")
    work.change(rounds.cancel_round, 1, reason="a fire alarm")
    expect(page.get_by_text("No seating has been published yet.")).to_be_visible(timeout=SOON)
    expect(page.locator(".seats")).to_have_count(0)
    players = sorted(work.look().players)[::-1]
    work.change(rounds.draft_round, [players[:4], players[4:8], *(players[at : at + 5] for at in range(8, 33, 5))])
    work.change(steps.publish_round)
    expect(page.locator("#seating")).to_have_text("Round 1", timeout=SOON)
    expect(page.locator(".seats")).to_have_count(7)
    expect(page.locator(".seats").first).to_contain_text(work.look().player(players[0]).name)
    expect(name).to_have_value("Anna")


def test_behind_a_proxy_that_keeps_streams_to_itself_pages_ask(window: BrowserContext, place: Place) -> None:
    window.route("**/live?*", lambda route: None)
    page = opened(window, place.phone(1))
    place.announce("Lunch")
    expect(page.get_by_text("Lunch")).to_be_visible()
    assert not page.evaluate("document.querySelector('[data-stream]').followed > 0")


@pytest.mark.whole
def test_behind_a_proxy_that_hands_on_what_has_ended_pages_are_told_by_polls(
    window: BrowserContext, place: Place
) -> None:
    window.route(re.compile(r"/live\?(?!.*poll=1)"), lambda route: None)
    pages = [opened(window, place.phone(player)) for player in (1, 2)]
    for page in pages:
        is_told(page)
    for text in ("Lunch", "Coffee"):
        place.announce(text)
        for page in pages:
            expect(page.get_by_text(text)).to_be_visible(timeout=SOON)
            is_told(page)
    assert place.streams <= 1
    # Whoever comes next knows it already.
    other = opened(window, place.phone(3))
    other.wait_for_function("() => document.querySelector('[data-stream]').followed > performance.now()", timeout=SOON)


def test_what_a_browser_knows_of_streams_lasts_as_long_as_the_docs_say(
    place: Place, open_page: Callable[..., Page]
) -> None:
    """`docs/kept.md`: that news came at once, or were held back, ten minutes; which window leads, three seconds."""
    noon = 1_800_000_000_000

    def asked_with(**known: object) -> tuple[Page, list[str]]:
        """The requests for news, which get no answer, of a window at noon whose browser knows that of streams."""
        page = open_page(base_url=f"http://127.0.0.1:{place.port}")
        page.goto("/robots.txt")
        for name, value in known.items():
            page.evaluate("([name, value]) => localStorage.setItem(`live-${name}`, value)", [name, json.dumps(value)])
        asked: list[str] = []
        page.route("**/live?*", lambda route: asked.append(route.request.url))
        # It goes on until it is paused, and never back.
        page.clock.install(time=noon / 1000 - 3600)
        page.clock.pause_at(noon / 1000)
        page.goto(place.phone(1))
        return page, asked

    for minutes in (9, 11):
        page, asked = asked_with(kept=noon - minutes * 60_000)
        page.clock.run_for(500)
        until(page, lambda asked=asked: bool(asked))
        assert ("poll=1" in asked[0]) is (minutes == 9)
    # A lease of four seconds is of a clock that was set back since.
    for lease, wait in ((2900, 2500), (4000, 0)):
        page, asked = asked_with(leader={"id": "other", "until": noon + lease})
        page.clock.run_for(wait)
        page.evaluate("fetch('/robots.txt').then(() => 0)")  # what was asked before is known by then
        assert asked == []
        page.clock.run_for(2000)
        until(page, lambda asked=asked: bool(asked))
    # Where no news come, a browser that has heard some takes it for the network, another one for a proxy.
    for minutes in (9, 11):
        page, asked = asked_with(streamed=noon - minutes * 60_000)
        page.clock.run_for(500)
        until(page, lambda asked=asked: bool(asked))
        page.clock.run_for(15_000)
        assert page.evaluate("localStorage.getItem('live-kept') !== null") is (minutes == 11)


@pytest.fixture
def proxy(place: Place) -> Iterator[HoldingProxy]:
    with HoldingProxy(place.port) as found:
        thread = threading.Thread(target=found.serve_forever)
        thread.start()
        yield found
        found.shutdown()
    thread.join(timeout=LONG)


@pytest.mark.whole
def test_behind_a_proxy_that_holds_every_answer_until_its_end_a_page_is_told_and_does_not_ask(
    place: Place, proxy: HoldingProxy, open_page: Callable[..., Page]
) -> None:
    address = urlsplit(place.phone(1))
    base = f"http://127.0.0.1:{proxy.server_address[1]}"
    page = opened(open_page(base_url=base).context, base + address.path)
    is_told(page)
    page.evaluate("window.isLoadedOnce = true")
    proxy.asked.clear()
    # One of them was held to its end without news.
    until(page, lambda: sum("poll=1" in asked for asked in proxy.asked) >= 2)
    assert proxy.asked.count(address.path) <= 1
    place.announce("Lunch")
    expect(page.get_by_text("Lunch")).to_be_visible(timeout=SOON)
    assert page.evaluate("window.isLoadedOnce")


def test_a_server_that_was_started_anew_finds_its_pages_again(window: BrowserContext, place: Place) -> None:
    page = opened(window, place.phone(1))
    is_told(page)
    place.stop()
    expect(page.locator("#offline")).to_be_visible()
    place.start()
    place.announce("Here again")
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.get_by_text("Here again")).to_be_visible()
    is_told(page)
