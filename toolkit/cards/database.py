"""Every card, found by its number or by any of its names; read-only."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, cached_property, partial
from heapq import nsmallest
from itertools import chain, islice
from math import log1p
from pathlib import Path

from toolkit.cards.files import (
    DamagedData,
    DataSource,
    Nicknames,
    read_nicknames,
    read_plays,
    read_rows,
    read_source,
    refreshed_folder,
)
from toolkit.cards.model import Card, CardSet, CryptCard, Kind, kind_of
from toolkit.cards.names import MAX_NAME, letters_of, name_key
from toolkit.cards.near import FAMILIES, NearNames, SpokenNames, are_initials, edits_between, family_named, own_part
from toolkit.cards.rows import Row, card_of
from toolkit.errors import NotFound
from toolkit.languages import OR, Listed, Message, Sayable
from toolkit.paths import CARD_DB


class NameKind(StrEnum):
    """The sort of name that a text was."""

    PRINTED = "printed"
    FORMER = "former"
    TRANSLATION = "translation"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class NameMatch:
    """The cards of a name: several when they share it; never one of them picked by order.

    Attributes:
        exact: whether the text is the printed name letter by letter.
    """

    cards: tuple[Card, ...]
    kind: NameKind
    exact: bool


# What sets a vampire apart from its namesakes, as unique names write it: "(G6)", "(ADV)", "(G3 ADV)".
_SUFFIX = re.compile(r"\s\((G\d|G\d ADV|ADV|ANY)\)\s*$", re.IGNORECASE)

_MOST_REMEMBERED = 20_000

# How likely a card is meant, in natural logarithms: a wrong letter against the habits of those who write lists.
_HABIT = 0.35
_PER_EDIT = 1.5
_CUT_NAME = 1.4
_CERTAIN = 100.0
# More letters than these stand for no name of a family: they are one.
_MOST_INITIALS = 2
_OTHER_INITIALS = 5.0
_MOST_NEAR = 10


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A card that a wrong name may have meant; `distance` in edits between the keys of the two names."""

    card: Card
    distance: int


class UnknownCard(NotFound):
    """No card has that number or name; `suggestions` are cards that may have been meant, nearest first."""

    code = "unknown_card"

    def __init__(self, message: Sayable, suggestions: tuple[Suggestion, ...] = ()) -> None:
        super().__init__(message)
        self.suggestions = suggestions


