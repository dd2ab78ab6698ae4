"""The light depth: pool, Edge, a bleed, a referendum or a combat in a tap; what else happens goes by counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flask_babel import gettext

from toolkit.game.draft import active_seats, prey_of
from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.state import Effect
from toolkit.game.vocabulary import EffectKind, Stage
from toolkit.web.tables.offers.offer import Group, Offer, Viewpoint, fold, onto_words
from toolkit.web.tables.offers.table import legal
from toolkit.web.tables.offers.terms import Pick, Term, amount, pick
from toolkit.web.tables.operation_words import REASONS

MOST = 30
# The forms of the full depth that a light game shows too: what a table wants to follow in any case.
KEPT = frozenset(
    {
        "start", "end-phase", "phase", "cheat", "edge-pool", "withdraw", "transfer", "transfer-back", "emerge", "crypt",
        "merge", "discard-down", "place-edge", "reveal", "title", "concede", "time", "note",
    }
)  # fmt: skip


def is_kept(offer: Offer) -> bool:
    """Whether a light game shows this form."""
    return offer.key in KEPT or offer.group in (Group.CONTESTS, Group.JUDGE)


def quick(at: Viewpoint) -> list[Offer]:
    """What a light game has instead of the flows."""
    if at.state.stage is not Stage.RUNNING or at.seat not in active_seats(at.state):
        return []
    return [*_bleed(at), *_pool(at), *_edge(at), *_dips(at)]


def _why() -> Pick:
    return pick("why", gettext("Why"), [("", "–"), *((reason, str(words)) for reason, words in REASONS.items())])


def _use(at: Viewpoint, *effects: Effect, why: str = "") -> UseEffect:
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
    title = gettext("Bled %(name)s, and took the Edge", name=prey)
    return _quick(at, "quick-bleed", title, [order], _went_through, terms=[amount(gettext("Bled for"), 1, MOST)])


def _went_through(order: UseEffect) -> str:
    return gettext("It went through")


def _pool(at: Viewpoint) -> list[Offer]:
    """Every Methuselah's pool, less or more, with the reason."""
    kinds = (EffectKind.BURN_POOL, EffectKind.GAIN_POOL)
    orders = [_use(at, Effect(kind, seat, 1)) for seat in active_seats(at.state) for kind in kinds]
    terms = [amount(gettext("How much"), 1, MOST), _why()]
    found = _quick(at, "quick-pool", gettext("Pool, less or more"), orders, _less_or_more, terms=terms)
    return [replace(offer, is_paired=True) for offer in found]


def _less_or_more(order: UseEffect) -> str:
    item = order.effects[0]
    return f"{item.target} −" if item.kind is EffectKind.BURN_POOL else f"{item.target} +"


def _edge(at: Viewpoint) -> list[Offer]:
    seats = [seat for seat in active_seats(at.state) if seat != at.state.edge]
    orders = [_use(at, Effect(EffectKind.EDGE, seat)) for seat in seats]
    if at.state.edge:
        orders.append(_use(at, Effect(EffectKind.EDGE)))
    label = lambda order: order.effects[0].target or gettext("nobody")  # noqa: E731
    return _quick(at, "quick-edge", gettext("The Edge goes to"), orders, label)


def _dips(at: Viewpoint) -> list[Offer]:
    """A referendum or a combat followed step by step; the light game is back when it is over."""
    own = [card for card in at.state.cards.values() if card.controller == at.seat and card.is_ready_minion]
    others = [card for card in at.state.cards.values() if card.controller != at.seat and card.is_ready_minion]
    fights = [
        UseEffect(seat=at.seat, minion=card.id, effects=(Effect(EffectKind.COMBAT, other.id),))
        for card in own
        for other in others
    ]
    call = UseEffect(seat=at.seat, effects=(Effect(EffectKind.REFERENDUM),))
    return [
        *_quick(at, "dip-referendum", gettext("Follow a referendum"), [call]),
        *_quick(at, "dip-combat", gettext("Follow a combat"), fights, partial(onto_words, at)),
    ]
