"""The table of a league: `python leagues.py exports/*.json`."""

import sys

from toolkit.api import leagues

table = leagues.table(sys.argv[1:], leagues.rules_of("rtp", best=5))
for line in table.lines[:10]:
    print(line.rank, line.person.name, line.points)
print(leagues.as_text(table, name="Lyon 2026"))
