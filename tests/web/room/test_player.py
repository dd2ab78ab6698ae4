from __future__ import annotations

import re

import pytest

from tests.web.room.conftest import Room
from toolkit.services.room import player_path, table_path, table_token

RESULT = {"events": "A>B, A>C, A>D"}


def test_the_page_says_where_between_whom_and_where_the_result_is_entered(room: Room) -> None:
    answer = room.seat().get(player_path(room.id, 4, room.key))
    figures = re.findall(r"<dt>([^<]+)</dt><dd[^>]*>([^<]+)</dd>", answer.text)
    # The rules: who sits to one's left is one's prey; the last seat's prey is the first.
    expected = [("Table", "1"), ("Seat", "4"), ("Your prey", "Player 1"), ("Your predator", "Player 3")]
    assert figures == expected
    assert f'href="{table_path(room.id, 1, 1, room.key)}"' in answer.text
    assert (answer.headers["Cache-Control"], answer.headers["X-Robots-Tag"]) == ("no-store", "noindex")
    first = room.get(player_path(room.id, 1, room.key)).text
    assert re.findall(r"<dt>(Your \w+)</dt><dd>([^<]+)</dd>", first) == [
        ("Your prey", "Player 2"),
        ("Your predator", "Player 4"),
    ]


@pytest.mark.parametrize("of", ["another player", "another event", "a table", "nobody"])
def test_no_other_token_opens_the_page(room: Room, of: str) -> None:
    other = {
        "another player": player_path(room.id, 2, room.key).rsplit("/", 1)[1],
        "another event": player_path("bcdfghjk", 1, room.key).rsplit("/", 1)[1],
        "a table": table_token(room.key, room.id, 1, 1),
        "nobody": "é" * 22,
    }[of]
    page = f"/tournaments/{room.id}/players/1/{other}"
    room.get(page, 404)
    room.post(f"{page}/check-in", 404)
    room.get(player_path(room.id, 1, room.key))


def test_a_player_who_is_not_there_has_no_page(room: Room) -> None:
    room.get(player_path(room.id, 99, room.key), 404)


def test_a_player_checks_in_alone_and_only_while_it_is_open(room: Room) -> None:
    page = player_path(room.id, 3, room.key)
    assert "check-in" not in room.get(page).text
    assert "Check-in is not open." in room.post(f"{page}/check-in", 409).text
    room.api("POST", "/check-in/open")
    room.post(f"{page}/check-in", sequence=room.sequence())
    here = {player["number"]: player["checked_in"] for player in room.api("GET", "/players")}
    assert here == {number: number == 3 for number in range(1, 9)}
    assert room.api("GET", "/log")[-1]["by"] == "Player 3"
    assert "You are checked in." in room.get(page).text
    room.seat()
    assert "check-in" not in room.get(page).text
    before = room.sequence()
    assert "Check-in is not open." in room.post(f"{page}/check-in", 409, sequence=before).text
    assert room.sequence() == before


def test_check_in_from_a_page_that_is_old_says_what_changed(room: Room) -> None:
    room.api("POST", "/check-in/open")
    seen = room.sequence()
    room.seat()
    answer = room.post(f"{player_path(room.id, 3, room.key)}/check-in", 409, sequence=seen)
    assert "In the meantime this changed" in answer.text


def test_each_player_sees_their_own_place_only_where_it_is_so_set(room: Room) -> None:
    room.api("PATCH", "/configuration", {"standings_seen_by": "own"})
    room.seat().api("PUT", "/rounds/1/tables/1/result", RESULT)
    page = room.get(player_path(room.id, 2, room.key)).text
    assert re.findall(r'<th scope="row">([^<]+)<', page) == ["Player 2"]
    room.api("PATCH", "/configuration", {"standings_seen_by": "nobody"})
    assert '<th scope="row">' not in room.get(player_path(room.id, 2, room.key)).text


def test_checking_in_needs_the_token_of_the_form(strict_room: Room) -> None:
    strict_room.post(f"{player_path(strict_room.id, 3, strict_room.key)}/check-in", 400)


def test_reading_is_not_checking_in(room: Room) -> None:
    room.get(f"{player_path(room.id, 3, room.key)}/check-in", 405)


def test_the_organizer_copies_the_link_of_a_player(room: Room) -> None:
    room.client.set_cookie("organizer", room.key)
    page = room.get(f"/tournaments/{room.id}/console/players/5").text
    assert f'value="http://localhost{player_path(room.id, 5, room.key)}"' in page
