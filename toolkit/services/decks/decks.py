"""Use cases of decks: check one or many, compare two, hand a deck on as text or in a link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path

from toolkit import decks
from toolkit.cards import Card, CardDatabase, Kind
from toolkit.decks import read, rule_set, validate
from toolkit.decks.archive import FILE_NAME, Archive, load_archive
from toolkit.decks.diff import align_decks
from toolkit.decks.figures import by_kind
from toolkit.decks.formats import Legality, RuleSet, known_sets
from toolkit.decks.model import Deck, Entry, Problem, Reading, Report
from toolkit.decks.reading.read import decode
from toolkit.errors import Invalid
from toolkit.languages import Message
from toolkit.seating.dice import Dice
from toolkit.services.kernel.data_folder import usual_folder

# A link with more cards than this is longer than some browsers and chats carry.
MAX_LINK_ENTRIES = 200
MAX_COUNT = 200


class BadLink(Invalid):
    """A link that carries a deck was cut short or altered."""

    code = "bad_link"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckTerms:
    """The terms for judging a deck: a rule set, a day, and the organizer's announcements.

    Attributes:
        format: the rule set's code.
        on: the day as of which it is judged.
        players: Methuselahs in the game (casual).
        boosters: boosters a player opens, each of `booster_size` cards (limited).
        starters: whether any starter is used (limited).
        sets: codes of the only sets allowed; empty allows all.
        legality: from when new cards count.
        pool: the cards registered for the deck, which may hold no other (limited).
    """

    on: date
    format: str = "constructed"
    players: int | None = None
    boosters: int | None = None
    booster_size: int | None = None
    starters: bool = False
    sets: tuple[str, ...] = ()
    legality: Legality = Legality.ANNOUNCED
    pool: Deck | None = None


def rules_of(terms: DeckTerms, cards: CardDatabase) -> RuleSet:
    """The rule set that the terms name.

    Raises:
        ToolkitError: no such rule set or card set, or a figure that is missing or cannot be.
    """
    return rule_set(
        terms.format,
        players=terms.players,
        boosters=terms.boosters,
        booster_size=terms.booster_size,
        starters=terms.starters,
        sets=known_sets(terms.sets, cards),
        legality=terms.legality,
    )


@dataclass(frozen=True, slots=True)
class SentList:
    """A list to be checked: a text or a file's bytes.

    Attributes:
        name: what its report calls it (a file's name, an address).
        deck: which deck, from 1, where it holds several.
    """

    content: str | bytes
    name: str = ""
    deck: int | None = None


def check(
    source: str | bytes, terms: DeckTerms, cards: CardDatabase, *, name: str = "", deck: int | None = None
) -> Report:
    """The list read and judged.

    Raises:
        UnknownDeck: it holds no deck of that number.
    """
    (report,) = check_all([SentList(source, name, deck)], terms, cards)
    return report


def check_all(sources: Iterable[SentList], terms: DeckTerms, cards: CardDatabase) -> Iterator[Report]:
    """Lists, each read and judged by the same terms, one after the other as they are asked for.

    Raises:
        UnknownDeck: one holds no deck of the number that is asked for.
    """
    rules = rules_of(terms, cards)  # before the lists: a wrong rule set is the caller's fault, not the lists'
    for source in sources:
        yield decks.check(
            source.content, cards, rules=rules, on=terms.on, name=source.name, deck=source.deck, pool=terms.pool
        )


def check_deck(deck: Deck, terms: DeckTerms, cards: CardDatabase) -> Report:
    """A deck that never was a text, judged."""
    return validate(Reading(deck=deck), rules_of(terms, cards), terms.on, card_data=cards.source.day, pool=terms.pool)


def refusals(report: Report) -> tuple[Problem, ...]:
    """Why nothing of the source could be read; empty for a list, however wrong, and for several lists."""
    if report.deck.crypt or report.deck.library or report.reading.decks:
        return ()
    return tuple(problem for problem in report.problems if problem.is_refusal)


def link_cards(deck: Deck) -> str | None:
    """The cards of a deck as a link carries them ("2x200517-1x100588"); None when they are too many or none."""
    entries = list(deck.entries)
    if not 0 < len(entries) <= MAX_LINK_ENTRIES:
        return None
    return "-".join(f"{entry.count}x{entry.card.id}" for entry in entries)


def deck_of_link(text: str, cards: CardDatabase, *, name: str = "", author: str = "") -> Deck:
    """The deck that `link_cards()` put into a link.

    Raises:
        BadLink: it is no such text.
        UnknownCard: a number is no card's.
    """
    deck = [Entry(cards[number], count) for number, count in _link_entries(text)]
    return Deck(
        name=name,
        author=author,
        crypt=tuple(entry for entry in deck if entry.card.id >= 200_000),
        library=tuple(entry for entry in deck if entry.card.id < 200_000),
    )


def _link_entries(text: str) -> Iterable[tuple[int, int]]:
    counts: dict[int, int] = {}
    tokens: Sequence[str] = text.split("-", MAX_LINK_ENTRIES + 1) if 0 < len(text) <= 16 * MAX_LINK_ENTRIES else ()
    if not 0 < len(tokens) <= MAX_LINK_ENTRIES:
        raise BadLink(Message("This link carries no deck, or was cut short: ask for it again."))
    for token in tokens:
        match = re.fullmatch(r"([1-9][0-9]{0,2})x([12][0-9]{5})", token, re.ASCII)
        count = int(match[1]) if match else 0
        if match is None or count > MAX_COUNT:
            raise BadLink(Message("This link is damaged at “%(name)s”: ask for it again.", name=token[:40]))
        number = int(match[2])
        counts[number] = counts.get(number, 0) + count
    return counts.items()


def text_of(source: str | bytes) -> str | None:
    """The list as text, or None for a file that is none (a spreadsheet)."""
    if isinstance(source, str):
        return source
    text = None if source.startswith(b"PK") else decode(source)
    return text if isinstance(text, str) else None


@dataclass(frozen=True, slots=True)
class DrawnCards:
    """A deck shuffled: the first cards of crypt and library are those that one begins with.

    Attributes:
        crypt: in the order in which they are drawn; `library` likewise.
    """

    crypt: tuple[Card, ...]
    library: tuple[Card, ...]


def shuffle_deck(deck: Deck, seed: int) -> DrawnCards:
    """The deck in the order that the seed gives: always the same for the same cards, however the list has them.

    Rule: SETUP-24, crypt and library are shuffled separately.
    """
    dice = Dice(seed)
    shuffled = []
    for part in by_kind(deck):
        cards = [entry.card for entry in sorted(part, key=lambda entry: entry.card.id) for _ in range(entry.count)]
        dice.shuffle(cards)
        shuffled.append(tuple(cards))
    return DrawnCards(*shuffled)


def has_archive(data: Path | None) -> bool:
    """Whether that data folder (the usual one unless given) has the archive of winning decks."""
    return _archive_path(data).is_file()


def winning_decks(data: Path | None) -> Archive:
    """The archive of winning decks in that data folder, read once as long as it stays the same file.

    Raises:
        DamagedData: it is not there, or cannot be read.
    """
    path = _archive_path(data)
    return _archive_at(path, path.stat().st_mtime_ns if path.is_file() else 0)


def _archive_path(data: Path | None) -> Path:
    return (data or usual_folder()) / FILE_NAME


@lru_cache(maxsize=2)
def _archive_at(path: Path, _changed: int) -> Archive:
    return load_archive(path)


_LONGEST_COMPARED = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedCard:
    """A card with its copies in both lists."""

    card: Card
    before: int
    after: int

    @property
    def is_different(self) -> bool:
        """Whether the lists differ in it."""
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two lists, card by card.

    Attributes:
        crypt: by name; `library` likewise.
        unread_before: lines of the first list that name no card; `unread_after` of the second.
    """

    crypt: tuple[ComparedCard, ...]
    library: tuple[ComparedCard, ...]
    unread_before: tuple[str, ...]
    unread_after: tuple[str, ...]

    @property
    def different(self) -> int:
        """In how many cards they differ."""
        return sum(card.is_different for card in (*self.crypt, *self.library))


def compare_texts(before: str, after: str, cards: CardDatabase) -> Comparison:
    """A comparison of two lists, card by card; each in any list format."""
    return compare_readings(read(before[:_LONGEST_COMPARED], cards), read(after[:_LONGEST_COMPARED], cards))


def compare_readings(before: Reading, after: Reading) -> Comparison:
    """The same of two lists as read."""
    compared = [
        ComparedCard(card=card.card, before=card.before, after=card.after)
        for card in align_decks(before.deck, after.deck)
    ]
    return Comparison(
        crypt=tuple(card for card in compared if card.card.kind is Kind.CRYPT),
        library=tuple(card for card in compared if card.card.kind is Kind.LIBRARY),
        unread_before=tuple(line.text for line in before.unresolved),
        unread_after=tuple(line.text for line in after.unresolved),
    )
