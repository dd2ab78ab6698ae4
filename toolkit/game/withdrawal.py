"""Withdrawing from the game: who may, what nullifies it, what it is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.draft import Draft, Table
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, offers, operation
from toolkit.game.ousting import HALF_POINT, ONE_POINT, finish_if_alone, leave
from toolkit.game.phases import phase_refusal
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import GameState, Withdrawal
from toolkit.game.unlock import stage_refusal
from toolkit.game.vocabulary import Phase, Status


@operation
class AnnounceWithdrawal(Operation):
    """Announce that you will withdraw when your next unlock phase would begin."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := phase_refusal(table, self.seat, Phase.UNLOCK, "WD-02"):
            return refused
        methuselah = table.seats[self.seat]
        if methuselah.recursions:
            return Refusal(Code.CHOICE, "A recursion is left: the library is not exhausted.", "GAP-40")
        # Where nobody counts the cards, the player's word stands for it.
        if methuselah.counted and not methuselah.short_hand:
            return Refusal(Code.CHOICE, "The library was not exhausted with a short hand at turn start.", "WD-01")
        if methuselah.withdrawal is not None:
            return Refusal(Code.REPEAT, "The withdrawal is announced already.", "WD-02")
        return stage_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.seat(self.seat, withdrawal=Withdrawal(turn=draft.step.turn))
        draft.note(Happening.WITHDRAWAL_ANNOUNCED, self.seat)


def withdraws_now(draft: Draft, seat: str) -> bool:
    """Whether she withdraws instead of beginning her unlock phase; a voided announcement lapses.

    Rule: WD-09, WD-10 to WD-13.
    """
    withdrawal = draft.seats[seat].withdrawal
    if withdrawal is None:
        return False
    if withdrawal.void:
        draft.seat(seat, withdrawal=None)
        return False
    points = HALF_POINT if draft.options.score_withdraw_vp == "0.5" else ONE_POINT
    draft.note(Happening.METHUSELAH_WITHDREW, seat)
    draft.gain_points(seat, points, "withdrawal")
    leave(draft, seat, Status.WITHDRAWN)
    finish_if_alone(draft)
    return True


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Announcing a withdrawal."""
    if (
        state.step.phase is Phase.UNLOCK
        and state.step.seat == seat
        and (state.seats[seat].short_hand or not state.seats[seat].counted)
    ):
        yield AnnounceWithdrawal(seat=seat)
