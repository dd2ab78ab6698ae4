"""The event at a glance: figures, what stands in the way, the clock, and every way out of it."""

from __future__ import annotations

from flask import Response

from toolkit.schemas import event_forms as forms
from toolkit.services import tournaments
from toolkit.tournament import announcements
from toolkit.tournament.rounds import total_rounds
from toolkit.tournament.standings import winner
from toolkit.web.events.clock import clock_view
from toolkit.web.events.console import Console, PageValues, blueprint, open_console, page
from toolkit.web.events.steps import hurdles, round_words

# The field that a refused announcement stands beside.
ANNOUNCEMENT_FIELDS = {"no_text": "text", "text_too_long": "text", "too_many": "text"}


@page("overview", "", "events/overview.html")
def overview_page(console: Console) -> PageValues:
    """How the event stands."""
    state = console.tournament
    current, first = state.current_round, winner(state)
    return {
        "hurdles": hurdles(state),
        "announcements": announcements.shown_announcements(state),
        "calls": len(state.calls),
        "current": current,
        "current_title": round_words(current.number) if current else "",
        "clock": clock_view(state, current) if current else None,
        "rounds": total_rounds(state),
        "winner": state.player(first) if first is not None else None,
    }


@overview_page.action("/announcements", "announce", forms.AnnouncementForm, ANNOUNCEMENT_FIELDS)
def announce(console: Console, text: str) -> None:
    """Tell everybody: the wall and every phone show it."""
    console.work.change(announcements.announce, text)


@overview_page.action("/announcements/<int:number>/withdraw", "withdraw")
def withdraw(console: Console, number: int) -> None:
    """Take an announcement down."""
    console.work.change(announcements.withdraw, number)


@blueprint.get("/<id>/console/export")
def export(id: str) -> Response:
    """The whole event as one file."""
    answer = Response(tournaments.export_tournament(open_console(id).tournament), mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename={id}.json"
    return answer
