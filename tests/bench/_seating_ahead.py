"""Events seated round by round while people leave and arrive, judged at their end: ours, ours without foresight, krcg.

Every side sees the same first round and the same crowds, and knows only the past. On our history each next round is
also compared with that of a search for this round alone, and with krcg's: with R2 left to the coming rounds, as no pair
has met in every round of the event before its last, and by the plain count.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from krcg import seating as krcg

from toolkit.seating import Criteria, Round, can_be_seated, criteria, seat
from toolkit.seating.model import as_rounds, into_tables

SIZES = (13, 16, 19, 23, 25, 33, 40, 57, 88, 128)
SECONDS = 1.0
KRCG_SECONDS = 3.0

type Crowd = list[int]
type Next = Callable[[Sequence[Crowd], list[Round], int], Round]


def main(*, full: bool = False) -> None:
    """Print wins, draws and losses with the criterion that decides: 20 events, with `full` 200."""
    whole: dict[str, Counter[str]] = {"without foresight": Counter(), "krcg": Counter()}
    same: dict[str, Counter[str]] = {f"{name}, {count}": Counter() for name in whole for count in ("R2 open", "plain")}
    for size in SIZES:
        for rounds in (3, 4):
            for seed in range(1, 11 if full else 2):
                crowds = crowds_of(size, rounds, seed)
                ours = play(crowds, seed, _ours)
                for name, side in (("without foresight", _alone), ("krcg", _krcg)):
                    whole[name][_word(criteria(ours), criteria(play(crowds, seed, side)))] += 1
                    for number in range(1, rounds):
                        other = side(crowds, ours[:number], seed)
                        mine, theirs = criteria(ours[: number + 1]), criteria([*ours[:number], other])
                        same[f"{name}, plain"][_word(mine, theirs)] += 1
                        if number + 1 < rounds:
                            mine, theirs = replace(mine, r2=0), replace(theirs, r2=0)
                        same[f"{name}, R2 open"][_word(mine, theirs)] += 1
    print("| events, at their end, against | better | level | worse | decided by |")
    print("|---|---|---|---|---|")
    for name, found in whole.items():
        print(_row(name, found))
    print("\n| next round on our history, against | better | level | worse | decided by |")
    print("|---|---|---|---|---|")
    for name, found in same.items():
        print(_row(name, found))


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
    return seat(crowds[len(played)], len(crowds), history=played, seconds=SECONDS, seed=seed).next_round


def _alone(crowds: Sequence[Crowd], played: list[Round], seed: int) -> Round:
    return seat(crowds[len(played)], len(played) + 1, history=played, seconds=SECONDS, seed=seed).next_round


def _krcg(crowds: Sequence[Crowd], played: list[Round], seed: int) -> Round:
    players = list(crowds[len(played)])
    random.Random(seed).shuffle(players)
    rounds = [*(krcg.Round([list(table) for table in tables]) for tables in played), krcg.Round.from_players(players)]
    begin = time.perf_counter()
    krcg.optimise(rounds, 200)
    per_second = 200 / (time.perf_counter() - begin)
    found, _ = krcg.optimise(rounds, int(KRCG_SECONDS * per_second))
    return as_rounds(found)[-1]


def _word(ours: Criteria, other: Criteria) -> str:
    if ours == other:
        return "level"
    figures = other.figures()
    name = next(name for name, figure in ours.figures().items() if figure != figures[name])
    return f"{'better' if ours < other else 'worse'} {name.upper()}"


def _row(name: str, found: Counter[str]) -> str:
    sums = [
        sum(count for word, count in found.items() if word.startswith(kind)) for kind in ("better", "level", "worse")
    ]
    decided = ", ".join(f"{word} {count}" for word, count in sorted(found.items()) if word != "level")
    return f"| {name} | {sums[0]} | {sums[1]} | {sums[2]} | {decided} |"


if __name__ == "__main__":
    main()
