"""The model of a decklist that was read, and of its verdict.

`read()` returns a `Reading`: the deck, and an account of every line. `validate()` adds what the rules say and returns
a `Report`. Both carry `Problem`s, never exceptions, for what a person can get wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import repeat
from typing import NamedTuple

from toolkit.cards.model import Card, CryptCard, Kind, LibraryCard
from toolkit.languages import Sayable


class Severity(StrEnum):
    """Whether a problem makes the deck illegal."""

    ERROR = "error"
    WARNING = "warning"


class ProblemCode(StrEnum):
    """Every kind of problem, as the doors show it."""

    CRYPT_MIN = "crypt_min"
    LIBRARY_MIN = "library_min"
    LIBRARY_MAX = "library_max"
    GROUPS = "groups"
    BANNED = "banned"
    NOT_YET_LEGAL = "not_yet_legal"
    NOT_IN_POOL = "not_in_pool"
    UNKNOWN_CARD = "unknown_card"
    AMBIGUOUS_CARD = "ambiguous_card"
    WRONG_VERSION = "wrong_version"
    WRONG_SECTION = "wrong_section"
    CRYPT_MISSING = "crypt_missing"
    LIBRARY_MISSING = "library_missing"
    BAD_COUNT = "bad_count"
    TOO_LARGE = "too_large"
    NOT_A_DECK = "not_a_deck"
    DECLARED_COUNT = "declared_count"
    UNPLAYABLE_CARD = "unplayable_card"
    CONTRADICTION = "contradiction"
    SIGNATURE = "signature"
    MOVED_CARDS = "moved_cards"
    INTRODUCED = "introduced"
    NO_COUNT = "no_count"
    PASTED_TWICE = "pasted_twice"
    SEVERAL_DECKS = "several_decks"

    @property
    def severity(self) -> Severity:
        """Some are warnings; every other code makes a deck illegal."""
        return Severity.WARNING if self in _WARNINGS else Severity.ERROR


_WARNINGS = frozenset(
    (
        ProblemCode.DECLARED_COUNT,
        ProblemCode.UNPLAYABLE_CARD,
        ProblemCode.CONTRADICTION,
        ProblemCode.SIGNATURE,
        ProblemCode.MOVED_CARDS,
        ProblemCode.INTRODUCED,
        ProblemCode.NO_COUNT,
        ProblemCode.PASTED_TWICE,
    )
)


_REFUSALS = frozenset((ProblemCode.NOT_A_DECK, ProblemCode.TOO_LARGE, ProblemCode.SEVERAL_DECKS))


class Entry(NamedTuple):
    """A card of the deck with the number of its copies; each card is there once, however many lines name it.

    Lists that have the same line may share its entry: where an entry stands, the deck knows.

    Attributes:
        comment: what the list says behind the card.
    """

    card: Card
    count: int  # type: ignore[assignment]  # nobody asks a deck's entry for a tuple's count()
    comment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault or warning.

    Attributes:
        message: a sentence for a person, with the figures.
        rule: the rule it breaks ("VEKN 6.2"), or None for a fault of the text.
        line: where in the source, from 1, or None.
        cards: the cards at fault with the number of copies at fault: of an error, the copies that the repair takes out.
        candidates: possible cards for a line that was not understood, likeliest first.
        fix: what the deck's repair does about it, as an instruction, or None when it does nothing.
    """

    code: ProblemCode
    message: Sayable
    rule: str | None = None
    line: int | None = None
    cards: tuple[Entry, ...] = ()
    fix: Sayable | None = None
    candidates: tuple[Candidate, ...] = ()

    @property
    def severity(self) -> Severity:
        """By its code."""
        return self.code.severity

    @property
    def is_refusal(self) -> bool:
        """Whether it says of the whole source that no deck of it was read, so that there is none to be judged."""
        return self.line is None and self.code in _REFUSALS


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that a line may have meant; `distance` in edits from its nearest name, 0 for a namesake."""

    card: Card
    distance: int


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A line that names no card for certain.

    Attributes:
        text: the name as written.
        candidates: up to three, likeliest first.
        section: the part of the list that it stands in; None in a list without parts.
        block: the type under whose heading it stands ("Action"), or "".
    """

    line: int
    text: str
    count: int
    candidates: tuple[Candidate, ...] = ()
    section: Kind | None = None
    block: str = ""


@dataclass(frozen=True, slots=True)
class Add:
    """A step of a repair: copies to be added.

    Attributes:
        card: None for any card that fits.
        part: the part of the deck they belong to.
    """

    count: int
    card: Card | None
    part: Kind


