"""A player's own page: where do I sit, how long yet, where do I enter the result, where do I stand, am I checked in."""

from __future__ import annotations

from flask import Response, abort, redirect
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.services import room
from toolkit.services.desk import ChangedMeanwhile
from toolkit.tournament.clock import read_clock
from toolkit.tournament.facts import RoundCancelled, RoundPublished, SeatsChanged
from toolkit.tournament.rounds import next_round_number
from toolkit.tournament.state import State
from toolkit.web.events.clock import shown
from toolkit.web.events.steps import round_words
from toolkit.web.room.visit import Context, Visit, blueprint, rows_view, visit
from toolkit.web.stores import current_key, current_office


@blueprint.get("/<id>/players/<number>/<token>")
def player(id: str, number: str, token: str) -> Response:
    """The page of the player who holds the link."""
    who = opened(id, number, token)
    return _page(visit(id), who)


@blueprint.post("/<id>/players/<number>/<token>/check-in")
def check_in(id: str, number: str, token: str) -> AnyResponse:
    """The player is here for the next round."""
    who = opened(id, number, token)
    at = visit(id)
    at.here = room.player_path(id, who, current_key())
    name = at.tournament.player(who).name
    try:
        at.desk(name).change(room.check_in_oneself, who)
    except ChangedMeanwhile as error:
        told = (RoundPublished, SeatsChanged, RoundCancelled)
        status = at.stale(entry for entry in error.entries if isinstance(entry.fact, told))
    except ToolkitError as error:
        status = at.refuse(error)
    else:
        return redirect(at.here, 303)
    return _page(at, who, status)


def opened(id: str, number: str, token: str) -> int:
    """The number of the player whom the link belongs to; a wrong one is an unknown address."""
    who = room.positive(number)
    if not who or not room.is_token(token, room.player_token(current_key(), id, who)):
        abort(404)
    return who


def _page(at: Visit, who: int, status: int = 200) -> Response:
    state = at.tournament
    coming = next_round_number(state)
    return at.answer(
        "room/player.html",
        status,
        is_secret=True,
        player=state.player(who),
        coming=coming,
        is_open=room.is_check_in_open(state, who),
        is_here=who in state.checked_in.get(coming, frozenset()),
        check_in_url=f"{at.here}/check-in",
        **_call_values(at, state, who),
        is_own=not room.are_standings_public(state),
        **_place(at, state, who),
        **rows_view(room.standings_for(state, who)),
    )


def _call_values(at: Visit, state: State, who: int) -> Context:
    current = state.current_round
    if current is None or who not in current.seats:
        return at.call_values(None, None, who)
    return at.call_values(current.number, current.seats[who][0])


def _place(at: Visit, state: State, who: int) -> Context:
    """Where the player sits in the round that is being played, between whom."""
    round_ = room.seated_round(state)
    if round_ is None:
        return {"round": None}
    title = round_words(round_.number)
    if who not in round_.seats:
        return {"round": round_, "title": title, "seat": None, "sits_out": who in round_.sitting_out}
    table, seat = round_.seats[who]
    around = [state.players[one].name for one in round_.table(table)]
    reading = read_clock(round_, current_office().now(), table)
    return {
        "round": round_,
        "title": title,
        "seat": seat,
        "table_name": title if round_.is_final else state.settings.table_name(table),
        "prey": around[seat % len(around)],
        "predator": around[seat - 2],
        "names": around,
        "table_url": room.table_path(at.id, round_.number, table, current_key()),
        "is_settled": round_.is_settled(table),
        "clock": shown(reading) if not round_.is_complete else None,
    }
