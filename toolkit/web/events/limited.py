"""Limited events in the console: the plan, the phase with its clock, pods, pools and the swap; and a pod's own page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import cos, pi, sin

from flask import request
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from toolkit.languages import Message
from toolkit.schemas.form_fields import BEHIND, Form, choice_field, optional_number, text_field
from toolkit.services import limited as use_cases
from toolkit.services.roles import Action
from toolkit.tournament import calls
from toolkit.tournament.limited import phases, plan, pods, pools
from toolkit.tournament.limited.facts import LimitedFormat, LimitedPhase, LimitedPlan
from toolkit.tournament.limited.picks import DraftStep, DraftStepKind, PassDirection, direction
from toolkit.tournament.limited.plan import Minimums
from toolkit.tournament.limited.state import PhaseRun
from toolkit.tournament.state import Player, State
from toolkit.web import access
from toolkit.web.events.console import Console, page
from toolkit.web.events.rounds import ShownClock
from toolkit.web.i18n import said
from toolkit.web.stores import current_context

FORMATS: dict[LimitedFormat, LazyString] = {one: _l(words) for one, words in plan.FORMATS.items()}
_DIRECTIONS = {PassDirection.LEFT: _l("to the left"), PassDirection.RIGHT: _l("to the right")}
_ARROWS = {PassDirection.LEFT: "←", PassDirection.RIGHT: "→"}


def phase_words(phase: LimitedPhase) -> str:
    """A phase, as pages call it."""
    return said(Message(plan.PHASES[phase]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStep:
    """A step of a draft as screens show it; `ends` in seconds since 1970, None while it stands."""

    what: str
    pack: str
    arrow: str
    way: str
    seconds: int
    ends: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCourse:
    """Where a pod's draft is, and what comes after it, for a screen that goes on by itself.

    Attributes:
        rows: the steps from now on, as JSON that `draft.js` reads.
        at: now, in seconds since 1970; `place` the number of the step, as the forms send it back.
    """

    now: ShownStep | None
    rows: str
    at: float
    place: int
    is_paused: bool
    behind: int


def shown_course(state: State, pod: int, at: datetime) -> ShownCourse | None:
    """The draft of a pod; None where none goes on."""
    known, run = state.limited, state.limited.current
    if run is None or not run.is_draft or not 1 <= pod <= len(known.pods):
        return None
    reading = phases.read_pod(known, run, pod, at)
    course = phases.course_of(known, run, pod)
    runs = reading.ends_at is not None and run.moves_on
    ends = reading.ends_at or at
    rows, last = [], ends.timestamp()
    for place, step in enumerate(course[reading.place :]):
        last = ends.timestamp() if place == 0 else last + step.seconds
        told = _step(state, run, course, step, ends=last if reading.ends_at is not None else None, seconds=step.seconds)
        rows.append([told.ends, told.what, told.pack, told.arrow, told.way])
    now = (
        None
        if reading.step is None
        else _step(
            state, run, course, reading.step, ends=ends.timestamp() if reading.ends_at else None,
            seconds=reading.seconds_left,
        )
    )  # fmt: skip
    rows = rows if runs else rows[:1] if reading.ends_at is not None else []
    return ShownCourse(
        now=now,
        rows=json.dumps(rows, ensure_ascii=False),
        at=at.timestamp(),
        place=reading.place,
        is_paused=reading.is_paused,
        behind=reading.behind,
    )


def _step(
    state: State, run: PhaseRun, course: Sequence[DraftStep], step: DraftStep, *, ends: float | None, seconds: int
) -> ShownStep:
    is_passed = run.phase is LimitedPhase.DRAFT and run.format is not LimitedFormat.TABLE
    way = direction(step.pack) if is_passed and step.kind is not DraftStepKind.REVIEW else None
    names = plan.pack_names(state.limited.plan) if state.limited.plan else ()
    product = names[step.pack - 1] if len(names) >= step.pack and run.phase is LimitedPhase.DRAFT else ""
    packs = max(one.pack for one in course)
    pack = gettext("Pack %(number)s of %(total)s", number=step.pack, total=packs)
    return ShownStep(
        what=_what(step, course),
        pack=f"{pack} · {product}" if product else pack,
        arrow=_ARROWS[way] if way else "",
        way=str(_DIRECTIONS[way]) if way else "",
        seconds=seconds,
        ends=ends,
    )


def _what(step: DraftStep, course: Sequence[DraftStep]) -> str:
    picks = max((one.pick for one in course if (one.pack, one.set) == (step.pack, step.set)), default=0)
    match step.kind:
        case DraftStepKind.OPEN:
            return gettext("Open and count: %(number)s cards", number=step.cards)
        case DraftStepKind.LOOK:
            return gettext("Set %(set)s: lay two cards, look", set=step.set)
        case DraftStepKind.PASS:
            return gettext("Pass the pack on")
        case DraftStepKind.REVIEW:
            return gettext("Review your cards")
    if step.seat:
        return gettext("Set %(set)s: seat %(seat)s picks", set=step.set, seat=step.seat)
    return gettext("Pick %(number)s of %(total)s", number=step.pick, total=picks)


def phase_clock(state: State, at: datetime) -> ShownClock | None:
    """The clock of the phase that goes on; None without one."""
    run = state.limited.current
    if run is None or not run.seconds:
        return None
    reading = phases.read_phase(run, at)
    seconds = reading.seconds_left or reading.over
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    ends = reading.ends_at
    if ends is None and reading.over and not reading.is_paused:
        ends = at - timedelta(seconds=reading.over)
    return ShownClock(
        text=f"+{text}" if reading.over else text,
        ends=ends.timestamp() if ends else None,
        at=at.timestamp(),
        is_started=True,
        is_paused=reading.is_paused,
        is_stopped=False,
        is_over=reading.over > 0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPod:
    """A pod of the console: its players clockwise, and where its draft is."""

    number: int
    players: list[Player]
    course: ShownCourse | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolLine:
    """A player's pool in the console; `strange` what the desk looks at."""

    player: Player
    entered: int | None
    expected: int
    is_confirmed: bool
    plays: str
    has_list: bool
    strange: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPart:
    """A part of the day, in words; `at` in seconds since 1970."""

    words: str
    at: float
    is_done: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitedPage:
    """The limited part of the event.

    Attributes:
        lines: the product as it is typed; `needs` what to have of each line.
        following: the next phase in words, "" when the rounds come.
        waiting: what the next phase still needs.
        can_seat: whether the pods can be the tables of round 1.
    """

    plan: LimitedPlan | None
    formats: list[tuple[str, str]]
    lines: str
    needs: list[str]
    minimums: Minimums | None
    warnings: list[str]
    phase: str
    clock: ShownClock | None
    following: str
    waiting: list[str]
    pods: list[ShownPod]
    pools: list[PoolLine]
    kept: str
    late: list[tuple[Player, int, bool]]
    owes: list[Player]
    day: list[ShownPart]
    can_seat: bool
    can_swap: bool
    drafts: bool


