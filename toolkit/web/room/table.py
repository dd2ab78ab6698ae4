"""A table: to look at for everybody; its result to be entered and confirmed by its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, redirect, request
from flask_babel import gettext
from marshmallow import Schema, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas import event_forms as forms
from toolkit.services import table_entry
from toolkit.services.table_entry import TableChanged
from toolkit.web.events.console import Typed, field_sentences, load_form
from toolkit.web.room.doors import Door, by_player_link, by_table_link, look_at
from toolkit.web.room.links import opened_player
from toolkit.web.room.table_page import page_of
from toolkit.web.room.visit import blueprint

_TABLE = "/<id>/rounds/<number>/tables/<table>"
_OWN = "/<id>/players/<player>/<token>/rounds/<number>"
# The domain's codes for points that no game, or no ordinary one, gives: said beside the points.
_POINTS = ("impossible_scores", "needs_outcome", "fates_disagree", "wrong_seats", "bad_victory_points")

type View = Callable[[Door], AnyResponse]


@blueprint.get(_TABLE)
def table(id: str, number: str, table: str) -> Response:
    """The table, to look at."""
    return page_of(look_at(id, number, table))


def on_both_doors(name: str, method: str, suffix: str = "") -> Callable[[View], View]:
    """Let a view be asked by the table's link and by the link of a player who sits there."""

    def decorate(view: View) -> View:
        def at_table(id: str, number: str, table: str, token: str) -> AnyResponse:
            return view(by_table_link(id, number, table, token))

        def at_own_table(id: str, player: str, token: str, number: str) -> AnyResponse:
            return view(by_player_link(id, opened_player(id, player, token), number))

        blueprint.add_url_rule(f"{_TABLE}/<token>{suffix}", f"table_{name}", at_table, methods=[method])
        blueprint.add_url_rule(f"{_OWN}{suffix}", f"own_table_{name}", at_own_table, methods=[method])
        return view

    return decorate


@on_both_doors("entry", "GET")
def show(door: Door) -> AnyResponse:
    """The table, for its players."""
    return page_of(door)


@on_both_doors("events", "POST", "/events")
def enter_events(door: Door) -> AnyResponse:
    """The result as it was told."""
    return _act(door, "events", lambda typed: _enter(door, typed, forms.EventsForm))


@on_both_doors("points", "POST", "/points")
def enter_points(door: Door) -> AnyResponse:
    """The result as points."""
    return _act(door, "points", lambda typed: _enter(door, typed, forms.PointsForm))


@on_both_doors("confirm", "POST", "/confirm")
def confirm(door: Door) -> AnyResponse:
    """The result that stands is right."""
    return _act(door, "confirm", lambda typed: _confirm(door, typed))


def _act(door: Door, form: str, act: Callable[[Typed], None]) -> AnyResponse:
    at = door.visit
    typed = at.typed = Typed(form=form, values=dict(request.form.items()))
    if door.me is None:
        typed.refuse("me", gettext("Choose who you are."))
        return page_of(door, 422)
    try:
        act(typed)
    except ValidationError as error:
        typed.errors |= field_sentences(error.messages)
        status = 422
    except TableChanged:
        at.look_again()
        return page_of(door, 409, is_conflict=True)
    except ToolkitError as error:
        status = at.refuse(error, "points" if form == "points" and error.code in _POINTS else "")
    else:
        return redirect(door.url(), 303)
    return page_of(door, status)


def _enter(door: Door, typed: Typed, schema: type[Schema]) -> None:
    told = _told(load_form(schema, typed), len(door.round.table(door.table)))
    seen = typed.values.get("seen", "")
    work = door.visit.work(door.author)
    work.change(table_entry.enter_at_table, door.number, door.table, me=door.player, seen=seen, **told)


def _confirm(door: Door, typed: Typed) -> None:
    seen = typed.values.get("seen", "")
    work = door.visit.work(door.author)
    work.change(table_entry.confirm_at_table, door.number, door.table, me=door.player, seen=seen)


def _told(loaded: Mapping[str, Any], seats: int) -> dict[str, Any]:
    if "events" in loaded:
        return {"events": loaded["events"]}
    return {"victory_points": tuple(loaded["points"][:seats])}
