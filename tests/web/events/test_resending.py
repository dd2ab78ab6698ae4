"""A form that arrives twice, because its answer was lost: nothing stands there twice."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.events.conftest import Room
from tests.web.forms.drawn import forms_of
from toolkit.services.events.listing import list_tournaments
from toolkit.services.lifecycle.tournaments import export_tournament
from toolkit.tournament.facts import NoteAdded
from toolkit.web.base import stores

SANCTION = {"player": 1, "kind": "caution", "rule": "slow play"}
POINTS = {"vp1": "4"}
FORMS = [
    ("/rounds/1/tables/1/points", POINTS),
    ("/rounds/1/tables/1/events", {"events": "A>B A>C A>D"}),
    ("/sanctions", SANCTION),
    ("/announcements", {"text": "Lunch at one"}),
    ("/note", {"text": "The projector is late"}),
    ("/players/add", {"name": "Player 1", "is_namesake": "1"}),
    ("/players/1/deck", {"deck": "12x Giotto Verducci", "deck_reason": "lost a card"}),
    ("/players/1/drop", {"reason": "ill"}),
    ("/rounds/1/clock/extend", {"seconds": "5"}),
    ("/undo", {}),
]


def once_and_again(room: Room, path: str, form: dict[str, object]) -> tuple[int, int, int]:
    """Send the same form twice; the entries after the first, and status and entries after the second."""
    drawn = {**form, "sequence": room.tournament.number, "csrf_token": "of this page"}
    room.post(path, **drawn)
    before = room.tournament.number
    again = room.client.post(room.base + path, data=drawn)
    return before, again.status_code, room.tournament.number


@pytest.mark.parametrize(("path", "form"), FORMS)
def test_nothing_is_entered_twice(room: Room, path: str, form: dict[str, object]) -> None:
    room.seat()
    if path.endswith("extend"):
        room.post("/rounds/1/clock/start")
    before, status, after = once_and_again(room, path, form)
    assert (status, after) == (303, before)


def test_a_fresh_token_makes_no_other_form_of_it(room: Room) -> None:
    form = {"text": "Water at table 4", "sequence": room.tournament.number}
    room.post("/note", **form, csrf_token="of the first page")
    before = room.tournament.number
    room.post("/note", **form, csrf_token="of another session")
    assert room.tournament.number == before


@pytest.mark.parametrize(("path", "form"), FORMS[:8])
def test_whoever_sends_again_late_sees_what_happened(room: Room, path: str, form: dict[str, object]) -> None:
    room.seat()
    drawn = {**form, "sequence": room.tournament.number}
    room.post(path, **drawn)
    room.post("/rounds/1/tables/2/points", vp2="4")
    before = room.tournament.number
    assert "This changed in the meantime." in room.post(path, 409, **drawn)
    assert room.tournament.number == before


def test_what_was_taken_back_is_not_lost_in_silence(room: Room) -> None:
    room.seat()
    drawn = {**POINTS, "sequence": room.tournament.number}
    room.post("/rounds/1/tables/1/points", **drawn)
    room.post("/undo")
    assert "This changed in the meantime." in room.post("/rounds/1/tables/1/points", 409, **drawn)
    room.post("/rounds/1/tables/1/points", **POINTS, sequence=room.tournament.number)
    assert room.tournament.rounds[0].is_settled(1)


def test_the_same_words_on_a_page_drawn_anew_are_meant_once_more(room: Room) -> None:
    for _ in range(2):
        room.post("/note", text="Water at table 4", sequence=room.tournament.number)
    assert [type(entry.fact) for entry in room.tournament.log].count(NoteAdded) == 2


def drawn(client: FlaskClient, action: str) -> dict[str, Any]:
    """A form of the page of events as a browser has it, with its fields."""
    (form,) = [form for form in forms_of(client.get("/tournaments").text) if form.action == action]
    return {one.name: one.value for one in form.fields if one.kind != "file"}


def events(app: Flask) -> int:
    with app.app_context():
        return len(list_tournaments(stores.current_context()))


@pytest.mark.parametrize(("path", "typed"), [("", {"name": "Lyon"}), ("/demo", {})])
def test_an_event_is_made_once(app: Flask, organizer: FlaskClient, path: str, typed: dict[str, str]) -> None:
    form = {**drawn(organizer, f"/tournaments{path}"), **typed}
    places = {organizer.post(f"/tournaments{path}", data=form).location for _ in range(2)}
    assert (len(places), events(app)) == (1, 1)


def test_an_event_is_imported_once_for_each_file(room: Room) -> None:
    with room.app.app_context():
        exported = export_tournament(stores.current_context(), room.id).encode()
    form = drawn(room.client, "/tournaments/import")
    places = []
    for content in (exported, exported, exported + b"\n"):
        sent = {**form, "file": (io.BytesIO(content), "event.json")}
        places.append(room.client.post("/tournaments/import", data=sent).location)
    assert places[0] == places[1] != places[2]
    assert events(room.app) == 3


def test_whoever_goes_back_and_changes_the_name_makes_another_event(app: Flask, organizer: FlaskClient) -> None:
    form = drawn(organizer, "/tournaments")
    for name in ("Lyon", "Paris"):
        assert organizer.post("/tournaments", data={**form, "name": name}).status_code == 303
    assert events(app) == 2


def test_the_same_name_on_a_page_drawn_anew_is_another_event(app: Flask, organizer: FlaskClient) -> None:
    for _ in range(2):
        organizer.post("/tournaments", data={**drawn(organizer, "/tournaments"), "name": "Lyon"})
    assert events(app) == 2
