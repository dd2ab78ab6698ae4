"""The standard turn: five phases, one Methuselah after another."""

from __future__ import annotations

from toolkit.game.discard import end_turn
from toolkit.game.draft import Draft, clockwise
from toolkit.game.ending import finish_on_time
from toolkit.game.events import Happening
from toolkit.game.phases import SCHEDULES, begin_phase, finish_phase
from toolkit.game.state import Step
from toolkit.game.vocabulary import Phase, Stage
from toolkit.game.withdrawal import withdraws_now

PHASES = (Phase.UNLOCK, Phase.MASTER, Phase.MINION, Phase.INFLUENCE, Phase.DISCARD)


def begin_turn(draft: Draft, seat: str) -> None:
    """A Methuselah's turn begins, unless she withdraws instead: then it is over and the next one's begins.

    Rule: WD-09, WD-14, WD-15, TURN-UNLOCK-01, A-54.
    """
    while draft.stage is Stage.RUNNING:
        draft.step = Step(turn=draft.step.turn + 1, first=seat, seat=seat)
        draft.effects_used = frozenset()
        draft.edge_holders_before = draft.edge_holders
        draft.edge_holders = frozenset({draft.edge} if draft.edge else ())
        draft.note(Happening.TURN_BEGAN, seat, amount=draft.step.turn)
        if not withdraws_now(draft, seat):
            begin_phase(draft, Phase.UNLOCK, seat)
            return
        if draft.stage is Stage.RUNNING:
            seat = clockwise(draft, seat)[0]


def next_step(draft: Draft) -> None:
    """The phase ends; the next one, or the next Methuselah's turn, begins."""
    finish_phase(draft)
    if draft.time_called:
        finish_on_time(draft)
        return
    step = draft.step
    if step.phase is Phase.DISCARD:
        end_turn(draft)
        begin_turn(draft, next_seat(draft, step.seat))
    else:
        begin_phase(draft, PHASES[PHASES.index(step.phase) + 1], step.seat)


def next_seat(draft: Draft, seat: str) -> str:
    """Whose turn follows.

    Rule: SETUP-15.
    """
    return next(name for name in (*clockwise(draft, seat), seat) if name != seat)


def abandon_turn(draft: Draft) -> None:
    """Whose turn it was has left the game: the turn ends at once.

    Rule: GAP-42.
    """
    draft.frames = ()
    if draft.time_called:
        finish_on_time(draft)
        return
    seat = draft.step.seat
    end_turn(draft)
    begin_turn(draft, clockwise(draft, seat)[0])


SCHEDULES[False] = next_step
