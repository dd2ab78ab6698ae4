"""Costs and requirements of cards: who can play, what can be paid, and paying it."""

from __future__ import annotations

from toolkit.game.cards import GameCard, has_title, is_anarch
from toolkit.game.draft import BANK, Draft, Table, on, pool_of
from toolkit.game.refusals import Code, Refusal
from toolkit.game.vocabulary import Delay
from toolkit.game.zones import burn

PENALTY = {Delay.NONE: 0, Delay.SHORT: 1, Delay.LONG: 2}


def hand_refusal(table: Table, seat: str, delay: Delay) -> Refusal | None:
    """Why no card can be played from this hand.

    Rule: SEQ-17, PM-ADV-17.
    """
    methuselah = table.seats[seat]
    if not methuselah.counted:
        return None
    if methuselah.hand < 1:
        return Refusal(Code.TERMS, "%(seat)s has no card in hand.", "SEQ-17", seat=seat)
    if table.options.is_advanced and methuselah.hand - 1 < PENALTY[delay]:
        return Refusal(
            Code.COST, "%(seat)s has too few other cards for a card that is replaced later.", "PM-ADV-17", seat=seat
        )
    return None


def cost_refusal(
    table: Table, seat: str, minion: str, *, pool: int, blood: int, pay: tuple[str, ...] = (), as_vampire: bool = False
) -> Refusal | None:
    """Why a cost cannot be paid.

    Rule: SEQ-18, SEQ-28, SEQ-44 to SEQ-46, CARD-35.
    """
    if pool < 0 or blood < 0:
        return Refusal(Code.AMOUNT, "A cost is not negative.", "SEQ-16")
    if table.seats[seat].pool < pool:
        return Refusal(
            Code.COST,
            "%(seat)s has %(pool)s pool, the cost is %(cost)s.",
            "SEQ-45",
            seat=seat,
            pool=table.seats[seat].pool,
            cost=pool,
        )
    if not blood:
        return None
    if pay:
        return _split_refusal(table, seat, blood, pay)
    card = table.cards.get(minion)
    if card is None or card.controller != seat:
        return Refusal(Code.COST, "A blood cost is paid by your own minion.", "SEQ-46")
    if not card.is_vampire and not as_vampire:
        return Refusal(Code.COST, "%(card)s has no blood to pay with.", "SEQ-44", card=minion)
    if card.counters < blood:
        return Refusal(
            Code.COST,
            "%(card)s has %(counters)s blood, the cost is %(cost)s.",
            "SEQ-44",
            card=minion,
            counters=card.counters,
            cost=blood,
        )
    return None


def parse_split(pay: tuple[str, ...]) -> dict[str, int]:
    """How a cost is shared: "X:1" for each source."""
    shares: dict[str, int] = {}
    for item in pay:
        source, _, amount = item.rpartition(":")
        shares[source] = int(amount) if amount.isdecimal() else -1
    return shares


def _split_refusal(table: Table, seat: str, blood: int, pay: tuple[str, ...]) -> Refusal | None:
    shares = parse_split(pay)
    for source, amount in shares.items():
        card = table.cards.get(source)
        if card is None or not card.in_play or card.controller != seat:
            return Refusal(Code.COST, "%(card)s is not %(seat)s's to pay with.", "SEQ-46", card=source, seat=seat)
        if not 0 < amount <= card.counters:
            return Refusal(Code.COST, "%(card)s cannot pay %(amount)s.", "SEQ-44", card=source, amount=amount)
    if sum(shares.values()) != blood:
        return Refusal(Code.TERMS, "The shares must come to %(cost)s.", "SEQ-28", cost=blood)
    return None


def pay_cost(draft: Draft, seat: str, minion: str, *, pool: int, blood: int, pay: tuple[str, ...] = ()) -> bool:
    """Pay what there is; returns whether that was all of it.

    Rule: SEQ-31, SEQ-36.
    """
    paid = draft.move(pool_of(seat), BANK, pool, "cost")
    for source, amount in parse_split(pay).items() if pay else [(minion, blood)]:
        if amount and source in draft.cards:
            paid += draft.move(on(source), BANK, amount, "cost")
            if draft.cards[source].is_living and draft.cards[source].counters == 0:
                burn(draft, source, "no life left")
    return paid == pool + blood


def requirement_refusal(
    table: Table, card: GameCard, requires: tuple[str, ...], *, as_vampire: bool = False
) -> Refusal | None:
    """Why a minion does not meet the requirements of a card.

    A requirement is written `clan=NAME`, `sect=NAME`, `capacity=N`, `discipline=CODE:LEVEL`, `titled`, `anarch`.

    Rule: CARD-07 to CARD-09, CARD-22, CARD-23, CARD-30, CARD-36.
    """
    for requirement in requires:
        word, _, value = requirement.partition("=")
        if not card.is_vampire and not as_vampire and word in ("clan", "discipline", "capacity"):
            return Refusal(Code.TERMS, "%(card)s is not a vampire.", "CARD-30", card=card.id)
        if word == "capacity" and not card.is_vampire:
            if int(value) > 1:
                return Refusal(Code.TERMS, "%(card)s plays as a vampire of capacity 1.", "CARD-36", card=card.id)
        elif row := _unmet(card, word, value):
            return Refusal(
                Code.TERMS,
                "%(card)s does not meet the requirement %(requirement)s.",
                row,
                card=card.id,
                requirement=requirement,
            )
    return None


def _unmet(card: GameCard, word: str, value: str) -> str:
    """The row that an unmet requirement breaks; empty when it is met."""
    if word == "discipline":
        code, _, level = value.partition(":")
        held = card.level(code)
        return "" if held >= int(level or 1) else "CARD-09" if held else "CARD-08"
    met = {
        "clan": card.clan == value,
        "sect": card.sect == value,
        "capacity": value.isdecimal() and card.capacity >= int(value),
        "titled": has_title(card),
        "title": has_title(card) and card.title is not None and card.title.kind == value,
        "anarch": is_anarch(card),
        "ready": card.is_ready_minion,
    }
    return "" if met.get(word) else "CARD-07" if word == "clan" else "CARD-23"
