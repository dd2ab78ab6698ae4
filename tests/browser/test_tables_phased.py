"""Phased motion on four phones: the advanced turn with bonuses and Cheat, to the numbers of the spec (S4)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of
from tests.browser.table_phones import Phones, sit_down

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


@pytest.fixture
def phones(open_page: Callable[..., Page]) -> Phones:
    return sit_down(open_page, SEATS, BEFORE, variant="pm_advanced")


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
