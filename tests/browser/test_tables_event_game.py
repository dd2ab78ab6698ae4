"""A tournament's table of five on five phones: two ousts, a withdrawal and the time, to the spec's numbers (S1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of, press
from tests.browser.table_event import Hall, hall_of, sit_down_at
from tests.browser.table_phones import Phones, operations, recorded, submit

CAPACITIES = {
    "A1": 4, "A2": 6, "A3": 3, "B1": 2, "B2": 7, "C1": 3, "C2": 5, "D1": 4, "D2": 8, "E1": 5, "E2": 3,
}  # fmt: skip
RECORD = recorded("s1_vekn_event")
SKIP_AHEAD = next(line for line in RECORD if line.startswith("correct ")).split()[1]


@pytest.fixture
def hall(serve_app: Callable[..., str], tmp_path: Path, open_page: Callable[..., Page]) -> Iterator[Hall]:
    with hall_of("ABCDE", serve_app, open_page, tmp_path) as made:
        yield made


@pytest.mark.whole
def test_an_event_game_with_a_withdrawal_on_time(open_page: Callable[..., Page], hall: Hall) -> None:
    phones = sit_down_at(open_page, hall, depth="Full")
    for card, capacity in CAPACITIES.items():
        phones.tap(card[0], "reveal", card, Capacity=capacity, Name_of_the_minion=card)
    first_influence(phones)
    first_actions(phones)
    skip_ahead(phones, hall)
    first_oust(phones)
    withdrawal_announced(phones)
    second_oust(phones)
    time_called(phones, hall)
    standing(phones)
    replayed(phones.take("E"))
    assert operations(phones.record("E")) == operations(RECORD)
    confirmed(phones, hall)


def influenced(phones: Phones, card: str, much: int) -> None:
    """A turn up to its transfers."""
    phones.end(card[0], 3)
    phones.tap(card[0], "transfer", card, How_much=much)


def bleeds(phones: Phones, minion: str) -> None:
    """A turn up to its first action, a bleed."""
    phones.end(minion[0], 2)
    phones.tap(minion[0], "announce-bleed", minion)


def played(phones: Phones, seat: str, effect: str, much: int) -> None:
    """What the text of a card does, entered by hand."""
    phones.tap(seat, "effect", What_it_does=f"{effect}:1", How_much=much)


def grown(phones: Phones, card: str) -> None:
    """The end of a turn, with four blood on an uncontrolled minion."""
    phones.end(card[0])
    phones.tap(card[0], "transfer", card, How_much=4)
    phones.end(card[0], 2)


def first_influence(phones: Phones) -> None:
    """Turns 1 to 6: one transfer more in each of the first four."""
    influenced(phones, "A1", 1)
    phones.not_offered("A", form="transfer")
    phones.refused("A", "A: transfer-blood A1", "TURN-INFL-01")
    assert phones.ring() == "A 29, B 30, C 30, D 30, E 30"
    assert phones.cards()["A1"] == "1/4"
    phones.end("A", 2)
    for card, much, ring in (
        ("B1", 2, "A 29, B 28, C 30, D 30, E 30"),
        ("C1", 3, "A 29, B 28, C 27, D 30, E 30"),
        ("D1", 4, "A 29, B 28, C 27, D 26, E 30"),
    ):
        influenced(phones, card, much)
        phones.tap(card[0], "emerge", card)
        assert phones.ring() == ring
        assert phones.cards()[card] == f"{much}/{much}"
        phones.end(card[0], 2)
    influenced(phones, "E1", 4)
    phones.not_offered("E", form="emerge")
    phones.refused("E", "E: emerge E1", "TURN-INFL-09")
    assert phones.ring() == "A 29, B 28, C 27, D 26, E 26"
    assert phones.cards()["E1"] == "4/5"
    phones.end("E", 2)
    influenced(phones, "A1", 3)
    phones.tap("A", "emerge", "A1")
    phones.tap("A", "transfer", "A2")
    assert phones.ring() == "A 25, B 28, C 27, D 26, E 26"
    assert [phones.cards()[card] for card in ("A1", "A2")] == ["4/4", "1/6"]
    phones.end("A", 2)


def first_actions(phones: Phones) -> None:
    """Turns 7 to 10: a bleed, a block, a bleed with a card, two vampires."""
    bleeds(phones, "B1")
    phones.not_offered("E", form="block")
    phones.refused("E", "E: attempt-block E1", "ACT-48")
    phones.unblocked("B", "C")
    assert phones.ring() == "A 25, B 28 (Edge), C 26, D 26, E 26"
    grown(phones, "B2")
    assert phones.ring() == "A 25, B 24 (Edge), C 26, D 26, E 26"
    bleeds(phones, "C1")
    phones.tap("D", "block", "D1")
    phones.go_on("C")
    for seat in "CD":
        phones.do(seat, "Hand strike: 1", form="strike")
    assert [phones.cards()[card] for card in ("C1", "D1")] == ["2/3 locked", "3/4 locked"]
    grown(phones, "C2")
    assert phones.ring() == "A 25, B 24 (Edge), C 22, D 26, E 26"
    bleeds(phones, "D1")
    assert phones.cards()["D1"] == "3/4 locked"
    played(phones, "D", "bleed:", 2)
    phones.go_on("D", "E")
    assert phones.ring() == "A 25, B 24, C 22, D 26 (Edge), E 23"
    grown(phones, "D2")
    assert phones.ring() == "A 25, B 24, C 22, D 22 (Edge), E 23"
    influenced(phones, "E1", 1)
    phones.tap("E", "emerge", "E1")
    phones.tap("E", "transfer", "E2", How_much=3)
    phones.tap("E", "emerge", "E2")
    with phones.all_awake():
        phones.end("E", 2)
    assert phones.ring() == "A 25, B 24, C 22, D 22 (Edge), E 19"
    counters = {card: int(shown.partition("/")[0]) for card, shown in phones.cards().items() if shown}
    assert {card: blood for card, blood in counters.items() if blood} == {
        "A1": 4, "A2": 1, "B1": 2, "B2": 4, "C1": 2, "C2": 4, "D1": 3, "D2": 4, "E1": 5, "E2": 3,
    }  # fmt: skip


def skip_ahead(phones: Phones, hall: Hall) -> None:
    """The organizer corrects the table to the start of turn 21."""
    with hall.at_table() as tablet:
        tablet.locator("#group-judge > summary").click()
        tablet.locator("#fold-set-several > summary").click()
        form = tablet.locator("#offer-set-several")
        form.get_by_label("Corrections", exact=True).fill(SKIP_AHEAD)
        form.get_by_label("Why", exact=True).fill("skip ahead to turn 21")
        submit(form.get_by_role("button", name="Set it"))
    phones.number += 1


def first_oust(phones: Phones) -> None:
    """Turn 21: A2 bleeds B for three."""
    assert phones.ring() == "A 12, B 3, C 7, D 9 (Edge), E 8"
    bleeds(phones, "A2")
    phones.not_offered("B", form="block")
    played(phones, "A", "bleed:", 2)
    phones.go_on("A", "B")
    assert phones.ring() == "A 18 (1 VP, Edge), B ousted, C 7, D 9, E 8"
    phones.counts("A", "A", "prey C")
    assert "B1" not in phones.cards()
    phones.end("A")
    phones.tap("A", "transfer", "A3", How_much=3)
    phones.tap("A", "emerge", "A3")
    assert phones.ring() == "A 15 (1 VP, Edge), B ousted, C 7, D 9, E 8"
    assert phones.cards()["A3"] == "3/3"
    phones.end("A", 2)


def withdrawal_announced(phones: Phones) -> None:
    """Turns 22 to 24: C bleeds D, D announces the withdrawal, E bleeds A."""
    expect(phones.take("C").locator("#play-heading")).to_have_text("Turn 22: C, Unlock phase")
    bleeds(phones, "C1")
    phones.unblocked("C", "D")
    assert phones.ring() == "A 15 (1 VP), B ousted, C 7 (Edge), D 8, E 8"
    phones.end("C", 3)
    phones.tap("D", "withdraw")
    phones.end("D", 5)
    bleeds(phones, "E1")
    phones.unblocked("E", "A")
    assert phones.ring() == "A 14 (1 VP), B ousted, C 7, D 8, E 8 (Edge)"
    phones.end("E", 3)


def second_oust(phones: Phones) -> None:
    """Turns 25 and 26: C loses three, one and three more; then D is out by withdrawal."""
    bleeds(phones, "A2")
    played(phones, "A", "bleed:", 2)
    phones.go_on("A", "C")
    assert phones.ring() == "A 14 (1 VP, Edge), B ousted, C 4, D 8, E 8"
    phones.tap("A", "announce-bleed", "A1")
    phones.go_on("A", "C")
    assert phones.ring() == "A 14 (1 VP, Edge), B ousted, C 3, D 8, E 8"
    played(phones, "A", "burn_pool:C", 3)
    assert phones.ring() == "A 20 (2 VP, Edge), B ousted, C ousted, D 8, E 8"
    phones.counts("A", "A", "prey D")
    phones.end("A", 3)
    assert phones.ring() == "A 20 (2 VP, Edge), B ousted, C ousted, D withdrawn (0.5 VP), E 8"
    phones.counts("A", "A", "prey E")


def time_called(phones: Phones, hall: Hall) -> None:
    """Turn 27: the organizer calls time during an action, which is finished."""
    bleeds(phones, "E1")
    with hall.at_table() as tablet:
        tablet.locator("#group-table > summary").click()
        submit(tablet.locator("#offer-time").get_by_role("button"))
    phones.number += 1
    phones.unblocked("E", "A")


def standing(phones: Phones) -> None:
    """The numbers of the scenario, on every phone."""
    expected = ["A game win 2.5 1 60", "B 0 0 18", "C 0 0 18", "D 0.5 0 42", "E 0.5 0 42"]
    for seat in "BCDAE":
        rows = phones.take(seat).locator(".ending tbody tr")
        expect(rows).to_have_text(expected, use_inner_text=True)
    assert phones.ring() == "A 19 (2.5 VP), B ousted, C ousted, D withdrawn (0.5 VP), E 8 (0.5 VP, Edge)"
    assert faults_of(phones.take("E")) == []


def replayed(page: Page) -> None:
    """The slider, from the first step to the last."""
    press(page.get_by_role("link", name="Step through the game").first)
    slider = page.get_by_role("slider", name="Step")
    last = slider.get_attribute("max")
    slider.focus()
    page.keyboard.press("Home")
    expect(page.get_by_text(f"Step 0 of {last}")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text(f"Step {last} of {last}")).to_be_visible()
    rows = page.locator("section[aria-labelledby=end] tbody tr")
    expect(rows).to_have_text(["A 2.5 1 60", "B 0 0 18", "C 0 0 18", "D 0.5 0 42", "E 0.5 0 42"], use_inner_text=True)
    with page.expect_navigation():
        page.go_back()


def confirmed(phones: Phones, hall: Hall) -> None:
    """A sends the result, E confirms it: it is in the standings."""
    phones.do("A", "Send the result to the event")
    page = phones.take("E")
    submit(page.get_by_role("button", name="Confirm the result"))
    expect(page.get_by_text("The result is in the standings.")).to_be_visible()
    hall.standings("A 1 2.5 60", "D 0 0.5 42", "E 0 0.5 42", "B 0 0 18", "C 0 0 18")
