"""What a list says about itself against what it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolkit.decks.figures import TYPE_ORDER, capacity_figures, copied_capacities, copies_by_label, type_words
from toolkit.decks.model import Declared, Problem, ProblemCode
from toolkit.decks.rules.case import Case
from toolkit.languages import N_, Decimal, Message

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
        text = N_("The crypt's heading says %(number)s; counted are %(other)s.")
        yield from _compare(claim, text, _counted(case.crypt_count, case.open_crypt))
    elif what == "library":
        text = N_("The library's heading says %(number)s; counted are %(other)s.")
        yield from _compare(claim, text, _counted(case.library_count, case.open_library))
    elif what in _TYPES:
        label = _TYPES[what]
        text = N_("The heading %(name)s says %(number)s; counted are %(other)s.")
        yield from _compare(claim, text, _counted(by_type.get(label, 0), _open_under(case, label)), label)
    elif figures := capacity_figures(capacity):
        # Some programs sum the four cheapest and dearest vampires, others name the cheapest and the dearest one.
        if what == "min":
            text = N_("The heading's least capacity is %(number)s; the four least sum to %(other)s.")
            yield from _compare(claim, text, (figures.min, capacity[0]))
        elif what == "max":
            text = N_("The heading's greatest capacity is %(number)s; the four greatest sum to %(other)s.")
            yield from _compare(claim, text, (figures.max, capacity[-1]))
        elif what == "average" and not _same_average(claim.value, sum(capacity) / len(capacity)):
            yield _problem(claim, N_("The average capacity says %(number)s; counted are %(other)s."), figures.average)


def _counted(count: int, unsettled: int) -> range:
    """What may be stated: the counted cards, and those of lines that name no card for certain."""
    return range(count, count + unsettled + 1)


def _open_under(case: Case, label: str) -> int:
    """Copies on open lines under that heading, or under none."""
    return sum(line.count for line in case.reading.unresolved if line.block in (label, ""))


def _compare(claim: Declared, text: str, counted: Collection[int], label: str = "") -> Iterator[Problem]:
    if claim.value not in counted:
        yield _problem(claim, text, next(iter(counted)), label)


def _same_average(stated: float, counted: float) -> bool:
    """Whether a figure is the average to as many digits as it shows, rounded or cut."""
    text = f"{stated:.3f}".rstrip("0")
    step = 10.0 ** -len(text.partition(".")[2])
    return abs(stated - counted) < step + 1e-9


def _problem(claim: Declared, text: str, counted: float, label: str = "") -> Problem:
    """The fault that the list says one figure and holds another; `label` names the heading of a type."""
    found = Decimal(f"{counted:g}")
    figures = {"number": Decimal(f"{claim.value:g}"), "other": found}
    return Problem(
        code=ProblemCode.DECLARED_COUNT,
        message=Message(text, **figures, **({"name": type_words(label)} if label else {})),
        line=claim.line,
        fix=Message("Write %(number)s, or look for what is missing or doubled.", number=found),
    )
