"""Each player's chance of the final over the rounds to come, counted or drawn.

With m players left in a game, time ends it with chance `TIME`; else each of the m is as likely to oust their prey. That
gives every line of ousts and time its weight. The lines of all tables together are counted where there are few, else
drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import lcm, prod
from operator import add
from typing import Any

import numpy as np
from numpy.typing import NDArray

from toolkit.scoring import Halves, Line, Total, legal_lines, score_table
from toolkit.scoring.events import Oust, TimeCalled
from toolkit.scoring.ring import Ring
from toolkit.seating import ImpossibleSeating
from toolkit.seating.model import table_sizes
from toolkit.tournament.chances import Chance, Chances, OwnResult, check_between_rounds
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import Seats
from toolkit.tournament.games import adjustments
from toolkit.tournament.rounds import does_plan_stand, players_to_seat, total_rounds
from toolkit.tournament.standings import FINALISTS, can_play_final, totals
from toolkit.tournament.state import State

type Keys = NDArray[np.int64]
type Shares = NDArray[np.float64]

# That time ends the game before its next oust.
TIME = Fraction(1, 10)
# So many combinations of lines are counted one by one; more are drawn, this often.
MOST_COMBINATIONS = 200_000
DRAWN = 20_000

# A score as one number that is added and compared: game wins, then victory points, then tournament points.
_BITS = 20
_GAME_WIN, _VICTORY_POINT = 1 << 2 * _BITS, 1 << _BITS
_HALF = _VICTORY_POINT // 2
# So many figures are worked on together.
_AT_ONCE = 250_000


def chances(state: State, *, seed: int, with_seats: bool) -> Chances:
    """Everybody's chance of the final; `with_seats` those of a draft and a plan are used, else seats are drawn.

    Raises:
        Refused: it is not between two rounds, or so many players cannot be seated.
    """
    check_between_rounds(state)
    return state.memo.once(f"chances {seed} {with_seats}", lambda: _chances(state, seed, with_seats=with_seats))


def _chances(state: State, seed: int, *, with_seats: bool) -> Chances:
    coming = list(_rounds_to_come(state, with_seats=with_seats))
    players = _who_can(state, coming)
    place = {number: column for column, number in enumerate(players)}
    tables = [table for round_ in coming for table in _known_tables(state, round_, place)]
    are_known = all(round_.tables is not None for round_ in coming)
    combinations = prod(len(table.weights) for table in tables)
    is_exact = are_known and combinations <= MOST_COMBINATIONS
    start = _start(state, players)
    tally = _Tally(start, tables, rounds=len(coming))
    if is_exact:
        for gains, weights in _counted(tables, len(players), combinations):
            tally.add(gains, weights)
    else:
        for gains in _drawn(coming, tables, place, np.random.default_rng(seed)):
            tally.add(gains, np.ones(len(gains), dtype=np.int64))
    certain = _certain(tables, start) if are_known and len(coming) == 1 else {}
    estimates = [
        _chance(number, exact, own, certain.get(column), is_exact=is_exact)
        for (number, column), exact, own in zip(place.items(), tally.exact(), tally.own(), strict=True)
    ]
    return Chances(
        rounds_left=len(coming),
        are_seats_known=are_known,
        is_exact=is_exact,
        combinations=combinations if is_exact else DRAWN,
        seed=None if is_exact else seed,
        is_certainty_known=bool(certain),
        players=tuple(sorted(estimates, key=lambda chance: (-chance.chance, chance.player))),
    )


def _chance(
    number: int, exact: Fraction, own: tuple[OwnResult, ...], certain: _Certain | None, *, is_exact: bool
) -> Chance:
    return Chance(
        player=number,
        chance=float(exact),
        exact=exact if is_exact else None,
        is_in=certain is not None and certain.is_in,
        is_out=certain is not None and certain.is_out,
        enough=certain.enough if certain else None,
        needed=certain.needed if certain else None,
        results=own,
    )


# --- The rounds to come ---


@dataclass(frozen=True, slots=True)
class _Coming:
    """A round to be played: its tables where they are known, else who is seated."""

    number: int
    tables: tuple[tuple[int, ...], ...] | None
    players: tuple[int, ...]


def _rounds_to_come(state: State, *, with_seats: bool) -> Iterator[_Coming]:
    draft = state.rounds[state.published].tables if len(state.rounds) > state.published and with_seats else None
    for number in range(state.published + 1, total_rounds(state) + 1):
        tables = draft if number == state.published + 1 else None
        planned = state.plan.rounds[number - 1].tables if state.plan is not None and does_plan_stand(state) else None
        if tables is None and planned is not None:
            yield _Coming(number, _seated(planned) if with_seats else None, tuple(sum(_seated(planned), ())))
        else:
            yield _Coming(number, tables, tuple(player.number for player in players_to_seat(state)))


def _seated(tables: Sequence[Seats]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(table.players) for table in tables)


def _who_can(state: State, coming: Sequence[_Coming]) -> list[int]:
    """The players who could play the final: still in, available, and with a game by then."""
    seated = {number for round_ in coming for number in (sum(round_.tables, ()) if round_.tables else round_.players)}
    played = {_number(total) for total in totals(state) if total.rounds}
    return [number for number in sorted(state.players) if number in seated | played and can_play_final(state, number)]


def _number(total: Total) -> int:
    assert isinstance(total.player, int)
    return total.player


def _start(state: State, players: Sequence[int]) -> Keys:
    before = {_number(total): total for total in totals(state)}
    rows = [before.get(number, Total(number, 0, 0, 0)) for number in players]
    return np.array([_key(row.game_wins, row.victory_points, row.tournament_points) for row in rows], dtype=np.int64)


def _key(game_wins: int, victory_points: Halves, tournament_points: int) -> int:
    return game_wins * _GAME_WIN + victory_points * _VICTORY_POINT + tournament_points


# --- Lines and what they weigh ---


@cache
def weighted_lines(seats: int) -> Mapping[Line, Fraction]:
    """Every line of ousts and time with its weight: 35 for four seats, 126 for five.

    >>> len(weighted_lines(4)), len(weighted_lines(5)), sum(weighted_lines(5).values())
    (35, 126, Fraction(1, 1))
    """
    weights: dict[Line, Fraction] = {}
    layer = {Ring.start(seats): Fraction(1)}
    while layer:
        following: dict[Ring, Fraction] = {}
        for ring, weight in layer.items():
            for after, part in _moves(ring):
                if after.is_over:
                    weights[after.points] = weights.get(after.points, Fraction(0)) + weight * part
                else:
                    following[after] = following.get(after, Fraction(0)) + weight * part
        layer = following
    return weights


def _moves(ring: Ring) -> Iterator[tuple[Ring, Fraction]]:
    yield ring.after(TimeCalled()), TIME
    for seat in ring.remaining:
        yield ring.after(Oust(ring.predator(seat), seat)), (1 - TIME) / len(ring.remaining)


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a round to come whose seats are known.

    Attributes:
        columns: of those at it who could play the final; the rows below have one figure for each of them.
        weights: of its plain lines, whole numbers; `gains` what each line is worth.
        possible: what every line is worth that a game can end with; each once.
    """

    columns: Keys
    weights: Keys
    gains: Keys
    possible: Keys


