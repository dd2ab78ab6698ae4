"""Views as JSON values. A view is a frozen dataclass that is shown; what it holds is said once, by its fields.

A field is shown under its name, or under the key of `field(metadata={"key": "from"})` where that is no name in Python;
with an empty key it is not shown. One that is `...` is left out. Pairs of a key and its value are shown as an object
with `metadata={"pairs": True}`. `toolkit.schemas.derived` describes the same shape.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from datetime import date
from enum import Enum
from types import EllipsisType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

type Field = dataclasses.Field[Any]


def shown_fields(view: type) -> list[tuple[str, Field]]:
    """The fields of a view that are shown, each behind its key."""
    keys = [(one.metadata.get("key", one.name), one) for one in dataclasses.fields(view)]
    return [(key, one) for key, one in keys if key]


def is_pairs(field: Field) -> bool:
    """Whether what the field holds are keys with their values."""
    return "pairs" in field.metadata


def json_values(shown: Any) -> Any:
    """A view, or whatever stands in one, as dicts, lists and scalars."""
    return _dumper(shown.__class__)(shown)


@functools.cache
def _dumper(kind: type) -> Callable[[Any], Any]:
    if dataclasses.is_dataclass(kind):
        return _dumper_of_view(kind)
    for known, dump in _DUMPERS:
        if issubclass(kind, known):
            return dump
    return lambda value: value


_DUMPERS: tuple[tuple[type, Callable[[Any], Any]], ...] = (
    (list, lambda values: [_dumper(one.__class__)(one) for one in values]),
    (tuple, lambda values: [_dumper(one.__class__)(one) for one in values]),
    (frozenset, lambda values: sorted(json_values(one) for one in values)),
    (Mapping, lambda values: {key: json_values(value) for key, value in values.items()}),
    (Enum, lambda member: member.value),
    (date, lambda day: day.isoformat()),
)


def _dumper_of_view(view: type) -> Callable[[Any], Any]:
    # Spelled out as if written by hand: an answer has thousands of views, and to ask for a field by name is slow.
    hints = get_type_hints(view)
    content = [f"{key!r}: {_content(one, hints[one.name])}" for key, one in shown_fields(view)]
    dump: Callable[[Any], dict[str, Any]] = eval(f"lambda view: {{{', '.join(content)}}}", {"json_values": json_values})
    if not any(EllipsisType in get_args(hint) for hint in hints.values()):
        return dump
    return lambda view: {key: value for key, value in dump(view).items() if value is not ...}


def _content(field: Field, hint: Any) -> str:
    """The dump of a field of that type."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    scalars = (str, int, float, NoneType, EllipsisType)
    if all(get_origin(kind) is Literal or (isinstance(kind, type) and issubclass(kind, scalars)) for kind in kinds):
        return f"view.{field.name}"
    return f"json_values(dict(view.{field.name}))" if is_pairs(field) else f"json_values(view.{field.name})"
