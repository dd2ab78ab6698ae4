from __future__ import annotations

import re

import pytest

from tests.web.events.conftest import Room
from tests.web.lists import DAY, WINNER
from toolkit.schemas.event_forms import SettingsForm
from toolkit.season.rules import LeagueRules
from toolkit.services.season.leagues import add_stored, new_league
from toolkit.tournament import event
from toolkit.tournament.questions import is_reported
from toolkit.web.base import stores

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
    # Forms of earlier pages have a box for required lists.
    assert sorted([*shown, "requires_decks"]) == sorted(SettingsForm().fields)


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
    assert "Player 1's list is not legal:" in room.get("/rounds/1")
    api = f"/api/v1/tournaments/{room.id}/configuration"
    entries = room.client.patch(api, json={"rule_set": "constructed"}).json["entries"]
    assert entries[-1]["sentence"] == "1 decklist checked again. Legal now: Player 1."


def answers(room: Room) -> dict[str, str]:
    """The answers that the page shows."""
    return dict(re.findall(r'type="radio"\s+name="(\w+)" value="(\w*)" checked', room.raw("/settings")))


def test_the_three_questions_are_answered_first(room: Room) -> None:
    page = room.raw("/settings")
    assert page.index('id="uses"') < page.index('name="is_reported"') < page.index('id="what"')
    assert answers(room) == {"is_reported": "yes", "decklists": "", "has_fees": "no"}
    room.post("/settings", **FORM, is_reported="no", decklists="paper", has_fees="yes")
    assert answers(room) == {"is_reported": "no", "decklists": "paper", "has_fees": "yes"}
    settings = room.tournament.settings
    assert (settings.is_reported, settings.decklists, settings.has_fees) == (False, "paper", True)


def test_a_yes_stays_where_the_kind_of_event_says_no(room: Room) -> None:
    for _ in range(2):
        room.post("/settings", **{**FORM, "kind": "unsanctioned"}, is_reported="yes")
    assert (answers(room)["is_reported"], is_reported(room.tournament)) == ("yes", False)


def test_a_question_that_is_answered_as_it_was_is_no_change(room: Room) -> None:
    room.post("/settings", **FORM)
    before = room.tournament.number
    room.post("/settings", **FORM, is_reported="yes", decklists="", has_fees="no")
    assert room.tournament.number == before


def test_a_form_of_an_earlier_page_leaves_the_answers_alone(room: Room) -> None:
    room.post("/settings", **FORM, is_reported="no", decklists="online", has_fees="yes")
    room.post("/settings", **FORM, requires_decks="1")
    settings = room.tournament.settings
    assert (settings.is_reported, settings.decklists, settings.has_fees) == (False, "online", True)
    room.post("/settings", **FORM)
    assert (room.tournament.settings.decklists, room.tournament.settings.requires_decks) == (None, False)


def test_lists_that_a_program_requires_are_shown_as_handed_in_online(room: Room) -> None:
    room.change(event.configure, {"requires_decks": True})
    assert answers(room)["decklists"] == "online"
    room.post("/settings", **FORM, decklists="online")
    assert room.tournament.settings.requires_decks


def test_an_event_of_a_league_without_a_number_is_shown_as_not_reported(room: Room) -> None:
    with room.app.app_context():
        context = stores.current_context()
        add_stored(context, new_league(context, "Evenings", LeagueRules(), by="Ben"), room.id, by="Ben", is_own=True)
    assert answers(room)["is_reported"] == "no"
    room.post("/settings", **FORM, vekn_event="12345")
    assert answers(room)["is_reported"] == "yes"


@pytest.mark.parametrize(
    ("question", "hidden"),
    [
        ("is_reported", {"vekn_event", "organizer_vekn", "head_judge_vekn", "kind"}),
        ("decklists", {"decks_in_archive", "lists_seen_by"}),
        ("is_multideck", {"final_deck"}),
        ("rule_set", {"boosters", "has_starters"}),
    ],
)
def test_what_does_not_apply_stands_behind_its_question(room: Room, question: str, hidden: set[str]) -> None:
    parts = re.findall(r'data-behind="(\w+)">\s*<div class="field[^>]*data-field="(\w+)"', room.raw("/settings"))
    assert {field for behind, field in parts if behind == question} == hidden


def test_what_else_can_be_turned_on_has_a_sentence_and_a_way_there(room: Room) -> None:
    page = room.get("/settings")
    assert "Several rooms Seats are shown with their room." in page
    room.post("/settings", **FORM, rooms="Hall: 1-4")
    assert "Several rooms on Seats are shown with their room." in room.get("/settings")
    links = re.findall(r'<li>\s*<a href="([^"]+)">', room.raw("/settings"))
    assert f"{room.base}/sign-up" in links
    assert "#rule_set" in links
