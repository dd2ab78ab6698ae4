"""A game of an event on five phones: two ousts, a withdrawal and the time, to the numbers of the spec (S1).

Four of the phones run no script, so that every operation is a form of the page; the fifth follows by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of
from tests.browser.table_phones import Phones, sit_down

SEATS = "ABCDE"
CAPACITIES = {
    "A1": 4, "A2": 6, "A3": 3, "B1": 2, "B2": 7, "C1": 3, "C2": 5, "D1": 4, "D2": 8, "E1": 5, "E2": 3,
}  # fmt: skip
RECORD = (Path(__file__).parents[1] / "games" / "s1_vekn_event.txt").read_text(encoding="utf-8").splitlines()
SKIP_AHEAD = next(line for line in RECORD if line.startswith("correct "))


@pytest.fixture
def phones(open_page: Callable[..., Page]) -> Phones:
    return sit_down(open_page, SEATS, scripted="E", profile="vekn_event", speed="table")


def test_an_event_game_with_a_withdrawal_on_time(phones: Phones) -> None:
    for card, capacity in CAPACITIES.items():
        reveal(phones, card, capacity)
    first_influence(phones)
    first_actions(phones)
    phones.told(SKIP_AHEAD)
    first_oust(phones)
    withdrawal_announced(phones)
    second_oust(phones)
    time_called(phones)
    standing(phones)
    replayed(phones.take("E"))
    assert operations(record_of(phones.take("E"))) == operations(RECORD)


def reveal(phones: Phones, card: str, capacity: int) -> None:
    """Its owner says what an uncontrolled minion is."""
    form = phones.form(card[0], "reveal")
    form.get_by_label("Capacity", exact=True).select_option(str(capacity))
    form.get_by_label("Name of the minion", exact=True).fill(card)
    choose(phones, "reveal", card)


def choose(phones: Phones, form: str, card: str) -> None:
    """The button of a card's own Methuselah, with the card's name."""
    place = phones.form(card[0], form)
    phones.press(card[0], place.get_by_role("button", name=re.compile(rf"\b{card}\b")))


def transfer(phones: Phones, card: str, much: int) -> None:
    phones.form(card[0], "transfer").get_by_label("How much", exact=True).select_option(str(much))
    choose(phones, "transfer", card)


def end(phones: Phones, seat: str, phases: int) -> None:
    """The next phases are over."""
    for _ in range(phases):
        phones.press(seat, phones.form(seat, "end-phase").get_by_role("button"))


def played(phones: Phones, seat: str, effect: str, much: int) -> None:
    """What the text of a card does, entered by hand."""
    form = phones.form(seat, "effect")
    form.get_by_label("What it does", exact=True).select_option(f"{effect}:1")
    form.get_by_label("How much", exact=True).select_option(str(much))
    phones.press(seat, form.get_by_role("button", name="Do it"))


def not_on(phones: Phones, seat: str, form: str) -> None:
    """What the rules forbid, this seat's page does not offer."""
    expect(phones.take(seat).locator(f"#offer-{form}")).to_have_count(0)


def influenced(phones: Phones, card: str, much: int) -> None:
    """A turn up to its transfers."""
    end(phones, card[0], 3)
    transfer(phones, card, much)


def first_influence(phones: Phones) -> None:
    """Turns 1 to 6: one transfer more in each of the first four."""
    influenced(phones, "A1", 1)
    not_on(phones, "A", "transfer")
    end(phones, "A", 2)
    for card, much in {"B1": 2, "C1": 3, "D1": 4}.items():
        influenced(phones, card, much)
        choose(phones, "emerge", card)
        end(phones, card[0], 2)
    influenced(phones, "E1", 4)
    not_on(phones, "E", "emerge")
    end(phones, "E", 2)
    influenced(phones, "A1", 3)
    choose(phones, "emerge", "A1")
    transfer(phones, "A2", 1)
    end(phones, "A", 2)
    phones.everybody("E", A=25, B=28, C=27, D=26, E=26)


def first_actions(phones: Phones) -> None:
    """Turns 7 to 10: a bleed, a block, a bleed with a card, two vampires."""
    bleeds(phones, "B1")
    not_on(phones, "E", "block")
    unblocked(phones, "C")
    phones.counts("E", "C", "26 pool")
    phones.counts("E", "B", "has the Edge")
    grown(phones, "B2")
    bleeds(phones, "C1")
    choose(phones, "block", "D1")
    phones.go_on("D")
    for seat in "CD":
        phones.do(seat, "Hand strike: 1", form="strike")
    phones.counts("E", "B", "has the Edge")
    assert [blood(phones, card) for card in ("C1", "D1")] == ["C1 locked 2/3", "D1 locked 3/4"]
    grown(phones, "C2")
    assert blood(phones, "D1") == "D1 3/4"
    bleeds(phones, "D1")
    played(phones, "D", "bleed:", 2)
    phones.go_on("D")
    phones.counts("E", "E", "23 pool")
    phones.counts("E", "D", "has the Edge")
    grown(phones, "D2")
    influenced(phones, "E1", 1)
    choose(phones, "emerge", "E1")
    transfer(phones, "E2", 3)
    choose(phones, "emerge", "E2")
    end(phones, "E", 2)
    phones.everybody("A", A=25, B=24, C=22, D=22, E=19)


