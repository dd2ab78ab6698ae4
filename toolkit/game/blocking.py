"""The course of an action: blocks, effects on it, modifiers and reactions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, override

from toolkit.game.actions import KINDS, Announce, action_defenders, own_stealth
from toolkit.game.cards import GameCard
from toolkit.game.draft import Draft, Table, clockwise, copy_with, minions_of, predator_of, prey_of
from toolkit.game.effects import FIZZLING, Actor, card_target, effect, effects_refusal, seat_target, target_refusal
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.playing import PlayCard, card_type, referendum_of
from toolkit.game.refusals import Code, Refusal
from toolkit.game.resolution import be_blocked, resolve_action
from toolkit.game.state import Action, Combat, Effect, GameState
from toolkit.game.vocabulary import ActionKind, ActionState, CardType, EffectKind, WindowName
from toolkit.game.windows import (
    COULD_ACT,
    ONE_BY_ONE,
    PASS_HOOKS,
    ahead_refusal,
    close_window,
    impulse_refusal,
    open_window,
    order_for,
    pass_before,
    when_closed,
    window_name,
)
from toolkit.game.words import Names, signed
from toolkit.game.zones import lock, unlock
from toolkit.languages import N_, Message


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
    """Whether some minion of this Methuselah could try.

    Rule: ACT-52, ACT-79, GAP-34.
    """
    return any(
        card.is_ready_minion and (not card.locked or card.id in action.awake) and card.id not in action.cannot_block
        for card in minions_of(table, seat)
    )


def able_to_block(table: Table, action: Action) -> list[str]:
    """Who may still try to block, has a minion for it and has not said ahead that nothing comes, in order."""
    silent = table.silent | table.silent_once
    return [seat for seat in still_entitled(table, action) if seat not in silent and can_block(table, action, seat)]


def can_be_blocked(table: Table, action: Action) -> bool:
    """Whether a Methuselah who may still try to block could."""
    return bool(able_to_block(table, action))


def asked_to_block(table: Table, action: Action) -> list[str]:
    """Whom the action waits for, to block or not, who have a minion for it; of an undirected one the first to decide.

    Rule: ACT-48 to ACT-50.
    """
    if action.window is None or action.window.name is not WindowName.ACTION:
        return []
    able = able_to_block(table, action)
    return able if action.is_directed else able[:1]


def _first_to_decide(table: Table, action: Action) -> str:
    """The Methuselah who decides now whether to block an undirected action; at table speed one able to block.

    Rule: ACT-49, ACT-50.
    """
    waited_for = still_entitled(table, action) if table.options.is_detailed else able_to_block(table, action)
    return waited_for[0] if waited_for else ""


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
    """Open the action to block attempts; at table speed only Methuselahs able to block are asked.

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
    else:
        _fail_attempt(draft, blocker)


def _fail_attempt(draft: Draft, blocker: GameCard) -> None:
    """The attempt fails: others may be made.

    Rule: ACT-58, ACT-81.
    """
    draft.note(Happening.BLOCK_FAILED, blocker.controller, blocker.id)
    open_window(draft, WindowName.ACTION, state=ActionState.OPEN, blocker="")


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
            draft.top(window=copy_with(window, order=order_for(draft)))


PASS_HOOKS[WindowName.ACTION] = _passed


def _asked_in_turn(table: Table) -> list[str]:
    action = action_of(table)
    return able_to_block(table, action) if action is not None else []


ONE_BY_ONE[WindowName.ACTION] = _asked_in_turn
COULD_ACT[WindowName.ACTION] = _asked_in_turn


def _could_turn_attempt(table: Table) -> list[str]:
    """The Methuselah whom the attempt puts at a disadvantage now: the acting one, or the blocker's."""
    action = action_of(table)
    if action is None:
        return []
    is_blocked = intercept_of(table, action, action.blocker) >= stealth_of(table, action)
    return [action.seat if is_blocked else table.cards[action.blocker].controller]


COULD_ACT[WindowName.ATTEMPT] = _could_turn_attempt


def _could_answer(table: Table) -> list[str]:
    """The acting Methuselah, and who may react: whom it is aimed at, or who was not asked to block; with a minion."""
    action = action_of(table)
    if action is None:
        return []
    reacting = [*(action.defenders if action.is_directed else ()), *still_entitled(table, action)]
    ready = {card.controller for card in table.cards.values() if card.is_ready_minion}
    return [action.seat, *(seat for seat in reacting if seat in ready)]


