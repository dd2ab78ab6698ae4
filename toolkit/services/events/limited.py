"""Use cases of limited events: the plan, pools with what they change for lists, draws, and the clocks of a draft."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any

from toolkit.cards import CardDatabase, Kind
from toolkit.decks import read
from toolkit.decks.editing import MOST_COPIES
from toolkit.decks.model import Deck, ProblemCode
from toolkit.languages import Listed, Message, Sayable, natural_key
from toolkit.services.events.decks import judge_again
from toolkit.services.events.draws import seed_for
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork, as_given, asked_of, digest, use_case
from toolkit.tournament import Fact, Tournament
from toolkit.tournament.errors import BadValue
from toolkit.tournament.limited import cube, late_and_leaving, michigan, phases, plan, pods, pools
from toolkit.tournament.limited.facts import (
    Forced,
    LimitedFormat,
    LimitedPhase,
    LimitedPlan,
    PoolCard,
    ProductKind,
    ProductLine,
    StarterDeal,
    TradeAnswer,
)
from toolkit.tournament.limited.picks import DraftStep, direction
from toolkit.tournament.limited.state import LimitedPool
from toolkit.tournament.log import moment_of
from toolkit.tournament.state import State
from toolkit.views import ViewOf


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitedFigures:
    """The figures that follow from a product, before there is any event.

    Attributes:
        effective_boosters: boosters of eleven cards that hold as many.
        library_max, library_min: cards of a library.
        picks_each: cards that each player drafts.
        draft_seconds: of the largest pod, with its reviews.
        directions: which way each pack is passed.
    """

    effective_boosters: int
    crypt_min: int
    library_min: int
    library_max: int
    recursions: int
    pods: tuple[int, ...]
    picks_each: int
    draft_seconds: int
    directions: tuple[str, ...]


def figures(made: LimitedPlan, players: int) -> LimitedFigures:
    """The figures that follow from a plan for so many players.

    Raises:
        BadValue: a plan that cannot be held, or players who cannot be parted.
    """
    plan.check_plan(made)
    least = plan.minimums_of(made)
    is_sealed = made.format is LimitedFormat.SEALED
    sizes = () if is_sealed else plan.sizes_for(made, players)
    packs = plan.packs_of(made)
    return LimitedFigures(
        effective_boosters=least.boosters,
        crypt_min=least.crypt,
        library_min=least.library,
        library_max=least.library_most,
        recursions=least.recursions,
        pods=sizes,
        picks_each=sum(packs),
        draft_seconds=plan.draft_seconds(made, sizes[0]) if sizes else 0,
        directions=tuple(direction(pack).value for pack, _ in enumerate(packs, 1)),
    )


def made_plan(
    before: LimitedPlan | None,
    *,
    format: LimitedFormat | None = None,
    lines: Sequence[str] = (),
    boosters: int | None = None,
    size: int | None = None,
    product: str = "",
    times: Sequence[str] = (),
    **settings: Any,
) -> LimitedPlan:
    """A plan out of what was sent: what was not sent stays as it was, or is the usual.

    `lines` are written as `toolkit.tournament.limited.plan.parse_line` reads them; `boosters`, `size` and `product` are
    the short way for a single line; `times` are seconds of the draft, such as `review=60`; the other `settings` are
    those of the plan.

    Raises:
        BadValue: a line that is not understood, or both ways at once.
    """
    chosen = format or (before.format if before else LimitedFormat.BOOSTER)
    new = tuple(plan.parse_line(line, is_draft=chosen.is_draft) for line in lines if line.strip())
    if (new and boosters is not None) or (boosters is None and (size is not None or product)):
        raise BadValue(
            Message("Name the product by its lines, or by a number of boosters with their size and set."),
            code="two_ways",
        )
    if boosters is not None:
        booster = plan.booster_sizes().get(product)
        new = (
            ProductLine(
                product=product,
                kind=ProductKind.BOOSTER,
                per_player=boosters,
                size=size if size is not None else booster.size if booster else plan.STANDARD_BOOSTER,
                drafted=chosen.is_draft,
                source=booster.source if booster and size is None else "",
            ),
        )
    sent = {name: value for name, value in settings.items() if value is not None}
    if times:
        sent["times"] = plan.parse_times(before.times if before else plan.USUAL_TIMES, times)
    if before is None:
        usual = {"times": plan.USUAL_TIMES} | ({"construction": 60} if chosen is LimitedFormat.SEALED else {})
        return LimitedPlan(format=chosen, lines=new, **{**usual, **sent})
    as_before = tuple(replace(line, drafted=line.drafted and chosen.is_draft) for line in before.lines)
    return replace(before, format=chosen, lines=new or as_before, **sent)


@use_case(stands_for={"provided": as_given, "sent": lambda sent: sorted(sent.items())})
def plan_event(
    work: UnitOfWork,
    tournament: Tournament,
    /,
    *,
    player: int | None = None,
    format: LimitedFormat | None = None,
    starters: StarterDeal | None = None,
    provided: Sequence[str] | None = None,
    **sent: Any,
) -> list[Fact]:
    """Plan the event's product; lists that are in are judged by it.

    `provided` are cards that are in every pool: a name for any number of it, or “2 Villein”.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    limited = tournament.limited
    before = limited.own_plans.get(player, limited.plan) if player is not None else limited.plan
    freely = None if provided is None else read_provided(provided, work.context.cards())
    made = made_plan(before, format=format, starters=starters, provided=freely, **sent)
    facts = plan.plan_limited(tournament, made, player=player)
    return judged(work, tournament, facts) if facts else []


