"""What programs rely on stays: every address of the API with its method, and every key of its JSON.

`api_names.toml` has those that were there when it was made; what is new may be added there, and nothing is taken out.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

PINNED: dict[str, list[str]] = tomllib.loads((Path(__file__).parent / "api_names.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    found: dict[str, Any] = app.test_client().get("/api/openapi.json").json
    return found


def addresses(document: dict[str, Any]) -> set[str]:
    """Each with its method."""
    ways = ("get", "post", "put", "patch", "delete")
    return {f"{way.upper()} {path}" for path, known in document["paths"].items() for way in ways if way in known}


def keys(document: dict[str, Any]) -> set[str]:
    return {key for schema in document["components"]["schemas"].values() for key in schema.get("properties", ())}


def test_every_address_stays(document: dict[str, Any]) -> None:
    assert set(PINNED["addresses"]) - addresses(document) == set()


def test_every_key_stays(document: dict[str, Any]) -> None:
    assert set(PINNED["keys"]) - keys(document) == set()