def _known_tables(state: State, round_: _Coming, place: Mapping[int, int]) -> Iterator[_Table]:
    taken = adjustments(state, round_.number)
    for players in round_.tables or ():
        counts = tuple(taken[player] for player in players) if taken else ()
        proxies = tuple(player < 0 for player in players)
        seats = [seat for seat, player in enumerate(players) if player in place]
        parts = weighted_lines(len(players))
        whole = lcm(*(part.denominator for part in parts.values()))
        yield _Table(
            columns=np.array([place[players[seat]] for seat in seats], dtype=np.int64),
            weights=np.array([int(part * whole) for part in parts.values()], dtype=np.int64),
            gains=_worth(tuple(parts), counts, proxies)[:, seats],
            possible=np.unique(_worth(tuple(legal_lines(len(players))), counts, proxies)[:, seats], axis=0),
        )


@cache
def _worth(lines: tuple[Line, ...], counts: tuple[int, ...], proxies: tuple[bool, ...]) -> Keys:
    """The gains of each seat by each line; a proxy player's gains do not count (JG 5.1.1)."""
    rows = []
    for line in lines:
        score = score_table([0 if gone else points for points, gone in zip(line, proxies, strict=True)], counts)
        rows.append(list(map(_key, score.game_wins, score.victory_points, score.tournament_points)))
    return np.array(rows, dtype=np.int64)


# --- All combinations, or many of them, and who is in ---


