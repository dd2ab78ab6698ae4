"""A table: to look at for everybody; its result to be entered by whoever holds the table's link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, abort, redirect, request
from marshmallow import Schema, ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas import event_forms as forms
from toolkit.scoring import render_victory_points
from toolkit.services import room
from toolkit.services.desk import ChangedMeanwhile
from toolkit.tournament.clock import read_clock
from toolkit.tournament.facts import FINAL
from toolkit.tournament.standings import round_scores
from toolkit.tournament.state import Round
from toolkit.web.events.clock import shown
from toolkit.web.events.console import Typed, field_sentences, load_form
from toolkit.web.events.steps import round_words
from toolkit.web.events.table_view import offers, telling
from toolkit.web.events.words import FATES
from toolkit.web.room.visit import Context, Visit, blueprint, table_words, visit
from toolkit.web.stores import current_key, current_office
from toolkit.web.tables.event import follow_path

_PATH = "/<id>/rounds/<number>/tables/<table>"
# The domain's codes for points that no game, or no ordinary one, gives: said beside the points.
_POINTS = ("impossible_scores", "needs_outcome", "fates_disagree", "wrong_seats", "bad_victory_points")


class Seat:
    """One table of one event, opened by its link or only looked at."""

    def __init__(self, id: str, number: str, table: str, token: str | None) -> None:
        known = room.round_number_of(number)
        self.number, self.table = FINAL if known is None else known, room.positive(table)
        if known is None or not self.table:
            abort(404)
        self.is_open = token is not None
        if token is not None and not room.is_token(token, room.table_token(current_key(), id, self.number, self.table)):
            abort(404)
        self.visit = visit(id)
        self.visit.here = room.table_path(id, self.number, self.table, current_key() if self.is_open else "")

    @property
    def round(self) -> Round:
        """The round, once everybody may see it.

        Raises:
            UnknownTable: it has no such table.
        """
        found = room.public_round(self.visit.tournament, self.number)
        if found is None:
            abort(404)
        found.table(self.table)
        return found

    @property
    def name(self) -> str:
        """What the log calls those who enter here."""
        return (
            "Final table" if self.number == FINAL else f"Table {self.visit.tournament.settings.table_name(self.table)}"
        )


@blueprint.get(_PATH)
def table(id: str, number: str, table: str) -> Response:
    """The table, to look at."""
    return _page(Seat(id, number, table, None))


@blueprint.get(f"{_PATH}/<token>")
def table_entry(id: str, number: str, table: str, token: str) -> Response:
    """The table, for its players."""
    return _page(Seat(id, number, table, token))


@blueprint.post(f"{_PATH}/<token>/events")
def enter_events(id: str, number: str, table: str, token: str) -> AnyResponse:
    """The result as it was told."""
    return _enter(Seat(id, number, table, token), "events", forms.EventsForm, ("events",))


@blueprint.post(f"{_PATH}/<token>/points")
def enter_points(id: str, number: str, table: str, token: str) -> AnyResponse:
    """The result as points."""
    return _enter(Seat(id, number, table, token), "points", forms.PointsForm, ("points",))


def _enter(seat: Seat, form: str, schema: type[Schema], names: tuple[str, ...]) -> AnyResponse:
    at = seat.visit
    typed = at.typed = Typed(form=form, values=dict(request.form.items()))
    seats = len(seat.round.table(seat.table))
    try:
        loaded = load_form(schema, typed)
        at.desk(seat.name).change(room.enter_at_table, seat.number, seat.table, **_told(loaded, seats))
    except ValidationError as error:
        typed.errors |= field_sentences(error.messages)
        status = 422
    except ChangedMeanwhile as error:
        status = at.stale(room.told_at_table(error.tournament, error.entries, seat.number, seat.table))
    except ToolkitError as error:
        status = at.refuse(error, "points" if form == "points" and error.code in _POINTS else "")
    else:
        return redirect(at.here, 303)
    return _page(seat, status)


def _told(loaded: Mapping[str, Any], seats: int) -> Context:
    if "events" in loaded:
        return {"events": loaded["events"]}
    return {"victory_points": tuple(loaded["points"][:seats])}


def _page(seat: Seat, status: int = 200) -> Response:
    at, round_, table = seat.visit, seat.round, seat.table
    state = at.tournament
    result = round_.results.get(table)
    is_locked = state.is_finished or (result is not None and result.is_locked)
    is_seen = seat.is_open or room.are_standings_public(state)
    more = _entry(at, round_, table) if seat.is_open and not is_locked else {}
    return at.answer(
        "room/table.html",
        status,
        is_secret=seat.is_open,
        round=round_,
        title=round_words(round_.number),
        table_title=table_words(state, round_, table),
        is_locked=is_locked,
        is_settled=round_.is_settled(table),
        result=result,
        is_seen=is_seen,
        seats=_seats(at, round_, table) if is_seen else [],
        names=[state.player(player).name for player in round_.table(table)],
        clock=None if round_.is_complete else shown(read_clock(round_, current_office().now(), table)),
        can_enter=bool(more),
        follow_url=follow_path(at.id, round_.number, table, is_open=True) if seat.is_open else "",
        **(at.call_values(seat.number, table) if seat.is_open and not round_.is_complete else {}),
        **more,
    )


def _seats(at: Visit, round_: Round, table: int) -> list[Context]:
    scores = round_scores(at.tournament, round_)
    entered = [(player, round_.scores.get(player)) for player in round_.table(table)]
    return [
        {
            "name": at.tournament.player(player).name,
            "score": scores.get(player),
            "fate": FATES[score.fate] if score is not None and score.fate else "",
        }
        for player, score in entered
    ]


def _entry(at: Visit, round_: Round, table: int) -> Context:
    """Both ways to enter the result, as far as they have been filled in."""
    state, form = at.tournament, at.typed if at.typed.form == "points" else Typed()
    entered = [round_.scores.get(player) for player in round_.table(table)]
    written = [(form.values.get(f"vp{place}") or "0").strip().replace(",", ".") for place in range(1, 6)]
    return {
        "form": form,
        "telling": telling(state, round_, table, request.values.get("events", "")[:500]),
        "offers": offers(state, round_, table, written) if form.errors.get("points") else [],
        "entered": [render_victory_points(score.victory_points) if score else "" for score in entered],
        "fates": FATES,
    }
