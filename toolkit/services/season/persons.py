"""A person over all events of the store: what they played, where they sat, whom they met; and forgetting them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from types import EllipsisType

from toolkit.cards import CardDatabase
from toolkit.errors import NotFound
from toolkit.languages import Message
from toolkit.scoring import Halves, victory_points_number
from toolkit.season.events import EventSource, RatingList, SeasonResult, one_of_each
from toolkit.season.leagues import LeagueLine, LeagueTable
from toolkit.season.persons import (
    BY_NAME,
    PeopleOfEvents,
    Person,
    PublicPerson,
    folded_name,
    key_of,
    keys_of,
    parse_key,
    people_of,
)
from toolkit.season.ratings import Rated
from toolkit.season.statistics import PlayedSeat
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.services.lifecycle.forgetting import (
    forget_keys,
    forget_named,
    keys_of_named,
    known_keys,
    mentioned_keys,
    remember_forgotten,
    withdrawn_name,
    withdrawn_number,
)
from toolkit.services.season.events import Running, ids_with, reported_streams, season_of
from toolkit.services.season.leagues import (
    ListedLeague,
    all_events,
    counting,
    list_leagues,
    look,
    ratings,
    store_merges,
    table_or_none,
)
from toolkit.services.season.person_codes import PersonCodes, find_person
from toolkit.services.season.statistics import counted_games
from toolkit.tournament import Tournament
from toolkit.tournament.forgetting import LoggedPerson, lists_stay_until, named_in, waits_until
from toolkit.tournament.games import games_of
from toolkit.tournament.published import public_part
from toolkit.tournament.state import Player, State


class UnknownPerson(NotFound):
    """No person of that key has played in a finished event."""

    code = "unknown_person"


class EventNotCounted(NotFound):
    """An event that does not count on this server opens no history."""

    code = "event_not_counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class SatView:
    """The seat of a person in a round; the final has number 0."""

    round: int
    table: int
    seat: int
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeckView:
    """A list that all may see; `round` is 0 for the one of all rounds.

    Attributes:
        round: its round, from 1; 0 for the one of all rounds.
        name: name of the deck.
    """

    round: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEventView:
    """An event of a person.

    Attributes:
        place: the place; null after a disqualification.
        points: points by the rating rule; `rated` says whether it counts there.
        source: `results` for an event by its results only, whose seats and opponents are not known.
    """

    id: str
    name: str
    date: str | None
    players: int
    number: int
    place: int | None
    game_wins: int
    victory_points: float
    finalist: bool
    points: int
    rated: bool
    why: str
    sat: tuple[SatView, ...]
    decks: tuple[PlayedDeckView, ...]
    source: str | EllipsisType = ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MetView:
    """A person who shared tables with another; `person` is null for all but the administrator.

    Attributes:
        page: code of their public page; "" without one.
    """

    person: str | None
    name: str
    games: int
    page: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """A person over the events that are over, the latest first.

    Attributes:
        keys: keys of the person; several after a merge.
    """

    person: str
    keys: tuple[str, ...]
    name: str
    vekn: str
    country: str
    events: tuple[PlayedEventView, ...]
    met: tuple[MetView, ...]


def history_of(
    context: Context,
    key: str,
    *,
    is_official: Callable[[str], bool] | None = None,
    with_numbers: bool = True,
) -> PersonView:
    """The events of a person, with the public part of each.

    `is_official`: whether the asker is an official of an event; None for the administrator, who reads every history.
    `with_numbers`: whether others' numbers are shown.

    Raises:
        BadPerson: no key.
        EventNotCounted: the asker is an official of theirs in events alone that do not count on this server.
        UnknownPerson: they played in no event that is over, or the asker is an official of none of theirs.
    """
    wanted = parse_key(key)
    merges = store_merges(context)
    keys = next((group for group in merges if wanted in group), (wanted,))
    sources = _sources_of(context, keys)
    chosen = one_of_each(sources)
    people = people_of(chosen.events, merges)
    person = people.by_key.get(wanted)
    opens = _opening(context, is_official)
    theirs = [] if person is None else _named_by(context, chosen.sources, people, person, opens)
    if person is None or not theirs:
        raise _closed(context, wanted, is_official)
    events: list[PlayedEventView] = []
    met: Counter[str] = Counter()
    for source in reversed(chosen.sources):
        for result in source.event.results:
            if people.person(source.event, result).key == person.key:
                state = source.tournament() if source.tournament else None
                events.append(_played(source, result, state))
                if state is not None:
                    met.update(_met(people, source, result.number, state))
    played = {event.id for event in events}
    page_of = PersonCodes.of_store(context).of_people([event for event in chosen.events if event.id in played], people)
    own_keys = {key for player in theirs for key in keys_of(player.vekn, player.name, player.country)}
    shown_keys = tuple(key for key in person.keys if with_numbers or key in own_keys) or (wanted,)
    return PersonView(
        person=shown_keys[0],
        keys=shown_keys,
        name=person.name,
        vekn=person.vekn if person.vekn in shown_keys else "",
        country=person.country,
        events=tuple(events),
        met=tuple(
            MetView(
                person=key if with_numbers else None,
                name=people.by_key[key].name,
                games=games,
                page=page_of(people.by_key[key]),
            )
            for key, games in sorted(
                met.items(), key=lambda met_person: (-met_person[1], people.by_key[met_person[0]].name)
            )
        ),
    )


def _named_by(
    context: Context,
    sources: Sequence[EventSource],
    people: PeopleOfEvents,
    person: Person,
    opens: Callable[[str], bool],
) -> list[SeasonResult | Player]:
    """The person as the events name them that open their history, over or not; nobody where no other agrees.

    An official could enter a number in such an event to find its owner.
    """
    over = [
        (opens(source.event.id), result)
        for source in sources
        for result in source.event.results
        if people.person(source.event, result).key == person.key
    ]
    theirs: list[SeasonResult | Player] = [result for is_theirs, result in over if is_theirs]
    others = {folded_name(result.name) for is_theirs, result in over if not is_theirs}
    if others:
        theirs += [
            player
            for stream in context.tournaments.streams()
            if stream.summary.get("stage") != "finished" and opens(stream.id)
            for player in context.tournaments.look(stream.id).state.players.values()
            if set(person.keys) & set(keys_of(player.vekn, player.name, player.country))
        ]
    return theirs if not others or others & {folded_name(player.name) for player in theirs} else []


def _opening(context: Context, is_official: Callable[[str], bool] | None) -> Callable[[str], bool]:
    """Whether an event opens the histories of its players to the asker: anybody can make one up that names them."""
    if is_official is None:
        return lambda event: True
    streams = (*context.tournaments.streams(), *reported_streams(context))
    counted = {stream.id for stream in filter(counting(context), streams)}
    return lambda event: event in counted and is_official(event)


def _closed(context: Context, key: str, is_official: Callable[[str], bool] | None) -> NotFound:
    """Why a history is not open; it hangs on the asker's own events alone, and so tells nothing of those of others."""
    counts = counting(context)
    for stream in context.tournaments.streams():
        if is_official is None or counts(stream) or not is_official(stream.id):
            continue
        players = context.tournaments.look(stream.id).state.players.values()
        if any(key in keys_of(player.vekn, player.name, player.country) for player in players):
            return EventNotCounted(
                Message(
                    "Players' histories are shown once “%(event)s” counts on this server. "
                    "Ask an administrator to count it on the page “Ratings”.",
                    event=stream.summary["name"],
                )
            )
    return UnknownPerson(Message("No player of “%(name)s” has played in a finished event.", name=key))


