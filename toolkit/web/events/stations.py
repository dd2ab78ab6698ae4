"""The bar of the console: an event's stations, its one next step, and the pages under More."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from flask import request, url_for
from flask_babel import gettext, ngettext
from flask_babel import lazy_gettext as _l

from toolkit.services.kernel.roles import Action
from toolkit.tournament import configuration
from toolkit.tournament.facts import FINAL
from toolkit.tournament.limited.phases import LimitedTask, next_phase, next_task, uncounted_pods, would_cut_short
from toolkit.tournament.limited.plan import phase_words
from toolkit.tournament.questions import is_reported, takes_decklists, takes_fees
from toolkit.tournament.results import disputed
from toolkit.tournament.rounds import next_round_number, not_seen, total_rounds
from toolkit.tournament.standings import players_who_played
from toolkit.tournament.state import Round, State
from toolkit.tournament.steps import LIST_FAULTS, NextStep, blockers, blockers_of_finish, next_step
from toolkit.tournament.tournament import Tournament
from toolkit.web.base import access
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import current_context
from toolkit.web.events.words import round_words, stage_words

# Pages of a station.
_OF_PLAYERS = frozenset({"players", "player", "player_import"})
_OF_ROUND = frozenset({"round", "round_text", "seats", "table"})
_OF_LIMITED = frozenset({"limited", "pod"})
# From so many letters in all words on, rounds that are over share one place: from five rounds on in every language.
_MOST_LETTERS = 70
_FEWEST_FOLDED = 2


def is_limited(state: State) -> bool:
    """Whether players get a product at the event."""
    return state.settings.rule_set is configuration.EventRuleSet.LIMITED or state.limited.plan is not None


def current_place(state: State) -> tuple[str, int | None]:
    """The page of the station where the event is: `players`, `round` with its number, `final` or `standings`."""
    if state.is_finished:
        return "standings", None
    if state.final is not None:
        return ("standings" if next_step(state) is NextStep.FINISH else "final"), None
    if state.current_round is not None:
        return "round", state.current_round.number
    step = next_step(state)
    if step is NextStep.FINAL:
        return "final", None
    if step is NextStep.FINISH:
        return "standings", None
    number = next_round_number(state)
    has_begun = bool(state.published) or len(state.rounds) >= number
    return ("round", number) if has_begun else ("players", None)


def coming_number(state: State) -> int:
    """The round that is played or to be seated next; the last one where there is none."""
    current = state.current_round
    if current is not None and current.number != FINAL:
        return current.number
    return min(next_round_number(state), total_rounds(state))


def players_counted(state: State) -> int:
    """How many players the event has: those who have not left, and once it is finished those who played."""
    return (players_who_played(state) if state.is_finished else 0) or len(state.active)


class Opening(Protocol):
    """The console as the bar needs it: the event, and the addresses that the asker may open."""

    id: str
    tournament: Tournament

    @property
    def draws_from_seed(self) -> bool:
        """Whether draws come from a committed seed that is here."""

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of a page of the event."""

    def may(self, endpoint: str) -> bool:
        """Whether the asker may open it."""

    @property
    def current_url(self) -> str:
        """The address of the station where the event is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Station:
    """A stop of the course.

    Attributes:
        url: its page; "" for rounds that share a place, which are in `folded`.
        count: its players, if it counts any.
        state: `done`, `open` (being played or prepared), or "".
        key: the letter of its shortcut.
    """

    word: str
    url: str = ""
    count: int | None = None
    state: str = ""
    key: str = ""
    is_current: bool = False
    folded: tuple[Station, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Next:
    """The next step: a link, or a form of one button.

    Attributes:
        endpoint: the page or form of the event; `values` are parts of its address.
        fields: hidden fields of the form.
        form: id of a form on the page that the button sends instead; "" without.
        patience: seconds to wait for the answer, if it takes long.
    """

    word: str
    endpoint: str
    values: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    is_form: bool = False
    form: str = ""
    patience: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreEntry:
    """A page under More."""

    word: str
    url: str
    is_current: bool = False
    is_download: bool = False


@dataclass(frozen=True, kw_only=True)
class CourseBar:
    """The line above every page of the console.

    Attributes:
        here: the page below it; `path` are the parts of its address.
    """

    console: Opening
    here: str
    path: Mapping[str, Any]

    @property
    def _state(self) -> State:
        return self.console.tournament

    @property
    def name(self) -> str:
        """The event's."""
        return self._state.settings.name

    @property
    def stage(self) -> str:
        """How far the event has come."""
        return stage_words(self._state)

    @property
    def coming_number(self) -> int:
        """The round that is played or to be seated next."""
        return coming_number(self._state)

    @property
    def back(self) -> str:
        """The page as the forms of the bar name it: `players`, `round:2`."""
        number = self.path.get("number")
        if self.here not in _OF_ROUND or number is None:
            return self.here
        return "final" if number == FINAL else f"round:{number}"

    @property
    def home(self) -> str:
        """The address of the current station."""
        return self.console.current_url

    # Stations

    @property
    def stations(self) -> list[Station]:
        """The course for people with the asker's rights."""
        state, may = self._state, self.console.may
        numbers = range(1, total_rounds(state) + 1) if may("round") else ()
        rounds = [self._round(number) for number in numbers]
        before, after = list(self._before_the_rounds()), list(self._after_the_rounds())
        letters = sum(len(station.word) + 3 for station in (*before, *rounds, *after))
        if letters > _MOST_LETTERS:
            rounds = _folded(rounds)
        return [*before, *rounds, *after]

    def _before_the_rounds(self) -> Iterator[Station]:
        state = self._state
        if self.console.may("players"):
            yield Station(
                word=gettext("Players"),
                url=self.console.url("players"),
                count=players_counted(state),
                state="done" if state.published else "",
                key="p",
                is_current=self.here in _OF_PLAYERS,
            )
        if is_limited(state) and self.console.may("limited"):
            yield Station(
                word=_limited_word(state),
                url=self.console.url("limited"),
                state="done" if state.rounds else "open",
                is_current=self.here in _OF_LIMITED,
            )

    def _after_the_rounds(self) -> Iterator[Station]:
        state = self._state
        if state.settings.has_final and self.console.may("final"):
            is_open = current_place(state) == ("final", None)
            yield Station(
                word=gettext("Final"),
                url=self.console.url("final"),
                state="open" if is_open else "done" if state.final is not None else "",
                key="f",
                is_current=self.here == "final" or (self.here in _OF_ROUND and self.path.get("number") == FINAL),
            )
        if self.console.may("standings"):
            yield Station(
                word=gettext("Standings"),
                url=self.console.url("standings"),
                state="done" if state.is_finished else "",
                key="s",
                is_current=self.here == "standings",
            )

    def _round(self, number: int) -> Station:
        state = self._state
        is_open = current_place(state) == ("round", number)
        is_done = number <= state.published and not disputed(state.round(number))
        return Station(
            word=round_words(number),
            url=self.console.url("round", number=number),
            state="open" if is_open else "done" if is_done else "",
            key="r" if is_open else "",
            is_current=self.here in _OF_ROUND and self.path.get("number") == number,
        )

    # The next step

    @property
    def is_station(self) -> bool:
        """Whether the page is a station, and the next step its main button."""
        return self.here in ("players", "round", "final", "standings", "limited") and "pick" not in request.args

    @cached_property
    def next(self) -> Next | None:
        """The one thing to do now; None where the page has its own button for it, or there is nothing to do."""
        step = self._step()
        if step is None or not self.console.may(step.endpoint):
            return None
        is_here = not step.is_form and step.endpoint == self.here and "_anchor" not in step.values
        return None if is_here and all(self.path.get(name) == part for name, part in step.values.items()) else step

    def _step(self) -> Next | None:
        state = self._state
        if state.gone or state.settings.is_thrown_away or self.here == "player_import":
            return None
        if state.settings.is_template:
            return Next(word=gettext("New event from this template"), endpoint="again")
        if lacks_product(state):
            return Next(word=gettext("Plan the product"), endpoint="limited")
        if not state.players:
            return Next(word=gettext("Add players"), endpoint="players")
        if state.current_round is not None and not state.is_finished:
            return self._result_step(state.current_round)
        match next_step(state):
            case NextStep.ROUND:
                return self._round_step()
            case NextStep.FINAL:
                return Next(word=gettext("Go to the final"), endpoint="final")
            case NextStep.FINISH:
                return self._finish_step()
        return self._last_step()

    def _result_step(self, round_: Round) -> Next | None:
        number = round_.number
        if number == FINAL and self.here == "final":
            return Next(word=gettext("Enter the result"), endpoint="final", values={"_anchor": "t1s1"})
        if number == FINAL:
            is_entered_here = self.here == "table" and self.path.get("number") == FINAL
            return None if is_entered_here else Next(word=gettext("Go to the final"), endpoint="final")
        if not round_.results and round_.clock.started_at is None and self._state.settings.minutes:
            word = gettext("Start the clock")
            return Next(word=word, endpoint="clock_start", values={"number": number}, is_form=True)
        if not round_.unsettled:
            return None
        table = round_.unsettled[0]
        name = self._state.settings.table_name(table)
        is_here = self.here in _OF_ROUND and self.path.get("number") == number
        word = gettext("Enter table %(number)s", number=name)
        return Next(
            word=word if is_here else f"{round_words(number)}{gettext(': ')}{word}",
            endpoint="round",
            values={"number": number, "_anchor": f"t{table}s1"},
        )

    def _round_step(self) -> Next | None:
        state, number = self._state, next_round_number(self._state)
        if not state.rounds and (task := next_task(state)) is not None:
            return self._limited_step(task)
        if len(state.rounds) >= number:
            is_held_up = any(b.code in LIST_FAULTS and not b.is_warning for b in blockers(state))
            if is_held_up or (self.here, self.path.get("number")) != ("round", number):
                return Next(word=gettext("View the draft"), endpoint="round", values={"number": number})
            word = gettext("Publish round %(number)s", number=number)
            return Next(word=word, endpoint="seats_publish", values={"number": number}, is_form=True)
        word = gettext("Seat round %(number)s", number=number)
        if not_seen(state) and self.here != "round":
            return Next(word=word, endpoint="round", values={"number": number})
        # The page of the round has a field for the seconds.
        fields = {} if (self.here, self.path.get("number")) == ("round", number) else {"seconds": 1}
        return Next(word=word, endpoint="rounds_draft", fields=fields, is_form=True, patience=40, form="seat")

    def _limited_step(self, task: LimitedTask) -> Next | None:
        state, phase = self._state, next_phase(self._state)
        if task is LimitedTask.SEAT_PODS:
            return Next(word=gettext("Seat round 1 in these pods"), endpoint="limited_tables", is_form=True)
        if self.here != "limited":
            return Next(word=translated(phase_words(phase)), endpoint="limited") if phase else None
        match task:
            case LimitedTask.HAND_OUT:
                return Next(word=gettext("Give out the product"), endpoint="limited_product", is_form=True)
            case LimitedTask.LIST_POOLS:
                return Next(word=gettext("Pools and lists"), endpoint="limited", values={"_anchor": "pools"})
            case LimitedTask.COUNT_PILES:
                return Next(
                    word=gettext("Count the piles"), endpoint="pod", values={"pod": uncounted_pods(state.limited)[0]}
                )
            case LimitedTask.DRAW_PODS | LimitedTask.DRAW_SWAP if self.console.draws_from_seed:
                return None  # the page asks for the word
            case LimitedTask.DRAW_PODS:
                return Next(word=gettext("Draw the pods"), endpoint="limited_pods", is_form=True)
            case LimitedTask.DRAW_SWAP:
                return Next(word=gettext("Draw the swap"), endpoint="limited_swap", is_form=True)
        if phase is None or would_cut_short(state, current_context().steady()):
            return None
        word = gettext("Begin: %(phase)s", phase=translated(phase_words(phase)))
        return Next(word=word, endpoint="limited_phase", is_form=True)

    def _finish_step(self) -> Next | None:
        if self.here != "standings":
            return Next(word=gettext("Standings"), endpoint="standings")
        if blockers_of_finish(self._state):  # the page names them above its own button
            return None
        return Next(word=gettext("Close the event"), endpoint="standings_finish", is_form=True)

    def _last_step(self) -> Next | None:
        ended = self._state.ended_early
        if ended is not None and not ended.nature:
            return Next(word=gettext("Write the report"), endpoint="standings")
        return Next(word=gettext("Reports"), endpoint="report") if is_reported(self._state) else None

    # More

    @property
    def calls(self) -> int:
        """Tables waiting for a judge that nobody has taken, for people who may go."""
        if not access.may(Action.JUDGE, self.console.id):
            return 0
        return sum(1 for call in self._state.calls.values() if not call.taken_by)

    @property
    def calls_word(self) -> str:
        """The words of the mark of calls."""
        return ngettext("%(num)d table waiting for a judge", "%(num)d tables waiting for a judge", self.calls)

    @property
    def more(self) -> list[tuple[str, list[MoreEntry]]]:
        """Everything beside the course, in groups; without what the event does not use or the asker may not open."""
        groups = (
            (gettext("Event"), self._of_event()),
            (gettext("People"), self._of_people()),
            (gettext("Room"), self._of_room()),
            (gettext("Afterwards"), self._of_afterwards()),
        )
        return [(word, entries) for word, found in groups if (entries := list(found))]

    def _pages(self, pages: Mapping[str, Any], *, off: Callable[[str], bool] = lambda _: False) -> Iterator[MoreEntry]:
        for name, word in pages.items():
            if self.console.may(name) and (self.here == name or not off(name)):
                yield MoreEntry(word=str(word), url=self.console.url(name), is_current=self.here == name)

    def _of_event(self) -> Iterator[MoreEntry]:
        yield from self._pages({"settings": _l("Settings")})
        if access.may_create():
            yield from self._pages({"again": _l("Same event again")})
        if self.console.may("export"):
            yield MoreEntry(word=gettext("Export"), url=self.console.url("export"), is_download=True)
        yield from self._pages({"laptops": _l("Another laptop"), "log": _l("Log")})

    def _of_people(self) -> Iterator[MoreEntry]:
        pages = {
            "access": _l("Access"),
            "sanctions": _l("Sanctions"),
            "checks": _l("Deck checks"),
            "fees": _l("Fees"),
            "signup": _l("Sign-up"),
            "notifications": _l("Notifications"),
        }
        return self._pages(pages, off=self._is_off)

    def _is_off(self, name: str) -> bool:
        state = self._state
        match name:
            case "fees":
                return not takes_fees(state)
            case "signup":
                return state.settings.sign_up is None
            case "checks":
                return not takes_decklists(state)
            case "draws":
                return state.commitment is None
            case "prizes":
                return not (state.settings.prizes or state.is_finished)
            case "chances":
                return state.final is not None or state.is_finished or not state.settings.has_final
        return False

    def _of_room(self) -> Iterator[MoreEntry]:
        id = self.console.id
        yield MoreEntry(word=gettext("Big screen"), url=url_for("room.wall", id=id))
        if access.may(Action.JUDGE, id):
            yield MoreEntry(word=gettext("Judges' page"), url=url_for("judge.calls", id=id))
        yield MoreEntry(word=gettext("Public page"), url=url_for("room.event", id=id))
        yield from self._pages(
            {"room": _l("Phones and QR code"), "announcements": _l("Announcement"), "sheets": _l("Printed sheets")}
        )

    def _of_afterwards(self) -> Iterator[MoreEntry]:
        pages = {
            "report": _l("Reports"),
            "prizes": _l("Prizes and raffle"),
            "draws": _l("Draws"),
            "chances": _l("Chances of the final"),
        }
        yield from self._pages(pages, off=self._is_off)
        if self._state.is_finished:
            yield MoreEntry(word=gettext("Statistics"), url=url_for("statistics.show", event=self.console.id))

    @property
    def turn_on(self) -> str:
        """The address of what the event can use besides; "" for people who may not change the settings."""
        return self.console.url("settings", _anchor="uses") if self.console.may("settings") else ""


def _limited_word(state: State) -> str:
    made = state.limited.plan
    if made is None:
        return gettext("Limited")
    return gettext("Draft") if made.format.is_draft else gettext("Pools")


def _folded(rounds: list[Station]) -> list[Station]:
    """The rounds with those that are over in one place, but for the round whose page is shown."""
    over = [station for station in rounds if station.state == "done" and not station.is_current]
    if len(over) < _FEWEST_FOLDED:
        return rounds
    word = gettext("Rounds 1-%(number)s", number=sum(station.state == "done" for station in rounds))
    return [Station(word=word, state="done", folded=tuple(over)), *(r for r in rounds if r not in over)]


def lacks_product(state: State) -> bool:
    """Whether a limited event has no plan and no figures of its product: decks could not be judged."""
    settings = state.settings
    is_planned = state.limited.plan is not None or settings.boosters or settings.has_starters
    return settings.rule_set is configuration.EventRuleSet.LIMITED and not (is_planned or state.rounds)
