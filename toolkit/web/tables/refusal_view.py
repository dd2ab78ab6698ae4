"""Why an operation was refused, for a page: the sentence, what kind of reason it is, and the row behind it."""

from __future__ import annotations

from dataclasses import dataclass

from toolkit.game.refusals import Refusal
from toolkit.game.rules import rules
from toolkit.web.sentences import translated
from toolkit.web.tables.words import CODES


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalView:
    """A refusal: the kind of reason in two words, the sentence, the row and its text, which is in English."""

    kind: str
    message: str
    rule: str
    section: str
    text: str


def refusal_view(refusal: Refusal) -> RefusalView:
    """The refusal with the text of its row."""
    row = rules().get(refusal.rule)
    return RefusalView(
        kind=str(CODES[refusal.code]),
        message=translated(refusal.message),
        rule=refusal.rule,
        section=row.section if row else "",
        text=row.text if row else "",
    )
