"""Rounds on top of what has been played: the next as good by itself as any search for it alone, then far-sighted.

A plan for everybody who is here today is worth little once people leave. So the next round is judged first by the
criteria of what has been played and itself. Among rounds that are equal in that, the one is taken after which the round
to follow comes out best: if all stay, if some leave, and if somebody arrives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolkit.seating.dice import Dice
from toolkit.seating.model import can_be_seated, table_sizes
from toolkit.seating.search import MOVES_PER_SECOND, Indexed, SearchProblem, SearchState, Vector, search

type Tables = list[list[int]]

# Shares of the budget that go, on top of it, to another next round, to a plan of all rounds, and to a look ahead.
_ANOTHER, _WHOLE, _AHEAD = 8, 4, 40
_OTHERS = 2
# Of a hundred players so many leave before the following round, as long as the event's own past says nothing else.
_LEAVING = 3
_DRAWS = 2


def plan_ahead(
    problem: SearchProblem, *, seconds: float, seed: int, progress: Callable[[float], None] | None = None
) -> tuple[Indexed, int]:
    """The rounds to come of a problem with a history, and the moves tried."""
    moves = int(seconds * MOVES_PER_SECOND)
    near = replace(problem, crowds=problem.crowds[:1], sizes=problem.sizes[:1], event_rounds=problem.rounds)
    alone = search(near, moves=moves, seed=seed, progress=progress)
    if len(problem.crowds) == 1:
        return alone.rounds, alone.moves
    dice = Dice(seed)
    whole = search(replace(problem, hedged=True), moves=moves // _WHOLE, seed=dice.draw())
    others = [search(near, moves=moves // _ANOTHER, seed=dice.draw()) for _ in range(_OTHERS)]
    candidates = [whole.rounds[0], alone.rounds[0], *(other.rounds[0] for other in others)]
    worth = [SearchState(near, [tables]).vector() for tables in candidates]
    equal = [tables for tables, vector in zip(candidates, worth, strict=True) if vector == min(worth)]
    chosen = _with_most_ahead(problem, equal, moves // _AHEAD, dice)
    spent = alone.moves + whole.moves + sum(other.moves for other in others)
    if chosen is whole.rounds[0]:
        return whole.rounds, spent
    rest = _after(problem, chosen, problem.crowds[1:])
    later = search(rest, moves=moves // _WHOLE, seed=dice.draw())
    return [chosen, *later.rounds], spent + later.moves


def _after(problem: SearchProblem, tables: Tables, crowds: list[list[int]]) -> SearchProblem:
    """What is left once `tables` have been played, for these crowds."""
    return replace(
        problem,
        players=max(problem.players, *(max(crowd) + 1 for crowd in crowds)),
        history=[*problem.history, tables],
        crowds=crowds,
        sizes=[table_sizes(len(crowd)) for crowd in crowds],
        hedged=len(crowds) > 1,
    )


def _with_most_ahead(problem: SearchProblem, choices: list[Tables], moves: int, dice: Dice) -> Tables:
    """Of next rounds that are equal by themselves, the one after which the round to follow is best over what may come.

    What short searches reach for each crowd is added up, criterion by criterion, and compared in their order.
    """
    if len(choices) == 1:
        return choices[0]
    crowds = _possible_crowds(problem, dice)
    seed = dice.draw()

    def ahead(tables: Tables) -> Vector:
        found = [search(_after(problem, tables, [crowd]), moves=moves, seed=seed).vector for crowd in crowds]
        return tuple(map(sum, zip(*found, strict=True)))

    return min(choices, key=ahead)


def _possible_crowds(problem: SearchProblem, dice: Dice) -> list[list[int]]:
    """Who may play the round after the next: all who are planned for, some fewer, one more."""
    stay = problem.crowds[1]
    found = [stay]
    leaving = max(1, round(len(stay) * _leaving_rate(problem)))
    for _ in range(_DRAWS):
        order = list(stay)
        dice.shuffle(order)
        found.append(order[leaving:])
    found.append([*stay, problem.players])
    return [crowd for crowd in found if crowd is stay or can_be_seated(len(crowd))]


def _leaving_rate(problem: SearchProblem) -> float:
    """The share of players who left after a round so far."""
    seated = [{player for table in tables for player in table} for tables in problem.history]
    left = sum(len(before - after) for before, after in zip(seated, [*seated[1:], set(problem.crowds[0])], strict=True))
    return left / sum(map(len, seated)) if left else _LEAVING / 100
