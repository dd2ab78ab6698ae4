"""Seating beside krcg in the same run: whole events, and scale. Events round by round are `seating_rounds`."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from krcg import seating as krcg

from tests.bench import _seating_ahead as ahead
from toolkit.seating import Criteria, criteria, event_bounds, seat

SIZES = (8, 9, 10, 13, 14, 17, 21, 33)
ALL_SIZES = (*SIZES, 12, 15, 16, 18, 19, 20, 22, 23, 24, 25, 26, 27, 28, 29, 30, 37, 40, 50, 64, 75, 100, 150, 200)


def main(*, full: bool = False) -> None:
    """Print whole events, five rounds, large events, and events round by round."""
    whole_events(ALL_SIZES if full else SIZES, (2, 3, 4) if full else (3,))
    print()
    five_rounds()
    print()
    scale()
    print()
    ahead.main(seeds=10 if full else 1)


def five_rounds() -> None:
    """Per size: five rounds beside three, the median of the processor's time."""
    print("| players | five rounds (R1 to R9) | optimal | ms | ms for three | ratio |")
    print("|---|---|---|---|---|---|")
    for players in (8, 13, 16, 20, 23, 24, 26, 33, 57, 100, 177, 250, 300, 1000, 1999):
        three, five = (_median(players, games) for games in (3, 5))
        plan = seat(range(players), 5)
        optimal = "yes" if plan.is_optimal else ""
        times = f"{five * 1e3:.1f} | {three * 1e3:.1f} | {five / three:.2f}"
        print(f"| {players} | {plan.criteria} | {optimal} | {times} |", flush=True)


def _median(players: int, games: int) -> float:
    times = []
    for _ in range(9):
        begin = time.process_time()
        seat(range(players), games, seed=1)
        times.append(time.process_time() - begin)
    return statistics.median(times)


def whole_events(sizes: tuple[int, ...], rounds: tuple[int, ...]) -> None:
    """Per size: our vector and time, ours without the shipped chart (1 s of search), and krcg's."""
    from toolkit.seating.whole import search_event

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


def scale() -> None:
    """Large events in a process of their own: time and peak memory, imports included."""
    print("| players x rounds | s (whole process) | s (seating) | peak MB | optimal |")
    print("|---|---|---|---|---|")
    script = (
        "import time; begin = time.perf_counter(); from toolkit.seating import seat;"
        "plan = seat(range({0}), {1}, seed=1); took = time.perf_counter() - begin;"
        "from tests.bench._memory import peak; print(took, round(peak()), plan.is_optimal)"
    )
    for players, rounds in ((200, 3), (1000, 3), (2000, 3), (2000, 5), (3000, 3), (10_000, 3), (10_000, 4)):
        begin = time.perf_counter()
        command = [sys.executable, "-c", script.format(players, rounds)]
        took, memory, optimal = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        whole = time.perf_counter() - begin
        print(f"| {players:,} x {rounds} | {whole:.2f} | {float(took):.2f} | {memory} | {optimal} |", flush=True)


def _krcg_event(players: int, games: int) -> Criteria:
    return criteria(krcg.archon_seating(players, games)[0])


def _timed(call: Callable[[], object]) -> tuple[object, float]:
    begin = time.perf_counter()
    answer = call()
    return answer, time.perf_counter() - begin


def _sign(ours: Criteria, theirs: Criteria) -> str:
    return "" if ours < theirs else " (level)" if ours == theirs else " (BETTER THAN OURS)"
