"""Players: listed and found, added one by one, pasted, from a file; each with a page of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import Any

from flask import abort, flash, redirect, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from marshmallow import ValidationError

from toolkit.errors import ToolkitError
from toolkit.languages import Message
from toolkit.schemas import event_forms as forms
from toolkit.schemas.form_fields import NEEDED, Form
from toolkit.seating.model import can_be_seated
from toolkit.services.commands import command_named
from toolkit.services.decks.decks import DeckTerms
from toolkit.services.events import decks as tournament_decks
from toolkit.services.events import registrations
from toolkit.services.events.limited import pool_text
from toolkit.services.kernel.roles import Action
from toolkit.services.kernel.unit_of_work import Change
from toolkit.tournament import checkin, decks, fees, player_lists, players, receivers
from toolkit.tournament.facts import Fact
from toolkit.tournament.forgetting import waits_until
from toolkit.tournament.importing import REGISTERED, ImportAction, Preview, PreviewedLine, reading_of
from toolkit.tournament.limited import late_and_leaving
from toolkit.tournament.player_lists import ImportedPlayer
from toolkit.tournament.questions import fees_of, is_reported, takes_decklists
from toolkit.tournament.receivers import ReceiverFault
from toolkit.tournament.rounds import next_round_number, not_seen, players_to_seat
from toolkit.tournament.seats import labels
from toolkit.tournament.staggered import rounds_of, shown_plan, to_seat_next
from toolkit.tournament.standings import round_scores
from toolkit.tournament.state import Player, Round, State
from toolkit.tournament.tournament import Tournament
from toolkit.web.base import access
from toolkit.web.base.forms import Typed
from toolkit.web.base.i18n import day_words, points_words, translated
from toolkit.web.base.shell import wants_fragment
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.decks.panels import terms_fields
from toolkit.web.events import archon
from toolkit.web.events.console import Console, Forms, page, sent_numbers
from toolkit.web.events.field import PLAYERS, TypingField, has_further_round
from toolkit.web.events.listing import Listing, listed_people
from toolkit.web.events.sanctions import SanctionLine, sanctions_of
from toolkit.web.events.stations import players_counted
from toolkit.web.events.words import (
    IMPORTED_TWICE,
    IMPORTS,
    STATUSES,
    faults_by_field,
    headline,
    plan_words,
    round_words,
)

_FIELDS = {
    "bad_name": "name",
    "duplicate_name": "name",
    "bad_vekn": "vekn",
    "duplicate_vekn": "vekn",
    "bad_table": "table",
    "bad_seat": "seat",
    "seat_taken": "seat",
    "bad_list": "deck",
    "bad_archetype": "archetype",
    "deck_round": "deck_round",
    "deck_locked": "deck_reason",
    "reason_needed": "deck_reason",
}


_FILE_FIELDS = {"wrong_encoding": "file", "too_many_lines": "file", "nobody": "file"}
_NOBODY = ("unknown_player", "ambiguous_player", "bad_apart")


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterLine:
    """A player of the list, and what is missing of them.

    Attributes:
        is_text_only: their list is a text without cards.
    """

    player: Player
    is_here: bool
    has_list: bool
    is_text_only: bool
    has_paid: bool
    table: str


# The parts of the list, by their key: the words of an empty one.
_NOBODY_IN = {
    "away": _l("Everyone is here."),
    "lists": _l("All decklists are in."),
    "fees": _l("Everyone has paid."),
}
_SORTS: Mapping[str, Callable[[RosterLine], Any]] = {
    "table": lambda line: (not line.table, len(line.table), line.table),
    "vekn": lambda line: (not line.player.vekn, line.player.vekn),
}


@dataclass(frozen=True, kw_only=True)
class PlayersPage:
    """Everybody with what is missing, the field that checks in, and how players come in."""

    console: Console

    @property
    def _state(self) -> Tournament:
        return self.console.tournament

    @cached_property
    def field(self) -> TypingField:
        """The line to type into."""
        return TypingField(console=self.console, station=PLAYERS)

    @property
    def page_kind(self) -> str:
        """The kind of the page: without players it has no field, and no script for it."""
        return "players" if self.has_field else "players-none"

    @property
    def has_field(self) -> bool:
        """Whether there is somebody to check in, and the asker may."""
        return bool(self._state.players) and self.console.may("desk_enter")

    @property
    def field_words(self) -> str:
        """The effect of a name in the field now."""
        if not self.is_coming:
            return gettext("Find a player")
        if self._state.current_round is not None and not self.is_taken:
            return gettext("Name: shows the table")
        return gettext("Name: check in or add") if self.console.may("players_add") else gettext("Name: check in")

    @property
    def count(self) -> int:
        """How many players the event has."""
        return players_counted(self._state)

    @property
    def new(self) -> str:
        """The name that is to be added."""
        return request.args.get("new", "")[:100]

    # Check-in

    @property
    def number(self) -> int:
        """The round that players come for."""
        return next_round_number(self._state)

    @cached_property
    def is_coming(self) -> bool:
        """Whether there is a round to come."""
        return has_further_round(self._state)

    @property
    def is_open(self) -> bool:
        """Whether players can check in on their phones."""
        return checkin.is_check_in_open(self._state)

    @cached_property
    def is_taken(self) -> bool:
        """Whether the next round seats only people who are checked in."""
        return checkin.is_taken(self._state)

    @cached_property
    def missing(self) -> tuple[Player, ...]:
        """Those who are not checked in, once check-in was opened."""
        return checkin.missing(self._state) if self.is_coming else ()

    @property
    def are_all_seated(self) -> bool:
        """Whether the first round seats everybody, as no check-in has begun."""
        state, count = self._state, len(self._state.active)
        return not (state.published or self.is_taken) and can_be_seated(count) and to_seat_next(state) == count

    @property
    def here_count(self) -> int:
        """How many are here."""
        return len(self._state.active) - len(self.missing)

    @property
    def unseen(self) -> tuple[Player, ...]:
        """Those who missed the last round, where no check-in asks for them."""
        return not_seen(self._state) if self.is_coming else ()

    @property
    def plan(self) -> list[str]:
        """That players will not all sit at once, and the choices; once it is planned, the round says it."""
        is_known = self.is_coming and to_seat_next(self._state) is None and shown_plan(self._state)
        return plan_words(self._state) if is_known else []

    # The list

    @cached_property
    def takes_lists(self) -> bool:
        """Whether a missing decklist is marked."""
        return takes_decklists(self._state) and self._state.settings.requires_decks

    @cached_property
    def takes_fees(self) -> bool:
        """Whether an open fee is marked."""
        return fees_of(self._state) is not None

    @property
    def takes_numbers(self) -> bool:
        """Whether VEKN numbers are asked for."""
        return is_reported(self._state)

    @cached_property
    def shows_numbers(self) -> bool:
        """Whether VEKN numbers are shown."""
        return self.takes_numbers and any(player.vekn for player in self._state.players.values())

    @cached_property
    def listing(self) -> Listing[Player]:
        """The players whose name or number holds what is looked for."""
        return listed_people(self._state.players.values())

    @cached_property
    def _every_line(self) -> list[RosterLine]:
        state = self._state
        here, current, number = checkin.here(state), state.current_round, self.number
        seats = current.seats if current else {}
        return [
            RosterLine(
                player=player,
                is_here=player.number in here,
                has_list=decks.has_list(state, player, number),
                is_text_only=decks.is_text_only(state, player, number),
                has_paid=fees.has_paid(state, player.number),
                table=state.settings.table_name(seats[player.number][0]) if player.number in seats else "",
            )
            for player in self.listing.lines
        ]

    @property
    def tables(self) -> Mapping[str, str]:
        """The words of each table, by its name."""
        return {name: gettext("Table %(number)s", number=name) for name in {line.table for line in self._every_line}}

    @cached_property
    def parts(self) -> list[tuple[str, str, int]]:
        """The parts of the list that have somebody: key, word, how many."""
        words = {
            "everyone": gettext("Everyone"),
            "away": gettext("Not here"),
            "here": gettext("Here"),
            "lists": gettext("Decklists missing"),
            "fees": gettext("Not paid"),
            "left": gettext("Left"),
        }
        counts = Counter(part for line in self._every_line for part in self._parts_of(line))
        return [
            (key, word, counts[key]) for key, word in words.items() if counts[key] or key in ("everyone", self.show)
        ]

    def _parts_of(self, line: RosterLine) -> Iterator[str]:
        yield "everyone"
        if not line.player.is_active:
            yield "left"
        elif self.is_taken:
            yield "here" if line.is_here else "away"
        if self.takes_lists and line.player.is_active and not line.has_list:
            yield "lists"
        if self.takes_fees and not line.has_paid:
            yield "fees"

    @property
    def show(self) -> str:
        """The part that is looked at."""
        asked = self.field.show
        return asked if asked in ("away", "here", "lists", "fees", "left") else "everyone"

    @property
    def sort(self) -> str:
        """The order of the list: `name`, `table` or `vekn`."""
        return self.field.sort if self.field.sort in _SORTS else "name"

    @property
    def lines(self) -> list[RosterLine]:
        """The players of the part, sorted."""
        shown = self.show
        part = [line for line in self._every_line if shown in self._parts_of(line)]
        return sorted(part, key=_SORTS[self.sort]) if self.sort in _SORTS else part

    @property
    def sorts(self) -> list[tuple[str, str]]:
        """The orders that make sense: key and word."""
        words = [("name", gettext("Name"))]
        if self._state.current_round is not None:
            words.append(("table", gettext("Table")))
        if self.shows_numbers:
            words.append(("vekn", gettext("VEKN number")))
        return words if len(words) > 1 else []

    @property
    def nobody(self) -> str:
        """The words of an empty part."""
        if self.listing.q.strip():
            return gettext("No player has that name.")
        return str(_NOBODY_IN.get(self.show, _l("Nobody")))

    @property
    def link(self) -> Callable[..., str]:
        """The address of the page with another part (`show`) or order (`sort`)."""
        return self._address

    def _address(self, **changed: object) -> str:
        at = {"show": self.show if self.show != "everyone" else None, "sort": self.field.sort or None}
        return self.console.url("players", **{**at, **changed})

    @cached_property
    def _faults(self) -> list[ReceiverFault]:
        """The expected answers of receivers about the players: their numbers, their names, how many they are."""
        known = [] if self.listing.q.strip() else receivers.known_faults(self._state)
        return [fault for fault in known if fault.field in ("vekn", "players")]

    @property
    def few(self) -> list[str]:
        """The warnings about too few players."""
        return [translated(fault.finding.message) for fault in self._faults if not fault.finding.players]

    @property
    def faults(self) -> list[str]:
        """The expected answers of receivers about numbers and names."""
        return [translated(fault.finding.message) for fault in self._faults if fault.finding.players]

    @property
    def at_archon(self) -> list[str]:
        """Archon's answers about numbers that were checked there."""
        return archon.number_lines(self._state)

    @property
    def can_check(self) -> bool:
        """Whether numbers can be looked up at Archon, and the event is reported."""
        return archon.is_configured() and self.takes_numbers