@dataclass(frozen=True, slots=True)
class TakeOut:
    """A step of a repair: copies to be taken out; `card` None for any cards of that part."""

    count: int
    card: Card | None
    part: Kind


@dataclass(frozen=True, slots=True)
class Replace:
    """A step of a repair: copies to be exchanged for as many of `to`, None for any card that fits."""

    count: int
    card: Card
    to: Card | None
    part: Kind


@dataclass(frozen=True, slots=True)
class Move:
    """A step of a repair: copies that stand in the wrong part of the list."""

    count: int
    card: Card
    to: Kind


@dataclass(frozen=True, slots=True)
class Rename:
    """A step of a repair: a line that names no card for certain.

    Attributes:
        written: the name as written.
        to: the card to write; None where nobody but the list's author knows, who is to be asked first.
        count: copies that the line asks for, 0 where that is what is wrong with it.
        part: the part of the list that the line stands in; where it stands in none, the one that it is counted to.
    """

    line: int
    written: str
    to: Card | None
    count: int
    part: Kind


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A line whose card only the list's author knows: no step of a repair, which would be a guess.

    Attributes:
        text: the name as written, or the whole line.
        candidates: up to three, likeliest first; none where nothing is like it, or only the copies are unknown.
        count: copies that the line asks for, 0 where that is what is wrong with it.
        part: as of a `Rename`.
    """

    line: int
    text: str
    candidates: tuple[Candidate, ...]
    count: int
    part: Kind


type Step = Add | TakeOut | Replace | Move | Rename


class IgnoredAs(StrEnum):
    """Why a line that says something is neither a card, nor a heading, nor about the deck, nor open."""

    COMMENT = "comment"
    """It carries a comment's mark, or stands in a remark that an earlier line opens."""
    DESCRIPTION = "description"
    """It stands above the cards."""
    PROSE = "prose"
    """It is a sentence, or stands in prose below the cards."""
    HEADING = "heading"
    """It heads a block of cards in words of the list's own."""
    SIGNATURE = "signature"
    """A vampire's name that stands alone behind the cards."""
    ASIDE = "aside"
    """It stands under a heading such as “Sideboard”, or between brackets: a card, perhaps, but none of the deck."""
    NO_CARD = "no card"
    """A row of a table that names no card, or no copies of it."""


class Ignored(NamedTuple):
    """A line that was not read as a card, and is no heading, nothing about the deck, and not open either.

    Attributes:
        text: the whole line; in a very long one no gap is wider than 32 blanks.
        within: whether it may be a card by its place or form: it stands between the first and the last card, below a
            part's heading, right below the last card, or counts copies as cards do.
    """

    line: int
    text: str
    why: IgnoredAs
    within: bool


class Rewrite(NamedTuple):
    """A name that was not written as printed and is certain all the same."""

    line: int
    written: str
    name: str
    why: Sayable


class LineCounts(NamedTuple):
    """The account of every line: with `blank` ones, `total` is all of them; the five kinds between sum to `total`."""

    total: int = 0
    cards: int = 0
    headings: int = 0
    metadata: int = 0
    ignored: int = 0
    unresolved: int = 0
    blank: int = 0


class Declared(NamedTuple):
    """A figure that the list states about itself.

    Attributes:
        what: "crypt", "library", "min", "max", "average", or a type ("Master").
    """

    what: str
    value: float
    line: int


class EventHeader(NamedTuple):
    """The tournament that a winning list was played in, as the archive's header tells it."""

    event: str = ""
    place: str = ""
    date: date | None = None
    date_text: str = ""
    rounds: str = ""
    players: int | None = None
    winner: str = ""
    url: str = ""
    score: str = ""


class Deck(NamedTuple):
    """A deck: entries in the order of the list, one per card.

    Attributes:
        places: the lines of the source, from 1, on which each entry stands: as many as there are entries, those of the
            crypt first; empty when the source has no lines.
    """

    name: str = ""
    author: str = ""
    description: str = ""
    crypt: tuple[Entry, ...] = ()
    library: tuple[Entry, ...] = ()
    header: EventHeader | None = None
    places: tuple[tuple[int, ...], ...] = ()

    @property
    def entries(self) -> Iterator[Entry]:
        """Crypt, then library."""
        yield from self.crypt
        yield from self.library

    @property
    def placed(self) -> Iterator[tuple[Entry, tuple[int, ...]]]:
        """Every entry with its lines in the source: none when the source has no lines."""
        return zip(self.entries, self.places or repeat(()), strict=False)

    @property
    def crypt_count(self) -> int:
        """Copies in the crypt."""
        return sum(entry.count for entry in self.crypt)

    @property
    def library_count(self) -> int:
        """Copies in the library."""
        return sum(entry.count for entry in self.library)


