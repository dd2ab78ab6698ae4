"""A table's log folded: the current game, the author of each line, the clock, the links that hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from toolkit.errors import Invalid
from toolkit.game import Game, GameState, IllegalOperation, Operation, RulesOptions, options_for
from toolkit.game.engine import Applied
from toolkit.game.judge import Note
from toolkit.game.new import DeckCounts, new_game
from toolkit.game.older import is_left_out
from toolkit.game.options import differences
from toolkit.game.phases import EndPhase
from toolkit.game.record import (
    VERSION,
    BadRecord,
    GameRecord,
    RecordLine,
    Redo,
    Undo,
    parse_operation,
    render_operation,
)
from toolkit.game.vocabulary import Stage
from toolkit.languages import Message
from toolkit.services.kernel.context import GAME, Context
from toolkit.services.kernel.repository import Repository
from toolkit.storage import FORGETTING, Entry
from toolkit.tournament.clock import LONGEST, ClockReading
from toolkit.tournament.log import drift_of, moment_of

# A table's own clock


class BadClock(Invalid):
    """This cannot be done to this clock."""

    code = "bad_clock"


class Hand(StrEnum):
    """An action on a clock."""

    START = "start"
    PAUSE = "pause"
    EXTEND = "extend"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClock:
    """A clock that runs down.

    Attributes:
        seconds: its whole length; 0 for a table without one.
        ran: seconds that it had run before it was started last.
        running_since: when it was started last; None while it stands.
    """

    seconds: int = 0
    ran: int = 0
    running_since: datetime | None = None

    @property
    def is_started(self) -> bool:
        """Whether it has run at all."""
        return self.ran > 0 or self.running_since is not None

    def elapsed(self, now: datetime) -> int:
        """Seconds that it has run."""
        return self.ran + (max(0, int((now - self.running_since).total_seconds())) if self.running_since else 0)

    def reading(self, now: datetime) -> ClockReading:
        """The time that it shows."""
        left = self.seconds - self.elapsed(now)
        return ClockReading(
            is_started=self.is_started,
            is_paused=self.is_started and self.running_since is None,
            is_stopped=False,
            seconds_left=max(0, left),
            over=max(0, -left),
            ends_at=now + timedelta(seconds=left) if self.running_since else None,
        )

    def turned(self, hand: Hand, now: datetime, minutes: int = 0) -> TableClock:
        """The clock after a start, a pause or an extension.

        Raises:
            BadClock: it runs already, stands already, or would be longer than a day.
        """
        match hand:
            case Hand.START:
                if self.running_since is not None:
                    raise BadClock(Message("The clock is running."))
                if not self.seconds:
                    raise BadClock(Message("The clock has no minutes yet: add some first."))
                return replace(self, running_since=now)
            case Hand.PAUSE:
                if self.running_since is None:
                    raise BadClock(Message("The clock is not running."))
                return replace(self, ran=self.elapsed(now), running_since=None)
            case Hand.EXTEND:
                seconds = self.seconds + 60 * minutes
                if not minutes or not 0 <= seconds <= LONGEST:
                    raise BadClock(Message("A clock has up to 24 hours."))
                return replace(self, seconds=seconds)


# What a log of a table holds


class EntryKind(StrEnum):
    """The kinds of fact."""

    CREATED = "table_created"
    OPERATION = "operation"
    CLOCK = "clock"
    LINKS = "links_issued"
    RESULT = "result_sent"
    FORGETTING = FORGETTING  # a seat's player was forgotten: the entries before it name them no more


@dataclass(frozen=True, slots=True, kw_only=True)
class EventTable:
    """The table of an event that is followed: its players, in seat order."""

    tournament: str
    round: int
    table: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A table before its first operation.

    Attributes:
        decks: names in seating order, each with its deck as numbers.
        seconds: of its own clock; 0 for none, or where the event's clock counts.
        depth: how much the table tracks unless a browser asks for the other, "light" or "full".
    """

    title: str
    profile: str
    options: RulesOptions
    decks: dict[str, DeckCounts]
    seconds: int = 0
    depth: str = "full"
    event: EventTable | None = None


