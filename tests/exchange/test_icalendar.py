"""Calendars, against what RFC 5545 says of lines, text and times."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import icalendar
import pytest

from tests.tournament.organizer import START, Organizer
from toolkit.exchange.icalendar import moves_of, render_calendar
from toolkit.languages import words_of

AT = datetime(2026, 11, 20, 18, 30, 5, tzinfo=UTC)


def calendar(organizer: Organizer) -> str:
    return render_calendar(organizer.state, uid="abc@here", url="https://vtes.example/tournaments/abc", at=AT)


def unfolded(text: str) -> list[str]:
    """RFC 5545, 3.1: a line break followed by a space continues the line."""
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def test_an_event_of_a_day_lasts_the_day() -> None:
    lines = unfolded(calendar(Organizer(date=date(2026, 11, 21), place="Lyon", country="France")))
    assert (lines[0], lines[1], lines[-1]) == ("BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR")
    for wanted in (
        "UID:abc@here",
        "DTSTAMP:20261120T183005Z",
        "DTSTART;VALUE=DATE:20261121",
        "DTEND;VALUE=DATE:20261122",
        "SUMMARY:Test",
        "LOCATION:Lyon\\, France",
        "URL:https://vtes.example/tournaments/abc",
    ):
        assert wanted in lines


def test_a_round_stands_with_its_times_once_its_clock_was_started() -> None:
    organizer = Organizer(date=date(2026, 11, 21), rounds=1, minutes=120).with_players(5).seated([1, 2, 3, 4, 5])
    assert "Test: round 1" not in calendar(organizer)
    organizer.start_clock(1)
    lines = unfolded(calendar(organizer))
    start = organizer.state.round(1).clock.started_at
    assert start is not None
    assert start > START
    at = lines.index("UID:abc-1@here")
    assert f"DTSTART:{start:%Y%m%dT%H%M%SZ}" in lines[at:]
    assert f"DTEND:{start + timedelta(hours=2):%Y%m%dT%H%M%SZ}" in lines[at:]
    assert "SUMMARY:Test: round 1" in lines[at:]


@pytest.mark.parametrize(("language", "title"), [("fr", "Test\u202f: ronde 1"), ("es", "Test: ronda 1")])
def test_rounds_are_named_in_the_language_asked_for(language: str, title: str) -> None:
    organizer = Organizer(date=date(2026, 11, 21), rounds=1, minutes=120).with_players(5).seated([1, 2, 3, 4, 5])
    organizer.start_clock(1)
    text = render_calendar(organizer.state, words_of(language), uid="abc@here", url="", at=AT)
    assert f"SUMMARY:{title}" in unfolded(text)


def test_without_a_day_and_a_clock_the_calendar_is_empty() -> None:
    assert "VEVENT" not in calendar(Organizer(date=None))


@pytest.mark.parametrize("name", ["a,b;c\\d", "Ünïcödé " * 20, "\N{BAT}" * 60])
def test_text_is_escaped_and_folded_at_75_octets_between_characters(name: str) -> None:
    text = calendar(Organizer(name=name, date=date(2026, 11, 21)))
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    (summary,) = [line for line in unfolded(text) if line.startswith("SUMMARY:")]
    assert re.sub(r"\\([\\;,])", r"\1", summary.removeprefix("SUMMARY:")) == name


def test_nothing_written_into_a_name_begins_another_line() -> None:
    text = calendar(Organizer(name="a", place="x\\nATTACH:evil", date=date(2026, 11, 21)))
    assert [line for line in unfolded(text) if line.startswith("ATTACH")] == []


def read(organizer: Organizer) -> icalendar.Event:
    """The event as another program's reader has it."""
    text = render_calendar(organizer.state, uid="abc@here", url="", at=AT, moves=moves_of(organizer.tournament))
    return icalendar.Calendar.from_ical(text).walk("VEVENT")[0]


def announced(**settings: object) -> Organizer:
    return Organizer(**{"date": date(2026, 11, 21), "start": "10:00", "timezone": "Europe/Prague", **settings})


@pytest.mark.parametrize(
    ("settings", "begin", "end"),
    [
        # Three rounds of two hours and a quarter, and two hours of a final.
        ({}, "2026-11-21 09:00", "2026-11-21 17:45"),
        ({"rounds": 2, "has_final": False}, "2026-11-21 09:00", "2026-11-21 13:30"),
        ({"minutes": 0}, "2026-11-21 09:00", "2026-11-21 17:00"),
        ({"last_day": date(2026, 11, 22)}, "2026-11-21 09:00", "2026-11-22 17:45"),
        ({"date": date(2026, 7, 4)}, "2026-07-04 08:00", "2026-07-04 16:45"),
        ({"timezone": "America/Sao_Paulo"}, "2026-11-21 13:00", "2026-11-21 21:45"),
    ],
)
def test_an_event_with_a_time_begins_and_ends_in_its_zone(settings: dict[str, object], begin: str, end: str) -> None:
    event = read(announced(**settings))
    assert f"{event.start.astimezone(UTC):%Y-%m-%d %H:%M}" == begin
    assert f"{event.end.astimezone(UTC):%Y-%m-%d %H:%M}" == end


def test_the_zone_stands_in_the_file() -> None:
    lines = unfolded(calendar(announced()))
    assert "TZID:Europe/Prague" in lines
    assert "DTSTART;TZID=Europe/Prague:20261121T100000" in lines
    assert lines.count("BEGIN:VTIMEZONE") == lines.count("END:VTIMEZONE") == 1


def test_all_days_of_an_event_without_a_time_are_taken() -> None:
    lines = unfolded(calendar(Organizer(date=date(2026, 11, 21), last_day=date(2026, 11, 22))))
    assert "DTEND;VALUE=DATE:20261123" in lines


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("date", "2026-12-24"), ("last_day", "2026-11-22"), ("start", "11:00"), ("timezone", "Europe/Paris")),
        *(("venue", "Slavia"), ("place", "Lyon"), ("country", "FR"), ("is_online", True)),
    ],
)
def test_another_day_time_or_place_moves_the_event(name: str, value: object) -> None:
    organizer = announced()
    organizer.configure({name: value})
    assert read(organizer)["SEQUENCE"] == 1


def test_an_event_that_moves_says_so_and_where_it_is() -> None:
    organizer = announced(venue="Slavia", place="Prague", country="CZ")
    assert read(organizer)["SEQUENCE"] == 0
    organizer.configure({"organizer": "Ann"})
    assert read(organizer)["SEQUENCE"] == 0
    organizer.configure({"start": "11:00"})
    event = read(organizer)
    assert event["SEQUENCE"] == 1
    assert event["LOCATION"] == "Slavia, Prague, Czechia"
    assert event.categories == ["VTES", "Standard constructed"]
