from __future__ import annotations

from flask.testing import FlaskClient

from toolkit import __version__


def test_the_process_answers(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok", "version": __version__})


def test_wrong_method(client: FlaskClient) -> None:
    assert client.post("/healthz").status_code == 405
