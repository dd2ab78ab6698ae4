from __future__ import annotations

import pytest

from toolkit.seating import BadWish, WishedPlace, Wishes, criteria, seat
from toolkit.seating.model import into_tables

SIXTEEN = [f"p{number}" for number in range(1, 17)]


def seats_of(plan, player):
    return [
        (table, place)
        for tables in plan.rounds
        for table, seated in enumerate(tables, 1)
        for place, name in enumerate(seated, 1)
        if name == player
    ]


def test_wishes_are_met_and_all_else_stays_good():
    wishes = Wishes(
        apart=(("p1", "p2", "p3"),), places={"p4": WishedPlace(table=1), "p5": WishedPlace(table=2, seat=3)}
    )
    plan = seat(SIXTEEN, 3, wishes=wishes, seed=1, seconds=0.4)
    assert plan.unmet == ()
    assert all(table == 1 for table, _ in seats_of(plan, "p4"))
    assert seats_of(plan, "p5") == [(2, 3)] * 3
    for tables in plan.rounds:
        for table in tables:
            assert len({"p1", "p2", "p3"} & set(table)) <= 1
    assert plan.criteria.r1 == plan.criteria.r2 == 0
    assert plan.criteria.r7 == 1  # p5 alone


def test_wishes_are_met_in_a_round_on_a_history_too():
    history = [into_tables(SIXTEEN)]
    plan = seat(SIXTEEN, 2, history=history, wishes=Wishes(apart=(("p1", "p9"),)), seed=1, seconds=0.1)
    assert plan.unmet == ()


def test_a_wish_that_cannot_be_met_is_reported():
    plan = seat("abcd", 1, wishes=Wishes(apart=(("a", "b"),)), seconds=0.01)
    assert plan.unmet == ("a and b share table 1 in round 1.",)
    assert not plan.is_optimal


def test_no_wish_is_worth_a_repeated_predator():
    # One table: b can follow a once only, whatever b and a wish for.
    wishes = Wishes(places={"a": WishedPlace(seat=1), "b": WishedPlace(seat=2)})
    plan = seat("abcd", 2, wishes=wishes, seconds=0.05)
    assert criteria(plan.rounds).r1 == 0
    assert plan.unmet


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        (Wishes(apart=(("p1", "zed"),)), "Wished for, but not among the players: zed."),
        (Wishes(apart=(("p1", "p1"),)), "To keep p1 and p1 apart takes two different players."),
        (Wishes(apart=(("p1",),)), "To keep p1 apart takes two different players."),
        (Wishes(places={"p1": WishedPlace(table=9)}), "p1 should sit at table 9, but there are only 4 tables."),
        (Wishes(places={"p1": WishedPlace(seat=5)}), "p1 should sit in seat 5, but tables have 4 seats."),
        (
            Wishes(places={"p1": WishedPlace(1, 1), "p2": WishedPlace(1, 1)}),
            "p1 and p2 should both sit at table 1, seat 1.",
        ),
        (
            Wishes(places={f"p{number}": WishedPlace(table=2) for number in range(1, 6)}),
            "p1, p2, p3, p4 and p5 should all sit at table 2, which has 4 seats.",
        ),
        (
            Wishes(places={f"p{number}": WishedPlace(seat=2) for number in range(1, 6)}),
            "p1, p2, p3, p4 and p5 should all sit in seat 2, but only 4 of them can.",
        ),
        (
            Wishes(apart=(("p1", "p2"),), places={"p1": WishedPlace(table=1), "p2": WishedPlace(table=1)}),
            "p1 and p2 should be kept apart, but both should sit at table 1.",
        ),
    ],
)
def test_contradictory_wishes(wishes, sentence):
    with pytest.raises(BadWish) as caught:
        seat(SIXTEEN, 3, wishes=wishes)
    assert str(caught.value) == sentence
