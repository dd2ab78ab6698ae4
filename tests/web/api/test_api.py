from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from toolkit import __version__
from toolkit.services.commands import COMMANDS
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


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    answer: dict[str, Any] = app.test_client().get("/api/openapi.json").json
    return answer


@pytest.fixture(scope="module")
def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [item[name] for item in document["paths"].values() for name in item if name != "parameters"]


def test_the_document_is_valid(document: dict[str, Any]) -> None:
    validate(document)


def test_the_document_says_once_what_all_answers_have(app: Flask) -> None:
    text = app.test_client().get("/api/openapi.json").text
    assert len(text) < 600_000
    assert text.count('"description":"Conflict"') == 1
    assert text.count('"name":"Idempotency-Key"') == 1


def test_every_operation_has_a_name_of_its_own(operations: list[dict[str, Any]]) -> None:
    names = Counter(operation["operationId"] for operation in operations)
    assert max(names.values()) == 1
    assert {command.name for command in COMMANDS} <= set(names)


def test_every_operation_has_a_subject_and_every_subject_a_sentence(
    document: dict[str, Any], operations: list[dict[str, Any]]
) -> None:
    tags = Counter(tag for operation in operations for tag in operation["tags"])
    assert set(tags) == {tag["name"] for tag in document["tags"]}
    assert tags.total() == len(operations)
    assert max(tags.values()) <= 30
    assert all(tag["description"].endswith(".") for tag in document["tags"])


def test_the_document_says_who_may(operations: list[dict[str, Any]]) -> None:
    named = {operation["operationId"]: operation for operation in operations}
    assert named["show_standings"]["security"] == [{}, {"bearer": []}]
    assert named["enter_result"]["security"] == [{"bearer": []}]
    assert named["enter_result"]["description"] == "For: organizer, judge, scorekeeper. Scopes: results, all."
    assert named["show_deck"]["description"] == "For: organizer, judge. Scopes: read, all."


def test_every_schema_says_what_it_is(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
