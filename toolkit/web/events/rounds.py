"""The page of a round: who plays, the draft, then clock, results and paper; each step where the one before it was."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from flask import abort, redirect, request
from werkzeug.wrappers import Response

from toolkit.languages import natural_key
from toolkit.schemas import event_forms as forms
from toolkit.schemas.table_forms import SEATS
from toolkit.services.events import seatings
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.tournament import checkin, steps
from toolkit.tournament.desk import find_at_desk
from toolkit.tournament.facts import FINAL
from toolkit.tournament.games import does_count
from toolkit.tournament.results import disputed
from toolkit.tournament.rounds import (
    can_be_cancelled,
    has_same_seats,
    next_round_number,
    not_seen,
    players_to_seat,
    total_rounds,
)
from toolkit.tournament.staggered import has_no_plan, to_seat_next
from toolkit.tournament.state import Player, Round, State
from toolkit.tournament.steps import LIST_FAULTS, Blocker, blockers, by_kind
from toolkit.web.base.i18n import translated
from toolkit.web.events.clock import CLOCK_FIELDS, RoundClock
from toolkit.web.events.console import LOTS, Answering, Console, Forms, page
from toolkit.web.events.field import TypingField
from toolkit.web.events.final import final_page
from toolkit.web.events.grid import GridRow, grid_rows, save
from toolkit.web.events.listing import ten
from toolkit.web.events.seats import RoundSeating, seats_page
from toolkit.web.events.share import SharedText, shared_round
from toolkit.web.events.sheets import begin_round
from toolkit.web.events.stations import coming_number
from toolkit.web.events.words import plan_words, round_words
from toolkit.web.serving.searches import search_time, search_times, seat_beside

# Blockers that the page says in a place of its own.
_SAID_ABOVE = ("no_draft", "not_seen", "staggered", "not_here", "away")
# Blockers that a table's own line shows.
_MARKED = ("result_missing", "players_changed", "unconfirmed", "disputed", "carried")


@dataclass(frozen=True, kw_only=True)
class WaitingRound:
    """A round before it is seated: who plays, who is missing, what to look at first."""

    state: State
    number: int

    @property
    def players(self) -> list[Player]:
        """Those who will be seated."""
        return sorted(players_to_seat(self.state), key=lambda player: natural_key(player.name))

    @property
    def missing(self) -> tuple[Player, ...]:
        """Those who are not checked in."""
        return checkin.missing(self.state)

    @property
    def is_open(self) -> bool:
        """Whether players still check in: nobody is away before it is closed."""
        return checkin.is_check_in_open(self.state)

    @property
    def unseen(self) -> tuple[Player, ...]:
        """Those who missed the last round, and that nobody seats without a word."""
        return not_seen(self.state)

    @property
    def to_seat(self) -> int | None:
        """How many players the round has; None where the draft decides."""
        return to_seat_next(self.state)

    @property
    def plan(self) -> list[str]:
        """The plan of a staggered event, and the choices before it is made, in sentences."""
        return plan_words(self.state)

    @property
    def has_no_plan(self) -> bool:
        """Whether those who are here do not fill tables, and cannot have equal games either."""
        return has_no_plan(self.state)

    @property
    def is_one_table(self) -> bool:
        """Whether those who are here could share one table for fun."""
        return self.number == 1 and len(players_to_seat(self.state)) == len(SEATS)

    @property
    def is_same(self) -> bool:
        """Whether the round was cancelled and can have the seats that it had."""
        return has_same_seats(self.state)

    @property
    def warnings(self) -> list[str]:
        """The warnings about allowed choices that cost the event something."""
        return [translated(sentence) for sentence in steps.warnings_of(self.state)]

    @property
    def blockers(self) -> list[Blocker]:
        """The blockers to look at first, by kind."""
        return by_kind(
            blocker
            for blocker in blockers(self.state)
            if blocker.code not in _SAID_ABOVE and blocker.code not in ("toss_needed", "final_missing")
        )


@dataclass(frozen=True, kw_only=True)
class RoundPage:
    """A round at its step: `seat` (who plays), `draft`, `results`, or `later`."""

    console: Console
    number: int

    @property
    def _state(self) -> State:
        return self.console.tournament

    @cached_property
    def round(self) -> Round | None:
        """The round; None before it is drafted."""
        if self.number == FINAL:
            return self._state.final_round
        return self._state.rounds[self.number - 1] if 0 < self.number <= len(self._state.rounds) else None

    @cached_property
    def step(self) -> str:
        """How far the round is, as far as the asker may see it."""
        state = self._state
        if self.round is not None and self.round.is_published:
            return "results"
        if not self.console.may("rounds"):
            return "later"
        if self.round is not None:
            return "draft"
        is_next = self.number == next_round_number(state) and state.final is None and not state.is_finished
        return "seat" if is_next else "later"

    @property
    def page_kind(self) -> str:
        """The kind of the page, which has its own scripts."""
        return f"round-{self.step}"

    @property
    def title(self) -> str:
        """The round's."""
        return round_words(self.number)

    @property
    def counts(self) -> bool:
        """Whether the round counts."""
        return self.round is None or does_count(self._state, self.round)

    @cached_property
    def field(self) -> TypingField:
        """The line to type into."""
        return TypingField(console=self.console, station=str(self.number))

    @property
    def waiting(self) -> WaitingRound | None:
        """The players who will be seated, while the round or the one after it is to be seated."""
        is_asked = self.step == "seat" or self.is_between
        return WaitingRound(state=self._state, number=self.number) if is_asked else None

    @property
    def blockers(self) -> list[Blocker]:
        """The blockers of a published round, beside the marks of its tables."""
        if self.step != "results":
            return []
        found = blockers(self._state)
        return [blocker for blocker in found if blocker.round == self.number and blocker.code not in _MARKED]

    @property
    def searches(self) -> list[tuple[int, str]]:
        """For how many seconds seats may be searched for, each as it reads."""
        return [(seconds, translated(search_time(seconds))) for seconds in search_times()]

    # A draft

    @cached_property
    def seating(self) -> RoundSeating | None:
        """The seats of a draft."""
        return RoundSeating(console=self.console, number=self.number) if self.step == "draft" else None

    # Once it is published

    @cached_property
    def clock(self) -> RoundClock | None:
        """The clock."""
        return RoundClock(state=self._state, round=self.round) if self.round and self.step == "results" else None

    @cached_property
    def rows(self) -> list[GridRow]:
        """The tables with their results."""
        return grid_rows(self.console, self.round) if self.round and self.step == "results" else []

    @property
    def seats(self) -> int:
        """The seats of the largest table."""
        return max((len(row.values) for row in self.rows), default=0)

    @property
    def can_be_cancelled(self) -> bool:
        """Whether nothing depends on it."""
        return self.step == "results" and can_be_cancelled(self._state, self.number)

    @property
    def left(self) -> int:
        """How many results are missing."""
        return len(self.round.unsettled) if self.round else 0

    @property
    def disputed(self) -> int:
        """How many results are disputed."""
        return len(disputed(self.round)) if self.round else 0

    @property
    def jumps(self) -> list[str]:
        """Every tenth table of a long round."""
        return [ten(number) for number in range(1, len(self.rows) + 1, 10)] if len(self.rows) > _MANY else []

    @property
    def is_between(self) -> bool:
        """Whether the next round is to be seated, and this is the last one played."""
        state = self._state
        is_last = self.number == state.published == len(state.rounds) and self.left == 0
        return is_last and self.number < total_rounds(state) and state.final is None and not state.is_finished


