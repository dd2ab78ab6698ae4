"""The effects that may be declared now, as the values of a list: each kind with the targets that it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.decks.figures import DISCIPLINES
from toolkit.game.blocking import action_of
from toolkit.game.cards import GameCard, scope_key
from toolkit.game.combat import combat_of, lapsed_combat
from toolkit.game.damage import pending_damage
from toolkit.game.draft import active_seats, minions_of
from toolkit.game.effects import AS_PLAYED_KINDS, EFFECTS, SIGNED, Actor, decision_refusal
from toolkit.game.engine import ended_round, open_answers, refusal
from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.record import read_effect, write_effect
from toolkit.game.state import Effect
from toolkit.game.unlock import STAGES, RegisterEffect
from toolkit.game.vocabulary import (
    MINION_CARD_KINDS,
    ActionKind,
    CardFlag,
    CardKind,
    EffectKind,
    Phase,
    Timing,
    WindowName,
    Zone,
)
from toolkit.game.windows import impulse_refusal, window_name
from toolkit.game.words import signed
from toolkit.web.tables.offers.offer import (
    Group,
    Offer,
    Option,
    Pick,
    Term,
    Text,
    Viewpoint,
    amount,
    blood_cost,
    card_name,
    count,
    flag,
    fold,
    onto_words,
    pick,
)
from toolkit.web.tables.words import EFFECTS as EFFECT_WORDS
from toolkit.web.tables.words import FLAGS, RANGES, SECTS

MOST = 30
# What does it, where a form does not ask for the card.
UNNAMED = "card"
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


def _on_cards(kind: EffectKind, fits: Callable[[GameCard], bool], *, size: int = 0, detail: str = "") -> Targets:
    def make(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
        for card in at.state.cards.values():
            if card.in_play and fits(card):
                yield Effect(kind, card.id, size, detail), at.owned(card.id)

    return make


def _plain(kind: EffectKind, *, size: int = 1) -> Targets:
    def make(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
        yield Effect(kind, "", size), ""

    return make


def _is_minion(card: GameCard) -> bool:
    return card.is_minion


def _counted(card: GameCard) -> bool:
    return card.is_minion or card.is_living


def _on_uncontrolled(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for card in at.state.cards.values():
        if card.zone is Zone.UNCONTROLLED:
            yield Effect(EffectKind.GAIN_BLOOD, card.id, 1, "uncontrolled"), at.owned(card.id)


def _stolen(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for card in at.state.cards.values():
        if card.in_play and card.controller != at.seat and not card.host:
            yield Effect(EffectKind.STEAL, card.id, 0, at.seat), at.owned(card.id)


def _ranges(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for name, word in RANGES.items():
        yield Effect(EffectKind.RANGE, "", 0, name), str(word)


def _endings(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    words = {"failed": gettext("it fails"), "ended": gettext("it ends"), "canceled": gettext("it is canceled")}
    for detail, word in words.items():
        yield Effect(EffectKind.END_ACTION, "", 0, detail), word


def _prevented(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    for card, _, _ in pending_damage(at.state):
        yield Effect(EffectKind.PREVENT, card, 1), at.owned(card)


def _blocker(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    action = action_of(at.state)
    if action is not None and action.blocker:
        yield Effect(EffectKind.INTERCEPT, action.blocker, 1), at.owned(action.blocker)


def _fighters(kind: EffectKind) -> Targets:
    def make(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
        combat = combat_of(at.state)
        for side in combat.sides if combat else ():
            yield Effect(kind, side.minion, 1), at.owned(side.minion)

    return make


def _fights(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    own = [card for card in at.state.cards.values() if card.controller == at.seat and card.is_ready_minion]
    others = [card for card in at.state.cards.values() if card.controller != at.seat and card.is_ready_minion]
    for card in own:
        for other in others:
            words = f"{at.names.card(card.id)} → {at.owned(other.id)}"
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
    _plain(EffectKind.BLOCK_FAILS, size=0),
    _on_cards(EffectKind.CANNOT_BLOCK, lambda card: card.is_ready_minion),
    _on_cards(EffectKind.TAKE_OVER, lambda card: card.is_ready_minion and not card.locked),
    _plain(EffectKind.CONTINUE, size=0),
    _plain(EffectKind.ANOTHER_COMBAT, size=0),
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
    lapsed = lapsed_combat(at.state)
    for side in lapsed.sides if lapsed is not None and lapsed.step is WindowName.ADDITIONAL else ():
        if side.seat == at.seat:
            yield Effect(EffectKind.ADDITIONAL, side.minion, 1), at.owned(side.minion)


def answering(at: Viewpoint) -> Iterator[tuple[Effect, str]]:
    """The effects that go back to a step that table speed has passed over, each with its target's words."""
    for item in open_answers(at.state):
        yield item, at.owned(item.target) if item.target else ""


