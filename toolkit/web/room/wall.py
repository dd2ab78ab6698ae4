"""The wall: a page for a projector, which follows the event by itself and holds nothing that not everybody may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache

from flask import Response, request, url_for
from flask_babel import gettext
from markupsafe import Markup

from toolkit.languages import natural_key
from toolkit.services.kernel import links
from toolkit.services.kernel.versions import PUBLIC
from toolkit.sheets.qr import qr_svg
from toolkit.tournament import checkin
from toolkit.tournament.announcements import shown_announcements
from toolkit.tournament.final import row_to_choose_in
from toolkit.tournament.limited import phases, plan
from toolkit.tournament.limited.facts import LimitedPhase
from toolkit.tournament.published import public_part
from toolkit.tournament.rounds import next_round_number, total_rounds
from toolkit.tournament.staggered import shown_plan
from toolkit.tournament.standings import Standing, not_ranked, winner
from toolkit.tournament.state import Final, Player, Round, State
from toolkit.web.base.addresses import reachable_url
from toolkit.web.base.clocks import ShownClock, clock_view, minutes_of
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import current_context
from toolkit.web.events.limited import ShownCourse, phase_clock, phase_words, shown_course
from toolkit.web.events.words import round_words
from toolkit.web.room.visit import Visit, blueprint, visit

# Lines of a list that one page of the wall holds where no script moves it on.
PAGE = 36
# So long after its start a round's seating stands alone; afterwards it comes in turn, for who is late.
SEATING_SECONDS = 600
# So long a raffle's winners stand alone.
RAFFLE_SECONDS = 120


class SlideKind(StrEnum):
    """The subject of a slide; its template is `room/wall/_<kind>.html`."""

    WELCOME = "welcome"
    MISSING = "missing"
    NAMES = "names"
    CLOCK = "clock"
    STANDINGS = "standings"
    SEEDS = "seeds"
    FINAL = "final"
    WINNER = "winner"
    RAFFLE = "raffle"
    ANNOUNCEMENTS = "announcements"
    DRAFT = "draft"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """How many players there are, how many are here (None where nobody checks in), and a staggered event's plan.

    Attributes:
        commitment: of the seed that draws come from, "" where there is none.
    """

    players: int
    here: int | None
    plan: tuple[str, ...] = ()
    commitment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayingTable:
    """A table, whether it has its result, and the minutes of its own."""

    name: str
    is_done: bool
    extra: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """The clock once it runs, and how many tables still play."""

    clock: ShownClock | None
    tables: list[PlayingTable]
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeededFinalist:
    """A finalist before the seats are taken."""

    seed: int
    name: str
    crypt_cards: tuple[str, ...]
    is_next: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """The finalists by seed, the names in their row so far, and who chooses next; "" once all have."""

    finalists: list[SeededFinalist]
    row: list[str]
    next: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedFinal:
    """The final's seats, names and seeds, and its clock once it runs."""

    seats: list[tuple[str, int | None]]
    clock: ShownClock | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Won:
    """Who won, and who else played the final."""

    name: str
    others: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting:
    """A phase of a limited event: its clock, or where the draft is; pods that are behind, and what comes next.

    Attributes:
        announced: the sentences of this phase: the product, what decks need, the draft's seconds, lists handed in.
    """

    clock: ShownClock | None
    course: ShownCourse | None
    behind: list[str]
    announced: list[str]
    following: str


type SlideValues = Attendance | Playing | Seeds | SeatedFinal | Won | Drafting
# A name or an announcement; a name with its table and seat; a line of the standings.
type SlideLine = str | tuple[str, str, int] | Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """One picture of the wall.

    Attributes:
        lines: of a list that may be longer than the wall is high.
        values: what else its template shows.
        seconds: how long it stands at least, where others follow.
        until: in seconds since 1970: until then nothing else is shown; 0 for most.
    """

    kind: SlideKind
    title: str
    lines: tuple[SlideLine, ...] = ()
    values: SlideValues | None = None
    seconds: int = 15
    until: float = 0


