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
        ("rooms", "Main hall", "One room per line"),
        ("rooms", "A: 1-5\nB: 5-9", "its tables overlap another's"),
        ("rooms", "A: 9-1", "its tables overlap another's, or are none"),
        ("rooms", f"{'x' * 201}: 1-2", "at most 200 characters"),
        ("table_names", "Stage: 7", "One table per line"),
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


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("by the door", "Numbers of tables, such as “1, 4-6”."),
        ("6-4", "Numbers of tables, such as “1, 4-6”."),
        ("3, 3", "Tables near the door: each once"),
        ("0", "Tables near the door: each once"),
        ("1-900", "This is too long."),
    ],
)
def test_tables_that_cannot_be_near_the_door_are_said_and_kept(room: Room, text: str, sentence: str) -> None:
    answer = room.client.post(f"{room.base}/settings", data={**SETTINGS, "door_tables": text})
    assert answer.status_code == 422
    assert sentence in answer.text
    assert f'value="{text}"' in answer.text
    assert room.tournament.settings.door_tables == ()


def test_the_tables_near_the_door_are_a_setting_and_named_where_a_player_is_to_sit_there(room: Room) -> None:
    assert "from table 1 on" in room.get("/players/1")
    room.post("/settings", **SETTINGS, door_tables="3, 7-8")
    assert room.tournament.settings.door_tables == (3, 7, 8)
    assert 'value="3, 7, 8"' in room.raw("/settings")
    assert "The first with room of tables 3, 7, 8." in room.get("/players/1")
