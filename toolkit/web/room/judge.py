"""The judges' pages: open calls, tables, players with their decks and sanctions, notes; for a phone in one hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from flask import Blueprint, Response, abort, after_this_request, redirect, request, url_for
from flask_babel import gettext
from flask_babel.speaklater import LazyString

from toolkit.languages import natural_key
from toolkit.schemas import event_forms as forms
from toolkit.services.decks.decks import Comparison, compare_texts
from toolkit.services.kernel.links import positive
from toolkit.services.kernel.versions import ALL, CALLS, PEOPLE, TABLES, View
from toolkit.tournament import announcements, calls, event, players
from toolkit.tournament.calls import ClosedCall
from toolkit.tournament.clock import read_clock
from toolkit.tournament.desk import round_at_desk
from toolkit.tournament.errors import BadValue
from toolkit.tournament.facts import NoteAdded
from toolkit.tournament.infractions import find_infractions
from toolkit.tournament.log import LogEntry, author_name
from toolkit.tournament.questions import accepts_decklists
from toolkit.tournament.results import disputed
from toolkit.tournament.state import Announcement, Call, Player, Round, State, SubmittedDeck, TableResult
from toolkit.web.base import access
from toolkit.web.base.clocks import ShownClock, clock_of
from toolkit.web.base.i18n import day_words, points_words, translated
from toolkit.web.base.kept_pages import manifest as manifest_of
from toolkit.web.base.shell import wants_fragment
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.events.console import Console, Page
from toolkit.web.events.event import ANNOUNCEMENT_FIELDS
from toolkit.web.events.results import ShownSeat, dispute_words, seats_view, sent_by, standing_words
from toolkit.web.events.sanctions import (
    FIELDS,
    LIFT_FIELDS,
    InfractionLine,
    PenaltyOffer,
    SanctionLine,
    give,
    infraction_lines,
    offer,
    sanctions_of,
)
from toolkit.web.events.words import STATUSES, round_words, table_title, table_words

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

blueprint = Blueprint("judge", __name__, url_prefix="/tournaments")

# The name that a judge gave on this device.
COOKIE = "judge"
_LONGEST = 100


def own_name() -> str:
    """The name that this judge gave; "" before."""
    name = " ".join(request.cookies.get(COOKIE, "").split())[:_LONGEST]
    return name if name.isprintable() else ""


def official_name(id: str) -> str:
    """This judge's name in the log: of their link or account, else the one given on this device."""
    return access.author(id) if access.is_named(id) else own_name() or access.author(id)


@dataclass(slots=True)
class Bench(Console):
    """A judge at one event."""

    area: ClassVar[str] = "judge"

    @property
    def author(self) -> str:
        """This judge's name in the log."""
        return official_name(self.id)

    @property
    def judge(self) -> str:
        """Who rules: as their link or account says, else the name that was given on this device."""
        return self.author if access.is_named(self.id) else own_name()

    def console_url(self, endpoint: str, **values: Any) -> str:
        """The address of a page of the organizer's console."""
        return url_for(f"events.{endpoint}", id=self.id, **values)


class JudgePage(Page):
    """A page of the judges, with its forms."""

    blueprint = blueprint
    prefix = "/<id>/judge"

    @staticmethod
    def opened(id: str) -> Bench:
        """The judge at the event of that id.

        Raises:
            StreamNotFound: there is none.
        """
        return Bench(id=id, tournament=current_context().tournaments.look(id).state)


def page(
    name: str, rule: str, template: str, view: View = ALL
) -> Callable[[Callable[..., DataclassInstance]], JudgePage]:
    """Make a function that returns what a template shows the judges' page of that name, which follows that view."""
    return lambda build: JudgePage(name, rule, template, build, view)


_YEAR = 365 * 24 * 3600
_SHOWN = 20


def _place(state: State, call: Call) -> str:
    """Where a judge is awaited."""
    if call.round is None or call.table is None:
        return _caller(state, call)
    played = next(
        (round_ for round_ in (*state.rounds, state.final_round) if round_ and round_.number == call.round),
        None,
    )
    return table_words(state, played, call.table) if played else gettext("Table %(number)s", number=call.table)


def _caller(state: State, call: Call) -> str:
    player = state.players.get(call.player) if call.player is not None else None
    return player.name if player else ""


