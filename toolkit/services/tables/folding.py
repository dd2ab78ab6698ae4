"""A table's log folded: the game as it stands, who wrote which line, the clock, the links that hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from toolkit.game import Game, GameState, Operation
from toolkit.game.engine import Applied
from toolkit.game.new import new_game
from toolkit.game.record import Line, Record, Redo, Undo, parse_operation
from toolkit.game.vocabulary import Stage
from toolkit.services.tables.clock import Hand, TableClock
from toolkit.services.tables.facts import Kind, Setup, read_setup
from toolkit.storage import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One operation of the log.

    Attributes:
        number: of the entry.
        before: the state that it was given in.
        applied: what it brought about; None for an undo or a redo.
    """

    number: int
    at: datetime
    by: str
    order: Operation
    before: GameState
    applied: Applied | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentResult:
    """The result as it went to the tournament: by whom, and as of which entry of the game."""

    number: int
    by: str
    events: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A table at one moment; never changed in place.

    Attributes:
        number: of the last entry.
        written: every operation in order, undone ones and undos included.
        standing: the numbers of those that stand.
        issues: how often a link was made anew; one that is not named is the first.
    """

    number: int = 0
    setup: Setup | None = None
    played: Game | None = None
    written: tuple[Written, ...] = ()
    standing: tuple[int, ...] = ()
    taken_back: tuple[int, ...] = ()
    clock: TableClock = field(default_factory=TableClock)
    issues: Mapping[str, int] = field(default_factory=dict)
    sent: SentResult | None = None

    @property
    def made(self) -> Setup:
        """The table as it was made."""
        assert self.setup is not None, "a log begins with its table"
        return self.setup

    @property
    def game(self) -> Game:
        """The game with every state it went through; to be read, not to be pushed."""
        assert self.played is not None, "a log begins with its table"
        return self.played

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.game.state

    @property
    def seats(self) -> tuple[str, ...]:
        """Names in seating order."""
        return tuple(self.made.decks)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.stage is Stage.FINISHED

    def since(self, number: int) -> tuple[Written, ...]:
        """What was written after an entry."""
        return tuple(line for line in self.written if line.number > number)

    def record(self) -> Record:
        """The game as a record: every operation in its order, with who gave it where that is not the seat itself."""
        return Record(
            title=self.made.title,
            profile=self.made.profile,
            options=self.made.options,
            seats=dict(self.made.decks),
            lines=[Line(operation=line.order) for line in self.written],
        )


def fold(table: TableGame, entries: Sequence[Entry]) -> TableGame:
    """The table after some more entries of its log.

    Raises:
        IllegalOperation: an operation that the rules refuse; whoever appended it gets this, and nothing is kept.
    """
    # One copy for all of them: a table that is read meanwhile keeps the game it has.
    if table.played is not None:
        game = table.game
        table = replace(table, played=Game(game.start, list(game.log), list(game.done), list(game.undone)))
    written = list(table.written)
    for entry in entries:
        table = replace(_with_entry(table, entry, written), number=entry.number)
    return replace(table, written=tuple(written))


def _with_entry(table: TableGame, entry: Entry, written: list[Written]) -> TableGame:
    payload = dict(entry.payload)
    match Kind(entry.kind):
        case Kind.CREATED:
            setup = read_setup(payload)
            start = new_game(list(setup.decks), setup.options, list(setup.decks.values()))
            return replace(table, setup=setup, played=Game(start), clock=TableClock(seconds=setup.seconds))
        case Kind.OPERATION:
            return _with_operation(table, entry, parse_operation(payload["line"]), written)
        case Kind.CLOCK:
            clock = table.clock.turned(Hand(payload["hand"]), entry.at, payload.get("minutes", 0))
            return replace(table, clock=clock)
        case Kind.LINKS:
            issues = {**table.issues, **{link: table.issues.get(link, 1) + 1 for link in payload["doors"]}}
            return replace(table, issues=issues)
        case Kind.RESULT:
            return replace(table, sent=SentResult(number=entry.number, by=entry.by, events=payload["events"]))


def _with_operation(table: TableGame, entry: Entry, order: Operation, written: list[Written]) -> TableGame:
    game, before = table.game, table.state
    game.push(order)
    standing, taken_back = list(table.standing), list(table.taken_back)
    applied = None
    if isinstance(order, Undo):
        taken_back += reversed(standing[-order.count :])
        del standing[-order.count :]
    elif isinstance(order, Redo):
        standing += reversed(taken_back[-order.count :])
        del taken_back[-order.count :]
    else:
        applied = game.done[-1][1]
        standing.append(entry.number)
        taken_back.clear()
    written.append(Written(number=entry.number, at=entry.at, by=entry.by, order=order, before=before, applied=applied))
    return replace(table, standing=tuple(standing), taken_back=tuple(taken_back))
