"""A table in the room: to look at for everybody; its result to be entered and confirmed by its players.

Its page is opened to be looked at, by the table's link, or by the link of a player who sits there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, partial
from urllib.parse import urlencode

from flask import Response, abort, redirect, request
from flask_babel import gettext
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas import event_forms as forms
from toolkit.scoring import outcome, render_victory_points
from toolkit.services.events import table_entry
from toolkit.services.events.table_entry import TableChanged, can_confirm, table_mark
from toolkit.services.kernel import links
from toolkit.services.kernel.unit_of_work import asked_of
from toolkit.services.kernel.versions import table_view
from toolkit.tournament.clock import read_clock
from toolkit.tournament.facts import FINAL
from toolkit.tournament.published import public_part, public_round, seat_sentence
from toolkit.tournament.state import Round, TableResult
from toolkit.tournament.tournament import Tournament
from toolkit.web.base.access import link_key
from toolkit.web.base.clocks import ShownClock, clock_of
from toolkit.web.base.forms import Typed, field_sentences, load_form
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import current_context
from toolkit.web.events.results import (
    OF_POINTS,
    ResultEntry,
    ShownSeat,
    dispute_words,
    entry_of,
    seats_view,
    standing_words,
)
from toolkit.web.events.words import round_words, table_words
from toolkit.web.room.visit import Calling, Visit, blueprint, opened_player, visit
from toolkit.web.tables.start import follow_link


@dataclass(slots=True)
class OpenedTable:
    """One table of one event, as far as its opener may use it.

    Attributes:
        is_open: a link lets its result be entered.
        me: the player who looks, where that is known or was said.
        is_own: the player's own link says who that is; it cannot be said otherwise.
    """

    visit: Visit
    number: int
    table: int
    is_open: bool = False
    me: int | None = None
    is_own: bool = False

    @property
    def round(self) -> Round:
        """The round, once everybody may see it.

        Raises:
            UnknownTable: it has no such table.
        """
        round_ = public_round(self.visit.tournament, self.number)
        if round_ is None:
            abort(404)
        round_.table(self.table)
        return round_

    @property
    def player(self) -> int:
        """The player who acts here: nobody acts before they said who they are."""
        assert self.me is not None
        return self.me

    @property
    def caller(self) -> int | None:
        """The player who calls a judge from here; a table's own link does not say who."""
        return self.me if self.is_own else None

    @property
    def author(self) -> str:
        """The log's name of the player who acts here."""
        return self.visit.tournament.player(self.player).name

    def url(self, **query: object) -> str:
        """The page's address, which keeps the reader known."""
        asked = {} if self.is_own or self.me is None else {"me": self.me}
        words = urlencode({**asked, **query})
        return f"{self.visit.here}?{words}" if words else self.visit.here


def look_at(id: str, number: str, table: str) -> OpenedTable:
    """The table for everybody: nothing can be entered."""
    round_number, place = _parse(number, table)
    return _checked(
        OpenedTable(visit(id, table_view(round_number, place)), round_number, place),
        links.table_path(id, round_number, place),
    )


def by_table_link(id: str, number: str, table: str, token: str) -> OpenedTable:
    """The table for readers of the paper on it; they name themselves."""
    round_number, place = _parse(number, table)
    key = link_key(id)
    links.check_table(key, id, round_number, place, token)
    at = visit(id, table_view(round_number, place))
    opened = _checked(
        OpenedTable(at, round_number, place, is_open=True), links.table_path(id, round_number, place, key)
    )
    seat = links.positive(request.values.get("me", ""))
    opened.me = seat if seat in opened.round.table(place) else None
    return opened


def by_player_link(id: str, player: int, number: str) -> OpenedTable:
    """The table at which the player sits in that round."""
    round_number = links.round_number_of(number)
    at = visit(id)
    round_ = None if round_number is None else public_round(at.tournament, round_number)
    if round_ is None or player not in round_.seats:
        abort(404)
    table, _seat = round_.seats[player]
    at.look_as(table_view(round_.number, table))
    opened = OpenedTable(at, round_.number, table, is_open=True, me=player, is_own=True)
    return _checked(opened, links.own_table_path(id, round_.number, player, link_key(id)))


