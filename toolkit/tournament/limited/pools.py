"""Pools: what each player opened, whose pool is played after a swap, and what a list may be made of.

Rule: VEKN 7.2.3, 7.2.5, 7.3.2, 7.5.4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from toolkit.cards import CardDatabase, Kind
from toolkit.cards.model import Card, kind_of
from toolkit.decks.model import Deck, Entry
from toolkit.languages import Count, Listed, Message, Sayable
from toolkit.tournament.draws import DrawSeed, draw, order_of
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited.facts import (
    LimitedFormat,
    LimitedPhase,
    LimitedPlan,
    PoolCard,
    PoolConfirmed,
    PoolEntered,
    SwapDrawn,
    SwappedPool,
)
from toolkit.tournament.limited.phases import pools_missing, swap_waits
from toolkit.tournament.limited.plan import plan_of, pool_cards
from toolkit.tournament.limited.state import Limited, LimitedPool, SealedSwap
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.state import State, evolve

# A pool has at most so many different cards, and of each so many copies.
MOST_CARDS, MOST_COPIES = 1500, 200
# Of a provided list without counts everybody has any number.
ANY_NUMBER = MOST_COPIES


def enter_pool(
    state: State,
    player: int,
    cards: Sequence[PoolCard],
    *,
    source: str = "desk",
    is_judge: bool = False,
    reason: str = "",
) -> list[Fact]:
    """A player's whole pool, by the cards' numbers; entered again it corrects the one before.

    It is taken with every fault that a count can have: the desk is warned (`pool_warnings`, `card_warnings`).

    Raises:
        UnknownPlayer: no such player.
        Refused: nothing is planned; or the pool is confirmed and only a judge changes it, with a reason.
        BadValue: no card, a count that no pool can hold, or too many cards.

    Rule: VEKN 7.2.3.
    """
    check_running(state)
    name = state.player(player).name
    plan, pool = plan_of(state, player), state.limited.pools.get(player)
    counts: dict[int, int] = {}
    for entry in cards:
        if entry.count:
            counts[entry.card] = counts.get(entry.card, 0) + entry.count
    if not 1 <= len(counts) <= MOST_CARDS:
        raise BadValue(Message("A pool has 1 to %(most)s different cards.", most=MOST_CARDS), code="bad_pool")
    if any(entry.count < 0 for entry in cards) or max(counts.values()) > MOST_COPIES:
        raise BadValue(Message("A pool has 1 to %(most)s copies of a card.", most=MOST_COPIES), code="bad_count")
    is_locked = pool is not None and pool.is_confirmed
    if is_locked and not is_judge:
        raise _locked(name)
    if pool is not None and counts == dict(pool.cards):
        return []
    return [
        PoolEntered(
            player=player,
            cards=tuple(PoolCard(card=card, count=count) for card, count in counts.items()),
            source=source,
            expected=pool_cards(plan),
            reason=check_text(reason, is_required=is_locked),
            is_locked=is_locked,
        )
    ]


def _locked(name: str) -> Refused:
    return Refused(
        Message("%(name)s confirmed this pool: only a judge changes it.", name=name),
        code="pool_locked",
        rule="VEKN 7.2.3",
    )


def clear_pool(state: State, player: int, *, reason: str = "") -> list[Fact]:
    """Take a pool out that was entered for the wrong player.

    Raises:
        UnknownPlayer: no such player.
        Refused: there is none, or it was swapped.
        BadValue: a confirmed one without a reason.
    """
    check_running(state)
    pool = _pool_of(state, player)
    if state.limited.swap is not None:
        raise Refused(Message("The pools are swapped: correct this one instead."), code="swapped")
    why = check_text(reason, is_required=pool.is_confirmed)
    return [
        PoolEntered(player=player, cards=(), source="", expected=0, reason=why, is_locked=pool.is_confirmed),
    ]


def confirm_pool(state: State, player: int, *, is_confirmed: bool = True) -> list[Fact]:
    """The player says that the pool is right; from then on only a judge changes it.

    Raises:
        UnknownPlayer: no such player.
        Refused: no pool, or it is so already.
    """
    check_running(state)
    if _pool_of(state, player).is_confirmed is is_confirmed:
        raise Refused(Message("That is already the case."), code="nothing_to_change")
    return [PoolConfirmed(player=player, is_confirmed=is_confirmed)]


def _pool_of(state: State, player: int) -> LimitedPool:
    name, pool = state.player(player).name, state.limited.pools.get(player)
    if pool is None:
        raise Refused(Message("%(name)s has no pool yet.", name=name), code="no_pool")
    return pool


# --- What a pool looks like ---


def pool_warnings(pool: LimitedPool, cards: CardDatabase) -> Iterator[Sayable]:
    """The warnings about a pool; none of them stops a player.

    Rule: VEKN 7.2.5 (an abnormal booster is noted).
    """
    short = pool.expected - pool.total
    if short:
        many = Count(abs(short), "%(num)d card", "%(num)d cards")
        text = Message("%(cards)s short", cards=many) if short > 0 else Message("%(cards)s too many", cards=many)
        yield Message("%(number)s of %(expected)s cards, %(what)s: count again, or note an abnormal booster.",
                      number=pool.total, expected=pool.expected, what=text)  # fmt: skip
    if unknown := [number for number in pool.cards if number not in cards]:
        yield Message("The card data does not know the cards %(list)s.", list=Listed(unknown, most=6))
    if not any(kind_of(number) is Kind.CRYPT for number in pool.cards):
        yield Message("No crypt card in this pool.")


def card_warnings(pool: LimitedPool, plan: LimitedPlan, cards: CardDatabase) -> dict[int, Sayable]:
    """The same of single cards, by number: one of another set, or more copies than the product has cards."""
    provided = {entry.card: entry.count or ANY_NUMBER for entry in plan.provided}
    warnings: dict[int, Sayable] = {}
    for number, count in pool.cards.items():
        card = cards.get(number)
        if card is None:
            continue
        codes = {code for code, _ in card.sets}
        lines = [line for line in plan.lines if line.product in codes or line.product not in cards.sets]
        most = provided.get(number, 0) + sum(line.per_player * line.size for line in lines)
        if not most:
            warnings[number] = Message("Not printed in the sets of the plan.")
        elif count > most:
            warnings[number] = Message(
                "%(count)s copies: at most %(most)s cards of this product can be it.", count=count, most=most
            )
    return warnings


def plan_sets(plan: LimitedPlan, cards: CardDatabase) -> frozenset[str]:
    """The codes of the plan's sets; none where a line is of no set that the card data knows (a cube)."""
    products = frozenset(line.product for line in plan.lines)
    return products if products <= cards.sets.keys() else frozenset()


