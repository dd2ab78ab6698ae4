"""The nine criteria written apart from the package: matrices of who sat how far from whom, counted with numpy."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np


def vector(rounds):
    """R1 to R9 as a tuple; R3 and R8 as exact variances."""
    names = sorted({name for tables in rounds for table in tables for name in table}, key=str)
    place = {name: number for number, name in enumerate(names)}
    people = len(names)
    after = np.zeros((6, 6, people, people), dtype=int)  # [table size, seats ahead, who, whom]
    seats = np.zeros((people, 6), dtype=int)
    sizes = np.zeros(people, dtype=int)
    for tables in rounds:
        for table in tables:
            ring = [place[name] for name in table]
            for i, j in itertools.permutations(range(len(ring)), 2):
                after[len(ring), (j - i) % len(ring), ring[i], ring[j]] += 1
            for i, who in enumerate(ring):
                seats[who, i + 1] += 1
                sizes[who] += len(ring)
    prey = after[4, 1] + after[5, 1]
    adjacent = prey + prey.T
    together = after.sum(axis=(0, 1))
    upper = np.triu(np.ones((people, people), dtype=bool), 1)
    games = seats.sum(axis=1)
    transfers = seats @ np.array([0, 1, 2, 3, 4, 4])
    repeated = [prey, prey.T, after[5, 2], after[5, 3], after[4, 2]]
    return (
        int((prey > 1).sum()),
        int((upper & (together == len(rounds))).sum()) if len(rounds) > 1 else 0,
        spread(sizes, games),
        int((upper & (together > 1)).sum()),
        int((seats[:, 5] > 1).sum()),
        int(sum((upper & (counts > 1)).sum() for counts in repeated)),
        int((seats > 1).sum()),
        spread(transfers, games),
        int((upper & (adjacent > 1)).sum() + (upper & (together - adjacent > 1)).sum()),
    )


def spread(sums, games):
    means = [Fraction(int(total), int(count)) for total, count in zip(sums, games, strict=True)]
    middle = sum(means) / len(means)
    return sum((mean - middle) ** 2 for mean in means) / len(means)


def best_of_one_table(size, rounds):
    """The best vector there is for one table of `size` that plays `rounds` rounds: every seating is looked at.

    The first round is fixed, since names do not matter; the order of the others does not matter either. The last round
    is tried all at once.
    """
    perms = np.array(list(itertools.permutations(range(size))))  # [seating, seat] -> who
    count = len(perms)
    seat_of = np.argsort(perms, axis=1)
    ahead = (seat_of[:, None, :] - seat_of[:, :, None]) % size  # [seating, who, whom]
    relation = np.stack([ahead == distance for distance in range(1, size)], axis=1).astype(np.int8)
    seats = np.stack([seat_of == seat for seat in range(size)], axis=2).astype(np.int8)
    upper = np.triu(np.ones((size, size), dtype=bool), 1)
    worth = np.minimum(np.arange(size) + 1, 4)
    best = None
    for middle in itertools.combinations_with_replacement(range(count), rounds - 2):
        known = relation[[0, *middle]].sum(axis=0)[None] + relation
        sat = seats[[0, *middle]].sum(axis=0)[None] + seats
        near = known[:, 0] + known[:, -1]
        far = known.sum(axis=1) - near
        transfers = sat @ worth
        columns = [
            (known[:, 0] > 1).sum(axis=(1, 2)),
            (sat[:, :, 4] > 1).sum(axis=1) if size == 5 else np.zeros(count, dtype=int),
            (upper & (known > 1)).sum(axis=(1, 2, 3)),
            (sat > 1).sum(axis=(1, 2)),
            size * (transfers**2).sum(axis=1) - transfers.sum(axis=1) ** 2,
            (upper & (near > 1)).sum(axis=(1, 2)) + (upper & (far > 1)).sum(axis=(1, 2)),
        ]
        order = np.lexsort(columns[::-1])
        found = tuple(int(column[order[0]]) for column in columns)
        best = found if best is None or found < best else best
    r1, r5, r6, r7, scaled, r9 = best
    pairs = size * (size - 1) // 2
    return (r1, pairs, Fraction(0), pairs, r5, r6, r7, Fraction(scaled, size**2 * rounds**2), r9)


def best_of_two_games(players):
    """The best vector there is for 6 or 7 players with two games each: every seating is looked at.

    Three rounds of one table, each player sits out one of them; the first round is fixed, since names do not matter.
    """
    first = list(range(4 if players == 6 else 5))
    left = set(range(players)) - set(first)
    found = []
    for out in itertools.combinations(first, 2):
        second = [player for player in range(players) if player not in out]
        third = sorted({*out, *left})
        found += [
            vector([[first], [one], [other]])
            for one in itertools.permutations(second)
            for other in itertools.permutations(third)
        ]
    return min(found)


def best_second_round(first):
    """The best vector of two rounds when the first is `first`: by every division of the players on tables.

    After one round every criterion is a sum over the tables of the second (R3 and R8 too: everybody plays twice, so the
    means are fixed and squared sums add up). Sums of independent choices are least when each choice is: so the best
    order of each possible table is enough, and then the best division.
    """
    players = [player for table in first for player in table]
    sizes = sorted(map(len, first), reverse=True)
    had = {player: (len(table), seat, table) for table in first for seat, player in enumerate(table)}

    def cost(table):
        size = len(table)
        r1 = r2 = sizes_squared = r5 = r6 = r7 = transfers = r9 = 0
        for seat, player in enumerate(table):
            old_size, old_seat, old_table = had[player]
            sizes_squared += (size + old_size) ** 2
            transfers += (min(seat, 3) + min(old_seat, 3) + 2) ** 2
            r7 += seat == old_seat
            r5 += seat == old_seat == 4
            for other in table[:seat]:
                if other in old_table:
                    now = (seat - table.index(other)) % size
                    then = (old_seat - old_table.index(other)) % old_size
                    near_now, near_then = now in (1, size - 1), then in (1, old_size - 1)
                    r2 += 1
                    same_way = now == then if near_now and near_then and size == old_size else (now == 1) == (then == 1)
                    r1 += near_now and near_then and same_way
                    r6 += (near_now and near_then and same_way) or (
                        not near_now and not near_then and size == old_size and now == then
                    )
                    r9 += near_now == near_then
        return (r1, r2, sizes_squared, r2, r5, r6, r7, transfers, r9)

    best_table = {}
    for size in set(sizes):
        for chosen in itertools.combinations(players, size):
            best_table[frozenset(chosen)] = min(map(cost, itertools.permutations(chosen)))

    def divide(left, sizes):
        if not sizes:
            return (0,) * 9
        size, *rest = sizes
        # Tables of the same size have no order: the next one holds the first player left, if all left are of that size.
        head, tail = left[0], left[1:]
        if len(set(sizes)) == 1:
            choices = ((head, *chosen) for chosen in itertools.combinations(tail, size - 1))
        else:
            choices = itertools.combinations(left, size)
        found = []
        for chosen in choices:
            others = [player for player in left if player not in chosen]
            found.append(tuple(map(sum, zip(best_table[frozenset(chosen)], divide(others, rest), strict=True))))
        return min(found)

    r1, r2, squares, r4, r5, r6, r7, transfers, r9 = divide(players, sizes)
    people = len(players)
    total = 2 * sum(size * size for size in sizes)
    moves = 2 * sum(sum(min(seat, 3) + 1 for seat in range(size)) for size in sizes)

    def scaled(square, whole):
        return (Fraction(square, people) - Fraction(whole, people) ** 2) / 4

    return (r1, r2, scaled(squares, total), r4, r5, r6, r7, scaled(transfers, moves), r9)


def fewest_position_groups_of_eight():
    """R9 at least, for eight players and three rounds without a fault in R1 to R7 that can be avoided.

    That is: any two rounds share four pairs (no division of two tables on two shares fewer), nobody meets anybody three
    times, and no relation or seat occurs twice. Whether two rounds fit together, and what they add to R9, can be told
    from the two alone; so all second rounds that fit the first are listed, and all twos of them looked at.
    """
    pairs = list(itertools.combinations(range(8), 2))
    rounds = []
    for chosen in itertools.combinations(range(1, 8), 3):
        others = [player for player in range(1, 8) if player not in chosen]
        for one in itertools.permutations((0, *chosen)):
            rounds += [(*one, *other) for other in itertools.permutations(others)]
    order = np.argsort(np.array(rounds), axis=1)
    table, seat = order // 4, order % 4
    low, high = np.array(pairs).T
    code = np.where(table[:, low] == table[:, high], (seat[:, high] - seat[:, low]) % 4, 0)

    def against(number, some):
        both = (code[number] > 0) & (code[some] > 0)
        fits = (both.sum(axis=1) == 4) & ~(both & (code[number] == code[some])).any(axis=1)
        fits &= (seat[number] != seat[some]).all(axis=1)
        return fits, both, (both & ((code[number] == 2) == (code[some] == 2))).sum(axis=1)

    first = rounds.index(tuple(range(8)))
    fits, both, groups = against(first, np.arange(len(rounds)))
    known = np.flatnonzero(fits)
    least = None
    for second in known:
        fit, _, more = against(second, known)
        fit &= ~(both[known] & (code[second] > 0)).any(axis=1)
        if fit.any():
            found = int(groups[second] + (groups[known] + more)[fit].min())
            least = found if least is None else min(least, found)
    return least
