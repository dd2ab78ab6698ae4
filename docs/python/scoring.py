"""Check a table's result: `python scoring.py 2 1 1 1 0`."""

import sys

from toolkit.api import scoring

verdict = scoring.table_verdict(sys.argv[1:])
print(verdict.kind, *verdict.sentences(), verdict.reason)
print("tournament points:", *verdict.score.tournament_points)
print("20 players, one event:", scoring.rating_points(8, 2, players=20, finish=scoring.Finish.WINNER))