def bleeds(phones: Phones, minion: str) -> None:
    """A turn up to its first action, a bleed."""
    end(phones, minion[0], 2)
    choose(phones, "announce-bleed", minion)


def unblocked(phones: Phones, target: str) -> None:
    """The target could block and does not; nobody plays anything."""
    phones.do(target, "No block")
    phones.go_on(target)


def grown(phones: Phones, card: str) -> None:
    """The end of a turn, with four blood on an uncontrolled minion."""
    end(phones, card[0], 1)
    transfer(phones, card, 4)
    end(phones, card[0], 2)


def blood(phones: Phones, card: str) -> str:
    """What its controller's phone shows of a minion."""
    row = phones.take(card[0]).locator(".side-own .card-row").filter(has_text=card)
    return " ".join(row.inner_text().split())


def first_oust(phones: Phones) -> None:
    """Turn 21: A2 bleeds B for three."""
    phones.everybody("E", A=12, B=3, C=7, D=9, E=8)
    bleeds(phones, "A2")
    played(phones, "A", "bleed:", 2)
    phones.go_on("A")
    phones.counts("E", "B", "ousted")
    phones.counts("E", "A", "18 pool", "has the Edge", "1 VP", "prey C")
    end(phones, "A", 1)
    transfer(phones, "A3", 3)
    choose(phones, "emerge", "A3")
    phones.counts("E", "A", "15 pool")
    end(phones, "A", 2)


def withdrawal_announced(phones: Phones) -> None:
    """Turns 22 to 24: C bleeds D, D announces the withdrawal, E bleeds A."""
    bleeds(phones, "C1")
    unblocked(phones, "D")
    phones.counts("E", "D", "8 pool")
    phones.counts("E", "C", "has the Edge")
    end(phones, "C", 3)
    phones.press("D", phones.form("D", "withdraw").get_by_role("button"))
    end(phones, "D", 5)
    bleeds(phones, "E1")
    unblocked(phones, "A")
    phones.counts("E", "A", "14 pool")
    phones.counts("E", "E", "has the Edge")
    end(phones, "E", 3)


def second_oust(phones: Phones) -> None:
    """Turns 25 and 26: C loses three, one and three more; then D is out by withdrawal."""
    bleeds(phones, "A2")
    played(phones, "A", "bleed:", 2)
    phones.go_on("A")
    phones.counts("E", "C", "4 pool")
    choose(phones, "announce-bleed", "A1")
    phones.go_on("A")
    phones.counts("E", "C", "3 pool")
    played(phones, "A", "burn_pool:C", 3)
    phones.counts("E", "C", "ousted")
    phones.counts("E", "A", "20 pool", "has the Edge", "2 VP", "prey D")
    end(phones, "A", 3)
    phones.counts("E", "D", "withdrawn", "0.5 VP")
    phones.counts("E", "A", "20 pool", "2 VP", "prey E")


def time_called(phones: Phones) -> None:
    """Turn 27: time is called during an action, which is finished."""
    bleeds(phones, "E1")
    phones.press("A", phones.form("A", "time").get_by_role("button"))
    unblocked(phones, "A")


def standing(phones: Phones) -> None:
    """The numbers of the scenario, on every phone."""
    expected = ["A game win 2.5 1 60", "B 0 0 18", "C 0 0 18", "D 0.5 0 42", "E 0.5 0 42"]
    for seat in SEATS:
        rows = phones.take(seat).locator(".ending tbody tr")
        expect(rows).to_have_text(expected, use_inner_text=True)
    phones.counts("E", "A", "19 pool")
    phones.counts("E", "E", "has the Edge")
    assert faults_of(phones.take("E")) == []


def replayed(page: Page) -> None:
    """The slider, from the first step to the last."""
    page.get_by_role("link", name="Step through the game").first.click()
    slider = page.get_by_role("slider", name="Operation")
    last = slider.get_attribute("max")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text(f"Operation 0 of {last}")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text(f"Operation {last} of {last}")).to_be_visible()
    expect(page.locator("#moment .ring figcaption li")).to_have_count(5)
    rows = page.locator("section[aria-labelledby=end] tbody tr")
    expect(rows).to_have_text(["A 2.5 1 60", "B 0 0 18", "C 0 0 18", "D 0.5 0 42", "E 0.5 0 42"], use_inner_text=True)
    page.go_back()


def record_of(page: Page) -> list[str]:
    """The record that a phone downloads."""
    with page.expect_download() as started:
        page.get_by_role("link", name="Download the record").click()
    return started.value.path().read_text(encoding="utf-8").splitlines()


def operations(record: list[str]) -> list[str]:
    """What was done, without the head of the record, its comments and whose card it was."""
    done = [line for line in record if re.match(r"[A-Z]: |no-plays|call-time|correct ", line)]
    return [line.partition(" minion=")[0] for line in done]
