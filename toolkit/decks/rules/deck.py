"""The deck as a whole: its sizes, its groups, each card in its part, and what the list says about itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from toolkit.cards.model import CryptCard
from toolkit.decks.figures import TYPE_ORDER, capacities, capacity_figures, copies_by_type, type_words
from toolkit.decks.model import Declared, Entry, Problem, ProblemCode
from toolkit.decks.rules.case import Case, cards, copies
from toolkit.languages import AND, N_, Count, Decimal, Listed, Message


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
        else Message(
            "The crypt has %(cards)s, %(all)s with the lines that were not read; the minimum is %(number)s.",
            cards=cards(count),
            all=count + unsettled,
            number=least,
        )
        if unsettled
        else Message("The crypt has %(cards)s; the minimum is %(number)s.", cards=cards(count), number=least),
        rule=case.rules.rule,
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
        else Message(
            "The library has %(cards)s, %(all)s with the lines that were not read; the minimum is %(number)s.",
            cards=cards(count),
            all=count + unsettled,
            number=least,
        )
        if unsettled
        else Message("The library has %(cards)s; the minimum is %(number)s.", cards=cards(count), number=least),
        rule=case.rules.rule,
    )


def library_most(case: Case) -> Iterator[Problem]:
    """A library of at most as many cards as the rule set admits.

    Rule: VEKN 6.2, VEKN 7.2.1, SETUP-05, SETUP-06, SETUP-08.
    """
    count, most = case.library_count, case.rules.library_max
    if count > most:
        yield Problem(
            code=ProblemCode.LIBRARY_MAX,
            message=Message("The library has %(cards)s; the maximum is %(number)s.", cards=cards(count), number=most),
            rule=case.rules.rule,
        )


def open_lines_note(case: Case) -> Iterator[Message]:
    """The sizes that depend on the lines which name no card for certain."""
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


def crypt_groups(case: Case) -> Iterator[Problem]:
    """All crypt cards from one group or from two adjacent groups; a card of any group fits every crypt.

    Rule: Rulebook 1.2.1, SETUP-10; not in a limited event (SETUP-11).
    """
    if not case.rules.groups:
        return
    groups = sorted([group for group in {card.group for card in case.vampires} if group is not None])
    if len(groups) < 2 or groups[-1] - groups[0] == 1:
        return
    yield Problem(
        code=ProblemCode.GROUPS,
        message=Message(
            "The crypt has cards of groups %(list)s; one group or two adjacent ones are allowed.",
            list=Listed(groups, AND),
        ),
        rule=case.rules.groups_rule,
    )


OUTLINE = "Game outline I.A"


def wrong_section(case: Case) -> Iterator[Problem]:
    """Vampires and imbued in the crypt, every other card in the library.

    Rule: Game outline I.A, SETUP-02, SETUP-03.
    """
    deck = case.reading.deck
    if case.crypt is deck.crypt and case.library is deck.library:
        return
    for entry in deck.crypt:
        if not isinstance(entry.card, CryptCard):
            message = N_("%(name)s is a library card, and the list has it in the crypt.")
            yield _misplaced(case, entry, message)
    for entry in deck.library:
        if isinstance(entry.card, CryptCard):
            message = N_("%(name)s is a crypt card, and the list has it in the library.")
            yield _misplaced(case, entry, message)


def moved_cards(case: Case) -> Iterator[Problem]:
    """Library cards under the crypt's heading are no fault of the deck where the list leaves no doubt what they are."""
    if not case.reading.moved:
        return
    listed = case.reading.as_listed
    moved = tuple(entry for entry, _ in case.reading.moved)
    first = min(line for _, lines in case.reading.moved for line in lines)
    vampires = [line for entry, lines in listed.placed if isinstance(entry.card, CryptCard) for line in lines]
    fix = Message("Move %(cards)s to the library.", cards=copies(moved))
    if first > max(vampires, default=0) and not listed.library:
        headed = any(declared.line == first - 1 for declared in case.reading.declared)
        fix = Message("Write the heading Library above line %(number)s.", number=first - 1 if headed else first)
    yield Problem(
        code=ProblemCode.MOVED_CARDS,
        message=Count(
            sum(entry.count for entry in moved),
            "%(num)d library card stands under the crypt's heading: it was read as one of the library.",
            "%(num)d library cards stand under the crypt's heading: they were read as the library's.",
        ),
        rule=OUTLINE,
        line=first,
        cards=moved,
        fix=fix,
    )


def _misplaced(case: Case, entry: Entry, message: str) -> Problem:
    return Problem(
        code=ProblemCode.WRONG_SECTION,
        message=Message(message, name=entry.card.unique_name),
        rule=OUTLINE,
        line=case.first_line(entry),
        cards=(entry,),
    )


_TYPES = {label.casefold(): label for label in TYPE_ORDER}


def declared_counts(case: Case) -> Iterator[Problem]:
    """The figures of the list's headings against the counted ones: a slip of the pen, or a lost line."""
    declared = case.reading.declared
    if not declared:
        return
    by_type = copies_by_type(case.library)
    capacity = capacities(case.crypt)
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
    """The counts that may be stated: the counted cards, with up to those of uncertain lines."""
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
    """The problem of a list that states one figure and holds another; `label` names the heading of a type."""
    actual = Decimal(f"{counted:g}")
    figures = {"number": Decimal(f"{claim.value:g}"), "other": actual}
    return Problem(
        code=ProblemCode.DECLARED_COUNT,
        message=Message(text, **figures, **({"name": type_words(label)} if label else {})),
        line=claim.line,
        fix=Message("Write %(number)s, or look for what is missing or doubled.", number=actual),
    )
