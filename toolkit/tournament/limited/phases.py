"""The phases of the day with their clocks, and what a judge enters while cards are drafted.

A clock is reckoned from its start, its pauses and the steps that ended early, never from a ticking process: a restart
or a second screen shows the same. All pods run on one clock; a pod that was paused runs behind by itself.

Rule: VEKN 7.5.1, 7.5.3, 7.7, 7.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from math import ceil
from random import Random

from toolkit.languages import N_, Listed, Message, Sayable
from toolkit.tournament.errors import BadValue, Refused
from toolkit.tournament.event import check_running, check_text
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited.facts import (
    DraftTimes,
    Forced,
    LimitedFormat,
    LimitedPhase,
    PackReplaced,
    PhaseEnded,
    PhaseExtended,
    PhasePaused,
    PhaseStarted,
    PhaseStepped,
    PickForced,
)
from toolkit.tournament.limited.michigan import read_trade
from toolkit.tournament.limited.picks import (
    DraftStep,
    DraftStepKind,
    PassDirection,
    crypt_steps,
    direction,
    laid_numbers,
    length,
    opener,
    pile_packs,
    piles_of,
    steps_of,
)
from toolkit.tournament.limited.plan import packs_of, phase_seconds, phase_words, phases_of, plan_of
from toolkit.tournament.limited.pods import fits_tables, pod_of
from toolkit.tournament.limited.state import DraftClock, Limited, PhaseRun
from toolkit.tournament.log import LogEntry, PlayerNames, because, folds
from toolkit.tournament.questions import accepts_decklists
from toolkit.tournament.state import Player, State, evolve

LONGEST = 24 * 3600
# A pick that waits stands so many seconds before its end.
_MOMENT = 0.01
_DRAFTS = (LimitedPhase.DRAFT, LimitedPhase.CRYPT_DRAFT)


# --- Reading the clocks ---


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseReading:
    """The clock of a phase at one moment.

    Attributes:
        seconds_left: never below 0; `over` how long time has been up.
        ends_at: when it will be up if nothing happens; None while it stands, or has no clock.
    """

    seconds_left: int
    over: int
    is_paused: bool
    ends_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PodReading:
    """The state of a pod's draft at one moment.

    Attributes:
        step: what goes on; None when everything is drafted. `place` is its number in the pod's course, from 0.
        seconds_left: of the step; 0 where a pick waits for an official.
        behind: seconds behind the draft's own clock; below 0 for a pod that is ahead.
        direction: which way the pack goes; None in a table draft.
    """

    pod: int
    step: DraftStep | None
    place: int
    seconds_left: int
    is_paused: bool
    behind: int
    direction: PassDirection | None
    packs: int
    ends_at: datetime | None


def elapsed(clock: DraftClock, at: datetime, *, is_paused: bool = False) -> float:
    """How far a clock has come, in seconds."""
    if clock.is_paused or is_paused:
        return clock.elapsed
    return clock.elapsed + max(0.0, (at - clock.since).total_seconds())


def read_phase(run: PhaseRun, at: datetime) -> PhaseReading:
    """The reading of a phase's clock; in a draft, the time left of the whole draft."""
    now = min(at, run.ended_at) if run.ended_at else at
    gone = int(elapsed(run.main, now))
    left = run.seconds - gone
    is_running = run.ended_at is None and not run.main.is_paused and run.seconds > 0
    return PhaseReading(
        seconds_left=max(0, left) if run.seconds else 0,
        over=max(0, -left) if run.seconds else 0,
        is_paused=run.main.is_paused,
        ends_at=now + timedelta(seconds=left) if is_running and left > 0 else None,
    )


def course_of(limited: Limited, begun: PhaseRun | PhaseStarted, pod: int) -> tuple[DraftStep, ...]:
    """The course of a pod in a draft: by its size, and in a mixed draft by its piles."""
    crypt, library = limited.piles.get(pod, ((), ()))
    if begun.phase is LimitedPhase.CRYPT_DRAFT:
        return crypt_steps(crypt, begun.times)
    format, packs = begun.format or LimitedFormat.BOOSTER, begun.packs
    if format is LimitedFormat.ELDER and limited.plan is not None:
        packs = pile_packs(library, limited.plan.pile_size)
    return steps_of(format, packs, len(limited.pods[pod - 1]), begun.times)


