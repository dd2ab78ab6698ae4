"""Results, standings, sanctions."""

from __future__ import annotations

from typing import Any

from flask import abort

from toolkit.schemas import tournament as sent
from toolkit.schemas import tournament_answers as answers
from toolkit.scoring import Fate
from toolkit.services import tournament_views as views
from toolkit.services.unit_of_work import Change, UnitOfWork
from toolkit.tournament import SanctionKind, Tournament, results, sanctions
from toolkit.web.api_tournaments.common import reads, shows_points, writes

_TABLE = "/<id>/rounds/<int:number>/tables/<int:table>"


@writes("PUT", f"{_TABLE}/result", sent.ResultSchema)
def enter_result(work: UnitOfWork, data: dict[str, Any], number: int, table: int) -> Change:
    """Enter or correct a table's result."""
    points, fates = data["victory_points"], data["fates"]
    return work.change(
        results.enter_result,
        number,
        table,
        victory_points=None if points is None else tuple(points),
        events=data["events"],
        fates=None if fates is None else tuple(map(Fate, fates)),
        by_player=data["by_player"],
        reason=data["reason"],
        card=data["card"],
    )


@writes("DELETE", f"{_TABLE}/result")
def clear_result(work: UnitOfWork, number: int, table: int) -> Change:
    """Take a result back."""
    return work.change(results.clear_result, number, table)


@writes("POST", f"{_TABLE}/confirm", sent.PlayerSchema)
def confirm_result(work: UnitOfWork, data: dict[str, Any], number: int, table: int) -> Change:
    """Another player of the table agrees."""
    return work.change(results.confirm_result, number, table, data["player"])


@writes("POST", f"{_TABLE}/lock")
def lock_result(work: UnitOfWork, number: int, table: int) -> Change:
    """The result stands."""
    return work.change(results.lock_result, number, table)


@writes("POST", f"{_TABLE}/unlock")
def unlock_result(work: UnitOfWork, number: int, table: int) -> Change:
    """Let the players change their result again."""
    return work.change(results.unlock_result, number, table)


@writes("POST", "/<id>/rounds/<int:number>/lock")
def lock_round(work: UnitOfWork, number: int) -> Change:
    """Lock every settled result of a round."""
    return work.change(results.lock_round, number)


@reads("/<id>/standings", answers.StandingSchema(many=True))
def show_standings(tournament: Tournament, id: str) -> Any:
    """Everybody's place, and the rating points once there is a winner; 403 where they are not public."""
    if not shows_points(tournament, id):
        abort(403)
    return views.show_standings(tournament)


@reads("/<id>/sanctions", answers.GivenSanctionSchema(many=True), is_private=True)
def list_sanctions(tournament: Tournament, id: str) -> Any:
    """Every sanction that stands."""
    return views.show_sanctions(tournament)


@writes("POST", "/<id>/sanctions", sent.SanctionSchema)
def give_sanction(work: UnitOfWork, data: dict[str, Any]) -> Change:
    """Sanction a player; the third offence of the same infraction becomes the next heavier."""
    return work.change(
        sanctions.sanction_player,
        data["player"],
        SanctionKind(data["kind"]),
        rule=data["rule"],
        judge=data["judge"],
        note=data["note"],
        escalates=data["escalates"],
        applies_to=data["applies_to"],
    )


@writes("POST", "/<id>/sanctions/<int:sanction>/lift", sent.ReasonSchema)
def lift_sanction(work: UnitOfWork, data: dict[str, Any], sanction: int) -> Change:
    """Take a sanction back."""
    return work.change(sanctions.lift_sanction, sanction, reason=data["reason"])
