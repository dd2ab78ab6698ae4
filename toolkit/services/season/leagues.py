"""Leagues and ratings over the store: what is decided about a league, its table, and who is one person everywhere."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any

from toolkit.errors import Conflict, Invalid, ToolkitError
from toolkit.exchange.results.model import EventResults
from toolkit.exchange.results.reading import read_csv, write_csv
from toolkit.exchange.tournament_json import DamagedExport, json_of
from toolkit.files import not_expected
from toolkit.languages import N_, Message, NameOf
from toolkit.season import league_log
from toolkit.season.events import EventSource, RatingList, SeasonEvent, one_of_each, source_of_file
from toolkit.season.league_log import League
from toolkit.season.leagues import LeagueTable, LeagueWarning, score_league
from toolkit.season.persons import Circle, check_merge, parse_key
from toolkit.season.ratings import WINDOW, RatingTable, months_before, rate
from toolkit.season.rules import (
    LONGEST_NAME,
    PRESETS,
    BadRules,
    LeagueRules,
    PointsBy,
    number_json,
    parse_rules,
    parse_weight,
    rules_from,
    rules_json,
    rules_with,
    with_merges,
)
from toolkit.services.accounts import accounts
from toolkit.services.kernel.context import PERSONS, Context
from toolkit.services.kernel.roles import OFFICIALS, Role
from toolkit.services.kernel.unit_of_work import id_for
from toolkit.services.lifecycle import tournaments
from toolkit.services.season.events import (
    Running,
    asked_since,
    countable_streams,
    file_sources,
    finished_within,
    reported_streams,
    running_streams,
    season_of,
    stored_sources,
)
from toolkit.services.season.results import entered_or_here
from toolkit.services.season.work import LeagueWork, PersonsWork
from toolkit.storage import Stream, StreamNotFound
from toolkit.tournament.corrections import Consequence, ConsequenceKind
from toolkit.tournament.published import public_part
from toolkit.tournament.state import evolve
from toolkit.tournament.tournament import Tournament

FORMAT = "vtes-toolkit league"
VERSION = 1
_EXPECTED = Message("the export of a league")
_INSTEAD = Message("Choose the JSON file that the league was exported as.")


class NotPublicYet(Conflict):
    """An event of another organizer, which is not over."""

    code = "not_public"


class LeagueOfItself(Invalid):
    """A meta-league that is a part of itself, or of more than two levels."""

    code = "league_of_itself"


# Stateless: rules and files in, a table out


def named_rules(text: str, read: Callable[[str], bytes]) -> LeagueRules:
    """A preset by name, or the rules of a file."""
    return PRESETS[text] if text in PRESETS else parse_rules(read(text))


def score_files(rules: LeagueRules, files: Mapping[str, bytes], *, may_run: bool = False) -> LeagueTable:
    """The table over export files by name; the same files give the same table in whatever order.

    Raises:
        BadFile: a file is damaged, newer, or its event not over.
        TwoVersions: two logs of one event, neither of which goes on from the other.
        NoEvent: there is none.
    """
    _check_stands_alone(rules)
    return _table(rules, file_sources(files, may_run=may_run))


def _check_stands_alone(rules: LeagueRules) -> None:
    if any(isinstance(part, str) for part in rules.parts):
        raise BadRules(Message("The parts of a league of files are rules, not ids of leagues."))


def _table(
    rules: LeagueRules,
    sources: Iterable[EventSource],
    parts: Sequence[LeagueRules] | None = None,
    *,
    numbers: KnownNumbers | None = None,
    weights: Mapping[str, Fraction] = MappingProxyType({}),
) -> LeagueTable:
    """The table over these events; `weights` of single events by id."""
    sources = list(sources)
    chosen = one_of_each(sources)
    if chosen.conflicts:
        raise chosen.conflicts[0]
    circles = () if numbers is None else numbers.circles(chosen.events, rules.same_person)
    # Of two copies of an event, either may have the weight.
    by_identity = {source.event.identity: weights[source.event.id] for source in sources if source.event.id in weights}
    return score_league(rules, chosen.events, parts=parts, circles=circles, weights=by_identity)


# Leagues of the store


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedLeague:
    """A league of the store, as lists show it.

    Attributes:
        events: number of its events.
    """

    id: str
    name: str
    events: int


def list_leagues(context: Context) -> list[ListedLeague]:
    """Every league that was not deleted, by name."""
    leagues = [
        ListedLeague(id=stream.id, name=str(stream.summary["name"]), events=_size(context, stream))
        for stream in context.leagues.streams()
        if not stream.summary.get("is_deleted")
    ]
    return sorted(leagues, key=lambda league: (league.name.casefold(), league.id))


def _size(context: Context, stream: Stream) -> int:
    size = int(stream.summary["events"])
    if not stream.summary.get("takes"):
        return size
    return size + len(taken_events(context, stream.id, look(context, stream.id)))


def look(context: Context, id: str) -> League:
    """The current league.

    Raises:
        StreamNotFound: there is none of that id, or it was deleted.
    """
    league = context.leagues.look(id).state
    if league.is_deleted:
        raise StreamNotFound(Message("There is no league '%(name)s'.", name=id))
    return league


def as_league_event(context: Context, id: str, state: Tournament) -> Tournament:
    """The event as pages show it: one of a league without a number on the calendar is not reported.

    An answer whether it is reported stays.
    """
    settings = state.settings
    if settings.is_reported is not None or settings.vekn_event or not settings.is_sanctioned:
        return state
    if id not in _events_of_leagues(context):
        return state
    unreported = replace(settings, is_reported=False)
    return state.memo.once("as_league_event", lambda: evolve(state, configuration=unreported))


def _events_of_leagues(context: Context) -> frozenset[str]:
    """The events of all leagues. Each page of the console asks this, so leagues are read only after a change of one."""
    count = context.leagues.count()
    if context.league_events is None or context.league_events[0] != count:
        streams = [stream for stream in context.leagues.streams() if not stream.summary.get("is_deleted")]
        leagues = (context.leagues.look(stream.id, stream.head).state for stream in streams)
        context.league_events = count, frozenset(event for league in leagues for event in league.events)
    return context.league_events[1]


def event_names(context: Context, league: League) -> dict[str, NameOf]:
    """The names of the events that a league has or once had, by id; of each, id and whether it has results only."""
    ids = league.named_events
    streams = (stream for stream in every_event(context) if stream.id in ids)
    return {
        stream.id: NameOf(str(stream.summary["name"]), (stream.id, bool(stream.summary.get("is_results_only"))))
        for stream in streams
    }


def all_events(context: Context, id: str, league: League) -> list[str]:
    """The ids of the events of a league and of the leagues that are parts of it, each once."""
    leagues = {id: league, **_parts(context, league)}
    return list(dict.fromkeys(event for each, part in leagues.items() for event in own_events(context, each, part)))


def own_events(context: Context, id: str, league: League) -> list[str]:
    """The ids of the events of a league itself: those that were added, then those that it takes by its rules."""
    return [*league.events, *taken_events(context, id, league)]


def taken_events(context: Context, id: str, league: League) -> list[str]:
    """The finished events that a league takes by its rules alone: of that name, season and kind, and not removed.

    With accounts, an invented event must not come by itself: only those that count on this server, and those of
    which an organizer of the league is an official.
    """
    rules = league.rules
    if not rules.takes:
        return []
    is_trusted = _trusted(context, id)
    able = [
        stream.id
        for stream in countable_streams(context)
        if rules.takes_name(stream.summary["name"]) and rules.is_in_season(_day(stream)) and is_trusted(stream)
    ]
    ids = [event for event in able if event not in league.events and event not in league.removed]
    if rules.kinds is None:
        return ids
    sources, _ = season_of(context, ids)
    return [source.event.id for source in sources if source.event.kind in rules.kinds]


def _trusted(context: Context, id: str) -> Callable[[Stream], bool]:
    if asked_since(context) is None:
        return lambda _: True
    own, counts = _events_of_organizers(context, id) or frozenset(), counting(context)
    return lambda stream: stream.id in own or counts(stream)


def _day(stream: Stream) -> date | None:
    day = stream.summary.get("date")
    return date.fromisoformat(day) if day else None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventChoice:
    """An event that a league has or can have, as lists show it.

    Attributes:
        players: who played, or are registered while it is not over.
    """

    id: str
    name: str
    day: date | None
    place: str
    players: int
    is_running: bool
    is_results_only: bool


def chosen_events(context: Context, id: str, league: League) -> list[EventChoice]:
    """The events of a league itself, the latest first; an event that is here no more by its id."""
    streams = {stream.id: stream for stream in every_event(context)}
    ids = own_events(context, id, league)
    return _by_day([_choice(streams[event]) if event in streams else _gone(event) for event in ids])


def event_choices(context: Context, id: str, league: League, *, is_own: Callable[[str], bool]) -> list[EventChoice]:
    """The events that a league can be given, the latest first: finished ones, and running ones of one's own."""
    had = set(own_events(context, id, league))
    streams = [*countable_streams(context), *(stream for stream in running_streams(context) if is_own(stream.id))]
    return _by_day([_choice(stream) for stream in streams if stream.id not in had])


