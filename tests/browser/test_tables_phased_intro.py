"""Phased motion on four phones: the introductory game's first turn, and who begins the second (S3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of
from tests.browser.light_game import shared_turn
from tests.browser.table_phones import Phones, operations, recorded, sit_down
from toolkit.game.new import draw_first
from toolkit.game.options import options_for

SEATS = "ABCD"
# What the uncontrolled cards are, as far as somebody says it.
REVEALED = {"B3": 4, "C3": 6, "D3": 3, "D4": 5}


@pytest.fixture(scope="module")
def server(serve_app: Callable[..., str]) -> str:
    """An app whose die lets B begin."""
    from random import Random

    options = options_for("pm_intro")
    seed = next(seed for seed in range(99) if draw_first(list(SEATS), options, Random(seed)) == "B")
    return serve_app(seed=lambda: seed)


@pytest.mark.whole
def test_the_first_turn_of_phased_motion(open_page: Callable[..., Page]) -> None:
    phones = sit_down(open_page, SEATS, variant="pm_intro")
    for card, capacity in REVEALED.items():
        phones.tap(card[0], "reveal", card, Capacity=capacity, Name_of_the_minion=card)
    influence(phones)
    subterfuge(phones)
    supply(phones)
    diplomacy(phones)
    cheat(phones)
    discards(phones)
    second_turn(phones)
    assert operations(phones.record_so_far()) == operations(recorded("s3_phased_intro"))


def influence(phones: Phones) -> None:
    """Pick 1, by B, who starts: four transfers each."""
    phones.not_offered("B", form="edge-pool")
    phones.refused("B", "B: claim-edge-pool", "TURN-UNLOCK-06")
    phones.end("BCDA")
    expect(phones.take("B").locator(".play-now")).to_have_text("Your turn.")
    phones.pick("B", "Influence")
    page = phones.take("B")
    for place in (0, "document.body.scrollHeight"):
        page.evaluate(f"scrollTo(0, {place})")
        expect(page.locator("#offer-end-phase button")).to_be_in_viewport(ratio=1)
    for card, much in (("B3", 4), ("C3", 4), ("D3", 3)):
        phones.tap(card[0], "transfer", card, How_much=much)
        if card != "C3":
            phones.tap(card[0], "emerge", card)
        if card != "D3":
            phones.end(card[0])
    phones.tap("D", "transfer", "D4")
    phones.end("D")
    phones.tap("A", "crypt")
    assert phones.ring() == "A 29, B 26, C 26, D 26"
    shown = phones.cards()
    assert [shown[card] for card in ("B3", "C3", "D3", "D4")] == ["4/4", "4", "3/3", "1"]
    phones.end("A")


def subterfuge(phones: Phones) -> None:
    """Pick 2, by C: three bleeds go through, one is blocked; the Edge goes round."""
    phones.pick("C", "Subterfuge")
    phones.tap("C", "announce-bleed", "C1")
    phones.unblocked("C", "D")
    assert phones.ring() == "A 29, B 26, C 26 (Edge), D 25"
    phones.end("C")
    phones.tap("D", "announce-bleed", "D3")
    phones.tap("A", "block", "A1")
    phones.go_on("D")
    phones.do("D", "Hand strike: 1", form="strike")
    phones.do("A", "Hand strike: 1", form="strike")
    assert [phones.cards()[card] for card in ("D3", "The Embrace (A1)")] == ["2/3 locked", "0/1 locked"]
    assert phones.ring() == "A 29, B 26, C 26 (Edge), D 25"
    phones.end("D")
    phones.tap("A", "announce-bleed", "A2")
    phones.unblocked("A", "B")
    assert phones.ring() == "A 29 (Edge), B 25, C 26, D 25"
    phones.end("A")
    phones.tap("B", "announce-bleed", "B1")
    phones.unblocked("B", "C")
    assert phones.ring() == "A 29, B 25 (Edge), C 25, D 25"
    phones.not_offered("B", form="announce-bleed")
    phones.refused("B", "B: announce B3 bleed target=C", "PM-INTRO-40")
    phones.end("B")


def supply(phones: Phones) -> None:
    """Pick 3, by D: a hunt of a full vampire, and a card that costs 1 pool."""
    phones.not_offered("D", "Influence", form="phase")
    phones.refused("D", "D: choose-phase influence", "PM-INTRO-04")
    phones.pick("D", "Supply")
    phones.tap("D", "announce-hunt", "D1")
    phones.unblocked("D", "A", "C")
    assert phones.cards()["The Embrace (D1)"] == "1/1 locked"
    phones.end("DA")
    phones.not_offered("B", form="announce-bleed")
    phones.refused("B", "B: announce B3 bleed target=C", "PM-INTRO-48")
    phones.tap("B", "announce-equip", "B3", Name_of_the_card="Gear", Cost_in_pool=1)
    phones.tap("C", "no-block")
    phones.go_on("B", "A")
    assert phones.ring() == "A 29, B 24 (Edge), C 25, D 25"
    expect(phones.take("B").locator(".side-own .card-row").filter(has_text="B3")).to_contain_text("Gear")
    phones.end("BC")


def diplomacy(phones: Phones) -> None:
    """Pick 4, by A, who has nobody to call; B calls the cardless referendum and burns the Edge for it."""
    phones.pick("A", "Diplomacy")
    phones.not_offered("A", form="announce-pm_referendum")
    phones.end("A")
    phones.tap("B", "announce-pm_referendum", "B2")
    phones.gauge("B", "Stealth", "1")
    phones.unblocked("B", "C")
    assert phones.cards()["The Embrace (B2)"] == "0/1 locked"
    phones.tap("B", "terms", A_burns_pool=0, C_burns_pool=1, D_burns_pool=1)
    phones.tap("B", "burn-for-vote", "the Edge")
    phones.do("B", "For", form="vote-edge")
    expect(phones.take("B").locator(".poll-figures")).to_have_text("1 for 0 against")
    phones.go_on("B")
    assert phones.ring() == "A 29, B 24, C 24, D 24"
    phones.end("BCD")


def cheat(phones: Phones) -> None:
    """Pick 5, by B: Cheat repeats Subterfuge, and cannot repeat what is no minion phase."""
    phones.not_offered("B", "Master", form="cheat")
    phones.refused("B", "B: choose-phase cheat again=master", "PM-INTRO-52")
    phones.do("B", "Subterfuge", form="cheat")
    phones.not_offered("B", form="announce-bleed")
    phones.refused("B", "B: announce B1 bleed target=C", "TURN-MINION-01")
    phones.end("B")
    phones.tap("C", "announce-bleed", "C2")
    phones.unblocked("C", "D")
    assert phones.ring() == "A 29, B 24, C 24 (Edge), D 23"
    phones.end("C")
    phones.tap("D", "announce-bleed", "D2")
    phones.go_on("D", "A")
    assert phones.ring() == "A 28, B 24, C 24, D 23 (Edge)"
    with phones.all_awake():
        phones.end("DA")


def discards(phones: Phones) -> None:
    """Five phases were chosen: everybody discards a card and draws one."""
    phones.not_offered("C", form="phase")
    phones.refused("C", "C: choose-phase master", "PM-INTRO-27")
    expect(phones.take("B").locator(".phase-left .phase-name")).to_have_text(["Open Aggression", "Master"])
    assert faults_of(phones.take("B")) == []
    for seat in "BCDA":
        phones.tap(seat, "discard")
        phones.counts(seat, seat, "7 cards in hand")
        if seat == "A":
            assert phones.ring() == "A 28, B 24, C 24, D 23 (Edge)"
        phones.end(seat)


def second_turn(phones: Phones) -> None:
    """D, who has the Edge, starts, and gains no pool for it; the two empty vampires must hunt."""
    expect(phones.take("D").locator("#play-heading")).to_have_text("Turn 2: Unlock phase")
    expect(phones.take("D").locator(".play-now")).to_have_text("Your turn.")
    phones.not_offered("D", form="edge-pool")
    phones.refused("D", "D: claim-edge-pool", "PM-INTRO-17")
    phones.end("DABC")
    for card, others in (("A1", "BD"), ("B2", "CA")):
        expect(phones.take(card[0]).locator(".owed-own")).to_contain_text("must hunt")
        phones.tap(card[0], "announce-hunt", card)
        phones.gauge(card[0], "Stealth", "1")
        phones.unblocked(card[0], *others)
        assert phones.cards()[f"The Embrace ({card})"] == "1/1 locked"
        phones.end(card[0])
    assert phones.ring() == "A 28, B 24, C 24, D 23 (Edge)"
    expect(phones.take("D").locator("#play-heading")).to_have_text("Turn 2: Choice of a phase")


def test_an_embrace_fights_younger_vampires_alone(open_page: Callable[..., Page]) -> None:
    before = ("correct X=vampire@A.ready.3/3,begin=A/2",)
    tablet = sit_down(open_page, "ABC", before, variant="pm_intro", shared=True)
    tablet.end("ABC")
    tablet.pick("A", "Open Aggression")
    tablet.refused("A", "A: announce A1 pm_rush target=B1", "PM-INTRO-42")
    offered = tablet.form("A", "announce-pm_rush").locator("button[name=op]").all_inner_texts()
    assert offered == [f"X 3/3 → The Embrace ({card}) ({card[0]})" for card in ("B1", "B2", "C1", "C2")]


def test_a_light_shared_turn_with_one_thumb(open_page: Callable[..., Page]) -> None:
    """Everybody taps what they do and the phase that they choose: Elena, who does nothing, one time."""
    taps = shared_turn(open_page).by_seat
    assert dict(taps) == {"Anna": 3, "Ben": 2, "Cleo": 2, "Dan": 2, "Elena": 1}
    assert taps.total() <= 12
