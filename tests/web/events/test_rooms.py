"""Rooms and names of tables in the settings."""

from __future__ import annotations

import pytest

from tests.web.events.conftest import Room

SETTINGS = {
    "name": "Praxis Seizure: Lyon",
    "rule_set": "constructed",
    "rounds": 2,
    "minutes": 120,
    "final_minutes": 120,
    "has_final": "1",
    "final_deck": "best_round",
    "kind": "standard_constructed",
    "decks_in_archive": "who_agreed",
    "standings_seen_by": "everybody",
    "lists_seen_by": "nobody",
}


def test_seats_are_told_with_their_room_and_table_name(room: Room) -> None:
    room.post(
        "/settings", **SETTINGS, rooms="Main hall: 1-1\n Attic = 2 to 9 \n", table_names="2: Stage", sets="V5, NB"
    )
    settings = room.tournament.settings
    assert (settings.table_name(1), settings.table_name(2)) == ("1 (Main hall)", "Stage (Attic)")
    assert settings.sets == ("V5", "NB")
    assert "Main hall: 1-1\nAttic: 2-9" in room.raw("/settings")
    room.seat()
    assert "Stage (Attic)" in room.client.get(f"/tournaments/{room.id}/wall").text
    room.post("/settings", **SETTINGS, rooms="", table_names="", sets="")
    assert room.tournament.settings.table_name(2) == "2"


@pytest.mark.parametrize(
    ("field", "text", "sentence"),
    [
        ("rooms", "Main hall", "One room a line"),
        ("rooms", "A: 1-5\nB: 5-9", "its tables overlap another's"),
        ("rooms", "A: 9-1", "its tables overlap another's, or are none"),
        ("rooms", f"{'x' * 201}: 1-2", "at most 200 characters"),
        ("table_names", "Stage: 7", "One table a line"),
        ("table_names", "7: Stage\n7: Yard", "A table has one name"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_kept(room: Room, field: str, text: str, sentence: str) -> None:
    page = room.post("/settings", 422, **{**SETTINGS, field: text})
    assert sentence in page
    assert text.splitlines()[0] in page
    assert room.tournament.settings.rooms == ()


def test_an_older_form_without_these_fields_changes_nothing_of_them(room: Room) -> None:
    room.post("/settings", **SETTINGS, rooms="A: 1-5")
    room.post("/settings", **SETTINGS)
    assert room.tournament.settings.table_name(3) == "3 (A)"
