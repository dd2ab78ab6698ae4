"""Seating an event: a shipped chart where there is one, blocks of charts for a large one, a search for the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from toolkit.languages import Message
from toolkit.seating import charts
from toolkit.seating.bounds import Bounds, continued_bounds, event_bounds, staggered_bounds
from toolkit.seating.comfort import calm_order, renumbered
from toolkit.seating.constructions import build
from toolkit.seating.criteria import Criteria, criteria
from toolkit.seating.dice import Dice
from toolkit.seating.model import (
    MOST_ROUNDS,
    BadHistory,
    ImpossibleSeating,
    Player,
    Progress,
    Round,
    as_rounds,
    can_be_seated,
    check_history,
    check_players,
    check_rounds,
    crowds_for,
    everybody,
    into_tables,
    listed,
    sitting_out,
    structures,
    table_sizes,
)
from toolkit.seating.wishes import Wishes, check_wishes, unmet

DEFAULT_SECONDS = 1.0
# Above this, players are seated in blocks that never mix: with so many, all pairs can differ inside a block.
_LARGEST_WHOLE = 300
_BLOCK = 100
# Up to so many rounds the blocks' charts are proven optimal; beyond, everybody is seated by construction.
_MOST_IN_BLOCKS = 4


class SeatingQuality(StrEnum):
    """The quality of a seating, as far as it is known."""

    OPTIMAL = "optimal"
    BEST_KNOWN = "best known"
    NOT_BEST_KNOWN = "not best known"
    SEARCHED = "searched"
    CONTINUED = "continued"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The rounds of an event: those already played and those planned, with what they are worth.

    Attributes:
        rounds: every round in order, history first; tables of players in seat order.
        sitting_out: for each round, the players of the event who do not play it.
        played: how many of the rounds were given as history.
        criteria: the nine criteria over all rounds.
        bounds: the minimum possible value of each criterion, if known.
        seed: the number that the draw came from.
        steps: moves that the search tried; 0 when a shipped chart or a construction was used.
        unmet: wishes that are not met, one sentence each.
        best_known: what the shipped chart of such an event is worth; None without one, or with a history.
        seconds: search budget.
    """

    rounds: tuple[Round, ...]
    sitting_out: tuple[tuple[Player, ...], ...]
    played: int
    criteria: Criteria
    bounds: Bounds
    seed: int
    steps: int = 0
    unmet: tuple[str, ...] = field(default=())
    best_known: Criteria | None = None
    seconds: float = DEFAULT_SECONDS

    @property
    def is_optimal(self) -> bool:
        """No other seating of these players for these rounds can be better, and that is proven."""
        return not self.unmet and self.bounds.are_met_by(self.criteria)

    @property
    def standing(self) -> SeatingQuality:
        """Whether it is proven to be the best, and if not, what it was compared with."""
        if self.is_optimal:
            return SeatingQuality.OPTIMAL
        if self.played:
            return SeatingQuality.CONTINUED
        if self.best_known is None:
            return SeatingQuality.SEARCHED
        return SeatingQuality.BEST_KNOWN if self.criteria <= self.best_known else SeatingQuality.NOT_BEST_KNOWN


def seat(
    players: Iterable[Player],
    rounds: int,
    *,
    history: Iterable[Iterable[Iterable[Player]]] = (),
    seconds: float = DEFAULT_SECONDS,
    seed: int = 0,
    wishes: Wishes | None = None,
    known: Iterable[Player] | None = None,
    order: Sequence[Player] | None = None,
    progress: Progress | None = None,
) -> Seating:
    """Plan every round still to come of an event, the best way that is known or found.

    The same arguments give the same seating on every machine: `seconds` is turned into a number of moves at a fixed
    rate, and the draw comes from `seed` alone.

    Args:
        players: who plays the rounds to come.
        rounds: preliminary rounds of the event, played ones included; for 6, 7 and 11 players games each.
        history: the rounds played so far, tables in seat order. Its players need not play on.
        seconds: search budget, spent only where no chart applies and no bound is reached.
        seed: random seed of the draw.
        wishes: seats to keep and players to keep apart.
        known: if given, the only players that the history may name.
        order: all players as a draw that others can check has ordered them, in place of a shuffle by `seed`: the first
            round seats them so, table by table, tables of five first, unless a wish asks for more.
        progress: told the share of the budget that is spent.

    Raises:
        ImpossibleSeating: for players, rounds or wishes that no seating can satisfy.
        BadHistory: for a history that is not a seating.
    """
    people = list(players)
    check_players(people)
    check_rounds(rounds)
    played = as_rounds(history)
    check_history(played)
    if known is not None and (strangers := set(everybody(played)) - {*known, *people}):
        raise BadHistory(
            Message(
                "The history names %(names)s, unknown here: add them to the players, or say that they dropped out.",
                names=listed(sorted(map(str, strangers))),
            ),
            code="unknown_player",
        )
    wishes = wishes or Wishes()
    if played:
        return _continued(people, rounds, played, seconds, seed, wishes, order, progress)
    return _whole(people, rounds, seconds, seed, wishes, order, progress)