def _parse(number: str, table: str) -> tuple[int, int]:
    round_number, place = links.round_number_of(number), links.positive(table)
    if round_number is None or not place:
        abort(404)
    return FINAL if round_number == FINAL else round_number, place


def _checked(opened: OpenedTable, here: str) -> OpenedTable:
    opened.visit.here = here
    _ = opened.round
    return opened


@dataclass(frozen=True)
class TablePage:
    """An opened table's page; in a conflict, the entered result beside the typed one."""

    opened: OpenedTable
    is_conflict: bool = False

    @property
    def _state(self) -> Tournament:
        return self.opened.visit.tournament

    @cached_property
    def round(self) -> Round:
        """The round in which the table plays."""
        return self.opened.round

    @property
    def title(self) -> str:
        """The round in words."""
        return round_words(self.round.number)

    @property
    def table_title(self) -> str:
        """The table in words."""
        return table_words(self._state, self.round, self.opened.table)

    @property
    def result(self) -> TableResult | None:
        """The result as it was entered."""
        return self.round.results.get(self.opened.table)

    @property
    def is_locked(self) -> bool:
        """Whether no player may enter a result any more."""
        return self._state.is_finished or (self.result is not None and self.result.is_locked)

    @property
    def is_settled(self) -> bool:
        """Whether the table has a result."""
        return self.round.is_settled(self.opened.table)

    @property
    def is_seen(self) -> bool:
        """Whether its result may be looked at."""
        return self.opened.is_open or public_part(self._state).has_results

    @property
    def stands(self) -> str:
        """The sentence that names its author, who confirmed the result, and whether it is final."""
        return standing_words(self._state, self.result) if self.result and self.is_seen else ""

    @property
    def dispute(self) -> str:
        """The two results that players of the table entered, in sentences; "" without."""
        opened = self.opened
        return dispute_words(self._state, self.round, opened.table, opened.me) if opened.is_open else ""

    @property
    def replaced(self) -> list[str]:
        """The points of the earlier result, seat by seat, while the dispute about the two is open.

        Empty for people who may not enter a result.
        """
        result = self.result
        if result is None or result.disputes is None or not (self.is_settled and self.can_enter and self.opened.me):
            return []
        return [render_victory_points(score.victory_points) for score in result.disputes.scores]

    @property
    def seats(self) -> list[ShownSeat]:
        """Its seats with their points, as far as those may be looked at."""
        return seats_view(self._state, self.round, self.opened.table) if self.is_seen else []

    @property
    def next_seat(self) -> tuple[str, str] | None:
        """The reader's seat in the round that was seated after this one, in a sentence, and where that is shown."""
        return _next_seat(self.opened)

    @property
    def chairs(self) -> list[tuple[int, str]]:
        """Numbers and names of its players."""
        players = self.round.table(self.opened.table)
        return [(player, self._state.player(player).name) for player in players if player > 0]

    @property
    def clock(self) -> ShownClock | None:
        """Its clock, until the round is complete."""
        if self.round.is_complete:
            return None
        return clock_of(read_clock(self.round, current_context().steady(), self.opened.table))

    @property
    def can_enter(self) -> bool:
        """Whether the reader may enter a result."""
        return self.opened.is_open and not self.is_locked

    @property
    def can_confirm(self) -> bool:
        """Whether the reader may confirm the result."""
        opened = self.opened
        return opened.is_open and can_confirm(self._state, opened.number, opened.table, opened.me)

    @property
    def follow_url(self) -> str:
        """Where the game is played on phones; "" where it cannot be, and for people who only look."""
        opened = self.opened
        if not opened.is_open:
            return ""
        return follow_link(opened.visit.id, self._state, self.round, opened.table, is_open=True)

    @property
    def own_page(self) -> str:
        """The own page of the player whose link it is; "" for others."""
        id, me = self.opened.visit.id, self.opened.me
        return links.player_path(id, me, link_key(id)) if self.opened.is_own and me else ""

    @property
    def calling(self) -> Calling | None:
        """The button that calls a judge."""
        opened = self.opened
        if not opened.is_open or self.round.is_complete:
            return None
        return opened.visit.calling(opened.number, opened.table, opened.caller)

    @property
    def conflict(self) -> EntryClash | None:
        """The result typed while another was entered."""
        return _conflict(self.opened) if self.is_conflict else None

    @property
    def seen(self) -> str:
        """The mark of the result on the page where the reader began to fill in the form."""
        return _seen(self.opened, is_conflict=self.is_conflict) if self.can_enter else ""

    @property
    def entry(self) -> ResultEntry | None:
        """Both ways to enter the result, for a reader who may."""
        typed = self.opened.visit.typed
        form = typed if typed.form == "points" else Typed()
        return entry_of(self._state, self.round, self.opened.table, form) if self.can_enter else None