@dataclass(frozen=True)
class WaitingCall:
    """An open call."""

    state: State
    call: Call

    @property
    def place(self) -> str:
        """The place where a judge is awaited."""
        return _place(self.state, self.call)

    @property
    def caller(self) -> str:
        """The player who called, where the place does not name them."""
        return _caller(self.state, self.call) if self.call.table is not None else ""

    @property
    def round(self) -> str:
        """The round of the table."""
        return round_words(self.call.round) if self.call.round is not None else ""

    @cached_property
    def names(self) -> list[str]:
        """The players of the table, while its round is played."""
        current, table = self.state.current_round, self.call.table or 0
        if current is None or self.call.round != current.number or not 0 < table <= len(current.tables):
            return []
        return [self.state.player(number).name for number in current.table(table)]

    @property
    def since(self) -> float:
        """The moment of the call, in seconds since 1970."""
        return self.call.moment.timestamp()


@dataclass(frozen=True)
class AnsweredCall:
    """A call that was answered."""

    state: State
    closed: ClosedCall

    @property
    def call(self) -> Call:
        """The call."""
        return self.closed.call

    @property
    def place(self) -> str:
        """The place where a judge was awaited."""
        return _place(self.state, self.call)

    @property
    def by(self) -> str:
        """The judge who took it, or the person who closed it."""
        return self.closed.by if self.closed.was_taken_back else self.call.taken_by or self.closed.by

    @property
    def note(self) -> str:
        """The judge's note."""
        return gettext("withdrawn") if self.closed.was_taken_back else self.closed.note

    @property
    def at(self) -> float:
        """The moment of the answer, in seconds since 1970."""
        return self.closed.at.timestamp()

    @property
    def took(self) -> str:
        """The time that the answer took, in minutes and seconds."""
        seconds = int((self.closed.moment - self.call.moment).total_seconds())
        return f"{seconds // 60}:{seconds % 60:02}"


@dataclass(frozen=True)
class CallsPage:
    """The open calls, and the last that were answered."""

    bench: Bench

    @property
    def round(self) -> Round | None:
        """The round that is played, or that is over and disputed."""
        return PlayedTablesPage(self.bench).round

    @property
    def tables(self) -> list[WatchedTable]:
        """The tables as judges look at them, while nobody waits."""
        return [] if self.bench.tournament.calls else PlayedTablesPage(self.bench).tables

    @property
    def waiting(self) -> list[WaitingCall]:
        """The open calls, oldest first."""
        state = self.bench.tournament
        return [WaitingCall(state, call) for _, call in sorted(state.calls.items())]

    @property
    def answered(self) -> list[AnsweredCall]:
        """The last that were answered, newest first."""
        state = self.bench.tournament
        return [AnsweredCall(state, closed) for closed in calls.closed_calls(state.log, state.undone)[:_SHOWN]]

    @property
    def own_name(self) -> str:
        """The name that this judge gave."""
        return own_name()

    @property
    def me(self) -> str:
        """This judge's name in the log."""
        return self.bench.author

    @property
    def is_named(self) -> bool:
        """Whether their link or account names the judge."""
        return access.is_named(self.bench.id)

    @property
    def at(self) -> float:
        """Now, in seconds since 1970."""
        return current_context().steady().timestamp()

    @property
    def closing(self) -> int | None:
        """The number of the call whose form is open."""
        return (request.view_args or {}).get("number")


calls_page = page("calls", "", "judge/calls.html", CALLS)(CallsPage)
calls_page.offer("take_call", "/calls/<int:number>/take", "take", only=(), knows=lambda bench: {"judge": bench.author})
calls_page.offer("close_call", "/calls/<int:number>/close", "close")


@calls_page.action("/name", "name", forms.NameForm)
def name(bench: Console, name: str) -> None:
    """Remember on this device who the judge is."""

    @after_this_request
    def remember(answer: Response) -> Response:
        answer.set_cookie(COOKIE, " ".join(name.split()), max_age=_YEAR, httponly=True, samesite="Lax")
        return answer


_FIELDS = {"bad_seconds": "seconds", "reason_needed": "reason", "much_time": "seconds"}
_NOTE_FIELDS = {"reason_needed": "note"}
# Minutes that a judge gives with one tap.
USUAL = (3, 5, 10)


