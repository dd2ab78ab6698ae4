"""Sentences that were written in English with their figures, said in another language: each is known by its pattern.

The domain words its faults itself, for every door alike. Whoever speaks another language finds the pattern that a
sentence was made from, and puts the same figures into the pattern's translation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

# Names that somebody made up to match long and in vain.
LONGEST = 2000
_FIGURE = re.compile(r"%\\\((\w+)\\\)s")


class Speaker(Protocol):
    """What says a text in one language: `Words`, or the pages' own `flask_babel`."""

    def gettext(self, text: str, /, **figures: object) -> str:
        """The text, with its figures filled in."""
        ...

    def ngettext(self, one: str, many: str, number: int, /, **figures: object) -> str:
        """The form that belongs to `number`."""
        ...


class Sentences:
    """Sentences known by their patterns.

    Args:
        patterns: English, with figures as `%(name)s`; the first that fits is taken.
        counts: figures that begin with a digit: "Remove 2 Blood Doll." is not "Remove the cards of …".
        openings: how other figures begin, as expressions: what stands before them may hold any words, a name for one.
    """

    def __init__(
        self, patterns: Iterable[str], *, counts: Iterable[str] = (), openings: Mapping[str, str] | None = None
    ) -> None:
        self._patterns = tuple(patterns)
        self._openings = openings or {}
        self._counts = frozenset(counts)
        self._expressions: dict[str, re.Pattern[str]] = {}

    def translated(self, sentence: str, speaker: Speaker, figure: Callable[[str, str], str]) -> str | None:
        """The sentence as `speaker` says it, each figure as `figure(name, value)` does; None where no pattern fits."""
        if len(sentence) > LONGEST:
            return None
        if not self._expressions:
            self._expressions = {pattern: self._expression(pattern) for pattern in self._patterns}
        for pattern, expression in self._expressions.items():
            if match := expression.fullmatch(sentence):
                values = {name: figure(name, value) for name, value in match.groupdict().items()}
                return speaker.gettext(pattern, **values)
        return None

    def _expression(self, pattern: str) -> re.Pattern[str]:
        return re.compile(_FIGURE.sub(self._group, re.escape(pattern)), re.DOTALL)

    def _group(self, figure: re.Match[str]) -> str:
        opening = r"[-\d]" if figure[1] in self._counts else self._openings.get(figure[1], ".")
        return rf"(?P<{figure[1]}>{opening}.*?)"
