"""What happened at a table, a sentence an operation: only what the reader may know of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext, ngettext

from toolkit.game.contests import YieldContest
from toolkit.game.ending import CallTime
from toolkit.game.engine import Applied
from toolkit.game.events import Event, Happening, Movement
from toolkit.game.judge import Correct
from toolkit.game.operation import Operation
from toolkit.game.record import Redo, Undo
from toolkit.game.resolution import ENDED
from toolkit.game.state import GameState
from toolkit.game.view import is_open_to
from toolkit.game.vocabulary import Zone
from toolkit.game.words import Names, signed
from toolkit.scoring import render_victory_points
from toolkit.services.recent import Recent
from toolkit.services.tables.folding import TableGame, Written
from toolkit.web.i18n import language
from toolkit.web.tables.seen import StateKey, seen_by
from toolkit.web.tables.words import contest_name, in_words, names_in, sentence

type Maker = Callable[[Event, Names], str]

# What an operation brought about, in few words: pool and blood, the Edge, blocks, combats, contests, ousts, points

# Whoever leaves takes all cards along: nobody wants them one by one.
_LEAVING = frozenset(
    {Happening.METHUSELAH_OUSTED, Happening.METHUSELAH_WITHDREW, Happening.METHUSELAH_DISQUALIFIED}
)  # fmt: skip


# What an operation's own sentence says.
_SAID: dict[type[object], Happening] = {YieldContest: Happening.CONTEST_YIELDED, CallTime: Happening.TIME_CALLED}


def happenings(line: Written, reader: str) -> list[str]:
    """The consequences worth a line, in the order in which they came, with the names that the reader may see."""
    assert line.applied is not None
    return consequences(line.applied, line.before, reader, line.order)


def consequences(applied: Applied, before: GameState, reader: str | None, order: Operation | None = None) -> list[str]:
    """The same of an operation that nobody wrote into a table's log: of a replay, of a guided turn.

    What the sentence of the `order` says itself is left out.
    """
    names = names_in(seen_by(applied.state, reader).view, seen_by(before, reader).view)
    told = [*_pools(applied.ledger), *_blood(applied, names), *_damage(applied.events, names)]
    said = _SAID.get(type(order))
    events = tuple(event for event in applied.events if event.kind is not said)
    return list(dict.fromkeys([*told, *_events(events, names)]))


def _changes(ledger: tuple[Movement, ...], wanted: str) -> dict[str, int]:
    """How much each place of a kind ("pool", "on") gained or lost, where it changed at all."""
    changes: dict[str, int] = {}
    for movement in ledger:
        for place, sign in ((movement.source, -1), (movement.target, 1)):
            kind, _, name = place.partition(":")
            if kind == wanted:
                changes[name] = changes.get(name, 0) + sign * movement.amount
    return {name: change for name, change in changes.items() if change}


def _pools(ledger: tuple[Movement, ...]) -> list[str]:
    """Everybody whose pool changed, by how much."""
    return [
        gettext("%(who)s %(change)s pool", who=name, change=signed(change))
        for name, change in _changes(ledger, "pool").items()
    ]


def _blood(applied: Applied, names: Names) -> Iterator[str]:
    """The minions in play whose blood or life changed otherwise than by damage, which is told as such."""
    hurt = {event.card for event in applied.events if event.kind is Happening.DAMAGE_POINT}
    for card_id, change in _changes(applied.ledger, "on").items():
        card = applied.state.cards.get(card_id)
        if card is None or not card.in_play or card_id in hurt:
            continue
        figures = {"who": names.card(card_id), "change": signed(change)}
        if card.is_vampire:
            yield gettext("%(who)s %(change)s blood", **figures)
        elif card.is_living:
            yield gettext("%(who)s %(change)s life", **figures)


def _damage(events: tuple[Event, ...], names: Names) -> Iterator[str]:
    """Everybody who took damage, how much."""
    damage: dict[str, int] = {}
    for event in events:
        if event.kind is Happening.DAMAGE_POINT:
            damage[event.card] = damage.get(event.card, 0) + event.amount
    for card, number in damage.items():
        yield gettext("%(card)s takes %(number)s damage", card=names.card(card), number=number)


def _events(events: tuple[Event, ...], names: Names) -> Iterator[str]:
    kinds = {event.kind for event in events}
    leavers = {event.seat for event in events if event.kind in _LEAVING}
    for event in events:
        if event.kind in (Happening.CARD_BURNED, Happening.CARD_REMOVED) and event.seat in leavers:
            continue
        if event.kind is Happening.EDGE_LOST and Happening.EDGE_GAINED in kinds:
            continue
        if (made := WORDS.get(event.kind)) and (words := made(event, names)):
            yield words


def _entered(event: Event, names: Names) -> str:
    if event.detail == Zone.UNCONTROLLED:
        return gettext("an ally waits until the end of the turn")
    return gettext("%(card)s comes into play", card=names.card(event.card))


def _moved(event: Event, names: Names) -> str:
    card = names.card(event.card)
    if event.detail == Zone.TORPOR:
        return gettext("%(card)s goes to torpor", card=card)
    if event.detail == Zone.READY:
        return gettext("%(card)s leaves torpor", card=card)
    if event.detail == "control":
        return gettext("%(name)s takes control of %(card)s", name=event.seat, card=card)
    place = names.card(event.detail.removeprefix("on "))
    return gettext("%(card)s is now on %(place)s", card=card, place=place)


def _burned(event: Event, names: Names) -> str:
    """A card; what was on it goes with it."""
    is_along = event.detail.endswith("left play")
    return "" if is_along else gettext("%(card)s is burned", card=names.card(event.card))


def _round(event: Event, names: Names) -> str:
    return gettext("round %(number)s of the combat begins", number=event.amount) if event.amount > 1 else ""


def _range(event: Event, names: Names) -> str:
    return gettext("the fight is at long range") if event.detail == "long" else ""


def _referendum(event: Event, names: Names) -> str:
    if event.detail == "blood hunt":
        return gettext("a blood hunt on %(card)s is put to the vote", card=names.card(event.card))
    return gettext("a referendum begins")


WORDS: dict[Happening, Maker] = {
    Happening.TURN_BEGAN: lambda e, n: gettext("turn %(number)s of %(name)s begins", number=e.amount, name=e.seat),
    Happening.CARD_CANCELED: lambda e, n: gettext("the card is canceled"),
    Happening.CARD_ENTERED: _entered,
    Happening.CARD_MOVED: _moved,
    Happening.CARD_BURNED: _burned,
    Happening.CARD_REMOVED: lambda e, n: gettext("%(card)s is removed from the game", card=n.card(e.card)),
    Happening.EDGE_GAINED: lambda e, n: gettext("%(who)s has the Edge", who=e.seat),
    Happening.EDGE_LOST: lambda e, n: gettext("nobody has the Edge"),
    Happening.BLOCK_FAILED: lambda e, n: gettext("the block of %(card)s fails", card=n.card(e.card)),
    Happening.ACTION_BLOCKED: lambda e, n: gettext("%(card)s blocks the action", card=n.card(e.card)),
    Happening.ACTION_SUCCEEDED: lambda e, n: gettext("the action succeeds"),
    Happening.ACTION_ENDED: lambda e, n: in_words(ENDED.get(e.detail, ENDED["ended"])),
    Happening.REFERENDUM_CALLED: _referendum,
    Happening.REFERENDUM_PASSED: lambda e, n: gettext("the referendum passes"),
    Happening.REFERENDUM_FAILED: lambda e, n: gettext("the referendum fails"),
    Happening.COMBAT_BEGAN: lambda e, n: gettext("%(one)s fights %(two)s", one=n.card(e.card), two=n.card(e.detail)),
    Happening.ROUND_BEGAN: _round,
    Happening.RANGE_SET: _range,
    Happening.COMBAT_ENDED: lambda e, n: gettext("the combat is over"),
    Happening.DIABLERIE_COMMITTED: lambda e, n: gettext(
        "%(card)s diablerizes %(victim)s", card=n.card(e.card), victim=n.card(e.detail)
    ),
    Happening.CONTEST_BEGAN: lambda e, n: gettext("%(name)s is contested", name=contest_name(e.detail)),
    Happening.CONTEST_YIELDED: lambda e, n: gettext("%(who)s yields %(name)s", who=e.seat, name=contest_name(e.detail)),
    Happening.CONTEST_WON: lambda e, n: gettext(
        "%(who)s wins the contest for %(name)s", who=e.seat, name=contest_name(e.detail)
    ),
    Happening.METHUSELAH_OUSTED: lambda e, n: gettext("%(who)s is ousted", who=e.seat),
    Happening.METHUSELAH_WITHDREW: lambda e, n: gettext("%(who)s withdraws from the game", who=e.seat),
    Happening.METHUSELAH_DISQUALIFIED: lambda e, n: gettext("%(who)s is out of the game", who=e.seat),
    Happening.WITHDRAWAL_VOIDED: lambda e, n: gettext("the withdrawal of %(who)s is void", who=e.seat),
    Happening.POINTS_GAINED: lambda e, n: gettext(
        "%(who)s +%(points)s VP", who=e.seat, points=render_victory_points(e.amount)
    ),
    Happening.TIME_CALLED: lambda e, n: gettext("time is called"),
    Happening.GAME_FINISHED: lambda e, n: gettext("the game is over"),
}


# The trail itself

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
    by: str
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
        by=line.by,
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
    key = (StateKey(table.game.start), line.number, line.at, reader, language())
    known = _made.get(key)
    if known is None:
        words = sentence(line.order, seen_by(line.before, reader).view)
        known = _made.keep(key, (words, _followed(line, reader, words)))
    return known


def _followed(line: Written, reader: str, words: str) -> list[str]:
    """What followed from it, but for what the sentence says itself."""
    return [more for more in happenings(line, reader) if more not in words] if line.applied is not None else []