def read_provided(lines: Sequence[str], cards: CardDatabase) -> tuple[PoolCard, ...]:
    """Cards that are in every pool, a line each: a name for any number of it, or a count and a name.

    Raises:
        BadValue: a line that names no card for certain.
    """
    rows = []
    for line in filter(None, map(str.strip, lines)):
        is_counted = line[0].isdigit()
        (row,) = read_pool(line if is_counted else f"1 {line}", cards)
        rows.append(row if is_counted else replace(row, count=0))
    return tuple(rows)


def judged(
    work: UnitOfWork, tournament: Tournament, facts: Sequence[Fact], players: Iterable[int] | None = None
) -> list[Fact]:
    """The facts, and what they change for the lists of these players, or of all."""
    after = tournament.with_facts(facts, at=work.context.now(), by=work.by)
    return [*facts, *judge_again(after, work.context.cards, today=work.context.now().date(), players=players)]


def read_pool(text: str | bytes, cards: CardDatabase) -> tuple[PoolCard, ...]:
    """A pool out of a list in any format, or of lines `count,name`.

    Raises:
        BadValue: a line that names no card for certain, or a count that no list has: each is named.
    """
    reading = read(text, cards)
    if counts := [problem.message for problem in reading.problems if problem.code is ProblemCode.BAD_COUNT]:
        raise BadValue(Listed(counts, between=" "), code="bad_count")
    unclear = [f"{line.count} {line.text}" for line in reading.unresolved]
    if unclear:
        raise BadValue(
            Message("These lines name no card for certain: %(list)s.", list=Listed(unclear, most=8)),
            code="unknown_cards",
        )
    copies: dict[int, int] = {}
    for entry in reading.deck.entries:
        copies[entry.card.id] = copies.get(entry.card.id, 0) + entry.count
    if not copies:
        too_large = (problem.message for problem in reading.problems if problem.code is ProblemCode.TOO_LARGE)
        raise BadValue(next(too_large, Message("This list names no card.")), code="no_cards")
    return tuple(PoolCard(card=card, count=count) for card, count in copies.items())


def pool_deck(text: str, cards: CardDatabase) -> Deck:
    """A pool that is no event's, so that a list is compared with it.

    Raises:
        BadValue: what `read_pool` refuses with.
    """
    return pools.deck_of({row.card: row.count for row in read_pool(text, cards)}, cards)


def pool_text(pool: Deck) -> str:
    """A pool as `pool_deck` reads it, a line for each card."""
    return "\n".join(f"{min(count, MOST_COPIES)} {card.unique_name}" for card, count, _ in pool.entries)


