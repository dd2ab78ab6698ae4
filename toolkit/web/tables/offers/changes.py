"""Forms of effects with two cards or many outcomes: a card put on another, a diablerie, what a minion becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from flask_babel import gettext

from toolkit.game.cards import Card, scope_key
from toolkit.game.draft import minions_of
from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.state import Effect
from toolkit.game.vocabulary import MINION_CARD_KINDS, EffectKind, Flag, Kind, Zone
from toolkit.web.tables.effect_words import signed
from toolkit.web.tables.offers.combat import DISCIPLINES
from toolkit.web.tables.offers.effects import may_speak
from toolkit.web.tables.offers.offer import Group, Offer, Viewpoint, fold, onto_words
from toolkit.web.tables.offers.terms import Option, Pick, Term, Text
from toolkit.web.tables.words import FLAGS, SECTS

# Marks that effects set in play; a minion of a Red List or a scarce clan is born so.
SETTABLE = (Flag.INFERNAL, Flag.MUST_BLEED, Flag.CANNOT_HUNT, Flag.CANNOT_ACT, Flag.BLOOD_CURSED, Flag.ANARCH)


def _use(at: Viewpoint, effect: Effect) -> UseEffect:
    return UseEffect(seat=at.seat, effects=(effect,))


def _legal(at: Viewpoint, effects: Iterator[Effect]) -> Iterator[UseEffect]:
    made = (_use(at, effect) for effect in effects)
    return (order for order in made if order.refusal(at.state) is None)


def _own_first(at: Viewpoint, fits: Callable[[Card], bool]) -> list[Card]:
    cards = [card for card in at.state.cards.values() if card.in_play and fits(card)]
    return sorted(cards, key=lambda card: card.controller != at.seat)


def _place_term(at: Viewpoint, label: str, cards: list[Card]) -> Pick:
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
    return lambda order: at.names.owned(order.effects[0].target)


# A card from one host to another


def _carried(at: Viewpoint) -> Iterator[UseEffect]:
    hosts = _own_first(at, lambda card: card.is_minion)
    for card in _own_first(at, lambda card: card.kind in MINION_CARD_KINDS or card.kind is Kind.MASTER):
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
    """Each ready vampire of one's own with each vampire in torpor."""
    eaters = [card for card in minions_of(at.state, at.seat) if card.is_vampire and card.zone is Zone.READY]
    victims = [card for card in at.state.cards.values() if card.is_vampire and card.zone is Zone.TORPOR]
    for eater, victim in product(eaters, victims):
        order = UseEffect(seat=at.seat, minion=eater.id, effects=(Effect(EffectKind.DIABLERIZE, victim.id),))
        if order.refusal(at.state) is None:
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
    orders: list[Operation] = list(_minions(at))
    return fold("becomes", Group.EFFECTS, title, orders, _owned(at), terms=terms, is_listed=False, is_folded=True)


def _outcomes() -> Iterator[Option]:
    for sect, words in SECTS.items():
        yield Option(value=f"{EffectKind.SECT}/{sect}", label=str(words), group=gettext("Sect"))
    for code in DISCIPLINES:
        yield Option(
            value=f"{EffectKind.DISCIPLINE}/{code}",
            label=f"{code.upper()} {signed(1)}",
            group=gettext("Discipline"),
        )
    for kind, group in ((EffectKind.FLAG, gettext("Mark")), (EffectKind.UNFLAG, gettext("No longer marked"))):
        for mark in SETTABLE:
            yield Option(value=f"{kind}/{mark}", label=str(FLAGS[mark]), group=group)


def _put_change(order: UseEffect, value: str) -> UseEffect:
    kind, _, detail = value.partition("/")
    return _changed(order, kind=EffectKind(kind), detail=detail)


def _put_clan(order: UseEffect, value: str) -> UseEffect:
    name = scope_key(value)
    return _changed(order, kind=EffectKind.CLAN, detail=name) if name else order
