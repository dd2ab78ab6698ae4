"""A view becomes JSON field by field, in the order that it is written in."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import Enum, StrEnum
from pathlib import Path
from types import EllipsisType
from typing import Any

import pytest

import toolkit
from toolkit.views import json_values


class Colour(StrEnum):
    RED = "red"


class Size(Enum):
    LARGE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    number: int
    points: float | None


@dataclass(frozen=True)
class TableView:
    name: str
    day: date
    at: datetime
    colour: Colour
    size: Size | None
    seats: tuple[SeatView, ...]
    groups: list[tuple[int, ...]]
    places: frozenset[str]
    counts: Mapping[str, SeatView]
    known: dict[str, Any]
    levels: tuple[tuple[str, int], ...] = field(metadata={"pairs": True})
    source: str = field(metadata={"key": "from"})
    secret: str = field(default="", metadata={"key": ""})
    rule_url: str | EllipsisType | None = ...


def table(**changes: Any) -> TableView:
    values: dict[str, Any] = {
        "name": "Hall", "day": date(2026, 11, 21), "at": datetime(2026, 11, 21, 10, tzinfo=UTC), "colour": Colour.RED,
        "size": Size.LARGE, "seats": (SeatView(number=1, points=2), SeatView(number=2, points=0.5)), "groups": [(1, 2)],
        "places": frozenset("ba"), "counts": {"a": SeatView(number=3, points=None)}, "known": {"b": (date.min, 2)},
        "levels": (("dom", 2), ("aus", 1)), "source": "here",
    }  # fmt: skip
    return TableView(**values | changes)


def test_a_view_is_shown_field_by_field() -> None:
    values = json_values(table())
    assert json.dumps(values) == json.dumps({
        "name": "Hall", "day": "2026-11-21", "at": "2026-11-21T10:00:00+00:00", "colour": "red", "size": 3,
        "seats": [{"number": 1, "points": 2}, {"number": 2, "points": 0.5}], "groups": [[1, 2]], "places": ["a", "b"],
        "counts": {"a": {"number": 3, "points": None}}, "known": {"b": ["0001-01-01", 2]},
        "levels": {"dom": 2, "aus": 1}, "from": "here",
    })  # fmt: skip


def test_a_view_within_is_shown_whatever_its_field_is_called() -> None:
    assert json_values(table(known=SeatView(number=1, points=2)))["known"] == {"number": 1, "points": 2}


@pytest.mark.parametrize("url", [None, "https://example.org"])
def test_what_may_be_left_out_is_there_when_it_is_known(url: str | None) -> None:
    assert json_values(table(rule_url=url))["rule_url"] == url


def test_views_are_shown_in_their_order() -> None:
    both = [SeatView(number=1, points=None), Colour.RED, None]
    assert json_values(both) == [{"number": 1, "points": None}, "red", None]


def test_no_view_is_changed_once_it_is_made() -> None:
    decorated = [
        (path.name, node.name, [ast.unparse(one) for one in node.decorator_list])
        for path in Path(toolkit.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ClassDef) and node.name.endswith("View")
    ]
    assert len(decorated) > 100
    assert [one for one in decorated if not any("frozen=True" in how for how in one[2])] == []
