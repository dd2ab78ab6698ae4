"""`/api/v1/leagues`, `/api/v1/ratings` and `/api/v1/persons`: what lies over single events, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request
from marshmallow import Schema, fields

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.languages.days import read_day
from toolkit.schemas.derived import schema_of
from toolkit.schemas.form_fields import DayField
from toolkit.season import league_log
from toolkit.season.events import RatingList
from toolkit.season.rules import (
    PRESETS,
    BadRules,
    number_json,
    parse_weight,
    rules_from,
    rules_json,
    without_persons,
)
from toolkit.season.views import LeagueView, RatingView
from toolkit.season.views import show_league as league_view
from toolkit.season.views import show_ratings as ratings_view
from toolkit.services.kernel.roles import Action
from toolkit.services.season import leagues
from toolkit.services.season.events import Running
from toolkit.services.season.persons import Forgotten, PersonView
from toolkit.services.season.persons import forget_person as forget_everywhere
from toolkit.services.season.work import LeagueWork
from toolkit.web.api.tournaments import refuses
from toolkit.web.base.access import author, author_of_new, count_new_event, may, may_administer, own
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.security import csrf
from toolkit.web.base.stores import current_context
from toolkit.web.season.seasons import add_export, history_for_asker, running_seen, sees_numbers, table_for_asker

api = ApiBlueprint(
    "api_seasons",
    "seasons",
    url_prefix="/api/v1",
    description="Manage leagues, ratings and persons over many events. Everyone can read the tables.",
)
# A change asks for the form's token by itself when a cookie opened it (toolkit.web.base.access).
csrf.exempt(api)


class BadSeasonQuery(Invalid):
    """A query that names no list or no day."""

    code = "bad_query"


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeLeagueView:
    """A league that was made."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedLeaguesView:
    """Every league."""

    leagues: tuple[leagues.ListedLeague, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueEntryView:
    """An entry of a league's log; `undone` for one that does not count."""

    number: int
    at: str
    by: str
    sentence: str
    undone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueStateView:
    """A league: its rules by name as far as they are not the usual ones, the ids of its events, its log.

    Log and merged persons are for its organizers: both name VEKN numbers.

    Attributes:
        events: ids of its events.
        taken: ids of the finished events that it takes by its rule `takes`.
        weights: the factor of the points of single events, by id.
    """

    id: str
    name: str
    rules: Mapping[str, Any]
    events: tuple[str, ...]
    taken: tuple[str, ...]
    weights: Mapping[str, float]
    entries: tuple[LeagueEntryView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonMergesView:
    """Who is one person in the whole store: the keys of each, and the log of what was decided."""

    merges: tuple[tuple[str, ...], ...]
    entries: tuple[LeagueEntryView, ...]


class LeagueQuerySchema(Schema):
    """The events that a league's table counts."""

    running = fields.String(metadata={"description": "`1` counts the complete rounds of running events, too."})


class RatingQuerySchema(Schema):
    """The rating list, and its day."""

    list_ = fields.Enum(
        RatingList,
        by_value=True,
        data_key="list",
        metadata={"description": "The rating list. Default: `constructed_onsite`."},
    )
    on = DayField(metadata={"description": "The day of the list. Default: today."})


class LeagueSent(Schema):
    """A new league: a preset's name, or rules by name."""

    name = fields.String(required=True)
    preset = fields.String(load_default="rtp")
    rules = fields.Dict(load_default=dict)


class RulesSent(Schema):
    """The rules of a league by name; what is left out is as usual."""

    rules = fields.Dict(required=True)
    name = fields.String(
        load_default=None, allow_none=True, metadata={"description": "A new name; null keeps the old one."}
    )


class EventSent(Schema):
    """An event of the store by its id, or the whole export of one."""

    event = fields.String(load_default="")
    export = fields.Dict(load_default=None, allow_none=True)


class WeightSent(Schema):
    """The factor of an event's points."""

    weight = fields.Float(
        required=True, allow_none=True, metadata={"description": "A number above 0; null for the weight of its kind."}
    )


class MergeSent(Schema):
    """Two keys of one person: a VEKN number, or `name:` and a name."""

    one = fields.String(required=True)
    other = fields.String(required=True)


class UndoSent(Schema):
    """The number of an entry; without one the last that counts."""

    entry = fields.Integer(load_default=None, allow_none=True)


@api.route("/leagues", methods=["GET"])
@api.response(200, schema_of(ListedLeaguesView))
def list_leagues() -> ListedLeaguesView:
    """List all leagues of this server."""
    return ListedLeaguesView(leagues=tuple(leagues.list_leagues(current_context())))


@api.route("/leagues", methods=["POST"])
@refuses(403, 422)
@api.arguments(LeagueSent, as_kwargs=True)
@api.response(201, schema_of(MadeLeagueView))
def create_league(*, name: str, preset: str, rules: Mapping[str, Any]) -> MadeLeagueView:
    """Create a league."""
    if preset not in PRESETS:
        raise BadRules(Message("There is no rule “%(name)s”.", name=preset[:40]), code="unknown_rule")
    parsed = rules_from({**rules_json(PRESETS[preset]), **rules})
    count_new_event()
    id = leagues.new_league(current_context(), name, parsed, by=author_of_new())
    own(id)
    return MadeLeagueView(id=id)


def _state(id: str) -> LeagueStateView:
    context = current_context()
    league = leagues.look(context, id)
    may_edit = may(Action.RUN, id)
    return LeagueStateView(
        id=id,
        name=league.name,
        rules=rules_json(league.rules if may_edit else without_persons(league.rules)),
        events=tuple(league.events),
        taken=tuple(leagues.taken_events(context, id, league)),
        weights={event: number_json(weight) for event, weight in league.weights.items()},
        entries=_entries(league, leagues.event_names(context, league)) if may_edit else (),
    )


def _entries(league: league_log.League, names: Mapping[str, str] | None = None) -> tuple[LeagueEntryView, ...]:
    return tuple(
        LeagueEntryView(
            number=entry.number,
            at=entry.at.isoformat(),
            by=entry.by,
            sentence=str(league_log.describe(league, entry.fact, names)),
            undone=entry.number in league.undone,
        )
        for entry in league.log
    )


@api.route("/leagues/<id>", methods=["GET"])
@refuses(404)
@api.response(200, schema_of(LeagueStateView))
def show_league(id: str) -> LeagueStateView:
    """Show a league's rules and events.

    The log is for its organizers only.
    """
    return _state(id)


@api.route("/leagues/<id>/standings", methods=["GET"])
@refuses(404, 409, 422)
@api.response(200, schema_of(LeagueView))
@api.doc(parameters=[{"in": "query", "schema": LeagueQuerySchema}])
def show_league_standings(id: str) -> LeagueView:
    """Show the table of a league.

    `?running=1` counts the complete rounds of running events; for other people than their officials, of those with
    public standings.
    """
    context = current_context()
    league = leagues.look(context, id)
    is_asked = request.args.get("running", "") not in ("", "0")
    table = table_for_asker(id, league, running_seen(id, league) if is_asked else Running.REFUSED)
    return league_view(table, name=league.name, with_numbers=sees_numbers(id, league))


@api.route("/leagues/<id>/rules", methods=["PUT"])
@refuses(403, 404, 409, 422)
@api.arguments(RulesSent, as_kwargs=True)
@api.response(200, schema_of(LeagueStateView))
def change_league_rules(*, id: str, rules: Mapping[str, Any], name: str | None) -> LeagueStateView:
    """Change the rules of a league."""
    leagues.set_rules(current_context(), id, rules_from(rules), by=author(id), name=name)
    return _state(id)


@api.route("/leagues/<id>/rules", methods=["PATCH"])
@refuses(403, 404, 409, 422)
@api.arguments(RulesSent, as_kwargs=True)
@api.response(200, schema_of(LeagueStateView))
def set_league_rules(*, id: str, rules: Mapping[str, Any], name: str | None) -> LeagueStateView:
    """Set some rules of a league; the others stay, and null resets one to its default."""
    leagues.set_some_rules(current_context(), id, rules, by=author(id), name=name)
    return _state(id)


@api.route("/leagues/<id>/events", methods=["POST"])
@refuses(403, 404, 409, 422)
@api.arguments(EventSent, as_kwargs=True)
@api.response(200, schema_of(LeagueStateView))
def add_league_event(*, id: str, event: str, export: Mapping[str, Any] | None) -> LeagueStateView:
    """Add an event to a league.

    It is an event of this server, or an export, which is then stored here.
    """
    if export is not None:
        content = json.dumps(export, ensure_ascii=False).encode("utf-8", "surrogatepass")
        add_export(id, "export", content, author(id))
    else:
        leagues.add_stored(current_context(), id, event, by=author(id), is_own=may(Action.RUN, event))
    return _state(id)


@api.route("/leagues/<id>/events/<event>", methods=["DELETE"])
@refuses(403, 404, 409)
@api.response(200, schema_of(LeagueStateView))
def remove_league_event(id: str, event: str) -> LeagueStateView:
    """Remove an event from a league.

    The event itself is kept.
    """
    leagues.remove_event(current_context(), id, event, by=author(id))
    return _state(id)


@api.route("/leagues/<id>/events/<event>/weight", methods=["PUT"])
@refuses(403, 404, 409, 422)
@api.arguments(WeightSent, as_kwargs=True)
@api.response(200, schema_of(LeagueStateView))
def weigh_league_event(*, id: str, event: str, weight: float | None) -> LeagueStateView:
    """Set how much an event of a league counts: its points are multiplied by the weight."""
    number = parse_weight("" if weight is None else str(weight))
    leagues.weigh_event(current_context(), id, event, number, by=author(id))
    return _state(id)


@api.route("/leagues/<id>/merges", methods=["POST"])
@refuses(403, 404, 409, 422)
@api.arguments(MergeSent, as_kwargs=True)
@api.response(200, schema_of(LeagueStateView))
def merge_in_league(*, id: str, one: str, other: str) -> LeagueStateView:
    """Merge two players in a league."""
    leagues.merge_in_league(current_context(), id, one, other, by=author(id))
    return _state(id)


@api.route("/leagues/<id>/undo", methods=["POST"])
@refuses(403, 404, 422)
@api.arguments(UndoSent, as_kwargs=True)
@api.response(200, schema_of(LeagueStateView))
def undo_league_change(*, id: str, entry: int | None) -> LeagueStateView:
    """Undo an entry of a league, or restore it."""
    _work(id).change(league_log.undo, entry)
    return _state(id)


@api.route("/leagues/<id>", methods=["DELETE"])
@refuses(403, 404)
@api.response(204)
def delete_league(id: str) -> None:
    """Delete a league (its events are kept)."""
    _work(id).change(league_log.delete)


def _work(id: str) -> LeagueWork:
    return LeagueWork(context=current_context(), id=id, by=author(id))


@api.route("/ratings", methods=["GET"])
@refuses(422)
@api.response(200, schema_of(RatingView))
@api.doc(parameters=[{"in": "query", "schema": RatingQuerySchema}])
def show_ratings() -> RatingView:
    """Show a rating list.

    `?list=constructed_onsite` (or `_online`, `limited_…`), `?on=2026-11-22`.
    """
    named, day = request.args.get("list", RatingList.CONSTRUCTED_ONSITE.value), request.args.get("on", "")
    try:
        list_of = RatingList(named)
        on = read_day(day) if day else current_context().now().date()
    except ValueError as error:
        raise BadSeasonQuery(Message("There is no such list, or no such day.")) from error
    table, _ = leagues.ratings(current_context(), on=on, list=list_of)
    return ratings_view(table, with_numbers=may_administer())


@dataclass(frozen=True, slots=True, kw_only=True)
class RatableEventsView:
    """The events that the administrator can count, the newest first."""

    events: tuple[leagues.RatableEvent, ...]


class CountedSent(Schema):
    """Whether the ratings count an event."""

    counts = fields.Boolean(required=True)


def _ratable() -> RatableEventsView:
    context = current_context()
    return RatableEventsView(events=tuple(leagues.ratable_events(context, on=context.now().date())))


@api.route("/ratings/events", methods=["GET"])
@refuses(403)
@api.response(200, schema_of(RatableEventsView))
def list_ratable_events() -> RatableEventsView:
    """List the events of the ratings' window and running ones, and whether they count; for the administrator."""
    return _ratable()


@api.route("/ratings/events/<event>", methods=["PUT"])
@refuses(403, 404, 422)
@api.arguments(CountedSent, as_kwargs=True)
@api.response(200, schema_of(RatableEventsView))
def rate_event(*, event: str, counts: bool) -> RatableEventsView:
    """Set whether the ratings count an event.

    For the administrator.
    """
    leagues.count_event(current_context(), event, counts=counts, by=author_of_new())
    return _ratable()


@api.route("/persons/<key>", methods=["GET"])
@refuses(403, 404, 422)
@api.response(200, schema_of(PersonView))
def show_person(key: str) -> PersonView:
    """Show the events of a person.

    For officials of one of them. On a server with accounts this event must count.
    """
    return history_for_asker(key)


@api.route("/persons/<key>/forget", methods=["POST"])
@refuses(403, 404, 422)
@api.response(200, schema_of(Forgotten))
def forget_person(key: str) -> Forgotten:
    """Forget a person in every event, for good.

    Removes everything that identifies them. Results are kept. Requires an administrator.
    """
    return forget_everywhere(current_context(), key, by=author_of_new())


def _merges() -> PersonMergesView:
    persons = leagues.store_persons(current_context())
    names = leagues.event_names(current_context(), persons)
    return PersonMergesView(merges=persons.merges, entries=_entries(persons, names))


@api.route("/persons/merges", methods=["GET"])
@refuses(403)
@api.response(200, schema_of(PersonMergesView))
def list_merges() -> PersonMergesView:
    """List all merges of persons.

    For the administrator.
    """
    return _merges()


@api.route("/persons/merges", methods=["POST"])
@refuses(403, 422)
@api.arguments(MergeSent, as_kwargs=True)
@api.response(200, schema_of(PersonMergesView))
def merge_persons(*, one: str, other: str) -> PersonMergesView:
    """Merge two persons in every league and rating.

    For the administrator. No event is changed.
    """
    leagues.merge_persons(current_context(), one, other, by=author_of_new())
    return _merges()


@api.route("/persons/merges/undo", methods=["POST"])
@refuses(403, 404, 422)
@api.arguments(UndoSent, as_kwargs=True)
@api.response(200, schema_of(PersonMergesView))
def undo_merge(*, entry: int | None) -> PersonMergesView:
    """Undo a merge, or restore it."""
    leagues.undo_merge(current_context(), entry, by=author_of_new())
    return _merges()
