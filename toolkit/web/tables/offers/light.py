"""Forms of the light depth: what a table says of a game whose flows it does not follow, each in a tap or two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask_babel import gettext, pgettext

from toolkit.game.cards import GameCard
from toolkit.game.draft import active_seats, minions_of, prey_of
from toolkit.game.ending import AnnounceWithdrawal
from toolkit.game.operation import Operation
from toolkit.game.playing import REASONS, UseEffect
from toolkit.game.state import Effect
from toolkit.game.turns import EndTurn
from toolkit.game.vocabulary import EffectKind, Phase, Stage, Zone
from toolkit.web.tables.offers.offer import (
    BadChoice,
    Group,
    Offer,
    Stepper,
    Term,
    Viewpoint,
    amount,
    fold,
    onto_words,
    pick,
)
from toolkit.web.tables.offers.table import legal
from toolkit.web.tables.offers.turn import withdrawal_hint
from toolkit.web.tables.words import in_words

MOST = 30
# Forms of the influence phase, which a light game has from the beginning of a turn.
OF_INFLUENCE = frozenset({"transfer", "transfer-back", "emerge", "crypt", "merge"})
BEFORE_ITS_PHASE = {**dict.fromkeys(OF_INFLUENCE, Phase.INFLUENCE), "quick-bleed": Phase.MINION}
# The forms of the full depth that a light game shows too: what a table wants to follow in any case.
KEPT = OF_INFLUENCE | {
    "start", "end-phase", "phase", "cheat", "edge-pool", "discard-down", "place-edge", "reveal", "title",
    "concede", "time", "stop", "note", "combat-press",
}  # fmt: skip


def is_kept(offer: Offer) -> bool:
    """Whether a light game shows this form."""
    return offer.key in KEPT or offer.group in (Group.CONTESTS, Group.JUDGE)


def on_its_card(offer: Offer) -> Offer:
    """The form that names a card stands on it in every phase; in its group it would wait until that is fetched."""
    return replace(offer, group=Group.INFLUENCE) if offer.key == "reveal" else offer


def forms(at: Viewpoint) -> list[Offer]:
    """The offers of a light game instead of the flows."""
    if at.state.stage is not Stage.RUNNING or at.seat not in active_seats(at.state):
        return []
    offers = [*_end_turn(at), *_withdrawal(at), *_bleed(at)]
    adjusting, dips = [*_pools(at), *_edge(at), *_minions(at)], _dips(at)
    if at.state.options.is_phased:
        # There is no ring to tap: what would stand on its plaques and cards waits behind headings.
        adjusting = [replace(offer, group=Group.ADJUST) for offer in adjusting]
        dips = [replace(offer, is_folded=True) for offer in dips]
    return [*offers, *adjusting, *dips]


def _end_turn(at: Viewpoint) -> list[Offer]:
    """The turn ends: what is left of it is passed over."""
    order = EndTurn(seat=at.seat)
    return fold("end-turn", Group.TURN, gettext("End turn"), legal(at, [order]), tone="primary", is_listed=False)


def _withdrawal(at: Viewpoint) -> list[Offer]:
    """A withdrawal in the unlock phase: libraries are not tracked here, so the player declares hers empty."""
    return fold(
        "withdraw",
        Group.TABLE,
        gettext("Announce a withdrawal: the library is empty"),
        legal(at, [AnnounceWithdrawal(seat=at.seat, exhausted=True)]),
        tone="danger",
        hint=withdrawal_hint(),
        is_listed=False,
    )


def _use(at: Viewpoint, *effects: Effect, why: str = "other") -> UseEffect:
    return UseEffect(seat=at.seat, effects=effects, why=why)


def _quick(
    at: Viewpoint, key: str, title: Any, orders: Sequence[Operation], label: Any = None, *, terms: Sequence[Term] = ()
) -> list[Offer]:
    return fold(key, Group.POOL, title, legal(at, list(orders)), label, terms=terms, is_listed=False)


def _bleed(at: Viewpoint) -> list[Offer]:
    """A bleed that went through: the prey burns pool, the Edge follows."""
    prey = prey_of(at.state, at.seat)
    if at.state.step.seat != at.seat or not prey:
        return []
    order = _use(at, Effect(EffectKind.BURN_POOL, prey, 1), Effect(EffectKind.EDGE, at.seat), why="bleed")
    title = gettext("Bleed %(name)s", name=prey)
    label = lambda order: gettext("It goes through")
    return _quick(at, "quick-bleed", title, [order], label, terms=[amount(gettext("Bleed for"), 1, MOST)])


# Pool: a dial for every Methuselah


def _pools(at: Viewpoint) -> Iterator[Offer]:
    for place, seat in enumerate(at.state.seats, start=1):
        if seat in active_seats(at.state):
            order = _use(at, Effect(EffectKind.BURN_POOL, seat, 1))
            terms = [_dial(EffectKind.BURN_POOL, EffectKind.GAIN_POOL), _why()]
            yield from _quick(at, f"pool-{place}", gettext("Adjust pool"), [order], _named(seat), terms=terms)


def _dial(less: EffectKind, more: EffectKind) -> Stepper:
    """How much less or more of something, below zero for less."""

    def put(order: UseEffect, value: int) -> UseEffect:
        if not value:
            raise BadChoice(gettext("Less or more: 0 changes nothing."))
        item = order.effects[0]
        return replace(
            order, effects=(replace(item, kind=more if value > 0 else less, amount=abs(value)), *order.effects[1:])
        )

    return Stepper(
        name="change",
        label=gettext("Less or more"),
        low=-MOST,
        high=MOST,
        default="-1",
        get=lambda order: str(order.effects[0].amount if order.effects[0].kind is more else -order.effects[0].amount),
        put=put,
    )


def _why() -> Term:
    reasons = [(reason, in_words(words)) for reason, words in REASONS.items()]
    return pick("why", gettext("Why"), reasons, default="other")


def _named(seat: str) -> Callable[[UseEffect], str]:
    return lambda order: seat


def _edge(at: Viewpoint) -> Iterator[Offer]:
    """The Edge, by its new holder; place 0 is none."""
    for place, seat in enumerate(("", *at.state.seats)):
        if seat != at.state.edge and (not seat or seat in active_seats(at.state)):
            title = gettext("Takes the Edge") if seat else gettext("No player has the Edge")
            yield from _quick(at, f"edge-{place}", title, [_use(at, Effect(EffectKind.EDGE, seat))])


# Minions: blood and life, locks and places


def _minions(at: Viewpoint) -> Iterator[Offer]:
    own = minions_of(at.state, at.seat)
    vampires = [card for card in own if card.is_vampire]
    living = [card for card in own if not card.is_vampire]
    yield from _of_cards(at, "blood", gettext("Blood"), vampires, EffectKind.BURN_BLOOD, is_dial=True)
    yield from _of_cards(at, "life", gettext("Life"), living, EffectKind.BURN_BLOOD, is_dial=True)
    yield from _of_cards(at, "lock", pgettext("card", "Lock"), [c for c in own if not c.locked], EffectKind.LOCK)
    yield from _of_cards(at, "unlock", pgettext("card", "Unlock"), [c for c in own if c.locked], EffectKind.UNLOCK)
    ready = [card for card in vampires if card.zone is Zone.READY]
    yield from _of_cards(at, "torpor", gettext("To torpor"), ready, EffectKind.TORPOR)
    torpid = [card for card in vampires if card.zone is Zone.TORPOR]
    yield from _of_cards(at, "leaves-torpor", gettext("Leaves torpor"), torpid, EffectKind.READY)
    yield from _of_cards(at, "burn", gettext("Burn"), own, EffectKind.BURN)


def _of_cards(
    at: Viewpoint, key: str, title: str, cards: Sequence[GameCard], kind: EffectKind, *, is_dial: bool = False
) -> list[Offer]:
    orders = [_use(at, Effect(kind, card.id, 1 if is_dial else 0)) for card in cards]
    terms = [_dial(kind, EffectKind.GAIN_BLOOD)] if is_dial else []
    return _quick(at, key, title, orders, lambda order: at.names.card(order.effects[0].target), terms=terms)


def _dips(at: Viewpoint) -> list[Offer]:
    """A referendum or a combat followed step by step; the light game is back when it is over."""
    own = [card for card in at.state.cards.values() if card.controller == at.seat and card.is_ready_minion]
    others = [card for card in at.state.cards.values() if card.controller != at.seat and card.is_ready_minion]
    fights = [
        UseEffect(seat=at.seat, minion=card.id, effects=(Effect(EffectKind.COMBAT, other.id),))
        for card in own
        for other in others
    ]
    call = _use(at, Effect(EffectKind.REFERENDUM))
    return [
        *_quick(at, "dip-referendum", gettext("Follow a referendum"), [call]),
        *_quick(at, "dip-combat", gettext("Follow a combat"), fights, partial(onto_words, at)),
    ]
