"""Who waits for a judge: the oldest call first, and what became of the others."""

from __future__ import annotations

from flask import Response, after_this_request, request
from flask_babel import gettext

from toolkit.schemas import event_forms as forms
from toolkit.tournament import calls
from toolkit.tournament.calls import ClosedCall
from toolkit.tournament.state import Call, State
from toolkit.web.events.console import Console, PageValues
from toolkit.web.events.steps import round_words
from toolkit.web.judge.bench import COOKIE, official_name, own_name, page
from toolkit.web.room.visit import table_words
from toolkit.web.stores import current_context

_YEAR = 365 * 24 * 3600
_SHOWN = 20


def _place(state: State, call: Call) -> str:
    """Where a judge is awaited."""
    if call.round is None or call.table is None:
        return _caller(state, call)
    known = next((one for one in (*state.rounds, state.final_round) if one and one.number == call.round), None)
    return table_words(state, known, call.table) if known else gettext("Table %(number)s", number=call.table)


def _caller(state: State, call: Call) -> str:
    player = state.players.get(call.player) if call.player is not None else None
    return player.name if player else ""


def _waiting(state: State, call: Call) -> PageValues:
    current = state.current_round
    is_there = current is not None and call.round == current.number and 0 < (call.table or 0) <= len(current.tables)
    seated = current.table(call.table) if current and call.table and is_there else ()
    return {
        "call": call,
        "place": _place(state, call),
        "caller": _caller(state, call) if call.table is not None else "",
        "round": round_words(call.round) if call.round is not None else "",
        "names": [state.players[n].name for n in current.table(call.table)]
        if current and seated and call.table
        else [],
        "since": call.at.timestamp(),
    }


def _answered(state: State, closed: ClosedCall) -> PageValues:
    seconds = int((closed.at - closed.call.at).total_seconds())
    return {
        "place": _place(state, closed.call),
        "call": closed.call,
        "by": closed.by if closed.was_taken_back else closed.call.taken_by or closed.by,
        "note": gettext("withdrawn") if closed.was_taken_back else closed.note,
        "at": closed.at.timestamp(),
        "took": f"{seconds // 60}:{seconds % 60:02}",
    }


@page("calls", "", "judge/calls.html")
def calls_page(bench: Console) -> PageValues:
    """The open calls, oldest first, and the last that were answered."""
    state = bench.tournament
    closed = calls.closed_calls(state.log, state.undone)
    return {
        "waiting": [_waiting(state, call) for _, call in sorted(state.calls.items())],
        "answered": [_answered(state, one) for one in closed[:_SHOWN]],
        "own_name": own_name(),
        "me": official_name(bench.id),
        "at": current_context().now().timestamp(),
        "closing": (request.view_args or {}).get("number"),
    }


@calls_page.action("/calls/<int:number>/take", "take")
def take(bench: Console, number: int) -> None:
    """This judge goes."""
    bench.work.change(calls.take_call, number, judge=official_name(bench.id))


@calls_page.action("/calls/<int:number>/close", "close", forms.CloseCallForm)
def close(bench: Console, number: int, note: str) -> None:
    """The table plays on."""
    bench.work.change(calls.close_call, number, note=note)


@calls_page.action("/name", "name", forms.NameForm)
def name(bench: Console, name: str) -> None:
    """Remember on this device who the judge is."""

    @after_this_request
    def remember(answer: Response) -> Response:
        answer.set_cookie(COOKIE, " ".join(name.split()), max_age=_YEAR, httponly=True, samesite="Lax")
        return answer
