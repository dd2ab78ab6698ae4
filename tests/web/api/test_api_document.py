"""The OpenAPI document: all in it is described, and whatever it allows is answered as it says, never with 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.soak import check, fiftieth
from tests.web.api.odd_requests import GAMES, TOURNAMENTS, operations
from toolkit.schemas.derived import known_keys
from toolkit.web.base.document import api_of


@pytest.mark.parametrize("numbers", fiftieth("api", parts=2))
def test_every_address_answers_as_the_document_says(numbers: range) -> None:
    check("api", numbers)


def test_every_address_is_asked() -> None:
    paths = [operation.path for operation in operations()]
    events, games = (sum(path.startswith(area) for path in paths) for area in (TOURNAMENTS, GAMES))
    assert (events >= 55, games >= 12, len(paths) - events - games >= 10) == (True, True, True)
    assert len(paths) <= sum(map(len, fiftieth("api"))), "ask more often: SOAKS in tests/soak.py"


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    return api_of(app).description()


def parameters(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each parameter, with its address."""
    for path, known in document["paths"].items():
        ways = [way for name, way in known.items() if name != "parameters"]
        for asked in (*known.get("parameters", ()), *(one for way in ways for one in way.get("parameters", ()))):
            if "$ref" not in asked:
                yield path, asked


def test_every_key_and_parameter_is_described(document: dict[str, Any]) -> None:
    shapes = document["components"]["schemas"]
    keys = {f"{name}.{key}": known for name, shape in shapes.items() for key, known in shape["properties"].items()}
    keys |= {f"{path}?{asked['name']}": asked for path, asked in parameters(document)}
    assert [name for name, known in keys.items() if not known.get("description", "").endswith(".")] == []


def test_every_clause_on_a_key_describes_one(app: Flask, document: dict[str, Any]) -> None:
    described = {
        (schema.__module__, key, known["description"])
        for (schema, *_), name in api_of(app).ma_plugin.converter.refs.items()
        for key, known in document["components"]["schemas"][name]["properties"].items()
    }
    used = {(area, key) for module, key, text in described for area in areas(module) if clause(area, key) == text}
    used |= {("parameters", part) for part in known_keys()["parameters"] if is_asked(document, part)}
    assert {(area, key) for area, clauses in known_keys().items() for key in clauses} - used == set()


def areas(module: str) -> list[str]:
    """The module and the packages around it."""
    parts = module.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]


def clause(area: str, key: str) -> str | None:
    return known_keys().get(area, {}).get(key)


def is_asked(document: dict[str, Any], part: str) -> bool:
    """Whether an address has that part, such as `rounds/number`."""
    before, _, name = part.rpartition("/")
    return any(f"{before}/{{{name}}}" in path for path in document["paths"])