@dataclass(frozen=True)
class WatchedTable:
    """A table of a round, as judges look at it."""

    bench: Bench
    number: int
    table: int

    @property
    def _state(self) -> State:
        return self.bench.tournament

    @cached_property
    def round(self) -> Round:
        """The round of that number."""
        return self._state.round(self.number)

    @property
    def title(self) -> str:
        """The name of the table."""
        return table_words(self._state, self.round, self.table)

    @property
    def full_title(self) -> str:
        """The name of the round and the table."""
        return table_title(self._state, self.round, self.table)

    @property
    def names(self) -> list[str]:
        """The names of its players, in seat order."""
        return [self._state.player(player).name for player in self.round.table(self.table)]

    @property
    def is_settled(self) -> bool:
        """Whether its result is entered."""
        return self.round.is_settled(self.table)

    @cached_property
    def dispute(self) -> str:
        """The two results that its players entered; "" without a dispute."""
        return dispute_words(self._state, self.round, self.table)

    @property
    def sent(self) -> list[tuple[int, str]]:
        """The players who sent a result that does not count, by number and name."""
        return sent_by(self._state, self.round, self.table)

    @property
    def extra(self) -> int:
        """The minutes that this table has more than the others."""
        return self.round.clock.table_extensions.get(self.table, 0) // 60

    @cached_property
    def call(self) -> Call | None:
        """Its open call."""
        return calls.open_call(self._state, self.number, self.table)


@dataclass(frozen=True)
class PlayedTablesPage:
    """Every table of the round that is being played."""

    bench: Bench

    @cached_property
    def round(self) -> Round | None:
        """The round that is being played, or that is over and disputed."""
        state = self.bench.tournament
        last = round_at_desk(state)
        return state.current_round or (last if last is not None and disputed(last) else None)

    @property
    def title(self) -> str:
        """The name of the round."""
        return round_words(self.round.number) if self.round else ""

    @property
    def tables(self) -> list[WatchedTable]:
        """The tables, after disputed ones of earlier rounds; those that wait for a judge or are disputed are marked."""
        others = [round_ for round_ in self.bench.tournament.rounds if round_ is not self.round]
        earlier = [(round_.number, table) for round_ in others for table in disputed(round_)]
        current = [(self.round.number, table) for table, _ in self.round.numbered()] if self.round else []
        return [WatchedTable(self.bench, number, table) for number, table in (*earlier, *current)]


tables_page = page("tables", "/tables", "judge/tables.html", TABLES)(PlayedTablesPage)


@dataclass(frozen=True)
class PlayedTablePage(WatchedTable):
    """One table: its players, the clock, more time, and anything else that can be corrected."""

    @property
    def title(self) -> str:
        """The name of the round and the table."""
        return self.full_title

    @property
    def seats(self) -> list[tuple[Player, int]]:
        """Its players, each with the number of their sanctions."""
        players = self.round.table(self.table)
        return [(self._state.player(player), len(sanctions_of(self._state, player))) for player in players]

    @property
    def result(self) -> TableResult | None:
        """The result that counts."""
        return self.round.results.get(self.table)

    @property
    def line(self) -> list[ShownSeat]:
        """Each seat with what it got by that."""
        return seats_view(self._state, self.round, self.table)

    @property
    def stands(self) -> str:
        """Who entered it."""
        return standing_words(self._state, self.result) if self.result else ""

    @property
    def points(self) -> Callable[[int], str]:
        """How victory points are worded."""
        return points_words

    @property
    def is_over(self) -> bool:
        """Whether no clock runs any more: every table of the round has its result, or the event is finished."""
        return self.round.is_complete or self._state.is_finished

    @property
    def clock(self) -> ShownClock:
        """Its clock."""
        return clock_of(read_clock(self.round, current_context().steady(), self.table))

    @property
    def is_paused_here(self) -> bool:
        """Whether the clock is paused for this table alone."""
        return any(pause.table == self.table and pause.until is None for pause in self.round.clock.pauses)

    @property
    def usual(self) -> tuple[int, ...]:
        """The minutes that a judge gives with one tap; none where a ruling stops the clock, as was announced."""
        return () if self._state.settings.stops_clocks else USUAL

    @property
    def has_lists(self) -> bool:
        """Whether there are decklists to print."""
        state = self.bench.tournament
        return accepts_decklists(state) and any(player.decks for player in state.players.values())


table_page = page("table", "/rounds/<int:number>/tables/<int:table>", "judge/table.html")(PlayedTablePage)
_TABLE = "/rounds/<int:number>/tables/<int:table>"
table_page.offer("extend_clock", f"{_TABLE}/extend", "extend", _FIELDS)
table_page.offer("pause_clock", f"{_TABLE}/pause", "pause")
table_page.offer("resume_clock", f"{_TABLE}/resume", "resume")
table_page.offer("take_dispute", f"{_TABLE}/take", "take")
table_page.offer("drop_dispute", f"{_TABLE}/drop", "drop")


