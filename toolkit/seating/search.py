"""The search: a problem in numbers, laid out for the kernel, annealed from several starts; the best vector wins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numpy.typing import NDArray

from toolkit.seating import kernel
from toolkit.seating.dice import Dice
from toolkit.seating.model import Progress

type Vector = tuple[int, ...]
type Indexed = list[list[list[int]]]

PERFECT: Vector = (0,) * kernel.FIGURES
WORST: Vector = (1 << 62,) * kernel.FIGURES

_PAIR_WEIGHTS = (60, 60, 32, 10, 5, 2)  # R1, keep apart, R2, R4, R6, R9
_WISH_WEIGHT = 60
_CROWDED_WEIGHT = 60
_LEVELS = 64


@dataclass(slots=True, kw_only=True)
class SearchProblem:
    """The players and rounds to seat: players are 0 to `players` - 1.

    Attributes:
        players: how many there are, those of the history included.
        history: rounds already fixed.
        crowds: for each round to plan, who plays it.
        sizes: for each round to plan, the sizes of its tables, fives first.
        apart: pairs that should share no table.
        places: for a player, the (table or None, seat or None) wished for, from 0.
    """

    players: int
    history: Indexed
    crowds: list[list[int]]
    sizes: list[tuple[int, ...]]
    apart: list[tuple[int, int]] = field(default_factory=list)
    places: dict[int, tuple[int | None, int | None]] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """Rounds in all, played and planned."""
        return len(self.history) + len(self.crowds)


@dataclass(slots=True, kw_only=True)
class SearchResult:
    """The best arrangement of a search: its rounds, its vector as the kernel counts it, the moves tried.

    `equals` are what other runs found that is worth the same.
    """

    rounds: Indexed
    vector: Vector
    moves: int
    equals: list[Indexed] = field(default_factory=list)


@cache
def quantiles() -> NDArray[np.float64]:
    """Quantiles of the exponential distribution, rounded so far that no machine's logarithm could differ."""
    return np.array([round(-math.log((i + 0.5) / 1024) * 4096) / 4096 for i in range(1024)])


@cache
def temperatures(hot: float, ratio: float) -> NDArray[np.float64]:
    """The levels of a run: each `ratio` of the one before."""
    levels = [hot]
    for _ in range(_LEVELS - 1):
        levels.append(levels[-1] * ratio)
    return np.array(levels)


@cache
def _cell_values(rounds: int, shift: int, weights: tuple[int, ...]) -> NDArray[np.int64]:
    """For every content of a cell, its cost and its packed counts of R1, apart, R2, R4, R6 and R9."""
    cell = np.arange(1 << (5 * shift + 1), dtype=np.int64)
    prey, grand_prey, grand_predator, predator, cross = (
        (cell >> (shift * place)) & ((1 << shift) - 1) for place in range(5)
    )
    met = prey + grand_prey + grand_predator + predator + cross
    r1 = (prey > 1).astype(np.int64) + (predator > 1)
    apart = (cell >> (5 * shift)) * met
    r2 = (met == rounds) & (rounds > 1)
    r4 = met > 1
    r6 = r1 + (grand_prey > 1) + (grand_predator > 1) + (cross > 1)
    r9 = (prey + predator > 1).astype(np.int64) + (grand_prey + grand_predator + cross > 1)
    counts = (r1, apart, r2, r4, r6, r9)
    cost = sum(weight * count for weight, count in zip(weights, counts, strict=True))
    packed = r1 << 53 | apart << 43 | r2.astype(np.int64) << 33 | r4.astype(np.int64) << 22 | r6 << 11 | r9
    return np.stack([cost, packed], axis=1)


