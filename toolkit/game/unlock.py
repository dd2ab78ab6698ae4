"""The unlock phase: unlocking, the Edge's pool, infernal minions, burn options, effects in their stages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.contests import settle_contests, take_won_contests, undecided, yield_unpayable
from toolkit.game.draft import BANK, Draft, Table, active_seats, pool_of, surplus
from toolkit.game.hand import discard, redeem
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.phases import DUTIES, ENTER, LEAVE, phase_refusal
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Due, GameState
from toolkit.game.vocabulary import IN_PLAY, CardFlag, Phase
from toolkit.game.words import Names
from toolkit.game.zones import unlock
from toolkit.languages import Message

# When in an unlock phase an effect happens, in order.
STAGES = ("beginning", "middle", "end")


def enter(draft: Draft, seat: str) -> None:
    """Unlock everything but infernal cards, and take back what others have yielded.

    Rule: TURN-UNLOCK-02 to TURN-UNLOCK-04, WD-01.
    """
    methuselah = draft.seats[seat]
    exhausted = methuselah.counted and methuselah.library == 0 and methuselah.recursions == 0
    redeem(draft, seat, "unlock")
    draft.seat(seat, edge_claimed=False, short_hand=exhausted and surplus(draft, seat) < 0)
    for name in active_seats(draft):
        draft.seat(name, burn_option_used=False)
    for card in list(draft.cards.values()):
        if card.locked and card.controller == seat and card.zone in IN_PLAY and CardFlag.INFERNAL not in card.flags:
            unlock(draft, card.id)
    settle_contests(draft)
    take_won_contests(draft, seat)


def leave(draft: Draft, seat: str) -> None:
    """Yield claims that cannot be paid for; unused effects are gone."""
    yield_unpayable(draft, seat)
    draft.change_step(due=(), ended_effects=False)


def duties(table: Table, seat: str) -> Refusal | None:
    """Every contest must be paid or yielded, and what must happen at the beginning or the end must have happened.

    Rule: TURN-UNLOCK-07, TURN-UNLOCK-19.
    """
    for contest in undecided(table, seat):
        return Refusal(
            Code.CONTEST,
            "%(seat)s must pay for or yield %(contest)s.",
            "TURN-UNLOCK-07",
            seat=seat,
            contest=contest.key,
        )
    for due in table.step.due:
        if due.stage != "middle":
            return Refusal(Code.MANDATORY, "%(effect)s must happen first.", "TURN-UNLOCK-19", effect=due.label)
    return None


ENTER[Phase.UNLOCK] = enter
LEAVE[Phase.UNLOCK] = leave
DUTIES[Phase.UNLOCK] = duties


def stage_refusal(table: Table, seat: str, due: str = "") -> Refusal | None:
    """Why something of the unlock phase must wait: staged ordering, or contests paid at the beginning.

    Rule: TURN-UNLOCK-05, TURN-UNLOCK-19, TURN-UNLOCK-20, TURN-UNLOCK-21, CONTEST-08.
    """
    if table.step.phase is not Phase.UNLOCK:
        return None
    meant = _due_of(table, seat, due)
    stage = meant.stage if meant is not None else "middle"
    pending = {item.stage for item in table.step.due}
    if table.options.unlock_ordering == "staged":
        if stage != "beginning" and "beginning" in pending:
            return Refusal(Code.MANDATORY, "Effects of the beginning of the phase come first.", "TURN-UNLOCK-19")
        if stage == "end" and "middle" in pending:
            return Refusal(Code.MANDATORY, "Effects of the end of the phase come last.", "TURN-UNLOCK-20")
        if stage != "end" and table.step.ended_effects:
            return Refusal(Code.PHASE, "The effects of the end of the phase have begun.", "TURN-UNLOCK-20")
    if table.options.contest_pay_timing == "beginning" and stage != "beginning" and undecided(table, seat):
        return Refusal(Code.CONTEST, "Contests are paid at the beginning of the phase.", "CONTEST-08")
    return None


def _due_of(table: Table, seat: str, label: str) -> Due | None:
    """The effect of that name that is due; of several of one name, the one that comes first.

    Rule: TURN-UNLOCK-18.
    """
    own = [item for item in table.step.due if item.seat == seat and item.label == label]
    return min(own, key=lambda item: STAGES.index(item.stage), default=None)


def settle_due(draft: Draft, seat: str, label: str) -> None:
    """An effect that was due has been used."""
    used = _due_of(draft, seat, label)
    if used is not None:
        left = tuple(item for item in draft.step.due if item is not used)
        draft.change_step(due=left, ended_effects=draft.step.ended_effects or used.stage == "end")


@operation
class ClaimEdgePool(Operation):
    """Take the pool that the Edge gives its holder in the unlock phase."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := phase_refusal(table, self.seat, Phase.UNLOCK, "TURN-UNLOCK-06"):
            return refused
        if table.edge != self.seat:
            return Refusal(Code.ACTOR, "%(seat)s does not have the Edge.", "TURN-UNLOCK-06", seat=self.seat)
        if table.seats[self.seat].edge_claimed:
            return Refusal(Code.LIMIT, "The Edge gives one pool a turn.", "TURN-UNLOCK-06")
        alone = table.step.turn > 1 and table.edge_holders_before <= {self.seat}
        if table.options.is_phased and not alone:
            return Refusal(Code.LIMIT, "Another player had the Edge in the previous turn.", "PM-INTRO-17")
        return stage_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.seat(self.seat, edge_claimed=True)
        draft.move(BANK, pool_of(self.seat), 1, "the Edge")

    @override
    def told(self, names: Names) -> str:
        return Message("gains 1 pool for the Edge")


