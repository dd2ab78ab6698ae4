"""A game's points, asked of `toolkit.scoring`: what stands now, and what would stand if time were called now."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.game.draft import active_seats
from toolkit.game.state import GameState
from toolkit.game.vocabulary import Stage, Status
from toolkit.scoring import TableScore, Verdict, game_wins, judge_line, score_table
from toolkit.scoring.victory_points import Halves


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """One seat's line: victory points in halves, game win, table points (none at tables of two or six)."""

    seat: str
    half_points: Halves
    game_win: int
    table_points: int | None


def points(state: GameState, *, time_now: bool = False) -> list[Points]:
    """Every seat's points, in seating order; with `time_now`, as if the time limit were reached.

    Rule: GAP-05, GAP-07, GAP-08.
    """
    halves = tuple(_halves(state, name, time_now=time_now) for name in state.seats)
    wins = game_wins(halves)
    table: TableScore | None = score_table(halves) if 3 <= len(halves) <= 5 else None
    return [
        Points(
            seat=name,
            half_points=halves[at],
            game_win=wins[at],
            table_points=table.tournament_points[at] if table else None,
        )
        for at, name in enumerate(state.seats)
    ]


def _halves(state: GameState, seat: str, *, time_now: bool) -> int:
    survivors = active_seats(state)
    extra = 0
    if time_now and state.stage is Stage.RUNNING and seat in survivors:
        extra = 1 if len(survivors) > 1 else 2
    return state.seats[seat].half_points + extra


def verdict(state: GameState) -> Verdict | None:
    """What the score check says of the line that the game stands at; None at tables of two or six.

    Rule: GAP-12, INV-07.
    """
    if not 3 <= len(state.seats) <= 5:
        return None
    seats = list(state.seats.values())
    removed = frozenset(at for at, seat in enumerate(seats) if seat.status is Status.DISQUALIFIED)
    return judge_line(tuple(seat.half_points for seat in seats), removed)
