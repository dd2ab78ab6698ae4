from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.spreadsheets import workbook
from tests.web.apps import app_on
from toolkit.exchange import tournament_json
from toolkit.tournament.log import PlayerNames
from toolkit.tournament.state import State
from toolkit.web import create_app
from toolkit.web.base import access, stores

BASE = "/api/v1/tournaments"
TABLES = [[1, 2, 3, 4], [5, 6, 7, 8]]


def app_at(address: str) -> Iterator[Flask]:
    yield from app_on(address, forms_need_tokens=True)


def key_of(app: Flask) -> str:
    with app.app_context():
        return stores.current_entry_key()


def secret_of(app: Flask) -> str:
    with app.app_context():
        return stores.current_secret()


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    yield from app_at(sqlite_url)


@pytest.fixture
def either_app(store_url: str) -> Iterator[Flask]:
    """The app on each of the databases."""
    yield from app_at(store_url)


@pytest.fixture
def key(app: Flask) -> str:
    return key_of(app)


class Api:
    """Requests to one tournament, by one person."""

    def __init__(self, client: FlaskClient, headers: dict[str, str]) -> None:
        self.client, self.headers, self.id = client, headers, ""

    def __call__(self, method: str, path: str, json: Any = None, status: int = 200, **headers: str) -> Any:
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.raw(method, path, json=json, headers=more)
        assert answer.status_code == status, answer.text
        assert status != 422 or answer.json["errors"]
        return answer.json

    def raw(self, method: str, path: str, json: Any = None, headers: dict[str, str] | None = None) -> TestResponse:
        address = f"{BASE}/{self.id}{path}" if self.id else BASE + path
        return self.client.open(address, method=method, json=json, headers={**self.headers, **(headers or {})})


def organizer_of(app: Flask) -> Api:
    """The organizer of a new event with eight players."""
    api = Api(app.test_client(), {"Authorization": f"Bearer {key_of(app)}"})
    made = api("POST", "", {"name": "Praxis Seizure: Lyon", "date": "2026-11-21"}, status=201)
    api.id = made["id"]
    api("POST", "/players", {"players": [{"name": f"Player {number}"} for number in range(1, 9)]})
    return api


@pytest.fixture
def organizer(app: Flask) -> Api:
    return organizer_of(app)


@pytest.fixture
def stranger(app: Flask, organizer: Api) -> Api:
    api = Api(app.test_client(), {})
    api.id = organizer.id
    return api


@pytest.fixture
def round_1(organizer: Api) -> Api:
    organizer("POST", "/rounds", {"tables": TABLES, "publish": True})
    return organizer


RESULT = {"victory_points": [2, 1, 1, 0]}


# --- works ---


def test_an_event_from_the_first_player_to_the_winner(either_app: Flask) -> None:
    organizer = organizer_of(either_app)
    organizer("PATCH", "/configuration", {"rounds": 1, "minutes": 150})
    organizer("POST", "/check-in/open")
    organizer("POST", "/check-in", {})
    drafted = organizer("POST", "/rounds", {"seconds": 0, "seed": 3, "publish": True})
    assert [entry["kind"] for entry in drafted["entries"]] == ["round_drafted", "round_published"]
    organizer("POST", "/rounds/1/clock/start", {})
    assert 8990 < organizer("GET", "/rounds/1/clock")["seconds_left"] <= 9000
    organizer("PUT", "/rounds/1/tables/1/result", {"victory_points": [2.5, 0.5, 0, 1], "events": None}, status=422)
    organizer("PUT", "/rounds/1/tables/1/result", RESULT)
    organizer("PUT", "/rounds/1/tables/2/result", {"events": "A>B, C!, A>D"})
    organizer("POST", "/rounds/1/lock")
    organizer("POST", "/final/toss", {"seed": 5})
    organizer("POST", "/final/open")
    finalists = [player["player"] for player in organizer("GET", "/final")["finalists"]]
    assert len(finalists) == 5
    organizer("POST", "/final/row", {"players": finalists})
    organizer("POST", "/final/first-player", {"player": finalists[2]})
    organizer("PUT", "/rounds/0/tables/1/result", {"victory_points": [0, 3, 1, 1, 0], "reason": "seen by the judge"})
    organizer("POST", "/finish")
    shown = organizer("GET", "")
    seats = [seat["player"] for seat in organizer("GET", "/final")["table"]["tables"][0]["seats"]]
    assert (shown["stage"], shown["winner"]["player"]) == ("finished", seats[1])
    assert organizer("GET", "/standings")[0]["number"] == seats[1]
    check_asked(organizer, [seats[1], seats[2]])


