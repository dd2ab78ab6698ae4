"""The master phase: master phase actions, trifles, masters out of turn, marks and trophies."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import override

from toolkit.game.draft import Draft, Table
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.phases import ENTER, LEAVE, phase_refusal
from toolkit.game.playing import PlayCard, cancels, card_type
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState
from toolkit.game.terms import requirement_refusal
from toolkit.game.vocabulary import CardFlag, CardKind, CardType, Phase, WindowName, Zone
from toolkit.game.windows import window_name
from toolkit.game.words import Names
from toolkit.game.zones import attach
from toolkit.languages import Message


def enter(draft: Draft, seat: str) -> None:
    """Master phase actions for this phase, after what was played out of turn.

    Rule: TURN-MASTER-01, TURN-MASTER-02, TURN-MASTER-16, PM-INTRO-39.
    """
    methuselah = draft.seats[seat]
    actions = methuselah.master_actions_per_phase - methuselah.owes_master_action + methuselah.credit_master_action
    draft.seat(
        seat,
        master_actions=max(0, actions),
        trifle_used=methuselah.credit_master_action,
        out_of_turn_played=False,
        owes_master_action=False,
        credit_master_action=False,
        discount_used=False,
    )


def leave(draft: Draft, seat: str) -> None:
    """Master phase actions that were not used are lost.

    Rule: TURN-MASTER-09.
    """
    draft.seat(seat, master_actions=0, trifle_used=False)


ENTER[Phase.MASTER] = enter
LEAVE[Phase.MASTER] = leave


def _declared(draft: Draft, play: PlayCard) -> None:
    methuselah = draft.seats[play.seat]
    if not play.out_of_turn:
        draft.seat(play.seat, master_actions=max(0, methuselah.master_actions - 1))
        return
    exempt = play.trifle and draft.options.master_oot_trifle == "exempt"
    draft.seat(play.seat, out_of_turn_played=True, owes_master_action=not exempt)


def _done(draft: Draft, play: PlayCard, canceled: bool) -> None:
    """A trifle that was not canceled gives one action more, once a phase.

    Rule: TURN-MASTER-05, TURN-MASTER-06, TURN-MASTER-16.
    """
    if not play.trifle or canceled:
        return
    methuselah = draft.seats[play.seat]
    if play.out_of_turn:
        if draft.options.master_oot_trifle == "debit_then_credit":
            draft.seat(play.seat, credit_master_action=True)
    elif not methuselah.trifle_used:
        draft.seat(play.seat, master_actions=methuselah.master_actions + 1, trifle_used=True)


@card_type(CardType.MASTER, declared=_declared, done=_done)
def master_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Why a master card cannot be played now.

    Rule: TURN-MASTER-04, TURN-MASTER-10 to TURN-MASTER-15, CARD-24, PM-INTRO-55 to PM-INTRO-57.
    """
    timed = _out_of_turn_refusal(table, play) if play.out_of_turn else _in_turn_refusal(table, play)
    if timed or not play.requires:
        return timed
    own = [card for card in table.cards.values() if card.controller == play.seat and card.is_ready_minion]
    if any(requirement_refusal(table, card, play.requires) is None for card in own):
        return None
    return Refusal(Code.TERMS, "No ready minion of %(seat)s's meets the requirements.", "CARD-24", seat=play.seat)


def _in_turn_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """A master of one's own turn asks for the phase and for an action left, never for an order.

    Rule: TURN-MASTER-03, TURN-MASTER-12.
    """
    if refused := phase_refusal(table, play.seat, Phase.MASTER, "TURN-MASTER-12"):
        return refused
    if table.seats[play.seat].master_actions < 1:
        return Refusal(Code.LIMIT, "No master phase action is left.", "TURN-MASTER-04")
    return None


