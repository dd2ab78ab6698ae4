"""Limited events in the console: the plan, the phase with its clock, pods, pools and the swap; and a pod's own page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
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
from toolkit.tournament import calls
from toolkit.tournament.errors import Refused
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited import late_and_leaving, michigan, phases, plan, pods, pools
from toolkit.tournament.limited.facts import (
    DraftTimes,
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
from toolkit.tournament.state import Player, State
from toolkit.web.base import access
from toolkit.web.base.addresses import room_url
from toolkit.web.base.clocks import ShownClock
from toolkit.web.base.i18n import said
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.events.console import LOTS, Console, page
from toolkit.web.events.listing import Listing, Sorting, letter, listed

FORMATS: dict[LimitedFormat, LazyString] = {one: _l(words) for one, words in plan.FORMATS.items()}
STARTERS = {
    StarterDeal.RANDOM: _l("at random"),
    StarterDeal.CHOICE_AFTER_TRADE: _l("chosen, after trading unopened ones"),
    StarterDeal.AS_DEALT: _l("as dealt"),
}
_DIRECTIONS = {PassDirection.LEFT: _l("to the left"), PassDirection.RIGHT: _l("to the right")}
_ARROWS = {PassDirection.LEFT: "←", PassDirection.RIGHT: "→"}


def phase_words(phase: LimitedPhase) -> str:
    """A phase, as pages call it."""
    return said(plan.phase_words(phase))


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
    """Where a pod's draft is, and what comes after it, for a screen that goes on by itself.

    Attributes:
        rows: the steps from now on, as JSON that `live.js` reads, with what has no time at their end: a pick that waits
            for an official, or that everything is drafted.
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
    shown, rows = _Steps(known, run, course), list[list[str | float | None]]()
    if reading.ends_at is not None:
        ends, coming = reading.ends_at.timestamp(), course[reading.place :]
        picks = (place for place, one in enumerate(coming, 1) if one.kind is DraftStepKind.PICK)
        last = len(coming) if run.moves_on else next(picks, len(coming))
        for one in coming[:last]:
            ends += one.seconds if rows else 0
            rows.append([ends, *shown.told(one), one.kind.value])
        if run.moves_on or coming[last - 1].kind is not DraftStepKind.PICK:
            rows.append([None, gettext("Everything is drafted here."), "", "", "", "over"])
        else:
            rows.append([None, *shown.told(coming[last - 1]), "waits"])
    now = None
    if reading.step is not None:
        what, pack, arrow, way = shown.told(reading.step)
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
    """The words for the steps of a course; what is the same for all of them is looked up once."""

    def __init__(self, known: Limited, run: PhaseRun, course: Sequence[DraftStep]) -> None:
        self.is_passed = run.is_passed
        self.picks = {(one.pack, one.set): one.pick for one in course if one.pick}
        names = plan.pack_names(known.plan) if known.plan and run.phase is LimitedPhase.DRAFT else ()
        total = max((one.pack for one in course), default=0)
        self.packs = {number: self._pack(number, total, names[number - 1 : number]) for number in range(1, total + 1)}
        self.ways = {way: str(words) for way, words in _DIRECTIONS.items()}

    @staticmethod
    def _pack(number: int, total: int, product: tuple[str, ...]) -> str:
        return " · ".join(filter(None, (gettext("Pack %(number)s of %(total)s", number=number, total=total), *product)))

    def told(self, step: DraftStep) -> tuple[str, str, str, str]:
        """What happens, in which pack, the arrow that way the packs go, and the way in words."""
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
    """The clock of somebody who came late and builds."""
    ends = late.at + timedelta(seconds=late.fact.seconds)
    left = late_and_leaving.late_seconds_left(late, at)
    return _shown_clock(left, 0 if left else int((at - ends).total_seconds()), ends, at)


