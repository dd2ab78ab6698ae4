"""Staggered events: numbers that cannot be seated at once (6, 7, 11) play more rounds than each plays games.

Rule: VEKN tournament rules 3.1.2; everybody ends with the same number of games, in the fewest rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from toolkit.seating.dice import Dice
from toolkit.seating.model import ImpossibleSeating, can_be_seated, count_of

_MOST_STRUCTURES = 60


@cache
def structures(total: int, players: int, longest: int) -> tuple[tuple[int, ...], ...]:
    """Ways to share `total` games out on rounds of seatable crowds, in the fewest rounds; larger rounds first.

    >>> structures(22, 11, 2)
    ((10, 8, 4), (9, 9, 4), (9, 8, 5))

    Args:
        total: games owed to all players together.
        players: at most so many in a round.
        longest: the most games that one player is owed: at least so many rounds.

    Raises:
        ImpossibleSeating: when no number of rounds does it.
    """
    crowds = [count for count in range(players, 3, -1) if can_be_seated(count)]

    def share(left: int, rounds: int, largest: int) -> list[tuple[int, ...]]:
        if rounds == 0:
            return [()] if left == 0 else []
        found = []
        for count in crowds:
            if count <= largest and count + 4 * (rounds - 1) <= left <= count * rounds:
                found += [(count, *rest) for rest in share(left - count, rounds - 1, count)]
                if len(found) >= _MOST_STRUCTURES:
                    break
        return found

    for rounds in range(max(1, longest), total // 4 + 1):
        if found := share(total, rounds, players):
            return tuple(found)
    raise ImpossibleSeating(
        f"{count_of(players, 'player')} cannot all play equally often in {count_of(longest, 'more game')}: "
        "let somebody sit out, or plan one more round.",
        rule="VEKN 3.1.2",
    )


def crowds_for(structure: Sequence[int], owed: Sequence[int], dice: Dice) -> list[list[int]]:
    """Who plays each round: a random choice in which everybody gets the games owed.

    In each round those play who are owed the most games, ties drawn; so nobody is left over in the end.
    """
    left = list(owed)
    order = list(structure)
    dice.shuffle(order)
    rounds = []
    for count in order:
        people = list(range(len(left)))
        dice.shuffle(people)
        people.sort(key=lambda player: -left[player])
        crowd = sorted(people[:count])
        for player in crowd:
            left[player] -= 1
        rounds.append(crowd)
    return rounds
