"""Forms of the light depth: what a table says of a game whose flows it does not follow, each in a tap or two."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from flask_babel import gettext, pgettext

from toolkit.game.actions import dutiful
from toolkit.game.cards import GameCard
from toolkit.game.draft import active_seats, minions_of, prey_of
from toolkit.game.ending import AnnounceWithdrawal
from toolkit.game.judge import Correct
from toolkit.game.operation import Operation
from toolkit.game.phased import GoOn, picks_in_turn
from toolkit.game.playing import REASONS, UseEffect
from toolkit.game.state import Effect
from toolkit.game.turns import EndTurn
from toolkit.game.vocabulary import ActionKind, CardKind, EffectKind, Phase, Stage, Zone
from toolkit.web.tables.offers.offer import (
    LIBRARY,
    BadChoice,
    Group,
    Offer,
    Pick,
    Stepper,
    Term,
    Viewpoint,
    amount,
    card_name,
    fold,
    pick,
)
from toolkit.web.tables.offers.table import legal
from toolkit.web.tables.offers.turn import withdrawal_hint
from toolkit.web.tables.words import KINDS, in_words

MOST = 30
# Forms of the influence phase, which a light game has from the beginning of a turn.
OF_INFLUENCE = frozenset({"transfer", "transfer-back", "emerge", "crypt", "merge"})
# When a vampire that must hunt is asked about: from the beginning of a turn to the phase in which it must.
HUNTS_ARE_DUE = frozenset({Phase.UNLOCK, Phase.MASTER, Phase.MINION})
SHARED_HUNTS_ARE_DUE = frozenset({Phase.UNLOCK, Phase.MANDATORY})
BEFORE_ITS_PHASE = {**dict.fromkeys(OF_INFLUENCE, Phase.INFLUENCE), "quick-bleed": Phase.MINION}
# Forms of phased motion that stand beyond portions: they are passed over first, for some up to one's own.
BEYOND_PORTIONS = ("phase", "cheat", "contest-")
IN_OWN_PORTION = ("crypt", "merge", "withdraw")
# What a light game of phased motion says in its own way, in no portion's order.
REPLACED = frozenset({"transfer", "transfer-back", "emerge", "end-phase", "edge-pool"})
TRANSFERS = 4
# The forms of the full depth that a light game shows too: what a table wants to follow in any case.
KEPT = OF_INFLUENCE | {
    "start", "end-phase", "phase", "cheat", "edge-pool", "discard-down", "place-edge", "reveal", "title",
    "concede", "time", "stop", "note", "combat-press",
}  # fmt: skip


def is_kept(offer: Offer, *, is_phased: bool = False) -> bool:
    """Whether a light game shows this form."""
    if is_phased and offer.key in REPLACED:
        return False
    return offer.key in KEPT or offer.group in (Group.CONTESTS, Group.JUDGE)


def on_its_card(offer: Offer) -> Offer:
    """The form that names a card stands on it in every phase; in its group it would wait until that is fetched."""
    return replace(offer, group=Group.INFLUENCE) if offer.key == "reveal" else offer


def forms(at: Viewpoint) -> list[Offer]:
    """The offers of a light game instead of the flows."""
    if at.state.stage is not Stage.RUNNING or at.seat not in active_seats(at.state):
        return []
    offers = [*_end_turn(at), *withdrawal(at), *_owed_hunts(at), *_bleed(at)]
    if at.state.options.is_phased:
        offers += [*_transfers(at), *_hunts(at), *_master_pool(at)]
    return [*offers, *_pools(at), *_edge(at), *_minions(at), *_dips(at)]


def _end_turn(at: Viewpoint) -> list[Offer]:
    """The turn ends: what is left of it is passed over. Once time is called, a shared turn ends with its phase."""
    order: Operation = EndTurn(seat=at.seat)
    if at.state.options.is_phased:
        if len(at.state.step.picks) < picks_in_turn(at.state) and not at.state.time_called:
            return []
        order = GoOn(seat=at.seat)
    return fold("end-turn", Group.TURN, gettext("End turn"), legal(at, [order]), tone="primary", is_listed=False)


def withdrawal(at: Viewpoint) -> list[Offer]:
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


def _owed_hunts(at: Viewpoint) -> list[Offer]:
    """A vampire that must hunt does so in one tap: no turn goes on before."""
    step = at.state.step
    if at.state.options.is_phased:
        is_due = step.phase in SHARED_HUNTS_ARE_DUE
    else:
        is_due = step.phase in HUNTS_ARE_DUE and step.seat == at.seat
    if not is_due:
        return []
    empty = [card for card, owed in dutiful(at.state, at.seat).items() if owed is ActionKind.HUNT]
    orders = legal(at, [_use(at, Effect(EffectKind.GAIN_BLOOD, card, 1)) for card in empty])
    return fold("owed-hunt", Group.OWED, gettext("Hunt"), orders, _hunter(at), is_listed=False)


def _hunter(at: Viewpoint) -> Callable[[UseEffect], str]:
    """A hunt by its vampire and what it gains."""
    return lambda order: f"+{order.effects[0].amount} {at.names.card(order.effects[0].target)}"


def _use(at: Viewpoint, *effects: Effect, why: str = "other", once: str = "") -> UseEffect:
    return UseEffect(seat=at.seat, effects=effects, why=why, once=once)


def _quick(
    at: Viewpoint, key: str, title: Any, orders: Sequence[Operation], label: Any = None, *, terms: Sequence[Term] = ()
) -> list[Offer]:
    return fold(key, Group.POOL, title, legal(at, list(orders)), label, terms=terms, is_listed=False)


def _bleed(at: Viewpoint) -> list[Offer]:
    """A bleed that went through: the prey burns pool, the Edge follows."""
    prey, step = prey_of(at.state, at.seat), at.state.step
    is_on = step.phase is Phase.SUBTERFUGE if at.state.options.is_phased else step.seat == at.seat
    if not is_on or not prey:
        return []
    effects = Effect(EffectKind.BURN_POOL, prey, 1), Effect(EffectKind.EDGE, at.seat)
    order = _use(at, *effects, why="bleed", once="bleed" if at.state.options.is_phased else "")
    title = gettext("Bleed %(name)s", name=prey)
    label = lambda order: gettext("It goes through")
    return _quick(at, "quick-bleed", title, [order], label, terms=[amount(gettext("Bleed for"), 1, MOST)])


# Phased motion: everybody says what they did in the phase, in whatever order. What is done in one tap is done once in
# a phase: its button is gone then, and no second tap follows by accident.


def _moved(at: Viewpoint, card: str, number: int, once: str = "") -> UseEffect:
    """So much pool onto an uncontrolled card."""
    effects = (
        Effect(EffectKind.BURN_POOL, at.seat, number),
        Effect(EffectKind.GAIN_BLOOD, card, number, "uncontrolled"),
    )
    return _use(at, *effects, why="transfer", once=once)


def _transfers(at: Viewpoint) -> Iterator[Offer]:
    """Blood for a face-down card, which becomes ready once it has enough."""

    def name(order: UseEffect) -> str:
        return at.names.card(order.effects[-1].target)

    own = [card for card in at.state.cards.values() if card.controller == at.seat]
    waiting = [card for card in own if card.zone is Zone.UNCONTROLLED and card.kind is not CardKind.ALLY]
    full = [card for card in waiting if card.capacity and card.counters >= card.capacity]
    emerging = [_use(at, Effect(EffectKind.EMERGE, card.id), why="transfer") for card in full]
    yield from _quick(at, "emerge", gettext("Move to the ready region"), emerging, name)
    waiting = [card for card in waiting if card not in full]
    terms = [replace(amount(gettext("How much"), 1, 2 * TRANSFERS), put=_of_both)]
    title = gettext("Transfer from your pool")
    orders = [_moved(at, card.id, 1) for card in waiting]
    yield from _quick(at, "transfer", title, orders, name, terms=terms)
    if at.state.step.phase is Phase.INFLUENCE:
        yield from _quick(at, "quick-emerge", gettext("Move to the ready region"), emerging, name)
        # One tap leaves a pool: all of it is given on the card.
        most = min(TRANSFERS, at.state.seats[at.seat].pool - 1)
        wanted = [
            _moved(at, card.id, min(most, card.capacity - card.counters) if card.capacity else most, "transfer")
            for card in (waiting if most else ())
        ]
        yield from _quick(at, "quick-transfer", title, wanted, lambda o: f"+{o.effects[0].amount} {name(o)}")


def _of_both(order: UseEffect, value: int) -> UseEffect:
    return replace(order, effects=tuple(replace(item, amount=value) for item in order.effects))


def _hunts(at: Viewpoint) -> list[Offer]:
    """In Supply a vampire that is not full hunts."""
    if at.state.step.phase is not Phase.SUPPLY:
        return []
    hungry = [
        card for card in minions_of(at.state, at.seat)
        if card.is_vampire and card.zone is Zone.READY and card.counters < card.capacity
    ]  # fmt: skip
    orders = [_use(at, Effect(EffectKind.GAIN_BLOOD, card.id, 1), once="hunt") for card in hungry]
    return _quick(at, "quick-hunt", gettext("Hunt"), orders, _hunter(at))


def _master_pool(at: Viewpoint) -> list[Offer]:
    """In Master one's own pool pays, or gains."""
    if at.state.step.phase is not Phase.MASTER:
        return []
    terms = [_dial(EffectKind.BURN_POOL, EffectKind.GAIN_POOL)]
    order = _use(at, Effect(EffectKind.BURN_POOL, at.seat, 1), why="card")
    return _quick(at, "quick-pool", gettext("Adjust pool"), [order], _named(at.seat), terms=terms)


