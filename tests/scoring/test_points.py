from __future__ import annotations

import pytest

from toolkit.scoring import game_wins, score_table, tournament_points

# Sizes of tie groups, best first -> tournament points as the rules print them.
PRINTED = """
1-1-1-1    60 48 24 12
1-1-2      60 48 18 18
1-2-1      60 36 36 12
1-3        60 28 28 28
2-1-1      54 54 24 12
2-2        54 54 18 18
3-1        44 44 44 12
4          36 36 36 36
1-1-1-1-1  60 48 36 24 12
1-1-1-2    60 48 36 18 18
1-1-2-1    60 48 30 30 12
1-1-3      60 48 24 24 24
1-2-1-1    60 42 42 24 12
1-2-2      60 42 42 18 18
1-3-1      60 36 36 36 12
1-4        60 30 30 30 30
2-1-1-1    54 54 36 24 12
2-1-2      54 54 36 18 18
2-2-1      54 54 30 30 12
2-3        54 54 24 24 24
3-1-1      48 48 48 24 12
3-2        48 48 48 18 18
4-1        42 42 42 42 12
5          36 36 36 36 36
"""


@pytest.mark.parametrize("row", PRINTED.strip().splitlines())
def test_tournament_points_are_those_printed(row) -> None:
    groups, *points = row.split()
    sizes = [int(size) for size in groups.split("-")]
    line = [len(sizes) - place for place, size in enumerate(sizes) for _ in range(size)]
    assert tournament_points(line) == tuple(map(int, points))


def test_points_go_with_the_seat() -> None:
    assert tournament_points([0, 6, 0, 1, 3]) == (18, 60, 18, 36, 48)


@pytest.mark.parametrize(
    ("halves", "wins"),
    [
        ([4, 4, 2, 0, 0], [0, 0, 0, 0, 0]),
        ([4, 2, 2, 2, 0], [1, 0, 0, 0, 0]),
        ([3, 0, 1, 1, 1], [0, 0, 0, 0, 0]),
        ([0, 0, 5, 4, 0], [0, 0, 1, 0, 0]),
    ],
)
def test_a_game_win_needs_two_points_and_more_than_all_others(halves, wins) -> None:
    assert game_wins(halves) == tuple(wins)


def test_an_adjustment_on_three_to_two_takes_the_game_win() -> None:
    score = score_table([6, 4, 0, 0, 0], [1, 0, 0, 0, 0])
    assert (score.victory_points, score.game_wins) == ((4, 4, 0, 0, 0), (0, 0, 0, 0, 0))
    assert score.tournament_points[:2] == (54, 54)


def test_an_adjustment_on_nothing_goes_below_zero() -> None:
    score = score_table([10, 0, 0, 0, 0], [0, 0, 0, 0, 1])
    assert score.victory_points == (10, 0, 0, 0, -2)
    assert score.tournament_points == (60, 36, 36, 36, 12)
