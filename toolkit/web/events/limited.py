"""Limited events in the console: the plan, the phase with its clock, pods, pools and the swap; and a pod's own page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from math import cos, pi, sin
from typing import Any

from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from marshmallow import Schema

from toolkit.cards import Kind
from toolkit.languages import natural_key
from toolkit.schemas import event_forms as forms
from toolkit.schemas.commands import form_of
from toolkit.services.commands import command_named
from toolkit.services.events import limited as use_cases
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import UnitOfWork
from toolkit.sheets.qr import qr_svg
from toolkit.tournament import Tournament, calls
from toolkit.tournament.clock import ClockReading
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited import late_and_leaving, michigan, phases, plan, pods, pools
from toolkit.tournament.limited.facts import (
    LimitedFormat,
    LimitedPhase,
    LimitedPlan,
    StarterDeal,
    TradeAnswer,
)
from toolkit.tournament.limited.picks import DraftStep, DraftStepKind, PassDirection, direction
from toolkit.tournament.limited.plan import Minimums
from toolkit.tournament.limited.state import LateBuild, Limited, LimitedPool, PhaseRun, PodTrade
from toolkit.tournament.players import search_words
from toolkit.tournament.questions import accepts_decklists
from toolkit.tournament.state import Player, State
from toolkit.web.base import access
from toolkit.web.base.addresses import room_url
from toolkit.web.base.clocks import ShownClock, clock_of
from toolkit.web.base.i18n import translated
from toolkit.web.base.security import mark_secret
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.events.console import LOTS, Console, page
from toolkit.web.events.listing import Listing, Sorting, letter, listed

FORMATS: dict[LimitedFormat, LazyString] = {format: _l(words) for format, words in plan.FORMATS.items()}
STARTERS = {
    StarterDeal.RANDOM: _l("at random"),
    StarterDeal.CHOICE_AFTER_TRADE: _l("chosen, after trading unopened ones"),
    StarterDeal.AS_DEALT: _l("as dealt"),
}
_DIRECTIONS = {PassDirection.LEFT: _l("to the left"), PassDirection.RIGHT: _l("to the right")}
_ARROWS = {PassDirection.LEFT: "←", PassDirection.RIGHT: "→"}


def phase_words(phase: LimitedPhase) -> str:
    """A phase, as pages call it."""
    return translated(plan.phase_words(phase))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStep:
    """A step of a draft as screens show it."""

    what: str
    pack: str
    arrow: str
    way: str
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCourse:
    """The step of a pod's draft, and the steps after it, for a screen that goes on by itself.

    Attributes:
        rows: the steps from now on, as JSON that `live.js` reads. The last has no time: a pick that waits for an
            official, or the end of the draft.
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
    limited, run = state.limited, state.limited.current
    if state.is_finished or run is None or not run.is_draft or not 1 <= pod <= len(limited.pods):
        return None
    reading = phases.read_pod(limited, run, pod, at)
    course = phases.course_of(limited, run, pod)
    steps, rows = _Steps(limited, run, course), list[list[str | float | None]]()
    if reading.ends_at is not None:
        ends, coming = reading.ends_at.timestamp(), course[reading.place :]
        picks = (place for place, step in enumerate(coming, 1) if step.kind is DraftStepKind.PICK)
        last = len(coming) if run.moves_on else next(picks, len(coming))
        for step in coming[:last]:
            ends += step.seconds if rows else 0
            rows.append([ends, *steps.words(step), step.kind.value])
        if run.moves_on or coming[last - 1].kind is not DraftStepKind.PICK:
            rows.append([None, gettext("Everything is drafted here."), "", "", "", "over"])
        else:
            rows.append([None, *steps.words(coming[last - 1]), "waits"])
    now = None
    if reading.step is not None:
        what, pack, arrow, way = steps.words(reading.step)
        now = ShownStep(what=what, pack=pack, arrow=arrow, way=way, seconds=reading.seconds_left)
    return ShownCourse(
        now=now,
        rows=json.dumps(rows, ensure_ascii=False),
        at=at.timestamp(),
        place=reading.place,
        is_paused=reading.is_paused,
        behind=reading.behind,
    )