# A unique location or equipment that two have in play: nobody noted the first copy


def may_contest(at: Viewpoint) -> bool:
    """Whether anybody else is there to contest a card with."""
    return len(active_seats(at.state)) > 1


def contested_title() -> str:
    """The title of a contest's form."""
    return gettext("A location or equipment is contested with")


def contested(at: Viewpoint) -> list[Offer]:
    """Both copies come into play, and are contested."""
    orders: list[Operation] = [_copies(at, other) for other in active_seats(at.state) if other != at.seat]
    terms = [_copied_name(), _copied_kind()]
    label = lambda order: order.changes[-3].partition("@")[2].rpartition(".")[0]
    return fold("contested", Group.POOL, contested_title(), legal(at, orders), label, terms=terms, is_listed=False)


def _copies(at: Viewpoint, other: str) -> Correct:
    changes: list[str] = []
    for place, seat in enumerate((at.seat, other), start=1):
        card = f"contested{at.state.sequence}x{place}"
        name = f"{card}.name={KINDS[CardKind.LOCATION]}"
        changes += [f"{card}={CardKind.LOCATION}@{seat}.ready", name, f"{card}.unique=yes"]
    return Correct(changes=tuple(changes), reason=gettext("contested"))


def _copied_name() -> Term:
    def put(order: Correct, value: str) -> Correct:
        names = {item: f"{item.partition('.name=')[0]}.name={value}" for item in order.changes if ".name=" in item}
        return replace(order, changes=tuple(names.get(item, item) for item in order.changes)) if value else order

    return replace(card_name("name", label=gettext("Name of the card"), names=LIBRARY), put=put)


def _copied_kind() -> Pick:
    def put(order: Correct, value: str) -> Correct:
        return replace(
            order, changes=tuple(item.replace(f"={CardKind.LOCATION}@", f"={value}@") for item in order.changes)
        )

    kinds = [(kind.value, KINDS[kind]) for kind in (CardKind.LOCATION, CardKind.EQUIPMENT)]
    return replace(pick("kind", gettext("Kind of card"), kinds), get=lambda order: CardKind.LOCATION.value, put=put)


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
        *_quick(at, "dip-combat", gettext("Follow a combat"), fights, lambda order: at.owned(order.effects[0].target)),
    ]