def _choice(stream: Stream) -> EventChoice:
    summary = stream.summary
    return EventChoice(
        id=stream.id,
        name=str(summary["name"]),
        day=_day(stream),
        place=str(summary.get("place", "")),
        players=summary.get("played") or summary["players"],
        is_running=summary["stage"] not in ("finished", "deleted"),
        is_results_only=bool(summary.get("is_results_only")),
    )


def _gone(id: str) -> EventChoice:
    return EventChoice(id=id, name=id, day=None, place="", players=0, is_running=False, is_results_only=False)


def _by_day(events: Iterable[EventChoice]) -> list[EventChoice]:
    return sorted(events, key=lambda event: (event.day or date.min, event.name, event.id), reverse=True)


def new_league(context: Context, name: str, rules: LeagueRules, *, by: str, key: str | None = None) -> str:
    """Make a league; its id. With the same key again, that of the one made before.

    Raises:
        BadLeague: it has no name.
        LeagueOfItself: a part of it has parts.
        StreamNotFound: a part of it is no league.
    """
    id = context.new_id() if key is None else id_for(("league", key))
    _check_parts(context, id, rules)
    work = LeagueWork(context=context, id=id, by=by, key=key)
    work.create(("new_league", name, rules), league_log.create(name, rules))
    return id


