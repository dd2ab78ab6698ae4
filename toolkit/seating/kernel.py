"""The inner loop of the search: swaps of seats, judged by what each changes on small counts.

Everything here is integers in flat arrays, so that numba compiles it. What a good seating is is not decided here:
weights and packed counts come in as a table that `toolkit.seating.search` fills, and a property test holds the counts
equal to `toolkit.seating.criteria`.

A *spot* is a seat of a table of a round, numbered through all planned rounds. A *cell* holds, for a pair of players,
how often they had each of five relations (seen from the one with the smaller number), a few bits each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numba
import numpy as np
from numpy.typing import NDArray

type Ints = NDArray[np.int64]
type Reals = NDArray[np.float64]

# RELATION[size of the table][seats from me to the other] -> prey 0, grand-prey 1, grand-predator 2, predator 3, cross 4
RELATION = np.array([[0] * 5] * 4 + [[0, 0, 4, 3, 0], [0, 0, 1, 2, 3]], dtype=np.int64)
TRANSFERS = np.array([1, 2, 3, 4, 4], dtype=np.int64)
MASK = 0xFFFFFFFF

# Places in the array of running totals.
PAIRS, PACKED, FIFTHS, REPEATS = range(4)
# From here sums, from there sums of squares, of sizes and of transfers; then how often a player has a seat more often
# than an event of more than five rounds asks for.
SUMS, SQUARES, CROWDED, TOTALS = 4, 6, 8, 9
# What `figures` spells out: the nine criteria, the wishes after R1, and seats crowded before R5.
FIGURES = 11


class Board(NamedTuple):
    """Who sits where: by spot the player, first spot of the table, its size, the same seat of its peers; by round."""

    seats: Ints
    start: Ints
    size: Ints
    peer_first: Ints
    peers: Ints
    first: Ints
    where: Ints


class Pairs(NamedTuple):
    """By pair of players a cell; by content of a cell its cost and its packed counts; bits of a count."""

    cells: NDArray[Any]
    value: Ints
    shift: int


class People(NamedTuple):
    """By player: scaled sums of sizes and transfers, their scale, how often each seat; wishes by row and spot.

    `most` is by seat how often anybody should have it, `crowd` how many players are seated at least once.
    """

    load: Ints
    factor: Ints
    used: Ints
    most: Ints
    wish_of: Ints
    wishes: Ints
    wish_value: Ints
    crowd: int


class Plan(NamedTuple):
    """How to search: weights of R3, R5, R7, R8 and seats crowded, odds of moves, quantiles, temperatures."""

    weights: Reals
    odds: Ints
    chances: Reals
    temperatures: Reals


def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile, with a cache on disk where one can be written, else without."""
    try:
        return cast("Callable[..., Any]", numba.njit(cache=True)(function))
    except RuntimeError:
        return cast("Callable[..., Any]", numba.njit(function))


@_compiled
def _random(x: int) -> int:
    """The next of a xorshift sequence of 32 bits: the same on every machine."""
    x ^= (x << 13) & MASK
    x ^= x >> 17
    x ^= (x << 5) & MASK
    return x


def is_to_be_compiled() -> bool:
    """Whether a search would compile all of this, to be kept on disk: so it is once on a new machine."""
    _random(1)
    stats = cast("Any", _random).stats
    return stats.cache_path is not None and not stats.cache_hits


@_compiled
def _bond(player: int, spot: int, skip: int, sign: int, board: Board, pairs: Pairs, totals: Ints) -> None:
    """Count (or discount) what `player` at `spot` is to everybody else at that table, but for spot `skip`."""
    base = board.start[spot]
    length = board.size[spot]
    mine = spot - base
    for other in range(length):
        at = base + other
        if other == mine or at == skip:
            continue
        rival = board.seats[at]
        if player < rival:
            distance = (other - mine) % length
            index = rival * (rival - 1) // 2 + player
        else:
            distance = (mine - other) % length
            index = player * (player - 1) // 2 + rival
        old = np.int64(pairs.cells[index])
        new = old + sign * (1 << (RELATION[length, distance] * pairs.shift))
        pairs.cells[index] = new
        totals[PAIRS] += pairs.value[new, 0] - pairs.value[old, 0]
        totals[PACKED] += pairs.value[new, 1] - pairs.value[old, 1]