def page_of(opened: OpenedTable, status: int = 200, *, is_conflict: bool = False) -> Response:
    """The table's page; in a conflict, what stands beside what was typed."""
    return opened.visit.answer("room/table.html", TablePage(opened, is_conflict), status, is_secret=opened.is_open)


def _next_seat(opened: OpenedTable) -> tuple[str, str] | None:
    """The reader's seat in the round that was seated after this one, in a sentence, and its page."""
    at, me, newest = opened.visit, opened.me, public_part(opened.visit.tournament).rounds[-1]
    if me is None or at.tournament.is_finished or newest.number == opened.number:
        return None
    if me not in newest.seats and me not in newest.sitting_out:
        return None
    sentence = translated(seat_sentence(at.tournament, newest, me))
    if opened.is_own:
        return sentence, links.player_path(at.id, me, link_key(at.id))
    return sentence, links.table_path(at.id, newest.number, newest.seats[me][0]) if me in newest.seats else ""


def _seen(opened: OpenedTable, *, is_conflict: bool) -> str:
    """The mark of the result on the page that the reader began with."""
    now = table_mark(opened.visit.tournament, opened.number, opened.table)
    begun = request.values.get("seen", "")
    return now if is_conflict or not re.fullmatch("[0-9a-f]{16}", begun) else begun


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryClash:
    """A typed result, seat by seat, and the fields that send it again."""

    mine: list[tuple[str, str]]
    fields: dict[str, str]
    action: str
    has_mine: bool


def _conflict(opened: OpenedTable) -> EntryClash:
    """The typed result, seat by seat, and the fields that send it again."""
    values, state = opened.visit.typed.values, opened.visit.tournament
    players = opened.round.table(opened.table)
    fields = {name: value for name, value in values.items() if name == "events" or re.fullmatch("vp[1-5]", name)}
    typed = _points_told(values["events"], len(players)) if "events" in values else ()
    mine = typed or [values.get(f"vp{seat}", "") for seat, _ in enumerate(players, start=1)]
    return EntryClash(
        mine=[(state.player(player).name, points) for player, points in zip(players, mine, strict=False)],
        fields=fields,
        action=opened.visit.typed.form,
        has_mine=bool(fields),
    )


def _points_told(events: str, seats: int) -> list[str]:
    try:
        return [render_victory_points(points) for points in outcome(seats, events).victory_points]
    except ToolkitError:
        return []


_TABLE = "/<id>/rounds/<number>/tables/<table>"
_OWN = "/<id>/players/<player>/<token>/rounds/<number>"

type OpenedView = Callable[[OpenedTable], AnyResponse]


@blueprint.get(_TABLE)
def table(id: str, number: str, table: str) -> Response:
    """The table, to look at."""
    return page_of(look_at(id, number, table))


