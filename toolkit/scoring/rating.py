"""Rating points of one player in one event, and a player's rating from the best of them."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal, localcontext
from enum import StrEnum
from functools import lru_cache

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.scoring.points import Halves

COUNTED_EVENTS = 8


class Level(StrEnum):
    """The levels of an event, which raise its bonus."""

    STANDARD = "standard"
    NATIONAL = "national"
    CONTINENTAL = "continental"


class Finish(StrEnum):
    """Where a player stood at the end."""

    WINNER = "winner"
    FINALIST = "finalist"
    OTHER = "other"


RAISES = {Level.STANDARD: Decimal(0), Level.NATIONAL: Decimal("0.25"), Level.CONTINENTAL: Decimal(1)}
BONUSES = {Finish.WINNER: 90, Finish.FINALIST: 30, Finish.OTHER: 0}


class NoSuchEvent(Invalid):
    """An event of no players."""

    code = "no_players"


def coefficient(players: int, level: Level = Level.STANDARD) -> Decimal:
    """Log base 15 of the players squared, less 1, plus what the level adds; to twenty places, alike on every machine.

    Players are those who played at least one round, disqualified ones included.

    Raises:
        NoSuchEvent: fewer than one player.

    Rule: VEKN A.2.
    """
    if players < 1:
        raise NoSuchEvent(
            Message("An event of %(number)s players has no rating points.", number=players), rule="VEKN A.2"
        )
    with localcontext(prec=28):
        log = Decimal(players).ln() * 2 / Decimal(15).ln()
        return (log - 1 + RAISES[level]).quantize(Decimal(1).scaleb(-20))


def bonus(players: int, finish: Finish, level: Level = Level.STANDARD) -> Decimal:
    """The bonus before rounding; an event too small for the logarithm gives none rather than less than none."""
    return max(Decimal(0), BONUSES[finish] * coefficient(players, level))


def rating_points(
    victory_points: Halves,
    game_wins: int,
    *,
    players: int,
    finish: Finish = Finish.OTHER,
    level: Level = Level.STANDARD,
) -> int:
    """Rating points; victory points include the final's, and the winner's final counts as one of the game wins.

    >>> rating_points(18, 4, players=15, finish=Finish.WINNER)
    163

    Rule: VEKN A.2.
    """
    return 5 + 2 * victory_points + 8 * game_wins + _rounded_bonus(players, finish, level)


@lru_cache(maxsize=1024)
def _rounded_bonus(players: int, finish: Finish, level: Level) -> int:
    return int(bonus(players, finish, level).quantize(Decimal(1), ROUND_HALF_UP))


def player_rating(points: Iterable[int]) -> int:
    """The best eight events; the caller picks those of the last eighteen months.

    Rule: VEKN A.2.
    """
    return sum(sorted(points, reverse=True)[:COUNTED_EVENTS])
