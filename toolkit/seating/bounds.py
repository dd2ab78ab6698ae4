"""How good a seating can be at all: for each criterion a figure that no seating can go below, with the proof.

Criteria are ranked, so a bound is the least possible *while every earlier criterion is at its own bound*. A seating
that meets all nine is therefore optimal: to beat it, it would have to be better in some criterion and level in those
before it. A bound may be too low (then a seating that misses it may be optimal all the same); never too high.

Notation in the proofs: n players, R rounds, T tables a round of which f take four and v take five.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import combinations

from toolkit.seating.criteria import TRANSFERS, Criteria, criteria, deviation, variance
from toolkit.seating.model import Player, Round, everybody, table_sizes


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """For each criterion the least that is possible with the earlier ones at their least; None where not known.

    `r3` and `r8` are variances, as in `Criteria`.
    """

    r1: int | None = None
    r2: int | None = None
    r3: Fraction | None = None
    r4: int | None = None
    r5: int | None = None
    r6: int | None = None
    r7: int | None = None
    r8: Fraction | None = None
    r9: int | None = None

    def are_met_by(self, found: Criteria) -> bool:
        """Whether every criterion is at its bound: the seating is optimal."""
        return all(
            (least := getattr(self, name.name)) is not None and getattr(found, name.name) <= least
            for name in fields(self)
        )

    def figures(self) -> dict[str, int | float | None]:
        """The nine figures as people know them: R3 and R8 as standard deviations."""
        values = {name.name: getattr(self, name.name) for name in fields(self)}
        return {
            name: round(deviation(value), 6) if name in ("r3", "r8") and value is not None else value
            for name, value in values.items()
        }


# The best vectors of events small enough to look at every seating there is; tests look again.
EXHAUSTED: dict[tuple[int, int], Bounds] = {
    (4, 2): Bounds(r1=0, r2=6, r3=Fraction(0), r4=6, r5=0, r6=2, r7=0, r8=Fraction(0), r9=6),
    (4, 3): Bounds(r1=2, r2=6, r3=Fraction(0), r4=6, r5=0, r6=4, r7=0, r8=Fraction(5, 36), r9=6),
    (4, 4): Bounds(r1=4, r2=6, r3=Fraction(0), r4=6, r5=0, r6=6, r7=0, r8=Fraction(0), r9=6),
    (5, 2): Bounds(r1=0, r2=10, r3=Fraction(0), r4=10, r5=0, r6=0, r7=1, r8=Fraction(3, 50), r9=10),
    (5, 3): Bounds(r1=0, r2=10, r3=Fraction(0), r4=10, r5=0, r6=0, r7=1, r8=Fraction(4, 25), r9=10),
    (5, 4): Bounds(r1=0, r2=10, r3=Fraction(0), r4=10, r5=0, r6=0, r7=1, r8=Fraction(1, 100), r9=20),
    (8, 2): Bounds(r1=0, r2=4, r3=Fraction(0), r4=4, r5=0, r6=0, r7=0, r8=Fraction(0), r9=4),
    (8, 3): Bounds(r1=0, r2=0, r3=Fraction(0), r4=12, r5=0, r6=0, r7=0, r8=Fraction(5, 36), r9=4),
    (9, 2): Bounds(r1=0, r2=6, r3=Fraction(11, 81), r4=6, r5=0, r6=0, r7=0, r8=Fraction(1, 9), r9=2),
    (12, 2): Bounds(r1=0, r2=3, r3=Fraction(0), r4=3, r5=0, r6=0, r7=0, r8=Fraction(0), r9=3),
    # Staggered: games each, and only one way to share out who sits out when.
    (6, 2): Bounds(r1=0, r2=0, r3=Fraction(0), r4=3, r5=0, r6=0, r7=0, r8=Fraction(0), r9=3),
    (7, 2): Bounds(r1=0, r2=0, r3=Fraction(3, 49), r4=5, r5=0, r6=0, r7=0, r8=Fraction(13, 98), r9=1),
}


def event_bounds(players: int, rounds: int) -> Bounds:
    """The bounds for `players` who all play `rounds` rounds, with nothing played yet.

    R5: the fifth seat is given R·v times; what exceeds one a player must be repeats, R - 1 a player at most.
    R9: a pair is side by side or not, so a pair that meets three times repeats one of the two. And R·n adjacent
    meetings (R·(5v + 2f) others) on n(n - 1)/2 pairs leave at least the excess, R - 1 a pair at most.
    """
    if (players, rounds) in EXHAUSTED:
        return EXHAUSTED[players, rounds]
    sizes = table_sizes(players)
    fives, fours = sizes.count(5), sizes.count(4)
    pairs = players * (players - 1) // 2
    r1 = _repeats(rounds * players, players * (players - 1), rounds)
    r2, r3, apart = _together(players, rounds, fives, fours)
    r4 = _meet_again(players, rounds, fives, fours, r2, apart)
    r7 = _seat_repeats(players, rounds, fives, len(sizes))
    r9 = max(
        r2 if rounds >= 3 else 0,
        _repeats(rounds * players, pairs, rounds) + _repeats(rounds * (5 * fives + 2 * fours), pairs, rounds),
    )
    kinds = 3 * (fours > 0) + 4 * (fives > 0) - 2 * (fours > 0 and fives > 0)
    return Bounds(
        r1=r1,
        r2=r2,
        r3=r3,
        r4=r4,
        r5=_repeats(rounds * fives, players, rounds),
        r6=max(r1, r2 if rounds > kinds else 0),
        r7=r7,
        r8=_five_rounds_spread(players, fours)
        if rounds == 5
        else _transfer_spread(players, rounds, fives, len(sizes), distinct=r7 == 0),
        r9=r9,
    )


def _repeats(total: int, places: int, most: int) -> int:
    """Of `total` things on `places` places, `most` a place at most, how many places hold two or more at least."""
    return -(-(total - places) // (most - 1)) if total > places and most > 1 else 0


def _crowded(things: int, cells: int) -> int:
    """Pairs in the same cell, at least, when `things` are spread on `cells`: as evenly as possible."""
    if things <= 0 or cells <= 0:
        return 0
    each, over = divmod(things, cells)
    return cells * each * (each - 1) // 2 + over * each


def _overlap(fives: int, fours: int, both: int) -> int | None:
    """Pairs that meet in two given rounds, at least, when `both` players sit at a five in both; None if that cannot be.

    The tables of one round against those of the other are a grid of cells, and each player is in one; two in a cell
    meet twice. The grid has four blocks (five and five, five and four, …) whose contents `both` settles: v² cells hold
    `both`, twice v·f cells hold 5v - both, and f² cells the rest. Even filling gives the fewest pairs in each block.
    """
    mixed = 5 * fives - both
    rest = 4 * fours - mixed
    if mixed < 0 or rest < 0 or (mixed and not fours):
        return None
    return _crowded(both, fives**2) + 2 * _crowded(mixed, fives * fours) + _crowded(rest, fours**2)


def _together(players: int, rounds: int, fives: int, fours: int) -> tuple[int, Fraction, list[int]]:
    """R2, R3 and, in pairs of rounds, how many sit at a five in both (one total, or the choices with two rounds).

    R2: with R rounds there are T to the power R ways to go through the tables, and two players with the same way meet
    every time. With two rounds the sizes count too: `_overlap`.
    R3: 4·f·R seats at fours go to n players; the variance is least when no two players differ by more than one. With
    two rounds R2 comes first and may ask for more players who sit at a five twice: then for the fewest who satisfy it.
    """
    if rounds == 1:
        return 0, _spread_of_fours(players, 1, 4 * fours), [0]
    if rounds == 2:
        chances = {both: pairs for both in range(5 * fives + 1) if (pairs := _overlap(fives, fours, both)) is not None}
        r2 = min(chances.values())
        r3 = min(_spread_with_both(players, fives, both) for both, pairs in chances.items() if pairs == r2)
        return r2, r3, [0]
    every = min(_crowded(players, (fives + fours) ** rounds), players * (players - 1) // 2)
    each, over = divmod(5 * fives * rounds, players)
    both = (players - over) * math.comb(each, 2) + over * math.comb(each + 1, 2)
    return every, _spread_of_fours(players, rounds, 4 * fours * rounds), [both]


def _spread_of_fours(players: int, rounds: int, seats: int) -> Fraction:
    over = seats % players
    return Fraction(over * (players - over), players**2 * rounds**2)


def _spread_with_both(players: int, fives: int, both: int) -> Fraction:
    """Variance of the mean table size in two rounds when `both` players sit at a five twice."""
    once = 10 * fives - 2 * both
    return (Fraction(4 * both + once, players) - Fraction(10 * fives, players) ** 2) / 4


def _meet_again(players: int, rounds: int, fives: int, fours: int, every: int, both: Sequence[int]) -> int:
    """R4: pairs that meet at least twice, at least, given R2 and R3.

    Over every two rounds, pairs that meet in both add up to at least S: `_overlap` for each two, with the players at a
    five in both adding up to what an even R3 fixes. A pair that meets m times is counted m(m - 1)/2 times in S: all R
    times for the pairs of R2, at most R - 1 times for others. Also, R·(10v + 6f) meetings on n(n - 1)/2 pairs leave an
    excess, of which a pair takes at most one less than its meetings.
    """
    if rounds < 3:
        return every
    twice = _least_overlap(rounds * (rounds - 1) // 2, fives, fours, both[0])
    left = twice - math.comb(rounds, 2) * every
    by_overlap = -(-left // math.comb(rounds - 1, 2))
    excess = rounds * (10 * fives + 6 * fours) - players * (players - 1) // 2 - (rounds - 1) * every
    by_excess = -(-excess // (rounds - 2))
    return every + max(0, by_overlap, by_excess)


def _least_overlap(couples: int, fives: int, fours: int, both: int) -> int:
    """The least sum of `_overlap` over `couples` of rounds whose players at a five in both add up to `both`.

    `_overlap` is convex in `both` (a sum of convex functions of linear ones), so an even split is best; where an even
    split cannot be, no bound is claimed.
    """
    each, over = divmod(both, couples)
    low = _overlap(fives, fours, each)
    high = _overlap(fives, fours, each + 1) if over else 0
    if low is None or high is None:
        return 0
    return (couples - over) * low + over * high


def _seat_repeats(players: int, rounds: int, fives: int, tables: int) -> int:
    """R7: seats 1 to 4 are given R·T times, seat 5 R·v times; more than n cannot be without repeats."""
    if rounds == 1:
        return 0
    spare = rounds * players - 4 * min(players, rounds * tables) - min(players, rounds * fives)
    forced = players if rounds > 5 else players - min(players, rounds * fives) if rounds == 5 else 0
    return max(forced, -(-max(0, spare) // (rounds - 1)))


# Prices for which no two seats cost less together than the product of their transfers; see `_transfer_spread`.
PRICES = tuple(
    tuple(Fraction(half, 2) for half in halves)
    for halves in ((-8, 0, 8, 16, 16), (-6, 2, 10, 14, 14), (-5, 1, 11, 13, 13), (-2, 6, 6, 10, 10), (-1, 5, 7, 9, 9))
)


def _transfer_spread(players: int, rounds: int, fives: int, tables: int, *, distinct: bool) -> Fraction:
    """R8: variance of the mean starting transfers, at least; with `distinct`, no player repeats a seat (R7 is 0).

    Without more, totals that differ by at most one have the least variance. With distinct seats, one round settles it,
    four rounds do (each player lacks one seat of the five, and how many lack which is fixed), and five (nobody lacks
    any). With two rounds a player has two seats, with three a player lacks two: n pairs of different seats, seat k in
    d(k) of them. The squares of the sums add up to the sum of t(k)²·d(k) plus twice that of t(a)·t(b) over the pairs.
    Give each seat a price such that price(a) + price(b) <= t(a)·t(b) for all a, b: then the last sum is at least the
    sum of price(k)·d(k), and it is a whole number. The best of the lists in `PRICES` is taken.
    """
    given = [rounds * tables] * 4 + [rounds * fives]
    total = sum(worth * count for worth, count in zip(TRANSFERS, given, strict=True))
    mean = Fraction(total, players)
    if distinct and rounds in (1, 4):
        counts = given if rounds == 1 else [players - count for count in given]
        squares = sum(
            (worth if rounds == 1 else sum(TRANSFERS) - worth) ** 2 * count
            for worth, count in zip(TRANSFERS, counts, strict=True)
        )
        return (Fraction(squares, players) - mean**2) / rounds**2
    if distinct and rounds in (2, 3):
        degrees = given if rounds == 2 else [players - count for count in given]
        products = max(
            math.ceil(sum(price * count for price, count in zip(prices, degrees, strict=True))) for prices in PRICES
        )
        squares = sum(worth**2 * count for worth, count in zip(TRANSFERS, degrees, strict=True)) + 2 * products
        mean = Fraction(sum(worth * count for worth, count in zip(TRANSFERS, degrees, strict=True)), players)
        return (Fraction(squares, players) - mean**2) / rounds**2
    over = total % players
    return Fraction(over * (players - over), players**2 * rounds**2)


def _five_rounds_spread(players: int, fours: int) -> Fraction:
    """R8 of five rounds in which as few players as can be repeat a seat, at least.

    With R5 = 0 there are 5·v players who are fifth once, and 4·f who never are; the latter repeat a seat, so R7 = 4·f
    says that each of them repeats one and the others none. Then the others have all 14 transfers. What the 4·f lack of
    14 adds up to 6·f, since each seat is left for them 5·f times. The square of what one of them lacks, less 5.5 for
    each time in seat 1 and .5 in seat 2, and with 2.5 for each in seat 3 and 3.5 in seat 4, is at least 3.5 in every
    list of five seats of which one repeats; over all of them these prices cancel out, so the squares add up to at
    least 14·f.
    """
    return (Fraction(14 * fours, players) - Fraction(6 * fours, players) ** 2) / 25


def continued_bounds(history: Sequence[Round], planned: Sequence[Round]) -> Bounds:
    """The bounds for rounds planned on top of a history.

    What has happened cannot be undone: the counts R1, R4, R5, R6, R7 and R9 can only grow. R2 can fall, so no more than
    0 is claimed. R3 and R8 are claimed when one round is planned and all players will have played equally often: then
    squares of sums are least when the largest table (or most transfers) goes to whoever had least so far.
    """
    before = criteria(history)
    answer = Bounds(r1=before.r1, r2=0, r4=before.r4, r5=before.r5, r6=before.r6, r7=before.r7, r9=before.r9)
    games: dict[Player, int] = dict.fromkeys(everybody([*history, *planned]), 0)
    for tables in (*history, *planned):
        for table in tables:
            for player in table:
                games[player] += 1
    if len(planned) != 1 or len(set(games.values())) != 1:
        return answer
    sizes = dict.fromkeys(games, 0)
    transfers = dict.fromkeys(games, 0)
    for tables in history:
        for table in tables:
            for seat, player in enumerate(table):
                sizes[player] += len(table)
                transfers[player] += TRANSFERS[seat]
    now = [player for table in planned[0] for player in table]
    total = next(iter(games.values()))

    def least(before: dict[Player, int], worth: list[int]) -> Fraction:
        gone = [value for player, value in before.items() if player not in set(now)]
        stay = sorted(before[player] for player in now)
        sums = [had + gets for had, gets in zip(stay, sorted(worth, reverse=True), strict=True)]
        return variance([Fraction(value, total) for value in (*gone, *sums)])

    given = [(len(table), TRANSFERS[seat]) for table in planned[0] for seat in range(len(table))]
    return replace(
        answer, r3=least(sizes, [size for size, _ in given]), r8=least(transfers, [worth for _, worth in given])
    )


def staggered_bounds(rounds: Sequence[Round]) -> Bounds:
    """The bounds for a staggered event: sizes of rounds as given, everybody plays equally often.

    R3 and R8: totals that differ by at most one have the least variance. The counts can be 0 at best, except that R4 is
    at least what exceeds one meeting a pair.
    """
    tables = [table for round_ in rounds for table in round_]
    players = len(everybody(rounds))
    games = sum(len(table) for table in tables) // players
    if (players, games) in EXHAUSTED:
        return EXHAUSTED[players, games]
    sizes = sum(len(table) ** 2 for table in tables)
    transfers = sum(sum(TRANSFERS[: len(table)]) for table in tables)
    meetings = sum(len(list(combinations(table, 2))) for table in tables)

    def spread(total: int) -> Fraction:
        over = total % players
        return Fraction(over * (players - over), players**2 * games**2)

    return Bounds(
        r1=0,
        r2=0,
        r3=spread(sizes),
        r4=_repeats(meetings, players * (players - 1) // 2, games),
        r5=_repeats(sum(len(table) == 5 for table in tables), players, games),
        r6=0,
        r7=0,
        r8=spread(transfers),
        r9=0,
    )
