"""The form of any other action that a card gives: by whom, at what, and what it does if it succeeds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flask_babel import gettext

from toolkit.game.actions import Announce
from toolkit.game.draft import active_seats, minions_of
from toolkit.game.operation import Operation
from toolkit.game.state import Effect
from toolkit.game.vocabulary import MINION_PHASES, ActionKind, EffectKind
from toolkit.web.tables.offers.actions import MOST_STEALTH, delay_term
from toolkit.web.tables.offers.effects import admitted, amount_term, effect_options, effect_term
from toolkit.web.tables.offers.offer import Group, Offer, Viewpoint, fold
from toolkit.web.tables.offers.terms import Option, Pick, card_name, count
from toolkit.web.tables.offers.turn import blood_words


def title() -> str:
    """What the form is called."""
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
    usable = [(item, words) for item, words in effects if replace(first, effects=(item,)).refusal(at.state) is None]
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
        count("blood", gettext("Cost in blood"), 0, max(at.state.cards[order.minion].counters for order in orders)),
        delay_term(),
    ]
    listed: list[Operation] = list(orders)
    label = lambda order: blood_words(at, order.minion)  # noqa: E731
    return fold("announce-other", Group.ACTIONS, title(), listed, label, terms=terms, is_listed=False, is_folded=True)


def _targets(at: Viewpoint) -> Iterator[Option]:
    """Nothing, a Methuselah, or a card in play."""
    yield Option(value="", label=gettext("nothing"))
    yield from (Option(value=seat, label=seat) for seat in active_seats(at.state))
    for card in at.state.cards.values():
        if card.in_play:
            yield Option(value=card.id, label=at.names.owned(card.id), group=card.controller)


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
    return [order for order in made if order.refusal(at.state) is None]
