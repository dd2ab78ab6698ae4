"""After the event: its final, its winner, and the lists that it shows; and the event in a calendar."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest

from tests.web.api.test_api_tournaments import secret_of
from tests.web.events.conftest import Room, app, make_room
from tests.web.lists import WINNER
from tests.web.pages import markup_of, text_of
from toolkit.services.kernel.links import LinkKey, player_path
from toolkit.tournament import ListsSeenBy, steps
from toolkit.tournament.configuration import DecksInArchive
from toolkit.tournament.event import configure
from toolkit.tournament.results import enter_result
from toolkit.web.base.stores import context_of

__all__ = ["app"]


def played(app, seen: ListsSeenBy, **settings: object) -> Room:
    """An event of five without a final, over: everybody handed the same list in."""
    room = make_room(app, 5, rounds=1, has_final=False, lists_seen_by=seen, date=date(2024, 1, 13), **settings)
    for player in range(1, 6):
        room.hand_in(player, WINNER)
    room.seat()
    room.sweep(1)
    return room


def public(room: Room, path: str = "", status: int = 200):
    answer = room.app.test_client().get(f"/tournaments/{room.id}{path}")
    assert answer.status_code == status
    return answer


def test_the_lists_are_shown_after_the_event_and_not_before(app) -> None:
    room = played(app, ListsSeenBy.EVERYBODY_AFTER)
    assert "Decklists" not in text_of(public(room))
    public(room, "/lists/1", 404)
    room.change(steps.finish)
    assert text_of(public(room)).count("Suffering from Success") == 5
    assert "/deck?" in public(room, "/lists/1", 302).location
    public(room, "/lists/9", 404)
    public(room, "/lists/1?round=2", 404)


def test_the_winner_hands_in_a_first_list_after_the_event(app) -> None:
    room = make_room(app, 5, rounds=1, has_final=False, requires_decks=False, date=date(2024, 1, 13))
    room.seat()
    room.sweep(1)
    first = room.tournament.rounds[0].table(1)[0]
    client, own = app.test_client(), f"{player_path(room.id, first, LinkKey(secret_of(app)))}/deck"
    assert "<textarea" not in client.get(own).text
    room.change(steps.finish)
    assert "You won: hand in the list you played" in client.get(own).text
    assert client.post(own, data={"text": WINNER}).status_code == 303
    assert room.tournament.players[first].decks[0].verdict.is_legal
    assert "<textarea" not in client.get(own).text
    other = f"{player_path(room.id, first % 5 + 1, LinkKey(secret_of(app)))}/deck"
    assert "You won" not in (page := client.get(other).text)
    assert "Hand in the list you played. It cannot be changed afterwards." in page
    assert client.post(other, data={"text": WINNER}).status_code == 303
    assert "<textarea" not in client.get(other).text
    assert "handed in after the event, " in room.client.get(f"/tournaments/{room.id}/judge/players/{first}").text


def test_a_winner_s_list_with_faults_is_asked_about_before_it_is_locked(app) -> None:
    room = make_room(app, 5, rounds=1, has_final=False, requires_decks=False, date=date(2024, 1, 13))
    room.seat()
    room.sweep(1)
    room.change(steps.finish)
    first = room.tournament.rounds[0].table(1)[0]
    client, own = app.test_client(), f"{player_path(room.id, first, LinkKey(secret_of(app)))}/deck"
    wrong = WINNER.replace("Maris Streck", "Maris Strekc", 1)
    assert wrong != WINNER
    asked = client.post(own, data={"text": wrong})
    assert asked.status_code == 422
    assert "Maris Strekc" in asked.text
    assert 'name="anyway"' in asked.text
    assert room.tournament.players[first].decks == {}
    assert client.post(own, data={"text": wrong, "anyway": "1"}).status_code == 303
    assert not room.tournament.players[first].decks[0].verdict.is_legal


@pytest.mark.parametrize(("seen", "count"), [(ListsSeenBy.NOBODY, 0), (ListsSeenBy.FINALISTS_AFTER, 0)])
def test_lists_stay_hidden_as_the_settings_say(app, seen: ListsSeenBy, count: int) -> None:
    room = played(app, seen)
    room.change(steps.finish)
    assert text_of(public(room)).count("Suffering from Success") == count
    public(room, "/lists/1", 404)


def test_the_event_goes_into_a_calendar(app) -> None:
    room = make_room(app, 5, date=date(2026, 11, 21), place="Lyon")
    assert f'href="/tournaments/{room.id}.ics?language=en"' in public(room).text
    answer = public(room, ".ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert "DTSTART;VALUE=DATE:20261121\r\n" in answer.text
    assert f"UID:{room.id}@vtes-toolkit\r\n" in answer.text
    assert room.app.test_client().get("/tournaments/nothing.ics").status_code == 404


@pytest.mark.parametrize(
    ("asked", "accepted", "title"),
    [
        ("?language=fr", "", "ronde 1"),
        ("?language=es", "fr", "ronda 1"),
        ("", "es", "ronda 1"),
        ("?language=xx", "fr", "ronde 1"),
        ("", "", "round 1"),
    ],
)
def test_a_calendar_s_rounds_are_in_the_language_of_its_link(app, asked: str, accepted: str, title: str) -> None:
    room = make_room(app, 5, date=date(2026, 11, 21))
    room.seat()
    room.post("/rounds/1/clock/start", minutes=120)
    answer = app.test_client().get(f"/tournaments/{room.id}.ics{asked}", headers={"Accept-Language": accepted})
    assert f"{title}\r\n" in answer.text


def feed(app, asked: str = "") -> icalendar.Component:
    answer = app.test_client().get(f"/calendar.ics{asked}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return icalendar.Calendar.from_ical(answer.text)


def names(app, asked: str = "") -> list[str]:
    return sorted(str(one["SUMMARY"]) for one in feed(app, asked).walk("VEVENT"))


def test_a_calendar_subscribes_to_what_everybody_may_know_of(app) -> None:
    """Exchange 8: public events that ended at most 60 days ago, by country and online."""
    today = context_of(app).now().date()
    times = {"start": "10:00", "timezone": "Europe/Prague"}
    announced = {"is_announced": True, "date": today, **times}
    prague = make_room(app, 5, name="Prague", country="CZ", **announced)
    make_room(app, 5, name="Brno", country="CZ", is_online=True, **announced)
    make_room(app, 5, name="Lyon", country="FR", **announced | {"timezone": "Europe/Paris"})
    make_room(app, 5, name="In preparation", date=today)
    make_room(app, 5, name="No day", is_announced=True, date=None)
    make_room(app, 5, name="Old", is_announced=True, date=today - timedelta(days=61))
    make_room(app, 5, name="Not that old", is_announced=True, date=today - timedelta(days=60))
    make_room(app, 5, name="Begun", date=today).seat()
    assert names(app) == ["Begun", "Brno", "Lyon", "Not that old", "Prague"]
    assert names(app, "?country=CZ") == names(app, "?country=Czechia") == ["Brno", "Prague"]
    assert names(app, "?country=CZ&online=1") == ["Brno"]
    assert names(app, "?country=CZ&online=0") == ["Prague"]
    events = {str(one["UID"]): one for one in feed(app, "?language=fr").walk("VEVENT")}
    one = events[f"{prague.id}@vtes-toolkit"]
    assert str(one["URL"]).endswith(f"/tournaments/{prague.id}")
    assert one.start.utcoffset() == datetime.combine(today, time(10), ZoneInfo("Europe/Prague")).utcoffset()
    assert sorted(str(zone["TZID"]) for zone in feed(app).walk("VTIMEZONE")) == ["Europe/Paris", "Europe/Prague"]


def test_a_calendar_that_asks_again_is_told_that_nothing_changed(app) -> None:
    room = make_room(app, 5, name="Prague", is_announced=True, date=context_of(app).now().date())
    client = app.test_client()
    first = client.get("/calendar.ics")
    same = client.get("/calendar.ics", headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    room.change(configure, {"date": (context_of(app).now().date() + timedelta(days=1)).isoformat()})
    again = client.get("/calendar.ics", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert "SEQUENCE:1\r\n" in again.text


@pytest.mark.parametrize("asked", ["?country=Bohemia", "?online=perhaps"])
def test_a_calendar_of_nothing_that_there_is_is_refused(app, asked: str) -> None:
    assert app.test_client().get(f"/calendar.ics{asked}").status_code == 422


def test_an_announced_event_is_found_before_it_begins(app) -> None:
    room = make_room(app, 5, name="Coming", is_announced=True)
    stranger = app.test_client()
    assert f'href="/tournaments/{room.id}"' in stranger.get("/tournaments").text
    assert [one["name"] for one in stranger.get("/api/v1/tournaments").json] == ["Coming"]


def test_a_stranger_finds_the_events_that_have_begun(app) -> None:
    preparing, begun = make_room(app, 5, name="In preparation"), make_room(app, 5, name="Under way")
    begun.seat()
    page = text_of(app.test_client().get("/tournaments"))
    assert "Under way" in page
    assert "In preparation" not in page
    mine = preparing.client.get("/tournaments").text
    assert f'href="/tournaments/{preparing.id}/console"' in mine


def test_a_player_says_on_their_own_page_whether_their_list_may_be_published(app) -> None:
    room = played(app, ListsSeenBy.NOBODY, decks_in_archive=DecksInArchive.EVERYBODY)
    question, client = "May your decklist go into the archive", app.test_client()
    own = player_path(room.id, 1, LinkKey(secret_of(app)))
    assert question in text_of(client.get(own))
    assert client.post(f"{own}/deck", data={"agrees_to_archive": "no"}).status_code == 303
    assert room.tournament.players[1].agrees_to_archive is False
    assert room.tournament.players[1].decks[0].changes == 0
    assert question not in text_of(client.get(own))
    assert 'value="no" aria-pressed="true"' in markup_of(client.get(f"{own}/deck"))
    client.post(f"{own}/deck", data={"agrees_to_archive": "yes"})
    assert room.tournament.players[1].agrees_to_archive
    assert "All decklists of this event go into the archive" in text_of(public(room))


@pytest.mark.parametrize(("language", "half"), [("en", "0.5"), ("fr", "0,5"), ("pt", "0,5")])
def test_points_are_shown_with_the_reader_s_decimal_sign(app, language: str, half: str) -> None:
    room = make_room(app, 5, rounds=1, has_final=False, requires_decks=False)
    room.seat()
    room.change(enter_result, 1, 1, victory_points=["0.5"] * 5)
    room.change(steps.finish)
    own = player_path(room.id, 1, LinkKey(secret_of(app)))
    pages = [f"/tournaments/{room.id}", own, f"{room.base}/standings", f"{room.base}/rounds/1/tables/1"]
    for page in pages:
        shown = room.client.get(page, headers={"Accept-Language": language}).text
        assert re.search(rf'class="(number|vp)">\s*(<strong>)?{re.escape(half)}\b', shown), page
