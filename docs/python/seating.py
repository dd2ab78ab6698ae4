"""Seat players for three rounds: `python seating.py 13`."""

import sys

from toolkit.api import seating

plan = seating.make(int(sys.argv[1]), rounds=3, seed=1)
for number, tables in enumerate(plan.rounds, 1):
    for table in tables:
        print(f"round {number}: {' '.join(map(str, table))}")
print("proven to be the best" if plan.is_optimal else plan.criteria.figures())
