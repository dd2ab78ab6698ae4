"""Imbued: the convictions that they are given and pay with, and how they recover once incapacitated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.cards import GameCard
from toolkit.game.draft import Draft, Table, cards_on
from toolkit.game.hand import leave_ash_heap, leave_hand
from toolkit.game.operation import Operation, offers, operation
from toolkit.game.phases import phase_refusal
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState
from toolkit.game.terms import convictions_refusal, new_card_refusal
from toolkit.game.unlock import stage_refusal
from toolkit.game.vocabulary import CardFlag, CardKind, Phase, Zone
from toolkit.game.words import Names, given_name
from toolkit.game.zones import attach, bring_in, burn, recover
from toolkit.languages import Message

MOST_CONVICTIONS = 5
# Where a conviction may come from, the last for an imbued that enters play.
PLACES = ("hand", "ash_heap", "library")
RECOVERY = 3


def convictions_on(table: Table, card: str) -> list[str]:
    """The convictions on an imbued."""
    return [item.id for item in cards_on(table, card) if item.kind is CardKind.CONVICTION]


def _imbued_refusal(table: Table, seat: str, minion: str, row: str) -> Refusal | None:
    card = table.cards.get(minion)
    if card is None or card.kind is not CardKind.IMBUED or not card.in_play or card.controller != seat:
        return Refusal(Code.TARGET, "%(card)s is not an imbued of %(seat)s's in play.", row, card=minion, seat=seat)
    return None


def _may_enter_with_one(table: Table, seat: str, minion: str) -> bool:
    """Whether it has entered play in this phase and has no conviction yet.

    Rule: GAP-45.
    """
    return f"{seat}/emerged-{minion}" in table.effects_used and not convictions_on(table, minion)


@operation
class PlayConviction(Operation):
    """Put a conviction on one of your imbued: one on each in your unlock phase, or the first as it enters play.

    Attributes:
        card: its name.
        enters: the identifier under which it comes into play.
        place: where it comes from: hand, ash_heap, or library for an imbued that enters play.
    """

    seat: str
    minion: str
    card: str
    enters: str
    place: str = "hand"

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _imbued_refusal(table, self.seat, self.minion, "GAP-44"):
            return refused
        enters = _may_enter_with_one(table, self.seat, self.minion)
        phase = table.step.phase if enters else Phase.UNLOCK
        if refused := phase_refusal(table, self.seat, phase, "GAP-44"):
            return refused
        if not enters and self._key in table.effects_used:
            return Refusal(Code.REPEAT, "%(card)s has been given a conviction.", "GAP-44", card=self.minion)
        if self.place not in PLACES or (self.place == "library" and not enters):
            return Refusal(Code.TERMS, "A conviction comes from hand or ash heap.", "GAP-44")
        methuselah = table.seats[self.seat]
        if methuselah.counted and not getattr(methuselah, self.place):
            return Refusal(Code.TERMS, "No card is left there.", "GAP-44")
        return new_card_refusal(table, self.enters) or (None if enters else stage_refusal(table, self.seat))

    @property
    def _key(self) -> str:
        return f"{self.seat}/turn:conviction-{self.minion}"

    @override
    def carry_out(self, draft: Draft) -> None:
        if not _may_enter_with_one(draft, self.seat, self.minion):
            draft.effects_used |= {self._key}
        if self.place == "hand":
            leave_hand(draft, self.seat)
        elif self.place == "ash_heap":
            leave_ash_heap(draft, self.seat, self.card)
        elif draft.seats[self.seat].counted:
            draft.seat(self.seat, library=draft.seats[self.seat].library - 1)
        full = len(convictions_on(draft, self.minion)) >= MOST_CONVICTIONS
        card = GameCard(
            id=self.enters,
            kind=CardKind.CONVICTION,
            owner=self.seat,
            controller=self.seat,
            zone=Zone.READY,
            name=self.card,
        )
        bring_in(draft, card)
        attach(draft, self.enters, self.minion)
        if full:
            burn(draft, self.enters, "more convictions than an imbued can have")

    @override
    def told(self, names: Names) -> str:
        minion, name = names.card(self.minion), given_name(self.card)
        if name:
            return Message("gives %(minion)s the conviction %(card)s", minion=minion, card=name)
        return Message("gives %(minion)s a conviction", minion=minion)


@operation
class Recover(Operation):
    """Burn three convictions of an incapacitated imbued in your unlock phase: it is ready again, with one life more."""

    seat: str
    minion: str
    convictions: tuple[str, ...]

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := phase_refusal(table, self.seat, Phase.UNLOCK, "GAP-47"):
            return refused
        if refused := _imbued_refusal(table, self.seat, self.minion, "GAP-47"):
            return refused
        if CardFlag.INCAPACITATED not in table.cards[self.minion].flags:
            return Refusal(Code.REGION, "%(card)s is not incapacitated.", "GAP-47", card=self.minion)
        if len(self.convictions) != RECOVERY:
            return Refusal(Code.COST, "It costs three convictions.", "GAP-47")
        return convictions_refusal(table, self.minion, self.convictions) or stage_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        for conviction in self.convictions:
            burn(draft, conviction, "cost")
        recover(draft, self.minion)

    @override
    def told(self, names: Names) -> str:
        return Message("burns three convictions: %(card)s recovers", card=names.card(self.minion))


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """A conviction for each imbued, and recovering."""
    if state.step.seat != seat or state.frames:
        return
    for card in state.cards.values():
        if card.kind is CardKind.IMBUED and card.controller == seat and card.in_play:
            new = f"conviction-{state.sequence}"
            for place in PLACES:
                yield PlayConviction(seat=seat, minion=card.id, card="conviction", enters=new, place=place)
            if CardFlag.INCAPACITATED in card.flags:
                first = tuple(convictions_on(state, card.id)[:RECOVERY])
                yield Recover(seat=seat, minion=card.id, convictions=first)
