"""After the event: its final, its winner, and the lists that it shows; and the event in a calendar."""

from __future__ import annotations

from datetime import date

import pytest

from tests.web.events.conftest import Room, app, make_room, text_of
from tests.web.lists import WINNER
from tests.web.test_api_tournaments import key_of
from toolkit.services.links import LinkKey, player_path
from toolkit.services.tournament_decks import submit_deck
from toolkit.services.unit_of_work import UnitOfWork
from toolkit.tournament import ListsSeenBy, steps
from toolkit.web import stores
from toolkit.web.stores import card_data

__all__ = ["app"]


def played(app, seen: ListsSeenBy, **settings: object) -> Room:
    """An event of five without a final, over: everybody handed the same list in."""
    room = make_room(app, 5, rounds=1, has_final=False, lists_seen_by=seen, date=date(2024, 1, 13), **settings)
    with app.app_context():
        for player in range(1, 6):
            work = UnitOfWork(context=stores.current_context(), id=room.id, by="Test")
            submit_deck(work, player, WINNER, card_data())
    room.seat()
    room.sweep(1)
    return room


def finish(room: Room) -> None:
    with room.app.app_context():
        UnitOfWork(context=stores.current_context(), id=room.id, by="Test").change(steps.finish)


def public(room: Room, path: str = "", status: int = 200):
    answer = room.app.test_client().get(f"/tournaments/{room.id}{path}")
    assert answer.status_code == status
    return answer


def test_the_lists_are_shown_after_the_event_and_not_before(app) -> None:
    room = played(app, ListsSeenBy.EVERYBODY_AFTER)
    assert "Decklists" not in text_of(public(room))
    public(room, "/lists/1", 404)
    finish(room)
    assert text_of(public(room)).count("Suffering from Success") == 5
    assert "/deck?" in public(room, "/lists/1", 302).location
    public(room, "/lists/9", 404)
    public(room, "/lists/1?round=2", 404)


def test_the_winner_hands_in_a_first_list_after_the_event(app) -> None:
    room = make_room(app, 5, rounds=1, has_final=False, requires_decks=False, date=date(2024, 1, 13))
    room.seat()
    room.sweep(1)
    first = room.tournament.rounds[0].table(1)[0]
    client, own = app.test_client(), f"{player_path(room.id, first, LinkKey(key_of(app)))}/deck"
    assert "<textarea" not in client.get(own).text
    finish(room)
    assert "You won: hand in the list you played" in client.get(own).text
    assert client.post(own, data={"text": WINNER}).status_code == 303
    assert room.tournament.players[first].decks[0].verdict.is_legal
    assert "<textarea" not in client.get(own).text
    other = f"{player_path(room.id, first % 5 + 1, LinkKey(key_of(app)))}/deck"
    assert "<textarea" not in client.get(other).text


def test_a_winner_s_list_with_faults_is_asked_about_before_it_is_locked(app) -> None:
    room = make_room(app, 5, rounds=1, has_final=False, requires_decks=False, date=date(2024, 1, 13))
    room.seat()
    room.sweep(1)
    finish(room)
    first = room.tournament.rounds[0].table(1)[0]
    client, own = app.test_client(), f"{player_path(room.id, first, LinkKey(key_of(app)))}/deck"
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
    finish(room)
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


def test_a_stranger_finds_the_events_that_have_begun(app) -> None:
    preparing, begun = make_room(app, 5, name="In preparation"), make_room(app, 5, name="Under way")
    begun.seat()
    page = text_of(app.test_client().get("/tournaments"))
    assert "Under way" in page
    assert "In preparation" not in page
    mine = preparing.client.get("/tournaments").text
    assert f'href="/tournaments/{preparing.id}/console"' in mine