def on_both_links(name: str, method: str, suffix: str = "") -> Callable[[OpenedView], OpenedView]:
    """Let a view be asked by the table's link and by the link of a player who sits there."""

    def decorate(view: OpenedView) -> OpenedView:
        def at_table(id: str, number: str, table: str, token: str) -> AnyResponse:
            return view(by_table_link(id, number, table, token))

        def at_own_table(id: str, player: str, token: str, number: str) -> AnyResponse:
            return view(by_player_link(id, opened_player(id, player, token), number))

        blueprint.add_url_rule(f"{_TABLE}/<token>{suffix}", f"table_{name}", at_table, methods=[method])
        blueprint.add_url_rule(f"{_OWN}{suffix}", f"own_table_{name}", at_own_table, methods=[method])
        return view

    return decorate


@on_both_links("entry", "GET")
def show(opened: OpenedTable) -> AnyResponse:
    """The table, for its players."""
    return page_of(opened)


@on_both_links("events", "POST", "/events")
def enter_events(opened: OpenedTable) -> AnyResponse:
    """The result as it was told."""
    return _act(
        opened, "events", lambda typed: _enter(opened, typed, events=load_form(forms.EventsForm, typed)["events"])
    )


@on_both_links("points", "POST", "/points")
def enter_points(opened: OpenedTable) -> AnyResponse:
    """The result as points."""
    seats = len(opened.round.table(opened.table))
    return _act(opened, "points", lambda typed: _enter(opened, typed, points=_points(typed)[:seats]))


def _points(typed: Typed) -> tuple[str, ...]:
    return tuple(load_form(forms.PointsForm, typed)["points"])


@on_both_links("confirm", "POST", "/confirm")
def confirm(opened: OpenedTable) -> AnyResponse:
    """The result that stands is right."""
    return _act(opened, "confirm", lambda typed: _confirm(opened, typed))


def _act(opened: OpenedTable, form: str, act: Callable[[Typed], None]) -> AnyResponse:
    at = opened.visit
    typed = at.typed = Typed(form=form, values=dict(request.form.items()))
    if opened.me is None:
        typed.refuse("me", gettext("Choose who you are."))
        return page_of(opened, 422)
    try:
        act(typed)
    except ValidationError as error:
        typed.errors |= field_sentences(error.messages)
        status = 422
    except TableChanged:
        at.look_again()
        return page_of(opened, 409, is_conflict=True)
    except ToolkitError as error:
        status = at.refuse(error, "points" if form == "points" and error.code in OF_POINTS else "")
    else:
        return redirect(opened.url(), 303)
    return page_of(opened, status)


def _enter(
    opened: OpenedTable, typed: Typed, *, events: str | None = None, points: tuple[str, ...] | None = None
) -> None:
    at = opened.number, opened.table
    enter = partial(
        table_entry.enter_at_table,
        me=opened.player,
        seen=typed.values.get("seen", ""),
        events=events,
        victory_points=points,
    )
    # The time is no part of the request: sent again, it is the same one.
    asked = asked_of(enter.func, at, enter.keywords)
    work, typed_at = opened.visit.work(opened.author), _typed_at(typed)
    work.carry_out(asked, lambda tournament: enter(tournament, *at, typed_at=typed_at))


def _typed_at(typed: Typed) -> datetime | None:
    """When a phone without network typed it: so many seconds ago, by its own clock."""
    seconds = links.positive(typed.values.get("ago", ""))
    return current_context().now() - timedelta(seconds=seconds) if 0 < seconds <= _LONGEST_AGO else None


# A phone keeps an entry for a day.
_LONGEST_AGO = 24 * 3600


def _confirm(opened: OpenedTable, typed: Typed) -> None:
    seen = typed.values.get("seen", "")
    work = opened.visit.work(opened.author)
    work.change(table_entry.confirm_at_table, opened.number, opened.table, me=opened.player, seen=seen)
