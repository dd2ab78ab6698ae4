"""The effects that may be declared now, as the values of a list: each kind with the targets that it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flask_babel import gettext

from toolkit.game.blocking import action_of
from toolkit.game.cards import Card
from toolkit.game.combat import combat_of
from toolkit.game.damage import pending_damage
from toolkit.game.draft import active_seats
from toolkit.game.effects import AS_PLAYED_KINDS, EFFECTS, SIGNED, Actor, decision_refusal
from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.record import read_effect, write_effect
from toolkit.game.state import Effect
from toolkit.game.vocabulary import ActionKind, EffectKind, Phase, Timing, WindowName, Zone
from toolkit.game.windows import impulse_refusal, window_name
from toolkit.web.tables.offers.offer import Group, Offer, Viewpoint, fold
from toolkit.web.tables.offers.terms import Option, Pick, Term, amount, card_name, count, flag, pick
from toolkit.web.tables.words import EFFECTS as EFFECT_WORDS
from toolkit.web.tables.words import RANGES

MOST = 30
TIMINGS = {
    WindowName.AS_PLAYED: Timing.AS_PLAYED,
    WindowName.ANNOUNCE: Timing.AS_ANNOUNCED,
}

type Targets = Callable[[Viewpoint], Iterator[tuple[Effect, str]]]


def _on_seats(kind: EffectKind, *, size: int = 1) -> Targets:
    def make(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
        for seat in active_seats(at.state):
            yield Effect(kind, seat, size), seat

    return make


def _on_cards(kind: EffectKind, fits: Callable[[Card], bool], *, size: int = 0, detail: str = "") -> Targets:
    def make(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
        for card in at.state.cards.values():
            if card.in_play and fits(card):
                yield Effect(kind, card.id, size, detail), at.names.owned(card.id)

    return make


def _plain(kind: EffectKind, *, size: int = 1) -> Targets:
    def make(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
        yield Effect(kind, "", size), ""

    return make


def _is_minion(card: Card) -> bool:
    return card.is_minion


def _counted(card: Card) -> bool:
    return card.is_minion or card.is_living


def _on_uncontrolled(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for card in at.state.cards.values():
        if card.zone is Zone.UNCONTROLLED:
            yield Effect(EffectKind.GAIN_BLOOD, card.id, 1, "uncontrolled"), at.names.owned(card.id)


def _stolen(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for card in at.state.cards.values():
        if card.in_play and card.controller != at.seat and not card.host:
            yield Effect(EffectKind.STEAL, card.id, 0, at.seat), at.names.owned(card.id)


def _ranges(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for name, word in RANGES.items():
        yield Effect(EffectKind.RANGE, "", 0, name), str(word)


def _endings(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    words = {"failed": gettext("it fails"), "ended": gettext("it ends"), "canceled": gettext("it is canceled")}
    for detail, word in words.items():
        yield Effect(EffectKind.END_ACTION, "", 0, detail), word


def _prevented(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for card, _, _ in pending_damage(at.state):
        yield Effect(EffectKind.PREVENT, card, 1), at.names.owned(card)


def _blocker(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    action = action_of(at.state)
    if action is not None and action.blocker:
        yield Effect(EffectKind.INTERCEPT, action.blocker, 1), at.names.owned(action.blocker)


def _fighters(kind: EffectKind) -> Targets:
    def make(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
        combat = combat_of(at.state)
        for side in combat.sides if combat else ():
            yield Effect(kind, side.minion, 1), at.names.owned(side.minion)

    return make


def _fights(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    own = [card for card in at.state.cards.values() if card.controller == at.seat and card.is_ready_minion]
    others = [card for card in at.state.cards.values() if card.controller != at.seat and card.is_ready_minion]
    for card in own:
        for other in others:
            words = f"{at.names.card(card.id)} → {at.names.owned(other.id)}"
            yield Effect(EffectKind.COMBAT, other.id, 0, card.id), words


def _emerging(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for card in at.state.cards.values():
        if card.zone is Zone.UNCONTROLLED and card.controller == at.seat:
            yield Effect(EffectKind.EMERGE, card.id), at.names.card(card.id)


def _budget(kind: EffectKind, phase: Phase) -> Targets:
    def make(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
        if at.state.step.phase is phase:
            yield Effect(kind, at.state.step.seat, 1), at.state.step.seat

    return make


OFFERED: tuple[Targets, ...] = (
    _plain(EffectKind.CANCEL, size=0),
    _blocker,
    _plain(EffectKind.STEALTH),
    _plain(EffectKind.BLEED),
    _plain(EffectKind.SPARE),
    _plain(EffectKind.HUNT),
    _on_cards(EffectKind.WAKE, lambda card: card.is_ready_minion and card.locked),
    _on_seats(EffectKind.RETARGET, size=0),
    _on_seats(EffectKind.ALLOW_BLOCK, size=0),
    _plain(EffectKind.REDUCE),
    _endings,
    _prevented,
    _ranges,
    _fighters(EffectKind.STRIKE_DAMAGE),
    _fighters(EffectKind.ADDITIONAL),
    _plain(EffectKind.END_COMBAT, size=0),
    _on_seats(EffectKind.VOTES),
    _on_seats(EffectKind.BALLOTS),
    _plain(EffectKind.AUTO_PASS, size=0),
    _on_seats(EffectKind.BURN_POOL),
    _on_seats(EffectKind.GAIN_POOL),
    _on_cards(EffectKind.BURN_BLOOD, _counted, size=1),
    _on_cards(EffectKind.GAIN_BLOOD, _counted, size=1),
    _on_uncontrolled,
    _on_cards(EffectKind.DAMAGE, _counted, size=1),
    _on_cards(EffectKind.AGGRAVATED, _counted, size=1),
    _on_cards(EffectKind.LOCK, lambda card: not card.locked),
    _on_cards(EffectKind.UNLOCK, lambda card: card.locked),
    _on_cards(EffectKind.BURN, lambda card: True),
    _on_cards(EffectKind.REMOVE, lambda card: True),
    _on_cards(EffectKind.TORPOR, lambda card: card.is_vampire and card.zone is Zone.READY),
    _on_cards(EffectKind.READY, lambda card: card.zone is Zone.TORPOR),
    _emerging,
    _on_cards(EffectKind.RETURN, lambda card: card.is_vampire),
    _stolen,
    _on_cards(EffectKind.CAPACITY, lambda card: card.is_vampire, size=1),
    _on_cards(EffectKind.STRENGTH, _is_minion, size=1),
    _on_cards(EffectKind.STANDING_BLEED, _is_minion, size=1),
    _on_cards(EffectKind.STANDING_STEALTH, _is_minion, size=1),
    _on_cards(EffectKind.STANDING_INTERCEPT, _is_minion, size=1),
    _on_seats(EffectKind.HAND_SIZE),
    _on_seats(EffectKind.DRAW),
    _on_seats(EffectKind.DISCARD),
    _on_seats(EffectKind.RANDOM_DISCARD),
    _budget(EffectKind.TRANSFERS, Phase.INFLUENCE),
    _budget(EffectKind.MASTER_ACTIONS, Phase.MASTER),
    _on_seats(EffectKind.MASTER_ACTIONS_PER_PHASE),
    _budget(EffectKind.DISCARD_ACTIONS, Phase.DISCARD),
    _on_seats(EffectKind.EDGE, size=0),
    _fights,
    _plain(EffectKind.REFERENDUM, size=0),
)
# Signed effects that a page offers in both directions.
BOTH_WAYS = SIGNED & {
    EffectKind.CAPACITY,
    EffectKind.STRENGTH,
    EffectKind.STANDING_BLEED,
    EffectKind.STANDING_STEALTH,
    EffectKind.STANDING_INTERCEPT,
    EffectKind.HAND_SIZE,
}


def admitted(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    """The effects that the open window admits, each with a target that it fits, and the target's words."""
    name = window_name(at.state)
    actor = Actor(seat=at.seat, timing=TIMINGS.get(name, Timing.ANY) if name else Timing.ANY)
    for make in OFFERED:
        for item, words in make(at):
            rule = EFFECTS[item.kind]
            if name is WindowName.AS_PLAYED and item.kind not in AS_PLAYED_KINDS:
                break
            if rule.windows is not None and name not in rule.windows:
                break
            if rule.check(at.state, actor, item) is None and not _is_off(at, item):
                yield item, words
                if item.kind in BOTH_WAYS:
                    yield replace(item, amount=-1), words