def _is_off(at: Viewpoint, item: Effect) -> bool:
    """Whether the engine takes an effect that makes no sense: more bleed to an action that is none."""
    action = action_of(at.state)
    return item.kind is EffectKind.SPARE and (action is None or action.kind is not ActionKind.BLEED)


def effect_options(effects: list[tuple[Effect, str]]) -> tuple[Option, ...]:
    """Effects as the values of a list, under their kinds."""
    kinds = {kind: str(EFFECT_WORDS[kind]) for kind in dict.fromkeys(item.kind for item, _ in effects)}
    onto = gettext("%(effect)s: %(target)s")
    return tuple(
        Option(value=write_effect(item), label=_label(item, words, kinds, onto), group=_heading(item, kinds))
        for item, words in effects
    )


def _label(item: Effect, words: str, kinds: dict[EffectKind, str], onto: str) -> str:
    """The effect and its target: a list that is closed shows no heading."""
    heading, target = _heading(item, kinds), _words(item, words)
    return onto % {"effect": heading, "target": target} if target else heading


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
        yield replace(pick("source", gettext("Which card"), options), name="which", put=_put_source)
        yield flag("lock", gettext("It locks for it"))
        yield blood_cost(at, [card.id for card in own])
    yield count("pool", gettext("Cost in pool"), 0, methuselah.pool)
    if methuselah.counted and methuselah.hand:
        yield replace(count("cards", gettext("Cards discarded as a cost"), 0, methuselah.hand), name="cost_cards")
    if at.state.edge == at.seat:
        yield replace(flag("edge", gettext("The Edge is burned as a cost")), name="cost_edge")
    yield replace(card_name("why", label=gettext("Its name")), name="called")


def _put_source(order: UseEffect, value: str) -> UseEffect:
    return replace(order, source=value, why="" if value else order.why)


def _uses(at: Viewpoint) -> Iterator[tuple[UseEffect, str]]:
    name = window_name(at.state)
    timing = TIMINGS.get(name, Timing.ANY) if name else Timing.ANY
    for item, words in (*answering(at), *admitted(at)):
        order = UseEffect(seat=at.seat, effects=(item,), timing=timing, why=UNNAMED)
        if refusal(at.state, order) is None:
            yield order, words


# Forms of the effects of an unlock phase


_STAGES = {
    "beginning": _l("At the beginning"),
    "middle": _l("In between"),
    "end": _l("At the end"),
}


def may_announce(at: Viewpoint) -> bool:
    """Whether this Methuselah may say now that an effect is due."""
    return _announced(at, STAGES[0]).refusal(at.state) is None


def announce_due(at: Viewpoint) -> list[Offer]:
    """An effect that this unlock phase waits for: of which card, and when in the phase."""
    if not may_announce(at):
        return []
    orders: list[Operation] = [_announced(at, stage) for stage in STAGES]
    terms: list[Term] = [
        _card_term(at),
        card_name("label", label=gettext("Name of the effect"), placeholder=gettext("or the card's")),
    ]
    return fold(
        "announce-due",
        Group.EFFECTS,
        gettext("An effect is due in this unlock phase"),
        orders,
        lambda order: str(_STAGES[order.stage]),
        terms=terms,
        hint=gettext("The phase waits for what must happen at its beginning or at its end; then say here what it did."),
        is_listed=False,
        is_folded=True,
    )


def _announced(at: Viewpoint, stage: str) -> RegisterEffect:
    number = len(at.state.step.due) + 1
    return RegisterEffect(seat=at.seat, label=gettext("effect %(number)s", number=number), stage=stage)


