"""Victory points, and what a table's are worth: game wins, tournament points, and what an adjustment does to them.

Victory points are whole numbers of halves inside, written as 2.5 outside, never a float in between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from toolkit.errors import Invalid
from toolkit.languages import Decimal as DecimalWords
from toolkit.languages import Message

# Victory points counted in halves: 5 is 2.5 VP.
type Halves = int
# Victory points as people and files write them.
type Written = int | float | Decimal | Fraction | str

# No table of five pays more, adjustments excepted; a longer text is not a score and is not worth parsing.
_LONGEST = 12


class ImpossibleScores(Invalid):
    """Scores that no game can end with, or an order of events that no game can have.

    Attributes:
        brief: the sentence without the results that are possible, for a page that offers those as buttons.
    """

    code = "impossible_scores"

    def __init__(
        self, message: str, *, code: str | None = None, rule: str | None = None, brief: str | None = None
    ) -> None:
        super().__init__(message, code=code, rule=rule)
        self.brief = message if brief is None else brief


def parse_victory_points(value: Written) -> Halves:
    """Halves from 2, 2.5, "2.5", "2,5", ".5" or "2½".

    Raises:
        ImpossibleScores: not a number, or not a multiple of one half.
    """
    doubled = _exact(value) * 2
    if doubled.denominator != 1:
        raise ImpossibleScores(
            Message("“%(written)s” victory points: they come in halves only.", written=DecimalWords(_shown(value))),
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


# What a table is worth

# Tournament points by place. Three at a table is not sanctioned and has no rule: the ends stay, the middle is between.
PLACES: Mapping[int, tuple[int, ...]] = {3: (60, 36, 12), 4: (60, 48, 24, 12), 5: (60, 48, 36, 24, 12)}

# A standings adjustment takes one victory point.
ADJUSTMENT: Halves = 2


class WrongTableSize(Invalid):
    """A table that is not of three, four or five seats."""

    code = "table_size"


@dataclass(frozen=True, slots=True)
class TableScore:
    """The score of a table, one value per seat, in seat order."""

    victory_points: tuple[Halves, ...]
    game_wins: tuple[int, ...]
    tournament_points: tuple[int, ...]


def check_table_size(seats: int) -> None:
    """Refuse a table that cannot be played.

    Raises:
        WrongTableSize: fewer than three seats or more than five.

    Rule: VEKN 3.1.2.
    """
    if seats not in PLACES:
        raise WrongTableSize(
            Message("A table has four or five seats, not %(number)s.", number=seats), rule="VEKN 3.1.2"
        )


def game_wins(victory_points: Sequence[Halves]) -> tuple[int, ...]:
    """1 for the seat with at least 2 VP and more than every other seat, 0 elsewhere.

    >>> game_wins([4, 4, 2, 0, 0]), game_wins([4, 2, 2, 2, 0])
    ((0, 0, 0, 0, 0), (1, 0, 0, 0, 0))

    Rule: VEKN 3.7.1.
    """
    best = max(victory_points)
    alone = victory_points.count(best) == 1
    return tuple(int(alone and best >= 4 and points == best) for points in victory_points)


def tournament_points(victory_points: Sequence[Halves]) -> tuple[int, ...]:
    """Points by place; tied seats share the average of the places they fill, always a whole number.

    Raises:
        WrongTableSize: fewer than three seats or more than five.

    Rule: VEKN 3.7.3.
    """
    check_table_size(len(victory_points))
    places = PLACES[len(victory_points)]
    share = {}
    for points in set(victory_points):
        first = sum(other > points for other in victory_points)
        tied = victory_points.count(points)
        share[points] = sum(places[first : first + tied]) // tied
    return tuple(share[points] for points in victory_points)


def score_table(victory_points: Sequence[Halves], adjustments: Sequence[int] = ()) -> TableScore:
    """The table's worth after `adjustments` (how many standings adjustments each seat has in this game).

    The victory points given are the ones played for; an adjustment takes 1 from them, below zero too, and game win and
    tournament points follow from what remains.

    Rule: JG 1.1.3.
    """
    taken = adjustments or (0,) * len(victory_points)
    adjusted = tuple(points - ADJUSTMENT * count for points, count in zip(victory_points, taken, strict=True))
    return TableScore(adjusted, game_wins(adjusted), tournament_points(adjusted))
