from __future__ import annotations

from flask import Flask

from tests.web.events.conftest import Room, make_room


def test_they_begin_with_the_first_round(room: Room) -> None:
    assert "Standings start with the first round." in room.get("/standings")


def test_a_sweep_of_four_is_a_game_win_four_points_and_60(room: Room) -> None:
    room.seat()
    room.sweep(1)
    first = room.tournament.player(room.tournament.rounds[0].table(1)[0]).name
    assert f"{first} 1 4 60 1" in room.get("/standings")


def test_an_event_is_closed_when_all_is_played_and_opened_again(app: Flask) -> None:
    room = make_room(app, 5, rounds=1, has_final=False)
    room.seat()
    assert "table 1 has no result" in room.post("/finish", 409)
    room.sweep(1)
    room.post("/finish")
    assert "has won." in room.get("/standings")
    room.post("/reopen", reason="a result was wrong")
    assert not room.tournament.is_finished


def test_an_event_ends_early_with_a_reason_and_names_what_counts(room: Room) -> None:
    room.seat()
    page = room.get("/standings")
    assert "0 whole rounds count; whatever came after them does not, and nobody wins." in page
    assert "A reason is needed" in room.post("/finish", 422, early="1", reason="")
    room.post("/finish", early="1", reason="a power cut")
    page = room.get("/standings")
    assert "Ended early: a power cut" in page
    assert "Nobody has won." in page
    assert room.tournament.is_finished
