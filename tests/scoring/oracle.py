"""Every way a game can go, told the slow way: the referee that the code under test is held against.

Written from the rules and from nothing else. A game is a list of neighbours; points are fractions; nothing is shared or
remembered between branches, except that a table met before (same neighbours, same points) is not walked again.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import chain, combinations

HALF = Fraction(1, 2)


def _paid(points, *gains):
    new = dict(points)
    for seat, gain in gains:
        new[seat] += gain
    return frozenset(new.items())


@cache
def fewest_events(size: int, *, withdraw: bool, together: bool) -> dict[tuple[Fraction, ...], int]:
    """Every ending, and the number of events of the shortest game that has it."""

    @cache
    def endings(ring: tuple[int, ...], points: frozenset[tuple[int, Fraction]]):
        if not ring:
            return {points: 0}
        if len(ring) == 1:
            return {_paid(points, (ring[0], 1)): 0}
        found = {_paid(points, *((seat, HALF) for seat in ring)): 1}
        groups = chain.from_iterable(
            combinations(range(len(ring)), count) for count in range(1, len(ring) + 1 if together else 2)
        )
        following = [
            endings(
                tuple(seat for place, seat in enumerate(ring) if place not in group),
                _paid(points, *((ring[place - 1], 1) for place in group)),
            )
            for group in groups
        ]
        if withdraw:
            following += [
                endings(ring[:place] + ring[place + 1 :], _paid(points, (seat, HALF)))
                for place, seat in enumerate(ring)
            ]
        for later in following:
            for end, events in later.items():
                found[end] = min(events + 1, found.get(end, size))
        return found

    start = frozenset((seat, Fraction(0)) for seat in range(size))
    ends = endings(tuple(range(size)), start)
    return {tuple(dict(end)[seat] for seat in range(size)): events for end, events in ends.items()}


def play(size: int, *, withdraw: bool, together: bool) -> frozenset[tuple[Fraction, ...]]:
    return frozenset(fewest_events(size, withdraw=withdraw, together=together))


@cache
def plain(size: int):
    return play(size, withdraw=False, together=False)


@cache
def with_withdrawals(size: int):
    return play(size, withdraw=True, together=False)


@cache
def everything(size: int):
    return play(size, withdraw=True, together=True)
