"""The day is over: what the event owes to whom, by when; each report to copy, to save, and to tick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from flask import abort, current_app, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext as _p

from toolkit.exchange.result_text import Dialect
from toolkit.languages import Message, words_of
from toolkit.schemas import event_forms as forms
from toolkit.services.events import decks as tournament_decks
from toolkit.services.events import reports, vekn_push
from toolkit.services.kernel.links import event_path
from toolkit.tournament.receivers import Output, OutputState, ReceiverFault, checklist, due_day, owed
from toolkit.tournament.steps import Blocker, blockers_of_finish
from toolkit.web.base.i18n import day_words, language, said
from toolkit.web.base.stores import card_data, current_context, own_folder
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
    """What a receiver refuses or looks at twice, and the page that mends it; "" where none can.

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPage:
    """Everything that is owed; `due` is "" without a day of the event.

    Attributes:
        missing: what blocks any of it and can be mended, each once; `warned` is what to look at in the results.
        labels: of the settings that mend it on this page.
        has_template: whether the workbook is filled into one of the organizer's own.
        can_push: whether this installation may send the result to the VEKN's site.
    """

    due: str
    days_left: int
    out: int
    owed: int
    missing: list[FaultLine]
    warned: list[Blocker]
    cards: list[OutputCard]
    public_url: str
    has_template: bool
    can_push: bool
    labels: Mapping[str, str]


@page("report", "/report", "events/report.html")
def report_page(console: Console) -> ReportPage:
    """What the event owes, in the order of the desk."""
    state = console.tournament
    due = due_day(state) if state.settings.is_sanctioned else None
    today: date = current_context().now().astimezone().date()
    cards = [_card(console, one) for one in checklist(reports.case_of(state, card_data))]
    return ReportPage(
        due=day_words(due),
        days_left=(due - today).days if due else 0,
        out=sum(to.value in state.reports_out for to in owed(state)),
        owed=len(owed(state)),
        missing=list(dict.fromkeys(fault for card in cards for fault in card.faults if fault.is_error and fault.url)),
        warned=[one for one in blockers_of_finish(state) if one.is_warning] if state.is_finished else [],
        cards=cards,
        public_url=url_for("room.event", id=console.id),
        has_template=reports.kept_template(own_folder(), console.id) is not None,
        can_push=bool(_push_url()),
        labels={name: label_of(name) for names in _HERE.values() for name in names},
    )


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
    """Set what a receiver asks for, and leave every other setting as it is."""
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
        title=said(Message(kind.title)),
        hint=said(Message(kind.hint)) if kind.hint else "",
        state=state.word,
        word=str(_STATES[state.word]),
        faults=[_line(console, to, fault) for fault in state.faults],
        text=_text(console, to) if kind.is_copied and not state.is_blocked else "",
        url="" if state.is_blocked else url_for("api_tournaments.make_report", id=console.id, to=to.value),
        done=day_words(done),
        can_tick=kind.is_owed and console.tournament.is_finished,
        dialects=[
            (name, url_for("api_tournaments.make_report", id=console.id, to=to.value, dialect=dialect.value))
            for dialect, name in _DIALECTS.items()
            if kind.has_dialects
        ],
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
    whose = fault.finding.players if fault.field == "vekn" else ()
    return FaultLine(
        text=said(fault.finding.message),
        is_error=to in fault.check.blocks,
        url=_mended_at(console, fault),
        settings=_HERE.get(fault.field, ()),
        players=whose if len(whose) <= _MOST_HERE else (),
    )


def _mended_at(console: Console, fault: ReceiverFault) -> str:
    """The page on which a fault is mended."""
    field, players = fault.field, fault.finding.players
    if not field:
        return ""
    if field in ("vekn", "players", "deck"):
        return console.url("player", player=players[0]) if len(players) == 1 else console.url("players")
    return console.url("standings") if field == "results" else console.url("settings", _anchor=field)


@dataclass(frozen=True, slots=True, kw_only=True)
class PushPage:
    """What would be sent to the VEKN's site, and what its calendar says otherwise.

    Attributes:
        event: the number on the calendar, which can be asked of it as soon as it is known.
        blocking: why nothing can be sent; `line` is "" then.
        compared: what the calendar says otherwise, those that it would be refused for first; None where nobody asked.
    """

    event: str
    line: str
    blocking: list[str]
    compared: list[FaultLine] | None


@page("push", "/report/push", "events/push.html")
def push_page(console: Console) -> PushPage:
    """The result before it is sent: nothing leaves before a login is typed."""
    if not _push_url():
        abort(404)
    compared: vekn_push.Compared | None = console.typed.found
    lines = (
        [(text, True) for text in compared.refused] + [(text, False) for text in compared.warnings] if compared else []
    )
    shown = [FaultLine(text=said(text), is_error=is_error, url="") for text, is_error in lines]
    line, blocking = "", list[str]()
    try:
        line = vekn_push.result_of(console.tournament, card_data).line
    except reports.ReportBlocked as blocked:
        blocking = [said(text) for text in blocked.problems]
    except vekn_push.PushRefused as error:
        blocking = [said(error.message)]
    return PushPage(
        event=console.tournament.settings.vekn_event,
        line=line,
        blocking=blocking,
        compared=shown if compared else None,
    )


def _push_url() -> str:
    return str(current_app.config["VEKN_URL"])


@push_page.action("/report/push", "send", forms.PushForm)
def send_result(console: Console, user: str, password: str, do: str) -> str | Console:
    """Send the result, once, or only ask the calendar what it says otherwise."""
    console.typed.values.pop("password", None)
    login = vekn_push.Login(user, password)
    if do == forms.Push.COMPARE:
        console.typed.found = vekn_push.compare_with_calendar(console.work, login, url=_push_url())
        console.tournament = current_context().tournaments.look(console.id).state
        return console
    vekn_push.send_result(console.work, login, card_data, url=_push_url())
    return console.url("report")
