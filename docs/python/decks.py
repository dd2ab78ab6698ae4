"""Check a list: `python decks.py deck.txt`."""

import sys
from pathlib import Path

from toolkit.api import decks

report = decks.check(Path(sys.argv[1]).read_bytes())
print("legal" if report.legal else "not legal")
for problem in report.problems:
    print(f"- {problem.message} {problem.fix or ''}".rstrip())
