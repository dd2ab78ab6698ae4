"""What happened at a table, a sentence an operation: only what the reader may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import ngettext

from toolkit.game.session import Redo, Undo
from toolkit.game.view import view_for
from toolkit.services.tables.folding import TableGame, Written
from toolkit.web.tables.happenings import happenings
from toolkit.web.tables.operation_words import sentence

# Lines that a page shows at first; the rest is one tap away in the record.
LATEST = 12
MOST_MISSED = 40


def trail(table: TableGame, reader: str, lines: Sequence[Written] | None = None) -> list[dict[str, Any]]:
    """The latest lines, newest first, or the given ones in order."""
    chosen = reversed(table.written[-LATEST:]) if lines is None else lines
    standing = set(table.standing)
    return [_line(line, reader, is_undone=line.applied is not None and line.number not in standing) for line in chosen]


def missed(table: TableGame, reader: str, seen: int, by: str) -> list[dict[str, Any]]:
    """What others wrote since a reader saw entry `seen`, oldest first."""
    lines = [line for line in table.since(seen) if line.by != by]
    return trail(table, reader, lines[-MOST_MISSED:])


def _line(line: Written, reader: str, *, is_undone: bool) -> dict[str, Any]:
    order = line.order
    if isinstance(order, Undo):
        words = ngettext(
            "%(who)s took back the last operation", "%(who)s took back %(num)d operations", order.count, who=line.by
        )
    elif isinstance(order, Redo):
        words = ngettext(
            "%(who)s restored one operation", "%(who)s restored %(num)d operations", order.count, who=line.by
        )
    else:
        words = sentence(order, view_for(line.before, reader))
    return {
        "number": line.number,
        "at": line.at,
        "by": line.by,
        "words": words,
        "more": happenings(line, reader) if line.applied is not None else [],
        "is_undone": is_undone,
        "is_broken": line.applied is not None and line.applied.broken is not None,
    }
