"""The order and the seconds of every draft: pure figures, which a wall, a phone and a sheet read alike.

Rule: VEKN 7.5 to 7.8; the seconds are settings, for the rules give none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from toolkit.tournament.limited.facts import DraftTimes, LimitedFormat

# Of each set of a table draft a player lays two cards.
LAID = 2


class PassDirection(StrEnum):
    """Which way packs are passed."""

    LEFT = "left"
    RIGHT = "right"


class DraftStepKind(StrEnum):
    """The kinds of steps of a draft."""

    OPEN = "open"
    PICK = "pick"
    PASS = "pass"
    LOOK = "look"
    REVIEW = "review"


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftStep:
    """A step of a draft: when it begins in its course, and for how long.

    Attributes:
        pack: from 1; `set` the set of a table draft, `pick` from 1, 0 where nobody picks.
        seat: who picks in a table draft, who begins its set while all look; 0 where all pick.
        cards: how many are left to pick from.
    """

    kind: DraftStepKind
    start: int
    seconds: int
    pack: int
    pick: int = 0
    set: int = 0
    seat: int = 0
    cards: int = 0

    @property
    def end(self) -> int:
        """When it ends in its course."""
        return self.start + self.seconds


def direction(pack: int) -> PassDirection:
    """Packs go to the left first, then to the right, in turns.

    Rule: VEKN 7.5.1.
    """
    return PassDirection.LEFT if pack % 2 else PassDirection.RIGHT


def opener(*, seat: int, pack: int, pick: int, players: int) -> int:
    """The seat that opened the pack which `seat` holds in a pick.

    >>> opener(seat=1, pack=1, pick=3, players=5), opener(seat=1, pack=2, pick=3, players=5)
    (4, 3)
    """
    passed = pick - 1
    return (seat - 1 - (passed if direction(pack) is PassDirection.LEFT else -passed)) % players + 1


def pick_seconds(cards: int, times: DraftTimes | None = None) -> int:
    """How long a pick takes with so many cards left.

    >>> [pick_seconds(cards) for cards in (19, 14, 13, 11, 2, 1)]
    [75, 75, 70, 60, 15, 5]
    """
    times = times or DraftTimes()
    if cards <= 1:
        return times.last
    return max(times.least, min(times.most, times.each * cards + times.base))


def booster_steps(packs: Sequence[int], times: DraftTimes | None = None) -> tuple[DraftStep, ...]:
    """The course of a booster draft with packs of so many cards: a pack of c cards is c picks, whatever the pod."""
    times = times or DraftTimes()
    course = _Course()
    for pack, size in enumerate(packs, 1):
        course.add(DraftStepKind.OPEN, times.open, pack=pack, cards=size)
        for pick in range(1, size + 1):
            left = size - pick + 1
            course.add(DraftStepKind.PICK, pick_seconds(left, times), pack=pack, pick=pick, cards=left)
            if pick < size:
                course.add(DraftStepKind.PASS, times.passing, pack=pack, pick=pick, cards=left - 1)
        if pack < len(packs):
            course.add(DraftStepKind.REVIEW, times.review_after(pack), pack=pack)
    return tuple(course.steps)


def table_order(players: int, first: int) -> tuple[int, ...]:
    """The seats in the order in which they pick from a set: once round from the active player, and back.

    >>> table_order(5, 1), table_order(4, 3)
    ((1, 2, 3, 4, 5, 5, 4, 3, 2, 1), (3, 4, 1, 2, 2, 1, 4, 3))

    Rule: VEKN 7.7.
    """
    once = tuple((first - 1 + step) % players + 1 for step in range(players))
    return once + once[::-1]


def table_steps(packs: Sequence[int], players: int, times: DraftTimes | None = None) -> tuple[DraftStep, ...]:
    """The course of a table draft: sets of two cards of each player, of an odd pack the last card alone, once round.

    The active player moves on by one with every set, over all packs.

    Rule: VEKN 7.7; the odd card is a decision, for the rule does not say it.
    """
    times = times or DraftTimes()
    course, first = _Course(), 1
    for pack, size in enumerate(packs, 1):
        for number in range(1, -(-size // LAID) + 1):
            laid = min(LAID, size - LAID * (number - 1))
            order = table_order(players, first)[: laid * players]
            _add_set(course, times, order, pack=pack, set=number)
            first = first % players + 1
        if pack < len(packs):
            course.add(DraftStepKind.REVIEW, times.review_after(pack), pack=pack)
    return tuple(course.steps)


def crypt_steps(piles: Sequence[int], times: DraftTimes | None = None) -> tuple[DraftStep, ...]:
    """The course of the crypts of a mixed draft: a table draft of piles that need not be alike, in seat order.

    Each set is two cards of every pile, or what a pile has left; it is picked in order until the table is empty.

    Rule: VEKN 7.8.
    """
    times = times or DraftTimes()
    course, left, first, number = _Course(), list(piles), 1, 0
    while any(left):
        number += 1
        laid = sum(min(LAID, pile) for pile in left)
        left = [max(0, pile - LAID) for pile in left]
        _add_set(course, times, table_order(len(piles), first)[:laid], pack=1, set=number)
        first = first % len(piles) + 1
    return tuple(course.steps)


def _add_set(course: _Course, times: DraftTimes, order: Sequence[int], *, pack: int, set: int) -> None:
    course.add(DraftStepKind.LOOK, times.look, pack=pack, set=set, seat=order[0] if order else 0, cards=len(order))
    for pick, seat in enumerate(order, 1):
        course.add(
            DraftStepKind.PICK, times.turn, pack=pack, set=set, pick=pick, seat=seat, cards=len(order) - pick + 1
        )


def piles_of(cards: int, size: int) -> tuple[int, ...]:
    """Library cards of one player in piles of `size`; the rest is the last, smaller one.

    >>> piles_of(35, 11), piles_of(0, 11)
    ((11, 11, 11, 2), ())
    """
    return tuple(min(size, cards - start) for start in range(0, cards, size))


def pile_packs(libraries: Sequence[int], size: int) -> tuple[int, ...]:
    """The packs of a mixed draft's library: each as large as the largest pile of it, which its clock goes by."""
    piles = [piles_of(cards, size) for cards in libraries]
    return tuple(
        max(pile[pack] for pile in piles if pack < len(pile)) for pack in range(max(map(len, piles), default=0))
    )


