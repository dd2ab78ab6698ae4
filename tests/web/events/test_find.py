"""Players are found in the console, at check-in, on the public page and by judges, without a script as well."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room, text_of

PEOPLE = ("Łukasz Wójcik", "Đorđe Petrović", "José García", "Lukas Wolf")


@pytest.fixture
def hall(app: Flask) -> Room:
    room = make_room(app, 0, rounds=2)
    for number, name in enumerate(PEOPLE):
        room.post("/players/add", name=name, vekn=str(3_000_001 + number))
    return room


def judge(room: Room, query: str) -> tuple[int, str, str]:
    answer = room.client.get(f"/tournaments/{room.id}/judge/players", query_string={"q": query})
    return answer.status_code, answer.location or "", text_of(answer)


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        ("lukasz", 1),
        ("Łukasz wojcik", 1),
        ("WOJCIK luk", 1),
        ("dorde", 2),
        ("Đorđe", 2),
        ("garcia", 3),
        ("#3000004", 4),
    ],
)
def test_the_only_hit_is_taken(hall: Room, wanted: str, number: int) -> None:
    answer = hall.client.get(f"{hall.base}/players", query_string={"q": wanted})
    assert (answer.status_code, answer.location) == (303, f"{hall.base}/players/{number}")
    assert judge(hall, wanted)[:2] == (303, f"/tournaments/{hall.id}/judge/players/{number}")


def test_several_hits_are_shown_and_nobody_is_said(hall: Room) -> None:
    page = hall.get("/players?q=luka")
    assert "Łukasz Wójcik" in page
    assert "Lukas Wolf" in page
    assert "Đorđe" not in page
    assert "No player has that name." in hall.get("/players?q=zzz")
    assert "No player has that name." in judge(hall, "zzz")[2]


def test_check_in_is_searched_without_a_script(hall: Room) -> None:
    hall.post("/checkin/open")
    page = hall.raw("/checkin?q=dorde")
    assert page.count("data-words") == 1
    assert 'value="2" autofocus' in page
    assert "0 of 4 checked in." in hall.get("/checkin?q=dorde")
    hall.post("/checkin/one", here=2)
    assert " autofocus" not in hall.raw("/checkin?q=dorde").split('id="present"')[1]  # Enter checks nobody out
    assert "No player has that name." in hall.get("/checkin?q=zzz")


def test_the_public_page_finds_who_is_registered(app: Flask, hall: Room) -> None:
    hall.post("/checkin/open")
    page = text_of(app.test_client().get(f"/tournaments/{hall.id}?q=petrovic dorde"))
    assert "Đorđe Petrović registered, not checked in yet" in page


@pytest.mark.parametrize("wanted", ["lukasz", "Łukasz", "wojcik LUK", "3000001"])
def test_the_public_page_leads_to_the_table_of_the_only_hit(app: Flask, hall: Room, wanted: str) -> None:
    hall.seat()
    client, page = app.test_client(), f"/tournaments/{hall.id}"
    answer = client.get(page, query_string={"q": wanted})
    assert (answer.status_code, answer.location) == (303, f"{page}/rounds/1/tables/1")
    assert "Łukasz Wójcik" in text_of(client.get(answer.location))
    # A page that is open and looks whether anything is new stays where it is.
    assert client.get(page, query_string={"q": wanted}, headers={"X-Fragment": "content"}).status_code == 200


def test_the_public_page_shows_several_hits_and_says_nobody(app: Flask, hall: Room) -> None:
    hall.seat()
    client, page = app.test_client(), f"/tournaments/{hall.id}"
    assert "Lukas Wolf" in text_of(client.get(page, query_string={"q": "luka"}))
    assert "No player with that name is seated in this round." in text_of(client.get(page, query_string={"q": "zzz"}))


def test_a_judge_finds_an_infraction_without_a_script(hall: Room) -> None:
    page = f"/tournaments/{hall.id}/judge/players/1"
    answer = hall.client.get(page, query_string={"q": "shuffl"})
    assert (answer.status_code, answer.location) == (303, f"{page}/penalty/3.8")
    several = text_of(hall.client.get(page, query_string={"q": "deck"}))
    assert "Illegal Decklist" in several
    assert "Stalling" not in several
    assert "No infraction has such a word." in text_of(hall.client.get(page, query_string={"q": "zzz"}))
