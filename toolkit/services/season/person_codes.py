"""The code of a person's public page: a hash of their key, which names nobody; and whom a code means.

The key is made with the secret of the installation. A person who is forgotten has no key any more, and so no page.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from toolkit.errors import NotFound
from toolkit.languages import Message
from toolkit.season.events import EventSource, NamedPlayer, SeasonEvent, SeasonResult, one_of_each, with_results
from toolkit.season.persons import (
    BY_NAME,
    Circle,
    PeopleOfEvents,
    Person,
    PersonId,
    PublicPerson,
    folded_name,
    keys_of,
    people_of,
)
from toolkit.services.kernel.context import PERSONS, Context, link_secret
from toolkit.services.kernel.links import make_token
from toolkit.services.lifecycle.forgetting import is_forgotten_name
from toolkit.services.season.events import Running, asked_since, countable_streams, running_streams, season_of
from toolkit.services.season.leagues import counting, every_event, store_merges
from toolkit.tournament import Tournament
from toolkit.tournament.draws import identity
from toolkit.tournament.published import public_part
from toolkit.tournament.state import Player

# As long as a token; nothing longer is looked up.
_LENGTH = 22


class UnknownCode(NotFound):
    """A code that leads to no person."""

    code = "unknown_person_page"


# A player as an event names them.
type AnyPlayer = SeasonResult | NamedPlayer | Player


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCodes:
    """The codes of the players of this store's events, made without a look at any other event.

    Each is of an event and the key there; it leads to the code of the person.
    """

    context: Context
    secret: str

    @classmethod
    def of_store(cls, context: Context) -> PersonCodes:
        """Those of the store."""
        return cls(context=context, secret=link_secret(context.store))

    def of_result(self, event: SeasonEvent, result: SeasonResult) -> str:
        """The code of the player of a result; "" where its event is not public, and in an event of a file."""
        is_public = not event.is_running or public_part(self.context.tournaments.look(event.id).state).has_results
        return self._of(event.identity, result) if event.id and is_public else ""

    def of_players(self, event: Tournament) -> Mapping[int, str]:
        """The codes of an event's players by number; of those alone whose results in it are public."""
        if event.settings.is_rehearsal or not public_part(event).has_results:
            return {}
        first = identity(event.entry(1))
        codes = {number: self._of(first, event.players[number]) for number in with_results(event)}
        return {number: code for number, code in codes.items() if code}

    def of_people(self, events: Iterable[SeasonEvent], people: PeopleOfEvents) -> Callable[[Person], str]:
        """The code of each person of some events, by their latest result; "" for others."""
        latest = {people.person(event, result).id: (event, result) for event in events for result in event.results}

        def code(person: Person) -> str:
            found = latest.get(person.id) if person.ids else None
            return self.of_result(*found) if found else ""

        return code

    def _of(self, event: str, player: AnyPlayer) -> str:
        """The code of a player; "" for one who is forgotten."""
        return "" if _is_forgotten(player) else self.of_key(f"{event}/{_own_key(player)}")

    def of_key(self, key: str) -> str:
        """The code of a key."""
        return _code(self.secret, key)

    def people(self, sources: Sequence[EventSource], counted: Collection[str]) -> dict[str, PublicPerson]:
        """The persons of events, by each of their codes.

        `counted`: ids of the events that count on this server. In others, and in those that run, a number joins
        nothing, as any organizer could enter it to find its owner.
        """
        shown = {source.event.identity for source in one_of_each(sources).sources}
        by_identity = {source.event.identity: source.event for source in sources}
        events = sorted(by_identity.values(), key=lambda event: event.order)
        people = people_of(events, store_merges(self.context), circles=self._circles(events, counted))
        keys: dict[PersonId, dict[str, None]] = {}
        played: dict[PersonId, list[tuple[str, int, bool]]] = {}
        for event in events:
            for result in event.results:
                if not _is_forgotten(result):
                    id = people.person(event, result).id
                    own_key = _own_key(result)
                    of_person = keys.setdefault(id, {})
                    of_person[f"{event.identity}/{own_key}"] = None
                    if event.id in counted and not event.is_running:
                        of_person[own_key] = None
                    played.setdefault(id, []).append((event.id, result.number, event.identity in shown))
        found: dict[str, PublicPerson] = {}
        for id, own in keys.items():
            codes = [self.of_key(key) for key in sorted(own, key=_order)]
            every = [(event_id, number) for event_id, number, _ in played[id]]
            of_shown = [(event_id, number) for event_id, number, is_shown in played[id] if is_shown]
            known = PublicPerson(code=codes[0], person=people.by_id[id], played=tuple(reversed(of_shown or every)))
            for code in codes:
                found.setdefault(code, known)
        return found

    def _circles(self, events: Sequence[SeasonEvent], counted: Collection[str]) -> list[Circle]:
        """No circles where all events count: then all of them are joined by number."""
        joined = frozenset(event.identity for event in events if event.id in counted)
        others = [event.identity for event in events if event.identity not in joined]
        if not others:
            return []
        own = Circle(events=joined, merges=store_merges(self.context))
        return [own, *(Circle(events=frozenset({identity})) for identity in others)]