@page("limited", "/limited", "events/limited.html")
def limited_page(console: Console) -> LimitedPage:
    """The plan, the phase, pods and pools."""
    state, known, at = console.tournament, console.tournament.limited, current_context().now()
    made = known.plan
    following = phases.next_phase(state) if made else None
    return LimitedPage(
        plan=made,
        formats=[(one.value, str(words)) for one, words in FORMATS.items()],
        lines="\n".join(plan.line_text(line) for line in made.lines) if made else "",
        needs=_needs(state, made) if made else [],
        minimums=plan.minimums_of(made) if made else None,
        warnings=[said(one) for one in plan.plan_warnings(made)] if made else [],
        phase=phase_words(known.current.phase) if known.current else "",
        clock=phase_clock(state, at),
        following=phase_words(following) if following else "",
        waiting=[said(one) for one in phases.phase_blockers(state, following)] if following else [],
        pods=[
            ShownPod(
                number=number,
                players=[state.player(one) for one in players],
                course=shown_course(state, number, at),
            )
            for number, players in enumerate(known.pods, 1)
        ],
        pools=[_pool_line(state, player) for player in state.active] if made else [],
        kept=", ".join(state.player(number).name for number in known.swap.kept) if known.swap else "",
        late=[
            (state.player(number), phases.late_seconds_left(one, at) // 60, one.fact.is_done)
            for number, one in sorted(known.late.items())
        ],
        owes=[state.player(number) for number in phases.owes_product(state)],
        day=[_part(one) for one in use_cases.show_schedule(state, at)] if made else [],
        can_seat=bool(known.pods) and pods.fits_tables(map(len, known.pods)) and not state.rounds,
        can_swap=made is not None and made.swaps and not known.was(LimitedPhase.CONSTRUCTION),
        drafts=made is not None and made.format is not LimitedFormat.SEALED,
    )


def _needs(state: State, made: LimitedPlan) -> list[str]:
    told = []
    for line, need in zip(made.lines, plan.needs_of(made, len(state.active)), strict=True):
        told.append(
            gettext(
                "%(line)s each: have %(total)s, %(spare)s of them spare",
                line=said(plan.line_words(line)),
                total=need.total,
                spare=need.spare,
            )
        )
    return told


def _pool_line(state: State, player: Player) -> PoolLine:
    known = state.limited
    pool, plays = known.pools.get(player.number), pools.registered_by(known, player.number)
    made = plan.plan_of(state, player.number)
    return PoolLine(
        player=player,
        entered=pool.total if pool else None,
        expected=plan.pool_cards(made),
        is_confirmed=pool.is_confirmed if pool else False,
        plays="" if plays == player.number else state.player(plays).name,
        has_list=bool(player.decks) or bool(player.paper_lists),
        strange="" if pool is None or pool.is_complete else gettext("count again"),
    )


def _part(part: use_cases.SchedulePartView) -> ShownPart:
    if part.phase is not None:
        words = phase_words(LimitedPhase(part.phase))
    else:
        words = gettext("Round %(number)s", number=part.round) if part.round else gettext("Final")
    return ShownPart(words=words, at=part.start.timestamp(), is_done=part.done)


class _PlanForm(Form):
    format = choice_field(LimitedFormat, required=True)
    lines = text_field(longest=4000)
    pod_most = optional_number(1, 100)
    construction = optional_number(1, 1440)
    registers_pools = text_field()
    swaps = text_field()
    pods_are_tables = text_field()


_PLAN_FIELDS = {
    "bad_line": "lines", "no_size": "lines", "no_product": "lines", "bad_boosters": "lines", "bad_size": "lines",
    "nothing_drafted": "lines", "drafted_starter": "lines", "bad_pod_most": "pod_most", "format_begun": "format",
    "bad_construction": "construction",
}  # fmt: skip


@limited_page.action("/limited/plan", "plan", _PlanForm, _PLAN_FIELDS)
def _save_plan(
    console: Console,
    *,
    format: str,
    lines: str,
    pod_most: int | None,
    construction: int | None,
    registers_pools: str,
    swaps: str,
    pods_are_tables: str,
) -> None:
    use_cases.plan_event(
        console.work,
        format=LimitedFormat(format),
        lines=lines.splitlines(),
        pod_most=pod_most,
        construction=construction,
        registers_pools=bool(registers_pools),
        swaps=bool(swaps),
        pods_are_tables=bool(pods_are_tables),
    )


@limited_page.action("/limited/product", "product")
def _give(console: Console) -> None:
    console.work.change(plan.give_product)


access.permit_form("events.limited", "product", Action.CHECK_IN)
limited_page.offer("return_product", "/limited/product/<int:player>", "return", behind=("is_back",))
limited_page.offer("start_phase", "/limited/phase", "phase")
limited_page.offer("end_phase", "/limited/end", "end")
limited_page.offer("pause_phase", "/limited/pause", "pause")
limited_page.offer("resume_phase", "/limited/resume", "resume")
limited_page.offer("draw_pods", "/limited/pods", "pods", {"reason_needed": "reason", "bad_pod_most": "most"})
limited_page.offer("seat_pods", "/limited/tables", "tables", then="rounds")
limited_page.offer("draw_swap", "/limited/swap", "swap", {"swap_drawn": "reason", "pools_missing": "reason"})
limited_page.offer("build_late", "/limited/late/<int:player>", "late")
limited_page.offer("finish_late", "/limited/late/<int:player>/done", "built")


@dataclass(frozen=True, slots=True, kw_only=True)
class PodPage:
    """A pod for its judge: the ring, the pick, and what a judge enters.

    Attributes:
        ring: players clockwise, with their places round a circle in percent.
        forced: who was late so far, in sentences.
    """

    number: int
    players: list[Player]
    ring: list[tuple[int, str, float, float]]
    course: ShownCourse | None
    is_table: bool
    forced: list[str]


@page("pod", "/limited/pods/<int:pod>", "events/pod.html")
def pod_page(console: Console, pod: int) -> PodPage:
    """A pod while it drafts."""
    state, known = console.tournament, console.tournament.limited
    players = [state.player(number) for number in pods.pod_of(known, pod)]
    run = known.current
    return PodPage(
        number=pod,
        players=players,
        ring=_ring(players),
        course=shown_course(state, pod, current_context().now()),
        is_table=run is not None and (run.format is LimitedFormat.TABLE or run.phase is LimitedPhase.CRYPT_DRAFT),
        forced=[
            gettext(
                "%(name)s: pack %(pack)s, pick %(pick)s, card %(card)s of %(of)s from the top",
                name=state.player(one.player).name,
                pack=one.pack,
                pick=one.pick,
                card=one.card or "–",
                of=one.of,
            )
            for one in known.forced
            if one.pod == pod and one.player in state.players
        ],
    )


def _short(name: str) -> str:
    """A name for the ring: it has room for twelve letters."""
    return name if len(name) <= 12 else f"{name[:11]}…"


def _ring(players: Sequence[Player]) -> list[tuple[int, str, float, float]]:
    count = len(players)
    return [
        (seat, _short(one.name), 50 + 40 * sin(2 * pi * (seat - 1) / count), 50 - 40 * cos(2 * pi * (seat - 1) / count))
        for seat, one in enumerate(players, 1)
    ]


class _StepForm(Form):
    step = optional_number(0, 100_000, **BEHIND)


@pod_page.action("/limited/pods/<int:pod>/next", "next", _StepForm)
def _next(console: Console, pod: int, *, step: int | None) -> None:
    use_cases.step_draft(console.work, pod=pod, step=step)


@pod_page.action("/limited/pods/<int:pod>/late", "late")
def _late(console: Console, pod: int) -> None:
    seat = request.form.get("seat", "")
    use_cases.force_pick(console.work, pod=pod, seat=int(seat) if seat.isdecimal() and len(seat) < 3 else 0)


@pod_page.action("/limited/pods/<int:pod>/pause", "pause")
def _pause(console: Console, pod: int) -> None:
    console.work.change(phases.pause_phase, pod=pod)


@pod_page.action("/limited/pods/<int:pod>/resume", "resume")
def _resume(console: Console, pod: int) -> None:
    console.work.change(phases.resume_phase, pod=pod)


class _ReplaceForm(Form):
    player = optional_number(1)
    reason = text_field()


@pod_page.action("/limited/pods/<int:pod>/replace", "replace", _ReplaceForm, {"reason_needed": "reason"})
def _replace(console: Console, pod: int, *, player: int | None, reason: str) -> None:
    console.work.change(phases.replace_pack, player or 0, reason=reason)


@pod_page.action("/limited/pods/<int:pod>/call", "call")
def _call(console: Console, pod: int) -> None:
    first = pods.pod_of(console.tournament.limited, pod)[0]
    console.work.change(calls.call_judge, player=first, reason=gettext("Pod %(pod)s", pod=pod))


for _name in ("next", "late", "pause", "resume", "replace", "call"):
    access.permit_form("events.pod", _name, Action.CLOCK)
