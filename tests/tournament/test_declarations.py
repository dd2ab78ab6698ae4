"""A fact declares what it touches, who sees it, and what of it is personal, or it is not registered."""

from __future__ import annotations

import pytest

from toolkit.tournament.declarations import EVERYBODY, nothing, on_player
from toolkit.tournament.facts import KINDS, Fact, stored

DECLARED = {"touches": on_player, "seen_by": EVERYBODY, "personal": ("note",)}


def bribed() -> type[Fact]:
    class Bribed(Fact):
        player: int
        note: str

    return Bribed


def round_named() -> type[Fact]:
    class RoundNamed(Fact):
        round: int
        note: str

    return RoundNamed


@pytest.mark.parametrize("unsaid", DECLARED)
def test_a_fact_that_leaves_one_of_the_three_unsaid_is_not_registered(unsaid: str) -> None:
    declared = {name: value for name, value in DECLARED.items() if name != unsaid}
    with pytest.raises(TypeError, match=unsaid):
        stored(**declared)(bribed())


UNSAID = "^Bribed.note is a text about a player: name it in `personal`, or in `stays` with a reason.$"


@pytest.mark.parametrize(("personal", "refusal"), [((), UNSAID), (("note/x",), "no text note/x")])
def test_a_text_about_a_player_is_personal_or_has_a_reason_to_stay(personal: tuple[str, ...], refusal: str) -> None:
    with pytest.raises(TypeError, match=refusal):
        stored(touches=on_player, seen_by=EVERYBODY, personal=personal)(bribed())
    assert "bribed" not in KINDS


def test_a_text_that_stays_has_its_reason_and_one_about_nobody_needs_none(monkeypatch: pytest.MonkeyPatch) -> None:
    known: dict[str, type[Fact]] = {}
    monkeypatch.setattr("toolkit.tournament.facts.KINDS", known)
    stored(touches=on_player, seen_by=EVERYBODY, personal=(), stays={"note": "a row of the guide"})(bribed())
    stored(touches=nothing, seen_by=EVERYBODY, personal=())(round_named())
    assert list(known) == ["bribed", "round_named"]