def enter_pool(
    work: UnitOfWork,
    player: int,
    *,
    text: str = "",
    cards: Sequence[PoolCard] | None = None,
    source: str = "file",
    is_judge: bool = False,
    reason: str = "",
    confirms: bool = False,
) -> Change:
    """Enter a player's whole pool; the lists that are built from it are judged by it.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    entered = tuple(cards) if cards is not None else read_pool(text, work.context.cards())
    return _enter_pool(work, player, entered, source=source, is_judge=is_judge, reason=reason, confirms=confirms)


@use_case(name="enter_pool", stands_for={"entered": digest})
def _enter_pool(
    work: UnitOfWork,
    tournament: Tournament,
    player: int,
    entered: tuple[PoolCard, ...],
    *,
    source: str,
    is_judge: bool,
    reason: str,
    confirms: bool,
) -> list[Fact]:
    facts = pools.enter_pool(tournament, player, entered, source=source, is_judge=is_judge, reason=reason)
    if confirms:
        after = tournament.with_facts(facts, at=work.context.now(), by=work.by)
        if not after.limited.pools[player].is_confirmed:
            facts = [*facts, *pools.confirm_pool(after, player)]
    owners = [number for number in tournament.players if pools.registered_by(tournament.limited, number) == player]
    return judged(work, tournament, facts, owners) if facts else []


def enter_pool_by_desk(work: UnitOfWork, player: int, *, text: str, reason: str = "") -> Change:
    """Enter or correct a player's pool at the desk; a confirmed one with a reason."""
    return enter_pool(work, player, text=text, source="desk", is_judge=True, reason=reason)


@use_case()
def clear_pool(work: UnitOfWork, tournament: Tournament, player: int, *, reason: str = "") -> list[Fact]:
    """Take a pool out again.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return judged(work, tournament, pools.clear_pool(tournament, player, reason=reason), [player])


@use_case()
def draw_swap(
    work: UnitOfWork, tournament: Tournament, *, seed: int | None = None, word: str = "", reason: str = ""
) -> list[Fact]:
    """Draw the swap of sealed pools; the seed is kept.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = seed_for(work, tournament, seed, word=word, reason=reason)
    return judged(work, tournament, pools.draw_swap(tournament, seed=chosen, reason=reason))


@use_case()
def draw_pods(
    work: UnitOfWork,
    tournament: Tournament,
    *,
    seed: int | None = None,
    most: int | None = None,
    word: str = "",
    reason: str = "",
) -> list[Fact]:
    """Draw the pods; the seed is kept.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = seed_for(work, tournament, seed, word=word, reason=reason)
    return pods.draw_pods(tournament, seed=chosen, most=most, reason=reason)


def start_phase(
    work: UnitOfWork,
    *,
    phase: LimitedPhase | None = None,
    minutes: int | None = None,
    reason: str = "",
    sure: bool = False,
) -> Change:
    """Begin the next phase, or the one that is named; `sure` ends a running draft, or a trade that is not begun.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return _end_as_meant(work, phases.start_phase, phase=phase, minutes=minutes, reason=reason, sure=sure)


def end_phase(work: UnitOfWork, *, reason: str = "", sure: bool = False) -> Change:
    """End the current phase; `sure` ends a running draft, or a trade that is not begun.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return _end_as_meant(work, phases.end_phase, reason=reason, sure=sure)


def _end_as_meant(
    work: UnitOfWork, operation: Callable[..., list[Fact]], *named: object, sure: bool, **figures: object
) -> Change:
    """Carry out what ends the current phase, if that cuts nothing short or is meant to."""

    def decide(tournament: Tournament) -> list[Fact]:
        facts = operation(tournament, *named, **figures)
        if not sure:
            phases.check_may_end(tournament, work.context.steady())
        return facts

    return work.carry_out(asked_of(operation, named, figures), decide)


@use_case(without=("sure",))
def start_draft(work: UnitOfWork, tournament: Tournament, *, reason: str = "", sure: bool = False) -> list[Fact]:
    """Begin the draft that comes next: the crypts of a mixed draft first.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    is_crypt = phases.next_phase(tournament) is LimitedPhase.CRYPT_DRAFT
    draft = LimitedPhase.CRYPT_DRAFT if is_crypt else LimitedPhase.DRAFT
    facts = phases.start_phase(tournament, draft, reason=reason)
    if not sure:
        phases.check_may_end(tournament, work.context.steady())
    return facts