COULD_ACT[WindowName.UNBLOCKED] = _could_answer


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
        first = _first_to_decide(table, action)
        if not action.is_directed and first not in ("", self.seat):
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
        if self.minion in action.cannot_block:
            return Refusal(Code.LIMIT, "%(card)s cannot block this action.", "ACT-79", card=self.minion)
        return impulse_refusal(table, self.seat)

    @override
    def carry_out(self, draft: Draft) -> None:
        draft.top(state=ActionState.ATTEMPT, blocker=self.minion)
        draft.note(Happening.BLOCK_ATTEMPTED, self.seat, self.minion)
        open_window(draft, WindowName.ATTEMPT)

    @override
    def told(self, names: Names) -> str:
        return Message("%(minion)s tries to block", minion=names.card(self.minion))


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

    @override
    def told(self, names: Names) -> str:
        return Message("does not block")


@operation
class PassAhead(Operation):
    """At table speed: pass ahead, so that the game does not wait for you; you may still change that.

    Attributes:
        until: the end of the step (the open window), of the action, of the turn; "now" takes back the last two.
    """

    seat: str
    until: Literal["step", "action", "turn", "now"] = "action"

    @override
    def refusal(self, table: Table) -> Refusal | None:
        if refused := at_table(table, self.seat):
            return refused
        if self.until not in _AHEAD:
            return Refusal(Code.TERMS, "Nothing comes until the end of the action or of the turn.", "GAP-13")
        if table.options.is_detailed:
            return Refusal(Code.WINDOW, "At this table all players pass in each window.", "SEQ-04")
        if self.until == "step":
            return ahead_refusal(table, self.seat)
        if self.until == "action" and action_of(table) is None:
            return Refusal(Code.WINDOW, "There is no action.", "ACT-47")
        is_silent = self.seat in table.silent | table.silent_once
        if is_silent is (self.until != "now"):
            return Refusal(Code.REPEAT, "%(seat)s has said so already.", "GAP-13", seat=self.seat)
        return None

    @override
    def carry_out(self, draft: Draft) -> None:
        if self.until == "step":
            pass_before(draft, self.seat)
            return
        draft.silent -= {self.seat}
        draft.silent_once -= {self.seat}
        if self.until == "now":
            return
        if self.until == "turn":
            draft.silent |= {self.seat}
        else:
            draft.silent_once |= {self.seat}
        if draft.frames and isinstance(draft.frames[-1], Action):
            _skip_idle(draft)

    @override
    def told(self, names: Names) -> str:
        return _AHEAD[self.until]


_AHEAD = {
    "step": Message("nothing comes from me at this step"),
    "action": Message("nothing comes from me in this action"),
    "turn": Message("nothing comes from me in this turn"),
    "now": Message("may block again"),
}


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


# Effects in the course of an action: stealth and intercept, the bleed, wakes, changes of target and cost


WHOLE_ACTION = frozenset({WindowName.ANNOUNCE, WindowName.ACTION, WindowName.ATTEMPT, WindowName.UNBLOCKED})


def _stealth_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """Stealth only while the blocker would succeed, by the acting minion's side.

    Rule: ACT-54, ACT-55, ACT-67, ACT-68.
    """
    action = action_of(table)
    if action is None or window_name(table) not in WHOLE_ACTION:
        return Refusal(Code.WINDOW, "There is no action.", "ACT-54")
    if item.amount < 0 or actor.even_if_not_needed:
        return None
    if action.state is not ActionState.ATTEMPT:
        return Refusal(Code.WINDOW, "Stealth is not needed: no minion is trying to block.", "ACT-54")
    if intercept_of(table, action, action.blocker) < stealth_of(table, action):
        return Refusal(Code.LIMIT, "Stealth is not needed: the attempt fails already.", "ACT-54")
    return None


@effect(EffectKind.STEALTH, check=_stealth_check, called=Message("Add stealth"), told=N_("%(change)s stealth"))
def _stealth(draft: Draft, actor: Actor, item: Effect) -> None:
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, stealth=action.stealth + item.amount)


def _intercept_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """Intercept only by the blocking minion, while stealth exceeds it.

    Rule: ACT-53, ACT-55.
    """
    action = action_of(table)
    if action is None or window_name(table) not in WHOLE_ACTION:
        return Refusal(Code.WINDOW, "There is no action.", "ACT-53")
    minion = item.target or actor.minion
    if refused := target_refusal(table, minion):
        return refused
    if item.amount < 0 or actor.even_if_not_needed:
        return None
    if action.state is not ActionState.ATTEMPT or minion != action.blocker:
        return Refusal(Code.WINDOW, "Only the blocking minion adds intercept.", "ACT-53")
    if intercept_of(table, action, action.blocker) >= stealth_of(table, action):
        return Refusal(Code.LIMIT, "Intercept is not needed: the attempt succeeds already.", "ACT-53")
    return None


