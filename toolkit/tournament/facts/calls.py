"""A table calls a judge; a judge takes the call, and closes it, unless the table takes it back."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.tournament.facts.base import Fact, stored


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCalled(Fact):
    """A table, or a player who has no seat, asks for a judge.

    Attributes:
        call: the number that names it, from 1.
        round: with `table` where to go; both None for a player without a seat.
        player: who called, where that is known.
    """

    call: int
    round: int | None
    table: int | None
    player: int | None
    reason: str = ""


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCallTaken(Fact):
    """A judge is on the way."""

    call: int
    judge: str


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCallTakenBack(Fact):
    """Whoever called needs no judge any more."""

    call: int


@stored
@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCallClosed(Fact):
    """The call has been answered."""

    call: int
    note: str = ""
