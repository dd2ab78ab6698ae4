"""What one table adds to everything else: for edits, which try many arrangements of a table or two.

All criteria are sums over pairs or over players, and two players share at most one table a round; so with every other
round fixed, a round's part of the criteria is the sum of its tables' parts. A property test holds the result equal to
`toolkit.seating.criteria`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from toolkit.seating.criteria import Criteria, Record, Relation, criteria, relation, transfers
from toolkit.seating.model import Player, Round, Table

# R1, R2, sizes, squared sizes, R4, R5, R6, R7, transfers, squared transfers, R9: what a table adds to each.
type Part = tuple[int, ...]


class Surroundings:
    """The rounds of an event apart from one, ready to judge arrangements of that one.

    The players of the round stay the same whatever their arrangement, so everybody's number of rounds is known.
    """

    def __init__(self, rounds: Sequence[Round], index: int) -> None:
        self.rounds = len(rounds)
        others = [tables for number, tables in enumerate(rounds) if number != index]
        self._fixed = criteria(others)
        record = Record(others)
        self._met = record.met
        self._seats = {player: [seat for *_, seat in sat] for player, sat in record.sat.items()}
        here = [player for table in rounds[index] for player in table]
        games = {player: len(sat) for player, sat in record.sat.items()}
        for player in here:
            games[player] = games.get(player, 0) + 1
        self._scale = math.lcm(*games.values()) if games else 1
        self._share = {player: self._scale // count for player, count in games.items()}
        self._sizes = {player: sum(size for _, size, _ in sat) for player, sat in record.sat.items()}
        self._transfers = {player: sum(transfers(seat) for *_, seat in sat) for player, sat in record.sat.items()}
        away = set(games).difference(here)
        self._away_sizes = [self._sizes[player] * self._share[player] for player in away]
        self._away_transfers = [self._transfers[player] * self._share[player] for player in away]
        self._people = len(games)

    def part(self, table: Table) -> Part:
        """What this table adds."""
        r1 = r2 = r4 = r5 = r6 = r7 = r9 = sizes = size_squares = moves = move_squares = 0
        length = len(table)
        for seat, player in enumerate(table):
            share = self._share[player]
            load = share * (self._sizes.get(player, 0) + length)
            sizes += load
            size_squares += load * load
            load = share * (self._transfers.get(player, 0) + transfers(seat + 1))
            moves += load
            move_squares += load * load
            if self._seats.get(player, ()).count(seat + 1) == 1:
                r7 += 1
                r5 += seat == 4
            for other in range(seat):
                pair = self._pair(table[other], player, relation(length, seat - other))
                r1, r2, r4, r6, r9 = r1 + pair[0], r2 + pair[1], r4 + pair[2], r6 + pair[3], r9 + pair[4]
        return (r1, r2, sizes, size_squares, r4, r5, r6, r7, moves, move_squares, r9)

    def _pair(self, player: Player, rival: Player, seen: Relation) -> tuple[int, int, int, int, int]:
        meetings = self._met.get((player, rival))
        if meetings is None:
            meetings = self._met.get((rival, player))
            if meetings is None:
                return (0, 0, 0, 0, 0)
            seen = seen.reverse
        same = sum(kind is seen for _, kind in meetings)
        alike = sum(kind.is_adjacent is seen.is_adjacent for _, kind in meetings)
        # A figure counts a pair once: when the second of its kind comes.
        return (
            int(same == 1 and seen.is_adjacent),
            int(len(meetings) == self.rounds - 1),
            int(len(meetings) == 1),
            int(same == 1),
            int(alike == 1),
        )

    def criteria(self, parts: Iterable[Part]) -> Criteria:
        """The nine criteria of the event when the round consists of tables with these parts."""
        total = [sum(column) for column in zip(*parts, strict=True)] or [0] * 11
        sizes = [total[2] + sum(self._away_sizes), total[3] + sum(x * x for x in self._away_sizes)]
        moves = [total[8] + sum(self._away_transfers), total[9] + sum(x * x for x in self._away_transfers)]
        return Criteria(
            r1=self._fixed.r1 + total[0],
            r2=total[1] if self.rounds > 1 else 0,
            r3=self._variance(*sizes),
            r4=self._fixed.r4 + total[4],
            r5=self._fixed.r5 + total[5],
            r6=self._fixed.r6 + total[6],
            r7=self._fixed.r7 + total[7],
            r8=self._variance(*moves),
            r9=self._fixed.r9 + total[10],
        )

    def _variance(self, total: int, squares: int) -> Fraction:
        if not self._people:
            return Fraction(0)
        return Fraction(self._people * squares - total * total, self._people**2 * self._scale**2)
