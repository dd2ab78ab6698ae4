"""Names near a name that no card has: only ever offered, never taken.

Near is what is spelled alike, and what people say for short: a word or two of the name, or its initials.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain

from toolkit.cards.model import Kind, kind_of
from toolkit.cards.names import ARTICLES, letters_of, name_key

# Cards that differ in one word alone: what stands around that word says nothing about which card is meant.
# Each as (what the name begins with, what it ends with). Masters named for a discipline are of this sort too, with
# nothing around the word.
FAMILIES = (
    ("Praxis Seizure: ", ""),
    ("Powerbase: ", ""),
    ("Crusade: ", ""),
    ("", " Hunting Ground"),
    ("Judgment: ", ""),
    ("First Tradition: ", ""),
    ("Second Tradition: ", ""),
    ("Third Tradition: ", ""),
    ("Fourth Tradition: ", ""),
    ("Fifth Tradition: ", ""),
    ("Sixth Tradition: ", ""),
    ("Haqim's Law: ", ""),
)

_FAMILY_KEYS = tuple((name_key(start), name_key(end)) for start, end in FAMILIES)
_FAMILY_WORDS = tuple(letters_of(start or end).split() for start, end in FAMILIES)
# What lists write for the words that a family shares.
_SHORT_FAMILIES = {"pb": ["powerbase"], "hg": ["hunting", "ground"], "ps": ["praxis", "seizure"]}

# A name of nine letters may be wrong in three; beyond twelve wrong letters nobody would know it again.
_LETTERS_PER_EDIT = 3
_MOST_EDITS = 12
_SHORTEST_START = 4


def own_part(key: str) -> str:
    """The rest of a name's key without the part its whole family shares; all of it for a card of no family."""
    for start, end in _FAMILY_KEYS:
        if len(key) > len(start) + len(end) and key.startswith(start) and key.endswith(end):
            return key[len(start) : len(key) - len(end)]
    return key


def family_named(text: str) -> tuple[int, str, str]:
    """The place in `FAMILIES` of the one whose words the text has, -1 for none; its letters written out; what is left.

    >>> family_named("Montreal PB")
    (1, 'montreal powerbase', 'montreal')
    """
    words = [word for spoken in letters_of(text).split() for word in _SHORT_FAMILIES.get(spoken, [spoken])]
    letters = f" {' '.join(words)} "
    for at, shared in enumerate(_FAMILY_WORDS):
        before, middle, after = letters.partition(f" {' '.join(shared)} ")
        if middle:
            return at, letters.strip(), f"{before} {after}".strip()
    return -1, letters.strip(), ""


def edits_between(first: str, second: str) -> int:
    """How many letters must be added, dropped, changed or swapped with the next to make one key of another."""
    from rapidfuzz.distance import OSA

    return int(OSA.distance(first, second))