class _Steps:
    """The words for the steps of a course; the words that they share are looked up once."""

    def __init__(self, limited: Limited, run: PhaseRun, course: Sequence[DraftStep]) -> None:
        self.is_passed = run.is_passed
        self.picks = {(step.pack, step.set): step.pick for step in course if step.pick}
        names = plan.pack_names(limited.plan) if limited.plan and run.phase is LimitedPhase.DRAFT else ()
        total = max((step.pack for step in course), default=0)
        self.packs = {number: self._pack(number, total, names[number - 1 : number]) for number in range(1, total + 1)}
        self.ways = {way: str(words) for way, words in _DIRECTIONS.items()}

    @staticmethod
    def _pack(number: int, total: int, product: tuple[str, ...]) -> str:
        return " · ".join(filter(None, (gettext("Pack %(number)s of %(total)s", number=number, total=total), *product)))

    def words(self, step: DraftStep) -> tuple[str, str, str, str]:
        """The step, its pack, the arrow of the packs' direction, and that direction in words."""
        if not self.is_passed or step.kind is DraftStepKind.REVIEW:
            return self._what(step), self.packs[step.pack], "", ""
        way = direction(step.pack)
        return self._what(step), self.packs[step.pack], _ARROWS[way], self.ways[way]

    def _what(self, step: DraftStep) -> str:
        match step.kind:
            case DraftStepKind.OPEN:
                return ngettext("Open and count: %(num)d card", "Open and count: %(num)d cards", step.cards)
            case DraftStepKind.LOOK:
                return gettext("Set %(set)s: lay two cards, look", set=step.set)
            case DraftStepKind.PASS:
                return gettext("Pass the pack on")
            case DraftStepKind.REVIEW:
                return gettext("Review your cards")
        if step.seat:
            return gettext("Set %(set)s: seat %(seat)s picks", set=step.set, seat=step.seat)
        return gettext("Pick %(number)s of %(total)s", number=step.pick, total=self.picks[step.pack, step.set])


def phase_clock(state: State, at: datetime) -> ShownClock | None:
    """The clock of the phase that goes on; None without one."""
    run = state.limited.current
    if run is None or not run.seconds:
        return None
    reading = phases.read_phase(run, at)
    ends = reading.ends_at
    if ends is None and reading.over and not reading.is_paused:
        ends = at - timedelta(seconds=reading.over)
    return _shown_clock(reading.seconds_left, reading.over, ends, at, is_paused=reading.is_paused)


def late_clock(late: LateBuild, at: datetime) -> ShownClock:
    """The clock of a latecomer who builds."""
    ends = late.at + timedelta(seconds=late.fact.seconds)
    left = late_and_leaving.late_seconds_left(late, at)
    return _shown_clock(left, 0 if left else int((at - ends).total_seconds()), ends, at)


def _shown_clock(left: int, over: int, ends: datetime | None, at: datetime, *, is_paused: bool = False) -> ShownClock:
    reading = ClockReading(
        is_started=True, is_paused=is_paused, is_stopped=False, seconds_left=left, over=over, ends_at=ends
    )
    return clock_of(reading, at)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPod:
    """A pod in the console: its players clockwise, and the step of its draft."""

    number: int
    players: list[Player]
    course: ShownCourse | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolLine:
    """A player's pool in the console; `strange` is what the desk should check."""

    player: Player
    entered: int | None
    expected: int
    is_confirmed: bool
    is_ready: bool
    plays: str
    has_list: bool
    strange: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPart:
    """A part of the day, in words; `at` in seconds since 1970."""

    words: str
    at: float
    is_done: bool


_POOL_SORTS: Mapping[str, Sorting[PoolLine]] = {
    "name": Sorting(
        word=_l("Name"), key=lambda line: natural_key(line.player.name), place=lambda line: letter(line.player.name)
    ),
    # Players without a pool first, then those with a marked pool, then those without a list.
    "missing": Sorting(
        word=_l("What is missing"),
        key=lambda line: (line.entered is not None, not line.strange, line.has_list, natural_key(line.player.name)),
        place=lambda line: "",
    ),
}


