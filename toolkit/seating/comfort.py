"""Comfort that the nine criteria do not count: the number of the table, and waits in a row.

Neither the order of rounds nor the numbers of tables of one size change a criterion. So they are chosen last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise, permutations

from toolkit.seating.dice import Dice
from toolkit.seating.model import Player, Round, Table

# Up to so many rounds every order is looked at; of more, those that swapping two rounds leads to.
_MOST_ORDERS = 6
# Places that are tried for a table at which a player would keep the number.
_TRIES = 24

type Out = frozenset[Player]


def calm_order(out: Sequence[Out], before: Sequence[Out], dice: Dice) -> list[int]:
    """The order of rounds, each as the players who sit out of it, in which the fewest wait twice running.

    Among those orders the longest wait is the shortest, then larger rounds come first; the dice decide between equal
    ones. `before` are the rounds played so far.
    """

    def waits(order: Iterable[int]) -> tuple[int, int, list[int]]:
        to_come = [out[place] for place in order]
        rows = [*before, *to_come]
        return sum(len(one & other) for one, other in pairwise(rows)), _longest(rows), list(map(len, to_come))

    order = list(range(len(out)))
    if len(order) <= _MOST_ORDERS:
        dice.shuffle(order)
        return list(min(permutations(order), key=waits))
    while better := next((swapped for swapped in _swaps(order) if waits(swapped) < waits(order)), None):
        order = better
    return order


def _swaps(order: Sequence[int]) -> Iterable[list[int]]:
    for first, second in combinations(range(len(order)), 2):
        swapped = list(order)
        swapped[first], swapped[second] = swapped[second], swapped[first]
        yield swapped


def _longest(rows: Sequence[Out]) -> int:
    """The most rounds in a row that one player waits."""
    longest = 0
    waiting: dict[Player, int] = {}
    for out in rows:
        waiting = {player: waiting.get(player, 0) + 1 for player in out}
        longest = max(longest, *waiting.values(), 0)
    return longest


def renumbered(
    planned: Sequence[Round], played: Sequence[Round], dice: Dice, *, is_fixed: Callable[[Table], bool]
) -> tuple[Round, ...]:
    """The planned rounds with the tables of each size in a new order, so that few players keep one number all day.

    Tables that are fixed stay. The first round of an event stays, too.
    """
    kept: dict[Player, int] = {}
    rounds: list[Round] = []
    for number, tables in enumerate([*played, *planned]):
        is_new = number >= max(1, len(played))
        placed = _placed(tables, kept, dice, is_fixed) if is_new else tables
        rounds.append(placed)
        at = {player: place for place, table in enumerate(placed) for player in table}
        kept = at if number == 0 else {player: place for player, place in kept.items() if at.get(player) == place}
    return tuple(rounds[len(played) :])


def _placed(tables: Round, kept: dict[Player, int], dice: Dice, is_fixed: Callable[[Table], bool]) -> Round:
    placed = list(tables)
    for size in sorted({len(table) for table in tables}):
        free = [place for place, table in enumerate(tables) if len(table) == size and not is_fixed(table)]
        order = list(free)
        dice.shuffle(order)
        for place, other in zip(free, order, strict=True):
            placed[place] = tables[other]
        for place in free:
            _moved_on(placed, place, free, kept, dice)
    return tuple(placed)


def _moved_on(placed: list[Table], place: int, free: Sequence[int], kept: dict[Player, int], dice: Dice) -> None:
    """Swap a table with another where that leaves fewer players at a number that they have had all day."""

    def stay(table: Table, at: int) -> int:
        return sum(kept.get(player) == at for player in table)

    tries = free if len(free) <= _TRIES else [free[dice.below(len(free))] for _ in range(_TRIES)]
    for other in tries:
        if not stay(placed[place], place):
            return
        now = stay(placed[place], place) + stay(placed[other], other)
        if stay(placed[place], other) + stay(placed[other], place) < now:
            placed[place], placed[other] = placed[other], placed[place]
