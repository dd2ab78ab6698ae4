"""Which cards an open line may mean: what is said like it, is played, and fits the rest of the list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from toolkit.cards import CardDatabase
from toolkit.cards.model import Card, CryptCard, Kind, LibraryCard
from toolkit.decks.model import Candidate, Entry, Unresolved
from toolkit.decks.reading.names import Details, is_version, unmarked

MOST_CANDIDATES = 3
# Spelling is the only costly thing to look at: a list with more open lines than this is none with slips of the pen.
MOST_COMPARED = 30
_LONGEST_NAME = 70
_SHORTEST_NAME = 2

# How much likelier a card is for what it has in common with the list, in natural logarithms.
_OTHER_PART = 3.0
_FITS = 1.5
_PLAYABLE_BY_NONE = 2.0
_OTHER_GROUP = 1.5
_OTHER_VERSION = 3.0


class CertainCards:
    """The clans, groups and Disciplines of a list's certain cards."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._clans: Counter[str] = Counter()
        self._disciplines: Counter[str] = Counter()
        self._groups: set[int] = set()
        for card, count, _ in entries:
            if isinstance(card, CryptCard):
                self._clans[card.clan] += count
                self._disciplines.update(dict.fromkeys(card.any_level, count))
                self._groups |= {card.group} if card.group else set()

    def fit(self, kind: Kind | None) -> Callable[[Card], float]:
        """How much likelier each card is on a line of that part: a logarithm, 0 where nothing is known."""

        def fits(card: Card) -> float:
            own = self._fit_vampire(card) if isinstance(card, CryptCard) else self._fit_library(card)
            return own - (_OTHER_PART if kind is not None and card.kind is not kind else 0)

        return fits

    def _fit_vampire(self, card: CryptCard) -> float:
        is_far = card.group is not None and any(abs(card.group - group) > 1 for group in self._groups)
        shared = self._share(self._disciplines[name] for name in card.any_level)
        return _FITS * (card.clan in self._clans) + shared - _OTHER_GROUP * is_far

    def _fit_library(self, card: Card) -> float:
        need = card.need if isinstance(card, LibraryCard) else None
        if need is None or not self._clans:
            return 0
        if need.clans and self._clans.keys().isdisjoint(need.clans):
            return -_PLAYABLE_BY_NONE
        if need.disciplines and self._disciplines.keys().isdisjoint(need.disciplines):
            return -_PLAYABLE_BY_NONE
        return _FITS if need.clans else _FITS * self._share(self._disciplines[name] for name in need.disciplines)

    def _share(self, copies: Iterable[int]) -> float:
        """The part of the crypt that has the commonest of some Disciplines, 0 to 1."""
        return max(copies, default=0) / (self._clans.total() or 1)


def candidates_of(
    lines: Iterable[Unresolved], cards: CardDatabase, entries: Iterable[Entry]
) -> Iterator[tuple[Candidate, ...]]:
    """For each open line up to three cards, the likeliest first; `entries` are the certain cards of the list.

    A name is compared with the spelling of every card while there are few of them; words and initials always bring
    their cards, so that a list of thousands of open lines is answered in a time that grows as the list does.
    """
    fits: dict[Kind | None, Callable[[Card], float]] = {}
    answers: dict[tuple[str, Kind | None], tuple[Candidate, ...]] = {}
    certain = CertainCards(entries)
    for line in lines:
        asked = (line.text, line.section)
        if asked not in answers and _SHORTEST_NAME <= len(line.text) <= _LONGEST_NAME:
            fit = fits.get(line.section) or fits.setdefault(line.section, certain.fit(line.section))
            is_compared = len(answers) < MOST_COMPARED
            name, details = unmarked(line.text)
            suggestions = cards.suggest(
                name, limit=MOST_CANDIDATES, fit=_with_version(fit, details), by_spelling=is_compared
            )
            answers[asked] = tuple(Candidate(suggestion.card, suggestion.distance) for suggestion in suggestions)
        yield answers.get(asked, ())


def _with_version(fit: Callable[[Card], float], details: Details) -> Callable[[Card], float]:
    """The same for a line that names a group or ADV, or neither: a card of another version is less likely."""

    def fits(card: Card) -> float:
        is_advanced = isinstance(card, CryptCard) and card.advanced
        return fit(card) - (0 if is_version(card, details) and is_advanced == details.advanced else _OTHER_VERSION)

    return fits