def _intercept_words(item: Effect, target: str, names: Names) -> str:
    if target:
        return Message("%(card)s: %(change)s intercept", card=target, change=signed(item.amount))
    return Message("%(change)s intercept", change=signed(item.amount))


@effect(EffectKind.INTERCEPT, check=_intercept_check, called=Message("Add intercept"), told=_intercept_words)
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


@effect(
    EffectKind.BLEED,
    EffectKind.HUNT,
    check=_bleed_check,
    called={EffectKind.BLEED: Message("Add to the bleed"), EffectKind.HUNT: Message("Add to the hunt")},
    told={EffectKind.BLEED: N_("%(change)s bleed"), EffectKind.HUNT: N_("%(change)s blood with the hunt")},
)
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


def _wake_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s wakes", card=target) if target else Message("wakes")


@effect(EffectKind.WAKE, check=_wake_check, called=Message("Wake"), told=_wake_words)
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
    old = action.targets[0] if action.targets else ""
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


@effect(
    EffectKind.RETARGET,
    check=_retarget_check,
    called=Message("Change the target"),
    told=N_("the new target is %(name)s"),
)
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


@effect(
    EffectKind.ALLOW_BLOCK,
    check=seat_target,
    windows=WHOLE_ACTION,
    called=Message("Another Methuselah may block"),
    told=N_("%(name)s may block too"),
)
def _allow_block(draft: Draft, actor: Actor, item: Effect) -> None:
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, may_block=(*action.may_block, item.target))


@effect(
    EffectKind.CANNOT_BLOCK,
    check=card_target,
    windows=WHOLE_ACTION,
    called=Message("Prevent a minion from blocking"),
    told=N_("%(card)s cannot block this action"),
)
def _cannot_block(draft: Draft, actor: Actor, item: Effect) -> None:
    """A minion cannot block this action; where it is trying to, its attempt fails.

    Rule: ACT-79.
    """
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, cannot_block=action.cannot_block | {item.target})
        if action.blocker == item.target:
            _fail_attempt(draft, draft.cards[item.target])


@effect(
    EffectKind.BLOCK_FAILS,
    windows=frozenset({WindowName.ATTEMPT}),
    called=Message("The block attempt fails"),
    told=N_("the block attempt fails"),
)
def _block_fails(draft: Draft, actor: Actor, item: Effect) -> None:
    action = draft.frames[-1] if draft.frames else None
    if isinstance(action, Action) and action.blocker:
        _fail_attempt(draft, draft.cards[action.blocker])


def _take_over_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """Another ready, unlocked minion of the acting Methuselah, that could have announced the action.

    Rule: ACT-80.
    """
    action = action_of(table)
    if action is None or window_name(table) not in WHOLE_ACTION:
        return Refusal(Code.WINDOW, "There is no action.", "ACT-80")
    name = item.target or actor.minion
    card = table.cards.get(name)
    if card is None or not card.is_minion or card.controller != action.seat or name == action.minion:
        return Refusal(Code.TARGET, "%(seat)s controls no minion %(minion)s.", "ACT-80", seat=action.seat, minion=name)
    if not card.is_ready_minion:
        return Refusal(Code.REGION, "%(card)s is not ready.", "ACT-80", card=name)
    if card.locked:
        return Refusal(Code.LOCKED, "%(card)s is locked.", "ACT-80", card=name)
    refused = KINDS[action.kind].minion_refusal(_redirected(action, action.targets[0] if action.targets else ""), card)
    return refused.citing("ACT-80") if refused else None


def _take_over_words(item: Effect, target: str, names: Names) -> str:
    return Message("%(card)s takes over the action", card=target) if target else Message("takes over the action")


@effect(EffectKind.TAKE_OVER, check=_take_over_check, called=Message("Take over the action"), told=_take_over_words)
def _take_over(draft: Draft, actor: Actor, item: Effect) -> None:
    """The minion locks and is the acting one; the other one unlocks.

    Rule: ACT-80.
    """
    action = action_of(draft)
    if action is None:
        return
    minion = item.target or actor.minion
    unlock(draft, action.minion)
    lock(draft, minion)
    limbo = tuple(copy_with(one, minion=minion) if one.minion == action.minion else one for one in action.limbo)
    draft.frame_of(Action, minion=minion, limbo=limbo)


