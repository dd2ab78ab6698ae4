"""Five rounds and more: first who meets whom, then who sits where, since seats cost nothing that groups do not.

Groups are annealed alone, on R2, R3, R4 and, among equals, on the sum over all pairs of their meetings squared. In
five rounds seats follow by counting (`with_seats`), and if no pair meets twice that is optimal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from toolkit.seating.bounds import event_bounds
from toolkit.seating.dice import Dice
from toolkit.seating.kernel import anneal_groups
from toolkit.seating.model import table_sizes
from toolkit.seating.search import Indexed, SearchProblem, quantiles, scattered, seats_of, temperatures

# A player, or a dummy, and the table where they sit.
type Edge = tuple[int, int]

# Moves tried for a second of budget, a fixed rate as in the search for seats; and in one run.
GROUP_MOVES_PER_SECOND = 10_000_000
_RUN = 3_000_000
_R2_COST, _R3_COST, _R4_COST = 40.0, 30.0, 10.0
_HOT, _RATIO = 3.5, 0.97


def search_groups(problem: SearchProblem, *, moves: int, dice: Dice) -> Indexed:
    """The best groups that annealing finds for an event where all play all rounds.

    It ends as soon as R2, R3 and R4 are at their bounds.
    """
    players, rounds = problem.players, problem.rounds
    bounds = event_bounds(players, rounds)
    sizes = table_sizes(players)
    each, over = divmod(4 * sizes.count(4) * rounds, players)
    squares = (players - over) * each**2 + over * (each + 1) ** 2
    # As `kernel.anneal_groups` puts its figures into one number, whatever the last of them is.
    target = (((bounds.r2 or 0) << 15 | squares) << 14 | (bounds.r4 or 0)) << 22 | (1 << 22) - 1
    best: tuple[int, Indexed] | None = None
    while best is None or (moves > 0 and best[0] > target):
        seats = np.array(seats_of(scattered(problem, dice)), dtype=np.int64)
        kept = seats.copy()
        run = max(10_000, min(_RUN, moves))
        figures = anneal_groups(
            seats,
            np.array(sizes, dtype=np.int64),
            rounds,
            _costs(rounds, each, over),
            quantiles(),
            temperatures(_HOT, _RATIO),
            (dice.draw() >> 32) | 1,
            run,
            kept,
            target,
        )
        moves -= run
        if best is None or figures < best[0]:
            rest = iter(kept.tolist())
            best = figures, [[[next(rest) for _ in range(size)] for size in sizes] for _ in range(rounds)]
    return best[1]


def _costs(rounds: int, each: int, over: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The cost of a pair by its meetings, and of a player by games at tables of four."""
    meetings = [_R4_COST * (times > 1) + _R2_COST * (times == rounds) for times in range(rounds + 1)]
    games = [_R3_COST * max(each - times, times - each - (over > 0), 0) for times in range(rounds + 1)]
    return np.array(meetings), np.array(games)


def with_seats(groups: Indexed) -> Indexed:
    """Seats for the groups of five rounds that all play: no player is fifth twice, and R7 and R8 are minimal.

    The tables of five of all rounds go to different players, who are fifth there; there is such a choice because a
    table has five players and nobody sits at more than five. Of those who are never fifth one game each is set aside,
    and four such games go to one dummy. So every player and dummy has four games, and every table four seats: edges of
    a graph that splits into two halves of degree two, and each of those into two of degree one: the seats 1 to 4.
    """
    tables = list(chain.from_iterable(groups))
    fifth = _fifth_seats(tables)
    never = set(chain.from_iterable(tables)) - set(fifth.values())
    dummies = iter(range(-1, -1 - len(never), -1))
    edges: list[Edge] = []
    sitting: list[Edge] = []
    for place, table in enumerate(tables):
        for player in table:
            if fifth.get(place) == player:
                continue
            sitting.append((player, place))
            if player in never:
                never.remove(player)
                edges.append((next(dummies) // 4, place))
            else:
                edges.append((player, place))
    seats_at: list[dict[int, int]] = [{4: fifth[place]} if place in fifth else {} for place in range(len(tables))]
    quarters = [quarter for half in _halves(edges, range(len(edges))) for quarter in _halves(edges, half)]
    for seat, quarter in enumerate(quarters):
        for number in quarter:
            player, place = sitting[number]
            seats_at[place][seat] = player
    seated = iter([[seats[seat] for seat in sorted(seats)] for seats in seats_at])
    return [[next(seated) for _ in tables] for tables in groups]


def _fifth_seats(tables: Sequence[Sequence[int]]) -> dict[int, int]:
    """By table of five a player of it, all different: augmenting paths."""
    held: dict[int, int] = {}  # by player the table where they are fifth

    def find(place: int, seen: set[int]) -> bool:
        for player in tables[place]:
            if player not in seen:
                seen.add(player)
                if player not in held or find(held[player], seen):
                    held[player] = place
                    return True
        return False

    for place, table in enumerate(tables):
        if len(table) == 5:
            is_placed = find(place, set())
            assert is_placed
    return {place: player for player, place in held.items()}


def _halves(edges: Sequence[Edge], numbers: Sequence[int]) -> tuple[list[int], list[int]]:
    """The edges of those numbers in two halves that give everybody and every table the same degree (Euler).

    Walks that use every edge once go from the left to the right on one half and back on the other.
    """
    waiting: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number in numbers:
        for side in (0, 1):
            waiting[side, edges[number][side]].append(number)
    used: set[int] = set()
    halves: tuple[list[int], list[int]] = ([], [])
    for start in list(waiting):
        node = start
        while True:
            open_ends = waiting[node]
            while open_ends and open_ends[-1] in used:
                open_ends.pop()
            if not open_ends:
                break
            number = open_ends.pop()
            used.add(number)
            side = node[0]
            halves[side].append(number)
            node = (1 - side, edges[number][1 - side])
    return halves
