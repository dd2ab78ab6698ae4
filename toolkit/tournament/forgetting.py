"""Forgetting a person: which texts of a log say who they are. What was played stays, under their number."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any

from toolkit.tournament.facts import (
    ConfigurationChanged,
    DeckCheckNoted,
    DecksJudged,
    DeckSubmitted,
    Fact,
    FeeMarked,
    FinalistUnavailable,
    JudgeCallClosed,
    JudgeCalled,
    PenaltyGiven,
    PlayerAdded,
    PlayerChanged,
    PlayerDisqualified,
    PlayerDropped,
    PlayerReturned,
    ProxySeated,
    SanctionGiven,
    SanctionLifted,
    SettingChange,
    SignedUp,
    SignUpRegistered,
    TournamentCreated,
)
from toolkit.tournament.log import LogEntry
from toolkit.tournament.tournament import Tournament

# Where a text stands in an entry: the names of fields and places in lists on the way to it.
type Place = tuple[str | int, ...]
AUTHOR: Place = ("by",)

_PROFILE = ("name", "first", "last", "vekn", "city", "country")
# Of a fact about one player, the texts that somebody wrote of them or they themselves.
_OWN: dict[type[Fact], tuple[str, ...]] = {
    PlayerAdded: _PROFILE,
    PlayerChanged: _PROFILE,
    PlayerDropped: ("reason",),
    PlayerDisqualified: ("reason",),
    PlayerReturned: ("reason",),
    DeckSubmitted: ("text", "reason", "verdict/deck_name", "verdict/problems"),
    DeckCheckNoted: ("note",),
    FeeMarked: ("note",),
    PenaltyGiven: ("rule", "note"),
    SanctionGiven: ("rule", "note"),
    FinalistUnavailable: ("reason",),
    JudgeCalled: ("reason",),
}
# What the event's announcement says of people; its own name stays, whoever it is called after.
_CONTACTS = ("organizer", "organizer_vekn", "head_judge", "head_judge_vekn", "assistants")


def lists_stay_until(tournament: Tournament, number: int) -> datetime.date | None:
    """The day until which the organizer must keep the lists of a player; None where there is nothing to keep.

    Rule: VEKN 9.1: the results of a sanctioned event are kept for one year.
    """
    configuration = tournament.configuration
    day = None if configuration is None else configuration.last_day or configuration.date
    has_list = any(isinstance(entry.fact, DeckSubmitted) and entry.fact.player == number for entry in tournament.log)
    if configuration is None or day is None or not configuration.is_sanctioned or not tournament.rounds or not has_list:
        return None
    return day.replace(year=day.year + 1, day=min(day.day, calendar.monthrange(day.year + 1, day.month)[1]))


def personal_texts(
    tournament: Tournament, number: int, *, cards_of: Callable[[str], str] | None = None
) -> Mapping[int, Mapping[Place, str]]:
    """What says who a player is, by entry and place, with what is to stand there instead.

    Names, numbers, cities, lists and notes of theirs; and whatever else names them: an author, a remark, a judge.
    Where lists must be kept, `cards_of` makes of a list one of its cards alone.
    """
    person = _Person(tournament, number, cards_of)
    found = {entry.number: dict(person.texts(entry)) for entry in tournament.log}
    return {entry: texts for entry, texts in found.items() if texts}


class _Person:
    """A player as a log knows them: the names and numbers they had, and what is about them without naming them."""

    def __init__(self, tournament: Tournament, number: int, cards_of: Callable[[str], str] | None) -> None:
        self._number = number
        self._cards_of = cards_of
        profiles = [
            entry.fact
            for entry in tournament.log
            if isinstance(entry.fact, PlayerAdded | PlayerChanged) and entry.fact.player == number
        ]
        names = {name for one in profiles for name in (one.name, f"{one.first} {one.last}".strip()) if name.strip()}
        words = "|".join(r"\s+".join(map(re.escape, name.split())) for name in sorted(names, key=len, reverse=True))
        self._mention = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if names else None
        self._vekns = {one.vekn for one in profiles if one.vekn}
        facts = [entry.fact for entry in tournament.log]
        self._sanctions = {
            fact.sanction for fact in facts if isinstance(fact, SanctionGiven | PenaltyGiven) and fact.player == number
        }
        self._sign_ups = {
            fact.sign_up for fact in facts if isinstance(fact, SignUpRegistered) and fact.player == number
        }
        self._calls = {fact.call for fact in facts if isinstance(fact, JudgeCalled) and fact.player == number}

    def texts(self, entry: LogEntry) -> Iterator[tuple[Place, str]]:
        """What of an entry is to go."""
        if self._names(entry.by):
            yield AUTHOR, ""
        fact = entry.fact
        own = [*self._own(fact)]
        for place, text in _texts(fact):
            if any(place[: len(start)] == start for start in own) or (
                self._may_name(fact, place) and self._names(text)
            ):
                instead = self._instead(fact, place, text)
                if instead != text:
                    yield place, instead
        if isinstance(fact, ConfigurationChanged):
            for which, change in enumerate(fact.changes):
                if change.name in _CONTACTS and change.loaded() != (value := self._without(change.loaded())):
                    yield ("changes", which, "value"), SettingChange.to(change.name, value).value

    def _instead(self, fact: Fact, place: Place, text: str) -> str:
        is_list = isinstance(fact, DeckSubmitted) and fact.player == self._number and place == ("text",)
        return self._cards_of(text) if is_list and self._cards_of is not None else ""

    def _own(self, fact: Fact) -> Iterator[Place]:
        if getattr(fact, "player", None) == self._number:
            yield from (tuple(path.split("/")) for path in _OWN.get(type(fact), ()))
        elif isinstance(fact, SignedUp) and fact.sign_up in self._sign_ups:
            yield from (("name",), ("vekn",), ("country",), ("contact",))
        elif isinstance(fact, SanctionLifted) and fact.sanction in self._sanctions:
            yield ("reason",)
        elif isinstance(fact, JudgeCallClosed) and fact.call in self._calls:
            yield ("note",)
        elif isinstance(fact, DecksJudged):
            for which, one in enumerate(fact.decks):
                if one.player == self._number:
                    yield from (("decks", which, "verdict", part) for part in ("deck_name", "problems"))

    def _may_name(self, fact: Fact, place: Place) -> bool:
        if isinstance(fact, PlayerAdded | PlayerChanged | ProxySeated | ConfigurationChanged | SignedUp):
            return False  # a namesake is somebody else
        return not isinstance(fact, TournamentCreated) or place[1] in _CONTACTS

    def _names(self, text: str) -> bool:
        return text in self._vekns or bool(self._mention and self._mention.search(text))

    def _without(self, value: Any) -> Any:
        if isinstance(value, str):
            return "" if self._names(value) else value
        if isinstance(value, list):
            return [self._without(part) for part in value]
        return {name: self._without(part) for name, part in value.items()} if isinstance(value, dict) else value


def _texts(value: Any, place: Place = ()) -> Iterator[tuple[Place, str]]:
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
        for one in fields(value):
            yield from _texts(getattr(value, one.name), (*place, one.name))
