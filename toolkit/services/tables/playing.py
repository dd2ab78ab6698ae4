"""One turn at a table: an operation, an undo, the clock, new links; each is written whole or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolkit.errors import Conflict, Invalid
from toolkit.game import Game, GameState, IllegalOperation, Operation, active_seats, apply
from toolkit.game.ending import Concede, Disqualify
from toolkit.game.judge import Correct
from toolkit.game.merging import MOMENT, answers, is_independent, touched
from toolkit.game.operation import seat_of
from toolkit.game.phases import EndPhase
from toolkit.game.record import Redo, Undo, render_operation
from toolkit.game.windows import NoPlays, PassImpulse, waited_for, window_of
from toolkit.languages import Count, Message
from toolkit.services.kernel.repository import Repository, Turn
from toolkit.services.kernel.unit_of_work import Work
from toolkit.services.tables.folding import EntryKind, Hand, TableGame, WrittenLine, games, render_order
from toolkit.services.tables.links import TableLink, links_of
from toolkit.storage import Draft, StaleStream
from toolkit.tournament.handover import check_here
from toolkit.tournament.log import drift_to_dict

# Several times the longest game that anybody has recorded, and lines longer than anybody types.
MOST_ENTRIES = 6000
LONGEST_LINE = 1000


class GameMovedOn(Conflict):
    """Something was given at the table that this does not know of; nothing was written.

    Attributes:
        table: the current one.
        written: what came in between.
    """

    code = "stale_game"

    def __init__(self, table: TableGame, written: Sequence[WrittenLine]) -> None:
        super().__init__(
            Count(
                len(written),
                "In the meantime one operation was given at this table: look again.",
                "In the meantime %(num)d operations were given at this table: look again.",
            )
        )
        self.table = table
        self.written = tuple(written)


class RecordFull(Conflict):
    """A game of this length is none that is played."""

    code = "record_full"


class NotYours(Invalid):
    """This is another seat's, the host's or a judge's to give."""

    code = "not_yours"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableUnitOfWork(Work[TableGame]):
    """One person's change to a table.

    Attributes:
        merges: what was given since `expected` is no hindrance where it touches nothing that this touches.
        knows_own: of that, what the same person gave was given before this on the same screen, which shows none of it.
    """

    merges: bool = False
    knows_own: bool = False

    @property
    def logs(self) -> Repository[TableGame]:
        """The tables of the store."""
        return games(self.context)

    def order(self, asked: object, decide: Callable[[TableGame], Operation | Sequence[Operation]]) -> TableGame:
        """Carry out what `decide` makes of the current table: an operation, or several that follow on each other.

        Where it `merges`, the same operation given on another screen since `expected` is this one.

        Raises:
            IllegalOperation: the rules refuse it.
            GameMovedOn: an operation was given after `expected`; where it `merges`, one that touches the same.
            ReusedKey: the key was sent with something else.
        """

        def drafts(table: TableGame, between: Sequence[WrittenLine]) -> list[Draft]:
            decided = decide(table)
            orders = (decided,) if isinstance(decided, Operation) else tuple(decided)
            if table.state.options.is_detailed and any(isinstance(order, EndPhase) for order in orders):
                orders = _passes_written(table.state, orders)
            if any(len(render_operation(order)) > LONGEST_LINE for order in orders):
                raise NotYours(Message("This text is too long."), code="too_long")
            own = [line for line in between if self.knows_own and line.by == self.by]
            theirs = [line for line in between if line not in own]
            if theirs and self.merges and orders == _operations_in_force(table, theirs)[-len(orders) :]:
                return []
            if theirs and not (self.merges and _are_independent(table, theirs, orders)):
                raise GameMovedOn(table, between)
            if own and answers(table.state, orders[0]) and MOMENT in _touched(table, own):
                raise GameMovedOn(table, between)
            return [
                self._draft(EntryKind.OPERATION, render_order(order, goes_along=at > 0))
                for at, order in enumerate(orders)
            ]

        return self._write(asked, drafts)

    def undo(self, count: int = 1) -> TableGame:
        """Take back the last operations; they stay in the log.

        Raises:
            IllegalOperation: there are not so many.
            GameMovedOn: an operation was given after `expected`: another one would be taken back.
        """
        return self.order(("undo", count), lambda _: Undo(count=count))

    def redo(self, count: int = 1) -> TableGame:
        """Do again what was taken back.

        Raises:
            IllegalOperation: there are not so many.
            GameMovedOn: an operation was given after `expected`.
        """
        return self.order(("redo", count), lambda _: Redo(count=count))

    def turn_clock(self, hand: Hand, minutes: int = 0) -> TableGame:
        """Start, pause or extend the table's clock.

        Raises:
            BadClock: that cannot be done to it now.
        """
        fact = self._draft(EntryKind.CLOCK, {"hand": hand.value, "minutes": minutes})
        return self._write(("clock", hand.value, minutes), lambda _, __: [fact], always=True)

    def issue_links(self, words: Sequence[str]) -> TableGame:
        """Make the links of those words anew: the older ones open nothing any more.

        Raises:
            NotYours: the table has no such link.
        """

        def drafts(table: TableGame, _: Sequence[WrittenLine]) -> list[Draft]:
            words_in_use = [link.word for link in links_of(table.seats)]
            if not words or any(word not in words_in_use for word in words):
                raise NotYours(Message("This table has no such link."), code="no_such_link")
            return [self._draft(EntryKind.LINKS, {"doors": list(dict.fromkeys(words))})]

        return self._write(("links", tuple(words)), drafts, always=True)

    def note_result(self, events: str) -> TableGame:
        """Remember that the result went to the tournament."""
        fact = self._draft(EntryKind.RESULT, {"events": events})
        return self._write(("result", events), lambda _, __: [fact], always=True)

    def _draft(self, kind: EntryKind, payload: Mapping[str, Any]) -> Draft:
        at = self.context.now()
        stamped = {**payload, **drift_to_dict(self.context.drift(at))}
        return Draft(at=at, by=self.by, kind=kind.value, payload=stamped)

    def _write(
        self,
        asked: object,
        drafts: Callable[[TableGame, Sequence[WrittenLine]], Sequence[Draft]],
        *,
        always: bool = False,
    ) -> TableGame:
        """Write, while no other can; `always`: whatever was played meanwhile does not matter."""
        request = self.request(asked)
        with self.logs.turn(self.id) as turn:
            if request is not None and turn.done(request) is not None:
                return turn.state
            if (event := turn.state.made.event) is not None:
                check_here(self.context.tournaments.look(event.tournament).state)
            made = drafts(turn.state, () if always else self._between(turn))
            if not made:
                return turn.state
            if turn.folded.number >= MOST_ENTRIES:
                raise RecordFull(Message("This record is full: no game is that long."))
            table = turn.append(made, request=request)
            turn.summarize(summary(table))
            return table

    def _between(self, turn: Turn[TableGame]) -> Sequence[WrittenLine]:
        """The operations since `expected`; clock actions and new links are not among them."""
        try:
            turn.expect(self.expected)
        except StaleStream as stale:
            return turn.state.since(stale.expected)
        return ()


