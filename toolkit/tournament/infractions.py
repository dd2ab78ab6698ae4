"""The infractions of the judges' guide: numbers, what each calls for, its remedy; found by any word of theirs.

The table itself is `infractions.toml`. Which text of the guide a penalty followed is kept with it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources

from toolkit.languages import LANGUAGES, N_, Message, Sayable, say, sort_key, words_of
from toolkit.tournament.errors import BadValue
from toolkit.tournament.facts import SanctionKind

# The guide's newest text, by which penalties are given; and the first, by which those of older programs were.
EDITION = "2026-newest"
FIRST_EDITION = "2026-02"

# The chapters of the guide, by the number with which those of their infractions begin.
GROUPS: Mapping[str, str] = {
    "2": N_("Game play errors"),
    "3": N_("Tournament errors"),
    "4": N_("Conduct"),
}


class Climbs(StrEnum):
    """Whether an infraction weighs more when it is done again."""

    YES = "yes"
    NO = "no"
    IF_IT_WEIGHED = "if_it_weighed"


class Ethics(StrEnum):
    """Whether the VEKN's Ethics Committee gets a report."""

    NO = "no"
    MAY = "may"
    OWED = "owed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Infraction:
    """A row of the guide.

    Attributes:
        grades: what it calls for, from the lightest; `cases` tells them apart, where there are several.
        words: by which a judge may look for it as well.
    """

    number: str
    key: str
    name: str
    grades: tuple[SanctionKind, ...]
    cases: tuple[str, ...] = ()
    climbs: Climbs = Climbs.YES
    remedy: str
    ethics: Ethics = Ethics.NO
    words: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The chapter of the guide, by its number."""
        return self.number.split(".")[0]

    @property
    def title(self) -> Sayable:
        """'3.3 Slow Play'."""
        return Message("%(number)s %(name)s", number=self.number, name=Message(self.name))


@cache
def infractions() -> Mapping[str, Infraction]:
    """Every row by its key, in the order of the guide."""
    text = resources.files("toolkit.tournament").joinpath("infractions.toml").read_text(encoding="utf-8")
    rows = (_infraction(**row) for row in tomllib.loads(text)["infraction"])
    return {row.key: row for row in rows}


def _infraction(
    *,
    grades: list[str],
    climbs: str = Climbs.YES,
    ethics: str = Ethics.NO,
    cases: tuple[str, ...] = (),
    words: tuple[str, ...] = (),
    **texts: str,
) -> Infraction:
    return Infraction(
        grades=tuple(map(SanctionKind, grades)),
        climbs=Climbs(climbs),
        ethics=Ethics(ethics),
        cases=tuple(cases),
        words=tuple(words),
        **texts,
    )


def infraction_of_rule(rule: str) -> Infraction | None:
    """The row whose number a rule begins with, `JG` before it or not.

    >>> infraction_of_rule("jg 3.3 Slow Play").key, infraction_of_rule("Slow play")
    ('slow_play', None)
    """
    number = re.match(r"(?:jg)?\s*(\d+(?:\.\d+)+)", rule.strip(), re.IGNORECASE)
    return next((row for row in infractions().values() if number and row.number == number[1]), None)


def infraction_named(text: str) -> Infraction:
    """The row that is meant: by its key, its number or its name.

    Raises:
        BadValue: none is.
    """
    wanted = folded(text)
    for row in infractions().values():
        if wanted in (row.key, folded(row.key), row.number, folded(row.name)):
            return row
    infraction = infraction_of_rule(text)
    if infraction is None:
        raise BadValue(
            Message("The judges' guide has no infraction “%(name)s”.", name=text.strip()[:60]),
            code="unknown_infraction",
            rule="JG 1.2.1",
        )
    return infraction


def find_infractions(text: str) -> list[Infraction]:
    """The rows in which every word of the text begins a word of theirs, or their number; in any of our languages.

    >>> [row.number for row in find_infractions("shuffl")]
    ['3.8']
    """
    wanted = folded(text).split()
    return [row for row in infractions().values() if all(_has(row, word) for word in wanted)]


def _has(row: Infraction, word: str) -> bool:
    return any(row_word.startswith(word) for row_word in search_words(row).split())


@cache
def search_words(row: Infraction) -> str:
    """Everything that a row is looked for by, folded: its number, its name in every language, its further words."""
    names = [say(Message(text), words_of(code)) for code in LANGUAGES for text in (row.name, *row.cases)]
    return " ".join(dict.fromkeys(folded(" ".join((row.number, *names, *row.words))).split()))


def folded(text: str) -> str:
    """A text as it is compared: neither case, accents, signs nor white space count.

    >>> folded("Rage-Quitting:  Ärger")
    'rage quitting arger'
    """
    return " ".join(re.sub(r"[^\w.]+|_", " ", sort_key(text)).split())
