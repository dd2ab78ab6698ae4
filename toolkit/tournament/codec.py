"""Frozen dataclasses as plain JSON values and back, strictly: a missing, unknown or mistyped field is refused.

One coder per type, made once from its annotations; so a log of twenty thousand facts is read in a fraction of a second.
A field that came in a later version (`added`) is not written where it is as it would be without: what an older version
wrote reads as it did, and is written again byte for byte.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from toolkit.languages import Listed, Message
from toolkit.tournament.errors import DamagedFact


@dataclass(frozen=True, slots=True)
class Coder:
    """How one type goes to JSON (`encode`) and comes from it (`decode`, which raises DamagedFact)."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]


def added(default: Any, *, since: int = 2, usual: Callable[[Any], Any] | None = None) -> Any:
    """A field that facts have since a version; `usual` says what it is without being written, from the other fields."""
    return field(default=default, metadata={"since": since, "usual": usual or (lambda _: default)})


def version_of(value: Any) -> int:
    """The first version of a fact that can hold this value: 1, or that of the newest field that is written."""
    return max(1, *_versions(value))


def _versions(value: Any) -> Iterator[int]:
    yield 1
    if isinstance(value, tuple):
        for part in value:
            yield from _versions(part)
    elif is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            if "since" not in field.metadata:
                yield from _versions(inner)
            elif inner != field.metadata["usual"](value):
                yield field.metadata["since"]


def encode(value: Any) -> dict[str, Any]:
    """The fields of a dataclass value, in the order of their definition."""
    encoded: dict[str, Any] = coder(type(value)).encode(value)
    return encoded


def decode[T](kind: type[T], value: Any) -> T:
    """A dataclass value from its fields.

    Raises:
        DamagedFact: not exactly the fields of `kind`, or a field of another type.
    """
    decoded: T = coder(kind).decode(value)
    return decoded


def _same(value: Any) -> Any:
    return value


_CODERS: dict[Any, Coder] = {}


def coder(kind: Any) -> Coder:
    """The coder of a type: str, int, bool, dates, enumerations, tuples, optional values, dataclasses of these."""
    cached = _CODERS.get(kind)
    if cached is None:
        cached = _CODERS[kind] = _make_coder(kind)
    return cached


def coded_as(kind: Any, encode: Callable[[Any], Any], decode: Callable[[Any], Any]) -> None:
    """Store values of a type in a form of their own: `encode` writes it as JSON values, `decode` reads it."""
    _CODERS[kind] = Coder(encode, decode)


def _make_coder(kind: Any) -> Coder:
    if kind in (str, int, bool):
        return Coder(_same, _exactly(kind))
    if kind is date:
        return Coder(date.isoformat, _date)
    if kind is datetime:
        return Coder(datetime.isoformat, _time)
    if typing.get_origin(kind) is tuple:
        return _tuple_coder(typing.get_args(kind)[0])
    if isinstance(kind, types.UnionType):
        return _optional_coder(next(part for part in typing.get_args(kind) if part is not types.NoneType))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return Coder(lambda value: value.value, _enumeration(kind))
    if is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_coder(kind)
    if isinstance(kind, typing.TypeAliasType):
        return coder(kind.__value__)
    raise TypeError(f"{kind} cannot be stored")


def _exactly(kind: type) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise DamagedFact(
                Message(
                    "%(value)s is not of the kind expected here (%(kind)s).",
                    value=_shown(value),
                    kind=kind.__name__,
                )
            )
        return value

    return check


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _date(value: Any) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise DamagedFact(Message("%(value)s is not a date.", value=_shown(value))) from error


def _time(value: Any) -> datetime:
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError) as error:
        raise DamagedFact(Message("%(value)s is not a time.", value=_shown(value))) from error
    if time.utcoffset() != timedelta(0):
        raise DamagedFact(Message("%(value)s is not a time in UTC.", value=_shown(value)))
    return time


def _enumeration(kind: type[StrEnum]) -> Callable[[Any], Any]:
    members = {member.value: member for member in kind}

    def find(value: Any) -> Any:
        if not isinstance(value, str) or value not in members:
            raise DamagedFact(Message("%(value)s is none of %(list)s.", value=_shown(value), list=Listed(members)))
        return members[value]

    return find


def _tuple_coder(part: Any) -> Coder:
    inner = coder(part)

    def decode_list(value: Any) -> Any:
        if not isinstance(value, list):
            raise DamagedFact(Message("%(value)s is not a list.", value=_shown(value)))
        return tuple(map(inner.decode, value))

    return Coder(lambda value: list(map(inner.encode, value)), decode_list)


def _optional_coder(part: Any) -> Coder:
    inner = coder(part)
    return Coder(
        lambda value: None if value is None else inner.encode(value),
        lambda value: None if value is None else inner.decode(value),
    )


def _dataclass_coder(kind: type) -> Coder:
    hints = typing.get_type_hints(kind)
    coders = {field.name: coder(hints[field.name]) for field in fields(kind)}
    usual = {field.name: field.metadata["usual"] for field in fields(kind) if "usual" in field.metadata}
    names = coders.keys() - usual.keys()
    decoders = {name: inner.decode for name, inner in coders.items()}

    def encode_fields(value: Any) -> dict[str, Any]:
        return {
            name: inner.encode(getattr(value, name))
            for name, inner in coders.items()
            if name not in usual or getattr(value, name) != usual[name](value)
        }

    def decode_fields(value: Any) -> Any:
        if not isinstance(value, dict) or not names <= value.keys() <= decoders.keys():
            raise DamagedFact(_misfit(kind, names, value, coders.keys()))
        return kind(**{name: decoders[name](part) for name, part in value.items()})

    return Coder(encode_fields, decode_fields)


def _misfit(kind: type, names: set[str], value: Any, allowed: Collection[str]) -> Message:
    if not isinstance(value, dict):
        return Message("%(name)s is not a %(kind)s.", name=_shown(value), kind=kind.__name__)
    missing, unknown = sorted(names - value.keys()), sorted(map(str, value.keys() - allowed))
    return Message(
        "%(kind)s: missing %(list)s, unknown %(other)s.",
        kind=kind.__name__,
        list=Listed(missing or [Message("nothing")]),
        other=Listed(unknown or [Message("nothing")]),
    )
