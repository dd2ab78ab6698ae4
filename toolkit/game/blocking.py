"""Blocks: who may try, what an attempt comes to, and whether the action goes through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import override

from toolkit.game.draft import Draft, Table, clockwise, copy_with, minions_of, predator_of, prey_of
from toolkit.game.events import Happening
from toolkit.game.operation import Operation, at_table, offers, operation
from toolkit.game.refusals import Code, Refusal
from toolkit.game.resolution import be_blocked, resolve_action
from toolkit.game.state import Action, GameState
from toolkit.game.vocabulary import ActionState, WindowName
from toolkit.game.windows import (
    ONE_BY_ONE,
    PASS_HOOKS,
    close_window,
    impulse_refusal,
    open_window,
    order_for,
    when_closed,
    window_name,
)


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


def able_to_block(table: Table, action: Action) -> list[str]:
    """Who may still try to block and has a minion for it, in order."""
    return [seat for seat in still_entitled(table, action) if can_block(table, action, seat)]


def can_be_blocked(table: Table, action: Action) -> bool:
    """Whether anybody who may still try to block could."""
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
    """Who decides now whether to block an undirected action; at table speed nobody waits for who could not.

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
            draft.top(window=copy_with(window, order=order_for(draft)))


PASS_HOOKS[WindowName.ACTION] = _passed


def _asked_in_turn(table: Table) -> list[str]:
    action = action_of(table)
    return able_to_block(table, action) if action is not None else []


ONE_BY_ONE[WindowName.ACTION] = _asked_in_turn


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
