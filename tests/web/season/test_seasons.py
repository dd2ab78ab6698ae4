"""Leagues, ratings and persons on their pages and by the API: the worked example, and what is refused."""

from __future__ import annotations

import io
import json
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.exchange.events import FILE
from tests.season.events import event_b, event_c
from tests.season.test_leagues import PLACE, RTP
from tests.sheets.paper import text as text_of
from tests.web.forms.drawn import forms_of
from tests.web.pages import markup_of, sentences_of
from toolkit.exchange.tournament_json import render_tournament
from toolkit.services.kernel import links
from toolkit.services.lifecycle.tournaments import import_tournament
from toolkit.web.base import stores

ROW = re.compile(
    r'<tr><td class="number">(\d*)</td><th scope="row"><a [^>]*>Player Nr(\d+).*?</th>'
    r'<td class="number"><a [^>]*><strong>([\d.]+)',
    re.S,
)


def files() -> list[tuple[io.BytesIO, str]]:
    texts = {"c": render_tournament(event_c()), "b": render_tournament(event_b())}
    return [(io.BytesIO(text.encode()), f"{name}.json") for name, text in texts.items()]


@pytest.fixture
def league(app: Flask, organizer: FlaskClient) -> str:
    """The league of the worked example: A is taken from the store, C and B come as files."""
    with app.app_context():
        event = import_tournament(stores.current_context(), FILE.read_bytes()).id
    address = organizer.post("/leagues", data={"name": "Prague 2026", "preset": "rtp"}).location
    organizer.post(address, data={"do": "add", "event": event})
    sent = {"do": "upload", "file": files()}
    assert organizer.post(address, data=sent, content_type="multipart/form-data").status_code == 303
    return address.removesuffix("/edit").removeprefix("/leagues/")


def shown(page: str) -> dict[int, tuple[str, int | None]]:
    return {int(number): (points, int(rank) if rank else None) for rank, number, points in ROW.findall(markup_of(page))}


def test_without_a_league_the_rules_of_one_are_an_example(app: Flask, organizer: FlaskClient) -> None:
    page = app.test_client().get("/leagues").text
    assert "An example: Rating points" in page
    assert "5 + 4 for each VP + 8 for each GW" in page
    organizer.post("/leagues", data={"name": "Prague 2026", "preset": "rtp"})
    assert "An example" not in app.test_client().get("/leagues").text


def test_the_worked_example_on_the_page_for_everybody(app: Flask, league: str) -> None:
    page = shown(app.test_client().get(f"/leagues/{league}").text)
    assert {number: page[number] for number in RTP} == {
        number: (str(points), rank) for number, (points, rank) in RTP.items()
    }


def test_the_worked_example_by_the_api_and_by_place(app: Flask, organizer: FlaskClient, league: str) -> None:
    rules = {"rules": {"points": "place", "table": [25, 15, 15, 15, 15, 10, 9, 8, 7, 6]}}
    assert organizer.put(f"/api/v1/leagues/{league}/rules", json=rules).status_code == 200
    answer = organizer.get(f"/api/v1/leagues/{league}/standings").json
    found = {int(line["person"]) - 1_000_000: (f"{line['points']:g}", line["rank"]) for line in answer["standings"]}
    assert {number: found[number] for number in PLACE} == PLACE
    page = shown(app.test_client().get(f"/leagues/{league}").text)
    assert {number: page[number] for number in PLACE} == PLACE


def test_what_does_not_count_is_struck_through_and_spoken(organizer: FlaskClient, league: str) -> None:
    rules = json.dumps({"best": 2, "minimum_events": 2})
    organizer.post(f"/leagues/{league}/edit", data={"do": "rules", "name": "Prague 2026", "rules": rules})
    page = markup_of(organizer.get(f"/leagues/{league}"))
    assert '<s>9</s></a><span class="visually-hidden"> does not count</span>' in page
    assert "Too few events so far" in page
    assert "1 more needed" in page
    assert "The best 2 results count." in page


