"""The trail of a table, a sentence an operation: only what the reader may know of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext

from toolkit.game.consequences import consequences, turn_summary
from toolkit.game.engine import Applied, in_force
from toolkit.game.judge import Correct
from toolkit.game.operation import Operation, seat_of
from toolkit.game.record import Redo, Undo
from toolkit.game.state import GameState
from toolkit.game.summary import bleeds
from toolkit.game.view import is_open_to
from toolkit.services.kernel.recent import Recent
from toolkit.services.tables.folding import TableGame, WrittenLine
from toolkit.web.base.i18n import author_words, language
from toolkit.web.tables.seen import StateKey, seen_by
from toolkit.web.tables.words import in_words, names_in, sentence

# Lines that a page shows at first; the rest is one tap away in the record.
LATEST = 12
MOST_MISSED = 40
# A sentence, and what followed from it.
type TrailText = tuple[str, list[str]]
# Sentences kept: the trails of as many tables as play at once.
_MOST_MADE = 20_000
_made: Recent[tuple[StateKey, int, datetime, str, str], TrailText] = Recent(_MOST_MADE)


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


def trail(table: TableGame, reader: str, lines: Sequence[WrittenLine] | None = None) -> list[TrailLine]:
    """The latest lines, newest first, or the given ones in order."""
    chosen = reversed(table.written[-LATEST:]) if lines is None else lines
    kept = set(table.in_force)
    return [
        _line(table, line, reader, is_undone=line.applied is not None and line.number not in kept) for line in chosen
    ]


# By turns, each in one line, with its operations behind it

# Turns that a page shows.
TURNS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailTurn:
    """One turn: whose it was, what it came to, and its lines, the newest first.

    Attributes:
        place: the seat's place, from 1; 0 before the game and in a shared turn.
    """

    number: int
    place: int
    title: str
    words: str
    lines: tuple[TrailLine, ...]


def turns(table: TableGame, reader: str) -> list[TrailTurn]:
    """The latest turns, the newest first."""
    by_turn: dict[int, list[WrittenLine]] = {}
    for line in reversed(table.written):
        number = line.before.step.turn
        if number not in by_turn and len(by_turn) == TURNS:
            break
        by_turn.setdefault(number, []).append(line)
    return [_turn(table, number, by_turn[number], reader) for number in sorted(by_turn, reverse=True)]


def _turn(table: TableGame, number: int, lines: Sequence[WrittenLine], reader: str) -> TrailTurn:
    step = lines[0].before.step
    shared = lines[0].before.options.is_phased or not number
    if not number:
        title = gettext("Before the game")
    elif shared:
        title = gettext("Turn %(number)s", number=number)
    else:
        title = gettext("%(name)s's turn", name=step.seat)
    return TrailTurn(
        number=number,
        place=0 if shared else table.seats.index(step.seat) + 1,
        title=title,
        words=_turn_words(table, lines, reader),
        lines=tuple(trail(table, reader, lines)),
    )


def _turn_words(table: TableGame, lines: Sequence[WrittenLine], reader: str) -> str:
    """The outcome of the operations of a turn that were not undone."""
    kept = set(table.in_force)
    held = [line for line in reversed(lines) if line.number in kept and line.applied is not None]
    if not held:
        return ""
    before, last = held[0].before, held[-1].applied
    assert last is not None
    names = names_in(seen_by(last.state, reader).view, seen_by(before, reader).view)
    done = in_force((line, line.applied) for line in held if line.applied is not None)
    bled = [bleed for line, applied in done for bleed in bleeds(line.order, line.before, applied)]
    # In a shared turn nobody is the one who did it.
    seat = "" if before.options.is_phased else before.step.seat
    return ", ".join(map(in_words, turn_summary(seat, [applied for _, applied in done], bled, names)))


def last_step(table: TableGame, reader: str) -> str:
    """The tap that an undo takes back, in the words of its last operation; empty where there is none."""
    return _told(table, table.last_tap[-1], reader)[0] if table.last_tap else ""


def whose_step(table: TableGame, reader: str, by: str) -> str:
    """The same, after the person who entered it: neither `by` nor the Methuselah whom the words name anyway."""
    words = last_step(table, reader)
    if not words or isinstance(table.last_tap[-1].order, Correct):
        return words
    line = table.last_tap[-1]
    return words if line.by in (by, seat_of(line.order)) else f"{author_words(line.by)}{gettext(': ')}{words}"


def steps_to_throw_away(table: TableGame) -> int:
    """How many operations back nothing was going on: those that a combat or a referendum followed by steps took.

    At least one, as there is always the last one to take back.
    """
    by_number = {line.number: line for line in table.written}
    count = 0
    for number in reversed(table.in_force):
        count += 1
        if not by_number[number].before.frames:
            break
    return max(1, count)


def missed(table: TableGame, reader: str, seen: int, by: str) -> list[TrailLine]:
    """The entries of others after entry `seen`, oldest first."""
    lines = [line for line in table.since(seen) if line.by != by]
    return trail(table, reader, lines[-MOST_MISSED:])


def _line(table: TableGame, line: WrittenLine, reader: str, *, is_undone: bool) -> TrailLine:
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


def _broken_rule(line: WrittenLine) -> str:
    """The row that an operation was against, where the table is told so."""
    broken = line.applied.broken if line.applied is not None else None
    return broken.rule if broken is not None and line.before.options.game_enforcement == "advise" else ""


def _told(table: TableGame, line: WrittenLine, reader: str) -> TrailText:
    order = line.order
    if isinstance(order, Undo | Redo):
        return _back_or_forth(table, line, reader), []
    if is_open_to(order, reader, table.state):
        return _lasting(table, line, reader)
    return _veiled(line, reader), _followed(line, reader, "")


def _back_or_forth(table: TableGame, line: WrittenLine, reader: str) -> str:
    """The sentence on an undo or a redo: it names the first tap, by the last of its operations."""
    who, number = author_words(line.by), len(line.about)
    lines = [entry for entry in table.written if entry.number in line.about]
    rest = [at for at, entry in enumerate(lines) if at and not entry.goes_along]
    first = lines[: rest[0] if rest else None]
    number -= len(first) - 1
    what = _told(table, first[-1], reader)[0] if first else "–"
    if isinstance(line.order, Redo):
        return gettext("%(who)s restored: %(what)s", who=who, what=what)
    if number < 2:
        return gettext("%(who)s undid: %(what)s", who=who, what=what)
    return gettext("%(who)s undid %(number)s steps, from: %(what)s", who=who, number=number, what=what)


def _veiled(line: WrittenLine, reader: str) -> str:
    """The sentence on an operation about a face-down card, for a reader who may not know it."""
    who = author_words(line.by)
    if isinstance(line.order, Correct):
        # It names nothing that this reader does not see; a card that it brings is seen after it.
        after = line.applied.state if line.applied is not None else line.before
        names = names_in(seen_by(after, reader).view, seen_by(line.before, reader).view)
        return f"{who}{gettext(': ')}{in_words(line.order.told(names))}"
    return gettext("%(who)s names an uncontrolled vampire", who=who)


def _lasting(table: TableGame, line: WrittenLine, reader: str) -> TrailText:
    """An operation in words, as it was seen when it was given; that never changes, so it is made once."""
    key = (StateKey(table.game.start), line.number, line.at, reader, language())
    sentences = _made.get(key)
    if sentences is None:
        words = sentence(line.order, seen_by(line.before, reader).view)
        sentences = _made.keep(key, (words, _followed(line, reader, words)))
    return sentences


def _followed(line: WrittenLine, reader: str, words: str) -> list[str]:
    """The consequences of an operation, without those in the sentence `words`."""
    if line.applied is None:
        return []
    return [more for more in followed(line.applied, line.before, reader, line.order) if more not in words]


def followed(applied: Applied, before: GameState, reader: str | None, order: Operation | None = None) -> list[str]:
    """The consequences of an operation, with the names that the reader may see.

    What the sentence of the `order` says itself is left out.
    """
    names = names_in(seen_by(applied.state, reader).view, seen_by(before, reader).view)
    return list(dict.fromkeys(map(in_words, consequences(applied, names, order))))