def render_setup(setup: Setup) -> dict[str, Any]:
    """The setup as a log keeps it."""
    event = setup.event
    return {
        "title": setup.title,
        "profile": setup.profile,
        "options": differences(setup.options, setup.profile),
        "seats": [
            {
                "name": name,
                "library": deck.library,
                "crypt": deck.crypt,
                "counted": deck.counted,
                "tracked": deck.tracked,
            }
            for name, deck in setup.decks.items()
        ],
        "seconds": setup.seconds,
        "depth": setup.depth,
        "event": None
        if event is None
        else {
            "tournament": event.tournament,
            "round": event.round,
            "table": event.table,
            "players": list(event.players),
        },
    }


def read_setup(payload: dict[str, Any]) -> Setup:
    """The setup from a log; what `render_setup` wrote reads back the same."""
    event = payload["event"]
    return Setup(
        title=payload["title"],
        profile=payload["profile"],
        options=options_for(payload["profile"], **payload["options"]),
        decks={
            seat["name"]: DeckCounts(
                library=seat["library"],
                crypt=seat["crypt"],
                counted=seat["counted"],
                # Tables of before this was asked of anybody take their players' word.
                tracked=seat.get("tracked", False),
            )
            for seat in payload["seats"]
        },
        seconds=payload["seconds"],
        depth=payload["depth"],
        event=None
        if event is None
        else EventTable(
            tournament=event["tournament"],
            round=event["round"],
            table=event["table"],
            players=tuple(event["players"]),
        ),
    )


def render_order(order: Operation, *, goes_along: bool = False) -> dict[str, Any]:
    """An operation as a log keeps it: the line that a record has, and whether one tap gave it with the one before."""
    return {"line": render_operation(order), **({"along": True} if goes_along else {})}


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLine:
    """One operation of the log.

    Attributes:
        number: of the entry; `at` the time of day, `moment` by the clock of what lasts (`Context.steady`).
        before: the state that it was given in.
        applied: what it brought about; None for an undo or a redo, and where it was `refused`.
        refused: why it is not carried out any more: an older version had accepted it. The game goes on without it,
            and an undo counts it.
        about: the numbers of the entries that an undo took back, or a redo restored, the oldest first.
        goes_along: whether one tap gave it together with the entry before.
    """

    number: int
    at: datetime
    moment: datetime
    by: str
    order: Operation
    before: GameState
    applied: Applied | None = None
    refused: str = ""
    about: tuple[int, ...] = ()
    goes_along: bool = False


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
        in_force: the numbers of the entries that were not taken back.
        issues: how often a link was made anew; one that is not named is the first.
    """

    number: int = 0
    setup: Setup | None = None
    played: Game | None = None
    written: tuple[WrittenLine, ...] = ()
    in_force: tuple[int, ...] = ()
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
        """The current game."""
        return self.game.state

    @property
    def seats(self) -> tuple[str, ...]:
        """Names in seating order."""
        return tuple(self.made.decks)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.stage is Stage.FINISHED

    def clock_reading(self, now: datetime) -> ClockReading:
        """The reading of the table's own clock: it stops with the game; after an undo it has run on."""
        if not self.is_over:
            return self.clock.reading(now)
        ended = next(line.moment for line in reversed(self.written) if line.before.stage is not Stage.FINISHED)
        stood = replace(self.clock, ran=self.clock.elapsed(ended), running_since=None)
        return replace(stood.reading(now), is_paused=False, is_stopped=True)

    @property
    def last_tap(self) -> tuple[WrittenLine, ...]:
        """The operations of the last tap that stands, the oldest first."""
        by_number, tap = {line.number: line for line in self.written}, list[WrittenLine]()
        for number in reversed(self.in_force):
            tap.insert(0, by_number[number])
            if not tap[0].goes_along:
                break
        return tuple(tap)

    @property
    def next_redo(self) -> int:
        """How many operations a redo restores: those of one tap."""
        along = {line.number for line in self.written if line.goes_along}
        later = list(reversed(self.taken_back))[1:]
        return 1 + next((at for at, number in enumerate(later) if number not in along), len(later))

    def since(self, number: int) -> tuple[WrittenLine, ...]:
        """The lines after an entry."""
        return tuple(line for line in self.written if line.number > number)

    def record(self) -> GameRecord:
        """The game as a record: every operation in its order, with who gave it where that is not the seat itself.

        If today's rules refuse an operation, or read it otherwise, it is of the older version: so it plays.
        """
        options = self.made.options
        is_older = (
            options.game_enforcement == "strict"
            and any(line.applied is not None and line.applied.broken for line in self.written)
        ) or (options.is_detailed and any(isinstance(line.order, EndPhase) for line in self.written))
        return GameRecord(
            version=VERSION - 1 if is_older else VERSION,
            title=self.made.title,
            profile=self.made.profile,
            options=self.made.options,
            seats=dict(self.made.decks),
            lines=[_record_line(line) for line in self.written],
        )


