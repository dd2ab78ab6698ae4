"""All rounds of an event from scratch: built where a construction is known, else searched for; and better charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from toolkit.seating import charts
from toolkit.seating.bounds import Bounds, event_bounds
from toolkit.seating.constructions import COLUMNS, build
from toolkit.seating.criteria import Criteria, criteria
from toolkit.seating.dice import Dice
from toolkit.seating.groups import GROUP_MOVES_PER_SECOND, search_groups, with_seats
from toolkit.seating.model import (
    MOVES_PER_SECOND,
    Player,
    Progress,
    Round,
    as_rounds,
    can_be_seated,
    crowds_for,
    structures,
    table_sizes,
)
from toolkit.seating.search import PERFECT, Indexed, SearchProblem, Vector, search
from toolkit.seating.wishes import Wishes

# From so many rounds on, who meets whom is settled before who sits where: the seats can follow.
_GROUPS_FIRST = 5
# Beyond so many rounds, or cells of all rounds, there are too many orders to look at.
_MOST_ORDERED = 4
# Shares of a budget: for the groups, then for the seats; the rest for both together.
_GROUPS, _SEATS = 0.4, 0.4
# Of the budget for a round on a history these parts go, besides it, to its seats alone and to the rounds to come.
_ROUND_SEATS, _FORECAST = 4, 8
# Rounds of equal worth that are compared by what may come after them, the crowds that may come, and the part of the
# budget for each of one on the other. With more players than that nobody needs to meet again.
_EQUALS, _CROWDS, _GLANCE = 6, 4, 10
_MOST_FORESEEN = 33
# From so many players on nearly every pair can be new, and a third of the moves finds rounds as good.
_MANY, _MANY_SHARE = 25, 3
# The place of R3 in what the kernel counts.
_R3 = 3
# Seconds of search for each round of a chart, so that its beginning is good by itself.
_BEGIN = 0.3


def search_event(
    players: int,
    games: int,
    *,
    seconds: float,
    seed: int,
    groups: charts.Chart | None = None,
    progress: Progress | None = None,
) -> charts.Chart:
    """The best rounds that a search from scratch finds, players numbered from 0.

    With `groups`, five rounds and more, and staggered ones, keep who shares a table with whom in those rounds, if no
    bound asks for better.
    """
    dice = Dice(seed)
    if can_be_seated(players):
        everyone = list(range(players))
        problem = problem_of(everyone, [], [everyone] * games, Wishes())
        target = target_of(event_bounds(players, games), players, games)
        if games >= _GROUPS_FIRST:
            rounds = _groups_first(problem, seconds, dice, target, groups, progress)
        else:
            rounds, _ = searched(problem, seconds, dice.draw(), target=target, progress=progress)
        return _well_ordered(rounds)
    if groups is not None:
        crowds = [[player for table in tables for player in table] for tables in indexed(groups)]
        problem = problem_of(list(range(players)), [], crowds, Wishes())
        return searched(problem, seconds, dice.draw(), begin=[indexed(groups)], held=True, progress=progress)[0]
    return _search_staggered(players, games, seconds, dice, progress)


def _groups_first(
    problem: SearchProblem,
    seconds: float,
    dice: Dice,
    target: Vector,
    groups: charts.Chart | None,
    progress: Progress | None,
) -> tuple[Round, ...]:
    """Groups built or searched for, then their seats, then both together; done where every bound is met."""
    players, games = problem.players, problem.rounds
    rounds = groups or build(players, games)
    if rounds is None:
        settled = search_groups(problem, moves=int(_GROUPS * seconds * GROUP_MOVES_PER_SECOND), dice=dice)
        rounds = as_rounds(with_seats(settled) if games == len(COLUMNS) else settled)
    figures = criteria(rounds)
    if event_bounds(players, games).are_met_by(figures):
        return rounds
    if progress is not None:
        progress(_GROUPS)
    rounds, _ = searched(problem, _SEATS * seconds, dice.draw(), target=target, begin=[indexed(rounds)], held=True)
    if figures.r4 == 0:
        return rounds
    begin = [indexed(rounds)]
    return searched(
        problem, (1 - _GROUPS - _SEATS) * seconds, dice.draw(), target=target, begin=begin, progress=progress
    )[0]


def _search_staggered(players: int, games: int, seconds: float, dice: Dice, progress: Progress | None) -> charts.Chart:
    """Several structures, several draws of who sits out: the best of all."""
    shapes = structures(players * games, players, games)
    tries = max(2, min(12, int(seconds * 4)))
    best: charts.Chart | None = None
    for number in range(tries):
        shape = shapes[number % len(shapes)] if number < len(shapes) else shapes[dice.below(len(shapes))]
        crowds = crowds_for(shape, [games] * players, dice)
        problem = problem_of(list(range(players)), [], crowds, Wishes())
        rounds, _ = searched(problem, seconds / tries, dice.draw())
        if best is None or criteria(rounds) < criteria(best):
            best = rounds
        if progress is not None:
            progress((number + 1) / tries)
    assert best is not None
    return best


def improvements(
    known_charts: dict[tuple[int, int], charts.Chart],
    *,
    seed: int,
    seconds: float = 2.0,
    only: Iterable[tuple[int, int]] | None = None,
) -> Iterator[tuple[int, int, Criteria | None, Criteria, bool]]:
    """Search for a better chart of each size that is not proven optimal, again and again with ever new seeds.

    Of five rounds, and of staggered ones, every second pass keeps who shares a table with whom and looks for better
    seats. Where the whole can be no better, its first rounds may be, by themselves (`well_begun`).

    Changes `known_charts` in place.

    Yields:
        After each search: players, games, the criteria before (None: there was no chart), after, and whether the chart
        is proven optimal.
    """
    wanted = (
        list(only) if only is not None else [(players, games) for games in charts.GAMES for players in charts.PLAYERS]
    )
    is_held = False
    while wanted:
        still = []
        for players, games in wanted:
            chart = known_charts.get((players, games))
            before = criteria(chart) if chart else None
            if chart and before and charts.chart_bounds(players, games, chart).are_met_by(before):
                if can_be_seated(players) and (begun := well_begun(chart, seconds=_BEGIN, seed=seed)) is not chart:
                    known_charts[players, games] = charts.normalised(begun)
                    yield players, games, before, before, True
                continue
            seed += 1
            groups = chart if is_held else None
            better = charts.normalised(search_event(players, games, seconds=seconds, seed=seed, groups=groups))
            after = criteria(better)
            if before is None or after < before:
                if can_be_seated(players):
                    better = charts.normalised(well_begun(better, seconds=_BEGIN, seed=seed))
                known_charts[players, games] = chart = better
            else:
                after = before
            assert chart is not None
            optimal = charts.chart_bounds(players, games, chart).are_met_by(after)
            if not optimal:
                still.append((players, games))
            yield players, games, before, after, optimal
        wanted, is_held = still, not is_held


def well_begun(rounds: charts.Chart, *, seconds: float, seed: int) -> charts.Chart:
    """The same tables, seated so that the first rounds are as good by themselves as the whole allows.

    Whoever follows a chart may lose players after any round: what costs the whole nothing is had at once. The whole is
    never worse than it was.
    """
    dice, whole, best = Dice(seed), criteria(rounds), rounds
    people = sorted({int(player) for table in rounds[0] for player in table})  # type: ignore[call-overload]  # players here are numbers
    for number in range(1, len(rounds) - 1):
        seated = _held(people, best[:number], best[number : number + 1], seconds, dice)
        begun = (*best[:number], *seated)
        tried = (*begun, *_held(people, begun, best[number + 1 :], seconds, dice))
        if criteria(tried) <= whole and _beginnings(tried) < _beginnings(best):
            best = tried
    return best


def _held(
    people: Sequence[int], played: charts.Chart, rounds: charts.Chart, seconds: float, dice: Dice
) -> tuple[Round, ...]:
    """These rounds on top of those, the seats at each table searched for anew."""
    crowds = [[player for table in tables for player in table] for tables in indexed(rounds)]
    problem = problem_of(people, played, crowds, Wishes())
    return searched(problem, seconds, dice.draw(), begin=[indexed(rounds)], held=True)[0]


def problem_of(
    order: Sequence[Player], played: Sequence[Round], crowds: Sequence[Sequence[Player]], wishes: Wishes
) -> SearchProblem:
    """The same in numbers: a player is their place in `order`."""
    number = {player: index for index, player in enumerate(order)}
    return SearchProblem(
        players=len(order),
        history=[[[number[player] for player in table] for table in tables] for tables in played],
        crowds=[[number[player] for player in crowd] for crowd in crowds],
        sizes=[table_sizes(len(crowd)) for crowd in crowds],
        apart=[(number[first], number[second]) for first, second in wishes.pairs()],
        places={
            number[player]: (place.table and place.table - 1, place.seat and place.seat - 1)
            for player, place in wishes.places.items()
        },
    )


def searched(
    problem: SearchProblem,
    seconds: float,
    seed: int,
    *,
    target: Vector | None = None,
    begin: Sequence[Indexed] = (),
    held: bool = False,
    progress: Progress | None = None,
) -> tuple[tuple[Round, ...], int]:
    """The best rounds that `seconds` of search find, at a fixed rate of moves, and the moves it tried."""
    result = search(
        problem,
        moves=int(seconds * MOVES_PER_SECOND),
        seed=seed,
        target=target or PERFECT,
        begin=begin,
        held=held,
        progress=progress,
    )
    return as_rounds(result.rounds), result.moves


def on_top(
    problem: SearchProblem, seconds: float, seed: int, *, progress: Progress | None = None
) -> tuple[tuple[Round, ...], int]:
    """Rounds on top of a history: the next is the best there is by itself, those after it are a forecast.

    Nothing is given up now for a round whose crowd nobody knows. Among next rounds that are equal by themselves the one
    is taken after which fewest pairs meet again, on average over crowds that may come. After one round there is nothing
    to choose: who have played alike are alike, and which of them leaves is chance. The seats at each table are looked
    at once more, with the tables held: R5 to R9 hang on them.
    """
    moves = int(seconds * MOVES_PER_SECOND)
    if len(problem.crowds[0]) >= _MANY:
        moves //= _MANY_SHARE
    near = replace(problem, crowds=problem.crowds[:1], sizes=problem.sizes[:1])
    dice = Dice(seed)
    met = search(near, moves=moves, seed=seed, progress=progress)
    result = search(near, moves=moves // _ROUND_SEATS, seed=dice.draw(), begin=[met.rounds], held=True)
    spent = met.moves + result.moves
    if len(problem.crowds) == 1:
        return as_rounds(result.rounds), spent
    chosen = result.rounds
    if (
        len(problem.history) > 1
        and len(problem.crowds[0]) <= _MOST_FORESEEN
        and met.equals
        and result.vector == met.vector
    ):
        chosen, tried = _most_promising(problem, [result.rounds, *met.equals][:_EQUALS], moves // _GLANCE, dice)
        spent += tried
    rest = _after(problem, chosen, problem.crowds[1:])
    later = search(rest, moves=moves // _FORECAST, seed=dice.draw())
    return as_rounds([*chosen, *later.rounds]), spent + later.moves


def _most_promising(problem: SearchProblem, rounds: Sequence[Indexed], moves: int, dice: Dice) -> tuple[Indexed, int]:
    """Of next rounds that are equal by themselves the one with the best forecasts, and the moves they took.

    R3 is left out: by itself it is as low in all of them, and what comes of it hangs on who leaves.
    """
    futures = [problem.crowds[1:], *(_with_one_less(problem.crowds[1:], dice) for _ in range(_CROWDS - 1))]
    seed, spent = dice.draw(), 0
    sums: list[list[int]] = []
    for chosen in rounds:
        forecasts = [search(_after(problem, chosen, future), moves=moves, seed=seed) for future in futures]
        spent += sum(forecast.moves for forecast in forecasts)
        sums.append([sum(figures) for figures in zip(*(forecast.vector for forecast in forecasts), strict=True)])
        sums[-1][_R3] = 0
    return rounds[sums.index(min(sums))], spent


def _with_one_less(crowds: list[list[int]], dice: Dice) -> list[list[int]]:
    """The crowds without a player drawn from the first of them, where the others can be seated."""
    gone = crowds[0][dice.below(len(crowds[0]))]
    left = [[player for player in crowd if player != gone] for crowd in crowds]
    return left if all(can_be_seated(len(crowd)) for crowd in left) else crowds


def _after(problem: SearchProblem, chosen: Indexed, crowds: list[list[int]]) -> SearchProblem:
    """The rounds that are left once the next one is settled, played by these."""
    return replace(
        problem,
        history=[*problem.history, *chosen],
        crowds=crowds,
        sizes=[table_sizes(len(crowd)) for crowd in crowds],
    )


def target_of(bounds: Bounds, players: int, games: int) -> Vector:
    """The bounds as the kernel counts: no wishes, variances scaled by the squares of players and games."""
    scale = players**2 * games**2
    figures = (bounds.r1, 0, bounds.r2, bounds.r3, bounds.r4, 0, bounds.r5, bounds.r6, bounds.r7, bounds.r8, bounds.r9)
    return tuple(int((figure or 0) * (scale if place in (3, 9) else 1)) for place, figure in enumerate(figures))


def _well_ordered(planned: tuple[Round, ...]) -> tuple[Round, ...]:
    """The same rounds in the order whose beginnings are best, in case the event ends early or people leave."""
    sizes = {tuple(len(table) for table in tables) for tables in planned}
    if not 2 <= len(planned) <= _MOST_ORDERED or len(sizes) > 1:
        return planned

    return min(permutations(planned), key=_beginnings)


def _beginnings(rounds: Sequence[Round]) -> list[Criteria]:
    return [criteria(rounds[:number]) for number in range(1, len(rounds))]


def indexed(rounds: Iterable[Round]) -> Indexed:
    """Rounds of numbers as the search has them."""
    return [[[int(player) for player in table] for table in tables] for tables in rounds]  # type: ignore[call-overload]  # players here are numbers