class CardDatabase:
    """Every card of one release of the card data.

    A card is built from its row when it is first asked for: a deck needs a hundred of four thousand.

    Attributes:
        sets: code to expansion.
        source: where the data came from, and up to which day it is complete.
        warning: what was wrong with a newer copy that should have been used, as a sentence; or None.
    """

    def __init__(
        self,
        rows: Iterable[Row],
        sets: Iterable[CardSet],
        source: DataSource,
        nicknames: Nicknames | None = None,
        *,
        plays: Callable[[], Mapping[int, int]] = dict,
        warning: str | None = None,
    ) -> None:
        self._rows = {row["id"]: row for row in rows}
        self._cards: dict[int, Card] = {}
        self._found: dict[str, NameMatch] = {}
        self.sets: Mapping[str, CardSet] = {item.code: item for item in sets}
        self.source = source
        self.warning = warning
        self.nicknames = nicknames or Nicknames({}, {})
        self._read_plays = plays
        printed: dict[str, tuple[int, ...]] = {}
        for number, row in self._rows.items():
            key = name_key(row["name"])
            printed[key] = (*printed[key], number) if key in printed else (number,)
        self._printed = printed

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Card]:
        """Every card, by number."""
        return map(self.__getitem__, self._rows)

    def __contains__(self, number: object) -> bool:
        return number in self._rows

    def __getitem__(self, number: int) -> Card:
        """The card of that number.

        Raises:
            UnknownCard: no card has it.
        """
        card = self._cards.get(number)
        if card is None:
            row = self._rows.get(number)
            if row is None:
                raise UnknownCard(Message("No card has the number %(number)s.", number=number))
            card = self._cards[number] = card_of(row, self.sets, self._short_names.get(number, ()))
        return card

    def get(self, number: int) -> Card | None:
        """The card of that number, or None."""
        return self[number] if number in self._rows else None

    def row(self, number: int) -> Row | None:
        """The facts of that card as the file has them, or None."""
        return self._rows.get(number)

    def find(self, name: str) -> NameMatch | None:
        """The cards of that name, printed names first, then former ones, translations, and accepted short names."""
        match = self._found.get(name)
        if match is None and (match := self.find_key(name_key(name), name)):
            # Lists repeat the same few thousand names; the bound is for whoever invents spellings.
            if len(self._found) >= _MOST_REMEMBERED:
                self._found.clear()
            if len(name) <= MAX_NAME:
                self._found[name] = match
        return match

    def printed(self, name: str) -> tuple[Card, ...]:
        """The cards of exactly that printed name, with those whose names differ from it in spelling only."""
        return tuple(map(self.__getitem__, self._by_name.get(name, ())))

    @cached_property
    def _by_name(self) -> dict[str, tuple[int, ...]]:
        return {self._rows[number]["name"]: numbers for numbers in self._printed.values() for number in numbers}

    def find_key(self, key: str, name: str = "") -> NameMatch | None:
        """As `find`, for a key that is already made."""
        if not key:
            return None
        numbers = self._printed.get(key)
        if numbers:
            cards = tuple(map(self.__getitem__, numbers))
            return NameMatch(cards, NameKind.PRINTED, exact=any(card.name == name for card in cards))
        other = self._other_names.get(key)
        return NameMatch(tuple(map(self.__getitem__, other[1])), other[0], exact=False) if other else None

    def named(self, text: str) -> tuple[Card, ...]:
        """The cards that a person names: by number, by any name, or by a name with its group or "ADV" behind it.

        Raises:
            UnknownCard: there is none; with suggestions.
        """
        if text.strip().isascii() and text.strip().isdecimal() and (card := self.get(int(text.strip()[:7]))):
            return (card,)
        if match := self.find(text):
            return match.cards
        if (suffix := _SUFFIX.search(text[: 2 * MAX_NAME])) and (match := self.find(text[: suffix.start()])):
            cards = tuple(card for card in match.cards if isinstance(card, CryptCard) and _is_version(card, suffix[1]))
            if cards:
                return cards
        suggestions = self.suggest(text)
        name = repr(text[:MAX_NAME])[1:-1]  # with its control characters spelled out
        if not suggestions:
            raise UnknownCard(Message("No card is called '%(name)s'.", name=name))
        meant = Listed([item.card.unique_name for item in suggestions], between=OR)
        raise UnknownCard(
            Message("No card is called '%(name)s'. Did you mean %(meant)s?", name=name, meant=meant),
            suggestions,
        )

    def suggest(
        self,
        name: str,
        *,
        limit: int = 3,
        kind: Kind | None = None,
        fit: Callable[[Card], float] | None = None,
        by_spelling: bool = True,
    ) -> tuple[Suggestion, ...]:
        """Cards that a name of no card may have meant, likeliest first; of one deck only if `kind` says which.

        A name that is known is its own suggestion, at distance 0. Else a card counts for what the text has of its name
        (spelling, words, initials), for how many decks of the archive play it, and for what `fit` adds: how much
        likelier it is where the name stands, as a natural logarithm. Without `by_spelling`, which is what takes time,
        only words and initials count.
        """
        key = name_key(name)
        if not key:
            return ()
        unlikely = self._unlikely(key, name, by_spelling=by_spelling)
        if not unlikely:
            return ()
        wanted = [number for number in unlikely if kind is None or kind_of(number) is kind]

        def rank(number: int) -> tuple[float, int]:
            habit = _HABIT * log1p(self.plays.get(number, 0))
            return unlikely[number] - habit - (fit(self[number]) if fit else 0), number

        likeliest = nsmallest(limit, wanted, key=rank)
        return tuple(Suggestion(self[number], self._edits(key, number)) for number in likeliest)

    def _unlikely(self, key: str, name: str, *, by_spelling: bool) -> dict[int, float]:
        """The cards that the text may mean, each with how unlikely it is by the text alone."""
        if numbers := self._all_names.get(key):
            return dict.fromkeys(numbers, -_CERTAIN)
        near = self._near_names.near(key, _MOST_NEAR) if by_spelling else ()
        distances = self._spoken_names.spoken(name, may_be_misspelt=by_spelling and not near)
        own = max(1, len(own_part(key)))
        for other, edits in near:
            unlikely = _CUT_NAME if other.startswith(key) else _PER_EDIT * edits * (1 + _PER_EDIT / own)
            for number in self._all_names[other]:
                distances[number] = min(unlikely, distances.get(number, unlikely))
        distances |= dict.fromkeys(self._unclear.get(key, ()), 0.0)
        return distances or self._of_family(name, by_spelling=by_spelling)

    def _of_family(self, name: str, *, by_spelling: bool) -> dict[int, float]:
        """The cards that a family's words name along with others: "Montreal PB".

        All of the family for letters that may stand for any: "PB: X", "PB: LA". A city without its card is answered
        with no other city.
        """
        family, letters, rest = family_named(name)
        if family < 0:
            return {}
        if len(rest) > _MOST_INITIALS:
            return self._spoken_names.spoken(letters, may_be_misspelt=by_spelling)
        return {number: _OTHER_INITIALS * (rest not in starts) for number, starts in self._families[family].items()}

    def _edits(self, key: str, number: int) -> int:
        """How far the key is from the nearest name of the card."""
        row = self._rows[number]
        names = (row["name"], *row.get("former", ()), *row.get("i18n", {}).values())
        return min(edits_between(key, name_key(name)) for name in names)

    def spelled_like(self, name: str, *, limit: int = 3) -> tuple[Suggestion, ...]:
        """Cards whose name is spelled like that, or begins so, nearest first; the unclear short names before them."""
        key = name_key(name)
        if not key:
            return ()
        near = [
            (number, edits_between(key, name_key(self._rows[number]["name"]))) for number in self._unclear.get(key, ())
        ]
        # More than asked for: a name may be a second one of a card that is already in.
        for other, distance in self._near_names.near(key, 2 * limit + 4):
            near += [(number, distance) for number in self._all_names[other]]
        suggestions: dict[int, Suggestion] = {}
        for number, distance in near:
            if number not in suggestions:
                suggestions[number] = Suggestion(self[number], distance)
            if len(suggestions) == limit:
                break
        return tuple(suggestions.values())

    def search(self, text: str, *, limit: int = 20) -> tuple[Card, ...]:
        """Cards of which a name holds every word of the text, or the beginning of one; the shortest such name first.

        A number finds its card; initials ("DI") come before words, the card that is played most first.
        """
        return tuple(map(self.__getitem__, islice(self._numbers_with(text), limit)))

    def _numbers_with(self, text: str) -> Iterable[int]:
        """The numbers of those cards, in that order."""
        text = text[:MAX_NAME].strip()
        if text.isascii() and text.isdecimal() and int(text) in self._rows:
            return (int(text),)
        words = letters_of(text).split()
        if not words:
            return ()
        best: dict[int, tuple[int, bool, int, str]] = {}
        for letters, number in self._searched_names:
            if all(f" {word}" in letters for word in words):
                cut_short = sum(f" {word} " not in letters for word in words)
                rank = (cut_short, not letters.startswith(f" {words[0]}"), len(letters), letters)
                best[number] = min(rank, best.get(number, rank))
        initialled = self._spoken_names.by_initials(text) if are_initials(text) else []
        initialled.sort(key=lambda number: -self.plays.get(number, 0))
        return dict.fromkeys((*initialled, *sorted(best, key=lambda number: (*best[number], number))))

    def completions(self, text: str, *, limit: int = 6) -> tuple[Card, ...]:
        """The cards that `search()` finds, those that most decks play first.

        Before them come cards of exactly that name or those initials; behind them, cards that only a translation or a
        former name finds.
        """
        match = self.find(text)
        named = {card.id for card in match.cards} if match else set()
        named |= set(self._spoken_names.by_initials(text)) if are_initials(text) else set()
        words = letters_of(text).split()

        def is_printed(number: int) -> bool:
            letters = f" {letters_of(self._rows[number]['name'])}"
            return all(f" {word}" in letters for word in words)

        played = sorted(self._numbers_with(text), key=lambda number: -self.plays.get(number, 0))
        first = (number for number in played if number in named)
        ranked = dict.fromkeys(chain(first, islice(filter(is_printed, played), limit), played))
        return tuple(map(self.__getitem__, islice(ranked, limit)))

    def namesakes(self, card: Card) -> tuple[Card, ...]:
        """Every card of the same printed name, the card itself among them: groups, and the advanced version."""
        return tuple(map(self.__getitem__, self._printed[name_key(card.name)]))

    @cached_property
    def _all_names(self) -> dict[str, tuple[int, ...]]:
        return {key: numbers for key, (_, numbers) in self._other_names.items()} | self._printed

    @cached_property
    def _near_names(self) -> NearNames:
        return NearNames(self._all_names)

    @cached_property
    def _spoken_names(self) -> SpokenNames:
        own = ((name, number) for number, row in self._rows.items() for name in (row["name"], *row.get("former", ())))
        translated = ((name, number) for number, row in self._rows.items() for name in row.get("i18n", {}).values())
        return SpokenNames(own, chain(translated, self.nicknames.accepted.items()))

    @cached_property
    def plays(self) -> Mapping[int, int]:
        """How many of the archive's winning decks play a card, by its number; none where it is not told."""
        return self._read_plays()

    @cached_property
    def namesakes_abroad(self) -> Mapping[int, Mapping[str, tuple[int, ...]]]:
        """Cards whose printed name is another card's in another language: number to language to the others' numbers."""
        namesakes: dict[int, dict[str, tuple[int, ...]]] = {}
        for number, row in self._rows.items():
            for language, name in row.get("i18n", {}).items():
                for other in self._printed.get(name_key(name), ()):
                    if name_key(self._rows[other]["name"]) != name_key(row["name"]):
                        others = namesakes.setdefault(other, {})
                        others[language] = (*others.get(language, ()), number)
        return namesakes

    @cached_property
    def newest(self) -> date:
        """The day of the newest card."""
        return date.fromisoformat(max(row.get("released", "") for row in self._rows.values()) or "1994-08-16")

    @cached_property
    def _families(self) -> list[dict[int, frozenset[str]]]:
        """The cards of each family, with what may stand for a card's own words: "m" and "mc" for Mexico City."""
        families: list[dict[int, frozenset[str]]] = []
        for start, end in FAMILIES:
            members: dict[int, frozenset[str]] = {}
            for number, row in self._rows.items():
                name = row["name"]
                if name.startswith(start) and name.endswith(end):
                    words = letters_of(name.removeprefix(start).removesuffix(end)).split()
                    initials = "".join(word[0] for word in words)
                    members[number] = frozenset((initials[:1], initials, words[0][:2], words[0][:3]))
            families.append(members)
        return families

    @cached_property
    def _unclear(self) -> dict[str, tuple[int, ...]]:
        return {name_key(name): numbers for name, numbers in self.nicknames.unclear.items()}

    @cached_property
    def _searched_names(self) -> list[tuple[str, int]]:
        """Every name of every card, in plain letters between spaces: a word begins behind one and ends before one."""
        names = chain.from_iterable(
            ((name, number) for name in (row["name"], *row.get("former", ()), *row.get("i18n", {}).values()))
            for number, row in self._rows.items()
        )
        return [(f" {letters_of(name)} ", number) for name, number in chain(names, self.nicknames.accepted.items())]

    @cached_property
    def _short_names(self) -> dict[int, tuple[str, ...]]:
        names: dict[int, tuple[str, ...]] = {}
        for name, number in self.nicknames.accepted.items():
            names[number] = (*names.get(number, ()), name)
        return names

    @cached_property
    def _other_names(self) -> dict[str, tuple[NameKind, tuple[int, ...]]]:
        """Names other than printed ones; a key that a printed name has is left out, as is one of an earlier kind."""
        former = ((name, row["id"]) for row in self._rows.values() for name in row.get("former", ()))
        translated = ((name, row["id"]) for row in self._rows.values() for name in row.get("i18n", {}).values())
        short = chain(self.nicknames.accepted.items(), self._shortened_families())
        # The trademark sign as the letters that a copied text has for it.
        lettered = ((row["name"].replace("™", "TM"), row["id"]) for row in self._rows.values() if "™" in row["name"])
        by_key: dict[str, tuple[NameKind, tuple[int, ...]]] = {}
        for kind, names in (
            (NameKind.SHORT, short),
            (NameKind.TRANSLATION, translated),
            (NameKind.FORMER, former),
            (NameKind.PRINTED, lettered),
        ):
            by_key |= {key: (kind, numbers) for key, numbers in self._index(names).items()}
        return by_key

    def _shortened_families(self) -> Iterator[tuple[str, int]]:
        """Powerbases as "PB: X" and hunting grounds as "X HG": each follows from one printed name."""
        for number, row in self._rows.items():
            name = row["name"]
            if name.startswith("Powerbase: "):
                yield name.replace("Powerbase: ", "PB: "), number
            elif name.endswith(" Hunting Ground"):
                yield name.replace(" Hunting Ground", " HG"), number

    def _index(self, names: Iterable[tuple[str, int]]) -> dict[str, tuple[int, ...]]:
        index: dict[str, tuple[int, ...]] = {}
        for name, number in names:
            key = name_key(name)
            numbers = index.get(key, ())
            if key not in self._printed and number not in numbers:
                index[key] = (*numbers, number)
        return index


