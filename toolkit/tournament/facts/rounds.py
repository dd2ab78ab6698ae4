"""Where everybody sits, round by round."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.facts.base import Fact, stored


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """One table: players in play order."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRound:
    """One round of a staggered event: its tables and who sits out."""

    tables: tuple[Seats, ...]
    sitting_out: tuple[int, ...]


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class StructurePlanned(Fact):
    """All rounds of a staggered event were planned at once."""

    rounds: tuple[PlannedRound, ...]
    seed: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrafted(Fact):
    """A seating that players do not see yet; drafted again, it replaces the draft."""

    round: int
    tables: tuple[Seats, ...]
    sitting_out: tuple[int, ...]
    seed: int | None


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPublished(Fact):
    """Players see their seats."""

    round: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsChanged(Fact):
    """The seats of a round were edited by hand; every score stays with its player."""

    round: int
    tables: tuple[Seats, ...]
    sitting_out: tuple[int, ...]
    reason: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundCancelled(Fact):
    """The last round is taken back, results and all."""

    round: int
    reason: str