@dataclass(frozen=True)
class LimitedPage:
    """The limited part of the event: the plan, the phase, pods and pools."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @property
    def _limited(self) -> Limited:
        return self._state.limited

    @cached_property
    def _now(self) -> datetime:
        return current_context().steady()

    @property
    def plan(self) -> LimitedPlan | None:
        """The plan, once there is one."""
        return self._limited.plan

    @property
    def formats(self) -> list[tuple[str, str]]:
        """The formats to choose from."""
        return [(format.value, str(words)) for format, words in FORMATS.items()]

    @property
    def starters(self) -> list[tuple[str, str]]:
        """The ways to give out starters."""
        return [(deal.value, str(words)) for deal, words in STARTERS.items()]

    @property
    def times(self) -> str:
        """The seconds of the draft as they are typed."""
        return plan.times_text(self.plan.times if self.plan else plan.USUAL_TIMES)

    @property
    def provided(self) -> str:
        """The cards of every pool as they are typed."""
        return "\n".join(_provided(self.plan)) if self.plan else ""

    @property
    def lines(self) -> str:
        """The product as it is typed."""
        return "\n".join(map(plan.line_text, self.plan.lines)) if self.plan else ""

    @property
    def needs(self) -> list[str]:
        """The amount to have of each line of product."""
        return _needs(self._state, self.plan) if self.plan else []

    @property
    def minimums(self) -> Minimums | None:
        """The sizes of decks."""
        return plan.minimums_of(self.plan) if self.plan else None

    @property
    def warnings(self) -> list[str]:
        """The doubts about the plan, each a sentence."""
        return [translated(warning) for warning in plan.plan_warnings(self.plan)] if self.plan else []

    @property
    def phase(self) -> str:
        """The phase that goes on, in words."""
        return phase_words(self._limited.current.phase) if self._limited.current else ""

    @property
    def clock(self) -> ShownClock | None:
        """The clock of that phase."""
        return phase_clock(self._state, self._now)

    @cached_property
    def _next(self) -> LimitedPhase | None:
        return phases.next_phase(self._state) if self.plan else None

    @property
    def following(self) -> str:
        """The next phase in words; "" before the rounds."""
        return phase_words(self._next) if self._next else ""

    @property
    def again(self) -> dict[str, str]:
        """The values that the button of a question sends: the asked ones, and `sure`."""
        typed = self.at.typed
        return {name: typed.values[name] for name in ("phase", "minutes", "reason") if typed.value(name)} | {
            "sure": "1"
        }

    @property
    def waiting(self) -> list[str]:
        """The open tasks before the next phase."""
        return [translated(blocker) for blocker in phases.phase_blockers(self._state, self._next)] if self._next else []

    @cached_property
    def task(self) -> phases.LimitedTask | None:
        """The task before the rounds that comes next; the bar has its button."""
        return phases.next_task(self._state)

    @property
    def may_begin(self) -> bool:
        """Whether the next phase can begin already, although the bar has no button for it."""
        is_next = self.task is phases.LimitedTask.BEGIN_PHASE
        return bool(self._next) and not self.waiting and (not is_next or phases.would_cut_short(self._state, self._now))

    @property
    def pods(self) -> list[ShownPod]:
        """The pods, each with its draft."""
        return [
            ShownPod(
                number=number,
                players=[self._state.player(player) for player in players],
                course=shown_course(self._state, number, self._now),
            )
            for number, players in enumerate(self._limited.pods, 1)
        ]

    @cached_property
    def pools(self) -> list[PoolLine]:
        """The pools of all players."""
        return [_pool_line(self._state, player) for player in self._state.active] if self.plan else []

    @property
    def listing(self) -> Listing[PoolLine]:
        """The pools that are looked for."""
        return listed(
            self.pools,
            words=lambda line: search_words(line.player),
            anchor=lambda line: f"player-{line.player.number}",
            sorts=_POOL_SORTS,
        )

    @property
    def kept(self) -> str:
        """The players who got their own pool back in the swap."""
        swap = self._limited.swap
        return ", ".join(self._state.player(number).name for number in swap.kept) if swap else ""

    @property
    def late(self) -> list[tuple[Player, ShownClock, bool, bool]]:
        """The latecomers: their clock, whether their deck is in, and whether they have handed in a list."""
        return [_late_line(self._state, number, self._now) for number in sorted(self._limited.late)]

    @property
    def latecomers(self) -> list[Player]:
        """The players who may still build a sealed deck."""
        return _latecomers(self._state)

    @property
    def owes(self) -> list[Player]:
        """The players who left with their product."""
        return [self._state.player(number) for number in late_and_leaving.owes_product(self._state)]

    @property
    def day(self) -> list[ShownPart]:
        """The parts of the day."""
        if not self.plan:
            return []
        drift = current_context().drift(current_context().now())
        return [_part(part) for part in use_cases.show_schedule(self._state, self._now, drift=drift)]

    @property
    def people(self) -> list[tuple[int, str]]:
        """The players who may be moved in the pods, by name."""
        players = sorted(self._state.active, key=lambda player: natural_key(player.name))
        return [(player.number, player.name) for player in players]

    @property
    def has_begun(self) -> bool:
        """Whether the draft has begun, so that a change of the pods needs a reason."""
        return pods.draft_has_begun(self._limited)

    @property
    def lists_pools(self) -> bool:
        """Whether players list their pools, so that a pool can be missing."""
        return self.plan is not None and self.plan.registers_pools

    @property
    def takes_lists(self) -> bool:
        """Whether lists may come in, so that one can be missing."""
        return accepts_decklists(self._state)

    @property
    def can_seat(self) -> bool:
        """Whether the pods can be the tables of round 1."""
        drawn = self._limited.pods
        return bool(drawn) and pods.fits_tables(map(len, drawn)) and not self._state.rounds

    @property
    def no_tables(self) -> str:
        """The reason why they cannot, if the plan asks for it."""
        return _no_tables(self._state)

    @property
    def can_swap(self) -> bool:
        """Whether the pools can change hands now."""
        return self.plan is not None and self.plan.swaps and not self._limited.was(LimitedPhase.CONSTRUCTION)

    @property
    def drafts(self) -> bool:
        """Whether the format has a draft, and so pods."""
        return self.plan is not None and self.plan.format is not LimitedFormat.SEALED

    @property
    def is_michigan(self) -> bool:
        """Whether the format is Michigan."""
        return self.plan is not None and self.plan.format is LimitedFormat.MICHIGAN


limited_page = page("limited", "/limited", "events/limited.html")(LimitedPage)


def _provided(made: LimitedPlan) -> Iterator[str]:
    """The cards of every pool as they are typed: a name alone is any number of it."""
    for provided in made.provided:
        card = card_data().get(provided.card)
        name = card.unique_name if card is not None else str(provided.card)
        yield f"{provided.count} {name}" if provided.count else name


def _no_tables(state: State) -> str:
    limited = state.limited
    if not limited.pods or not limited.plan or not limited.plan.pods_are_tables:
        return ""
    try:
        pods.round_of_pods(state)
    except Refused as error:
        return translated(error.message)
    return ""


def _needs(state: State, made: LimitedPlan) -> list[str]:
    return [
        gettext(
            "%(line)s each: have %(total)s, %(spare)s of them spare",
            line=translated(plan.line_words(line)),
            total=need.total,
            spare=need.spare,
        )
        for line, need in zip(made.lines, plan.needs_of(made, len(state.active)), strict=True)
    ]


def _pool_line(state: State, player: Player) -> PoolLine:
    limited = state.limited
    pool, plays = limited.pools.get(player.number), pools.registered_by(limited, player.number)
    made = plan.plan_of(state, player.number)
    return PoolLine(
        player=player,
        entered=pool.total if pool else None,
        expected=plan.pool_cards(made),
        is_confirmed=pool.is_confirmed if pool else False,
        is_ready=player.number in limited.prepared,
        plays="" if plays == player.number else state.player(plays).name,
        has_list=player.has_any_list,
        strange=_strange(pool, made) if pool else "",
    )


def _strange(pool: LimitedPool, made: LimitedPlan) -> str:
    """The doubts about a pool for the desk; the pool's own page says more."""
    marked = len(pools.card_warnings(pool, made, card_data()))
    doubts = [] if pool.is_complete else [gettext("count again")]
    if marked:
        doubts.append(ngettext("%(num)d card is marked", "%(num)d cards are marked", marked))
    return ", ".join(doubts)


