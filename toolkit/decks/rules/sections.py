"""Each card in its own part of the deck."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.cards.model import CryptCard
from toolkit.decks.model import Entry, Problem, ProblemCode
from toolkit.decks.rules.case import Case, copies
from toolkit.languages import N_, Message

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
            yield _misplaced(case, entry, message, N_("Move %(copies)s to the library."))
    for entry in deck.library:
        if isinstance(entry.card, CryptCard):
            message = N_("%(name)s is a crypt card, and the list has it in the library.")
            yield _misplaced(case, entry, message, N_("Move %(copies)s to the crypt."))


def _misplaced(case: Case, entry: Entry, message: str, fix: str) -> Problem:
    return Problem(
        code=ProblemCode.WRONG_SECTION,
        message=Message(message, name=entry.card.unique_name),
        rule=OUTLINE,
        line=case.first_line(entry),
        cards=(entry,),
        fix=Message(fix, copies=copies([entry])),
    )
