"""The event at a glance: figures, what stands in the way, the clock, and every way out of it."""

from __future__ import annotations

from flask import Response

from toolkit.services import tournaments
from toolkit.tournament.rounds import total_rounds
from toolkit.tournament.standings import winner
from toolkit.web.events.clock import clock_view
from toolkit.web.events.console import Console, Context, blueprint, open_console, page
from toolkit.web.events.steps import hurdles, round_words


@page("overview", "", "events/overview.html")
def overview_page(console: Console) -> Context:
    """How the event stands."""
    state = console.tournament
    current, first = state.current_round, winner(state)
    return {
        "hurdles": hurdles(state),
        "current": current,
        "current_title": round_words(current.number) if current else "",
        "clock": clock_view(state, current) if current else None,
        "rounds": total_rounds(state),
        "winner": state.player(first) if first is not None else None,
    }


@blueprint.get("/<id>/console/export")
def export(id: str) -> Response:
    """The whole event as one file."""
    answer = Response(tournaments.export_tournament(open_console(id).tournament), mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename={id}.json"
    return answer
