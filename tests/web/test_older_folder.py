"""A data folder that the program of 29 November 2026 wrote opens with everything in it.

`older/folder_2026_11_29.sql` is that folder's store as SQL, the JSON beside it what the program of that day printed and
answered. Ada administers and has a phone, Ben runs a finished and a running event, Cleo is a judge of the second.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pyotp
import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.pages import text_of
from toolkit.web import create_app
from toolkit.web.base import stores

WRITTEN = Path(__file__).parent / "older" / "folder_2026_11_29.json"
KNOWN: dict[str, Any] = json.loads(WRITTEN.read_text())
PASSWORD = "correct horse battery"
RUNNING, DONE = KNOWN["running"], KNOWN["done"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "secret_key").write_text(KNOWN["secret_key"])
    with closing(sqlite3.connect(tmp_path / "vtes-toolkit.db")) as database:
        database.executescript(WRITTEN.with_suffix(".sql").read_text())
    return tmp_path


def opened(folder: Path, *, accounts: bool) -> Iterator[Flask]:
    config = {"DATA_FOLDER": str(folder), "ACCOUNTS": accounts, "WTF_CSRF_ENABLED": False, "RATELIMIT_ENABLED": False}
    app = create_app(config)
    yield app
    stores.close(app)


@pytest.fixture
def server(folder: Path) -> Iterator[Flask]:
    yield from opened(folder, accounts=True)


@pytest.fixture
def laptop(folder: Path) -> Iterator[Flask]:
    yield from opened(folder, accounts=False)


def signed_in(app: Flask, name: str) -> FlaskClient:
    client = app.test_client()
    client.post("/account/sign-in", data={"name": name, "password": PASSWORD})
    return client


def asks_for_code(app: Flask) -> tuple[FlaskClient, str]:
    client = app.test_client()
    page = client.post("/account/sign-in", data={"name": "Ada", "password": PASSWORD}).text
    return client, page.split('name="word" value="')[1].split('"')[0]


def test_accounts_sign_in(server: Flask) -> None:
    assert "Lyon winter" in text_of(signed_in(server, "Ben").get("/tournaments").text)
    assert signed_in(server, "Ben").get(f"/tournaments/{RUNNING}/console", follow_redirects=True).status_code == 200
    assert signed_in(server, "Cleo").get(f"/tournaments/{RUNNING}/judge").status_code == 200


def test_the_phone_and_a_recovery_code_are_still_the_second_factor(server: Flask) -> None:
    client, word = asks_for_code(server)
    code = pyotp.TOTP(KNOWN["second_factor"]["secret"]).now()
    assert client.post("/account/sign-in/code", data={"word": word, "code": code}).status_code == 303
    client, word = asks_for_code(server)
    wrong = client.post("/account/sign-in/code", data={"word": word, "code": "000000"})
    assert wrong.status_code == 422
    recovery = KNOWN["second_factor"]["recovery"]
    assert client.post("/account/sign-in/code", data={"word": word, "code": recovery}).status_code == 303


@pytest.mark.parametrize("scope", ["read", "results", "all"])
def test_tokens_are_valid(server: Flask, scope: str) -> None:
    headers = {"Authorization": f"Bearer {KNOWN['tokens'][scope]}"}
    assert server.test_client().get(f"/tournaments/{RUNNING}/console/rounds/1", headers=headers).status_code == 200


@pytest.mark.parametrize("printed", ["player", "renewed_player", "table", "seat"])
def test_printed_links_open(server: Flask, printed: str) -> None:
    assert server.test_client().get(KNOWN[printed]).status_code == 200


def test_a_link_that_was_replaced_stays_replaced(server: Flask) -> None:
    assert server.test_client().get(KNOWN["old_player"]).status_code == 404


def test_a_judge_s_link_and_a_weekend_s_card_lead_on(server: Flask) -> None:
    assert server.test_client().get(KNOWN["judge"], follow_redirects=True).request.path.endswith("/judge")
    assert server.test_client().get(KNOWN["card"]).location == KNOWN["player"]


def test_the_organizer_s_link_opens_a_laptop(laptop: Flask) -> None:
    organizer = laptop.test_client()
    organizer.get(KNOWN["organizer_path"])
    assert organizer.get(f"/tournaments/{RUNNING}/console", follow_redirects=True).status_code == 200
    assert laptop.test_client().get(KNOWN["player"]).status_code == 200


def test_standings_and_a_league_are_as_they_were(server: Flask) -> None:
    ben = server.test_client()
    headers = {"Authorization": f"Bearer {KNOWN['tokens']['all']}"}
    rows = ben.get(f"/api/v1/tournaments/{DONE}/standings", headers=headers).json
    assert [[row["rank"], row["player"], row["victory_points"]] for row in rows] == KNOWN["standings"]
    table = ben.get(f"/api/v1/leagues/{KNOWN['league']}/standings", headers=headers).json
    assert [[row["rank"], row["name"], row["points"]] for row in table["standings"]] == KNOWN["league_table"]


def test_a_running_event_goes_on_and_finishes_with_its_committed_seed(server: Flask) -> None:
    ben, base = server.test_client(), f"/api/v1/tournaments/{RUNNING}"
    ben.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {KNOWN['tokens']['all']}"
    score = {"victory_points": [2, 1, 1, 1, 0]}
    assert ben.put(f"{base}/rounds/1/tables/2/result", json=score).status_code == 200
    assert ben.post(f"{base}/raffles", json={"count": 1}).status_code in (200, 201)
    finished = ben.post(f"{base}/finish", json={"early": True, "reason": "Rain"})
    assert finished.status_code == 200, finished.text
    assert ben.get(f"{base}/draws").json["seed"]