@_compiled
def _load(player: int, what: int, change: int, people: People, totals: Ints) -> None:
    """Add to the size (0) or transfer (1) sum of `player`."""
    more = people.factor[player] * change
    totals[SUMS + what] += more
    totals[SQUARES + what] += more * (2 * people.load[player, what] + more)
    people.load[player, what] += more


@_compiled
def _spread(what: int, crowd: int, totals: Ints) -> int:
    """The scaled variance of sizes (0) or transfers (1)."""
    return int(crowd * totals[SQUARES + what] - totals[SUMS + what] * totals[SUMS + what])


@_compiled
def _move(player: int, old: int, new: int, board: Board, people: People, totals: Ints) -> None:
    """Count what `player` gains and loses by sitting at spot `new` instead of `old`."""
    longer = board.size[new] - board.size[old]
    if longer != 0:
        _load(player, 0, longer, people, totals)
    left = old - board.start[old]
    taken = new - board.start[new]
    if left != taken:
        _load(player, 1, TRANSFERS[taken] - TRANSFERS[left], people, totals)
        used = people.used
        used[player, left] -= 1
        totals[CROWDED] -= used[player, left] >= people.most[left]
        if used[player, left] == 1:
            totals[REPEATS] -= 1
            totals[FIFTHS] -= left == 4
        used[player, taken] += 1
        totals[CROWDED] += used[player, taken] > people.most[taken]
        if used[player, taken] == 2:
            totals[REPEATS] += 1
            totals[FIFTHS] += taken == 4
    row = people.wish_of[player]
    if row >= 0:
        change = people.wishes[row, new] - people.wishes[row, old]
        totals[PAIRS] += change * people.wish_value[0]
        totals[PACKED] += change * people.wish_value[1]


@_compiled
def _swap(g: int, h: int, which: int, board: Board, pairs: Pairs, people: People, totals: Ints) -> None:
    """Exchange the players at two spots of round `which` and bring every count up to date."""
    p = board.seats[g]
    q = board.seats[h]
    together = board.start[g] == board.start[h]
    _bond(p, g, -1, -1, board, pairs, totals)
    _bond(q, h, g if together else -1, -1, board, pairs, totals)
    board.seats[g] = q
    board.seats[h] = p
    board.where[which, p] = h
    board.where[which, q] = g
    _bond(p, h, -1, 1, board, pairs, totals)
    _bond(q, g, h if together else -1, 1, board, pairs, totals)
    _move(p, g, h, board, people, totals)
    _move(q, h, g, board, people, totals)


@_compiled
def figures(totals: Ints, crowd: int, out: Ints) -> None:
    """Spell the totals out: R1, wishes, R2, R3, R4, seats crowded, R5 to R9; R3 and R8 as scaled variances."""
    packed = totals[PACKED]
    out[0] = packed >> 53
    out[1] = (packed >> 43) & 1023
    out[2] = (packed >> 33) & 1023
    out[3] = _spread(0, crowd, totals)
    out[4] = (packed >> 22) & 2047
    out[5] = totals[CROWDED]
    out[6] = totals[FIFTHS]
    out[7] = (packed >> 11) & 2047
    out[8] = totals[REPEATS]
    out[9] = _spread(1, crowd, totals)
    out[10] = packed & 2047


@_compiled
def _cost(totals: Ints, crowd: int, weights: Reals) -> float:
    """The one number that annealing lowers; only `figures` decide which arrangement is better."""
    uneven = weights[0] * _spread(0, crowd, totals) + weights[3] * _spread(1, crowd, totals)
    seats = weights[1] * totals[FIFTHS] + weights[2] * totals[REPEATS] + weights[4] * totals[CROWDED]
    return float(totals[PAIRS] + uneven + seats)