def set_rules(context: Context, id: str, rules: LeagueRules, *, by: str, name: str | None = None) -> League:
    """Give a league other rules.

    Raises:
        LeagueOfItself: it would be a part of itself, or have parts that have parts.
    """
    _check_parts(context, id, rules)
    return LeagueWork(context=context, id=id, by=by).change(league_log.change_rules, rules, name=name)


def set_some_rules(
    context: Context, id: str, changes: Mapping[str, Any], *, by: str, name: str | None = None
) -> League:
    """Set some rules of a league by name to JSON values, None for the usual one; the others stay.

    Raises:
        BadRules: a rule that is unknown or wrong; it is named.
        LeagueOfItself: it would be a part of itself, or have parts that have parts.
    """
    return set_rules(context, id, rules_with(look(context, id).rules, changes), by=by, name=name)


def _check_parts(context: Context, id: str, rules: LeagueRules) -> None:
    for part in rules.parts:
        if part == id:
            raise LeagueOfItself(Message("A league cannot be a part of itself."))
        if isinstance(part, str) and look(context, part).rules.parts:
            raise LeagueOfItself(Message("A part of a meta-league has no parts of its own: two levels at most."))
    if rules.parts:
        for other in context.leagues.streams():
            if other.id != id and id in context.leagues.look(other.id).state.rules.parts:
                raise LeagueOfItself(
                    Message("This league is a part of “%(name)s”: it has no parts itself.", name=other.summary["name"])
                )


def add_stored(context: Context, id: str, event: str, *, by: str, is_own: bool) -> League:
    """Let an event of the store be one of a league; it is followed as it changes.

    `is_own`: it is added by a person who may run it. Another event is added once it is over.

    Raises:
        StreamNotFound: there is no such event.
        NotPublicYet: another event, and not over.
    """
    if any(stream.id == event for stream in reported_streams(context)):
        return LeagueWork(context=context, id=id, by=by).change(league_log.add_event, event)
    state = context.tournaments.look(event).state
    is_public = state.is_finished and public_part(state).has_results and not state.settings.is_rehearsal
    if not (is_own or is_public):
        raise NotPublicYet(Message("Only an organizer of this event can add it before it is finished."))
    return LeagueWork(context=context, id=id, by=by).change(league_log.add_event, event)


def remove_event(context: Context, id: str, event: str, *, by: str) -> League:
    """Let an event be none of a league, also one that it takes by its rules.

    Raises:
        NoSuchEntry: it has no such event.
    """
    taken = taken_events(context, id, look(context, id))
    return LeagueWork(context=context, id=id, by=by).change(league_log.remove_event, event, taken=taken)


