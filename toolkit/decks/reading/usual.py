"""Headings letter by letter as the archive of winning decks writes them: known at first sight.

They mean what the grammar of all headings says of them; nearly every list of a tournament has them.
"""

from __future__ import annotations

import re
from functools import lru_cache

from toolkit.cards.model import Kind
from toolkit.decks.reading.headings import LIBRARY_LABELS, Heading

# "Crypt (12 cards, min=14, max=37, avg=5.5)", "Library (90 cards)".
_PART = re.compile(
    r"(?:Crypt \(([0-9]+) cards, min=([0-9]+), max=([0-9]+), avg=([0-9]+(?:\.[0-9]+)?)|Library \(([0-9]+) cards)\)$",
    re.MULTILINE,
)
# "Action Modifier/Combat (6)", "Master (14; 2 trifle)".
_TYPE = re.compile(r"([A-Z][A-Za-z/ ]+) \(([0-9]{1,3})(?:; [0-9]+ trifle)?\)")
_CRYPT = Kind.CRYPT.value
_LIBRARY = Kind.LIBRARY.value


def usual_heading(text: str) -> Heading | None:
    """The heading of a part or type that the line is, if it is written so."""
    if found := _PART.fullmatch(text):
        least, greatest = found[2], found[3]
        if least is None:
            return Heading(Kind.LIBRARY, _LIBRARY, (_figure(_LIBRARY, found[5]),), True)
        figures = (
            _figure(_CRYPT, found[1]),
            _figure("min", least),
            _figure("max", greatest),
            _figure("average", found[4]),
        )
        return Heading(Kind.CRYPT, _CRYPT, figures, True)
    if (found := _TYPE.fullmatch(text)) and (label := found[1]) in LIBRARY_LABELS:
        return Heading(None, label, (_figure(label, found[2]),), True)
    return None


@lru_cache(maxsize=4096)
def _figure(what: str, number: str) -> tuple[str, float]:
    """A figure that a heading states: one object for all headings that state the same, of which there are thousands."""
    return what, float(number)


def prose_above(text: str) -> int:
    """How many lines stand above such a heading of the crypt that one of the library follows.

    0 as well if a line above it holds one of these words: it may be a heading itself.
    """
    crypt = text.find("\nCrypt (")
    library = text.find("\nLibrary (", crypt)
    if crypt < 0 or library < 0 or not _PART.match(text, crypt + 1) or not _PART.match(text, library + 1):
        return 0
    above = text[:crypt].casefold()
    return 0 if "crypt" in above or "librar" in above else above.count("\n") + 1
