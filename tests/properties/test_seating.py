from __future__ import annotations

from tests.given import given, settings, st
from tests.seating.oracle import vector
from tests.seating.test_criteria import as_tuple
from toolkit.seating import Wishes, can_be_seated, criteria, seat, table_sizes
from toolkit.seating.edits import add, balance, move, remove, repairs, swap

NAMES = st.lists(st.text(min_size=1, max_size=6), min_size=4, max_size=40, unique=True)
SEEDS = st.integers(0, 2**63)


def seated(tables):
    return [player for table in tables for player in table]


@given(names=NAMES, games=st.integers(1, 4), seed=SEEDS)
@settings(max_examples=80, deadline=None)
def test_no_seating_loses_doubles_or_invents_a_player(names, games, seed):
    if not can_be_seated(len(names)) and games == 1:
        games = 2
    plan = seat(names, games, seed=seed, seconds=0.01)
    everybody = [player for tables in plan.rounds for player in seated(tables)]
    assert sorted(everybody) == sorted(names * games)
    for tables, out in zip(plan.rounds, plan.sitting_out, strict=True):
        assert sorted([*seated(tables), *out]) == sorted(names)
        assert tuple(map(len, tables)) == table_sizes(len(seated(tables)))
    assert as_tuple(plan.criteria) == vector(plan.rounds)


@given(data=st.data(), players=st.integers(8, 24), seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_rounds_on_a_history_keep_it_and_seat_whoever_is_there(data, players, seed):
    if not can_be_seated(players):
        players += 1
    first = seat(range(players), 2, seed=seed, seconds=0.01).rounds[:1]
    gone = data.draw(st.sets(st.integers(0, players - 1), max_size=3))
    here = [player for player in range(players) if player not in gone]
    here += [f"late {number}" for number in range(data.draw(st.integers(0, 3)))]
    if not can_be_seated(len(here)):
        return
    apart = (tuple(here[:2]),) if data.draw(st.booleans()) else ()
    plan = seat(here, 3, history=first, seconds=0.005, seed=seed, wishes=Wishes(apart=apart))
    assert plan.rounds[:1] == first
    assert len(plan.rounds) == 3
    for tables in plan.rounds[1:]:
        assert sorted(map(str, seated(tables))) == sorted(map(str, here))
        assert tuple(map(len, tables)) == table_sizes(len(here))
    assert as_tuple(plan.criteria) == vector(plan.rounds)
    assert plan == seat(here, 3, history=first, seconds=0.005, seed=seed, wishes=Wishes(apart=apart))


@given(data=st.data(), players=st.sampled_from([8, 9, 13, 14, 17]), seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_edits_change_nothing_but_what_they_are_asked_to(data, players, seed):
    rounds = seat(range(players), 3, seed=seed).rounds
    number = data.draw(st.integers(1, 3))
    one, other = data.draw(st.lists(st.integers(0, players - 1), min_size=2, max_size=2, unique=True))
    edits = {
        "swap": (swap(rounds, number, one, other), set()),
        "move": (move(rounds, number, one, data.draw(st.integers(1, 2)), data.draw(st.integers(1, 5))), set()),
        "add": (add(rounds, number, "new"), {"new"}),
        "remove": (remove(rounds, number, one), {one}),
    }
    for name, (edit, change) in edits.items():
        assert set(seated(edit.rounds[number - 1])) == set(range(players)) ^ change
        assert len(seated(edit.rounds[number - 1])) == players + {"add": 1, "remove": -1}.get(name, 0)
        assert [tables for at, tables in enumerate(edit.rounds, 1) if at != number] == [
            tables for at, tables in enumerate(rounds, 1) if at != number
        ]
        assert edit.after == criteria(edit.rounds)
        here = seated(edit.rounds[number - 1])
        if can_be_seated(len(here)):
            repaired = balance(edit.rounds, number)
            assert sorted(map(str, seated(repaired.rounds[number - 1]))) == sorted(map(str, here))
            assert sorted(map(len, repaired.rounds[number - 1]), reverse=True) == list(table_sizes(len(here)))
    for repair in repairs(edits["swap"][0].rounds, number, 1):
        assert sorted(seated(repair.rounds[number - 1])) == list(range(players))
        assert repair.after < edits["swap"][0].after
