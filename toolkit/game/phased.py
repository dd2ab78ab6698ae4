"""Phased motion: its cards, the shared turn, the choice of phases, who performs when; the rest is the standard's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import override

from toolkit.game.actions import dutiful
from toolkit.game.draft import Draft, Table, active_seats, clockwise, hand_size_of, predator_of
from toolkit.game.ending import finish_on_time, withdraws_now
from toolkit.game.events import Happening
from toolkit.game.hand import draw
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.phases import DUTIES, ENTER, SCHEDULES, begin_phase, finish_phase, has_bonus, phase_refusal
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState, PhasePick, TurnStep
from toolkit.game.terms import cut_frames
from toolkit.game.turns import end_turn
from toolkit.game.unlock import ClaimEdgePool
from toolkit.game.vocabulary import MINION_CARDS, Phase, PhaseCard, Stage
from toolkit.game.words import PHASE_CARDS as PHASE_CARD_NAMES
from toolkit.game.words import Names
from toolkit.languages import Message

# The phase cards


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCardText:
    """The words of one phase card.

    Attributes:
        activity: who may do what.
        cardless: what can be done without a card from hand; empty where nothing needs one.
        bonus: the chooser's in the advanced game.
    """

    name: str
    activity: str
    cardless: str = ""
    bonus: str


# In the order in which they are printed (PM-INTRO-60).
PHASE_CARDS: dict[PhaseCard, PhaseCardText] = {
    PhaseCard.MASTER: PhaseCardText(
        name="Master",
        activity="Each Methuselah in turn takes a master phase, with one master phase action.",
        bonus="Once in this phase, a master card costs you 1 pool less.",
    ),
    PhaseCard.OPEN_AGGRESSION: PhaseCardText(
        name="Open Aggression",
        activity="One ready minion of each Methuselah may take a directed action at a card that another Methuselah "
        "controls: a minion, a location, anything in play. Not at a Methuselah.",
        cardless="For 1 blood, an unlocked vampire fights an ally or a younger vampire (directed action).",
        bonus="When you play an action card, draw a card.",
    ),
    PhaseCard.SUBTERFUGE: PhaseCardText(
        name="Subterfuge",
        activity="One ready minion of each Methuselah may bleed, or take another directed action that has no card as "
        "its target.",
        cardless="Bleed your prey, at your minion's own bleed.",
        bonus="While you hold the Edge, your action has +1 stealth.",
    ),
    PhaseCard.DIPLOMACY: PhaseCardText(
        name="Diplomacy",
        activity="One ready vampire of each Methuselah may take a political action.",
        cardless="For 1 blood, at +1 stealth: choose one or more Methuselahs. If the referendum passes, each of them "
        "burns 1 pool.",
        bonus="Two more votes for you in the referendum that your vampire calls.",
    ),
    PhaseCard.SUPPLY: PhaseCardText(
        name="Supply",
        activity="One minion of each Methuselah may take an undirected action that is not political: hunt, equip, "
        "employ, recruit, leave torpor, rescue your own vampire.",
        cardless="Hunt.",
        bonus="A second minion of yours may take such an action as well.",
    ),
    PhaseCard.INFLUENCE: PhaseCardText(
        name="Influence",
        activity="Each Methuselah in turn takes an influence phase, with four transfers from the first turn on.",
        bonus="Two more transfers.",
    ),
    PhaseCard.CHEAT: PhaseCardText(
        name="Cheat",
        activity="Name a minion phase that has been chosen this turn. All players perform it once more, you first. "
        "The step of mandatory actions cannot be named.",
        bonus="None, and none from the phase that is repeated.",
    ),
    PhaseCard.RESEARCH: PhaseCardText(
        name="Research",
        activity="Each Methuselah in turn draws five cards.",
        bonus="Draw two more cards.",
    ),
}


# The shared turn


PICKS = 5
RESEARCH_CARDS = 5
RESEARCH_BONUS = 2
HAND_ALLOWANCE = 3


def phase_set(table: Table) -> tuple[PhaseCard, ...]:
    """The phase cards in the game: seven, and Research in the advanced game.

    Rule: PM-INTRO-07, PM-INTRO-08, PM-INTRO-36, PM-ADV-01.
    """
    return tuple(card for card in PhaseCard if card is not PhaseCard.RESEARCH or table.options.is_advanced)


def picks_in_turn(table: Table) -> int:
    """How many phases are chosen each turn.

    Rule: PM-INTRO-03, PM-INTRO-27, A-28.
    """
    return PICKS if table.options.pm_picks == "5" else len(active_seats(table))


def unused_cards(table: Table) -> tuple[PhaseCard, ...]:
    """The phase cards that can still be chosen this turn.

    Rule: PM-INTRO-04, PM-INTRO-05, PM-INTRO-24, PM-INTRO-32.
    """
    chosen = {pick.card for pick in table.step.picks}
    return tuple(card for card in phase_set(table) if card not in chosen)


def since_last_turn(table: Table) -> tuple[int, int]:
    """The turns at which "since your last turn" looks: the previous shared turn and this one.

    Rule: PM-INTRO-58.
    """
    return max(1, table.step.turn - 1), table.step.turn


# The shared turn


def begin_shared_turn(draft: Draft, first: str) -> None:
    """A shared turn begins with the unlock phases, from the starting Methuselah clockwise.

    Rule: PM-INTRO-02, PM-INTRO-15.
    """
    draft.silent = frozenset()
    draft.step = TurnStep(turn=draft.step.turn + 1, first=first, seat=first, waiting=clockwise(draft, first))
    draft.edge_holders_before = draft.edge_holders
    draft.edge_holders = frozenset({draft.edge} if draft.edge else ())
    draft.effects_used = frozenset()
    draft.note(Happening.TURN_BEGAN, first, amount=draft.step.turn)
    _next_portion(draft, Phase.UNLOCK)


def _next_portion(draft: Draft, phase: Phase) -> None:
    """The next Methuselah performs the phase; when all have, the turn goes on.

    Rule: PM-INTRO-16, PM-INTRO-35.
    """
    while draft.stage is Stage.RUNNING and draft.step.waiting:
        seat, *rest = draft.step.waiting
        draft.change_step(waiting=tuple(rest))
        if phase is Phase.UNLOCK and withdraws_now(draft, seat):
            continue
        if phase is Phase.MANDATORY and not dutiful(draft, seat):
            continue
        begin_phase(draft, phase, seat)
        return
    if draft.stage is Stage.RUNNING:
        _next_stage(draft, phase)


def _next_stage(draft: Draft, phase: Phase) -> None:
    """From the unlock phases to the picks, then the discard phases from the last chooser.

    Rule: PM-INTRO-29, PM-INTRO-30.
    """
    if phase is Phase.UNLOCK:
        draft.change_step(waiting=clockwise(draft, draft.step.first))
        _next_portion(draft, Phase.MANDATORY)
    elif phase is Phase.DISCARD:
        _begin_hand_check(draft)
    elif len(draft.step.picks) < picks_in_turn(draft) and unused_cards(draft):
        _ask_for_choice(draft)
    else:
        last = draft.step.chooser or draft.step.first
        draft.change_step(waiting=clockwise(draft, last))
        _next_portion(draft, Phase.DISCARD)


def _ask_for_choice(draft: Draft) -> None:
    """The next Methuselah clockwise chooses.

    Rule: PM-INTRO-23, PM-INTRO-26, PM-INTRO-28, A-51.
    """
    last = draft.step.chooser
    seats = clockwise(draft, last or draft.step.first)
    seat = next(name for name in (*seats, *seats) if name != last)
    draft.change_step(phase=Phase.CHOOSE, seat=seat)
    draft.note(Happening.PHASE_BEGAN, seat, detail=Phase.CHOOSE)


def next_step(draft: Draft) -> None:
    """A Methuselah's portion ends.

    Rule: PM-INTRO-25, PM-INTRO-26, A-43.
    """
    finish_phase(draft)
    if draft.time_called:
        finish_on_time(draft)
    else:
        _next_portion(draft, draft.step.phase)


def abandon_portion(draft: Draft) -> None:
    """Whose portion it was has left the game: the others finish the phase.

    Rule: A-51, GAP-42.
    """
    cut_frames(draft, 0)
    if draft.time_called:
        finish_on_time(draft)
    elif draft.step.phase is Phase.CHOOSE:
        _ask_for_choice(draft)
    elif draft.step.phase is Phase.HAND_CHECK:
        end_hand_check(draft)
    else:
        _next_portion(draft, draft.step.phase)


SCHEDULES[True] = next_step


def _begin_hand_check(draft: Draft) -> None:
    """In the advanced game, hands are cut to hand size and three.

    Rule: PM-ADV-05, A-39.
    """
    seats = clockwise(draft, draft.step.chooser or draft.step.first)
    draft.change_step(phase=Phase.HAND_CHECK, seat=seats[0])
    if draft.options.is_advanced:
        for seat in seats:
            excess = draft.seats[seat].hand - hand_size_of(draft, seat) - HAND_ALLOWANCE
            draft.seat(seat, penalty=max(0, excess))


def end_hand_check(draft: Draft) -> None:
    """Allies become ready, the phase cards return, and the Edge or the ring says who starts.

    Rule: PM-INTRO-13, PM-INTRO-14, PM-INTRO-32, PM-INTRO-33, A-29, A-35.
    """
    end_turn(draft)
    begin_shared_turn(draft, draft.edge or predator_of(draft, draft.step.first))


def _research(draft: Draft, seat: str) -> None:
    """Draw five cards, the chooser two more.

    Rule: PM-ADV-18, PM-ADV-30, A-57.
    """
    bonus = RESEARCH_BONUS if has_bonus(draft, seat, Phase.RESEARCH) else 0
    draft.change_step(researched=draw(draft, seat, RESEARCH_CARDS + bonus))


ENTER[Phase.RESEARCH] = _research


@operation
class PassResearch(Operation):
    """Pass your portion of Research: the cards that it drew are back in the library."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := phase_refusal(table, self.seat, Phase.RESEARCH, "PM-INTRO-35"):
            return refused
        if not 0 < table.step.researched <= table.seats[self.seat].hand:
            return Refusal(Code.REPEAT, "No card of Research is left to put back.", "PM-INTRO-35")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        number, methuselah = draft.step.researched, draft.seats[self.seat]
        draft.change_step(researched=0)
        draft.seat(self.seat, hand=methuselah.hand - number, library=methuselah.library + number)

    @override
    def told(self, names: Names) -> str:
        return Message("passes Research, and draws no cards")


