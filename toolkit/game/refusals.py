"""Why an operation is refused: a code for machines, a sentence in table language, the row of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolkit.errors import Invalid


class Code(StrEnum):
    """The kind of refusal."""

    PHASE = "phase"
    TURN = "turn"
    ACTOR = "actor"
    LOCKED = "locked"
    REGION = "region"
    TARGET = "target"
    COST = "cost"
    TERMS = "terms"
    WINDOW = "window"
    IMPULSE = "impulse"
    LIMIT = "limit"
    REPEAT = "repeat"
    MANDATORY = "mandatory"
    CONTEST = "contest"
    CHOICE = "choice"
    RANGE = "range"
    VOTES = "votes"
    AMOUNT = "amount"
    OVER = "over"


# What an advised or free table may do against the rule: the operation still has a meaning. The others name something
# that is not there (a card, a seat, a window), so nothing could be applied.
OVERRIDABLE = frozenset(
    {
        Code.PHASE,
        Code.LOCKED,
        Code.COST,
        Code.IMPULSE,
        Code.LIMIT,
        Code.REPEAT,
        Code.MANDATORY,
        Code.RANGE,
    }
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why an operation is not accepted.

    Attributes:
        code: for machines.
        message: for the table.
        rule: the row of the game's rules that says so.
    """

    code: Code
    message: str
    rule: str

    @property
    def overridable(self) -> bool:
        """Whether a table that plays without strict enforcement may do it all the same."""
        return self.code in OVERRIDABLE


class IllegalOperation(Invalid):
    """An operation that the rules refuse; carries the refusal."""

    code = "illegal_operation"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} ({refusal.rule})", code=refusal.code.value, rule=refusal.rule)
        self.refusal = refusal
