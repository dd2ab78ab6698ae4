"""What happens while the store cannot do its work: 503, when to come back, and nothing about where it lies."""

from __future__ import annotations

import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests import SOON, comes
from tests.storage.postgres import Cluster, programs
from tests.web.access.conftest import PASSWORD, Hall, hall_at
from toolkit.services.kernel import links
from toolkit.services.kernel.roles import Role
from toolkit.services.server.copies import back_up
from toolkit.web import create_app
from toolkit.web.base import errors, stores

TEMPLATES = Path(__file__).parents[2] / "templates"


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


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Being ready is looked at by every request."""
    monkeypatch.setattr(stores, "_LOOK_AGAIN", -1)


@pytest.mark.usefixtures("at_once")
def test_ready_is_who_can_write_and_says_where(hall: Hall, taken: Callable[[], None], tmp_path: Path) -> None:
    client = hall.app.test_client()
    ready = client.get("/readyz")
    assert ready.status_code == 200
    assert ready.json == {
        "status": "ready", "store": f"{tmp_path}/store.db", "checks": {"store": "ok", "cards": "ok"},
        "copies": "No copy was made yet. Look for `No copy was made` in the log, or run `vtes-toolkit backup`.",
    }  # fmt: skip
    assert ready.headers["Cache-Control"] == "no-store"
    taken()
    busy = client.get("/readyz")
    assert (busy.status_code, busy.json["checks"]["store"], "Retry-After" in busy.headers) == (503, "store_busy", True)
    assert client.get("/healthz").status_code == 200


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("age", "says"),
    [
        (timedelta(minutes=12), "The last copy is 12 minutes old."),
        (timedelta(hours=3), "The last copy is 3 hours old. Look for `No copy was made` in the log"),
    ],
)
def test_an_old_copy_is_said_and_no_reason_to_serve_nobody(
    hall: Hall, tmp_path: Path, age: timedelta, says: str
) -> None:
    back_up(hall.context, tmp_path / "copy.db", is_kept=True)
    shown, made = stores.context_of(hall.app), hall.context.now()
    shown.now = lambda: made + age
    ready = hall.app.test_client().get("/readyz")
    assert (ready.status_code, ready.json["status"]) == (200, "ready")
    assert ready.json["copies"].startswith(says)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("is_replaced", [True, False])
def test_nothing_is_acknowledged_by_a_store_that_was_moved_away(hall: Hall, tmp_path: Path, is_replaced: bool) -> None:
    organizer, file = hall.account("Odile", Role.ORGANIZER), tmp_path / "store.db"
    file.rename(tmp_path / "away.db")
    if is_replaced:
        shutil.copy(tmp_path / "away.db", file)
    check(change(organizer, hall, "/console/players/add", name="Somebody"), tmp_path)
    assert organizer.get("/readyz").json["checks"]["store"] == "store_unreachable"
    (tmp_path / "away.db").replace(file)
    assert change(organizer, hall, "/console/players/add", name="Somebody").status_code == 303
    assert organizer.get("/readyz").status_code == 200


@pytest.mark.usefixtures("at_once")
def test_not_ready_without_cards_or_with_tables_of_a_newer_version(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    client = hall.app.test_client()
    monkeypatch.setattr(stores, "card_data", list)
    assert client.get("/readyz").json["checks"] == {"store": "ok", "cards": "no_cards"}
    monkeypatch.undo()
    monkeypatch.setattr(stores, "_LOOK_AGAIN", -1)
    with sqlite3.connect(str(hall.context.store.url.database)) as other:
        other.execute("UPDATE vtes_toolkit_version SET version_num = '9001'")
    other.close()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["checks"]["store"]) == (503, "store_too_new")


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("postgresql://nobody:secret@127.0.0.1:1/none", ("postgresql://127.0.0.1:1/none", "store_unreachable")),
        ("mysql://nobody:secret@nowhere", ("invalid_database_url", "invalid_database_url")),
    ],
)
def test_a_process_without_its_store_lives_and_is_not_ready(
    address: str, says: tuple[str, str], tmp_path: Path
) -> None:
    client = create_app({"TESTING": True, "DATABASE_URL": address, "DATA_FOLDER": str(tmp_path)}).test_client()
    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json["store"], answer.json["checks"]["store"]) == (503, *says)
    assert "secret" not in answer.text


def test_whoever_asks_whether_it_is_ready_again_and_again_writes_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    monkeypatch.setattr(type(hall.context.store), "probe", lambda _store: written.append(1))
    client = hall.app.test_client()
    assert {client.get("/readyz").status_code for _ in range(20)} == {200}
    assert written == [1]


@pytest.mark.usefixtures("at_once")
def test_a_store_that_hangs_is_not_ready_and_asked_no_second_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    client, asked, goes_on = hall.app.test_client(), list[int](), threading.Event()

    def hang(_store: object) -> None:
        asked.append(1)
        goes_on.wait(SOON)

    with monkeypatch.context() as patched:
        patched.setattr(type(hall.context.store), "probe", hang)
        patched.setattr(stores, "_ANSWERS_WITHIN", 0.01)
        answers = [client.get("/readyz") for _ in range(2)]
        goes_on.set()
    assert [(one.status_code, one.json["checks"]["store"]) for one in answers] == [(503, "unavailable")] * 2
    assert asked == [1]
    assert comes(lambda: client.get("/readyz").status_code == 200)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    if programs() is None:
        pytest.skip("PostgreSQL's server programs are not installed")
    cluster = Cluster()  # its own: everybody else's would hang, too
    yield cluster
    cluster.thaw()
    cluster.remove()


@pytest.mark.postgresql
@pytest.mark.usefixtures("at_once")
def test_a_frozen_postgresql_is_not_ready_until_it_goes_on(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_app({"TESTING": True, "DATABASE_URL": cluster.new_database(), "DATA_FOLDER": str(tmp_path)})
    client = app.test_client()
    assert client.get("/readyz").status_code == 200
    cluster.freeze()
    answers = list[TestResponse]()
    with monkeypatch.context() as patched:
        patched.setattr(stores, "_ANSWERS_WITHIN", 0.1)
        threading.Thread(target=lambda: answers.append(client.get("/readyz"))).start()
        assert comes(lambda: answers)
    cluster.thaw()
    assert [(one.status_code, one.json["checks"]["store"]) for one in answers] == [(503, "unavailable")]
    assert comes(lambda: client.get("/readyz").status_code == 200)
    stores.close(app)


def test_whoever_runs_it_reads_in_the_log_what_is_wrong(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app({"TESTING": True, "DATABASE_URL": f"sqlite:///{tmp_path}", "DATA_FOLDER": str(tmp_path)})
    assert app.test_client().get("/tournaments").status_code == 503
    assert str(tmp_path) in caplog.text


def test_one_tap_asks_again_for_the_page_or_sends_the_form_again_but_never_a_password(tmp_path: Path) -> None:
    told = {"TESTING": True, "WTF_CSRF_ENABLED": False, "DATA_FOLDER": str(tmp_path), "ACCOUNTS": True}
    client = create_app({**told, "DATABASE_URL": f"sqlite:///{tmp_path}"}).test_client()
    looked = client.get("/tournaments")
    sent = client.post("/tables", data={"name1": 'two\nlines and "quotes"', "name2": ["1", "2"]})
    secret = client.post("/account/sign-in", data={"name": "Odile", "password": PASSWORD})
    long = client.post("/tables", data={"name1": "Anna", "name2": "Bruno", "more": "A" * 200_000})
    assert {looked.status_code, sent.status_code, secret.status_code, long.status_code} == {503}
    assert '<a class="button primary" href="">Try again</a>' in looked.text
    (form,) = re.findall(r'<form method="post" action="">(.+?)</form>', sent.text, re.DOTALL)
    assert [(name, unescape(value)) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)] == [
        ("name1", 'two\nlines and "quotes"'), ("name2", "1"), ("name2", "2"),
    ]  # fmt: skip
    assert "Try again" not in secret.text + long.text
    assert PASSWORD not in secret.text


def test_every_field_for_a_password_is_one_that_is_typed_again() -> None:
    names = set[str]()
    for template in TEMPLATES.rglob("*.html"):
        source = template.read_text("utf-8")
        # With its name in letters, so that it is seen here.
        named = re.findall(r"""text_field\(\s*"(\w+)",(?:(?!}}).)*?type="password\"""", source, re.DOTALL)
        assert len(named) == len(re.findall(r"""(type\s*=\s*|input_field\()["']password""", source)), template
        names.update(named)
    assert names == errors._SECRETS
