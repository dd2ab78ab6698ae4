from __future__ import annotations

import io
import json
import re
from datetime import date
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import FILE
from tests.exchange.test_results import FOLDER
from tests.web.events.conftest import Room, make_room
from tests.web.pages import markup_of, text_of
from toolkit.tournament.players import add_player
from toolkit.web.base import stores


def test_a_new_event_needs_a_name_only(organizer: FlaskClient) -> None:
    assert re.findall(r'<input[^>]*id="(\w+)"[^>]* autofocus', organizer.get("/tournaments").text) == ["name"]
    answer = organizer.post("/tournaments", data={"name": "Lyon"})
    assert answer.status_code == 303
    assert answer.location.endswith("/console/players")
    page = organizer.get("/tournaments").text
    assert ("Lyon" in page, " autofocus" in page) == (True, False)


def test_whether_an_event_is_reported_is_proposed_as_for_the_last_one(organizer: FlaskClient) -> None:
    proposed = []
    for answer in ("yes", "no", ""):
        page = organizer.get("/tournaments").text
        proposed += re.findall(r'name="is_reported"\s+value="(\w+)"\s+checked', page)
        organizer.post("/tournaments", data={"name": "Lyon", "is_reported": answer} if answer else {})
    assert proposed == ["no", "yes", "no"]


def test_without_a_name_it_says_so_and_keeps_the_rest(organizer: FlaskClient) -> None:
    answer = organizer.post("/tournaments", data={"name": " ", "place": "Lyon", "date": "soon", "rounds": "2"})
    assert answer.status_code == 422
    assert 'value="Lyon"' in answer.text
    assert "This cannot be left empty." in answer.text
    assert "This is a date, like 2026-11-21." in answer.text


def test_a_file_that_is_imported_twice_is_said(organizer: FlaskClient) -> None:
    def page(file: Path) -> str:
        sent = {"file": (io.BytesIO(file.read_bytes()), file.name)}
        made = organizer.post("/tournaments/import", data=sent, content_type="multipart/form-data")
        return organizer.get(made.location, follow_redirects=True).text if made.status_code == 303 else made.text

    assert "here already" not in page(FILE)
    assert "The same event is here already: " in page(FILE)
    assert "here already" not in page(FOLDER / "export.jsonl")
    organizer.post("/api/v1/tournaments/import", json={"content": (FOLDER / "export.jsonl").read_text("utf-8")})
    assert "This event is here already: “Harbour Cup”" in page(FOLDER / "export.jsonl")


def test_the_demo_event_has_33_players_who_are_here(app: Flask, organizer: FlaskClient) -> None:
    answer = organizer.post("/tournaments/demo")
    id = answer.location.split("/")[-2]
    with app.app_context():
        tournament = stores.current_context().tournaments.look(id).state
    assert len(tournament.players) == len(tournament.checked_in[1]) == 33


def test_an_export_comes_back_the_same(room: Room) -> None:
    room.seat()
    exported = room.client.get(f"{room.base}/export").data
    answer = room.client.post("/tournaments/import", data={"file": (io.BytesIO(exported), "event.json")})
    assert answer.status_code == 303
    once, again = json.loads(exported), room.client.get(f"{answer.location}/export").json
    # Each log has a chain of its own.
    assert {**again, "chain": once["chain"]} == once


def test_a_file_that_is_no_export_is_refused(organizer: FlaskClient) -> None:
    answer = organizer.post("/tournaments/import", data={"file": (io.BytesIO(b"{}"), "event.json")})
    assert answer.status_code == 422
    assert organizer.post("/tournaments/import").status_code == 422


def test_a_stranger_is_told_about_the_link_and_sees_no_event(room: Room) -> None:
    page = text_of(room.app.test_client().get("/tournaments"))
    assert "organizer's link" in page
    assert "Lyon" not in page


def day_of(app: Flask, id: str) -> str:
    with app.app_context():
        return str(stores.current_context().tournaments.look(id).state.settings.date)


def test_an_event_is_today_unless_said_otherwise(app: Flask, organizer: FlaskClient) -> None:
    with app.app_context():
        today = stores.current_context().now().astimezone().date().isoformat()
    assert f'name="date" value="{today}"' in organizer.get("/tournaments").text
    api = "/api/v1/tournaments"
    made = [{"name": "Lyon"}, {"name": "Lyon", "date": "2026-11-21"}, {"name": "Lyon", "date": None}]
    with app.app_context():
        key = {"Authorization": f"Bearer {stores.current_entry_key()}"}
    answers = [app.test_client().post(api, json=settings, headers=key).json for settings in made]
    assert [day_of(app, answer["id"]) for answer in answers] == [today, "2026-11-21", "None"]


