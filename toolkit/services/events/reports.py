"""Use cases of the finished event: the checklist of what it owes, and each report as bytes."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from pathlib import Path

from toolkit.cards import CardDatabase
from toolkit.decks import read
from toolkit.decks.model import Deck
from toolkit.errors import Conflict, NotFound
from toolkit.exchange.archon.model import book_of
from toolkit.exchange.archondata import render_archondata
from toolkit.exchange.icalendar import FeedEvent, moves_of, render_calendar, render_feed
from toolkit.exchange.result_text import Dialect, render_text
from toolkit.exchange.spreadsheet import render_rounds, render_standings
from toolkit.exchange.winner_post import render_post
from toolkit.languages import ENGLISH, Listed, Message, Words
from toolkit.languages.countries import country_code
from toolkit.services.events.listing import ListedTournament, list_tournaments
from toolkit.services.kernel.context import Context
from toolkit.services.kernel.data_folder import UnusableDataFolder, replace_file
from toolkit.services.kernel.recent import Recent
from toolkit.services.kernel.unit_of_work import digest
from toolkit.tournament.configuration import LONGEST_EVENT, Configuration
from toolkit.tournament.errors import Refused
from toolkit.tournament.receivers import (
    CheckedEvent,
    Output,
    OutputState,
    as_reported,
    checked_event,
    checklist,
    due_day,
    output_state,
    winners_list,
)
from toolkit.tournament.tournament import Tournament


class UnknownReport(NotFound):
    """No report of that name."""

    code = "unknown_report"


class ReportBlocked(Conflict):
    """A report that its receiver would refuse.

    Attributes:
        problems: all that blocks it.
    """

    code = "report_blocked"

    def __init__(self, state: OutputState) -> None:
        self.problems = tuple(fault.finding.message for fault in state.blocking)
        super().__init__(
            Message("%(name)s is not ready: %(list)s", name=state.to.value, list=Listed(self.problems, between=" "))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenReport:
    """A report as it is sent.

    Attributes:
        warnings: what its receiver looks at twice.
        is_draft: whether it was written although its receiver would refuse it.
        is_binary: whether it is no text.
    """

    content: bytes
    media_type: str
    file_name: str
    warnings: tuple[str, ...] = ()
    is_draft: bool = False
    is_binary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporting:
    """The reader for whom reports are made.

    Attributes:
        id: of the tournament.
        cards: where the cards of the winner's list are looked up.
        url: of the event's page; "" without one.
        words: of the text for chats and the calendar; no receiver's report depends on it.
        template: the organizer's own Archon workbook, which is filled in; None makes one from nothing.
    """

    id: str
    cards: Callable[[], CardDatabase]
    url: str = ""
    words: Words = ENGLISH
    dialect: Dialect = Dialect.PLAIN
    template: bytes | None = None


# The organizer's workbooks in the data folder: each under its checksum, and for each event which one it is.
_TEMPLATES = "archon"


def keep_template(folder: Path, event: str, content: bytes) -> None:
    """Keep the organizer's own Archon workbook in the data folder, for an event's workbook to be filled into.

    Raises:
        NoArchonWorkbook: it cannot be filled in.
        UnusableDataFolder: it cannot be written there.
    """
    from toolkit.exchange.archon.template import check_template

    check_template(content)
    checksum = hashlib.sha256(content).hexdigest()
    try:
        (folder / _TEMPLATES).mkdir(exist_ok=True)
        replace_file(folder / _TEMPLATES / f"{checksum}.xlsx", content)
        replace_file(folder / _TEMPLATES / event, checksum.encode())
    except OSError as error:
        raise UnusableDataFolder(f"The workbook cannot be kept in {folder}: {error.strerror}.") from error


def kept_template(folder: Path, event: str) -> bytes | None:
    """The workbook that is kept for an event; None where there is none."""
    try:
        checksum = (folder / _TEMPLATES / event).read_text(encoding="ascii")
        content = (folder / _TEMPLATES / f"{checksum}.xlsx").read_bytes()
    except (OSError, UnicodeDecodeError):
        return None
    return content if hashlib.sha256(content).hexdigest() == checksum else None


def drop_template(folder: Path, event: str) -> None:
    """Make the event's workbook from nothing again."""
    (folder / _TEMPLATES / event).unlink(missing_ok=True)


