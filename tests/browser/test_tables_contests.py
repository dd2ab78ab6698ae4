"""Contests for a title and for a card, on one screen that is passed around, to the numbers of the spec (S5)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of
from tests.browser.table_phones import Phones, operations, recorded, sit_down


@pytest.mark.whole
def test_contests_for_a_title_and_for_a_card(open_page: Callable[..., Page]) -> None:
    tablet = sit_down(open_page, "ABCDE", shared=True)
    title(tablet)
    three_claims(tablet)
    upkeep(tablet)
    returned(tablet)
    leaver(tablet)
    told = [line.replace("title:city:", "city:") for line in operations(tablet.record_so_far())]
    assert told == operations(recorded("s5_contests"))


def corrected(tablet: Phones, seat: str, changes: str) -> None:
    """The record says how it stands, and the screen acts for this seat."""
    tablet.take(seat)
    tablet.told(f"correct {changes.replace(' ', '')}")


def marks(tablet: Phones, card: str) -> list[str]:
    """What stands beside a card."""
    name = tablet.take().get_by_text(card, exact=True)
    return tablet.take().locator(".side .card-row").filter(has=name).locator(".card-notes .mark").all_inner_texts()


def sides(tablet: Phones, zone: str) -> list[str]:
    """The cards that lie in a part of the table, whoever's they are."""
    return tablet.take().locator(f".side ul.zone-{zone} .card-name").all_inner_texts()


def title(tablet: Phones) -> None:
    """Paris: A's prince, then C's archbishop; A is in torpor and must yield, C acquires the title."""
    tablet.tap(
        "A",
        "set-several",
        Corrections="X=vampire@A.ready.6/4, X.sect=camarilla, X.title=prince/paris, "
        "Y=vampire@C.uncontrolled.5/5, begin=C/13, phase=influence",
    )
    assert marks(tablet, "X") == ["Prince of Paris", "2 votes"]
    tablet.tap("C", "emerge", "Y")
    tablet.tap("C", "title", "Y", Title="archbishop", City_or_clan="Paris")
    assert [marks(tablet, card) for card in "XY"] == [
        ["Prince of Paris, contested"],
        ["Archbishop of Paris, contested"],
    ]
    assert faults_of(tablet.take()) == []
    corrected(tablet, "A", "begin=A/16")
    expect(tablet.take().locator(".owed-own")).to_contain_text("pay for or yield Paris")
    tablet.tap("A", "contest-title:city:paris", "Pay blood")
    assert tablet.cards()["X"] == "3/6"
    tablet.end("A")
    corrected(tablet, "C", "begin=C/18")
    tablet.tap("C", "contest-title:city:paris", "Pay blood")
    assert tablet.cards()["Y"] == "4/5"
    tablet.end("C")
    tablet.tap("C", "effect", What_it_does="aggravated:X:1")
    assert tablet.cards()["X"] == "3/6"
    assert sides(tablet, "torpor") == ["X"]
    corrected(tablet, "A", "begin=A/21")
    tablet.not_offered("A", "Pay blood")
    expect(tablet.take().get_by_role("button", name="Contest for Paris: Yield")).to_be_visible()
    tablet.refused("A", "A: pay-contest city:paris", "TURN-UNLOCK-10")
    tablet.end("A")
    assert marks(tablet, "X") == []
    assert tablet.cards()["X"] == "3/6"
    corrected(tablet, "C", "begin=C/23")
    assert marks(tablet, "Y") == ["Archbishop of Paris", "2 votes"]
    assert tablet.cards()["Y"] == "4/5"
    expect(tablet.take().locator(".contests")).to_have_count(0)


def library(tablet: Phones, seat: str, **terms: str | int) -> None:
    """The unique location, played in a master phase."""
    tablet.tap(seat, "play-master-plain", Name_of_the_card="Library", Stays_in_play="location", Unique="", **terms)


