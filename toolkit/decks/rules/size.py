"""How many cards the two parts of a deck hold."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.cards.model import Kind
from toolkit.decks.model import Problem, ProblemCode
from toolkit.decks.rules.case import Case, cards
from toolkit.languages import N_, Message


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
        message=Message("The deck has no crypt; at least %(cards)s are asked for.", cards=cards(least))
        if missing
        else Message("The crypt has %(cards)s; the least is %(number)s.", cards=cards(count), number=least),
        rule=case.rules.rule,
        fix=_addition(least - count, unsettled, Kind.CRYPT),
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
        message=Message("The deck has no library; at least %(cards)s are asked for.", cards=cards(least))
        if missing
        else Message("The library has %(cards)s; the least is %(number)s.", cards=cards(count), number=least),
        rule=case.rules.rule,
        fix=_addition(least - count, unsettled, Kind.LIBRARY),
    )


def _addition(missing: int, unsettled: int, kind: Kind) -> Message:
    """How to fill a part up; copies on unsettled lines are not asked for a second time."""
    if not unsettled:
        return Message("Add %(cards)s.", cards=cards(missing, kind))
    return Message("Settle the open lines, then add %(cards)s.", cards=cards(missing - unsettled, kind))


def library_most(case: Case) -> Iterator[Problem]:
    """A library of at most as many cards as the rule set admits.

    Rule: VEKN 6.2, VEKN 7.2.1, SETUP-05, SETUP-06, SETUP-08.
    """
    count, most = case.library_count, case.rules.library_max
    if count > most:
        yield Problem(
            code=ProblemCode.LIBRARY_MAX,
            message=Message("The library has %(cards)s; the most is %(number)s.", cards=cards(count), number=most),
            rule=case.rules.rule,
            fix=Message("Remove %(cards)s.", cards=cards(count - most, Kind.LIBRARY)),
        )


def open_lines_note(case: Case) -> Iterator[Message]:
    """What the lines that name no card for certain leave undecided about the sizes."""
    crypt = N_(
        "The crypt counts %(cards)s of at least %(number)s; the %(more)s on unsettled lines may make up the rest."
    )
    library = N_(
        "The library counts %(cards)s of at least %(number)s; the %(more)s on unsettled lines may make up the rest."
    )
    for text, count, least, unsettled in (
        (crypt, case.crypt_count, case.rules.crypt_min, case.open_crypt),
        (library, case.library_count, case.rules.library_min, case.open_library),
    ):
        if count < least <= count + unsettled:
            yield Message(text, cards=cards(count), number=least, more=cards(unsettled))