def _late_line(state: State, number: int, at: datetime) -> tuple[Player, ShownClock, bool, bool]:
    player, late = state.player(number), state.limited.late[number]
    return player, late_clock(late, at), late.fact.is_done, player.has_any_list


def _latecomers(state: State) -> list[Player]:
    """The players who may build a sealed deck: without a pod and a pool, once product was handed out."""
    limited = state.limited
    if not limited.plan or not limited.plan.allows_late or not limited.phases:
        return []
    return [
        player
        for player in state.active
        if limited.place_of(player.number) is None
        and player.number not in limited.pools
        and player.number not in limited.late
    ]


def _part(part: use_cases.SchedulePartView) -> ShownPart:
    return ShownPart(words=translated(use_cases.part_words(part)), at=part.start.timestamp(), is_done=part.done)


_PLAN_FIELDS = {
    "bad_line": "lines", "no_size": "lines", "no_product": "lines", "bad_boosters": "lines", "bad_size": "lines",
    "nothing_drafted": "lines", "drafted_starter": "lines", "bad_pod_most": "pod_most", "format_begun": "format",
    "bad_construction": "construction", "bad_times": "times", "bad_spare": "spare", "bad_box": "box",
    "bad_registration": "registration", "bad_pile_size": "pile_size", "unknown_cards": "provided",
    "casual_sanctioned": "casual", "not_drafted": "lines",
}  # fmt: skip


