"""A record step by step: the state after each of its lines, quickly, with undos, and the pools over time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from toolkit.errors import Invalid
from toolkit.game.engine import Applied, carry
from toolkit.game.events import Happening
from toolkit.game.older import Remark, carry_older, remarks
from toolkit.game.operation import Operation
from toolkit.game.record import GameRecord, Redo, Undo, render_operation
from toolkit.game.refusals import Code, IllegalOperation, Refusal
from toolkit.game.state import GameState
from toolkit.game.vocabulary import Phase
from toolkit.languages import Message

# One state in so many is kept; the others are played again from the last one that is.
SPACING = 16
# Longer records are nobody's game; the longest of ten thousand random games had 2,400 operations.
MOST_OPERATIONS = 12_000

DEPARTURES = {
    Happening.METHUSELAH_OUSTED: "ousted",
    Happening.METHUSELAH_WITHDREW: "withdrew",
    Happening.METHUSELAH_DISQUALIFIED: "disqualified",
}


class TooLong(Invalid):
    """A record too long to replay whole: the timeline has its beginning."""

    code = "record_too_long"


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after a step.

    Attributes:
        parent: the step whose state this one's operation was given in; an undo leads back to an earlier one.
        depth: how many operations stand.
        pools: by seat, in seating order.
    """

    order: Operation | None
    comment: str
    parent: int
    depth: int
    turn: int
    phase: Phase
    active: str
    pools: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecordedDeparture:
    """A player's departure from the game: at which step, how, and by whom."""

    step: int
    seat: str
    how: str
    by: str = ""


@dataclass(slots=True)
class Timeline:
    """A record with the state after each of its operations.

    Attributes:
        moments: the start, then one for each operation, undos included.
        problem: why the record could not be replayed to its end.
        stopped: the operation that was refused, if one was; `line` where it stands in the text, from 1.
        departures: who left, as the record stands at its end.
        remarks: of an older record, how the rules of today treat the order of a step otherwise.
    """

    record: GameRecord
    moments: list[Moment] = field(default_factory=list)
    problem: Invalid | None = None
    stopped: Operation | None = None
    line: int = 0
    departures: list[RecordedDeparture] = field(default_factory=list)
    remarks: dict[int, tuple[Remark, ...]] = field(default_factory=dict)
    _kept: dict[int, GameState] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.moments) - 1

    def state_at(self, step: int, near: dict[int, GameState] | None = None) -> GameState:
        """The state after so many steps; `near` collects those on the way, for further calls."""
        near = {} if near is None else near
        path = []
        at = self._node(step)
        while at not in self._kept and at not in near:
            path.append(at)
            at = self._node(self.moments[at].parent)
        state = near[at] if at in near else self._kept[at]
        for number in reversed(path):
            order = self.moments[number].order
            assert order is not None
            state = near[number] = self.carry(state, order).state
        return state

    def carry(self, state: GameState, order: Operation) -> Applied:
        """Carry out an order of this record.

        Raises:
            IllegalOperation: the rules refuse it, and the record is not an older one.
        """
        return carry_older(state, order) if self.record.is_older else carry(state, order)

    def applied_at(self, step: int, near: dict[int, GameState] | None = None) -> Applied | None:
        """The step's operation as carried out; None at the start and for an undo; `near` as in `state_at`."""
        moment = self.moments[step]
        if moment.order is None or isinstance(moment.order, Undo | Redo):
            return None
        return self.carry(self.state_at(moment.parent, near), moment.order)

    def _node(self, step: int) -> int:
        """The step whose operation made the state: another one after an undo or a redo."""
        while isinstance(self.moments[step].order, Undo | Redo):
            step = self.moments[step].parent
        return step

    def standing(self) -> list[int]:
        """The steps whose operations are in force at the end, the start first."""
        steps = [self._node(self.last)]
        while steps[-1]:
            steps.append(self._node(self.moments[steps[-1]].parent))
        return steps[::-1]

    def turns(self) -> list[int]:
        """The steps at which a turn begins."""
        return [
            number
            for number, moment in enumerate(self.moments)
            if number and moment.turn != self.moments[number - 1].turn
        ]


def never() -> bool:
    """There is time enough."""
    return False