def cards_of_plan(plan: LimitedPlan, cards: CardDatabase) -> tuple[Card, ...]:
    """The cards that a pool may hold, crypt first, by name; every card where the plan names no known set."""
    chosen = filter(_holds(plan, cards), cards)
    return tuple(sorted(chosen, key=lambda card: (card.kind is not Kind.CRYPT, card.unique_name.casefold(), card.id)))


def _holds(plan: LimitedPlan, cards: CardDatabase) -> Callable[[Card], bool]:
    """Whether a pool may hold a card: of the plan's sets, or provided."""
    sets, provided = plan_sets(plan, cards), {entry.card for entry in plan.provided}
    return lambda card: not sets or card.id in provided or not sets.isdisjoint(code for code, _ in card.sets)


# --- Whose pool is played, and what is in it ---


def played_pool(limited: Limited, player: int) -> Mapping[int, int] | None:
    """The cards that a player builds from: the pool they got in the swap, after trades; None where none is entered.

    What the event provides is not in it: see `allowed_cards`.
    """
    owner = limited.swap.pool_of.get(player, player) if limited.swap else player
    pool = limited.pools.get(owner)
    if pool is None:
        return None
    counts = Counter(pool.cards)
    for trade in limited.trades:
        card, other = trade.fact.card, trade.fact.other
        if not card or player not in (trade.active, trade.asked):
            continue
        got, gave = (card, other) if player == trade.active else (other, card)
        counts[got] += 1
        counts[gave] -= 1
    return {card: count for card, count in counts.items() if count > 0}


def registered_by(limited: Limited, player: int) -> int:
    """The player who registered the pool that a player plays."""
    return limited.swap.pool_of.get(player, player) if limited.swap else player


def allowed_cards(limited: Limited, player: int) -> Mapping[int, int] | None:
    """The copies of each card that a player's list may hold; None without a pool."""
    pool = played_pool(limited, player)
    if pool is None or limited.plan is None:
        return pool
    counts = Counter(pool)
    for entry in limited.plan.provided:
        counts[entry.card] += entry.count or ANY_NUMBER
    return dict(counts)


def deck_of(counts: Mapping[int, int], cards: CardDatabase) -> Deck:
    """Cards as a deck, so that lists compare with it; a number that the card data does not know is left out."""
    entries = [Entry(card, count) for number, count in counts.items() if (card := cards.get(number)) is not None]
    return Deck(
        crypt=tuple(entry for entry in entries if entry.card.kind is Kind.CRYPT),
        library=tuple(entry for entry in entries if entry.card.kind is Kind.LIBRARY),
    )


def not_played(pool: Mapping[int, int], deck: Deck) -> dict[int, int]:
    """The cards of a pool that are not in the deck."""
    left = Counter(pool)
    for entry in deck.entries:
        left[entry.card.id] -= entry.count
    return {card: count for card, count in left.items() if count > 0}


# --- The swap ---


