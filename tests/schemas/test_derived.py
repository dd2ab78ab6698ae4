"""A schema says what its view says: every field with its type, and nothing of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum
from types import EllipsisType
from typing import Any

import pytest
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from toolkit.schemas.derived import answer, schema_of


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """A seat.

    Attributes:
        points: what it got, in halves
            of a point.
    """

    number: int
    points: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A table."""

    name: str
    day: date
    at: datetime
    colour: Colour
    is_full: bool
    seats: tuple[SeatView, ...]
    groups: tuple[tuple[int, ...], ...]
    best: SeatView | None
    counts: Mapping[str, int]
    known: dict[str, Any]
    source: str = field(metadata={"key": "from"})
    rule_url: str | EllipsisType | None = ...


def table(**changes: Any) -> TableView:
    values: dict[str, Any] = {
        "name": "Hall", "day": date(2026, 11, 21), "at": datetime(2026, 11, 21, 10, tzinfo=UTC), "colour": Colour.RED,
        "is_full": True, "seats": (SeatView(number=1, points=2), SeatView(number=2, points=0.5)), "groups": ((1, 2),),
        "best": None, "counts": {"a": 1}, "known": {"b": [2]}, "source": "here",
    }  # fmt: skip
    return TableView(**values | changes)


def test_a_view_is_answered_field_by_field() -> None:
    assert answer(table()) == {
        "name": "Hall", "day": "2026-11-21", "at": "2026-11-21T10:00:00+00:00", "colour": "red", "is_full": True,
        "seats": [{"number": 1, "points": 2}, {"number": 2, "points": 0.5}], "groups": [[1, 2]],
        "best": None, "counts": {"a": 1}, "known": {"b": [2]}, "from": "here",
    }  # fmt: skip


def test_a_whole_number_of_points_is_written_whole() -> None:
    assert repr(answer(SeatView(number=1, points=2))["points"]) == "2"


@pytest.mark.parametrize("url", [None, "https://example.org"])
def test_what_may_be_left_out_is_there_when_it_is_known(url: str | None) -> None:
    assert answer(table(rule_url=url))["rule_url"] == url


def test_its_document_says_the_types_and_what_the_docstring_says() -> None:
    spec = APISpec(title="", version="1", openapi_version="3.0.2", plugins=[MarshmallowPlugin()])
    spec.components.schema("Table", schema=schema_of(TableView))
    known = spec.to_dict()["components"]["schemas"]
    assert known["Seat"]["properties"]["points"] == {
        "type": "number", "nullable": True, "description": "What it got, in halves of a point.",
    }  # fmt: skip
    assert "rule_url" not in known["Table"]["required"]
    assert {"from", "best"} < set(known["Table"]["required"])
    assert known["Table"]["properties"]["colour"]["enum"] == ["red", "blue"]
    assert known["Table"]["properties"]["groups"]["items"] == {"type": "array", "items": {"type": "integer"}}


def test_one_view_has_one_schema() -> None:
    assert schema_of(SeatView) is schema_of(SeatView)
    assert schema_of(SeatView).__name__ == "SeatSchema"


def test_what_json_does_not_know_is_refused() -> None:
    @dataclass
    class Odd:
        what: complex

    with pytest.raises(TypeError):
        schema_of(Odd)