def _shown_clock(left: int, over: int, ends: datetime | None, at: datetime, *, is_paused: bool = False) -> ShownClock:
    seconds = left or over
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return ShownClock(
        text=f"+{text}" if over else text,
        ends=ends.timestamp() if ends else None,
        at=at.timestamp(),
        is_started=True,
        is_paused=is_paused,
        is_stopped=False,
        is_over=over > 0,
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


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitedPage:
    """The limited part of the event.

    Attributes:
        lines: the product as it is typed; `needs` what to have of each line.
        following: the next phase in words, "" when the rounds come.
        pools: of everybody; `listing` those that are looked for.
        waiting: open tasks before the next phase.
        again: what the button of a question sends: what was asked for, and that it is sure.
        late: who came late: their clock, whether their deck is in, and whether they have handed in a list.
        people: who may be moved in the pods; `has_begun` whether that needs a reason.
        lists_pools: whether the organizer has players list theirs, so that one that is not there is missing.
        can_seat: whether the pods can be the tables of round 1; `no_tables` why not, where the plan has it so.
    """

    plan: LimitedPlan | None
    formats: list[tuple[str, str]]
    starters: list[tuple[str, str]]
    times: str
    provided: str
    lines: str
    needs: list[str]
    minimums: Minimums | None
    warnings: list[str]
    phase: str
    clock: ShownClock | None
    following: str
    again: dict[str, str]
    waiting: list[str]
    pods: list[ShownPod]
    pools: list[PoolLine]
    listing: Listing[PoolLine]
    kept: str
    late: list[tuple[Player, ShownClock, bool, bool]]
    latecomers: list[Player]
    owes: list[Player]
    day: list[ShownPart]
    people: list[tuple[int, str]]
    has_begun: bool
    lists_pools: bool
    can_seat: bool
    no_tables: str
    can_swap: bool
    drafts: bool
    is_michigan: bool


_POOL_SORTS: Mapping[str, Sorting[PoolLine]] = {
    "name": Sorting(
        word=_l("Name"), key=lambda line: natural_key(line.player.name), place=lambda line: letter(line.player.name)
    ),
    # Who has no pool first, then whose pool is strange, then who has no list.
    "missing": Sorting(
        word=_l("What is missing"),
        key=lambda line: (line.entered is not None, not line.strange, line.has_list, natural_key(line.player.name)),
        place=lambda line: "",
    ),
}


@page("limited", "/limited", "events/limited.html")
def limited_page(console: Console) -> LimitedPage:
    """The plan, the phase, pods and pools."""
    state, known, at = console.tournament, console.tournament.limited, current_context().steady()
    made, drift = known.plan, current_context().drift(current_context().now())
    following = phases.next_phase(state) if made else None
    pool_lines = [_pool_line(state, player) for player in state.active] if made else []
    return LimitedPage(
        plan=made,
        formats=[(one.value, str(words)) for one, words in FORMATS.items()],
        starters=[(one.value, str(words)) for one, words in STARTERS.items()],
        times=plan.times_text(made.times if made else DraftTimes()),
        provided="\n".join(_provided(made)) if made else "",
        lines="\n".join(plan.line_text(line) for line in made.lines) if made else "",
        needs=_needs(state, made) if made else [],
        minimums=plan.minimums_of(made) if made else None,
        warnings=[said(one) for one in plan.plan_warnings(made)] if made else [],
        phase=phase_words(known.current.phase) if known.current else "",
        clock=phase_clock(state, at),
        following=phase_words(following) if following else "",
        again={name: console.typed.values[name] for name in ("phase", "minutes", "reason") if console.typed.value(name)}
        | {"sure": "1"},
        waiting=[said(one) for one in phases.phase_blockers(state, following)] if following else [],
        pods=[
            ShownPod(
                number=number,
                players=[state.player(one) for one in players],
                course=shown_course(state, number, at),
            )
            for number, players in enumerate(known.pods, 1)
        ],
        pools=pool_lines,
        listing=listed(
            pool_lines,
            words=lambda line: search_words(line.player),
            anchor=lambda line: f"player-{line.player.number}",
            sorts=_POOL_SORTS,
        ),
        kept=", ".join(state.player(number).name for number in known.swap.kept) if known.swap else "",
        late=[_late_line(state, number, at) for number in sorted(known.late)],
        latecomers=_latecomers(state),
        owes=[state.player(number) for number in late_and_leaving.owes_product(state)],
        day=[_part(one) for one in use_cases.show_schedule(state, at, drift=drift)] if made else [],
        people=[(one.number, one.name) for one in sorted(state.active, key=lambda one: natural_key(one.name))],
        has_begun=pods.draft_has_begun(known),
        lists_pools=made is not None and made.registers_pools,
        can_seat=bool(known.pods) and pods.fits_tables(map(len, known.pods)) and not state.rounds,
        no_tables=_no_tables(state),
        can_swap=made is not None and made.swaps and not known.was(LimitedPhase.CONSTRUCTION),
        drafts=made is not None and made.format is not LimitedFormat.SEALED,
        is_michigan=made is not None and made.format is LimitedFormat.MICHIGAN,
    )


def _provided(made: LimitedPlan) -> Iterator[str]:
    """The cards of every pool as they are typed: a name alone is any number of it."""
    for one in made.provided:
        card = card_data().get(one.card)
        name = card.unique_name if card is not None else str(one.card)
        yield f"{one.count} {name}" if one.count else name


def _no_tables(state: State) -> str:
    known = state.limited
    if not known.pods or not known.plan or not known.plan.pods_are_tables:
        return ""
    try:
        pods.round_of_pods(state)
    except Refused as error:
        return said(error.message)
    return ""


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
        is_ready=player.number in known.prepared,
        plays="" if plays == player.number else state.player(plays).name,
        has_list=player.has_any_list,
        strange=_strange(pool, made) if pool else "",
    )