def _rows(players: int) -> int:
    """So many combinations are looked at together: what fits near the processor."""
    return max(_AT_ONCE // max(players, 1), 1)


def _counted(tables: Sequence[_Table], players: int, combinations: int) -> Iterator[tuple[Keys, Keys]]:
    """The players' gains in every combination of lines, one per row, and each combination's weight; in pieces."""
    sizes = [len(table.weights) for table in tables]
    for first in range(0, combinations, _rows(players)):
        numbers = np.arange(first, min(first + _rows(players), combinations))
        gains, weights = np.zeros((len(numbers), players), dtype=np.int64), np.ones(len(numbers), dtype=np.int64)
        for table, line in zip(tables, np.unravel_index(numbers, sizes) if sizes else (), strict=True):
            # Nobody sits twice at one table, so that each column is added to once.
            gains[:, table.columns] += table.gains[line]
            weights *= table.weights[line]
        yield gains, weights


def _drawn(
    coming: Sequence[_Coming], tables: Sequence[_Table], place: Mapping[int, int], dice: np.random.Generator
) -> Iterator[Keys]:
    """The players' gains in each of many draws of the rounds that are left; in pieces."""
    for first in range(0, DRAWN, _rows(len(place))):
        gains = np.zeros((min(_rows(len(place)), DRAWN - first), len(place)), dtype=np.int64)
        for table in tables:
            gains[:, table.columns] += table.gains[_lines(table.weights, len(gains), dice)]
        for round_ in coming:
            if round_.tables is None:
                _seat_and_draw(round_, place, gains, dice)
        yield gains


def _lines(weights: NDArray[Any], rows: int, dice: np.random.Generator) -> Keys:
    bounds = np.cumsum(weights, dtype=np.float64)
    return np.searchsorted(bounds / bounds[-1], dice.random(rows), side="right").astype(np.int64)


def _seat_and_draw(round_: _Coming, place: Mapping[int, int], gains: Keys, dice: np.random.Generator) -> None:
    try:
        sizes = table_sizes(len(round_.players))
    except ImpossibleSeating as error:
        raise Refused(error.message, code="unseatable", rule=error.rule) from error
    # Who could not play the final sits with the others, in a column behind theirs.
    columns = np.array([place.get(number, len(place)) for number in round_.players], dtype=np.int64)
    order = dice.permuted(np.broadcast_to(columns, (len(gains), len(columns))), axis=1)
    wide = np.zeros((len(gains), len(place) + 1), dtype=np.int64)
    rows = np.arange(len(gains))[:, None]
    for first, last in pairwise(accumulate(sizes, initial=0)):
        parts = weighted_lines(last - first)
        worth = _worth(tuple(parts), (), (False,) * (last - first))
        line = _lines(np.array(list(map(float, parts.values()))), len(gains), dice)
        wide[rows, order[:, first:last]] = worth[line]
    gains += wide[:, :-1]


class _Tally:
    """The players' results over combinations that come in pieces; in whole numbers, so that nothing is rounded."""

    def __init__(self, start: Keys, tables: Sequence[_Table], *, rounds: int) -> None:
        """Nothing is counted yet: `start` is what everybody has, `tables` those whose seats are known."""
        self.start, self.size = start, min(FINALISTS, len(start))
        self.whole = 0
        self.above = [0] * len(start)
        self.tied: dict[Fraction, list[int]] = {}
        # A player's own results as places in a row: game wins times `width`, and victory points from `least` on.
        self.least = sum(min(int(_parted(table.gains)[1].min(initial=0)), 0) for table in tables)
        self.width = 10 * rounds - self.least + 1
        self.results = (rounds + 1) * self.width
        self.odds, self.inside = np.zeros((2, len(start) * self.results))

    def add(self, gains: Keys, weights: Keys) -> None:
        """Count some combinations: a tie across the line is tossed, each with the same chance."""
        if not self.size:
            return
        scores = self.start + gains
        least = scores.shape[1] - self.size
        line = np.partition(scores, least, axis=1)[:, least : least + 1]
        above, tied = scores > line, scores == line
        places, among = self.size - above.sum(axis=1), tied.sum(axis=1)
        self.whole += int(weights.sum())
        self.above = list(map(add, self.above, (weights @ above).tolist()))
        kind = places * (len(self.start) + 1) + among
        for code in np.unique(kind).tolist():
            rows, part = kind == code, Fraction(*divmod(code, len(self.start) + 1))
            so_far = self.tied.get(part, [0] * len(self.start))
            self.tied[part] = list(map(add, so_far, (weights[rows] @ tied[rows]).tolist()))
        self._add_own(gains, weights.astype(np.float64)[:, None], above + tied * (places / among)[:, None])

    def _add_own(self, gained: Keys, weights: Shares, shares: Shares) -> None:
        wins, points = _parted(gained)
        cell = wins * self.width + points - self.least
        cell += np.arange(len(self.start)) * self.results
        size = len(self.odds)
        self.odds += np.bincount(cell.ravel(), np.broadcast_to(weights, cell.shape).ravel(), size)
        self.inside += np.bincount(cell.ravel(), (weights * shares).ravel(), size)

    def exact(self) -> list[Fraction]:
        """Everybody's chance as a fraction: together they are exactly as many as there are places."""
        shares = [Fraction(part, self.whole or 1) for part in self.above]
        for part, sums in self.tied.items():
            shares = [so_far + part * Fraction(total, self.whole) for so_far, total in zip(shares, sums, strict=True)]
        return shares

    def own(self) -> list[tuple[OwnResult, ...]]:
        """The possible results of each player in the rounds left, and the chance with each; the best first."""
        rows = zip(self.odds.reshape(-1, self.results), self.inside.reshape(-1, self.results), strict=True)
        return [
            tuple(
                OwnResult(
                    game_wins=at // self.width,
                    victory_points=at % self.width + self.least,
                    odds=odds[at] / self.whole,
                    chance=inside[at] / odds[at],
                )
                for at in reversed(range(self.results))
                if odds[at]
            )
            for odds, inside in ((one.tolist(), other.tolist()) for one, other in rows)
        ]


def _parted(scores: Keys) -> tuple[Keys, Keys]:
    """The game wins of scores, and their victory points, which may be below zero."""
    kept = scores >> _BITS
    points: Keys = ((kept + _HALF) & (_VICTORY_POINT - 1)) - _HALF
    return (kept - points) >> _BITS, points


# --- What is certain ---


@dataclass(frozen=True, slots=True)
class _Certain:
    is_in: bool
    is_out: bool
    enough: tuple[int, Halves] | None
    needed: tuple[int, Halves] | None


def _certain(tables: Sequence[_Table], start: Keys) -> Mapping[int, _Certain]:
    """The certain results of each player, over all lines of each table, withdrawals and simultaneous ousts included.

    The tables do not touch each other, so that the worst for a player is the worst of each table.
    """
    size = min(FINALISTS, len(start))
    # By table: of its scores in each possible line the first, second ..., the most and the least of them.
    ranked = [-np.sort(-(start[table.columns] + table.possible), axis=1) for table in tables]
    most = [rows.max(axis=0) for rows in ranked]
    least = [rows.min(axis=0) for rows in ranked]
    seated = {int(column): number for number, table in enumerate(tables) for column in table.columns}
    idle = np.array([start[column] for column in range(len(start)) if column not in seated], dtype=np.int64)
    every_most, every_least = np.concatenate([idle, *most]), np.concatenate([idle, *least])
    certain = {}
    for column in range(len(start)):
        at = seated.get(column)
        if at is None:
            lines, gains = start[column : column + 1], np.zeros(1, dtype=np.int64)
            own, around = lines[None, :], (lines, lines)
        else:
            table = tables[at]
            own = start[table.columns] + table.possible
            seat = int(np.flatnonzero(table.columns == column)[0])
            lines, gains, around = own[:, seat], table.possible[:, seat], (most[at], least[at])
        # Those at the player's own table are counted line by line, in place of their most and their least.
        level = _at_least(every_most, lines) - _at_least(around[0], lines) + (own >= lines[:, None]).sum(axis=1) - 1
        above = _more_than(every_least, lines) - _more_than(around[1], lines) + (own > lines[:, None]).sum(axis=1)
        certain[column] = _judged(gains, level < size, above >= size)
    return certain


def _at_least(scores: Keys, lines: Keys) -> Keys:
    return len(scores) - np.searchsorted(np.sort(scores), lines, side="left")


def _more_than(scores: Keys, lines: Keys) -> Keys:
    return len(scores) - np.searchsorted(np.sort(scores), lines, side="right")


def _judged(gains: Keys, is_in: NDArray[np.bool_], is_out: NDArray[np.bool_]) -> _Certain:
    """Of a player's own lines, in which they are in and in which out for certain: the bounds between them."""
    by_result: dict[tuple[int, Halves], list[bool]] = {}
    own = zip(*(part.tolist() for part in _parted(gains)), strict=True)
    for (wins, points), sure, lost in zip(own, is_in.tolist(), is_out.tolist(), strict=True):
        certain = by_result.setdefault((wins, points), [True, True])
        certain[0] &= sure
        certain[1] &= lost
    results = sorted(by_result)
    enough = needed = None
    for result in reversed(results):
        if not by_result[result][0]:
            break
        enough = result
    for result in results:
        if not by_result[result][1]:
            needed = result
            break
    all_in, all_out = bool(is_in.all()), bool(is_out.all())
    return _Certain(
        is_in=all_in,
        is_out=all_out,
        enough=None if all_in else enough,
        needed=None if all_out or needed == results[0] else needed,
    )