def case_of(tournament: Tournament, cards: Callable[[], CardDatabase]) -> CheckedEvent:
    """The event with its winner's list read, where there is one."""
    deck = winners_list(tournament)
    return checked_event(tournament, read(deck.text, cards()) if deck is not None else None)


def output_named(name: str) -> Output:
    """The report of that name.

    Raises:
        UnknownReport: there is none.
    """
    if (output := Output.named(name)) is None:
        raise UnknownReport(
            Message("There is no report “%(name)s”: there are %(list)s.", name=name[:40], list=Listed(Output))
        )
    return output


def make_report(tournament: Tournament, to: Output, reporting: Reporting, *, is_draft: bool = False) -> WrittenReport:
    """A report as bytes; the same log gives the same.

    Raises:
        Refused: the event is a rehearsal.
        ReportBlocked: its receiver would refuse it, and it was not asked for as a draft.
    """
    kind = to.kind
    if kind.is_result:
        check_reported(tournament)
    case = case_of(tournament, reporting.cards)
    state = output_state(case, to)
    if state.is_blocked and not (is_draft and kind.can_be_draft):
        raise ReportBlocked(state)
    content = _WRITERS[to](tournament, case, reporting)
    return WrittenReport(
        content=content if isinstance(content, bytes) else content.encode(),
        media_type=kind.media_type,
        file_name=_file_name(tournament, to, reporting.id),
        warnings=tuple(fault.finding.message for fault in state.faults),
        is_draft=state.is_blocked,
        is_binary=kind.is_binary,
    )


def check_reported(tournament: Tournament) -> None:
    """Refuse an event that is not public.

    Raises:
        Refused: the event is a rehearsal.
    """
    if tournament.settings.is_rehearsal:
        raise Refused(Message("This is a rehearsal: its results are not reported."), code="rehearsal")


def _file_name(tournament: Tournament, to: Output, id: str) -> str:
    number = tournament.settings.vekn_event
    name = number if to.kind.is_named_by_event and number else f"{id}-{to.value}"
    return f"{name}.{to.kind.ending}"


def calendar_of(tournament: Tournament, reporting: Reporting) -> str:
    """The event's calendar: asked for again, it brings what has changed."""
    uid, at = _uid(reporting.id), _last_change(tournament)
    return render_calendar(tournament, reporting.words, uid=uid, url=reporting.url, at=at, moves=moves_of(tournament))


