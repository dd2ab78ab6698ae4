"""Declarations with a card: whether they are legal, the cost, where the card waits and where it ends."""

from __future__ import annotations

from toolkit.game.cards import GameCard, has_title, is_anarch
from toolkit.game.contests import burn_self_contest, has_copy
from toolkit.game.draft import BANK, Draft, Table, on, pool_of
from toolkit.game.effects import target_refusal
from toolkit.game.hand import discard_from_hand, to_ash_heap
from toolkit.game.refusals import Code, Refusal
from toolkit.game.state import Action, CardPlay, Combat, Costs, Effect, Terms, Waiting
from toolkit.game.vocabulary import MOST_CARDS, ActionState, CardKind, Delay, EffectKind, Zone
from toolkit.game.zones import attach, bring_in, burn, burn_if_lifeless

PENALTY = {Delay.NONE: 0, Delay.SHORT: 1, Delay.LONG: 2}


def terms_refusal(table: Table, seat: str, card: str, terms: Terms, *, announces: bool = False) -> Refusal | None:
    """Why a card cannot be played on these terms, whatever they cost; `announces` if it gives an action by itself.

    Rule: SEQ-17, SEQ-37, SEQ-52, CONTEST-12, PM-ADV-17.
    """
    if card and (refused := _hand_refusal(table, seat, terms)):
        return refused
    if min(terms.counters, terms.capacity) < 0:
        return Refusal(Code.AMOUNT, "Counters are not negative.", "SEQ-16")
    if refused := new_name_refusal(table, terms.enters):
        return refused
    if terms.host and (refused := target_refusal(table, terms.host)):
        return refused
    if terms.unique and card and has_copy(table, seat, card):
        return Refusal(Code.CONTEST, "%(seat)s has %(card)s already.", "CONTEST-12", seat=seat, card=card)
    if terms.if_successful or terms.if_block_succeeds:
        return _outcome_refusal(table, card, terms, announces=announces)
    return None


def new_name_refusal(table: Table, card: str) -> Refusal | None:
    """Why a card cannot come into play under this identifier."""
    if card in table.cards:
        return Refusal(Code.TERMS, "%(card)s is the name of another card.", "SEQ-16", card=card)
    return full_refusal(table) if card else None


def new_card_refusal(table: Table, card: str) -> Refusal | None:
    """Why a card that must come into play cannot do so under this identifier."""
    if not card:
        return Refusal(Code.TERMS, "Enter the name of the new card.", "SEQ-16")
    return new_name_refusal(table, card)


def full_refusal(table: Table) -> Refusal | None:
    """Why no card more comes to the table: no game has as many."""
    gone = (Zone.ASH_HEAP, Zone.REMOVED)
    if len(table.cards) >= MOST_CARDS and sum(card.zone not in gone for card in table.cards.values()) >= MOST_CARDS:
        return Refusal(Code.AMOUNT, "No game has more than %(number)s cards on the table.", "SEQ-16", number=MOST_CARDS)
    return None


def _hand_refusal(table: Table, seat: str, terms: Terms) -> Refusal | None:
    methuselah = table.seats[seat]
    if not methuselah.counted:
        return None
    if methuselah.hand < 1:
        return Refusal(Code.TERMS, "%(seat)s has no card in hand.", "SEQ-17", seat=seat)
    if table.options.is_advanced and methuselah.hand - 1 < PENALTY[terms.delay]:
        return Refusal(
            Code.COST, "%(seat)s has too few other cards for a card that is replaced later.", "PM-ADV-17", seat=seat
        )
    return None


def _outcome_refusal(table: Table, card: str, terms: Terms, *, announces: bool) -> Refusal | None:
    if terms.if_successful and terms.if_block_succeeds:
        return Refusal(Code.TERMS, "An action succeeds or is blocked, not both.", "SEQ-37")
    if announces:
        return None if card else Refusal(Code.TERMS, "Choose the card that gives the action.", "SEQ-37")
    action = next((frame for frame in table.frames if isinstance(frame, Action)), None)
    if action is None or action.state in (ActionState.RESOLVING, ActionState.AFTER):
        return Refusal(Code.WINDOW, "There is no action whose outcome is still open.", "SEQ-37")
    return None


# Costs


def cost_refusal(
    table: Table, seat: str, minion: str, costs: Costs, *, pool: int | None = None, blood: int | None = None
) -> Refusal | None:
    """Why a cost cannot be paid; `pool` and `blood` where they are not what was declared.

    Rule: SEQ-18, SEQ-28, SEQ-44 to SEQ-49, CARD-35.
    """
    pool = costs.pool if pool is None else pool
    blood = costs.blood if blood is None else blood
    if pool < 0 or blood < 0 or costs.cards < 0:
        return Refusal(Code.AMOUNT, "A cost is not negative.", "SEQ-16")
    methuselah = table.seats[seat]
    if methuselah.pool < pool:
        return Refusal(
            Code.COST,
            "%(seat)s has %(pool)s pool, the cost is %(cost)s.",
            "SEQ-45",
            seat=seat,
            pool=methuselah.pool,
            cost=pool,
        )
    if costs.edge and table.edge != seat:
        return Refusal(Code.COST, "%(seat)s does not have the Edge.", "SEQ-47", seat=seat)
    # The card that is played is in hand as well.
    if costs.cards and methuselah.counted and methuselah.hand < costs.cards + isinstance(costs, Terms):
        return Refusal(Code.COST, "%(seat)s has not so many cards in hand.", "SEQ-48", seat=seat)
    if costs.convictions and (refused := convictions_refusal(table, minion, costs.convictions)):
        return refused
    if costs.pay:
        return _shares_refusal(table, seat, blood, costs.pay)
    return _blood_refusal(table, seat, minion, blood, costs) if blood else None


