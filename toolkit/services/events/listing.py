"""The list of tournaments, the newest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from toolkit.errors import NotFound
from toolkit.languages import Message
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.unit_of_work import NOT_BEGUN, Summary
from toolkit.views import ViewOf, moment


class NoTournament(NotFound):
    """The store holds no tournament."""

    code = "no_tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTournament:
    """One line of the list of tournaments."""

    id: str
    number: int
    created: datetime
    summary: Summary

    @property
    def has_begun(self) -> bool:
        """Whether a seating was published."""
        return self.summary.stage != NOT_BEGUN

    @property
    def is_public(self) -> bool:
        """Whether all may know of it: before it has begun only its officials do, unless it is announced.

        Of a rehearsal they alone do.
        """
        return (self.has_begun or self.summary.is_announced) and not self.summary.is_rehearsal


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedView(ViewOf[Summary]):
    """One line of the list of tournaments."""

    id: str
    sequence: int
    created: str
    name: str
    date: str | None
    place: str
    country: str
    players: int
    rounds: int
    stage: str
    is_announced: bool
    is_rehearsal: bool


def list_tournaments(context: Context) -> list[ListedTournament]:
    """Every tournament in the store, newest first, without templates and rehearsals that were thrown away."""
    return [event for event in _streams(context) if not event.summary.is_template]


def list_templates(context: Context) -> list[ListedTournament]:
    """The events that others are made like, newest first."""
    return [event for event in _streams(context) if event.summary.is_template]


def _streams(context: Context) -> list[ListedTournament]:
    every = (
        ListedTournament(id=stream.id, number=stream.head, created=stream.created, summary=Summary(**stream.summary))
        for stream in context.tournaments.streams()
    )
    return [event for event in every if not event.summary.is_thrown_away]


def show_list(listed: Iterable[ListedTournament]) -> list[ListedView]:
    """One line for each tournament."""
    return [
        ListedView.of(stream.summary, id=stream.id, sequence=stream.number, created=moment(stream.created))
        for stream in listed
    ]


def newest(context: Context) -> str:
    """The id of the tournament made last.

    Raises:
        NoTournament: there is none.
    """
    every = list_tournaments(context)
    if not every:
        raise NoTournament(Message("There is no tournament yet: make one first."))
    return every[0].id