def slides(state: State) -> list[Slide]:
    """The slides to show now, in turn: never empty."""
    current = [*_scene(state), *_raffle(state)]
    if len(state.announcements) > 1:
        every = tuple(announcement.text for announcement in shown_announcements(state))
        current.append(Slide(kind=SlideKind.ANNOUNCEMENTS, title=gettext("Announcements"), lines=every, seconds=12))
    return current


def pages(every: Iterable[Slide]) -> list[Slide]:
    """The slides with long lists cut into pages, for a browser that runs no script."""
    paged = []
    for slide in every:
        parts = [slide.lines[start : start + PAGE] for start in range(0, len(slide.lines), PAGE)] or [()]
        paged += [replace(slide, lines=part) for part in parts]
    return paged


def _scene(state: State) -> Iterator[Slide]:
    current = state.current_round
    if state.is_finished or winner(state) is not None:
        yield from _over(state)
    elif current is not None and current.is_final:
        yield _final(state, current)
    elif current is not None:
        yield from _playing(state, current)
    elif state.final is not None:
        yield _seeds(state, state.final)
    elif state.limited.current is not None:
        yield from _limited(state)
    else:
        yield from _between(state)


def _limited(state: State) -> Iterator[Slide]:
    """The phase of a limited event; while pods are seated, who sits where."""
    limited, at = state.limited, current_context().steady()
    run = limited.current
    assert run is not None
    readings = [phases.read_pod(limited, run, pod, at) for pod, _ in enumerate(limited.pods, 1)] if run.is_draft else []
    # The pod that is furthest is the draft's own clock.
    first = min(readings, key=lambda reading: reading.behind, default=None)
    following = phases.next_phase(state)
    values = Drafting(
        clock=None if run.is_draft else phase_clock(state, at),
        course=shown_course(state, first.pod, at) if first else None,
        behind=[
            gettext("Pod %(pod)s", pod=reading.pod) + f" +{reading.behind} s"
            for reading in readings
            if reading.behind > 1
        ],
        announced=_announced(state, run.phase),
        following=phase_words(following) if following else gettext("Round %(number)s", number=1),
    )
    yield Slide(kind=SlideKind.DRAFT, title=phase_words(run.phase), values=values, seconds=20)
    if limited.pods and run.phase is LimitedPhase.PODS:
        seated = [
            (state.player(number).name, gettext("Pod %(pod)s", pod=pod), seat)
            for pod, players in enumerate(limited.pods, 1)
            for seat, number in enumerate(players, 1)
        ]
        lines = tuple(sorted(seated, key=lambda line: natural_key(line[0])))
        yield Slide(kind=SlideKind.NAMES, title=gettext("Pods"), lines=lines, seconds=20)


def _announced(state: State, phase: LimitedPhase) -> list[str]:
    """The lines for everybody in a phase."""
    made = plan.plan_of(state)
    least = plan.minimums_of(made)
    deck = [translated(plan.deck_words(least)), translated(plan.recursion_words(least.recursions))]
    match phase:
        case LimitedPhase.PRODUCT:
            return [*(translated(plan.line_words(line)) for line in made.lines), *deck]
        case LimitedPhase.PODS:
            return [f"{translated(what)}{gettext(': ')}{seconds}" for what, seconds in plan.times_of(made)]
        case LimitedPhase.CONSTRUCTION:
            handed_in = sum(player.has_any_list for player in state.active)
            lists = gettext("%(number)s of %(total)s lists are in", number=handed_in, total=len(state.active))
            return [*deck, lists]
    return []


