"""What is wrong with a line of a record, in the reader's language: the reader's few sentences, by pattern."""

from __future__ import annotations

import re
from functools import cache

from flask_babel import gettext

from toolkit.game.record import BadRecord
from toolkit.languages import N_

PATTERNS = (
    N_("%(word)s is neither yes nor no"),
    N_("%(word)s is not a number"),
    N_("%(word)s is not an effect"),
    N_("%(word)s is not understood"),
    N_("there is no effect %(word)s"),
    N_("there is no operation %(word)s"),
    N_("there is no profile %(word)s"),
    N_("a quotation mark is not closed"),
    N_("this is not text in UTF-8"),
    N_("%(word)s is given by a Methuselah"),
    N_("%(word)s is given by the table"),
    N_("%(word)s is given twice"),
    N_("%(word)s needs %(list)s"),
    N_("%(word)s sits at this table already"),
    N_("There is no option %(word)s"),
    N_("%(word)s is one of %(list)s, not %(other)s"),
)
_FIGURE = re.compile(r"%\\\((\w+)\\\)s")


def record_fault(error: BadRecord) -> str:
    """What is wrong with the line, without a full stop; what is wrong with one of its values begins with its name."""
    name, colon, reason = error.said.rstrip(".").partition(": ")
    if colon and name.isidentifier():
        return f"{name}: {_worded(reason)}"
    return _worded(error.said.rstrip("."))


def _worded(sentence: str) -> str:
    for pattern, expression in _expressions().items():
        if match := expression.fullmatch(sentence):
            return gettext(pattern, **match.groupdict())
    return sentence


@cache
def _expressions() -> dict[str, re.Pattern[str]]:
    return {pattern: re.compile(_FIGURE.sub(r"(?P<\1>.+?)", re.escape(pattern)), re.DOTALL) for pattern in PATTERNS}
