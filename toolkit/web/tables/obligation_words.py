"""What is owed, in the reader's language: the engine's few sentences, known here by their patterns."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask_babel import gettext

from toolkit.game.vocabulary import ActionKind
from toolkit.web.tables.names import Names, contest_name

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
