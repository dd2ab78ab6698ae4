"""The event as a whole: its overview, its log, and the address for the room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from flask import Response, current_app, flash, request
from flask_babel import format_time
from werkzeug.routing import BuildError

from toolkit.languages import Sayable
from toolkit.services.kernel.links import event_path, positive
from toolkit.services.kernel.unit_of_work import Change
from toolkit.services.lifecycle import tournaments
from toolkit.sheets.qr import qr_svg
from toolkit.tournament import Tournament, announcements, history
from toolkit.tournament.facts import EntriesRedone, EntriesUndone
from toolkit.tournament.history import describe_log
from toolkit.tournament.log import LogEntry, describe
from toolkit.tournament.players import search_key
from toolkit.tournament.rounds import total_rounds
from toolkit.tournament.state import Announcement
from toolkit.web.base.addresses import FOR_THE_ROOM, reachable_url, room_url
from toolkit.web.base.i18n import translated
from toolkit.web.base.stores import current_context
from toolkit.web.events.console import Console, Forms, blueprint, open_console, page
from toolkit.web.events.listing import is_held

# The field that a refused announcement stands beside.
ANNOUNCEMENT_FIELDS = {"no_text": "text", "text_too_long": "text", "too_many": "text"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementsPage:
    """The announcements for the big screen and all phones."""

    announcements: list[Announcement]


@page("announcements", "/announcements", "events/announcements.html")
def announcements_page(console: Console) -> AnnouncementsPage:
    """The announcements, and the form of a new one."""
    return AnnouncementsPage(announcements=announcements.shown_announcements(console.tournament))


overview_forms = Forms("overview", announcements_page)
overview_forms.offer("announce", "/announcements", "announce", ANNOUNCEMENT_FIELDS)
overview_forms.offer("withdraw_announcement", "/announcements/<int:number>/withdraw", "withdraw")
overview_forms.offer("throw_away", "/throw-away", "throw_away", then=lambda console, _: console.current_url)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetsPage:
    """The sheets that can be printed: of one round, or all."""

    round: int | None


@page("sheets", "/sheets", "events/sheets.html")
def sheets_page(console: Console) -> SheetsPage:
    """The sheets of the round that the address names; without one, all of the event."""
    number = positive(request.args.get("round", ""))
    is_round = 0 < number <= len(console.tournament.rounds)
    return SheetsPage(round=number if is_round else None)


@blueprint.get("/<id>/console/export")
def export(id: str) -> Response:
    """The whole event as one file."""
    exported = tournaments.export_tournament(current_context(), open_console(id).id)
    answer = Response(exported, mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename={id}.json"
    return answer


_ON_A_PAGE = 50

# An entry of the log, its sentence, and whether it counts.
type DescribedEntry = tuple[LogEntry, Sayable, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """An entry of the log: the local time and day, and whether it counts at present."""

    number: int
    at: str
    day: str
    by: str
    text: str
    counts: bool
    can_undo: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedBack:
    """The entries that an undoing would take back: their number in a sentence; `entry` is the named one."""

    number: int
    sentence: str
    entry: int | None


@dataclass(frozen=True)
class LogPage:
    """Fifty entries of the log: the newest, or those before or from a number (`?before=`, `?from=`), newest first.

    With `?q=` they are those that hold these words.
    """

    _console: Console

    @property
    def _log(self) -> Tournament:
        return self._console.tournament

    @property
    def q(self) -> str:
        """The words that are looked for."""
        return request.args.get("q", "")[:100]

    @property
    def _first(self) -> int | None:
        return positive(request.args.get("from", "")) or None

    @property
    def _before(self) -> int | None:
        return positive(request.args.get("before", "")) or None

    @cached_property
    def _entries(self) -> list[DescribedEntry]:
        """The entries that the page is cut from: all that match, or the fifty that were asked for."""
        first, before = self._first, self._before
        if self.q.strip():
            described = describe_log(self._log, first=first or 1, last=before - 1 if before else None)
            return [line for line in described if is_held(search_key(_words_of(line)), self.q)]
        top = before or (first + _ON_A_PAGE if first else self._log.number + 1)
        return list(describe_log(self._log, first=first or max(1, top - _ON_A_PAGE), last=top - 1))

    @cached_property
    def _on_page(self) -> list[DescribedEntry]:
        return self._entries[:_ON_A_PAGE] if self._first else self._entries[-_ON_A_PAGE:]

    @property
    def lines(self) -> list[LogLine]:
        """The entries, newest first."""
        return [_log_line(described) for described in reversed(self._on_page)]

    @property
    def older(self) -> int | None:
        """The number before which there are more."""
        if not self._on_page:
            return None
        oldest = self._on_page[0][0].number
        is_cut = self._on_page[0] is not self._entries[0]
        return oldest if is_cut or (not self.q.strip() and oldest > 1) else None

    @property
    def newer(self) -> int | None:
        """The number from which on there are more."""
        if not self._on_page:
            return None
        newest = self._on_page[-1][0].number
        is_cut = self._on_page[-1] is not self._entries[-1]
        return newest + 1 if is_cut or (self._before and newest < self._log.number) else None

    @property
    def has_undone(self) -> bool:
        """Whether something can be redone."""
        return bool(self._log.undone)

    @property
    def asks(self) -> AskedBack | None:
        """The entries that undoing would take back, where they are more than was named."""
        typed = self._console.form("undo")
        if typed.form != "undo" or typed.errors:
            return None
        entry = positive(str(typed.value("entries"))) or None
        asked = history.asked_before_undoing(self._log, (entry,) if entry else ())
        return AskedBack(number=asked[0], sentence=translated(asked[1]), entry=entry) if asked else None


def _words_of(described: DescribedEntry) -> str:
    entry, sentence, _counts = described
    return f"{translated(sentence)} {entry.by} {entry.number}"


def _log_line(described: DescribedEntry) -> LogLine:
    entry, sentence, counts = described
    at = entry.at.astimezone()
    return LogLine(
        number=entry.number,
        at=format_time(at, "HH:mm", rebase=False),
        day=at.date().isoformat(),
        by=entry.by,
        text=translated(sentence),
        counts=counts,
        can_undo=history.can_be_undone(entry.fact) and not isinstance(entry.fact, EntriesUndone | EntriesRedone),
    )


log_page = page("log", "/log", "events/log.html")(LogPage)


def _back(console: Console, change: Change) -> str | None:
    """The page on which something was taken back, or the round of that page, for it may have gone; else the log."""
    tell(change)
    page, _, number = request.form.get("back", "").partition(":")
    if not (page.isidentifier() and f"events.{page}" in current_app.view_functions and console.may(page)):
        return None
    if 0 < positive(number) <= total_rounds(change.tournament):
        return console.url("round", number=positive(number))
    console.tournament = change.tournament
    try:
        return console.url(page)
    except BuildError:  # a page with a number
        return console.current_url


def tell(change: Change, entries: Iterable[LogEntry] | None = None) -> None:
    """Say on the next page what was taken back, counts again, or came of it."""
    for entry in change.entries if entries is None else entries:
        flash(translated(describe(change.tournament, entry.fact)))


log_page.offer("undo", "/undo", "undo", behind=("entries", "sure"), then=_back)
log_page.offer("redo", "/redo", "redo", behind=("entries",), then=lambda _, change: tell(change))
log_page.offer("add_note", "/note", "note", {"reason_needed": "text", "text_too_long": "text"})


@dataclass(frozen=True)
class RoomPage:
    """The address of the public page, large enough for a phone at the other end of the desk."""

    _console: Console

    @property
    def link(self) -> str:
        """The address."""
        return room_url().rstrip("/") + event_path(self._console.id)

    @property
    def code(self) -> str:
        """Its QR code, as SVG."""
        return qr_svg(self.link, fills=True)

    @property
    def restart(self) -> str:
        """The command by which other devices reach it; "" where they do."""
        return "" if reachable_url() else current_app.config.get(FOR_THE_ROOM, "vtes-toolkit serve --host 0.0.0.0")


room_page = page("room", "/room", "events/room.html")(RoomPage)
