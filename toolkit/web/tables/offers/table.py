"""Forms of the table: what its players say of their own cards, how the game ends before its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.game.cards import GameCard, scope_key
from toolkit.game.draft import active_seats
from toolkit.game.ending import CallTime, Concede, Disqualify
from toolkit.game.engine import refusal
from toolkit.game.influence import RevealCard
from toolkit.game.judge import Note
from toolkit.game.operation import Operation
from toolkit.game.playing import UseEffect
from toolkit.game.state import Effect
from toolkit.game.vocabulary import CardFlag, CardKind, EffectKind, Phase, TitleKind, Zone
from toolkit.web.tables.offers.effects import UNNAMED, may_speak
from toolkit.web.tables.offers.offer import (
    VAMPIRES,
    Flag,
    Group,
    Offer,
    Option,
    Pick,
    Term,
    Text,
    Viewpoint,
    amount,
    card_name,
    count,
    fold,
    pick,
)
from toolkit.web.tables.words import KINDS, TITLES

LARGEST_CAPACITY = 11
MARKS = {
    CardFlag.ADVANCED: _l("Advanced"),
    CardFlag.SCARCE: _l("Scarce clan"),
    CardFlag.INFERNAL: _l("Infernal"),
    CardFlag.RED_LIST: _l("Red List"),
}


def legal(at: Viewpoint, orders: list[Operation]) -> list[Operation]:
    """Those that the rules accept now."""
    return [order for order in orders if refusal(at.state, order) is None]


# What only the owner knows


def reveal(at: Viewpoint) -> list[Offer]:
    """A face-down minion of one's own gets its name and capacity, without which it cannot become ready."""
    orders: list[Operation] = [
        RevealCard(seat=at.seat, card=card.id, name="", capacity=1)
        for card in at.state.cards.values()
        if card.zone is Zone.UNCONTROLLED and card.controller == at.seat and card.is_vampire and not card.capacity
    ]
    terms: list[Term] = [
        card_name("name", label=gettext("Name of the minion"), names=VAMPIRES),
        _crypt_kind(),
        _capacity(),
        _city(),
        *(_mark_term(mark) for mark in MARKS),
    ]
    title = gettext("Name an uncontrolled vampire")
    group = Group.INFLUENCE if at.state.step.phase is Phase.INFLUENCE else Group.EFFECTS
    hint = gettext("A name that is one vampire's alone brings its capacity, clan, title and Disciplines along.")
    offered = legal(at, orders)
    return fold("reveal", group, title, offered, _card(at), terms=terms, hint=hint, is_listed=False, is_folded=True)


def _crypt_kind() -> Pick:
    """A vampire or an imbued; a name that is one card's alone says it by itself."""
    options = [(kind.value, KINDS[kind]) for kind in (CardKind.VAMPIRE, CardKind.IMBUED)]
    return pick("kind", gettext("Kind of card"), options, default=CardKind.VAMPIRE.value, read=CardKind)


def _city() -> Text:
    """Where a prince, an archbishop or a baron rules: the title itself is the card's."""
    return Text(
        name="city",
        label=gettext("City of its title"),
        default="",
        get=lambda order: order.title.partition("/")[2],
        put=lambda order, value: replace(order, title=f"/{scope_key(value)}" if value else ""),
        longest=40,
    )


def _capacity() -> Pick:
    """A number, or what the card of that name says."""
    numbers = [(str(number), str(number)) for number in range(1, LARGEST_CAPACITY + 1)]
    options = [("0", gettext("as the card says")), *numbers]
    made = pick("capacity", gettext("Capacity"), options, default="0", read=int)
    return replace(made, get=lambda order: str(order.capacity))


def _mark_term(mark: CardFlag) -> Flag:
    def put(order: RevealCard, value: bool) -> RevealCard:
        left = tuple(item for item in order.flags if item is not mark)
        return replace(order, flags=(*left, mark) if value else left)

    return Flag(
        name=mark.value,
        label=str(MARKS[mark]),
        default="",
        get=lambda order: "1" if mark in order.flags else "",
        put=put,
    )


def _card(at: Viewpoint) -> Any:
    return lambda order: at.names.card(order.card)


def may_gain_title(at: Viewpoint) -> bool:
    """Whether anybody's vampire could gain or lose a title now."""
    return may_speak(at) and next(_titles(at), None) is not None


def _titles(at: Viewpoint) -> Iterator[Operation]:
    for card in at.state.cards.values():
        if card.in_play and card.is_vampire:
            order = UseEffect(seat=at.seat, effects=(Effect(EffectKind.TITLE, card.id, 0, ""),), why=UNNAMED)
            if refusal(at.state, order) is None:
                yield order


def title(at: Viewpoint) -> list[Offer]:
    """A vampire in play gains a title, or loses it."""
    options = [("", gettext("no title")), *((kind.value, TITLES[kind]) for kind in TitleKind)]
    terms: list[Term] = [
        replace(pick("title", gettext("Title"), options), get=_title_kind, put=_put_title),
        Text(
            name="place",
            label=gettext("City or clan"),
            default="",
            get=lambda order: order.effects[0].detail.partition("/")[2],
            put=_put_place,
            longest=40,
        ),
        count("votes", gettext("Votes of an independent title"), 1, 4),
    ]
    terms[2] = replace(terms[2], get=lambda order: str(order.effects[0].amount or 1), put=_put_votes)
    name = gettext("A vampire gains a title")
    label = lambda order: at.owned(order.effects[0].target)
    return fold("title", Group.EFFECTS, name, list(_titles(at)), label, terms=terms, is_listed=False, is_folded=True)


