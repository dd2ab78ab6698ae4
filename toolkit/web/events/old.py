"""Addresses of pages of before: each leads to the station that has what it had."""

from __future__ import annotations

from collections.abc import Callable

from flask import redirect, request
from werkzeug.wrappers import Response

from toolkit.tournament.facts import FINAL
from toolkit.web.events.console import Console, blueprint, open_console
from toolkit.web.events.field import number_of, station_url
from toolkit.web.events.stations import coming_number


def _desk(console: Console) -> str:
    """The desk: its list is on Players, its tables on the round."""
    asked = request.args.to_dict()
    number = number_of(asked.get("round", ""))
    if number:
        return station_url(console, str(number), **{key: asked[key] for key in asked if key not in ("show", "sort")})
    if asked.get("show", "tables") == "tables" and "typed" not in asked:
        return console.current_url
    return station_url(console, "players", **asked)


def _round(console: Console, number: int) -> str:
    return console.url("final") if number == FINAL else console.url("round", number=number)


def _clock(console: Console, number: int) -> str:
    page = "final" if number == FINAL else "round"
    return console.url(page, **({} if number == FINAL else {"number": number}), _anchor="clock")


def _add(name: str, rule: str, address: Callable[..., str]) -> None:
    def lead(id: str, **path: int) -> Response:
        return redirect(address(open_console(id), **path), 303)

    blueprint.add_url_rule(f"/<id>/console{rule}", name, lead)


_add("overview", "", lambda console: console.current_url)
_add("desk", "/desk", _desk)
_add("results_now", "/results", lambda console: console.current_url)
_add("rounds", "/rounds", lambda console: console.url("round", number=coming_number(console.tournament)))
_add("results", "/rounds/<int:number>/results", _round)
_add("grid", "/rounds/<int:number>/grid", _round)
_add("clock", "/rounds/<int:number>/clock", _clock)
_add("checkin", "/checkin", lambda console: console.url("players"))