def _is_off(at: Viewpoint, item: Effect) -> bool:
    """What the engine would take and nobody means: more bleed to an action that is none."""
    action = action_of(at.state)
    return item.kind is EffectKind.SPARE and (action is None or action.kind is not ActionKind.BLEED)


def effect_options(effects: list[tuple[Effect, str]]) -> tuple[Option, ...]:
    """Effects as the values of a list, under their kinds."""
    kinds = {kind: str(EFFECT_WORDS[kind]) for kind in dict.fromkeys(item.kind for item, _ in effects)}
    return tuple(
        Option(value=write_effect(item), label=_label(item, words, kinds), group=_heading(item, kinds))
        for item, words in effects
    )


def _label(item: Effect, words: str, kinds: dict[EffectKind, str]) -> str:
    """The effect and its target: a list that is closed shows no heading."""
    heading, target = _heading(item, kinds), _words(item, words)
    return gettext("%(effect)s: %(target)s", effect=heading, target=target) if target else heading


def _heading(item: Effect, kinds: dict[EffectKind, str]) -> str:
    if item.kind in BOTH_WAYS:
        return f"{kinds[item.kind]} {'+' if item.amount > 0 else '−'}"
    return kinds[item.kind]


def _words(item: Effect, words: str) -> str:
    if item.kind is EffectKind.GAIN_BLOOD and item.detail == "uncontrolled":
        return gettext("%(card)s, uncontrolled", card=words)
    return words


