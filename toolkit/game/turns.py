"""The standard turn: five phases, one Methuselah after another, and the discard phase that ends it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import override

from toolkit.game.draft import Draft, Table, clockwise, copy_with
from toolkit.game.ending import finish_on_time, withdraws_now
from toolkit.game.events import Happening
from toolkit.game.hand import discard, leave_ash_heap
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.phases import DUTIES, ENTER, LEAVE, SCHEDULES, begin_phase, finish_phase, phase_refusal
from toolkit.game.playing import PlayCard, card_type
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState, TurnStep
from toolkit.game.terms import cut_frames
from toolkit.game.unlock import ClaimEdgePool
from toolkit.game.vocabulary import CardFlag, CardKind, CardType, Phase, Stage, Zone
from toolkit.game.words import PHASES as PHASE_WORDS
from toolkit.game.words import Names
from toolkit.game.zones import make_ready
from toolkit.languages import Message

# The discard phase


def enter(draft: Draft, seat: str) -> None:
    """One discard phase action.

    Rule: TURN-DISC-01, PM-INTRO-31.
    """
    draft.seat(seat, discard_actions=1, event_played=False)


def leave(draft: Draft, seat: str) -> None:
    """Discard phase actions that were not used are lost.

    Rule: TURN-DISC-09.
    """
    draft.seat(seat, discard_actions=0)


ENTER[Phase.DISCARD] = enter
LEAVE[Phase.DISCARD] = leave


def end_turn(draft: Draft) -> None:
    """The turn is over: waiting allies become ready, and what lasts a turn ends.

    Rule: TURN-DISC-10, PM-INTRO-33, A-35.
    """
    for card in list(draft.cards.values()):
        if card.zone is Zone.UNCONTROLLED and card.kind is CardKind.ALLY:
            make_ready(draft, card.id)
        elif card.used or card.marked_by or CardFlag.CANNOT_ACT in card.flags:
            draft.cards[card.id] = copy_with(
                card, used=frozenset(), marked_by="", flags=card.flags - {CardFlag.CANNOT_ACT}
            )


def _spend(draft: Draft, seat: str) -> None:
    draft.seat(seat, discard_actions=max(0, draft.seats[seat].discard_actions - 1))


def _action_refusal(table: Table, seat: str, rule: str) -> Refusal | None:
    """A discard phase action asks for the phase and for an action left, never for an order.

    Rule: TURN-DISC-02.
    """
    if refused := phase_refusal(table, seat, Phase.DISCARD, rule):
        return refused
    if table.seats[seat].discard_actions < 1:
        return Refusal(Code.LIMIT, "No discard phase action is left.", rule)
    return None


@operation
class DiscardAction(Operation):
    """Use a discard phase action to discard a card."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _action_refusal(table, self.seat, "TURN-DISC-03"):
            return refused
        if table.seats[self.seat].counted and not table.seats[self.seat].hand:
            return Refusal(Code.TERMS, "%(seat)s has no card in hand.", "TURN-DISC-03", seat=self.seat)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        _spend(draft, self.seat)
        discard(draft, self.seat, 1)

    @override
    def told(self, names: Names) -> str:
        return Message("discards a card")


@operation
class Recurse(Operation):
    """Use a discard phase action to turn the ash heap into a library once more (limited formats)."""

    seat: str
    cards: int

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _action_refusal(table, self.seat, "GAP-40"):
            return refused
        if not table.seats[self.seat].recursions:
            return Refusal(Code.LIMIT, "No recursion is left.", "GAP-40")
        methuselah = table.seats[self.seat]
        if self.cards < 1:
            return Refusal(Code.AMOUNT, "Enter how many cards go back to the library.", "GAP-40")
        if methuselah.counted and self.cards > len(methuselah.ash_heap):
            return Refusal(Code.AMOUNT, "The ash heap has %(number)s cards.", "GAP-40", number=len(methuselah.ash_heap))
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        _spend(draft, self.seat)
        methuselah = draft.seats[self.seat]
        draft.seat(self.seat, recursions=methuselah.recursions - 1, library=methuselah.library + self.cards)
        for _ in range(self.cards):
            leave_ash_heap(draft, self.seat, "")

    @override
    def told(self, names: Names) -> str:
        return Message("turns the ash heap into a library: %(number)s cards", number=self.cards)


def _declared(draft: Draft, play: PlayCard) -> None:
    _spend(draft, play.seat)
    draft.seat(play.seat, event_played=True)
    draft.events_played |= {play.card}


