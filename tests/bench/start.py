"""How quickly the command line starts: processor time of ten commands, and their five heaviest imports."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

LIST = Path(__file__).parents[1] / "decks" / "data" / "legal.txt"
# The first is what the others are compared with.
COMMANDS = (
    f"deck check {LIST}",
    "--version",
    "cards show Deflection",
    "score table 3 1 0 0 1",
    "seating make 13 --seconds 0",
    "tournament list",
    "tournament show last",
    "tournament standings last",
    "tournament log last",
    "tournament result enter --help",
)
HEAVIEST = 5


def main(*, full: bool) -> None:
    """Print a row for each command: seconds, times `deck check`, milliseconds of its heaviest packages."""
    with tempfile.TemporaryDirectory() as folder:
        _run("tournament rehearse --players 12", folder)
        runs = [[_seconds(command, folder) for command in COMMANDS] for _ in range(25 if full else 7)]
        medians = [median(times) for times in zip(*runs, strict=True)]
        print("| command | s | x deck check | heaviest imports, ms |\n|---|---|---|---|")
        for command, seconds in zip(COMMANDS, medians, strict=True):
            weights = ", ".join(f"{package} {1000 * own:.0f}" for package, own in _heaviest(command, folder))
            name = command.removesuffix(str(LIST)).strip()
            print(f"| {name} | {seconds:.3f} | {seconds / medians[0]:.1f} | {weights} |")


def _run(command: str, folder: str, *options: str) -> str:
    data = ["--data", folder] if command.startswith("tournament") and "--help" not in command else []
    words = [sys.executable, *options, "-m", "toolkit", *command.split(), *data]
    return subprocess.run(words, capture_output=True, check=True, text=True).stderr


def _seconds(command: str, folder: str) -> float:
    """Processor time of the whole process."""
    before = getrusage(RUSAGE_CHILDREN)
    _run(command, folder)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _heaviest(command: str, folder: str) -> list[tuple[str, float]]:
    """The packages whose own modules take longest to import, in seconds; of the toolkit, its areas."""
    weights = Counter[str]()
    for line in _run(command, folder, "-X", "importtime").splitlines():
        own, _, module = line.removeprefix("import time:").rpartition("|")
        microseconds = own.partition("|")[0].strip()
        if line.startswith("import time:") and microseconds.isdigit():
            parts = module.strip().split(".")
            weights[".".join(parts[: 2 if parts[0] == "toolkit" else 1])] += int(microseconds)
    return [(package, own / 1e6) for package, own in weights.most_common(HEAVIEST)]
