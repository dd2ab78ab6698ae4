"""A player's own page, opened by their link: where to sit, results, check-in, leaving; calls for a judge; history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

from flask import Response, make_response, redirect, request
from flask_babel import gettext
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import Invalid, ToolkitError
from toolkit.languages import AND, Listed
from toolkit.scoring import RoundScore
from toolkit.season.persons import key_of
from toolkit.services.events.chances import are_chances_public
from toolkit.services.events.table_entry import can_confirm, table_mark
from toolkit.services.kernel import links
from toolkit.services.kernel.unit_of_work import Change
from toolkit.services.kernel.versions import player_view
from toolkit.services.season.persons import history_of
from toolkit.tournament import Tournament, calls, checkin, decks, fees, players
from toolkit.tournament.chances import is_final_open
from toolkit.tournament.checkin import CheckIn
from toolkit.tournament.clock import read_clock
from toolkit.tournament.facts import Fact
from toolkit.tournament.limited import late_and_leaving, michigan, plan
from toolkit.tournament.published import public_part, seated_round, standings_for
from toolkit.tournament.rounds import next_round_number
from toolkit.tournament.staggered import is_staggered, rounds_of, shown_plan
from toolkit.tournament.standings import Standing, has_final, has_seeds, round_scores, winner
from toolkit.tournament.state import Player, Round, State, SubmittedDeck
from toolkit.web.base.access import author, has_accounts, link_key
from toolkit.web.base.clocks import ShownClock, clock_of
from toolkit.web.base.errors import status_of
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import current_context
from toolkit.web.base.throttle import Rate, throttle
from toolkit.web.events.chances import ShownChances, shown_chances
from toolkit.web.events.results import ShownSeat, dispute_words, seats_view, standing_words
from toolkit.web.events.words import round_words
from toolkit.web.room.devices import push_key
from toolkit.web.room.limited import OwnLimited, own_limited
from toolkit.web.room.pieces import table_title
from toolkit.web.room.table import OpenedTable, on_both_links, page_of
from toolkit.web.room.visit import (
    Calling,
    Visit,
    blueprint,
    may_check_in_others,
    opened_player,
    remember_player,
    visit,
)
from toolkit.web.season.seasons import OwnPosition, own_positions, person_page

_OWN = "/<id>/players/<number>/<token>"


@blueprint.get(_OWN)
def player(id: str, number: str, token: str) -> Response:
    """The page of the player who holds the link."""
    who = opened_player(id, number, token)
    return remember_player(own_page(visit(id, player_view(who)), who), id, who, token)


@blueprint.post(f"{_OWN}/check-in")
def check_in(id: str, number: str, token: str) -> AnyResponse:
    """The player is here for the next round; scanned by an official, also after check-in was closed."""
    who = opened_player(id, number, token)
    at = at_own_page(id, who)
    if may_check_in_others(id):
        return _done(at, who, lambda: at.work(author(id)).change(checkin.check_in, (who,)))
    return _done(at, who, lambda: at.work(_name(at, who)).change(checkin.check_in_oneself, who))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeavePage:
    """The consequences of leaving: `during` is the round in which the player is seated."""

    player: Player
    during: str | None


@blueprint.get(f"{_OWN}/leave")
def ask_to_leave(id: str, number: str, token: str) -> Response:
    """The page that explains leaving, before it is done."""
    who = opened_player(id, number, token)
    at = at_own_page(id, who)
    at.look_as(player_view(who))
    during = players.round_being_played(at.tournament, who)
    page = LeavePage(player=at.tournament.player(who), during=None if during is None else round_words(during))
    return at.answer("room/leave.html", page, is_secret=True)


@blueprint.post(f"{_OWN}/leave")
def leave(id: str, number: str, token: str) -> AnyResponse:
    """The player leaves the event; the organizer can take that back."""
    who = opened_player(id, number, token)
    at = at_own_page(id, who)
    return _done(at, who, lambda: at.work(_name(at, who)).change(_leave, who))


def _leave(state: State, number: int) -> list[Fact]:
    return late_and_leaving.leave_event(state, number) if state.player(number).is_active else []


def at_own_page(id: str, who: int) -> Visit:
    """The visit of a player to their own page."""
    at = visit(id)
    at.here = links.player_path(id, who, link_key(id))
    return at


def _name(at: Visit, who: int) -> str:
    return at.tournament.player(who).name


def _done(at: Visit, who: int, change: Callable[[], Change]) -> AnyResponse:
    try:
        change()
    except ToolkitError as error:
        return own_page(at, who, at.refuse(error))
    return redirect(at.here, 303)


@blueprint.post(f"{_OWN}/recursions")
def tick_recursions(id: str, number: str, token: str) -> AnyResponse:
    """The player has used a recursion in this round, or takes that back."""
    who = opened_player(id, number, token)
    at, typed = at_own_page(id, who), request.form.get("used", "")
    used = int(typed) if typed.isdecimal() and len(typed) < 3 else -1
    return _done(at, who, lambda: at.work(_name(at, who)).change(plan.use_recursion, who, used=used))


@blueprint.post(f"{_OWN}/prepare")
def prepare_to_trade(id: str, number: str, token: str) -> AnyResponse:
    """The player of a Michigan event has set the trade stock aside, or has not after all."""
    who = opened_player(id, number, token)
    at, is_ready = at_own_page(id, who), request.form.get("is_ready") != "0"
    return _done(at, who, lambda: at.work(_name(at, who)).change(michigan.prepare_pool, who, is_ready=is_ready))


@dataclass(frozen=True)
class OwnPage:
    """A player's own page."""

    at: Visit
    who: int

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @property
    def player(self) -> Player:
        """The player whose page it is."""
        return self._state.player(self.who)

    @property
    def coming(self) -> str:
        """The name of the round that check-in is for."""
        return round_words(next_round_number(self._state))

    @property
    def is_check_in_open(self) -> bool:
        """Whether the player may check in."""
        return checkin.is_check_in_open(self._state) and self.player.is_active

    @property
    def is_here(self) -> bool:
        """Whether the player has checked in."""
        return self.who in checkin.here(self._state)

    @property
    def scanned(self) -> Scanned | None:
        """The check-in by an official, who scanned the player's card."""
        return _scanned(self.at, self.who) if may_check_in_others(self.at.id) else None

    @property
    def calling(self) -> Calling | None:
        """The button that calls a judge."""
        round_number, table = calls.place_of(self._state, self.who)
        return self.at.calling(round_number, table, self.who)

    @property
    def are_public(self) -> bool:
        """Whether everybody may see the standings."""
        return public_part(self._state).has_results

    @property
    def decks(self) -> list[DeckToHandIn]:
        """The lists that the player hands in."""
        return _decks(self._state, self.who)

    @property
    def fee(self) -> str:
        """The price for the player, and whether that is paid, in a sentence; "" where it costs nothing."""
        sentence = fees.fee_sentence(self._state, self.who)
        return translated(sentence) if sentence else ""

    @property
    def mine(self) -> list[OwnRound]:
        """The player's results, round by round."""
        return _own_rounds(self._state, self.who)

    @property
    def place(self) -> OwnPlace | None:
        """The player's seat in the round that is being played, or was last."""
        return None if self._state.is_finished else _place(self.at, self._state, self.who)

    @property
    def plan(self) -> list[str]:
        """Of a staggered event: its rounds, and those that the player plays, in sentences."""
        return _own_plan(self._state, self.who)

    @cached_property
    def _chances(self) -> tuple[ShownChances | None, str]:
        if not _has_chances(self._state):
            return None, ""
        return shown_chances(self._state, is_organizer=False, player=self.who)

    @property
    def chances(self) -> ShownChances | None:
        """The player's own chances of the final, where everybody may see them."""
        return self._chances[0]

    @property
    def chances_refusal(self) -> str:
        """The reason why there are no chances now."""
        return self._chances[1]

    @cached_property
    def standings(self) -> list[Standing]:
        """The player's line of the standings, while it may be seen."""
        rows = standings_for(self._state, self.who)
        return [row for row in rows if row.player.number == self.who and row.rank is not None]

    @property
    def with_final(self) -> bool:
        """Whether the line has points of a final."""
        return has_final(self.standings)

    @property
    def with_seeds(self) -> bool:
        """Whether the line has a seed."""
        return has_seeds(self.standings)

    @property
    def has_won(self) -> bool:
        """Whether the event is over and this player has won it; then nobody is looking for a seat."""
        return self._state.is_finished and winner(self._state) == self.who

    @property
    def leagues(self) -> list[OwnPosition]:
        """The player's position in each league that has this event."""
        return own_positions(self.at.id, key_of(self.player.vekn, self.player.name))

    @property
    def history_url(self) -> str:
        """The address of all events of the player, once this one is over."""
        return f"{self.at.here}/history" if self._state.is_finished else ""

    @property
    def limited(self) -> OwnLimited | None:
        """The player's part of a limited event."""
        return own_limited(self.at, self.who)

    @property
    def push_key(self) -> str:
        """The key for a browser that asks to be told though the page is closed; "" where it cannot be."""
        return push_key()


