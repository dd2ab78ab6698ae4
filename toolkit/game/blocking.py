"""Blocks: who may try, stealth and intercept, and whether the action goes through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.copying import copy_with
from toolkit.game.draft import Draft
from toolkit.game.effects import Actor, Effect, EffectKind, effect, seat_target
from toolkit.game.events import Happening
from toolkit.game.frames import Action
from toolkit.game.operation import Operation, offers, operation
from toolkit.game.refusals import Code, Refusal
from toolkit.game.resolution import be_blocked, resolve_action
from toolkit.game.state import GameState, Table, clockwise, minions_of, predator_of, prey_of
from toolkit.game.vocabulary import ActionKind, ActionState, WindowName
from toolkit.game.windows import (
    PASS_HOOKS,
    at_table,
    close_window,
    impulse_refusal,
    open_window,
    when_closed,
    window_name,
)

ATTEMPT = frozenset({WindowName.ATTEMPT})
WHOLE_ACTION = frozenset({WindowName.ANNOUNCE, WindowName.ACTION, WindowName.ATTEMPT, WindowName.UNBLOCKED})


def action_of(table: Table) -> Action | None:
    """The action going on, if any."""
    return next((frame for frame in reversed(table.frames) if isinstance(frame, Action)), None)


def entitled(table: Table, action: Action) -> tuple[str, ...]:
    """Who may try to block, in order; those who declined included.

    Rule: ACT-48 to ACT-51.
    """
    around = (prey_of(table, action.seat), predator_of(table, action.seat))
    named = action.defenders if action.is_directed else around
    extra = tuple(seat for seat in clockwise(table, prey_of(table, action.seat)) if seat in action.may_block)
    return tuple(dict.fromkeys(seat for seat in (*named, *extra) if seat and seat != action.seat))


def still_entitled(table: Table, action: Action) -> list[str]:
    """Who may still try to block."""
    return [seat for seat in entitled(table, action) if seat not in action.declined and table.seats[seat].is_active]


def can_block(table: Table, action: Action, seat: str) -> bool:
    """Whether some minion of this Methuselah could try."""
    return any(
        card.is_ready_minion and (not card.locked or card.id in action.awake) for card in minions_of(table, seat)
    )


def can_be_blocked(table: Table, action: Action) -> bool:
    """Whether anybody who may still try to block could."""
    return any(can_block(table, action, seat) for seat in still_entitled(table, action))


def asked_to_block(table: Table, action: Action) -> list[str]:
    """Whom the action waits for, to block or not, who have a minion for it; of an undirected one the first to decide.

    Rule: ACT-48 to ACT-50.
    """
    if action.window is None or action.window.name is not WindowName.ACTION:
        return []
    undecided = still_entitled(table, action)
    waited_for = undecided if action.is_directed else undecided[:1]
    return [seat for seat in waited_for if can_block(table, action, seat)]


def stealth_of(table: Table, action: Action) -> int:
    """The action's stealth with what the acting minion always has."""
    return action.stealth + table.cards[action.minion].stealth


def intercept_of(table: Table, action: Action, minion: str) -> int:
    """A blocker's intercept with what was added in this action.

    Rule: ACT-56.
    """
    return table.cards[minion].intercept + dict(action.intercepts).get(minion, 0)


# The course of an action


@when_closed(WindowName.ANNOUNCE)
def open_action(draft: Draft) -> None:
    """Block attempts may be made; at table speed nobody is asked who could not.

    Rule: ACT-46, GAP-13.
    """
    draft.top(state=ActionState.OPEN)
    open_window(draft, WindowName.ACTION)
    _skip_idle(draft)


def _skip_idle(draft: Draft) -> None:
    action = draft.frames[-1]
    assert isinstance(action, Action)
    if draft.options.is_detailed or draft.speaking or action.state is not ActionState.OPEN:
        return
    if not can_be_blocked(draft, action):
        # Nobody was asked, so nobody has declined: who wakes a minion now may still block.
        _nobody_blocks(draft)


@when_closed(WindowName.ACTION)
def _nobody_blocks(draft: Draft) -> None:
    draft.top(state=ActionState.UNBLOCKED)
    open_window(draft, WindowName.UNBLOCKED)


@when_closed(WindowName.UNBLOCKED)
def _goes_through(draft: Draft) -> None:
    resolve_action(draft)


@when_closed(WindowName.ATTEMPT)
def _compare(draft: Draft) -> None:
    """Blocked when intercept is at least stealth.

    Rule: ACT-57, ACT-58.
    """
    action = draft.frames[-1]
    assert isinstance(action, Action)
    blocker = draft.cards[action.blocker]
    stands = blocker.is_ready_minion
    if stands and intercept_of(draft, action, blocker.id) >= stealth_of(draft, action):
        be_blocked(draft, blocker.id)
        return
    draft.note(Happening.BLOCK_FAILED, blocker.controller, blocker.id)
    draft.top(state=ActionState.OPEN, blocker="")
    open_window(draft, WindowName.ACTION)