def read_pod(limited: Limited, run: PhaseRun, pod: int, at: datetime) -> PodReading:
    """The state of a pod's draft at a moment."""
    now = min(at, run.ended_at) if run.ended_at else at
    course = course_of(limited, run, pod)
    clock = run.pods.get(pod, run.main)
    gone = _held(course, clock, now, run)
    place = _place_at(course, gone)
    step = course[place] if place < len(course) else None
    is_paused = clock.is_paused or run.main.is_paused
    left = max(0, ceil(step.end - gone - 2 * _MOMENT)) if step else 0
    is_running = step is not None and not is_paused and run.ended_at is None and left > 0
    return PodReading(
        pod=pod,
        step=step,
        place=place,
        seconds_left=left,
        is_paused=is_paused,
        behind=round(elapsed(run.main, now) - gone) if run.moves_on else 0,
        direction=direction(step.pack) if step is not None and run.is_passed else None,
        packs=max((step.pack for step in course), default=0),
        ends_at=now + timedelta(seconds=left) if is_running else None,
    )


def _held(course: Sequence[DraftStep], clock: DraftClock, now: datetime, run: PhaseRun) -> float:
    """How far a pod has come; where picks wait, not beyond the end of the one that it is at."""
    gone = elapsed(clock, now, is_paused=run.main.is_paused)
    if run.moves_on:
        return gone
    waits = next((step for step in course if step.kind is DraftStepKind.PICK and step.end > clock.elapsed), None)
    return gone if waits is None else min(gone, waits.end - _MOMENT)


def _place_at(course: Sequence[DraftStep], gone: float) -> int:
    return next((place for place, step in enumerate(course) if gone < step.end), len(course))