@operation
class ChoosePhase(Operation):
    """Choose a phase card; with Cheat, also the minion phase that is performed again."""

    seat: str
    card: PhaseCard
    again: PhaseCard | None = None

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        step = table.step
        if not table.options.is_phased:
            return Refusal(Code.PHASE, "Phases are chosen in phased motion.", "PM-INTRO-03")
        if step.phase is not Phase.CHOOSE:
            enough = len(step.picks) >= picks_in_turn(table)
            row = "PM-INTRO-27" if enough else "PM-INTRO-26"
            return Refusal(Code.PHASE, "No phase is being chosen now.", row)
        if step.seat != self.seat:
            return Refusal(Code.TURN, "%(seat)s chooses.", "PM-INTRO-23", seat=step.seat)
        if self.card not in phase_set(table):
            return Refusal(Code.CHOICE, "Research belongs to the advanced game.", "PM-INTRO-08")
        if self.card not in unused_cards(table):
            return Refusal(Code.CHOICE, "%(card)s has been chosen this turn.", "PM-INTRO-04", card=self.card)
        return self._cheat_refusal(step)

    def _cheat_refusal(self, step: TurnStep) -> Refusal | None:
        """Cheat names a minion phase that has been chosen.

        Rule: PM-INTRO-52, PM-INTRO-53.
        """
        if self.card is not PhaseCard.CHEAT:
            if self.again is not None:
                return Refusal(Code.TERMS, "Only Cheat performs a phase again.", "PM-INTRO-52")
            return None
        earlier = {pick.card for pick in step.picks} & MINION_CARDS
        if self.again is None or self.again not in earlier:
            return Refusal(Code.CHOICE, "Cheat repeats a minion phase chosen this turn.", "PM-INTRO-52")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        """Rule: PM-INTRO-37, PM-INTRO-54."""
        phase = Phase(self.again or self.card)
        bonus = draft.bonuses and draft.options.is_advanced and self.card is not PhaseCard.CHEAT
        pick = PhasePick(chooser=self.seat, card=self.card, phase=phase, bonus=bonus)
        draft.change_step(picks=(*draft.step.picks, pick), chooser=self.seat, waiting=clockwise(draft, self.seat))
        draft.note(Happening.PHASE_CHOSEN, self.seat, detail=self.card)
        _next_portion(draft, phase)

    @override
    def told(self, names: Names) -> str:
        if self.again is not None:
            return Message("chooses Cheat and repeats %(phase)s", phase=PHASE_CARD_NAMES[self.again])
        return Message("chooses %(phase)s", phase=PHASE_CARD_NAMES[self.card])


