"""The judges' pages: open calls, tables, players with their decks and sanctions, notes; for a phone in one hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
from toolkit.tournament.facts import DeckVerdict, NoteAdded
from toolkit.tournament.infractions import find_infractions
from toolkit.tournament.log import LogEntry
from toolkit.tournament.results import disputed
from toolkit.tournament.state import Announcement, Call, Player, Round, State, SubmittedDeck
from toolkit.web.base import access
from toolkit.web.base.clocks import ShownClock, clock_of
from toolkit.web.base.i18n import day_words, said
from toolkit.web.base.shell import wants_fragment
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.events.console import Console, Page
from toolkit.web.events.event import ANNOUNCEMENT_FIELDS
from toolkit.web.events.results import dispute_words
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

    @property
    def author(self) -> str:
        """This judge's name in the log."""
        return official_name(self.id)

    @property
    def judge(self) -> str:
        """Who rules: as their link or account says, else the name that was given on this device."""
        return self.author if access.is_named(self.id) else own_name()

    def url(self, endpoint: str, **values: Any) -> str:
        """The address of a judges' page of this event."""
        return url_for(f"judge.{endpoint}", id=self.id, **values)

    def may(self, endpoint: str) -> bool:
        """Whether the asker may open, or send something to, that judges' page."""
        return access.may_open(f"judge.{endpoint}", self.id)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingCall:
    """An open call: where, by whom, since when."""

    call: Call
    place: str
    caller: str
    round: str
    names: list[str]
    since: float


