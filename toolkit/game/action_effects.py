"""Effects in the course of an action: stealth and intercept, the bleed, wakes, changes of target and cost."""

from __future__ import annotations

from dataclasses import replace

from toolkit.game.actions import KINDS, action_defenders, own_stealth
from toolkit.game.blocking import action_of, intercept_of, open_action, stealth_of
from toolkit.game.draft import Draft, Table
from toolkit.game.effects import FIZZLING, Actor, effect, effects_refusal, seat_target
from toolkit.game.minion import Announce
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, Effect
from toolkit.game.vocabulary import ActionKind, ActionState, EffectKind, WindowName
from toolkit.game.windows import window_name

WHOLE_ACTION = frozenset({WindowName.ANNOUNCE, WindowName.ACTION, WindowName.ATTEMPT, WindowName.UNBLOCKED})


def _stealth_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """Stealth only while the blocker would succeed, by the acting minion's side.

    Rule: ACT-54, ACT-67, ACT-68.
    """
    action = action_of(table)
    if action is None or window_name(table) not in WHOLE_ACTION:
        return Refusal(Code.WINDOW, "There is no action.", "ACT-54")
    if item.amount < 0 or actor.even_if_not_needed:
        return None
    if action.state is not ActionState.ATTEMPT:
        return Refusal(Code.WINDOW, "Stealth is not needed: nobody is trying to block.", "ACT-54")
    if intercept_of(table, action, action.blocker) < stealth_of(table, action):
        return Refusal(Code.LIMIT, "Stealth is not needed: the attempt fails already.", "ACT-54")
    return None


@effect(EffectKind.STEALTH, check=_stealth_check)
def _stealth(draft: Draft, actor: Actor, item: Effect) -> None:
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, stealth=action.stealth + item.amount)


def _intercept_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """Intercept only by the blocking minion, while stealth exceeds it.

    Rule: ACT-53.
    """
    action = action_of(table)
    if action is None or window_name(table) not in WHOLE_ACTION:
        return Refusal(Code.WINDOW, "There is no action.", "ACT-53")
    if item.amount < 0 or actor.even_if_not_needed:
        return None
    if action.state is not ActionState.ATTEMPT or (item.target or actor.minion) != action.blocker:
        return Refusal(Code.WINDOW, "Only the blocking minion adds intercept.", "ACT-53")
    if intercept_of(table, action, action.blocker) >= stealth_of(table, action):
        return Refusal(Code.LIMIT, "Intercept is not needed: the attempt succeeds already.", "ACT-53")
    return None


@effect(EffectKind.INTERCEPT, check=_intercept_check)
def _intercept(draft: Draft, actor: Actor, item: Effect) -> None:
    action = action_of(draft)
    if action is not None:
        minion = item.target or actor.minion
        added = dict(action.intercepts)
        added[minion] = added.get(minion, 0) + item.amount
        draft.frame_of(Action, intercepts=tuple(added.items()))


def _bleed_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """A bleed modifier fits a bleed; limited ones do not add up.

    Rule: ACT-71, GAP-15.
    """
    action = action_of(table)
    kind = ActionKind.BLEED if item.kind is EffectKind.BLEED else ActionKind.HUNT
    if action is None or action.kind is not kind or window_name(table) not in WHOLE_ACTION:
        if kind is ActionKind.BLEED:
            return Refusal(Code.WINDOW, "This is not a bleed.", "ACT-71")
        return Refusal(Code.WINDOW, "This is not a hunt.", "ACT-71")
    if actor.limited and action.limited_bleed:
        return Refusal(Code.LIMIT, "One limited increase at a time.", "GAP-15")
    return None


@effect(EffectKind.BLEED, EffectKind.HUNT, check=_bleed_check)
def _bleed(draft: Draft, actor: Actor, item: Effect) -> None:
    action = action_of(draft)
    if action is None:
        return
    if item.kind is EffectKind.HUNT:
        draft.frame_of(Action, hunt=action.hunt + item.amount)
    else:
        limited = action.limited_bleed or actor.limited
        draft.frame_of(Action, bleed=action.bleed + item.amount, limited_bleed=limited)