def kept_count(players: int) -> int:
    """How many get their own pool back: 15 %, at least one; between 10 and 20 % from five players on.

    >>> [kept_count(number) for number in (4, 5, 9, 10, 16, 17, 60)]
    [1, 1, 1, 2, 2, 3, 9]

    Rule: VEKN 7.3.2.
    """
    return max(1, (15 * players + 50) // 100)


def draw_swap(state: State, *, seed: int | DrawSeed, reason: str = "") -> list[Fact]:
    """Draw whose pool goes back to who registered it, and who gets which of the others.

    Whoever handed in no pool is left out of it, and gets a fresh one.

    Raises:
        Refused: no sealed event with a swap, pools are missing, construction has begun.
        BadValue: drawn again without a reason; fewer than two pools.

    Rule: VEKN 7.3.2.
    """
    check_running(state)
    plan, limited = plan_of(state), state.limited
    if plan.format is not LimitedFormat.SEALED or not plan.swaps:
        raise Refused(Message("This plan has no swap."), code="no_swap")
    if limited.was(LimitedPhase.CONSTRUCTION):
        raise Refused(Message("Decks are being built: it is too late for a swap."), code="too_late")
    if limited.swap is not None and not reason.strip():
        raise Refused(
            Message("The swap is drawn already. Enter a reason to draw it again."), code="swap_drawn", rule="VEKN 7.3.2"
        )
    missing = pools_missing(state)
    if missing and not reason.strip():
        raise Refused(swap_waits(state), code="pools_missing")
    here = sorted(
        player.number for player in state.active if player.number in limited.pools and player.number not in limited.late
    )
    if len(here) < 2:
        raise BadValue(Message("A swap needs two pools at least."), code="few_pools")
    why = check_text(reason)
    keeping = kept_count(len(here))
    drawn: list[Fact] = []
    if isinstance(seed, DrawSeed):
        draw_seed, stands = replace(seed, reason=why), limited.swap is not None
        first = draw(state, draw_seed, "swap keep", here, stands=stands)
        kept, others = _parted(here, first.order, keeping)
        second = draw(state, draw_seed, "swap", others, stands=stands)
        pools, drawn = second.order, [first, second]
    else:
        kept, others = _parted(here, order_of(f"{seed}:keep", here), keeping)
        pools = order_of(f"{seed}:swap", others)
    given = tuple(SwappedPool(player=player, pool=pool) for player, pool in zip(others, pools, strict=True))
    logged = None if isinstance(seed, DrawSeed) else seed
    return [*drawn, SwapDrawn(kept=kept, given=given, seed=logged, fresh=missing, reason=why)]


def _parted(here: Sequence[int], order: Sequence[int], keeping: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first of an order, who keep their pools, and the others; each by number."""
    kept = order[:keeping]
    return tuple(sorted(kept)), tuple(number for number in here if number not in kept)


# --- What the facts do, and how they read ---


def _entered_sentence(names: PlayerNames, fact: PoolEntered) -> Sayable:
    name = names(fact.player)
    if not fact.cards:
        return because(Message("Took out the pool of %(name)s.", name=name), fact.reason)
    total = sum(entry.count for entry in fact.cards)
    sentence = Message("Pool of %(name)s: %(number)s of %(expected)s cards.", name=name, number=total,
                   expected=fact.expected)  # fmt: skip
    return because(sentence, fact.reason)


@folds(PoolEntered, _entered_sentence)
def _entered(state: State, fact: PoolEntered, entry: LogEntry) -> State:
    state.player(fact.player)
    limited, before = state.limited, state.limited.pools.get(fact.player)
    pools = {number: pool for number, pool in limited.pools.items() if number != fact.player}
    if fact.cards:
        corrections = (before.corrections if before else 0) + (1 if fact.is_locked else 0)
        pools[fact.player] = LimitedPool(
            player=fact.player,
            cards={entry.card: entry.count for entry in fact.cards},
            source=fact.source,
            by=entry.by,
            at=entry.at,
            expected=fact.expected,
            is_confirmed=fact.is_locked,
            corrections=corrections,
        )
    return evolve(state, limited=replace(limited, pools=pools))


def _confirmed_sentence(names: PlayerNames, fact: PoolConfirmed) -> Sayable:
    if fact.is_confirmed:
        return Message("%(name)s confirmed the pool.", name=names(fact.player))
    return Message("The pool of %(name)s can be changed again.", name=names(fact.player))


@folds(PoolConfirmed, _confirmed_sentence)
def _confirmed(state: State, fact: PoolConfirmed, entry: LogEntry) -> State:
    pool = replace(_pool_of(state, fact.player), is_confirmed=fact.is_confirmed)
    limited = state.limited
    return evolve(state, limited=replace(limited, pools={**limited.pools, fact.player: pool}))


def _swap_sentence(names: PlayerNames, fact: SwapDrawn) -> Sayable:
    sentence = Message(
        "Drew the swap: %(number)s; their own pool back: %(list)s.",
        list=names.some(fact.kept),
        number=Count(len(fact.given), "%(num)d pool changes hands", "%(num)d pools change hands"),
    )
    return because(sentence, fact.reason)


@folds(SwapDrawn, _swap_sentence)
def _swapped(state: State, fact: SwapDrawn, entry: LogEntry) -> State:
    if state.limited.was(LimitedPhase.CONSTRUCTION):
        raise Refused(Message("Decks are being built: it is too late for a swap."), code="too_late")
    pool_of = {given.player: given.pool for given in fact.given}
    for player, pool in pool_of.items():
        state.player(player), state.player(pool)
    swap = SealedSwap(kept=fact.kept, pool_of=pool_of, seed=fact.seed, fresh=fact.fresh)
    return evolve(state, limited=replace(state.limited, swap=swap))