# So many tables are seen without a jump.
_MANY = 25


@page("round", "/rounds/<int:number>", "events/round.html")
def round_page(console: Console, number: int) -> RoundPage:
    """A round of the event, before and after it is seated; the final has a page of its own."""
    if number not in range(1, total_rounds(console.tournament) + 1):
        if number != FINAL:
            console.tournament.round(number)
        elif request.method == "GET":
            abort(redirect(console.url("final"), 303))
    page_ = RoundPage(console=console, number=number)
    if request.method == "GET" and page_.step == "results" and "pick" in request.args:
        abort(redirect(console.url("seats", number=number, **request.args.to_dict()), 303))
    return page_


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTextPage:
    """A published round as text for chats and forums."""

    title: str
    number: int
    shared: list[SharedText]


@page("round_text", "/rounds/<int:number>/text", "events/round_text.html")
def round_text_page(console: Console, number: int) -> RoundTextPage:
    """The seats of a round with the points that are in, as text."""
    round_ = console.tournament.round(number)
    shared = shared_round(console, round_) if round_.is_published else []
    return RoundTextPage(title=round_words(number), number=number, shared=shared)


# Seating

# A name that nobody has, or several.
_AWAY = dict.fromkeys(("unknown_player", "ambiguous_player"), "away")


def _coming(console: Console, status: int) -> Response:
    """The page of the round that is played or to be seated."""
    return round_page.answer(console, status, number=coming_number(console.tournament))


rounds_forms = Forms("rounds", Answering(_coming, lambda console: console.current_url))
rounds_forms.offer("draft_same", "/rounds/same", "same")


@rounds_forms.action(
    "/rounds/draft", "draft", forms.DraftForm, {"impossible_seating": "", "long_search": "seconds", **_AWAY, **LOTS}
)
def draft(console: Console, seconds: int, anyway: int, word: str, reason: str, away: str) -> str | Console:
    """Seat the next round as well as can be, without the players who are named as away; again, for a better draft.

    Where the others cannot all sit then, nobody is seated yet: the page of the round says so, with the choices.
    """
    work = console.work
    numbers = _named(console, away)
    if console.typed.errors:
        return console
    if numbers:
        before = replace(work, key=f"{work.key}-away" if work.key else None)
        change = before.change(checkin.mark_away, numbers)
        console.tournament = change.tournament
        if to_seat_next(change.tournament) is None:
            return console.url("round", number=coming_number(change.tournament))
        work = replace(work, expected=change.tournament.number)
    change = _drafted(work, seconds, anyway, word, reason)
    return console.url("round", number=change.tournament.rounds[-1].number)


