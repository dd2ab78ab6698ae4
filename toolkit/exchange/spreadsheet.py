"""What spreadsheets open: cells that none takes for a formula, and the standings as CSV.

UTF-8 with a mark, so that every one opens it rightly.
"""

from __future__ import annotations

import csv
import io

from toolkit.scoring import render_victory_points
from toolkit.tournament.standings import Standing, not_ranked, standings
from toolkit.tournament.state import State

# The signs of every form of keyboard, and the white space behind which a spreadsheet looks for them.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
HEADERS = (
    "rank",
    "name",
    "vekn",
    "game wins",
    "victory points",
    "tournament points",
    "rounds",
    "seed",
    "toss",
    "final victory points",
    "rating points",
)


def text_cell(text: str) -> str:
    """The text as it stands; with an apostrophe before it, which a spreadsheet hides, where it would be calculated."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def render_standings(state: State) -> str:
    """One line a player, in the order of the standings; lines end as CSV's do."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADERS)
    writer.writerows(_cells(state, row) for row in standings(state))
    return "\ufeff" + out.getvalue()


def _cells(state: State, row: Standing) -> list[str | int]:
    final = row.final_victory_points
    return [
        str(not_ranked(state).heading).lower() if row.rank is None else row.rank,
        text_cell(row.player.name),
        row.player.vekn,
        row.game_wins,
        render_victory_points(row.victory_points),
        row.tournament_points,
        row.rounds,
        str(row.seed_words),
        row.toss or "",
        "" if final is None else render_victory_points(final),
        "" if row.rating_points is None else row.rating_points,
    ]
