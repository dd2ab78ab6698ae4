"""Every figure that the README states, measured on this machine.

`make bench` runs all, `make bench ARGS="decks seating"` some. Each module of this package has `main(*, full)`, which
prints a table of medians and ratios; `full` asks for every size and seed.
"""

from __future__ import annotations

import argparse
import importlib
import platform
from pathlib import Path


def main() -> None:
    """Run the benchmarks named on the command line, or all of them."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py") if not path.match("test_*.py"))
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *names], metavar="NAME", help=f"some of: {', '.join(names)}")
    parser.add_argument("--full", action="store_true", help="every size and seed: takes an hour or more")
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}")
    for name in arguments.names or names:
        print(f"\n## {name}\n")
        importlib.import_module(f"tests.bench.{name}").main(full=arguments.full)


if __name__ == "__main__":
    main()
