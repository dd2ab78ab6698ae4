"""Diablerie and the blood hunt on one screen, to the numbers of the spec (S7)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import faults_of
from tests.browser.table_phones import Phones, operations, recorded, sit_down

RECORD = recorded("s7_diablerie")
BEFORE, OWN_VICTIM, BLOCKED = (line for line in RECORD if line.startswith("correct "))
# From the Discipline to the end of the hunt: so many operations are taken back to hunt again.
HUNT = 7


@pytest.mark.whole
def test_diablerie_and_the_blood_hunt(open_page: Callable[..., Page]) -> None:
    phones = sit_down(open_page, "ABCDE", (BEFORE,), shared=True)
    spoils(phones)
    hunted(phones)
    survived(phones)
    own_victim(phones)
    torpor_blocked(phones)
    assert told(phones.record_so_far()) == told(RECORD)


def told(record: list[str]) -> list[str]:
    """What was done; a Discipline card has a name in the record alone, and undoing is one press for each operation."""
    lines = "\n".join(operations(record)).replace("\n".join(["undo"] * HUNT), f"undo count={HUNT}").splitlines()
    return [re.sub(r"(take-discipline \w+) .*", r"\1", line) for line in lines]


def card(phones: Phones, seat: str, name: str) -> str:
    """A card on a seat's own side, with what lies on it."""
    row = phones.take(seat).locator(".side-own .card-row").filter(has_text=name)
    return " ".join(row.inner_text().split())


def spoils(phones: Phones) -> None:
    """X of D takes the blood and the equipment of C's torpid Y, and a Discipline."""
    phones.not_offered("D", form="announce-diablerize", card="K")
    phones.refused("D", "D: announce K diablerize target=Y", "GAP-36")
    phones.tap("D", "announce-diablerize", "X")
    phones.gauge("D", "Stealth", "0")
    phones.not_offered("B", form="block")
    phones.refused("B", "B: attempt-block Q", "ACT-48")
    phones.go_on("D", "B")
    assert phones.ring() == "A 30, B 30, C 30 (Edge), D 30, E 30"
    assert phones.cards()["X"] == "4/4 locked"
    assert card(phones, "D", "X") == "X locked 4/4 G"
    assert "Y" not in phones.cards()
    phones.tap("D", "discipline", Discipline="pot")
    assert phones.cards()["X"] == "4/5 locked"


def vote(phones: Phones, seat: str, source: str, side: str) -> None:
    phones.do(seat, side, form=f"vote-{source}")


def hunted(phones: Phones) -> None:
    """The prince and the Edge against the primogen and a card: 3 to 2, and X burns."""
    phones.not_offered("B", form="card-reaction")
    phones.refused("B", "B: play-card reaction Nope minion=Q", "REF-34")
    assert faults_of(phones.take("B")) == []
    vote(phones, "B", "Q", "For")
    phones.tap("C", "burn-for-vote", "the Edge")
    vote(phones, "C", "edge", "For")
    vote(phones, "D", "P", "Against")
    phones.tap("D", "burn-for-vote", "a political action card")
    vote(phones, "D", "political_card", "Against")
    expect(phones.take("D").locator(".poll-figures")).to_have_text("3 for 2 against")
    expect(phones.take("D").locator(".poll-verdict")).to_contain_text("it passes")
    phones.go_on("D")
    assert phones.ring() == "A 30, B 30, C 30, D 30, E 30"
    assert not {"X", "G", "pot", "Potence"} & set(phones.cards())


def survived(phones: Phones) -> None:
    """Taken back and hunted again, with the Edge kept: 2 to 2, and X stays as it is."""
    for _ in range(HUNT):
        phones.do("D", "Undo")
    assert phones.ring() == "A 30, B 30, C 30 (Edge), D 30, E 30"
    vote(phones, "B", "Q", "For")
    vote(phones, "D", "P", "Against")
    phones.tap("D", "burn-for-vote", "a political action card")
    vote(phones, "D", "political_card", "Against")
    expect(phones.take("D").locator(".poll-figures")).to_have_text("2 for 2 against")
    expect(phones.take("D").locator(".poll-verdict")).to_contain_text("it fails")
    phones.go_on("D")
    assert phones.cards()["X"] == "4/5 locked"
    assert phones.ring() == "A 30, B 30, C 30 (Edge), D 30, E 30"


def own_victim(phones: Phones) -> None:
    """On a vampire of her own: undirected at +1 stealth, prey and predator may block."""
    phones.told(OWN_VICTIM)
    phones.tap("D", "announce-diablerize", "X")
    phones.gauge("D", "Stealth", "1")
    for seat in "AB":
        phones.not_offered(seat, form="block")
        phones.not_offered(seat, form="no-block")
    expect(phones.take("E").locator(".frames")).to_contain_text("May block: E, C.")
    for seat, minion in {"E": "E9", "C": "C9"}.items():
        expect(phones.take(seat).locator("#offer-block")).to_contain_text(minion)
        phones.tap(seat, "no-block")
    phones.go_on("D")
    phones.tap("D", "discipline", Discipline="dom")
    phones.go_on("D", "B")


def torpor_blocked(phones: Phones) -> None:
    """E blocks T, who would leave torpor, and commits diablerie instead: nothing is paid."""
    phones.told(BLOCKED)
    phones.tap("D", "announce-leave_torpor", "T")
    phones.tap("E", "block", "E9")
    phones.go_on("D")
    phones.tap("E", "diablerie")
    assert "T" not in phones.cards()
    assert phones.cards()["E9"] == "3/3 locked"
