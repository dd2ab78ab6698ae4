"""What the program weighs: megabytes installed and seconds to import it; `start.py` has the commands."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path
from statistics import median
from time import perf_counter


def main(*, full: bool) -> None:
    """Print the packages of this environment and medians of several runs."""
    packages = Path(sysconfig.get_path("purelib"))
    sizes = {path.name: _megabytes(path) for path in packages.iterdir() if not path.name.endswith(".dist-info")}
    largest = ", ".join(f"{name} {size:.0f}" for name, size in sorted(sizes.items(), key=lambda one: -one[1])[:8])
    print(f"installed: {sum(sizes.values()):.0f} MB, of which {largest}")
    runs = 15 if full else 5
    print(f"an empty interpreter: {_seconds(['-c', 'pass'], runs):.2f} s")
    print(f"import toolkit.web: {_seconds(['-c', 'import toolkit.web'], runs):.2f} s")


def _megabytes(path: Path) -> float:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


def _seconds(words: list[str], runs: int) -> float:
    def once() -> float:
        start = perf_counter()
        subprocess.run([sys.executable, *words], capture_output=True, check=False)
        return perf_counter() - start

    once()  # modules are compiled
    return median(once() for _ in range(runs))