def _waiting(state: State, call: Call) -> WaitingCall:
    current = state.current_round
    is_there = current is not None and call.round == current.number and 0 < (call.table or 0) <= len(current.tables)
    seated = current.table(call.table) if current and call.table and is_there else ()
    return WaitingCall(
        call=call,
        place=_place(state, call),
        caller=_caller(state, call) if call.table is not None else "",
        round=round_words(call.round) if call.round is not None else "",
        names=[state.player(n).name for n in current.table(call.table)] if current and seated and call.table else [],
        since=call.moment.timestamp(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredCall:
    """A call that was answered, and how long that took."""

    place: str
    call: Call
    by: str
    note: str
    at: float
    took: str


def _answered(state: State, closed: ClosedCall) -> AnsweredCall:
    seconds = int((closed.moment - closed.call.moment).total_seconds())
    return AnsweredCall(
        place=_place(state, closed.call),
        call=closed.call,
        by=closed.by if closed.was_taken_back else closed.call.taken_by or closed.by,
        note=gettext("withdrawn") if closed.was_taken_back else closed.note,
        at=closed.at.timestamp(),
        took=f"{seconds // 60}:{seconds % 60:02}",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsPage:
    """The open calls, oldest first, and the last that were answered.

    Attributes:
        own_name: the name that this judge gave; `me` is what the log calls them; `is_named`: by their link or account.
        at: now, in seconds since 1970.
        closing: the number of the call whose form is open.
    """

    waiting: list[WaitingCall]
    answered: list[AnsweredCall]
    own_name: str
    me: str
    is_named: bool
    at: float
    closing: int | None


@page("calls", "", "judge/calls.html", CALLS)
def calls_page(bench: Console) -> CallsPage:
    """The open calls, oldest first, and the last that were answered."""
    state = bench.tournament
    closed = calls.closed_calls(state.log, state.undone)
    return CallsPage(
        waiting=[_waiting(state, call) for _, call in sorted(state.calls.items())],
        answered=[_answered(state, call) for call in closed[:_SHOWN]],
        own_name=own_name(),
        me=official_name(bench.id),
        is_named=access.is_named(bench.id),
        at=current_context().steady().timestamp(),
        closing=(request.view_args or {}).get("number"),
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTablesPage:
    """Every table of the round that is being played."""

    round: Round | None
    title: str
    tables: list[TableLine]


@page("tables", "/tables", "judge/tables.html", TABLES)
def tables_page(bench: Console) -> PlayedTablesPage:
    """Every table of the round that is being played, those who wait for a judge or are disputed marked."""
    state = bench.tournament
    current, last = state.current_round, round_at_desk(state)
    if current is None and last is not None and disputed(last):
        current = last
    return PlayedTablesPage(
        round=current,
        title=round_words(current.number) if current else "",
        tables=[_table(state, current, table) for table, _ in current.numbered()] if current else [],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table that is being played."""

    number: int
    title: str
    names: list[str]
    is_settled: bool
    dispute: str
    extra: str
    call: Call | None


def _table(state: State, round_: Round, table: int) -> TableLine:
    extra = round_.clock.table_extensions.get(table, 0)
    call = calls.open_call(state, round_.number, table)
    return TableLine(
        number=table,
        title=table_words(state, round_, table),
        names=[state.player(player).name for player in round_.table(table)],
        is_settled=round_.is_settled(table),
        dispute=dispute_words(state, round_, table),
        extra=f"{extra // 60:+d}" if extra else "",
        call=call,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTablePage:
    """One table: who sits there with how many sanctions, its clock, and minutes that a judge usually gives."""

    round: Round
    table: int
    title: str
    seats: list[tuple[Player, int]]
    clock: ShownClock
    extra: int
    call: Call | None
    is_settled: bool
    dispute: str
    is_paused_here: bool
    usual: tuple[int, ...]


@page("table", "/rounds/<int:number>/tables/<int:table>", "judge/table.html")
def table_page(bench: Console, number: int, table: int) -> PlayedTablePage:
    """One table: who sits there, the clock, more time, what else can be mended."""
    state = bench.tournament
    round_ = state.round(number)
    players = round_.table(table)
    return PlayedTablePage(
        round=round_,
        table=table,
        title=table_title(state, round_, table),
        seats=[(state.player(player), len(sanctions_of(state, player))) for player in players],
        clock=clock_of(read_clock(round_, current_context().steady(), table)),
        extra=round_.clock.table_extensions.get(table, 0) // 60,
        call=calls.open_call(state, number, table),
        is_settled=round_.is_settled(table),
        dispute=dispute_words(state, round_, table),
        is_paused_here=any(pause.table == table and pause.until is None for pause in round_.clock.pauses),
        usual=USUAL,
    )


_TABLE = "/rounds/<int:number>/tables/<int:table>"
table_page.offer("extend_clock", f"{_TABLE}/extend", "extend", _FIELDS)
table_page.offer("pause_clock", f"{_TABLE}/pause", "pause")
table_page.offer("resume_clock", f"{_TABLE}/resume", "resume")


@table_page.action(f"{_TABLE}/note", "note", forms.NoteForm, _NOTE_FIELDS)
def note(bench: Console, number: int, table: int, note: str) -> None:
    """Note a ruling at this table."""
    bench.tournament.round(number).table(table)
    place = gettext("%(round)s, table %(table)s", round=round_words(number), table=table)
    bench.work.change(event.add_note, f"{place}: {note}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedPlayersPage:
    """Those who are looked for, by name, of how many."""

    people: list[PlayerLine]
    total: int
    q: str
    asks_decks: bool


@page("players", "/players", "judge/players.html", PEOPLE)
def players_page(bench: Console) -> WatchedPlayersPage:
    """Everybody, or those who are looked for, with what a judge looks for first."""
    state = bench.tournament
    everybody = sorted(state.players.values(), key=lambda player: natural_key(player.name))
    wanted = request.args.get("q", "")[:100]
    matching = [player for player in everybody if players.is_looked_for(player, wanted)]
    if wanted.strip() and len(matching) == 1 and not wants_fragment():
        abort(redirect(bench.url("player", player=matching[0].number), 303))
    return WatchedPlayersPage(
        people=[_line(state, player) for player in matching],
        total=len(everybody),
        q=wanted,
        asks_decks=state.settings.requires_decks,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player with what a judge looks for first."""

    player: Player
    sanctions: list[str]
    is_illegal: bool
    has_deck: bool
    is_on_paper: bool
    table: str


def _line(state: State, player: Player) -> PlayerLine:
    current = state.current_round
    seat = current.seats.get(player.number) if current else None
    return PlayerLine(
        player=player,
        sanctions=[sanction.kind for sanction in sanctions_of(state, player.number)],
        is_illegal=any(not deck.verdict.is_legal for deck in player.decks.values()),
        has_deck=bool(player.lists),
        is_on_paper=bool(player.paper_lists),
        table=state.settings.table_name(seat[0]) if seat and current and not current.is_final else "",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedPlayerPage:
    """One player: sanctions, what another may be for, decks, and one of them compared with the list `asked` for.

    Attributes:
        q: the words of an infraction that is looked for.
    """

    q: str
    player: Player
    status: LazyString | str
    sanctions: list[SanctionLine]
    infractions: list[InfractionLine]
    decks: list[DeckLine]
    comparison: ListComparison | None
    asked: str


@page("player", "/players/<int:player>", "judge/player.html")
def player_page(bench: Console, player: int) -> WatchedPlayerPage:
    """One player."""
    state, wanted = bench.tournament, request.args.get("q", "")[:100].strip()
    entry = state.player(player)
    numbers = {row.number for row in find_infractions(wanted)}
    lines = [line for line in infraction_lines(state, player) if not wanted or line.number in numbers]
    if wanted and len(lines) == 1 and not wants_fragment():
        abort(redirect(bench.url("penalty", player=player, infraction=lines[0].number), 303))
    return WatchedPlayerPage(
        q=wanted,
        player=entry,
        status="" if entry.is_active else STATUSES[entry.status],
        sanctions=sanctions_of(state, player),
        infractions=lines,
        decks=[_deck(number, deck) for number, deck in sorted(entry.decks.items())],
        comparison=_comparison(bench, entry),
        asked=request.values.get("against", ""),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckLine:
    """A list that a player handed in."""

    round: int
    title: str
    text: str
    verdict: DeckVerdict
    problems: list[str]
    changes: int
    after_event: str


def _deck(number: int, deck: SubmittedDeck) -> DeckLine:
    return DeckLine(
        round=number,
        title=round_words(number) if number else "",
        text=deck.text,
        verdict=deck.verdict,
        problems=[said(problem) for problem in deck.verdict.problems],
        changes=deck.changes,
        after_event=day_words(deck.after_event),
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPage:
    """Every note that counts, the newest first, and what is announced."""

    notes: list[LogEntry]
    announcements: list[Announcement]


@page("notes", "/notes", "judge/notes.html", CALLS)
def notes_page(bench: Console) -> NotesPage:
    """Every note that counts, the newest first; every announcement that is shown."""
    state = bench.tournament
    notes = [entry for entry in state.log if isinstance(entry.fact, NoteAdded) and entry.number not in state.undone]
    return NotesPage(notes=list(reversed(notes)), announcements=announcements.shown_announcements(state))


notes_page.offer("add_note", "/notes", "add", {"reason_needed": "text", "text_too_long": "text"})
notes_page.offer("announce", "/announcements", "announce", ANNOUNCEMENT_FIELDS)
notes_page.offer("withdraw_announcement", "/announcements/<int:number>/withdraw", "withdraw")
