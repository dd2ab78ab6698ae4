"""The results of the workbook's formulas, computed beside them: every formula carries its value."""

from __future__ import annotations

import math
from dataclasses import dataclass

from toolkit.exchange.archon.model import LEVELS, OUT, Book, BookTable
from toolkit.scoring import score_table

type Cell = int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFigures:
    """A row of a round: its table, what is won there, and the place, from 1."""

    table: int
    points: float
    game_win: int
    tournament_points: int
    place: int
    tied: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFigures:
    """A row of the players: F, H to L, N to S, U to X, Z to AB of its columns, in their order."""

    games: int
    wins: int
    points: float
    places: int
    rank: int
    status: str
    ranked: Cell
    order_of_points: float
    order: float
    order_with_toss: float
    rank_with_toss: int
    seed: int
    final_rank: Cell
    place: int
    order_of_places: float
    target: int
    shown: Cell
    bonus: float
    rating: float
    final_points: float | None


def number_of(halves: int) -> float:
    """Victory points as a cell has them: 2, or 2.5."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def seat_figures(table: BookTable, number: int) -> list[SeatFigures]:
    """The rows of a table."""
    score = score_table([seat.victory_points for seat in table])
    points = [seat.victory_points for seat in table]
    return [
        SeatFigures(
            table=number,
            points=number_of(points[seat]),
            game_win=score.game_wins[seat],
            tournament_points=score.tournament_points[seat],
            place=1 + sum(other > points[seat] for other in points),
            tied=points.count(points[seat]),
        )
        for seat in range(len(table))
    ]


def final_places(book: Book, prelim: list[int]) -> list[int]:
    """The place of each seat of the final: by victory points, then as before the final."""
    keys = [(-seat.victory_points, prelim[seat.player - 1]) for seat in book.final]
    return [1 + sum(other < key for other in keys) for key in keys]


def coefficient_of(book: Book) -> tuple[float, float]:
    """The level's addition, and the coefficient of the rating."""
    added = next((more for name, more in LEVELS.values() if name == book.level), 0.0)
    players = max(1, len(book.players))
    return added, math.log(players * players, 15) - 1 + added


def player_figures(book: Book) -> list[PlayerFigures]:
    """Every row of the players."""
    count = len(book.players)
    games, wins, points, places = ([0] * (count + 1) for _ in range(4))
    for round_ in book.rounds:
        for table in round_:
            score = score_table([seat.victory_points for seat in table])
            for place, seat in enumerate(table):
                games[seat.player] += 1
                wins[seat.player] += score.game_wins[place]
                points[seat.player] += seat.victory_points
                places[seat.player] += score.tournament_points[place]
    for seat in book.final:
        games[seat.player] += 1
    own = range(1, count + 1)
    vp = [number_of(points[row]) for row in own]
    most_vp, most_tp = max(vp, default=0), max(places[1:], default=0)
    o = [wins[row] * (most_vp + 1) + vp[row - 1] for row in own]
    p = [o[row - 1] * 10 * (most_tp + 1) + places[row] for row in own]
    q = max((player.toss for player in book.players), default=0) + 1
    orders = [
        -1.0 if player.flag else p[place] * q + (q - 1 - player.toss if player.toss else 0)
        for place, player in enumerate(book.players)
    ]
    k, r = _ranks(p), _ranks(orders)
    taken_k, taken_r = set(k), set(r)
    final = {seat.player: (seat, place) for seat, place in zip(book.final, final_places(book, r), strict=True)}
    _, coefficient = coefficient_of(book)
    displayed: list[Cell] = []
    v: list[int] = []
    for place, player in enumerate(book.players):
        n: Cell = OUT if player.flag else r[place]
        is_final = place + 1 in final and not player.flag and r[place] <= 5
        u = min(final[place + 1][1], 2) if is_final else n
        displayed.append(u)
        v.append(u if isinstance(u, int) else r[place])
    most_v = max(v, default=0)
    w = [(most_v + 1 - v[place]) * (count + 1) + count + 1 - (place + 1) for place in range(count)]
    x = _ranks([float(row) for row in w])
    rows = []
    for place, player in enumerate(book.players):
        u = displayed[place]
        played = final.get(place + 1)
        extra = number_of(played[0].victory_points) if played else None
        bonus = (90 if u == 1 else 30) * coefficient if played and u in (1, 2) else 0.0
        rows.append(
            PlayerFigures(
                games=games[place + 1],
                wins=wins[place + 1],
                points=vp[place],
                places=places[place + 1],
                rank=k[place],
                status=OUT
                if player.flag
                else "TIE"
                if k[place] <= 5 and k[place] < count and k[place] + 1 not in taken_k
                else "",
                ranked=OUT if player.flag else r[place],
                order_of_points=o[place],
                order=p[place],
                order_with_toss=orders[place],
                rank_with_toss=r[place],
                seed=-1 if r[place] < count and r[place] + 1 not in taken_r else r[place],
                final_rank=u,
                place=v[place],
                order_of_places=w[place],
                target=x[place],
                shown=u,
                bonus=bonus,
                rating=5 + 4 * (vp[place] + (extra or 0)) + 8 * (wins[place + 1] + (u == 1)) + bonus,
                final_points=extra,
            )
        )
    return rows


def _ranks(values: list[float]) -> list[int]:
    """Places, the largest first; equals share one, as spreadsheets rank."""
    ordered = sorted(values, reverse=True)
    first: dict[float, int] = {}
    for place, value in enumerate(ordered, start=1):
        first.setdefault(value, place)
    return [first[value] for value in values]
