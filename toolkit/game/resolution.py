"""How actions end: blocked, successful with what each kind brings about, or cut short."""

from __future__ import annotations

from collections.abc import Callable

from toolkit.game.combat import start_combat
from toolkit.game.damage import apply_effects
from toolkit.game.diablerie import DIRECTED, offer_diablerie
from toolkit.game.draft import BANK, Draft, Table, cards_on, has_pending_damage, on, pool_of
from toolkit.game.effects import Actor, effect
from toolkit.game.ending import settle_ousts
from toolkit.game.events import Happening
from toolkit.game.phases import has_bonus
from toolkit.game.referendum import call_referendum
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, Effect, Waiting
from toolkit.game.terms import come_into_play, cut_frames, pay_cost, settle_limbo
from toolkit.game.vocabulary import (
    POLITICALS,
    ActionKind,
    ActionState,
    CardFlag,
    CardKind,
    EffectKind,
    Phase,
    WindowName,
    Zone,
)
from toolkit.game.windows import RESUME, open_window, resume, when_closed
from toolkit.game.words import Names
from toolkit.game.zones import attach, burn, lock, to_ready, unlock
from toolkit.languages import N_, Message


def _current(draft: Draft) -> Action:
    action = draft.frames[-1]
    assert isinstance(action, Action)
    return action


def _completed(draft: Draft, action: Action) -> None:
    """The minion cannot do this again this turn, if it is still in play.

    Rule: ACT-60.
    """
    minion = draft.cards.get(action.minion)
    if action.repeat and minion is not None and minion.in_play:
        draft.card(action.minion, used=minion.used | action.repeat)


def be_blocked(draft: Draft, blocker: str) -> None:
    """The action is blocked: no cost, the blocker locks, and the two fight.

    Rule: ACT-62 to ACT-65, A-49.
    """
    action = _current(draft)
    _completed(draft, action)
    draft.top(state=ActionState.RESOLVING, blocked_by=blocker, blocker="")
    draft.note(Happening.ACTION_BLOCKED, action.seat, blocker)
    lock(draft, blocker)
    if not action.from_torpor:
        start_combat(draft, action.minion, blocker, from_block=True)
    elif draft.cards[blocker].is_vampire and CardFlag.BLOOD_CURSED not in draft.cards[blocker].flags:
        offer_diablerie(draft, blocker, action.minion)
    else:
        resume(draft)


def resolve_action(draft: Draft) -> None:
    """The action is successful: its cost is paid and it does what it does; what a pool comes to by both counts.

    Rule: SEQ-29 to SEQ-31, ACT-59, ACT-61, GAP-21, GAP-50.
    """
    action = _current(draft)
    _completed(draft, action)
    draft.top(state=ActionState.RESOLVING, successful=True, paid=True)
    draft.note(Happening.ACTION_SUCCEEDED, action.seat, action.minion, detail=action.kind)
    if action.kind in POLITICALS and not _is_ready(draft, action):
        end_action(draft, "failed")
        return
    if _pay(draft, action):
        if action.kind not in _ENTER_LATER:
            _enter(draft, action)
        OUTCOMES[action.kind](draft, action)
    resume(draft)


def _is_ready(draft: Draft, action: Action) -> bool:
    return draft.cards[action.minion].zone is Zone.READY


def _pay(draft: Draft, action: Action) -> bool:
    if action.kind is ActionKind.RESCUE:
        victim = action.targets[0]
        paid = draft.move(on(action.minion), BANK, action.split, "rescue")
        if draft.cards[victim].in_play:
            paid += draft.move(on(victim), BANK, 2 - action.split, "rescue")
        return paid == 2 or not draft.cards[victim].in_play
    pool = max(0, action.cost_pool - action.discount)
    return pay_cost(draft, action.seat, action.minion, action.terms, pool=pool, blood=action.cost_blood)


# What each kind of action brings about


def _actor(action: Action) -> Actor:
    card = action.card or action.source or action.kind
    return Actor(seat=action.seat, minion=action.minion, card=card, entering=action.terms)


def _bleed(draft: Draft, action: Action) -> None:
    """The target burns pool, with what else the action does; ousts and the Edge follow.

    Rule: ACT-03, ACT-04, GAP-01, GAP-16, GAP-50, A-09.
    """
    amount = draft.cards[action.minion].bleed + action.bleed
    target = action.targets[0]
    if amount < 1 or not draft.seats[target].is_active:
        return
    burned = draft.move(pool_of(target), BANK, amount - action.spared, "bleed")
    edge = tuple(item for item in action.effects if item.kind is EffectKind.EDGE)
    apply_effects(draft, _actor(action), tuple(item for item in action.effects if item not in edge))
    settle_ousts(draft)
    wins = burned > 0 if draft.options.bleed_edge_on == "pool_burned" else True
    if wins and draft.seats[action.seat].is_active:
        draft.give_edge(action.seat)
    apply_effects(draft, _actor(action), edge)


def _hunt(draft: Draft, action: Action) -> None:
    """Blood from the bank, the excess burned.

    Rule: ACT-06, ACT-07.
    """
    draft.move(BANK, on(action.minion), max(0, action.hunt), "hunt")
    draft.drain(action.minion)
    apply_effects(draft, _actor(action), action.effects)