def _card_term(at: Viewpoint) -> Pick:
    """Whose effect it is: one's own cards first, as most such effects are theirs."""
    cards = sorted((card for card in at.state.cards.values() if card.in_play), key=lambda c: c.controller != at.seat)
    names = [(at.names.card(card.id), card.controller) for card in cards]
    return Pick(
        name="of",
        label=gettext("Effect of"),
        default="",
        options=(Option(value="", label="–"), *(Option(value=name, label=name, group=seat) for name, seat in names)),
        get=lambda order: order.label if order.label in dict(names) else "",
        put=lambda order, value: replace(order, label=value) if value else order,
    )


def settle_due(at: Viewpoint) -> list[Offer]:
    """One form for each effect that is due and may happen now: what it does, and what it costs."""
    labels = dict.fromkeys(item.label for item in at.state.step.due if item.seat == at.seat)
    offers: list[Offer] = []
    for place, label in enumerate(labels, start=1):
        order = UseEffect(seat=at.seat, effects=(Effect(EffectKind.NOTHING),), due=label)
        if refusal(at.state, order) is None:
            offers += _settle(at, f"due-{place}", order)
    return offers


def _settle(at: Viewpoint, key: str, order: UseEffect) -> list[Offer]:
    effects = [(order.effects[0], ""), *admitted(at)]
    usable = [(item, words) for item, words in effects if refusal(at.state, replace(order, effects=(item,))) is None]
    terms: list[Term] = [
        effect_term(effect_options(usable)),
        amount_term(),
        count("pool", gettext("Cost in pool"), 0, at.state.seats[at.seat].pool),
    ]
    title = gettext("Due: %(effect)s", effect=order.due)
    return fold(key, Group.OWED, title, [order], lambda _order: gettext("It happens"), terms=terms, is_listed=False)


# Forms of effects with two cards or many outcomes


# Marks that effects set in play; a minion of a Red List or a scarce clan is born so.
SETTABLE = (
    CardFlag.INFERNAL,
    CardFlag.MUST_BLEED,
    CardFlag.CANNOT_HUNT,
    CardFlag.CANNOT_ACT,
    CardFlag.BLOOD_CURSED,
    CardFlag.ANARCH,
)


def _use(at: Viewpoint, effect: Effect) -> UseEffect:
    return UseEffect(seat=at.seat, effects=(effect,), why=UNNAMED)


def _legal(at: Viewpoint, effects: Iterator[Effect]) -> Iterator[UseEffect]:
    made = (_use(at, effect) for effect in effects)
    return (order for order in made if refusal(at.state, order) is None)


def _own_first(at: Viewpoint, fits: Callable[[GameCard], bool]) -> list[GameCard]:
    cards = [card for card in at.state.cards.values() if card.in_play and fits(card)]
    return sorted(cards, key=lambda card: card.controller != at.seat)


def _place_term(at: Viewpoint, label: str, cards: list[GameCard]) -> Pick:
    """The second card of an effect."""
    return Pick(
        name="place",
        label=label,
        default=cards[0].id,
        options=tuple(Option(value=card.id, label=at.names.card(card.id), group=card.controller) for card in cards),
        get=lambda order: order.effects[0].detail,
        put=lambda order, value: _changed(order, detail=value),
    )


def _changed(order: UseEffect, **changes: Any) -> UseEffect:
    return replace(order, effects=(replace(order.effects[0], **changes),))


def _owned(at: Viewpoint) -> Callable[[UseEffect], str]:
    return lambda order: at.owned(order.effects[0].target)


# A card from one host to another


def _carried(at: Viewpoint) -> Iterator[UseEffect]:
    hosts = _own_first(at, lambda card: card.is_minion)
    for card in _own_first(at, lambda card: card.kind in MINION_CARD_KINDS or card.kind is CardKind.MASTER):
        host = next((other for other in hosts if other.id != card.host), None)
        if host is not None:
            yield from _legal(at, iter([Effect(EffectKind.ATTACH, card.id, 0, host.id)]))


def may_attach(at: Viewpoint) -> bool:
    """Whether a card could be put on a minion now."""
    return may_speak(at) and next(_carried(at), None) is not None


