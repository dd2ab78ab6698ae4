"""A person over all events of the store: what they played, where they sat, whom they met; and forgetting them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from toolkit.errors import NotFound
from toolkit.languages import Message
from toolkit.scoring import victory_points_number
from toolkit.season.events import EventSource, SeasonResult, one_of_each
from toolkit.season.league_log import LeagueEntryKind
from toolkit.season.persons import BY_NAME, PeopleOfEvents, key_of, keys_of, parse_key, people_of
from toolkit.services.context import LEAGUE, PERSONS, Context
from toolkit.services.forgetting import forget_player, remember_forgotten, withdrawn_number
from toolkit.services.leagues import store_merges
from toolkit.services.published import shown_lists
from toolkit.services.season_events import ids_with, season_of
from toolkit.services.unit_of_work import UnitOfWork
from toolkit.storage import FORGETTING, Draft
from toolkit.tournament.forgetting import lists_stay_until
from toolkit.tournament.games import games_of
from toolkit.tournament.state import Player, State


class UnknownPerson(NotFound):
    """Nobody of that key has played in an event that is over."""

    code = "unknown_person"


@dataclass(frozen=True, slots=True, kw_only=True)
class SatView:
    """Where somebody sat in a round; the final has number 0."""

    round: int
    table: int
    seat: int
    seats: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeckView:
    """A list that everybody may see; `round` is 0 for the one of all rounds."""

    round: int
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEventView:
    """An event of a person.

    Attributes:
        place: the place; null after a disqualification.
        points: points by the rating rule; `rated` says whether it counts there.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class MetView:
    """Somebody with whom one shared tables."""

    person: str
    name: str
    games: int


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


def history_of(context: Context, key: str) -> PersonView:
    """The events of a person, with what everybody may see of each.

    Raises:
        BadPerson: no key.
        UnknownPerson: they played in no event that is over.
    """
    wanted = parse_key(key)
    merges = store_merges(context)
    keys = next((group for group in merges if wanted in group), (wanted,))
    sources = _sources_of(context, keys)
    chosen = one_of_each(sources)
    people = people_of(chosen.events, merges)
    person = people.by_key.get(wanted)
    if person is None:
        raise UnknownPerson(Message("Nobody of “%(name)s” has played in an event that is over.", name=wanted))
    events: list[PlayedEventView] = []
    met: Counter[str] = Counter()
    for source in reversed(chosen.sources):
        for result in source.event.results:
            if people.person(source.event, result).key == person.key:
                state = source.tournament()
                events.append(_played(source, result, state))
                met.update(_met(people, source, result.number, state))
    return PersonView(
        person=person.key,
        keys=person.keys,
        name=person.name,
        vekn=person.vekn,
        country=person.country,
        events=tuple(events),
        met=tuple(
            MetView(person=key, name=people.by_key[key].name, games=games)
            for key, games in sorted(met.items(), key=lambda one: (-one[1], people.by_key[one[0]].name))
        ),
    )


def _sources_of(context: Context, keys: Sequence[str]) -> list[EventSource]:
    """The events in which somebody of these keys may have played; all there are where names tell people apart.

    What a name means, and whether a country belongs to it, hangs on every event; a number is a number.
    """
    numbers = [key for key in keys if not key.startswith(BY_NAME)]
    if len(numbers) == len(keys):
        sources, _ = season_of(context, ids_with(context, numbers))
        if all(result.vekn for source in sources for result in source.event.results):
            return sources
    return season_of(context)[0]


def _played(source: EventSource, result: SeasonResult, state: State) -> PlayedEventView:
    event = source.event
    seen = [player for player in shown_lists(state) if player.number == result.number]
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
        sat=tuple(_sat(state, result.number)),
        decks=tuple(
            PlayedDeckView(round=number, name=deck.verdict.deck_name, text=deck.text)
            for player in seen
            for number, deck in sorted(player.decks.items())
        ),
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
            known = people.of.get((source.event.identity, other))
            if other != player and known is not None:
                yield known.key


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptLists:
    """An event whose lists must be kept, without a name, until a day."""

    event: str
    until: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What forgetting a person came to: the ids of their events, and where their lists must stay for now."""

    events: tuple[str, ...]
    kept: tuple[KeptLists, ...]


def forget_person(context: Context, key: str, *, by: str) -> Forgotten:
    """Forget a person in every event of the store, and in the merges that name them.

    An event that is imported later forgets them too. Lists that must be kept go when they are forgotten after that day.

    Raises:
        BadPerson: no key.
        UnknownPerson: no event has them.
    """
    wanted = parse_key(key)
    keys = _keys_of(context, wanted)
    found = list(_players_of(context, keys))
    if not found and withdrawn_number(context, wanted) is None:
        raise UnknownPerson(Message("No event knows “%(name)s”.", name=wanted))
    withdrawn = remember_forgotten(context, keys)
    names: set[str] = {wanted}
    # Events that have forgotten them before, with lists that had to be kept then.
    found += _players_of(context, {key_of("", f"Withdrawn {withdrawn}")})
    for id, player in found:
        names.update(filter(None, (player.vekn, key_of("", player.name))))
        forget_player(UnitOfWork(context=context, id=id, by=by), player.number, withdrawn=withdrawn)
    _forget_merges(context, names | keys, by=by)
    return Forgotten(
        events=tuple(dict.fromkeys(id for id, _ in found)),
        kept=tuple(_kept(context, found)),
    )


def _kept(context: Context, found: Sequence[tuple[str, Player]]) -> Iterator[KeptLists]:
    for id, player in found:
        state = context.tournaments.look(id).state
        until = lists_stay_until(state, player.number)
        if until is not None and context.now().date() < until:
            yield KeptLists(event=state.configuration.name if state.configuration else id, until=until)


def _players_of(context: Context, keys: set[str]) -> Iterator[tuple[str, Player]]:
    """A person in each event that has them; of two of one name, one with a number is found by that alone."""
    for stream in context.tournaments.streams():
        for _, player in sorted(context.tournaments.look(stream.id).state.players.items()):
            if keys & set(keys_of(player.vekn, player.name, player.country)):
                yield stream.id, player


def _keys_of(context: Context, key: str) -> set[str]:
    groups = [set(keys) for keys in store_merges(context) if key in keys]
    return {key}.union(*groups)


def _forget_merges(context: Context, keys: set[str], *, by: str) -> None:
    for logs, kind in ((context.leagues, LEAGUE), (context.persons, PERSONS)):
        for stream in context.store.streams(kind):
            with logs.turn(stream.id) as turn:
                texts = {
                    entry.number: _without(entry.payload["keys"], keys)
                    for entry in turn.entries()
                    if entry.kind == LeagueEntryKind.MERGED and keys & set(entry.payload["keys"])
                }
                if texts:
                    turn.forget(texts)
                    turn.append([Draft(at=context.now(), by=by, kind=FORGETTING, payload={})])
    context.store.scrub()


def _without(merged: Sequence[str], keys: set[str]) -> dict[str, str]:
    return {f"payload/keys/{place}": f"forgotten {place + 1}" for place, key in enumerate(merged) if key in keys}
