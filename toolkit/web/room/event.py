"""The event's public page: who plays where, the standings, the lists and draws that everybody may see, the calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from flask import Response, abort, get_template_attribute, redirect, request, url_for
from flask_babel import gettext
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from toolkit.decks import read
from toolkit.exchange.picture import picture_text
from toolkit.languages import LANGUAGES, Message, NameOf, words_of
from toolkit.services.events.decks import terms_of
from toolkit.services.events.reports import Reporting, calendar_of
from toolkit.services.kernel import links
from toolkit.services.kernel.links import positive
from toolkit.services.kernel.versions import EVENT, PUBLIC
from toolkit.services.season.person_codes import PersonCodes, person_path
from toolkit.tournament import Tournament, checkin
from toolkit.tournament.draw_record import is_public, listed_draws
from toolkit.tournament.facts import SeatScore
from toolkit.tournament.players import is_looked_for, search_key
from toolkit.tournament.published import PublicPart, public_part, seat_sentence, seated_round
from toolkit.tournament.receivers import Output
from toolkit.tournament.rounds import next_round_number
from toolkit.tournament.signup import SignupStage, coming, stage
from toolkit.tournament.staggered import shown_plan
from toolkit.tournament.standings import (
    NotRanked,
    Standing,
    has_final,
    has_seeds,
    not_ranked,
    round_scores,
    winner,
)
from toolkit.tournament.state import Player, Round, State, SubmittedDeck
from toolkit.web.base.access import link_key
from toolkit.web.base.clocks import ShownClock, clock_view
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import language, name_link, points_words, translated
from toolkit.web.base.shell import wants_fragment
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.base.throttle import Rate, attempt, throttle
from toolkit.web.decks.panels import deck_link
from toolkit.web.events.draws import ShownDraw, shown_draws
from toolkit.web.events.words import round_words, table_words
from toolkit.web.room.elsewhere import has_picture
from toolkit.web.room.visit import (
    Visit,
    blueprint,
    forget_player,
    known_player,
    remember_player,
    visit,
)


def rank_rows(
    state: Tournament, rows: Iterable[Standing], mine: int | None = None, *, is_linked: bool = False
) -> Markup:
    """The rows of a table, that of the player `mine` marked as such; names are links if they `is_linked`."""
    every = list(rows)
    with_final, with_seeds = has_final(every), has_seeds(every)
    draw = get_template_attribute("macros/ranks.html", "rank_row")
    drawn = state.memo.once(f"rank rows in {language()}{' with links' if is_linked else ''}", dict[int, Markup])
    address = person_address(state) if is_linked else lambda number: ""
    for row in every:
        if row.player.number not in drawn:
            href = address(row.player.number)
            drawn[row.player.number] = draw(row, with_final, with_seeds, points_words, href=href)
    return Markup("").join(
        draw(row, with_final, with_seeds, points_words, True) if row.player.number == mine else drawn[row.player.number]
        for row in every
    )


def person_address(state: Tournament) -> Callable[[int], str]:
    """The address of the public page of an event's player by number; "" without one. They are made once for all."""
    addresses = state.memo.once("addresses of persons", lambda: _person_addresses(state))
    return lambda number: addresses.get(number, "")


