from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from tests.seating.oracle import (
    best_of_one_table,
    best_of_two_games,
    best_second_round,
    fewest_position_groups_of_eight,
    vector,
)
from tests.seating.test_criteria import NINE, random_rounds
from tests.soak import part
from toolkit.seating import criteria, event_bounds, seat
from toolkit.seating.bounds import PRICES, continued_bounds, staggered_bounds
from toolkit.seating.dice import Dice
from toolkit.seating.model import can_be_seated, into_tables


def least(bounds):
    return tuple(getattr(bounds, name) for name in NINE)


@pytest.mark.parametrize(("size", "rounds"), [(4, 2), (4, 3), (4, 4), (5, 2), (5, 3), (5, 4)])
def test_one_table_cannot_be_better_than_its_bound_and_can_be_as_good(size, rounds):
    best = best_of_one_table(size, rounds)
    assert least(event_bounds(size, rounds)) == best
    assert vector(seat(range(size), rounds).rounds) == best


@pytest.mark.parametrize("players", [8, 9, 10, 12])
def test_two_rounds_cannot_be_better_than_their_bound_and_can_be_as_good(players):
    best = best_second_round(into_tables(range(players)))
    assert least(event_bounds(players, 2)) == best
    assert vector(seat(range(players), 2).rounds) == best


@pytest.mark.walk
@pytest.mark.parametrize("players", part([6, 7], of=2))
def test_two_games_each_cannot_be_better_than_their_bound_and_can_be_as_good(players):
    plan = seat(range(players), 2)
    assert least(plan.bounds) == best_of_two_games(players) == vector(plan.rounds)
    assert plan.is_optimal


def test_eight_players_for_three_rounds_cannot_be_better_than_their_bound():
    assert event_bounds(8, 3).r9 == fewest_position_groups_of_eight()
    assert least(event_bounds(8, 3)) == vector(seat(range(8), 3).rounds)
    # What the look at all seatings takes for granted follows from counting: nothing else of the bound is above that.
    assert least(event_bounds(8, 3))[:7] == (0, 0, 0, 12, 0, 0, 0)


def test_no_random_seating_is_below_a_bound_whose_earlier_criteria_it_meets():
    dice = Dice(7)
    for _ in range(600):
        players = 4 + dice.below(30)
        if not can_be_seated(players):
            continue
        rounds = random_rounds(players, 1 + dice.below(5), dice)
        found, bounds = criteria(rounds), event_bounds(players, len(rounds))
        # The first criterion in which they differ must not be lower than its bound.
        differing = [name for name in NINE if getattr(found, name) != getattr(bounds, name)]
        if differing:
            assert getattr(found, differing[0]) > getattr(bounds, differing[0])


def test_each_list_of_prices_is_one_that_the_proof_allows():
    transfers = (1, 2, 3, 4, 4)
    for prices in PRICES:
        for one, other in combinations(range(5), 2):
            assert prices[one] + prices[other] <= transfers[one] * transfers[other]


# Read off the table of what is reachable: R3, R4 and R8 of three rounds, worked out there by counting.
@pytest.mark.parametrize(
    ("players", "r3", "r4", "r8"), [(13, 0.120, 16, 0.316), (21, 0.151, 6, 0.343), (64, 0.130, 0, 0.271)]
)
def test_bounds_of_well_known_sizes(players, r3, r4, r8):
    figures = event_bounds(players, 3).figures()
    assert (figures["r3"], figures["r4"], figures["r8"]) == (
        pytest.approx(r3, abs=5e-4),
        r4,
        pytest.approx(r8, abs=5e-4),
    )


def test_a_round_on_a_history_is_bounded_by_what_has_happened():
    history = random_rounds(13, 2, Dice(3))
    plan = seat(range(13), 3, history=history, seconds=0.05)
    bounds = continued_bounds(history, plan.rounds[2:])
    before = criteria(history)
    assert (bounds.r1, bounds.r4, bounds.r7) == (before.r1, before.r4, before.r7)
    for name in NINE:
        assert getattr(plan.criteria, name) >= getattr(bounds, name)


def test_least_spread_on_a_history_by_hand():
    # Four who had a table of four and five who had one of five play again, 5 + 4: the four get the five's seats.
    history = [((1, 2, 3, 4, 5), (6, 7, 8, 9))]
    plan = seat(range(1, 10), 2, history=history, seconds=0.05)
    # 6, 7, 8, 9 and one of the others at the five: sums 9 eight times, 10 once, over two rounds.
    assert continued_bounds(history, plan.rounds[1:]).r3 == Fraction(8, 81) / 4


def test_a_staggered_event_is_bounded_too():
    plan = seat(range(6), 2)
    assert staggered_bounds(plan.rounds).r4 == 3  # 18 meetings on 15 pairs
