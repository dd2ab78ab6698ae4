"""Calendars, against what RFC 5545 says of lines, text and times."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.tournament.organizer import START, Organizer
from toolkit.exchange.icalendar import render_calendar
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
