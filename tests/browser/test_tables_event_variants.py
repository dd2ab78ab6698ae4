"""The tournament's table of five on one screen, played otherwise from turn 24 on: the spec's variants (S1 a to d)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table_phones import Phones, operations, recorded, sit_down
from tests.soak import part

OUT = "B ousted, C ousted"


def played_up_to(open_page: Callable[..., Page], game: str, comment: str, profile: str) -> Phones:
    """A screen for five at a table whose record is told up to this comment."""
    lines = recorded(game)
    before = lines[lines.index("start-game A") + 1 : lines.index(comment)]
    told = [line for line in before if line and not line.startswith("#")]
    return sit_down(open_page, "ABCDE", told, profile=profile, shared=True)


@pytest.mark.walk
@pytest.mark.parametrize(
    ("game", "profile", "withdrawn", "ending"),
    part([
        ("s1_variant_a_casual", "current", "1",
         ["A game win 4 1 60", "B 0 0 24", "C 0 0 24", "D 1 0 48", "E 0 0 24"]),
        ("s1_variant_b_no_time", "vekn_event", "0.5",
         ["A game win 4 1 60", "B 0 0 24", "C 0 0 24", "D 0.5 0 48", "E 0 0 24"]),
    ], of=2, first=1),
)  # fmt: skip
def test_the_last_one_standing(
    open_page: Callable[..., Page], game: str, profile: str, withdrawn: str, ending: list[str]
) -> None:
    phones = played_up_to(open_page, game, "# turn 27", profile)
    phones.end("E", 5)
    assert phones.ring() == f"A 20 (2 VP, Edge), {OUT}, D withdrawn ({withdrawn} VP), E 8"
    phones.end("A", 2)
    phones.tap("A", "effect", What_it_does="burn_pool:E:1", How_much=8)
    rows = phones.take("E").locator(".ending tbody tr")
    expect(rows).to_have_text(ending, use_inner_text=True)
    assert phones.ring() == f"A 26 (4 VP, Edge), {OUT}, D withdrawn ({withdrawn} VP), E ousted"
    assert operations(phones.record("E")) == operations(recorded(game))


def test_a_lost_pool_voids_the_withdrawal(open_page: Callable[..., Page]) -> None:
    phones = played_up_to(open_page, "s1_variant_c_void", "# turn 24", "vekn_event")
    phones.end("E", 2)
    phones.tap("E", "announce-bleed", "E1", Aimed_at="D", Name_of_the_card="Reach")
    phones.unblocked("E", "D")
    assert phones.ring() == "A 15 (1 VP), B ousted, C 7, D 7, E 8 (Edge)"
    expect(phones.take("D").locator(".turns")).to_contain_text("the withdrawal of D is void")
    phones.end("E", 3)
    phones.end("AC", 5)
    expect(phones.take("D").locator("#play-heading")).to_have_text("Turn 27: D, Unlock phase")
    assert phones.ring() == "A 15 (1 VP), B ousted, C 7, D 7, E 8 (Edge)"
    phones.tap("D", "withdraw")
    assert operations(phones.record_so_far()) == operations(recorded("s1_variant_c_void"))


def test_prey_and_predator_are_ousted_by_one_event(open_page: Callable[..., Page]) -> None:
    """Both have their points, A no pool; D, who has announced it, withdraws at once, and E is the last."""
    phones = played_up_to(open_page, "s1_variant_d_together", "# turn 25", "vekn_event")
    phones.end("A", 2)
    assert phones.ring() == "A 14 (1 VP), B ousted, C 7, D 8, E 8 (Edge)"
    with phones.all_awake():
        phones.told("C: use-effect burn_pool:C:7,burn_pool:A:14 why=card")
    rows = phones.take("E").locator(".ending tbody tr")
    expect(rows).to_have_text(["A 2 0 54", "B 0 0 18", "C 0 0 18", "D 0.5 0 36", "E 2 0 54"], use_inner_text=True)
    assert phones.ring() == "A ousted (2 VP), B ousted, C ousted, D withdrawn (0.5 VP), E 14 (2 VP, Edge)"
