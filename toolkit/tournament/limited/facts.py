"""The facts of a limited event, and the values inside them. Stored for good, as every fact is."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from toolkit.tournament.codec import added
from toolkit.tournament.declarations import (
    EVERYBODY,
    OFFICIALS,
    Randomness,
    Undoing,
    by_lot,
    on_phase,
    on_plan,
    on_player,
    on_pod,
    on_pool,
    on_product,
    on_products,
    on_recursions,
    own_page,
    whole_event,
)
from toolkit.tournament.facts import Fact, stored


class LimitedFormat(StrEnum):
    """How decks come out of the product.

    Rule: VEKN 7.3 to 7.8.
    """

    SEALED = "sealed"
    MICHIGAN = "michigan"
    BOOSTER = "booster"
    TABLE = "table"
    ELDER = "elder"

    @property
    def is_draft(self) -> bool:
        """Whether cards are drafted in it."""
        return self in (LimitedFormat.BOOSTER, LimitedFormat.TABLE, LimitedFormat.ELDER)


class ProductKind(StrEnum):
    """The kinds of product."""

    BOOSTER = "booster"
    STARTER = "starter"


class StarterDeal(StrEnum):
    """How starters come to the players; a choice is traded before anything is opened."""

    RANDOM = "random"
    CHOICE_AFTER_TRADE = "choice_after_trade"
    AS_DEALT = "as_dealt"


class LimitedPhase(StrEnum):
    """A part of the day before the rounds."""

    PRODUCT = "product"
    REGISTRATION = "registration"
    SWAP = "swap"
    PREPARATION = "preparation"
    PODS = "pods"
    SPLIT = "split"
    CRYPT_DRAFT = "crypt_draft"
    DRAFT = "draft"
    TRADE = "trade"
    CONSTRUCTION = "construction"
    BREAK = "break"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductLine:
    """Each player's share of one product.

    Attributes:
        product: the code of a card set, or a name (a cube's).
        size: cards in one of it.
        source: where the size comes from, where a data row or the organizer says so.
    """

    product: str
    kind: ProductKind
    per_player: int
    size: int
    drafted: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftTimes:
    """The seconds of a draft, which the head judge announces before it (VEKN 7.5.3).

    Attributes:
        open: to open a pack and count it; `passing` between two picks.
        review: after the first pack; `later_review` after each further one, 0: the same.
        each, base: a pick with c cards left takes `each` * c + `base`, from `least` to `most`; the last card `last`.
        look, turn: of a table draft, to look at a set, and for each pick.
    """

    open: int = 30
    each: int = 5
    base: int = 5
    least: int = 10
    most: int = 75
    last: int = 5
    passing: int = 5
    review: int = 60
    later_review: int = added(0)
    look: int = 20
    turn: int = 15

    def review_after(self, pack: int) -> int:
        """How long cards are reviewed after a pack, numbered from 1."""
        return (self.later_review if pack > 1 else 0) or self.review


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolCard:
    """Copies of a card, by its official number; in a list that the event provides 0 is any number."""

    card: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitedPlan:
    """The announced plan of a limited event.

    Attributes:
        own_product: players bring theirs, as was advertised.
        spare: percent of the product that is bought on top; `box` how many of it a box holds, 0 where that is unknown.
        casual: library of 40 to 40 and 10 a Methuselah, at an unsanctioned event.
        swaps: sealed pools change hands.
        moves_on: whether a pick ends with its seconds, or waits until an official goes on.
        construction: minutes to build a deck. `registration`, `preparation`: minutes to list and to prepare a pool.
        pile_size: cards of a library pile in the mixed draft.
        provided: cards that are in every pool.
    """

    format: LimitedFormat
    lines: tuple[ProductLine, ...]
    starters: StarterDeal = StarterDeal.RANDOM
    own_product: bool = False
    spare: int = 5
    box: int = 0
    pod_most: int = 8
    pods_are_tables: bool = False
    registers_pools: bool = False
    swaps: bool = False
    casual: bool = False
    moves_on: bool = True
    times: DraftTimes = field(default_factory=DraftTimes)
    construction: int = 45
    registration: int = 30
    pile_size: int = 11
    allows_late: bool = True
    provided: tuple[PoolCard, ...] = ()


@stored(
    touches=on_plan,
    seen_by=EVERYBODY,
    personal=(),
    stays={"plan/lines/product": "a set of cards", "plan/lines/source": "where the size of its boosters is from"},
)
class LimitedPlanned(Fact):
    """The plan of the event; or, of an event whose players bring their own, the lines of one player."""

    VERSION: ClassVar[int] = 2

    plan: LimitedPlan
    player: int | None = None


@stored(touches=on_products, seen_by=EVERYBODY, personal=())
class ProductGiven(Fact):
    """Players got their product."""

    players: tuple[int, ...]


@stored(touches=on_product, seen_by=EVERYBODY, personal=())
class ProductReturned(Fact):
    """A player who leaves before round 1 is over gave the product back, or (not `is_back`) did not after all."""

    player: int
    is_back: bool = True


@stored(touches=on_pool, seen_by=(own_page, OFFICIALS), personal=("reason",), stays={"source": "phone, desk or file"})
class PoolEntered(Fact):
    """A player's whole pool; entered again, it corrects the one before. No cards: it is taken out.

    Attributes:
        source: how it came in: phone, desk, file.
        expected: how many cards the plan gives.
        is_locked: the player had confirmed it, so a judge changed it for the `reason`.
    """

    player: int
    cards: tuple[PoolCard, ...]
    source: str
    expected: int
    reason: str = ""
    is_locked: bool = False


@stored(touches=on_pool, seen_by=(own_page, OFFICIALS), personal=())
class PoolConfirmed(Fact):
    """A player says that the pool is what was opened; or (not `is_confirmed`) a judge lets them change it again."""

    player: int
    is_confirmed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SwappedPool:
    """Whose pool a player plays."""

    player: int
    pool: int


@stored(
    touches=(whole_event, by_lot),
    seen_by=EVERYBODY,
    personal=(),
    stays={"reason": "of all players: it goes where it names them"},
    randomness=Randomness.COMMITTED,
)
class SwapDrawn(Fact):
    """Which pools go back to who registered them, and which others go to whom; `fresh` got a new one."""

    kept: tuple[int, ...]
    given: tuple[SwappedPool, ...]
    seed: int | None
    fresh: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pod:
    """Players of a pod, clockwise."""

    players: tuple[int, ...]


@stored(touches=(whole_event, by_lot), seen_by=EVERYBODY, personal=(), randomness=Randomness.COMMITTED)
class PodsDrawn(Fact):
    """The pods of a draft, in seating order; drawn again for a reason."""

    pods: tuple[Pod, ...]
    seed: int | None
    most: int
    reason: str = ""


@stored(touches=whole_event, seen_by=EVERYBODY, personal=(), undoing=Undoing.WITH_PODS)
class PodChanged(Fact):
    """Seats of the pods were changed by hand, or a player left the draft."""

    pods: tuple[Pod, ...]
    reason: str
    left: int | None = None


@stored(touches=on_pod, seen_by=EVERYBODY, personal=(), undoing=Undoing.WITH_PODS)
class PilesCounted(Fact):
    """Of a mixed draft: crypt and library cards of a pod's players, in seat order."""

    pod: int
    crypt: tuple[int, ...]
    library: tuple[int, ...]


@stored(touches=on_phase, seen_by=EVERYBODY, personal=(), undoing=Undoing.WITH_DRAFT)
class PhaseStarted(Fact):
    """A phase began, for so many seconds (0: without a clock).

    Attributes:
        packs: of a draft, the cards of each pack, in the order in which they are opened.
        times, moves_on, format: of a draft, as the plan had them.
        reason: why a phase is skipped over or done again.
    """

    VERSION: ClassVar[int] = 2

    phase: LimitedPhase
    seconds: int
    packs: tuple[int, ...] = ()
    format: LimitedFormat | None = None
    times: DraftTimes | None = None
    moves_on: bool = True
    reason: str = ""


@stored(touches=on_pod, seen_by=EVERYBODY, personal=(), undoing=Undoing.WITH_DRAFT)
class PhasePaused(Fact):
    """The clock of the phase, or of one pod, stands; or (not `is_paused`) runs again."""

    pod: int | None = None
    is_paused: bool = True


@stored(touches=on_phase, seen_by=EVERYBODY, personal=(), undoing=Undoing.WITH_DRAFT)
class PhaseExtended(Fact):
    """The phase gets more seconds, or less; in a draft the step that all are at."""

    seconds: int
    reason: str = ""


@stored(touches=on_pod, seen_by=EVERYBODY, personal=(), undoing=Undoing.WITH_DRAFT)
class PhaseStepped(Fact):
    """Everybody of a pod (None: of the draft) is done with a step before its time.

    Attributes:
        step: its place in the pod's course, from 0.
    """

    pod: int | None
    step: int


@stored(touches=on_phase, seen_by=EVERYBODY, personal=())
class PhaseEnded(Fact):
    """The phase is over."""

    reason: str = ""


class Forced(StrEnum):
    """The card of a player who was late with a pick (VEKN 7.5.3, 7.7)."""

    RANDOM = "random"
    OLDEST = "oldest"


@stored(touches=on_pod, seen_by=EVERYBODY, personal=(), undoing=Undoing.WITH_DRAFT)
class PickForced(Fact):
    """A pick was late: the seat gets a card by lot, or the oldest one.

    Attributes:
        card: its place from the top, from 1; 0 where it was not drawn here. `of` cards there were.
    """

    pod: int
    seat: int
    player: int
    pack: int
    pick: int
    kind: Forced
    card: int
    of: int


@stored(touches=on_product, seen_by=EVERYBODY, personal=("reason",))
class PackReplaced(Fact):
    """A pack or a card was replaced by a judge: abnormal (VEKN 7.2.5), or marked."""

    player: int
    pack: int
    reason: str


class TradeAnswer(StrEnum):
    """The outcome of a turn of the Michigan trade."""

    TRADED = "traded"
    DECLINED = "declined"
    PASSED = "passed"


@stored(touches=on_pool, seen_by=EVERYBODY, personal=())
class PoolPrepared(Fact):
    """A player of a Michigan event set aside the trade stock; the rest of the library and the crypt follow from it.

    Attributes:
        stock: the cards to trade; `crypt` the crypt cards of the deck, the rest is the crypt sideboard.
    """

    player: int
    stock: tuple[PoolCard, ...] = ()
    crypt: tuple[PoolCard, ...] = ()
    is_ready: bool = True


@stored(touches=on_pod, seen_by=EVERYBODY, personal=(), undoing=Undoing.WITH_DRAFT)
class TradeMade(Fact):
    """A turn of the trade: the active seat asked another for a card.

    Attributes:
        card: what was asked for, by its number, 0 where nobody noted it; `other` what was given for it.
    """

    pod: int
    active: int
    answer: TradeAnswer
    asked: int = 0
    card: int = 0
    other: int = 0


@stored(touches=on_player, seen_by=EVERYBODY, personal=())
class LateBuilder(Fact):
    """A player came late, got sealed product and builds with a clock of their own (VEKN 7.2.6).

    Attributes:
        seconds: to build; `is_done`: the deck is in, from the next round on they are seated.
    """

    player: int
    seconds: int
    is_done: bool = False


@stored(touches=on_recursions, seen_by=EVERYBODY, personal=())
class RecursionsUsed(Fact):
    """How often a player has turned the ash heap into a library in a round so far."""

    round: int
    player: int
    used: int