FIZZLING |= {EffectKind.CANNOT_BLOCK, EffectKind.TAKE_OVER}


def _open_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    action = action_of(table)
    if action is None or action.window is None:
        return Refusal(Code.WINDOW, "There is no action.", "ACT-75")
    return None


@effect(
    EffectKind.REDUCE,
    check=_open_check,
    called=Message("Reduce the cost"),
    told=N_("the cost is reduced by %(number)s"),
)
def _reduce(draft: Draft, actor: Actor, item: Effect) -> None:
    """The action costs less pool.

    Rule: SEQ-50.
    """
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, discount=action.discount + item.amount)


@effect(
    EffectKind.SPARE,
    check=_open_check,
    called=Message("Reduce the bleed"),
    told=N_("the bleed is reduced by %(number)s"),
)
def _spare(draft: Draft, actor: Actor, item: Effect) -> None:
    """The target burns less pool than the bleed amount, which stays what it is.

    Rule: A-09.
    """
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, spared=action.spared + item.amount)


# Action modifiers and reactions: by whom, on what, how often


def _play_refusal(table: Table, play: PlayCard, row: str) -> Refusal | None:
    referendum = referendum_of(table)
    if referendum is not None and referendum.is_blood_hunt:
        return Refusal(Code.WINDOW, "No modifiers or reactions in a blood hunt.", "REF-34")
    if any(isinstance(frame, Combat) for frame in table.frames):
        return Refusal(Code.WINDOW, "Only combat cards are played in combat.", "COMBAT-04")
    action = action_of(table)
    if action is None or (action.state in (ActionState.RESOLVING, ActionState.AFTER) and referendum is None):
        return Refusal(Code.WINDOW, "There is no action.", row)
    if window_name(table) is None:
        return Refusal(Code.WINDOW, "There is no window.", row)
    return None


def _played(draft: Draft, play: PlayCard) -> None:
    action = action_of(draft)
    if action is not None:
        draft.frame_of(Action, played=action.played | {(play.minion, play.card)}, modified=True)


@card_type(CardType.MODIFIER, declared=_played)
def modifier_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Why an action modifier cannot be played.

    Rule: ACT-67 to ACT-70, COMBAT-04, REF-34.
    """
    if refused := _play_refusal(table, play, "ACT-67"):
        return refused
    action = action_of(table)
    assert action is not None
    if play.by_other:
        if play.seat != action.seat or play.minion == action.minion:
            return Refusal(Code.ACTOR, "It is for the acting Methuselah's other minions.", "ACT-68")
    elif play.minion != action.minion:
        return Refusal(Code.ACTOR, "Only the acting minion, %(card)s, plays modifiers.", "ACT-67", card=action.minion)
    if (play.minion, play.card) in action.played:
        return Refusal(
            Code.REPEAT, "%(minion)s has played %(card)s in this action.", "ACT-70", minion=play.minion, card=play.card
        )
    return None


@card_type(CardType.REACTION, declared=_played)
def reaction_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Why a reaction cannot be played.

    Rule: ACT-72, ACT-73, REF-34.
    """
    if refused := _play_refusal(table, play, "ACT-72"):
        return refused
    action = action_of(table)
    assert action is not None
    if play.seat == action.seat:
        return Refusal(Code.ACTOR, "Reactions are for other Methuselahs' minions.", "ACT-72")
    minion = table.cards[play.minion]
    if not minion.is_ready_minion:
        return Refusal(Code.REGION, "%(card)s is not ready.", "ACT-72", card=play.minion)
    if minion.locked and not _is_awake(action, minion, play):
        return Refusal(Code.LOCKED, "%(card)s is locked.", "ACT-72", card=play.minion)
    if (play.minion, play.card) in action.played:
        return Refusal(
            Code.REPEAT, "%(minion)s has played %(card)s in this action.", "ACT-73", minion=play.minion, card=play.card
        )
    return None


def _is_awake(action: Action, minion: GameCard, play: PlayCard) -> bool:
    return minion.id in action.awake or any(item.kind is EffectKind.WAKE for item in play.effects)


@card_type(CardType.ACTION, CardType.POLITICAL, CardType.EQUIPMENT, CardType.RETAINER, CardType.ALLY)
def announced_refusal(table: Table, play: PlayCard) -> Refusal | None:
    """Cards that give an action are played by announcing it."""
    return Refusal(Code.TERMS, "An action card is played by announcing its action.", "ACT-44")