def _most_of_a_seat(rounds: int) -> NDArray[np.int64]:
    """By seat, how often one player should have it in an event of more than five rounds.

    R5 and R7 count players, and are lowest when a few have the same seat in every round; so the seats are shared first.
    """
    if rounds <= len(kernel.TRANSFERS):
        return np.full(5, rounds, dtype=np.int64)
    return np.array([-(-rounds // 4)] * 4 + [-(-rounds // 5)], dtype=np.int64)


class SearchState:
    """The arrays of a problem, filled from one arrangement of its rounds."""

    def __init__(self, problem: SearchProblem, rounds: Indexed, weights: tuple[int, ...] = _PAIR_WEIGHTS) -> None:
        self.problem = problem
        self.shift = 2 if problem.rounds <= 3 else 3 if problem.rounds <= 7 else 4
        self.value = _cell_values(problem.rounds, self.shift, weights)
        kind = np.uint16 if self.shift < 4 else np.uint32
        self.cells = np.zeros(problem.players * (problem.players - 1) // 2, dtype=kind)
        self.totals = np.zeros(kernel.TOTALS, dtype=np.int64)
        self._lay_out(rounds)
        self._count_people(rounds)
        self._count_wishes()
        self._count_pairs(rounds)

    def _lay_out(self, rounds: Indexed) -> None:
        sizes = [len(table) for tables in rounds for table in tables]
        spots = sum(sizes)
        self.seats = np.array([player for tables in rounds for table in tables for player in table], dtype=np.int64)
        self.start = np.repeat(np.cumsum([0, *sizes[:-1]]), sizes) if sizes else np.zeros(0, np.int64)
        self.size = np.repeat(sizes, sizes) if sizes else np.zeros(0, np.int64)
        self.peer_first = np.zeros(spots, dtype=np.int64)
        self.peers = np.zeros(spots, dtype=np.int64)
        self.first = np.zeros(len(rounds) + 1, dtype=np.int64)
        self.where = np.full((len(rounds), self.problem.players), -1, dtype=np.int64)
        spot = 0
        for which, tables in enumerate(rounds):
            counts = {size: sum(len(table) == size for table in tables) for size in (4, 5)}
            heads = {5: spot, 4: spot + 5 * counts[5]}
            for table in tables:
                for seat, player in enumerate(table):
                    self.peer_first[spot] = heads[len(table)] + seat
                    self.peers[spot] = counts[len(table)]
                    self.where[which, player] = spot
                    spot += 1
            self.first[which + 1] = spot

    def _count_people(self, rounds: Indexed) -> None:
        players, history = self.problem.players, self.problem.history
        games = np.zeros(players, dtype=np.int64)
        load = np.zeros((players, 2), dtype=np.int64)
        self.used = np.zeros((players, 5), dtype=np.int64)
        self.most = _most_of_a_seat(self.problem.rounds)
        for tables in (*history, *rounds):
            for table in tables:
                for seat, player in enumerate(table):
                    games[player] += 1
                    load[player] += (len(table), kernel.TRANSFERS[seat])
                    self.used[player, seat] += 1
        seated: NDArray[np.bool_] = games > 0
        self.crowd = int(seated.sum())
        self.scale = math.lcm(*(int(number) for number in set(games[seated])))
        self.factor = np.where(seated, self.scale // np.maximum(games, 1), 0)
        self.load = load * self.factor[:, None]
        self.totals[kernel.SUMS : kernel.SUMS + 2] = self.load.sum(axis=0)
        self.totals[kernel.SQUARES : kernel.SQUARES + 2] = (self.load**2).sum(axis=0)
        self.totals[kernel.FIFTHS] = (self.used[:, 4] > 1).sum()
        self.totals[kernel.REPEATS] = (self.used > 1).sum()
        self.totals[kernel.CROWDED] = np.maximum(self.used - self.most, 0).sum()

    def _count_wishes(self) -> None:
        places = self.problem.places
        self.wish_of = np.full(self.problem.players, -1, dtype=np.int64)
        self.wishes = np.zeros((max(1, len(places)), len(self.seats)), dtype=np.int64)
        self.wish_value = np.array([_WISH_WEIGHT, 1 << 43], dtype=np.int64)
        seat = np.arange(len(self.seats)) - self.start
        table = np.zeros(len(self.seats), dtype=np.int64)
        for which in range(len(self.first) - 1):
            low, high = self.first[which], self.first[which + 1]
            table[low:high] = np.unique(self.start[low:high], return_inverse=True)[1]
        for row, (player, (at_table, at_seat)) in enumerate(places.items()):
            self.wish_of[player] = row
            if at_table is not None:
                self.wishes[row] += table != at_table
            if at_seat is not None:
                self.wishes[row] += seat != at_seat
            for which in range(len(self.first) - 1):
                spot = self.where[which, player]
                if spot >= 0:
                    self.totals[kernel.PAIRS] += self.wishes[row, spot] * self.wish_value[0]
                    self.totals[kernel.PACKED] += self.wishes[row, spot] * self.wish_value[1]

    def _count_pairs(self, rounds: Indexed) -> None:
        for first, other in self.problem.apart:
            low, high = min(first, other), max(first, other)
            self.cells[high * (high - 1) // 2 + low] = 1 << (5 * self.shift)
        for tables in (*self.problem.history, *rounds):
            for table in tables:
                size = len(table)
                for mine, player in enumerate(table):
                    for other in range(mine):
                        rival = table[other]
                        if player < rival:
                            low, high, distance = player, rival, (other - mine) % size
                        else:
                            low, high, distance = rival, player, (mine - other) % size
                        place = int(kernel.RELATION[size, distance]) * self.shift
                        self.cells[high * (high - 1) // 2 + low] += 1 << place
        touched = self.cells[np.nonzero(self.cells)].astype(np.int64)
        self.totals[kernel.PAIRS] += self.value[touched, 0].sum()
        self.totals[kernel.PACKED] += self.value[touched, 1].sum()

    def vector(self) -> Vector:
        """R1, wishes, R2 to R4, seats crowded, R5 to R9 of the arrangement held; R3 and R8 scaled to whole numbers."""
        out = np.zeros(kernel.FIGURES, dtype=np.int64)
        kernel.figures(self.totals, self.crowd, out)
        return tuple(int(number) for number in out)

    def anneal(self, moves: int, seed: int, target: Vector, style: Style) -> tuple[Vector, list[int], int]:
        """Anneal from the arrangement held; the best vector, its seats, and the moves tried."""
        # The size and transfer sums of a player who plays all rounds move by 1; in scaled variance that is this much.
        unit = self.problem.rounds**2 / (self.scale**2 * max(1, self.crowd))
        weights = np.array([style.r3 * unit, style.r5, style.r7, style.r8 * unit, _CROWDED_WEIGHT])
        best = np.array(self.vector(), dtype=np.int64)
        best_seats = self.seats.copy()
        tried = kernel.anneal(
            kernel.Board(self.seats, self.start, self.size, self.peer_first, self.peers, self.first, self.where),
            kernel.Pairs(self.cells, self.value, self.shift),
            kernel.People(
                self.load,
                self.factor,
                self.used,
                self.most,
                self.wish_of,
                self.wishes,
                self.wish_value,
                self.crowd,
            ),
            kernel.Plan(weights, np.array(style.odds), quantiles(), temperatures(style.hot, style.ratio)),
            self.totals,
            (seed & kernel.MASK) | 1,
            moves,
            best,
            best_seats,
            np.array(target, dtype=np.int64),
        )
        return tuple(int(number) for number in best), [int(player) for player in best_seats], int(tried)


@dataclass(frozen=True, slots=True)
class Style:
    """How hot a run starts, how it cools, what weighs how much, which moves it prefers.

    `patterned`: first share out sizes and seats alone (R3, R5, R7, R8), then look for who meets whom.
    """

    hot: float = 8.0
    ratio: float = 0.95
    r3: float = 8.0
    r5: float = 8.0
    r7: float = 10.0
    r8: float = 0.8
    odds: tuple[int, int, int] = (640, 860, 1024)
    pairs: tuple[int, ...] = _PAIR_WEIGHTS
    patterned: bool = False


# Tried in turn: the first settles most sizes, the others reach what it misses at the small ones.
STYLES = (
    Style(),
    Style(r3=30.0, r5=40.0, r7=40.0, r8=3.0, odds=(860, 940, 1024), patterned=True),
    Style(r3=16.0, r5=20.0, r7=20.0, r8=1.6, odds=(700, 860, 1024), hot=10.0, patterned=True),
    Style(hot=14.0, ratio=0.94, r7=12.0, r8=1.0),
    Style(hot=5.0, r3=14.0, r7=20.0, r8=2.0, odds=(500, 800, 1024), pairs=(60, 60, 40, 14, 8, 3)),
    Style(hot=10.0, r3=40.0, r5=60.0, r7=80.0, r8=6.0, odds=(960, 980, 1024), patterned=True),
)
# With the groups held: players change seats at their table only.
_HELD = tuple(
    Style(hot=hot, r5=40.0, r7=r7, r8=r8, odds=(0, 0, 0), pairs=(60, 0, 0, 0, 6, 3))
    for hot, r7, r8 in ((8.0, 20.0, 2.0), (12.0, 14.0, 1.2), (6.0, 40.0, 4.0), (10.0, 25.0, 3.0))
)
FIRST_RUN = 100_000


def search(
    problem: SearchProblem,
    *,
    moves: int,
    seed: int,
    target: Vector = PERFECT,
    begin: Sequence[Indexed] = (),
    held: bool = False,
    progress: Progress | None = None,
) -> SearchResult:
    """Anneal again and again until `moves` are spent or `target` is reached; the best of all runs.

    Args:
        problem: what is to be seated.
        moves: swaps to try in all.
        seed: the same seed gives the same answer.
        target: a vector that nothing can beat; reaching it ends the search.
        begin: arrangements to start the first runs from, before random ones.
        held: keep who shares a table with whom as in the first of `begin`, and look for seats alone.
        progress: told the share of the moves that is spent.
    """
    dice = Dice(seed)
    styles = _HELD if held else STYLES
    best = SearchResult(rounds=[], vector=WORST, moves=0)
    spent = run = 0
    # A large budget is better spent on longer runs than on more of them, and many players need long ones.
    shortest = max(FIRST_RUN, moves // 40, 100 * sum(map(len, problem.crowds)))
    while spent < moves or run == 0:
        style = styles[run % len(styles)]
        rounds = begin[0] if held else begin[run] if run < len(begin) else scattered(problem, dice)
        if style.patterned:
            rounds = _patterned(problem, rounds, dice, style)
        state = SearchState(problem, rounds, style.pairs)
        length = min(shortest << min(run // len(styles), 4), max(1, moves - spent))
        vector, seats, tried = state.anneal(max(length, 2 * len(seats_of(rounds))), dice.draw() >> 32, target, style)
        spent += tried
        run += 1
        if vector < best.vector:
            best = SearchResult(rounds=_cut(seats, rounds), vector=vector, moves=spent)
        elif vector == best.vector:
            best.equals.append(_cut(seats, rounds))
        if progress is not None:
            progress(min(1.0, spent / moves))
        if best.vector <= target:
            break
    best.moves = spent
    return best


def _patterned(problem: SearchProblem, rounds: Indexed, dice: Dice, style: Style) -> Indexed:
    """Sizes and seats shared out as evenly as a short run finds, regardless of meetings."""
    state = SearchState(problem, rounds, (0,) * 6)
    alone = Style(hot=2 * style.r8, r3=style.r3, r5=style.r5, r7=style.r7, r8=style.r8, odds=(0, 900, 1024), ratio=0.93)
    state.anneal(40 * len(state.seats), dice.draw() >> 32, PERFECT, alone)
    return _cut([int(player) for player in state.seats], rounds)


def scattered(problem: SearchProblem, dice: Dice) -> Indexed:
    """The crowds of a problem laid on its tables at random."""
    rounds = []
    for crowd, sizes in zip(problem.crowds, problem.sizes, strict=True):
        order = list(crowd)
        dice.shuffle(order)
        tables = []
        start = 0
        for size in sizes:
            tables.append(order[start : start + size])
            start += size
        rounds.append(tables)
    return rounds


def seats_of(rounds: Indexed) -> list[int]:
    """All players of all rounds in order of their spots."""
    return [player for tables in rounds for table in tables for player in table]


def _cut(seats: list[int], like: Indexed) -> Indexed:
    """The flat seats as rounds and tables of the same sizes as `like`."""
    rest = iter(seats)
    return [[[next(rest) for _ in table] for table in tables] for tables in like]