def attach(at: Viewpoint) -> list[Offer]:
    """Equipment, a retainer or another card goes onto a minion."""
    orders: list[Operation] = list(_carried(at))
    if not orders:
        return []
    terms: list[Term] = [_place_term(at, gettext("Onto"), _own_first(at, lambda card: card.is_minion))]
    title = gettext("Put a card on a minion")
    return fold("attach", Group.EFFECTS, title, orders, _owned(at), terms=terms, is_listed=False, is_folded=True)


# Diablerie by a card


def _diableries(at: Viewpoint) -> Iterator[UseEffect]:
    """Each ready vampire of one's own with each vampire in torpor; of those who have just fought, as in that combat."""
    ended = ended_round(at.state)
    fought = {side.minion for side in ended.sides} if ended is not None else set()
    eaters = [card for card in minions_of(at.state, at.seat) if card.is_vampire and card.zone is Zone.READY]
    victims = [card for card in at.state.cards.values() if card.is_vampire and card.zone is Zone.TORPOR]
    for eater, victim in product(eaters, victims):
        timing = Timing.END_OF_ROUND if {eater.id, victim.id} == fought else Timing.ANY
        effects = (Effect(EffectKind.DIABLERIZE, victim.id),)
        order = UseEffect(seat=at.seat, minion=eater.id, effects=effects, timing=timing)
        if refusal(at.state, order) is None:
            yield order


def may_diablerize(at: Viewpoint) -> bool:
    """Whether a card could let a vampire commit diablerie now."""
    return may_speak(at) and next(_diableries(at), None) is not None


def diablerize(at: Viewpoint) -> list[Offer]:
    """Diablerie that is no action: by a card played in combat or after it."""
    orders: list[Operation] = list(_diableries(at))
    title = gettext("Diablerie by a card")
    return fold(
        "diablerize",
        Group.EFFECTS,
        title,
        orders,
        partial(onto_words, at),
        tone="danger",
        is_listed=False,
        is_folded=True,
    )


# What a minion becomes


def _minions(at: Viewpoint) -> Iterator[UseEffect]:
    """Any minion, becoming a member of the first sect."""
    cards = _own_first(at, lambda card: card.is_minion)
    first = next(iter(SECTS))
    return _legal(at, (Effect(EffectKind.SECT, card.id, 0, first) for card in cards))


def may_become(at: Viewpoint) -> bool:
    """Whether any minion could become something else now."""
    return may_speak(at) and next(_minions(at), None) is not None


def becomes(at: Viewpoint) -> list[Offer]:
    """A minion changes sect or clan, gains a level of a Discipline, is marked or loses a mark."""
    orders: list[Operation] = list(_minions(at))
    if not orders:
        return []
    options = tuple(_outcomes())
    terms: list[Term] = [
        Pick(
            name="change",
            label=gettext("What changes"),
            default=options[0].value,
            options=options,
            get=lambda order: f"{order.effects[0].kind}/{order.effects[0].detail}",
            put=_put_change,
        ),
        Text(
            name="clan",
            label=gettext("or its clan"),
            default="",
            get=lambda order: order.effects[0].detail if order.effects[0].kind is EffectKind.CLAN else "",
            put=_put_clan,
            longest=40,
        ),
    ]
    title = gettext("A minion changes sect, clan, Discipline or mark")
    return fold("becomes", Group.EFFECTS, title, orders, _owned(at), terms=terms, is_listed=False, is_folded=True)


def _outcomes() -> Iterator[Option]:
    sects, disciplines = gettext("Sect"), gettext("Discipline")
    for sect, words in SECTS.items():
        yield Option(value=f"{EffectKind.SECT}/{sect}", label=str(words), group=sects)
    for code in sorted(DISCIPLINES):
        yield Option(value=f"{EffectKind.DISCIPLINE}/{code}", label=f"{code.upper()} {signed(1)}", group=disciplines)
    for kind, group in ((EffectKind.FLAG, gettext("Mark")), (EffectKind.UNFLAG, gettext("No longer marked"))):
        for mark in SETTABLE:
            yield Option(value=f"{kind}/{mark}", label=str(FLAGS[mark]), group=group)


def _put_change(order: UseEffect, value: str) -> UseEffect:
    kind, _, detail = value.partition("/")
    return _changed(order, kind=EffectKind(kind), detail=detail)


def _put_clan(order: UseEffect, value: str) -> UseEffect:
    name = scope_key(value)
    return _changed(order, kind=EffectKind.CLAN, detail=name) if name else order
