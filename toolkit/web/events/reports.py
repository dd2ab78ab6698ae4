"""The end of the day: the reports that the event owes, each to copy, to save and to tick, and the day they are due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from flask import abort, current_app, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext as _p

from toolkit.exchange.result_text import Dialect
from toolkit.exchange.winner_post import PullRequest, pull_request
from toolkit.languages import Message, words_of
from toolkit.schemas import event_forms as forms
from toolkit.services.events import decks as tournament_decks
from toolkit.services.events import reports, vekn_push
from toolkit.services.kernel.links import event_path
from toolkit.services.season.results import replaced_by
from toolkit.tournament import Tournament
from toolkit.tournament.corrections import moved_since_the_final
from toolkit.tournament.errors import Refused
from toolkit.tournament.receivers import Output, OutputState, ReceiverFault, ResultWay, checklist, due_day, owed
from toolkit.tournament.state import State
from toolkit.tournament.steps import Blocker, blockers_of_finish, older_reading
from toolkit.web.base.i18n import day_words, language, translated
from toolkit.web.base.stores import card_data, current_context, own_folder
from toolkit.web.events import archon
from toolkit.web.events.console import Console, page
from toolkit.web.events.settings import label_of

# With the marks of these; as it stands on the page it has none.
_DIALECTS = {
    Dialect.DISCORD: "Discord",
    Dialect.WHATSAPP: "WhatsApp",
    Dialect.BBCODE: "BBCode",
    Dialect.MARKDOWN: "Markdown",
}
_STATES = {
    "ready": _p("a report", "Ready"),
    "warnings": _l("Check it first"),
    "blocked": _l("Something is missing"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultLine:
    """A fault that a receiver refuses or warns about, and the page that mends it; "" where none can.

    Attributes:
        settings: those that mend it on this page; `players` those whose VEKN number does.
    """

    text: str
    is_error: bool
    url: str
    settings: tuple[str, ...] = ()
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputCard:
    """A report.

    Attributes:
        text: what is copied, "" for a file; `url` the file, "" while it is blocked; `dialects` files with other marks.
        done: when it was ticked.
        request: to the archive for the post, once it is ready.
    """

    to: str
    title: str
    hint: str
    state: str
    word: str
    faults: list[FaultLine]
    text: str
    url: str
    done: str
    can_tick: bool
    dialects: list[tuple[str, str]]
    request: PullRequest | None


@dataclass(frozen=True)
class Owing:
    """The reports that an event owes, and the day by which the VEKN gets its result."""

    state: State

    @cached_property
    def _day(self) -> date | None:
        return due_day(self.state) if self.state.settings.is_sanctioned else None

    @property
    def due(self) -> str:
        """That day; "" for an event without a day, and for one that is not sanctioned."""
        return day_words(self._day)

    @property
    def days_left(self) -> int:
        """The days until then, negative if it is late."""
        today: date = current_context().now().astimezone().date()
        return (self._day - today).days if self._day else 0

    @property
    def has_reports(self) -> bool:
        """Whether the event owes any report."""
        return bool(owed(self.state))

    @property
    def unsent(self) -> int:
        """The number of reports that are still to be sent."""
        return sum(to.value not in self.state.reports_out for to in owed(self.state))


@dataclass(frozen=True)
class ReportPage:
    """The reports that the event owes, in the order of the desk."""

    at: Console

    @property
    def _state(self) -> Tournament:
        return self.at.tournament

    @cached_property
    def owing(self) -> Owing:
        """The number of reports to send, and their day."""
        return Owing(self._state)

    @cached_property
    def cards(self) -> list[OutputCard]:
        """The reports."""
        return [_card(self.at, output) for output in checklist(reports.case_of(self._state, card_data))]

    @property
    def readings(self) -> list[str]:
        """The lines about standings and a final that another reading or a correction would change."""
        return [translated(line) for line in (*older_reading(self._state), *moved_since_the_final(self._state))]

    @property
    def missing(self) -> list[FaultLine]:
        """The faults that block any of them and can be mended, each once."""
        faults = (fault for card in self.cards for fault in card.faults if fault.is_error and fault.url)
        return list(dict.fromkeys(faults))

    @property
    def warned(self) -> list[Blocker]:
        """Warnings about the results of a closed event."""
        if not self._state.is_finished:
            return []
        return [blocker for blocker in blockers_of_finish(self._state) if blocker.is_warning]

    @property
    def public_url(self) -> str:
        """The address of the public page."""
        return url_for("room.event", id=self.at.id)

    @property
    def replaced_url(self) -> str:
        """The page of results that this event replaces; "" without any."""
        id = replaced_by(current_context(), self._state.settings.vekn_event) if self._state.is_finished else None
        return url_for("results.show", id=id) if id else ""

    @property
    def has_template(self) -> bool:
        """Whether the workbook is filled into one of the organizer's own."""
        return reports.kept_template(own_folder(), self.at.id) is not None

    @property
    def can_push(self) -> bool:
        """Whether this installation may send the result to the VEKN's site."""
        return bool(_push_url())

    @property
    def can_send(self) -> bool:
        """Whether this installation may send the event to Archon."""
        return archon.is_configured()

    @property
    def labels(self) -> Mapping[str, str]:
        """The labels of the settings that are mended on this page."""
        return {name: label_of(name) for names in _HERE.values() for name in names}


report_page = page("report", "/report", "events/report.html")(ReportPage)


@report_page.action("/report/template", "template", None, {"no_archon_workbook": "file"})
def keep_template(console: Console) -> str | Console:
    """Keep the organizer's own workbook, which the event's is filled into; a button drops it again."""
    if request.form.get("drop"):
        reports.drop_template(own_folder(), console.id)
        return console.url("report")
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        console.typed.refuse("file", gettext("Choose a file first."))
        return console
    reports.keep_template(own_folder(), console.id, upload.stream.read())
    return console.url("report")