@limited_page.action("/limited/plan", "plan", forms.LimitedPlanForm, _PLAN_FIELDS)
def _save_plan(
    console: Console,
    *,
    format: str,
    starters: str,
    lines: str,
    times: str,
    provided: str,
    waits: bool,
    no_late: bool,
    **settings: Any,
) -> None:
    use_cases.plan_event(
        console.work,
        format=LimitedFormat(format),
        starters=StarterDeal(starters) if starters else None,
        lines=lines.splitlines(),
        times=times.split(),
        provided=provided.splitlines(),
        moves_on=not waits,
        allows_late=not no_late,
        **settings,
    )


limited_page.offer("give_product", "/limited/product", "product", only=())
limited_page.offer("return_product", "/limited/product/<int:player>", "return", behind=("is_back",))
limited_page.offer("start_phase", "/limited/phase", "phase", behind=("sure",))
limited_page.offer("end_phase", "/limited/end", "end", behind=("sure",))
limited_page.offer("pause_phase", "/limited/pause", "pause")
limited_page.offer("resume_phase", "/limited/resume", "resume")
limited_page.offer("draw_pods", "/limited/pods", "pods", {**LOTS, "bad_pod_most": "most"})
limited_page.offer("swap_in_pods", "/limited/pods/swap", "move", {"reason_needed": "reason", "not_in_pod": "second"})
limited_page.offer("seat_pods", "/limited/tables", "tables", then="rounds")
limited_page.offer("draw_swap", "/limited/swap", "swap", {**LOTS, "swap_drawn": "reason", "pools_missing": "reason"})
limited_page.offer("confirm_pool", "/limited/pools/<int:player>/confirm", "confirm", behind=("is_confirmed",))
limited_page.offer("prepare_pool", "/limited/pools/<int:player>/prepare", "prepare", behind=("is_ready",))
limited_page.offer("build_late", "/limited/late/<int:player>", "late")
limited_page.offer("finish_late", "/limited/late/<int:player>/done", "built")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTrade:
    """The Michigan trade of a pod.

    Attributes:
        active: the seat whose turn it is, with its name; "" when the trade is over.
        face_up: the number of face-up cards of each seat.
        clock: of the trade, None without one.
        wishes: by the seats that can be asked: the cards, as the form sends them, and in words with their owner.
        gifts: the cards that may be given in return.
        made: the trades so far, the last first.
    """

    active: str
    clock: ShownClock | None
    face_up: list[int]
    wishes: list[tuple[str, list[tuple[str, str]]]]
    gifts: list[tuple[int, str]]
    made: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedPiles:
    """The counted crypt and library cards of a mixed draft, seat by seat, with spaces between them; "" if not yet."""

    crypt: str
    library: str


