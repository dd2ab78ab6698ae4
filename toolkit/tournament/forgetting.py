"""Forgetting a person: which texts of a log say who they are. What was played stays, under their number.

Of a sanctioned event that was not reported yet, name, VEKN number and city wait in the fact that says so, and are shown
by nothing but the report: they go when it is ticked as sent, or `REPORTED_WITHIN` after the event.
"""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from typing import Any

from toolkit.tournament.declarations import SUBJECTS
from toolkit.tournament.facts import (
    ConfigurationChanged,
    CryptCardsShown,
    DeckSubmitted,
    Fact,
    NumberClaimDecided,
    PlayerAdded,
    PlayerChanged,
    PlayerForgotten,
    ReportedIdentity,
    SettingChange,
    SignedUp,
    SignUpRegistered,
    TournamentCreated,
)
from toolkit.tournament.log import LogEntry
from toolkit.tournament.questions import is_reported
from toolkit.tournament.receivers import Output
from toolkit.tournament.settings import SETTINGS
from toolkit.tournament.tournament import Tournament

# Where a text stands in an entry: the names of fields and places in lists on the way to it.
type TextPlace = tuple[str | int, ...]
# By entry and place, what stands there instead of a text.
type Texts = Mapping[int, Mapping[TextPlace, str]]
AUTHOR: TextPlace = ("by",)

# How long after its last day the report of an event may still need to know who played.
REPORTED_WITHIN = datetime.timedelta(days=365)
# What the event's announcement says of people; its own name stays, whoever it is called after.
_CONTACTS = frozenset(name for name, row in SETTINGS.items() if row.names_people)


def lists_stay_until(tournament: Tournament, number: int) -> datetime.date | None:
    """The day until which the organizer must keep the lists of a player; None where there is nothing to keep.

    Rule: VEKN 9.1: the results of a sanctioned event are kept for one year.
    """
    configuration = tournament.configuration
    day = None if configuration is None else configuration.last_day or configuration.date
    has_list = any(isinstance(entry.fact, DeckSubmitted) and entry.fact.player == number for entry in tournament.log)
    if configuration is None or day is None or not configuration.is_for_vekn or not tournament.rounds or not has_list:
        return None
    return day.replace(year=day.year + 1, day=min(day.day, calendar.monthrange(day.year + 1, day.month)[1]))


def waits_until(tournament: Tournament, number: int) -> datetime.date | None:
    """The day until which the report to the VEKN may need to know who a player is; None where it does not.

    It is sent, or nobody sends one: the event is not reported, or the player never sat in it.
    """
    settings = tournament.settings
    if not is_reported(tournament) or settings.is_thrown_away or Output.ARCHONDATA.value in tournament.reports_out:
        return None
    rounds = (*tournament.rounds, *([tournament.final_round] if tournament.final_round else []))
    if not any(round_.is_published and number in round_.seats for round_ in rounds):
        return None
    day = settings.last_day or settings.date or tournament.entry(1).at.date()
    return day + REPORTED_WITHIN


def reported_identity(tournament: Tournament, number: int) -> ReportedIdentity | None:
    """A player's data for the report to the VEKN; None where they are forgotten."""
    if number in tournament.forgotten:
        return tournament.forgotten[number]
    player = tournament.player(number)
    first, last = player.first_and_last
    return ReportedIdentity(name=player.name, first=first, last=last, vekn=player.vekn, city=player.city)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedPerson:
    """A person named in a log.

    Attributes:
        player: their number; 0 for who has only signed up, as `sign_up`.
        is_reported: forgotten, but for the report to the VEKN.
    """

    player: int = 0
    sign_up: int = 0
    name: str
    vekn: str
    country: str
    is_reported: bool = False


