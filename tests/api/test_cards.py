"""A look-up has one shape: the card, and how it was found."""

from __future__ import annotations

import pytest

from toolkit.api import cards


@pytest.mark.parametrize(
    ("text", "name", "by"),
    [
        ("100845", "Govern the Unaligned", "number"),
        ("govern the unaligned", "Govern the Unaligned", "printed"),
        ("Theo Bell (G6)", "Theo Bell (G6)", "printed"),
        ("Theo Bell (G2)", "Theo Bell (G2)", "printed"),
        ("Mind Rape", "Puppet Master", "former"),
        ("Muñeca de sangre", "Blood Doll", "translation"),
        ("Asylum HG", "Asylum Hunting Ground", "short"),
        ("unaligned gov", "Govern the Unaligned", "words"),
        ("Villien", "Villein", "similar"),
    ],
)
def test_the_first_card_and_how_it_was_found(text: str, name: str, by: str) -> None:
    found = cards.look_up(text)[0]
    assert (found.card.unique_name, found.by, found.by.is_certain) == (name, by, by not in ("words", "similar"))


def test_cards_of_one_name_come_together_and_nothing_is_found_for_nothing() -> None:
    assert {found.card.unique_name for found in cards.look_up("Theo Bell")} >= {"Theo Bell (G2)", "Theo Bell (G6)"}
    assert cards.look_up("") == ()
    assert len(cards.look_up("blood", limit=3)) == 3
