"""Facts of every kind with values that say where they stand."""

from __future__ import annotations

import types
import typing
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Any


def made(kind: Any, text: str, place: str, number: int) -> Any:
    """A fact, or a value inside one, in which every text is `text` with its place behind it, every number `number`."""
    hints = typing.get_type_hints(kind)
    names = [one.name for one in fields(kind)]
    return kind(**{name: _value_of(hints[name], text, f"{place}.{name}", number) for name in names})


def _value_of(hint: Any, text: str, place: str, number: int) -> Any:
    if isinstance(hint, typing.TypeAliasType):
        return _value_of(hint.__value__, text, place, number)
    if isinstance(hint, types.UnionType):
        return _value_of(next(one for one in typing.get_args(hint) if one is not type(None)), text, place, number)
    if typing.get_origin(hint) is tuple:
        return (_value_of(typing.get_args(hint)[0], text, place, number),)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return next(iter(hint))
    if is_dataclass(hint):
        return made(hint, text, place, number)
    known = {int: number, bool: False, datetime: datetime(2026, 11, 21, tzinfo=UTC), date: date(2026, 11, 21)}
    return f"{text} {place}" if hint is str else known[hint]
