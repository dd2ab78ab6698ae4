from __future__ import annotations

from flask import Flask

from tests.web.events.conftest import Room, make_room


def here(room: Room, number: int = 1) -> frozenset[int]:
    return room.tournament.checked_in.get(number, frozenset())


def test_one_by_one(room: Room) -> None:
    room.post("/checkin/one", here=3)
    room.post("/checkin/one", here=4)
    room.post("/checkin/one", away=3)
    assert here(room) == {4}
    assert "1 of 8 are here." in room.get("/checkin")


def test_all_at_once_without_those_who_left(room: Room) -> None:
    room.post("/players/2/drop")
    room.post("/checkin/all")
    assert here(room) == {1, 3, 4, 5, 6, 7, 8}
    room.post("/checkin/none")
    assert here(room) == frozenset()


def test_only_who_is_here_is_seated(app: Flask) -> None:
    room = make_room(app, 10, rounds=2)
    for number in range(1, 9):
        room.post("/checkin/one", here=number)
    room.seat()
    assert set(room.tournament.rounds[0].seats) == set(range(1, 9))


def test_who_has_left_or_is_unknown_is_refused(room: Room) -> None:
    room.post("/players/2/drop")
    assert "let them return first" in room.post("/checkin/one", 409, here=2)
    room.post("/checkin/one", 404, here=99)
    room.post("/checkin/one", 422, here="x")
