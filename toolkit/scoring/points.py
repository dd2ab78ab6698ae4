"""Game wins and tournament points of one table, and what a score adjustment does to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.scoring.victory_points import Halves

# Tournament points by place. Three at a table is not sanctioned and has no rule: the ends stay, the middle is between.
PLACES: Mapping[int, tuple[int, ...]] = {3: (60, 36, 12), 4: (60, 48, 24, 12), 5: (60, 48, 36, 24, 12)}

# A score adjustment takes one victory point.
ADJUSTMENT: Halves = 2


class WrongTableSize(Invalid):
    """A table that is not of three, four or five seats."""

    code = "table_size"


@dataclass(frozen=True, slots=True)
class TableScore:
    """What a table is worth, one value per seat, in seat order."""

    victory_points: tuple[Halves, ...]
    game_wins: tuple[int, ...]
    tournament_points: tuple[int, ...]


def check_table_size(seats: int) -> None:
    """Refuse a table that cannot be played.

    Raises:
        WrongTableSize: fewer than three seats or more than five.

    Rule: VEKN 3.1.2.
    """
    if seats not in PLACES:
        raise WrongTableSize(
            Message("A table has four or five seats, not %(number)s.", number=seats), rule="VEKN 3.1.2"
        )


def game_wins(victory_points: Sequence[Halves]) -> tuple[int, ...]:
    """1 for the seat with at least 2 VP and more than every other seat, 0 elsewhere.

    >>> game_wins([4, 4, 2, 0, 0]), game_wins([4, 2, 2, 2, 0])
    ((0, 0, 0, 0, 0), (1, 0, 0, 0, 0))

    Rule: VEKN 3.7.1.
    """
    best = max(victory_points)
    alone = victory_points.count(best) == 1
    return tuple(int(alone and best >= 4 and points == best) for points in victory_points)


def tournament_points(victory_points: Sequence[Halves]) -> tuple[int, ...]:
    """Points by place; tied seats share the average of the places they fill, always a whole number.

    Raises:
        WrongTableSize: fewer than three seats or more than five.

    Rule: VEKN 3.7.3.
    """
    check_table_size(len(victory_points))
    places = PLACES[len(victory_points)]
    share = {}
    for points in set(victory_points):
        first = sum(other > points for other in victory_points)
        tied = victory_points.count(points)
        share[points] = sum(places[first : first + tied]) // tied
    return tuple(share[points] for points in victory_points)


def score_table(victory_points: Sequence[Halves], adjustments: Sequence[int] = ()) -> TableScore:
    """The table's worth after `adjustments` (how many score adjustments each seat has in this game).

    The victory points given are the ones played for; an adjustment takes 1 from them, below zero too, and game win and
    tournament points follow from what remains.

    Rule: JG 1.1.3.
    """
    taken = adjustments or (0,) * len(victory_points)
    adjusted = tuple(points - ADJUSTMENT * count for points, count in zip(victory_points, taken, strict=True))
    return TableScore(adjusted, game_wins(adjusted), tournament_points(adjusted))