@card_type(CardType.EVENT, declared=_declared)
def event_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Why an event cannot be played now.

    Rule: TURN-DISC-04 to TURN-DISC-06, CARD-21.
    """
    if table.step.phase is not Phase.DISCARD:
        return Refusal(Code.PHASE, "Events are played in the discard phase.", "CARD-21")
    if refused := phase_refusal(table, play.seat, Phase.DISCARD, "TURN-DISC-04"):
        return refused
    if table.seats[play.seat].event_played:
        return Refusal(Code.LIMIT, "One event in each discard phase.", "TURN-DISC-05")
    if table.seats[play.seat].discard_actions < 1:
        return Refusal(Code.LIMIT, "No discard phase action is left.", "TURN-DISC-04")
    if play.card in table.events_played:
        return Refusal(Code.REPEAT, "%(card)s has been in play in this game.", "TURN-DISC-06", card=play.card)
    return None


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Discarding and playing an event."""
    if state.step.phase is Phase.DISCARD and state.step.seat == seat and not state.frames:
        yield DiscardAction(seat=seat)
        if state.seats[seat].recursions:
            yield Recurse(seat=seat, cards=len(state.seats[seat].ash_heap) or 1)
        name = f"event {state.step.turn}"
        yield PlayCard(seat=seat, type=CardType.EVENT, card=name, enters=f"event-{state.sequence}", kind=CardKind.EVENT)


# The turn


PHASES = (Phase.UNLOCK, Phase.MASTER, Phase.MINION, Phase.INFLUENCE, Phase.DISCARD)


def has_phase(table: Table, phase: Phase) -> bool:
    """Whether a turn of this table may come to such a phase."""
    if not table.options.is_phased:
        return phase in PHASES
    return phase is not Phase.MINION and (phase is not Phase.RESEARCH or table.options.is_advanced)


def begin_turn(draft: Draft, seat: str) -> None:
    """A Methuselah's turn begins, unless she withdraws instead: then it is over and the next one's begins.

    Rule: WD-09, WD-14, WD-15, TURN-UNLOCK-01, A-54.
    """
    while draft.stage is Stage.RUNNING:
        draft.step = TurnStep(turn=draft.step.turn + 1, first=seat, seat=seat)
        draft.effects_used = frozenset()
        draft.silent = frozenset()
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
    cut_frames(draft, 0)
    if draft.time_called:
        finish_on_time(draft)
        return
    seat = draft.step.seat
    end_turn(draft)
    begin_turn(draft, clockwise(draft, seat)[0])


SCHEDULES[False] = next_step


# The phases that are left, passed over: a table that tracks pools and the Edge says no more than where it goes on


def _passing_refusal(table: Table, seat: str, until: Phase | None = None) -> Refusal | None:
    """Why this Methuselah cannot leave out the phases before that one, or all: what is owed in them must be done."""
    if refused := at_table(table, seat):
        return refused
    step = table.step
    if table.options.is_phased or step.seat != seat:
        return Refusal(Code.TURN, "It is %(turn)s's turn, not %(seat)s's.", "SETUP-15", turn=step.seat, seat=seat)
    if table.frames:
        return Refusal(Code.WINDOW, "Finish the current action or combat first.", "ACT-66")
    if table.options.is_detailed:
        return Refusal(Code.WINDOW, "At this table all players are asked in each phase.", "SEQ-04")
    left = takewhile(lambda phase: phase is not until, PHASES[PHASES.index(step.phase) :])
    return next((refused for phase in left if phase in DUTIES and (refused := DUTIES[phase](table, seat))), None)


def _pass_over(draft: Draft, seat: str, until: Phase | None = None) -> None:
    """End one phase after another; the pool that the Edge gives is not left lying."""
    turn = draft.step.turn
    claim = ClaimEdgePool(seat=seat)
    if claim.refusal(draft) is None:
        claim.carry_out(draft)
    while draft.stage is Stage.RUNNING and draft.step.turn == turn and draft.step.phase is not until:
        next_step(draft)


@operation
class EndTurn(Operation):
    """End your turn: nothing more happens in the phases that are left, but for the pool that the Edge gives."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return _passing_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        _pass_over(draft, self.seat)

    @override
    def told(self, names: Names) -> str:
        return Message("ends the turn")


@operation
class ReachPhase(Operation):
    """Go on to a later phase of your turn: nothing more happens in those before it, but for the pool of the Edge."""

    seat: str
    phase: Phase

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _passing_refusal(table, self.seat, self.phase):
            return refused
        if self.phase not in PHASES[PHASES.index(table.step.phase) + 1 :]:
            return Refusal(
                Code.PHASE, "The %(phase)s phase does not come any more in this turn.", "SETUP-15", phase=self.phase
            )
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        _pass_over(draft, self.seat, self.phase)

    @override
    def told(self, names: Names) -> str:
        return Message("goes on: %(phase)s", phase=PHASE_WORDS[self.phase])
