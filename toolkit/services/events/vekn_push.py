"""Sending a finished event's result to the VEKN's site, by the organizer's own login, which is never kept.

The site's calls are known from programs that use them, not from it: what it answers otherwise is shown as it came.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from toolkit import __version__
from toolkit.cards import CardDatabase
from toolkit.errors import Conflict, NotFound
from toolkit.exchange.archondata import render_archondata
from toolkit.languages import Message
from toolkit.services.events.reports import ReportBlocked, case_of, check_reported
from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
from toolkit.tournament.receivers import (
    Output,
    ResultWay,
    check_way,
    day_differs,
    note_calendar,
    note_sent,
    output_state,
    rounds_differ,
)
from toolkit.tournament.state import OnCalendar
from toolkit.tournament.tournament import Tournament

if TYPE_CHECKING:
    import requests

_SECONDS = 10
_LARGEST = 1024 * 1024


class PushNotAllowed(NotFound):
    """This installation sends nothing: no address is configured."""

    code = "push_not_allowed"


class PushRefused(Conflict):
    """The site refuses the login or the result, or it would: what stands on its calendar does not fit."""

    code = "push_refused"


class SiteUnreachable(Conflict):
    """The site did not answer, or not as its calls do; nothing was sent."""

    code = "vekn_unreachable"


class OutcomeUnknown(Conflict):
    """A result, or a step of one, was sent and no answer came: it may have arrived."""

    code = "outcome_unknown"


@dataclass(frozen=True, slots=True)
class Login:
    """A user of the site; lives as long as the request that brought it."""

    user: str
    password: str

    def __repr__(self) -> str:
        return "Login(…)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The result to send: the line, and the event's number on the calendar."""

    event: str
    line: str

    @property
    def checksum(self) -> str:
        """Of the line (SHA-256)."""
        return hashlib.sha256(self.line.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent:
    """An event as the calendar has it."""

    name: str
    known: OnCalendar
    organizer: str
    has_results: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The differences from the calendar: `refused` stops the result, `warnings` do not."""

    refused: tuple[Message, ...]
    warnings: tuple[Message, ...]


# What the site's words mean; the beginning of each is the same.
_WORDS = {
    "LOGIN_INVALID_USER": Message("vekn.net knows no such user."),
    "LOGIN_INVALID_PASSWORD": Message("vekn.net says that the password is wrong."),
    "ARCHON_EVENT_NOT_FOUND": Message("vekn.net's calendar has no event of that number."),
    "ARCHON_WRONG_USER": Message("vekn.net accepts the result only from the person who put the event on its calendar."),
    "ARCHON_ARCHON_ALREADY_SUBMITTED": Message("vekn.net has the result of this event already."),
    "ARCHON_MISSING_VEKN_NUMBER": Message("vekn.net misses a player's VEKN number."),
    "ARCHON_ARCHON_PARSE_ERROR": Message("vekn.net could not read the result."),
    "ARCHON_ROUNDS_MISMATCH": Message("vekn.net's calendar has another number of rounds for this event."),
    "ARCHON_INVALID_PARAMETER": Message("vekn.net did not understand what was sent."),
    "REGISTRY_NOT_AUTHORIZED": Message("vekn.net does not allow this to that user."),
}


_NO_NUMBER = Message("The settings do not say the event's number on the VEKN's calendar.")


def push_url(environment: Mapping[str, str] = os.environ) -> str:
    """The address that results are sent to; "" if none is configured."""
    return environment.get("VTES_TOOLKIT_VEKN_URL", "").strip()


def result_of(tournament: Tournament, cards: Callable[[], CardDatabase]) -> Result:
    """The result that would be sent.

    Raises:
        Refused: the event is a rehearsal, or its result went out by another way.
        ReportBlocked: the site would refuse it.
        PushRefused: the settings do not say the event's number on the calendar.
    """
    check_reported(tournament)
    check_way(tournament, ResultWay.VEKN)
    state = output_state(case_of(tournament, cards), Output.ARCHONDATA)
    if state.is_blocked:
        raise ReportBlocked(state)
    if not tournament.settings.vekn_event:
        raise PushRefused(_NO_NUMBER)
    return Result(event=tournament.settings.vekn_event, line=render_archondata(tournament))


def compare_with_calendar(work: UnitOfWork, login: Login, *, url: str) -> Compared:
    """The differences between calendar and event; nothing is sent but the login.

    Its day and rounds go into the log, so that the event tells what differs from now on.

    Raises:
        PushNotAllowed, PushRefused, SiteUnreachable: no address, no number, a login that is none, no answer.
    """
    tournament = work.look()
    if not tournament.settings.vekn_event:
        raise PushRefused(_NO_NUMBER)
    with _Site(url) as site:
        site.sign_in(login)
        event = site.event(tournament.settings.vekn_event)
    entry = event.known
    work.change(note_calendar, event=entry.event, day=entry.day, rounds=entry.rounds)
    return _compared(tournament, event)


def send_result(work: UnitOfWork, login: Login, cards: Callable[[], CardDatabase], *, url: str) -> Change:
    """Send the result, and note in the log that it was.

    Raises:
        ReportBlocked: the site would refuse it.
        PushNotAllowed, PushRefused, SiteUnreachable: nothing was sent.
        OutcomeUnknown: no answer came; nothing is noted, and nothing is sent again by itself.
    """
    tournament = work.look()
    result = result_of(tournament, cards)
    with _Site(url) as site:
        site.sign_in(login)
        compared = _compared(tournament, site.event(result.event))
        if compared.refused:
            raise PushRefused(compared.refused[0])
        site.send(result)
    # It has been sent: what others changed meanwhile does not keep it out of the log.
    return replace(work, expected=None).change(note_sent, event=result.event, checksum=result.checksum)


def _compared(tournament: Tournament, event: CalendarEvent) -> Compared:
    return Compared(refused=tuple(_refused(tournament, event)), warnings=tuple(_warnings(tournament, event)))


def _refused(tournament: Tournament, event: CalendarEvent) -> Iterator[Message]:
    if event.has_results:
        yield _WORDS["ARCHON_ARCHON_ALREADY_SUBMITTED"]
    if (message := rounds_differ(tournament, event.known)) is not None:
        yield message


def _warnings(tournament: Tournament, event: CalendarEvent) -> Iterator[Message]:
    settings = tournament.settings
    if event.name.strip().casefold() != settings.name.strip().casefold():
        yield Message("The calendar calls it “%(name)s”, here it is “%(other)s”.", name=event.name, other=settings.name)
    if (message := day_differs(tournament, event.known)) is not None:
        yield message
    if settings.organizer_vekn and event.organizer and event.organizer != settings.organizer_vekn:
        yield Message(
            "The organizer here is %(other)s, but the calendar has %(number)s. The site accepts the "
            "result only from the organizer in its calendar.",
            number=event.organizer,
            other=settings.organizer_vekn,
        )


class _Site:
    """The site's calls, for one person and one request; its token is forgotten with it."""

    def __init__(self, url: str) -> None:
        if not url:
            raise PushNotAllowed(Message("This installation sends nothing to vekn.net."))
        import requests  # 0.1 s that no page of the console needs

        self._url = url.rstrip("/")
        self._session = requests.Session()
        self._session.headers.update({"User-Agent": f"vtes-toolkit/{__version__}", "Accept": "application/json"})
        # Neither a file of passwords nor a proxy of the environment has a part in it.
        self._session.trust_env = False

    def __enter__(self) -> _Site:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def sign_in(self, login: Login) -> None:
        """Get a token for the calls that follow."""
        data = self._asked("POST", "login", {"username": login.user, "password": login.password})
        token = data.get("auth")
        if not isinstance(token, str) or not token:
            raise SiteUnreachable(Message("vekn.net answered without a token: nothing was sent."))
        self._session.headers["Authorization"] = f"Bearer {token}"

    def event(self, number: str) -> CalendarEvent:
        """An event of the calendar."""
        events = self._asked("GET", f"event/{number}").get("events")
        if not isinstance(events, list) or not events or not isinstance(events[0], dict):
            raise PushRefused(_WORDS["ARCHON_EVENT_NOT_FOUND"])
        values = events[0]
        return CalendarEvent(
            name=str(values.get("event_name", "")),
            known=OnCalendar(
                event=number,
                day=str(values.get("event_startdate") or "")[:10],
                rounds=_rounds_of(str(values.get("rounds", ""))),
            ),
            organizer=str(values.get("organizer_veknid", "")),
            has_results=bool(values.get("players")),
        )

    def send(self, result: Result) -> None:
        """Send the result, once."""
        try:
            self._asked("POST", f"archon/{result.event}", {"archondata": result.line})
        except SiteUnreachable as error:
            message = Message("It is not known whether vekn.net took the result: look at the event's page there.")
            raise OutcomeUnknown(message) from error

    def _asked(self, method: str, path: str, form: Mapping[str, str] | None = None) -> Mapping[str, Any]:
        try:
            # A redirect could lead to another host, with the login: none is followed.
            answer = self._session.request(
                method, f"{self._url}/{path}", data=form, timeout=_SECONDS, allow_redirects=False, stream=True
            )
            with answer:
                body = _body(answer)
        except OSError as error:  # what `requests` raises is one
            raise SiteUnreachable(Message("vekn.net does not answer: nothing was sent.")) from error
        return _data_of(answer, body)


def _body(answer: requests.Response) -> bytes:
    """An answer as far as it may be long and may take."""
    end, body = time.monotonic() + _SECONDS, bytearray()
    for piece in answer.iter_content(16 * 1024):
        body += piece
        if len(body) > _LARGEST or time.monotonic() > end:
            raise TimeoutError
    return bytes(body)


def _data_of(answer: requests.Response, body: bytes) -> Mapping[str, Any]:
    """The content of an answer.

    Raises:
        PushRefused: it refuses.
        SiteUnreachable: it is a page, or nothing that this program understands.
    """
    try:
        data = json.loads(body)["data"]
        code, word = str(data.get("code") or 200), str(data.get("message") or "")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise SiteUnreachable(
            Message(
                "vekn.net answered with status %(number)s and no result: nothing was sent.", number=answer.status_code
            )
        ) from None
    if code != "200" or answer.status_code >= 400:
        key = next((key for key in _WORDS if word.endswith(key)), None)
        raise PushRefused(_WORDS[key] if key else Message("vekn.net answered: %(text)s", text=(word or code)[:200]))
    content: Mapping[str, Any] = data
    return content


def _rounds_of(text: str) -> int:
    """The rounds with the final of "3R+F"; 0 where it does not say."""
    match = re.match(r"\s*([1-9])\s*R(\s*\+\s*F)?", text, re.IGNORECASE)
    return int(match[1]) + bool(match[2]) if match else 0
