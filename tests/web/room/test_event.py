from __future__ import annotations

import pytest

from tests.web.room.conftest import TABLES, Room

RESULT = {"events": "A>B, A>C, A>D"}


def test_before_a_seating_the_page_says_so_and_names_nobody(room: Room) -> None:
    page = room.get(f"/tournaments/{room.id}").text
    assert "Praxis Seizure: Lyon" in page
    assert "2026-11-21" in page
    assert "No seating has been published yet." in page
    assert "Player 1" not in page


def test_a_draft_is_not_shown(room: Room) -> None:
    room.api("POST", "/rounds", {"tables": TABLES})
    assert "Player 1" not in room.get(f"/tournaments/{room.id}").text
    room.get(f"/tournaments/{room.id}/rounds/1/tables/1", 404)


def test_the_seating_is_found_by_name(room: Room) -> None:
    room.seat()
    page = room.get(f"/tournaments/{room.id}").text
    assert all(f"Player {number}<" in page for number in range(1, 9))
    assert room.get(f"/tournaments/{room.id}?q=PLAYER 7", 303).location == f"/tournaments/{room.id}/rounds/1/tables/2"
    assert "No player with that name is seated in this round." in room.get(f"/tournaments/{room.id}?q=Zoe").text


def test_a_seat_is_found_without_accents(room: Room) -> None:
    room.api("PATCH", "/players/7", {"name": "Đorđe"})
    room.seat()
    for wanted in ("dorde", "Dorde", "Đorđe"):
        found = room.get(f"/tournaments/{room.id}?q={wanted}", 303)
        assert found.location == f"/tournaments/{room.id}/rounds/1/tables/2"


@pytest.mark.parametrize(("seen_by", "is_seen"), [("everybody", True), ("own", False), ("nobody", False)])
def test_standings_and_results_are_seen_by_whom_they_are_for(room: Room, seen_by: str, is_seen: bool) -> None:
    room.api("PATCH", "/configuration", {"standings_seen_by": seen_by})
    room.seat().api("PUT", "/rounds/1/tables/1/result", RESULT)
    page = room.get(f"/tournaments/{room.id}").text
    assert ('<th scope="row">Player 1' in page) is is_seen
    assert ("Standings are not public during the event." in page) is not is_seen
    table = room.get(f"/tournaments/{room.id}/rounds/1/tables/1").text
    assert ("Current result" in table) is is_seen
    assert ("The result is in." in table) is not is_seen


@pytest.mark.parametrize("path", ["/tournaments/nothing1", "/tournaments/nothing1/rounds/1/tables/1"])
def test_an_unknown_event_is_an_unknown_address(room: Room, path: str) -> None:
    room.get(path, 404)


@pytest.mark.parametrize(
    "path", ["1/tables/3", "1/tables/0", "2/tables/1", "final/tables/1", "0/tables/1", "x/tables/1"]
)
def test_an_unknown_table_is_an_unknown_address(room: Room, path: str) -> None:
    room.seat().get(f"/tournaments/{room.id}/rounds/{path}", 404)