def _passed(draft: Draft, seat: str) -> None:
    """Passing while blocks are open gives up the right to block.

    Rule: GAP-13.
    """
    action = draft.frames[-1]
    assert isinstance(action, Action)
    if seat in entitled(draft, action):
        draft.top(declined=action.declined | {seat})
        window = draft.frames[-1].window
        if window is not None and draft.options.sequencing_undirected == "shifting" and not action.is_directed:
            from toolkit.game.windows import order_for

            draft.top(window=copy_with(window, order=order_for(draft)))


PASS_HOOKS[WindowName.ACTION] = _passed


def _block_refusal(table: Table, seat: str) -> Refusal | None:
    if refused := at_table(table, seat):
        return refused
    action = action_of(table)
    if action is None:
        return Refusal(Code.WINDOW, "There is no action to block.", "ACT-47")
    if window_name(table) is WindowName.ATTEMPT:
        return Refusal(Code.WINDOW, "One block attempt at a time.", "ACT-47")
    if seat in action.declined:
        return Refusal(Code.LIMIT, "%(seat)s has declined to block.", "GAP-13", seat=seat)
    windows = {WindowName.ACTION} if table.options.is_detailed else {WindowName.ACTION, WindowName.UNBLOCKED}
    if window_name(table) not in windows:
        return Refusal(Code.WINDOW, "This is not the moment for blocks.", "ACT-47")
    if seat not in entitled(table, action):
        row = "ACT-48" if action.is_directed else "ACT-49"
        return Refusal(Code.ACTOR, "%(seat)s may not block this action.", row, seat=seat)
    return None


@operation
class AttemptBlock(Operation):
    """Try to block the action with one of your minions."""

    seat: str
    minion: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := _block_refusal(table, self.seat):
            return refused
        action = action_of(table)
        assert action is not None
        if not action.is_directed and still_entitled(table, action)[0] != self.seat:
            first = still_entitled(table, action)[0]
            row = "ACT-51" if self.seat in action.may_block else "ACT-49"
            return Refusal(Code.IMPULSE, "%(seat)s decides first.", row, seat=first)
        card = table.cards.get(self.minion)
        if card is None or card.controller != self.seat or not card.is_minion:
            return Refusal(
                Code.TARGET, "%(seat)s controls no minion %(minion)s.", "ACT-52", seat=self.seat, minion=self.minion
            )
        if not card.is_ready_minion:
            return Refusal(Code.REGION, "%(card)s is not ready.", "ACT-52", card=self.minion)
        if card.locked and self.minion not in action.awake:
            return Refusal(Code.LOCKED, "%(card)s is locked.", "ACT-52", card=self.minion)
        return impulse_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.top(state=ActionState.ATTEMPT, blocker=self.minion)
        draft.note(Happening.BLOCK_ATTEMPTED, self.seat, self.minion)
        open_window(draft, WindowName.ATTEMPT)


@operation
class DeclineBlock(Operation):
    """Give up the right to block this action."""

    seat: str

    @override
    def refusal(self, table: Table) -> Refusal | None:
        return _block_refusal(table, self.seat) or impulse_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        action, window = draft.frames[-1], draft.frames[-1].window
        assert isinstance(action, Action)
        assert window is not None
        if window.name is WindowName.UNBLOCKED:
            draft.top(declined=action.declined | {self.seat})
            return
        draft.top(window=copy_with(window, passed=(*(s for s in window.passed if s != self.seat), self.seat)))
        _passed(draft, self.seat)
        window = draft.frames[-1].window
        assert window is not None
        if not window.holder:
            close_window(draft)
        else:
            _skip_idle(draft)


# Stealth, intercept, wakes, changes of the action


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
    """The target changes only while no attempt is open.

    Rule: GAP-14.
    """
    action = action_of(table)
    if action is None or window_name(table) not in (WindowName.ACTION, WindowName.UNBLOCKED):
        return Refusal(Code.WINDOW, "The target cannot be changed now.", "GAP-14")
    if item.target == action.seat:
        return Refusal(Code.TARGET, "An action is not turned on its own Methuselah.", "GAP-14")
    return seat_target(table, actor, item)


@effect(EffectKind.RETARGET, check=_retarget_check)
def _retarget(draft: Draft, actor: Actor, item: Effect) -> None:
    draft.frame_of(
        Action,
        targets=(item.target,),
        defenders=(item.target,),
        state=ActionState.OPEN,
        declined=frozenset(),
        blocker="",
    )
    open_window(draft, WindowName.ACTION)


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


@offers
def candidates(state: GameState, seat: str) -> Iterator[Operation]:
    """Blocking and declining."""
    if window_name(state) not in (WindowName.ACTION, WindowName.UNBLOCKED):
        return
    action = state.frames[-1]
    assert isinstance(action, Action)
    if seat in entitled(state, action) and seat not in action.declined:
        for card in minions_of(state, seat):
            yield AttemptBlock(seat=seat, minion=card.id)
        yield DeclineBlock(seat=seat)