def _raffle(state: State) -> Iterator[Slide]:
    """Who was drawn last, for two minutes alone and then in turn; no preliminary round is disturbed by it."""
    current = state.current_round
    if not state.raffles or (current is not None and not current.is_final):
        return
    last = state.raffles[-1]
    title = gettext("Raffle: %(prize)s", prize=last.prize) if last.prize else gettext("Raffle")
    names = tuple(state.player(number).name for number in last.winners)
    yield Slide(kind=SlideKind.RAFFLE, title=title, lines=names, until=last.at.timestamp() + RAFFLE_SECONDS)


def _between(state: State) -> Iterator[Slide]:
    """Before the first round, and after each: who is missing, what comes next, how it stands."""
    coming = next_round_number(state)
    if coming <= total_rounds(state):
        yield _welcome(state, coming)
        missing = checkin.missing(state) if checkin.is_check_in_open(state) else ()
        if missing:
            title = gettext("Not checked in yet for round %(number)s", number=coming)
            yield Slide(kind=SlideKind.MISSING, title=title, lines=tuple(_by_name(missing)))
    elif not public_part(state).has_results:
        yield Slide(kind=SlideKind.WELCOME, title=gettext("All rounds are played"), values=_attendance(state))
    yield from _standings(state)


def _welcome(state: State, coming: int) -> Slide:
    title = gettext("Check-in for round %(number)s", number=coming)
    if not checkin.is_check_in_open(state):
        title = gettext("Welcome") if not state.published else gettext("Next: round %(number)s", number=coming)
    return Slide(kind=SlideKind.WELCOME, title=title, values=_attendance(state), seconds=20)


def _attendance(state: State) -> Attendance:
    return Attendance(
        players=len(state.active),
        here=len(checkin.here(state)) if checkin.is_taken(state) else None,
        plan=() if state.is_finished else tuple(translated(sentence) for sentence in shown_plan(state)),
        commitment=state.commitment.commitment if state.commitment else "",
    )


def _by_name(players: Iterable[Player]) -> list[str]:
    return sorted((player.name for player in players), key=natural_key)


def _playing(state: State, current: Round) -> Iterator[Slide]:
    """Until some minutes after the start everybody looks for their seat; then the clock, and in turn who sits where."""
    has_clock, started = minutes_of(state, current) > 0, current.clock.started_at
    if started is None:
        yield _names(state, current)
    if started is not None or not has_clock:
        yield _clock(state, current)
    if started is not None:
        yield replace(_names(state, current), until=started.timestamp() + SEATING_SECONDS, seconds=15)


def _names(state: State, current: Round) -> Slide:
    seated = [
        (state.players[player].name, state.settings.table_name(table), seat)
        for player, (table, seat) in current.seats.items()
    ]
    out = [(state.players[player].name, "", 0) for player in current.sitting_out if player in state.players]
    lines = sorted([*seated, *out], key=lambda line: natural_key(line[0]))
    return Slide(kind=SlideKind.NAMES, title=round_words(current.number), lines=tuple(lines), seconds=20)


def _clock(state: State, current: Round) -> Slide:
    tables = [
        PlayingTable(
            name=state.settings.table_name(table),
            is_done=current.is_settled(table),
            extra=current.clock.table_extensions.get(table, 0) // 60,
        )
        for table, _ in current.numbered()
    ]
    values = Playing(
        clock=clock_view(state, current) if current.clock.started_at is not None else None,
        tables=tables,
        left=sum(not table.is_done for table in tables),
    )
    return Slide(kind=SlideKind.CLOCK, title=round_words(current.number), values=values, seconds=30)


def _standings(state: State) -> Iterator[Slide]:
    rows = public_part(state).standings
    if not rows:
        return
    after = gettext("Standings after round %(number)s of %(total)s", number=state.published, total=total_rounds(state))
    title = gettext("Final standings") if state.is_finished or winner(state) is not None else after
    ranked, others = _parted(rows)
    heading = (translated(not_ranked(state).heading),) if others else ()
    yield Slide(kind=SlideKind.STANDINGS, title=title, lines=(*ranked, *heading, *others), seconds=20)


