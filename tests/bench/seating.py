"""Seating beside krcg in the same run: whole events, events round by round with drops and late arrivals, and scale."""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from krcg import seating as krcg

from toolkit.seating import Criteria, criteria, event_bounds, seat
from toolkit.seating.dice import Dice
from toolkit.seating.model import as_rounds, into_tables

SIZES = (8, 9, 10, 13, 14, 17, 21, 33)
ALL_SIZES = (*SIZES, 12, 15, 16, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 37, 40, 50, 64, 75, 100, 150, 200)
# Who plays each of three rounds: players leave from the front of the list and arrive at its end.
EVENTS: dict[str, tuple[tuple[int, int], ...]] = {
    "9 all stay": ((0, 9), (0, 9), (0, 9)),
    "14 all stay": ((0, 14), (0, 14), (0, 14)),
    "21 all stay": ((0, 21), (0, 21), (0, 21)),
    "25 all stay": ((0, 25), (0, 25), (0, 25)),
    "17 > 16 > 13": ((0, 17), (1, 17), (4, 17)),
    "23 > 21 > 18": ((0, 23), (2, 23), (5, 23)),
    "30 + 3 > 31 + 2 > 28": ((0, 30), (2, 33), (7, 35)),
    "40 > 37 > 34": ((0, 40), (3, 40), (6, 40)),
    "100 > 93 > 87": ((0, 100), (7, 100), (13, 100)),
    "200 > 190 > 181": ((0, 200), (10, 200), (19, 200)),
}
QUICK_EVENTS = ("9 all stay", "14 all stay", "17 > 16 > 13", "23 > 21 > 18", "30 + 3 > 31 + 2 > 28", "40 > 37 > 34")
# krcg's own advice: 20,000 iterations for a round, 80,000 (on each core) for a whole event.
KRCG_ROUND = 20_000
KRCG_EVENT = 80_000
SECONDS = 0.1


def main(*, full: bool = False) -> None:
    """Print the three tables."""
    whole_events(ALL_SIZES if full else SIZES, (2, 3, 4) if full else (3,))
    print()
    round_by_round(tuple(EVENTS) if full else QUICK_EVENTS, seeds=20 if full else 3)
    print()
    scale()


def whole_events(sizes: tuple[int, ...], rounds: tuple[int, ...]) -> None:
    """Per size: our vector and time, ours without the shipped chart (1 s of search), and krcg's."""
    from toolkit.seating.plan import search_event

    search_event(8, 2, seconds=0.01, seed=0)  # the compiler's first call
    print("| players | rounds | ours (R1 to R9) | optimal | s | searched anew | s | krcg | s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for players in sorted(sizes):
        for games in rounds:
            plan, ours = _timed(lambda players=players, games=games: seat(range(players), games, seed=1))
            found, anew = _timed(lambda players=players, games=games: search_event(players, games, seconds=1.0, seed=1))
            theirs, theirs_time = _timed(lambda players=players, games=games: _krcg_event(players, games))
            optimal = "yes" if event_bounds(players, games).are_met_by(plan.criteria) else ""
            print(
                f"| {players} | {games} | {plan.criteria} | {optimal} | {ours:.3f} | {criteria(found)} | {anew:.2f} "
                f"| {theirs}{_sign(plan.criteria, theirs)} | {theirs_time:.1f} |",
                flush=True,
            )


def round_by_round(names: tuple[str, ...], *, seeds: int) -> None:
    """Per event: the criteria at its end, the median of the seeds, and the time for each round planned."""
    seat(range(9), 3, history=[into_tables(range(9))], seconds=0.01, seed=0)
    print(f"Round by round, {seeds} seeds; criteria of the whole event at its end, median; seconds for a round.")
    print("| event | ours | s | krcg optimise | s | ours is | krcg's time / ours |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        ours, theirs = [], []
        times: dict[str, list[float]] = {"ours": [], "krcg": []}
        for seed in range(seeds):
            ours.append(_play(EVENTS[name], seed, _our_round, times["ours"]))
            theirs.append(_play(EVENTS[name], seed, _krcg_round, times["krcg"]))
        one, other = sorted(ours)[seeds // 2], sorted(theirs)[seeds // 2]
        fast, slow = statistics.median(times["ours"]), statistics.median(times["krcg"])
        word = "better" if one < other else "level" if one == other else "WORSE"
        print(f"| {name} | {one} | {fast:.2f} | {other} | {slow:.2f} | {word} | {slow / fast:.0f} |", flush=True)


def scale() -> None:
    """Large events in a process of their own: time and peak memory, imports included."""
    print("| players x rounds | s (whole process) | s (seating) | peak MB | optimal |")
    print("|---|---|---|---|---|")
    script = (
        "import time, resource; begin = time.perf_counter(); from toolkit.seating import seat;"
        "plan = seat(range({0}), {1}, seed=1); took = time.perf_counter() - begin;"
        "print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, plan.is_optimal)"
    )
    for players, rounds in ((200, 3), (1000, 3), (3000, 3), (10_000, 3), (10_000, 4)):
        begin = time.perf_counter()
        command = [sys.executable, "-c", script.format(players, rounds)]
        took, memory, optimal = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        whole = time.perf_counter() - begin
        print(f"| {players:,} x {rounds} | {whole:.2f} | {float(took):.2f} | {memory} | {optimal} |", flush=True)


def _play(
    crowds: tuple[tuple[int, int], ...], seed: int, planner: Callable[..., object], times: list[float]
) -> Criteria:
    """A whole event: the first round drawn, each later one planned when its players are known."""
    order = list(range(crowds[0][1]))
    Dice(seed).shuffle(order)
    rounds = [into_tables(order)]
    for first, last in crowds[1:]:
        players = list(range(first, last))
        found, took = _timed(lambda players=players: planner(players, rounds, seed))
        times.append(took)
        rounds.append(found)
    return criteria(rounds)


def _our_round(players: list[int], rounds: list[object], seed: int) -> object:
    return seat(players, 3, history=rounds, seconds=SECONDS, seed=seed).next_round  # type: ignore[arg-type]


def _krcg_round(players: list[int], rounds: list[object], seed: int) -> object:
    random.shuffle(players)
    table_rounds = [krcg.Round([list(table) for table in tables]) for tables in rounds]  # type: ignore[attr-defined]
    found, _ = krcg.optimise([*table_rounds, krcg.Round.from_players(players)], KRCG_ROUND)
    return as_rounds(found)[-1]


def _krcg_event(players: int, games: int) -> Criteria:
    return criteria(krcg.archon_seating(players, games)[0])


def _timed(call: Callable[[], object]) -> tuple[object, float]:
    begin = time.perf_counter()
    answer = call()
    return answer, time.perf_counter() - begin


def _sign(ours: Criteria, theirs: Criteria) -> str:
    return "" if ours < theirs else " (level)" if ours == theirs else " (BETTER THAN OURS)"