class NearNames:
    """An index of keys by length, so that a question costs a fraction of a millisecond however strange it is."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_length: dict[int, list[str]] = {}
        for key in keys:
            self._by_length.setdefault(len(key), []).append(key)
        # One text of all keys, a line each: what begins with some letters is found without a look at every key.
        self._lines = "\n".join(chain([""], *self._by_length.values(), [""]))
        # A name is asked for when its line is read, and again when the whole list is known.
        self.near = lru_cache(maxsize=256)(self._near)

    def _near(self, key: str, limit: int) -> tuple[tuple[str, int], ...]:
        """Keys with their distance in edits, nearest first: few edits away, then those that begin with `key`."""
        near = self.misspelt(key, limit, min(_MOST_EDITS, max(1, len(own_part(key)) // _LETTERS_PER_EDIT)))
        if len(near) < limit and len(key) >= _SHORTEST_START:
            keys = {other for other, _ in near}
            longer = sorted(self._starting_with(key), key=lambda item: item[1])
            near += [item for item in longer if item[0] not in keys]
        return tuple(near[:limit])

    def misspelt(self, key: str, limit: int, edits: int) -> list[tuple[str, int]]:
        """Keys at most so many edits away, with their distance, nearest first."""
        # Imported here: a deck without a wrong name never pays for it.
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        near_keys: list[tuple[str, int]] = []
        # By length, nearest first: keys that differ by more letters than the worst one found are no nearer.
        for difference in range(edits + 1):
            if len(near_keys) >= limit and near_keys[limit - 1][1] < difference:
                break
            for length in {len(key) - difference, len(key) + difference}:
                keys = self._by_length.get(length, ())
                near = process.extract(key, keys, scorer=OSA.distance, score_cutoff=edits, limit=limit)
                near_keys += [(other, int(distance)) for other, distance, _ in near]
            near_keys.sort(key=lambda item: (item[1], item[0]))
        return near_keys[:limit]

    def _starting_with(self, key: str) -> Iterator[tuple[str, int]]:
        at = self._lines.find(f"\n{key}")
        while at >= 0:
            end = self._lines.find("\n", at + 1)
            other = self._lines[at + 1 : end]
            if other != key:
                yield other, len(other) - len(key)
            at = self._lines.find(f"\n{key}", end)


# Words that nobody counts when a name is said, or written by its initials.
_SMALL = ARTICLES | {
    "and",
    "as",
    "at",
    "by",
    "de",
    "des",
    "for",
    "from",
    "in",
    "is",
    "it",
    "las",
    "los",
    "of",
    "on",
    "or",
    "to",
    "y",
}
# "Dir Int" names two words by their beginnings; two letters are the beginning of too much.
_SHORTEST_WORD = 3
_MOST_WORDS = 8
_INITIALS = range(2, 8)
# What so many names have says nothing; a word of the game such as "blood" stands in a hundred.
_MOST_NAMES = 250
# How unlikely it is that a name is said so, in natural logarithms.
_BY_WORDS = 1.0
_BY_INITIALS = 1.0
_IN_SMALL_LETTERS = 1.2
_OF_VAMPIRE = 2.0
_PLURAL = 0.4
_CUT_WORD = 0.8
_WRONG_LETTER = 2.0
_MISSING_WORD = 0.35
_NOT_AT_START = 0.3
_OTHER_ORDER = 1.5
_OTHER_NAME = 1.0


def are_initials(text: str) -> bool:
    """Whether a text is written as initials are: "DI", "OtQV"."""
    return len(text) in _INITIALS and text.isalnum() and not text.islower() and not text.istitle()


class SpokenNames:
    """An index of names by their words and their initials.

    Args:
        names: each with its card's number.
        others: translations and short names: said less often, and by their words alone.
    """

    def __init__(self, names: Iterable[tuple[str, int]], others: Iterable[tuple[str, int]] = ()) -> None:
        self._numbers: list[int] = []
        self._words: list[list[str]] = []
        self._by_word: dict[str, list[int]] = {}
        self._by_initials: dict[str, list[int]] = {}
        for text, number in names:
            self._index_initials(self._index_words(text, number))
        self._own = len(self._words)
        for text, number in others:
            self._index_words(text, number)
        self._sorted = sorted(self._by_word)
        self._misspelt = NearNames(self._by_word)

    def _index_words(self, text: str, number: int) -> list[str]:
        words = letters_of(text).split()
        for word in dict.fromkeys(words):
            self._by_word.setdefault(word, []).append(len(self._words))
        self._words.append(words)
        self._numbers.append(number)
        return words

    def _index_initials(self, words: list[str]) -> None:
        large = [word for word in words if word not in _SMALL]
        for initials in {"".join(word[0] for word in some) for some in (words, large)}:
            if len(initials) in _INITIALS:
                self._by_initials.setdefault(initials, []).append(len(self._words) - 1)

    def spoken(self, text: str, *, may_be_misspelt: bool) -> dict[int, float]:
        """The cards that a text names by words or by initials, each with how unlikely that is.

        Every word of the text must be one of the name, or begin one; small words of either side do not count. With
        `may_be_misspelt`, where no name has them all, a word may stand for one spelled like it.
        """
        words = letters_of(text).split()
        asked = [word for word in words if word not in _SMALL]
        names: dict[int, float] = {}
        if 0 < len(asked) <= _MOST_WORDS:
            names = self._with_words(asked, self._words_like)
            if not names and may_be_misspelt:
                names = self._with_words(asked, self._words_near)
            names = {at: unlikely + self._left_out(at, asked) for at, unlikely in names.items()}
        if len(words) == 1:
            is_name = not are_initials(text)
            for at in self._by_initials.get(words[0], ()):
                is_vampire = kind_of(self._numbers[at]) is Kind.CRYPT
                names[at] = _BY_INITIALS + _IN_SMALL_LETTERS * is_name + _OF_VAMPIRE * is_vampire
        by_number: dict[int, float] = {}
        for at, unlikely in names.items():
            number = self._numbers[at]
            by_number[number] = min(unlikely, by_number.get(number, unlikely))
        return by_number

    def by_initials(self, initials: str) -> list[int]:
        """The cards of which a name has those initials."""
        return [self._numbers[at] for at in self._by_initials.get(initials.casefold(), ())]

    def _left_out(self, at: int, asked: list[str]) -> float:
        """How unlikely it is that a person names so much of the name."""
        large = [word for word in self._words[at] if word not in _SMALL] or self._words[at]
        is_start = large[0][0] == asked[0][0]
        left_out = _MISSING_WORD * max(0, len(large) - len(asked)) + (0 if is_start else _NOT_AT_START)
        words = iter(large)
        is_in_order = all(any(word[0] == spoken[0] for word in words) for spoken in asked)
        return _BY_WORDS + left_out + (0 if is_in_order else _OTHER_ORDER) + (0 if at < self._own else _OTHER_NAME)

    def _with_words(self, asked: list[str], like: Callable[[str], Iterator[tuple[str, float]]]) -> dict[int, float]:
        """The places of the names that have words like all those, with how unlike they are."""
        places: dict[int, float] = {}
        # The longest words first: they leave the fewest names.
        for turn, word in enumerate(sorted(dict.fromkeys(asked), key=len, reverse=True)):
            having: dict[int, float] = {}
            for other, unlike in like(word):
                for at in self._by_word[other]:
                    if not turn or at in places:
                        having[at] = min(places.get(at, 0) + unlike, having.get(at, _MOST_NAMES))
            if not 0 < len(having) <= _MOST_NAMES:
                return {}
            places = having
        return places

    def _words_like(self, word: str) -> Iterator[tuple[str, float]]:
        """The word, with or without the s of a plural, and the words that it begins."""
        if word in self._by_word:
            yield word, 0
        single = word.removesuffix("s")
        if single != word and len(single) >= _SHORTEST_WORD and single in self._by_word:
            yield single, _PLURAL
        if len(word) < _SHORTEST_WORD:
            return
        for at in range(bisect_right(self._sorted, word), len(self._sorted)):
            other = self._sorted[at]
            if not other.startswith(word):
                return
            yield other, _PLURAL if other == f"{word}s" else _CUT_WORD

    def _words_near(self, word: str) -> Iterator[tuple[str, float]]:
        """Words like that, and words spelled like it."""
        yield from self._words_like(word)
        if len(word) > _SHORTEST_WORD:
            for other, edits in self._misspelt.misspelt(word, 4, max(1, len(word) // 4)):
                yield other, _WRONG_LETTER * edits
