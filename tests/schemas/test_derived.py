"""A schema says what its view says: every field with its type, and nothing of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from types import EllipsisType
from typing import Any, Literal

import pytest
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin

from toolkit.schemas.derived import schema_of


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
    levels: tuple[tuple[str, int], ...] = field(metadata={"pairs": True})
    secret: str = field(metadata={"key": ""})
    is_open: Literal[True]
    rule_url: str | EllipsisType | None = ...


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
    assert known["Table"]["properties"]["levels"]["additionalProperties"] == {"type": "integer"}
    assert known["Table"]["properties"]["is_open"] == {"type": "boolean", "enum": [True]}
    assert "secret" not in known["Table"]["properties"]
    assert known["Table"]["properties"]["groups"]["items"] == {"type": "array", "items": {"type": "integer"}}


def test_it_dumps_a_view_as_it_is() -> None:
    schema = schema_of(SeatView)
    assert schema().dump(SeatView(number=1, points=0.5)) == {"number": 1, "points": 0.5}
    assert schema(many=True).dump((SeatView(number=2, points=None),)) == [{"number": 2, "points": None}]


def test_one_view_has_one_schema() -> None:
    assert schema_of(SeatView) is schema_of(SeatView)
    assert schema_of(SeatView).__name__ == "SeatSchema"


def test_what_json_does_not_know_is_refused() -> None:
    @dataclass
    class Odd:
        what: complex

    with pytest.raises(TypeError):
        schema_of(Odd)


@pytest.mark.parametrize("amount", [3, "X"])
def test_a_number_or_a_word_may_stand_in_a_field_of_both(amount: int | str) -> None:
    @dataclass
    class CostView:
        amount: int | str

    assert schema_of(CostView)().validate({"amount": amount}) == {}


@dataclass(frozen=True, kw_only=True)
class SitView:
    """Somebody sits down."""

    action: Literal["sit"] = "sit"
    seat: int


@dataclass(frozen=True, kw_only=True)
class LeaveView:
    """Somebody leaves."""

    action: Literal["leave"] = "leave"
    name: str


@dataclass(frozen=True)
class StepsView:
    """What happened."""

    steps: list[SitView | LeaveView]


def test_a_field_of_several_views_shows_each_as_it_is() -> None:
    shown = schema_of(StepsView)().dump(StepsView([LeaveView(name="Ada"), SitView(seat=2)]))
    assert shown == {"steps": [{"action": "leave", "name": "Ada"}, {"action": "sit", "seat": 2}]}
    assert schema_of(StepsView)().validate(shown) == {}


@pytest.mark.parametrize("step", [{"action": "sit", "name": "Ada"}, {"action": "stand", "seat": 2}, {}, 5])
def test_what_is_none_of_several_views_is_refused(step: object) -> None:
    assert "steps" in schema_of(StepsView)().validate({"steps": [step]})