def cards_on_table(limited: Limited, pod: int, at: datetime) -> tuple[tuple[int, ...], ...]:
    """The cards of a table draft's set as the table numbers them, the oldest first: those that each seat laid.

    Nothing where no set lies there.

    Rule: VEKN 7.7.
    """
    run = limited.current
    if run is None or run.format is not LimitedFormat.TABLE:
        return ()
    step = read_pod(limited, run, pod, at).step
    if step is None or not step.set:
        return ()
    players = len(limited.pods[pod - 1])
    sets = (look for look in course_of(limited, run, pod) if look.kind is DraftStepKind.LOOK)
    look = next(look for look in sets if (look.pack, look.set) == (step.pack, step.set))
    laid = laid_numbers(players, look.seat, look.cards // players)
    return tuple(tuple(card for card, by in laid if by == seat) for seat in range(1, players + 1))


# --- What blocks the next phase ---


def next_phase(state: State) -> LimitedPhase | None:
    """The phase that comes next; None when the rounds do."""
    limited = state.limited
    if limited.plan is None:
        return None
    order = phases_of(limited.plan)
    begun = [order.index(run.phase) for run in limited.phases if run.phase in order]
    place = max(begun, default=-1) + 1
    return order[place] if place < len(order) else None


class LimitedTask(StrEnum):
    """The tasks of an organizer on the way to the rounds."""

    HAND_OUT = "hand_out"
    LIST_POOLS = "list_pools"
    DRAW_SWAP = "draw_swap"
    DRAW_PODS = "draw_pods"
    COUNT_PILES = "count_piles"
    BEGIN_PHASE = "begin_phase"
    SEAT_PODS = "seat_pods"


def next_task(state: State) -> LimitedTask | None:
    """The next task: that of the current phase, then what the next phase waits for, then to begin it.

    None without a plan, once a round is seated, and where round 1 is seated as in any event.
    """
    limited, coming = state.limited, next_phase(state)
    if limited.plan is None or state.rounds:
        return None
    current = limited.current.phase if limited.current is not None else None
    if current is LimitedPhase.PRODUCT and any(player.number not in limited.given for player in state.active):
        return LimitedTask.HAND_OUT
    if current is LimitedPhase.SWAP and limited.swap is None:
        return LimitedTask.LIST_POOLS if pools_missing(state) else LimitedTask.DRAW_SWAP
    if current is LimitedPhase.PODS and not limited.pods:
        return LimitedTask.DRAW_PODS
    if coming is not None:
        return next((task for task, _ in _waits_for(state, coming)), LimitedTask.BEGIN_PHASE)
    are_tables = limited.plan.pods_are_tables and bool(limited.pods) and fits_tables(map(len, limited.pods))
    return LimitedTask.SEAT_PODS if are_tables else None


def phase_blockers(state: State, phase: LimitedPhase) -> Iterator[Sayable]:
    """The reasons why a phase cannot begin yet."""
    return (sentence for _, sentence in _waits_for(state, phase))


def _waits_for(state: State, phase: LimitedPhase) -> Iterator[tuple[LimitedTask, Sayable]]:
    """The tasks that a phase waits for, each with a sentence."""
    limited, plan = state.limited, plan_of(state)
    if phase is LimitedPhase.SWAP and pools_missing(state):
        yield LimitedTask.LIST_POOLS, swap_waits(state)
    if phase in (*_DRAFTS, LimitedPhase.TRADE) and not limited.pods:
        yield LimitedTask.DRAW_PODS, Message("No pods are drawn yet.")
    if phase in _DRAFTS and plan.format is LimitedFormat.ELDER and (open_pods := uncounted_pods(limited)):
        sentence = Message("The piles of pods are not counted: %(list)s.", list=Listed(open_pods))
        yield LimitedTask.COUNT_PILES, sentence
    if phase is LimitedPhase.CONSTRUCTION and plan.swaps and limited.swap is None:
        yield LimitedTask.DRAW_SWAP, Message("The swap is not drawn.")


def uncounted_pods(limited: Limited) -> list[int]:
    """The pods of a mixed draft whose piles are not counted."""
    return [pod for pod, _ in enumerate(limited.pods, 1) if pod not in limited.piles]


def _out_of_order(state: State, phase: LimitedPhase) -> Sayable | None:
    """Why a phase is not the next one; None where it is."""
    limited, order = state.limited, phases_of(plan_of(state))
    if phase is LimitedPhase.BREAK or phase is next_phase(state):
        return None
    if limited.current is not None and limited.current.phase is phase:
        return Message("“%(phase)s” is running. Enter a reason to start it again.", phase=phase_words(phase))
    skipped = [earlier for earlier in order[: order.index(phase)] if not limited.was(earlier)]
    if skipped:
        return Message("Missing before it: %(list)s.", list=Listed(map(phase_words, skipped)))
    return Message("“%(phase)s” is done already. Enter a reason to repeat it.", phase=phase_words(phase))


def pools_missing(state: State) -> tuple[int, ...]:
    """The active players with product and without a pool."""
    limited = state.limited
    return tuple(
        player.number
        for player in state.active
        if player.number not in limited.pools and player.number not in limited.late and player.number in limited.given
    )


def swap_waits(state: State) -> Message:
    """Whose pools a swap still needs."""
    names = Listed(state.player(number).name for number in pools_missing(state))
    return Message("The swap needs every pool: missing are those of %(list)s.", list=names)


# --- What ending a phase cuts short ---


def unfinished(state: State, at: datetime) -> Sayable | None:
    """The open tasks of the current phase in a sentence; None where it is done, or its time is up.

    A draft is done when every card is picked, whatever the clock says.
    """
    run = state.limited.current
    if run is None:
        return None
    left = read_phase(run, at).seconds_left
    missing = [sentence for sentence, is_cut_short in _open_tasks(state, run, at) if is_cut_short or left]
    if not (missing or (left and run.phase is LimitedPhase.BREAK)):
        return None
    over = Message("“%(phase)s” is not over yet.", phase=phase_words(run.phase))
    time = Message("%(time)s left on the clock.", time=f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}")
    return Listed([over, *missing, time], between=" ")


def would_cut_short(state: State, at: datetime) -> bool:
    """Whether ending the current phase ends a running draft, or a trade that a pod has not begun."""
    run = state.limited.current
    return run is not None and any(is_cut_short for _, is_cut_short in _open_tasks(state, run, at))


def check_may_end(state: State, at: datetime) -> None:
    """Refuse to end a running draft, or a trade that a pod has not begun.

    Raises:
        Refused: the current phase is one of these.
    """
    if would_cut_short(state, at) and (sentence := unfinished(state, at)) is not None:
        raise Refused(sentence, code="phase_unfinished")


def _open_tasks(state: State, run: PhaseRun, at: datetime) -> Iterator[tuple[Sayable, bool]]:
    """The open tasks of a phase: a sentence each, and whether it is open also when the time is up."""
    limited, pods = state.limited, [pod for pod, _ in enumerate(state.limited.pods, 1)]
    if run.is_draft:
        for reading in (read_pod(limited, run, pod, at) for pod in pods):
            if reading.step is not None:
                sentence = Message(
                    "Pod %(pod)s is at pack %(pack)s of %(packs)s.",
                    pod=reading.pod,
                    pack=reading.step.pack,
                    packs=reading.packs,
                )
                yield sentence, True
    elif run.phase is LimitedPhase.TRADE:
        begun = {trade.fact.pod for trade in limited.trades}
        trading = (pod for pod in pods if read_trade(limited, pod).active)
        yield from ((Message("Pod %(pod)s still trades.", pod=pod), pod not in begun) for pod in trading)
    else:
        is_done, words = _DONE.get(run.phase, (None, ""))
        if run.phase is LimitedPhase.CONSTRUCTION and not accepts_decklists(state):
            is_done = None
        waiting = [player.name for player in state.active if is_done and not is_done(limited, player)]
        if waiting:
            yield Message(words, list=Listed(waiting, most=8)), False


# Of each player: whether they have done what a phase is for, and how those are named who have not.
_DONE: Mapping[LimitedPhase, tuple[Callable[[Limited, Player], bool], str]] = {
    LimitedPhase.PRODUCT: (lambda limited, player: player.number in limited.given, N_("No product yet: %(list)s.")),
    LimitedPhase.REGISTRATION: (lambda limited, player: player.number in limited.pools, N_("No pool yet: %(list)s.")),
    LimitedPhase.PREPARATION: (
        lambda limited, player: player.number in limited.prepared,
        N_("Not ready to trade: %(list)s."),
    ),
    LimitedPhase.CONSTRUCTION: (lambda _, player: player.has_any_list, N_("No list yet: %(list)s.")),
}


# --- The operations ---


def start_phase(
    state: State, phase: LimitedPhase | None = None, *, minutes: int | None = None, reason: str = ""
) -> list[Fact]:
    """Begin the next phase, or the one that is named; skipping one, or doing one again, needs a reason.

    The phase that goes on ends with it.

    Raises:
        Refused: nothing is planned, what the phase needs is missing, or it is out of order without a reason.
        BadValue: minutes that cannot be.
    """
    check_running(state)
    limited, plan = state.limited, plan_of(state)
    asked = phase or next_phase(state)
    if asked is None:
        raise Refused(Message("No phase is left: the rounds come next."), code="no_phase")
    if minutes is not None and asked in _DRAFTS:
        raise BadValue(Message("A draft takes as long as its picks: it has no minutes."), code="bad_minutes")
    if minutes is not None and not 0 <= minutes <= LONGEST // 60:
        raise BadValue(Message("A clock runs for 0 (none) to 1440 minutes."), code="bad_minutes")
    before: list[Fact] = [PhaseEnded()] if limited.current is not None else []
    order = phases_of(plan)
    if asked is not LimitedPhase.BREAK and asked not in order:
        raise Refused(
            Message("“%(phase)s” is not a phase of this event.", phase=phase_words(asked)), code="no_such_phase"
        )
    why = check_text(reason)
    missing = list(phase_blockers(state, asked))
    if (order_broken := _out_of_order(state, asked)) is not None and not why:
        missing = [order_broken, *missing]
    if missing:
        raise Refused(Listed(missing, between=" "), code="phase_order")
    if asked not in _DRAFTS:
        seconds = 60 * minutes if minutes is not None else phase_seconds(plan, asked, len(state.active))
        return [*before, PhaseStarted(phase=asked, seconds=seconds, moves_on=plan.moves_on, reason=why)]
    draft = PhaseStarted(
        phase=asked,
        seconds=0,
        packs=packs_of(plan) if asked is LimitedPhase.DRAFT else (),
        format=plan.format,
        times=plan.times,
        moves_on=plan.moves_on,
        reason=why,
    )
    longest = max(length(course_of(limited, draft, pod)) for pod, _ in enumerate(limited.pods, 1))
    return [*before, replace(draft, seconds=longest)]


def pause_phase(state: State, *, pod: int | None = None) -> list[Fact]:
    """Let the clock of the phase stand, or that of one pod of a draft.

    Raises:
        Refused: nothing runs, or it stands already.
        BadValue: no such pod.
    """
    if _clock_of(state, pod).is_paused:
        raise Refused(Message("That clock is paused already."), code="clock_paused")
    return [PhasePaused(pod=pod)]


def resume_phase(state: State, *, pod: int | None = None) -> list[Fact]:
    """Let a paused clock run again.

    Raises:
        Refused: nothing runs, or it is not paused.
        BadValue: no such pod.
    """
    if not _clock_of(state, pod).is_paused:
        raise Refused(Message("That clock is not paused."), code="clock_not_paused")
    return [PhasePaused(pod=pod, is_paused=False)]


def _clock_of(state: State, pod: int | None) -> DraftClock:
    run = _running(state)
    if pod is None:
        return run.main
    pod_of(state.limited, pod)
    if not run.is_draft:
        raise Refused(Message("No draft is going on."), code="no_draft")
    return run.pods[pod]


def _running(state: State) -> PhaseRun:
    check_running(state)
    run = state.limited.current
    if run is None:
        raise Refused(Message("No phase is going on."), code="no_phase")
    return run


def _drafting(state: State) -> PhaseRun:
    run = _running(state)
    if not run.is_draft:
        raise Refused(Message("No draft is going on."), code="no_draft")
    return run


def extend_phase(state: State, *, seconds: int, reason: str = "") -> list[Fact]:
    """Give the phase more time, or less; in a draft the step that everybody is at.

    Raises:
        Refused: nothing runs.
        BadValue: no time at all, or more than a day.
    """
    _running(state)
    if seconds == 0 or abs(seconds) > LONGEST:
        raise BadValue(Message("An extension is a number of seconds, at most a day."), code="bad_seconds")
    return [PhaseExtended(seconds=seconds, reason=check_text(reason))]


def end_phase(state: State, *, reason: str = "") -> list[Fact]:
    """The phase is over.

    Raises:
        Refused: nothing goes on.
    """
    _running(state)
    return [PhaseEnded(reason=check_text(reason))]


def step_draft(state: State, at: datetime, *, pod: int | None = None, step: int | None = None) -> list[Fact]:
    """Everybody of a pod has picked, or of all pods: on to what follows. `step` is what the page showed.

    Raises:
        Refused: no draft, the pod's draft is over, or the pod is beyond that step already.
        BadValue: no such pod.
    """
    run, limited = _drafting(state), state.limited
    numbers = [pod] if pod is not None else [number for number, _ in enumerate(limited.pods, 1)]
    readings = [read_pod(limited, run, number, at) for number in numbers if pod_of(limited, number)]
    going = [reading for reading in readings if reading.step is not None]
    if not going:
        raise Refused(Message("Everything is drafted here."), code="draft_over")
    if step is not None and all(reading.place != step for reading in going):
        raise Refused(Message("This pick is over already: look again."), code="step_over")
    return [PhaseStepped(pod=reading.pod, step=reading.place) for reading in going if step in (None, reading.place)]


def force_pick(
    state: State, at: datetime, pod: int, seat: int, *, seed: int, kind: Forced | None = None, card: int = 0
) -> list[Fact]:
    """A player is late with a pick: a card by lot, or in a table draft the oldest one.

    Raises:
        Refused: no pick goes on in this pod.
        BadValue: no such pod or seat.

    Rule: VEKN 7.5.3, 7.7.
    """
    run, limited = _drafting(state), state.limited
    players = pod_of(limited, pod)
    if not 1 <= seat <= len(players):
        raise BadValue(
            Message("Pod %(number)s has the seats 1 to %(other)s.", number=pod, other=len(players)), code="unknown_seat"
        )
    reading = read_pod(limited, run, pod, at)
    if reading.step is None or reading.step.kind not in (DraftStepKind.PICK, DraftStepKind.PASS):
        raise Refused(Message("No pick is in progress in this pod: write a remark instead."), code="no_pick")
    chosen = kind or (Forced.RANDOM if run.is_passed else Forced.OLDEST)
    of = _held_cards(limited, run, reading.step, pod, seat)
    if chosen is Forced.RANDOM and of < 1:
        raise Refused(Message("This seat has no cards."), code="no_pick")
    drawn = Random(seed).randint(1, of) if chosen is Forced.RANDOM else card
    return [
        PickForced(pod=pod, seat=seat, player=players[seat - 1], pack=reading.step.pack, pick=reading.step.pick,
                   kind=chosen, card=drawn, of=of)
    ]  # fmt: skip


def _held_cards(limited: Limited, run: PhaseRun, step: DraftStep, pod: int, seat: int) -> int:
    """The cards that a seat can pick from; in the libraries of a mixed draft by the pile that it holds."""
    if run.format is not LimitedFormat.ELDER or run.phase is not LimitedPhase.DRAFT or limited.plan is None:
        return step.cards if step.kind is DraftStepKind.PICK else step.cards + 1
    _, library = limited.piles[pod]
    first = opener(seat=seat, pack=step.pack, pick=step.pick, players=len(library))
    piles = piles_of(library[first - 1], limited.plan.pile_size)
    size = piles[step.pack - 1] if step.pack <= len(piles) else 0
    return max(0, size - step.pick + 1)


def replace_pack(state: State, player: int, *, pack: int = 0, reason: str = "", pod: int | None = None) -> list[Fact]:
    """A judge replaces a pack that is abnormal, or a card that is marked; `pod` is where the player sits.

    Raises:
        UnknownPlayer: no such player.
        Refused: nothing is planned.
        BadValue: no reason, or a player of another pod.

    Rule: VEKN 7.2.5.
    """
    check_running(state)
    plan_of(state)
    number = state.player(player).number
    if pod is not None and number not in pod_of(state.limited, pod):
        name = state.player(player).name
        raise BadValue(Message("%(name)s does not sit in pod %(pod)s.", name=name, pod=pod), code="not_in_pod")
    return [PackReplaced(player=number, pack=pack, reason=check_text(reason, is_required=True))]


# --- What the facts do, and how they read ---


def _started_sentence(names: PlayerNames, fact: PhaseStarted) -> Sayable:
    if not fact.seconds:
        sentence = Message("Began: %(phase)s.", phase=phase_words(fact.phase))
    else:
        minutes, seconds = divmod(fact.seconds, 60)
        sentence = Message(
            "Began: %(phase)s, %(number)s.", phase=phase_words(fact.phase), number=f"{minutes}:{seconds:02}"
        )
    return because(sentence, fact.reason)


@folds(PhaseStarted, _started_sentence)
def _started(state: State, fact: PhaseStarted, entry: LogEntry) -> State:
    plan_of(state)
    limited = state.limited
    if limited.current is not None:
        raise Refused(
            Message("“%(phase)s” is not over yet.", phase=phase_words(limited.current.phase)), code="phase_order"
        )
    if fact.format is not None and not limited.pods:
        raise Refused(Message("No pods are drawn yet."), code="no_pods")
    clock = DraftClock(elapsed=0, since=entry.moment)
    pods = {number: clock for number, _ in enumerate(limited.pods, 1)} if fact.format is not None else {}
    run = PhaseRun(
        phase=fact.phase,
        seconds=fact.seconds,
        started_at=entry.moment,
        main=clock,
        packs=fact.packs,
        format=fact.format,
        moves_on=fact.moves_on,
        pods=pods,
        reason=fact.reason,
        times=fact.times or DraftTimes(),
    )
    return evolve(state, limited=replace(limited, phases=(*limited.phases, run)))


def _with_run(state: State, run: PhaseRun) -> State:
    limited = state.limited
    return evolve(state, limited=replace(limited, phases=(*limited.phases[:-1], run)))


def _at(limited: Limited, run: PhaseRun, pod: int, moment: datetime) -> DraftClock:
    """A pod's clock, brought up to a moment."""
    clock = run.pods[pod]
    return replace(clock, elapsed=_held(course_of(limited, run, pod), clock, moment, run), since=moment)


def _brought_up(limited: Limited, run: PhaseRun, moment: datetime) -> PhaseRun:
    """Every clock of a phase, brought up to a moment."""
    main = replace(run.main, elapsed=elapsed(run.main, moment), since=moment)
    return replace(run, main=main, pods={pod: _at(limited, run, pod, moment) for pod in run.pods})


def _paused_sentence(names: PlayerNames, fact: PhasePaused) -> Sayable:
    match fact.pod, fact.is_paused:
        case None, True:
            return Message("Paused the clock of the phase.")
        case None, False:
            return Message("The clock of the phase runs again.")
        case pod, True:
            return Message("Paused pod %(pod)s.", pod=pod)
    return Message("Resumed pod %(pod)s.", pod=fact.pod)


@folds(PhasePaused, _paused_sentence)
def _paused(state: State, fact: PhasePaused, entry: LogEntry) -> State:
    if _clock_of(state, fact.pod).is_paused is fact.is_paused:
        raise Refused(Message("That clock is paused already."), code="clock_paused")
    run = _brought_up(state.limited, _running(state), entry.moment)
    if fact.pod is None:
        return _with_run(state, replace(run, main=replace(run.main, is_paused=fact.is_paused)))
    pod = replace(run.pods[fact.pod], is_paused=fact.is_paused)
    return _with_run(state, replace(run, pods={**run.pods, fact.pod: pod}))


def _extended_sentence(names: PlayerNames, fact: PhaseExtended) -> Sayable:
    minutes, seconds = divmod(abs(fact.seconds), 60)
    time = f"{minutes}:{seconds:02}"
    if fact.seconds > 0:
        return because(Message("%(number)s more for the phase.", number=time), fact.reason)
    return because(Message("%(number)s less for the phase.", number=time), fact.reason)


@folds(PhaseExtended, _extended_sentence)
def _extended(state: State, fact: PhaseExtended, entry: LogEntry) -> State:
    run = _running(state)
    if not run.is_draft:
        return _with_run(state, replace(run, seconds=max(0, run.seconds + fact.seconds)))
    run = _brought_up(state.limited, run, entry.moment)
    pods = {pod: replace(clock, elapsed=clock.elapsed - fact.seconds) for pod, clock in run.pods.items()}
    return _with_run(state, replace(run, main=replace(run.main, elapsed=run.main.elapsed - fact.seconds), pods=pods))


def _stepped_sentence(names: PlayerNames, fact: PhaseStepped) -> Sayable:
    if fact.pod is None:
        return Message("All players have picked.")
    return Message("Pod %(pod)s: all players have picked.", pod=fact.pod)


@folds(PhaseStepped, _stepped_sentence)
def _stepped(state: State, fact: PhaseStepped, entry: LogEntry) -> State:
    limited, run = state.limited, _brought_up(state.limited, _drafting(state), entry.moment)
    numbers = [fact.pod] if fact.pod is not None else list(run.pods)
    pods: dict[int, DraftClock] = dict(run.pods)
    for pod in numbers:
        pod_of(limited, pod)
        course = course_of(limited, run, pod)
        if fact.step < len(course):
            end = course[fact.step].end
            pods[pod] = replace(pods[pod], elapsed=max(pods[pod].elapsed, end))
    # The draft is as far as its pods are, where all of them are ahead of it.
    least = min((clock.elapsed for clock in pods.values()), default=run.main.elapsed)
    main = replace(run.main, elapsed=max(run.main.elapsed, least)) if run.moves_on else replace(run.main, elapsed=least)
    return _with_run(state, replace(run, main=main, pods=pods))


def _ended_sentence(names: PlayerNames, fact: PhaseEnded) -> Sayable:
    return because(Message("The phase is over."), fact.reason)


@folds(PhaseEnded, _ended_sentence)
def _ended(state: State, fact: PhaseEnded, entry: LogEntry) -> State:
    return _with_run(state, replace(_running(state), ended_at=entry.moment))


def _forced_sentence(names: PlayerNames, fact: PickForced) -> Sayable:
    figures: dict[str, object] = {
        "name": names(fact.player),
        "pod": fact.pod,
        "pack": fact.pack,
        "pick": fact.pick,
        "card": fact.card,
        "of": fact.of,
    }
    if fact.kind is Forced.OLDEST:
        return Message("%(name)s was late (pod %(pod)s, pack %(pack)s, pick %(pick)s): the oldest card.", **figures)
    return Message(
        "%(name)s was late (pod %(pod)s, pack %(pack)s, pick %(pick)s): card %(card)s of %(of)s from the top.",
        **figures,
    )


@folds(PickForced, _forced_sentence)
def _forced(state: State, fact: PickForced, entry: LogEntry) -> State:
    limited = state.limited
    pod_of(limited, fact.pod)
    return evolve(state, limited=replace(limited, forced=(*limited.forced, fact)))


@folds(
    PackReplaced,
    lambda names, fact: because(
        Message("Replaced product of %(name)s.", name=names(fact.player))
        if not fact.pack
        else Message("Replaced pack %(pack)s of %(name)s.", pack=fact.pack, name=names(fact.player)),
        fact.reason,
    ),
)
def _replaced(state: State, fact: PackReplaced, entry: LogEntry) -> State:
    state.player(fact.player)
    return evolve(state, limited=replace(state.limited, replaced=(*state.limited.replaced, fact)))
