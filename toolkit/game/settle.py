"""What follows by itself after every operation: overflow, ousts, contests, lost actions, hands."""

from __future__ import annotations

from toolkit.game.combat import cut_lost_combats
from toolkit.game.contests import settle_contests
from toolkit.game.draft import Draft
from toolkit.game.effects import burn_if_lifeless
from toolkit.game.ending import finish_on_time
from toolkit.game.hand import hand_debtors, refill
from toolkit.game.ousting import drop_frames_of_leavers, settle_ousts
from toolkit.game.phased import abandon_portion, end_hand_check
from toolkit.game.resolution import cut_lost_actions
from toolkit.game.state import Action
from toolkit.game.turns import abandon_turn
from toolkit.game.vocabulary import IN_PLAY, Phase, Stage, Zone
from toolkit.game.windows import close_window, resume, window_of
from toolkit.game.zones import burn

GUARD = 100


def settle(draft: Draft) -> None:
    """Bring about what the rules bring about by themselves, from the broadest to the narrowest.

    Raises:
        RuntimeError: the consequences do not come to rest, which would be a fault of the engine.
    """
    for _ in range(GUARD):
        if draft.stage is not Stage.RUNNING:
            return
        before = (draft.frames, draft.step, len(draft.events), len(draft.ledger))
        _settle_once(draft)
        if before == (draft.frames, draft.step, len(draft.events), len(draft.ledger)):
            return
    raise RuntimeError("the consequences of an operation do not come to rest")


def _settle_once(draft: Draft) -> None:
    _settle_cards(draft)
    settle_ousts(draft)
    settle_contests(draft)
    drop_frames_of_leavers(draft)
    cut_lost_actions(draft)
    cut_lost_combats(draft)
    _close_empty_window(draft)
    resume(draft)
    _settle_turn(draft)
    if draft.stage is Stage.RUNNING:
        refill(draft)


def _settle_cards(draft: Draft) -> None:
    """Blood above capacity, allies without life, cards whose host has gone.

    Rule: CARD-05, DMG-12, CARD-33.
    """
    for card in list(draft.cards.values()):
        if card.zone not in IN_PLAY:
            continue
        if card.is_vampire:
            if card.counters > card.capacity:
                draft.drain(card.id)
        elif card.is_living and card.counters == 0:
            burn_if_lifeless(draft, card.id)
        if card.host and draft.cards[card.host].zone in (Zone.ASH_HEAP, Zone.REMOVED):
            burn(draft, card.id, "its host left play")


def _close_empty_window(draft: Draft) -> None:
    """A window in which nobody is left to speak closes."""
    window = window_of(draft)
    if window is not None and not window.holder:
        close_window(draft)


def _settle_turn(draft: Draft) -> None:
    """Time, a turn whose Methuselah has left, the hand check of phased motion.

    Rule: GAP-06, GAP-42, A-43, A-51.
    """
    if draft.stage is not Stage.RUNNING:
        return
    if draft.time_called == "action" and not any(isinstance(frame, Action) for frame in draft.frames):
        finish_on_time(draft)
    elif not draft.seats[draft.step.seat].is_active:
        if draft.options.is_phased:
            abandon_portion(draft)
        else:
            abandon_turn(draft)
    elif draft.step.phase is Phase.HAND_CHECK and not hand_debtors(draft):
        end_hand_check(draft)
