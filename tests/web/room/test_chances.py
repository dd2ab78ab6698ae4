"""Chances of the final at every door: off by default, between rounds only, the organizers' or everybody's."""

from __future__ import annotations

import pytest

from tests.tournament.organizer import Organizer
from tests.web.pages import text_of
from tests.web.room.conftest import Room
from toolkit.services.kernel.links import player_path
from toolkit.services.kernel.versions import Versions, player_view
from toolkit.tournament.configuration import ChancesSeenBy, StandingsSeenBy

WITHIN = "Chances are shown between rounds only (VEKN 4.8)."
GUESS = "A guess: all players equal; after each oust 10 % that time ends the game."


@pytest.fixture
def between(room: Room) -> Room:
    """Round 1 of 2 is played: 1 and 5 have won their tables."""
    room.api("PATCH", "/configuration", {"rounds": 2})
    room.seat()
    for table in (1, 2):
        room.api("PUT", f"/rounds/1/tables/{table}/result", {"victory_points": [4, 0, 0, 0]})
    return room


def show_to(room: Room, whom: str) -> None:
    room.api("PATCH", "/configuration", {"show_chances": whom})


def console(room: Room) -> str:
    return text_of(room.api.client.get(f"/tournaments/{room.id}/console/chances", headers=room.api.headers))


def test_nobody_is_shown_chances_unless_the_settings_say_so(between: Room) -> None:
    refused = between.api("GET", "/chances", status=409)
    assert refused["code"] == "chances_off"
    assert "Chances are turned off." in console(between)
    assert "Your chance" not in between.get(player_path(between.id, 2, between.key)).text


def test_the_organizers_chances_are_no_one_elses(between: Room) -> None:
    show_to(between, "organizers")
    shown = between.api("GET", "/chances")
    assert [one["player"] for one in shown["players"]][:2] == [1, 5]
    assert round(sum(one["chance"] for one in shown["players"]), 6) == 5
    assert "Player 1" in console(between)
    assert GUESS in console(between)
    assert between.client.get(f"/api/v1/tournaments/{between.id}/chances").status_code == 403
    assert "Your chance" not in between.get(player_path(between.id, 2, between.key)).text


def test_everybody_sees_chances_without_the_seats_of_a_draft(between: Room) -> None:
    show_to(between, "everybody")
    public = between.client.get(f"/api/v1/tournaments/{between.id}/chances").json
    between.api("POST", "/rounds", {"tables": [[1, 2, 5, 6], [3, 4, 7, 8]]})
    assert between.client.get(f"/api/v1/tournaments/{between.id}/chances").json == public
    assert (public["method"], public["guess"]) == ("drawn", GUESS)
    assert between.api("GET", "/chances")["method"] == "exact"
    page = text_of(between.get(player_path(between.id, 2, between.key)))
    assert "Your chance of the final" in page
    assert GUESS in page


def test_every_door_refuses_within_a_round(between: Room) -> None:
    show_to(between, "everybody")
    own = player_path(between.id, 2, between.key)
    assert WITHIN not in text_of(between.get(own))
    between.api("POST", "/rounds", {"tables": [[1, 2, 5, 6], [3, 4, 7, 8]], "publish": True})
    assert between.api("GET", "/chances", status=409)["message"] == WITHIN
    assert between.client.get(f"/api/v1/tournaments/{between.id}/chances").json["message"] == WITHIN
    assert WITHIN in console(between)
    assert WITHIN in text_of(between.get(own))


@pytest.mark.parametrize(("whom", "changes"), [("nobody", False), ("everybody", True)])
def test_another_tables_result_changes_the_page_of_a_player_who_sees_chances(whom: str, changes: bool) -> None:
    seen_by = StandingsSeenBy.NOBODY
    organizer = Organizer(rounds=2, show_chances=ChancesSeenBy(whom), standings_seen_by=seen_by).with_players(8)
    organizer.seated([1, 2, 3, 4], [5, 6, 7, 8]).result(1, 4, 0, 0, 0).result(2, 4, 0, 0, 0)
    versions = Versions()
    before = versions.of("lyon", organizer.state, player_view(2))
    organizer.enter_result(1, 2, victory_points=[0, 4, 0, 0], reason="read wrong")
    assert (versions.of("lyon", organizer.state, player_view(2)) != before) is changes
