"""Names on a phone: suggested while one types, a vampire's card filled in, effects with their cards and what is due."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of
from tests.browser.table_phones import sit_down

READY = "correct X=vampire@A.ready.5/3,X.name=Anna,L=location@A.ready,L.name=Haven,begin=A/9"


def test_a_vampire_is_named_from_its_card(open_page: Callable[..., Page]) -> None:
    phones = sit_down(open_page, "AB", option_setup_first_player="seat_one")
    phones.end("A", 3)
    form = phones.form("A", "reveal")
    form.get_by_label("Name of the minion").press_sequentially("anso")
    expect(form.locator("datalist option[value='Anson']")).to_be_attached()
    phones.set(form, "Name of the minion", "anson")
    phones.set(form, "City of its title", "New York")
    phones.press("A", form.get_by_role("button", name="A1"))
    expect(phones.take("A").locator(".side-own .chips")).to_contain_text("Anson 0/8 Prince of New York")
    assert "Anson" not in phones.take("B").locator("#table").inner_text()


def test_a_card_locks_for_its_effect_and_the_phase_waits_for_what_is_due(open_page: Callable[..., Page]) -> None:
    phones = sit_down(open_page, "ABC", (READY,))
    form = phones.form("A", "announce-due")
    assert faults_of(phones.take("A")) == []
    phones.set(form, "Effect of", "Anna")
    phones.press("A", form.get_by_role("button", name="At the beginning"))
    expect(phones.take("A").locator(".owed-own")).to_contain_text("let Anna happen")
    phones.refused("A", "A: end-phase", "TURN-UNLOCK-19")
    phones.tap("A", "due-1", What_it_does="burn_blood:X:1")
    assert phones.cards()["Anna"] == "2/5"
    phones.tap("A", "effect", What_it_does="burn_pool:B:1", How_much=2, Which_card="L", It_locks_for_it="yes")
    phones.counts("C", "B", "28 pool")
    trail = phones.take("C").locator(".trail li")
    expect(trail.first).to_contain_text("A: uses Haven: B burns 2 pool (it locks)")
    assert faults_of(phones.take("C")) == []