@_compiled
def _is_bad(spot: int, board: Board, pairs: Pairs) -> bool:
    """Whether the player at `spot` is in a pair of that table that costs anything."""
    player = board.seats[spot]
    base = board.start[spot]
    for at in range(base, base + board.size[spot]):
        rival = board.seats[at]
        if rival != player:
            low = min(player, rival)
            high = max(player, rival)
            if pairs.value[np.int64(pairs.cells[high * (high - 1) // 2 + low]), 0] > 0:
                return True
    return False


@_compiled
def _less(vector: Ints, other: Ints) -> bool:
    """Whether `one` comes before `other` in lexicographic order."""
    for place in range(len(vector)):
        if vector[place] != other[place]:
            return bool(vector[place] < other[place])
    return False


@_compiled
def anneal(
    board: Board,
    pairs: Pairs,
    people: People,
    plan: Plan,
    totals: Ints,
    x: int,
    moves: int,
    best: Ints,
    best_seats: Ints,
    target: Ints,
) -> int:
    """Try `moves` swaps while the temperature goes down its list; keep the best arrangement ever held.

    A move exchanges two players of a round: in the same seat of tables of the same size (which leaves R3, R5, R7 and
    R8 alone), in any two seats, in two rounds at once, or at one table. Half of them start from a player with a costly
    neighbour. A change for the worse by d is accepted when d < temperature × a random quantile of the exponential
    distribution: annealing without a call to exp, so the same on every machine.

    Returns:
        The number of moves tried: fewer than asked when `target` was reached.
    """
    rounds = len(board.first) - 1
    now = np.zeros(len(best), np.int64)
    span = moves // len(plan.temperatures) + 1
    temperature = 0.0
    cost = _cost(totals, people.crowd, plan.weights)
    for tried in range(moves):
        if tried % span == 0:
            temperature = plan.temperatures[tried // span]
        x = _random(x)
        which = (x * rounds) >> 32
        low = board.first[which]
        count = board.first[which + 1] - low
        x = _random(x)
        g = low + ((x * count) >> 32)
        if x & 1:
            for _ in range(6):
                if _is_bad(g, board, pairs):
                    break
                x = _random(x)
                g = low + ((x * count) >> 32)
        x = _random(x)
        kind = x & 1023
        x = _random(x)
        h = low + ((x * count) >> 32)
        if kind >= plan.odds[2]:
            h = board.start[g] + ((x * board.size[g]) >> 32)
        elif kind < plan.odds[0] and board.peers[g] > 1:
            h = board.peer_first[g] + board.size[g] * ((x * board.peers[g]) >> 32)
        if g == h:
            continue
        again = -1
        g2 = h2 = 0
        if plan.odds[1] <= kind < plan.odds[2] and rounds > 1:
            x = _random(x)
            again = (which + 1 + ((x * (rounds - 1)) >> 32)) % rounds
            g2 = board.where[again, board.seats[g]]
            h2 = board.where[again, board.seats[h]]
            if g2 < 0 or h2 < 0:
                again = -1
        _swap(g, h, which, board, pairs, people, totals)
        if again >= 0:
            _swap(g2, h2, again, board, pairs, people, totals)
        fresh = _cost(totals, people.crowd, plan.weights)
        x = _random(x)
        if fresh <= cost or fresh - cost < temperature * plan.chances[x >> 22]:
            cost = fresh
            figures(totals, people.crowd, now)
            if _less(now, best):
                best[:] = now
                best_seats[:] = board.seats
                if not _less(target, best):
                    return tried + 1
        else:
            if again >= 0:
                _swap(g2, h2, again, board, pairs, people, totals)
            _swap(g, h, which, board, pairs, people, totals)
    return moves


class Groups(NamedTuple):
    """Who shares a table: by spot the player, first spot and size of the table; meetings by pair, fours by player."""

    seats: Ints
    start: Ints
    size: Ints
    met: Ints
    fours: Ints


@_compiled
def _grouped(seats: Ints, sizes: Ints, rounds: int) -> Groups:
    """The groups of rounds whose tables have these sizes."""
    players = len(seats) // rounds
    start = np.zeros(len(seats), np.int64)
    size = np.zeros(len(seats), np.int64)
    met = np.zeros((players, players), np.int64)
    fours = np.zeros(players, np.int64)
    at = 0
    for _ in range(rounds):
        for length in sizes:
            for spot in range(at, at + length):
                start[spot] = at
                size[spot] = length
                fours[seats[spot]] += length == 4
                for other in range(at, spot):
                    met[seats[spot], seats[other]] += 1
                    met[seats[other], seats[spot]] += 1
            at += length
    return Groups(seats, start, size, met, fours)


@_compiled
def _group_totals(groups: Groups, rounds: int) -> Ints:
    """R2, the squares of games at fours, R4, the squares of meetings."""
    totals = np.zeros(4, np.int64)
    for player in range(len(groups.fours)):
        totals[1] += groups.fours[player] * groups.fours[player]
        for other in range(player):
            times = groups.met[player, other]
            totals[0] += times == rounds
            totals[2] += times > 1
            totals[3] += times * times
    return totals


@_compiled
def _as_one(totals: Ints) -> np.int64:
    """The totals of groups as one number: less is better, in their order."""
    return ((totals[0] << 15 | totals[1]) << 14 | totals[2]) << 22 | totals[3]  # type: ignore[no-any-return]  # numpy adds numbers of its own


@_compiled
def _regroup(spot: int, change: int, groups: Groups) -> None:
    """Count (or discount) that the player at `spot` meets all others at that table."""
    player = groups.seats[spot]
    for at in range(groups.start[spot], groups.start[spot] + groups.size[spot]):
        other = groups.seats[at]
        if at != spot:
            groups.met[player, other] += change
            groups.met[other, player] += change


@_compiled
def _meets_again(spot: int, groups: Groups) -> bool:
    """Whether the player at `spot` meets another of that table in a further round."""
    for at in range(groups.start[spot], groups.start[spot] + groups.size[spot]):
        if at != spot and groups.met[groups.seats[spot], groups.seats[at]] > 1:
            return True
    return False


@_compiled
def _replaced(spot: int, guest: int, rounds: int, groups: Groups, meeting: Reals, change: Ints) -> float:
    """The cost, and the changes in the totals, if `guest` takes the place of the player at `spot`."""
    host = groups.seats[spot]
    cost = 0.0
    for at in range(groups.start[spot], groups.start[spot] + groups.size[spot]):
        if at == spot:
            continue
        other = groups.seats[at]
        had = groups.met[host, other]
        gets = groups.met[guest, other]
        cost += meeting[had - 1] - meeting[had] + meeting[gets + 1] - meeting[gets]
        change[0] += np.int64(gets + 1 == rounds) - np.int64(had == rounds)
        change[2] += np.int64(gets == 1) - np.int64(had == 2)
        change[3] += 2 * (gets - had) + 2
    return cost


@_compiled
def anneal_groups(
    seats: Ints,
    sizes: Ints,
    rounds: int,
    costs: tuple[Reals, Reals],
    chances: Reals,
    temperatures: Reals,
    x: int,
    moves: int,
    best_seats: Ints,
    target: int,
) -> int:
    """Anneal who shares a table with whom, wherever at it: swaps of two players between tables of a round.

    `costs` are by number of meetings of a pair, and by number of games at a table of four. It ends at `target`, in the
    figures of `_as_one`, of which the least that was seen is returned.
    """
    groups = _grouped(seats, sizes, rounds)
    totals = _group_totals(groups, rounds)
    start, size, fours = groups.start, groups.size, groups.fours
    meeting, uneven = costs
    count = len(fours)
    best = _as_one(totals)
    best_seats[:] = seats
    span = moves // len(temperatures) + 1
    temperature = 0.0
    change = np.zeros(4, np.int64)
    for tried in range(moves):
        if best <= target:
            break
        if tried % span == 0:
            temperature = temperatures[tried // span]
        x = _random(x)
        low = ((x * rounds) >> 32) * count
        x = _random(x)
        g = low + ((x * count) >> 32)
        if x & 1:
            for _ in range(6):
                if _meets_again(g, groups):
                    break
                x = _random(x)
                g = low + ((x * count) >> 32)
        x = _random(x)
        h = low + ((x * count) >> 32)
        if start[g] == start[h]:
            continue
        p = seats[g]
        q = seats[h]
        change[:] = 0
        delta = _replaced(g, q, rounds, groups, meeting, change) + _replaced(h, p, rounds, groups, meeting, change)
        more = p if size[h] == 4 else q
        less = q if size[h] == 4 else p
        if size[g] != size[h]:
            delta += uneven[fours[more] + 1] - uneven[fours[more]] + uneven[fours[less] - 1] - uneven[fours[less]]
            change[1] = 2 * (fours[more] - fours[less]) + 2
        x = _random(x)
        if delta > 0 and delta >= temperature * chances[x >> 22]:
            continue
        _regroup(g, -1, groups)
        _regroup(h, -1, groups)
        seats[g] = q
        seats[h] = p
        _regroup(g, 1, groups)
        _regroup(h, 1, groups)
        if size[g] != size[h]:
            fours[more] += 1
            fours[less] -= 1
        totals += change
        now = _as_one(totals)
        if now < best:
            best = now
            best_seats[:] = seats
    return int(best)