class OfferedDeck(NamedTuple):
    """One of several decks that a source holds.

    Attributes:
        name: as its lines say, or "".
        first: the line of the source, from 1, on which it begins; it ends on `last`.
        crypt: number of crypt cards read; `library` likewise.
    """

    name: str
    first: int
    last: int
    crypt: int
    library: int


class Reading(NamedTuple):
    """A decklist as read: nothing of it is lost.

    Attributes:
        source: what was read ("list.txt", "-", a URL).
        list_format: the form it came in ("twd", "lackey", "jol", …), as detected.
        problems: faults of the text (unknown cards, bad counts, …); rules are judged elsewhere.
        declared: what the list claims about itself.
        ignored: the lines that hold something else than cards, headings and what is about the deck, in order.
        moved: cards of the library that the list has under the crypt's heading, each with its lines: without doubt the
            library's, as the list has headings of types, or none of the library.
        decks: where the source holds several decks, each of them; `deck` is empty then, as none of them was asked for.
    """

    source: str = ""
    list_format: str = ""
    deck: Deck = Deck()
    problems: tuple[Problem, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    declared: tuple[Declared, ...] = ()
    lines: LineCounts = LineCounts()
    ignored: tuple[Ignored, ...] = ()
    moved: tuple[tuple[Entry, tuple[int, ...]], ...] = ()
    decks: tuple[OfferedDeck, ...] = ()

    @property
    def as_listed(self) -> Deck:
        """The deck with every card in the part where the list has it."""
        if not self.moved:
            return self.deck
        size = len(self.deck.crypt)
        placed = list(self.deck.placed)
        moved = {entry.card: (entry.count, lines) for entry, lines in self.moved}
        kept: list[tuple[Entry, tuple[int, ...]]] = []
        for entry, lines in placed[size:]:
            count, away = moved.get(entry.card, (0, ()))
            if entry.count > count:
                left = tuple(line for line in lines if line not in away)
                kept.append((entry._replace(count=entry.count - count), left))
        crypt = [*placed[:size], *self.moved]
        return self.deck._replace(
            crypt=tuple(entry for entry, _ in crypt),
            library=tuple(entry for entry, _ in kept),
            places=tuple(lines for _, lines in (*crypt, *kept)),
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that put moved cards where they belong in the list; no repair, as the deck has them there."""
        return tuple(Move(entry.count, entry.card, Kind.LIBRARY) for entry, _ in self.moved)

    @property
    def unread(self) -> tuple[Ignored, ...]:
        """The ignored lines that may be cards and have no mark of a comment, and what is set aside wherever it is."""
        return tuple(
            line
            for line in self.ignored
            if line.why is IgnoredAs.ASIDE or (line.within and line.why is not IgnoredAs.COMMENT)
        )


class Report(NamedTuple):
    """A deck judged under a rule set as of a date.

    Attributes:
        format: the rule set's code ("constructed").
        on: the day as of which bans and legality are judged.
        card_data: the date of the card data that was used, or None when nobody said.
        problems: faults of the text and of the rules, errors first, then by line.
        notes: what the rule set adds for this deck (recursions in a limited event), as sentences.
        repair: the fewest changes that make the deck legal, step by step; empty for a legal deck, and for what is none.
        questions: the lines that the list's author is to be asked about; no step of the repair settles them.
        spare: of a deck with a registered pool, the cards of it that a repair may bring in; None without a pool.
    """

    reading: Reading
    format: str
    on: date
    card_data: date | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[Sayable, ...] = ()
    repair: tuple[Step, ...] = ()
    questions: tuple[OpenQuestion, ...] = ()
    spare: Deck | None = None

    @property
    def legal(self) -> bool:
        """Whether no problem is an error."""
        return not any(problem.severity is Severity.ERROR for problem in self.problems)

    @property
    def deck(self) -> Deck:
        """The deck that was judged."""
        return self.reading.deck


__all__ = [
    "Add",
    "Candidate",
    "Card",
    "CryptCard",
    "Deck",
    "Declared",
    "Entry",
    "EventHeader",
    "Ignored",
    "IgnoredAs",
    "LibraryCard",
    "LineCounts",
    "Move",
    "OfferedDeck",
    "OpenQuestion",
    "Problem",
    "ProblemCode",
    "Reading",
    "Rename",
    "Replace",
    "Report",
    "Rewrite",
    "Severity",
    "Step",
    "TakeOut",
    "Unresolved",
]
