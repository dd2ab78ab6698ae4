from __future__ import annotations

import json

import pytest

from tests.rules.table import Table
from toolkit.game import view_for
from toolkit.game.state import UnknownSeat
from toolkit.game.view import SPECTATOR


@pytest.fixture
def table() -> Table:
    made = Table("SETUP-33")
    made.step("A: reveal-card A1 Secretive 4")
    made.step(
        "set A1.counters=2 L=location@A.ready L.name=Hall L.unique=yes M=location@B.ready M.name=Hall M.unique=yes"
    )
    return made


@pytest.mark.parametrize(("seat", "sees"), [("A", True), ("B", False), ("E", False), (SPECTATOR, False), (None, True)])
def test_a_face_down_name_is_for_its_owner_and_a_judge(table: Table, seat: str | None, sees: bool) -> None:
    seen = json.dumps(view_for(table.state, seat))
    assert ("Secretive" in seen) is sees


def test_counters_on_a_face_down_card_are_for_everybody(table: Table) -> None:
    card = next(card for card in view_for(table.state, "C")["cards"] if card["id"] == "A1")
    assert card == {
        "id": "A1", "owner": "A", "controller": "A", "zone": "uncontrolled", "counters": 2, "face_down": True,
    }  # fmt: skip


def test_the_name_of_a_contest_is_public(table: Table) -> None:
    (contest,) = view_for(table.state, "C")["contests"]
    assert (contest["key"], contest["title"]) == ("Hall", False)
    assert contest["claims"] == [{"seat": "A", "card": "L"}, {"seat": "B", "card": "M"}]


def test_numbers_are_public(table: Table) -> None:
    person = view_for(table.state, "E")["methuselahs"][0]
    assert (person["name"], person["pool"], person["hand"], person["library"], person["prey"]) == ("A", 30, 7, 53, "B")


@pytest.mark.parametrize("seat", ["A", "B", SPECTATOR, None])
def test_what_everybody_sees_is_the_same_for_every_reader(table: Table, seat: str | None) -> None:
    public = view_for(table.state, SPECTATOR)
    assert view_for(table.state, seat, public=public) == view_for(table.state, seat)
    assert "Secretive" not in json.dumps(public)


def test_an_unknown_seat_sees_nothing(table: Table) -> None:
    with pytest.raises(UnknownSeat):
        view_for(table.state, "Z")


def test_a_combat_shows_what_its_strikes_will_leave() -> None:
    table = Table("COMBAT-18")
    table.step("set X=vampire@A.ready.7/5 W=vampire@B.ready.5/2 begin=A/7 phase=minion")
    table.step("A: use-effect combat:W minion=X")
    while view_for(table.state)["window"]["name"] != "strikes":
        table.step("no-plays")
    table.step("A: choose-strike X strike=damage aggravated=2")
    (combat,) = view_for(table.state, SPECTATOR)["frames"]
    strike = combat["sides"][0]["strike"]
    assert (combat["round"], combat["range"]) == (1, "close")
    assert (strike["aggravated"], strike["target"], strike["fate"], strike["blood"]) == (2, "W", "torpor", 1)


def test_a_referendum_shows_its_count_and_the_votes_not_yet_cast() -> None:
    table = Table("REF-08")
    table.step("set X=vampire@A.ready.4/2 P=vampire@B.ready.4/2 P.title=prince/paris edge=C begin=A/7 phase=minion")
    table.step("A: use-effect referendum minion=X")
    table.step("A: set-terms effects=burn_pool:B:1")
    table.step("C: burn-for-vote edge")
    (poll,) = view_for(table.state, SPECTATOR)["frames"]
    assert (poll["for"], poll["against"]) == (0, 0)
    assert [(item["seat"], item["source"], item["votes"]) for item in poll["left"]] == [("B", "P", 2), ("C", "edge", 1)]
