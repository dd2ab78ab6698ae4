from __future__ import annotations

from itertools import permutations

import pytest

from tests.seating.test_criteria import random_rounds
from toolkit.seating import BadHistory, ImpossibleSeating, criteria, seat
from toolkit.seating.dice import Dice
from toolkit.seating.edits import NoSuchSeat, Surroundings, add, balance, move, remove, repairs, swap

ROUNDS = seat([f"p{number}" for number in range(1, 14)], 3, seed=1).rounds


def everyone_of(tables):
    return sorted(player for table in tables for player in table)


@pytest.mark.parametrize("seed", range(30))
def test_a_round_amid_its_surroundings_is_worth_what_the_criteria_say(seed):
    rounds = random_rounds(8 + seed % 12 if seed % 12 != 3 else 12, 1 + seed % 4, Dice(seed), leaving=3)
    for index, tables in enumerate(rounds):
        around = Surroundings(rounds, index)
        assert around.criteria(map(around.part, tables)) == criteria(rounds)


def test_a_swap_says_what_it_does():
    one, other = ROUNDS[0][0][0], ROUNDS[0][1][0]
    edit = swap(ROUNDS, 1, one, other)
    assert edit.rounds[0][0][0] == other
    assert edit.rounds[0][1][0] == one
    assert edit.rounds[1:] == ROUNDS[1:]
    assert edit.moved == 2
    assert edit.before == criteria(ROUNDS)
    assert edit.after == criteria(edit.rounds)
    assert not edit.is_better
    assert any(sentence.startswith("New: ") for sentence in edit.changes)
    assert not edit.warnings


def test_a_swap_with_somebody_who_sits_out_replaces_them():
    edit = swap(ROUNDS, 2, ROUNDS[1][0][2], "late")
    assert edit.rounds[1][0][2] == "late"


def test_a_swap_of_two_who_do_not_play():
    with pytest.raises(NoSuchSeat, match="Neither x nor y plays round 1"):
        swap(ROUNDS, 1, "x", "y")


def test_a_move_that_breaks_table_sizes_is_made_with_a_warning():
    player = ROUNDS[0][1][0]
    edit = move(ROUNDS, 1, player, 1)
    assert edit.rounds[0][0] == (*ROUNDS[0][0], player)
    assert edit.warnings == (
        "Round 1, table 1 has 6 players: a table has four or five.",
        "Round 1, table 2 has 3 players: a table has four or five.",
    )


def test_a_player_added_goes_to_the_best_seat_of_a_table_of_four():
    edit = add(ROUNDS, 3, "late")
    assert sorted(map(len, edit.rounds[2])) == [4, 5, 5]
    others = []
    for place, table in enumerate(ROUNDS[2]):
        if len(table) == 4:
            for at in range(5):
                new = (*table[:at], "late", *table[at:])
                others.append(criteria([*ROUNDS[:2], (*ROUNDS[2][:place], new, *ROUNDS[2][place + 1 :])]))
    assert edit.after == min(others)


def test_nobody_is_added_twice():
    with pytest.raises(BadHistory, match="p1 already plays round 1"):
        add(ROUNDS, 1, "p1")


def test_a_table_of_five_becomes_four():
    leaver = ROUNDS[0][0][1]
    edit = remove(ROUNDS, 1, leaver)
    assert edit.rounds[0][0] == tuple(name for name in ROUNDS[0][0] if name != leaver)
    assert not edit.warnings


def test_a_table_of_three_is_balanced_with_one_move():
    broken = remove(ROUNDS, 1, ROUNDS[0][1][0])
    assert broken.warnings == ("Round 1, table 2 has 3 players: a table has four or five.",)
    edit = balance(broken.rounds, 1)
    assert sorted(map(len, edit.rounds[0])) == [4, 4, 4]
    assert everyone_of(edit.rounds[0]) == everyone_of(broken.rounds[0])
    before = {player: place for place, table in enumerate(broken.rounds[0]) for player in table}
    after = {player: place for place, table in enumerate(edit.rounds[0]) for player in table}
    assert sum(before[player] != after[player] for player in after) == 1


def test_tables_come_and_go_when_balance_asks_for_it():
    crowded = [((*range(5),), (*range(5, 10),), (10, 11, 12, 13, 14), (15,))]
    assert sorted(map(len, balance(crowded, 1).rounds[0])) == [4, 4, 4, 4]
    alone = [((*range(6),), (6, 7, 8), (9,))]
    assert sorted(map(len, balance(alone, 1).rounds[0])) == [5, 5]


def test_a_round_that_seats_somebody_twice_is_not_edited():
    with pytest.raises(BadHistory, match="Round 2 seats 1 twice, at tables 1 and 2"):
        balance([((1, 2, 3, 4),), ((1, 2, 3), (4, 5, 6, 7, 1))], 2)


def test_seven_cannot_be_balanced():
    with pytest.raises(ImpossibleSeating, match="7 players cannot be seated at once"):
        balance([((1, 2, 3, 4), (5, 6, 7))], 1)


def test_the_best_order_of_one_table_is_found():
    spoilt = (*ROUNDS[:2], (tuple(reversed(ROUNDS[2][0])), *ROUNDS[2][1:]))
    best = min(criteria([*ROUNDS[:2], (order, *ROUNDS[2][1:])]) for order in permutations(ROUNDS[2][0]))
    found = repairs(spoilt, 3, 1)
    assert any(edit.after == best for edit in found)
    assert found[0].after <= best
    assert all(edit.is_better for edit in found)


def test_a_swap_is_undone_by_the_repair():
    spoilt = swap(ROUNDS, 2, ROUNDS[1][0][0], ROUNDS[1][2][3])
    found = repairs(spoilt.rounds, 2, 1)
    assert found[0].after == criteria(ROUNDS)
    assert found[0].moved == 2
    assert found[0].title.startswith("Swap ")


def test_nothing_repairs_what_is_optimal():
    assert repairs(ROUNDS, 1, 1) == ()


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: repairs(ROUNDS, 4, 1), "There is no round 4: the seating has 3 rounds."),
        (lambda: repairs(ROUNDS, 1, 9), "Round 1 has no table 9: it has 3 tables."),
        (lambda: remove(ROUNDS, 1, "x"), "x does not play round 1."),
        (lambda: move(ROUNDS, 1, "p1", 0), "Round 1 has no table 0: it has 3 tables."),
    ],
)
def test_what_is_not_there(call, sentence):
    with pytest.raises(NoSuchSeat) as caught:
        call()
    assert str(caught.value) == sentence