def _blood_refusal(table: Table, seat: str, minion: str, blood: int, costs: Costs) -> Refusal | None:
    card = table.cards.get(minion)
    if card is None or card.controller != seat:
        return Refusal(Code.COST, "A blood cost is paid by your own minion.", "SEQ-46")
    if not card.is_vampire and not costs.as_vampire:
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


def convictions_refusal(table: Table, minion: str, convictions: tuple[str, ...]) -> Refusal | None:
    """Why these convictions cannot be burned as a cost: each must be on the imbued that pays.

    Rule: GAP-46.
    """
    for name in convictions:
        card = table.cards.get(name)
        if card is None or card.kind is not CardKind.CONVICTION or card.host != minion or not card.in_play:
            return Refusal(Code.COST, "%(minion)s has no conviction %(card)s.", "GAP-46", minion=minion, card=name)
    if len(set(convictions)) < len(convictions):
        return Refusal(Code.COST, "A conviction is burned once.", "GAP-46")
    return None


def figure(text: str, otherwise: int) -> int:
    """A number as a record writes it, of a share or a requirement; `otherwise` if it is none."""
    return int(text) if text.isdecimal() and len(text) < 6 else otherwise


def parse_shares(pay: tuple[str, ...]) -> dict[str, int]:
    """How a cost is shared: "X:1" for each source."""
    shares: dict[str, int] = {}
    for item in pay:
        source, _, amount = item.rpartition(":")
        shares[source] = figure(amount, -1)
    return shares


def _shares_refusal(table: Table, seat: str, blood: int, pay: tuple[str, ...]) -> Refusal | None:
    shares = parse_shares(pay)
    for source, amount in shares.items():
        name, kind = _payer(table, source)
        card = table.cards.get(name)
        if card is None or not card.in_play or card.controller != seat:
            return Refusal(Code.COST, "%(card)s is not %(seat)s's to pay with.", "SEQ-46", card=source, seat=seat)
        if not 0 < amount <= card.counters_of(kind):
            return Refusal(Code.COST, "%(card)s cannot pay %(amount)s.", "SEQ-44", card=source, amount=amount)
    if sum(shares.values()) != blood:
        return Refusal(Code.TERMS, "The shares must come to %(cost)s.", "SEQ-28", cost=blood)
    return None


def _payer(table: Table, source: str) -> tuple[str, str]:
    """The card that pays a share, and the kind of its counters: "LOCATION/corruption"; none for its own."""
    name, _, kind = source.rpartition("/")
    return (name, kind) if name and source not in table.cards else (source, "")


def pay_cost(
    draft: Draft, seat: str, minion: str, costs: Costs, *, pool: int | None = None, blood: int | None = None
) -> bool:
    """Pay what there is; returns whether that was all of it.

    Rule: SEQ-31, SEQ-36, SEQ-47 to SEQ-49.
    """
    pool = costs.pool if pool is None else pool
    blood = costs.blood if blood is None else blood
    whole = draft.move(pool_of(seat), BANK, pool, "cost") == pool
    shares = parse_shares(costs.pay) if costs.pay else {minion: blood}
    for source, amount in shares.items():
        if not amount:
            continue
        name, kind = _payer(draft, source)
        there = name in draft.cards
        whole &= there and draft.move(on(name, kind), BANK, amount, "cost") == amount
        if there:
            burn_if_lifeless(draft, name)
    for conviction in costs.convictions:
        whole &= conviction in draft.cards and draft.cards[conviction].in_play
        burn(draft, conviction, "cost")
    if costs.edge:
        whole &= draft.edge == seat
        if draft.edge == seat:
            draft.give_edge("")
    gone = discard_from_hand(draft, seat, costs.cards)
    return whole and (gone == costs.cards or not draft.seats[seat].counted)


# Requirements


REQUIREMENTS = frozenset({"clan", "sect", "capacity", "titled", "title", "anarch", "ready", "discipline"})