@dataclass(frozen=True)
class PodPage:
    """A pod as its judge, and the phone on its table, see it: the ring, the pick, and the entries made there.

    Raises:
        BadValue: there is no pod of that number.
    """

    state: State
    number: int

    @property
    def _limited(self) -> Limited:
        return self.state.limited

    @cached_property
    def _now(self) -> datetime:
        return current_context().steady()

    @cached_property
    def players(self) -> list[Player]:
        """The players clockwise."""
        return [self.state.player(number) for number in pods.pod_of(self._limited, self.number)]

    @property
    def ring(self) -> list[tuple[int, str, float, float, str]]:
        """Seat and name of each player, and their places round a circle in percent."""
        return _ring(self.players)

    @property
    def course(self) -> ShownCourse | None:
        """The draft of the pod."""
        return shown_course(self.state, self.number, self._now)

    @property
    def is_table(self) -> bool:
        """Whether cards are drafted from the table."""
        run = self._limited.current
        return run is not None and run.is_draft and not run.is_passed

    @property
    def cards(self) -> list[str]:
        """The numbers of the cards that each seat of a table draft laid in this set."""
        return [", ".join(map(str, laid)) for laid in phases.cards_on_table(self._limited, self.number, self._now)]

    @property
    def piles(self) -> CountedPiles | None:
        """The counted piles of a mixed draft; None in another one."""
        made = self._limited.plan
        if made is None or made.format is not LimitedFormat.ELDER:
            return None
        crypt, library = self._limited.piles.get(self.number, ((), ()))
        return CountedPiles(crypt=" ".join(map(str, crypt)), library=" ".join(map(str, library)))

    @property
    def trade(self) -> ShownTrade | None:
        """The trade of a Michigan draft, while it goes on."""
        run = None if self.state.is_finished else self._limited.current
        return _trade(self.state, self.number) if run is not None and run.phase is LimitedPhase.TRADE else None

    @property
    def forced(self) -> list[str]:
        """The late picks so far, in sentences."""
        return [
            gettext(
                "%(name)s: pack %(pack)s, pick %(pick)s, card %(card)s of %(of)s from the top",
                name=self.state.player(pick.player).name,
                pack=pick.pack,
                pick=pick.pick,
                card=pick.card or "–",
                of=pick.of,
            )
            for pick in self._limited.forced
            if pick.pod == self.number and pick.player in self.state.players
        ]


@dataclass(frozen=True)
class OfficialsPodPage(PodPage):
    """A pod in the console, with the link for the phone on its table."""

    at: Console

    @cached_property
    def address(self) -> str:
        """The link, for readers who may see it; else ""."""
        key = access.shown_key(self.at.id)
        if key is None:
            return ""
        mark_secret()
        return room_url().rstrip("/") + links.pod_path(self.at.id, self.number, key)

    @property
    def code(self) -> str:
        """Its QR code."""
        return qr_svg(self.address, fills=True) if self.address else ""


@page("pod", "/limited/pods/<int:pod>", "events/pod.html")
def pod_page(console: Console, pod: int) -> OfficialsPodPage:
    """A pod while it drafts."""
    return OfficialsPodPage(console.tournament, pod, console)


def _trade(state: State, pod: int) -> ShownTrade:
    table, players = michigan.read_trade(state.limited, pod), pods.pod_of(state.limited, pod)
    seats = [
        gettext("Seat %(seat)s: %(name)s", seat=seat, name=state.player(player).name)
        for seat, player in enumerate(players, 1)
    ]
    wishes = []
    for seat, (player, face_up) in enumerate(zip(players, table.face_up, strict=True), 1):
        if table.active in (0, seat) or seat in table.refused or not face_up:
            continue
        cards = [(0, gettext("A card that is not noted")), *_library_of(state, player)]
        whose = state.player(player).name
        named = [(f"{seat}/{card}", gettext("%(name)s: %(what)s", name=whose, what=name)) for card, name in cards]
        wishes.append((seats[seat - 1], named))
    return ShownTrade(
        active=seats[table.active - 1] if table.active else "",
        clock=phase_clock(state, current_context().steady()),
        face_up=list(table.face_up),
        wishes=wishes,
        gifts=_library_of(state, players[table.active - 1]) if table.active else [],
        made=[_traded(state, trade) for trade in reversed(state.limited.trades) if _is_of_pod(state, trade, pod)],
    )


def _is_of_pod(state: State, trade: PodTrade, pod: int) -> bool:
    is_known = {trade.active, trade.asked} <= state.players.keys()
    return trade.fact.pod == pod and trade.fact.answer is TradeAnswer.TRADED and is_known


