from __future__ import annotations

import json

import pytest

from tests.rules.table import Table
from toolkit.game import view_for
from toolkit.game.state import UnknownSeat


@pytest.fixture
def table() -> Table:
    made = Table("SETUP-33")
    made.step("A: reveal-card A1 Secretive 4")
    made.step(
        "set A1.counters=2 L=location@A.ready L.name=Hall L.unique=yes M=location@B.ready M.name=Hall M.unique=yes"
    )
    return made


@pytest.mark.parametrize(("seat", "sees"), [("A", True), ("B", False), ("E", False), (None, True)])
def test_a_face_down_name_is_for_its_owner_and_a_judge(table: Table, seat: str | None, sees: bool) -> None:
    seen = json.dumps(view_for(table.state, seat))
    assert ("Secretive" in seen) is sees


def test_counters_on_a_face_down_card_are_for_everybody(table: Table) -> None:
    card = next(card for card in view_for(table.state, "C")["cards"] if card["id"] == "A1")
    assert card == {
        "id": "A1", "owner": "A", "controller": "A", "zone": "uncontrolled", "counters": 2, "face_down": True,
    }  # fmt: skip


def test_the_name_of_a_contest_is_public(table: Table) -> None:
    assert view_for(table.state, "C")["contests"] == [
        {"key": "Hall", "title": False, "claims": [{"seat": "A", "card": "L"}, {"seat": "B", "card": "M"}]}
    ]


def test_numbers_are_public(table: Table) -> None:
    person = view_for(table.state, "E")["methuselahs"][0]
    assert (person["name"], person["pool"], person["hand"], person["library"], person["prey"]) == ("A", 30, 7, 53, "B")


def test_an_unknown_seat_sees_nothing(table: Table) -> None:
    with pytest.raises(UnknownSeat):
        view_for(table.state, "Z")
