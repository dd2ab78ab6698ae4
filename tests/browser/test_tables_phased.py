"""Phased motion on four phones: the advanced turn with bonuses and Cheat, to the numbers of the spec (S4)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, faults_of

SEATS = "ABCD"
# What happened before: as the record of the scenario has it (tests/games/s4_phased_advanced.txt).
BEFORE = (
    "correct C.pool=20,A.pool=20,B.pool=20,D.pool=20,A.hand=7,B.hand=9,C.hand=6,D.hand=11,edge=C,"
    "A1=gone,A2=gone,B1=gone,B2=gone,C1=gone,C2=gone,D1=gone,D2=gone",
    "correct XA1=vampire@A.ready.3/3,XA2=vampire@A.ready.3/3,XA3=vampire@A.ready.5/3,XA4=vampire@A.ready.3/3,"
    "XB1=vampire@B.ready.4/2,XB2=vampire@B.ready.3/3,XB3=vampire@B.ready.3/3,XC1=vampire@C.ready.3/3,"
    "XC2=vampire@C.ready.3/3,XC3=vampire@C.ready.5/4,XC3.title=prince/paris,XD1=vampire@D.ready.4/4,"
    "XD2=vampire@D.ready.4/4",
    "correct begin=C/5",
    "correct begin=C/6",
)


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
        self.do(seat, "Nobody plays anything: go on", form="no-plays")

    def unfold(self, seat: str, name: str) -> Locator:
        """A form that waits behind its name, opened with all its terms."""
        page = self.take(seat)
        fold = page.locator(f"#fold-{name}")
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


@pytest.fixture
def phones(open_page: Callable[..., Page]) -> Phones:
    """A table of phased motion, advanced, made on a tablet; the story so far is written by the judge."""
    host = open_page()
    host.goto("/tables?variant=pm_advanced")
    for place, name in enumerate(SEATS, start=1):
        host.locator(f"#name{place}").fill(name)
    host.get_by_role("button", name="Sit down").click()
    host.wait_for_url("**/links")
    links = host.locator(".link-card .qr")
    paths = [str(links.nth(place).get_attribute("href")) for place in range(links.count())]
    host.goto(next(path for path in paths if "/host/" in path))
    number = 0
    for line in BEFORE:
        number = written(host)
        tell(host, line, number)
        host.reload()
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    pages = {seat: open_page(**phone) for seat in SEATS}
    for seat, path in zip(SEATS, paths, strict=False):
        pages[seat].goto(path)
    return Phones(pages, number=written(host))


def written(page: Page) -> int:
    version = page.locator("#table").get_attribute("data-version") or ""
    return int(version.strip('"').split("-")[0])


def tell(host: Page, line: str, number: int) -> None:
    """An operation as the record writes it, from the host's page."""
    token = host.locator("input[name=csrf_token]").first.input_value()
    path = host.url.split("?")[0]
    form = {"csrf_token": token, "sequence": str(number), "op": line}
    answer = host.request.post(f"{path}/do", form=form, headers={"Referer": host.url}, max_redirects=0)
    assert answer.status == 303, answer.text()[:500]


def test_an_advanced_turn_with_bonuses_and_cheat(phones: Phones) -> None:
    unlock(phones)
    first_pick(phones)
    second_pick(phones)
    third_pick(phones)
    fourth_pick(phones)
    fifth_pick(phones)
    end_of_turn(phones)


def unlock(phones: Phones) -> None:
    phones.do("C", "Gain 1 pool for the Edge")
    for seat in SEATS:
        phones.is_current(seat)
    phones.counts("A", "C", "21 pool", "has the Edge")
    phones.end("CDAB")


def first_pick(phones: Phones) -> None:
    """Subterfuge by C, who has the Edge: +1 stealth; nobody else has it."""
    phones.not_offered("C", "Cheat")
    assert faults_of(phones.take("C")) == []
    phones.pick("C", "Subterfuge")
    phones.do("C", "XC1 3/3", form="announce-bleed")
    phones.gauge("C", "Stealth", "1")
    phones.do("D", "XD1 4/4", form="block")
    phones.go_on("D")
    expect(phones.take("D").locator(".side-own .is-locked")).to_have_count(0)
    phones.do("D", "No block")
    phones.go_on("D")
    phones.everybody("D", D=19)
    phones.end("C")
    phones.do("D", "XD2 4/4", form="announce-bleed")
    phones.gauge("D", "Stealth", "0")
    phones.do("A", "XA1 3/3", form="block")
    phones.go_on("A")
    phones.not_offered("A", "Draw a card for this round")
    phones.do("D", "Draw a card for this round")
    phones.counts("D", "D", "12 cards in hand")
    phones.do("D", "Hand strike: 1", form="strike")
    phones.do("A", "Hand strike: 1", form="strike")
    expect(phones.take("A").locator(".side-own .card-row").filter(has_text="XA1")).to_contain_text("2/3")
    phones.end("D")
    phones.do("A", "XA2 3/3", form="announce-bleed")
    phones.do("B", "No block")
    phones.go_on("B")
    phones.counts("B", "A", "has the Edge", "20 pool")
    phones.everybody("B", B=19)
    phones.end("AB")