def effect_term(options: tuple[Option, ...]) -> Pick:
    """The list of effects of a form; the first is meant at first."""
    return Pick(
        name="effect",
        label=gettext("What it does"),
        default=options[0].value,
        options=options,
        get=lambda order: write_effect(order.effects[0]) if order.effects else options[0].value,
        put=lambda order, value: replace(order, effects=(read_effect(value),)),
    )


def amount_term() -> Any:
    """How much of it."""
    return amount(gettext("How much"), 1, MOST)


def may_use_effect(at: Viewpoint) -> bool:
    """Whether any effect may be used now."""
    return may_speak(at) and next(_uses(at), None) is not None


def may_speak(at: Viewpoint) -> bool:
    """Whether this Methuselah may use anything at all now; else every single effect would be tried in vain."""
    return impulse_refusal(at.state, at.seat) is None and decision_refusal(at.state) is None


def use_effect(at: Viewpoint) -> list[Offer]:
    """The effect of a card in play, or of a rule: which, on whom, how much, and what it costs."""
    usable = list(_uses(at))
    if not usable:
        return []
    terms: list[Term] = [
        effect_term(effect_options([(order.effects[0], words) for order, words in usable])),
        amount_term(),
        *_cost_terms(at),
    ]
    title = gettext("A card in play does something")
    first: list[Operation] = [usable[0][0]]
    return fold("effect", Group.EFFECTS, title, first, lambda order: gettext("Do it"), terms=terms, is_listed=False)


def _cost_terms(at: Viewpoint) -> Iterator[Term]:
    """Which card does it, whether that locks it, and what else it costs."""
    own = [card for card in at.state.cards.values() if card.in_play and card.controller == at.seat]
    methuselah = at.state.seats[at.seat]
    if own:
        options = [("", gettext("none of mine")), *((card.id, at.names.card(card.id)) for card in own)]
        yield replace(pick("source", gettext("Which card"), options), name="which")
        yield flag("lock", gettext("It locks for it"))
        yield count("blood", gettext("Cost in blood"), 0, max(card.counters for card in own))
    yield count("pool", gettext("Cost in pool"), 0, methuselah.pool)
    if methuselah.counted and methuselah.hand:
        yield replace(count("cards", gettext("Cards discarded as a cost"), 0, methuselah.hand), name="cost_cards")
    if at.state.edge == at.seat:
        yield replace(flag("edge", gettext("The Edge is burned as a cost")), name="cost_edge")
    yield replace(card_name("why", label=gettext("What it is called")), name="called")


def _uses(at: Viewpoint) -> Iterator[tuple[UseEffect, str]]:
    name = window_name(at.state)
    timing = TIMINGS.get(name, Timing.ANY) if name else Timing.ANY
    for item, words in admitted(at):
        order = UseEffect(seat=at.seat, effects=(item,), timing=timing)
        if order.refusal(at.state) is None:
            yield order, words