def test_the_race_is_drawn_and_told(app: Flask, league: str) -> None:
    page = app.test_client().get(f"/leagues/{league}").text
    assert "Player Nr9: 125, 134, 229" in page, "what has been won after each event"
    assert page.count("<polyline") == 2 * 6, "for a wide screen, and for a phone"


def test_files_of_the_table(app: Flask, organizer: FlaskClient, league: str) -> None:
    stranger = app.test_client()
    assert stranger.get(f"/leagues/{league}/standings.csv").text.splitlines()[1].startswith("1,Player Nr9,,229,")
    assert "\n1,Player Nr9,1000009,229," in organizer.get(f"/leagues/{league}/standings.csv").text
    assert stranger.get(f"/leagues/{league}/standings.json").json["standings"][0]["points"] == 229
    assert "1.   Player Nr9   229 points" in stranger.get(f"/leagues/{league}/standings.txt?dialect=discord").text
    assert stranger.get(f"/leagues/{league}/standings.pdf2").status_code == 404


def test_the_standings_on_paper(app: Flask, organizer: FlaskClient, league: str) -> None:
    rules = json.dumps({"minimum_events": 2})
    organizer.post(f"/leagues/{league}/edit", data={"do": "rules", "name": "Prague 2026", "rules": rules})
    answer = app.test_client().get(f"/leagues/{league}/standings.pdf")
    assert answer.content_type == "application/pdf"
    lines = [" ".join(line.split()) for line in text_of(answer.data).splitlines()]
    assert "1 Player Nr9 229 3 13.5 240 3" in lines
    assert "Too few events so far: Player Nr11, Player Nr12, Player Nr13" in lines


def test_a_change_is_undone_and_counts_again(organizer: FlaskClient, league: str) -> None:
    address = f"/leagues/{league}/edit"
    organizer.post(address, data={"do": "rules", "name": "Prague 2026", "rules": '{"best": 1}'})
    assert shown(organizer.get(f"/leagues/{league}").text)[9] == ("125", 1)
    for points in ("229", "125"):
        organizer.post(address, data={"do": "undo", "entry": "5"})
        assert shown(organizer.get(f"/leagues/{league}").text)[9][0] == points
    log = organizer.get(address).text
    assert "Undone: Rules: best: 1." in log
    assert "Counts again: Rules: best: 1." in log


def test_a_league_is_made_once(organizer: FlaskClient) -> None:
    (form,) = [one for one in forms_of(organizer.get("/leagues").text) if one.action == "/leagues"]
    sent = {**form.sent, "name": "Prague"}
    assert organizer.post("/leagues", data=sent).location == organizer.post("/leagues", data=sent).location
    assert organizer.get("/leagues").text.count("Prague") == 1
    organizer.post("/leagues", data={**sent, "name": "Prague too"})
    assert organizer.get("/leagues").text.count("Prague") == 2


def undoing(organizer: FlaskClient, page: str, entry: str) -> dict[str, str]:
    """The form that undoes an entry, as a browser has it."""
    forms = [one.sent for one in forms_of(organizer.get(page).text)]
    (form,) = [form for form in forms if form.get("entry") == entry]
    return form


def test_an_undoing_that_is_sent_twice_does_not_count_again(organizer: FlaskClient, league: str) -> None:
    address, points = f"/leagues/{league}/edit", []
    organizer.post(address, data={"do": "rules", "name": "Prague 2026", "rules": '{"best": 1}'})
    for _ in range(2):
        drawn = undoing(organizer, address, "5")
        for _ in range(2):
            organizer.post(address, data=drawn)
            points.append(shown(organizer.get(f"/leagues/{league}").text)[9][0])
    assert points == ["229", "229", "125", "125"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"do": "rules", "name": "P", "rules": '{"bets": 1}'}, "There is no rule “bets”."),
        ({"do": "rules", "name": " ", "rules": "{}"}, "A league needs a name."),
        ({"do": "merge", "one": "1000009", "other": "1000003"}, "both played in “Prague Cup”"),
        ({"do": "merge", "one": "somebody", "other": "else, and"}, "is not a person"),
        ({"do": "undo", "entry": "1"}, "Entry 1 cannot be undone."),
    ],
)
def test_what_is_refused_stands_on_the_page_with_what_was_typed(
    organizer: FlaskClient, league: str, sent, said
) -> None:
    answer = organizer.post(f"/leagues/{league}/edit", data=sent)
    assert answer.status_code in (404, 422)
    assert said in answer.text.replace("&#34;", '"')


