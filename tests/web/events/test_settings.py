from __future__ import annotations

from tests.web.events.conftest import Room

FORM = {
    "name": "Lyon",
    "rule_set": "constructed",
    "rounds": 2,
    "minutes": 120,
    "final_minutes": 150,
    "final_deck": "best_round",
    "kind": "standard_constructed",
    "decks_in_archive": "who_agreed",
    "standings_seen_by": "own",
    "lists_seen_by": "nobody",
    "has_final": "1",
}


def test_what_was_changed_is_saved_and_nothing_else(room: Room) -> None:
    room.post("/settings", **FORM)
    settings = room.tournament.settings
    assert (settings.name, settings.final_minutes, settings.standings_seen_by) == ("Lyon", 150, "own")
    before = room.tournament.number
    room.post("/settings", **FORM)
    assert room.tournament.number == before


def test_a_short_round_is_warned_about(room: Room) -> None:
    room.post("/settings", **{**FORM, "minutes": 90})
    assert "makes the event unsanctioned" in room.get("/settings")


def test_each_fault_stands_beside_its_field(room: Room) -> None:
    page = room.post("/settings", 422, **{**FORM, "name": "", "rounds": "x", "kind": "galactic", "date": "1.1."})
    for sentence in ("This cannot be left empty.", "Enter a number.", "Choose one of these.", "This is a date"):
        assert sentence in page
    assert room.tournament.settings.name == "Praxis Seizure: Lyon"


def test_what_is_announced_before_round_1_stays(room: Room) -> None:
    room.seat()
    page = room.post("/settings", 422, **{key: value for key, value in FORM.items() if key != "has_final"})
    assert "is announced before round 1" in page