def _effect(order: UseEffect, **changes: Any) -> UseEffect:
    return replace(order, effects=(replace(order.effects[0], **changes),))


# Counters of another kind than a card's own


MOST = 30


def _counted(at: Viewpoint) -> Iterator[Operation]:
    cards = sorted((card for card in at.state.cards.values() if card.in_play), key=lambda c: c.controller != at.seat)
    for card in cards:
        item = Effect(EffectKind.COUNTERS, card.id, 1, "corruption")
        order = UseEffect(seat=at.seat, effects=(item,), why=UNNAMED)
        if refusal(at.state, order) is None:
            yield order


def may_count(at: Viewpoint) -> bool:
    """Whether counters of another kind could be put on a card now."""
    return may_speak(at) and next(_counted(at), None) is not None


def counters(at: Viewpoint) -> list[Offer]:
    """Counters of any kind that a card names, put on one in play or taken off it."""
    terms: list[Term] = [
        Text(
            name="sort",
            label=gettext("What they are called"),
            default="corruption",
            get=lambda order: order.effects[0].detail,
            put=_put_sort,
            longest=40,
        ),
        amount(gettext("How many"), 1, MOST),
        Pick(
            name="way",
            label=gettext("Which way"),
            default="on",
            options=(
                Option(value="on", label=gettext("put on it")),
                Option(value="off", label=gettext("taken off it")),
            ),
            get=lambda order: "on" if order.effects[0].amount > 0 else "off",
            put=_put_way,
        ),
    ]
    title, label = gettext("Counters of another kind"), lambda order: at.owned(order.effects[0].target)
    orders = list(_counted(at))
    return fold("counters", Group.EFFECTS, title, orders, label, terms=terms, is_listed=False, is_folded=True)


def _put_sort(order: UseEffect, value: str) -> UseEffect:
    return replace(order, effects=(replace(order.effects[0], detail=scope_key(value)),)) if value else order


def _put_way(order: UseEffect, value: str) -> UseEffect:
    number = abs(order.effects[0].amount)
    return replace(order, effects=(replace(order.effects[0], amount=number if value == "on" else -number),))


def _title_kind(order: UseEffect) -> str:
    return order.effects[0].detail.partition("/")[0]


def _put_title(order: UseEffect, value: str) -> UseEffect:
    return _effect(order, detail=value)


def _put_place(order: UseEffect, value: str) -> UseEffect:
    kind = _title_kind(order)
    place = scope_key(value)
    return _effect(order, detail=f"{kind}/{place}" if kind and place and kind != TitleKind.INDEPENDENT else kind)


def _put_votes(order: UseEffect, value: int) -> UseEffect:
    return _effect(order, amount=value if _title_kind(order) == TitleKind.INDEPENDENT else 0)


# How a game ends before its end, and notes


def endings(at: Viewpoint, *, speaks_for_all: bool) -> list[Offer]:
    """Time, concession and a line for the record; who speaks for one seat concedes to the last other one."""
    left = set(active_seats(at.state))
    others: list[Operation] = [
        Concede(to=seat) for seat in active_seats(at.state) if speaks_for_all or not left - {seat, at.seat}
    ]
    return [
        *fold(
            "time",
            Group.TABLE,
            gettext("Time is up"),
            legal(at, [CallTime()]),
            tone="danger",
            hint=gettext("Half a victory point for each who is left, once the current action or phase is over."),
            is_listed=False,
        ),
        *fold(
            "stop",
            Group.TABLE,
            gettext("We stop now"),
            legal(at, [CallTime(now=True)]),
            tone="danger",
            hint=gettext("The same, but at once: nothing is finished first."),
            is_listed=False,
        ),
        *fold(
            "concede",
            Group.TABLE,
            gettext("Everyone concedes to"),
            legal(at, others),
            lambda order: order.to,
            tone="danger",
            hint=gettext("They get the remaining victory points."),
            is_listed=False,
        ),
        *fold(
            "note",
            Group.TABLE,
            gettext("Write into the record"),
            [Note(text="…")],
            terms=[card_name("text", label=gettext("What happened"))],
            is_listed=False,
        ),
    ]


def disqualify(at: Viewpoint) -> list[Offer]:
    """A judge removes a player."""
    orders: list[Operation] = [Disqualify(player=seat) for seat in active_seats(at.state)]
    return fold(
        "disqualify",
        Group.JUDGE,
        gettext("Disqualify"),
        legal(at, orders),
        lambda order: order.player,
        tone="danger",
        hint=gettext("No player gains a victory point or pool by it."),
        is_listed=False,
    )


def card_places(at: Viewpoint) -> Iterator[GameCard]:
    """The cards that the record holds, wherever they lie."""
    yield from (card for card in at.state.cards.values() if card.zone not in (Zone.ASH_HEAP, Zone.REMOVED))
