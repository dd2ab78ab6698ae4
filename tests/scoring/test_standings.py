from __future__ import annotations

import pytest

from toolkit.scoring import (
    IncompleteToss,
    RoundScore,
    Total,
    best_rounds,
    check_toss,
    final_ranks,
    final_winner,
    rank_totals,
    ties_at_cut,
)


def order(*totals):
    return [(entry.rank, entry.seed, entry.total.player) for entry in rank_totals(totals)]


def test_game_wins_then_victory_points_then_tournament_points() -> None:
    assert order(Total("tp", 1, 8, 100), Total("vp", 1, 9, 90), Total("gw", 2, 4, 80), Total("more", 1, 8, 101)) == [
        (1, 1, "gw"),
        (2, 2, "vp"),
        (3, 3, "more"),
        (4, 4, "tp"),
    ]


def test_a_toss_parts_those_tied_and_no_toss_leaves_them_tied() -> None:
    first, second, third = Total("a", 1, 4, 60, toss=2), Total("b", 1, 4, 60, toss=1), Total("c", 0, 0, 0)
    assert order(first, second, third, Total("d", 0, 0, 0)) == [(1, 1, "b"), (2, 2, "a"), (3, 3, "c"), (3, 4, "d")]


def test_only_ties_that_touch_the_five_need_a_toss() -> None:
    totals = [Total(name, 0, points, 0) for name, points in zip("abcdefgh", [9, 8, 8, 7, 6, 6, 1, 1], strict=True)]
    tied = ties_at_cut(rank_totals(totals))
    assert [[total.player for total in group] for group in tied] == [["b", "c"], ["e", "f"]]


@pytest.mark.parametrize("given", [["a"], ["a", "b", "b"], ["a", "c"], ["a", "b", "c"]])
def test_a_toss_names_everybody_once(given) -> None:
    check_toss(["a", "b"], ["b", "a"])
    with pytest.raises(IncompleteToss):
        check_toss(["a", "b"], given)


def test_five_halves_make_the_first_seed_win() -> None:
    assert final_winner(dict.fromkeys("edcba", 1), {name: seed for seed, name in enumerate("abcde", 1)}) == "a"


def test_the_most_points_in_the_final_win_whatever_the_seed() -> None:
    assert final_winner({"a": 1, "b": 3, "c": 3}, {"a": 1, "b": 3, "c": 2}) == "c"


def test_everybody_else_in_the_final_is_second_and_the_next_is_sixth() -> None:
    ranked = rank_totals(
        Total(name, 0, points, 0) for name, points in zip("abcdefgh", [9, 8, 7, 6, 5, 4, 4, 3], strict=True)
    )
    ranks = final_ranks(ranked, winner="d", finalists="abcde")
    assert ranks == {"a": 2, "b": 2, "c": 2, "d": 1, "e": 2, "f": 6, "g": 6, "h": 8}


def test_the_next_ranked_player_fills_in_and_the_absent_one_keeps_the_first_place_behind() -> None:
    ranked = rank_totals(
        Total(name, 0, points, 0) for name, points in zip("abcdefg", [9, 8, 7, 6, 5, 4, 3], strict=True)
    )
    ranks = final_ranks(ranked, winner="a", finalists="abcdf")
    assert (ranks["f"], ranks["e"], ranks["g"]) == (2, 6, 7)


def test_the_best_round_is_by_game_win_then_victory_points_then_tournament_points() -> None:
    rounds = {1: RoundScore(0, 7, 60), 2: RoundScore(1, 4, 60), 3: RoundScore(1, 4, 60), 4: RoundScore(1, 4, 54)}
    assert best_rounds(rounds) == (2, 3)
    assert best_rounds({}) == ()