def test_an_altered_file_is_refused_and_nothing_is_added(organizer: FlaskClient, league: str) -> None:
    altered = (io.BytesIO(FILE.read_bytes().replace(b"Player Nr9", b"Player Nr7", 1)), "a.json")
    answer = organizer.post(
        f"/leagues/{league}/edit", data={"do": "upload", "file": altered}, content_type="multipart/form-data"
    )
    assert answer.status_code == 422
    assert (
        "a.json: This export was changed after it was written: its log does not fit its checksum. Export it again."
        in answer.text
    )
    assert len(organizer.get(f"/api/v1/leagues/{league}").json["events"]) == 3


def test_an_export_is_added_by_the_api_once(organizer: FlaskClient, league: str) -> None:
    before = organizer.get(f"/api/v1/leagues/{league}").json["events"]
    sent = {"export": json.loads(render_tournament(event_b()))}
    assert organizer.post(f"/api/v1/leagues/{league}/events", json=sent).json["events"] == before


def test_a_correction_in_an_event_changes_the_table(app: Flask, organizer: FlaskClient, league: str) -> None:
    before = shown(organizer.get(f"/leagues/{league}").text)[9]
    event = organizer.get(f"/api/v1/leagues/{league}").json["events"][0]
    organizer.post(f"/api/v1/tournaments/{event}/reopen", json={"reason": "late report"})
    given = {"player": 9, "kind": "disqualification", "rule": "JG 3.9"}
    refused = organizer.post(f"/api/v1/tournaments/{event}/sanctions", json=given)
    assert (refused.status_code, refused.json["code"]) == (409, "would_move")
    answer = organizer.post(f"/api/v1/tournaments/{event}/sanctions", json={**given, "sure": True})
    assert answer.json["moved"] == refused.json["moved"]
    places = [(move["league"], move["before"], move["after"]) for move in answer.json["moved"] if move["league"]]
    assert (league, 3, 1) in places
    organizer.post(f"/api/v1/tournaments/{event}/finish", json={})
    assert before == ("229", 1)
    assert shown(organizer.get(f"/leagues/{league}").text)[9][0] == "104"


def test_a_page_asks_about_places_in_leagues_and_a_program_reads_them(organizer: FlaskClient) -> None:
    event = organizer.post("/api/v1/tournaments/import", json={"content": render_tournament(event_b())}).json["id"]
    organizer.post(organizer.post("/leagues", data={"name": "Brno"}).location, data={"do": "add", "event": event})
    points = {f"vp{seat}": points for seat, points in enumerate("11003", start=1)}
    asked = organizer.post(f"/tournaments/{event}/console/rounds/1/tables/1/points", data=points)
    question = "This changes something already decided. Brno: Player Nr4"
    assert (asked.status_code, question in markup_of(asked)) == (409, True)
    result = f"/api/v1/tournaments/{event}/rounds/1/tables/1/result"
    answer = organizer.put(result, json={"victory_points": [1, 1, 0, 0, 3]})
    assert answer.status_code == 200
    assert "league" in {move["what"] for move in answer.json["moved"]}


def test_a_deleted_league_is_gone(organizer: FlaskClient, league: str) -> None:
    assert organizer.post(f"/leagues/{league}/edit", data={"do": "delete"}).location == "/leagues"
    assert organizer.get(f"/leagues/{league}").status_code == 404
    assert "Prague 2026" not in organizer.get("/leagues").text


