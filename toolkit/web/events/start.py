"""`/tournaments`: every event of this installation; a new one, the demo, one from a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Response, flash, make_response, redirect, render_template, request, url_for
from flask_babel import gettext
from flask_babel.speaklater import LazyString
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.exchange.archon.app_json import SeveralEvents, is_archon, one_event
from toolkit.languages import natural_key
from toolkit.schemas.derived import Loaded
from toolkit.schemas.event_forms import AgainForm, NewEventForm, RehearsalForm
from toolkit.services.accounts import accounts
from toolkit.services.events import listing
from toolkit.services.events.listing import ListedTournament
from toolkit.services.kernel.roles import Action, Role
from toolkit.services.lifecycle import tournaments
from toolkit.services.lifecycle.rehearsal import rehearse as play_rehearsal
from toolkit.services.season.leagues import as_league_event
from toolkit.tournament import Configuration, PlayerStatus
from toolkit.tournament.configuration import EventRuleSet
from toolkit.tournament.players import search_key
from toolkit.tournament.questions import is_reported
from toolkit.tournament.settings import DECKLISTS, changed
from toolkit.tournament.state import Player, State
from toolkit.web.base import access
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.i18n import day_words, language, translated
from toolkit.web.base.security import form_key
from toolkit.web.base.shell import values_of
from toolkit.web.base.stores import current_context
from toolkit.web.events import archon, archon_import
from toolkit.web.events.console import Console, blueprint, page, sent_numbers
from toolkit.web.events.listing import is_held
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
    """An event from an export or a workbook; one of Archon, from its file or by its code, is previewed first."""
    access.count_new_event()
    upload, code = request.files.get("file"), request.form.get("archon", "").strip()
    chosen = request.form.get("event", "").strip()
    typed = Typed(form="import", values={"archon": code, "event": chosen})
    has_file = upload is not None and bool(upload.filename)
    if not has_file and not (code and archon.is_configured()):
        typed.refuse("file", gettext("Choose a file first."))
        return events_page(typed, 422)
    try:
        content = upload.stream.read() if upload is not None and has_file else archon.fetched_event(code)
        if is_archon(content):
            return archon_import.preview_page(one_event(content, chosen))
        change = tournaments.import_tournament(current_context(), content, key=form_key())
        access.own_event(change.id)
    except ToolkitError as error:
        typed.refused(error, "event" if chosen else "file" if has_file else "archon")
        if isinstance(error, SeveralEvents):
            typed.refuse("event", gettext("Choose the file again, and one of its events."))
        return events_page(typed, 422)
    copies = tournaments.copies_here(current_context(), change.tournament, but=change.id)
    if mine := [id for id in copies if access.may(Action.RUN, id)]:
        flash(translated(tournaments.copies_sentence(mine)), "warn")
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


# From so many events on, the list has a search.
_SEARCHED_FROM = 20


def events_page(typed: Typed, status: int = 200) -> Response:
    """The list, and for the organizer the ways to begin; with what was refused."""
    return make_response(render_template("events/start.html", **values_of(StartPage(typed))), status)


@dataclass(frozen=True)
class StartPage:
    """Invitations of the reader, their events, public ones, templates, and ways to begin."""

    typed: Typed

    @property
    def can_fetch(self) -> bool:
        """Whether an event can be read from Archon."""
        return archon.is_configured()

    @cached_property
    def _every(self) -> list[ListedTournament]:
        return listing.list_tournaments(current_context())

    @cached_property
    def _templates(self) -> list[ListedTournament]:
        return listing.list_templates(current_context())

    @cached_property
    def _own(self) -> list[ListedTournament]:
        return [event for event in self._every if access.may(Action.OFFICIATE, event.id)]

    @cached_property
    def _public(self) -> list[ListedTournament]:
        # A stranger does not see what is only being prepared: an event's own page is what its organizer hands out.
        own = {event.id for event in self._own}
        return [event for event in self._every if event.id not in own and event.is_public]

    @property
    def invitations(self) -> list[InvitationLine]:
        """The events at which the reader is asked to be an official."""
        return _invitations({event.id: event.summary.name for event in (*self._every, *self._templates)})

    @property
    def q(self) -> str:
        """The words that each event in the list has."""
        return request.args.get("q", "")[:100]

    @cached_property
    def lists(self) -> list[list[EventLine]]:
        """The reader's events, then those that all may see; those that are searched for."""
        own = [_line(event, access.home(event.id)) for event in self._own]
        public = [_line(event, url_for("room.event", id=event.id)) for event in self._public]
        found = ([line for line in lines if is_held(line.words, self.q)] for lines in (own, public))
        return [lines for lines in found if lines]

    @property
    def has_search(self) -> bool:
        """Whether there are so many events that one is searched for."""
        return len(self._own) + len(self._public) >= _SEARCHED_FROM

    @property
    def templates(self) -> list[EventLine]:
        """The templates of the reader, each with the way to a new event."""
        return [
            _line(event, url_for("events.again", id=event.id))
            for event in self._templates
            if access.may(Action.RUN, event.id)
        ]

    @property
    def today(self) -> str:
        """The day that is proposed for a new event."""
        return current_context().now().astimezone().date().isoformat()

    @property
    def is_reported(self) -> str:
        """The proposed answer whether a new event is reported: as the reader's last one; "no" without one."""
        own = (event.id for event in self._own if access.may(Action.RUN, event.id) and not event.summary.is_rehearsal)
        last = next(own, None)
        if last is None:
            return "no"
        context = current_context()
        state = as_league_event(context, last, context.tournaments.look(last).state)
        return "yes" if is_reported(state) else "no"

    @property
    def decklists(self) -> list[tuple[str, str]]:
        """How players may hand in lists."""
        return [(answer.value, gettext(words)) for answer, words in DECKLISTS.items()]

    @property
    def feed_url(self) -> str:
        """The address of the calendar of all events."""
        return f"{url_for('room.server_calendar', _external=True)}?language={language()}"

    @property
    def rule_sets(self) -> Iterable[tuple[EventRuleSet, LazyString]]:
        """The rule sets of a new event."""
        return RULE_SETS.items()


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
    """An event in the list: the day as in its summary, the address for the reader, and the words to search for."""

    name: str
    stage: str
    date: str | None
    place: str
    players: int
    url: str
    words: str


def _line(one: ListedTournament, url: str) -> EventLine:
    summary = one.summary
    return EventLine(
        name=summary.name,
        stage=stage_of(summary.stage),
        date=summary.date,
        place=summary.place,
        players=summary.played or summary.players,
        url=url,
        words=search_key(" ".join(filter(None, (summary.name, summary.place, summary.date, day_words(summary.date))))),
    )
