"""What happened at a table, a sentence an operation: only what the reader may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from flask_babel import gettext, ngettext

from toolkit.game.judge import Correct
from toolkit.game.session import Redo, Undo
from toolkit.game.view import is_open_to
from toolkit.services.recent import Recent
from toolkit.services.tables.folding import TableGame, Written
from toolkit.web.i18n import language
from toolkit.web.tables.happenings import happenings
from toolkit.web.tables.operation_words import sentence
from toolkit.web.tables.seen import seen_by

# Lines that a page shows at first; the rest is one tap away in the record.
LATEST = 12
MOST_MISSED = 40
# A sentence, and what followed from it.
type Told = tuple[str, list[str]]
# Sentences kept: the trails of as many tables as play at once.
_MOST_MADE = 20_000
_made: Recent[tuple[int, int, datetime, str, str], tuple[Written, Told]] = Recent(_MOST_MADE)


def trail(table: TableGame, reader: str, lines: Sequence[Written] | None = None) -> list[dict[str, Any]]:
    """The latest lines, newest first, or the given ones in order."""
    chosen = reversed(table.written[-LATEST:]) if lines is None else lines
    standing = set(table.standing)
    return [
        _line(table, line, reader, is_undone=line.applied is not None and line.number not in standing)
        for line in chosen
    ]


def missed(table: TableGame, reader: str, seen: int, by: str) -> list[dict[str, Any]]:
    """What others wrote since a reader saw entry `seen`, oldest first."""
    lines = [line for line in table.since(seen) if line.by != by]
    return trail(table, reader, lines[-MOST_MISSED:])


def _line(table: TableGame, line: Written, reader: str, *, is_undone: bool) -> dict[str, Any]:
    words, more = _told(table, line, reader)
    return {
        "number": line.number,
        "at": line.at,
        "by": line.by,
        "words": words,
        "more": more,
        "is_undone": is_undone,
        "broken": _broken_rule(line),
    }


def _broken_rule(line: Written) -> str:
    """The row that an operation was against, where the table is told so."""
    broken = line.applied.broken if line.applied is not None else None
    return broken.rule if broken is not None and line.before.options.game_enforcement == "advise" else ""


def _told(table: TableGame, line: Written, reader: str) -> Told:
    order = line.order
    if isinstance(order, Undo):
        words = ngettext(
            "%(who)s took back the last operation",
            "%(who)s took back %(num)d operations",
            order.count,
            who=line.by,
        )
        return words, []
    if isinstance(order, Redo):
        words = ngettext(
            "%(who)s restored one operation", "%(who)s restored %(num)d operations", order.count, who=line.by
        )
        return words, []
    if is_open_to(order, reader, table.state):
        return _lasting(table, line, reader)
    return _veiled(line), _followed(line, reader, "")


def _veiled(line: Written) -> str:
    """An operation that says what lies face down, to whoever may not know it."""
    if isinstance(line.order, Correct):
        return gettext("%(who)s corrected the record: %(reason)s", who=line.by, reason=line.order.reason or "–")
    return gettext("%(who)s noted what an uncontrolled card is", who=line.by)


def _lasting(table: TableGame, line: Written, reader: str) -> Told:
    """An operation in words, as it was seen when it was given; that never changes, so it is made once."""
    key = (id(table.game.start), line.number, line.at, reader, language())
    known = _made.get(key)
    # Where the state of another game has taken the place of this one's in memory, the line is another object.
    if known is None or known[0] is not line:
        words = sentence(line.order, seen_by(line.before, reader).view)
        known = _made.keep(key, (line, (words, _followed(line, reader, words))))
    return known[1]


def _followed(line: Written, reader: str, words: str) -> list[str]:
    """What followed from it, but for what the sentence says itself."""
    return [more for more in happenings(line, reader) if more not in words] if line.applied is not None else []
