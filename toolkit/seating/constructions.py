"""Whole events built by counting instead of searching: no pair meets twice, and every seat is shared out evenly.

With k tables of five, a player is a pair (column i from 0 to 4, row x from 0 to k - 1). Round m, table c seats the
players (i, c + D[m][i] mod k), column i in the seat that a Latin square says. Two players of different columns meet in
round m exactly if the difference of their rows is D[m][i] - D[m][j]: so nobody meets twice if these differences are all
distinct, for every two columns. In five rounds everybody has every seat once.

With tables of four, players who never meet are taken out of the next larger event of tables of five. Whoever had the
fifth seat at a table that loses another one moves there: in five rounds, of those who met a player who was taken out
four have seat 1, 2, 3 or 4 twice and no fifth, which is the least there can be (`toolkit.seating.bounds`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from toolkit.seating.charts import normalised
from toolkit.seating.dice import Dice
from toolkit.seating.model import Round, Table

type Shifts = tuple[tuple[int, ...], ...]
type Spot = tuple[int, int]

COLUMNS = range(5)
# The seat, from 0, of each column in round m, then over again: everybody has every seat once, and after two and after
# three rounds the starting transfers are already as even as such rounds allow by themselves.
_SEATS = ((0, 1, 2, 3, 4), (3, 4, 1, 2, 0), (2, 0, 4, 1, 3), (1, 3, 0, 4, 2), (4, 2, 3, 0, 1))
_MOST_STEPS = 5_000
_TRIES = 4


def build(players: int, rounds: int, *, tries: int = _TRIES) -> tuple[Round, ...] | None:
    """Rounds in which no pair meets twice and games at tables of four are shared out evenly; None if none are found.

    Players are numbered from 0 as the first round seats them. Each try has other differences and takes others out.
    """
    for seed in range(tries):
        if (rounds_built := _built(players, rounds, seed)) is not None:
            return rounds_built
    return None


def _built(players: int, rounds: int, seed: int) -> tuple[Round, ...] | None:
    tables, spare = -(-players // 5), -players % 5
    shifts = differences(tables, rounds, seed)
    if shifts is None:
        return None
    out = _taken_out(shifts, tables, spare, Dice(seed))
    if out is None:
        return None
    return normalised(tuple(_round(number, row, tables, out) for number, row in enumerate(shifts)))


@cache
def differences(tables: int, rounds: int, seed: int = 0) -> Shifts | None:
    """The matrix D for so many tables of five and rounds; None where none is found.

    D[m][i] = m·i serves unless the number of tables divides a product of two factors, one below the number of rounds
    and one below five; else one is looked for.
    """
    if tables < max(5, rounds):
        return None
    if seed == 0 and all(step * gap % tables for step in range(1, rounds) for gap in range(1, 5)):
        return tuple(tuple(row * column % tables for column in COLUMNS) for row in range(rounds))
    return _differences_found(tables, rounds, Dice(seed))


def _differences_found(tables: int, rounds: int, dice: Dice) -> Shifts | None:
    """D filled column by column, going back where every entry would repeat a difference.

    The first column and the first row are 0: a column may be shifted as a whole, and so may the tables of a round.
    """
    columns = [[0] * rounds]
    steps = iter(range(_MOST_STEPS))

    def is_filled() -> bool:
        column = columns[-1]
        if len(column) == rounds and len(columns) == len(COLUMNS):
            return True
        if len(column) == rounds:
            columns.append([0])
            return is_filled() or columns.pop() is None
        if next(steps, None) is None:
            return False
        values = list(range(tables))
        dice.shuffle(values)
        row = len(column)
        for value in values:
            if all((value - other[row] - column[m] + other[m]) % tables for other in columns[:-1] for m in range(row)):
                column.append(value)
                if is_filled():
                    return True
                column.pop()
        return False

    return tuple(zip(*columns, strict=True)) if is_filled() else None


def _taken_out(shifts: Shifts, tables: int, number: int, dice: Dice) -> set[Spot] | None:
    """So many players of whom no two meet, while all others meet as many of them as any other, give or take one."""
    players = len(COLUMNS) * tables - number
    least, over = divmod(4 * len(shifts) * number, players)
    spots = [(column, row) for column in COLUMNS for row in range(tables)]
    dice.shuffle(spots)
    met: Counter[Spot] = Counter()
    chosen: list[Spot] = []
    steps = iter(range(_MOST_STEPS))

    def is_chosen(start: int) -> bool:
        if len(chosen) == number:
            return all(met[spot] >= least for spot in spots if spot not in chosen)
        for place in range(start, len(spots)):
            spot = spots[place]
            if met[spot]:
                continue
            if next(steps, None) is None:
                return False
            rivals = _rivals(spot, shifts, tables)
            if any(met[rival] >= least + (over > 0) for rival in rivals):
                continue
            chosen.append(spot)
            met.update(rivals)
            if is_chosen(place + 1):
                return True
            chosen.pop()
            met.subtract(rivals)
        return False

    return set(chosen) if is_chosen(0) else None


def _rivals(spot: Spot, shifts: Shifts, tables: int) -> list[Spot]:
    """Everybody whom that player meets."""
    own, row = spot
    return [
        (column, (row + shift[column] - shift[own]) % tables) for shift in shifts for column in COLUMNS if column != own
    ]


def _round(number: int, shift: Sequence[int], tables: int, out: set[Spot]) -> Round:
    """The tables of round `number`, those that lose a player last."""
    seated: list[Table] = []
    for table in range(tables):
        seats: list[Spot | None] = [None] * len(COLUMNS)
        for column in COLUMNS:
            spot = (column, (table + shift[column]) % tables)
            if spot not in out:
                seats[_SEATS[number % len(_SEATS)][column]] = spot
        if None in seats:
            last = seats.pop()
            seats = [last if spot is None else spot for spot in seats]
        seated.append(tuple(seats))
    return tuple(sorted(seated, key=len, reverse=True))
