"""`/api/v1/seating`: seat players, judge rounds, edit and repair them."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response, jsonify

from toolkit.errors import Invalid
from toolkit.languages import Message, Whole
from toolkit.schemas.derived import answer, schema_of
from toolkit.schemas.seating import EditRequest, FixRequest, ScoreRequest, SeatingRequest
from toolkit.seating import Round, edits, seat
from toolkit.seating.model import BadHistory, check_history, everybody
from toolkit.seating.verdict import (
    EditReport,
    ScoreReport,
    SeatingReport,
    edit_report,
    score_report,
    seating_report,
)
from toolkit.web.api import ApiBlueprint
from toolkit.web.security import csrf

api = ApiBlueprint(
    "api_seating", "seating", url_prefix="/api/v1/seating", description="Seat players by the nine criteria."
)
csrf.exempt(api)  # pure functions of what is sent: no cookie opens them

MOST_PLAYERS = 2000
MOST_EDITED = 500


class TooManyPlayers(Invalid):
    """More players than one request is answered for."""

    code = "too_many_players"


class MissingArgument(Invalid):
    """An edit that does not say whom or where."""

    code = "missing_argument"


@api.post("")
@api.arguments(SeatingRequest)
@api.response(200, schema_of(SeatingReport))
def make(data: dict[str, Any]) -> Response:
    """Plan every round to come: the same players, history, seed and seconds give the same seating."""
    seconds = data["seconds"]
    _limit(len(data["players"]) + len(everybody(data["history"])), MOST_PLAYERS)
    if data["seed"] is None:
        data["seed"] = secrets.randbelow(2**31)
    known = [*data["players"], *data.pop("dropped")]
    planned = seat(data.pop("players"), data.pop("rounds"), known=known, **data)
    return jsonify(answer(seating_report(planned, seconds=seconds)))


@api.post("/score")
@api.arguments(ScoreRequest)
@api.response(200, schema_of(ScoreReport))
def score(data: dict[str, Any]) -> Response:
    """Judge rounds by the nine criteria, with who is behind each figure."""
    return jsonify(answer(score_report(_checked(data["rounds"], MOST_PLAYERS))))


@api.post("/fix")
@api.arguments(FixRequest)
@api.response(200, schema_of(EditReport)(many=True))
def fix(data: dict[str, Any]) -> Response:
    """The changes to one table that make the seating better, best first."""
    rounds = _checked(data["rounds"], MOST_EDITED)
    return jsonify(answer([edit_report(edit) for edit in edits.repairs(rounds, _number(data), data["table"])]))


@api.post("/edit")
@api.arguments(EditRequest)
@api.response(200, schema_of(EditReport))
def edit(data: dict[str, Any]) -> Response:
    """Swap, move, add or remove players, or balance the tables: always allowed, with what it does in words."""
    rounds = data["rounds"]
    if not rounds:
        raise BadHistory(Message("There is no round to judge."))
    _limit(len(everybody(rounds)), MOST_EDITED)
    number, kind = _number(data), data["edit"]
    needed = {"swap": ("player", "other"), "move": ("player", "table"), "add": ("player",), "remove": ("player",)}
    for name in needed.get(kind, ()):
        if data[name] is None:
            raise MissingArgument(Message("To %(edit)s, say the %(field)s.", edit=kind, field=name))
    player, table = data["player"], data["table"]
    match kind:
        case "swap":
            done = edits.swap(rounds, number, player, data["other"])
        case "move":
            done = edits.move(rounds, number, player, table, data["seat"])
        case "add":
            done = edits.add(rounds, number, player, table)
        case "remove":
            done = edits.remove(rounds, number, player)
        case _:
            done = edits.balance(rounds, number)
    return jsonify(answer(edit_report(done)))


def _number(data: dict[str, Any]) -> int:
    return int(data["round"] if data["round"] is not None else len(data["rounds"]))


def _checked(rounds: tuple[Round, ...], most: int) -> tuple[Round, ...]:
    if not rounds:
        raise BadHistory(Message("There is no round to judge."))
    check_history(rounds)
    _limit(len(everybody(rounds)), most)
    return rounds


def _limit(players: int, most: int) -> None:
    if players > most:
        raise TooManyPlayers(
            Message(
                "%(number)s players: at most %(most)s are taken in one request.",
                number=Whole(players),
                most=Whole(most),
            )
        )
