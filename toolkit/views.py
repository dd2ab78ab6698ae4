"""Views as JSON values. A view is a frozen dataclass that is shown; what it holds is said once, by its fields.

A field is shown under its name, or under the key of `field(metadata={"key": "from"})` where that is no name in Python;
with an empty key it is not shown. One that is `...` is left out. Pairs of a key and its value are shown as an object
with `metadata={"pairs": True}`. `toolkit.schemas.derived` describes the same shape.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import Enum
from types import EllipsisType, NoneType, UnionType
from typing import Any, Literal, Self, Union, get_args, get_origin, get_type_hints

type ViewField = dataclasses.Field[Any]


class ViewOf[Shown]:
    """A view of one thing, which answers most of its fields by their own names."""

    __slots__ = ()

    @classmethod
    def of(cls, shown: Shown, **differing: Any) -> Self:
        """The view of `shown`; `differing` gives the fields that it does not answer, or answers otherwise.

        A field with a default keeps that if nothing is given for it.

        Raises:
            AttributeError: `shown` has no such attribute.
            TypeError: the view has no field of a name that is given.
        """
        view: type = cls
        same = {name: getattr(shown, name) for name in _required_names(view) if name not in differing}
        return cls(**same, **differing)


@functools.cache
def _required_names(view: type) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(view) if field.default is dataclasses.MISSING)


def shown_fields(view: type) -> list[tuple[str, ViewField]]:
    """The fields of a view that are shown, each behind its key."""
    keys = [(field.metadata.get("key", field.name), field) for field in dataclasses.fields(view)]
    return [(key, field) for key, field in keys if key]


def is_pairs(field: ViewField) -> bool:
    """Whether what the field holds are keys with their values."""
    return "pairs" in field.metadata


def json_values(value: Any) -> Any:
    """A view, or any value in one, as dicts, lists and scalars."""
    return _dumper(value.__class__)(value)


@functools.cache
def _dumper(kind: type) -> Callable[[Any], Any]:
    if dataclasses.is_dataclass(kind):
        return _dumper_of_view(kind)
    for base, dump in _DUMPERS:
        if issubclass(kind, base):
            return dump
    return lambda value: value


_DUMPERS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (list, lambda values: [_dumper(item.__class__)(item) for item in values]),
    (tuple, lambda values: [_dumper(item.__class__)(item) for item in values]),
    (frozenset, lambda values: sorted(json_values(item) for item in values)),
    (Mapping, lambda values: {key: json_values(value) for key, value in values.items()}),
    (Enum, lambda member: member.value),
    (date, lambda day: day.isoformat()),
)


def _dumper_of_view(view: type) -> Callable[[Any], Any]:
    hints = get_type_hints(view)
    fields = shown_fields(view)
    names = [(key, field.name) for key, field in fields]
    nested = [(key, field) for key, field in fields if not _is_scalar(hints[field.name])]
    dumpers = [(key, _pairs if is_pairs(field) else json_values) for key, field in nested]
    may_leave_out = any(EllipsisType in get_args(hint) for hint in hints.values())

    def dump(view: Any) -> dict[str, Any]:
        values = {key: getattr(view, name) for key, name in names}
        for key, dumper in dumpers:
            values[key] = dumper(values[key])
        return {key: value for key, value in values.items() if value is not ...} if may_leave_out else values

    return dump


def _is_scalar(hint: Any) -> bool:
    """Whether every value of that type is shown as it is."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    scalars = (str, int, float, NoneType, EllipsisType)
    return all(get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, scalars)) for kind in kinds)


def _pairs(pairs: Any) -> Any:
    return json_values(dict(pairs))


def moment(at: datetime) -> str:
    """A time as JSON has it, in UTC."""
    return at.isoformat().replace("+00:00", "Z")
