"""A view becomes JSON field by field, in the order that it is written in."""

from __future__ import annotations

import ast
import importlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import UTC, date, datetime
from enum import Enum, StrEnum
from pathlib import Path
from types import EllipsisType
from typing import Any, get_args, get_type_hints

import pytest

import toolkit
from toolkit.views import ViewOf, json_values


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


@dataclass
class Chair:
    number: int
    half_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChairView(ViewOf[Chair]):
    number: int
    points: float
    rule_url: str | EllipsisType | None = ...


def test_a_view_of_something_takes_what_has_the_same_name() -> None:
    assert ChairView.of(Chair(3, 5), points=2.5) == ChairView(number=3, points=2.5)
    assert ChairView.of(Chair(3, 5), points=2, number=4, rule_url=None) == ChairView(number=4, points=2, rule_url=None)


def test_a_view_of_something_misses_nothing_and_has_nothing_over() -> None:
    with pytest.raises(AttributeError, match="points"):
        ChairView.of(Chair(3, 5))
    with pytest.raises(TypeError, match="colour"):
        ChairView.of(Chair(3, 5), points=2, colour="red")


def derived() -> Iterator[tuple[type, set[str]]]:
    """Each view that is made of something, and the fields that it takes from there."""
    root = Path(toolkit.__file__).parent
    for path in root.rglob("*.py"):
        source = path.read_bytes()
        for node in ast.walk(ast.parse(source)) if b"View.of(" in source else ():
            match node:
                case ast.Call(func=ast.Attribute(ast.Name(name), "of")) if name.endswith("View"):
                    module = ".".join(path.relative_to(root.parent).with_suffix("").parts)
                    view = getattr(importlib.import_module(module), name)
                    needed = {one.name for one in fields(view) if one.default is MISSING}
                    yield view, needed - {keyword.arg for keyword in node.keywords}


def kind_of(shown: type, name: str) -> Any:
    answer = getattr(shown, name, None)
    return get_type_hints(answer.fget)["return"] if isinstance(answer, property) else get_type_hints(shown)[name]


def fits(kind: Any, declared: Any) -> bool:
    """Whether values of a type are some of the declared one: a member of a `StrEnum` is a text."""
    kinds, all_declared = get_args(kind) or (kind,), get_args(declared) or (declared,)
    return kind == declared or all(
        any(one == other or (isinstance(one, type) and issubclass(one, other)) for other in all_declared)
        for one in kinds
    )


def test_what_a_view_takes_is_there_with_the_type_that_it_declares() -> None:
    views = list(derived())
    assert len(views) > 25
    for view, names in views:
        (shown,) = get_args(view.__orig_bases__[0])
        declared = get_type_hints(view)
        misfits = [name for name in sorted(names) if not fits(kind_of(shown, name), declared[name])]
        assert (view, misfits) == (view, [])


def test_no_view_is_changed_once_it_is_made() -> None:
    decorated = [
        (path.name, node.name, [ast.unparse(one) for one in node.decorator_list])
        for path in Path(toolkit.__file__).parent.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ClassDef) and node.name.endswith("View")
    ]
    assert len(decorated) > 100
    assert [one for one in decorated if not any("frozen=True" in how for how in one[2])] == []
