"""Rounds and their clocks. Number 0 is the final."""

from __future__ import annotations

from typing import Any

from toolkit.schemas import tournament as sent
from toolkit.schemas import tournament_answers as answers
from toolkit.services import seatings
from toolkit.services import tournament_views as views
from toolkit.services.roles import Action
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import Round, Tournament, clock, rounds, seats
from toolkit.tournament.errors import UnknownRound
from toolkit.web.access import may
from toolkit.web.api_tournaments.common import api, reads, shows_points, writes
from toolkit.web.stores import current_context

POINTS = ("entered", "fate", "victory_points", "game_wins", "tournament_points")


@writes("POST", "/<id>/rounds", sent.DraftSchema)
def draft_round(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Draft the seating of the next round, searched for or given; draft again to replace a draft."""
    if data["tables"] is not None:
        return seatings.draft_by_hand(work, data["tables"], publish=data["publish"])
    return seatings.draft_seating(
        work, seconds=data["seconds"], seed=data["seed"], apart=data["apart"], publish=data["publish"]
    )


@writes("POST", "/<id>/rounds/publish")
def publish_round(work: UnitOfWork) -> Change:
    """Show the draft to the players."""
    return work.change(rounds.publish_round)


@reads("/<id>/rounds/<int:number>", answers.RoundSchema)
def show_round(tournament: Tournament, id: str, number: int) -> Any:
    """Tables, seats and results; a draft and, where they are not public, points only for officials."""
    shown = views.show_round(tournament, public_round(tournament, id, number))
    return shown if shows_points(tournament, id) else without_points(shown)


def public_round(tournament: Tournament, id: str, number: int) -> Round:
    """A round that whoever asks may see.

    Raises:
        UnknownRound: there is none, or it is a draft.
    """
    found = tournament.round(number)
    if not found.is_published and not may(Action.OFFICIATE, id):
        raise UnknownRound(f"There is no {found.title} yet.")
    return found


def without_points(shown: dict[str, Any]) -> dict[str, Any]:
    """A round with its seats, and without any result."""
    tables = [
        {**table, "result": None, "seats": [{**seat, **dict.fromkeys(POINTS)} for seat in table["seats"]]}
        for table in shown["tables"]
    ]
    return {**shown, "tables": tables}


@writes("PUT", "/<id>/rounds/<int:number>/seats", sent.SeatsSchema)
def change_seats(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """Seat a round by hand; every score stays with its player."""
    return work.change(rounds.change_seats, number, data["tables"], reason=data["reason"])


@api.post("/<id>/rounds/<int:number>/preview")
@api.arguments(sent.SeatsSchema)
@api.response(200, answers.SeatsPreviewSchema)
@api.alt_response(403, schema=answers.RefusalSchema)
@api.alt_response(404, schema=answers.RefusalSchema)
@api.alt_response(409, schema=answers.RefusalSchema)
@api.alt_response(422, schema=answers.RefusalSchema)
def preview_seats(data: dict[str, Any], id: str, number: int) -> Any:
    """What an edit of the seats would change in the nine criteria."""
    tournament = current_context().tournaments.look(id).state
    return seats.preview_seats(tournament, number, data["tables"])


@writes("POST", "/<id>/rounds/<int:number>/swap", sent.SwapSchema)
def swap_players(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """Two players change places."""
    return work.change(rounds.swap_players, number, data["first"], data["second"], reason=data["reason"])


@writes("POST", "/<id>/rounds/<int:number>/unseat", sent.MissingSchema)
def unseat_player(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """A player is missing while seats are being taken; a broken table of four is shared out."""
    return work.change(seats.unseat_player, number, data["player"], reason=data["reason"])


@writes("POST", "/<id>/rounds/<int:number>/cancel", sent.ReasonSchema)
def cancel_round(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """Take the last round back, with its results."""
    return work.change(rounds.cancel_round, number, reason=data["reason"])


@api.get("/<id>/rounds/<int:number>/clock")
@api.arguments(sent.ClockQuerySchema, location="query")
@api.response(200, answers.ClockSchema)
@api.alt_response(404, schema=answers.RefusalSchema)
@api.alt_response(422, schema=answers.RefusalSchema)
def show_clock(query: dict[str, Any], id: str, number: int) -> Any:
    """What the clock shows now."""
    context = current_context()
    found = public_round(context.tournaments.look(id).state, id, number)
    if query["table"] is not None:
        found.table(query["table"])
    return views.show_clock(found, context.now(), table=query["table"])


@writes("POST", "/<id>/rounds/<int:number>/clock/start", sent.ClockStartSchema)
def start_clock(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """Start the clock."""
    return work.change(clock.start_clock, number, minutes=data["minutes"])


@writes("POST", "/<id>/rounds/<int:number>/clock/pause", sent.ClockTableSchema)
def pause_clock(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """Let it stand."""
    return work.change(clock.pause_clock, number, table=data["table"])


@writes("POST", "/<id>/rounds/<int:number>/clock/resume", sent.ClockTableSchema)
def resume_clock(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """Let it run again."""
    return work.change(clock.resume_clock, number, table=data["table"])


@writes("POST", "/<id>/rounds/<int:number>/clock/extend", sent.ClockExtensionSchema)
def extend_clock(work: UnitOfWork, data: dict[str, Any], number: int) -> Change:
    """Give the round or one table more time."""
    return work.change(clock.extend_clock, number, seconds=data["seconds"], table=data["table"], reason=data["reason"])


@writes("POST", "/<id>/rounds/<int:number>/clock/stop")
def stop_clock(work: UnitOfWork, number: int) -> Change:
    """Time is called, or everybody is done."""
    return work.change(clock.stop_clock, number)