def timeline(record: GameRecord, *, is_late: Callable[[], bool] = never) -> Timeline:
    """Replay a record as far as it is readable and legal, within the limits of time and size.

    Args:
        record: whoever wrote it.
        is_late: whether the time for it is used up; asked before each operation.
    """
    made = Timeline(record, problem=record.problem)
    start = record.start()
    made.moments.append(_moment(start, None, "", parent=0, depth=0))
    made._kept[0] = start
    _Replay(made, start, is_late).run()
    return made


class _Replay:
    """The record as it is played, with what was undone."""

    def __init__(self, made: Timeline, start: GameState, is_late: Callable[[], bool]) -> None:
        self.made, self.state, self.is_late = made, start, is_late
        self.done: list[int] = [0]
        self.undone: list[int] = []
        self.left: dict[int, list[RecordedDeparture]] = {}
        # By step: the number of the operation among those that stand, and the numbers of those that it replaces.
        self.numbers: dict[int, int] = {}
        self.replaces: dict[int, frozenset[int]] = {}

    def run(self) -> None:
        comment = ""
        for line in self.made.record.lines:
            if line.operation is None:
                comment = f"{comment} {line.comment}".strip()
                continue
            if too_long := self._too_long():
                self.made.problem = too_long
                break
            try:
                self._play(line.operation, f"{comment} {line.comment}".strip())
            except IllegalOperation as error:
                self.made.problem, self.made.stopped, self.made.line = error, line.operation, line.number
                break
            comment = ""
        replaced = frozenset[int]().union(*(self.replaces.get(step, ()) for step in self.done))
        standing = (step for step in self.done if self.numbers.get(step) not in replaced)
        self.made.departures = [departure for step in standing for departure in self.left.get(step, ())]

    def _too_long(self) -> TooLong | None:
        if len(self.made.moments) > MOST_OPERATIONS:
            return TooLong(
                Message(
                    "The record has %(number)s operations: the first %(other)s are shown.",
                    number=len(self.made.record.operations),
                    other=MOST_OPERATIONS,
                )
            )
        if self.is_late():
            return TooLong(
                Message("The record takes too long to replay: %(number)s operations are shown.", number=self.made.last)
            )
        return None

    def _play(self, order: Operation, comment: str) -> None:
        number = len(self.made.moments)
        if isinstance(order, Undo | Redo):
            self._step_back_or_forth(order)
            parent = self.done[-1]
        else:
            parent = self.done[-1]
            applied = self.made.carry(self.state, order)
            if self.made.record.is_older and (found := tuple(remarks(self.state, order, applied))):
                self.made.remarks[number] = found
            self.state = applied.state
            self.done.append(number)
            self.undone.clear()
            self._note_departures(number, applied)
        depth = len(self.done) - 1
        self.made.moments.append(_moment(self.state, order, comment, parent=parent, depth=depth))
        if self.done[-1] == number and depth % SPACING == 0:
            self.made._kept[number] = self.state

    def _step_back_or_forth(self, order: Undo | Redo) -> None:
        source, target = (self.done, self.undone) if isinstance(order, Undo) else (self.undone, self.done)
        there = len(source) - (1 if source is self.done else 0)
        if not 0 < order.count <= there:
            raise IllegalOperation(
                Refusal(Code.AMOUNT, "There are only %(number)s operations to go.", "SEQ-16", number=there)
            )
        for _ in range(order.count):
            target.append(source.pop())
        self.state = self.made.state_at(self.done[-1])

    def _note_departures(self, number: int, applied: Applied) -> None:
        departures = [
            RecordedDeparture(number, event.seat, DEPARTURES[event.kind], event.detail)
            for event in applied.events
            if event.kind in DEPARTURES
        ]
        if departures:
            self.left[number], self.numbers[number] = departures, applied.state.sequence
        if applied.replaces:
            self.replaces[number] = applied.replaces


def _moment(state: GameState, order: Operation | None, comment: str, *, parent: int, depth: int) -> Moment:
    step = state.step
    pools = tuple(seat.pool for seat in state.seats.values())
    return Moment(order, comment, parent, depth, step.turn, step.phase, step.seat, pools)


def line_of(moment: Moment) -> str:
    """The step as the record has it."""
    return render_operation(moment.order) if moment.order is not None else ""
