"""Why an operation is refused: a code for machines, a sentence in table language, the row of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import override

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


@dataclass(frozen=True, slots=True, init=False)
class Refusal:
    """One reason why an operation is not accepted.

    The sentence is written where the rule is, with a named place for each figure, and never put together: a page says
    it in its reader's language by looking it up as it stands.

    >>> Refusal(Code.LOCKED, "%(card)s is locked.", "TURN-MINION-01", card="Anna").message
    'Anna is locked.'

    Attributes:
        code: for machines.
        sentence: for the table, in English, with its places.
        rule: the row of the game's rules that says so.
        figures: what stands in the places: marks of cards, seats, numbers, words of the closed sets.
    """

    code: Code
    sentence: str
    rule: str
    figures: Mapping[str, object] = field(hash=False)

    def __init__(self, code: Code, sentence: str, rule: str, **figures: object) -> None:
        """The figures by the names of their places."""
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "sentence", sentence)
        object.__setattr__(self, "rule", rule)
        object.__setattr__(self, "figures", figures)

    @property
    def message(self) -> str:
        """The sentence in English, cards called by their marks."""
        return self.sentence % {place: _plain(figure) for place, figure in self.figures.items()}

    @override
    def __str__(self) -> str:
        return self.message

    def citing(self, rule: str) -> Refusal:
        """The same, which another row says."""
        return Refusal(self.code, self.sentence, rule, **self.figures)

    @property
    def overridable(self) -> bool:
        """Whether a table that plays without strict enforcement may do it all the same."""
        return self.code in OVERRIDABLE


def _plain(figure: object) -> object:
    return figure.replace("_", " ") if isinstance(figure, StrEnum) else figure


class IllegalOperation(Invalid):
    """An operation that the rules refuse; carries the refusal."""

    code = "illegal_operation"

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} ({refusal.rule})", code=refusal.code.value, rule=refusal.rule)
        self.refusal = refusal