def _named(console: Console, names: str) -> list[int]:
    """The players of a list of names, parted by commas."""
    found = []
    for name in filter(None, (part.strip() for part in names.replace("\n", ",").split(","))):
        found.append(find_at_desk(console.tournament, name).number)
    return found


def _drafted(work: UnitOfWork, seconds: int, anyway: int, word: str, reason: str) -> Change:
    return seatings.draft_seating(
        work, seconds=seconds, only_better=not anyway, word=word, reason=reason, search=seat_beside
    )


# Seats

_REASON = {"reason_needed": "reason"}


def _with_seats(console: Console, status: int, number: int) -> Response:
    """The page that shows the seats: the round's own as long as they are a draft."""
    is_published = console.tournament.round(number).is_published
    return (seats_page if is_published else round_page).answer(console, status, number=number)


def _seats_url(console: Console, number: int) -> str:
    is_published = console.tournament.round(number).is_published
    return console.url("seats" if is_published else "round", number=number)


seats_forms = Forms("seats", Answering(_with_seats, _seats_url, ("number",)))


@seats_forms.action("/rounds/<int:number>/seats", "edit", forms.SeatsForm, _REASON)
def edit(console: Console, number: int, pick: int, other: int | None, table: int | None, reason: str) -> None:
    """Make the edit that was looked at."""
    seatings.edit_seats(console.work, number, pick, other=other, table=table, reason=reason)


def _begin(console: Console, _: Change) -> str:
    number = int(console.typed.path["number"])
    begin_round(console.id, number)
    return console.url("round", number=number)


# A list that is missing or not legal is named beside the field for the reason to publish all the same.
seats_forms.offer(
    "publish_round", "/rounds/<int:number>/publish", "publish", dict.fromkeys(LIST_FAULTS, "reason"), then=_begin
)


@seats_forms.action("/rounds/<int:number>/on-paper", "on_paper")
def on_paper(console: Console, number: int) -> None:
    """The lists that stand before the round came in on paper."""
    console.work.change(steps.take_lists_on_paper)


@seats_forms.action("/rounds/<int:number>/again", "again", forms.DraftForm, LOTS)
def again(console: Console, number: int, seconds: int, anyway: int, word: str, reason: str, away: str) -> None:
    """Another draft, with another seed: the better one stays, unless another is asked for whatever it is worth.

    Under a commitment it is a repetition of the draw, for a reason, and stays whatever it is worth.
    """
    _drafted(console.work, seconds, anyway, word, reason)


seats_forms.offer("unseat_player", "/rounds/<int:number>/missing", "missing", behind=("player", "reason"))
seats_forms.offer(
    "seat_proxy",
    "/rounds/<int:number>/tables/<int:table>/proxy",
    "proxy",
    {"no_vacant_seat": "seat", "bad_name": "name", "has_result": "seat"},
)


def _cancelled(console: Console, _: Change) -> str:
    return console.current_url


seats_forms.offer("cancel_round", "/rounds/<int:number>/cancel", "cancel", _REASON, then=_cancelled)

# Clock and results


def _with_clock(console: Console, status: int, number: int) -> Response:
    """The page with the clock of that round."""
    if number == FINAL:
        return final_page.answer(console, status)
    return round_page.answer(console, status, number=number)


def _clock_url(console: Console, number: int) -> str:
    return console.url("final") if number == FINAL else console.url("round", number=number)


clock_forms = Forms("clock", Answering(_with_clock, _clock_url, ("number",)))
clock_forms.offer("start_clock", "/rounds/<int:number>/clock/start", "start", CLOCK_FIELDS)
clock_forms.offer("report_empty", "/rounds/<int:number>/clock/empty", "empty", {"has_result": "player"})
clock_forms.offer("report_taken", "/rounds/<int:number>/clock/taken", "taken", behind=("player",))
clock_forms.offer("pause_clock", "/rounds/<int:number>/clock/pause", "pause")
clock_forms.offer("resume_clock", "/rounds/<int:number>/clock/resume", "resume")
clock_forms.offer("stop_clock", "/rounds/<int:number>/clock/stop", "stop")
clock_forms.offer("extend_clock", "/rounds/<int:number>/clock/extend", "extend", CLOCK_FIELDS)

grid_forms = Forms("grid", clock_forms.page)
grid_forms.action("/rounds/<int:number>/grid", "save")(save)

results_forms = Forms("results", round_page)
results_forms.offer("lock_round", "/rounds/<int:number>/lock", "lock")
