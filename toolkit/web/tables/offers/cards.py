"""Forms of cards played from hand: masters, modifiers, reactions, combat cards, events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask_babel import gettext

from toolkit.game.blocking import action_of
from toolkit.game.combat import combat_of, lapsed_combat, opponent_of
from toolkit.game.draft import minions_of
from toolkit.game.engine import ended_round, refusal
from toolkit.game.operation import Operation
from toolkit.game.playing import PlayCard
from toolkit.game.state import Effect
from toolkit.game.vocabulary import CardKind, CardType, EffectKind, Timing, WindowName
from toolkit.game.windows import window_name
from toolkit.web.tables.offers.actions import delay_term
from toolkit.web.tables.offers.effects import (
    TIMINGS,
    admitted,
    amount_term,
    answering,
    effect_options,
    effect_term,
    may_speak,
)
from toolkit.web.tables.offers.offer import (
    Group,
    Offer,
    Pick,
    Term,
    Viewpoint,
    amount,
    blood_cost,
    card_name,
    count,
    flag,
    fold,
    makes,
    pick,
)
from toolkit.web.tables.offers.turn import blood_words
from toolkit.web.tables.words import TYPES

MOST_ADDED = 9
# Plays that wait behind their names: what a table does beside the main thing of the moment.
RARE_PLAYS = frozenset({EffectKind.BLEED, EffectKind.WAKE})


@makes(PlayCard)
def plays(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """The plain cards that the engine lists, each with its costs and what it does."""
    offers: list[Offer] = []
    families: dict[str, list[PlayCard]] = {}
    for order in orders:
        assert isinstance(order, PlayCard)
        families.setdefault(f"play-{order.type}-{_name(order)}", []).append(order)
    for key, own in families.items():
        offers += fold(
            key,
            _group(own[0]),
            _title(own[0]),
            own,
            lambda o: _label(at, o),
            terms=_terms(at, own[0]),
            is_folded=own[0].trifle or _name(own[0]) in RARE_PLAYS,
        )
    return offers


def _name(order: PlayCard) -> str:
    """The key that tells the plain cards of one type apart."""
    if order.effects:
        return order.effects[0].kind
    return "trifle" if order.trifle else "other" if order.out_of_turn else "plain"


def _group(order: PlayCard) -> Group:
    if order.type is CardType.MASTER and not order.out_of_turn:
        return Group.MASTER
    return Group.REACT if order.effects else Group.CARDS


def _title(order: PlayCard) -> str:
    if order.type is CardType.EVENT:
        return gettext("Play an event")
    if order.type is CardType.MASTER:
        if order.out_of_turn:
            return gettext("Play a master out of turn")
        return gettext("Play a trifle") if order.trifle else gettext("Play a master card")
    words = {
        EffectKind.STEALTH: gettext("Add stealth"),
        EffectKind.INTERCEPT: gettext("Add intercept"),
        EffectKind.BLEED: gettext("Add to the bleed"),
        EffectKind.WAKE: gettext("Wake to block or react"),
    }
    return words[order.effects[0].kind]


def _label(at: Viewpoint, order: PlayCard) -> str:
    return blood_words(at, order.minion) if order.minion else gettext("Play it")


def _terms(at: Viewpoint, order: PlayCard) -> list[Term]:
    terms: list[Term] = []
    if order.effects and order.effects[0].amount:
        terms.append(amount(gettext("How much"), 1, MOST_ADDED, default=order.effects[0].amount))
    terms += [card_name(), *_cost_terms(at, order)]
    if order.type is CardType.MASTER:
        terms += [_place_term(at), flag("unique", gettext("Unique"))]
        terms.append(count("hand_size", gettext("More hand size"), 0, MOST_ADDED))
    return [*terms, delay_term()]


def _cost_terms(at: Viewpoint, order: PlayCard) -> Iterator[Term]:
    yield count("pool", gettext("Cost in pool"), 0, at.state.seats[at.seat].pool)
    if order.minion:
        yield blood_cost(at, [order.minion])


def _place_term(at: Viewpoint) -> Pick:
    """Where a master card goes: to the ash heap, or into play as what."""
    options = [
        ("", gettext("no: to the ash heap")),
        (CardKind.LOCATION.value, gettext("as a location")),
        (CardKind.MASTER.value, gettext("as a master card")),
    ]
    term = pick("stays", gettext("Stays in play"), options)
    return replace(term, get=lambda order: order.kind.value if order.enters else "", put=_placing(at.state.sequence))


def _placing(sequence: int) -> Any:
    def put(order: PlayCard, value: str) -> PlayCard:
        if not value:
            return order if not order.enters else replace(order, enters="", kind=CardKind.LASTING)
        return replace(order, enters=f"card-{sequence}", kind=CardKind(value))

    return put


# Any card, with any effect that the moment admits


def may_play_any(at: Viewpoint) -> bool:
    """Whether any card may be played now."""
    return may_speak(at) and next(_plain_plays(at), None) is not None


def any_card(at: Viewpoint) -> list[Offer]:
    """Cards whose effect is none of the usual ones: which minion plays what, and what it does."""
    return _forms(at, _plain_plays(at))


def may_end_round(at: Viewpoint) -> bool:
    """Whether a combat card may be played at the end of a round that has been passed over."""
    return combat_of(at.state) is None and ended_round(at.state) is not None and bool(list(_combat_plays(at)))


def combat_card(at: Viewpoint) -> list[Offer]:
    """A combat card alone: all that a light game shows of cards, after a combat."""
    return _forms(at, _combat_plays(at))


def combat_title() -> str:
    """The title of a combat card's form."""
    return str(TYPES[CardType.COMBAT])


