"""Phones at one table: each with the link of its seat, and what happened before told by the host."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE


@dataclass
class Phones:
    """Four phones at one table, each with the link of its seat; `number` counts what has been written."""

    pages: dict[str, Page]
    number: int = 0

    def take(self, seat: str) -> Page:
        """The phone of a seat, showing all that has been done at the table."""
        page = self.pages[seat]
        if written(page) != self.number:
            page.reload()
        self.is_current(seat)
        return page

    def is_current(self, seat: str) -> None:
        """This phone shows all that has been done, by itself."""
        expect(self.pages[seat].locator(f"#table[data-version^='\"{self.number}-']")).to_be_attached()

    def press(self, seat: str, button: Locator) -> None:
        """One operation; the phone shows the table after it."""
        self.take(seat)
        button.click()
        self.number += 1
        self.is_current(seat)

    def do(self, seat: str, name: str, *, form: str = "") -> None:
        """Press the button of that name, in the form of that name if there are several."""
        page = self.pages[seat]
        place = page.locator(f"#offer-{form}") if form else page.locator("#table")
        self.press(seat, place.get_by_role("button", name=name, exact=bool(form)).first)

    def end(self, seats: str) -> None:
        """Each of these ends her portion."""
        for seat in seats:
            self.do(seat, "End your portion")

    def pick(self, seat: str, phase: str) -> None:
        """A phase is chosen."""
        self.do(seat, phase, form="phase")

    def go_on(self, seat: str) -> None:
        """Nobody plays anything."""
        self.press(seat, self.pages[seat].locator("#offer-no-plays button"))

    def unfold(self, seat: str, name: str) -> Locator:
        """A form that waits behind its name, opened with all its terms."""
        page = self.take(seat)
        fold = page.locator(f"#fold-{name}")
        open_all(page, until=fold)
        group = fold.locator("xpath=ancestor::details")
        for closed in (group, fold, fold.locator("details")):
            if closed.count() and closed.first.get_attribute("open") is None:
                closed.first.locator("> summary").click()
        return fold

    def counts(self, seat: str, *words: str) -> None:
        """What the ring says of a Methuselah, to whoever cannot see the drawing."""
        line = self.take(seat).locator(".ring figcaption li").filter(has_text=re.compile(f"^{words[0]}:"))
        for word in words[1:]:
            expect(line).to_contain_text(word)

    def everybody(self, looker: str, **pools: int) -> None:
        """The pools, as one phone shows them."""
        for name, pool in pools.items():
            self.counts(looker, name, f"{pool} pool")

    def gauge(self, seat: str, name: str, number: str) -> None:
        """A figure of what is going on."""
        gauge = self.take(seat).locator(".gauge").filter(has_text=re.compile(f"^{name}"))
        expect(gauge.locator("dd").first).to_have_text(number)

    def not_offered(self, seat: str, name: str) -> None:
        """No button has these words."""
        expect(self.take(seat).locator("#table").get_by_role("button", name=name)).to_have_count(0)


def open_all(page: Page, *, until: Locator) -> None:
    """Open what comes only when it is opened, one after the other, until there is what somebody looks for."""
    while not until.count():
        closed = page.locator("details.choice-group[data-open]:not([open])").first
        word = closed.get_attribute("data-open")
        closed.locator("> summary").click()
        expect(page.locator(f"#table[data-version*='{word}']")).to_be_attached()


def sit_down(
    open_page: Callable[..., Page], seats: str, before: Sequence[str], *, variant: str = "standard", **more: str
) -> Phones:
    """A table made on a tablet, with a phone for each seat; `before` is written as a record writes it.

    `more` are values of the start page's lists: profile, speed.
    """
    host = open_page()
    host.goto(f"/tables?variant={variant}")
    for place, name in enumerate(seats, start=1):
        host.locator(f"#name{place}").fill(name)
    host.locator("#more > summary").click()
    for name, value in more.items():
        host.locator(f"#{name}").select_option(value)
    host.get_by_role("button", name="Sit down").click()
    host.wait_for_url("**/links")
    links = host.locator(".link-card .qr")
    paths = [str(links.nth(place).get_attribute("href")) for place in range(links.count())]
    host.goto(next(path for path in paths if "/host/" in path))
    for line in before:
        tell(host, line)
        host.reload()
    number = written(host)
    host.close()
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    pages = {seat: open_page(**phone) for seat in seats}
    for seat, path in zip(seats, paths, strict=False):
        pages[seat].goto(path)
    return Phones(pages, number=number)


def written(page: Page) -> int:
    """How much of the game a page shows: the number of its last entry."""
    version = page.locator("#table").get_attribute("data-version") or ""
    return int(version.strip('"').split("-")[0])


def tell(host: Page, line: str) -> None:
    """An operation as a record writes it, from the host's page."""
    token = host.locator("input[name=csrf_token]").first.input_value()
    form = {"csrf_token": token, "sequence": str(written(host)), "op": line}
    answer = host.request.post(f"{host.url}/do", form=form, headers={"Referer": host.url}, max_redirects=0)
    assert answer.status == 303, answer.text()[:500]
