"""Each card in its own part of the deck."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.cards.model import CryptCard
from toolkit.decks.model import Problem, ProblemCode
from toolkit.decks.rules.case import Case

OUTLINE = "Game outline I.A"


def wrong_section(case: Case) -> Iterator[Problem]:
    """Vampires and imbued in the crypt, every other card in the library.

    Rule: Game outline I.A, SETUP-02, SETUP-03.
    """
    deck = case.reading.deck
    if case.crypt is deck.crypt and case.library is deck.library:
        return
    for part, other, entries in (("crypt", "library", deck.crypt), ("library", "crypt", deck.library)):
        for entry in entries:
            if isinstance(entry.card, CryptCard) is (part == "crypt"):
                continue
            yield Problem(
                code=ProblemCode.WRONG_SECTION,
                message=f"{entry.card.unique_name} is a {other} card, and the list has it in the {part}.",
                rule=OUTLINE,
                line=case.first_line(entry),
                cards=(entry,),
                fix=f"Move {entry.count} {entry.card.unique_name} to the {other}.",
            )
