"""The wall through an event: the slide that fits, nothing secret, no hands."""

from __future__ import annotations

import re

import pytest

from tests.web.events.conftest import Room, app, make_room
from tests.web.pages import markup_of, text_of
from toolkit.services.events import draws
from toolkit.tournament import StandingsSeenBy, announcements, checkin, clock, final, results, steps
from toolkit.web.base import stores
from toolkit.web.base.addresses import LISTENS_AT

__all__ = ["app"]


@pytest.fixture
def room(app) -> Room:
    return make_room(app, 10, rounds=1)


def wall(room: Room, query: str = "", status: int = 200) -> str:
    answer = room.app.test_client().get(f"/tournaments/{room.id}/wall{query}")
    assert answer.status_code == status
    return markup_of(answer)


def kinds(room: Room) -> list[str]:
    return re.findall(r'<section class="slide slide-(\w+)"', wall(room))


def to_the_final(room: Room) -> None:
    room.seat()
    room.sweep(1)
    draws.toss(room.work)
    room.change(final.open_final)


def test_it_follows_the_event_from_the_door_to_the_winner(room: Room) -> None:
    assert kinds(room) == ["welcome"]
    room.change(checkin.open_check_in)
    assert kinds(room) == ["welcome", "missing"]
    room.change(checkin.check_in, tuple(range(1, 11)))
    assert kinds(room) == ["welcome"]
    room.seat()
    assert kinds(room) == ["names"]
    room.change(clock.start_clock, 1)
    assert kinds(room) == ["clock", "names"]
    started = room.tournament.round(1).clock.started_at.timestamp()
    assert [float(until) for until in re.findall(r'data-until="([\d.]+)"', wall(room))] == [started + 600]
    room.sweep(1)
    assert kinds(room) == ["standings"]
    draws.toss(room.work)
    room.change(final.open_final)
    assert kinds(room) == ["seeds"]
    for player in reversed(room.tournament.final.finalists):
        room.change(final.place_finalist, player, 0)
    room.change(final.record_first_player, room.tournament.final.row[0])
    assert kinds(room) == ["final"]
    room.change(results.enter_result, 0, 1, events="time")
    assert kinds(room) == ["winner", "standings"]
    room.change(steps.finish)
    assert kinds(room) == ["winner", "standings"]


def test_everybody_finds_table_and_seat_by_name(room: Room) -> None:
    room.seat()
    page = text_of(room.app.test_client().get(f"/tournaments/{room.id}/wall"))
    for player, (table, seat) in room.tournament.round(1).seats.items():
        assert f"{room.tournament.player(player).name} {table} seat {seat}" in page


def test_while_it_is_played_the_open_tables_are_named(room: Room) -> None:
    room.seat()
    room.change(clock.start_clock, 1)
    room.change(clock.extend_clock, 1, seconds=300, table=2)
    room.post("/rounds/1/tables/1/points", vp1=5)
    page = wall(room)
    assert "1 table still playing" in page
    assert re.findall(r'<ul class="wall-tables"><li>(\d+)<small>([^<]+)', page) == [("2", "+5′")]


def test_standings_that_are_not_public_are_not_on_it(app) -> None:
    room = make_room(app, 10, rounds=2, standings_seen_by=StandingsSeenBy.NOBODY)
    room.seat()
    room.sweep(1)
    assert kinds(room) == ["welcome"]
    assert "GW" not in text_of(room.app.test_client().get(f"/tournaments/{room.id}/wall"))


def test_announcements_stand_on_every_slide_and_several_have_their_own(room: Room) -> None:
    room.change(announcements.announce, "Lunch <b>now</b>.")
    assert "Lunch &lt;b&gt;now&lt;/b&gt;." in wall(room)
    assert kinds(room) == ["welcome"]
    room.change(announcements.announce, "Decks are back.")
    assert kinds(room) == ["welcome", "announcements"]
    assert '<p class="wall-strip" role="status">' in wall(room)


def test_nothing_on_it_opens_more_than_the_public_page(room: Room) -> None:
    room.seat()
    page = wall(room)
    with room.app.app_context():
        assert stores.current_entry_key() not in page
        assert stores.current_secret() not in page
    assert "/players/" not in page
    assert "<form" not in page
    assert set(re.findall(r'href="(/tournaments/[^"]*)"', page)) <= {f"/tournaments/{room.id}"}


def test_its_code_is_shown_only_where_a_phone_can_open_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    page = wall(room)
    assert ("wall-code" in page, "wall-corner" in page, "localhost" in page, "scan this" in page) == (False,) * 4
    monkeypatch.setattr("toolkit.web.base.addresses.room_address", lambda: "192.168.1.7")
    room.app.config[LISTENS_AT] = ("0.0.0.0", 8080)
    page = wall(room)
    assert "scan this, or open" in page
    assert page.count(f"192.168.1.7:8080/tournaments/{room.id}</p>") == 2
    assert re.findall(r'<div class="(wall-(?:corner-)?code)"><svg', page) == ["wall-code", "wall-corner-code"]


def test_without_script_one_page_follows_the_other(app) -> None:
    room = make_room(app, 80, rounds=1)
    room.seat()
    assert '<noscript><meta http-equiv="refresh" content="10;url=?slide=2">' in wall(room)
    pages = [re.findall(r'class="roll-name">([^<]+)', wall(room, f"?slide={page}")) for page in (1, 2, 3)]
    assert [len(names) for names in pages] == [36, 36, 8]
    assert len({name for names in pages for name in names}) == 80
    assert "url=?slide=1" in wall(room, "?slide=3")
    assert wall(room, "?slide=x")
    assert wall(room, "?slide=99999")


def test_an_open_wall_asks_by_version(room: Room) -> None:
    client = room.app.test_client()
    ask = {"X-Fragment": "wall"}
    first = client.get(f"/tournaments/{room.id}/wall", headers=ask)
    assert markup_of(first).startswith('<div id="wall"')
    again = client.get(f"/tournaments/{room.id}/wall", headers={**ask, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_an_unknown_event_and_a_wrong_method_are_refused(room: Room) -> None:
    client = room.app.test_client()
    assert client.get("/tournaments/nothing/wall").status_code == 404
    assert client.post(f"/tournaments/{room.id}/wall").status_code == 405
