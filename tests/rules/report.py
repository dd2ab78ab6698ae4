"""Which rows of the rules have a test: `python -m tests.rules.report`."""

from __future__ import annotations

import sys

from tests.rules.table import read_rows, report


def main() -> int:
    """Print the report; 1 if a row has no test."""
    found = report()
    print(f"{len(list(read_rows()))} rows have a test; {len(found['deck side'])} belong to the deck side.")
    for title in ("without a test", "unknown", "checks nothing", "twice"):
        print(f"{title}: {len(found[title])}" + "".join(f"\n  {row}" for row in found[title]))
    return 1 if any(found[title] for title in ("without a test", "unknown", "checks nothing", "twice")) else 0


if __name__ == "__main__":
    sys.exit(main())
