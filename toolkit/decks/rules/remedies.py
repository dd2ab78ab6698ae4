"""What a judge does about a fault found at an event, as the judges' guide has it: shown beside the fault."""

from __future__ import annotations

from toolkit.decks.model import ProblemCode
from toolkit.languages import Message

_WRONG_NAME = Message("Correct the list and warn the player; the deck is at fault only if it holds the same.")
_TOO_FEW = Message(
    "If the deck itself is large enough, correct the list and warn. If both are short, the judge has the deck filled "
    "up by the guide's fixed procedure."
)
_TOO_MANY = Message(
    "If the deck itself is small enough, correct the list and warn. If both are too large, the judge removes cards at "
    "random down to the most allowed."
)
_NOT_ALLOWED = Message(
    "If the deck does not hold the card, correct the list and warn. If it does, take the card out and have the deck "
    "filled up where it is then too small."
)
_LOOK_ALIKE = Message("If the deck holds a look-alike that fits it, correct the list and warn.")

_REMEDIES = {
    ProblemCode.CRYPT_MISSING: _TOO_FEW,
    ProblemCode.CRYPT_MIN: _TOO_FEW,
    ProblemCode.LIBRARY_MISSING: _TOO_FEW,
    ProblemCode.LIBRARY_MIN: _TOO_FEW,
    ProblemCode.LIBRARY_MAX: _TOO_MANY,
    ProblemCode.GROUPS: _NOT_ALLOWED,
    ProblemCode.BANNED: _NOT_ALLOWED,
    ProblemCode.NOT_YET_LEGAL: _NOT_ALLOWED,
    ProblemCode.NOT_IN_POOL: _NOT_ALLOWED,
    ProblemCode.UNKNOWN_CARD: _WRONG_NAME,
    ProblemCode.AMBIGUOUS_CARD: _WRONG_NAME,
    ProblemCode.WRONG_VERSION: _WRONG_NAME,
    ProblemCode.WRONG_SECTION: _WRONG_NAME,
    ProblemCode.BAD_COUNT: _WRONG_NAME,
    ProblemCode.UNPLAYABLE_CARD: _LOOK_ALIKE,
    ProblemCode.CONTRADICTION: _LOOK_ALIKE,
}


def remedy(code: ProblemCode) -> Message | None:
    """What the judge does about a fault of that kind; None where there is nothing to do at the table."""
    return _REMEDIES.get(code)
