"""The nine criteria of a seating, one function each, exact; and who is behind each figure, in words.

Rule: VEKN tournament rules 3.1.2, in the order of priority given there.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from fractions import Fraction

from toolkit.languages import N_, Decimal, Message
from toolkit.seating.model import Player, Round, as_rounds, listed

TRANSFERS = (1, 2, 3, 4, 4)


class Relation(StrEnum):
    """The relation of one player at a table to another."""

    PREY = "prey"
    PREDATOR = "predator"
    GRAND_PREY = "grand-prey"
    GRAND_PREDATOR = "grand-predator"
    CROSS_TABLE = "cross-table"

    @property
    def is_adjacent(self) -> bool:
        """Whether the two sit side by side."""
        return self in (Relation.PREY, Relation.PREDATOR)

    @property
    def reverse(self) -> Relation:
        """The same relation seen from the other side."""
        return _REVERSE[self]


_REVERSE = {
    Relation.PREY: Relation.PREDATOR,
    Relation.PREDATOR: Relation.PREY,
    Relation.GRAND_PREY: Relation.GRAND_PREDATOR,
    Relation.GRAND_PREDATOR: Relation.GRAND_PREY,
    Relation.CROSS_TABLE: Relation.CROSS_TABLE,
}
# By size of the table and number of seats from the first player to the second, in turn order. Tables of other sizes
# than four and five occur for a moment, while an organizer moves players about.
_RELATIONS: dict[int, tuple[Relation, ...]] = {
    1: (Relation.CROSS_TABLE,),
    2: (Relation.CROSS_TABLE, Relation.PREY),
    3: (Relation.CROSS_TABLE, Relation.PREY, Relation.PREDATOR),
    4: (Relation.CROSS_TABLE, Relation.PREY, Relation.CROSS_TABLE, Relation.PREDATOR),
    5: (Relation.CROSS_TABLE, Relation.PREY, Relation.GRAND_PREY, Relation.GRAND_PREDATOR, Relation.PREDATOR),
}


_POSITIONS = {
    Relation.PREY: N_("%(two)s is the prey of %(one)s in rounds %(list)s."),
    Relation.GRAND_PREY: N_("%(two)s is the grand-prey of %(one)s in rounds %(list)s."),
    Relation.CROSS_TABLE: N_("%(one)s and %(two)s sit across from each other in rounds %(list)s."),
}
_GROUPS = {
    True: N_("%(one)s and %(two)s sit side by side in rounds %(list)s."),
    False: N_("%(one)s and %(two)s share a table, but not side by side, in rounds %(list)s."),
}


def relation(size: int, distance: int) -> Relation:
    """The relation to the player `distance` seats further in turn order, at a table of `size`."""
    if size in _RELATIONS:
        return _RELATIONS[size][distance % size]
    near = {1: Relation.PREY, 2: Relation.GRAND_PREY, size - 2: Relation.GRAND_PREDATOR, size - 1: Relation.PREDATOR}
    return near.get(distance % size, Relation.CROSS_TABLE)


def transfers(seat: int) -> int:
    """Transfers of the first turn, by seat from 1: one more each until four."""
    return min(seat, 4)


TITLES = {
    "r1": N_("the same predator and prey again"),
    "r2": N_("together in every round"),
    "r3": N_("spread of available victory points"),
    "r4": N_("together more than once"),
    "r5": N_("fifth seat more than once"),
    "r6": N_("the same relative position again"),
    "r7": N_("the same seat again"),
    "r8": N_("spread of starting transfers"),
    "r9": N_("the same position group again"),
}


# What only the last round settles: until then a pair may still miss each other once, and what is uneven may be evened
# out. The other counts can only grow.
SETTLED_LAST = frozenset({"r2", "r3", "r8"})


@dataclass(frozen=True, order=True, slots=True, kw_only=True)
class Criteria:
    """The criteria of a seating; less is better, and an earlier criterion outweighs all later ones.

    `r3` and `r8` are variances, as exact fractions, so that two seatings are never compared by rounded figures; what
    people are shown is their square root.
    """

    r1: int
    r2: int
    r3: Fraction
    r4: int
    r5: int
    r6: int
    r7: int
    r8: Fraction
    r9: int

    def figures(self) -> dict[str, int | float]:
        """The nine figures as people know them: R3 and R8 as standard deviations."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: round(deviation(value), 6) if name in ("r3", "r8") else value for name, value in values.items()}

    def __str__(self) -> str:
        return " ".join(f"{value:.3g}" if isinstance(value, float) else str(value) for value in self.figures().values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One thing that happens more often than it should.

    Attributes:
        criterion: "r1" to "r9".
        players: one player, or the two of a pair.
        rounds: when, from 1.
        template: the sentence, with `one` and `two` of the players and the `list` of rounds.
        figures: what else stands in it.
    """

    criterion: str
    players: tuple[Player, ...]
    rounds: tuple[int, ...]
    template: str
    figures: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> Message:
        """A sentence; made when it is asked for, because the figures alone count thousands of violations."""
        player, *others = self.players
        two = others[0] if others else ""
        return Message(self.template, one=player, two=two, list=listed(self.rounds), **self.figures)


class Encounters:
    """Who met whom, when and how; and who sat where.

    Attributes:
        rounds: how many there were.
        met: for each pair, in order of first meeting, the rounds with what the second was to the first.
        sat: for each player, (round, size of the table, seat from 1).
    """

    def __init__(self, rounds: Sequence[Round]) -> None:
        self.rounds = len(rounds)
        self.met: dict[tuple[Player, Player], list[tuple[int, Relation]]] = {}
        self.sat: dict[Player, list[tuple[int, int, int]]] = defaultdict(list)
        for number, tables in enumerate(rounds, 1):
            for table in tables:
                self._add(number, table)

    def _add(self, number: int, table: Sequence[Player]) -> None:
        size = len(table)
        for seat, player in enumerate(table):
            self.sat[player].append((number, size, seat + 1))
            for other in range(seat):
                rival = table[other]
                if (player, rival) in self.met:
                    self.met[player, rival].append((number, relation(size, other - seat)))
                else:
                    self.met.setdefault((rival, player), []).append((number, relation(size, seat - other)))


def criteria(rounds: Iterable[Iterable[Iterable[Player]]]) -> Criteria:
    """The nine criteria of these rounds, tables in seat order.

    >>> str(criteria([[("a", "b", "c", "d")], [("b", "a", "d", "c")]]))
    '0 6 0 6 0 2 0 0.5 4'
    """
    record = Encounters(as_rounds(rounds))
    return Criteria(
        r1=len(r1_predator_prey(record)),
        r2=len(r2_every_round(record)),
        r3=r3_victory_points(record),
        r4=len(r4_meetings(record)),
        r5=len(r5_fifth_seat(record)),
        r6=len(r6_positions(record)),
        r7=len(r7_seats(record)),
        r8=r8_transfers(record),
        r9=len(r9_position_groups(record)),
    )


def r1_predator_prey(record: Encounters) -> list[Violation]:
    """Ordered couples of predator and prey that occur at least twice."""
    return [
        _pair("r1", couple, when, N_("%(one)s has %(two)s as prey in rounds %(list)s."))
        for couple, when in _repeated_couples(record, Relation.PREY)
    ]


def r2_every_round(record: Encounters) -> list[Violation]:
    """Pairs seated together in all rounds; none while there is only one round."""
    if record.rounds < 2:
        return []
    return [
        _pair("r2", pair, when, N_("%(one)s and %(two)s share a table in every round."))
        for pair, meetings in record.met.items()
        if len(when := [number for number, _ in meetings]) == record.rounds
    ]


def r3_victory_points(record: Encounters) -> Fraction:
    """Variance, over those who were seated, of the mean size of their tables."""
    return variance([Fraction(sum(size for _, size, _ in sat), len(sat)) for sat in record.sat.values()])


def r4_meetings(record: Encounters) -> list[Violation]:
    """Pairs seated together at least twice."""
    return [
        _pair("r4", pair, when, N_("%(one)s and %(two)s share a table in rounds %(list)s."))
        for pair, meetings in record.met.items()
        if len(when := [number for number, _ in meetings]) > 1
    ]


def r5_fifth_seat(record: Encounters) -> list[Violation]:
    """Players in the fifth seat at least twice."""
    return [violation for seat, violation in _repeated_seats(record, "r5") if seat == 5]


def r6_positions(record: Encounters) -> list[Violation]:
    """Pairs in the same relation at least twice: prey, predator, grand-prey, grand-predator, cross-table."""
    return [
        _pair("r6", couple, when, template)
        for kind, template in _POSITIONS.items()
        for couple, when in _repeated_couples(record, kind)
    ]


def r7_seats(record: Encounters) -> list[Violation]:
    """Players in the same seat at least twice, once for each such seat."""
    return [violation for _, violation in _repeated_seats(record, "r7")]


def r8_transfers(record: Encounters) -> Fraction:
    """Variance, over those who were seated, of the mean of their starting transfers (1, 2, 3, 4, 4 by seat)."""
    return variance([Fraction(sum(transfers(seat) for *_, seat in sat), len(sat)) for sat in record.sat.values()])


def r9_position_groups(record: Encounters) -> list[Violation]:
    """Pairs side by side at least twice, and pairs at one table but not side by side at least twice."""
    repeats = []
    for pair, meetings in record.met.items():
        if len(meetings) < 2:
            continue
        for adjacent, template in _GROUPS.items():
            when = [number for number, kind in meetings if kind.is_adjacent is adjacent]
            if len(when) > 1:
                repeats.append(_pair("r9", pair, when, template))
    return repeats


def violations(rounds: Iterable[Iterable[Iterable[Player]]]) -> dict[str, list[Violation]]:
    """For each criterion, who is behind its figure; for R3 and R8, those furthest from the mean."""
    record = Encounters(as_rounds(rounds))
    return {
        "r1": r1_predator_prey(record),
        "r2": r2_every_round(record),
        "r3": _far_from_mean(
            record, "r3", N_("%(one)s has %(number)s victory points within reach a round, the mean is %(other)s.")
        ),
        "r4": r4_meetings(record),
        "r5": r5_fifth_seat(record),
        "r6": r6_positions(record),
        "r7": r7_seats(record),
        "r8": _far_from_mean(
            record, "r8", N_("%(one)s has %(number)s starting transfers a round, the mean is %(other)s.")
        ),
        "r9": r9_position_groups(record),
    }


def variance(values: Sequence[Fraction]) -> Fraction:
    """Population variance, exact; 0 for no values."""
    if not values:
        return Fraction(0)
    scale = math.lcm(*{value.denominator for value in values})
    whole = [value.numerator * (scale // value.denominator) for value in values]
    number = len(whole)
    return Fraction(number * sum(x * x for x in whole) - sum(whole) ** 2, number**2 * scale**2)


def deviation(value: Fraction) -> float:
    """The standard deviation that belongs to a variance."""
    return math.sqrt(value)


def _repeated_couples(record: Encounters, kind: Relation) -> list[tuple[tuple[Player, Player], list[int]]]:
    """Couples (a, b) of whom b is `kind` to a in at least two rounds."""
    repeats = []
    for (player, rival), meetings in record.met.items():
        if len(meetings) < 2:
            continue
        there = [number for number, seen in meetings if seen is kind]
        if len(there) > 1:
            repeats.append(((player, rival), there))
        if kind is kind.reverse:
            continue
        back = [number for number, seen in meetings if seen is kind.reverse]
        if len(back) > 1:
            repeats.append(((rival, player), back))
    return repeats


def _repeated_seats(record: Encounters, criterion: str) -> list[tuple[int, Violation]]:
    repeats = []
    for player, sat in record.sat.items():
        for number in sorted({seat for *_, seat in sat}):
            when = tuple(round_ for round_, _, seat in sat if seat == number)
            if len(when) > 1:
                violation = Violation(
                    criterion=criterion,
                    players=(player,),
                    rounds=when,
                    template=N_("%(one)s sits in seat %(number)s in rounds %(list)s."),
                    figures={"number": number},
                )
                repeats.append((number, violation))
    return repeats


def _far_from_mean(record: Encounters, criterion: str, template: str) -> list[Violation]:
    """Players more than a round's share away from the mean: by table size for R3, by transfers for R8."""
    by_size = criterion == "r3"
    means = {
        player: Fraction(sum(size if by_size else transfers(seat) for _, size, seat in sat), len(sat))
        for player, sat in record.sat.items()
    }
    if not means:
        return []
    mean = sum(means.values(), Fraction(0)) / len(means)
    far = []
    for player, own in means.items():
        if abs(own - mean) > Fraction(1, max(1, record.rounds)):
            figures = {"number": Decimal(f"{float(own):.2f}"), "other": Decimal(f"{float(mean):.2f}")}
            rounds = tuple(number for number, *_ in record.sat[player])
            far.append(
                Violation(criterion=criterion, players=(player,), rounds=rounds, template=template, figures=figures)
            )
    return far


def _pair(criterion: str, pair: tuple[Player, Player], rounds: Sequence[int], template: str) -> Violation:
    return Violation(criterion=criterion, players=pair, rounds=tuple(rounds), template=template)
