"""The clocks of rounds and tables."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.facts.base import Fact, stored


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStarted(Fact):
    """The clock of a round runs from the time of this entry."""

    round: int
    seconds: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused(Fact):
    """The clock of a round, or of one table, stands."""

    round: int
    table: int | None = None


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed(Fact):
    """It runs again."""

    round: int
    table: int | None = None


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ClockExtended(Fact):
    """A round, or one table, has more time (less, when negative)."""

    round: int
    table: int | None
    seconds: int
    reason: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStopped(Fact):
    """Time is called, or the clock was started by mistake."""

    round: int
