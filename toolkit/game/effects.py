"""Declared effects: what a card does, in the words of whoever plays it, checked for what a flow can check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from toolkit.game.draft import Draft
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Table
from toolkit.game.vocabulary import IN_PLAY, Timing, WindowName, Zone


class EffectKind(StrEnum):
    """What an effect does; in a record an effect is written `kind:target:amount:detail`."""

    BURN_POOL = "burn_pool"
    GAIN_POOL = "gain_pool"
    BURN_BLOOD = "burn_blood"
    GAIN_BLOOD = "gain_blood"
    MOVE_BLOOD = "move_blood"
    DAMAGE = "damage"
    AGGRAVATED = "aggravated"
    LOCK = "lock"
    UNLOCK = "unlock"
    BURN = "burn"
    REMOVE = "remove"
    TORPOR = "torpor"
    READY = "ready"
    STEAL = "steal"
    ATTACH = "attach"
    RETURN = "return"
    EMERGE = "emerge"
    CAPACITY = "capacity"
    STRENGTH = "strength"
    STANDING_BLEED = "standing_bleed"
    STANDING_STEALTH = "standing_stealth"
    STANDING_INTERCEPT = "standing_intercept"
    TITLE = "title"
    SECT = "sect"
    CLAN = "clan"
    DISCIPLINE = "discipline"
    FLAG = "flag"
    UNFLAG = "unflag"
    HAND_SIZE = "hand_size"
    DRAW = "draw"
    DISCARD = "discard"
    RANDOM_DISCARD = "random_discard"
    TRANSFERS = "transfers"
    MASTER_ACTIONS = "master_actions"
    MASTER_ACTIONS_PER_PHASE = "master_actions_per_phase"
    DISCARD_ACTIONS = "discard_actions"
    EDGE = "edge"
    CANCEL = "cancel"
    STEALTH = "stealth"
    INTERCEPT = "intercept"
    BLEED = "bleed"
    HUNT = "hunt"
    SPARE = "spare"
    WAKE = "wake"
    RETARGET = "retarget"
    ALLOW_BLOCK = "allow_block"
    END_ACTION = "end_action"
    REDUCE = "reduce"
    COMBAT = "combat"
    REFERENDUM = "referendum"
    VOTES = "votes"
    BALLOTS = "ballots"
    AUTO_PASS = "auto_pass"
    NOTHING = "nothing"
    MANEUVER = "maneuver"
    RANGE = "range"
    PRESS = "press"
    STRIKE_DAMAGE = "strike_damage"
    ADDITIONAL = "additional"
    PREVENT = "prevent"
    END_COMBAT = "end_combat"
    DIABLERIZE = "diablerize"


@dataclass(frozen=True, slots=True)
class Effect:
    """One declared effect."""

    kind: EffectKind
    target: str = ""
    amount: int = 0
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who uses an effect, and from where."""

    seat: str
    minion: str = ""
    card: str = ""
    timing: Timing = Timing.ANY
    even_if_not_needed: bool = False
    limited: bool = False


type Check = Callable[[Table, Actor, Effect], Refusal | None]
type Deed = Callable[[Draft, Actor, Effect], None]


@dataclass(frozen=True, slots=True)
class EffectRule:
    """How an effect of one kind is checked and applied, and in which windows alone it has a meaning."""

    check: Check
    do: Deed
    windows: frozenset[WindowName] | None


EFFECTS: dict[EffectKind, EffectRule] = {}


def effect(
    *kinds: EffectKind, check: Check | None = None, windows: frozenset[WindowName] | None = None
) -> Callable[[Deed], Deed]:
    """Register how effects of these kinds are applied."""

    def register(deed: Deed) -> Deed:
        for kind in kinds:
            EFFECTS[kind] = EffectRule(check or _fine, deed, windows)
        return deed

    return register


def _fine(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    return None


def effects_refusal(table: Table, actor: Actor, effects: tuple[Effect, ...]) -> Refusal | None:
    """The first reason why one of these effects cannot be used."""
    for item in effects:
        if item.amount < 0 and item.kind not in SIGNED:
            return Refusal(
                Code.AMOUNT, "%(effect)s cannot be %(amount)s.", "SEQ-16", effect=item.kind, amount=item.amount
            )
        if refused := EFFECTS[item.kind].check(table, actor, item):
            return refused
    return None


def apply_effects(draft: Draft, actor: Actor, effects: tuple[Effect, ...]) -> None:
    """Apply effects one after another; one whose target is no longer valid fizzles.

    Rule: SEQ-30.
    """
    for item in effects:
        rule = EFFECTS[item.kind]
        if item.kind in FIZZLING and rule.check(draft, actor, item) is not None:
            continue
        rule.do(draft, actor, item)


# Amounts that may be negative.
SIGNED = frozenset(
    {
        EffectKind.CAPACITY,
        EffectKind.STRENGTH,
        EffectKind.STANDING_BLEED,
        EffectKind.STANDING_STEALTH,
        EffectKind.STANDING_INTERCEPT,
        EffectKind.HAND_SIZE,
        EffectKind.BLEED,
        EffectKind.HUNT,
        EffectKind.STEALTH,
        EffectKind.INTERCEPT,
        EffectKind.STRIKE_DAMAGE,
        EffectKind.TRANSFERS,
        EffectKind.MASTER_ACTIONS,
    }
)
# Effects on a target that may have gone by the time they are applied.
FIZZLING: set[EffectKind] = set()


def seat_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a Methuselah in the game; the bank never is one.

    Rule: SETUP-19.
    """
    if not item.target:
        return Refusal(Code.TARGET, "Say which Methuselah is meant.", "SETUP-19")
    if item.target not in table.seats:
        return Refusal(Code.TARGET, "%(seat)s is not a Methuselah at this table.", "SETUP-19", seat=item.target)
    if not table.seats[item.target].is_active:
        return Refusal(Code.TARGET, "%(seat)s has left the game.", "OUST-04", seat=item.target)
    return None


def card_target(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a card in play: neither uncontrolled nor contested.

    Rule: SEQ-52, SEQ-53, SEQ-54.
    """
    return target_refusal(table, item.target)


def target_refusal(table: Table, card_id: str) -> Refusal | None:
    """Why a card cannot be aimed at."""
    if not card_id:
        return Refusal(Code.TARGET, "Say which card is meant.", "SEQ-52")
    card = table.cards.get(card_id)
    if card is None or card.zone in (Zone.ASH_HEAP, Zone.REMOVED, Zone.LIMBO):
        return Refusal(Code.TARGET, "%(card)s is not in play.", "SEQ-52", card=card_id)
    if card.zone not in IN_PLAY:
        return Refusal(Code.TARGET, "%(card)s is %(zone)s, not in play.", "SEQ-54", card=card_id, zone=card.zone)
    return None


def known_card(table: Table, actor: Actor, item: Effect) -> Refusal | None:
    """The target must be a card that the table keeps track of, wherever it lies."""
    if item.target not in table.cards:
        return Refusal(Code.TARGET, "No card is called %(card)r.", "SEQ-52", card=item.target)
    return None