def build_decks(work: UnitOfWork, *, minutes: int | None = None, reason: str = "", sure: bool = False) -> Change:
    """Begin the building of decks.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return _end_as_meant(work, phases.start_phase, LimitedPhase.CONSTRUCTION, minutes=minutes, reason=reason, sure=sure)


@use_case()
def step_draft(
    work: UnitOfWork, tournament: Tournament, *, pod: int | None = None, step: int | None = None
) -> list[Fact]:
    """All players of a pod, or of the draft, have picked: on to the next step.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    return phases.step_draft(tournament, work.context.steady(), pod=pod, step=step)


@use_case()
def force_pick(
    work: UnitOfWork,
    tournament: Tournament,
    *,
    pod: int,
    seat: int,
    kind: Forced | None = None,
    card: int = 0,
    seed: int | None = None,
) -> list[Fact]:
    """A card for a player who is late with a pick.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    chosen = work.context.seed() if seed is None else seed
    return phases.force_pick(tournament, work.context.steady(), pod, seat, seed=chosen, kind=kind, card=card)


@use_case()
def make_trade(
    work: UnitOfWork,
    tournament: Tournament,
    pod: int,
    *,
    answer: TradeAnswer,
    asked: int = 0,
    card: int = 0,
    other: int = 0,
) -> list[Fact]:
    """Note a turn of a Michigan trade; lists are judged by the pools that it leaves.

    Raises:
        ToolkitError: what the domain refuses with.
    """
    facts = michigan.make_trade(tournament, pod, answer=answer, asked=asked, card=card, other=other)
    return judged(work, tournament, facts)


# --- What is shown ---


@dataclass(frozen=True, slots=True, kw_only=True)
class ProductLineView(ViewOf[ProductLine]):
    """A line of product; `line` as it is written, `need` what to have with what is spare."""

    line: str
    product: str
    kind: str
    per_player: int
    size: int
    drafted: bool
    need: int
    boxes: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitedStepView(ViewOf[DraftStep]):
    """The current step of a pod: open, pick, pass, look or review.

    Attributes:
        seat: the seat that picks, from 1; 0 while all pick.
        cards: number of cards left to pick from.
    """

    kind: str
    pack: int
    packs: int
    set: int
    pick: int
    seat: int
    cards: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PodSeatView:
    """A seat of a pod."""

    seat: int
    player: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PodView:
    """A pod, and where its draft is.

    Attributes:
        direction: left or right; None if packs are not passed.
        behind: seconds of delay to the draft's clock.
    """

    pod: int
    seats: tuple[PodSeatView, ...]
    step: LimitedStepView | None
    direction: str | None
    seconds_left: int
    paused: bool
    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolRowView:
    """A player's pool in the overview.

    Attributes:
        plays: owner of the pool from which the player builds.
        entered: number of cards entered; None without a pool.
    """

    player: int
    name: str
    given: bool
    entered: int | None
    expected: int
    confirmed: bool
    plays: int
    has_list: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseView:
    """The phase that goes on."""

    phase: str
    started_at: datetime
    seconds: int
    seconds_left: int
    over: int
    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LateBuilderView:
    """A late player who builds."""

    player: int
    name: str
    seconds_left: int
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulePartView(ViewOf[plan.ScheduledPart]):
    """A part of the day."""

    phase: str | None
    round: int | None
    start: datetime
    end: datetime
    done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitedView:
    """All of the limited part of an event.

    Attributes:
        blockers: open tasks before the next phase.
        owes_product: players who left without returning their product.
    """

    format: str
    lines: tuple[ProductLineView, ...]
    effective_boosters: int
    crypt_min: int
    library_min: int
    library_max: int
    recursions: int
    phase: PhaseView | None
    next_phase: str | None
    blockers: tuple[str, ...]
    warnings: tuple[str, ...]
    pods: tuple[PodView, ...]
    pools: tuple[PoolRowView, ...]
    swap_seed: int | None
    kept: tuple[int, ...]
    late: tuple[LateBuilderView, ...]
    owes_product: tuple[int, ...]
    schedule: tuple[SchedulePartView, ...]


def show_limited(state: State, at: datetime, *, drift: int = 0) -> LimitedView:
    """The plan, the phase and everything around it, at a moment; `drift` is how far that is ahead of the time of day.

    Raises:
        Refused: nothing is planned.
    """
    made, limited = plan.plan_of(state), state.limited
    least, count = plan.minimums_of(made), len(state.active)
    needs = plan.needs_of(made, count)
    following = phases.next_phase(state)
    return LimitedView(
        format=made.format.value,
        lines=tuple(
            ProductLineView.of(line, line=plan.line_text(line), need=need.total, boxes=need.boxes)
            for line, need in zip(made.lines, needs, strict=True)
        ),
        effective_boosters=least.boosters,
        crypt_min=least.crypt,
        library_min=least.library,
        library_max=least.library_most,
        recursions=least.recursions,
        phase=_phase_view(state, at, drift),
        next_phase=following.value if following else None,
        blockers=tuple(phases.phase_blockers(state, following)) if following else (),
        warnings=tuple(plan.plan_warnings(made)),
        pods=tuple(show_pod(state, pod, at) for pod, _ in enumerate(limited.pods, 1)),
        pools=tuple(_pool_rows(state)),
        swap_seed=limited.swap.seed if limited.swap else None,
        kept=limited.swap.kept if limited.swap else (),
        late=tuple(
            LateBuilderView(
                player=number,
                name=state.player(number).name,
                seconds_left=late_and_leaving.late_seconds_left(builder, at),
                done=builder.fact.is_done,
            )
            for number, builder in sorted(limited.late.items())
        ),
        owes_product=late_and_leaving.owes_product(state),
        schedule=tuple(show_schedule(state, at, drift=drift)),
    )


def _phase_view(state: State, at: datetime, drift: int) -> PhaseView | None:
    run = state.limited.current
    if run is None:
        return None
    reading = phases.read_phase(run, at)
    return PhaseView(
        phase=run.phase.value,
        started_at=moment_of(run.started_at, -drift),
        seconds=run.seconds,
        seconds_left=reading.seconds_left,
        over=reading.over,
        paused=reading.is_paused,
    )


def show_pod(state: State, pod: int, at: datetime) -> PodView:
    """A pod with its seats, and where its draft is."""
    limited = state.limited
    run = limited.current
    players = pods.pod_of(limited, pod)
    reading = phases.read_pod(limited, run, pod, at) if run is not None and run.is_draft else None
    step = reading.step if reading else None
    return PodView(
        pod=pod,
        seats=tuple(
            PodSeatView(seat=seat, player=number, name=state.player(number).name)
            for seat, number in enumerate(players, 1)
        ),
        step=None
        if reading is None or step is None
        else LimitedStepView.of(step, packs=reading.packs, place=reading.place),
        direction=reading.direction.value if reading and reading.direction else None,
        seconds_left=reading.seconds_left if reading else 0,
        paused=reading.is_paused if reading else False,
        behind=reading.behind if reading else 0,
    )


def _pool_rows(state: State) -> Iterable[PoolRowView]:
    limited = state.limited
    for player in state.active:
        pool = limited.pools.get(player.number)
        yield PoolRowView(
            player=player.number,
            name=player.name,
            given=player.number in limited.given,
            entered=pool.total if pool else None,
            expected=plan.pool_cards(plan.plan_of(state, player.number)),
            confirmed=pool.is_confirmed if pool else False,
            plays=pools.registered_by(limited, player.number),
            has_list=player.has_any_list,
        )


def show_schedule(state: State, at: datetime, *, drift: int = 0) -> Iterable[SchedulePartView]:
    """The day as planned: from the first phase that began, or from the event's start, or from now."""
    made, settings, limited = plan.plan_of(state), state.settings, state.limited
    start = moment_of(limited.phases[0].started_at if limited.phases else at, -drift)
    if not limited.phases and settings.start and settings.date:
        zone = settings.zone if settings.timezone else None
        start = datetime.combine(settings.date, time.fromisoformat(settings.start), zone)
    ended = {phase.phase: moment_of(phase.ended_at, -drift) for phase in limited.phases if phase.ended_at is not None}
    for part in plan.schedule(
        made,
        players=len(state.active),
        rounds=settings.rounds,
        has_final=settings.has_final,
        minutes=settings.minutes,
        final_minutes=settings.final_minutes,
        start=start.replace(microsecond=0),
        ended={phase: moment.replace(microsecond=0) for phase, moment in ended.items()},
    ):
        yield SchedulePartView.of(part, done=part.is_done)


