"""Long runs of what the suite runs a part of: `make soak`, or `make soak ARGS="decks engine walks"` for some.

Each run follows from a seed and its own number alone, so that a failed one is repeated by what is printed beside it:
`make soak ARGS="engine --seed 7 --first 812 --runs 1"`. The checksum covers all answers: where two versions of the code
print the same one for the same runs, they answered alike.

A walk is a test that goes through all members of a kind: every form, every page, every address. It is marked `walk`,
and the suite takes a part of its members. `make soak ARGS=walks` takes all of them, and so does `.ci/run`.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import re
import secrets
import subprocess
import sys
import time
import traceback
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

# Module with `run(seed, number)`, which returns the answer and raises if it is wrong; number of runs.
SOAKS = {
    "decks": ("tests.decks.reading.fuzz", 200_000),
    "engine": ("tests.game.long_run", 10_000),
    "events": ("tests.properties.random_events", 5_000),
    "api": ("tests.web.api.odd_requests", 11_000),
    "pages": ("tests.web.room.screens", 100),
}
PART, SEED = 50, 1
WALKS, WHOLE = "walks", "WHOLE_WALKS"
# Failures whose traceback is printed.
SHOWN = 5


def run_of(name: str) -> Callable[[int, int], str]:
    """The function that carries out one run of that soak."""
    found: Callable[[int, int], str] = importlib.import_module(SOAKS[name][0]).run
    return found


def fiftieth(name: str, parts: int = 1) -> list[range]:
    """The numbers that the suite runs, in so many parts."""
    runs = SOAKS[name][1] // PART
    return [range(number * runs // parts, (number + 1) * runs // parts) for number in range(parts)]


def part[T](members: Iterable[T], of: int, first: int = 0) -> list[T]:
    """One of every `of` members of a walk, from `first` (modulo `of`) on; all of them where walks are whole."""
    found = list(members)
    return found if WHOLE in os.environ else found[first % of :: of]


def walk_whole() -> bool:
    """Run all walks with all of their members; whether they hold."""
    marked = re.compile(r"pytest\.mark\.(walk|whole)\b")
    files = [str(path) for path in Path("tests").rglob("test_*.py") if marked.search(path.read_text("utf-8"))]
    command = [sys.executable, "-m", "pytest", "-m", "walk or whole", "-n", "auto", "--dist", "worksteal", *files]
    return subprocess.run(command, env={**os.environ, WHOLE: "1"}, check=False).returncode == 0


def check(name: str, numbers: Iterable[int]) -> None:
    """Carry out these runs of the suite's seed, up to the first that fails."""
    run = run_of(name)
    for number in numbers:
        try:
            run(SEED, number)
        except Exception as error:
            error.add_note(repeat(name, SEED, number))
            raise


def repeat(name: str, seed: int, number: int) -> str:
    """The command that carries out one run again."""
    return f'make soak ARGS="{name} --seed {seed} --first {number} --runs 1"'


@dataclass
class Soak:
    """The runs so far: the number of each that failed, and a checksum of the answers of the others."""

    name: str
    seed: int
    failed: list[int] = field(default_factory=list)
    checksum: int = 0

    def go(self, numbers: range) -> None:
        """Carry out all runs; print after each tenth of them, and at the end or when interrupted."""
        run, began, done = run_of(self.name), time.process_time(), 0
        with contextlib.suppress(KeyboardInterrupt):
            for done, number in enumerate(numbers, 1):
                self.one(run, number)
                if done < len(numbers) and done % (len(numbers) // 10 or 1) == 0:
                    self.tell(numbers[:done], time.process_time() - began)
        self.tell(numbers[:done], time.process_time() - began)

    def one(self, run: Callable[[int, int], str], number: int) -> None:
        """Carry out one run, and note whether it failed."""
        try:
            self.checksum = zlib.crc32(run(self.seed, number).encode("utf-8", "replace"), self.checksum)
        except Exception:
            self.failed.append(number)
            if len(self.failed) <= SHOWN:
                traceback.print_exc(limit=-4)
                print(repeat(self.name, self.seed, number), file=sys.stderr, flush=True)

    def tell(self, numbers: range, seconds: float) -> None:
        """Print what was run, how long it took, and what failed."""
        faults = f"failed: {', '.join(map(str, self.failed[:50]))}" if self.failed else "none failed"
        done = f"{len(numbers):,} runs from {numbers.start:,} on" if numbers else "no run"
        print(
            f"{self.name}, seed {self.seed}: {done}, {seconds:,.0f} s of processor time, "
            f"checksum {self.checksum:08x}, {faults}",
            flush=True,
        )


def main() -> int:
    """Carry out the soaks named on the command line, or all of them; 1 if a run failed."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    every = [*SOAKS, WALKS]
    parser.add_argument("names", nargs="*", choices=[[], *every], metavar="NAME", help=f"some of: {', '.join(every)}")
    parser.add_argument("--seed", type=int, help="repeat the runs of this seed; default: a new one")
    parser.add_argument("--first", type=int, default=0, help="number of the first run")
    parser.add_argument("--runs", type=int, help="number of runs; default: 50 times the suite's")
    options = parser.parse_args()
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    if WALKS in options.names and (options.seed, options.first, options.runs) != (None, 0, None):
        parser.error("walks take all members each time: leave --seed, --first and --runs out")
    names = options.names or every
    soaks = [Soak(name, seed) for name in names if name != WALKS]
    for soak in soaks:
        soak.go(range(options.first, options.first + (options.runs or SOAKS[soak.name][1])))
    walks_hold = WALKS not in names or walk_whole()
    return int(any(soak.failed for soak in soaks) or not walks_hold)


if __name__ == "__main__":
    sys.exit(main())