@operation
class UnlockInfernal(Operation):
    """Unlock an infernal minion for one pool."""

    seat: str
    card: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := phase_refusal(table, self.seat, Phase.UNLOCK, "TURN-UNLOCK-13"):
            return refused
        card = table.cards.get(self.card)
        if card is None or not card.in_play or card.controller != self.seat:
            return Refusal(
                Code.TARGET, "%(seat)s has no %(card)s in play.", "TURN-UNLOCK-13", seat=self.seat, card=self.card
            )
        if CardFlag.INFERNAL not in card.flags or not card.locked:
            return Refusal(Code.TARGET, "%(card)s is not a locked infernal minion.", "TURN-UNLOCK-13", card=self.card)
        return stage_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.move(pool_of(self.seat), BANK, 1, f"unlock {self.card}")
        unlock(draft, self.card)

    @override
    def told(self, names: Names) -> str:
        return Message("pays 1 pool to unlock %(card)s", card=names.card(self.card))


@operation
class BurnOption(Operation):
    """Discard a card with the burn option that you cannot use, in any Methuselah's unlock phase."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        if table.step.phase is not Phase.UNLOCK or table.frames:
            return Refusal(Code.WINDOW, "Burn options are used in an unlock phase.", "TURN-UNLOCK-15")
        methuselah = table.seats[self.seat]
        if methuselah.counted and not methuselah.hand:
            return Refusal(Code.TERMS, "%(seat)s has no card in hand.", "TURN-UNLOCK-15", seat=self.seat)
        if methuselah.burn_option_used:
            return Refusal(Code.LIMIT, "One burn option in each unlock phase.", "TURN-UNLOCK-15")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        """Rule: PM-INTRO-18."""
        draft.seat(self.seat, burn_option_used=True)
        discard(draft, self.seat, 1)

    @override
    def told(self, names: Names) -> str:
        return Message("discards a card with a burn option")


@operation
class RegisterEffect(Operation):
    """An effect is due in this unlock phase, at its beginning, in the middle or at its end.

    Attributes:
        stage: beginning, middle or end.
    """

    seat: str
    label: str
    stage: str = "middle"

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := phase_refusal(table, self.seat, Phase.UNLOCK, "TURN-UNLOCK-16"):
            return refused
        if not self.label.strip():
            return Refusal(Code.TERMS, "An effect that is due has a name.", "TURN-UNLOCK-16")
        if self.stage not in STAGES:
            return Refusal(Code.TERMS, "An effect is due at the beginning, the middle or the end.", "TURN-UNLOCK-19")
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.change_step(due=(*draft.step.due, Due(seat=self.seat, label=self.label, stage=self.stage)))

    @override
    def told(self, names: Names) -> str:
        if self.stage == "beginning":
            return Message("announces that %(effect)s is due at the beginning of the unlock phase", effect=self.label)
        if self.stage == "end":
            return Message("announces that %(effect)s is due at the end of the unlock phase", effect=self.label)
        return Message("announces that %(effect)s is due in the unlock phase", effect=self.label)


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """The operations of an unlock phase."""
    if state.step.phase is not Phase.UNLOCK or state.frames:
        return
    yield BurnOption(seat=seat)
    if state.step.seat == seat:
        yield ClaimEdgePool(seat=seat)
        for card in state.cards.values():
            if CardFlag.INFERNAL in card.flags and card.controller == seat and card.locked:
                yield UnlockInfernal(seat=seat, card=card.id)
