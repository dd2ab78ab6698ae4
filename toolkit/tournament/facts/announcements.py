"""What the organizer tells everybody."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.facts.base import Fact, stored


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementMade(Fact):
    """A line for the wall and every phone; `announcement` is its number, from 1."""

    announcement: int
    text: str


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementWithdrawn(Fact):
    """It is no longer shown."""

    announcement: int
