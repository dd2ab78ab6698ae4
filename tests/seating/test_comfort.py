"""What the criteria do not count: the table's number, and waits in a row."""

from itertools import pairwise

import pytest

from toolkit.seating import WishedPlace, Wishes, criteria, seat


def numbers(rounds):
    """Each player's table numbers, round by round."""
    players = {player for table in rounds[0] for player in table}
    return {
        player: [place for tables in rounds for place, table in enumerate(tables) if player in table]
        for player in players
    }


@pytest.mark.parametrize(("players", "rounds"), [(25, 3), (30, 3), (40, 3), (100, 3), (25, 5), (350, 5)])
def test_fewer_than_a_tenth_keep_their_table_all_day(players: int, rounds: int) -> None:
    for seed in range(5):
        plan = seat(range(players), rounds, seed=seed)
        kept = [player for player, tables in numbers(plan.rounds).items() if len(set(tables)) == 1]
        assert len(kept) < players / 10
        assert plan.is_optimal


def test_who_follows_a_chart_round_by_round_keeps_no_table_either() -> None:
    rounds = ()
    for _ in range(3):
        rounds = seat(range(30), 3, history=rounds, seconds=0.01, seed=4).rounds[: len(rounds) + 1]
    assert not [player for player, tables in numbers(rounds).items() if len(set(tables)) == 1]
    assert criteria(rounds) == seat(range(30), 3).criteria


def test_a_fixed_table_is_kept_all_day() -> None:
    plan = seat(range(30), 3, wishes=Wishes(places={7: WishedPlace(table=2)}), seconds=0.1, seed=1)
    assert numbers(plan.rounds)[7] == [1, 1, 1]
    assert plan.unmet == ()


@pytest.mark.parametrize(("players", "games"), [(7, 3), (7, 4), (6, 3), (11, 3)])
def test_nobody_waits_twice_running_where_another_order_avoids_it(players: int, games: int) -> None:
    for seed in range(3):
        out = seat(range(players), games, seed=seed).sitting_out
        assert not [player for one, other in pairwise(out) for player in set(one) & set(other)]
