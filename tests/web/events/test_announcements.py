from __future__ import annotations

from tests.web.events.conftest import Room
from tests.web.pages import text_of


def public(room: Room) -> str:
    return text_of(room.app.test_client().get(f"/tournaments/{room.id}"))


def test_an_announcement_is_shown_to_everybody_until_it_is_withdrawn(room: Room) -> None:
    room.post("/announcements", text="Lunch until <b>14:00</b>.")
    assert "Lunch until <b>14:00</b>." in room.get("/announcements")
    assert "Lunch until <b>14:00</b>." in public(room)
    assert "<b>14:00" not in room.raw("/announcements")
    room.post("/announcements/1/withdraw")
    assert "Lunch" not in public(room)
    room.post("/announcements/1/withdraw", 404)


def test_an_empty_or_endless_one_is_refused_beside_its_field(room: Room) -> None:
    assert "This cannot be left empty." in room.post("/announcements", 422, text=" ")
    assert "at most 200 characters" in room.post("/announcements", 422, text="x" * 201)
    assert f'value="{"x" * 201}"' in room.client.post(f"{room.base}/announcements", data={"text": "x" * 201}).text