def _out_of_turn_refusal(table: Table, play: PlayCard) -> Refusal | None:
    if table.step.seat == play.seat:
        row = "PM-INTRO-56" if table.options.is_phased else "TURN-MASTER-11"
        return Refusal(Code.TURN, "An out-of-turn master is played in another Methuselah's turn.", row)
    if table.seats[play.seat].out_of_turn_played:
        row = "PM-INTRO-55" if table.options.is_phased else "TURN-MASTER-10"
        return Refusal(Code.LIMIT, "%(seat)s has played one since her last master phase.", row, seat=play.seat)
    if window_name(table) is WindowName.AS_PLAYED and not cancels(play.effects):
        return Refusal(Code.WINDOW, "Only a cancel or a wake is used as a card is played.", "SEQ-22")
    return None


@operation
class MarkRedList(Operation):
    """Mark a Red List minion: your vampires may enter combat with it this turn."""

    seat: str
    card: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := phase_refusal(table, self.seat, Phase.MASTER, "TURN-MASTER-07"):
            return refused
        if table.seats[self.seat].master_actions < 1:
            return Refusal(Code.LIMIT, "No master phase action is left.", "TURN-MASTER-04")
        card = table.cards.get(self.card)
        if card is None or not card.is_ready_minion or CardFlag.RED_LIST not in card.flags:
            return Refusal(Code.TARGET, "%(card)s is not a ready Red List minion.", "TURN-MASTER-07", card=self.card)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.seat(self.seat, master_actions=draft.seats[self.seat].master_actions - 1)
        draft.card(self.card, marked_by=self.seat)

    @override
    def told(self, names: Names) -> str:
        return Message("marks %(card)s", card=names.owned(self.card))


@operation
class AwardTrophy(Operation):
    """Put an unplaced trophy on a vampire; it is never awarded again."""

    seat: str
    trophy: str
    vampire: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        trophy, vampire = table.cards.get(self.trophy), table.cards.get(self.vampire)
        if trophy is None or trophy.kind is not CardKind.TROPHY or trophy.controller != self.seat or not trophy.in_play:
            return Refusal(
                Code.TARGET, "%(seat)s has no trophy %(trophy)s.", "TURN-MASTER-26", seat=self.seat, trophy=self.trophy
            )
        if CardFlag.AWARDED in trophy.flags or trophy.zone is Zone.ATTACHED:
            return Refusal(Code.REPEAT, "%(card)s has been awarded.", "TURN-MASTER-26", card=self.trophy)
        if vampire is None or not vampire.in_play or not vampire.is_vampire:
            return Refusal(Code.TARGET, "%(card)s is not a vampire in play.", "TURN-MASTER-26", card=self.vampire)
        if window_name(table) is not WindowName.GAP:
            return Refusal(Code.WINDOW, "Trophies are awarded after a Red List minion is burned.", "DIAB-09")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.card(self.trophy, flags=draft.cards[self.trophy].flags | {CardFlag.AWARDED})
        attach(draft, self.trophy, self.vampire)

    @override
    def told(self, names: Names) -> str:
        return Message("awards %(card)s to %(minion)s", card=names.card(self.trophy), minion=names.owned(self.vampire))


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """A plain master, a trifle, marks; out of turn the same; trophies to award."""
    if state.step.phase is Phase.MASTER and state.step.seat == seat and not state.frames:
        yield PlayCard(seat=seat, type=CardType.MASTER, card="master")
        yield PlayCard(seat=seat, type=CardType.MASTER, card="trifle", trifle=True)
        for card in state.cards.values():
            if CardFlag.RED_LIST in card.flags:
                yield MarkRedList(seat=seat, card=card.id)
    elif state.step.seat != seat and not state.frames and not state.seats[seat].out_of_turn_played:
        yield PlayCard(seat=seat, type=CardType.MASTER, card="out of turn", out_of_turn=True)
    elif window_name(state) is WindowName.GAP:
        trophies = [
            card.id for card in state.cards.values() if card.kind is CardKind.TROPHY and card.controller == seat
        ]
        vampires = [card.id for card in state.cards.values() if card.is_vampire and card.in_play]
        for trophy, vampire in product(trophies, vampires):
            yield AwardTrophy(seat=seat, trophy=trophy, vampire=vampire)
