"""A tap at a table that does not reach the server: it stays on the page, is told as not sent, and goes out later."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PHONE
from tests.browser.test_table_pages import sit_down


@pytest.fixture
def phone_of_host(open_page: Callable[..., Page]) -> Page:
    """The first turn has begun: the unlock phase of Anna, on a phone that acts for everybody."""
    page = open_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(sit_down(page)["host"])
    return page


def tap_and_wait(page: Page) -> None:
    """End the phase, in vain: the table stays as it was, with what was tapped."""
    address = page.url
    page.locator("#offer-end-phase button").tap()
    expect(page.locator("#unsent")).to_contain_text("Not sent yet: End: Unlock phase")
    expect(page.locator("#table")).to_contain_text("Unlock phase")
    assert page.url == address


def arrives(page: Page) -> None:
    """What was kept is carried out, once."""
    expect(page.locator("#table .trail li")).to_have_count(2)
    expect(page.locator("#table")).to_contain_text("Master phase")
    expect(page.locator("#unsent")).to_be_hidden()


def test_a_tap_that_the_store_could_not_keep_goes_out_again(phone_of_host: Page) -> None:
    busy = {"status": 503, "headers": {"Retry-After": "1"}, "body": "The store cannot be reached."}
    phone_of_host.route("**/do", lambda route: route.fulfill(**busy), times=2)
    tap_and_wait(phone_of_host)
    arrives(phone_of_host)


def test_a_lost_answer_does_it_once(phone_of_host: Page) -> None:
    def lost(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    phone_of_host.route("**/do", lost, times=1)
    phone_of_host.locator("#offer-end-phase button").tap()
    arrives(phone_of_host)


def test_what_was_tapped_outlives_a_reload(phone_of_host: Page) -> None:
    phone_of_host.route("**/do", lambda route: route.abort())
    tap_and_wait(phone_of_host)
    phone_of_host.reload()
    expect(phone_of_host.locator("#unsent")).to_contain_text("End: Unlock phase")
    phone_of_host.unroute("**/do")
    arrives(phone_of_host)


def test_the_first_tap_goes_first_and_can_be_taken_back(phone_of_host: Page) -> None:
    phone_of_host.route("**/do", lambda route: route.abort())
    tap_and_wait(phone_of_host)
    sent: list[str] = []
    phone_of_host.on("request", lambda request: sent.append(request.url) if "/undo" in request.url else None)
    phone_of_host.get_by_role("link", name="Bruno").first.tap()
    phone_of_host.locator("#offer-end-phase button").tap()
    expect(phone_of_host.locator("#unsent")).to_contain_text("Not sent yet: End: Unlock phase")
    phone_of_host.get_by_role("button", name="Do not send it").tap()
    expect(phone_of_host.locator("#unsent")).to_be_hidden()
    phone_of_host.unroute("**/do")
    phone_of_host.reload()
    expect(phone_of_host.locator("#table")).to_contain_text("Unlock phase")


def test_a_tap_that_the_server_takes_no_more_is_named(phone_of_host: Page) -> None:
    phone_of_host.route("**/do", lambda route: route.abort(), times=1)
    tap_and_wait(phone_of_host)
    phone_of_host.route("**/do", lambda route: route.fulfill(status=404, body="No such table."))
    expect(phone_of_host.locator("#unsent")).to_have_text(re.compile(r"^\s*Not carried out: End: Unlock phase"))
    phone_of_host.get_by_role("button", name="OK").tap()
    expect(phone_of_host.locator("#unsent")).to_be_hidden()


# What waits was tapped so many milliseconds earlier.
AGED = """(age) => {
  const name = Object.keys(localStorage).find((one) => one.startsWith("table-unsent:"));
  const taps = JSON.parse(localStorage.getItem(name)).map((tap) => ({ ...tap, at: tap.at - age }));
  localStorage.setItem(name, JSON.stringify(taps));
}"""


@pytest.mark.parametrize(("age", "words"), [(86_400_000, "Not carried out"), (86_340_000, "Not sent yet")])
def test_a_tap_of_yesterday_is_named_and_not_carried_out(phone_of_host: Page, age: int, words: str) -> None:
    phone_of_host.route("**/do", lambda route: route.abort())
    tap_and_wait(phone_of_host)
    game = phone_of_host.url
    phone_of_host.goto("/help/")
    phone_of_host.evaluate(AGED, age)
    phone_of_host.goto(game)
    expect(phone_of_host.locator("#unsent")).to_contain_text(f"{words}: End: Unlock phase")


def test_an_answer_to_what_is_asked_goes_before_what_still_waits(phone_of_host: Page) -> None:
    phone_of_host.route("**/do", lambda route: route.abort())
    phone_of_host.locator("#group-table > summary").tap()
    phone_of_host.locator("#offer-stop button").tap()
    expect(phone_of_host.locator("#unsent")).to_be_visible()
    phone_of_host.locator("#offer-end-phase button").tap()
    expect(phone_of_host.locator("#unsent")).to_contain_text("End: Unlock phase")
    phone_of_host.unroute("**/do")
    phone_of_host.get_by_role("button", name="Yes, do it").tap()
    expect(phone_of_host.locator("section.ending")).to_be_visible()
    expect(phone_of_host.locator("#unsent")).to_be_hidden()


def test_a_tap_that_fails_after_another_was_answered_is_kept(phone_of_host: Page) -> None:
    """The answer to the other tap has replaced its form."""
    waiting: list[Route] = []
    phone_of_host.route("**/do", lambda route: waiting.append(route), times=1)
    phone_of_host.locator("#offer-end-phase button").tap()
    phone_of_host.locator("#c-menu-button").tap()
    phone_of_host.locator("#clock-tools > summary").tap()
    phone_of_host.get_by_role("button", name="+60 min").tap()
    expect(phone_of_host.locator(".table-clock")).to_contain_text("1:00:00")
    waiting[0].abort()
    arrives(phone_of_host)
