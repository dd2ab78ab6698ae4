"""Rounds: who is here, the seating as it is drafted, edited and published, the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import request
from flask_babel import lazy_gettext as _l

from toolkit.errors import ToolkitError
from toolkit.languages import natural_key
from toolkit.schemas import event_forms as forms
from toolkit.schemas.table_forms import SEATS
from toolkit.services.events import seatings
from toolkit.services.kernel.links import positive
from toolkit.services.kernel.unit_of_work import Change
from toolkit.tournament import checkin, clock, fees, players, seats, steps
from toolkit.tournament.checkin import CheckIn
from toolkit.tournament.clock import read_clock
from toolkit.tournament.facts import FINAL, Fact
from toolkit.tournament.games import does_count
from toolkit.tournament.rounds import (
    has_same_seats,
    next_round_number,
    not_seen,
    players_to_seat,
    total_rounds,
    vacant_seats,
)
from toolkit.tournament.seats import CriteriaSoFar, SeatsPreview
from toolkit.tournament.staggered import has_no_plan, how_all_play, plan_sentences, to_seat_next
from toolkit.tournament.state import Player, Round, State
from toolkit.tournament.steps import LIST_FAULTS, Blocker, blockers, by_kind
from toolkit.web.base.clocks import ShownClock, clock_of, clock_view, minutes_of
from toolkit.web.base.i18n import said
from toolkit.web.base.rules import refusal_words
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import LOTS, Console, page
from toolkit.web.events.listing import Listing, Sorting, listed, listed_people, table_words, ten
from toolkit.web.events.share import SharedText, shared_round
from toolkit.web.events.sheets import begin_round
from toolkit.web.events.words import round_words, settling_page
from toolkit.web.seating.view import CriterionFigure, criterion_figure
from toolkit.web.serving.searches import search_time, search_times, seat_beside

_CLOCK_FIELDS = {
    "bad_minutes": "minutes",
    "bad_seconds": "seconds",
    "much_time": "seconds",
    "unknown_table": "table",
    "reason_needed": "reason",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPage:
    """The clock of a round, and those of the tables that have time of their own.

    Attributes:
        empty: the seats that were reported empty; `seated` those that could be.
        late_from: from when on the round is lost for who is not there, in seconds since 1970; None before the start.
        is_ended: every table has its result, or the event is finished: no clock runs for it any more.
    """

    number: int
    round: Round
    title: str
    clock: ShownClock
    tables: list[tuple[int, ShownClock]]
    minutes: int
    empty: list[EmptySeat]
    seated: list[tuple[int | str, str]]
    late_from: float | None
    is_late: bool
    is_short: bool
    is_ended: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptySeat:
    """A seat that was reported empty."""

    player: Player
    table: str
    seat: int


@page("clock", "/rounds/<int:number>/clock", "events/clock.html")
def clock_page(console: Console, number: int) -> ClockPage:
    """The clock of a round, and of the tables that have time of their own."""
    state = console.tournament
    round_ = state.round(number)
    own = sorted({*round_.clock.table_extensions, *(p.table for p in round_.clock.pauses if p.table is not None)})
    now, late_from = current_context().steady(), clock.late_from(round_)
    waiting = {player: place for player, place in round_.seats.items() if place[0] not in round_.results}
    people = sorted(map(state.player, waiting), key=lambda player: natural_key(player.name))
    return ClockPage(
        number=number,
        round=round_,
        title=round_words(number),
        clock=clock_view(state, round_),
        tables=[(table, clock_of(read_clock(round_, now, table))) for table in own],
        minutes=minutes_of(state, round_),
        empty=[
            EmptySeat(player=player, table=state.settings.table_name(table), seat=seat)
            for player in people
            if player.number in round_.empty
            for table, seat in (waiting[player.number],)
        ],
        seated=[("", "—"), *((player.number, player.name) for player in people if player.number not in round_.empty)],
        late_from=late_from.timestamp() if late_from else None,
        is_late=late_from is not None and late_from <= now,
        is_short=clock.is_short(state, round_),
        is_ended=round_.is_complete or state.is_finished,
    )


def _back_to_results(console: Console, _: Change) -> str | None:
    """Whoever started the clock beside the results stays there."""
    return console.url("results", **console.typed.path) if "back" in request.form else None


clock_page.offer("start_clock", "/rounds/<int:number>/clock/start", "start", _CLOCK_FIELDS, then=_back_to_results)
clock_page.offer("report_empty", "/rounds/<int:number>/clock/empty", "empty", {"has_result": "player"})
clock_page.offer("report_taken", "/rounds/<int:number>/clock/taken", "taken", behind=("player",))
clock_page.offer("pause_clock", "/rounds/<int:number>/clock/pause", "pause")
clock_page.offer("resume_clock", "/rounds/<int:number>/clock/resume", "resume")
clock_page.offer("stop_clock", "/rounds/<int:number>/clock/stop", "stop")
clock_page.offer("extend_clock", "/rounds/<int:number>/clock/extend", "extend", _CLOCK_FIELDS)


def criteria_view(so_far: CriteriaSoFar) -> tuple[CriterionFigure, ...]:
    """The criteria, each with the least possible or that it is still open."""
    least = so_far.bounds.figures()
    return tuple(
        criterion_figure(
            name,
            value,
            least[name],
            so_far.behind[name],
            at_best=so_far.is_at_best(name),
            is_open=name in so_far.still_open,
        )
        for name, value in so_far.criteria.figures().items()
    )


def _so_far(state: State, number: int) -> CriteriaSoFar:
    return state.memo.once(f"criteria {number}", lambda: seats.criteria_so_far(state, number))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInPage:
    """Who is here for the coming round and who is missing.

    Attributes:
        is_coming: there is a round to come.
        is_taken: check-in was opened at all.
        unseen: who missed the last round, where no check-in asks for them: nobody seats them without a word.
        missing, present: those who are looked for; `counts` how many are here, of how many.
        unpaid: the numbers of those whose fee is open.
        plan: of a staggered event, in sentences.
        listing: both together.
    """

    number: int
    is_coming: bool
    is_open: bool
    is_taken: bool
    missing: list[Player]
    present: list[Player]
    counts: tuple[int, int]
    unseen: tuple[Player, ...]
    unpaid: frozenset[int]
    plan: list[str]
    listing: Listing[Player]


@page("checkin", "/checkin", "events/checkin.html")
def checkin_page(console: Console) -> CheckInPage:
    """Everybody who has not left, those who are missing first."""
    state = console.tournament
    number = next_round_number(state)
    here, stage = checkin.here(state), checkin.stage(state)
    listing = listed_people(state.active)
    return CheckInPage(
        number=number,
        is_coming=number <= total_rounds(state) and state.final is None and not state.is_finished,
        is_open=stage is CheckIn.OPEN,
        is_taken=stage is not CheckIn.NEVER_OPENED,
        missing=[player for player in listing.lines if player.number not in here],
        present=[player for player in listing.lines if player.number in here],
        counts=(sum(player.number in here for player in state.active), listing.total),
        unseen=not_seen(state),
        unpaid=frozenset(player.number for player in listing.lines if not fees.has_paid(state, player.number)),
        plan=[said(sentence) for sentence in plan_sentences(state)],
        listing=listing,
    )


checkin_page.offer("open_check_in", "/checkin/open", "open")
checkin_page.offer("close_check_in", "/checkin/close", "close")


def _back_to_rounds(console: Console, _: Change) -> str | None:
    return console.url("rounds") if "back" in request.form else None


def _unseen(console: Console) -> dict[str, object]:
    return {"players": tuple(player.number for player in not_seen(console.tournament))}


checkin_page.offer("check_in", "/checkin/in", "in", behind=("players",), needs=("players",))
checkin_page.offer("check_out", "/checkin/out", "out", behind=("players",), needs=("players",))
checkin_page.offer("check_in", "/checkin/all", "all", only=())
checkin_page.offer("check_out", "/checkin/none", "none", only=())
checkin_page.offer("see_again", "/checkin/seen", "seen", only=(), knows=_unseen, then=_back_to_rounds)


@checkin_page.action("/checkin/left", "left")
def left(console: Console) -> str | None:
    """Those who missed the last round have left the event."""
    return _back_to_rounds(console, console.work.change(_all_left))


def _all_left(state: State) -> list[Fact]:
    return [fact for player in not_seen(state) for fact in players.drop_player(state, player.number)]


_FIELDS = {"reason_needed": "reason"}
# Of the judges' guide: a list that is not legal, or is missing.
_ILLEGAL_LIST = "3.1.1"


# What the page says in a place of its own.
_SAID_ABOVE = ("not_seen", "staggered")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsPage:
    """Every round so far, and what stands before the next one.

    Attributes:
        rounds: each, and whether it counts.
        warnings: what is allowed and costs the event something.
        is_same: the next round was cancelled, and can have the seats that it had.
        to_seat: how many players the next round has; None where the draft decides.
        plan: of a staggered event, in sentences; `instead` how all would play every round.
        has_no_plan: those who are here do not fill tables, and cannot have equal games either.
        is_one_table: those who are here could share one table for fun.
        searches: for how many seconds seats may be searched for, each as it reads.
    """

    rounds: list[tuple[Round, bool]]
    next_number: int
    warnings: list[str]
    can_draft: bool
    is_same: bool
    to_seat: int | None
    plan: list[str]
    instead: str
    has_no_plan: bool
    is_one_table: bool
    is_checked_in: bool
    unseen: tuple[Player, ...]
    blockers: list[Blocker]
    searches: list[tuple[int, str]]
    round_words: Callable[[int], str]


@page("rounds", "/rounds", "events/rounds.html")
def rounds_page(console: Console) -> RoundsPage:
    """Every round so far, and the next one to be seated."""
    state = console.tournament
    number = next_round_number(state)
    can_draft = number <= total_rounds(state) and state.final is None and not state.is_finished
    return RoundsPage(
        rounds=[(round_, does_count(state, round_)) for round_ in state.rounds],
        next_number=number,
        warnings=[said(sentence) for sentence in steps.warnings_of(state)] if can_draft else [],
        can_draft=can_draft,
        is_same=can_draft and has_same_seats(state),
        to_seat=to_seat_next(state),
        plan=[said(sentence) for sentence in plan_sentences(state)] if can_draft else [],
        instead=said(how_all_play(state) or "") if can_draft else "",
        has_no_plan=has_no_plan(state),
        is_one_table=number == 1 and len(players_to_seat(state)) == len(SEATS),
        is_checked_in=checkin.is_taken(state),
        unseen=not_seen(state) if can_draft else (),
        blockers=by_kind(
            one for one in blockers(state) if settling_page(one) != "final" and one.code not in _SAID_ABOVE
        ),
        searches=[(seconds, said(search_time(seconds))) for seconds in search_times()],
        round_words=round_words,
    )


rounds_page.offer("draft_same", "/rounds/same", "same")


_DRAFT_FIELDS = {"impossible_seating": "", "long_search": "seconds", **LOTS}


@rounds_page.action("/rounds/draft", "draft", forms.DraftForm, _DRAFT_FIELDS)
def draft(console: Console, seconds: int, anyway: int, word: str, reason: str) -> str:
    """Seat the next round as well as can be; again, to find a better one."""
    change = _drafted(console, seconds, anyway, word, reason)
    return console.url("seats", number=change.tournament.rounds[-1].number)


def _drafted(console: Console, seconds: int, anyway: int, word: str, reason: str) -> Change:
    return seatings.draft_seating(
        console.work, seconds=seconds, only_better=not anyway, word=word, reason=reason, search=seat_beside
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEdit:
    """An edit of seats as it is asked for: a player, and whom they swap with, the table they go to, or out (1)."""

    player: int
    other: int | None
    table: int | None
    out: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsPage:
    """A round's seats, and the edit that is asked for.

    Attributes:
        tables: each number, its players in turn order, and what it is looked for by.
        benched: who could be seated and is not.
        pick: the player whose seat is to be changed.
        preview: what the edit would change; `refusal` says why it cannot be made.
        new_seats: the tables as they would be, by number.
        is_last: no later round stands on this one.
        lists: those of the blockers that a reason is enough for.
        penalty_url: where the penalty of the judges' guide for a list is given: to its player, where it is one list.
        vacant: the seats that a proxy player could take, by table.
        criteria: those of the rounds up to this one; `remark` says what the rounds to come will still settle.
    """

    round: Round
    title: str
    state: State
    tables: Listing[tuple[int, tuple[int, ...], str]]
    benched: list[Player]
    pick: int | None
    asked: SeatEdit | None
    preview: SeatsPreview | None
    refusal: str
    new_seats: list[tuple[int, tuple[str, ...]]]
    criteria: tuple[CriterionFigure, ...] | None
    remark: str
    blockers: list[Blocker]
    lists: list[Blocker]
    penalty_url: str
    plan: list[str]
    wishes: list[str]
    counts: bool
    is_last: bool
    vacant: list[tuple[int, list[tuple[int, int]]]]
    shared: list[SharedText]


def _listed(state: State, round_: Round) -> Listing[tuple[int, tuple[int, ...], str]]:
    """Tables as they are looked for, each line `table-7`."""
    every = [
        (
            number,
            players,
            table_words(number, state.settings.table_name(number), (state.player(p).name for p in players)),
        )
        for number, players in round_.numbered()
    ]
    by_number: Sorting[tuple[int, tuple[int, ...], str]] = Sorting(
        word=_l("Table"), key=lambda line: line[0], place=lambda line: ten(line[0])
    )
    return listed(
        every, words=lambda line: line[2], anchor=lambda line: f"table-{line[0]}", sorts={"number": by_number}
    )


@page("seats", "/rounds/<int:number>", "events/seats.html")
def seats_page(console: Console, number: int) -> SeatsPage:
    """A round's seats; with a player picked, where else they could sit; with a place picked, what that would change."""
    state = console.tournament
    round_ = state.round(number)
    asked = _asked()
    preview, refusal = _preview(state, number, asked)
    so_far = _so_far(state, number) if number != FINAL else None
    ahead = blockers(state) if not round_.is_published else []
    return SeatsPage(
        round=round_,
        title=round_words(number),
        state=state,
        tables=_listed(state, round_),
        benched=_benched(state, round_),
        pick=asked.player if asked else None,
        asked=asked,
        preview=preview,
        refusal=refusal,
        new_seats=_new_seats(state, round_, asked) if preview and asked else [],
        criteria=criteria_view(so_far) if so_far else None,
        remark=said(so_far.remark) if so_far and so_far.remark else "",
        blockers=by_kind(ahead),
        penalty_url=_penalty_url(console, ahead),
        lists=[one for one in by_kind(ahead) if one.code in LIST_FAULTS and not one.is_warning],
        plan=[said(sentence) for sentence in plan_sentences(state)] if number != FINAL else [],
        wishes=_wishes(state, round_),
        counts=does_count(state, round_),
        is_last=number == len(state.rounds) and state.final is None,
        vacant=_vacant(state, round_),
        shared=shared_round(console, round_) if round_.is_published else [],
    )