def load(*, data: str | Path | None = None) -> CardDatabase:
    """The card data that ships with the program, or the refreshed copy in a data folder if it is newer and sound.

    What ships is read once: whoever asks again has the same database. A copy that is there and cannot be used is told
    in the database's `warning`.

    Args:
        data: a data folder, as `vtes-toolkit cards update --data` fills it; without one the shipped data is loaded.

    Raises:
        DamagedData: the shipped data cannot be read.
    """
    refreshed = refreshed_folder(data) if data is not None else None
    if refreshed is None or not os.path.lexists(refreshed / "SOURCE.toml"):
        return _shipped(CARD_DB)
    shipped = read_source(CARD_DB)
    try:
        source = read_source(refreshed)
        if source.day > shipped.day and source.count >= shipped.count:
            rows, sets = read_rows(refreshed, source, verify=True)
            return _database(rows, sets, source, CARD_DB)
    except DamagedData as error:
        fallback = copy(_shipped(CARD_DB))
        fallback.warning = Message(
            "%(sentence)s The data that ships with the program is used instead.", sentence=error.message
        )
        return fallback
    return _shipped(CARD_DB)


@cache
def _shipped(folder: Path) -> CardDatabase:
    source = read_source(folder)
    rows, sets = read_rows(folder, source, verify=False)
    return _database(rows, sets, source, folder)


def _database(rows: list[Row], sets: list[CardSet], source: DataSource, tables: Path) -> CardDatabase:
    """These cards with what else is known of them, which only the program's own folder has."""
    nicknames, plays = read_nicknames(tables / "nicknames.toml"), partial(read_plays, tables / "plays.csv")
    return CardDatabase(rows, sets, source, nicknames, plays=plays)


def _is_version(card: CryptCard, suffix: str) -> bool:
    """Whether a suffix as in unique names means that version of the vampire."""
    group = suffix.upper().removesuffix("ADV").strip()
    is_group = group in ("", "ANY" if card.group is None else f"G{card.group}")
    return is_group and card.advanced is suffix.upper().endswith("ADV")


__all__ = ["CardDatabase", "NameKind", "NameMatch", "Suggestion", "UnknownCard", "load"]