def requirement_refusal(
    table: Table, card: GameCard, requires: tuple[str, ...], *, as_vampire: bool = False
) -> Refusal | None:
    """Why a minion does not meet the requirements of a card.

    A requirement is written `clan=NAME`, `sect=NAME`, `capacity=N`, `discipline=CODE:LEVEL`, `title=KIND`, `titled`,
    `anarch`, `ready`.

    Rule: CARD-07 to CARD-09, CARD-11, CARD-22, CARD-23, CARD-30, CARD-34, CARD-36.
    """
    for requirement in requires:
        word, _, value = requirement.partition("=")
        if word not in REQUIREMENTS or (word == "capacity" and figure(value, -1) < 0):
            return Refusal(Code.TERMS, "There is no requirement %(requirement)r.", "SEQ-16", requirement=requirement)
        if not card.is_vampire and not as_vampire and word in ("clan", "discipline", "capacity"):
            return Refusal(Code.TERMS, "%(card)s is not a vampire.", "CARD-30", card=card.id)
        if word == "capacity" and not card.is_vampire:
            if figure(value, 0) > 1:
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
        asked = figure(level, 1)
        return "" if held >= asked else "CARD-09" if held else "CARD-08"
    met = {
        "clan": card.clan == value,
        "sect": card.sect == value,
        "capacity": word == "capacity" and card.capacity >= figure(value, 0),
        "titled": has_title(card),
        "title": has_title(card) and card.title is not None and card.title.kind == value,
        "anarch": is_anarch(card),
        "ready": card.is_ready_minion,
    }
    return "" if met[word] else "CARD-07" if word == "clan" else "CARD-23"


# Where the card is: in limbo until its outcome is known, then in play or in its owner's ash heap


def come_into_play(
    draft: Draft,
    waiting: Waiting,
    *,
    kind: CardKind | None = None,
    host: str | None = None,
    zone: Zone = Zone.READY,
    counters: int | None = None,
) -> str:
    """A card comes into play as its terms say, its owner's; without the card to be on, it goes to the ash heap.

    Returns its identifier; empty if it did not come into play. `kind`, `host`, `zone` and `counters` where the rules
    say them in place of the terms.

    Rule: CARD-26, CARD-28, CARD-29, CARD-47, CONTEST-13, TURN-MASTER-18, TURN-MASTER-24, TURN-MASTER-25.
    """
    terms = waiting.terms
    host = terms.host if host is None else host
    if host and (host not in draft.cards or not draft.cards[host].in_play):
        to_ash_heap(draft, waiting.seat, waiting.card)
        return ""
    taken = not terms.enters or terms.enters in draft.cards
    card = GameCard(
        id=draft.fresh_id("card-") if taken else terms.enters,
        kind=terms.kind if kind is None else kind,
        owner=waiting.seat,
        controller=waiting.seat,
        zone=zone,
        name=waiting.card,
        unique=terms.unique,
        hand_size=terms.hand_size,
        capacity=terms.capacity,
    )
    bring_in(draft, card, counters=terms.counters if counters is None else counters)
    if host:
        attach(draft, card.id, host)
    burn_self_contest(draft, card.id)
    return card.id


def play_out(draft: Draft, waiting: Waiting) -> None:
    """A card has done what it does: it comes into play, waits for an outcome or its strike, or goes to the ash heap.

    Rule: SEQ-36, SEQ-37, CARD-25, CARD-26, COMBAT-43.
    """
    terms = waiting.terms
    combat = next((frame for frame in reversed(draft.frames) if isinstance(frame, Combat)), None)
    if combat is not None and any(_is_of_a_strike(item) for item in terms.effects):
        draft.frame_of(Combat, limbo=(*combat.limbo, waiting))
    elif terms.if_successful or terms.if_block_succeeds:
        action = next((frame for frame in reversed(draft.frames) if isinstance(frame, Action)), None)
        if action is not None:
            draft.frame_of(Action, limbo=(*action.limbo, waiting))
        else:
            to_ash_heap(draft, waiting.seat, waiting.card)
    elif terms.enters:
        come_into_play(draft, waiting)
    else:
        to_ash_heap(draft, waiting.seat, waiting.card)


def _is_of_a_strike(item: Effect) -> bool:
    return item.kind is EffectKind.MANEUVER and item.detail == "strike"


def settle_limbo(draft: Draft, action: Action) -> None:
    """The action's outcome is known: each card that waited for it comes into play, or goes to its owner's ash heap.

    Rule: SEQ-37, ACT-62.
    """
    for waiting in action.limbo:
        terms = waiting.terms
        if not draft.seats[waiting.seat].is_active:
            continue
        if (terms.if_successful and action.successful) or (terms.if_block_succeeds and action.blocked_by):
            come_into_play(draft, waiting, host=terms.host or waiting.minion)
        else:
            to_ash_heap(draft, waiting.seat, waiting.card)


def cut_frames(draft: Draft, at: int) -> None:
    """Cut the frames from there on; cards that waited in them go to their owners' ash heaps."""
    cut = draft.frames[at:]
    draft.frames = draft.frames[:at]
    for frame in cut:
        if isinstance(frame, Action | Combat):
            put_away(draft, *frame.limbo)
        elif isinstance(frame, CardPlay) and draft.seats[frame.seat].is_active:
            to_ash_heap(draft, frame.seat, frame.card)


def put_away(draft: Draft, *limbo: Waiting) -> None:
    """Put cards from limbo into the ash heaps of players who are still in the game."""
    for waiting in limbo:
        if draft.seats[waiting.seat].is_active:
            to_ash_heap(draft, waiting.seat, waiting.card)
