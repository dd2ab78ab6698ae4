"""`/tournaments`: every event of this installation; a new one, the demo, one from a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import Response, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from flask_babel.speaklater import LazyString
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.languages import natural_key
from toolkit.schemas.derived import Loaded
from toolkit.schemas.event_forms import AgainForm, NewEventForm, RehearsalForm
from toolkit.services.accounts import accounts
from toolkit.services.events import listing
from toolkit.services.kernel.roles import Action, Role
from toolkit.services.lifecycle import tournaments
from toolkit.services.lifecycle.rehearsal import rehearse as play_rehearsal
from toolkit.tournament import Configuration, PlayerStatus
from toolkit.tournament.configuration import EventRuleSet
from toolkit.tournament.settings import changed
from toolkit.tournament.state import Player, State
from toolkit.web.base import access
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.i18n import day_words, language
from toolkit.web.base.security import form_key
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import Console, blueprint, page, sent_numbers
from toolkit.web.events.sharing import ROLES
from toolkit.web.events.words import RULE_SETS, stage_of

# The field beside which the domain's own complaint about a setting stands.
_FIELDS = {"no_name": "name", "bad_name": "name", "bad_place": "place", "bad_rounds": "rounds"}


@blueprint.get("")
def start() -> Response:
    """The list, and for the organizer the ways to begin."""
    return events_page(Typed())


@blueprint.post("")
def create() -> AnyResponse:
    """A new event."""
    access.count_new_event()
    typed = Typed(form="new", values=dict(request.form.items()))
    try:
        change = tournaments.create(
            current_context(),
            _configuration(load_form(NewEventForm, typed)),
            by=access.author_of_new(),
            key=form_key(),
        )
        access.own_event(change.id)
    except ValidationError as error:
        typed.errors = field_sentences(error.messages)
        return events_page(typed, 422)
    except ToolkitError as error:
        typed.refused(error, _FIELDS.get(error.code, ""))
        return events_page(typed, 422)
    return redirect(url_for("events.players", id=change.id), 303)


@blueprint.post("/demo")
def make_demo() -> AnyResponse:
    """An event with 33 players."""
    access.count_new_event()
    change = tournaments.make_demo(current_context(), name=gettext("Demo event"), key=form_key())
    access.own_event(change.id)
    return redirect(url_for("events.overview", id=change.id), 303)


@blueprint.post("/rehearsal")
def rehearse() -> AnyResponse:
    """An event of so many players, played to the end of its final."""
    access.count_new_event()
    typed = Typed(form="rehearsal", values=dict(request.form.items()))
    try:
        players = load_form(RehearsalForm, typed)["players"]
        change = play_rehearsal(
            current_context(),
            players=players,
            name=gettext("Rehearsal (%(number)s)", number=players),
            by=access.author_of_new(),
            key=form_key(),
        )
        access.own_event(change.id)
    except ValidationError as error:
        typed.errors = field_sentences(error.messages)
        return events_page(typed, 422)
    except ToolkitError as error:
        typed.refused(error, "players" if error.code == "bad_count" else "")
        return events_page(typed, 422)
    return redirect(url_for("events.overview", id=change.id), 303)


@blueprint.post("/import")
def import_event() -> AnyResponse:
    """An event from an export."""
    access.count_new_event()
    typed = Typed(form="import")
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        typed.refuse("file", gettext("Choose a file first."))
        return events_page(typed, 422)
    try:
        change = tournaments.import_tournament(current_context(), upload.stream.read(), key=form_key())
        access.own_event(change.id)
    except ToolkitError as error:
        typed.refused(error, "file")
        return events_page(typed, 422)
    return redirect(url_for("events.overview", id=change.id), 303)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainPage:
    """An event that is to be held again: the name and day that are proposed, and who may be ticked.

    Attributes:
        sources: the events whose players can come again, this one first, as id and words; `source` is the one shown.
    """

    name: str
    day: str
    is_template: bool
    sources: list[tuple[str, str]]
    source: str
    people: list[Player]
    ticked: frozenset[int]


@page("again", "/again", "events/again.html")
def again_page(console: Console) -> AgainPage:
    """A new event with these settings, and with the players who are ticked: at first all who played."""
    settings, form, sources = console.tournament.settings, console.form("make"), _sources(console)
    source = _source(console, sources)
    then = current_context().tournaments.look(source).state
    chosen = set(sent_numbers("player")) if form.form else _welcome(then)
    return AgainPage(
        name=str(form.value("name", tournaments.name_again(settings))),
        day="" if settings.is_template else current_context().now().astimezone().date().isoformat(),
        is_template=settings.is_template,
        sources=sources,
        source=source,
        people=sorted(then.players.values(), key=lambda player: natural_key(player.name)),
        ticked=frozenset(chosen),
    )


def _welcome(then: State) -> set[int]:
    """Who played, whether they left or not; before a round everybody who is in. Nobody who was disqualified."""
    came = {number for round_ in then.rounds if round_.is_published for number in round_.played_by}
    known = came & then.players.keys() or {player.number for player in then.active}
    return {number for number in known if then.player(number).status is not PlayerStatus.DISQUALIFIED}


def _sources(console: Console) -> list[tuple[str, str]]:
    """The event itself, and those with players that whoever looks runs: id and words."""
    others = [
        (one.id, " · ".join(filter(None, (one.summary.name, day_words(one.summary.date)))))
        for one in listing.list_tournaments(current_context())
        if one.id != console.id and one.summary.players and access.may(Action.RUN, one.id)
    ]
    return [(console.id, console.tournament.settings.name), *others]


def _source(console: Console, sources: list[tuple[str, str]]) -> str:
    """The event of those whose players are asked for; this one where it names none of them."""
    asked = request.values.get("of", "")
    return asked if asked in dict(sources) else console.id


@again_page.action("/again", "make", AgainForm, {"no_name": "name", "bad_name": "name", "no_day": "date"})
def make_again(console: Console, name: str, date: str | None, is_template: bool, of: str, player: int | None) -> str:
    """Make it, and go to its players."""
    access.count_new_event()
    change = tournaments.create_like(
        current_context(),
        console.id,
        name=name,
        day=None if is_template else date,
        players=set(sent_numbers("player")),
        players_of=_source(console, _sources(console)),
        is_template=is_template,
        by=access.author_of_new(),
        key=form_key(),
    )
    access.own_event(change.id)
    return url_for("events.settings" if is_template else "events.players", id=change.id)


def _configuration(data: Loaded) -> Configuration:
    configuration = Configuration(name=data["name"].strip())
    for name, value in data.items():
        configuration = changed(configuration, name, value.strip() if isinstance(value, str) else value)
    return configuration


@dataclass(frozen=True, slots=True, kw_only=True)
class EventsPage:
    """Invitations of whoever looks, their events, those that everybody may see, templates, and ways to begin."""

    invitations: list[InvitationLine]
    listed: list[EventLine]
    public: list[EventLine]
    templates: list[EventLine]
    typed: Typed
    today: str
    feed_url: str
    rule_sets: Iterable[tuple[EventRuleSet, LazyString]]


def events_page(typed: Typed, status: int = 200) -> Response:
    """The list, and for the organizer the ways to begin; with what was refused."""
    every, templates = listing.list_tournaments(current_context()), listing.list_templates(current_context())
    mine = [one for one in every if access.may(Action.OFFICIATE, one.id)]
    # A stranger does not see what is only being prepared: an event's own page is what its organizer hands out.
    public = [one for one in every if one not in mine and one.is_public]
    shown = EventsPage(
        invitations=_invitations({one.id: one.summary.name for one in (*every, *templates)}),
        listed=[_line(one, access.home(one.id)) for one in mine],
        public=[_line(one, url_for("room.event", id=one.id)) for one in public],
        templates=[
            _line(one, url_for("events.again", id=one.id)) for one in templates if access.may(Action.RUN, one.id)
        ],
        typed=typed,
        today=current_context().now().astimezone().date().isoformat(),
        feed_url=f"{url_for('room.server_calendar', _external=True)}?language={language()}",
        rule_sets=RULE_SETS.items(),
    )
    return make_response(render_template("events/start.html", **values_of(shown)), status)


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationLine:
    """An event at which whoever looks is asked to be something: by whom ("" for nobody known), until which day."""

    event: str
    name: str
    role: LazyString
    inviter: str
    until: str


def _invitations(names: Mapping[str, str]) -> list[InvitationLine]:
    context, account = current_context(), access.current_account()
    return [
        InvitationLine(
            event=one.event,
            name=names[one.event],
            role=ROLES[Role(one.role)],
            inviter=by.name if one.inviter and (by := accounts.account_of_id(context, one.inviter)) else "",
            until=day_words(one.asked + accounts.INVITED_FOR),
        )
        for one in (accounts.invitations_of(context, account) if account is not None else [])
        if one.event in names  # nobody is asked to what was thrown away
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """An event in the list: the day as it is written in its summary, and where it leads whoever looks."""

    name: str
    stage: str
    date: str | None
    place: str
    players: int
    url: str


def _line(one: listing.ListedTournament, url: str) -> EventLine:
    summary = one.summary
    return EventLine(
        name=summary.name,
        stage=stage_of(summary.stage),
        date=summary.date,
        place=summary.place,
        players=summary.played or summary.players,
        url=url,
    )