def test_ratings_on_a_day_and_as_csv(app: Flask, organizer: FlaskClient, league: str) -> None:
    stranger = app.test_client()
    page = stranger.get("/ratings?on=2026-12-31").text
    assert "<strong>229</strong>" in page
    assert re.search(r'<a href="/[^"]+" title="Prague Cup, place 1"><span>125</span>', markup_of(page))
    assert "not rated (Player" not in page
    assert "No rated results" in stranger.get("/ratings?on=2026-12-31&list=limited_online").text
    line = "1,Player Nr9,{},,229,yes,Prague Cup,2026-11-21,1,125,yes"
    assert line.format("") in stranger.get("/ratings.csv?on=2026-12-31").text
    assert line.format(1000009) in organizer.get("/ratings.csv?on=2026-12-31").text
    assert stranger.get("/api/v1/ratings?on=2026-12-31").json["players"][0]["rating"] == 229
    assert stranger.get("/api/v1/ratings?on=soon").status_code == 422
    assert stranger.get("/api/v1/ratings?on=0001-01-01").json["players"] == []
    assert "No rated results" in stranger.get("/ratings?on=0001-01-01").text
    for page in ("/ratings", "/ratings.csv"):
        answer = stranger.get(f"{page}?on=2026-11-31")
        assert (answer.status_code, "Invalid date “2026-11-31”" in answer.text) == (422, True)
        answer = stranger.get(f"{page}?list=vampires")
        assert (answer.status_code, "no rating list “vampires”" in answer.text) == (422, True)
    assert stranger.get("/ratings?list=&on=").status_code == 200


def test_a_player_reads_their_standing_and_history_on_their_own_link(
    app: Flask, organizer: FlaskClient, league: str
) -> None:
    event = organizer.get(f"/api/v1/leagues/{league}").json["events"][0]
    with app.app_context():
        context = stores.current_context()
        own = links.player_path(event, 2, links.key_of(context, event))
    player = app.test_client()
    assert "You are 3rd, 48 points behind 2nd." in player.get(own).text
    history = player.get(f"{own}/history")
    assert history.status_code == 200
    assert "Prague Cup III" in history.text
    assert "1000002" in history.text
    assert player.get(f"{own[:-3]}xyz/history").status_code == 404


def test_another_persons_history_is_for_who_keeps_events(app: Flask, organizer: FlaskClient, league: str) -> None:
    assert "Prague Cup II" in organizer.get("/persons?key=1000009").text
    assert organizer.get("/persons?key=7").status_code == 404
    assert app.test_client().get("/persons?key=1000009").status_code in (403, 404)
    assert app.test_client().get("/api/v1/persons/1000009").status_code == 403


def forget_by_page(organizer: FlaskClient, key: str) -> str:
    assert "Forget this person for good" in organizer.get(f"/persons?key={key}").text
    assert organizer.post("/persons/forget", data={"key": key}).location == "/persons"
    return unescape(organizer.get("/persons").text)


def forget_by_api(organizer: FlaskClient, key: str) -> str:
    forgotten = organizer.post(f"/api/v1/persons/{key}/forget").json
    assert len(forgotten["events"]) == 3
    return f"Forgotten in 3 events. {forgotten['reported']}"


def points_of(organizer: FlaskClient, league: str) -> list[str]:
    return [line["points"] for line in organizer.get(f"/leagues/{league}/standings.json").json["standings"]]


@pytest.mark.usefixtures("in_2026")
@pytest.mark.parametrize("forget", [forget_by_page, forget_by_api])
def test_a_person_is_forgotten_in_every_event_and_the_points_stay(app, organizer, league, forget) -> None:
    pages, stranger = (f"/leagues/{league}", f"/api/v1/leagues/{league}/standings", "/ratings"), app.test_client()
    points = points_of(organizer, league)
    assert all("Player Nr9" in stranger.get(page).text for page in pages)
    told = forget(organizer, "1000009")
    assert "Forgotten in 3 events." in told
    assert "Prague Cup" in told
    assert points_of(organizer, league) == points
    assert not any(re.search("Player Nr9|1000009", stranger.get(page).text) for page in pages)
    assert organizer.get("/persons?key=1000009").status_code == 404