def named_in(tournament: Tournament) -> Iterator[LoggedPerson]:
    """The persons named in a log: players, those whose registration was taken back, and those without a place."""
    for number, player in sorted(tournament.players.items()):
        waiting = tournament.forgotten.get(number)
        name, vekn = (player.name, player.vekn) if waiting is None else (waiting.name, waiting.vekn)
        yield LoggedPerson(player=number, name=name, vekn=vekn, country=player.country, is_reported=waiting is not None)
    facts = (entry.fact for entry in tournament.log)
    profiles = (fact for fact in facts if isinstance(fact, PlayerAdded | PlayerChanged))
    removed = {profile.player: profile for profile in profiles if profile.player not in tournament.players}
    for number, fact in removed.items():
        yield LoggedPerson(player=number, name=fact.name, vekn=fact.vekn, country=fact.country)
    for number, sign_up in tournament.sign_ups.items():
        if sign_up.player is None:
            yield LoggedPerson(sign_up=number, name=sign_up.name, vekn=sign_up.vekn, country=sign_up.country)


def overdue(tournament: Tournament, today: datetime.date) -> list[int]:
    """Forgotten players with texts in the log that no report needs any more."""

    def is_due(number: int) -> bool:
        until = waits_until(tournament, number) if tournament.forgotten[number] is not None else None
        if tournament.forgotten[number] is not None and (until is None or today >= until):
            return True
        has_list = any(deck.text for deck in tournament.players[number].decks.values())
        stays = lists_stay_until(tournament, number) if has_list else None
        return stays is not None and today >= stays

    return [number for number in sorted(tournament.forgotten.keys() & tournament.players.keys()) if is_due(number)]


def overdue_texts(tournament: Tournament, number: int, today: datetime.date) -> Texts:
    """The texts to remove now of a player forgotten earlier; the cards of a list may have to stay longer."""
    reported, lists = waits_until(tournament, number), lists_stay_until(tournament, number)
    return personal_texts(
        tournament,
        number,
        cards_of=str if lists is not None and today < lists else None,
        is_reported=reported is not None and today < reported,
    )


def names_player(tournament: Tournament, number: int) -> Callable[[str], bool]:
    """Whether a text names a player, by a name or a VEKN number that they have or had."""
    return _Person(tournament, number).is_named_in


def personal_texts(
    tournament: Tournament,
    number: int,
    *,
    sign_up: int = 0,
    cards_of: Callable[[str], str] | None = None,
    is_reported: bool = False,
) -> Texts:
    """The texts that identify a player or a `sign_up`, by entry and place, each with its replacement.

    Names, numbers, cities, lists and notes of theirs; and whatever else names them: an author, a remark, a judge.
    Where lists must be kept, `cards_of` makes of a list one of its cards alone. What the report to the VEKN waits with
    goes as well, unless it `is_reported` still.
    """
    person = _Person(tournament, number, cards_of, sign_up=sign_up, is_reported=is_reported)
    by_entry = {entry.number: dict(person.texts(entry)) for entry in tournament.log}
    return {entry: texts for entry, texts in by_entry.items() if texts}