def _penalty_url(console: Console, ahead: list[Blocker]) -> str:
    """Where the penalty for a list is given; its player is chosen already where only one list is at fault."""
    players = [one.player for one in ahead if one.code in LIST_FAULTS and not one.is_warning]
    return console.url("sanctions", infraction=_ILLEGAL_LIST, player=players[0] if len(players) == 1 else None)


def _vacant(state: State, round_: Round) -> list[tuple[int, list[tuple[int, int]]]]:
    if round_.is_final or not round_.is_published or state.is_finished:
        return []
    found = [(table, vacant_seats(state, round_, table)) for table in round_.unsettled if table not in round_.results]
    return [(table, [(seat, seat) for seat in seats]) for table, seats in found if seats]


def _wishes(state: State, round_: Round) -> list[str]:
    """What the players' settings come to in a draft; kept with the state, for it takes a search."""
    if round_.is_published:
        return []
    kept = state.memo.once("wishes", lambda: seats.cost_of_wishes(state, round_.number))
    return [said(sentence) for sentence in kept]


def _asked() -> SeatEdit | None:
    """The edit that the address, or a refused form, names."""
    source = request.form if "pick" in request.form else request.args

    def number(name: str) -> int | None:
        return positive(source.get(name, "")) or None

    player = number("pick")
    if player is None:
        return None
    return SeatEdit(player=player, other=number("other"), table=number("table"), out=number("out"))


