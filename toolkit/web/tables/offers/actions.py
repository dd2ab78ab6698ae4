"""Forms of actions and of what others answer: blocks, passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.game.actions import Announce
from toolkit.game.blocking import AttemptBlock, DeclineBlock, PassAhead, action_of, can_be_blocked
from toolkit.game.combat import combat_of
from toolkit.game.draft import active_seats, minions_of, prey_of
from toolkit.game.engine import refusal
from toolkit.game.operation import Operation
from toolkit.game.state import Effect
from toolkit.game.vocabulary import MINION_PHASES, ActionKind, Delay, EffectKind, WindowName
from toolkit.game.windows import NoPlays, PassImpulse, SpeakUp, waited_for, window_name, window_of
from toolkit.web.tables.offers.effects import admitted, amount_term, effect_options, effect_term
from toolkit.web.tables.offers.offer import (
    QUIET,
    Group,
    Offer,
    Option,
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
from toolkit.web.tables.offers.turn import blood_words
from toolkit.web.tables.words import ACTIONS, DELAYS

MOST_STEALTH = 9
MOST_BLEED = 20
MOST_LIFE = 12
# The kinds whose action is a card from hand, or may be.
WITH_CARD = frozenset(
    {
        ActionKind.BLEED,
        ActionKind.EQUIP,
        ActionKind.EMPLOY,
        ActionKind.RECRUIT,
        ActionKind.POLITICAL,
        ActionKind.RUSH,
        ActionKind.OTHER,
    }
)
# The actions that a table takes most; the others wait behind their names.
USUAL = frozenset({ActionKind.BLEED, ActionKind.HUNT, ActionKind.LEAVE_TORPOR})
HINTS = {
    ActionKind.ANARCH: _l("2 blood, or 1 with an anarch of yours ready."),
    ActionKind.LEAVE_TORPOR: _l("2 blood."),
    ActionKind.PM_RUSH: _l("1 blood; an ally or a younger vampire."),
    ActionKind.PM_REFERENDUM: _l("1 blood; at +1 stealth."),
}
ENTERING = frozenset({ActionKind.EMPLOY, ActionKind.RECRUIT})


@makes(Announce)
def announce(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """One form for each kind of action: which minion, at what, with which terms."""
    offers: list[Offer] = []
    actions = [order for order in orders if isinstance(order, Announce)]
    for kind in dict.fromkeys(order.action for order in actions):
        taken = [order for order in actions if order.action is kind and order.take]
        given = [order for order in actions if order.action is kind and not order.take]
        offers += fold(
            f"announce-{kind}",
            Group.ACTIONS,
            _title(at, kind),
            given,
            lambda order: _label(at, order),
            terms=_terms(at, kind, given),
            hint=_hint(kind),
            is_folded=kind not in USUAL,
        )
        label = lambda order: gettext(
            "%(minion)s: %(cards)s",
            minion=at.names.card(order.minion),
            cards=", ".join(at.names.card(card) for card in order.take),
        )
        title = gettext("Take equipment from another minion")
        offers += fold("announce-take", Group.ACTIONS, title, taken, label, is_folded=True)
    return offers


def _title(at: Viewpoint, kind: ActionKind) -> str:
    if kind is ActionKind.BLEED:
        return gettext("Bleed %(name)s", name=prey_of(at.state, at.seat))
    return str(ACTIONS[kind])


def _hint(kind: ActionKind) -> str:
    return str(HINTS.get(kind, ""))


def _label(at: Viewpoint, order: Announce) -> str:
    minion = blood_words(at, order.minion)
    if order.target and order.action not in (ActionKind.BLEED, ActionKind.RUSH):
        return f"{minion} → {at.owned(order.target) if order.target in at.names.cards else order.target}"
    return minion


def _terms(at: Viewpoint, kind: ActionKind, orders: list[Announce]) -> list[Term]:
    """The free terms of a kind of action: what its card adds and costs."""
    if not orders:
        return []
    terms: list[Term] = []
    if kind is ActionKind.BLEED:
        terms.append(count("bleed", gettext("More bleed"), 0, MOST_BLEED))
        terms.append(_bled(at))
    if kind is ActionKind.RUSH:
        terms.append(_attacked(at, orders[0]))
    if kind is ActionKind.RESCUE:
        terms.append(count("split", gettext("Blood that the rescuer pays"), 0, 2, default=2))
    if kind in ENTERING:
        usual = orders[0].life
        terms.append(count("life", gettext("Life"), 1, MOST_LIFE, default=usual))
    terms.append(count("stealth", gettext("More stealth"), 0, MOST_STEALTH))
    if kind in WITH_CARD:
        terms += _card_terms(at, kind, orders)
    return terms


def _bled(at: Viewpoint) -> Pick:
    """The bleed's targets: the prey, unless the card allows another Methuselah."""
    prey = prey_of(at.state, at.seat)
    seats = [prey, *(seat for seat in active_seats(at.state) if seat not in (prey, at.seat))]
    return Pick(
        name="aim",
        label=gettext("Aimed at"),
        default=prey,
        options=tuple(Option(value=seat, label=seat) for seat in seats),
        get=lambda order: order.target,
        put=lambda order, value: replace(order, target=value, any_target=value != prey),
    )