# An event that ended so many days ago is not in the server's calendar any more; so many stand in it at most.
_FEED_DAYS, _FEED_MOST = datetime.timedelta(days=60), 500
# What of an event stands there, by store, log and its last entry: most events have not changed when they are asked for.
_IN_FEED: Recent[tuple[str, str, int], tuple[Configuration, datetime.datetime, int]] = Recent(2_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """The calendar of a server: `version` changes with it, `render` writes it."""

    version: str
    render: Callable[[], str]


def server_calendar(
    context: Context,
    words: Words = ENGLISH,
    *,
    url: Callable[[str], str],
    country: str = "",
    is_online: bool | None = None,
) -> Feed:
    """The events that all may know of, none that ended over 60 days ago, for calendars that subscribe.

    `url` gives an event's page by its id; `country` (ISO 3166 alpha-2) and `is_online` leave out all others.
    """
    oldest = context.now().date() - _FEED_DAYS
    listed = [event for event in list_tournaments(context) if event.is_public and _may_last_until(event, oldest)][
        :_FEED_MOST
    ]
    asked = (words.language, url(""), country, is_online, oldest.isoformat())

    def render() -> str:
        feed = ((event, *_in_feed(context, event)) for event in listed)
        return render_feed(
            [
                FeedEvent(settings=settings, uid=_uid(event.id), url=url(event.id), at=at, moves=moves)
                for event, settings, at, moves in feed
                if _is_asked_for(settings, oldest, country, is_online)
            ],
            words,
        )

    return Feed(version=digest((*asked, *((event.id, event.number) for event in listed))), render=render)


def _may_last_until(event: ListedTournament, oldest: datetime.date) -> bool:
    """Whether an event may not have ended before a day, as far as its summary tells."""
    first = event.summary.date
    return first is not None and first >= (oldest - datetime.timedelta(days=LONGEST_EVENT)).isoformat()


def _in_feed(context: Context, listed: ListedTournament) -> tuple[Configuration, datetime.datetime, int]:
    """The settings, the last change, and how often the event moved."""
    key = (str(context.store.url), listed.id, listed.number)
    if (kept := _IN_FEED.get(key)) is not None:
        return kept
    event = context.tournaments.look(listed.id).state
    return _IN_FEED.keep(key, (event.settings, _last_change(event), moves_of(event)))


def _is_asked_for(settings: Configuration, oldest: datetime.date, country: str, is_online: bool | None) -> bool:
    last = settings.last_day or settings.date
    return (
        last is not None
        and last >= oldest
        and (not country or country_code(settings.country) == country)
        and (is_online is None or settings.is_online is is_online)
    )


def _uid(id: str) -> str:
    # The id alone is unique; the host is the same for every address by which this machine is reached.
    return f"{id}@vtes-toolkit"


def _last_change(tournament: Tournament) -> datetime.datetime:
    return tournament.entry(tournament.number).moment  # a calendar keeps what is older than what it has


def _workbook(tournament: Tournament, case: CheckedEvent, reporting: Reporting) -> bytes:
    from toolkit.exchange.archon.template import fill_template
    from toolkit.exchange.archon.writing import write_book

    book, at = book_of(as_reported(tournament)), _last_change(tournament)
    return write_book(book, at=at) if reporting.template is None else fill_template(reporting.template, book, at=at)


def _decks(tournament: Tournament, case: CheckedEvent, reporting: Reporting) -> bytes:
    from toolkit.exchange.deck_archive import render_archive

    cards = reporting.cards()
    return render_archive(tournament, lambda text: read(text, cards), at=_last_change(tournament))


_WRITERS: dict[Output, Callable[[Tournament, CheckedEvent, Reporting], str | bytes]] = {
    Output.ARCHONDATA: lambda event, case, reporting: render_archondata(event) + "\n",
    Output.WORKBOOK: _workbook,
    Output.POST: lambda event, case, reporting: render_post(event, case.reading.deck if case.reading else Deck()),
    Output.DECKS: _decks,
    Output.STANDINGS: lambda event, case, reporting: render_standings(event),
    Output.ROUNDS: lambda event, case, reporting: render_rounds(event),
    Output.TEXT: lambda event, case, reporting: render_text(
        event, reporting.dialect, reporting.words, url=reporting.url
    ),
    Output.CALENDAR: lambda event, case, reporting: calendar_of(event, reporting),
}


def check_writers(writers: Container[Output]) -> None:
    """Make sure that every report has a writer.

    Raises:
        TypeError: one has none.
    """
    if missing := [output.name for output in Output if output not in writers]:
        raise TypeError(f"Output.{missing[0]} has no writer: add one to _WRITERS of {__name__}.")


check_writers(_WRITERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportProblemView:
    """Something that a receiver refuses (`error`) or looks at twice (`warning`).

    Attributes:
        field: the place to fix it: a setting, `vekn`, `players`, `deck`, `results`; "" if nothing can be fixed.
        players: numbers of the players concerned.
    """

    code: str
    severity: str
    message: str
    field: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputView:
    """A report: `state` is `ready`, `warnings` or `blocked`."""

    to: str
    state: str
    problems: tuple[ReportProblemView, ...] = field(default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistView:
    """The tasks that the event owes; `due` null without a day of the event, `days_left` negative once it has passed."""

    due: str | None
    days_left: int | None
    outputs: tuple[OutputView, ...]


def show_checklist(tournament: Tournament, cards: Callable[[], CardDatabase], *, today: datetime.date) -> ChecklistView:
    """The checklist as every door shows it."""
    due = due_day(tournament)
    return ChecklistView(
        due=due.isoformat() if due else None,
        days_left=(due - today).days if due else None,
        outputs=tuple(_shown(state) for state in checklist(case_of(tournament, cards))),
    )


def _shown(state: OutputState) -> OutputView:
    return OutputView(
        to=state.to.value,
        state=state.word,
        problems=tuple(
            ReportProblemView(
                code=fault.code,
                severity="error" if state.to in fault.check.blocks else "warning",
                message=fault.finding.message,
                field=fault.field,
                players=fault.finding.players,
            )
            for fault in state.faults
        ),
    )
