"""How many cards the two parts of a deck hold."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.decks.model import Problem, ProblemCode
from toolkit.decks.rules.case import Case, cards


def crypt_size(case: Case) -> Iterator[Problem]:
    """A crypt of at least as many cards as the rule set asks for; there is no most.

    Rule: VEKN 6.2, VEKN 7.2.1, SETUP-01, SETUP-09, SETUP-12.
    """
    count, unsettled, least = case.crypt_count, case.open_crypt, case.rules.crypt_min
    if count + unsettled >= least:
        return
    missing = count + unsettled == 0
    yield Problem(
        code=ProblemCode.CRYPT_MISSING if missing else ProblemCode.CRYPT_MIN,
        message=f"The deck has no crypt; at least {cards(least)} are asked for."
        if missing
        else f"The crypt has {cards(count)}; the least is {least}.",
        rule=case.rules.rule,
        fix=_addition(least - count, unsettled, "crypt"),
    )


def library_least(case: Case) -> Iterator[Problem]:
    """A library of at least as many cards as the rule set asks for.

    Rule: VEKN 6.2, VEKN 7.2.1, SETUP-01, SETUP-04, SETUP-06, SETUP-07.
    """
    count, unsettled, least = case.library_count, case.open_library, case.rules.library_min
    if count + unsettled >= least:
        return
    missing = count + unsettled == 0
    yield Problem(
        code=ProblemCode.LIBRARY_MISSING if missing else ProblemCode.LIBRARY_MIN,
        message=f"The deck has no library; at least {cards(least)} are asked for."
        if missing
        else f"The library has {cards(count)}; the least is {least}.",
        rule=case.rules.rule,
        fix=_addition(least - count, unsettled, "library"),
    )


def _addition(missing: int, unsettled: int, part: str) -> str:
    """How to fill a part up; copies on unsettled lines are not asked for a second time."""
    if not unsettled:
        return f"Add {cards(missing, part)}."
    return f"Settle the open lines, then add {cards(missing - unsettled, part)}."


def library_most(case: Case) -> Iterator[Problem]:
    """A library of at most as many cards as the rule set admits.

    Rule: VEKN 6.2, VEKN 7.2.1, SETUP-05, SETUP-06, SETUP-08.
    """
    count, most = case.library_count, case.rules.library_max
    if count > most:
        yield Problem(
            code=ProblemCode.LIBRARY_MAX,
            message=f"The library has {cards(count)}; the most is {most}.",
            rule=case.rules.rule,
            fix=f"Remove {cards(count - most, 'library')}.",
        )


def open_lines_note(case: Case) -> Iterator[str]:
    """What the lines that name no card for certain leave undecided about the sizes."""
    for part, count, least, unsettled in (
        ("crypt", case.crypt_count, case.rules.crypt_min, case.open_crypt),
        ("library", case.library_count, case.rules.library_min, case.open_library),
    ):
        if count < least <= count + unsettled:
            yield (
                f"The {part} counts {cards(count)} of at least {least}; the {cards(unsettled)} "
                f"on unsettled lines may make up the rest."
            )
