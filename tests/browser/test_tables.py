"""A game of an event followed on five phones, from the table's link to the standings; no page is ever reloaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of, press
from tests.browser.table_event import Hall, hall_of, sit_down_at
from tests.browser.table_phones import Phones, submit

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena")
MINUTES = 40


@pytest.fixture
def hall(serve_app: Callable[..., str], tmp_path: Path, open_page: Callable[..., Page]) -> Iterator[Hall]:
    with hall_of(NAMES, serve_app, open_page, tmp_path) as made:
        yield made


def test_a_light_game_of_forty_minutes_is_confirmed_in_the_standings(
    open_page: Callable[..., Page], hall: Hall
) -> None:
    phones = sit_down_at(open_page, hall, depth="Light")
    start_the_clock(hall)
    first_oust(phones)
    pass_minutes(phones, hall, 15, left="0:25:0")
    withdrawal(phones)
    pass_minutes(phones, hall, 15, left="0:10:0")
    second_oust(phones)
    pass_minutes(phones, hall, 11, left="+0:01:0")
    time_is_up(phones)
    result(phones)
    hall.standings("Ada 1 2.5 60", "Carla 0 0.5 42", "Elena 0 0.5 42", "Bruno 0 0 18", "Dario 0 0 18")


def start_the_clock(hall: Hall) -> None:
    """The organizer's clock counts for the table."""
    page = hall.console("/rounds/1/clock")
    page.get_by_label("Minutes", exact=True).fill(str(MINUTES))
    press(page.get_by_role("button", name="Start the clock"))


def pass_minutes(phones: Phones, hall: Hall, minutes: int, *, left: str) -> None:
    """Time goes by in the hall; the phone in the hand shows what is left of the round, to the ten seconds."""
    hall.clock.pass_minutes(minutes)
    expect(phones.take().locator(".table-clock")).to_contain_text(left)


def turns(phones: Phones, *names: str) -> None:
    """Whole turns in which nothing is noted."""
    for name in names:
        phones.tap(name, "end-phase")
        for _ in range(4):
            phones.tap(name, "end-phase")


def bleeds(phones: Phones, name: str, amount: int) -> None:
    """A turn with one bleed that went through, noted in a tap."""
    for _ in range(2):
        phones.tap(name, "end-phase")
    phones.tap(name, "quick-bleed", Bled_for=amount)


def everywhere(phones: Phones, words: str) -> None:
    """Every phone shows these words, by itself."""
    for name in NAMES:
        expect(phones.take(name).locator("#table")).to_contain_text(words)


def first_oust(phones: Phones) -> None:
    """Ada ousts Bruno: a point and six pool."""
    with phones.all_awake():
        bleeds(phones, "Ada", 30)
    everywhere(phones, "Bruno is ousted")
    assert phones.ring() == "Ada 36 (1 VP, Edge), Bruno ousted, Carla 30, Dario 30, Elena 30"
    assert faults_of(phones.take("Carla")) == []
    for _ in range(3):
        phones.tap("Ada", "end-phase")


def withdrawal(phones: Phones) -> None:
    """Carla announces it, and is out when her next turn would begin."""
    phones.tap("Carla", "withdraw")
    turns(phones, "Carla", "Dario", "Elena", "Ada")
    everywhere(phones, "Carla withdraws from the game")


def second_oust(phones: Phones) -> None:
    """Ada ousts Dario, her prey after Carla has left."""
    turns(phones, "Dario", "Elena")
    bleeds(phones, "Ada", 30)
    everywhere(phones, "Dario is ousted")
    assert phones.ring() == "Ada 42 (2 VP, Edge), Bruno ousted, Carla withdrawn (0.5 VP), Dario ousted, Elena 30"


def time_is_up(phones: Phones) -> None:
    """The game ends with the phase: half a point for each who is left."""
    phones.tap("Elena", "time")
    phones.tap("Ada", "end-phase")
    everywhere(phones, "The game is over")
    assert faults_of(phones.take("Elena")) == []
    rows = phones.take("Elena").locator(".ending tbody tr")
    expect(rows).to_have_text(
        ["Ada game win 2.5 1 60", "Bruno 0 0 18", "Carla 0.5 0 42", "Dario 0 0 18", "Elena 0.5 0 42"],
        use_inner_text=True,
    )


def result(phones: Phones) -> None:
    """Ada sends it; somebody else confirms it, Bruno, though he is out."""
    phones.do("Ada", "Send the result to the event")
    everywhere(phones, "Ada sent the result")
    expect(phones.take("Ada").get_by_role("button", name="Confirm the result")).to_have_count(0)
    bruno = phones.take("Bruno")
    submit(bruno.get_by_role("button", name="Confirm the result"))
    expect(bruno.get_by_text("The result is in the standings.")).to_be_visible()
    everywhere(phones, "The result is in the standings.")