@table_page.action(f"{_TABLE}/note", "note", forms.NoteForm, _NOTE_FIELDS)
def note(bench: Console, number: int, table: int, note: str) -> None:
    """Note a ruling at this table."""
    bench.tournament.round(number).table(table)
    place = gettext("%(round)s, table %(table)s", round=round_words(number), table=table)
    bench.work.change(event.add_note, f"{place}: {note}")


@dataclass(frozen=True)
class WatchedPlayersPage:
    """The players who are looked for."""

    bench: Bench

    @property
    def q(self) -> str:
        """The words that are looked for."""
        return request.args.get("q", "")[:100]

    @cached_property
    def people(self) -> list[PlayerLine]:
        """The players who match, by name."""
        state, wanted = self.bench.tournament, self.q
        matching = [player for player in state.players.values() if players.is_looked_for(player, wanted)]
        return [PlayerLine(state, player) for player in sorted(matching, key=lambda player: natural_key(player.name))]

    @property
    def total(self) -> int:
        """The number of all players."""
        return len(self.bench.tournament.players)

    @property
    def asks_decks(self) -> bool:
        """Whether the event asks for lists."""
        return self.bench.tournament.settings.requires_decks

    @property
    def has_lists(self) -> bool:
        """Whether the event takes decklists."""
        return accepts_decklists(self.bench.tournament)


@page("players", "/players", "judge/players.html", PEOPLE)
def players_page(bench: Bench) -> WatchedPlayersPage:
    """The players who are looked for; a search with one match opens that player."""
    found = WatchedPlayersPage(bench)
    if found.q.strip() and len(found.people) == 1 and not wants_fragment():
        abort(redirect(bench.url("player", player=found.people[0].player.number), 303))
    return found


@dataclass(frozen=True)
class PlayerLine:
    """A player with the marks that a judge looks for first."""

    state: State
    player: Player

    @property
    def sanctions(self) -> list[str]:
        """The kinds of their sanctions."""
        return [sanction.kind for sanction in sanctions_of(self.state, self.player.number)]

    @property
    def is_illegal(self) -> bool:
        """Whether a list of theirs is not legal."""
        return any(not deck.verdict.is_legal for deck in self.player.decks.values())

    @property
    def table(self) -> str:
        """The name of their table in the round that is played; "" in the final."""
        current = self.state.current_round
        seat = current.seats.get(self.player.number) if current and not current.is_final else None
        return self.state.settings.table_name(seat[0]) if seat else ""


@dataclass(frozen=True)
class WatchedPlayerPage:
    """One player: sanctions, infractions to penalize, decks."""

    bench: Bench
    number: int

    @property
    def q(self) -> str:
        """The words of an infraction that is looked for."""
        return request.args.get("q", "")[:100].strip()

    @property
    def player(self) -> Player:
        """The player of that number."""
        return self.bench.tournament.player(self.number)

    @property
    def status(self) -> LazyString | str:
        """The reason why they do not play; "" for an active player."""
        return "" if self.player.is_active else STATUSES[self.player.status]

    @property
    def sanctions(self) -> list[SanctionLine]:
        """Their sanctions so far."""
        return sanctions_of(self.bench.tournament, self.number)

    @cached_property
    def infractions(self) -> list[InfractionLine]:
        """The infractions that match."""
        numbers = {row.number for row in find_infractions(self.q)}
        lines = infraction_lines(self.bench.tournament, self.number)
        return [line for line in lines if not self.q or line.number in numbers]

    @property
    def decks(self) -> list[DeckLine]:
        """The lists that they handed in, by round."""
        return [DeckLine(number, deck) for number, deck in sorted(self.player.decks.items())]

    @property
    def comparison(self) -> ListComparison | None:
        """One of the lists, compared with another one of theirs or with a pasted list."""
        return _comparison(self.bench, self.player)

    @property
    def asked(self) -> str:
        """The round of the list that a pasted one is compared with."""
        return request.values.get("against", "")

    @property
    def has_lists(self) -> bool:
        """Whether the event takes decklists."""
        return accepts_decklists(self.bench.tournament)


