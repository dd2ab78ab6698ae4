"""Standings; and closing the event when everything is played."""

from __future__ import annotations

from toolkit.schemas import event_forms as forms
from toolkit.scoring import render_victory_points
from toolkit.tournament import event
from toolkit.tournament.standings import standings
from toolkit.web.events.console import Console, PageValues, page
from toolkit.web.events.steps import hurdles


@page("standings", "/standings", "events/standings.html")
def standings_page(console: Console) -> PageValues:
    """Everybody's place."""
    state = console.tournament
    rows = standings(state)
    return {
        "rows": rows,
        "points": render_victory_points,
        "with_rating": any(row.rating_points is not None for row in rows),
        "with_final": any(row.final_victory_points is not None for row in rows),
        "can_finish": not state.is_finished and not any(not hurdle.is_warning for hurdle in hurdles(state)),
    }


@standings_page.action("/finish", "finish")
def finish(console: Console) -> None:
    """Close the event."""
    console.work.change(event.finish)


@standings_page.action("/reopen", "reopen", forms.ReasonForm, {"reason_needed": "reason"})
def reopen(console: Console, reason: str) -> None:
    """Open it again."""
    console.work.change(event.reopen, reason)