@page("players", "/players", "events/players.html")
def players_page(console: Console) -> PlayersPage:
    """Everybody, or those whose name or number holds what is looked for: the only one of these on their own page."""
    shown = PlayersPage(console=console)
    if shown.listing.q.strip() and len(shown.listing.lines) == 1 and not wants_fragment():
        abort(redirect(console.url("player", player=shown.listing.lines[0].number), 303))
    return shown


checkin_forms = Forms("checkin", players_page)
checkin_forms.offer("open_check_in", "/checkin/open", "open")
checkin_forms.offer("close_check_in", "/checkin/close", "close")
checkin_forms.offer("check_in", "/checkin/in", "in", behind=("players",), needs=("players",))
checkin_forms.offer("check_out", "/checkin/out", "out", behind=("players",), needs=("players",))
checkin_forms.offer("check_out", "/checkin/none", "none", only=())


def _back_to_round(console: Console, _: Change) -> str | None:
    """Sent from the page of the coming round, it leads back there."""
    return console.current_url if "back" in request.form else None


checkin_forms.offer("see_again", "/checkin/seen", "seen", only=(), then=_back_to_round)


@checkin_forms.action("/checkin/all", "all")
def check_in_all(console: Console) -> str | None:
    """Everybody is here; this opens check-in where it was not."""
    if checkin.is_taken(console.tournament):
        change = command_named("check_in").carry_out(console.work, players=None)
    else:
        change = console.work.change(_all_here)
    return _back_to_round(console, change)