@operation
class GoOn(Operation):
    """Go on to the next choice of a phase: the portions before it are passed over, those of other players too.

    After the last phase of a turn it goes on to the next turn. It stops where something is owed.

    Attributes:
        until: whose portion it stops at; empty for the next choice.
    """

    seat: str
    until: str = ""

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        step = table.step
        if not table.options.is_phased or step.phase in (Phase.CHOOSE, Phase.HAND_CHECK):
            return Refusal(Code.TURN, "%(seat)s has no phase to end.", "PM-INTRO-25", seat=step.seat)
        if table.frames:
            return Refusal(Code.WINDOW, "Finish the current action or combat first.", "ACT-66")
        if table.options.is_detailed:
            return Refusal(Code.WINDOW, "At this table all players are asked in each phase.", "SEQ-04")
        if self.until and self.until not in step.waiting:
            return Refusal(Code.TURN, "%(seat)s has no phase to end.", "PM-INTRO-25", seat=self.until)
        return _owed(table)

    @override
    def carry_out(self, draft: Draft) -> None:
        turn, began = draft.step.turn, draft.step.phase
        while draft.stage is Stage.RUNNING and draft.step.turn == turn:
            _pass_portion(draft)
            step = draft.step
            if step.phase in (Phase.CHOOSE, Phase.HAND_CHECK) or _owed(draft):
                return
            if self.until and (step.seat == self.until or step.phase is not began):
                return

    @override
    def told(self, names: Names) -> str:
        return Message("goes on")


def _owed(table: Table) -> Refusal | None:
    """The duties of a Methuselah before their portion ends."""
    duty = DUTIES.get(table.step.phase)
    return duty(table, table.step.seat) if duty else None


def _pass_portion(draft: Draft) -> None:
    """End a portion; the pool that the Edge gives is not left lying."""
    claim = ClaimEdgePool(seat=draft.step.seat)
    if claim.refusal(draft) is None:
        claim.carry_out(draft)
    next_step(draft)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """The phases that can be chosen; passing Research."""
    if state.step.researched and state.step.seat == seat:
        yield PassResearch(seat=seat)
    if state.step.phase is not Phase.CHOOSE or state.step.seat != seat:
        return
    for card in unused_cards(state):
        if card is PhaseCard.CHEAT:
            for pick in state.step.picks:
                if pick.card in MINION_CARDS:
                    yield ChoosePhase(seat=seat, card=card, again=pick.card)
        else:
            yield ChoosePhase(seat=seat, card=card)
