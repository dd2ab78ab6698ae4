"""Events seated round by round, with drops and late arrivals, beside krcg's `optimise`, judged at their end.

krcg needs hours for all of it, so its rounds are kept in a file, and a run goes on where the last one stopped:
`python -m tests.bench.seating_rounds --only 200 --seeds 20` restricts it. Both sides see the same first round, and the
same people leave and arrive. Times are of the processor, so a busy machine does not matter.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from krcg import seating as krcg

from toolkit.seating import Round, criteria, seat
from toolkit.seating.dice import Dice
from toolkit.seating.model import as_rounds, into_tables

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
KEPT = Path("build/bench/krcg_rounds.jsonl")
ROUNDS = 3
# krcg's own advice for a round on top of others.
ITERATIONS = 20_000
SECONDS = 0.1

type Played = tuple[tuple[Round, ...], list[float]]


def main(*, full: bool, only: str = "", seeds: int | None = None, kept: Path = KEPT) -> None:
    """Print a line for each event: the criteria at its end, the median of the seeds, and the time for a round."""
    seeds = seeds or (20 if full else 3)
    seat(range(9), ROUNDS, history=[into_tables(range(9))], seconds=0.01, seed=0)  # the compiler's first call
    store = read(kept)
    print(f"krcg {version('krcg')}, {ITERATIONS:,} iterations a round; processor seconds for a round, median.")
    print("| event | seeds | ours | s | krcg optimise | s | ours is | krcg's time / ours |")
    print("|---|---|---|---|---|---|---|---|")
    for name in EVENTS:
        if only not in name:
            continue
        ours = [play(name, seed) for seed in range(seeds)]
        theirs = [store.get((name, seed)) or keep(kept, name, seed) for seed in range(seeds)]
        print(row(name, ours, theirs), flush=True)


def row(name: str, ours: list[Played], theirs: list[Played]) -> str:
    """Both sides at the median; of an even number of seeds both in the middle count, the worse is shown."""
    seeds = len(ours)
    mine, other = (sorted(criteria(rounds) for rounds, _ in side) for side in (ours, theirs))
    gaps = [(mine[at] > other[at], mine[at] < other[at]) for at in ((seeds - 1) // 2, seeds // 2)]
    word = "WORSE" if any(worse for worse, _ in gaps) else "better" if all(better for _, better in gaps) else "level"
    fast, slow = (median(took for _, times in side for took in times) for side in (ours, theirs))
    figures = f"{mine[seeds // 2]} | {fast:.3f} | {other[seeds // 2]} | {slow:.2f}"
    return f"| {name} | {seeds} | {figures} | {word} | {slow / fast:.0f} |"


def play(name: str, seed: int) -> Played:
    """The event of that seed, each later round planned by us when its players are known."""
    rounds, dice = first_round(name, seed)
    times = []
    for first, last in EVENTS[name][1:]:
        begin = time.process_time()
        plan = seat(range(first, last), ROUNDS, history=rounds, seconds=SECONDS, seed=dice.draw())
        times.append(time.process_time() - begin)
        rounds.append(plan.rounds[len(rounds)])
    return tuple(rounds), times


def keep(kept: Path, name: str, seed: int) -> Played:
    """The event of that seed, each later round optimised by krcg; written down before it is returned."""
    rounds, _ = first_round(name, seed)
    times = []
    for first, last in EVENTS[name][1:]:
        players = list(range(first, last))
        random.shuffle(players)
        played = [krcg.Round([list(table) for table in tables]) for tables in rounds]
        begin = time.process_time()
        found, _ = krcg.optimise([*played, krcg.Round.from_players(players)], ITERATIONS)
        times.append(time.process_time() - begin)
        rounds.append(as_rounds(found)[-1])
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a") as file:
        line = {"krcg": version("krcg"), "iterations": ITERATIONS, "event": name, "seed": seed}
        file.write(json.dumps(line | {"rounds": rounds, "processor": times}) + "\n")
    return tuple(rounds), times


def read(kept: Path) -> dict[tuple[str, int], Played]:
    """What krcg has done so far, at this version and these settings, by event and seed."""
    lines: list[dict[str, Any]] = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    return {
        (line["event"], line["seed"]): (as_rounds(line["rounds"]), line["processor"])
        for line in lines
        if (line["krcg"], line["iterations"]) == (version("krcg"), ITERATIONS)
    }


def first_round(name: str, seed: int) -> tuple[list[Round], Dice]:
    """The first round, drawn, and the dice that drew it."""
    dice = Dice(seed)
    order = list(range(EVENTS[name][0][1]))
    dice.shuffle(order)
    return [into_tables(order)], dice


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="events whose name holds it")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--kept", type=Path, default=KEPT, metavar="FILE", help="krcg's rounds")
    arguments = parser.parse_args()
    main(full=True, only=arguments.only, seeds=arguments.seeds, kept=arguments.kept)
