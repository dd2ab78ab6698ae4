"""Forms of the effects of an unlock phase: one is announced as due, and later settled by what it does."""

from __future__ import annotations

from dataclasses import replace

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.state import Effect
from toolkit.game.unlock import STAGES, RegisterEffect
from toolkit.game.vocabulary import EffectKind
from toolkit.web.tables.offers.effects import admitted, amount_term, effect_options, effect_term
from toolkit.web.tables.offers.offer import Group, Offer, Viewpoint, fold
from toolkit.web.tables.offers.terms import Option, Pick, Term, card_name, count

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
    found: list[Offer] = []
    for place, label in enumerate(labels, start=1):
        order = UseEffect(seat=at.seat, effects=(Effect(EffectKind.NOTHING),), due=label)
        if order.refusal(at.state) is None:
            found += _settle(at, f"due-{place}", order)
    return found


def _settle(at: Viewpoint, key: str, order: UseEffect) -> list[Offer]:
    effects = [(order.effects[0], ""), *admitted(at)]
    usable = [(item, words) for item, words in effects if replace(order, effects=(item,)).refusal(at.state) is None]
    terms: list[Term] = [
        effect_term(effect_options(usable)),
        amount_term(),
        count("pool", gettext("Cost in pool"), 0, at.state.seats[at.seat].pool),
    ]
    title = gettext("Due: %(effect)s", effect=order.due)
    return fold(key, Group.OWED, title, [order], lambda _order: gettext("It happens"), terms=terms, is_listed=False)