def _parted(rows: Iterable[Standing]) -> tuple[list[Standing], list[Standing]]:
    every = list(rows)
    return [row for row in every if row.rank is not None], [row for row in every if row.rank is None]


def _seeds(state: State, final: Final) -> Slide:
    row, coming = row_to_choose_in(final)
    finalists = [
        SeededFinalist(
            seed=seed,
            name=state.player(number).name,
            crypt_cards=final.crypt_cards.get(number, ()),
            is_next=number == coming,
        )
        for seed, number in enumerate(final.finalists, start=1)
    ]
    values = Seeds(
        finalists=finalists,
        row=[state.player(number).name for number in row],
        next=state.player(coming).name if coming is not None else "",
    )
    return Slide(kind=SlideKind.SEEDS, title=gettext("The final"), values=values)


def _final(state: State, current: Round) -> Slide:
    seeds = {number: seed for seed, number in enumerate(state.final.finalists, start=1)} if state.final else {}
    values = SeatedFinal(
        seats=[(state.player(number).name, seeds.get(number)) for number in current.table(1)],
        clock=clock_view(state, current) if current.clock.started_at is not None else None,
    )
    return Slide(kind=SlideKind.FINAL, title=gettext("The final"), values=values, seconds=30)


def _over(state: State) -> Iterator[Slide]:
    first = winner(state)
    if first is not None:
        final = state.final_round.table(1) if state.final_round else ()
        others = [state.player(number).name for number in final if number != first]
        values = Won(name=state.player(first).name, others=others)
        yield Slide(kind=SlideKind.WINNER, title=state.settings.name, values=values, seconds=20)
    rows = list(_standings(state))
    if rows or first is not None:
        yield from rows
    else:
        yield Slide(kind=SlideKind.WELCOME, title=gettext("The event is over"), values=_attendance(state))


@dataclass(frozen=True)
class WallPage:
    """The slides to show, the clock that runs, the event's address."""

    at: Visit

    @property
    def _asked(self) -> int:
        return links.positive(request.args.get("slide", ""))

    @cached_property
    def _every(self) -> list[Slide]:
        return slides(self.at.tournament)

    @cached_property
    def _paged(self) -> list[Slide]:
        return pages(self._every)

    @property
    def slides(self) -> list[Slide]:
        """The slides of the moment; without a script the one page that is asked for."""
        return [self._paged[(self._asked - 1) % len(self._paged)]] if self._asked else self._every

    @property
    def following(self) -> str:
        """The address of the next page without a script."""
        return f"?slide={max(self._asked, 1) % len(self._paged) + 1}"

    @property
    def running(self) -> ShownClock | None:
        """The clock that runs."""
        current = self.at.tournament.current_round
        if current is None or current.clock.started_at is None:
            return None
        return clock_view(self.at.tournament, current)

    @property
    def goes_on_to(self) -> str:
        """The wall of the weekend that has sent it here."""
        weekend = request.args.get("weekend", "")
        is_id = weekend.isalnum() and len(weekend) <= 40
        return url_for("weekends.wall", id=weekend, after=self.at.id) if is_id else ""

    @property
    def _link(self) -> str:
        base = reachable_url()
        return f"{base.rstrip('/')}{links.event_path(self.at.id)}" if base else ""

    @property
    def short_link(self) -> str:
        """The event's address; "" if only this computer could open it."""
        return self._link.partition("://")[2]

    @property
    def code(self) -> Markup:
        """The same as a QR code."""
        return _code(self._link) if self._link else Markup()


@blueprint.get("/<id>/wall")
def wall(id: str) -> Response:
    """The slides of the moment; `?slide=3` one page of them, for a browser that runs no script."""
    at = visit(id, PUBLIC)
    return at.answer("room/wall.html", WallPage(at))


@lru_cache(maxsize=64)
def _code(link: str) -> Markup:
    # The drawing is our own, made of an address.
    return Markup(qr_svg(link, fills=True))
