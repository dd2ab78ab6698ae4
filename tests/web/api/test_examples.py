"""The examples in the API's document are what is sent and answered."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from openapi_schema_validator import OAS30Validator

from tests.web.api import examples
from toolkit.web.base.document import api_of, known_examples

JSON = "application/json"


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    return api_of(app).description()


@pytest.fixture(scope="module")
def contents(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    """Each body and answer in JSON, by its operation."""
    operations = (item[way] for item in document["paths"].values() for way in item if way != "parameters")
    return {
        (operation["operationId"], part): content
        for operation in operations
        for part, whole in (("body", operation.get("requestBody", {})), *operation["responses"].items())
        if part in ("body", "200", "201") and (content := whole.get("content", {}).get(JSON))
    }


def test_every_example_is_sent_and_answered_so() -> None:
    told = {name: examples.shape(example) for name, example in examples.told().items()}
    known = {name: examples.shape(example) for name, example in known_examples().items()}
    assert told == known, "write them anew: python -m tests.web.api.examples --write"


def test_every_json_has_an_example(contents: dict[tuple[str, str], dict[str, Any]]) -> None:
    assert len(contents) > 300
    assert [place for place, content in contents.items() if "example" not in content] == []


def test_an_example_is_as_its_schema_says(
    document: dict[str, Any], contents: dict[tuple[str, str], dict[str, Any]]
) -> None:
    for place, content in contents.items():
        schema = {"allOf": [content["schema"]], "components": document["components"]}
        assert [fault.message for fault in OAS30Validator(schema).iter_errors(content["example"])] == [], place


def test_an_example_is_short() -> None:
    parts = (json.dumps(part) for example in known_examples().values() for part in example.values())
    assert max(map(len, parts)) <= examples.MOST_CHARACTERS * 1.2
