"""Victory points: whole numbers of halves inside, written as 2.5 outside, never a float in between."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction

from toolkit.errors import Invalid
from toolkit.languages import Decimal as Figure
from toolkit.languages import Message

# Victory points counted in halves: 5 is 2.5 VP.
type Halves = int
# Victory points as people and files write them.
type Written = int | float | Decimal | Fraction | str

# No table of five pays more, adjustments excepted; a longer text is not a score and is not worth parsing.
_LONGEST = 12


class ImpossibleScores(Invalid):
    """Scores that no game can end with, or an order of events that no game can have."""

    code = "impossible_scores"


def parse_victory_points(value: Written) -> Halves:
    """Halves from 2, 2.5, "2.5", "2,5", ".5" or "2½".

    Raises:
        ImpossibleScores: not a number, or not a multiple of one half.
    """
    doubled = _exact(value) * 2
    if doubled.denominator != 1:
        raise ImpossibleScores(
            Message("“%(written)s” victory points: they come in halves only.", written=Figure(_shown(value))),
            rule="VEKN 3.7",
        )
    return doubled.numerator


def _exact(value: Written) -> Fraction:
    refusal = ImpossibleScores(
        Message("“%(written)s” is not a number of victory points.", written=_shown(value)), rule="VEKN 3.7"
    )
    if isinstance(value, bool):
        raise refusal
    if isinstance(value, str):
        return _from_text(value, refusal)
    try:
        exact = Fraction(value)
    except (ValueError, OverflowError, TypeError) as error:  # not a number, infinite, or of another type
        raise refusal from error
    if abs(exact) > 1000:
        raise refusal
    return exact


def _from_text(value: str, refusal: ImpossibleScores) -> Fraction:
    text = value.strip().replace("½", ".5").replace(",", ".")
    if len(text) > _LONGEST or "e" in text.lower() or "_" in text:
        raise refusal
    try:
        number = Decimal(text)
    except InvalidOperation as error:
        raise refusal from error
    if not number.is_finite():
        raise refusal
    return Fraction(number)


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= 20 else text[:20] + "…"


def render_victory_points(halves: Halves) -> str:
    """The written form.

    >>> render_victory_points(5), render_victory_points(1), render_victory_points(-2)
    ('2.5', '0.5', '-1')
    """
    whole, half = divmod(abs(halves), 2)
    return f"{'-' if halves < 0 else ''}{whole}{'.5' if half else ''}"


def victory_points_number(halves: Halves) -> int | float:
    """The number that JSON shows: 2, or 2.5 (a half is exact in binary)."""
    whole, half = divmod(halves, 2)
    return whole + 0.5 if half else whole
