"""The verdict on a table's score line: how a game can end with it, or why none can and what is nearest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from toolkit.languages import Listed, Message, Points, Sayable
from toolkit.scoring.events import LETTERS, Event, describe_event
from toolkit.scoring.points import (
    ImpossibleScores,
    TableScore,
    Written,
    check_table_size,
    parse_victory_points,
    score_table,
)
from toolkit.scoring.reachable import Line, LineKind, Story, legal_lines


@dataclass(frozen=True, slots=True)
class Near:
    """A legal line close to an impossible one."""

    victory_points: Line
    kind: LineKind

    def change_from(self, line: Line, names: Sequence[str] = LETTERS) -> Sayable:
        """The changes from that line, as 'B 1 → 0.5, D 0 → 0.5'."""
        return Listed(
            Listed((name, Points(old), "→", Points(new)), between=" ")
            for name, old, new in zip(names, line, self.victory_points, strict=False)
            if old != new
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a table's victory points.

    Attributes:
        kind: plain, needs a withdrawal, needs a simultaneous oust, or impossible.
        victory_points: halves, in seat order.
        score: game wins and tournament points of the line as it stands.
        history: the shortest game that ends so; empty when impossible.
        reason: why it is impossible; empty otherwise.
        nearest: for an impossible line, the legal lines at the least total change, plain ones first, then the plain
            ones that come from swapping two seats.
        is_sanctioned: False for a table of three.
    """

    kind: LineKind
    victory_points: Line
    score: TableScore
    history: tuple[Event, ...] = ()
    reason: str = ""
    nearest: tuple[Near, ...] = ()

    @property
    def is_possible(self) -> bool:
        """Whether any game can end so."""
        return self.kind is not LineKind.IMPOSSIBLE

    @property
    def is_sanctioned(self) -> bool:
        """Whether the table is of a size that the tournament rules know."""
        return len(self.victory_points) > 3

    def sentences(self, names: Sequence[str] = LETTERS) -> list[Sayable]:
        """The history, one event each."""
        return [describe_event(event, names) for event in self.history]


def table_verdict(victory_points: Iterable[Written], *, removed: Iterable[int] = ()) -> Verdict:
    """The verdict on one table, victory points in seat order.

    `removed` names seats (counted from 0) that a judge took out during play: the rest of the ring is judged, and the
    points they had may stand or be struck.

    >>> table_verdict([2, 1, 1, 1, 0]).kind, table_verdict(["2.5", 2, 0, 0, 0]).kind
    (<LineKind.PLAIN: 'plain'>, <LineKind.IMPOSSIBLE: 'impossible'>)

    Raises:
        WrongTableSize: not three to five seats.
        ImpossibleScores: something that is not a number of halves.

    Rule: VEKN 3.7; JG 1.1.4 for a removal.
    """
    line = tuple(parse_victory_points(points) for points in victory_points)
    return judge_line(line, frozenset(removed))


@lru_cache(maxsize=4096)
def judge_line(line: Line, removed: frozenset[int] = frozenset()) -> Verdict:
    """`table_verdict` of a line in halves."""
    check_table_size(len(line))
    if not removed <= set(range(len(line))):
        raise ImpossibleScores(Message("A removed seat is not at this table."), code="unknown_seat")
    score, story = score_table(line), legal_lines(len(line), removed).get(line)
    if story is not None:
        return Verdict(story.kind, line, score, history=story.events)
    return Verdict(LineKind.IMPOSSIBLE, line, score, reason=_reason(line, removed), nearest=_nearest(line, removed))


def _reason(line: Line, removed: frozenset[int]) -> Message:
    if min(line) < 0:
        return Message("A game never ends below zero: enter a standings adjustment separately.")
    players = len(line) - len(removed)
    total = sum((points + 1) // 2 for points in line)
    has_halves = any(points % 2 for points in line)
    if total > players:
        if not has_halves:
            return Message(
                "Too many: %(number)s in all, and a table of %(other)s gives %(more)s.",
                number=total,
                other=len(line),
                more=players,
            )
        return Message(
            "Too many: these points account for %(number)s players, and only %(other)s give points.",
            number=total,
            other=players,
        )
    if total < players and not removed:
        if not has_halves:
            return Message(
                "Too few: %(number)s in all, and a table of %(other)s gives %(more)s.",
                number=total,
                other=players,
                more=players,
            )
        return Message(
            "Too few: these points account for %(number)s of %(other)s players. "
            "A player who is ousted gives 1; a player still there at time, or withdrawn, gets 0.5.",
            number=total,
            other=players,
        )
    return Message("The total is right, but no order of ousts, withdrawals and time gives these seats these points.")


def nearest_plain(line: Line) -> tuple[Near, ...]:
    """The lines that ousts and time alone give at the least total change, then those of two seats swapped.

    What was meant where a line takes ousts at the same moment is more often one of these.
    """
    plain = {other: story for other, story in legal_lines(len(line)).items() if story.kind is LineKind.PLAIN}
    return _nearest_of(line, plain)


def _nearest(line: Line, removed: frozenset[int]) -> tuple[Near, ...]:
    return _nearest_of(line, legal_lines(len(line), removed))


def _nearest_of(line: Line, lines: Mapping[Line, Story]) -> tuple[Near, ...]:
    ranks = {kind: rank for rank, kind in enumerate(LineKind)}

    def change(other: Line) -> int:
        return sum(abs(a - b) for a, b in zip(line, other, strict=True))

    least = min(map(change, lines))
    nearest = [Near(other, story.kind) for other, story in lines.items() if change(other) == least]
    nearest.sort(key=lambda near: (ranks[near.kind], _seats_changed(line, near.victory_points)))
    swapped = (
        Near(other, LineKind.PLAIN) for other in _swaps(line) if other in lines and lines[other].kind is LineKind.PLAIN
    )
    return tuple(dict.fromkeys((*nearest, *swapped)))


def _seats_changed(line: Line, other: Line) -> int:
    return sum(a != b for a, b in zip(line, other, strict=True))


def _swaps(line: Line) -> Iterable[Line]:
    for first, second in combinations(range(len(line)), 2):
        swapped = list(line)
        swapped[first], swapped[second] = line[second], line[first]
        yield tuple(swapped)