@page("player", "/players/<int:player>", "judge/player.html")
def player_page(bench: Bench, player: int) -> WatchedPlayerPage:
    """One player; a search with one match opens that infraction."""
    watched = WatchedPlayerPage(bench, player)
    if watched.q and len(watched.infractions) == 1 and not wants_fragment():
        abort(redirect(bench.url("penalty", player=player, infraction=watched.infractions[0].number), 303))
    return watched


@dataclass(frozen=True)
class DeckLine:
    """A list that a player handed in for a round, or for the whole event (0)."""

    round: int
    deck: SubmittedDeck

    @property
    def title(self) -> str:
        """The name of the round."""
        return round_words(self.round) if self.round else ""

    @property
    def problems(self) -> list[str]:
        """The problems that the verdict names."""
        return [translated(problem) for problem in self.deck.verdict.problems]

    @property
    def advice(self) -> list[str]:
        """The advice that the verdict names."""
        return [translated(remark) for remark in self.deck.verdict.advice]

    @property
    def changed_by(self) -> str:
        """The name of the last person to change it once it was locked."""
        return translated(author_name(self.deck.changed_by))

    @property
    def after_event(self) -> str:
        """The day on which it was handed in after the event."""
        return day_words(self.deck.after_event)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListComparison:
    """Two lists held against each other, or one by itself."""

    found: Comparison
    is_two: bool


def _comparison(bench: Console, player: Player) -> ListComparison | None:
    """The registered list against another one of the player, or against what was pasted; else by itself."""
    form = bench.form("compare")
    against = positive(request.values.get("against", "") or "0")
    first = player.decks.get(against) or next((deck for _, deck in sorted(player.decks.items())), None)
    if first is None:
        return None
    other = player.decks.get(positive(request.args["with"])) if request.args.get("with") else None
    pasted = str(form.value("pasted")) if form.form and not form.errors else ""
    second = pasted or (other.text if other is not None else "")
    comparison = compare_texts(first.text, second or first.text, card_data())
    return ListComparison(found=comparison, is_two=bool(second))


# The same as on the console's page of sanctions, for the player whose page it is.
player_page.offer("lift_sanction", "/players/<int:player>/sanctions/<int:number>/lift", "lift", LIFT_FIELDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyPage:
    """An infraction before the judge, for one player."""

    offer: PenaltyOffer


@page("penalty", "/players/<int:player>/penalty/<infraction>", "judge/penalty.html")
def penalty_page(bench: Console, player: int, infraction: str) -> PenaltyPage:
    """The penalty of an infraction for this player, and the form that gives it."""
    try:
        return PenaltyPage(offer=offer(bench, player, infraction, form="give"))
    except BadValue:
        abort(404)


@penalty_page.action("/players/<int:player>/penalty/<infraction>", "give", forms.PenaltyForm, FIELDS)
def give_penalty(bench: Console, player: int, infraction: str, **figures: Any) -> str:
    """Penalize the player, and go back to their page."""
    give(bench, player, infraction=infraction, **figures)
    return bench.url("player", player=player)


@player_page.action("/players/<int:player>/compare", "compare", forms.CompareForm)
def compare(bench: Console, player: int, pasted: str, against: int) -> Console:
    """Hold a pasted list against the registered one: nothing is changed."""
    bench.tournament.player(player)
    return bench


@dataclass(frozen=True)
class NotesPage:
    """The notes, and what is announced."""

    bench: Bench

    @property
    def notes(self) -> list[LogEntry]:
        """Every note that counts, newest first."""
        log, undone = self.bench.tournament.log, self.bench.tournament.undone
        notes = [entry for entry in log if isinstance(entry.fact, NoteAdded) and entry.number not in undone]
        return notes[::-1]

    @property
    def announcements(self) -> list[Announcement]:
        """Every announcement that is shown."""
        return announcements.shown_announcements(self.bench.tournament)


notes_page = page("notes", "/notes", "judge/notes.html", CALLS)(NotesPage)
notes_page.offer("add_note", "/notes", "add", {"reason_needed": "text", "text_too_long": "text"})
notes_page.offer("announce", "/announcements", "announce", ANNOUNCEMENT_FIELDS)
notes_page.offer("withdraw_announcement", "/announcements/<int:number>/withdraw", "withdraw")


@blueprint.get("/<id>/judge/app.webmanifest")
def manifest(id: str) -> Response:
    """The manifest that installs the judges' pages."""
    state = current_context().tournaments.look(id).state
    return manifest_of(url_for("judge.calls", id=id), state.settings.name)
