"""The engine's one door: why not, do it, what could be done, whose move it is, how it ended."""

from __future__ import annotations

from dataclasses import dataclass, replace

from toolkit.game import (  # noqa: F401  (each module registers its operations, effects and windows)
    action_effects,
    blocking,
    combat,
    contests,
    damage,
    diablerie,
    discard,
    effects,
    ending,
    hand,
    influence,
    judge,
    legal_actions,
    master,
    minion,
    modifiers,
    new,
    ousting,
    phased,
    referendum,
    resolution,
    strike_resolution,
    strikes,
    turns,
    unlock,
    windows,
    withdrawal,
)
from toolkit.game.draft import Draft, active_seats
from toolkit.game.ending import CallTime, Concede, Disqualify
from toolkit.game.events import Event, Happening, Movement
from toolkit.game.hand import DiscardDown, hand_debtors
from toolkit.game.influence import RevealCard
from toolkit.game.judge import Correct, Note
from toolkit.game.operation import GENERATORS, Operation, seat_of, verb
from toolkit.game.ousting import PlaceEdge
from toolkit.game.refusals import Code, IllegalOperation, Refusal
from toolkit.game.settle import settle
from toolkit.game.state import GameState
from toolkit.game.vocabulary import Stage
from toolkit.game.windows import window_of

# What the table may always do, whatever else is owed.
ALWAYS = (Correct, Note, CallTime, Concede, Disqualify, RevealCard)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What an operation has brought about.

    Attributes:
        ledger: every counter that moved, with its from, its to and its why.
        broken: the rule that was broken, at a table that is only advised.
    """

    state: GameState
    events: tuple[Event, ...]
    ledger: tuple[Movement, ...]
    broken: Refusal | None = None


def refusal(state: GameState, operation: Operation) -> Refusal | None:
    """Why an operation is not accepted in this state; None when it is."""
    return _owed_refusal(state, operation) or operation.refusal(state)


def _owed_refusal(state: GameState, operation: Operation) -> Refusal | None:
    """What somebody owes comes before anything else: a discard, the place of the Edge.

    Rule: SETUP-31, GAP-43.
    """
    if isinstance(operation, ALWAYS) or state.stage is not Stage.RUNNING:
        return None
    if state.edge_unplaced and not isinstance(operation, PlaceEdge):
        return Refusal(Code.CHOICE, "Say first who has the Edge.", "GAP-43")
    debtors = hand_debtors(state)
    if debtors and not (isinstance(operation, DiscardDown) and operation.seat in debtors):
        return Refusal(Code.CHOICE, "%(seat)s must discard first.", "SETUP-31", seat=debtors[0])
    return None


def carry(state: GameState, operation: Operation) -> Applied:
    """Apply an operation and all that follows from it.

    Raises:
        IllegalOperation: the rules refuse it, and this table does not override that.
    """
    broken = refusal(state, operation)
    if broken is not None and (state.options.game_enforcement == "strict" or not broken.overridable):
        raise IllegalOperation(broken)
    draft = Draft.of(state)
    draft.sequence += 1
    if broken is not None and state.options.game_enforcement == "advise":
        draft.note(Happening.RULE_BROKEN, seat_of(operation), detail=f"{broken.rule}: {broken.message}")
    operation.carry_out(draft)
    settle(draft)
    if state.frames and not draft.frames:
        # Who asked for the windows asked for this: the next action is passed over again as the table does.
        draft.speaking = ""
    return Applied(state=draft.freeze(), events=tuple(draft.events), ledger=tuple(draft.ledger), broken=broken)


def apply(state: GameState, operation: Operation) -> tuple[GameState, tuple[Event, ...]]:
    """Apply an operation; returns the state after all that follows from it, and what happened.

    Raises:
        IllegalOperation: the rules refuse it.
    """
    applied = carry(state, operation)
    return applied.state, applied.events


def legal_operations(state: GameState, seat: str | None = None) -> list[Operation]:
    """What a Methuselah could do now, or all of them: candidates that the rules accept.

    Plays that need a card's own terms (costs, targets, effects) are listed in their plainest form.
    """
    if seat is None:
        found = [order for name in state.seats for order in legal_operations(state, name)]
        return list(dict.fromkeys(found))
    if seat not in state.seats or state.stage is Stage.FINISHED or not state.seats[seat].is_active:
        return []
    if state.options.game_enforcement != "strict":
        state = replace(state, options=replace(state.options, game_enforcement="strict"))
    candidates = [order for generator in GENERATORS for order in generator(state, seat)]
    if state.edge_unplaced or hand_debtors(state):
        candidates = [order for order in candidates if _owed_refusal(state, order) is None]
    return [order for order in candidates if order.refusal(state) is None]


def seats_to_act(state: GameState) -> tuple[str, ...]:
    """Whose move it is: who owes something, who holds the impulse, or whose phase it is."""
    if state.stage is not Stage.RUNNING:
        return active_seats(state) if state.stage is Stage.SETUP else ()
    if debtors := hand_debtors(state):
        return tuple(debtors)
    if state.edge_unplaced:
        return active_seats(state)
    window = window_of(state)
    if window is not None:
        return (window.holder,) if state.options.is_detailed else window.order
    return (state.step.seat,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a game ended: why, and victory points in halves by seat."""

    reason: str
    half_points: dict[str, int]


def outcome(state: GameState) -> Outcome | None:
    """How the game ended; None while it goes on."""
    if state.stage is not Stage.FINISHED:
        return None
    return Outcome(reason=state.ending, half_points={name: seat.half_points for name, seat in state.seats.items()})


def describe(operation: Operation) -> str:
    """The operation's name and whose it is, for a log."""
    seat = seat_of(operation)
    return f"{seat}: {verb(type(operation))}" if seat else verb(type(operation))
