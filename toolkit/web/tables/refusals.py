"""Why the rules refuse something in the reader's language and with the names of the cards.

The engine words its refusals in English, with named places for the figures and with the marks of cards ("Anna3"). The
catalogue has each sentence as it stands there; a page puts names and the reader's words into its places.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from flask_babel import gettext

from toolkit.game.refusals import Refusal
from toolkit.game.vocabulary import ActionKind, EffectKind, Phase, PhaseCard, Timing, Zone
from toolkit.game.words import Names
from toolkit.web.base.i18n import language
from toolkit.web.base.rules import row_view
from toolkit.web.tables.frames import source_words
from toolkit.web.tables.words import (
    ACTIONS,
    CODES,
    EFFECTS,
    PHASE_CARDS,
    PHASES,
    TIMINGS,
    ZONES,
    LazyWords,
    contest_name,
)

_WORDS: dict[type[StrEnum], LazyWords] = {
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalView:
    """A refusal: the kind of reason in two words, the sentence, the row and its text."""

    kind: str
    message: str
    rule: str
    section: str
    text: str


def refusal_view(refusal: Refusal, names: Names) -> RefusalView:
    """The refusal with the text of its row; cards have their names in the reader's language."""
    row = row_view(refusal.rule)
    return RefusalView(
        kind=str(CODES[refusal.code]),
        message=refusal_words(refusal, names),
        rule=refusal.rule,
        section=row.section,
        text=row.text,
    )
