"""“A, B” in a list: a surname before given names, or a name before a place; decided line by line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from toolkit.languages.countries import country_code
from toolkit.tournament.players import search_key

# A surname may begin with one of these in small letters.
_PARTICLES = "da das de degli dei del della den der di do dos du e el la le les lo ten ter van vom von y zu zum zur"
PARTICLES = frozenset(_PARTICLES.split())


@cache
def _given_names() -> frozenset[str]:
    """Given names that are common where the game is played, as `search_key` writes them.

    A name that is missing costs a guess that is marked, no more.
    """
    return frozenset(resources.files("toolkit.tournament").joinpath("given_names.txt").read_text("utf-8").split())


_FIRST_WORD = re.compile(r"\w+")


@lru_cache(maxsize=4096)
def _plain(word: str) -> str:
    return search_key(word)


def is_given_name(text: str) -> bool:
    """Whether a name begins with a given name that is common (“Jean-Luc”, “Łukasz”), or an initial (“D. Jones”)."""
    first = _FIRST_WORD.search(text)
    return first is not None and (_plain(first[0]) in _given_names() or re.match(r"\w\.", text) is not None)


def named_country(text: str) -> str:
    """The code of the country that a list names; two letters are one in capitals only: “Jo” and “Bo” are people."""
    return country_code(text) if len(text) > 2 or text.isupper() else ""


@dataclass(frozen=True, slots=True)
class Order:
    """How “A, B” is read; `is_sure` where it can hardly be the other way round."""

    is_surname_first: bool
    is_sure: bool


_SURNAME, _PLACE = Order(is_surname_first=True, is_sure=False), Order(is_surname_first=False, is_sure=False)
_SURE_SURNAME, _SURE_PLACE = Order(is_surname_first=True, is_sure=True), Order(is_surname_first=False, is_sure=True)
# A word behind the comma of so many lines is a place.
_SHARED = 3


class NameOrders:
    """The lines of one list that have a comma, each decided by itself; what is open follows the others."""

    def __init__(self, pairs: Sequence[tuple[str, str]], names: Iterable[str] = ()) -> None:
        """`pairs` are what stands before and behind each comma, `names` are names without one."""
        behind = Counter(_plain(place) for _, place in pairs)
        self._shared = {text for text, count in behind.items() if count >= _SHARED and 3 * count >= len(pairs)}
        self._given = {_plain(words[0]) for name in names if len(words := name.split()) > 1}
        decided = Counter(order.is_surname_first for pair in pairs if (order := self._decided(*pair)))
        self._majority = decided[True] - decided[False]

    def of(self, before: str, behind: str) -> Order:
        """How “before, behind” is read."""
        if order := self._decided(before, behind):
            return order
        # One word is a surname, several are a whole name, unless the other lines say otherwise.
        score = self._majority or (1 if len(before.split()) == 1 else -1)
        return _SURNAME if score > 0 else _PLACE

    def _decided(self, before: str, behind: str) -> Order | None:
        is_capital = len(before) > 1 and before.isupper() and not behind.isupper()
        if is_capital or before.split()[0] in PARTICLES:
            return _SURE_SURNAME
        has_given, is_given = self._is_given(before), self._is_given(behind)
        if before.split()[0].casefold() in PARTICLES and is_given >= has_given:
            return _SURNAME
        if not is_given and (_plain(behind) in self._shared or named_country(behind) or re.search(r"\d", behind)):
            return _SURE_PLACE
        if has_given == is_given:
            return _SURNAME if is_given and len(before.split()) == 1 else None
        return _SURNAME if is_given else _SURE_PLACE

    def _is_given(self, text: str) -> bool:
        return is_given_name(text) or _plain(text.split()[0]) in self._given
