"""What happens while the store cannot do its work: 503, when to come back, and nothing about where it lies."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.access.conftest import PASSWORD, Hall, hall_at
from toolkit.services import links
from toolkit.services.roles import Role
from toolkit.web import create_app, stores


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = hall_at(tmp_path, ACCOUNTS=True)
    yield hall
    stores.close(hall.app)


@pytest.fixture
def taken(hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """How another program takes the store's lock, and nobody has patience."""
    holder = sqlite3.connect(tmp_path / "store.db", isolation_level=None)
    monkeypatch.setattr("toolkit.storage.database.PATIENCE", 0)
    yield lambda: holder.execute("BEGIN IMMEDIATE")
    holder.close()


def check(answer: TestResponse, folder: Path) -> None:
    assert answer.status_code == 503
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    told = answer.json["message"] if answer.is_json else answer.text
    assert "cannot read or save anything just now" in told
    for word in (str(folder), "store.db", "sqlite", "postgres", "127.0.0.1:1", "--data"):
        assert word not in answer.text


def change(client: FlaskClient, hall: Hall, path: str, **data: str) -> TestResponse:
    return client.post(f"/tournaments/{hall.id}{path}", data=data)


def test_a_store_that_is_taken_is_503_on_every_door(hall: Hall, taken: Callable[[], None], tmp_path: Path) -> None:
    organizer = hall.account("Odile", Role.ORGANIZER)
    player = links.player_path(hall.id, 1, hall.links)
    change(organizer, hall, "/console/checkin/open")
    taken()
    answers = [
        change(organizer, hall, "/console/players/add", name="Somebody"),
        hall.app.test_client().post(f"{player}/call", data={"reason": "a question"}),
        organizer.post("/account/tokens", data={"label": "desk"}),
        hall.app.test_client().post("/account/sign-up", data={"name": "Nils", "password": PASSWORD}),
        organizer.post("/tables", data={"name1": "Anna", "name2": "Bruno"}),
        hall.app.test_client().post("/api/v1/games", json={"names": ["Anna", "Bruno"]}),
    ]
    for answer in answers:
        check(answer, tmp_path)


@pytest.mark.parametrize(
    "address", ["sqlite:////dev/null/store.db", "postgresql://nobody:secret@127.0.0.1:1/none", "mysql://nobody@nowhere"]
)
@pytest.mark.parametrize("accounts", [True, False])
def test_a_store_that_cannot_be_opened_is_503(address: str, accounts: bool, tmp_path: Path) -> None:
    app = create_app({"TESTING": True, "DATABASE_URL": address, "ACCOUNTS": accounts, "DATA_FOLDER": str(tmp_path)})
    client = app.test_client()
    with client.session_transaction() as session:
        session["_user_id"] = "somebody.0"
    for path in ("/tournaments", "/tournaments/abc", "/api/v1/tournaments"):
        for headers in ({"Accept": "text/html"}, {"Accept": "application/json"}):
            answer = client.get(path, headers=headers)
            check(answer, tmp_path)
            assert "secret" not in answer.text


def test_whoever_runs_it_reads_in_the_log_what_is_wrong(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app({"TESTING": True, "DATABASE_URL": f"sqlite:///{tmp_path}", "DATA_FOLDER": str(tmp_path)})
    assert app.test_client().get("/tournaments").status_code == 503
    assert str(tmp_path) in caplog.text