def _preview(state: State, number: int, asked: SeatEdit | None) -> tuple[SeatsPreview | None, str]:
    if asked is None:
        return None, ""
    state.player(asked.player)
    if asked.other is None and asked.table is None and not asked.out:
        return None, ""
    try:
        return seatings.preview_edit(state, number, asked.player, other=asked.other, table=asked.table), ""
    except ToolkitError as error:
        return None, refusal_words(error)


def _new_seats(state: State, round_: Round, asked: SeatEdit) -> list[tuple[int, tuple[str, ...]]]:
    """The tables that the edit changes, as they would be."""
    after = seatings.edited_tables(state, round_.number, asked.player, other=asked.other, table=asked.table)
    before = dict(round_.numbered())
    return [
        (number, tuple(state.player(seated).name for seated in players))
        for number, players in enumerate(after, start=1)
        if tuple(players) != before.get(number)
    ]


def _benched(state: State, round_: Round) -> list[Player]:
    """Who could be seated and is not."""
    if round_.is_final:
        return []
    return [player for player in state.active if player.number not in round_.seats]


@seats_page.action("/rounds/<int:number>/seats", "edit", forms.SeatsForm, _FIELDS)
def edit(console: Console, number: int, pick: int, other: int | None, table: int | None, reason: str) -> None:
    """Make the edit that was looked at."""
    seatings.edit_seats(console.work, number, pick, other=other, table=table, reason=reason)