def weigh_event(context: Context, id: str, event: str, weight: Fraction | None, *, by: str) -> League:
    """Multiply the points of an event of a league; None for the weight of its kind.

    Raises:
        NoSuchEntry: it has no such event.
        BadLeague: it has no points.
    """
    others = all_events(context, id, look(context, id))
    return LeagueWork(context=context, id=id, by=by).change(league_log.weigh_event, event, weight, taken=others)


def add_file(context: Context, id: str, name: str, content: bytes, *, by: str) -> str | None:
    """Let the event of an export be one of a league; its id where it is new in the store, else None.

    Raises:
        BadFile: damaged, newer, or not over.
        TwoVersions: the store has another version of the event.
    """
    event, is_new = _add_file(context, id, name, content, by=by)
    return event if is_new else None


def _add_file(context: Context, id: str, name: str, content: bytes, *, by: str) -> tuple[str, bool]:
    """The id of the event of an export that is added, and whether it is new in the store."""
    look(context, id)
    source = source_of_file(name, content)
    copies = _stored_copies(context, source)
    chosen = one_of_each([*copies, source])
    if chosen.conflicts:
        raise chosen.conflicts[0]
    stored, made = chosen.sources[0].event.id, None
    if not stored:
        made = tournaments.import_tournament(context, content, key=hashlib.sha256(content).hexdigest())
    event = made.id if made else stored
    # The longer log takes the place of the shorter ones, which stay in the store.
    shorter = [source.event.id for source in copies if source.event.id != event]
    work = LeagueWork(context=context, id=id, by=by)
    work.change(league_log.replace_events, shorter, event, file=name[:LONGEST_NAME])
    return event, made is not None and not made.is_repeat


def _stored_copies(context: Context, source: EventSource) -> list[EventSource]:
    """The event of a file as far as the store has it already."""
    alike = [
        stream.id
        for stream in context.tournaments.streams()
        if stream.summary.get("name") == source.event.name and stream.summary.get("stage") == "finished"
    ]
    stored, _ = season_of(context, alike)
    return [copy for copy in stored if copy.event.identity == source.event.identity]


def table_of(context: Context, id: str, *, running: Running = Running.REFUSED) -> LeagueTable:
    """The current table of a league; the same one while nothing of it has changed.

    Raises:
        NoEvent: it has none.
        NotFinished: an event is not over, and such are refused.
        TwoVersions: two of its events are versions of one.
    """
    league, own = look(context, id), _events_of_organizers(context, id)
    version = _version(context, id, league, own)
    kept = context.league_tables.get((id, running))
    if kept is not None and kept[0] == version:
        return kept[1]
    table = _table_of(context, id, league, own, running=running)
    context.league_tables.keep((id, running), (version, table))
    return table


def _version(context: Context, id: str, league: League, own: frozenset[str] | None) -> tuple[object, ...]:
    parts, ids = _parts(context, league), all_events(context, id, league)
    heads = context.store.heads([*ids, PERSONS])
    return league.number, *(part.number for part in parts.values()), *sorted(heads.items()), own


def version_of(context: Context, id: str) -> str:
    """The version of a league with its table: another one after each change of it or of one of its events."""
    league, own = look(context, id), _events_of_organizers(context, id)
    version = (*_version(context, id, league, None), *sorted(own or ()))
    return hashlib.sha256(repr(version).encode()).hexdigest()[:16]


def moved_places(context: Context, id: str, before: Tournament, after: Tournament) -> Iterator[Consequence]:
    """The places in the leagues of an event that are others when it is corrected."""
    for listed in list_leagues(context):
        league = look(context, listed.id)
        if id not in all_events(context, listed.id, league):
            continue
        own = _events_of_organizers(context, listed.id)
        try:
            old, new = (
                _table_of(context, listed.id, league, own, running=Running.COUNTED, instead={id: state})
                for state in (before, after)
            )
        except ToolkitError:  # it has no table, for another of its events
            continue
        yield from _moved_lines(listed, old, new, is_decisive=before.is_finished)


