"""What the judges gave, and lifted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolkit.tournament.facts.base import Fact, stored


class SanctionKind(StrEnum):
    """From the lightest to the heaviest."""

    CAUTION = "caution"
    WARNING = "warning"
    ADJUSTMENT = "score_adjustment"
    DISQUALIFICATION = "disqualification"


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionGiven(Fact):
    """A judge sanctions a player.

    Attributes:
        given: what the infraction called for; `kind` what it became by escalation.
        round: the game during which or after which it was given (None before the first round).
        applies_to: for an adjustment, the round whose game loses a victory point.
    """

    sanction: int
    player: int
    kind: SanctionKind
    given: SanctionKind
    rule: str
    round: int | None
    applies_to: int | None = None
    judge: str = ""
    note: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionLifted(Fact):
    """A sanction is taken back."""

    sanction: int
    reason: str
