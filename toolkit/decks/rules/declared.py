"""What a list says about itself against what it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolkit.decks.figures import TYPE_ORDER, capacity_figures, copied_capacities, copies_by_label
from toolkit.decks.model import Declared, Problem, ProblemCode
from toolkit.decks.rules.case import Case

_TYPES = {label.casefold(): label for label in TYPE_ORDER}


def declared_counts(case: Case) -> Iterator[Problem]:
    """The figures of the list's headings against the counted ones: a slip of the pen, or a lost line."""
    declared = case.reading.declared
    if not declared:
        return
    by_type = copies_by_label(case.others, case.other_copies)
    capacity = copied_capacities(case.vampires, case.crypt_copies)
    plain: dict[str, float] = {**by_type, "crypt": case.crypt_count, "library": case.library_count}
    if figures := capacity_figures(capacity):
        plain["min"], plain["max"], plain["average"] = figures
    # Nearly every figure is right at first sight.
    for claim in [claim for claim in declared if plain.get(claim[0]) != claim[1]]:
        yield from _check(case, claim, by_type, capacity)


def _check(case: Case, claim: Declared, by_type: dict[str, int], capacity: list[int]) -> Iterator[Problem]:
    what = claim.what.casefold()
    if what == "crypt":
        yield from _compare(claim, "The crypt's heading", _counted(case.crypt_count, case.open_crypt))
    elif what == "library":
        yield from _compare(claim, "The library's heading", _counted(case.library_count, case.open_library))
    elif what in _TYPES:
        label = _TYPES[what]
        yield from _compare(claim, f"The heading {label}", _counted(by_type.get(label, 0), _open_under(case, label)))
    elif figures := capacity_figures(capacity):
        # Some programs sum the four cheapest and dearest vampires, others name the cheapest and the dearest one.
        if what == "min":
            yield from _compare(claim, "The least capacity", (figures.min, capacity[0]))
        elif what == "max":
            yield from _compare(claim, "The greatest capacity", (figures.max, capacity[-1]))
        elif what == "average" and not _same_average(claim.value, sum(capacity) / len(capacity)):
            yield _problem(claim, "The average capacity", figures.average)


def _counted(count: int, unsettled: int) -> range:
    """What may be stated: the counted cards, and those of lines that name no card for certain."""
    return range(count, count + unsettled + 1)


def _open_under(case: Case, label: str) -> int:
    """Copies on open lines under that heading, or under none."""
    return sum(line.count for line in case.reading.unresolved if line.block in (label, ""))


def _compare(claim: Declared, what: str, counted: Collection[int]) -> Iterator[Problem]:
    if claim.value not in counted:
        yield _problem(claim, what, next(iter(counted)))


def _same_average(stated: float, counted: float) -> bool:
    """Whether a figure is the average to as many digits as it shows, rounded or cut."""
    text = f"{stated:.3f}".rstrip("0")
    step = 10.0 ** -len(text.partition(".")[2])
    return abs(stated - counted) < step + 1e-9


def _problem(claim: Declared, what: str, counted: float) -> Problem:
    return Problem(
        code=ProblemCode.DECLARED_COUNT,
        message=f"{what} says {claim.value:g}; counted are {counted:g}.",
        line=claim.line,
        fix=f"Write {counted:g}, or look for what is missing or doubled.",
    )
