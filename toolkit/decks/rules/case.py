"""The case that a rule judges, the wording of a repair, and a judge's remedies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date

from toolkit.cards.model import Card, CryptCard, Kind, LibraryCard
from toolkit.decks.figures import by_kind
from toolkit.decks.formats import RuleSet, is_tournament
from toolkit.decks.model import Deck, Entry, ProblemCode, Reading, Report
from toolkit.languages import AND, Count, Listed, Message


class Case:
    """A deck before its judge.

    Attributes:
        crypt: the crypt cards, wherever the list puts them.
        library: likewise the library cards.
        vampires: the cards of the crypt, without their counts.
        others: likewise those of the library.
        open_crypt: copies on lines that name no card for certain and may stand for crypt cards.
        open_library: likewise for library cards; a line outside of any part may stand for either.
        pool: the cards that were registered for it (limited), and are all that it may hold; None where there are none.
    """

    def __init__(self, reading: Reading, rules: RuleSet, on: date, pool: Deck | None = None) -> None:
        self.reading = reading
        self.rules = rules
        self.on = on
        self.pool = pool
        crypt, library = reading.deck.crypt, reading.deck.library
        vampires, others = _vampires(crypt), _others(library)
        if len(vampires) < len(crypt) or len(others) < len(library):
            # Some stand in the wrong part of the list.
            crypt, library = by_kind(reading.deck)
            vampires, others = _vampires(crypt), _others(library)
        self.crypt, self.library = crypt, library
        self.vampires, self.others = vampires, others
        self.crypt_count = sum([entry[1] for entry in crypt])
        self.library_count = sum([entry[1] for entry in library])
        self.open_crypt = self._open_copies(Kind.CRYPT)
        self.open_library = self._open_copies(Kind.LIBRARY)
        self._lines: dict[int, int] | None = None

    def _open_copies(self, kind: Kind) -> int:
        """Copies on open lines that stand in that part of the list, or in none."""
        return sum([line.count for line in self.reading.unresolved if line.section in (kind, None)])

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All cards, in the order of the list."""
        return self.reading.deck.crypt + self.reading.deck.library

    def first_line(self, entry: Entry) -> int | None:
        """The line that names the card of that entry first, or None when the source has no lines."""
        if self._lines is None:
            self._lines = {id(placed): lines[0] for placed, lines in self.reading.deck.placed if lines}
        return self._lines.get(id(entry))


# An entry's fields are quicker by place than by name.
def _vampires(crypt: Iterable[Entry]) -> list[CryptCard]:
    return [card for entry in crypt if isinstance(card := entry[0], CryptCard)]


def _others(library: Iterable[Entry]) -> list[LibraryCard]:
    return [card for entry in library if isinstance(card := entry[0], LibraryCard)]


def copies_of(entries: Iterable[Entry]) -> Counter[Card]:
    """How many copies of each card there are, in the order of the list."""
    held: Counter[Card] = Counter()
    for card, count, _ in entries:
        held[card] += count
    return held


def copies(entries: Iterable[Entry]) -> Listed:
    """The cards with their counts: "2 Ashur Tablets and 1 The Rack"."""
    return Listed([f"{entry.count} {entry.card.unique_name}" for entry in entries], AND)


def cards(count: int, kind: Kind | None = None) -> Count:
    """A number of cards, of a kind: "1 library card", "2 crypt cards"."""
    if kind is Kind.CRYPT:
        return Count(count, "%(num)d crypt card", "%(num)d crypt cards")
    if kind is Kind.LIBRARY:
        return Count(count, "%(num)d library card", "%(num)d library cards")
    return Count(count, "%(num)d card", "%(num)d cards")


# The number of the judges' guide that remedies and penalty are taken from.
ILLEGAL_LIST = "JG 3.1.1"

_PENALTY = Message("A warning; a standings adjustment if the deck is not legal either and far from the list.")
_WRONG_NAME = Message(
    "Correct the list and warn the player. The deck itself is wrong only if it contains the same cards as the list."
)
_TOO_FEW = Message(
    "If the deck itself is large enough, correct the list and warn. If both are short, the judge has the deck filled "
    "up by the guide's fixed procedure."
)
_TOO_MANY = Message(
    "If the deck itself is small enough, correct the list and warn. If both are too large, the judge "
    "removes cards at random down to the maximum."
)
_NOT_ALLOWED = Message(
    "If the deck does not hold the card, correct the list and warn. If it does, take the card out and have the deck "
    "filled up where it is then too small."
)
_LOOK_ALIKE = Message("If the deck has a look-alike that fits it, correct the list and warn.")

_REMEDIES = {
    ProblemCode.CRYPT_MISSING: _TOO_FEW,
    ProblemCode.CRYPT_MIN: _TOO_FEW,
    ProblemCode.LIBRARY_MISSING: _TOO_FEW,
    ProblemCode.LIBRARY_MIN: _TOO_FEW,
    ProblemCode.LIBRARY_MAX: _TOO_MANY,
    ProblemCode.GROUPS: _NOT_ALLOWED,
    ProblemCode.BANNED: _NOT_ALLOWED,
    ProblemCode.NOT_YET_LEGAL: _NOT_ALLOWED,
    ProblemCode.NOT_IN_POOL: _NOT_ALLOWED,
    ProblemCode.UNKNOWN_CARD: _WRONG_NAME,
    ProblemCode.AMBIGUOUS_CARD: _WRONG_NAME,
    ProblemCode.WRONG_VERSION: _WRONG_NAME,
    ProblemCode.WRONG_SECTION: _WRONG_NAME,
    ProblemCode.BAD_COUNT: _WRONG_NAME,
    ProblemCode.UNPLAYABLE_CARD: _LOOK_ALIKE,
    ProblemCode.CONTRADICTION: _LOOK_ALIKE,
}


def remedy(code: ProblemCode) -> Message | None:
    """The judge's remedy for a fault of that kind; None where there is nothing to do at the table.

    Rule: JG 3.1.1.
    """
    return _REMEDIES.get(code)


def penalty(report: Report) -> Message | None:
    """The penalty for the player of an illegal list at an event; None for any other list, and without a judge.

    Rule: JG 3.1.1.
    """
    return _PENALTY if (report.repair or report.questions) and is_tournament(report.format) else None