def _person_addresses(state: Tournament) -> dict[int, str]:
    codes = PersonCodes.of_store(current_context()).of_players(state)
    return {number: person_path(code) for number, code in codes.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTable:
    """A table of a round that is over: its title, and name, victory points and game win of each seat in turn order."""

    title: str
    seats: list[tuple[Markup, str, bool]]


def _names(state: Tournament) -> Mapping[int, Markup]:
    """The name of each player and proxy player by number, a link where they have a public page; made once for all."""
    address = person_address(state)
    every = {**state.players, **state.proxies}
    return state.memo.once(
        "names with links", lambda: {number: name_link(one.name, address(number)) for number, one in every.items()}
    )


def _played(state: State, round_: Round, names: Mapping[int, Markup]) -> list[PlayedTable]:
    scores = round_scores(state, round_)
    return [
        PlayedTable(
            title=table_words(state, round_, number),
            seats=[
                (
                    names[player],
                    points_words(scores[player].victory_points) if player in scores else "",
                    player in scores and scores[player].game_wins > 0,
                )
                for player in players
            ],
        )
        for number, players in round_.numbered()
    ]


def _downloads(id: str, state: State) -> list[tuple[str, str]]:
    """Standings and rounds as files, where everybody may see them."""
    if not has_picture(state):
        return []
    files = [
        (f"{translated(Message(to.kind.title))} (CSV)", url_for("api_tournaments.make_report", id=id, to=to.value))
        for to in Output
        if to.kind.is_public and to.kind.ending == "csv"
    ]
    return [*files, ("JSON", url_for("api_tournaments.show_public", id=id))]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPicture:
    """The result's picture for people who share this page: its address, and its content in words."""

    url: str
    text: str


def _picture(id: str, state: State) -> SharedPicture | None:
    if not (state.is_finished and has_picture(state)):
        return None
    return SharedPicture(
        url=url_for("room.picture", id=id, _external=True), text=picture_text(state, words_of(language()))
    )


# A walk-in's search: letters that are enough to look for, and names that are shown at most.
_SHORTEST, _MOST = 2, 8
_LONGEST_CODE = 40


@dataclass(frozen=True)
class EventPage:
    """The event for passers-by.

    Attributes:
        seated: the round that is played, or was last.
    """

    at: Visit
    seated: SeatedRound | None

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @cached_property
    def _public(self) -> PublicPart[Tournament]:
        return public_part(self._state)

    @property
    def phone_owner(self) -> PhoneOwner | None:
        """The player whose phone this is, as far as it was noted."""
        return _phone_owner(self.at)

    @cached_property
    def person_address(self) -> Callable[[int], str]:
        """The address of a player's public page by number; "" without one."""
        return person_address(self._state)

    @property
    def winner(self) -> Player | None:
        """The winner, once the event is over."""
        first = winner(self._state) if self._state.is_finished else None
        return self._state.players[first] if first is not None else None

    @property
    def is_withheld(self) -> bool:
        """Whether there are standings that not everybody may see."""
        return bool(self._state.published) and not self._public.has_results

    @property
    def check_in(self) -> WalkIn | None:
        """The registered players that a walk-in looks for, while check-in is open."""
        return _check_in(self.at)

    @property
    def final_seats(self) -> list[FinalSeat]:
        """The final as it ended."""
        return _final_seats(self.at) if self._state.is_finished else []

    @property
    def public_lists(self) -> list[PublicLists]:
        """The lists that everybody may see."""
        return _lists(self.at)

    @property
    def calendar_url(self) -> str:
        """The address of the event for a calendar, once it has a day."""
        return f"{links.event_path(self.at.id)}.ics?language={language()}" if self._state.settings.date else ""

    @property
    def wall_url(self) -> str:
        """The address of the wall."""
        return f"{links.event_path(self.at.id)}/wall"

    @property
    def coming(self) -> list[str]:
        """The names of those who come, before a round is published."""
        return [] if self._state.published else coming(self._state)

    @property
    def sign_up_url(self) -> str:
        """The address where people sign up, while they can or soon will."""
        return f"{links.event_path(self.at.id)}/sign-up" if _can_sign_up(self._state) else ""

    @property
    def downloads(self) -> list[tuple[str, str]]:
        """Standings and rounds for spreadsheets and programs, each with its address, as far as they are public."""
        return _downloads(self.at.id, self._state)

    @property
    def picture(self) -> SharedPicture | None:
        """The picture of the result; None before everybody may see it."""
        return _picture(self.at.id, self._state)

    @property
    def rounds(self) -> list[tuple[str, list[PlayedTable]]]:
        """The rounds of an event that is over, table by table."""
        if not self._state.is_finished:
            return []
        names = _names(self._state)
        return [(round_words(listed.number), _played(self._state, listed, names)) for listed in self._public.rounds]

    @property
    def q(self) -> str:
        """The name that is looked for."""
        return request.args.get("q", "")[:100]

    @property
    def plan(self) -> list[str]:
        """The plan of a staggered event, in sentences, until it is over."""
        return [] if self._state.is_finished else [translated(sentence) for sentence in shown_plan(self._state)]

    @cached_property
    def standings(self) -> list[Standing]:
        """The standings, as far as they are public."""
        return self._public.ranked

    @property
    def with_final(self) -> bool:
        """Whether they have points of a final."""
        return has_final(self.standings)

    @property
    def with_seeds(self) -> bool:
        """Whether they have seeds."""
        return has_seeds(self.standings)

    @property
    def unranked(self) -> NotRanked:
        """The players without a rank."""
        return not_ranked(self._state)


@blueprint.get("/<id>")
def event(id: str) -> AnyResponse:
    """The event for passers-by; with the name of one who is seated, their table."""
    at = visit(id)
    at.look_as(PUBLIC if at.tournament.is_finished or request.args else EVENT)
    seated = _seated(at)
    if seated is not None and seated.only_hit and not wants_fragment():
        return remember_player(redirect(seated.only_hit, 303), id, seated.only_player)
    return _shown(at, seated)


@blueprint.get("/<id>/own")
def own(id: str) -> AnyResponse:
    """The own page of the player whose phone this is: no other page of theirs shows its link."""
    at = visit(id, PUBLIC)
    player = known_player(id, at.tournament)
    if player is None or not player.is_own:
        return redirect(links.event_path(id), 303)
    answer = redirect(links.player_path(id, player.number, link_key(id)), 303)
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.post("/<id>/own")
def open_by_code(id: str) -> AnyResponse:
    """A player's own page, for a person who types the code on their card."""
    at = visit(id, PUBLIC)
    at.typed = Typed(form="own", values={"code": request.form.get("code", "")[:_LONGEST_CODE]})
    asked = links.read_code(at.typed.values["code"])
    if asked is None:
        at.typed.refuse("code", gettext("A code is a number and six letters: 12 BKTRWX."))
        return _shown(at, _seated(at), 422)
    player, code = asked
    try:
        with attempt((Rate.CODE, f"{id}/{player}")):
            links.check_code(link_key(id), id, player, code)
    except links.WrongLink as error:
        throttle(Rate.WRONG_LINK)
        return _shown(at, _seated(at), at.refuse(error, "code"))
    return redirect(links.player_path(id, player, link_key(id)), 303)


@blueprint.post("/<id>/not-me")
def not_me(id: str) -> AnyResponse:
    """This phone is not that player's after all."""
    return forget_player(redirect(visit(id, PUBLIC).here.removesuffix("/not-me"), 303), id)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneOwner:
    """A player whose phone this is: where they sit, in a sentence, and where that, or their own page, is shown."""

    name: str
    seat: str
    url: str
    is_own: bool


def _phone_owner(at: Visit) -> PhoneOwner | None:
    player, round_ = known_player(at.id, at.tournament), seated_round(at.tournament)
    if player is None:
        return None
    is_there = round_ is not None and not at.tournament.is_finished and player.number in round_.seats
    if not is_there and not player.is_own:
        return None
    table = links.table_path(at.id, round_.number, round_.seats[player.number][0]) if round_ and is_there else ""
    return PhoneOwner(
        name=at.tournament.player(player.number).name,
        seat=translated(seat_sentence(at.tournament, round_, player.number)) if round_ and is_there else "",
        url=url_for("room.own", id=at.id) if player.is_own else table,
        is_own=player.is_own,
    )


def _shown(at: Visit, seated: SeatedRound | None, status: int = 200) -> Response:
    return at.answer("room/event.html", EventPage(at, seated), status)


def _can_sign_up(state: State) -> bool:
    return stage(state, current_context().now()) in (SignupStage.OPEN, SignupStage.NOT_YET)


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkIn:
    """The registered players whose names match a walk-in's search, each with whether they are checked in."""

    title: str
    matches: list[tuple[str, bool]]
    is_asked: bool


def _check_in(at: Visit) -> WalkIn | None:
    """For a walk-in who looks for their name while check-in is open: who is registered, and that a card is needed.

    Nothing can be done here: without a link anybody could say to be anybody.
    """
    state, key = at.tournament, search_key(request.args.get("q", "")[:100])
    if not checkin.is_check_in_open(state):
        return None
    matching = [
        player for player in state.active if len(key) >= _SHORTEST and is_looked_for(player, key, with_number=False)
    ]
    here = checkin.here(state)
    return WalkIn(
        title=round_words(next_round_number(state)),
        matches=[(player.name, player.number in here) for player in matching[:_MOST]],
        is_asked=len(key) >= _SHORTEST,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalSeat:
    """A seat of the final as it ended."""

    number: int
    name: str
    seed: int | None
    score: SeatScore | None
    is_winner: bool


def _final_seats(at: Visit) -> list[FinalSeat]:
    """The final as it ended: seats, seeds and victory points."""
    state = at.tournament
    table = state.final_round
    if table is None or state.final is None:
        return []
    seeds = {player: seed for seed, player in enumerate(state.final.finalists, start=1)}
    return [
        FinalSeat(
            number=player,
            name=state.players[player].name,
            seed=seeds.get(player),
            score=table.scores.get(player),
            is_winner=player == winner(state),
        )
        for player in table.table(1)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicLists:
    """The lists of a player: round, name and address of each."""

    name: str
    decks: list[tuple[str, str, str]]


def _lists(at: Visit) -> list[PublicLists]:
    """The lists that everybody may see, with their addresses."""
    lists = []
    for player in public_part(at.tournament).lists:
        url = f"{links.event_path(at.id)}/lists/{player.number}"
        decks = [
            (round_words(number) if number else "", deck.verdict.deck_name, f"{url}?round={number}" if number else url)
            for number, deck in sorted(player.decks.items())
        ]
        lists.append(PublicLists(name=player.name, decks=decks))
    return lists


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table, where it leads, and who sits there."""

    title: str
    url: str
    names: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedRound:
    """A round whose seating was published, with the tables that are looked for.

    Attributes:
        only_hit: the table of the only player who is looked for, `only_player`.
    """

    title: str
    tables: list[SeatedTable]
    sitting_out: list[NameOf]
    clock: ShownClock | None
    only_hit: str = ""
    only_player: int = 0


def _seated(at: Visit) -> SeatedRound | None:
    """The tables of the round that is being played; with a name looked for, those where it sits."""
    round_ = seated_round(at.tournament)
    wanted = request.args.get("q", "")[:100].strip()
    return None if round_ is None else seated_tables(at.id, at.tournament, round_, wanted)


def seated_tables(id: str, state: Tournament, round_: Round, wanted: str = "") -> SeatedRound:
    """The tables of a round; with a name wanted, those where it sits."""
    everybody = [*round_.seats, *(player for player in round_.sitting_out if player in state.players)]
    address = person_address(state)
    matching = {player for player in everybody if is_looked_for(state.players[player], wanted, with_number=False)}
    tables = [
        SeatedTable(
            title=table_words(state, round_, number),
            url=links.table_path(id, round_.number, number),
            names=[state.player(player).name for player in players],
        )
        for number, players in round_.numbered()
        if not matching.isdisjoint(players)
    ]
    return SeatedRound(
        title=round_words(round_.number),
        tables=tables,
        sitting_out=[
            NameOf(state.players[player].name, address(player)) for player in round_.sitting_out if player in matching
        ],
        clock=clock_view(state, round_) if not round_.is_complete else None,
        only_hit=tables[0].url if wanted and len(matching) == 1 and tables else "",
        only_player=min(matching) if len(matching) == 1 else 0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """A list that no link could carry, as it was handed in."""

    player: Player
    text: str


@blueprint.get("/<id>/lists/<number>")
def shown_list(id: str, number: str) -> AnyResponse:
    """The list of a player, once everybody may see it; `?round=2` that of a round."""
    at = visit(id)
    player = next((listed for listed in public_part(at.tournament).lists if listed.number == positive(number)), None)
    deck = None if player is None else _deck_of(player, request.args.get("round", ""))
    if player is None or deck is None:
        abort(404)
    terms = terms_of(at.tournament.settings, today=current_context().now().date())
    link = deck_link(read(deck.text, card_data()).deck, terms)
    if link is None:
        return at.answer("room/list.html", ListPage(player=player, text=deck.text))
    return redirect(link.url(), 302)


def _deck_of(player: Player, word: str) -> SubmittedDeck | None:
    return player.decks.get(positive(word)) or (next(iter(player.decks.values()), None) if not word else None)


@blueprint.get("/<id>.ics")
def calendar(id: str) -> Response:
    """The event as an iCalendar file; asked for again it brings what has changed.

    A calendar that asks for it has no language of its own: the address says in which one the link was given.
    """
    state = visit(id).tournament
    url = f"{request.host_url.rstrip('/')}{links.event_path(id)}"
    asked = request.args.get("language", "")
    words = words_of(asked if asked in LANGUAGES else language())
    text = calendar_of(state, Reporting(id=id, cards=card_data, url=url, words=words))
    answer = Response(text, mimetype="text/calendar", content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{id}.ics"'
    return answer


# The draws


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicDrawsPage:
    """The event's commitments and the draws that are public by now; `json_url` for programs."""

    draws: list[ShownDraw]
    json_url: str


@blueprint.get("/<id>/draws")
def draws(id: str) -> AnyResponse:
    """The draws of an event, and what it committed to."""
    at = visit(id, PUBLIC)
    event = at.tournament
    page = PublicDrawsPage(
        draws=shown_draws(
            event, [draw for draw in listed_draws(event) if is_public(event, draw)], person_address(event)
        ),
        json_url=f"/api/v1{links.event_path(id)}/draws",
    )
    return at.answer("room/draws.html", page)