def _sources_of(context: Context, keys: Sequence[str]) -> list[EventSource]:
    """The events in which a person of these keys may have played; all there are where names tell people apart.

    What a name means, and whether a country belongs to it, hangs on every event; a number is a number.
    """
    numbers = [key for key in keys if not key.startswith(BY_NAME)]
    if len(numbers) == len(keys):
        sources, _ = season_of(context, ids_with(context, numbers))
        if all(result.vekn for source in sources for result in source.event.results):
            return sources
    return season_of(context)[0]


def _played(source: EventSource, result: SeasonResult, state: State | None) -> PlayedEventView:
    event = source.event
    seen = [player for player in public_part(state).lists if player.number == result.number] if state else []
    return PlayedEventView(
        id=event.id,
        name=event.name,
        date=event.date.isoformat() if event.date else None,
        players=event.players,
        number=result.number,
        place=result.place,
        game_wins=result.all_game_wins,
        victory_points=victory_points_number(result.all_victory_points),
        finalist=result.is_finalist,
        points=result.rating_points,
        rated=event.not_rated is None and not result.is_disqualified,
        why=str(event.not_rated.sentence) if event.not_rated else "",
        sat=tuple(_sat(state, result.number)) if state else (),
        decks=tuple(
            PlayedDeckView(round=number, name=deck.verdict.deck_name, text=deck.text)
            for player in seen
            for number, deck in sorted(player.decks.items())
        ),
        source="results" if event.is_results_only else ...,
    )


