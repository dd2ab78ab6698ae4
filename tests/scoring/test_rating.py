from __future__ import annotations

import pytest

from toolkit.scoring import Finish, Level, bonus, coefficient, player_rating, rating_points
from toolkit.scoring.rating import NoSuchEvent

PRINTED = """
8 .5357 48.22 16.07
9 .6227 56.05 18.68
10 .7005 63.05 21.02
12 .8352 75.17 25.06
15 1.0000 90.00 30.00
20 1.2125 109.12 36.37
25 1.3773 123.95 41.32
30 1.5119 136.07 45.36
40 1.7244 155.19 51.73
50 1.8892 170.03 56.68
75 2.1886 196.98 65.66
100 2.4011 216.10 72.03
150 2.7005 243.05 81.02
200 2.9130 262.17 87.39
"""


@pytest.mark.parametrize("row", PRINTED.strip().splitlines())
def test_coefficients_and_bonuses_are_those_printed(row) -> None:
    players, printed, winner, finalist = row.split()
    count = int(players)
    assert f"{coefficient(count):.4f}".removeprefix("0") == printed
    assert f"{bonus(count, Finish.WINNER):.2f}" == winner
    assert f"{bonus(count, Finish.FINALIST):.2f}" == finalist


@pytest.mark.parametrize(
    ("halves", "wins", "players", "finish", "level", "points"),
    [
        (4, 1, 20, Finish.OTHER, Level.STANDARD, 21),
        (18, 4, 8, Finish.WINNER, Level.STANDARD, 121),
        (18, 4, 15, Finish.WINNER, Level.STANDARD, 163),
        (18, 4, 20, Finish.WINNER, Level.STANDARD, 182),
        (18, 4, 50, Finish.WINNER, Level.STANDARD, 243),
        (18, 4, 50, Finish.WINNER, Level.NATIONAL, 266),
        (8, 2, 30, Finish.FINALIST, Level.NATIONAL, 90),
        (24, 4, 100, Finish.WINNER, Level.CONTINENTAL, 391),
        (10, 1, 100, Finish.FINALIST, Level.CONTINENTAL, 135),
        (1, 0, 33, Finish.OTHER, Level.STANDARD, 7),
        (-2, 0, 33, Finish.OTHER, Level.STANDARD, 1),
    ],
)
def test_rating_points_are_those_worked_out(halves, wins, players, finish, level, points) -> None:
    assert rating_points(halves, wins, players=players, finish=finish, level=level) == points


def test_a_half_is_rounded_up() -> None:
    # 15 players, national: 90 × 1.25 = 112.5
    assert rating_points(0, 0, players=15, finish=Finish.WINNER, level=Level.NATIONAL) == 5 + 113


def test_an_event_too_small_for_the_logarithm_takes_nothing_away() -> None:
    assert rating_points(0, 0, players=3, finish=Finish.WINNER) == 5
    with pytest.raises(NoSuchEvent):
        rating_points(0, 0, players=0)


def test_a_player_counts_the_best_eight() -> None:
    assert player_rating([10, 20, 30, 40, 50, 60, 70, 80, 90, 5]) == sum(range(20, 91, 10))