def own_page(at: Visit, who: int, status: int = 200) -> Response:
    """The player's page, with that status."""
    return at.answer("room/player.html", OwnPage(at, who), status, is_secret=True)


def _has_chances(state: Tournament) -> bool:
    """Whether the event shows chances to everybody, once it has begun and as long as there are any."""
    return are_chances_public(state) and bool(state.published) and is_final_open(state)


@blueprint.get(f"{_OWN}/history")
def history(id: str, number: str, token: str) -> Response:
    """The events of the player who holds the link, once this one is over."""
    who = opened_player(id, number, token)
    entry = visit(id).tournament.player(who)
    try:
        # Where strangers make events, this one opens what an official of it may see.
        has_all, key = not has_accounts(), key_of(entry.vekn, entry.name)
        is_official = None if has_all else lambda event: event == id
        person = history_of(current_context(), key, is_official=is_official, with_numbers=has_all)
        response = make_response(person_page(person))
    except ToolkitError as error:
        response = make_response(person_page(None, translated(error.message)), status_of(error))
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def _own_plan(state: State, who: int) -> list[str]:
    """The plan of a staggered event, as far as it is this player's."""
    if not is_staggered(state) or state.is_finished or not state.player(who).is_active:
        return []
    sentences = [translated(sentence) for sentence in shown_plan(state)[:1]]
    if state.plan is not None:
        played = Listed(rounds_of(state, who), AND)
        sentences.append(gettext("You play rounds %(list)s.", list=translated(played)))
    return sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """An official's view of a player's card: whether one tap checks them in."""

    is_taken: bool
    is_here: bool
    is_possible: bool


