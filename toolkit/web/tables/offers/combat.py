"""Forms of a combat and of diablerie: draws, maneuvers, strikes, presses, the diablerist's Discipline."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask_babel import gettext

from toolkit.decks.figures import DISCIPLINES
from toolkit.game.combat import combat_of, lapsed_combat, opponent_of
from toolkit.game.diablerie import AcceptDiablerie, TakeDiscipline
from toolkit.game.draft import cards_on
from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.strikes import ChooseStrike, CombatDraw
from toolkit.game.vocabulary import CardKind, EffectKind, StrikeKind
from toolkit.web.tables.offers.offer import (
    Group,
    Offer,
    Pick,
    Term,
    Viewpoint,
    blood_cost,
    card_name,
    count,
    flag,
    fold,
    makes,
    pick,
)
from toolkit.web.tables.words import STRIKES

MOST_DAMAGE = 15
PLAIN = (StrikeKind.HAND, StrikeKind.DODGE, StrikeKind.COMBAT_ENDS, StrikeKind.NONE)


@makes(CombatDraw)
def draw(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The draw at the start of a round, in the advanced game of phased motion."""
    return fold("combat-draw", Group.COMBAT, gettext("Draw a card for this round"), orders)


@makes(UseEffect)
def moves(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Maneuvers and presses."""
    words = {EffectKind.MANEUVER: _maneuver(at), EffectKind.PRESS: _press(at)}
    offers: list[Offer] = []
    for kind, title in words.items():
        own = [order for order in orders if isinstance(order, UseEffect) and order.effects[0].kind is kind]
        label = lambda order: at.names.card(order.minion)
        offers += fold(f"combat-{kind}", Group.COMBAT, title, own, label)
    return offers


def _maneuver(at: Viewpoint) -> str:
    combat = combat_of(at.state)
    if combat is not None and combat.range == "long":
        return gettext("Maneuver to close range")
    return gettext("Maneuver to long range")


def _press(at: Viewpoint) -> str:
    combat = lapsed_combat(at.state) or combat_of(at.state)
    return gettext("Press to end combat") if combat is not None and combat.goes_on else gettext("Press to continue")


@makes(ChooseStrike)
def strikes(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Strikes that need nothing else as buttons, the others as forms with their damage."""
    chosen = [order for order in orders if isinstance(order, ChooseStrike)]
    plain = [order for order in chosen if order.strike in PLAIN]
    offers = fold("strike", Group.COMBAT, _strike_title(at, chosen), plain, lambda order: _plain_words(at, order))
    for order in chosen:
        if order.strike not in PLAIN:
            # What the card or weapon does is for its player to say: at first one point, in close range.
            is_open = order.strike is StrikeKind.DAMAGE
            basis = replace(order, damage=1, aggravated=0, ranged=False) if is_open else order
            key = f"strike-{order.strike}{'-first' if order.first else ''}"
            terms = _strike_terms(at, basis)
            made = fold(key, Group.COMBAT, _own_words(order), [basis], _do_it, terms=terms, is_folded=True)
            offers += [replace(offer, covers=(order,)) for offer in made]
    return offers


def _do_it(order: ChooseStrike) -> str:
    return gettext("Strike")


def _strike_title(at: Viewpoint, orders: list[ChooseStrike]) -> str:
    if not orders:
        return gettext("Strike")
    return gettext("Strike with %(minion)s", minion=at.names.card(orders[0].minion))


def _plain_words(at: Viewpoint, order: ChooseStrike) -> str:
    if order.strike is not StrikeKind.HAND:
        return str(STRIKES[order.strike])
    return gettext("Hand strike: %(damage)s", damage=at.state.cards[order.minion].strength)


def _own_words(order: ChooseStrike) -> str:
    if order.strike is StrikeKind.STEAL_BLOOD:
        return gettext("Steal blood")
    return gettext("First strike with a card or weapon") if order.first else gettext("Strike with a card or weapon")


def _strike_terms(at: Viewpoint, order: ChooseStrike) -> list[Term]:
    terms: list[Term] = []
    if order.strike is StrikeKind.STEAL_BLOOD:
        terms.append(count("amount", gettext("Blood stolen"), 1, MOST_DAMAGE, default=order.amount))
    else:
        terms += [
            count("damage", gettext("Damage"), 0, MOST_DAMAGE, default=order.damage),
            count("aggravated", gettext("Aggravated damage"), 0, MOST_DAMAGE, default=order.aggravated),
        ]
    terms.append(flag("ranged", gettext("Ranged")))
    combat = combat_of(at.state)
    assert combat is not None
    weapons = [card for card in cards_on(at.state, order.minion) if card.kind is CardKind.EQUIPMENT]
    victims = cards_on(at.state, opponent_of(combat, order.minion).minion)
    if weapons:
        options = [("", gettext("none")), *((card.id, at.names.card(card.id)) for card in weapons)]
        terms.append(pick("source", gettext("Weapon"), options))
    if victims:
        terms.append(_target_term(at, victims))
    pool = at.state.seats[at.seat].pool
    return [
        *terms,
        card_name(placeholder=gettext("none")),
        blood_cost(at, [order.minion]),
        count("pool", gettext("Cost in pool"), 0, pool),
    ]


def _target_term(at: Viewpoint, victims: list[Any]) -> Pick:
    """The opponent, its retainers (at long range), or equipment to destroy or steal."""
    options: list[tuple[str, str]] = [("", gettext("the opponent"))]
    for card in victims:
        name = at.names.card(card.id)
        if card.kind is CardKind.RETAINER:
            options.append((card.id, name))
        elif card.kind is CardKind.EQUIPMENT:
            options.append((f"destroy:{card.id}", gettext("destroy %(card)s", card=name)))
            options.append((f"steal:{card.id}", gettext("steal %(card)s", card=name)))
    return replace(pick("target", gettext("Aimed at"), options), put=_put_target)


def _put_target(order: ChooseStrike, value: str) -> ChooseStrike:
    verb, _, card = value.rpartition(":")
    kinds = {"destroy": StrikeKind.DESTROY_EQUIPMENT, "steal": StrikeKind.STEAL_EQUIPMENT}
    if verb not in kinds:
        return replace(order, target=card)
    return replace(order, target=card, strike=kinds[verb], damage=0, aggravated=0)


@makes(AcceptDiablerie)
def accept(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Diablerie on a vampire whose leave-torpor action was blocked; passing declines."""
    return fold("diablerie", Group.OWED, gettext("Commit diablerie"), orders, tone="danger")


@makes(TakeDiscipline)
def discipline(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """A Discipline card for the younger diablerist; passing declines."""
    places = [("hand", gettext("hand")), ("library", gettext("library")), ("ash_heap", gettext("ash heap"))]
    disciplines = [(code, code.upper()) for code in sorted(DISCIPLINES)]
    terms = [
        pick("discipline", gettext("Discipline"), disciplines, default="dom"),
        pick("place", gettext("Found in"), places, default="hand"),
    ]
    return fold("discipline", Group.OWED, gettext("Take a Discipline card"), orders, terms=terms)