def test_whom_no_event_knows_cannot_be_forgotten(organizer: FlaskClient, league: str) -> None:
    for key, status in {"2000009": 404, "": 422, "no key": 422}.items():
        assert organizer.post("/persons/forget", data={"key": key}).status_code == status
    assert organizer.post("/api/v1/persons/2000009/forget").status_code == 404


def test_two_numbers_are_one_person_by_hand_and_that_is_undone(organizer: FlaskClient, league: str) -> None:
    sent = {"do": "merge", "key": "1000011", "one": "1000011", "other": "2000001"}
    assert organizer.post("/persons", data=sent).location == "/persons?key=1000011"
    page = organizer.get("/persons?key=2000001").text
    assert "<code>2000001</code>" in page
    assert "One person: 1000011, 2000001." in sentences_of(page)
    drawn = undoing(organizer, "/persons", "1")
    for _ in range(2):  # sent again, it does not count again
        organizer.post("/persons", data=drawn)
        assert organizer.get("/persons?key=2000001").status_code == 404
    undone = re.sub(r"</?a\b[^>]*>", "", organizer.get("/persons").text)
    assert "<s>One person: 1000011, 2000001.</s>" in undone


def test_the_same_by_the_api(app: Flask, organizer: FlaskClient, league: str) -> None:
    api, sent = "/api/v1/persons/merges", {"one": "1000011", "other": "2000001"}
    merged = organizer.post(api, json=sent).json
    assert merged["merges"] == [["1000011", "2000001"]]
    assert merged["entries"][0]["sentence"] == "One person: 1000011, 2000001."
    assert organizer.post(api, json=sent).status_code == 422
    assert organizer.get("/api/v1/persons/2000001").json["keys"] == ["1000011", "2000001"]
    assert organizer.post(f"{api}/undo", json={}).json["merges"] == []
    assert organizer.get(api).json["entries"][0]["undone"]
    assert organizer.post(f"{api}/undo", json={"entry": 7}).status_code == 404
    assert [app.test_client().open(api, method=way, json=sent).status_code for way in ("GET", "POST")] == [403, 403]


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"do": "merge", "one": "1000009", "other": "1000003"}, 422, "Player Nr9 and Player Nr3 both played in"),
        ({"do": "merge", "one": "1000009", "other": "1000009"}, 422, "are the same person already"),
        ({"do": "merge", "one": "1000009", "other": "no key"}, 422, "is not a person"),
        ({"do": "undo", "entry": "7"}, 404, "Entry 7 cannot be undone."),
        ({"do": "undo", "entry": "x"}, 404, "Entry 0 cannot be undone."),
        ({"do": "forget"}, 422, ""),
    ],
)
def test_a_merge_that_cannot_be_is_refused_and_nothing_is_written(organizer, league, sent, status, told) -> None:
    answer = organizer.post("/persons", data=sent)
    assert answer.status_code == status
    assert told in unescape(answer.text)
    assert "season-log" not in organizer.get("/persons").text


def test_merges_are_for_who_keeps_events_and_not_on_a_players_own_page(
    app: Flask, organizer: FlaskClient, league: str
) -> None:
    sent = {"do": "merge", "one": "1000011", "other": "2000001"}
    assert app.test_client().post("/persons", data=sent).status_code in (400, 403, 404)
    assert "season-log" not in organizer.get("/persons").text
    event = organizer.get(f"/api/v1/leagues/{league}").json["events"][0]
    with app.app_context():
        own = links.player_path(event, 2, links.key_of(stores.current_context(), event))
    history = app.test_client().get(f"{own}/history")
    assert "Prague Cup" in history.text
    assert "one-person" not in history.text