access.permit_form("events.checkin", "all", Action.CHECK_IN)


def _all_here(state: State) -> list[Fact]:
    return checkin.check_in(state, [player.number for player in state.active], opens=True)


@checkin_forms.action("/checkin/left", "left")
def left(console: Console) -> str | None:
    """Those who missed the last round have left the event."""
    return _back_to_round(console, console.work.change(_all_left))


def _all_left(state: State) -> list[Fact]:
    return [fact for player in not_seen(state) for fact in players.drop_player(state, player.number)]


@players_page.action("/players/add", "add", forms.PlayerForm, _FIELDS)
def add(console: Console, **data: Any) -> None:
    """Register one player."""
    _tell(registrations.add_players(console.work, [registrations.Registration(**data)]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportLine:
    """A line of the preview, as it can be unticked or mended.

    Attributes:
        key: the number in its fields' names: its own, or one behind the last for a second person of a line.
        is_taken: whether it is to be imported.
        says: what to say beside the action; `error` the reason why nothing can be imported before it is mended.
        readings: its reading and the other possible one; empty where it is sure.
    """

    key: int
    previewed: PreviewedLine
    is_taken: bool
    action: LazyString
    says: str
    error: str = ""
    readings: tuple[str, ...] = ()

    @property
    def chosen(self) -> str:
        """Whether a person of a like name is the same one or another, the default of a doubt; empty where it blocks."""
        line = self.previewed
        if line.is_twice:
            return ""
        return "another" if line.imported.is_same is False or line.action is ImportAction.DOUBT else "same"

    @property
    def is_guess(self) -> bool:
        """Whether it names somebody who may also be called otherwise."""
        return bool(self.readings and self.previewed.imported.name)

    @property
    def is_unsure(self) -> bool:
        """Whether somebody should look at it: a guess, or a name like another."""
        return self.is_taken and (bool(self.readings) or self.previewed.action is ImportAction.DOUBT)


# Longer lists are mended where they come from: each line of a form is several fields.
_EDITABLE = 1000


_COMING = (ImportAction.ADD, ImportAction.DOUBT, ImportAction.UPDATE)


@dataclass(frozen=True)
class ImportPage:
    """A list of players, and what importing it would do, a line each."""

    _console: Console

    @property
    def typed(self) -> Typed:
        """The form with the list."""
        return self._console.typed

    @property
    def text(self) -> str:
        """The list as it was pasted or read."""
        return str(self.typed.value("people"))

    @property
    def left_out(self) -> str:
        """The parts of a workbook that were not read."""
        return str(self.typed.value("left_out"))

    @property
    def unknown(self) -> str:
        """The cells of a workbook that hold a formula without a result, in a sentence."""
        return str(self.typed.value("unknown"))

    @cached_property
    def lines(self) -> list[ImportLine] | None:
        """The lines of the preview; None before there is one."""
        is_mended = "line" in request.form
        return _mended_lines(self._console, self.text) if is_mended else _read_lines(self._console, self.text)

    @cached_property
    def columns(self) -> list[str]:
        """The columns beside the name: of an event that is not reported those that a line fills."""
        read = [line.previewed.imported for line in self.lines or ()]
        is_full = is_reported(self._console.tournament)
        return [field for field in ("vekn", "city", "country") if is_full or any(getattr(one, field) for one in read)]

    @property
    def takes_numbers(self) -> bool:
        """Whether VEKN numbers are asked for."""
        return is_reported(self._console.tournament)

    @property
    def coming(self) -> int:
        """The number of lines that change something."""
        return sum(line.is_taken and line.previewed.action in _COMING for line in self.lines or ())

    @property
    def is_editable(self) -> bool:
        """Whether the list is short enough to be mended here."""
        return self.lines is not None and len(self.lines) <= _EDITABLE

    @property
    def most(self) -> int:
        """The most lines that can be mended here."""
        return _EDITABLE

    @property
    def wrong(self) -> list[ImportLine]:
        """The lines to mend before the import."""
        return [line for line in self.lines or () if line.error]

    @property
    def unsure(self) -> list[ImportLine]:
        """The lines to look at."""
        return [line for line in self.lines or () if line.is_unsure]


import_page = page("player_import", "/players/import", "events/player_import.html")(ImportPage)


def _read_lines(console: Console, text: str) -> list[ImportLine] | None:
    preview = _preview(console, text) if text.strip() and not console.typed.errors else None
    if preview is None:
        return None
    keys = _keyed([line.imported for line in preview.lines])
    return [_line(key, line, is_taken=True) for key, line in zip(keys, preview.lines, strict=True)]


def _mended_lines(console: Console, text: str) -> list[ImportLine]:
    """The lines of a form as they were mended, also those that were unticked or name nobody."""
    preview = _preview(console, text) if text.strip() else None
    read = _keyed([line.imported for line in preview.lines]) if preview else {}
    mended, ticked = _mended(read), set(_taken())
    lines = read | mended
    for key in set(sent_numbers("other")) | (ticked if "every" in request.form else set()):
        if key in read:
            ticked.add(key)
            lines[key] = _turned(lines[key], read[key])
    taken = ticked | (lines.keys() - mended.keys())
    to_import = [line for key, line in lines.items() if key in taken]
    previewed = iter(registrations.preview_lines(console.work, to_import).lines)
    return [
        _line(
            key,
            next(previewed) if key in taken else PreviewedLine(imported=line, action=ImportAction.SKIP, message=""),
            is_taken=key in taken,
        )
        for key, line in lines.items()
    ]


def _keyed(lines: Sequence[ImportedPlayer]) -> dict[int, ImportedPlayer]:
    """The lines by their numbers; where a line names several, the others by numbers behind the last."""
    keyed: dict[int, ImportedPlayer] = {}
    behind = count(max((line.line for line in lines), default=0) + 1)
    for line in lines:
        keyed[next(behind) if line.line in keyed else line.line] = line
    return keyed


def _line(key: int, previewed: PreviewedLine, *, is_taken: bool) -> ImportLine:
    imported, other = previewed.imported, previewed.imported.other
    readings = tuple(translated(reading_of(reading)) for reading in (imported, other) if reading and reading.name)
    return ImportLine(
        key=key,
        previewed=previewed,
        is_taken=is_taken,
        action=IMPORTED_TWICE if previewed.is_twice else IMPORTS[previewed.action],
        says=translated(previewed.message) if previewed.message != REGISTERED else "",
        error=translated(_wrong(previewed)) if is_taken else "",
        readings=readings if other and other.name else (),
    )


def _taken() -> list[int]:
    return sent_numbers("take")


def _mended(read: Mapping[int, ImportedPlayer]) -> dict[int, ImportedPlayer]:
    """The lines of the form by their keys, as they were mended; `read` is what the list says."""
    return {key: _mended_line(key, read.get(key)) for key in sent_numbers("line")[:_EDITABLE]}


def _mended_line(key: int, read: ImportedPlayer | None) -> ImportedPlayer:
    def field(name: str) -> str:
        return request.form.get(f"{name}-{key}", "")

    name, parts = field("name"), (field("first"), field("last"))
    # The parts of a name that somebody has mended do not outlive it.
    first, last = parts if " ".join(filter(None, parts)) == name else ("", "")
    mended = ImportedPlayer(
        line=key,
        name=name,
        first=first,
        last=last,
        vekn=field("vekn"),
        city=field("city"),
        country=field("country"),
        is_same={"same": True, "another": False}.get(field("is")),
    )
    if read is None:
        return mended
    reading = _reading_like(mended, read)
    return replace(mended, line=read.line, note=reading.note, written=reading.written, other=reading.other)


def _reading_like(mended: ImportedPlayer, read: ImportedPlayer) -> ImportedPlayer:
    """The reading that a mended line has, with the other one beside it."""
    other = read.other
    if other and (mended.name, mended.city) == (other.name, other.city):
        return replace(other, other=replace(read, other=None))
    return read if mended.name == read.name else replace(read, written="")


def _turned(mended: ImportedPlayer, read: ImportedPlayer) -> ImportedPlayer:
    """The line in its other reading; as it is where it has none."""
    if mended.other is None:
        return mended
    reading = _reading_like(mended, read)
    return replace(mended.other, vekn=mended.vekn or mended.other.vekn, other=replace(reading, other=None))


def _preview(console: Console, text: str) -> Preview | None:
    try:
        return registrations.preview_players(console.work, text)
    except ToolkitError as error:
        console.typed.refused(error, "people")
        return None


@import_page.action("/players/import/preview", "preview", Form, _FILE_FIELDS)
def preview_list(console: Console) -> str | Console:
    """Read the list that was pasted or uploaded, or a line of it the other way, and show it: nothing is changed.

    A page that asks for it at once has it imported where nothing is to be said about any line.
    """
    if "line" in request.form:
        return console
    upload = request.files.get("file")
    text = request.form.get("people", "")
    if upload is not None and upload.filename:
        file = player_lists.open_list(upload.stream.read())
        text, console.typed.values["left_out"] = file.text, ", ".join(file.left_out)
        console.typed.values["unknown"] = translated(file.unknown_sentence) if file.unknown_sentence else ""
    if not text.strip():
        raise ValidationError({"people": [NEEDED]})
    console.typed.values["people"] = text
    is_noted = any(console.typed.values.get(name) for name in ("left_out", "unknown"))
    preview = _preview(console, text) if "at_once" in request.form and not is_noted else None
    if preview is None or any(line.message != REGISTERED for line in preview.lines):
        return console
    return _imported(console, registrations.import_players(console.work, text))


def _imported(console: Console, change: Change) -> str:
    """The page of the players, which says once who came in."""
    _tell(change)
    return console.url("players")


def _tell(change: Change) -> None:
    """Show a change once at the top of the next page, with its undo."""
    flash(headline(change.tournament).last, "undo")


@import_page.action("/players/import", "import", Form)
def import_players(console: Console) -> str | Console:
    """Register the players of the preview, as it was mended."""
    if "line" not in request.form:
        people = request.form.get("people", "")
        if not people.strip():
            raise ValidationError({"people": [NEEDED]})
        return _imported(console, registrations.import_players(console.work, people))
    taken = set(_taken())
    lines = [line for key, line in _mended({}).items() if key in taken]
    wrong = [_wrong(line) for line in registrations.preview_lines(console.work, lines).lines]
    if any(wrong):
        raise ValidationError({"lines": [sentence for sentence in wrong if sentence]})
    return _imported(console, registrations.import_lines(console.work, lines))


def _wrong(line: PreviewedLine) -> str:
    """The reason why nothing can be imported before the line is mended; "" for none."""
    if line.action is ImportAction.FAULT:
        return line.message
    if not line.is_twice or line.like is None:
        return ""
    return Message("Choose whether this is %(name)s or another person.", name=line.like.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSeat:
    """A seat of a player in a round; `points` are victory points in words, "" until the result is entered."""

    round: int
    title: str
    table: int
    seat: int
    points: str
    has_won: bool


@dataclass(frozen=True)
class PlayerPage:
    """One player: seats and results, leaving and returning, profile, decklists, sanctions."""

    _console: Console
    _number: int

    @property
    def _state(self) -> Tournament:
        return self._console.tournament

    @cached_property
    def player(self) -> Player:
        """The player."""
        return self._state.player(self._number)

    @property
    def shows_number(self) -> bool:
        """Whether the VEKN number stands beside the name: it is asked for, or known."""
        return is_reported(self._state) or bool(self.player.vekn)

    @property
    def status(self) -> LazyString:
        """The player's status in words."""
        return STATUSES[self.player.status]

    @cached_property
    def seats(self) -> list[RoundSeat]:
        """The player's seats in the rounds that were published, and in the final."""
        rounds = (*self._state.rounds, *filter(None, [self._state.final_round]))
        return [
            _seat(self._state, round_, self._number)
            for round_ in rounds
            if round_.is_published and self._number in round_.seats
        ]

    @property
    def coming(self) -> int | None:
        """The round that the player, still in the event, can miss; None where there is none."""
        return next_round_number(self._state) if self.player.is_active and has_further_round(self._state) else None

    @property
    def is_to_be_seated(self) -> bool | None:
        """Whether that round will seat the player; None while another one is played, or once it is drafted."""
        state = self._state
        if state.current_round is not None or len(state.rounds) >= next_round_number(state):
            return None
        return self.player in players_to_seat(state)

    @property
    def is_playing(self) -> bool:
        """Whether the result of one of these seats is missing."""
        return any(not seat.points for seat in self.seats)

    @property
    def sanctions(self) -> list[SanctionLine]:
        """The player's sanctions."""
        return sanctions_of(self._state, self._number)

    @property
    def watched_url(self) -> str:
        """The address of the judges' page about them; "" for officials who may not open it."""
        if not access.may_open("judge.player", self._console.id):
            return ""
        return url_for("judge.player", id=self._console.id, player=self._number)

    @property
    def takes_lists(self) -> bool:
        """Whether decklists matter to the event: they are required, or one was handed in."""
        return self._state.settings.requires_decks or any(player.lists for player in self._state.players.values())

    @property
    def is_locked(self) -> bool:
        """Whether only a judge can change the player's list now."""
        return decks.is_deck_locked(self._state, 1 if self._state.settings.is_multideck else None, self._number)

    @property
    def deck_rounds(self) -> list[tuple[int, str]]:
        """The rounds that a list can be for, in an event of several decks."""
        return [(number, round_words(number)) for number in rounds_of(self._state, self._number)]

    @property
    def apart(self) -> str:
        """The players whom this one is kept apart from, one per line."""
        names = labels(self._state)
        return "\n".join(names[number] for number in sorted(self.player.apart & self._state.players.keys()))

    @property
    def door_tables(self) -> str:
        """The tables near the door; "" for the first ones."""
        return ", ".join(map(str, self._state.settings.door_tables))

    @property
    def asks_product(self) -> bool:
        """Whether a player who leaves now gives product back."""
        return self._state.limited.plan is not None and late_and_leaving.is_before_end_of_round_1(self._state)

    @property
    def has_product(self) -> bool:
        """Whether the player is known to have product."""
        return self._number in self._state.limited.given

    @property
    def faults(self) -> dict[str, str]:
        """The faults that receivers will find, by the field that corrects them."""
        return faults_by_field(receivers.known_faults(self._state, self._number))

    @cached_property
    def _terms(self) -> DeckTerms:
        today = current_context().now().date()
        return tournament_decks.terms_for(self._state, self._number, card_data(), today=today)

    @property
    def check_fields(self) -> dict[str, str]:
        """The rules that lists are judged by, as fields of the page that checks a deck."""
        return terms_fields(self._terms)

    @property
    def check_pool(self) -> str:
        """The pool that lists are judged by, as text."""
        return pool_text(self._terms.pool) if self._terms.pool else ""

    @property
    def reported_until(self) -> str:
        """The day until which the report may name a player who was forgotten; "" for anybody else."""
        is_forgotten = self._state.forgotten.get(self._number) is not None
        return day_words(waits_until(self._state, self._number) if is_forgotten else None)


def _seat(state: State, round_: Round, player: int) -> RoundSeat:
    table, seat = round_.seats[player]
    score = round_scores(state, round_).get(player)
    return RoundSeat(
        round=round_.number,
        title=round_words(round_.number),
        table=table,
        seat=seat,
        points=points_words(score.victory_points) if score else "",
        has_won=score is not None and score.game_wins > 0,
    )


@page("player", "/players/<int:player>", "events/player.html")
def player_page(console: Console, player: int) -> PlayerPage:
    """The page of that player, whom an address names."""
    console.tournament.player(player)
    return PlayerPage(console, player)


@player_page.action("/players/<int:player>/change", "change", forms.PlayerForm, _FIELDS)
def change(console: Console, player: int, **data: Any) -> None:
    """Correct the profile."""
    before = console.tournament.player(player)
    # The parts of a name that nobody touched do not outlive the name.
    untouched = [part for part in ("first", "last") if data[part].strip() == getattr(before, part)]
    console.work.change(players.change_player, player, **{**data, **dict.fromkeys(untouched)})


player_page.offer("drop_player", "/players/<int:player>/drop", "drop")
player_page.offer("return_player", "/players/<int:player>/return", "return", {"reason_needed": "reason"})
player_page.offer("remove_player", "/players/<int:player>/remove", "remove", then="players")
player_page.offer("forget_player", "/players/<int:player>/forget", "forget")
player_page.offer("set_archetype", "/players/<int:player>/archetype", "archetype", _FIELDS)
player_page.offer("fix_seat", "/players/<int:player>/table", "fix", _FIELDS)


@player_page.action("/players/<int:player>/apart", "apart", forms.ApartForm, dict.fromkeys(_NOBODY, "apart"))
def keep_apart(console: Console, player: int, apart: str) -> None:
    """Keep the player apart from the players of these names."""
    state = console.tournament
    names = [name for name in apart.replace("\n", ",").split(",") if name.strip()]
    console.work.change(players.keep_apart, player, [players.find_player(state, name).number for name in names])


@player_page.action("/players/<int:player>/deck", "deck", forms.DeckForm, _FIELDS)
def submit_deck(console: Console, player: int, deck: str, deck_round: int | None, deck_reason: str) -> None:
    """Hand in a list for the player; a locked one is changed with a reason."""
    tournament_decks.submit_deck(
        console.work,
        player,
        deck,
        card_data(),
        deck_round=deck_round,
        is_judge=bool(deck_reason.strip()),
        reason=deck_reason,
    )
