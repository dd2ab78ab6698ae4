"""A person over several events: the same VEKN number, or without one the same name; and merges by hand.

A key is the number itself, or `name:` with the folded name; where two persons of one name without numbers come from
two countries, the country stands behind a slash.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from anyascii import anyascii

from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.season.events import NamedPlayer, SeasonEvent, SeasonResult

BY_NAME = "name:"


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
    letters = (_plain(letter) for letter in unicodedata.normalize("NFKD", name))
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
        keys: under which the person is known, several after a merge.
        spellings: every name under which the events have them.
    """

    key: str
    keys: tuple[str, ...]
    name: str
    vekn: str = ""
    country: str = ""
    spellings: tuple[str, ...] = ()

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
class PeopleOfEvents:
    """The persons of some events.

    Attributes:
        by_key: the person by each of their keys.
        of: the person of each result, by the event's identity and the player's number in it.
    """

    by_key: Mapping[str, Person]
    of: Mapping[tuple[str, int], Person]

    def person(self, event: SeasonEvent, result: SeasonResult) -> Person:
        """The person whose result it is."""
        return self.of[event.identity, result.number]

    def official(self, named: NamedPlayer | None) -> Person | None:
        """The person of an organizer or a judge who played in one of the events; else None."""
        if named is None:
            return None
        return self.by_key.get(key_of(named.vekn, named.name))


def people_of(events: Sequence[SeasonEvent], merges: Iterable[Iterable[str]] = ()) -> PeopleOfEvents:
    """The players of the events, given in their order; `merges` are groups of keys of one person each.

    Rule: one number is one person, whatever the spelling; two numbers are two, whatever the name.
    """
    joined = _joined(merges)
    keys = _Keys(events)
    spelled: dict[str, dict[str, None]] = {}
    latest: dict[str, SeasonResult] = {}
    numbers: dict[str, str] = {}
    keys_by_place: dict[tuple[str, int], str] = {}
    for event in events:
        identity = event.identity
        for result in event.results:
            key = result.vekn or keys.of(result)
            if key in joined:
                key = joined[key][0]
            keys_by_place[identity, result.number] = key
            if key in latest:
                spelled[key][result.name] = None
            else:
                spelled[key] = {result.name: None}
            latest[key] = result
            if result.vekn:
                numbers[key] = result.vekn
    persons = {
        key: Person(
            key=key,
            keys=joined.get(key, (key,)),
            name=last.name,
            # Of a person whom one event has with a number and a later one without, the number stays known.
            vekn=last.vekn or numbers.get(key, ""),
            country=last.country,
            spellings=tuple(spelled[key]),
        )
        for key, last in latest.items()
    }
    return PeopleOfEvents(
        by_key={key: person for person in persons.values() for key in person.keys},
        of={place: persons[first] for place, first in keys_by_place.items()},
    )


class _Keys:
    """The key of each result; whether a name needs its country is known once all of them were seen."""

    def __init__(self, events: Iterable[SeasonEvent]) -> None:
        self._folded: dict[str, str] = {}
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


def check_merge(events: Sequence[SeasonEvent], key: str, other: str, merges: Iterable[Iterable[str]] = ()) -> None:
    """Refuse a merge of a person with themselves, and of two who played in the same event.

    Raises:
        BadMerge: they are one person already, or cannot be.
    """
    people = people_of(events, merges)
    first, second = people.by_key.get(key), people.by_key.get(other)
    if key == other or (first is not None and first is second):
        raise BadMerge(Message("%(one)s and %(other)s are the same person already.", one=key, other=other))
    for event in events:
        keys = {people.person(event, result).key for result in event.results}
        if first is not None and second is not None and {first.key, second.key} <= keys:
            raise BadMerge(
                Message(
                    "%(one)s and %(other)s both played in “%(event)s”: they are two persons.",
                    one=first.name,
                    other=second.name,
                    event=event.name,
                )
            )