def part_words(part: SchedulePartView) -> Message:
    """The name of a part of the day."""
    if part.phase is not None:
        return plan.phase_words(LimitedPhase(part.phase))
    return Message("Round %(number)s", number=part.round) if part.round else Message("Final")


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolCardView:
    """Copies of a card in a pool."""

    card: int
    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolView:
    """A player's pool, as registered and as it is played.

    Attributes:
        played: the cards from which this player builds, after a swap and trades: the pool of `plays`.
        not_played: cards of the pool that are not in the list; None without a list.
    """

    player: int
    name: str
    plays: int
    total: int
    expected: int
    source: str
    confirmed: bool
    corrections: int
    warnings: tuple[str, ...]
    cards: tuple[PoolCardView, ...]
    played: tuple[PoolCardView, ...]
    not_played: tuple[PoolCardView, ...] | None


def show_pool(state: State, player: int, cards: CardDatabase) -> PoolView:
    """A player's pool.

    Raises:
        UnknownPlayer: no such player.
        Refused: nothing is planned.
    """
    limited, person = state.limited, state.player(player)
    made, pool = plan.plan_of(state, player), limited.pools.get(player)
    played = pools.played_pool(limited, player)
    submitted = next(iter(person.decks.values()), None)
    unused = None
    if submitted is not None and played is not None:
        unused = _card_views(pools.not_played(played, read(submitted.text, cards).deck), cards)
    return PoolView(
        player=player,
        name=person.name,
        plays=pools.registered_by(limited, player),
        total=pool.total if pool else 0,
        expected=plan.pool_cards(made),
        source=pool.source if pool else "",
        confirmed=pool.is_confirmed if pool else False,
        corrections=pool.corrections if pool else 0,
        warnings=tuple(_pool_warnings(pool, made, cards)) if pool else (),
        cards=_card_views(pool.cards if pool else {}, cards),
        played=_card_views(played or {}, cards),
        not_played=unused,
    )


