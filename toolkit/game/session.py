"""A game as it is played: its start, its operations in order, the state after each; undo, redo, replay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import override

from toolkit.game.draft import Draft, Table
from toolkit.game.engine import Applied, carry
from toolkit.game.events import Movement
from toolkit.game.operation import Operation, operation
from toolkit.game.refusals import Code, IllegalOperation, Refusal
from toolkit.game.state import GameState


@operation
class Undo(Operation):
    """Take back the last operations; they can be redone until another is given."""

    count: int = 1

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return None if self.count > 0 else Refusal(Code.AMOUNT, "Undo at least one operation.", "SEQ-16")

    @override
    def carry_out(self, draft: Draft) -> None:
        raise AssertionError("an undo is the session's, not the engine's")


@operation
class Redo(Operation):
    """Do again what was taken back."""

    count: int = 1

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return None if self.count > 0 else Refusal(Code.AMOUNT, "Redo at least one operation.", "SEQ-16")

    @override
    def carry_out(self, draft: Draft) -> None:
        raise AssertionError("a redo is the session's, not the engine's")


@dataclass(slots=True)
class Game:
    """The thin shell around states.

    Attributes:
        start: the state before the first operation.
        log: everything that was ordered, undos included: what a record holds.
        done: the operations that stand, each with what it brought about.
        undone: operations taken back, the last first.
    """

    start: GameState
    log: list[Operation] = field(default_factory=list)
    done: list[tuple[Operation, Applied]] = field(default_factory=list)
    undone: list[tuple[Operation, Applied]] = field(default_factory=list)

    @classmethod
    def replay(cls, start: GameState, operations: Iterable[Operation]) -> Game:
        """The game after these operations.

        Raises:
            IllegalOperation: one of them is refused; the message says which.
        """
        game = cls(start)
        for order in operations:
            game.push(order)
        return game

    @property
    def state(self) -> GameState:
        """The state now."""
        return self.done[-1][1].state if self.done else self.start

    @property
    def ledger(self) -> list[Movement]:
        """Every counter that moved, in order."""
        return [movement for _, applied in self.done for movement in applied.ledger]

    def push(self, order: Operation) -> GameState:
        """Carry out an operation, an undo or a redo.

        Raises:
            IllegalOperation: it is refused; the game is as it was.
        """
        if isinstance(order, Undo | Redo):
            self._step_back_or_forth(order)
        else:
            self.done.append((order, carry(self.state, order)))
            self.undone.clear()
        self.log.append(order)
        return self.state

    def pop(self, count: int = 1) -> GameState:
        """Take back the last operations."""
        return self.push(Undo(count=count))

    def _step_back_or_forth(self, order: Undo | Redo) -> None:
        refused = order.refusal(self.state)
        source, target = (self.done, self.undone) if isinstance(order, Undo) else (self.undone, self.done)
        if refused is None and order.count > len(source):
            refused = Refusal(Code.AMOUNT, "There are only %(number)s operations to go.", "SEQ-16", number=len(source))
        if refused is not None:
            raise IllegalOperation(refused)
        for _ in range(order.count):
            target.append(source.pop())