def _strange(pool: LimitedPool, made: LimitedPlan) -> str:
    """What the desk looks at in a pool; the pool's own page says more."""
    marked = len(pools.card_warnings(pool, made, card_data()))
    told = [] if pool.is_complete else [gettext("count again")]
    if marked:
        told.append(ngettext("%(num)d card is marked", "%(num)d cards are marked", marked))
    return ", ".join(told)


def _late_line(state: State, number: int, at: datetime) -> tuple[Player, ShownClock, bool, bool]:
    player, late = state.player(number), state.limited.late[number]
    return player, late_clock(late, at), late.fact.is_done, player.has_any_list


def _latecomers(state: State) -> list[Player]:
    """Who may build a sealed deck, once product was handed out: who drafts with nobody and has no pool."""
    known = state.limited
    if not known.plan or not known.plan.allows_late or not known.phases:
        return []
    return [
        one
        for one in state.active
        if known.place_of(one.number) is None and one.number not in known.pools and one.number not in known.late
    ]


def _part(part: use_cases.SchedulePartView) -> ShownPart:
    return ShownPart(words=said(use_cases.part_words(part)), at=part.start.timestamp(), is_done=part.done)


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
        face_up: of each seat, its cards that are face up.
        clock: of the trade, None without one.
        wishes: by the seats that can be asked: what may be asked for, as the form sends it, in words with whose it is.
        gifts: what may be given for it.
        made: what was traded so far, the last first.
    """

    active: str
    clock: ShownClock | None
    face_up: list[int]
    wishes: list[tuple[str, list[tuple[str, str]]]]
    gifts: list[tuple[int, str]]
    made: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PodPage:
    """A pod for its judge, and for the phone on its table: the ring, the pick, and what is entered there.

    Attributes:
        ring: players clockwise, with their places round a circle in percent.
        cards: of a table draft, the numbers of the cards that each seat laid in this set.
        piles: of a mixed draft, crypt and library cards by seat as they were counted; None in another one.
        trade: while a Michigan trade goes on.
        forced: who was late so far, in sentences.
        address: in the console, the link for the phone on the table, for whoever may see it; `code` its QR code.
    """

    number: int
    players: list[Player]
    ring: list[tuple[int, str, float, float]]
    course: ShownCourse | None
    is_table: bool
    cards: list[str]
    piles: list[str] | None
    trade: ShownTrade | None
    forced: list[str]
    address: str = ""
    code: str = ""


@page("pod", "/limited/pods/<int:pod>", "events/pod.html")
def pod_page(console: Console, pod: int) -> PodPage:
    """A pod while it drafts."""
    shown, key = shown_pod(console.tournament, pod), access.shown_key(console.id)
    if key is None:
        return shown
    address = room_url().rstrip("/") + links.pod_path(console.id, pod, key)
    return replace(shown, address=address, code=qr_svg(address, fills=True))


def shown_pod(state: State, pod: int) -> PodPage:
    """A pod as it is now.

    Raises:
        BadValue: there is none of that number.
    """
    known, now = state.limited, current_context().steady()
    players = [state.player(number) for number in pods.pod_of(known, pod)]
    run = known.current
    is_mixed = known.plan is not None and known.plan.format is LimitedFormat.ELDER
    return PodPage(
        number=pod,
        players=players,
        ring=_ring(players),
        course=shown_course(state, pod, now),
        is_table=run is not None and run.is_draft and not run.is_passed,
        cards=[", ".join(map(str, one)) for one in phases.cards_on_table(known, pod, now)],
        piles=[" ".join(map(str, one)) for one in known.piles.get(pod, ((), ()))] if is_mixed else None,
        trade=_trade(state, pod) if run is not None and run.phase is LimitedPhase.TRADE else None,
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


def _trade(state: State, pod: int) -> ShownTrade:
    table, players = michigan.read_trade(state.limited, pod), pods.pod_of(state.limited, pod)
    seats = [gettext("Seat %(seat)s: %(name)s", seat=seat, name=state.player(one).name)
             for seat, one in enumerate(players, 1)]  # fmt: skip
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
        made=[_traded(state, one) for one in reversed(state.limited.trades) if _is_of_pod(state, one, pod)],
    )


def _is_of_pod(state: State, one: PodTrade, pod: int) -> bool:
    is_known = {one.active, one.asked} <= state.players.keys()
    return one.fact.pod == pod and one.fact.answer is TradeAnswer.TRADED and is_known


def _traded(state: State, one: PodTrade) -> str:
    active, asked = state.player(one.active).name, state.player(one.asked).name
    got, given = (card_data().get(card) for card in (one.fact.card, one.fact.other))
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
    """The library cards of the pool that a player has now, by name."""
    known = card_data()
    cards = [known[number] for number in pools.played_pool(state.limited, player) or {} if number in known]
    named = [(card.id, card.unique_name) for card in cards if card.kind is Kind.LIBRARY]
    return sorted(named, key=lambda card: natural_key(card[1]))


def _short(name: str) -> str:
    """A name for the ring: it has room for twelve letters."""
    return name if len(name) <= 12 else f"{name[:11]}…"


def _ring(players: Sequence[Player]) -> list[tuple[int, str, float, float]]:
    count = len(players)
    return [
        (seat, _short(one.name), 50 + 40 * sin(2 * pi * (seat - 1) / count), 50 - 40 * cos(2 * pi * (seat - 1) / count))
        for seat, one in enumerate(players, 1)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PodForm:
    """A form of a pod, as the console and the phone on its table have it.

    Attributes:
        give: what it does at the pod of that number, with the values of the form.
        fields: the field that a refusal of a given code stands beside.
        action: who may give it in the console.
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
    """The form of a pod that gives a command and asks these figures of it."""
    known = command_named(command)

    def give(work: UnitOfWork, *, pod: int, **figures: Any) -> None:
        figures |= known.unasked(figures)
        if known.path_fields:
            known.carry_out(work, pod, **figures)
        else:
            known.carry_out(work, **figures | {"pod": pod})

    assert known.body is not None
    return PodForm(give=give, schema=form_of(known.body, asked, behind), fields=fields or {}, action=known.action)


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