def three_claims(tablet: Phones) -> None:
    """A, C and D play the same location."""
    corrected(tablet, "A", "begin=A/31,phase=master,A.pool=20,C.pool=20,D.pool=15")
    library(tablet, "A", More_hand_size=1)
    tablet.counts("A", "A", "8 cards in hand")
    corrected(tablet, "C", "begin=C/33,phase=master")
    library(tablet, "C")
    assert len(sides(tablet, "contested")) == 2
    expect(tablet.take("A").locator(".owed-own")).to_contain_text("discard 1")
    tablet.tap("A", "discard-down")
    tablet.counts("A", "A", "7 cards in hand")
    corrected(tablet, "D", "begin=D/34,phase=master")
    library(tablet, "D", Cost_in_pool=2)
    assert tablet.ring() == "A 20, B 30, C 20, D 13, E 30"
    assert len(sides(tablet, "contested")) == 3


def upkeep(tablet: Phones) -> None:
    """A and C pay, D yields; then A pays and C yields."""
    corrected(tablet, "A", "begin=A/36")
    tablet.tap("A", "contest-card:Library", "Pay 1 pool")
    assert tablet.ring() == "A 19, B 30, C 20, D 13, E 30"
    tablet.end("A")
    corrected(tablet, "B", "begin=B/37")
    tablet.end("B")
    corrected(tablet, "C", "begin=C/38")
    tablet.tap("C", "contest-card:Library", "Pay 1 pool")
    assert tablet.ring() == "A 19, B 30, C 19, D 13, E 30"
    corrected(tablet, "D", "begin=D/39")
    tablet.tap("D", "contest-card:Library", "Yield")
    assert len(sides(tablet, "contested")) == 2
    corrected(tablet, "A", "begin=A/41")
    tablet.tap("A", "contest-card:Library", "Pay 1 pool")
    assert tablet.ring() == "A 18, B 30, C 19, D 13, E 30"
    corrected(tablet, "C", "begin=C/43")
    tablet.tap("C", "contest-card:Library", "Yield")


def returned(tablet: Phones) -> None:
    """A's copy comes back unlocked, at no cost, with its card in hand; a second one cannot be played."""
    corrected(tablet, "A", "begin=A/46")
    assert sides(tablet, "others") == ["Library"]
    assert tablet.cards()["Library"] == ""
    assert tablet.ring() == "A 18, B 30, C 19, D 13, E 30"
    tablet.counts("A", "A", "8 cards in hand")
    tablet.end("A")
    tablet.refused("A", "A: play-card master Library enters=LA2 kind=location unique=yes", "CONTEST-12")


def leaver(tablet: Phones) -> None:
    """C contests again and is ousted: A's copy comes back without payment."""
    corrected(tablet, "C", "begin=C/48,phase=master")
    library(tablet, "C")
    assert len(sides(tablet, "contested")) == 2
    tablet.tap("A", "discard-down")
    tablet.tap("A", "effect", What_it_does="burn_pool:C:1", How_much=19)
    assert tablet.ring() == "A 18, B 36 (1 VP), C ousted, D 13, E 30"
    corrected(tablet, "A", "begin=A/51")
    assert sides(tablet, "others") == ["Library"]
    assert tablet.ring() == "A 18, B 36 (1 VP), C ousted, D 13, E 30"


def test_who_has_no_blood_to_pay_must_yield(open_page: Callable[..., Page]) -> None:
    tablet = sit_down(open_page, "ABC", shared=True)
    corrected(
        tablet,
        "A",
        "X=vampire@A.ready.6/0, X.title=prince/paris, Y=vampire@C.ready.5/5, Y.title=archbishop/paris, begin=A/21",
    )
    tablet.not_offered("A", "Pay blood")
    tablet.refused("A", "A: pay-contest city:paris", "CONTEST-24")
    tablet.end("A")
    assert marks(tablet, "X") == ["must hunt"]
    corrected(tablet, "C", "begin=C/23")
    assert marks(tablet, "Y") == ["Archbishop of Paris", "2 votes"]