def _sat(state: State, player: int) -> Iterator[SatView]:
    for number in games_of(state, player):
        entry = state.round(number)
        table, seat = entry.seats[player]
        yield SatView(round=number, table=table, seat=seat, seats=len(entry.table(table)))


def _met(people: PeopleOfEvents, source: EventSource, player: int, state: State) -> Iterator[str]:
    for number in games_of(state, player):
        entry = state.round(number)
        for other in entry.table(entry.seats[player][0]):
            person = people.of.get((source.event.identity, other))
            if other != player and person is not None:
                yield person.key


# What everybody may see


@dataclass(frozen=True, slots=True, kw_only=True)
class ClanRecord:
    """How a person did with the decks of a clan whose lists all may see.

    Attributes:
        clan: of most of the crypt; `mixed` for none.
        victory_points: in halves.
    """

    clan: str
    lists: int
    games: int
    game_wins: int
    victory_points: Halves


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPersonView:
    """A person as everybody may see them: the public part of their events, the latest first, and no number.

    Attributes:
        code: of their page.
        key: for officials of their events alone.
        ratings: in each list of a day, where they have one.
        leagues: the line in each league that has one of the events, with the league's id and name.
    """

    code: str
    key: str
    name: str
    country: str
    events: tuple[PlayedEventView, ...]
    clans: tuple[ClanRecord, ...]
    ratings: tuple[tuple[RatingList, Rated], ...]
    leagues: tuple[tuple[ListedLeague, LeagueTable, LeagueLine], ...]


def public_person(context: Context, code: str, *, on: date, cards: Callable[[], CardDatabase]) -> PublicPersonView:
    """The public view of the person of a code; `on`: the day of the ratings.

    Raises:
        UnknownCode: it leads to nobody, or to a person who was forgotten.
    """
    known = find_person(context, code)
    sources, _ = season_of(context, [id for id, _ in known.played], running=Running.PUBLIC)
    by_id = {source.event.id: source for source in sources}
    found = [
        (source, result)
        for id, number in known.played
        for source in filter(None, [by_id.get(id)])
        for result in source.event.results
        if result.number == number
    ]
    return PublicPersonView(
        code=known.code,
        key=known.person.key,
        name=known.person.name,
        country=known.person.country,
        events=tuple(_seen_by_all(source, result) for source, result in found),
        clans=tuple(_clans(context, found, cards)),
        ratings=tuple(_ratings(context, found, on)),
        leagues=tuple(_leagues(context, known)),
    )


def _seen_by_all(source: EventSource, result: SeasonResult) -> PlayedEventView:
    """An event without seats; with the decks whose lists all may see."""
    return replace(_played(source, result, source.tournament() if source.tournament else None), sat=())


