"""A page with the table of a league: `python league_table.py "Lyon 2026" exports table.html`.

`exports` is a folder of exports. Run it again after each event: the same files give the same page.
"""

import sys
from html import escape
from pathlib import Path

from toolkit.api import leagues

PAGE = """<!doctype html>
<meta charset="utf-8">
<title>{name}</title>
<h1>{name}</h1>
<table>
<tr><th>Place<th>Player<th>Points<th>Events<th>Wins
{rows}
</table>
<p>{rules}</p>
"""


def page(name: str, table: leagues.LeagueTable) -> str:
    """The table as HTML, with its rules below."""
    rows = [
        f"<tr><td>{line.rank}<td>{escape(line.person.name)}<td>{line.points}<td>{line.events}<td>{line.wins}"
        for line in table.lines
    ]
    rules = " ".join(map(str, leagues.rules_in_words(table.rules)))
    return PAGE.format(name=escape(name), rows="\n".join(rows), rules=escape(rules))


if __name__ == "__main__":
    name, folder, output = sys.argv[1:]
    table = leagues.table(sorted(Path(folder).glob("*.json")), leagues.rules_of("rtp", best=5))
    for warning in table.warnings:
        print(warning.sentence, file=sys.stderr)
    Path(output).write_text(page(name, table), "utf-8")
