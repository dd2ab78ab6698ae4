"""Why the rules refuse something and what they demand, in the reader's language and with the names of the cards.

The engine words its refusals in English, with named places for the figures and with the marks of cards ("Anna3"). The
catalogue has each sentence as it stands there; a page puts names and the reader's words into its places.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from flask_babel import gettext

from toolkit.game.refusals import Refusal
from toolkit.game.vocabulary import ActionKind, EffectKind, Phase, PhaseCard, Timing, Zone
from toolkit.web.i18n import language
from toolkit.web.rules import row_view
from toolkit.web.tables.frames import source_words
from toolkit.web.tables.words import (
    ACTIONS,
    CODES,
    EFFECTS,
    PHASE_CARDS,
    PHASES,
    TIMINGS,
    ZONES,
    Names,
    Words,
    contest_name,
)

_WORDS: dict[type[StrEnum], Words] = {
    ActionKind: ACTIONS,
    EffectKind: EFFECTS,
    Phase: PHASES,
    PhaseCard: PHASE_CARDS,
    Timing: TIMINGS,
    Zone: ZONES,
}


def refusal_words(refusal: Refusal, names: Names) -> str:
    """The sentence in the reader's language, cards called by the names that she may see."""
    figures = {place: _figure(place, figure, names) for place, figure in refusal.figures.items()}
    return gettext(refusal.sentence, **figures)


def _figure(place: str, figure: object, names: Names) -> object:
    if isinstance(figure, Phase) and language() == "en":
        return str(figure).replace("_", " ")  # the English sentence says "phase" itself
    if isinstance(figure, StrEnum):
        return str(_WORDS[type(figure)][figure])
    if not isinstance(figure, str):
        return figure
    if place == "contest":
        return contest_name(figure)
    return source_words(figure, names) if place == "source" else names.target(figure)


# For a page: the sentence, what kind of reason it is, and the row behind it

type View = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalView:
    """A refusal: the kind of reason in two words, the sentence, the row and its text."""

    kind: str
    message: str
    rule: str
    section: str
    text: str


def refusal_view(refusal: Refusal, view: View) -> RefusalView:
    """The refusal with the text of its row; cards are called as in the view of whoever reads it."""
    row = row_view(refusal.rule)
    return RefusalView(
        kind=str(CODES[refusal.code]),
        message=refusal_words(refusal, Names(view)),
        rule=refusal.rule,
        section=row.section,
        text=row.text,
    )


type Maker = Callable[[re.Match[str], Names], str]

_PLAIN: dict[str, Callable[[], str]] = {
    "say who has the Edge": lambda: gettext("say who has the Edge"),
    "choose a phase": lambda: gettext("choose a phase"),
    "set the terms": lambda: gettext("set the terms of the referendum"),
    "accept or decline diablerie": lambda: gettext("accept or decline diablerie"),
    "announce a strike": lambda: gettext("announce a strike"),
    "take a Discipline or decline": lambda: gettext("take a Discipline card or decline"),
}


def _duty(match: re.Match[str], names: Names) -> str:
    verbs = {ActionKind.HUNT: gettext("hunt"), ActionKind.BLEED: gettext("bleed")}
    return gettext("%(minion)s must %(action)s", minion=names.card(match[1]), action=verbs[ActionKind(match[2])])


def _discard(match: re.Match[str], names: Names) -> str:
    return gettext("discard %(number)s", number=match[1])


def _due(match: re.Match[str], names: Names) -> str:
    return gettext("let %(effect)s happen", effect=match[1])


def _contest(match: re.Match[str], names: Names) -> str:
    return gettext("pay for or yield %(name)s", name=contest_name(match[1]))


_PATTERNS: tuple[tuple[re.Pattern[str], Maker], ...] = (
    (re.compile(r"let (.*) happen"), _due),
    (re.compile(r"discard (\d+)"), _discard),
    (re.compile(r"pay for or yield (.*)"), _contest),
    (re.compile(r"(.*) must (hunt|bleed)"), _duty),
)


def owed_words(what: str, names: Names) -> str:
    """What somebody must do: "discard 2", "Anna must hunt"."""
    if what in _PLAIN:
        return _PLAIN[what]()
    for pattern, maker in _PATTERNS:
        if match := pattern.fullmatch(what):
            return maker(match, names)
    return what
