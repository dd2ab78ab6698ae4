"""What happened at a table, a sentence an operation: only what the reader may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext, ngettext

from toolkit.game.consequences import consequences
from toolkit.game.engine import Applied
from toolkit.game.judge import Correct
from toolkit.game.operation import Operation
from toolkit.game.record import Redo, Undo
from toolkit.game.state import GameState
from toolkit.game.view import is_open_to
from toolkit.services.recent import Recent
from toolkit.services.tables.folding import TableGame, Written
from toolkit.web.i18n import author_words, language
from toolkit.web.tables.seen import StateKey, seen_by
from toolkit.web.tables.words import in_words, names_in, sentence

# Lines that a page shows at first; the rest is one tap away in the record.
LATEST = 12
MOST_MISSED = 40
# A sentence, and what followed from it.
type Told = tuple[str, list[str]]
# Sentences kept: the trails of as many tables as play at once.
_MOST_MADE = 20_000
_made: Recent[tuple[StateKey, int, datetime, str, str], Told] = Recent(_MOST_MADE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailLine:
    """One operation as its reader may know it: what was done, what followed, and the row that it was against.

    `is_refused`: an older version had accepted it, and it has no meaning any more.
    """

    number: int
    at: datetime
    words: str
    more: list[str]
    is_undone: bool
    is_refused: bool
    broken: str


def trail(table: TableGame, reader: str, lines: Sequence[Written] | None = None) -> list[TrailLine]:
    """The latest lines, newest first, or the given ones in order."""
    chosen = reversed(table.written[-LATEST:]) if lines is None else lines
    standing = set(table.standing)
    return [
        _line(table, line, reader, is_undone=line.applied is not None and line.number not in standing)
        for line in chosen
    ]


def missed(table: TableGame, reader: str, seen: int, by: str) -> list[TrailLine]:
    """What others wrote since a reader saw entry `seen`, oldest first."""
    lines = [line for line in table.since(seen) if line.by != by]
    return trail(table, reader, lines[-MOST_MISSED:])


def _line(table: TableGame, line: Written, reader: str, *, is_undone: bool) -> TrailLine:
    words, more = _told(table, line, reader)
    return TrailLine(
        number=line.number,
        at=line.at,
        words=words,
        more=more,
        is_undone=is_undone,
        is_refused=bool(line.refused),
        broken=_broken_rule(line),
    )


def _broken_rule(line: Written) -> str:
    """The row that an operation was against, where the table is told so."""
    broken = line.applied.broken if line.applied is not None else None
    return broken.rule if broken is not None and line.before.options.game_enforcement == "advise" else ""


def _told(table: TableGame, line: Written, reader: str) -> Told:
    order, who = line.order, author_words(line.by)
    if isinstance(order, Undo):
        words = ngettext(
            "%(who)s took back the last operation",
            "%(who)s took back %(num)d operations",
            order.count,
            who=who,
        )
        return words, []
    if isinstance(order, Redo):
        words = ngettext(
            "%(who)s restored one operation",
            "%(who)s restored %(num)d operations",
            order.count,
            who=who,
        )
        return words, []
    if is_open_to(order, reader, table.state):
        return _lasting(table, line, reader)
    return _veiled(line), _followed(line, reader, "")


def _veiled(line: Written) -> str:
    """An operation that says what lies face down, to whoever may not know it."""
    who = author_words(line.by)
    if isinstance(line.order, Correct):
        return gettext("%(who)s corrected the record: %(reason)s", who=who, reason=line.order.reason or "–")
    return gettext("%(who)s noted what an uncontrolled card is", who=who)


def _lasting(table: TableGame, line: Written, reader: str) -> Told:
    """An operation in words, as it was seen when it was given; that never changes, so it is made once."""
    key = (StateKey(table.game.start), line.number, line.at, reader, language())
    known = _made.get(key)
    if known is None:
        words = sentence(line.order, seen_by(line.before, reader).view)
        known = _made.keep(key, (words, _followed(line, reader, words)))
    return known


def _followed(line: Written, reader: str, words: str) -> list[str]:
    """What followed from it, but for what the sentence says itself."""
    if line.applied is None:
        return []
    return [more for more in followed(line.applied, line.before, reader, line.order) if more not in words]


def followed(applied: Applied, before: GameState, reader: str | None, order: Operation | None = None) -> list[str]:
    """What followed from an operation, with the names that the reader may see.

    What the sentence of the `order` says itself is left out.
    """
    names = names_in(seen_by(applied.state, reader).view, seen_by(before, reader).view)
    return list(dict.fromkeys(map(in_words, consequences(applied, names, order))))