def _clans(
    context: Context, found: Iterable[tuple[EventSource, SeasonResult]], cards: Callable[[], CardDatabase]
) -> Iterator[ClanRecord]:
    """The record by clan, that of most games first."""
    seats: dict[str, list[tuple[str, PlayedSeat]]] = {}
    for source, result in found:
        if source.tournament is not None and not source.event.is_running:
            for seat in counted_games(context, source.event.id, cards).seats:
                if seat.player == result.number and seat.kind is not None:
                    seats.setdefault(seat.kind.clan, []).append((source.event.id, seat))
    for clan, of_clan in sorted(seats.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        yield ClanRecord(
            clan=clan,
            lists=len({id for id, _ in of_clan}),
            games=len(of_clan),
            game_wins=sum(seat.game_win for _, seat in of_clan),
            victory_points=sum(seat.victory_points for _, seat in of_clan),
        )


def _ratings(
    context: Context, found: Iterable[tuple[EventSource, SeasonResult]], on: date
) -> Iterator[tuple[RatingList, Rated]]:
    """The line in each list of the person's events."""
    own = {(source.event.identity, result.number) for source, result in found}
    lists = {source.event.list for source, _ in found}
    for list_ in (list_ for list_ in RatingList if list_ in lists):
        table, _ = ratings(context, on=on, list=list_)
        for rated in table.rated:
            if any((one.event.identity, one.result.number) in own for one in rated.results):
                yield list_, rated


def _leagues(context: Context, known: PublicPerson) -> Iterator[tuple[ListedLeague, LeagueTable, LeagueLine]]:
    """The line in each league that has one of the person's events."""
    own = set(known.played)
    for listed in list_leagues(context):
        if not {id for id, _ in own}.intersection(all_events(context, listed.id, look(context, listed.id))):
            continue
        table, _ = table_or_none(context, listed.id)
        if table is not None and (line := _line_of(table, own)) is not None:
            yield listed, table, line


def _line_of(table: LeagueTable, own: Collection[tuple[str, int]]) -> LeagueLine | None:
    """The line of a league's table with one of these results, each an event's id and the player's number in it."""
    events = {event.number: event.event.id for event in table.events}
    return next(
        (
            line
            for line in (*table.lines, *table.below_minimum)
            if any((events[result.event], result.source.number) in own for result in line.results)
        ),
        None,
    )


# Forgetting


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptLists:
    """An event whose lists must be kept, without a name, until a day."""

    event: str
    until: date


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptReport:
    """An event whose report to the VEKN still names the person, until it is ticked as sent or until a day."""

    event: str
    until: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """The result of forgetting a person: the ids of their events, and the data that must stay for now.

    Attributes:
        kept: where their lists stay without a name; `reported` where the report to the VEKN still names them.
        events: ids of the events of the person.
    """

    events: tuple[str, ...]
    kept: tuple[KeptLists, ...]
    reported: tuple[KeptReport, ...] = ()


def forget_person(context: Context, key: str, *, by: str) -> Forgotten:
    """Forget a person in every event of the store, and in the leagues, merges and weekends that name them.

    An event that is imported later forgets them too. What must be kept for now goes by itself afterwards.

    Raises:
        BadPerson: no key.
        UnknownPerson: nothing names them.
    """
    wanted = parse_key(key)
    keys = _keys_of(context, wanted)
    people = list(_people_with(context, keys))
    if not people and withdrawn_number(context, wanted) is None and wanted not in mentioned_keys(context):
        raise UnknownPerson(Message("No event knows “%(name)s”.", name=wanted))
    withdrawn = remember_forgotten(context, keys)
    names = set[str]()
    # Events that have forgotten them before, with lists that had to be kept then.
    people += _people_with(context, {key_of("", withdrawn_name(withdrawn))})
    for id, person in people:
        names |= {*keys_of_named(person), *keys_of("", person.name, person.country)}
        forget_named(UnitOfWork(context=context, id=id, by=by), person, withdrawn=withdrawn)
    # A name may be somebody else's, too.
    gone = keys | (names - known_keys(context))
    forget_keys(context, gone, called=withdrawn_name(withdrawn), is_withdrawn=True, by=by)
    return Forgotten(
        events=tuple(dict.fromkeys(id for id, _ in people)),
        kept=tuple(KeptLists(event=name, until=day) for name, day in _kept(context, people, lists_stay_until)),
        reported=tuple(KeptReport(event=name, until=day) for name, day in _kept(context, people, waits_until)),
    )


def _kept(
    context: Context, people: Sequence[tuple[str, LoggedPerson]], until: Callable[[Tournament, int], date | None]
) -> Iterator[tuple[str, date]]:
    """The name of each event of which something is kept, and the day until which."""
    for id, player in dict.fromkeys((id, person.player) for id, person in people):
        event = context.tournaments.look(id).state
        day = until(event, player)
        if day is not None and context.now().date() < day:
            yield event.settings.name, day


def _people_with(context: Context, keys: set[str]) -> Iterator[tuple[str, LoggedPerson]]:
    """A person in each event that has them; of two of one name, one with a number is found by that alone."""
    for stream in context.tournaments.streams():
        for person in named_in(context.tournaments.look(stream.id).state):
            if not keys.isdisjoint(keys_of_named(person)):
                yield stream.id, person


def _keys_of(context: Context, key: str) -> set[str]:
    groups = [set(keys) for keys in store_merges(context) if key in keys]
    return {key}.union(*groups)