def _record_line(line: WrittenLine) -> RecordLine:
    """The line in a record; one that cannot be read any more becomes a comment, so that the record plays."""
    if line.refused and line.applied is None:
        return RecordLine(comment=f"not carried out: {render_operation(line.order)}")
    return RecordLine(operation=line.order)


def fold(table: TableGame, entries: Sequence[Entry], *, accepted: bool = False) -> TableGame:
    """The table after some more entries of its log.

    `accepted`: they stand in the log already, so that none of them is refused: what the rules have come to refuse since
    is carried out wherever it still has a meaning, and where it has none it is kept and says so.

    Raises:
        IllegalOperation: an operation that the rules refuse; the writer gets this, and nothing is kept.
    """
    # One copy for all of them: a table that is read meanwhile keeps the game it has.
    if table.played is not None:
        game = table.game
        table = replace(table, played=Game(game.start, list(game.log), list(game.done), list(game.undone)))
    written = list(table.written)
    for entry in entries:
        table = replace(_with_entry(table, entry, written, accepted=accepted), number=entry.number)
    return replace(table, written=tuple(written))


def refold(table: TableGame, entries: Sequence[Entry]) -> TableGame:
    """The table after entries that stand in its log."""
    return fold(table, entries, accepted=True)


def games(context: Context) -> Repository[TableGame]:
    """The games of the store's tables; the engine is loaded where this module is."""
    return context.logs(GAME, start=TableGame, fold=fold, refold=refold)


def _with_entry(table: TableGame, entry: Entry, written: list[WrittenLine], *, accepted: bool) -> TableGame:
    payload = dict(entry.payload)
    match EntryKind(entry.kind):
        case EntryKind.CREATED:
            setup = read_setup(payload)
            start = new_game(list(setup.decks), setup.options, list(setup.decks.values()))
            return replace(table, setup=setup, played=Game(start), clock=TableClock(seconds=setup.seconds))
        case EntryKind.OPERATION:
            return _with_operation(table, entry, written, accepted=accepted)
        case EntryKind.CLOCK:
            clock = table.clock.turned(Hand(payload["hand"]), _moment(entry), payload.get("minutes", 0))
            return replace(table, clock=clock)
        case EntryKind.LINKS:
            issues = {**table.issues, **{link: table.issues.get(link, 1) + 1 for link in payload["doors"]}}
            return replace(table, issues=issues)
        case EntryKind.FORGETTING:
            return table
        case EntryKind.RESULT:
            return replace(table, sent=SentResult(number=entry.number, by=entry.by, events=payload["events"]))


def _moment(entry: Entry) -> datetime:
    return moment_of(entry.at, drift_of(entry.payload))


def _with_operation(table: TableGame, entry: Entry, written: list[WrittenLine], *, accepted: bool) -> TableGame:
    before, line = table.state, entry.payload["line"]
    refused = ""
    try:
        order = parse_operation(line)
        table.game.push(order, accepted=accepted)
    except BadRecord as error:
        order, refused = Note(text=line), error.said
    except IllegalOperation as error:
        refused = error.message
        if not accepted:
            raise
    in_force, taken_back, applied = list(table.in_force), list(table.taken_back), None
    about: tuple[int, ...] = ()
    if refused:
        pass
    elif isinstance(order, Undo):
        about = tuple(in_force[-order.count :])
        taken_back += reversed(about)
        del in_force[-order.count :]
    elif isinstance(order, Redo):
        about = tuple(reversed(taken_back[-order.count :]))
        in_force += about
        del taken_back[-order.count :]
    else:
        applied = table.game.done[-1][1]
        refused = applied.broken.message if applied.broken is not None and is_left_out(before, applied) else ""
        in_force.append(entry.number)
        taken_back.clear()
    written.append(
        WrittenLine(
            number=entry.number,
            at=entry.at,
            moment=_moment(entry),
            by=entry.by,
            order=order,
            before=before,
            applied=applied,
            refused=refused,
            about=about,
            goes_along=entry.payload.get("along", False),
        )
    )
    return replace(table, in_force=tuple(in_force), taken_back=tuple(taken_back))