# Settings that are one line each; those of a place are mended together.
_HERE = {"vekn_event": ("vekn_event",), "date": ("date",)} | dict.fromkeys(("place", "country"), ("place", "country"))
# A longer list of players is mended on theirs.
_MOST_HERE = 12


@report_page.action(
    "/report/settings",
    "settings",
    None,
    {"bad_vekn_event": "vekn_event", "bad_place": "place", "bad_country": "country"},
)
def mend_settings(console: Console) -> None:
    """Set the settings that a receiver asks for, and no other."""
    names = {name for together in _HERE.values() for name in together}
    sent = {name: text for name, text in request.form.items() if name in names}
    tournament_decks.configure(console.work, forms.SettingsForm(partial=True).load(sent), card_data)


report_page.offer(
    "change_player",
    "/report/players/<int:player>",
    "number",
    {"bad_vekn": "vekn", "duplicate_vekn": "vekn"},
    only=("vekn",),
    needs=("vekn",),
)
report_page.offer("tick_report", "/report/ticks", "tick", behind=("to", "is_out"))


def _card(console: Console, state: OutputState) -> OutputCard:
    to, kind, done = state.to, state.to.kind, console.tournament.reports_out.get(state.to.value)
    return OutputCard(
        to=to.value,
        title=translated(Message(kind.title)),
        hint=translated(Message(kind.hint)) if kind.hint else "",
        state=state.word,
        word=str(_STATES[state.word]),
        faults=[_line(console, to, fault) for fault in state.faults],
        text=_text(console, to) if kind.is_copied and not state.is_blocked else "",
        url="" if state.is_blocked else url_for("api_tournaments.make_report", id=console.id, to=to.value),
        done=day_words(done),
        can_tick=to in owed(console.tournament) and console.tournament.is_finished,
        dialects=[
            (name, url_for("api_tournaments.make_report", id=console.id, to=to.value, dialect=dialect.value))
            for dialect, name in _DIALECTS.items()
            if kind.has_dialects
        ],
        request=pull_request(console.tournament) if to is Output.POST and not state.is_blocked else None,
    )


def _text(console: Console, to: Output) -> str:
    reporting = reports.Reporting(
        id=console.id,
        cards=card_data,
        url=f"{request.host_url.rstrip('/')}{event_path(console.id)}",
        words=words_of(language()),
    )
    return reports.make_report(console.tournament, to, reporting).content.decode()


def _line(console: Console, to: Output, fault: ReceiverFault) -> FaultLine:
    numbers = fault.finding.players if fault.field == "vekn" else ()
    return FaultLine(
        text=translated(fault.finding.message),
        is_error=to in fault.check.blocks,
        url=_mended_at(console, fault),
        settings=_HERE.get(fault.field, ()),
        players=numbers if len(numbers) <= _MOST_HERE else (),
    )


def _mended_at(console: Console, fault: ReceiverFault) -> str:
    """The page on which a fault is mended."""
    field, players = fault.field, fault.finding.players
    if not field:
        return ""
    if field in ("vekn", "players", "deck"):
        return console.url("player", player=players[0]) if len(players) == 1 else console.url("players")
    return console.url("standings") if field == "results" else console.url("settings", _anchor=field)


@dataclass(frozen=True)
class PushPage:
    """The result before it is sent to the VEKN's site: nothing leaves before a login is typed."""

    at: Console

    @property
    def event(self) -> str:
        """The event's number on the calendar, "" while it is not known."""
        return self.at.tournament.settings.vekn_event

    @cached_property
    def _result(self) -> tuple[str, list[str]]:
        try:
            return vekn_push.result_of(self.at.tournament, card_data).line, []
        except reports.ReportBlocked as blocked:
            return "", [translated(text) for text in blocked.problems]
        except (vekn_push.PushRefused, Refused) as error:
            return "", [translated(error.message)]

    @property
    def line(self) -> str:
        """The result as it would be sent; "" while it is blocked."""
        return self._result[0]

    @property
    def blocking(self) -> list[str]:
        """The problems that block it."""
        return self._result[1]

    @property
    def looked_at(self) -> str:
        """The day on which the site's calls were last looked at."""
        return day_words(ResultWay.VEKN.looked_at)

    @property
    def compared(self) -> list[FaultLine] | None:
        """The differences from the calendar, errors first; None before the calendar is asked."""
        compared: vekn_push.Compared | None = self.at.typed.found
        if not compared:
            return None
        lines = [(text, True) for text in compared.refused] + [(text, False) for text in compared.warnings]
        return [FaultLine(text=translated(text), is_error=is_error, url="") for text, is_error in lines]


def _pushed(console: Console) -> PushPage:
    if not _push_url():
        abort(404)
    return PushPage(console)


push_page = page("push", "/report/push", "events/push.html")(_pushed)


def _push_url() -> str:
    return str(current_app.config["VEKN_URL"])


@push_page.action("/report/push", "send", forms.PushForm)
def send_result(console: Console, user: str, password: str, do: str) -> str | Console:
    """Send the result, once, or only compare it with the calendar."""
    console.typed.values.pop("password", None)
    login = vekn_push.Login(user, password)
    if do == forms.Push.COMPARE:
        console.typed.found = vekn_push.compare_with_calendar(console.work, login, url=_push_url())
        console.tournament = current_context().tournaments.look(console.id).state
        return console
    vekn_push.send_result(console.work, login, card_data, url=_push_url())
    return console.url("report")