def _enter(
    draft: Draft,
    action: Action,
    *,
    kind: CardKind | None = None,
    host: str | None = None,
    zone: Zone = Zone.READY,
    counters: int | None = None,
) -> str:
    """The action's card comes into play if its terms say so; returns its identifier.

    One that waits for the outcome, as any other card can, is settled with those at the end of the action.

    Rule: SEQ-29, SEQ-37, CARD-26, CARD-29.
    """
    waits = action.terms.if_block_succeeds or (action.terms.if_successful and host is None)
    if waits or not action.terms.enters:
        return ""
    # Without a card from hand it comes from the card in play that gives the action.
    waiting = Waiting(seat=action.seat, card=action.card, minion=action.minion, terms=action.terms)
    draft.frame_of(Action, limbo=tuple(item for item in action.limbo if item != waiting))
    return come_into_play(draft, waiting, kind=kind, host=host, zone=zone, counters=counters)


def _equip(draft: Draft, action: Action) -> None:
    """Equipment goes on the acting minion.

    Rule: ACT-10, ACT-11.
    """
    for taken in action.take:
        if draft.cards[taken].in_play and draft.cards[taken].controller == action.seat:
            attach(draft, taken, action.minion)
    _enter(draft, action, kind=CardKind.EQUIPMENT, host=action.minion)
    apply_effects(draft, _actor(action), action.effects)


def _employ(draft: Draft, action: Action) -> None:
    """The retainer goes on the acting minion with its life.

    Rule: ACT-14, ACT-15, CARD-40.
    """
    _enter(draft, action, kind=CardKind.RETAINER, host=action.minion, counters=action.life)
    apply_effects(draft, _actor(action), action.effects)


def _recruit(draft: Draft, action: Action) -> None:
    """The ally comes into play with its life, unable to act this turn.

    Rule: ACT-17, ACT-18, A-10.
    """
    parked = draft.options.recruit_location == "uncontrolled_until_end"
    zone = Zone.UNCONTROLLED if parked else Zone.READY
    ally = _enter(draft, action, kind=CardKind.ALLY, host="", zone=zone, counters=action.life)
    if ally and not parked:
        draft.card(ally, flags=frozenset({CardFlag.CANNOT_ACT}))
    apply_effects(draft, _actor(action), action.effects)


def _political(draft: Draft, action: Action) -> None:
    bonus = action.seat if has_bonus(draft, action.seat, Phase.DIPLOMACY) else ""
    call_referendum(
        draft,
        action.seat,
        action.minion,
        of_action=True,
        calling_card=bool(action.card),
        bonus_seat=bonus,
        is_cardless=action.kind is ActionKind.PM_REFERENDUM,
    )


def _anarch(draft: Draft, action: Action) -> None:
    """The vampire becomes an anarch.

    Rule: ACT-25, A-11.
    """
    card = draft.cards[action.minion]
    if draft.options.anarch_sect == "own_sect":
        draft.card(action.minion, sect="anarch")
    else:
        draft.card(action.minion, sect="independent", flags=card.flags | {CardFlag.ANARCH})
    apply_effects(draft, _actor(action), action.effects)


def _fight(draft: Draft, action: Action) -> None:
    """Combat with the target, if the two can still fight and no card has begun another.

    Rule: ACT-29, ACT-41, SEQ-30.
    """
    combat = Effect(EffectKind.COMBAT, action.targets[0])
    apply_effects(draft, _actor(action), (*action.effects, combat))


def _leave_torpor(draft: Draft, action: Action) -> None:
    to_ready(draft, action.minion)
    apply_effects(draft, _actor(action), action.effects)


def _rescue(draft: Draft, action: Action) -> None:
    if draft.cards[action.targets[0]].zone is Zone.TORPOR:
        to_ready(draft, action.targets[0])
    apply_effects(draft, _actor(action), action.effects)


def _diablerize(draft: Draft, action: Action) -> None:
    """The diablerie follows.

    Rule: ACT-37.
    """
    diablerie = Effect(EffectKind.DIABLERIZE, action.targets[0], detail=DIRECTED if action.is_directed else "")
    apply_effects(draft, _actor(action), (*action.effects, diablerie))


def _burn_imbued(draft: Draft, action: Action) -> None:
    """Its equipment goes to the acting minion, all of it unless a choice was announced; then it is burned.

    Rule: GAP-49.
    """
    target = draft.cards[action.targets[0]]
    if target.in_play and CardFlag.INCAPACITATED in target.flags:
        for item in cards_on(draft, target.id):
            if item.kind is CardKind.EQUIPMENT and (not action.take or item.id in action.take):
                attach(draft, item.id, action.minion)
        burn(draft, target.id, "an action")
    apply_effects(draft, _actor(action), action.effects)


def _other(draft: Draft, action: Action) -> None:
    apply_effects(draft, _actor(action), action.effects)


