"""What a rule looks at, and how a repair is worded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from toolkit.cards.model import CryptCard, LibraryCard
from toolkit.decks.formats import RuleSet
from toolkit.decks.model import Entry, Reading


@dataclass(slots=True, kw_only=True)
class Case:
    """A deck before its judge.

    Attributes:
        entries: all cards, in the order of the list.
        crypt: the crypt cards, wherever the list puts them.
        library: likewise the library cards.
        vampires: the cards of the crypt, without their counts.
        others: likewise those of the library.
        crypt_copies: how many of each of `vampires`.
        other_copies: how many of each of `others`.
        open_crypt: copies on lines that name no card for certain and may stand for crypt cards.
        open_library: likewise for library cards; a line outside of any part may stand for either.
    """

    reading: Reading
    rules: RuleSet
    on: date
    entries: tuple[Entry, ...]
    crypt: tuple[Entry, ...]
    library: tuple[Entry, ...]
    vampires: list[CryptCard]
    others: list[LibraryCard]
    crypt_copies: list[int]
    other_copies: list[int]
    crypt_count: int
    library_count: int
    open_crypt: int
    open_library: int
    lines: dict[int, int] | None = None

    def repair(self, entry: Entry) -> str:
        """How to be rid of the copies of a card: removed, or replaced where the deck would become too small."""
        in_crypt = entry in self.crypt
        count, least = (
            (self.crypt_count, self.rules.crypt_min) if in_crypt else (self.library_count, self.rules.library_min)
        )
        verb = "Replace" if count - entry.count < least <= count else "Remove"
        return f"{verb} {copies([entry])}."

    def first_line(self, entry: Entry) -> int | None:
        """The line that names the card of that entry first, or None when the source has no lines."""
        if self.lines is None:
            self.lines = {id(one): lines[0] for one, lines in self.reading.deck.placed if lines}
        return self.lines.get(id(entry))


def copies(entries: Iterable[Entry]) -> str:
    """The cards with their counts: "2 Ashur Tablets and 1 The Rack"."""
    return listing([f"{entry.count} {entry.card.unique_name}" for entry in entries])


def listing(words: list[str]) -> str:
    """Words as a person lists them: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def cards(count: int, part: str = "") -> str:
    """A number of cards: "1 library card", "2 crypt cards"."""
    return f"{count} {part}{' ' * bool(part)}card{'s' * (count != 1)}"