def second_pick(phones: Phones) -> None:
    """Research by D, with two cards more."""
    phases = phones.take("D").locator("#offer-phase")
    expect(phases.get_by_role("button", name="Subterfuge")).to_have_count(0)
    phones.pick("D", "Research")
    phones.end("DABC")
    for seat, hand in {"A": 12, "B": 14, "C": 11, "D": 19}.items():
        phones.counts("C", seat, f"{hand} cards in hand")


def third_pick(phones: Phones) -> None:
    """Supply by A, with a second minion; a card played is not replaced."""
    phones.pick("A", "Supply")
    phones.do("A", "XA3 3/5", form="announce-hunt")
    phones.do("B", "No block")
    phones.do("D", "No block")
    phones.go_on("D")
    form = phones.unfold("A", "announce-employ")
    form.get_by_label("Name of the card").fill("Servant")
    form.get_by_label("Cost in pool", exact=True).select_option("1")
    phones.press("A", form.get_by_role("button", name="XA4"))
    phones.do("B", "No block")
    phones.do("D", "No block")
    phones.go_on("D")
    phones.counts("A", "A", "19 pool", "11 cards in hand")
    expect(phones.take("A").locator(".side-own")).to_contain_text("Servant (1 life)")
    phones.end("A")
    phones.do("B", "XB1 2/4", form="announce-hunt")
    phones.do("C", "No block")
    phones.do("A", "No block")
    phones.go_on("A")
    phones.end("BCD")


def fourth_pick(phones: Phones) -> None:
    """Diplomacy by B, with two votes: 3 against the prince's 2."""
    phones.pick("B", "Diplomacy")
    form = phones.unfold("B", "announce-political")
    form.get_by_label("Name of the card").fill("Vote")
    phones.press("B", form.get_by_role("button", name="XB2 3/3"))
    phones.do("C", "No block")
    phones.go_on("C")
    terms = phones.take("B").locator("#offer-terms")
    terms.get_by_label("A burns pool", exact=True).select_option("0")
    terms.get_by_label("C burns pool", exact=True).select_option("2")
    phones.do("B", "Set the terms", form="terms")
    phones.do("B", "For", form="vote-calling_card")
    phones.do("B", "For", form="vote-bonus")
    phones.do("C", "Against", form="vote-XC3")
    expect(phones.take("C").locator(".poll-figures")).to_have_text(re.compile(r"3\s*for\s*2\s*against"))
    expect(phones.take("C").locator(".poll-verdict")).to_contain_text("it passes")
    phones.go_on("C")
    phones.counts("C", "C", "19 pool")
    phones.counts("C", "A", "has the Edge")
    phones.end("BCDA")


def fifth_pick(phones: Phones) -> None:
    """Cheat by C on Subterfuge, without the bonus; a card that is not replaced costs a discard."""
    phones.do("C", "Subterfuge", form="cheat")
    phones.do("C", "XC2 3/3", form="announce-bleed")
    phones.gauge("C", "Stealth", "0")
    phones.do("D", "No block")
    form = phones.unfold("C", "card-modifier")
    form.get_by_label("Name of the card").fill("Slow")
    form.get_by_label("What it does").select_option("nothing")
    form.get_by_label("Replaced").select_option("short")
    phones.press("C", form.get_by_role("button", name="XC2"))
    phones.counts("C", "C", "10 cards in hand")
    phones.do("C", "Discard", form="discard-down")
    phones.go_on("C")
    phones.counts("C", "C", "9 cards in hand", "has the Edge")
    phones.everybody("C", D=18)
    phones.end("CDA")
    phones.do("B", "XB3 3/3", form="announce-bleed")
    phones.do("C", "No block")
    phones.go_on("C")
    phones.everybody("C", C=18)
    phones.end("B")


def end_of_turn(phones: Phones) -> None:
    """The discard phases, the hand check, and B starts the next turn without the Edge's pool."""
    page = phones.take("C")
    left = page.locator(".phase-left .phase-name")
    expect(left).to_have_text(["Open Aggression", "Master", "Influence"])
    phones.do("C", "Discard a card and draw one")
    phones.counts("C", "C", "9 cards in hand")
    phones.end("CDAB")
    for seat in "DAB":
        phones.do(seat, "Discard", form="discard-down")
    for seat, hand in {"A": 10, "B": 10, "C": 9, "D": 10}.items():
        phones.counts("B", seat, f"{hand} cards in hand")
    phones.everybody("B", A=19, B=19, C=18, D=18)
    expect(phones.take("B").locator("#play-heading")).to_have_text("Turn 7: Unlock phase")
    expect(phones.take("B").locator(".play-now")).to_contain_text("your move")
    phones.not_offered("B", "Gain 1 pool for the Edge")