# A list of hundreds, or an event's page after each result, asks for the same ones again.
@lru_cache(maxsize=8192)
def _code(secret: str, key: str) -> str:
    return make_token(secret, "person", key)


def _own_key(player: AnyPlayer) -> str:
    return keys_of(player.vekn, player.name, player.country)[-1]


def _is_forgotten(player: AnyPlayer) -> bool:
    return not player.vekn and (not player.name or is_forgotten_name(player.name))


def _order(key: str) -> tuple[bool, bool, str]:
    """Numbers before names, and both before keys of one event."""
    is_of_event = "/" in key and not key.startswith(BY_NAME)
    return is_of_event, key.startswith(BY_NAME), key


def person_path(code: str) -> str:
    """The address of a person's public page; "" without a code."""
    return code and f"/persons/{code}"


def find_person(context: Context, code: str) -> PublicPerson:
    """The person of a code, by the events that are over; else by those whose standings all see while they run.

    Raises:
        UnknownCode: it leads to nobody, or to a person who was forgotten.
    """
    found = None
    if len(code) == _LENGTH:
        finished = _finished(context)
        found = finished.get(code) or _as_finished(context, _running(context).get(code), finished)
    if found is None:
        raise UnknownCode(Message("This link leads to no player. The player may have been forgotten."))
    return found


def _as_finished(
    context: Context, running: PublicPerson | None, finished: Mapping[str, PublicPerson]
) -> PublicPerson | None:
    """A person of running events as the finished ones have them, if the key is of one that counts and the names agree.

    By a number alone an official would find its owner.
    """
    if running is None:
        return None
    codes, names = PersonCodes.of_store(context), set(map(folded_name, running.person.spellings))
    known = (finished.get(codes.of_key(key)) for circle, key in running.person.ids if circle == 0)
    same = (one for one in known if one is not None and names & set(map(folded_name, one.person.spellings)))
    return next(same, running)


def _finished(context: Context) -> Mapping[str, PublicPerson]:
    return _people(context, [stream.id for stream in countable_streams(context)], Running.REFUSED)


def _running(context: Context) -> Mapping[str, PublicPerson]:
    return _people(context, [stream.id for stream in running_streams(context)], Running.PUBLIC)


def _people(context: Context, ids: Sequence[str], running: Running) -> Mapping[str, PublicPerson]:
    """The persons of these events by code; the same ones while nothing of the events has changed."""
    version = asked_since(context), tuple(sorted(context.store.heads([*ids, PERSONS]).items()))
    kept = context.public_persons.get(running)
    if kept is not None and kept[0] == version:
        return kept[1]
    sources, _ = season_of(context, ids, running=running)
    codes = PersonCodes.of_store(context)
    # In an event that runs, any number may be entered: each of them stands alone.
    parts = [sources] if running is Running.REFUSED else [[source] for source in sources]
    counted = {stream.id for stream in filter(counting(context), every_event(context))}
    made = {code: person for part in parts for code, person in codes.people(part, counted).items()}
    return context.public_persons.keep(running, (version, made))[1]