def check_asked(organizer: Api, winners: list[int]) -> None:
    """A correction that moves the winner is refused with what it moves, until it is sure."""
    correction = {"victory_points": [0, 1, 3, 1, 0], "reason": "misread"}
    before = organizer("GET", "")["sequence"]
    refused = organizer("PUT", "/rounds/0/tables/1/result", correction, status=409)
    assert (refused["code"], refused["moved"][0]["what"]) == ("would_move", "winner")
    assert organizer("GET", "")["sequence"] == before
    assert f"not Player {winners[0]}" in refused["message"]
    moved = organizer("PUT", "/rounds/0/tables/1/result", {**correction, "sure": True})["moved"]
    assert moved[0] == refused["moved"][0]
    assert {"what": "place", "player": winners[1], "before": 2, "after": 1} in [
        {name: move[name] for name in ("what", "player", "before", "after")} for move in moved
    ]


def test_a_change_answers_with_its_entries_and_the_new_version(organizer: Api) -> None:
    answer = organizer.raw("POST", "/players/3/drop", json={"reason": "train"})
    assert answer.json is not None
    assert answer.json["entries"][0]["sentence"].startswith("Player 3")
    assert answer.headers["ETag"] == f'"{answer.json["sequence"]}"'
    assert answer.json["entries"][0]["by"] == "Organizer"


