"""The points at which the texts of the rules differ: what docstrings name can be looked up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import toolkit
from toolkit.game.rules import UnknownRule, reading, readings, rules

PACKAGE = Path(toolkit.__file__).parent
POINT = re.compile(r"\bA-\d\d\b")


def test_every_point_that_the_code_names_is_in_the_register() -> None:
    named = {point: path for path in PACKAGE.rglob("*.py") for point in POINT.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 15
    assert {point: path for point, path in named.items() if point not in readings()} == {}


def test_every_row_that_a_point_touches_exists() -> None:
    assert [(point.id, row) for point in readings().values() for row in point.rows if row not in rules()] == []


def test_every_point_that_another_names_exists() -> None:
    texts = [f"{point.question} {point.reading}" for point in readings().values()]
    assert {point for text in texts for point in POINT.findall(text)} <= set(readings())


def test_a_point_is_found_in_either_case() -> None:
    assert reading("a-09").options == ("bleed.edge_on",)


def test_an_unknown_point_is_refused() -> None:
    with pytest.raises(UnknownRule, match="No point"):
        reading("A-99")
