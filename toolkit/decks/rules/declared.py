"""What a list says about itself against what it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolkit.decks.figures import TYPE_ORDER, capacity_figures, copied_capacities, copies_by_label
from toolkit.decks.model import Declared, Problem, ProblemCode
from toolkit.decks.rules.case import Case

# What the list says, and what is counted instead.
type Words = tuple[str, str]

_LEAST = ("The heading's least capacity is", "the four least sum to")
_GREATEST = ("The heading's greatest capacity is", "the four greatest sum to")
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
    wrong = [claim for claim in declared if plain.get(claim[0]) != claim[1]]
    if not wrong:
        return
    # A library in pieces has a heading for each: together they are right. Two crypts are two decks.
    is_one = sum(claim.what == "crypt" for claim in declared) < 2
    stated: dict[str, float] = {}
    for claim in declared:
        stated[claim.what] = stated.get(claim.what, 0) + claim.value
    for claim in wrong:
        if not is_one or stated[claim.what] != plain.get(claim.what):
            yield from _check(case, claim, by_type, capacity)


def _check(case: Case, claim: Declared, by_type: dict[str, int], capacity: list[int]) -> Iterator[Problem]:
    what = claim.what.casefold()
    if what == "crypt":
        yield from _compare(claim, _says("The crypt's heading"), _counted(case.crypt_count, case.open_crypt))
    elif what == "library":
        yield from _compare(claim, _says("The library's heading"), _counted(case.library_count, case.open_library))
    elif what in _TYPES:
        label = _TYPES[what]
        counted = _counted(by_type.get(label, 0), _open_under(case, label))
        yield from _compare(claim, _says(f"The heading {label}"), counted)
    elif figures := capacity_figures(capacity):
        # Some programs sum the four cheapest and dearest vampires, others name the cheapest and the dearest one.
        if what == "min":
            yield from _compare(claim, _LEAST, (figures.min, capacity[0]))
        elif what == "max":
            yield from _compare(claim, _GREATEST, (figures.max, capacity[-1]))
        elif what == "average" and not _same_average(claim.value, sum(capacity) / len(capacity)):
            yield _problem(claim, _says("The average capacity"), figures.average)


def _says(what: str) -> Words:
    return f"{what} says", "counted are"


def _counted(count: int, unsettled: int) -> range:
    """What may be stated: the counted cards, and those of lines that name no card for certain."""
    return range(count, count + unsettled + 1)


def _open_under(case: Case, label: str) -> int:
    """Copies on open lines under that heading, or under none."""
    return sum(line.count for line in case.reading.unresolved if line.block in (label, ""))


def _compare(claim: Declared, words: Words, counted: Collection[int]) -> Iterator[Problem]:
    if claim.value not in counted:
        yield _problem(claim, words, next(iter(counted)))


def _same_average(stated: float, counted: float) -> bool:
    """Whether a figure is the average to as many digits as it shows, rounded or cut."""
    text = f"{stated:.3f}".rstrip("0")
    step = 10.0 ** -len(text.partition(".")[2])
    return abs(stated - counted) < step + 1e-9


def _problem(claim: Declared, words: Words, counted: float) -> Problem:
    says, found = words
    return Problem(
        code=ProblemCode.DECLARED_COUNT,
        message=f"{says} {claim.value:g}; {found} {counted:g}.",
        line=claim.line,
        fix=f"Write {counted:g}, or look for what is missing or doubled.",
    )
