from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

from flask.testing import FlaskClient

from toolkit import __version__
from toolkit.web import create_app


def test_the_process_answers(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok", "version": __version__})


def test_wrong_method(client: FlaskClient) -> None:
    assert client.post("/healthz").status_code == 405


def test_two_who_ask_at_once_get_the_whole_description() -> None:
    app = create_app({"TESTING": True})
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: app.test_client().get("/api/openapi.json").json, range(2))
    assert one == other
    addresses = {re.sub(r"<(?:[^:>]+:)?(\w+)>", r"{\1}", rule.rule) for rule in app.url_map.iter_rules()}
    assert set(one["paths"]) == {address for address in addresses if address.startswith("/api/v1/")}
