"""Flows of the standard game through the pages: a combat step by step (S6), a game that ends on time (S2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of
from tests.browser.table_phones import Phones, sit_down

COMBAT = ("correct V=vampire@A.ready.7/5,W=vampire@B.ready.5/2,begin=A/9,phase=minion",)
TIME = ("correct A.pool=15,B.pool=1,C.pool=12,D.pool=9,X1=vampire@A.ready.5/4,begin=A/9,phase=minion",)


def everybody_passes(phones: Phones, seats: str) -> None:
    for seat in seats:
        phones.do(seat, "Pass", form="pass")


@pytest.mark.whole
def test_a_combat_with_aggravated_damage(open_page: Callable[..., Page]) -> None:
    phones = sit_down(open_page, "ABC", COMBAT, speed="detailed", shared=True)
    phones.do("A", "V 5/7", form="announce-bleed")
    everybody_passes(phones, "ABCA")
    phones.do("B", "Block with: W 2/5", form="block")
    everybody_passes(phones, "ABC")
    expect(phones.take("A").locator(".stop-now")).to_have_text(["Resolution", "Range"])
    everybody_passes(phones, "ABCA")
    phones.do("B", "Maneuver to long range: W")
    phones.gauge("A", "Range", "long range")
    phones.not_offered("B", "Maneuver to close range")
    phones.do("A", "Maneuver to close range: V")
    phones.gauge("B", "Range", "close range")
    everybody_passes(phones, "ABCABC")
    strike(phones)
    expect(phones.take("B").locator(".fighter").filter(has_text="V").first).to_contain_text("goes to torpor with 1")
    phones.do("B", "Hand strike: 1", form="strike")
    expect(phones.take("C").locator(".frame-combat")).to_contain_text("W (B) takes 2 damage, 2 of it aggravated")
    assert faults_of(phones.take("C")) == []
    everybody_passes(phones, "ABC")
    assert phones.cards()["V"] == "4/7 locked"
    assert phones.cards()["W"] == "1/5 locked"
    expect(phones.take("B").locator(".side-own h4")).to_have_text(["In torpor", "Uncontrolled"])
    everybody_passes(phones, "ABCABC")
    expect(phones.take("A").locator(".frames")).to_have_count(0)


def strike(phones: Phones) -> None:
    """Two aggravated, set with the stepper's own button."""
    form = phones.form("A", "strike-damage")
    form.get_by_role("button", name="Damage: less", exact=True).click()
    form.get_by_role("button", name="Aggravated damage: more").click()
    form.get_by_role("button", name="Aggravated damage: more").click()
    expect(form.get_by_label("Aggravated damage", exact=True)).to_have_value("2")
    phones.press("A", form.get_by_role("button", name="Strike", exact=True))


def test_a_game_that_ends_on_time(open_page: Callable[..., Page]) -> None:
    phones = sit_down(open_page, "ABCD", TIME, profile="vekn_event", speed="table", shared=True)
    phones.do("A", "X1 4/5", form="announce-bleed")
    phones.go_on("A", "B")
    assert phones.ring() == "A 21 (1 VP, Edge), B ousted, C 12, D 9"
    phones.counts("C", "A", "prey C")
    phones.end("AC", 3)
    phones.tap("C", "transfer", "C3", How_much=2)
    phones.counts("D", "C", "10 pool")
    phones.tap("D", "time")
    expect(phones.take("C").locator(".c-asked")).to_contain_text("Time was called")
    phones.do("C", "End: Influence phase")
    expect(phones.take("A").locator("#ending-title")).to_have_text("The game is over")
    rows = phones.take("D").locator(".ending tbody tr")
    expect(rows).to_have_text(["A 1.5 0 60", "B 0 0 12", "C 0.5 0 36", "D 0.5 0 36"], use_inner_text=True)
