from __future__ import annotations

import re

from tests.web.events.conftest import Room
from tests.web.lists import DAY, WINNER
from toolkit.schemas.event_forms import SettingsForm

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


def test_what_reports_need_stands_in_one_order(room: Room) -> None:
    """Exchange 1, `place` between venue and country."""
    fields = [
        *("vekn_event", "date", "start", "timezone", "last_day", "is_online", "venue", "place", "country"),
        *("organizer_vekn", "head_judge", "head_judge_vekn", "assistants", "kind", "decks_in_archive"),
    ]
    shown = re.findall(r'data-field="(\w+)"', room.raw("/settings"))
    assert [field for field in shown if field in fields] == fields


def test_every_field_of_the_page_is_read_once_it_is_sent(room: Room) -> None:
    shown = re.findall(r'data-field="(\w+)"', room.raw("/settings"))
    assert sorted(shown) == sorted(SettingsForm().fields)


def test_what_is_announced_before_round_1_stays(room: Room) -> None:
    room.seat()
    page = room.post("/settings", 422, **{key: value for key, value in FORM.items() if key != "has_final"})
    assert "is announced before round 1" in page


def test_lists_that_were_handed_in_are_judged_by_the_new_rules_and_the_organizer_is_told(room: Room) -> None:
    room.post("/settings", **FORM, date=DAY)
    room.hand_in(1, WINNER)
    room.post("/settings", **{**FORM, "minutes": 130}, date=DAY)
    assert room.tournament.player(1).decks[0].verdict.is_legal
    room.post("/settings", **{**FORM, "rule_set": "v5"}, date=DAY)
    page = room.get("/settings")
    assert "1 decklist checked again. No longer legal: Player 1." in page
    assert "Player 1's list is not legal:" in room.get("/rounds")
    api = f"/api/v1/tournaments/{room.id}/configuration"
    entries = room.client.patch(api, json={"rule_set": "constructed"}).json["entries"]
    assert entries[-1]["sentence"] == "1 decklist checked again. Legal now: Player 1."