def _whole(
    people: list[Player],
    games: int,
    seconds: float,
    seed: int,
    wishes: Wishes,
    drawn: Sequence[Player] | None,
    progress: Progress | None,
) -> Seating:
    dice = Dice(seed)
    order = list(people if drawn is None else drawn)
    if drawn is None:
        dice.shuffle(order)
    steps = 0
    plan = known_plan(len(order), games, seconds=seconds, progress=None if wishes else progress)
    if not can_be_seated(len(order)):
        plan = _calm(plan, len(order), seed)
    if drawn is not None:
        plan = charts.normalised(plan)
    if wishes:
        from toolkit.seating.whole import indexed, problem_of, searched, target_of

        check_wishes(wishes, people, [len(table) for table in plan[0]])
        crowds = [[order[player] for table in tables for player in table] for tables in indexed(plan)]
        problem = problem_of(order, [], crowds, wishes)
        target = target_of(event_bounds(len(order), games), len(order), games) if can_be_seated(len(order)) else None
        plan, steps = searched(problem, seconds, dice.draw(), target=target, begin=[indexed(plan)], progress=progress)
    planned = renamed(plan, order)
    if drawn is None:
        planned = _renumbered(planned, (), seed, wishes)
    figures, best = criteria(planned), charts.chart(len(people), games)
    bounds = event_bounds(len(people), games) if can_be_seated(len(people)) else staggered_bounds(planned)
    return Seating(
        rounds=planned,
        sitting_out=sitting_out(planned, people),
        played=0,
        criteria=figures,
        bounds=bounds,
        seed=seed,
        steps=steps,
        unmet=unmet(wishes, planned),
        best_known=None if best is None else criteria(best) if wishes else figures,
        seconds=seconds,
    )


def _renumbered(planned: tuple[Round, ...], played: Sequence[Round], seed: int, wishes: Wishes) -> tuple[Round, ...]:
    """The planned rounds with other numbers of tables, where nobody wishes for one."""
    asked = {player for player, place in wishes.places.items() if place.table is not None}
    return renumbered(planned, played, Dice(seed), is_fixed=lambda table: not asked.isdisjoint(table))


def known_plan(
    players: int, games: int, *, seconds: float = DEFAULT_SECONDS, progress: Progress | None = None
) -> charts.Chart:
    """The rounds for an event of that size, players numbered from 0: by chart, by blocks, or searched for."""
    if can_be_seated(players) and games == 1:
        return (into_tables(range(players)),)
    if not can_be_seated(players):
        return _staggered_plan(players, games, seconds=seconds, progress=progress)
    chart = charts.chart(players, games)
    if chart is not None:
        return chart
    if players > _LARGEST_WHOLE:
        built = build(players, games) if games > _MOST_IN_BLOCKS else None
        return built or _in_blocks(players, games, seconds=seconds, progress=progress)
    # The kernel's compiler takes most of a second to load: not before it is needed.
    from toolkit.seating.whole import search_event

    return search_event(players, games, seconds=seconds, seed=0, progress=progress)


def _staggered_plan(players: int, games: int, *, seconds: float, progress: Progress | None) -> charts.Chart:
    """The rounds of a staggered event, the larger ones first: `_calm` has the last word on their order."""
    chart = charts.chart(players, games)
    if chart is None:
        from toolkit.seating.whole import search_event

        chart = search_event(players, games, seconds=seconds, seed=0, progress=progress)
    return tuple(sorted(chart, key=_seats, reverse=True))


def staggered_seats(players: int, games: int) -> tuple[int, ...] | None:
    """The seats of each round that a staggered event is drafted with; None where a search decides."""
    if charts.chart(players, games) is None:
        return None
    return tuple(map(_seats, _calm(_staggered_plan(players, games, seconds=0, progress=None), players, seed=0)))


def _calm(plan: charts.Chart, players: int, seed: int) -> charts.Chart:
    """The rounds in an order in which as few as possible sit out twice running; their sizes hang on no seed."""
    out = [frozenset(waiting) for waiting in sitting_out(plan, range(players))]
    return tuple(plan[place] for place in calm_order(out, [], Dice(seed)))


def _seats(tables: Round) -> int:
    return sum(map(len, tables))


def _in_blocks(players: int, games: int, *, seconds: float, progress: Progress | None) -> charts.Chart:
    """Blocks of a hundred, all at tables of five, and one of 101 to 200 that takes all tables of four.

    Whoever plays in different blocks never meets, so the counts are those of the blocks; the tables of five of all
    blocks come before the tables of four.
    """
    blocks = (players - _BLOCK - 1) // _BLOCK
    full = known_plan(_BLOCK, games, seconds=seconds / 2, progress=progress)
    last = known_plan(players - blocks * _BLOCK, games, seconds=seconds / 2, progress=progress)
    rounds = []
    for regular, rest in zip(full, last, strict=True):
        tables = [
            tuple(player + block * _BLOCK for player in table)  # type: ignore[operator]  # players here are numbers
            for block in range(blocks)
            for table in regular
        ]
        tables += [tuple(player + blocks * _BLOCK for player in table) for table in rest]  # type: ignore[operator]  # players here are numbers
        rounds.append(tuple(tables))
    return tuple(rounds)


