"""The lines of the standings, drawn once for a whole room.

While a round ends, every result changes the standings, and 200 phones ask for them within 3 seconds: the same 200 lines
for each. So a line is kept with the state that it was drawn from, in each language that was asked for.
"""

from __future__ import annotations

from collections.abc import Iterable

from flask import current_app
from markupsafe import Markup

from toolkit.scoring import render_victory_points
from toolkit.tournament.standings import Row
from toolkit.tournament.state import State
from toolkit.web.i18n import language


def rank_rows(state: State, rows: Iterable[Row], mine: int | None = None) -> Markup:
    """The rows of a table, that of the player `mine` marked as such."""
    every = list(rows)
    with_final = any(row.final_victory_points is not None for row in every)
    draw = current_app.jinja_env.get_template("macros/ranks.html").module.rank_row  # type: ignore[attr-defined]
    drawn: dict[int, Markup] = state.memo.setdefault(f"rank rows in {language()}", {})
    for row in every:
        if row.player.number not in drawn:
            drawn[row.player.number] = draw(row, with_final, render_victory_points)
    return Markup("").join(
        draw(row, with_final, render_victory_points, True) if row.player.number == mine else drawn[row.player.number]
        for row in every
    )
