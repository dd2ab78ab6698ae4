"""A tournament as an iCalendar file: the event, and its rounds as far as their times are known.

Rule: RFC 5545 (lines end with CRLF and are folded at 75 octets; text is escaped; UID and DTSTAMP in every event).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from toolkit.languages import ENGLISH, UNBROKEN_SPACES, Words
from toolkit.languages.countries import country_of
from toolkit.tournament.state import Round, State

PRODUCT = "-//VTES Toolkit//Tournaments//EN"
_OCTETS = 75


def render_calendar(state: State, words: Words = ENGLISH, *, uid: str, url: str, at: datetime) -> str:
    """The calendar of one event, its rounds named in the language of `words`.

    `uid` names the event for good, such as "abcd@host": asked for again, a calendar replaces what it had of it.
    `at` (aware UTC) is the time of the last change.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(state.settings.name)}",
        *_day(state, uid, url, at),
        *(line for round_ in _known_rounds(state) for line in _round(state, round_, words, uid, url, at)),
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _day(state: State, uid: str, url: str, at: datetime) -> Iterator[str]:
    """The event itself, all day long; without a day there is nothing to put into a calendar."""
    day = state.settings.date
    if day is None:
        return
    yield from _begin(uid, at)
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_text(state.settings.name)}"
    yield from _end(state, url)


def _round(state: State, round_: Round, words: Words, uid: str, url: str, at: datetime) -> Iterator[str]:
    clock = round_.clock
    assert clock.started_at is not None
    name, host = uid.partition("@")[::2]
    yield from _begin(f"{name}-{round_.number or 'final'}@{host}", at)
    yield f"DTSTART:{_moment(clock.started_at)}"
    yield f"DTEND:{_moment(clock.stopped_at or clock.started_at + timedelta(seconds=clock.seconds + clock.extension))}"
    title = words.gettext("round %(number)s", number=round_.number) if round_.number else words.gettext("the final")
    yield f"SUMMARY:{_text(words.gettext('%(event)s: %(round)s', event=state.settings.name, round=title))}"
    yield from _end(state, url)


def _known_rounds(state: State) -> Iterable[Round]:
    every = (*state.rounds, *((state.final_round,) if state.final_round else ()))
    return (round_ for round_ in every if round_.is_published and round_.clock.started_at is not None)


def _begin(uid: str, at: datetime) -> tuple[str, ...]:
    return "BEGIN:VEVENT", f"UID:{_text(uid)}", f"DTSTAMP:{_moment(at)}", f"LAST-MODIFIED:{_moment(at)}"


def _end(state: State, url: str) -> Iterator[str]:
    place = ", ".join(filter(None, (state.settings.place, country_of(state.settings.country))))
    if place:
        yield f"LOCATION:{_text(place)}"
    if url:
        yield f"URL:{url}"
    yield "CATEGORIES:VTES"
    yield "TRANSP:OPAQUE"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    """TEXT, section 3.3.11: what would end a value or a line is escaped, other control characters are left out."""
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")
    return "".join(character for character in escaped if character.isprintable() or character in UNBROKEN_SPACES)


def _folded(line: str) -> Iterator[str]:
    """The line in pieces of 75 octets, section 3.1; no character is cut in two."""
    piece, size = "", 0
    for character in line:
        octets = len(character.encode())
        if size + octets > _OCTETS:
            yield piece
            piece, size = " ", 1
        piece, size = piece + character, size + octets
    yield piece
