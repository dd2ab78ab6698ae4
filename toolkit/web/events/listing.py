"""Long lists of the console: what is looked for in them, how they are sorted, and where one can jump to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import request
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.languages import natural_key
from toolkit.tournament.players import search_key, search_words
from toolkit.tournament.state import Player

# Shorter lists are seen whole, or nearly so.
_SHORTEST = 25
# So many tables, or places, lie between two jumps.
_TEN = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorting[Line]:
    """A way to sort a list: its word, what lines are compared by, and what the jump to a line is called."""

    word: LazyString
    key: Callable[[Line], Any]
    place: Callable[[Line], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing[Line]:
    """A list as its reader asked for it.

    Attributes:
        lines: those that hold what is looked for (`q`), sorted.
        total: how many there are in all.
        sorts: each way to sort, by its name and word; `sort` is the one in use.
        jumps: the element to jump to, and what stands there; empty for a short list.
    """

    q: str
    lines: tuple[Line, ...]
    total: int
    sorts: tuple[tuple[str, LazyString], ...]
    sort: str
    jumps: tuple[tuple[str, str], ...]


def listed[Line](
    lines: Iterable[Line],
    *,
    words: Callable[[Line], str],
    anchor: Callable[[Line], str],
    sorts: Mapping[str, Sorting[Line]],
) -> Listing[Line]:
    """The list that the address asks for: `?q=` is in each line, `?sort=` is one of the sorts or the first one."""
    every, wanted = list(lines), request.args.get("q", "")[:100]
    asked = request.args.get("sort", "")
    name = asked if asked in sorts else next(iter(sorts))
    held = [line for line in every if is_held(words(line), wanted)] if wanted.strip() else every
    found = sorted(held, key=sorts[name].key)
    jumps = tuple(_jumps(found, anchor, sorts[name].place)) if len(found) >= _SHORTEST else ()
    return Listing(
        q=wanted,
        lines=tuple(found),
        total=len(every),
        sorts=tuple((key, sort.word) for key, sort in sorts.items()),
        sort=name,
        jumps=jumps if len(jumps) > 1 else (),
    )


def is_held(words: str, wanted: str) -> bool:
    """Whether each word that somebody looks for is among these; accents and strokes do not count."""
    return all(word.lstrip("#") in words for word in search_key(wanted).split())


def _jumps[Line](
    lines: list[Line], anchor: Callable[[Line], str], place: Callable[[Line], str]
) -> Iterator[tuple[str, str]]:
    before = None
    for line in lines:
        if (word := place(line)) != before:
            before = word
            yield anchor(line), word


def letter(name: str) -> str:
    """The heading of a name in an index: its first letter, without accents; "#" where it begins with none."""
    first = search_key(name)[:1].upper()
    return first if first.isalpha() else "#"


def ten(number: int) -> str:
    """The first of the ten that a number belongs to.

    >>> ten(10), ten(11)
    ('1', '11')
    """
    return str((number - 1) // _TEN * _TEN + 1)


# Players by their names, or in the order in which they were registered.
PEOPLE: Mapping[str, Sorting[Player]] = {
    "name": Sorting(
        word=_l("Name"), key=lambda player: natural_key(player.name), place=lambda player: letter(player.name)
    ),
    "number": Sorting(
        word=_l("Registration"), key=lambda player: player.number, place=lambda player: ten(player.number)
    ),
    "country": Sorting(
        word=_l("Country"),
        key=lambda player: (player.country, natural_key(player.name)),
        place=lambda player: player.country or "–",
    ),
}


def listed_people(players: Iterable[Player]) -> Listing[Player]:
    """Players as they are looked for in the console, each line `player-7`."""
    return listed(players, words=search_words, anchor=lambda player: f"player-{player.number}", sorts=PEOPLE)


def table_words(number: int, name: str, names: Iterable[str]) -> str:
    """The search words of a table: its number, its name, and whoever sits there."""
    return f"{search_key(' '.join((name, *names)))} {number}"
