"""`/api/v1/seating`: seat players, judge rounds, edit and repair them."""

from __future__ import annotations

import json
import secrets

from flask import Response

from toolkit.errors import Invalid
from toolkit.languages import Message, Whole
from toolkit.schemas.derived import schema_of
from toolkit.schemas.seating import (
    EditAsked,
    EditRequest,
    FixRequest,
    ScoreRequest,
    SeatingAsked,
    SeatingRequest,
    TableAsked,
)
from toolkit.seating import Round, edits, seat
from toolkit.seating.edits import Edit
from toolkit.seating.model import BadHistory, check_history, everybody
from toolkit.seating.verdict import (
    EditReport,
    ScoreReport,
    SeatingReport,
    edit_report,
    score_report,
    seating_report,
)
from toolkit.views import json_values
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.security import csrf
from toolkit.web.serving.workers import carried_out

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
def make_seating(asked: SeatingAsked) -> SeatingReport:
    """Plan all rounds still to play.

    The same players, history, seed and seconds give the same seating.
    """
    _limit(len(asked.players) + len(everybody(asked.history)), MOST_PLAYERS)
    planned = carried_out(
        seat,
        asked.players,
        asked.rounds,
        history=asked.history,
        seconds=asked.seconds,
        seed=secrets.randbelow(2**31) if asked.seed is None else asked.seed,
        wishes=asked.wishes,
        known=[*asked.players, *asked.dropped],
    )
    return seating_report(planned, seconds=asked.seconds)


@api.post("/score")
@api.arguments(ScoreRequest)
@api.response(200, schema_of(ScoreReport))
def score_seating(rounds: tuple[Round, ...]) -> Response:
    """Score rounds by the nine criteria.

    Shows the players and tables behind each figure.
    """
    text = carried_out(_score_text, _checked(rounds, MOST_PLAYERS))
    return Response(text, mimetype="application/json")


def _score_text(rounds: tuple[Round, ...]) -> str:
    # What is behind the figures of 2,000 players would take 50 MB as objects where it is made into text.
    return json.dumps(json_values(score_report(rounds)))


@api.post("/fix")
@api.arguments(FixRequest)
@api.response(200, schema_of(EditReport)(many=True))
def suggest_swaps(asked: TableAsked) -> list[EditReport]:
    """Find the best changes to one table.

    Only changes that improve the seating, best first.
    """
    rounds = _checked(asked.rounds, MOST_EDITED)
    return [edit_report(edit) for edit in carried_out(edits.repairs, rounds, _number(asked), asked.table)]


@api.post("/edit")
@api.arguments(EditRequest)
@api.response(200, schema_of(EditReport))
def edit_seating(asked: EditAsked) -> EditReport:
    """Edit a seating and show the effect.

    Swaps, moves, adds or removes players, or balances the tables. Every edit is allowed; its effect is described in
    words.
    """
    if not asked.rounds:
        raise BadHistory(Message("There is no round to judge."))
    _limit(len(everybody(asked.rounds)), MOST_EDITED)
    return edit_report(carried_out(_edited, asked))


def _edited(asked: EditAsked) -> Edit:
    rounds, number = asked.rounds, _number(asked)
    match asked.edit, asked.player, asked.other, asked.table:
        case "swap", str(player), str(other), _:
            return edits.swap(rounds, number, player, other)
        case "move", str(player), _, int(table):
            return edits.move(rounds, number, player, table, asked.seat)
        case "add", str(player), _, table:
            return edits.add(rounds, number, player, table)
        case "remove", str(player), _, _:
            return edits.remove(rounds, number, player)
        case "balance", *_:
            return edits.balance(rounds, number)
    missing = "player" if asked.player is None else "other" if asked.edit == "swap" else "table"
    raise MissingArgument(Message("To %(edit)s, say the %(field)s.", edit=asked.edit, field=missing), field=missing)


def _number(asked: TableAsked | EditAsked) -> int:
    return len(asked.rounds) if asked.round is None else asked.round


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