OUTCOMES: dict[ActionKind, Callable[[Draft, Action], None]] = {
    ActionKind.BLEED: _bleed,
    ActionKind.HUNT: _hunt,
    ActionKind.EQUIP: _equip,
    ActionKind.EMPLOY: _employ,
    ActionKind.RECRUIT: _recruit,
    ActionKind.POLITICAL: _political,
    ActionKind.PM_REFERENDUM: _political,
    ActionKind.ANARCH: _anarch,
    ActionKind.RED_LIST: _fight,
    ActionKind.RUSH: _fight,
    ActionKind.PM_RUSH: _fight,
    ActionKind.LEAVE_TORPOR: _leave_torpor,
    ActionKind.RESCUE: _rescue,
    ActionKind.DIABLERIZE: _diablerize,
    ActionKind.BURN_IMBUED: _burn_imbued,
    ActionKind.OTHER: _other,
}

# Whose card enters play as part of what the action brings about, or once its referendum has passed.
_ENTER_LATER = frozenset({ActionKind.EQUIP, ActionKind.EMPLOY, ActionKind.RECRUIT, *POLITICALS})


# The end of an action


def _resume_action(draft: Draft) -> None:
    """Finish an action whose consequences are over, unless it continues: only effects after it are left.

    Rule: ACT-66, ACT-78.
    """
    action = _current(draft)
    if action.continues and _can_continue(draft, action):
        open_window(draft, WindowName.UNBLOCKED, state=ActionState.UNBLOCKED, blocked_by="", continues=False)
    elif action.state is ActionState.RESOLVING:
        if action.passed:
            _enter(draft, action)
        open_window(draft, WindowName.AFTER_ACTION, state=ActionState.AFTER)


def _can_continue(draft: Draft, action: Action) -> bool:
    minion = draft.cards[action.minion]
    is_there = minion.zone is Zone.TORPOR if action.from_torpor else minion.is_ready_minion
    return is_there and minion.controller == action.seat


RESUME[Action] = _resume_action


def _continue_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    action = next((frame for frame in table.frames if isinstance(frame, Action)), None)
    if action is None or not action.blocked_by or action.state is not ActionState.RESOLVING:
        return Refusal(Code.WINDOW, "There is no action.", "ACT-78")
    return None


@effect(
    EffectKind.CONTINUE,
    check=_continue_check,
    called=Message("Continue as if unblocked"),
    told=N_("the action continues as if unblocked"),
)
def _continue(draft: Draft, actor: Actor, item: Effect) -> None:
    """The action that was blocked goes on as soon as its combat is over.

    Rule: ACT-78.
    """
    draft.frame_of(Action, continues=True)


@when_closed(WindowName.AFTER_ACTION)
def finish_action(draft: Draft) -> None:
    """The action is over: its card and those that waited for its outcome find their place.

    Rule: SEQ-37, ACT-62.
    """
    action = draft.pop()
    assert isinstance(action, Action)
    settle_limbo(draft, action)


def end_action(draft: Draft, how: str) -> None:
    """The innermost action ends at once: failed and ended count as done, canceled does not.

    Rule: ACT-75, GAP-17.
    """
    at = next((at for at in range(len(draft.frames) - 1, -1, -1) if isinstance(draft.frames[at], Action)), None)
    if at is None:
        return
    action = draft.frames[at]
    assert isinstance(action, Action)
    cut_frames(draft, at)
    draft.note(Happening.ACTION_ENDED, action.seat, action.minion, detail=how)
    if how == "canceled":
        if action.minion in draft.cards and draft.cards[action.minion].in_play:
            unlock(draft, action.minion)
    else:
        _completed(draft, action)


def _end_check(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    action = next((frame for frame in table.frames if isinstance(frame, Action)), None)
    if action is None or action.state in (ActionState.RESOLVING, ActionState.AFTER):
        return Refusal(Code.WINDOW, "There is no action to end.", "ACT-75")
    if item.detail not in ("failed", "ended", "canceled"):
        return Refusal(Code.TERMS, "An action ends as failed, ended or canceled.", "ACT-75")
    return None


# How an action ended before its end.
ENDED = {
    "failed": Message("the action fails"),
    "ended": Message("the action ends"),
    "canceled": Message("the action is canceled"),
}


def _end_words(item: Effect, target: str, names: Names) -> str:
    return ENDED.get(item.detail, ENDED["ended"])


@effect(EffectKind.END_ACTION, check=_end_check, called=Message("The action ends"), told=_end_words, details=None)
def _end_action(draft: Draft, actor: Actor, item: Effect) -> None:
    end_action(draft, item.detail)


def cut_lost_actions(draft: Draft) -> None:
    """An action whose minion left play, or its Methuselah's control, ends as soon as damage has been handled.

    Rule: ACT-75, GAP-42, DMG-13.
    """
    for frame in draft.frames:
        if isinstance(frame, Action):
            minion = draft.cards[frame.minion]
            lost = not minion.in_play or minion.controller != frame.seat or not draft.seats[frame.seat].is_active
            # Once the action resolves its consequences run their course: a diablerist may be burned by the hunt.
            if lost and frame.state not in (ActionState.RESOLVING, ActionState.AFTER):
                if not has_pending_damage(draft):
                    end_action(draft, "ended")
                return
