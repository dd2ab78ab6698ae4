"""The button that calls a judge: with a link, once a table, whatever else happens meanwhile."""

from __future__ import annotations

import pytest

from tests.web.events.conftest import organizer_client
from tests.web.room.conftest import Room
from toolkit.services.kernel.links import player_path, table_path
from toolkit.tournament import Tournament
from toolkit.web.base import stores


def tournament(room: Room) -> Tournament:
    with room.app.app_context():
        return stores.current_context().tournaments.look(room.id).state


def test_a_table_calls_once_and_sees_that_it_did(room: Room) -> None:
    link = table_path(room.seat().id, 1, 2, room.key)
    assert "Call a judge to this table" in room.get(link).text
    for _ in range(2):
        assert room.post(f"{link}/call", reason="a rules question").location == link
    (call,) = tournament(room).calls.values()
    assert (call.round, call.table, call.reason) == (1, 2, "a rules question")
    page = room.get(link).text
    assert "A judge has been called" in page
    assert "Call a judge to this table" not in page


def test_a_player_calls_to_their_seat(room: Room) -> None:
    link = player_path(room.seat().id, 6, room.key)
    room.post(f"{link}/call")
    (call,) = tournament(room).calls.values()
    assert (call.round, call.table, call.player) == (1, 2, 6)
    assert tournament(room).entry(tournament(room).number).by == "Player 6"
    assert "A judge has been called" in room.get(table_path(room.id, 1, 2, room.key)).text


def test_a_judge_whom_nobody_calls_sees_the_tables_of_the_round(room: Room) -> None:
    link = table_path(room.seat().id, 1, 2, room.key)
    judge = organizer_client(room.app)
    path = f"/tournaments/{room.id}/judge"
    assert f'href="{path}/rounds/1/tables/2">Table 2</a>' in judge.get(path).text
    room.post(f"{link}/call")
    assert f'href="{path}/rounds/1/tables/1"' not in judge.get(path).text


BACK = "Judge no longer needed"


def test_a_player_takes_an_own_call_back(room: Room) -> None:
    link = player_path(room.seat().id, 6, room.key)
    neighbour = player_path(room.id, 7, room.key)
    room.post(f"{link}/call", reason="a rules question")
    assert BACK in room.get(link).text
    assert BACK not in room.get(neighbour).text
    assert BACK not in room.get(table_path(room.id, 1, 2, room.key)).text
    room.post(f"{neighbour}/call/back", 409)
    assert len(tournament(room).calls) == 1
    assert room.post(f"{link}/call/back").location == link
    assert tournament(room).calls == {}
    assert room.post(f"{link}/call/back").location == link


def test_a_table_takes_its_own_call_back(room: Room) -> None:
    link = table_path(room.seat().id, 1, 2, room.key)
    room.post(f"{link}/call")
    assert BACK in room.get(link).text
    room.post(f"{player_path(room.id, 6, room.key)}/rounds/1/call/back", 409)
    room.post(f"{link}/call/back")
    assert tournament(room).calls == {}


def test_a_player_takes_it_back_at_their_table(room: Room) -> None:
    own = f"{player_path(room.seat().id, 6, room.key)}/rounds/1"
    room.post(f"{own}/call")
    assert BACK in room.get(own).text
    room.post(f"{own}/call/back")
    assert tournament(room).calls == {}


@pytest.mark.parametrize("path", ["/players/1/guess/call", "/rounds/1/tables/1/guess/call"])
def test_a_stranger_calls_nobody(room: Room, path: str) -> None:
    room.post(f"/tournaments/{room.seat().id}{path}", 404)
    assert tournament(room).calls == {}


def test_a_missing_table_and_a_wrong_method_are_refused(room: Room) -> None:
    room.seat()
    room.post(f"{table_path(room.id, 1, 9, room.key)}/call", 404)
    assert room.client.get(f"{table_path(room.id, 1, 1, room.key)}/call").status_code == 405


def test_too_long_a_reason_is_refused_beside_the_field_and_kept(room: Room) -> None:
    for link in (table_path(room.seat().id, 1, 1, room.key), player_path(room.id, 6, room.key)):
        page = room.post(f"{link}/call", 422, reason="x" * 201).text
        assert "A call says at most 200 characters." in page
        assert "x" * 201 in page
    assert tournament(room).calls == {}


def test_the_button_needs_the_token_of_its_form(strict_room: Room) -> None:
    link = table_path(strict_room.seat().id, 1, 1, strict_room.key)
    strict_room.post(f"{link}/call", 400)