class _Person:
    """A player as a log knows them: the names and numbers they had, and what is about them without naming them."""

    def __init__(
        self,
        tournament: Tournament,
        number: int,
        cards_of: Callable[[str], str] | None = None,
        *,
        sign_up: int = 0,
        is_reported: bool = False,
    ) -> None:
        self._number = number
        self._cards_of, self._is_reported = cards_of, is_reported
        facts = [entry.fact for entry in tournament.log]
        self._sign_ups = {
            fact.sign_up for fact in facts if isinstance(fact, SignUpRegistered) and fact.player == number
        } | ({sign_up} if sign_up else set())
        profiles = [*_profiles(facts, number, self._sign_ups)]
        names = {name for profile in profiles for name in profile[:2] if name.strip()}
        words = "|".join(r"\s+".join(map(re.escape, name.split())) for name in sorted(names, key=len, reverse=True))
        self._mention = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if names else None
        self._vekns = {vekn for *_, vekn in profiles if vekn}
        self._granted = {fact.sign_up for fact in facts if isinstance(fact, NumberClaimDecided) and fact.is_granted}
        self._numbers: dict[str, Collection[int]] = {
            "player": {number},
            "sanction": _given_to(facts, "sanction", number),
            "call": _given_to(facts, "call", number),
            "sign_up": self._sign_ups,
        }

    def texts(self, entry: LogEntry) -> Iterator[tuple[TextPlace, str]]:
        """The texts of an entry that are removed, by place, each with its replacement."""
        if self.is_named_in(entry.by):
            yield AUTHOR, ""
        fact = entry.fact
        own = [*self._own(fact)]
        for place, text in _texts(fact):
            if any(place[: len(start)] == start for start in own) or (
                self._may_name(fact, place) and self.is_named_in(text)
            ):
                instead = self._instead(fact, place, text)
                if instead != text:
                    yield place, instead
        if isinstance(fact, ConfigurationChanged):
            for which, change in enumerate(fact.changes):
                if change.name in _CONTACTS and change.loaded() != (value := self._without(change.loaded())):
                    yield ("changes", which, "value"), SettingChange.to(change.name, value).value

    def _instead(self, fact: Fact, place: TextPlace, text: str) -> str:
        if self._cards_of is not None and getattr(fact, "player", None) == self._number:
            if isinstance(fact, DeckSubmitted) and place == ("text",):
                return self._cards_of(text)
            if isinstance(fact, CryptCardsShown):
                return text
        return ""

    def _own(self, fact: Fact) -> Iterator[TextPlace]:
        if isinstance(fact, PlayerForgotten) and self._is_reported:
            return
        if (paths := fact.DECLARED.personal) and self._is_about(fact):
            for path in paths:
                yield from self._places(fact, path.split("/"))
        if isinstance(fact, SignedUp) and fact.claims in self._vekns and fact.sign_up not in self._granted:
            yield ("claims",)

    def _places(self, value: Any, names: Sequence[str], place: TextPlace = ()) -> Iterator[TextPlace]:
        """The places that a path of names leads to, in values about the person."""
        if isinstance(value, tuple):
            for number, part in enumerate(value):
                yield from self._places(part, names, (*place, number))
        elif not names:
            yield place
        elif self._is_about(value):
            yield from self._places(getattr(value, names[0]), names[1:], (*place, names[0]))

    def _is_about(self, value: Any) -> bool:
        """Whether a fact, or a value inside it, is about them: by the first number of those that it has."""
        subject = next((name for name in SUBJECTS if hasattr(value, name)), None)
        return subject is None or getattr(value, subject) in self._numbers[subject]

    def _may_name(self, fact: Fact, place: TextPlace) -> bool:
        if fact.DECLARED.is_profile or isinstance(fact, ConfigurationChanged):
            return False  # a namesake is somebody else; settings are looked through one by one
        return not isinstance(fact, TournamentCreated) or place[1] in _CONTACTS

    def is_named_in(self, text: str) -> bool:
        """Whether a text names them."""
        return text in self._vekns or bool(self._mention and self._mention.search(text))

    def _without(self, value: Any) -> Any:
        if isinstance(value, str):
            return "" if self.is_named_in(value) else value
        if isinstance(value, list):
            return [self._without(part) for part in value]
        return {name: self._without(part) for name, part in value.items()} if isinstance(value, dict) else value


def _given_to(facts: Iterable[Fact], name: str, number: int) -> set[int]:
    """The numbers that facts about a player gave: of a sanction, of a call."""
    given = (fact for fact in facts if fact.DECLARED.numbers == name)
    return {getattr(fact, name) for fact in given if getattr(fact, "player", None) == number}


def _profiles(facts: Iterable[Fact], number: int, sign_ups: Collection[int]) -> Iterator[tuple[str, str, str]]:
    """Every identity that a person has had: the name, its parts, the VEKN number."""
    for fact in facts:
        if isinstance(fact, SignedUp) and fact.sign_up in sign_ups:
            yield fact.name, "", fact.vekn
        elif number and getattr(fact, "player", None) == number:
            profile = fact.reported if isinstance(fact, PlayerForgotten) else fact
            if isinstance(profile, PlayerAdded | PlayerChanged | ReportedIdentity):
                yield profile.name, f"{profile.first} {profile.last}".strip(), profile.vekn


def _texts(value: Any, place: TextPlace = ()) -> Iterator[tuple[TextPlace, str]]:
    """The texts of a fact that are not empty, each with its place."""
    if isinstance(value, StrEnum):
        return
    if isinstance(value, str):
        if value:
            yield place, value
    elif isinstance(value, tuple):
        for number, part in enumerate(value):
            yield from _texts(part, (*place, number))
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name), (*place, field.name))