def _pool_warnings(pool: LimitedPool, made: LimitedPlan, cards: CardDatabase) -> Iterable[Sayable]:
    """The warnings about a pool for the desk, those of single cards with their names."""
    yield from pools.pool_warnings(pool, cards)
    for number, what in pools.card_warnings(pool, made, cards).items():
        yield Message("%(name)s: %(what)s", name=cards[number].unique_name, what=what)


def _card_views(counts: Mapping[int, int], cards: CardDatabase) -> tuple[PoolCardView, ...]:
    rows = []
    for number, count in counts.items():
        card = cards.get(number)
        rows.append(PoolCardView(card=number, name=card.unique_name if card else str(number), count=count))
    return tuple(sorted(rows, key=lambda row: (row.card < 200_000, row.name.casefold(), row.card)))


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtPackView:
    """A pack of a cube, by the names of its cards."""

    pack: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtCardView:
    """A card of a cube, and the packs that its copies go to, for sorting the box."""

    name: str
    packs: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtCubeView:
    """Packs that were dealt; the same list, figures and seed deal the same packs again.

    Attributes:
        cards: every card that was dealt, crypt first, by name.
        left: cards that stay in the box.
    """

    seed: int
    packs: tuple[DealtPackView, ...]
    cards: tuple[DealtCardView, ...]
    left: int


def deal_cube(
    text: str, cards: CardDatabase, *, packs: int, size: int, seed: int, is_even: bool = True
) -> DealtCubeView:
    """Deal packs out of a list of cards with counts; crypt cards evenly over the packs, or all by chance.

    Raises:
        BadValue: a line that names no card, not enough cards, or figures that cannot be.
    """
    listed = {row.card: row.count for row in read_pool(text, cards)}
    crypt = {card for card in listed if cards[card].kind is Kind.CRYPT}
    dealt = cube.deal_packs(listed, packs=packs, size=size, seed=seed, even=crypt if is_even else ())
    places: dict[int, list[int]] = {}
    for number, pack in enumerate(dealt, 1):
        for card in pack:
            places.setdefault(card, []).append(number)
    in_order = sorted(places, key=lambda card: (card not in crypt, natural_key(cards[card].unique_name)))
    return DealtCubeView(
        seed=seed,
        packs=tuple(
            DealtPackView(pack=number, cards=tuple(sorted(cards[card].unique_name for card in pack)))
            for number, pack in enumerate(dealt, 1)
        ),
        cards=tuple(DealtCardView(name=cards[card].unique_name, packs=tuple(places[card])) for card in in_order),
        left=sum(listed.values()) - packs * size,
    )