def _traded(state: State, trade: PodTrade) -> str:
    active, asked = state.player(trade.active).name, state.player(trade.asked).name
    got, given = (card_data().get(card) for card in (trade.fact.card, trade.fact.other))
    if got is None or given is None:
        return gettext("%(name)s and %(other)s traded.", name=active, other=asked)
    return gettext(
        "%(name)s got %(card)s from %(other)s, for %(given)s.",
        name=active,
        card=got.unique_name,
        other=asked,
        given=given.unique_name,
    )


def _library_of(state: State, player: int) -> list[tuple[int, str]]:
    """The library cards of a player's present pool, by name."""
    data = card_data()
    cards = [data[number] for number in pools.played_pool(state.limited, player) or {} if number in data]
    named = [(card.id, card.unique_name) for card in cards if card.kind is Kind.LIBRARY]
    return sorted(named, key=lambda card: natural_key(card[1]))


def _short(name: str) -> str:
    """A name for the ring: it has room for twelve letters."""
    return name if len(name) <= 12 else f"{name[:11]}…"


def _ring(players: Sequence[Player]) -> list[tuple[int, str, float, float, str]]:
    """Seat, name, place in the drawing, and the name's end that touches the ring: no name covers another."""
    count = len(players)
    turns = (2 * pi * seat / count for seat in range(count))
    return [
        (seat, _short(player.name), 50 + 36 * sin(turn), 50 - 40 * cos(turn), _anchor(sin(turn)))
        for seat, (player, turn) in enumerate(zip(players, turns, strict=True), 1)
    ]


def _anchor(right: float) -> str:
    return "middle" if abs(right) < 0.01 else "start" if right > 0 else "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class PodForm:
    """A form of a pod, as the console and the phone on its table have it.

    Attributes:
        give: its effect at the pod of that number, with the values of the form.
        fields: the field that shows a refusal of a given code.
        action: the role that may send it in the console.
    """

    give: Callable[..., object]
    schema: type[Schema] | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    action: Action = Action.CLOCK


def _call_judge(state: State, pod: int, reason: str) -> list[Fact]:
    return calls.call_judge(state, player=pods.pod_of(state.limited, pod)[0], reason=reason)


def _turn(work: UnitOfWork, *, pod: int, answer: str, wish: str, given: int | None) -> None:
    seat, _, card = wish.partition("/")
    use_cases.make_trade(
        work, pod, answer=TradeAnswer(answer), asked=links.positive(seat), card=links.positive(card), other=given or 0
    )


def _giving(
    command: str, *asked: str, behind: tuple[str, ...] = (), fields: Mapping[str, str] | None = None
) -> PodForm:
    """The form of a pod that gives a command with these figures."""
    order = command_named(command)

    def give(work: UnitOfWork, *, pod: int, **figures: Any) -> None:
        figures |= order.unasked(figures)
        if order.path_fields:
            order.carry_out(work, pod, **figures)
        else:
            order.carry_out(work, **figures | {"pod": pod})

    assert order.body is not None
    return PodForm(give=give, schema=form_of(order.body, asked, behind), fields=fields or {}, action=order.action)


POD_FORMS: Mapping[str, PodForm] = {
    "next": _giving("step_draft", "step", behind=("step",)),
    "late": _giving("force_pick", "seat", behind=("seat",)),
    "pause": _giving("pause_phase"),
    "resume": _giving("resume_phase"),
    "replace": _giving("replace_pack", "player", "reason", fields={"not_in_pod": "player"}),
    "piles": _giving("count_piles", "crypt", "library"),
    "trade": PodForm(
        give=_turn,
        schema=forms.TradeForm,
        fields={"unknown_seat": "wish", "not_asked": "wish", "one_card": "given"},
    ),
    "call": PodForm(give=lambda work, pod: work.change(_call_judge, pod, gettext("Pod %(pod)s", pod=pod))),
}


def _register(name: str, form: PodForm) -> None:
    @pod_page.action(f"/limited/pods/<int:pod>/{name}", name, form.schema, form.fields)
    def _enter(console: Console, pod: int, **values: Any) -> None:
        form.give(console.work, pod=pod, **values)

    access.permit_form("events.pod", name, form.action)


for _name, _form in POD_FORMS.items():
    _register(_name, _form)