def _operations_in_force(table: TableGame, lines: Sequence[WrittenLine]) -> tuple[Operation, ...]:
    """The operations of these lines that were not taken back."""
    in_force = set(table.in_force)
    return tuple(line.order for line in lines if line.number in in_force or isinstance(line.order, Undo | Redo))


def _are_independent(table: TableGame, theirs: Sequence[WrittenLine], orders: Sequence[Operation]) -> bool:
    """Whether these operations touch nothing of what others have touched."""
    if any(isinstance(order, Undo | Redo) for order in orders):
        return False
    touches, state = _touched(table, theirs), table.state
    for order in orders:
        if not is_independent(touches, state, order):
            return False
        state = apply(state, order)[0]
    return True


def _passes_written(state: GameState, orders: Sequence[Operation]) -> tuple[Operation, ...]:
    """The orders as the log keeps them at detailed speed: the end of a phase is a pass.

    In older logs it asked no other player, and is read so.
    """
    game, written = Game(state), list[Operation]()
    for order in orders:
        step = game.state.step
        waits = not game.state.frames and window_of(game.state) is not None
        if isinstance(order, EndPhase) and waits and order.seat == step.seat and order.seat not in step.passed:
            order = PassImpulse(seat=order.seat)
        written.append(order)
        game.push(written[-1])
    return tuple(written)


def _touched(table: TableGame, lines: Sequence[WrittenLine]) -> frozenset[str]:
    """The things that these lines touched."""
    befores = {line.number: line.before for line in table.written}
    numbers = sorted(befores)
    things: frozenset[str] = frozenset()
    for line in lines:
        after = next((befores[number] for number in numbers if number > line.number), table.state)
        things |= touched(line.before, after)
    return things


def summary(table: TableGame) -> dict[str, Any]:
    """The summary of a table, from no folded log."""
    event = table.made.event
    return {
        "title": table.made.title,
        "seats": list(table.seats),
        "issues": dict(table.issues),
        "depth": table.made.depth,
        "is_over": table.is_over,
        "tournament": event.tournament if event else None,
    }


def allowed(link: TableLink, order: Operation, *, is_official: bool, state: GameState) -> Operation:
    """The operation, if the holder of this link may give it: a seat speaks for itself, the shared screen for all.

    Raises:
        NotYours: it is another seat's, or an official's.
    """
    if not is_official and isinstance(order, Correct | Disqualify):
        raise NotYours(Message("Only the host or a judge does that."), code="official_needed")
    if link.is_host:
        return order
    # Who says that nobody plays anything says it for the others as well.
    others = waited_for(state) if isinstance(order, NoPlays) else (seat_of(order),)
    if other := next((seat for seat in others if seat not in ("", link.seat)), ""):
        raise NotYours(Message("This is for %(name)s to give.", name=other), code="other_seat")
    if isinstance(order, Concede) and {*active_seats(state)} - {order.to, link.seat}:
        raise NotYours(Message("Everyone concedes on the shared screen, where all agree to it."), code="other_seat")
    return order


__all__ = ["GameMovedOn", "IllegalOperation", "NotYours", "RecordFull", "TableUnitOfWork", "allowed", "summary"]