def _combat_plays(at: Viewpoint) -> Iterator[tuple[CardType, list[PlayCard]]]:
    return ((kind, orders) for kind, orders in _plain_plays(at) if kind is CardType.COMBAT)


def _forms(at: Viewpoint, plays: Iterator[tuple[CardType, list[PlayCard]]]) -> list[Offer]:
    answers, others = list(answering(at)), list(admitted(at))
    offers: list[Offer] = []
    for kind, orders in plays:
        # A master card that comes too late for its step does nothing else.
        tried = answers if kind is CardType.MASTER and window_name(at.state) is None else [*answers, *others]
        usable = [
            (item, words) for item, words in tried if refusal(at.state, replace(orders[0], effects=(item,))) is None
        ]
        own = _own_effects(orders[0], at)
        options = effect_options([*own, *usable])
        if not options:
            continue
        terms = [effect_term(options), amount_term(), card_name(), *_cost_terms(at, orders[0]), delay_term()]
        title = str(TYPES[kind])
        label = lambda order: blood_words(at, order.minion) if order.minion else gettext("Play it")
        offers += fold(f"card-{kind}", Group.CARDS, title, orders, label, terms=terms, is_listed=False, is_folded=True)
    return offers


def _plain_plays(at: Viewpoint) -> Iterator[tuple[CardType, list[PlayCard]]]:
    """The types that could be played now, each with an order for every minion or seat that could."""
    for kind, minions in _players(at):
        bases = [_base(at, kind, minion) for minion in minions]
        if orders := [order for order in bases if refusal(at.state, order) is None]:
            yield kind, orders


def _base(at: Viewpoint, kind: CardType, minion: str) -> PlayCard:
    name = window_name(at.state)
    cancels = name is WindowName.AS_PLAYED or (kind is CardType.MASTER and _may_cancel(at))
    first = Effect(EffectKind.CANCEL if cancels else EffectKind.NOTHING)
    if kind is CardType.COMBAT and combat_of(at.state) is None and ended_round(at.state) is None:
        first = Effect(EffectKind.PRESS)
    return PlayCard(
        seat=at.seat,
        type=kind,
        card=f"card {at.state.sequence}",
        minion=minion,
        effects=(first,),
        timing=TIMINGS.get(name, Timing.ANY) if name else Timing.ANY,
        out_of_turn=kind is CardType.MASTER,
    )


def _players(at: Viewpoint) -> Iterator[tuple[CardType, list[str]]]:
    """The types that belong to this moment, and who could play them."""
    combat, action = combat_of(at.state), action_of(at.state)
    fight = combat or ended_round(at.state) or lapsed_combat(at.state)
    if fight is not None:
        yield CardType.COMBAT, [side.minion for side in fight.sides if side.seat == at.seat]
    if combat is not None:
        return
    if action is not None and action.seat == at.seat:
        yield CardType.MODIFIER, [action.minion]
    elif action is not None:
        yield CardType.REACTION, [card.id for card in minions_of(at.state, at.seat)]
    if (window_name(at.state) is not None or _may_cancel(at)) and at.state.step.seat != at.seat:
        yield CardType.MASTER, [""]


def _may_cancel(at: Viewpoint) -> bool:
    """Whether the card just played can still be canceled, though its step has been passed over."""
    return at.state.answerable is not None and WindowName.AS_PLAYED in at.state.answerable.windows


def _own_effects(order: PlayCard, at: Viewpoint) -> list[tuple[Effect, str]]:
    """The effects of the playing minion alone, and of doing nothing that is counted."""
    kinds = (EffectKind.MANEUVER, EffectKind.PRESS, EffectKind.NOTHING)
    made = [(Effect(kind), "") for kind in kinds]
    if order.type is CardType.COMBAT and (fight := combat_of(at.state) or ended_round(at.state)) is not None:
        victim = opponent_of(fight, order.minion).minion
        made.append((Effect(EffectKind.DIABLERIZE, victim), at.owned(victim)))
    return [(item, words) for item, words in made if refusal(at.state, replace(order, effects=(item,))) is None]