def test_a_long_change_looks_at_the_names_once(organizer: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    # Once an entry, 5,000 players took 11 seconds to be imported beside 2,000.
    looks: list[object] = []

    def names(state: State) -> PlayerNames:
        looks.append(state)
        return PlayerNames(state)

    monkeypatch.setattr("toolkit.services.events.views.PlayerNames", names)
    made = organizer("POST", "/players", {"players": [{"name": f"Guest {number}"} for number in range(50)]})
    assert [entry["sentence"] for entry in made["entries"]][-1] == "Registered Guest 49."
    assert len(looks) == 1


def test_players_are_previewed_before_they_are_imported(organizer: Api) -> None:
    content = {"content": "name,vekn\nAda,1000001\nPlayer 1,\n"}
    assert [line["action"] for line in organizer("POST", "/players/preview", content)] == ["add", "skip"]
    assert len(organizer("POST", "/players/import", content)["entries"]) == 1


def test_a_preview_names_the_second_reading_and_the_name_before_it_was_changed(organizer: Api) -> None:
    content = {"content": "Müller, Jürgen\nAnna Berg, Malmö\n", "is_csv": False}
    shown = organizer("POST", "/players/preview", content)
    assert [(line["name"], line["city"], line["written"], line["other"]) for line in shown] == [
        ("Jürgen Müller", "", "Müller, Jürgen", "Müller from Jürgen"),
        ("Anna Berg", "Malmö", "", ""),
    ]


def test_a_spreadsheet_is_imported_as_the_page_takes_it(organizer: Api) -> None:
    rows = [["Nom et prénom", "VEKN"], ["Élise Roy", 3200001], ["=A2", 3200002]]
    sent = {"file": b64encode(workbook(Players=rows, Prices=[["Booster", 4]])).decode()}
    shown = organizer("POST", "/players/preview", sent)
    assert [(line["action"], line["name"]) for line in shown] == [
        ("skip", ""), ("skip", ""), ("add", "Élise Roy"), ("fault", ""),
    ]  # fmt: skip
    assert "no results for the formulas in A3" in shown[0]["message"]
    assert len(organizer("POST", "/players/import", sent)["entries"]) == 1
    for wrong in ({"file": "no Base64!"}, {"file": "aGk=", "content": "name\nAda\n"}, {}):
        assert organizer.raw("POST", "/players/import", json=wrong).status_code == 422


def test_an_import_that_asks_for_a_preview_imports_nobody(organizer: Api) -> None:
    before = len(organizer("GET", "/players"))
    asked = {"content": "name\nAda\n", "preview": True}
    answer = organizer.raw("POST", "/players/import", json=asked)
    assert (answer.status_code, len(organizer("GET", "/players"))) == (422, before)
    assert "nothing was imported" in answer.get_data(as_text=True)
    organizer("POST", "/players/import", {**asked, "preview": False})
    assert len(organizer("GET", "/players")) == before + 1


def test_an_edit_of_the_seats_is_previewed(round_1: Api) -> None:
    preview = round_1("POST", "/rounds/1/preview", {"tables": [[1, 2, 3], [4, 5, 6, 7, 8]]})
    assert preview["warnings"] == ["Round 1, table 1 has 3 players: a table has four or five."]
    assert round_1("GET", "/rounds/1")["tables"][0]["seats"][3]["player"] == 4


def test_an_export_can_be_imported(organizer: Api) -> None:
    export = organizer.raw("GET", "/export").get_data(as_text=True)
    original, organizer.id = organizer.id, ""
    copy = organizer("POST", "/import", {"content": export}, status=201)
    assert copy["id"] != original
    organizer.id = copy["id"]
    # Each log has a chain of its own, with salts that nobody guesses.
    once, again = json.loads(export), organizer("GET", "/export")
    assert once.pop("chain") != again.pop("chain")
    assert again == once


def test_the_list_names_every_event_to_its_organizer_and_to_others_what_has_begun(
    organizer: Api, stranger: Api
) -> None:
    id, organizer.id, stranger.id = organizer.id, "", ""
    (listed,) = organizer("GET", "")
    assert (listed["name"], listed["players"], listed["stage"]) == ("Praxis Seizure: Lyon", 8, "registration")
    assert stranger("GET", "") == []
    organizer.id = id
    organizer("POST", "/rounds", {"tables": TABLES, "publish": True})
    assert [one["stage"] for one in stranger("GET", "")] == ["round 1"]


def test_a_log_can_be_read_from_a_number_on(organizer: Api) -> None:
    assert [entry["number"] for entry in organizer("GET", "/log?after=7")] == [8, 9]


# --- versions ---


def test_nothing_new_is_answered_with_304(organizer: Api) -> None:
    seen = organizer.raw("GET", "/players")
    again = organizer.raw("GET", "/players", headers={"If-None-Match": seen.headers["ETag"]})
    assert (again.status_code, again.get_data()) == (304, b"")
    organizer("POST", "/players/1/drop", {})
    assert organizer.raw("GET", "/players", headers={"If-None-Match": seen.headers["ETag"]}).status_code == 200


def test_a_stale_change_is_told_what_changed(round_1: Api) -> None:
    seen = round_1.raw("GET", "/rounds/1").headers["ETag"]
    round_1("PUT", "/rounds/1/tables/1/result", RESULT)
    other = {"victory_points": [0, 2, 1, 1]}
    refused = round_1("PUT", "/rounds/1/tables/1/result", other, status=409, If_Match=seen)
    assert refused["code"] == "stale_tournament"
    assert [change["kind"] for change in refused["changes"]] == ["result_entered"]
    round_1("PUT", "/rounds/1/tables/1/result", other, If_Match=f'"{refused["sequence"]}"')
    round_1("PUT", "/rounds/1/tables/2/result", other, If_Match=seen)


def test_a_repeated_request_is_carried_out_once(round_1: Api) -> None:
    first = round_1("PUT", "/rounds/1/tables/1/result", RESULT, Idempotency_Key="phone-1")
    again = round_1("PUT", "/rounds/1/tables/1/result", RESULT, Idempotency_Key="phone-1")
    assert (again["repeated"], again["entries"]) == (True, first["entries"])
    other = {"victory_points": [0, 2, 1, 1]}
    refused = round_1("PUT", "/rounds/1/tables/1/result", other, status=409, Idempotency_Key="phone-1")
    assert refused["code"] == "reused_key"


@pytest.mark.parametrize("headers", [{"If_Match": "soon"}, {"If_Match": '"-1"'}, {"Idempotency_Key": "two words"}])
def test_a_header_that_means_nothing_is_refused(organizer: Api, headers: dict[str, str]) -> None:
    organizer("POST", "/players/1/drop", {}, status=422, **headers)


# --- invalid, missing ---


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/rounds/9", None, 404),
        ("PUT", "/rounds/1/tables/9/result", RESULT, 404),
        ("PUT", "/rounds/9/tables/1/result", RESULT, 404),
        ("POST", "/players/99/drop", {}, 404),
        ("POST", "/sanctions/9/lift", {"reason": "x"}, 404),
        ("POST", "/undo", {"entries": [999]}, 404),
        ("GET", "/players/1/deck", None, 404),
        ("PUT", "/rounds/1/tables/1/result", {"victory_points": [4, 1, 0, 0]}, 422),
        ("PUT", "/rounds/1/tables/1/result", {"victory_points": [2, 1, 1]}, 422),
        ("PUT", "/rounds/1/tables/1/result", {"victory_points": ["two", 1, 1, 0]}, 422),
        ("PUT", "/rounds/1/tables/1/result", {"victory_points": [0.25, 1, 1, 0]}, 422),
        ("PUT", "/rounds/1/tables/1/result", {}, 422),
        ("PUT", "/rounds/1/tables/1/result", {**RESULT, "colour": "red"}, 422),
        ("POST", "/players", {"players": [{"name": "A"}, {"name": "A"}]}, 409),
        ("POST", "/players", {"players": [{"name": ""}]}, 422),
        ("POST", "/players", {"players": []}, 422),
        ("POST", "/players", {"players": [{"name": "A", "vekn": "x"}]}, 422),
        ("POST", "/players/import", {"content": "a,b\n"}, 422),
        ("PATCH", "/configuration", {"minutes": "long"}, 422),
        ("PATCH", "/configuration", {"colour": "red"}, 422),
        ("PATCH", "/configuration", {"date": "tomorrow"}, 422),
        ("POST", "/sanctions", {"player": 1, "kind": "smile", "rule": "x"}, 422),
        ("POST", "/sanctions", {"player": 1, "kind": "game_loss", "rule": "3.3"}, 422),
        ("POST", "/sanctions", {"player": 1, "infraction": "3.3", "kind": "warning"}, 422),
        ("POST", "/sanctions", {"player": 1, "infraction": "3.3", "kind": "caution", "escalates": False}, 422),
        ("POST", "/sanctions", {"player": 1, "infraction": "9.9"}, 422),
        ("POST", "/sanctions", {"player": 99, "infraction": "3.3"}, 404),
        ("POST", "/sanctions/people", {"name": "Zoe", "kind": "caution", "infraction": "3.3"}, 422),
        ("GET", "/players/1/penalty?infraction=nonsense", None, 422),
        ("GET", "/players/1/penalty?infraction=3.3&grade=none", None, 422),
        ("GET", "/players/99/penalty?infraction=3.3", None, 404),
        ("POST", "/rounds/1/clock/extend", {"table": 1, "seconds": 660}, 409),
        ("POST", "/final/open", None, 409),
        ("POST", "/finish", None, 409),
        ("POST", "/rounds", {"tables": [[1, 2, 3, 4]], "publish": True}, 409),
        ("POST", "/notes", {"text": " "}, 422),
        ("DELETE", "", None, 405),
        ("PATCH", "/standings", {}, 405),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(
    round_1: Api, method: str, path: str, body: Any, status: int
) -> None:
    before = round_1.raw("GET", "/export").data
    refused = round_1(method, path, body, status=status)
    assert refused["status"] == status
    assert refused["message"]
    assert round_1.raw("GET", "/export").data == before


@pytest.mark.parametrize(
    ("field", "value"),
    [("kind", "grand"), ("decks_in_archive", "all"), ("start", "25:00"), ("assistants", [{"name": ""}])],
)
def test_a_setting_that_cannot_be_is_refused_with_its_own_code(organizer: Api, field: str, value: Any) -> None:
    assert organizer("PATCH", "/configuration", {field: value}, status=422)["code"] == f"bad_{field}"
    organizer.id = ""
    assert organizer("POST", "", {"name": "Another", field: value}, status=422)["code"] == f"bad_{field}"
    assert len(organizer("GET", "")) == 1


@pytest.mark.parametrize("content", ["{}", "", "[" * 100_000, '{"format": "vtes-toolkit tournament", "version": 99}'])
def test_an_export_that_cannot_be_trusted_is_refused(organizer: Api, content: str) -> None:
    organizer.id = ""
    organizer("POST", "/import", {"content": content}, status=422)
    assert len(organizer("GET", "")) == 1


def test_an_unknown_tournament_is_not_found(organizer: Api) -> None:
    organizer.id = "nowhere"
    organizer("GET", "/players", status=404)
    organizer("POST", "/finish", status=404)


def test_a_store_that_cannot_be_opened_is_told(tmp_path: Any) -> None:
    (tmp_path / "vtes-toolkit.db").write_bytes(b"GIF89a" * 1000)
    app = create_app({"TESTING": True, "DATABASE_URL": f"sqlite:///{tmp_path}/vtes-toolkit.db"})
    answer = app.test_client().get(BASE)
    assert (answer.status_code, answer.json["code"]) == (503, "store_damaged")
    assert app.test_client().get("/healthz").status_code == 200


# --- who may ---


def every_write(app: Flask) -> list[tuple[str, str]]:
    found = []
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(BASE):
            path = re.sub(r"<int:\w+>", "1", rule.rule)
            found += [(method, path) for method in rule.methods - {"GET", "HEAD", "OPTIONS"}]
    return found


def test_a_stranger_changes_nothing(app: Flask, round_1: Api, stranger: Api) -> None:
    before = round_1.raw("GET", "/export").data
    writes = every_write(app)
    assert len(writes) > 40
    app.config["RATELIMIT_ENABLED"] = False
    wrong = [({}, 403), ({"Authorization": "Bearer wrong"}, 401), ({"Cookie": f"{access.COOKIE}=wrong"}, 403)]
    for headers, status in wrong:
        for method, path in writes:
            answer = stranger.client.open(path.replace("<id>", round_1.id), method=method, json={}, headers=headers)
            assert answer.status_code == status, (method, path)
    assert round_1.raw("GET", "/export").data == before


@pytest.mark.parametrize("path", ["/log", "/export", "/sanctions", "/players/1/deck"])
def test_a_stranger_does_not_read_what_is_the_organizers(stranger: Api, path: str) -> None:
    stranger("GET", path, status=404)


def test_a_stranger_sees_no_draft(organizer: Api, stranger: Api) -> None:
    organizer("POST", "/rounds", {"tables": TABLES})
    organizer("GET", "/rounds/1")
    stranger("GET", "/rounds/1", status=404)
    stranger("GET", "/rounds/1/clock", status=404)
    organizer("POST", "/rounds/publish")
    assert len(stranger("GET", "/rounds/1")["tables"]) == 2


def test_points_are_hidden_as_announced(round_1: Api, stranger: Api) -> None:
    round_1("PUT", "/rounds/1/tables/1/result", RESULT)
    assert stranger("GET", "/rounds/1")["tables"][0]["seats"][0]["entered"] == 2
    round_1("PATCH", "/configuration", {"standings_seen_by": "nobody"})
    seat = stranger("GET", "/rounds/1")["tables"][0]["seats"][0]
    assert (seat["name"], seat["entered"], seat["victory_points"], seat["tournament_points"]) == (
        "Player 1",
        None,
        None,
        None,
    )
    stranger("GET", "/standings", status=403)
    assert round_1("GET", "/standings")[0]["victory_points"] == 2


def test_the_organizers_link_opens_the_door_and_its_cookie_needs_a_token(app: Flask, key: str, organizer: Api) -> None:
    client = app.test_client()
    assert client.get(access.organizer_link("wrong")).status_code == 404
    entered = client.get(access.organizer_link(key))
    assert entered.status_code == 303
    assert "HttpOnly" in entered.headers["Set-Cookie"]
    assert "SameSite=Lax" in entered.headers["Set-Cookie"]
    assert client.get(f"{BASE}/{organizer.id}/log").status_code == 200
    assert client.post(f"{BASE}/{organizer.id}/finish").status_code == 400
    organizer("POST", "/notes", {"text": "a bearer needs none"})


def test_half_a_character_breaks_no_page_and_no_export(organizer: Api) -> None:
    organizer("PUT", "/players/1/deck", {"text": "Deck Name: A\ud800b\n\n4x No\ud800pe\n"})
    organizer("POST", "/notes", {"text": "half \ud800 a note"})
    exported = json.loads(organizer.raw("GET", "/export").text)
    assert exported["entries"][-1]["text"] == "half  a note"
    exported["entries"][1]["name"] = "Half \ud800"
    exported["checksum"] = tournament_json._checksum(exported["entries"])
    organizer.id = ""
    organizer.id = organizer("POST", "/import", {"content": json.dumps(exported)}, status=201)["id"]
    pages = [f"/tournaments/{organizer.id}{page}" for page in ("", "/console/players", "/console/log")]
    assert [organizer.client.get(page, headers=organizer.headers).status_code for page in pages] == [200, 200, 200]


def test_an_answer_for_the_organizer_is_not_for_a_cache_to_share(organizer: Api) -> None:
    assert "Authorization" in organizer.raw("GET", "").headers["Vary"]


def test_every_address_is_in_the_openapi_document(app: Flask) -> None:
    document = app.test_client().get("/api/openapi.json").json
    documented = {
        (method.upper(), path) for path, item in document["paths"].items() for method in item if method != "parameters"
    }
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith(BASE):
            path = rule.rule.replace("<int:", "<").replace("<", "{").replace(">", "}")
            assert {(method, path) for method in rule.methods - {"HEAD", "OPTIONS"}} <= documented
    assert all(
        item["summary"] for path in document["paths"].values() for name, item in path.items() if name != "parameters"
    )


# --- penalties ---


def test_the_guides_infractions_are_found_by_any_word(stranger: Api) -> None:
    answer = stranger.client.get("/api/v1/tournaments/infractions?q=shuffl").json
    assert [(row["number"], row["key"], row["grades"]) for row in answer] == [
        ("3.8", "insufficient_shuffling", ["warning"])
    ]
    assert len(stranger.client.get("/api/v1/tournaments/infractions").json) == 26


def test_what_an_infraction_comes_to_is_asked_before_it_is_given(round_1: Api) -> None:
    for _ in range(4):
        round_1("POST", "/sanctions", {"player": 1, "infraction": "slow_play"})
    found = round_1("GET", "/players/1/penalty?infraction=3.3")
    assert (found["kind"], found["given_as"], found["offence"], found["rung"], found["applies_to"]) == (
        *("standings_adjustment", "caution", 5, 5),
        1,
    )
    assert found["earlier"] == [1, 2, 3, 4]
    round_1("POST", "/sanctions", {"player": 1, "infraction": "slow_play", "minutes": 4})
    given = round_1("GET", "/sanctions")[-1]
    assert (given["kind"], given["infraction"], given["rule"], given["edition"]) == (
        *("standings_adjustment", "3.3"),
        *("3.3 Slow Play", "2026-newest"),
    )
    assert round_1("GET", "/rounds/1/clock?table=1")["seconds_left"] == 240


def test_the_older_word_for_an_adjustment_is_understood(round_1: Api) -> None:
    round_1("POST", "/sanctions", {"player": 1, "kind": "score_adjustment", "rule": "JG 3.2"})
    assert round_1("GET", "/sanctions")[0]["kind"] == "standings_adjustment"
    said = round_1("POST", "/sanctions", {"player": 1, "kind": "game_loss", "rule": "JG 3.2"}, status=422)
    assert said["message"] == "There is no game loss any more: a standings adjustment costs one game a point."


def test_a_deviation_is_told_with_both(round_1: Api) -> None:
    asked = {"player": 1, "infraction": "3.3", "kind": "warning", "note": "wrong advice by staff", "escalates": False}
    (entry,) = round_1("POST", "/sanctions", asked)["entries"]
    assert entry["sentence"] == (
        "Player 1: warning for 3.3 Slow Play; the ladder proposes a caution (first offence);"
        " reason: wrong advice by staff."
    )


@pytest.mark.usefixtures("in_2026")
def test_the_answer_says_that_the_report_still_names_who_was_forgotten_and_does_not_itself(round_1: Api) -> None:
    round_1("PATCH", "/players/1", {"name": "Zoe Lambert", "vekn": "1234567"})
    (entry,) = round_1("POST", "/players/1/forget", {})["entries"]
    assert entry["sentence"].startswith("№ 1 was forgotten. The report to the VEKN still names them until ")
    shown = (round_1("GET", path) for path in ("", "/players", "/log", "/standings"))
    assert not re.search("Zoe|Lambert|1234567", f"{entry} {[*shown]}")


def test_a_seed_that_was_never_committed_is_refused_at_once(organizer: Api) -> None:
    assert organizer("POST", "/draws/seed", {}, status=409)["code"] == "not_committed"
