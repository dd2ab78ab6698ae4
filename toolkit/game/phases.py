"""Phases: what each one's module does when it begins and ends, what must be decided before it may end, its bonuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import override

from toolkit.game.draft import Draft, Table
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState
from toolkit.game.vocabulary import Phase, WindowName
from toolkit.game.windows import CLOSING, impulse_refusal, pass_in_turn, when_closed
from toolkit.game.words import Names
from toolkit.languages import Message

type PhaseHook = Callable[[Draft, str], None]
type Duty = Callable[[Table, str], Refusal | None]

ENTER: dict[Phase, PhaseHook] = {}
LEAVE: dict[Phase, PhaseHook] = {}
DUTIES: dict[Phase, Duty] = {}
SCHEDULES: dict[bool, Callable[[Draft], None]] = {}


def begin_phase(draft: Draft, phase: Phase, seat: str) -> None:
    """A Methuselah's phase begins."""
    draft.change_step(phase=phase, seat=seat, passed=(), researched=0)
    draft.effects_used = frozenset(name for name in draft.effects_used if ":" in name)
    draft.note(Happening.PHASE_BEGAN, seat, detail=phase)
    draft.seat(seat, acted=())
    if hook := ENTER.get(phase):
        hook(draft, seat)


def finish_phase(draft: Draft) -> None:
    """End the active Methuselah's phase; anything unused is lost."""
    if hook := LEAVE.get(draft.step.phase):
        hook(draft, draft.step.seat)


def phase_refusal(table: Table, seat: str, phase: Phase, rule: str) -> Refusal | None:
    """Why this Methuselah cannot do something that belongs to her own phase of that name."""
    if refused := at_table(table, seat):
        return refused
    if table.step.seat != seat:
        return Refusal(Code.TURN, "It is %(turn)s's turn, not %(seat)s's.", rule, turn=table.step.seat, seat=seat)
    if table.step.phase is not phase:
        return Refusal(
            Code.PHASE,
            "This belongs to the %(phase)s phase; it is the %(now)s phase.",
            rule,
            phase=phase,
            now=table.step.phase,
        )
    if table.frames:
        return Refusal(Code.WINDOW, "Something else is going on.", rule)
    return impulse_refusal(table, seat)


@when_closed(WindowName.PHASE)
def _end_phase(draft: Draft) -> None:
    SCHEDULES[draft.options.is_phased](draft)


_ENDED: dict[Phase, Message] = {
    Phase.UNLOCK: Message("ends the unlock phase"),
    Phase.MASTER: Message("ends the master phase"),
    Phase.MINION: Message("ends the minion phase"),
    Phase.INFLUENCE: Message("ends the influence phase"),
    Phase.DISCARD: Message("ends the discard phase"),
    Phase.MANDATORY: Message("ends the mandatory actions"),
    Phase.CHOOSE: Message("ends the choice of a phase"),
    Phase.OPEN_AGGRESSION: Message("ends Open Aggression"),
    Phase.SUBTERFUGE: Message("ends Subterfuge"),
    Phase.DIPLOMACY: Message("ends Diplomacy"),
    Phase.SUPPLY: Message("ends Supply"),
    Phase.RESEARCH: Message("ends Research"),
    Phase.HAND_CHECK: Message("ends the hand check"),
}


def _duty_refusal(table: Table) -> Refusal | None:
    """Why the phase cannot end yet: what must be done in it has not been done."""
    duty = DUTIES.get(table.step.phase)
    return duty(table, table.step.seat) if duty else None


CLOSING[WindowName.PHASE] = _duty_refusal


@operation
class EndPhase(Operation):
    """End your phase; in phased motion, your portion of it. At detailed speed the others are asked first.

    It ends once they have passed, too.

    Rule: SEQ-04, SEQ-09.
    """

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        step = table.step
        if step.seat != self.seat or step.phase is Phase.CHOOSE:
            return Refusal(Code.TURN, "%(seat)s has no phase to end.", "SETUP-15", seat=self.seat)
        if table.frames:
            return Refusal(Code.WINDOW, "Finish the current action or combat first.", "ACT-66")
        return impulse_refusal(table, self.seat) or _duty_refusal(table)

    @override
    def carry_out(self, draft: Draft) -> None:
        # A seat that has passed already ends it against the rule, where the table is only advised.
        if draft.options.is_detailed and self.seat not in draft.step.passed:
            pass_in_turn(draft, self.seat)
        else:
            _end_phase(draft)

    @override
    def told(self, names: Names) -> str:
        return _ENDED[names.phase]


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Ending one's phase."""
    if state.step.seat == seat and not state.frames:
        yield EndPhase(seat=seat)


# What the chooser of a phase gains in the advanced game of phased motion


def has_bonus(table: Table, seat: str, phase: str) -> bool:
    """Whether this Methuselah chose the phase being performed and has its bonus.

    Rule: PM-ADV-02, PM-ADV-19 to PM-ADV-23, PM-ADV-31, A-36.
    """
    if not table.options.is_advanced or not table.step.picks or table.step.phase != phase:
        return False
    pick = table.step.picks[-1]
    active = pick.bonus or (table.options.pm_bonus_from == "immediately" and table.bonuses)
    return active and pick.chooser == seat and pick.card == phase
