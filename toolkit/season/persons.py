"""A person over several events: the same VEKN number, or without one the same name; and merges by hand.

A key is the number itself, or `name:` with the folded name; where two persons of one name without numbers come from
two countries, the country stands behind a slash.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from anyascii import anyascii

from toolkit.errors import Invalid
from toolkit.languages import Message, without_invisible
from toolkit.season.events import NamedPlayer, SeasonEvent, SeasonResult

BY_NAME = "name:"

# A key as the events of one circle have it: the circle's place among the others, and the key.
PersonId = tuple[int, str]


class BadPerson(Invalid):
    """A key that is neither a VEKN number nor a name."""

    code = "bad_person"


class BadMerge(Invalid):
    """A merge that joins no persons, or two who cannot be one person."""

    code = "bad_merge"


def folded_name(name: str) -> str:
    """A name without what spellings differ in: accents, case, punctuation, spaces; the order of its words stays.

    >>> folded_name("Świątek-Łuc,  IGA") == folded_name("swiatek luc iga") == "swiatek luc iga"
    True
    """
    letters = (_plain(letter) for letter in unicodedata.normalize("NFKD", without_invisible(name)))
    return " ".join("".join(letters).casefold().split())


def _plain(letter: str) -> str:
    if unicodedata.combining(letter):
        return ""
    if not letter.isalnum():
        return " "
    return anyascii(letter) if unicodedata.name(letter, "").startswith("LATIN") else letter


def key_of(vekn: str, name: str) -> str:
    """The key of a person whom an event has under a number and a name."""
    return vekn or BY_NAME + folded_name(name)


def keys_of(vekn: str, name: str, country: str) -> tuple[str, ...]:
    """Every key that may mean a person: the number; without one the name, alone and with its country."""
    key = key_of(vekn, name)
    return (key,) if vekn or not country else (key, f"{key}/{country.upper()}")


def parse_key(text: str) -> str:
    """A written key: a number, or `name:` and a name.

    Raises:
        BadPerson: it is neither.
    """
    text = text.strip()
    if text.casefold().startswith(BY_NAME):
        name, slash, country = text[len(BY_NAME) :].partition("/")
        if folded_name(name):
            return BY_NAME + folded_name(name) + (slash + country.strip().upper() if country.strip() else "")
    elif text.isascii() and text.isalnum():
        return text
    raise BadPerson(
        Message("“%(text)s” is not a person: write a VEKN number, or name: and the name.", text=text),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person over several events, shown as in the latest of them.

    Attributes:
        key: the first of `keys`: a number before a name, the lowest first.
        keys: under which the first circle knows the person, several after a merge; names where it does not know them.
        spellings: every name under which the events have them.
        ids: their keys in every circle, those of the first circle first; nobody else has one of them.
    """

    key: str
    keys: tuple[str, ...]
    name: str
    vekn: str = ""
    country: str = ""
    spellings: tuple[str, ...] = ()
    ids: tuple[PersonId, ...] = ()

    @property
    def id(self) -> PersonId:
        """The identity of the person among all events."""
        return self.ids[0]

    @property
    def is_of_others(self) -> bool:
        """Whether the first circle does not know them."""
        return bool(self.ids) and self.id[0] > 0

    @property
    def is_known_by_name(self) -> bool:
        """Whether no event has a number for them."""
        return self.key.startswith(BY_NAME)

    @property
    def changed_name(self) -> bool:
        """Whether two events have them under names that share no word: perhaps two persons with one number."""
        if len(self.spellings) < 2:
            return False
        words = [set(folded_name(name).split()) for name in self.spellings]
        return any(
            not first & other for place, first in enumerate(words) for other in words[place + 1 :] if first and other
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPerson:
    """A person as everybody may find them.

    Attributes:
        code: of their page, which names nobody.
        played: id of each event and the player's number in it, the latest first.
    """

    code: str
    person: Person
    played: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """Events that join their results by VEKN number; results of two circles are joined by name alone.

    Across circles a number joins nothing: an organizer could enter numbers to find out whose they are.

    Attributes:
        events: their identities.
        merges: groups of keys of one person each.
    """

    events: frozenset[str]
    merges: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleOfEvents:
    """The persons of some events.

    Attributes:
        by_key: the person by each of their keys; not by a name that several persons of other circles have.
        of: the person of each result, by the event's identity and the player's number in it.
        by_id: the person by each of their ids.
        circles: of the events; none where all of them are one circle.
    """

    by_key: Mapping[str, Person]
    of: Mapping[tuple[str, int], Person]
    by_id: Mapping[PersonId, Person]
    circles: Sequence[Circle] = ()

    def person(self, event: SeasonEvent, result: SeasonResult) -> Person:
        """The person whose result it is."""
        return self.of[event.identity, result.number]

    def official(self, named: NamedPlayer | None, event: str = "") -> Person | None:
        """The person of an organizer or a judge who played in one of the events; else None.

        `event`: the identity of the event that names them.
        """
        if named is None:
            return None
        ids = ids_in(self.circles, event, key_of(named.vekn, named.name))
        return next((self.by_id[id] for id in ids if id in self.by_id), None)


def ids_in(circles: Sequence[Circle], event: str, key: str) -> list[PersonId]:
    """The ids that a player's key can mean in the event of an identity."""
    return [(place, key) for place, circle in enumerate(circles) if event in circle.events] if circles else [(0, key)]


def people_of(
    events: Sequence[SeasonEvent], merges: Iterable[Iterable[str]] = (), *, circles: Sequence[Circle] = ()
) -> PeopleOfEvents:
    """The players of the events, given in their order; `merges` are groups of keys of one person each.

    `circles`: of events that are not all joined by number. Each event is in at least one. They have the merges.

    Rule: one number is one person, whatever the spelling; two numbers are two, whatever the name.
    """
    if circles:
        joined_circles = _JoinedCircles(events, circles)
        return _people(events, joined_circles.persons(events), joined_circles.ids, circles)
    joined = _joined(merges)
    keys = _joined_keys(events, joined, _Keys(events))
    return _people(events, keys, lambda key: tuple((0, joined_key) for joined_key in joined.get(key, (key,))))


def _people[P: Hashable](
    events: Sequence[SeasonEvent],
    persons_of_results: Iterable[P],
    ids: Callable[[P], tuple[PersonId, ...]],
    circles: Sequence[Circle] = (),
) -> PeopleOfEvents:
    """The persons of results that were told apart before: one `P` for each result, in order."""
    spelled: dict[P, dict[str, None]] = {}
    latest: dict[P, SeasonResult] = {}
    numbers: dict[P, str] = {}
    by_place: dict[tuple[str, int], P] = {}
    persons_in_order = iter(persons_of_results)
    for event in events:
        identity = event.identity
        for result in event.results:
            person = next(persons_in_order)
            by_place[identity, result.number] = person
            if person in latest:
                spelled[person][result.name] = None
            else:
                spelled[person] = {result.name: None}
            latest[person] = result
            if result.vekn:
                numbers[person] = result.vekn
    persons = {
        # Of a person whom one event has with a number and a later one without, the number stays known.
        person: _person(ids(person), last, last.vekn or numbers.get(person, ""), tuple(spelled[person]))
        for person, last in latest.items()
    }
    return PeopleOfEvents(
        by_key=_by_key(persons.values()),
        of={place: persons[person] for place, person in by_place.items()},
        by_id={id: person for person in persons.values() for id in person.ids},
        circles=circles,
    )


def _person(ids: tuple[PersonId, ...], last: SeasonResult, vekn: str, spellings: tuple[str, ...]) -> Person:
    own = tuple(key for circle, key in ids if circle == 0)
    keys = own or tuple(dict.fromkeys(BY_NAME + folded_name(name) for name in spellings))
    return Person(key=keys[0], keys=keys, name=last.name, vekn=vekn, country=last.country, spellings=spellings, ids=ids)


def _by_key(persons: Iterable[Person]) -> dict[str, Person]:
    """The person of each key; a name that several of the other circles share means none of them."""
    own: dict[str, Person] = {}
    others: dict[str, list[Person]] = {}
    for person in persons:
        for key in person.keys:
            if person.is_of_others:
                others.setdefault(key, []).append(person)
            else:
                own[key] = person
    return {key: same[0] for key, same in others.items() if len(same) == 1} | own


def _joined_keys(events: Iterable[SeasonEvent], joined: Mapping[str, tuple[str, ...]], keys: _Keys) -> Iterator[str]:
    """The key of each result, in order; of several that are merged the first."""
    for event in events:
        for result in event.results:
            key = result.vekn or keys.of(result)
            yield joined[key][0] if key in joined else key


class _JoinedCircles:
    """The persons of several circles: joined where an event is in two circles, by name, and by the first one's merges.

    Each person is named by one of their ids.
    """

    def __init__(self, events: Iterable[SeasonEvent], circles: Sequence[Circle]) -> None:
        by_identity = {event.identity: event for event in events}
        self._joined = [_joined(circle.merges) for circle in circles]
        self._folded: dict[str, str] = {}
        self._one: dict[PersonId, PersonId] = {}
        self._by_place: dict[tuple[str, int], PersonId] = {}
        self._by_name: dict[str, set[PersonId]] = {}
        self._of_others: dict[str, set[PersonId]] = {}
        for place, circle in enumerate(circles):
            self._add(place, [by_identity[identity] for identity in circle.events if identity in by_identity])
        for keys in circles[0].merges:
            self._join(*self._named(keys))
        self._ids: dict[PersonId, list[PersonId]] = {}
        for circle_place, key in self._one:
            keys = self._joined[circle_place].get(key, (key,))
            self._ids.setdefault(self._find((circle_place, key)), []).extend((circle_place, one) for one in keys)

    def persons(self, events: Iterable[SeasonEvent]) -> Iterator[PersonId]:
        """The person of each result, in order."""
        return (
            self._find(self._by_place[event.identity, result.number]) for event in events for result in event.results
        )

    def ids(self, person: PersonId) -> tuple[PersonId, ...]:
        """All ids of a person, those of the first circle first."""
        return tuple(sorted(self._ids[person], key=lambda id: (id[0], *_first(id[1]))))

    def _add(self, place: int, events: Sequence[SeasonEvent]) -> None:
        """The persons of one more circle."""
        names: dict[PersonId, set[str]] = {}
        shared: set[PersonId] = set()
        results = [(event.identity, result) for event in events for result in event.results]
        keys = _joined_keys(events, self._joined[place], _Keys(events, self._folded))
        for (identity, result), key in zip(results, keys, strict=True):
            id = place, key
            self._one.setdefault(id, id)
            names.setdefault(id, set()).add(self._fold(result.name))
            earlier = self._by_place.setdefault((identity, result.number), id)
            if earlier != id:
                self._join(earlier, id)
                shared.add(id)
        self._join_by_name({id: spelled for id, spelled in names.items() if id not in shared}, shared)
        for id, spelled in names.items():
            for name in spelled:
                self._by_name.setdefault(name, set()).add(self._find(id))
                if place > 0:
                    self._of_others.setdefault(name, set()).add(self._find(id))

    def _join_by_name(self, names: Mapping[PersonId, set[str]], shared: Iterable[PersonId]) -> None:
        """Join persons of a circle with those of earlier ones, where a name means one person on either side."""
        taken = {self._find(id) for id in shared}
        found = {id: self._among(self._by_name, *spelled) - taken for id, spelled in names.items()}
        times = Counter(person for persons in found.values() for person in persons)
        for id, persons in found.items():
            if len(persons) == 1 and all(times[person] == 1 for person in persons):
                self._join(*persons, id)

    def _named(self, keys: Iterable[str]) -> Iterator[PersonId]:
        """The persons whom a merge of the first circle means; those of other circles by a name that one alone has."""
        for key in keys:
            own = 0, self._joined[0][key][0]
            if own in self._one:
                yield own
            if key.startswith(BY_NAME):
                others = self._among(self._of_others, key.removeprefix(BY_NAME).partition("/")[0])
                yield from others if len(others) == 1 else ()

    def _among(self, by_name: Mapping[str, set[PersonId]], *names: str) -> set[PersonId]:
        return {self._find(id) for name in names for id in by_name.get(name, ())}

    def _join(self, *ids: PersonId) -> None:
        for id in ids[1:]:
            self._one[self._find(id)] = self._find(ids[0])

    def _find(self, id: PersonId) -> PersonId:
        while self._one[id] != id:
            id = self._one[id] = self._one[self._one[id]]
        return id

    def _fold(self, name: str) -> str:
        return self._folded.get(name) or self._folded.setdefault(name, folded_name(name))


class _Keys:
    """The key of each result; whether a name needs its country is known once all of them were seen."""

    def __init__(self, events: Iterable[SeasonEvent], folded: dict[str, str] | None = None) -> None:
        self._folded = {} if folded is None else folded
        self._countries: dict[str, set[str]] = {}
        for event in events:
            for result in event.results:
                if not result.vekn and result.country:
                    self._countries.setdefault(self._fold(result.name), set()).add(result.country.upper())

    def of(self, result: SeasonResult) -> str:
        if result.vekn:
            return result.vekn
        name = self._fold(result.name)
        is_shared = len(self._countries.get(name, ())) > 1 and result.country
        return f"{BY_NAME}{name}/{result.country.upper()}" if is_shared else BY_NAME + name

    def _fold(self, name: str) -> str:
        folded = self._folded.get(name)
        if folded is None:
            folded = self._folded[name] = folded_name(name)
        return folded


def _joined(merges: Iterable[Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Of each key that is merged with others, all of them, the one that is shown first."""
    groups: dict[str, set[str]] = {}
    for merge in merges:
        keys = set(merge)
        whole = keys.union(*(groups.get(key, ()) for key in keys))
        groups |= dict.fromkeys(whole, whole)
    return {key: tuple(sorted(group, key=_first)) for key, group in groups.items()}


def _first(key: str) -> tuple[bool, str]:
    return key.startswith(BY_NAME), key


def check_merge(
    events: Sequence[SeasonEvent],
    key: str,
    other: str,
    merges: Iterable[Iterable[str]] = (),
    *,
    circles: Sequence[Circle] = (),
) -> None:
    """Refuse a merge of a person with themselves, and of two who played in the same event.

    Raises:
        BadMerge: they are one person already, or cannot be.
    """
    people = people_of(events, merges, circles=circles)
    first, second = people.by_key.get(key), people.by_key.get(other)
    if key == other or (first is not None and first is second):
        raise BadMerge(Message("%(one)s and %(other)s are the same person already.", one=key, other=other))
    for event in events:
        ids = {people.person(event, result).id for result in event.results}
        if first is not None and second is not None and {first.id, second.id} <= ids:
            raise BadMerge(
                Message(
                    "%(one)s and %(other)s both played in “%(event)s”: they are two persons.",
                    one=first.name,
                    other=second.name,
                    event=event.name,
                )
            )