def _moved_lines(
    league: ListedLeague, before: LeagueTable, after: LeagueTable, *, is_decisive: bool
) -> Iterator[Consequence]:
    old = {line.person.id: line.rank for line in before.lines}
    for line in after.lines:
        rank, was = line.rank, old.get(line.person.id)
        if was is None or rank is None or was == rank:
            continue
        yield Consequence(
            what=ConsequenceKind.LEAGUE,
            sentence=Message(
                "%(league)s: %(name)s on place %(number)s, before %(other)s.",
                league=league.name,
                name=line.person.name,
                number=rank,
                other=was,
            ),
            before=was,
            after=rank,
            league=league.id,
            is_decisive=is_decisive,
        )


def _parts(context: Context, league: League) -> dict[str, League]:
    return {part: look(context, part) for part in league.rules.parts if isinstance(part, str)}


def _events_of_organizers(context: Context, id: str) -> frozenset[str] | None:
    """The events of which an organizer of the league is an official; None for a league of the administrators' alone."""
    if asked_since(context) is None:
        return None
    organizers = [account for account, role in accounts.members(context, id) if role is Role.ORGANIZER]
    if all(account.is_admin for account in organizers):
        return None
    roles = (accounts.roles_of(context, account) for account in organizers)
    return frozenset(event for by_event in roles for event, role in by_event.items() if role in OFFICIALS)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNumbers:
    """The events whose VEKN numbers join the lines of a league that is not the administrators'.

    Other events are joined by name: a number that an organizer enters must not find its owner.

    Attributes:
        own: ids of events of which an organizer of the league is an official.
        counted: ids of events that count on this server.
        merges: who is one person on the whole server; among the counted events everybody sees that.
    """

    own: frozenset[str]
    counted: frozenset[str]
    merges: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, context: Context, own: frozenset[str]) -> KnownNumbers:
        """Those of a league whose organizers have these events."""
        counted = frozenset(stream.id for stream in filter(counting(context), every_event(context)))
        return cls(own=own, counted=counted, merges=store_merges(context))

    def circles(self, events: Iterable[SeasonEvent], merges: tuple[tuple[str, ...], ...]) -> list[Circle]:
        """The circles of a league's events; the first one is the organizers', with the league's own merges."""
        own, counted, others = set[str](), set[str](), []
        for event in events:
            if event.id in self.own:
                own.add(event.identity)
            if event.id in self.counted:
                counted.add(event.identity)
            if event.id not in self.own | self.counted:
                others.append(Circle(events=frozenset({event.identity})))
        shared = Circle(events=frozenset(counted), merges=self.merges)
        return [Circle(events=frozenset(own), merges=merges), shared, *others]


def _table_of(
    context: Context,
    id: str,
    league: League,
    known: frozenset[str] | None,
    *,
    running: Running,
    instead: Mapping[str, Tournament] = MappingProxyType({}),
) -> LeagueTable:
    """The table of a league now; `known` are its organizers' events, or None for the administrators'."""
    numbers = None if known is None else KnownNumbers.of(context, known)
    rules = with_merges(league.all_rules, store_merges(context)) if known is None else league.all_rules
    parts = _parts(context, league)
    sources = partial(stored_sources, context, running=running, instead=instead)
    if not parts:
        return _table(rules, sources(own_events(context, id, league)), numbers=numbers, weights=league.weights)
    # What is an event of a part is said by its rules; the league's own events count by its own alone.
    within = [
        source
        for part_id, part in parts.items()
        for source in _counting(part.all_rules, sources(own_events(context, part_id, part)))
    ]
    inner = tuple(part for part in rules.parts if isinstance(part, LeagueRules))
    own = sources(own_events(context, id, league))
    rules = replace(rules, parts=inner) if inner else rules
    return _table(rules, [*within, *own], parts=inner, numbers=numbers, weights=league.weights)


def _counting(rules: LeagueRules, sources: Sequence[EventSource]) -> list[EventSource]:
    """Those of a part that count by its rules."""
    events = score_league(rules, [source.event for source in sources]).events if sources else ()
    counts = {event.event.identity for event in events if event.why_not is None}
    return [source for source in sources if source.event.identity in counts]


def table_or_none(
    context: Context, id: str, *, running: Running = Running.PUBLIC
) -> tuple[LeagueTable | None, ToolkitError | None]:
    """The table, or why there is none: for pages that show the rest all the same."""
    try:
        return table_of(context, id, running=running), None
    except StreamNotFound:
        raise
    except ToolkitError as error:
        return None, error


