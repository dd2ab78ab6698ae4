from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from toolkit.errors import Conflict, Invalid, NotFound, ToolkitError
from toolkit.web import create_app


def app_that_raises(error: Exception, **config: object) -> FlaskClient:
    app = create_app({"TESTING": True, "SECRET_KEY": "x", **config})

    @app.get("/api/v1/raise")
    @app.get("/raise")
    def fail() -> str:
        raise error

    return app.test_client()


@pytest.mark.parametrize("path", ["/tournaments", "/help", "/seating", "/api/v1/tournaments"])
def test_a_slash_behind_an_address_leads_to_the_same_page(client: FlaskClient, path: str) -> None:
    page, slash = client.get(path), client.get(f"{path}/")
    assert (page.status_code, slash.status_code) == (200, 200)
    assert slash.headers["Content-Type"] == page.headers["Content-Type"]


TITLES = {
    NotFound: "The requested object does not exist",
    Conflict: "Another request changed it in the meantime, or it is in a state that does not allow this",
    Invalid: "The input cannot be what was asked for",
}


@pytest.mark.parametrize(("kind", "status"), [(NotFound, 404), (Conflict, 409), (Invalid, 422)])
def test_each_kind_has_its_status_and_keeps_its_words(kind: type[ToolkitError], status: int) -> None:
    client = app_that_raises(kind("A <b>sentence</b>.", code="a_code", rule="VEKN 3.1"))
    page, answer = client.get("/raise"), client.get("/api/v1/raise")
    assert (page.status_code, answer.status_code) == (status, status)
    assert "A &lt;b&gt;sentence&lt;/b&gt;." in page.text
    assert answer.mimetype == "application/problem+json"
    faults = {"errors": {"query": {"_schema": ["A <b>sentence</b>."]}}} if kind is Invalid else {}
    assert answer.json == faults | {
        "type": f"/api/#{kind.code}",
        "title": TITLES[kind],
        "detail": "A <b>sentence</b>.",
        "code": "a_code",
        "status": status,
        "message": "A <b>sentence</b>.",
        "rule": "VEKN 3.1",
        "rule_url": "/help/rules#vekn-3-1",
    }


def test_a_fault_of_ours_says_so_and_tells_nothing(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    client = app_that_raises(RuntimeError("the secret"), TESTING=False, DATA_FOLDER=str(tmp_path))
    for path in ("/raise", "/api/v1/raise"):
        answer = client.get(path)
        assert answer.status_code == 500
        assert "the secret" not in answer.text
    assert "the secret" in caplog.text


def test_pages_and_programs_are_answered_in_kind(client: FlaskClient) -> None:
    assert client.get("/nothing").mimetype == "text/html"
    for kind in ("application/json", "application/problem+json"):
        assert client.get("/nothing", headers={"Accept": kind}).mimetype == "application/problem+json"
    answer = client.get("/api/v1/nothing")
    said = "There is nothing at this address."
    about = {"type": "about:blank", "title": "Not Found", "detail": said}
    assert answer.json == about | {"code": "not_found", "status": 404, "message": said}


@pytest.mark.parametrize("path", ["/help/", "/api/v1/nothing", "/static/app.css"])
def test_an_oversize_body_is_refused_unread(app: Flask, client: FlaskClient, path: str) -> None:
    class Unread:
        def read(self, *_: object) -> bytes:
            raise AssertionError("the body was read")

        readline = readlines = __iter__ = read

    length = str(app.config["MAX_CONTENT_LENGTH"] + 1)
    answer = client.post(path, environ_overrides={"wsgi.input": Unread(), "CONTENT_LENGTH": length})
    assert answer.status_code == 413
    assert "too large" in answer.text


# --- bodies that no program of good will sends ---

DIGITS = "9" * 5000
DOORS = ("/api/v1/decks/check", "/api/v1/seating", "/api/v1/games", "/api/v1/sheets/seating.pdf")
BODIES = {
    "a number of 5,000 digits": DIGITS,
    "one as a value": f'{{"rounds": {DIGITS}, "names": [{DIGITS}]}}',
    "deep objects": '{"text": ' * 50_000 + "1" + "}" * 50_000,
    "deep lists": '{"names": ' + "[" * 900 + "]" * 900 + "}",
    "lists that never end": "[" * 100_000,
}


@pytest.mark.parametrize("path", DOORS)
@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_cannot_be_read_is_refused_in_few_words(client: FlaskClient, path: str, body: str) -> None:
    answer = client.post(path, data=body, content_type="application/json")
    # Of the bodies, only lists that are not too deep are JSON: their fields are what is wrong.
    assert answer.status_code == (422 if body == BODIES["deep lists"] else 400)
    assert answer.json["message"]
    assert len(answer.data) < 2000


@pytest.mark.parametrize("path", DOORS)
def test_of_thousands_of_faults_the_first_are_told(client: FlaskClient, path: str) -> None:
    answer = client.post(path, json={f"field {number}": number for number in range(3_000)})
    assert answer.status_code == 422
    assert "Unknown field." in answer.text
    assert len(answer.data) < 10_000


@pytest.mark.parametrize("path", [f"/tournaments/x/players/{DIGITS}/x", f"/api/v1/tournaments/x/rounds/{DIGITS}"])
def test_an_address_has_no_number_of_5000_digits(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("path", "status"), [("/cards/?page=", 200), ("/seating?players=", 200), ("/deck?boosters=", 422)]
)
def test_a_query_s_number_of_5000_digits_is_no_fault_of_ours(client: FlaskClient, path: str, status: int) -> None:
    assert client.get(path + DIGITS).status_code == status
