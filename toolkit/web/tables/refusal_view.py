"""Why an operation was refused, for a page: the sentence, what kind of reason it is, and the row behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toolkit.game.refusals import Refusal
from toolkit.web.rule_rows import row_view
from toolkit.web.tables.names import Names
from toolkit.web.tables.refusal_words import refusal_words
from toolkit.web.tables.words import CODES

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
