from __future__ import annotations

import re

import pytest

from tests.web.events.conftest import organizer_client
from tests.web.pages import markup_of, text_of
from tests.web.room.conftest import TABLES, Room
from toolkit.services.kernel.links import player_name, player_path, renew
from toolkit.web.base.stores import current_context
from toolkit.web.room.pieces import drawers

RESULT = {"events": "A>B, A>C, A>D"}


def test_before_a_seating_the_page_says_so_and_names_nobody(room: Room) -> None:
    page = room.get(f"/tournaments/{room.id}").text
    assert "Praxis Seizure: Lyon" in page
    assert "21 November 2026" in page
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


def known(room: Room) -> tuple[str, str] | None:
    """Whom the event's page takes its reader for with what it tells them, and where its link leads."""
    page = room.get(f"/tournaments/{room.id}").text
    found = re.search(r'<section class="[^"]*known".*?<p>(.*?)</p>.*?href="([^"]+)".*?</section>', page, re.DOTALL)
    if found is None:
        return None
    goal = room.get(found[2], 303).location if found[2].endswith("/own") else found[2]
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()), goal


def test_the_page_knows_a_player_again_who_opened_their_own_link(room: Room) -> None:
    own = player_path(room.id, 7, room.key)
    assert known(room) is None
    room.get(own)
    assert known(room) == ("You are Player 7.", own)
    room.seat()
    assert known(room) == ("You are Player 7. Round 1: table 2, seat 3", own)
    # Another player of this phone looks for their name: the link of its owner stays.
    room.get(f"/tournaments/{room.id}?q=Player 2", 303)
    assert known(room) == ("You are Player 7. Round 1: table 2, seat 3", own)
    assert room.post(f"/tournaments/{room.id}/not-me").location == f"/tournaments/{room.id}"
    assert known(room) is None


def test_the_page_knows_a_player_again_who_found_their_name(room: Room) -> None:
    room.seat().get(f"/tournaments/{room.id}?q=Player 2", 303)
    assert known(room) == ("You are Player 2. Round 1: table 1, seat 2", f"/tournaments/{room.id}/rounds/1/tables/1")
    room.post(f"/tournaments/{room.id}/not-me")
    assert known(room) is None


def test_a_link_that_was_replaced_makes_nobody_known(room: Room) -> None:
    room.seat().get(player_path(room.id, 7, room.key))
    with room.app.app_context():
        renew(current_context(), room.id, player_name(7))
    assert known(room) is None


@pytest.mark.parametrize("kept", ["7.stolen", "7.", "99", "x", "", "7.é", "0", "-7", "7 8", "9" * 400])
def test_a_cookie_that_somebody_made_up_opens_no_link(room: Room, kept: str) -> None:
    room.seat().client.set_cookie(f"player-{room.id}", kept, path=f"/tournaments/{room.id}")
    assert known(room) is None


def test_an_official_who_scans_cards_is_taken_for_none_of_their_players(room: Room) -> None:
    room.seat()
    room.client = organizer_client(room.app)
    room.get(player_path(room.id, 7, room.key))
    room.get(f"/tournaments/{room.id}?q=Player 2", 303)
    assert known(room) is None


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


@pytest.mark.parametrize(("name", "players"), [("standings", 9), ("seating", 8)])
def test_streams_hand_out_what_the_page_shows(room: Room, name: str, players: int) -> None:
    room.seat().api("PUT", "/rounds/1/tables/1/result", RESULT)
    with room.app.test_request_context():
        piece = str(drawers(room.id, current_context().tournaments.look(room.id).state)[name]())
    assert text_of(piece).count("Player") == players
    assert f'<div data-piece="{name}">{markup_of(piece).strip()}' in markup_of(room.get(f"/tournaments/{room.id}"))


@pytest.mark.parametrize("path", ["/tournaments/nothing1", "/tournaments/nothing1/rounds/1/tables/1"])
def test_an_unknown_event_is_an_unknown_address(room: Room, path: str) -> None:
    room.get(path, 404)


@pytest.mark.parametrize(
    "path", ["1/tables/3", "1/tables/0", "2/tables/1", "final/tables/1", "0/tables/1", "x/tables/1"]
)
def test_an_unknown_table_is_an_unknown_address(room: Room, path: str) -> None:
    room.seat().get(f"/tournaments/{room.id}/rounds/{path}", 404)
