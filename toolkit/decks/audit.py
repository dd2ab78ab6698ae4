"""Many lists judged together: an archive, each as of its own day, or every list of one event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from toolkit.decks.formats import RuleSet
from toolkit.decks.model import ProblemCode, Reading, Report, Severity
from toolkit.decks.rules import validate


@dataclass(frozen=True, slots=True)
class Audit:
    """The result of judging many lists.

    Attributes:
        reports: one per list, in the order they came.
        undated: lists that state no day and were judged as of the day given.
    """

    reports: tuple[Report, ...]
    undated: int = 0

    @property
    def illegal(self) -> tuple[Report, ...]:
        """The lists that are not legal."""
        return tuple(report for report in self.reports if not report.legal)

    @property
    def by_code(self) -> dict[ProblemCode, int]:
        """In how many lists each kind of problem was found, errors first, the most frequent first."""
        counts: dict[ProblemCode, int] = {}
        for report in self.reports:
            for code in {problem.code for problem in report.problems}:
                counts[code] = counts.get(code, 0) + 1
        return dict(sorted(counts.items(), key=_by_weight))


def _by_weight(item: tuple[ProblemCode, int]) -> tuple[bool, int, str]:
    code, count = item
    return code.severity is not Severity.ERROR, -count, code


def own_day(reading: Reading) -> date | None:
    """The day of the event that a list says it was played at."""
    return reading.deck.header.date if reading.deck.header else None


def judge_each(
    readings: Iterable[Reading], rules: RuleSet, *, otherwise: date, card_data: date | None = None
) -> Iterator[tuple[Report, bool]]:
    """Each list as of its own day, or of the day given when it states none; with whether it states one."""
    for reading in readings:
        day = own_day(reading)
        yield validate(reading, rules, day or otherwise, card_data=card_data), day is not None
