"""Events seated round by round while people leave and arrive, judged at their end by the plain criteria.

Every side sees the same first round and the same crowds, and knows only the past; ours also how many rounds there are.
On our history each next round is compared with what the other side makes of the same history. `python -m
tests.bench._seating_ahead --seeds 3` plays 60 events, `--without-krcg` in a tenth of the time. Nearly all the time is
krcg's, so its rounds are kept in a file, and a run goes on where the last one stopped.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from statistics import mean, stdev

from krcg import seating as krcg

from toolkit.seating import Criteria, Round, can_be_seated, criteria, seat
from toolkit.seating.model import as_rounds, into_tables

SIZES = (13, 16, 19, 23, 25, 33, 40, 57, 88, 128)
ROUNDS = (3, 4)
SECONDS = 1.0
KRCG_SECONDS = 3.0
KEPT = Path("build/bench/krcg_ahead.jsonl")

type Crowd = list[int]
type Next = Callable[[Sequence[Crowd], list[Round], int], Round]


def main(*, seeds: int = 1, sides: Iterable[str] = ()) -> None:
    """Print means and times, then wins, draws and losses with the criterion that decides, of 20 events per seed.

    The means are printed after each seed, so that a run that is stopped has said something.
    """
    others = {name: SIDES[name] for name in sides or SIDES}
    whole: dict[str, Counter[str]] = {name: Counter() for name in others}
    same: dict[str, Counter[str]] = {name: Counter() for name in others}
    ends: dict[tuple[str, int, int], list[Criteria]] = defaultdict(list)
    _ours([list(range(13))] * 3, [into_tables(range(13))], 0)  # the compiler's first call
    for seed, size, rounds in ((n, s, r) for n in range(1, seeds + 1) for s in SIZES for r in ROUNDS):
        crowds = crowds_of(size, rounds, seed)
        ours = play(crowds, seed, _timed("ours", _ours))
        ends["ours", size, rounds].append(criteria(ours))
        for name, side in others.items():
            theirs = play(crowds, seed, _timed(name, side))
            ends[name, size, rounds].append(criteria(theirs))
            whole[name][_word(criteria(ours), criteria(theirs))] += 1
            for number in range(1, rounds):
                known = ours[:number] == theirs[:number]
                other = theirs[number] if known else side(crowds, ours[:number], seed)
                same[name][_word(criteria(ours[: number + 1]), criteria([*ours[:number], other]))] += 1
        if (size, rounds) == (SIZES[-1], ROUNDS[-1]):
            heading = f"{seed * len(SIZES) * len(ROUNDS)} events, at their end"
            print(f"| {heading} | R3 | R4 | R8 | processor seconds a round: up to 24 players, from 25 on |")
            print("|---|---|---|---|---|")
            print("\n".join(_means(one, ends) for one in ("ours", *others)), flush=True)
    print("\n| events, at their end, against | better | level | worse | medians worse | decided by |")
    print("|---|---|---|---|---|---|")
    for name, found in whole.items():
        print(_row(name, found, _worse_medians(ends, name)))
    print("\n| next round on our history, against | better | level | worse | decided by |")
    print("|---|---|---|---|---|")
    for name, found in same.items():
        print(_row(name, found))


# Processor seconds of each round that was searched for, by side and whether it has 25 players or more.
_times: dict[tuple[str, bool], list[float]] = defaultdict(list)


def _timed(name: str, side: Next) -> Next:
    def timed(crowds: Sequence[Crowd], played: list[Round], seed: int) -> Round:
        begin = time.process_time()
        found = side(crowds, played, seed)
        _times[name, len(crowds[len(played)]) > 24].append(time.process_time() - begin)
        return found

    return timed


def _means(name: str, ends: dict[tuple[str, int, int], list[Criteria]]) -> str:
    """The mean of each criterion that decides, with its standard error, and the mean times; krcg's may be of a file."""
    figures = [found.figures() for (side, _, _), all_ends in ends.items() if side == name for found in all_ends]
    cells = []
    for criterion in ("r3", "r4", "r8"):
        values = [float(one[criterion]) for one in figures]
        error = stdev(values) / len(values) ** 0.5
        cells.append(f"{mean(values):.4f} ± {error:.4f}")
    times = [f"{mean(_times[name, is_large]):.2f}" for is_large in (False, True)]
    return f"| {name} | {' | '.join(cells)} | {', '.join(times)} |"


