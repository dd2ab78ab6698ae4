"""The buttons that call a judge and take the call back: on a player's own page, and behind either door of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from flask import redirect, request
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import Invalid
from toolkit.tournament import calls
from toolkit.web.events.console import Typed
from toolkit.web.room.doors import Door
from toolkit.web.room.links import opened_player
from toolkit.web.room.player import at_own_page, own_page
from toolkit.web.room.table import on_both_doors
from toolkit.web.room.table_page import page_of
from toolkit.web.room.visit import Visit, blueprint
from toolkit.web.throttle import Rate, throttle


class Place(TypedDict):
    """Where a judge is called to, and by which player; a table's own link does not say by whom."""

    round_number: int | None
    table: int | None
    player: int | None


type Act = Callable[[Visit, str, Place], None]


@blueprint.post("/<id>/players/<number>/<token>/call")
def call_by_player(id: str, number: str, token: str) -> AnyResponse:
    """The player calls a judge to where they sit."""
    return _by_player(id, number, token, _call)


@blueprint.post("/<id>/players/<number>/<token>/call/back")
def take_back_by_player(id: str, number: str, token: str) -> AnyResponse:
    """The player needs no judge any more."""
    return _by_player(id, number, token, _take_back)


@on_both_doors("call", "POST", "/call")
def call_by_table(door: Door) -> AnyResponse:
    """Whoever sits at the table calls a judge there."""
    return _by_table(door, _call)


@on_both_doors("call_back", "POST", "/call/back")
def take_back_by_table(door: Door) -> AnyResponse:
    """Whoever sits at the table needs no judge any more."""
    return _by_table(door, _take_back)


def _by_player(id: str, number: str, token: str, act: Act) -> AnyResponse:
    who = opened_player(id, number, token)
    at = at_own_page(id, who)
    round_number, table = calls.place_of(at.tournament, who)
    place = Place(round_number=round_number, table=table, player=who)
    try:
        act(at, at.tournament.player(who).name, place)
    except Invalid as error:
        return own_page(at, who, at.refuse(error, "reason"))
    return redirect(at.here, 303)


def _by_table(door: Door, act: Act) -> AnyResponse:
    by = f"Table {door.table}" if door.caller is None else door.author
    try:
        act(door.visit, by, Place(round_number=door.number, table=door.table, player=door.caller))
    except Invalid as error:
        return page_of(door, door.visit.refuse(error, "reason"))
    return redirect(door.url(), 303)


def _call(at: Visit, by: str, place: Place) -> None:
    throttle(Rate.JUDGE_CALL, request.path)
    at.typed = Typed(form="call", values=dict(request.form.items()))
    at.work(by).change(calls.call_judge, reason=at.typed.values.get("reason", ""), **place)


def _take_back(at: Visit, by: str, place: Place) -> None:
    at.typed = Typed(form="call")
    at.work(by).change(calls.take_call_back, **place)
