"""How the tables ended."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.scoring import Fate, Halves
from toolkit.tournament.facts.base import Fact, stored


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatScore:
    """What one player got at a table: halves, before any adjustment, and how they left the game where that is known."""

    player: int
    victory_points: Halves
    fate: Fate | None = None


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEntered(Fact):
    """A table's result, in seat order; entered again, it corrects the one before.

    Attributes:
        events: the game told in order, where it was, in scoring's notation with A for the first seat.
        by_player: the player of the table who entered it; None for an official.
        reason: why it stands although no game ends so; `card` the card that moved the points.
    """

    round: int
    table: int
    scores: tuple[SeatScore, ...]
    events: tuple[str, ...] = ()
    by_player: int | None = None
    reason: str = ""
    card: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed(Fact):
    """Another player of the table agrees."""

    round: int
    table: int
    player: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLocked(Fact):
    """An official says that the result stands: players can no longer change it."""

    round: int
    table: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultUnlocked(Fact):
    """Players can change the result again."""

    round: int
    table: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class ResultCleared(Fact):
    """A result was entered at the wrong table, or too early."""

    round: int
    table: int