def _wake_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    card = table.cards.get(item.target or actor.minion)
    if action_of(table) is None:
        return Refusal(Code.WINDOW, "A minion wakes during an action.", "GAP-18")
    if card is None or not card.is_ready_minion or card.controller != actor.seat:
        return Refusal(Code.TARGET, "%(card)s cannot wake.", "GAP-18", card=item.target or actor.minion)
    return None


@effect(EffectKind.WAKE, check=_wake_check)
def _wake(draft: Draft, actor: Actor, item: Effect) -> None:
    """The minion may block and react as if unlocked during this action; it stays locked.

    Rule: GAP-18, SEQ-21.
    """
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, awake=action.awake | {item.target or actor.minion})


def _retarget_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target changes only while no attempt is open, and only to one that the action could have been announced at.

    Rule: GAP-14.
    """
    action = action_of(table)
    if action is None or window_name(table) not in (WindowName.ACTION, WindowName.UNBLOCKED):
        return Refusal(Code.WINDOW, "The target cannot be changed now.", "GAP-14")
    if item.target == action.seat:
        return Refusal(Code.TARGET, "An action is not turned on its own Methuselah.", "GAP-14")
    if len(action.targets) != 1:
        return Refusal(Code.TARGET, "Only an action with one target is redirected.", "GAP-14")
    if item.target in action.targets:
        return Refusal(Code.TARGET, "%(target)s is the target already.", "GAP-14", target=item.target)
    if action.targets[0] in table.seats and item.target not in table.seats:
        return Refusal(Code.TARGET, "The new target is another Methuselah.", "GAP-14")
    if action.targets[0] not in table.seats and item.target in table.seats:
        return Refusal(Code.TARGET, "The new target is another card.", "GAP-14")
    order = _redirected(action, item.target)
    moved = tuple(item for item in order.effects if item not in action.effects)
    refused = (
        KINDS[action.kind].target_refusal(table, order, table.cards[action.minion])
        or order.phased_refusal(table)
        or effects_refusal(table, order.actor, moved)
    )
    return refused.citing("GAP-14") if refused else None


def _redirected(action: Action, target: str) -> Announce:
    """The action as it would be announced at another target; what its effects aim at goes with it."""
    old = action.targets[0]
    effects = tuple(
        replace(
            item,
            target=target if item.target == old else item.target,
            detail=target if item.detail == old else item.detail,
        )
        for item in action.effects
    )
    return Announce(
        seat=action.seat,
        minion=action.minion,
        action=action.kind,
        target=target,
        any_target=True,
        card=action.card,
        source=action.source,
        split=action.split,
        effects=effects,
    )


@effect(EffectKind.RETARGET, check=_retarget_check)
def _retarget(draft: Draft, actor: Actor, item: Effect) -> None:
    """The action has another target: who may block is asked anew.

    Rule: GAP-14, ACT-48.
    """
    action = action_of(draft)
    if action is None:
        return
    order = _redirected(action, item.target)
    defenders = action_defenders(draft, order)
    draft.frame_of(
        Action,
        targets=order.targets,
        defenders=defenders,
        effects=order.effects,
        stealth=action.stealth - own_stealth(action.kind, action.defenders) + own_stealth(action.kind, defenders),
        declined=frozenset(),
        blocker="",
    )
    open_action(draft)


FIZZLING.add(EffectKind.RETARGET)


@effect(EffectKind.ALLOW_BLOCK, check=seat_target, windows=WHOLE_ACTION)
def _allow_block(draft: Draft, actor: Actor, item: Effect) -> None:
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, may_block=(*action.may_block, item.target))


def _open_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    action = action_of(table)
    if action is None or action.window is None:
        return Refusal(Code.WINDOW, "There is no action.", "ACT-75")
    return None


@effect(EffectKind.REDUCE, check=_open_check)
def _reduce(draft: Draft, actor: Actor, item: Effect) -> None:
    """The action costs less pool.

    Rule: SEQ-50.
    """
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, discount=action.discount + item.amount)


@effect(EffectKind.SPARE, check=_open_check)
def _spare(draft: Draft, actor: Actor, item: Effect) -> None:
    """The target burns less pool than the bleed amount, which stays what it is.

    Rule: A-09.
    """
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, spared=action.spared + item.amount)