def _begin(console: Console, _: Change) -> str:
    number = int(console.typed.path["number"])
    begin_round(console.id, number)
    return console.url("results", number=number)


# A list that is missing or not legal is named beside the field for the reason to publish all the same.
seats_page.offer(
    "publish_round", "/rounds/<int:number>/publish", "publish", dict.fromkeys(LIST_FAULTS, "reason"), then=_begin
)


@seats_page.action("/rounds/<int:number>/on-paper", "on_paper")
def on_paper(console: Console, number: int) -> None:
    """The lists that stand before the round came in on paper."""
    console.work.change(steps.take_lists_on_paper)


@seats_page.action("/rounds/<int:number>/again", "again", forms.DraftForm, LOTS)
def again(console: Console, number: int, seconds: int, anyway: int, word: str, reason: str) -> None:
    """Another draft, with another seed: the better one stays, unless another is asked for whatever it is worth.

    Under a commitment it is a repetition of the draw, for a reason, and stays whatever it is worth.
    """
    _drafted(console, seconds, anyway, word, reason)


seats_page.offer("unseat_player", "/rounds/<int:number>/missing", "missing", behind=("player", "reason"))
seats_page.offer(
    "seat_proxy",
    "/rounds/<int:number>/tables/<int:table>/proxy",
    "proxy",
    {"no_vacant_seat": "seat", "bad_name": "name", "has_result": "seat"},
)
seats_page.offer("cancel_round", "/rounds/<int:number>/cancel", "cancel", _FIELDS, then="rounds")