def merge_in_league(context: Context, id: str, one: str, other: str, *, by: str) -> League:
    """Let two keys be one person in a league.

    Raises:
        BadPerson: a key is none.
        BadMerge: they are one person already, or played in the same event.
    """
    keys = parse_key(one), parse_key(other)
    table, _ = table_or_none(context, id, running=Running.COUNTED)
    if table is not None:
        events = [entry.event for entry in table.events]
        # A merge that the server alone made is no reason: the answer would tell of it.
        circles = [*table.circles[:1], *(replace(circle, merges=()) for circle in table.circles[1:])]
        check_merge(events, *keys, table.rules.same_person, circles=circles)
    return LeagueWork(context=context, id=id, by=by).change(league_log.merge, keys)


# Who is one person in the whole store


def store_persons(context: Context) -> League:
    """The log of what is decided for the whole store: merges, and which events the ratings count."""
    try:
        return context.persons.look(PERSONS).state
    except StreamNotFound:
        return League()


def store_merges(context: Context) -> tuple[tuple[str, ...], ...]:
    """Groups of keys of one person each."""
    return store_persons(context).merges


def merge_persons(context: Context, one: str, other: str, *, by: str) -> League:
    """Let two keys be one person everywhere.

    Raises:
        BadPerson: a key is none.
        BadMerge: they are one person already, or played in the same event.
    """
    keys = parse_key(one), parse_key(other)
    sources, _ = season_of(context)
    check_merge([source.event for source in sources], *keys, store_merges(context))
    return PersonsWork(context=context, id=PERSONS, by=by).change(league_log.merge, keys)


def undo_merge(context: Context, number: int | None = None, *, by: str, key: str | None = None) -> League:
    """Take a merge back, the last one when none is named; with the same key again nothing more.

    Raises:
        NoSuchEntry: there is none.
    """
    return PersonsWork(context=context, id=PERSONS, by=by, key=key).change(league_log.undo, number)


# Ratings


def ratings(context: Context, *, on: date, list: RatingList) -> tuple[RatingTable, tuple[LeagueWarning, ...]]:
    """A rating list on a day, of the store's events; and which of them could not be used as they are."""
    # Of thirty years only the window is read.
    window = finished_within(context, months_before(on, WINDOW), on)
    ids = [stream.id for stream in filter(counting(context), window)]
    heads = context.store.heads([*ids, PERSONS])
    version = (on, tuple(sorted(heads.items())))
    kept = context.rating_tables.get(list)
    if kept is not None and kept[0] == version:
        return kept[1]
    sources, errors = season_of(context, ids)
    made = rate_sources(sources, errors, on=on, list=list, merges=store_merges(context))
    return context.rating_tables.keep(list, (version, made))[1]


def counting(context: Context) -> Callable[[Stream], bool]:
    """Whether an event counts on this server: as the administrator decided, else where no decision is needed.

    The ratings take no other, and only such an event opens the histories of its players to its officials.
    """
    decided, since = store_persons(context), asked_since(context)

    def counts(stream: Stream) -> bool:
        is_accepted = since is None or stream.created < since or stream.id in decided.events
        return is_accepted and stream.id not in decided.removed

    return counts


def all_count(context: Context, ids: Iterable[str]) -> bool:
    """Whether all of these events count on this server."""
    return {stream.id for stream in filter(counting(context), every_event(context))}.issuperset(ids)


def every_event(context: Context) -> list[Stream]:
    """Every event of the store, whole or by its results only."""
    return [*context.tournaments.streams(), *reported_streams(context)]


