"""Players are found in the console, at check-in, on the public page and by judges, without a script as well."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.events.conftest import Room, make_room
from tests.web.pages import text_of
from toolkit.tournament.facts import PlayerAdded

PEOPLE = ("Łukasz Wójcik", "Đorđe Petrović", "José García", "Lukas Wolf")


@pytest.fixture
def hall(app: Flask) -> Room:
    room = make_room(app, 0, rounds=2)
    for number, name in enumerate(PEOPLE):
        room.post("/players/add", name=name, vekn=str(3_000_001 + number))
    room.get("/players")  # which says once who was added
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
    assert hall.raw("/players?q=luka").count("data-words") == 2
    assert "0 of 4 here" in hall.get("/players?q=luka")
    for _ in range(2):  # Enter checks nobody out
        hall.post("/desk", text="dorde")
        assert hall.tournament.checked_in[1] == {2}
    assert "No player is called “zzz”." in hall.post("/desk", 422, text="zzz")


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
    assert "No infraction contains this word." in text_of(hall.client.get(page, query_string={"q": "zzz"}))


@pytest.fixture
def crowd(app: Flask) -> Room:
    """Sixty players at twelve tables, the first of which has its result."""
    room = make_room(app, 60, rounds=2)
    room.seat()
    room.post("/rounds/1/tables/1/points", vp1=5)
    return room


def order_of(page: str, anchor: str) -> list[int]:
    """The numbers of the lines `<anchor>-7` as they stand on a page."""
    return [int(number) for number in re.findall(rf'id="{anchor}-(\d+)"', page)]


def jumps_of(page: str) -> list[tuple[str, str]]:
    found = re.search(r'<nav class="jumps".*?</nav>', page, re.DOTALL)
    return re.findall(r'href="#([^"]+)">([^<]+)<', found[0]) if found else []


def test_tables_are_found_by_a_player_and_the_first_without_a_result_is_led_to(crowd: Room) -> None:
    someone = crowd.tournament.player(crowd.tournament.round(1).table(7)[2]).name
    page = crowd.raw("/rounds/1")
    assert order_of(page, "grid") == list(range(1, 13))
    assert re.search(r'href="([^"]+)"[^>]*>Enter table 2<', page)[1] == f"{crowd.base}/rounds/1#t2s1"
    found = crowd.client.post(f"{crowd.base}/desk", data={"text": someone.upper(), "station": "1"})
    assert found.location == f"{crowd.base}/rounds/1?round=1&table=7#grid-7"
    assert "No player is called “nobody”." in crowd.post("/desk", 422, text="nobody", station="1")


def test_the_tables_of_a_draft_and_of_seats_are_searched(crowd: Room) -> None:
    crowd.sweep(1)
    crowd.post("/rounds/draft", seconds=1)
    for number, address in ((1, "/rounds/1/seats"), (2, "/rounds/2")):
        someone = crowd.tournament.player(crowd.tournament.round(number).table(7)[2]).name
        assert 7 in order_of(crowd.raw(f"{address}?q={someone.upper()}"), "table")
        assert order_of(crowd.raw(f"{address}?q=nobody"), "table") == []
        assert "No table of this round matches." in crowd.get(f"{address}?q=nobody")


def test_a_long_round_jumps_to_every_tenth_table(app: Flask) -> None:
    room = make_room(app, 130, rounds=2)
    assert jumps_of(room.raw("/rounds/1")) == []
    room.seat()
    assert jumps_of(room.raw("/rounds/1")) == [("t1s1", "1"), ("t11s1", "11"), ("t21s1", "21")]


def test_people_are_sorted_and_jumped_to(crowd: Room) -> None:
    assert order_of(crowd.raw("/players?sort=number"), "player") == list(range(1, 61))
    seated = [player for _, players in crowd.tournament.round(1).numbered() for player in sorted(players)]
    assert order_of(crowd.raw("/players?sort=table"), "player") == seated
    assert order_of(crowd.raw("/players"), "player") == list(range(1, 61))  # "Player 2" before "Player 10"
    assert order_of(crowd.raw("/standings?sort=name"), "rank") == sorted(crowd.tournament.round(1).table(1))
    assert "No player has that name." in crowd.get("/standings?q=zzz")


def test_a_long_list_of_players_jumps_to_every_tenth_and_to_letters(app: Flask) -> None:
    room = make_room(app, 110)
    by_number = [(f"player-{n}", str(n)) for n in range(1, 110, 10)]
    assert jumps_of(room.raw("/players?sort=number")) == by_number
    room.post("/players/add", name="Élise")
    assert jumps_of(room.raw("/players")) == [("player-111", "E"), ("player-1", "P")]


def test_the_log_is_searched_and_turned_over(crowd: Room) -> None:
    log, last = crowd.tournament.log, crowd.tournament.number
    added = [entry.number for entry in log if isinstance(entry.fact, PlayerAdded)]

    def numbers(query: str) -> list[int]:
        shown = re.findall(r'value="(\d+)"\s*>\s*<span class="when"', crowd.raw(f"/log?{query}"))
        return [int(number) for number in shown]

    assert numbers("") == list(range(last, last - 50, -1))
    assert numbers("from=1") == list(range(50, 0, -1))
    assert numbers(f"before={last - 49}") == list(range(last - 50, 0, -1))[:50]
    seated = crowd.tournament.round(1).table(1)
    elsewhere, here = max(set(crowd.tournament.players) - set(seated)), max(seated)
    # Each number is looked up as the number of an entry, too.
    assert numbers(f"q=player+{elsewhere}") == [added[elsewhere - 1], elsewhere]
    assert numbers(f"q=player+{here}") == [last, added[here - 1], here]
    assert numbers("q=nobody+at+all") == []
    assert numbers("from=0") == numbers("before=x") == numbers("")
