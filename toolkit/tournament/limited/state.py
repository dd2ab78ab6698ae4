"""A limited event as its facts leave it. Everything is frozen; `toolkit.tournament.limited.phases` reads the clocks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from toolkit.tournament.limited.facts import (
    DraftTimes,
    LateBuilder,
    LimitedFormat,
    LimitedPhase,
    LimitedPlan,
    PackReplaced,
    PickForced,
    PoolCard,
    TradeMade,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitedPool:
    """The cards that a player opened.

    Attributes:
        cards: copies by the card's official number, in the order of the list.
        source: how it came in; `by` who entered it, as the log names them.
        is_confirmed: the player said that it is right: a judge changes it from then on.
        corrections: how often it was corrected after that.
    """

    player: int
    cards: Mapping[int, int]
    source: str
    by: str
    at: datetime
    expected: int
    is_confirmed: bool = False
    corrections: int = 0

    @property
    def total(self) -> int:
        """All cards."""
        return sum(self.cards.values())

    @property
    def is_complete(self) -> bool:
        """Whether it has as many cards as the plan gives."""
        return self.total == self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class SealedSwap:
    """The pools after a swap, by player; `kept` got their own back by the draw, `fresh` a new one."""

    kept: tuple[int, ...]
    pool_of: Mapping[int, int]
    seed: int | None
    fresh: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftClock:
    """How far a clock had come at a moment: whole and part seconds of its course, at `since`."""

    elapsed: float
    since: datetime
    is_paused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRun:
    """A phase that was begun.

    Attributes:
        packs, format, times, moves_on: of a draft, as it was begun.
        main: the clock of all; `pods` that of each pod, by its number.
        ended_at: None while it goes on.
    """

    phase: LimitedPhase
    seconds: int
    started_at: datetime
    main: DraftClock
    packs: tuple[int, ...] = ()
    format: LimitedFormat | None = None
    times: DraftTimes = field(default_factory=DraftTimes)
    moves_on: bool = True
    pods: Mapping[int, DraftClock] = field(default_factory=dict)
    ended_at: datetime | None = None
    reason: str = ""

    @property
    def is_draft(self) -> bool:
        """Whether cards are drafted in it."""
        return self.format is not None

    @property
    def is_passed(self) -> bool:
        """Whether packs are passed in it; in other drafts cards lie on the table."""
        return self.phase is LimitedPhase.DRAFT and self.format is not LimitedFormat.TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedPool:
    """The cards that a player of a Michigan event set aside."""

    stock: tuple[PoolCard, ...]
    crypt: tuple[PoolCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PodTrade:
    """A turn of the Michigan trade, and the pod's players as they sat then, clockwise."""

    fact: TradeMade
    players: tuple[int, ...]

    @property
    def active(self) -> int:
        """The player whose turn it was."""
        return self.players[self.fact.active - 1]

    @property
    def asked(self) -> int:
        """The player who was asked; 0 without one."""
        return self.players[self.fact.asked - 1] if self.fact.asked else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LateBuild:
    """A late builder, and since when."""

    fact: LateBuilder
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Limited:
    """All that is known of the limited part of an event.

    Attributes:
        own_plans: of players who brought their own product.
        pods: players of each pod, clockwise; `piles` of a mixed draft, crypt and library cards by seat.
        left: who left the draft.
        phases: in the order in which they were begun; the last one may go on.
        used: recursions used, by round and player.
    """

    plan: LimitedPlan | None = None
    own_plans: Mapping[int, LimitedPlan] = field(default_factory=dict)
    given: frozenset[int] = frozenset()
    returned: frozenset[int] = frozenset()
    pools: Mapping[int, LimitedPool] = field(default_factory=dict)
    swap: SealedSwap | None = None
    pods: tuple[tuple[int, ...], ...] = ()
    pods_seed: int | None = None
    left: frozenset[int] = frozenset()
    piles: Mapping[int, tuple[tuple[int, ...], tuple[int, ...]]] = field(default_factory=dict)
    phases: tuple[PhaseRun, ...] = ()
    forced: tuple[PickForced, ...] = ()
    replaced: tuple[PackReplaced, ...] = ()
    prepared: Mapping[int, PreparedPool] = field(default_factory=dict)
    trades: tuple[PodTrade, ...] = ()
    late: Mapping[int, LateBuild] = field(default_factory=dict)
    used: Mapping[tuple[int, int], int] = field(default_factory=dict)

    @property
    def current(self) -> PhaseRun | None:
        """The phase that goes on."""
        return self.phases[-1] if self.phases and self.phases[-1].ended_at is None else None

    @property
    def building(self) -> frozenset[int]:
        """Late builders whose deck is not in: they are not seated."""
        return frozenset(number for number, late in self.late.items() if not late.fact.is_done)

    def place_of(self, player: int) -> tuple[int, int] | None:
        """Pod and seat of a player, both from 1."""
        for pod, players in enumerate(self.pods, 1):
            if player in players:
                return pod, players.index(player) + 1
        return None

    def has(self, player: int) -> bool:
        """Whether the player has, or had, product, a pool, a seat in a pod or a part in the swap."""
        swapped = [*self.swap.kept, *self.swap.pool_of, *self.swap.pool_of.values()] if self.swap else []
        own = (self.given, self.left, self.own_plans, self.pools, self.late, swapped, *self.pods)
        return any(player in numbers for numbers in own)

    def without(self, gone: int) -> Limited:
        """The same with nothing of that player, whom an older log removed nevertheless."""
        swap = self.swap and replace(
            self.swap,
            kept=tuple(player for player in self.swap.kept if player != gone),
            pool_of={player: pool for player, pool in self.swap.pool_of.items() if gone not in (player, pool)},
            fresh=tuple(player for player in self.swap.fresh if player != gone),
        )
        return replace(
            self,
            own_plans={player: plan for player, plan in self.own_plans.items() if player != gone},
            given=self.given - {gone},
            returned=self.returned - {gone},
            pools={player: pool for player, pool in self.pools.items() if player != gone},
            swap=swap,
            pods=tuple(tuple(player for player in players if player != gone) for players in self.pods),
            left=self.left - {gone},
            forced=tuple(pick for pick in self.forced if pick.player != gone),
            replaced=tuple(pack for pack in self.replaced if pack.player != gone),
            late={player: late for player, late in self.late.items() if player != gone},
        )

    def was(self, phase: LimitedPhase) -> bool:
        """Whether that phase was begun."""
        return any(run.phase is phase for run in self.phases)
