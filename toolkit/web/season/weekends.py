"""`/weekends` and `/api/v1/weekends`: championship weekends, who plays day 2 and why, one wall, one link a person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from markupsafe import Markup
from marshmallow import Schema, fields, validate
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import NotFound, ToolkitError
from toolkit.languages import LANGUAGES, NameOf
from toolkit.schemas.derived import schema_of
from toolkit.season import weekend_log
from toolkit.season.criteria import LONGEST_NAME, Criterion, EventRole, TieRule
from toolkit.season.weekend_log import Weekend
from toolkit.services.events.listing import list_tournaments
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Action
from toolkit.services.season import weekends as service
from toolkit.services.season.weekends import ListedWeekend, PlannedDay, WeekendView
from toolkit.services.season.work import WeekendWork
from toolkit.sheets.model import Options, Pack, PrintedEvent, PrintedPlayer
from toolkit.web.base import access
from toolkit.web.base.addresses import room_url
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.errors import status_of
from toolkit.web.base.i18n import language, linked, translated
from toolkit.web.base.security import csrf, form_key
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import current_context
from toolkit.web.serving.pdf import pdf_answer

blueprint = Blueprint("weekends", __name__, url_prefix="/weekends")
api = ApiBlueprint(
    "api_weekends",
    "weekends",
    url_prefix="/api/v1/weekends",
    description="Run championship weekends: linked events, and the criteria for day 2.",
)
# A change asks for the form's token by itself when a cookie opened it (toolkit.web.base.access).
csrf.exempt(api)


@blueprint.before_request
@api.before_request
def _settle_rights() -> None:
    """Keep what its organizers may no longer run as it is, before anything of the weekend is shown or done."""
    id = (request.view_args or {}).get("id")
    if id is not None and access.has_accounts():
        with suppress(NotFound):  # which the view says
            service.settle_rights(current_context(), id)


class NewWeekendSchema(Schema):
    """A weekend: its name, its criteria by the name of a preset or as rows, and what is done with ties."""

    name = fields.String(required=True, validate=validate.Length(max=LONGEST_NAME))
    rows = fields.Raw(load_default="2022", metadata={"description": "A preset, or a list of rows."})
    ties = fields.String(load_default=TieRule.TOSSED.value, validate=validate.OneOf([rule.value for rule in TieRule]))
    passes_down = fields.Boolean(load_default=False)


class WeekendRowsSchema(NewWeekendSchema):
    """Other criteria."""

    class Meta:
        """The fields that cannot be changed."""

        exclude = ("name",)


class LinkedEventSchema(Schema):
    """An event of the store, and its role."""

    event = fields.String(required=True, validate=validate.Length(max=64))
    role = fields.String(required=True, validate=validate.OneOf([event_role.value for event_role in EventRole]))


class WeekendPersonSchema(Schema):
    """Somebody who is in, by key, number or name."""

    person = fields.String(required=True, validate=validate.Length(max=LONGEST_NAME))


class WeekendTossSchema(Schema):
    """The seed of a toss; else a fresh one."""

    seed = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(0, 2**53))


class DayTwoSchema(Schema):
    """Day 2: its day, and its name."""

    date = fields.String(load_default=None, allow_none=True)
    name = fields.String(load_default="", validate=validate.Length(max=LONGEST_NAME))


class MadeWeekendSchema(Schema):
    """The id of a new weekend."""

    id = fields.String(required=True)


class MadeDayTwoSchema(Schema):
    """The id of the new event."""

    event = fields.String(required=True)


@api.get("")
@api.lists(schema_of(ListedWeekend)(many=True), "id")
def list_weekends() -> list[ListedWeekend]:
    """List all weekends, newest first."""
    return service.list_weekends(current_context())


@api.post("")
@api.arguments(NewWeekendSchema, as_kwargs=True)
@api.response(201, MadeWeekendSchema)
def create_weekend(*, name: str, rows: Any, ties: str, passes_down: bool) -> dict[str, str]:
    """Create a weekend."""
    named_rows = service.rows_named(rows, passes_down=passes_down)
    return {"id": _make(name, named_rows, TieRule(ties))}


def _make(name: str, rows: tuple[Criterion, ...], ties: TieRule, key: str | None = None) -> str:
    access.count_new_event()
    id = service.new_weekend(current_context(), name, rows, ties=ties, by=access.author_of_new(), key=key)
    access.own(id)
    return id


@api.get("/<id>")
@api.response(200, schema_of(WeekendView))
def show_weekend(*, id: str) -> WeekendView:
    """Show a weekend and its qualified players.

    Each with row, event and place. Then the other players, and its events and criteria.
    """
    return _shown(id)


@api.put("/<id>/events")
@api.arguments(LinkedEventSchema, as_kwargs=True)
@api.response(200, schema_of(WeekendView))
def link_weekend_event(*, id: str, event: str, role: str) -> WeekendView:
    """Add an event to a weekend, in its role.

    Requires the right to run the event.
    """
    _link(id, event, EventRole(role))
    return _shown(id)


def _shown(id: str) -> WeekendView:
    """The weekend for whoever asks; only officials of all its events see withheld results and VEKN numbers."""
    context = current_context()
    events = context.weekends.look(id).state.events
    is_official = access.may(Action.RUN, id) and all(access.may(Action.OFFICIATE, event) for event in events)
    return service.show_weekend(context, id, is_official=is_official)


def _link(id: str, event: str, role: EventRole) -> None:
    if not access.may(Action.RUN, event):
        abort(404)
    service.link_event(current_context(), id, event, role, by=access.author(id), by_link=access.running_link(event))


@api.delete("/<id>/events/<event>")
@api.response(200, schema_of(WeekendView))
def unlink_weekend_event(*, id: str, event: str) -> WeekendView:
    """Remove an event from a weekend."""
    _work(id).change(weekend_log.unlink_event, event)
    return _shown(id)


@api.put("/<id>/rows")
@api.arguments(WeekendRowsSchema, as_kwargs=True)
@api.response(200, schema_of(WeekendView))
def set_weekend_criteria(*, id: str, rows: Any, ties: str, passes_down: bool) -> WeekendView:
    """Change the criteria."""
    named_rows = service.rows_named(rows, passes_down=passes_down)
    _work(id).change(weekend_log.set_rows, named_rows, ties=TieRule(ties))
    return _shown(id)


@api.post("/<id>/decline")
@api.arguments(WeekendPersonSchema, as_kwargs=True)
@api.response(200, schema_of(WeekendView))
def decline_weekend_place(*, id: str, person: str) -> WeekendView:
    """Record that a qualified player declines."""
    service.decline(_work(id), person)
    return _shown(id)


@api.post("/<id>/next")
@api.response(200, schema_of(WeekendView))
def offer_next_place(*, id: str) -> WeekendView:
    """Give a declined place to the next player.

    The next player of its row gets it, if the row passes places down.
    """
    service.ask_next(_work(id))
    return _shown(id)


@api.post("/<id>/toss")
@api.arguments(WeekendTossSchema, as_kwargs=True)
@api.response(200, schema_of(WeekendView))
def toss_weekend_tie(*, id: str, seed: int | None) -> WeekendView:
    """Toss for every tie across a line."""
    service.toss(_work(id), seed=seed)
    return _shown(id)


@api.post("/<id>/undo")
@api.response(200, schema_of(WeekendView))
def undo_weekend_change(*, id: str) -> WeekendView:
    """Undo the last decision."""
    _work(id).change(weekend_log.undo)
    return _shown(id)


@api.post("/<id>/day-2")
@api.arguments(DayTwoSchema, as_kwargs=True)
@api.response(201, MadeDayTwoSchema)
def start_day_2(*, id: str, date: str | None, name: str) -> dict[str, str]:
    """Create day 2 with the qualified players.

    The event gets the settings of day 1.
    """
    return {"event": _start(id, date, name)}


def _start(id: str, day: str | None, name: str) -> str:
    _, event = service.start_day_2(current_context(), id, by=access.author(id), day=day or None, name=name)
    access.own_event(event)
    return event


def _work(id: str, key: str | None = None) -> WeekendWork:
    return WeekendWork(context=current_context(), id=id, by=access.author(id), key=key)


# --- Pages ---


def preset_choices() -> list[tuple[str, str]]:
    """The usual criteria of a day 2, newest first, by key and name."""
    return [
        ("2022", gettext("2022: the first 40 of day 1 who are not in already")),
        ("2018-europe", gettext("2018, Europe: the first 40 of day 1")),
        ("2018-north-america", gettext("2018, North America: the first 25 of day 1")),
    ]


@dataclass(frozen=True)
class WeekendsPage:
    """Every weekend, and the form of a new one."""

    error: str

    @property
    def weekends(self) -> list[ListedWeekend]:
        """Every weekend, newest first."""
        return service.list_weekends(current_context())

    @property
    def presets(self) -> list[tuple[str, str]]:
        """The criteria that a weekend can begin with."""
        return preset_choices()


@dataclass(frozen=True)
class WeekendPage:
    """A weekend, and for the person who runs it the forms.

    Attributes:
        asks: day 2 as it would be made, if that is asked about.
    """

    id: str
    error: str
    asks: PlannedDay | None

    @cached_property
    def _state(self) -> Weekend:
        return current_context().weekends.look(self.id).state

    @cached_property
    def weekend(self) -> WeekendView:
        """The weekend as the reader sees it."""
        return _shown(self.id)

    @cached_property
    def is_run(self) -> bool:
        """Whether the reader runs it."""
        return access.may(Action.RUN, self.id)

    @property
    def words(self) -> dict[int, str]:
        """Its criteria in words, by number."""
        return {number: translated(row.words) for number, row in enumerate(self._state.rows, start=1)}

    @property
    def roles(self) -> dict[str, str]:
        """The roles of events in words."""
        return {role.value: translated(role.heading) for role in EventRole}

    @cached_property
    def event_urls(self) -> dict[str, str]:
        """The address of each event by its name, which is all that a line has of it; of several, the first one's."""
        return {event.name: links.event_path(event.event) for event in reversed(self.weekend.events)}

    @property
    def waiting(self) -> list[NameOf]:
        """The roles of events that are not over, or not there, in words; each leads to such an event."""
        urls = {event.role: links.event_path(event.event) for event in self.weekend.events if not event.is_ready}
        return [NameOf(EventRole(role).heading, urls.get(role, "")) for role in dict.fromkeys(self.weekend.waiting)]

    @property
    def log(self) -> list[tuple[str, str, Markup]]:
        """The decisions, newest first: time, author and sentence."""
        if not self.is_run:
            return []
        names = service.told_log(current_context(), self._state)
        return [
            (entry.at.isoformat(), entry.by, linked(weekend_log.describe(entry.fact, names)))
            for entry in reversed(self._state.log)
        ]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The events that can be linked, by id and name."""
        if not self.is_run:
            return []
        return [
            (stream.id, stream.summary.name)
            for stream in list_tournaments(current_context())
            if stream.id not in self._state.followed and access.may(Action.RUN, stream.id)
        ]

    @property
    def people(self) -> list[tuple[str, str]]:
        """The people whose card can be replaced, by key and name."""
        if not self.is_run:
            return []
        return [(player.key, player.name) for player in service.people_of_weekend(current_context(), self._state)]

    @property
    def presets(self) -> list[tuple[str, str]]:
        """The criteria to choose from."""
        return preset_choices()

    @property
    def json_url(self) -> str:
        """The address of the same as JSON."""
        return url_for("api_weekends.show_weekend", id=self.id)


@blueprint.get("")
def start() -> Response:
    """Every weekend, and a form for a new one."""
    return _start_page()


def _start_page(error: str = "", status: int = 200) -> Response:
    return make_response(render_template("weekends/start.html", **values_of(WeekendsPage(error))), status)


@blueprint.post("")
def create() -> AnyResponse:
    """A new weekend."""
    try:
        rows = service.rows_named(request.form.get("rows", "2022"), passes_down="passes_down" in request.form)
        id = _make(request.form.get("name", ""), rows, _ties(), form_key())
    except ToolkitError as error:
        return _start_page(translated(error.message), status_of(error))
    return redirect(url_for("weekends.show", id=id), 303)


def _ties() -> TieRule:
    return TieRule.ALL_IN if request.form.get("ties") == TieRule.ALL_IN.value else TieRule.TOSSED


@blueprint.get("/<id>")
def show(id: str) -> Response:
    """Who is in and why; for who runs it, the forms."""
    return _page(id)


def _page(id: str, error: str = "", status: int = 200, *, asks: PlannedDay | None = None) -> Response:
    return make_response(render_template("weekends/show.html", **values_of(WeekendPage(id, error, asks))), status)


def _acted(id: str, act: Callable[[], object]) -> AnyResponse:
    try:
        act()
    except ToolkitError as error:
        return _page(id, translated(error.message), status_of(error))
    return redirect(url_for("weekends.show", id=id), 303)


@blueprint.post("/<id>/events")
def link(id: str) -> AnyResponse:
    """Link an event, or take one out."""
    event, role = request.form.get("event", ""), request.form.get("role", "")
    if role == "none":
        return _acted(id, lambda: _work(id).change(weekend_log.unlink_event, event))
    role_names = {event_role.value for event_role in EventRole}
    return _acted(id, lambda: _link(id, event, EventRole(role if role in role_names else EventRole.SIDE.value)))


@blueprint.post("/<id>/rows")
def rows(id: str) -> AnyResponse:
    """Other criteria: a preset, or rows as JSON."""

    def act() -> None:
        own, passes_down = request.form.get("own", "").strip(), "passes_down" in request.form
        if own:
            named_rows = service.rows_named(own, str.encode, passes_down=passes_down)
        else:
            named_rows = service.rows_named(request.form.get("rows", ""), passes_down=passes_down)
        _work(id).change(weekend_log.set_rows, named_rows, ties=_ties())

    return _acted(id, act)


@blueprint.post("/<id>/decline")
def decline_form(id: str) -> AnyResponse:
    """A qualified player does not play."""
    person = request.form.get("person", "")
    return _acted(id, lambda: service.decline(_work(id), person))


@blueprint.post("/<id>/next")
def next_form(id: str) -> AnyResponse:
    """The next of the row is asked."""
    return _acted(id, lambda: service.ask_next(_work(id, form_key())))


@blueprint.post("/<id>/toss")
def toss_form(id: str) -> AnyResponse:
    """Toss for every tie."""
    return _acted(id, lambda: service.toss(_work(id)))


@blueprint.post("/<id>/undo")
def undo_form(id: str) -> AnyResponse:
    """Undo what was decided last."""
    return _acted(id, lambda: _work(id, form_key()).change(weekend_log.undo))


@blueprint.post("/<id>/day-2")
def day_2_form(id: str) -> AnyResponse:
    """Ask whether day 2 is made with this list; when that list is confirmed, make it and go to it."""
    day, name = request.form.get("date") or None, request.form.get("name", "")
    try:
        planned = service.plan_day_2(current_context(), id, day=day, name=name)
        # Somebody who comes or goes between the question and its answer is asked about once more.
        if request.form.get("players") != planned.digest:
            return _page(id, asks=planned)
        made = _start(id, day, name)
    except ToolkitError as error:
        return _page(id, translated(error.message), status_of(error))
    return redirect(url_for("events.overview", id=made), 303)


@blueprint.get("/<id>/wall")
def wall(id: str) -> AnyResponse:
    """The wall of the event that comes next: of those that are being played, each in turn."""
    context = current_context()
    event = service.next_running(context, context.weekends.look(id).state, request.args.get("after", ""))
    if event is None:
        return redirect(url_for("weekends.show", id=id), 302)
    return redirect(url_for("room.wall", id=event, weekend=id), 302)


@blueprint.get("/<id>/people/<person>/<token>")
def person(id: str, person: str, token: str) -> AnyResponse:
    """Where this person plays now: their own page of that event."""
    place = access.checked(lambda: service.place_now(current_context(), id, person, token))
    if place is None:
        return redirect(url_for("weekends.show", id=id), 302)
    event, number = place
    answer = redirect(links.player_path(event, number, access.link_key(event)), 302)
    # The address holds a token: no other site may learn it, and no cache may keep it.
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/<id>/cards.pdf")
def cards(id: str) -> Response:
    """A card with a QR code for everybody of the weekend: it leads to where they play."""
    context, base = current_context(), room_url().rstrip("/")
    weekend = context.weekends.look(id).state
    players = service.people_of_weekend(context, weekend)
    people = tuple(
        PrintedPlayer(name=player.name, vekn=player.vekn, link=base + path)
        for player, path in zip(players, service.card_paths(context, id, players), strict=True)
    )
    return _printed("players", weekend.name, people)


@blueprint.post("/<id>/cards/renew")
def renew_card(id: str) -> AnyResponse:
    """A new link for a person whose card was lost: every older card and link of theirs opens nothing."""
    person = request.form.get("person", "")
    return _acted(id, lambda: service.renew_card(current_context(), id, person))


@blueprint.get("/<id>/list.pdf")
def people_list(id: str) -> Response:
    """Who plays day 2, to be ticked off."""
    view = _shown(id)
    return _printed(
        "checkin",
        view.name,
        tuple(PrintedPlayer(name=player.name, vekn=player.vekn or "") for player in view.qualified),
    )


def _printed(sheet: str, name: str, people: tuple[PrintedPlayer, ...]) -> Response:
    chosen = language() if language() in LANGUAGES else "en"
    return pdf_answer(sheet, Pack(event=PrintedEvent(name=name), players=people), Options(language=chosen), "a4")
