"""Judge calls and announcements."""

from __future__ import annotations

from typing import Any

from toolkit.schemas import tournament as sent
from toolkit.schemas import tournament_answers as answers
from toolkit.services import tournament_views as views
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import Tournament, announcements, calls
from toolkit.web.api_tournaments.common import reads, writes


@reads("/<id>/calls", answers.OpenCallSchema(many=True), is_private=True)
def list_calls(tournament: Tournament, id: str) -> Any:
    """Every open judge call, the oldest first."""
    return views.show_calls(tournament)


@writes("POST", "/<id>/calls", sent.CallSchema)
def call_judge(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Call a judge to a table, or to a player; one open call a place."""
    return work.change(
        calls.call_judge,
        round_number=data["round"],
        table=data["table"],
        player=data["player"],
        reason=data["reason"],
    )


@writes("POST", "/<id>/calls/<int:number>/take", sent.JudgeSchema)
def take_call(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """A judge goes there."""
    return work.change(calls.take_call, number, judge=data["judge"] or work.by)


@writes("POST", "/<id>/calls/<int:number>/close", sent.CallNoteSchema)
def close_call(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """The table plays on."""
    return work.change(calls.close_call, number, note=data["note"])


@reads("/<id>/announcements", answers.AnnouncementSchema(many=True))
def list_announcements(tournament: Tournament, id: str) -> Any:
    """What everybody is shown, the newest first."""
    return views.show_announcements(tournament)


@writes("POST", "/<id>/announcements", sent.NoteSchema)
def announce(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Tell everybody: the wall and every phone show it until it is withdrawn."""
    return work.change(announcements.announce, data["text"])


@writes("DELETE", "/<id>/announcements/<int:number>")
def withdraw_announcement(work: UnitOfWork, number: int) -> Change:
    """Take an announcement down."""
    return work.change(announcements.withdraw, number)