def crowds_of(size: int, rounds: int, seed: int) -> list[Crowd]:
    """Who plays each round: some leave, drawn evenly, some arrive."""
    dice = random.Random(seed * 1000 + 10 * size + rounds)
    here, arrived = list(range(size)), size
    found = [list(here)]
    for _ in range(rounds - 1):
        if dice.random() < 0.85:
            gone = set(dice.sample(here, max(1, round(0.06 * len(here)))))
            here = [player for player in here if player not in gone]
        more = max(1, round(0.03 * len(here))) if dice.random() < 0.60 else 0
        while more > 0 or not can_be_seated(len(here)):
            here.append(arrived)
            arrived += 1
            more -= 1
        found.append(list(here))
    return found


def play(crowds: Sequence[Crowd], seed: int, side: Next) -> list[Round]:
    """The rounds of an event, the first one drawn."""
    first = list(crowds[0])
    random.Random(seed).shuffle(first)
    rounds = [into_tables(first)]
    while len(rounds) < len(crowds):
        rounds.append(side(crowds, rounds, seed))
    return rounds


def _ours(crowds: Sequence[Crowd], played: list[Round], seed: int) -> Round:
    return seat(crowds[len(played)], len(crowds), history=played, seconds=SECONDS, seed=seed).rounds[len(played)]


def _alone(crowds: Sequence[Crowd], played: list[Round], seed: int) -> Round:
    return seat(crowds[len(played)], len(played) + 1, history=played, seconds=SECONDS, seed=seed).rounds[len(played)]


def _another_draw(crowds: Sequence[Crowd], played: list[Round], seed: int) -> Round:
    return _ours(crowds, played, seed + 1_000)


def _krcg(crowds: Sequence[Crowd], played: list[Round], seed: int) -> Round:
    """As kept, else optimised now and written down."""
    asked = json.dumps([version("krcg"), KRCG_SECONDS, seed, crowds[len(played)], played])
    if asked not in _kept():
        _kept()[asked] = _optimised(crowds[len(played)], played, seed)
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        with KEPT.open("a") as file:
            file.write(json.dumps([asked, _kept()[asked]]) + "\n")
    return _kept()[asked]


@cache
def _kept() -> dict[str, Round]:
    """What krcg has answered so far, by what it was asked."""
    lines = [json.loads(line) for line in KEPT.read_text().splitlines()] if KEPT.exists() else []
    return {asked: as_rounds([tables])[0] for asked, tables in lines}


def _optimised(crowd: Crowd, played: list[Round], seed: int) -> Round:
    """Iterations for so many seconds of the processor, so that a busy machine makes it no worse."""
    players = list(crowd)
    random.Random(seed).shuffle(players)
    rounds = [*(krcg.Round([list(table) for table in tables]) for tables in played), krcg.Round.from_players(players)]
    begin = time.process_time()
    krcg.optimise(rounds, 400)
    per_second = 400 / (time.process_time() - begin)
    found, _ = krcg.optimise(rounds, int(KRCG_SECONDS * per_second))
    return as_rounds(found)[-1]


# The last says what chance alone does: ours against ours, with other seeds for each round after the first.
SIDES: dict[str, Next] = {"without foresight": _alone, "krcg": _krcg, "ours, another draw": _another_draw}


def _word(ours: Criteria, other: Criteria) -> str:
    if ours == other:
        return "level"
    figures = other.figures()
    name = next(name for name, figure in ours.figures().items() if figure != figures[name])
    return f"{'better' if ours < other else 'worse'} {name.upper()}"


def _worse_medians(ends: dict[tuple[str, int, int], list[Criteria]], name: str) -> list[str]:
    """The cells in which our median is worse; of an even number of seeds either of the two in the middle."""
    found = []
    for size in SIZES:
        for rounds in ROUNDS:
            mine, theirs = (sorted(ends[side, size, rounds]) for side in ("ours", name))
            if any(mine[at] > theirs[at] for at in ((len(mine) - 1) // 2, len(mine) // 2)):
                found.append(f"{size} x {rounds}")
    return found


def _row(name: str, found: Counter[str], worse_medians: list[str] | None = None) -> str:
    sums = [
        sum(count for word, count in found.items() if word.startswith(kind)) for kind in ("better", "level", "worse")
    ]
    cells = [] if worse_medians is None else [f"{len(worse_medians)}: {', '.join(worse_medians)}".removesuffix(": ")]
    decided = ", ".join(f"{word} {count}" for word, count in sorted(found.items()) if word != "level")
    return " | ".join(["| " + name, *map(str, sums), *cells, decided]) + " |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--without-krcg", action="store_true")
    arguments = parser.parse_args()
    main(seeds=arguments.seeds, sides=[name for name in SIDES if name != "krcg" or not arguments.without_krcg])