def _continued(
    people: list[Player],
    rounds: int,
    played: tuple[Round, ...],
    seconds: float,
    seed: int,
    wishes: Wishes,
    drawn: Sequence[Player] | None,
    progress: Progress | None,
) -> Seating:
    dice = Dice(seed)
    order = list(dict.fromkeys([*(people if drawn is None else drawn), *everybody(played)]))
    if drawn is None:
        dice.shuffle(order)
    steps = 0
    planned = None if wishes else _rest_of_chart(people, rounds, played)
    if planned is None:
        crowds = _crowds_to_come(people, rounds, played, dice)
        if wishes:
            check_wishes(wishes, people, table_sizes(len(crowds[0])))
        from toolkit.seating.whole import on_top, problem_of

        problem = problem_of(order, played, crowds, wishes)
        best, steps = on_top(problem, seconds, dice.draw(), progress=progress)
        planned = renamed(best, order)
    planned = _renumbered(planned, played, seed, wishes)
    every = (*played, *planned)
    return Seating(
        rounds=every,
        sitting_out=sitting_out(every, people),
        played=len(played),
        criteria=criteria(every),
        bounds=_bounds_after(people, played, planned),
        seed=seed,
        steps=steps,
        unmet=unmet(wishes, planned, first=len(played) + 1),
        seconds=seconds,
    )


def bounds_of(rounds: Sequence[Round]) -> Bounds:
    """The bounds for rounds as they stand: those of the event when all play all, else what any such rounds allow."""
    people = set(everybody(rounds))
    if not rounds or not can_be_seated(len(people)) or len(rounds) > MOST_ROUNDS:
        return Bounds()
    if any({player for table in tables for player in table} != people for tables in rounds):
        return Bounds(r1=0, r2=0, r4=0, r5=0, r6=0, r7=0, r9=0)
    return event_bounds(len(people), len(rounds))


def _bounds_after(people: list[Player], played: Sequence[Round], planned: Sequence[Round]) -> Bounds:
    """The bounds of the whole event when everybody stayed and they are met; else those on top of the history."""
    everyone = set(people)
    every = (*played, *planned)
    if can_be_seated(len(people)) and all({p for table in tables for p in table} == everyone for tables in every):
        whole = event_bounds(len(people), len(every))
        if whole.are_met_by(criteria(every)):
            return whole
    return continued_bounds(played, planned)


def _rest_of_chart(people: list[Player], rounds: int, played: tuple[Round, ...]) -> tuple[Round, ...] | None:
    """The later rounds of the chart that the history follows, if it does and every player is still there.

    Any first round is the first round of the chart under some names; so after one round the chart always applies.
    """
    if len(played) >= rounds or not can_be_seated(len(people)) or len(people) > _LARGEST_WHOLE:
        return None
    chart = charts.chart(len(people), rounds)
    first = [player for size in (5, 4) for table in played[0] if len(table) == size for player in table]
    if chart is None or set(first) != set(people):
        return None
    named = renamed(chart, first)
    if any(set(named[number]) != set(played[number]) for number in range(len(played))):
        return None
    return named[len(played) :]


def _crowds_to_come(people: list[Player], rounds: int, played: tuple[Round, ...], dice: Dice) -> list[list[Player]]:
    """Who plays each of the rounds to come: everybody, or a staggered choice for numbers that cannot be seated."""
    left = rounds - len(played)
    games = dict.fromkeys(people, 0)
    for tables in played:
        for table in tables:
            for player in table:
                if player in games:
                    games[player] += 1
    if can_be_seated(len(people)) and left > 0:
        return [list(people) for _ in range(left)]
    owed = [max(0, rounds - games[player]) for player in people]
    if not any(owed):
        raise ImpossibleSeating(
            Message("Every round has been played: ask for more rounds to plan another."), code="no_round_left"
        )
    try:
        shape = structures(sum(owed), len(people), max(owed))[0]
    except ImpossibleSeating:
        if left < 1:  # of a staggered event, whose rounds are more than each one's games
            raise
        # Those who came late cannot catch up: everybody plays the rounds that are left.
        owed = [min(left, count) for count in owed]
        shape = structures(sum(owed), len(people), max(owed))[0]
    crowds = [[people[index] for index in crowd] for crowd in crowds_for(shape, owed, dice)]
    everyone = frozenset(people)
    waited = frozenset(player for player in people if games[player]).difference(everybody(played[-1:]))
    order = calm_order([everyone.difference(crowd) for crowd in crowds], [waited], dice)
    return [crowds[place] for place in order]


def renamed(rounds: Iterable[Round], order: Sequence[Player]) -> tuple[Round, ...]:
    """Rounds of numbers with the player of that place in `order` instead of each number."""
    return tuple(tuple(tuple(order[player] for player in table) for table in tables) for tables in rounds)  # type: ignore[call-overload]  # players here are numbers
