"""Card data: loading it, finding a name, suggesting for a wrong one; against krcg in the same run."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from toolkit.cards import CardDatabase, load
from toolkit.cards.files import read_rows, read_source
from toolkit.paths import CARD_DB

OURS = "from toolkit.cards import load; load()"
KRCG = "from krcg import vekn_csv, collections; collections.CardDict(vekn_csv.from_files()[0])"
MEASURED = """
import time
start = time.perf_counter()
{program}
seconds = time.perf_counter() - start
from tests.bench._memory import peak
print(seconds, peak())
"""


def main(*, full: bool) -> None:
    """Print medians of several runs, and krcg's over ours."""
    runs = 15 if full else 5
    ours, krcg = (_cold(program, runs) for program in (OURS, KRCG))
    empty = _cold("pass", runs)
    print(f"{'':42} {'ours':>12} {'krcg':>12} {'ratio':>8}")
    _row("import and load, cold process (ms)", ours[0] * 1e3, krcg[0] * 1e3)
    _row("memory above an empty interpreter (MB)", ours[1] - empty[1], krcg[1] - empty[1])
    cards = load()
    _row("rows and index, read again (ms)", _median(_read_again, runs) * 1e3, None)
    names = [card.name for card in cards]
    _row(
        "find a printed name (µs)", _median(lambda: [cards.find(name) for name in names], runs) / len(names) * 1e6, None
    )
    wrong = [name[:3] + "q" + name[4:] for name in names[::20]]
    _row(
        "suggest for a slip (µs)", _median(lambda: [cards.suggest(name) for name in wrong], 3) / len(wrong) * 1e6, None
    )
    junk = _junk(300)
    _row("suggest for junk (µs)", _median(lambda: [cards.suggest(line) for line in junk], 3) / len(junk) * 1e6, None)
    _row("search (µs)", _median(lambda: cards.search("victoria ash"), 20) * 1e6, None)


def _read_again() -> CardDatabase:
    source = read_source(CARD_DB)
    return CardDatabase(*read_rows(CARD_DB, source, verify=False), source)


def _cold(program: str, runs: int) -> tuple[float, float]:
    """Median seconds and megabytes of that program in a process of its own."""
    command = [sys.executable, "-W", "ignore", "-c", MEASURED.format(program=program)]
    answers = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(runs)]
    figures = [tuple(map(float, answer.split())) for answer in answers]
    return median(seconds for seconds, _ in figures), median(memory for _, memory in figures)


def _median(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def _junk(lines: int) -> list[str]:
    dice = random.Random(7)
    letters = "abcdefghijklmnopqrstuvwxyz  '-:,é"
    return ["".join(dice.choices(letters, k=dice.randint(3, 80))) for _ in range(lines)]


def _row(what: str, ours: float, krcg: float | None) -> None:
    other = "" if krcg is None else f"{krcg:12.1f} {krcg / ours:7.1f}x"
    print(f"{what:42} {ours:12.1f} {other}".rstrip())


if __name__ == "__main__":
    main(full=False)
