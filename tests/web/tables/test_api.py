from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.tables.conftest import NAMES, Table
from toolkit.services.tables.folding import games
from toolkit.web.base import stores

API = "/api/v1/games"


def made(app: Flask, **body: Any) -> dict[str, Any]:
    answer = app.test_client().post(API, json={"names": list(NAMES), "profile": "vekn_event", **body})
    assert answer.status_code == 201, answer.text
    shown: dict[str, Any] = answer.json
    return shown


def test_a_game_is_made_with_every_link(app: Flask) -> None:
    answer = made(app)
    assert [door["door"] for door in answer["doors"]] == ["1", "2", "3", "4", "5", "host", "watch"]
    assert [door["seat"] for door in answer["doors"]] == [*NAMES, "", ""]
    assert app.test_client().get(answer["doors"][0]["path"]).status_code == 200


def test_a_seat_plays_what_it_is_told_it_may(table: Table) -> None:
    legal = table.api("GET", "/operations", "1").json
    assert {one["verb"] for one in legal} >= {"end-phase"}
    answer = table.api("POST", "/operations", "1", {"operation": "Anna: end-phase"})
    assert (answer.status_code, answer.json["sequence"]) == (200, table.game.number)
    shown = table.api("GET", "", "1").json
    assert (shown["state"]["phase"], shown["to_act"], shown["seat"]) == ("master", ["Anna"], "Anna")


def test_every_listed_operation_is_taken(table: Table) -> None:
    for _ in range(12):
        listed = [one["operation"] for one in table.api("GET", "/operations", "host").json]
        assert listed
        answer = table.api("POST", "/operations", "host", {"operation": listed[-1]})
        assert answer.status_code == 200, answer.text


def test_a_refusal_names_its_code_and_row(table: Table) -> None:
    answer = table.api("POST", "/operations", "1", {"operation": "Anna: transfer-blood Anna1"})
    assert answer.status_code == 422
    assert answer.json["code"] == "phase"
    assert answer.json["rule"].startswith("TURN-INFL")


def test_whoever_was_slower_is_told(table: Table) -> None:
    seen = {"If-Match": f'"{table.game.number}"'}
    first = table.api("POST", "/operations", "1", {"operation": "Anna: end-phase"}, **seen)
    assert first.status_code == 200
    second = table.api("POST", "/operations", "1", {"operation": "Anna: end-phase"}, **seen)
    assert (second.status_code, second.json["code"]) == (409, "stale_game")
    assert second.json["sequence"] == table.game.number


def test_a_repeated_request_is_answered_and_not_repeated(table: Table) -> None:
    key = {"Idempotency-Key": "one-and-the-same"}
    for _ in range(2):
        answer = table.api("POST", "/operations", "1", {"operation": "Anna: end-phase"}, **key)
        assert answer.status_code == 200
    assert table.game.state.step.phase == "master"
    other = table.api("POST", "/operations", "1", {"operation": "note x"}, **key)
    assert other.status_code == 409


def test_undo_redo_and_correction(table: Table) -> None:
    table.api("POST", "/operations", "1", {"operation": "Anna: end-phase"})
    assert table.api("POST", "/undo", "2", {}).status_code == 200
    assert table.game.state.step.phase == "unlock"
    assert table.api("POST", "/redo", "2", {"count": 1}).status_code == 200
    change = {"changes": ["Anna.pool=12"], "reason": "miscounted"}
    assert table.api("POST", "/corrections", "1", change).status_code == 422
    assert table.api("POST", "/corrections", "host", change).status_code == 200
    assert table.game.state.seats["Anna"].pool == 12
    log = table.api("GET", "/log?after=2", "host").json
    assert [line["operation"] for line in log][-1] == 'correct "Anna.pool=12" reason=miscounted'
    assert table.api("GET", "/log", "2").json[-1]["operation"] is None


def test_whoever_has_the_newest_version_gets_nothing(table: Table) -> None:
    tag = table.api("GET", "", "watch").headers["ETag"]
    answer = table.api("GET", "", "watch", None, **{"If-None-Match": tag})
    assert (answer.status_code, answer.data) == (304, b"")


def test_links_are_made_anew_by_the_host(table: Table) -> None:
    assert table.api("POST", "/links", "1", {"doors": ["1"]}).status_code == 403
    answer = table.api("POST", "/links", "host", {"doors": ["1", "watch"]})
    assert answer.status_code == 200
    assert answer.json["doors"][0]["path"] == table.path("1")
    assert table.game.issues == {"1": 2, "watch": 2}


def test_the_record_is_the_hosts_until_the_end(table: Table) -> None:
    assert table.api("GET", "/record", "1").status_code == 403
    assert table.api("GET", "/record", "host").text.startswith("vtes-toolkit game record 2")
    table.do("host", "concede Anna")
    assert "concede Anna" in table.api("GET", "/record", "watch").text


@pytest.mark.parametrize(
    ("method", "below"),
    [("GET", ""), ("GET", "/operations"), ("GET", "/log"), ("GET", "/record"), ("POST", "/operations"),
     ("POST", "/undo"), ("POST", "/redo"), ("POST", "/corrections"), ("POST", "/clock"), ("POST", "/links"),
     ("POST", "/result"), ("POST", "/result/confirm")],
)  # fmt: skip
def test_without_a_token_there_is_nothing(table: Table, method: str, below: str) -> None:
    bodies = {
        "/operations": {"operation": "note x"}, "/corrections": {"changes": ["edge=Anna"], "reason": "x"},
        "/clock": {"hand": "start"}, "/links": {"doors": ["1"]}, "/result/confirm": {"seen": "0" * 16},
    }  # fmt: skip
    body = bodies.get(below, {}) if method == "POST" else None
    for header, status in (({}, 404), ({"Authorization": "Bearer x"}, 401), ({"Authorization": "Basic YTpi"}, 404)):
        answer = table.client.open(f"{API}/{table.id}{below}", method=method, json=body, headers=header)
        assert answer.status_code == status, (below, header)
    if method == "POST":
        assert table.api(method, below, "watch", body).status_code == 403


@pytest.mark.parametrize(
    "body",
    [{}, {"names": ["Anna"]}, {"names": ["A"] * 7}, {"names": ["Anna", "Anna"]}, {"names": ["Anna", ""]},
     {"names": "Anna"}, {"names": ["Anna", 7]}, {"names": ["Anna", "Bruno"], "profile": "chess"},
     {"names": ["Anna", "Bruno"], "minutes": 1e9}, {"names": ["Anna", "Bruno"], "unknown": 1}],
)  # fmt: skip
def test_what_is_no_table_is_not_made(app: Flask, body: dict[str, Any]) -> None:
    with app.app_context():
        before = len(games(stores.current_context()).streams())
    answer = app.test_client().post(API, json=body)
    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    with app.app_context():
        assert len(games(stores.current_context()).streams()) == before