def _attacked(at: Viewpoint, order: Announce) -> Pick:
    """Whom a card that enters combat attacks: any ready minion of another Methuselah."""
    others = [card.id for card in at.state.cards.values() if card.is_ready_minion and card.controller != at.seat]
    return Pick(
        name="whom",
        label=gettext("Aimed at"),
        default=order.target,
        options=tuple(Option(value=card, label=at.owned(card)) for card in others),
        get=lambda order: order.target,
        put=lambda order, value: replace(order, target=value),
    )


def _card_terms(at: Viewpoint, kind: ActionKind, orders: list[Announce]) -> list[Term]:
    named = card_name(placeholder="" if orders[0].card else gettext("none"))
    terms: list[Term] = [
        named,
        count("pool", gettext("Cost in pool"), 0, at.state.seats[at.seat].pool, default=orders[0].pool),
        blood_cost(at, [order.minion for order in orders]),
        delay_term(),
    ]
    if kind in (*ENTERING, ActionKind.EQUIP):
        terms.append(flag("unique", gettext("Unique")))
    return terms


def delay_term() -> Term:
    """When the played card is replaced."""
    values = [(str(delay), DELAYS[delay]) for delay in Delay]
    return pick("delay", gettext("Replaced"), values, default=str(Delay.NONE), read=Delay)


# Blocks, passes