def test_an_event_is_held_again_with_its_settings_and_the_players_who_are_ticked(app: Flask) -> None:
    room = make_room(app, 5, rounds=2, minutes=90, vekn_event="12345", place="Lyon")
    room.post("/players/3/drop")
    page = room.raw("/again")
    assert re.findall(r'name="player"\s+value="(\d)"\s+checked', page) == ["1", "2", "4", "5"]
    answer = room.client.post(f"{room.base}/again", data={"name": "In May", "date": "2027-05-08", "player": ["2", "3"]})
    assert answer.status_code == 303
    made = Room(app, answer.location.split("/")[2], room.client).tournament
    settings = made.settings
    assert (settings.name, settings.minutes, settings.place, settings.rounds) == ("In May", 90, "Lyon", 2)
    assert (str(settings.date), settings.vekn_event) == ("2027-05-08", "")
    assert [(player.name, player.is_active) for player in made.active] == [("Player 2", True), ("Player 3", True)]
    refused = room.client.post(f"{room.base}/again", data={"name": " ", "date": "2027-05-08", "player": ["2"]})
    assert refused.status_code == 422
    assert re.findall(r'name="player"\s+value="(\d)"\s+checked', refused.text) == ["2"]
    unknown = room.client.post(f"{room.base}/again", data={"name": "In May", "player": ["77"]})
    assert unknown.status_code == 404


def test_who_played_is_ticked_for_next_time_and_who_never_came_is_not(app: Flask) -> None:
    room = make_room(app, 5)
    room.seat()
    room.post("/players/add", name="Player 6")
    room.post("/players/3/drop")
    assert re.findall(r'name="player"\s+value="(\d)"\s+checked', room.raw("/again")) == ["1", "2", "3", "4", "5"]


def test_a_rehearsal_is_played_from_the_list_and_thrown_away(organizer: FlaskClient) -> None:
    answer = organizer.post("/tournaments/rehearsal", data={"players": "8"})
    page = organizer.get(answer.location, follow_redirects=True)
    assert "Rehearsal (8)" in organizer.get("/tournaments").text
    assert "Delete it" in page.text
    thrown = organizer.post(f"{answer.location}/throw-away", data={"seen": ""}, follow_redirects=True)
    assert "This rehearsal was deleted" in thrown.text
    assert "Rehearsal (8)" not in organizer.get("/tournaments").text


def test_a_rehearsal_of_three_says_what_to_choose_beside_the_number(organizer: FlaskClient) -> None:
    answer = organizer.post("/tournaments/rehearsal", data={"players": "3"})
    assert answer.status_code == 422
    told = "A rehearsal has 4 to 500 players: choose 4 or 5 for one table, 8 or more for several."
    assert told in text_of(answer)
    assert 'value="3"' in answer.text


def test_a_template_is_listed_apart_and_asks_for_the_day(app: Flask) -> None:
    room = make_room(app, 5, name="Monthly", minutes=150)
    typed = {"name": "Our monthly (Template)", "date": "2027-05-08", "is_template": "1", "player": ["2"]}
    made = room.client.post(f"{room.base}/again", data=typed)
    template = made.location.removesuffix("/settings")
    listed = text_of(room.client.get("/tournaments"))
    assert "Our monthly (Template) New event from this template" in listed
    asked = room.client.get(f"{template}/again").text
    assert 'value="Our monthly"' in asked
    (day,) = re.findall(r'<input[^>]*name="date"[^>]*>', asked)
    assert "required" in day
    assert 'value="2' not in day
    refused = room.client.post(f"{template}/again", data={"name": "June", "date": ""})
    assert refused.status_code == 422
    assert "A template has no day: say that of the new event." in text_of(refused)
    event = room.client.post(f"{template}/again", data={"name": "June", "date": "2027-06-12"})
    with app.app_context():
        context = stores.current_context()
        state = context.tournaments.look(event.location.split("/")[-3]).state
    assert (str(state.settings.date), state.settings.minutes, state.settings.is_template) == ("2027-06-12", 150, False)


def test_a_template_leads_to_the_next_event_with_the_players_of_the_last(app: Flask) -> None:
    last = make_room(app, 5, name="May", date=date(2027, 5, 8))
    last.post("/players/4/drop")
    room = make_room(app, 0, name="Monthly", is_template=True)
    assert ">New event from this template</a>" in markup_of(room.raw("/settings"))
    page = room.raw(f"/again?of={last.id}")
    assert f'<option value="{last.id}" selected>May · 8 May 2027</option>' in page
    assert re.findall(r'name="player"\s+value="(\d)"\s+checked', page) == ["1", "2", "3", "5"]
    typed = {"name": "June", "date": "2027-06-12", "of": last.id, "player": ["2", "5"]}
    made = Room(app, room.client.post(f"{room.base}/again", data=typed).location.split("/")[2], room.client).tournament
    assert [player.name for player in made.active] == ["Player 2", "Player 5"]
    assert "Show them" in room.raw("/again?of=nowhere")


def test_a_finished_event_counts_who_played(room: Room) -> None:
    room.seat()
    room.change(add_player, "Too Late")
    assert "9 players" in text_of(room.client.get("/tournaments"))
    room.sweep(1)
    room.post("/finish", early="1", reason="a power cut")
    assert "8 players" in text_of(room.client.get("/tournaments"))
    assert "Players <small>8</small>" in room.raw("/standings")
    assert room.raw("/players").count('<li id="player-') == 9


def test_what_was_refused_stands_open(organizer: FlaskClient) -> None:
    folded = re.compile(r'<details class="after">\s*<summary>A rehearsal, or an exported event')
    assert folded.search(organizer.get("/tournaments").text)
    for form, sent in (("rehearsal", {"players": "3"}), ("import", {})):
        refused = organizer.post(f"/tournaments/{form}", data=sent)
        assert refused.status_code == 422
        assert not folded.search(refused.text)