def _scanned(at: Visit, who: int) -> Scanned:
    """An official's view of a player's card: whether one tap can check them in."""
    state = at.tournament
    return Scanned(
        is_taken=checkin.stage(state) is not CheckIn.NEVER_OPENED,
        is_here=who in checkin.here(state),
        is_possible=state.player(who).is_active and not state.is_finished and state.final is None,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnChair:
    """Where a player sits: the table and its address, seat and neighbours, and how its result stands.

    Attributes:
        seen: the mark of the result that is shown.
    """

    table_name: str
    seat: int
    prey: str
    predator: str
    names: list[str]
    table_url: str
    is_settled: bool
    stands: str
    dispute: str
    seats: list[ShownSeat]
    can_confirm: bool
    seen: str
    clock: ShownClock | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPlace:
    """The round that is played, or was last, and where the player sits in it, if anywhere."""

    title: str
    sits_out: bool
    chair: OwnChair | None


def _place(at: Visit, state: State, who: int) -> OwnPlace | None:
    """Where the player sits in the round that is being played, between whom, and how its result stands."""
    round_ = seated_round(state)
    if round_ is None:
        return None
    chair = _chair(at, state, round_, who) if who in round_.seats else None
    return OwnPlace(title=round_words(round_.number), sits_out=who in round_.sitting_out, chair=chair)


def _chair(at: Visit, state: State, round_: Round, who: int) -> OwnChair:
    table, seat = round_.seats[who]
    around = [state.player(number).name for number in round_.table(table)]
    reading = read_clock(round_, current_context().steady(), table)
    result = round_.results.get(table)
    return OwnChair(
        table_name=table_title(state, round_, table),
        seat=seat,
        prey=around[seat % len(around)],
        predator=around[seat - 2],
        names=around,
        table_url=links.own_table_path(at.id, round_.number, who, link_key(at.id)),
        is_settled=round_.is_settled(table),
        stands=standing_words(state, result) if result and round_.is_settled(table) else "",
        dispute=dispute_words(state, round_, table, who),
        seats=seats_view(state, round_, table) if round_.is_settled(table) else [],
        can_confirm=can_confirm(state, round_.number, table, who),
        seen=table_mark(state, round_.number, table),
        clock=clock_of(reading) if not round_.is_complete else None,
    )


def _own_rounds(state: State, who: int) -> list[OwnRound]:
    """The player's results, round by round: they were there, so this is no secret of theirs."""
    every = [*state.rounds, *([state.final_round] if state.final_round else [])]
    played = [round_ for round_ in every if round_.is_published and who in round_.seats]
    return [_own_round(state, round_, who) for round_ in played if who in round_scores(state, round_)]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRound:
    """A player's result in a round."""

    title: str
    table: str
    score: RoundScore


def _own_round(state: State, round_: Round, who: int) -> OwnRound:
    score = round_scores(state, round_)[who]
    table = "" if round_.is_final else state.settings.table_name(round_.seats[who][0])
    return OwnRound(title=round_words(round_.number), table=table, score=score)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckToHandIn:
    """A deck that the event asks for, and its status."""

    round: int | None
    title: str
    deck: SubmittedDeck | None
    is_locked: bool


def _decks(state: State, who: int) -> list[DeckToHandIn]:
    """The decks to hand in, and how each stands; none where players hand in no lists on their pages."""
    if not decks.has_own_page(state, who):
        return []
    entry, settings = state.player(who), state.settings
    wanted: Sequence[int | None] = rounds_of(state, who) if settings.is_multideck else [None]
    return [
        DeckToHandIn(
            round=number,
            title=gettext("Deck of round %(number)s", number=number) if number else gettext("Deck"),
            deck=entry.decks.get(number or decks.ALL_ROUNDS),
            is_locked=decks.is_deck_locked(state, number, who),
        )
        for number in wanted
    ]


class Place(TypedDict):
    """Where a judge is called to, and by which player; a table's own link does not say by whom."""

    round_number: int | None
    table: int | None
    player: int | None


type Act = Callable[[Visit, str, Place], None]


@blueprint.post("/<id>/players/<number>/<token>/call")
def call_by_player(id: str, number: str, token: str) -> AnyResponse:
    """The player calls a judge to where they sit."""
    return _by_player(id, number, token, _call)


@blueprint.post("/<id>/players/<number>/<token>/call/back")
def take_back_by_player(id: str, number: str, token: str) -> AnyResponse:
    """The player needs no judge any more."""
    return _by_player(id, number, token, _take_back)


@on_both_links("call", "POST", "/call")
def call_by_table(opened: OpenedTable) -> AnyResponse:
    """A seated player calls a judge to the table."""
    return _by_table(opened, _call)


@on_both_links("call_back", "POST", "/call/back")
def take_back_by_table(opened: OpenedTable) -> AnyResponse:
    """A seated player needs no judge any more."""
    return _by_table(opened, _take_back)


def _by_player(id: str, number: str, token: str, act: Act) -> AnyResponse:
    who = opened_player(id, number, token)
    at = at_own_page(id, who)
    round_number, table = calls.place_of(at.tournament, who)
    place = Place(round_number=round_number, table=table, player=who)
    try:
        act(at, at.tournament.player(who).name, place)
    except Invalid as error:
        return own_page(at, who, at.refuse(error, "reason"))
    return redirect(at.here, 303)


def _by_table(opened: OpenedTable, act: Act) -> AnyResponse:
    by = f"Table {opened.table}" if opened.caller is None else opened.author
    try:
        act(opened.visit, by, Place(round_number=opened.number, table=opened.table, player=opened.caller))
    except Invalid as error:
        return page_of(opened, opened.visit.refuse(error, "reason"))
    return redirect(opened.url(), 303)


def _call(at: Visit, by: str, place: Place) -> None:
    throttle(Rate.JUDGE_CALL, request.path)
    at.typed = Typed(form="call", values=dict(request.form.items()))
    at.work(by).change(calls.call_judge, reason=at.typed.values.get("reason", ""), **place)


def _take_back(at: Visit, by: str, place: Place) -> None:
    at.typed = Typed(form="call")
    at.work(by).change(calls.take_call_back, **place)