def steps_of(
    format: LimitedFormat, packs: Sequence[int], players: int, times: DraftTimes | None = None
) -> tuple[DraftStep, ...]:
    """The course of a draft of that format in a pod of so many players."""
    return table_steps(packs, players, times) if format is LimitedFormat.TABLE else booster_steps(packs, times)


def length(steps: Sequence[DraftStep]) -> int:
    """How long a course takes, in seconds."""
    return steps[-1].end if steps else 0


def laid_numbers(players: int, first: int, laid: int = LAID) -> tuple[tuple[int, int], ...]:
    """The cards of a set as screens number them, the oldest first, each with the seat that laid it.

    >>> laid_numbers(4, 3)
    ((1, 3), (2, 3), (3, 4), (4, 4), (5, 1), (6, 1), (7, 2), (8, 2))
    """
    seats = table_order(players, first)[:players]
    return tuple(enumerate((seat for seat in seats for _ in range(laid)), 1))


class _Course:
    """Steps, one after the other."""

    def __init__(self) -> None:
        self.steps: list[DraftStep] = []

    def add(
        self,
        kind: DraftStepKind,
        seconds: int,
        *,
        pack: int,
        pick: int = 0,
        set: int = 0,
        seat: int = 0,
        cards: int = 0,
    ) -> None:
        """A further step; one without seconds is none."""
        start = self.steps[-1].end if self.steps else 0
        step = DraftStep(kind=kind, start=start, seconds=seconds, pack=pack, pick=pick, set=set, seat=seat, cards=cards)
        self.steps.append(step)
