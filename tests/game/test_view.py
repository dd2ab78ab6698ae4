from __future__ import annotations

import json

import pytest

from tests.rules.table import Table
from toolkit.game import view_for
from toolkit.game.state import UnknownSeat
from toolkit.game.view import SPECTATOR, FaceDownCard
from toolkit.game.view_frames import ShownCombat, ShownReferendum
from toolkit.game.vocabulary import Zone
from toolkit.game.windows import window_name
from toolkit.views import json_values


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
    seen = json.dumps(json_values(view_for(table.state, seat)))
    assert ("Secretive" in seen) is sees


def test_counters_on_a_face_down_card_are_for_everybody(table: Table) -> None:
    card = next(card for card in view_for(table.state, "C").cards if card.id == "A1")
    assert card == FaceDownCard(id="A1", owner="A", controller="A", zone=Zone.UNCONTROLLED, counters=2)
    (plain,) = [plain for plain in json_values(view_for(table.state, "C"))["cards"] if plain["id"] == "A1"]
    assert plain == {
        "id": "A1", "owner": "A", "controller": "A", "zone": "uncontrolled", "counters": 2, "face_down": True,
    }  # fmt: skip


def test_the_name_of_a_contest_is_public(table: Table) -> None:
    (contest,) = view_for(table.state, "C").contests
    assert (contest.key, contest.title) == ("Hall", False)
    assert [(claim.seat, claim.card) for claim in contest.claims] == [("A", "L"), ("B", "M")]


def test_numbers_are_public(table: Table) -> None:
    person = view_for(table.state, "E").methuselahs[0]
    assert (person.name, person.pool, person.hand, person.library, person.prey) == ("A", 30, 7, 53, "B")


@pytest.mark.parametrize("seat", ["A", "B", SPECTATOR, None])
def test_what_everybody_sees_is_the_same_for_every_reader(table: Table, seat: str | None) -> None:
    public = view_for(table.state, SPECTATOR)
    assert view_for(table.state, seat, public=public) == view_for(table.state, seat)
    assert "Secretive" not in json.dumps(json_values(public))


def test_an_unknown_seat_sees_nothing(table: Table) -> None:
    with pytest.raises(UnknownSeat):
        view_for(table.state, "Z")


def test_a_combat_shows_what_its_strikes_will_leave() -> None:
    table = Table("COMBAT-18")
    table.step("set X=vampire@A.ready.7/5 W=vampire@B.ready.5/2 begin=A/7 phase=minion")
    table.step("A: use-effect combat:W minion=X")
    while window_name(table.state) != "strikes":
        table.step("no-plays")
    table.step("A: choose-strike X strike=damage aggravated=2")
    (combat,) = view_for(table.state, SPECTATOR).frames
    assert isinstance(combat, ShownCombat)
    strike = combat.sides[0].strike
    assert strike is not None
    assert (combat.round, combat.range) == (1, "close")
    assert (strike.aggravated, strike.target, strike.fate, strike.blood) == (2, "W", "torpor", 1)


def test_a_referendum_shows_its_count_and_the_votes_not_yet_cast() -> None:
    table = Table("REF-08")
    table.step("set X=vampire@A.ready.4/2 P=vampire@B.ready.4/2 P.title=prince/paris edge=C begin=A/7 phase=minion")
    table.step("A: use-effect referendum minion=X")
    table.step("A: set-terms effects=burn_pool:B:1")
    table.step("C: burn-for-vote edge")
    (poll,) = view_for(table.state, SPECTATOR).frames
    assert isinstance(poll, ShownReferendum)
    assert (poll.votes_for, poll.votes_against) == (0, 0)
    assert [(item.seat, item.source, item.votes) for item in poll.left] == [("B", "P", 2), ("C", "edge", 1)]


def test_a_view_as_plain_data_has_these_keys() -> None:
    table = Table("REF-08")
    table.step("set X=vampire@A.ready.4/2 X.title=priscus X.disciplines=dom:2 begin=A/7 phase=minion")
    table.step("A: use-effect referendum minion=X")
    plain = json_values(view_for(table.state))
    assert " ".join(plain) == (
        "sequence stage turn phase active waiting to_act options edge window going_on frames obligations phased picks "
        "contests methuselahs cards gone time_called ending"
    )
    assert plain["window"] == {"name": "terms", "order": ["A"], "holder": "A"}
    (poll,) = plain["frames"]
    assert poll == {
        "frame": "Referendum", "window": plain["window"] | {"passed": []}, "seat": "A", "minion": "X", "target": "",
        "is_blood_hunt": False, "is_cardless": False, "terms": None, "step": "terms", "for": 0, "against": 0,
        "prisci": 0, "cast": [], "passed": None,
        "left": [{"seat": "A", "source": "X", "votes": 1, "is_ballot": True}],
    }  # fmt: skip
    (card,) = [card for card in plain["cards"] if card["id"] == "X"]
    assert card == {
        "id": "X", "kind": "vampire", "owner": "A", "controller": "A", "zone": "ready", "name": "", "host": "",
        "locked": False, "unique": False, "capacity": 4, "counters": 2, "other_counters": {},
            "strength": 1, "bleed": 1, "stealth": 0, "gives": {}, "group": 0,
        "intercept": 0, "hand_size": 0, "clan": "", "sect": "", "disciplines": {"dom": 2}, "flags": [], "used": [],
        "title": {"kind": "priscus", "scope": "", "votes": 0, "state": "held"}, "marked_by": "", "stolen_in": 0,
        "votes": 0, "ballots": 1, "title_counts": True, "face_down": False,
    }  # fmt: skip
