"""Names near a name that no card has: only ever offered, never taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from toolkit.cards.names import name_key

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

# A name of nine letters may be wrong in three; beyond twelve wrong letters nobody would know it again.
_LETTERS_PER_EDIT = 3
_MOST_EDITS = 12
_SHORTEST_START = 4


def own_part(key: str) -> str:
    """What is left of a name's key without what its whole family shares; all of it for a card of no family."""
    for start, end in _FAMILY_KEYS:
        if len(key) > len(start) + len(end) and key.startswith(start) and key.endswith(end):
            return key[len(start) : len(key) - len(end)]
    return key


def edits_between(one: str, other: str) -> int:
    """How many letters must be added, dropped or changed to make one key of another."""
    from rapidfuzz.distance import Levenshtein

    return int(Levenshtein.distance(one, other))


class NearNames:
    """An index of keys by length, so that a question costs a fraction of a millisecond however strange it is."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._by_length: dict[int, list[str]] = {}
        for key in keys:
            self._by_length.setdefault(len(key), []).append(key)
        # One text of all keys, a line each: what begins with some letters is found without a look at every key.
        self._lines = "\n".join(chain([""], *self._by_length.values(), [""]))

    def near(self, key: str, limit: int) -> list[tuple[str, int]]:
        """Keys with their distance in edits, nearest first: few edits away, then those that begin with `key`."""
        # Imported here: a deck without a wrong name never pays for it.
        from rapidfuzz import process
        from rapidfuzz.distance import Levenshtein

        edits = min(_MOST_EDITS, max(1, len(own_part(key)) // _LETTERS_PER_EDIT))
        found: list[tuple[str, int]] = []
        # By length, nearest first: keys that differ by more letters than the worst one found are no nearer.
        for apart in range(edits + 1):
            if len(found) >= limit and found[limit - 1][1] < apart:
                break
            for length in {len(key) - apart, len(key) + apart}:
                keys = self._by_length.get(length, ())
                near = process.extract(key, keys, scorer=Levenshtein.distance, score_cutoff=edits, limit=limit)
                found += [(other, int(distance)) for other, distance, _ in near]
            found.sort(key=lambda item: (item[1], item[0]))
        if len(found) < limit and len(key) >= _SHORTEST_START:
            known = {other for other, _ in found}
            longer = sorted(self._starting_with(key), key=lambda item: item[1])
            found += [item for item in longer if item[0] not in known]
        return found[:limit]

    def _starting_with(self, key: str) -> Iterator[tuple[str, int]]:
        at = self._lines.find(f"\n{key}")
        while at >= 0:
            end = self._lines.find("\n", at + 1)
            other = self._lines[at + 1 : end]
            if other != key:
                yield other, len(other) - len(key)
            at = self._lines.find(f"\n{key}", end)
