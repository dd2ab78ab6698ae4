"""Why the rules refuse something, in the reader's language and with the names of the cards.

The engine words its refusals in English, with named places for the figures and with the marks of cards ("Anna3"). The
catalogue has each sentence as it stands there; a page puts names and the reader's words into its places.
"""

from __future__ import annotations

from enum import StrEnum

from flask_babel import gettext

from toolkit.game.refusals import Refusal
from toolkit.game.vocabulary import ActionKind, EffectKind, Phase, PhaseCard, Timing, Zone
from toolkit.web.i18n import language
from toolkit.web.tables.names import Names, contest_name
from toolkit.web.tables.polls import source_words
from toolkit.web.tables.words import ACTIONS, EFFECTS, PHASE_CARDS, PHASES, TIMINGS, ZONES, Words

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