def count_event(context: Context, id: str, *, counts: bool = True, by: str) -> None:
    """Let the ratings count an event, or leave it out.

    Raises:
        StreamNotFound: there is no such event.
    """
    if all(stream.id != id for stream in reported_streams(context)):
        context.tournaments.stream(id)
    PersonsWork(context=context, id=PERSONS, by=by).change(league_log.count_event, id, counts=counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class RatableEvent:
    """An event that the administrator can count; `counts` whether it does."""

    id: str
    name: str
    date: str | None
    players: int
    counts: bool
    is_results_only: bool = False


def ratable_events(context: Context, *, on: date) -> list[RatableEvent]:
    """The window's finished events up to a day, and every event that is not over, the newest first; no rehearsals."""
    counts = counting(context)
    events = [
        RatableEvent(
            id=stream.id,
            name=stream.summary["name"],
            date=stream.summary["date"],
            players=stream.summary.get("played") or stream.summary["players"],
            counts=counts(stream),
            is_results_only=bool(stream.summary.get("is_results_only")),
        )
        for stream in (*running_streams(context), *finished_within(context, months_before(on, WINDOW), on))
    ]
    return sorted(events, key=lambda event: (event.date or "", event.name), reverse=True)


def rate_sources(
    sources: Sequence[EventSource],
    errors: Sequence[ToolkitError] = (),
    *,
    on: date,
    list: RatingList,
    merges: Iterable[Iterable[str]] = (),
) -> tuple[RatingTable, tuple[LeagueWarning, ...]]:
    """A rating list of events from wherever; `errors` are of those that could not be read."""
    chosen = one_of_each(sources)
    problems = [*errors, *chosen.conflicts]
    warnings = tuple(LeagueWarning(code=error.code, sentence=error.message) for error in problems)
    return rate(chosen.events, on=on, list=list, merges=merges), warnings


# A league as a file


def export_league(context: Context, id: str) -> str:
    """A league with its rules, its merges and its events' exports: JSON with a checksum, the same for the same league.

    Raises:
        StreamNotFound: there is none.
        BadRules: its parts are other leagues, which no file of it has.
    """
    league = look(context, id)
    _check_stands_alone(league.rules)
    reported = {stream.id for stream in reported_streams(context)}
    ids = own_events(context, id, league)
    whole = [event for event in ids if event not in reported]
    events = [json.loads(tournaments.export_tournament(context, event, is_reported=False)) for event in whole]
    by_results = [write_csv(results) for event in ids if (results := _results_of(context, event, reported))]
    in_order = [*whole, *(event for event in ids if event in reported)]
    # By the place in the two lists of events, from 1.
    weights = {
        str(place): number_json(league.weights[event])
        for place, event in enumerate(in_order, start=1)
        if event in league.weights
    }
    content = {
        "format": FORMAT,
        "version": VERSION,
        "league": league.name,
        "rules": rules_json(league.rules),
        "merges": [list(keys) for keys in league.merges],
        "events": events,
        **({"results": by_results} if by_results else {}),
        **({"weights": weights} if weights else {}),
    }
    checksum = _checksum(content)
    return json.dumps({**content, "checksum": checksum}, ensure_ascii=False, indent=1) + "\n"


def _results_of(context: Context, event: str, reported: Collection[str]) -> EventResults | None:
    return context.results.look(event).state.results if event in reported else None


def import_league(context: Context, content: bytes, *, by: str) -> str:
    """A league from such a file, its events brought into the store unless they are there; its id.

    Of parts only those that are rules are taken: another store's leagues are not here.

    Raises:
        DamagedExport: not such a file, or altered.
        BadFile: an event in it is damaged.
    """
    loaded = json_of(content, _EXPECTED, _INSTEAD)
    try:
        checksum = loaded.pop("checksum")
        is_whole = loaded["format"] == FORMAT and checksum == _checksum(loaded)
        name, events, merges = loaded["league"], loaded["events"], loaded["merges"]
        rules = loaded["rules"]
        by_results = [read_csv(text) for text in loaded.get("results", ())]
        weights = {int(place): parse_weight(str(weight)) for place, weight in loaded.get("weights", {}).items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DamagedExport(not_expected(N_("JSON of something else"), _EXPECTED).sentence(_INSTEAD)) from error
    if not is_whole:
        raise DamagedExport(
            Message(
                "This export was changed after it was written: its content does not fit its checksum. Export it again."
            )
        )
    read = rules_from(rules)
    parts = tuple(part for part in read.parts if isinstance(part, LeagueRules))
    files = [(f"event {place}", json.dumps(event).encode()) for place, event in enumerate(events, start=1)]
    file_sources(files)  # all of them are sound before anything is written
    id = new_league(context, name, replace(read, parts=parts), by=by)
    added = [_add_file(context, id, label, file, by=by)[0] for label, file in files]
    for results in by_results:
        event = entered_or_here(context, results, by=by, key=hashlib.sha256(write_csv(results).encode()).hexdigest())
        LeagueWork(context=context, id=id, by=by).change(league_log.add_event, event)
        added.append(event)
    # An order by score has no use for the weights that the league had before.
    for place, event in enumerate(added if read.points is not PointsBy.SCORE else (), start=1):
        if (weight := weights.get(place)) is not None:
            weigh_event(context, id, event, weight, by=by)
    for keys in merges:
        LeagueWork(context=context, id=id, by=by).change(league_log.merge, keys)
    return id


def _checksum(content: Mapping[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
