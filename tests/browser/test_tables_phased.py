"""Phased motion on four phones: the advanced turn with bonuses and Cheat, to the numbers of the spec (S4)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of
from tests.browser.table_phones import Phones, operations, recorded, sit_down

SEATS = "ABCD"
# What happened before is told as the recorded game has it.
RECORD = recorded("s4_phased_advanced")
BEFORE = [line for line in RECORD if line.startswith("correct ") and "XA3.locked" not in line]


@pytest.fixture
def phones(open_page: Callable[..., Page]) -> Phones:
    return sit_down(open_page, SEATS, BEFORE, variant="pm_advanced")


@pytest.mark.whole
def test_an_advanced_turn_with_bonuses_and_cheat(phones: Phones) -> None:
    unlock(phones)
    first_pick(phones)
    second_pick(phones)
    third_pick(phones)
    fourth_pick(phones)
    fifth_pick(phones)
    end_of_turn(phones)
    told = [line.replace(" effects=nothing", "") for line in operations(phones.record_so_far())]
    # The recorded game unlocks and locks a minion for a refusal.
    assert told == [line for line in operations(RECORD) if "XA3.locked" not in line]


def unlock(phones: Phones) -> None:
    with phones.all_awake():
        phones.do("C", "Gain 1 pool for the Edge")
    phones.counts("A", "C", "21 pool", "has the Edge")
    phones.end("CDAB")


def first_pick(phones: Phones) -> None:
    """Subterfuge by C, who has the Edge: +1 stealth; nobody else has it."""
    phones.not_offered("C", "Cheat")
    phones.refused("C", "C: choose-phase cheat again=supply", "PM-INTRO-52")
    assert faults_of(phones.take("C")) == []
    phones.pick("C", "Subterfuge")
    phones.asked("C", "announce-bleed")
    phones.do("C", "XC1 3/3", form="announce-bleed")
    phones.gauge("C", "Stealth", "1")
    phones.asked("D", "block")
    phones.do("D", "XD1 4/4", form="block")
    phones.go_on("D")
    expect(phones.take("D").locator(".side-own .is-locked")).to_have_count(0)
    phones.unblocked("C", "D")
    assert phones.ring() == "A 20, B 20, C 21 (Edge), D 19"
    phones.end("C")
    phones.do("D", "XD2 4/4", form="announce-bleed")
    phones.gauge("D", "Stealth", "0")
    phones.do("A", "XA1 3/3", form="block")
    phones.go_on("D")
    phones.asked("D", "strike")
    phones.not_offered("A", "Draw a card for this round")
    phones.do("D", "Draw a card for this round")
    phones.refused("A", "A: combat-draw", "PM-ADV-12")
    phones.counts("D", "D", "12 cards in hand")
    phones.do("D", "Hand strike: 1", form="strike")
    phones.do("A", "Hand strike: 1", form="strike")
    expect(phones.take("A").locator(".side-own .card-row").filter(has_text="XA1")).to_contain_text("2/3")
    phones.end("D")
    phones.do("A", "XA2 3/3", form="announce-bleed")
    phones.unblocked("A", "B")
    assert phones.ring() == "A 20 (Edge), B 19, C 21, D 19"
    phones.end("AB")


def second_pick(phones: Phones) -> None:
    """Research by D, with two cards more."""
    phases = phones.take("D").locator("#offer-phase")
    expect(phases.get_by_role("button", name="Subterfuge")).to_have_count(0)
    phones.refused("D", "D: choose-phase subterfuge", "PM-INTRO-04")
    phones.pick("D", "Research")
    phones.end("DABC")
    for seat, hand in {"A": 12, "B": 14, "C": 11, "D": 19}.items():
        phones.counts("C", seat, f"{hand} cards in hand")


def third_pick(phones: Phones) -> None:
    """Supply by A, with a second minion; a card played is not replaced."""
    phones.pick("A", "Supply")
    phones.do("A", "XA3 3/5", form="announce-hunt")
    phones.unblocked("A", "B", "D")
    phones.tap("A", "announce-employ", "XA4", Name_of_the_card="Servant", Cost_in_pool=1)
    phones.unblocked("A", "B", "D")
    phones.counts("A", "A", "19 pool", "11 cards in hand")
    expect(phones.take("A").locator(".side-own")).to_contain_text("Servant (1 life)")
    phones.end("A")
    phones.do("B", "XB1 2/4", form="announce-hunt")
    phones.tap("C", "no-block")
    phones.not_offered("A", form="no-block")
    phones.go_on("B", "A")
    phones.end("BCD")


def fourth_pick(phones: Phones) -> None:
    """Diplomacy by B, with two votes: 3 against the prince's 2."""
    phones.pick("B", "Diplomacy")
    phones.tap("B", "announce-political", "XB2", Name_of_the_card="Vote")
    phones.unblocked("B", "C")
    phones.tap("B", "terms", A_burns_pool=0, C_burns_pool=2)
    phones.asked("B", "vote-calling_card")
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
    phones.do("D", "I don’t block")
    phones.tap("C", "card-modifier", "XC2", Name_of_the_card="Slow", What_it_does="nothing", Replaced="short")
    phones.counts("C", "C", "10 cards in hand")
    phones.do("C", "Discard", form="discard-down")
    phones.go_on("C", "D")
    phones.counts("C", "C", "9 cards in hand", "has the Edge")
    assert phones.ring() == "A 19, B 19, C 19 (Edge), D 18"
    phones.end("CDA")
    phones.do("B", "XB3 3/3", form="announce-bleed")
    phones.unblocked("B", "C")
    assert phones.ring() == "A 19, B 19 (Edge), C 18, D 18"
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
    assert phones.ring() == "A 19, B 19 (Edge), C 18, D 18"
    expect(phones.take("B").locator("#play-heading")).to_have_text("Turn 7: Unlock phase")
    expect(phones.take("B").locator(".play-now")).to_contain_text("Your turn")
    phones.not_offered("B", "Gain 1 pool for the Edge")
    phones.refused("B", "B: claim-edge-pool", "PM-INTRO-17")
