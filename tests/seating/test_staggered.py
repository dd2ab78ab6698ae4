from __future__ import annotations

from collections import Counter

import pytest

from toolkit.seating import ImpossibleSeating, criteria, seat, table_sizes
from toolkit.seating.model import into_tables, structures


def games_of(rounds):
    return Counter(player for tables in rounds for table in tables for player in table)


# Players, games each, fewest rounds and the sizes of crowds that are known to do it.
@pytest.mark.parametrize(
    ("players", "games", "rounds", "crowds"),
    [
        (6, 2, 3, {(4, 4, 4)}),
        (7, 2, 3, {(5, 5, 4)}),
        (11, 2, 3, {(9, 9, 4), (10, 8, 4), (9, 8, 5)}),
        (6, 3, 4, {(5, 5, 4, 4)}),
        (7, 3, 5, {(5, 4, 4, 4, 4)}),
        (11, 3, 4, None),
        (6, 4, 5, None),
        (7, 4, 6, None),
        (11, 4, 5, None),
    ],
)
def test_everybody_plays_equally_often_in_the_fewest_rounds(players, games, rounds, crowds):
    plan = seat(range(players), games, seed=2)
    assert len(plan.rounds) == rounds
    assert games_of(plan.rounds) == dict.fromkeys(range(players), games)
    found = tuple(sorted((sum(map(len, tables)) for tables in plan.rounds), reverse=True))
    if crowds:
        assert found in crowds
        assert set(structures(players * games, players, games)) == crowds
    for tables, out in zip(plan.rounds, plan.sitting_out, strict=True):
        here = [player for table in tables for player in table]
        assert tuple(map(len, tables)) == table_sizes(len(here))
        assert sorted([*here, *out]) == list(range(players))


def test_who_sits_out_is_drawn():
    out = Counter(name for seed in range(700) for name in seat(range(7), 2, seed=seed).sitting_out[0])
    total = sum(out.values())
    assert all(abs(out[name] - total / 7) < 60 for name in range(7))


def test_one_game_each_cannot_be():
    with pytest.raises(ImpossibleSeating, match="7 players cannot all play equally often"):
        seat(range(7), 1)


def test_an_event_that_drops_to_eleven_goes_on_staggered():
    first = into_tables(range(13))
    plan = seat(range(11), 3, history=[first], seconds=0.1, seed=1)
    games = games_of(plan.rounds)
    assert all(games[player] == 3 for player in range(11))
    assert criteria(plan.rounds) == plan.criteria


def test_a_staggered_event_is_taken_up_again_where_it_stands():
    plan = seat(range(7), 2, seed=3)
    again = seat(range(7), 2, history=plan.rounds[:1], seconds=0.1, seed=3)
    assert games_of(again.rounds) == dict.fromkeys(range(7), 2)
