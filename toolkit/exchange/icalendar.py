"""Tournaments as iCalendar files: one with its rounds as far as their times are known, or many to subscribe to.

Rule: RFC 5545 (lines end with CRLF and are folded at 75 octets; text is escaped; UID and DTSTAMP in every event).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from toolkit.languages import ENGLISH, UNBROKEN_SPACES, Words
from toolkit.languages.countries import country_of
from toolkit.tournament.configuration import KINDS, Configuration
from toolkit.tournament.facts import ConfigurationChanged
from toolkit.tournament.settings import SETTINGS
from toolkit.tournament.state import Round, State
from toolkit.tournament.tournament import Tournament

PRODUCT = "-//VTES Toolkit//Tournaments//EN"
_OCTETS = 75


def render_calendar(state: State, words: Words = ENGLISH, *, uid: str, url: str, at: datetime, moves: int = 0) -> str:
    """The calendar of one event, its rounds named in the language of `words`.

    `uid` names the event for good, such as "abcd@host": asked for again, a calendar replaces what it had of it.
    `at` (aware UTC) is the time of the last change; `moves` how often day, time or place were changed.
    """
    return _calendar(
        state.settings.name,
        *_zones([state.settings]),
        *_day(state.settings, words, uid, url, at, moves),
        *(line for round_ in _known_rounds(state) for line in _round(state, round_, words, uid, url, at)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEvent:
    """An event of a calendar that one subscribes to; `uid`, `url`, `at` and `moves` as in `render_calendar`."""

    settings: Configuration
    uid: str
    url: str
    at: datetime
    moves: int


# How often a program that has subscribed should look again.
_LOOK_AGAIN = "PT6H"


def render_feed(events: Sequence[FeedEvent], words: Words = ENGLISH) -> str:
    """A calendar of many events, without their rounds, for programs that subscribe to it."""
    return _calendar(
        words.gettext("VTES tournaments"),
        f"REFRESH-INTERVAL;VALUE=DURATION:{_LOOK_AGAIN}",
        f"X-PUBLISHED-TTL:{_LOOK_AGAIN}",
        *_zones([event.settings for event in events]),
        *(
            line
            for event in events
            for line in _day(event.settings, words, event.uid, event.url, event.at, event.moves)
        ),
    )


def _calendar(name: str, *lines: str) -> str:
    every = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(name)}",
        *lines,
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in every for part in _folded(line))


# What lies between two rounds, and how long an event is whose rounds have no clock.
_BREAK = 15
_LONGEST_DAY = timedelta(hours=8)
# What moves an event in a calendar.
_MOVES = frozenset(name for name, row in SETTINGS.items() if row.moves_event)


def moves_of(tournament: Tournament) -> int:
    """How often day, time or place of an event were changed."""
    facts = (entry.fact for entry in tournament.log if entry.number not in tournament.undone)
    return sum(
        isinstance(fact, ConfigurationChanged) and not _MOVES.isdisjoint(change.name for change in fact.changes)
        for fact in facts
    )


def _begins(settings: Configuration) -> datetime | None:
    """When the event begins, in its own zone; None where only the day is known."""
    if settings.date is None or not (settings.start and settings.timezone):
        return None
    return datetime.combine(settings.date, time.fromisoformat(settings.start), settings.zone)


def _ends(settings: Configuration, begin: datetime) -> datetime:
    minutes = settings.rounds * (settings.minutes + _BREAK) + (settings.final_minutes if settings.has_final else 0)
    length = timedelta(minutes=minutes) if settings.minutes else _LONGEST_DAY
    last = settings.last_day or settings.date
    assert last is not None
    return max(begin + length, datetime.combine(last, (begin + length).timetz()))


def _zones(events: Iterable[Configuration]) -> Iterator[str]:
    """The rules of the events' zones around their days, for a calendar that does not know a zone by its name."""
    years: dict[str, list[int]] = {}
    for settings in events:
        if (begin := _begins(settings)) is not None:
            years.setdefault(settings.timezone, []).append(begin.year)
    for name, years_there in years.items():
        yield from _zone(name, min(years_there), max(years_there))


@lru_cache(maxsize=64)
def _zone(name: str, first: int, last: int) -> tuple[str, ...]:
    # Slow to import, and few events say when they begin.
    from icalendar import Timezone

    zone = Timezone.from_tzid(name, first_date=date(first, 1, 1), last_date=date(last + 2, 1, 1))
    return tuple(zone.to_ical().decode().replace("\r\n ", "").strip().split("\r\n"))


def _day(settings: Configuration, words: Words, uid: str, url: str, at: datetime, moves: int) -> Iterator[str]:
    """The event itself: from when to when, where that is known, else all day long; nothing without a day."""
    if settings.date is None:
        return
    yield from _begin(uid, at)
    yield f"SEQUENCE:{moves}"
    begin = _begins(settings)
    if begin is None:
        yield f"DTSTART;VALUE=DATE:{settings.date:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{(settings.last_day or settings.date) + timedelta(days=1):%Y%m%d}"
    else:
        yield f"DTSTART;TZID={settings.timezone}:{begin:%Y%m%dT%H%M%S}"
        yield f"DTEND;TZID={settings.timezone}:{_ends(settings, begin):%Y%m%dT%H%M%S}"
    yield f"SUMMARY:{_text(settings.name)}"
    yield from _end(settings, url, words.gettext(KINDS[settings.kind]))


def _round(state: State, round_: Round, words: Words, uid: str, url: str, at: datetime) -> Iterator[str]:
    clock = round_.clock
    assert clock.started_at is not None
    assert clock.began_at is not None
    ends_at = clock.stopped_at or clock.started_at + timedelta(seconds=clock.seconds + clock.extension)
    name, host = uid.partition("@")[::2]
    yield from _begin(f"{name}-{round_.number or 'final'}@{host}", at)
    yield f"DTSTART:{_moment(clock.began_at)}"
    yield f"DTEND:{_moment(clock.began_at + (ends_at - clock.started_at))}"
    title = words.gettext("round %(number)s", number=round_.number) if round_.number else words.gettext("the final")
    yield f"SUMMARY:{_text(words.gettext('%(event)s: %(round)s', event=state.settings.name, round=title))}"
    yield from _end(state.settings, url)


def _known_rounds(state: State) -> Iterable[Round]:
    every = (*state.rounds, *((state.final_round,) if state.final_round else ()))
    return (round_ for round_ in every if round_.is_published and round_.clock.started_at is not None)


def _begin(uid: str, at: datetime) -> tuple[str, ...]:
    return "BEGIN:VEVENT", f"UID:{_text(uid)}", f"DTSTAMP:{_moment(at)}", f"LAST-MODIFIED:{_moment(at)}"


def _end(settings: Configuration, url: str, kind: str = "") -> Iterator[str]:
    place = ", ".join(filter(None, (settings.venue, settings.place, country_of(settings.country))))
    if place:
        yield f"LOCATION:{_text(place)}"
    if url:
        yield f"URL:{url}"
    yield f"CATEGORIES:VTES{f',{_text(kind)}' if kind else ''}"
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