@makes(AttemptBlock)
def block(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Block with one of one's minions."""
    title = gettext("Block with")
    return fold("block", Group.REACT, title, orders, lambda order: blood_words(at, order.minion), tone="primary")


@makes(DeclineBlock)
def decline(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Give up the right to block; where blocks are over, a table may still say so, without a question."""
    action = action_of(at.state)
    if window_name(at.state) is WindowName.UNBLOCKED and action and not can_be_blocked(at.state, action):
        return []
    return fold("no-block", Group.REACT, gettext("I don’t block"), orders)


@makes(PassImpulse)
def pass_impulse(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Nothing more from this Methuselah."""
    words = gettext("Pass")
    if window_name(at.state) is WindowName.STRIKES:
        words = gettext("Pass: strike with hands")
    elif _in_own_phase(at):
        words = gettext("Pass: the others may still play something")
    return fold("pass", Group.REACT, words, orders)


@makes(NoPlays)
def no_plays(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Nothing more from anybody; in one's own phase that is to end it."""
    return [] if _in_own_phase(at) else fold("no-plays", Group.REACT, _going_on(at), orders, tone="primary")


def _in_own_phase(at: Viewpoint) -> bool:
    return window_name(at.state) is WindowName.PHASE and at.state.step.seat == at.seat


def _going_on(at: Viewpoint) -> str:
    """The words for going on here without another operation."""
    name = window_name(at.state)
    if name is WindowName.POLLING:
        return gettext("Close the polling")
    if name is WindowName.STRIKES:
        return gettext("Hand strikes, continue")
    if name is WindowName.PHASE:
        return gettext("No plays, end the phase")
    return gettext("No block from anyone") if name is WindowName.ACTION else gettext("No plays, continue")


def anybody_goes_on(at: Viewpoint) -> list[Offer]:
    """At table speed every player may pass for all, not only the one whose turn to speak it is."""
    window = window_of(at.state)
    order = NoPlays()
    if window is None or at.state.options.is_detailed or window.holder == at.seat or refusal(at.state, order):
        return []
    return fold("no-plays", Group.REACT, _going_on(at), [order], is_listed=False)


def pass_ahead(at: Viewpoint) -> list[Offer]:
    """Nothing comes from this Methuselah: at a step where others are waited for too, in an action, else in a turn."""
    titles = {
        "step": gettext("Nothing from me at this step"),
        "action": gettext("Nothing from me in this action"),
        "turn": gettext("Nothing from me this turn"),
        "now": gettext("I may block again"),
    }
    action, window = action_of(at.state), window_of(at.state)
    active = action.seat if action is not None else at.state.step.seat
    offers: list[Offer] = []
    for until in ("step", "action", "turn", "now"):
        if until == "step":
            is_asked = window is not None and window.holder != at.seat and waited_for(at.state) != (at.seat,)
        else:
            # What is said of an action holds for no combat in it.
            is_asked = at.seat != active and not (until == "action" and combat_of(at.state))
        if not is_asked:
            continue
        order = PassAhead(seat=at.seat, until=until)
        if refusal(at.state, order) is None:
            group = Group.REACT if at.state.frames else Group.TURN
            offers += fold(f"ahead-{until}", group, titles[until], [order], tone=QUIET, is_listed=False)
    return offers


@makes(SpeakUp)
def speak_up(at: Viewpoint, orders: list[Operation]) -> list[Offer]:
    """Windows that the table would pass over are opened."""
    hint = gettext("The game then stops at each step until everyone passes.")
    group = Group.REACT if at.state.frames else Group.CARDS
    return fold("speak-up", group, gettext("Stop at every step"), orders, tone=QUIET, hint=hint)


# The form of any other action that a card gives


def other_title() -> str:
    """The title of the form."""
    return gettext("Another action")


def may_act(at: Viewpoint) -> bool:
    """Whether any minion could take such an action at anything."""
    return _is_time(at) and any(_orders(at, option.value) for option in _targets(at))


def _is_time(at: Viewpoint) -> bool:
    return not at.state.frames and at.state.step.seat == at.seat and at.state.step.phase in MINION_PHASES


def other_actions(at: Viewpoint) -> list[Offer]:
    """An action that is none of the usual kinds."""
    if not _is_time(at):
        return []
    targets = [option for option in _targets(at) if _orders(at, option.value)]
    if not targets:
        return []
    orders = _orders(at, targets[0].value)
    first = orders[0]
    effects = [(Effect(EffectKind.NOTHING), ""), *admitted(at)]
    usable = [(item, words) for item, words in effects if refusal(at.state, replace(first, effects=(item,))) is None]
    terms = [
        Pick(
            name="whom",
            label=gettext("Aimed at"),
            default=targets[0].value,
            options=tuple(targets),
            get=lambda order: order.target,
            put=lambda order, value: replace(order, target=value),
        ),
        effect_term(effect_options(usable)),
        amount_term(),
        count("stealth", gettext("More stealth"), 0, MOST_STEALTH),
        card_name(),
        count("pool", gettext("Cost in pool"), 0, at.state.seats[at.seat].pool),
        blood_cost(at, [order.minion for order in orders]),
        delay_term(),
    ]
    listed: list[Operation] = list(orders)
    label = lambda order: blood_words(at, order.minion)
    return fold(
        "announce-other", Group.ACTIONS, other_title(), listed, label, terms=terms, is_listed=False, is_folded=True
    )


def _targets(at: Viewpoint) -> Iterator[Option]:
    """Nothing, a Methuselah, or a card in play."""
    yield Option(value="", label=gettext("nothing"))
    yield from (Option(value=seat, label=seat) for seat in active_seats(at.state))
    for card in at.state.cards.values():
        if card.in_play:
            yield Option(value=card.id, label=at.owned(card.id), group=card.controller)


def _orders(at: Viewpoint, target: str) -> list[Announce]:
    """The minions that could take such an action at this target, with a card of the usual name."""
    made = [
        Announce(
            seat=at.seat,
            minion=card.id,
            action=ActionKind.OTHER,
            target=target,
            card=f"action {at.state.sequence}",
            effects=(Effect(EffectKind.NOTHING),),
        )
        for card in minions_of(at.state, at.seat)
        if not card.locked
    ]
    return [order for order in made if refusal(at.state, order) is None]
