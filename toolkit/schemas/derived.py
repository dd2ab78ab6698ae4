"""Schemas and dataclasses: an answer's schema is derived from the view that is shown; what is sent becomes a value.

A view's fields become the fields of its schema by their types; a view inside a view is nested; what the "Attributes:"
of its docstring say of a field is its description. What a key means in all schemas is in `keys.toml`. A field of
several views is one of them. How a view becomes JSON is in `toolkit.views`.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import re
import tomllib
import types
import typing
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from importlib import resources
from typing import Any, ClassVar, get_args, get_origin

from marshmallow import Schema, ValidationError, fields, post_load, validate

from toolkit.views import ViewField, is_pairs, json_values, shown_fields

# One that is about several fields at once describes none of them: `keys.toml` does.
_ATTRIBUTE = re.compile(r"(?P<name>\w+(?:, \w+)*): (?P<text>.+)")


# What marshmallow has read and hands to a hook, by field: checked by the schema, of no type until the hook makes one.
type Loaded = dict[str, Any]


class MakingSchema(Schema):
    """A schema that makes a dataclass of what it reads: its fields are the dataclass's."""

    made: ClassVar[type]

    @post_load
    def make(self, data: Loaded, **_: Any) -> Any:
        """The value."""
        return self.made(**data)


# Of a list so many faults are looked for: more are told to nobody.
_MOST_FAULTS = 100


class ListOf(fields.List[Any]):
    """A list that is not read on once it is too long, or has faults enough."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise self.make_error("invalid")
        for check in self.validators:
            if isinstance(check, validate.Length):
                check(value)
        read, faults = [], {}
        for place, item in enumerate(value):
            try:
                read.append(self.inner.deserialize(item, **kwargs))
            except ValidationError as error:
                faults[place] = error.messages
                if len(faults) == _MOST_FAULTS:
                    break
        if faults:
            raise ValidationError(faults)
        return read


class TupleOf(ListOf):
    """A list, read as a tuple."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class OneOf(fields.Field[Any]):
    """One of several views, told apart by the first schema that takes what is read."""

    def __init__(self, views: Sequence[type], **more: Any) -> None:
        """The field of these views."""
        super().__init__(**more)
        self.schemas = [schema_of(view) for view in views]

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        faults = []
        for schema in self.schemas:
            try:
                return schema().load(value)
            except ValidationError as error:
                faults.append(error.messages)
        raise ValidationError({"none_of": faults})


_PLAIN: tuple[tuple[type, type[fields.Field[Any]]], ...] = (
    (bool, fields.Boolean),
    (int, fields.Integer),
    (float, fields.Float),
    (str, fields.String),
    (datetime, fields.DateTime),
    (date, fields.Date),
)


class ViewSchema(Schema):
    """The schema of a view."""

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        """The view's own JSON values: nothing in it is left to be checked."""
        return json_values(obj)


@functools.cache
def schema_of(view: type) -> type[Schema]:
    """The schema of a dataclass: `PlayerView` is shown by `PlayerSchema`.

    Raises:
        TypeError: it is no dataclass, or a field is of a type that JSON does not know.
    """
    hints = typing.get_type_hints(view)
    described = _descriptions(view)
    content: dict[str, object] = {
        field.name: _field_of(hints[field.name], key, field, described.get(field.name))
        for key, field in shown_fields(view)
    }
    name = f"{view.__name__.removesuffix('View')}Schema"
    return type(name, (ViewSchema,), {"__doc__": view.__doc__, "__module__": view.__module__, **content})


def _field_of(hint: Any, key: str, field: ViewField, description: str | None) -> fields.Field[Any]:
    more: dict[str, Any] = {"required": types.EllipsisType not in get_args(hint)}
    if key != field.name:
        more["data_key"] = key
    if description:
        more["metadata"] = {"description": description}
    if is_pairs(field):
        (pair, _) = get_args(hint)
        return _field(types.GenericAlias(Mapping, get_args(pair)), **more)
    return _field(hint, **more)


def _field(hint: Any, **more: Any) -> fields.Field[Any]:
    """The field that shows values of a type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is typing.Annotated:
        return _field(inner[0], **more)
    if origin in (types.UnionType, typing.Union):
        return _of_union(inner, **more)
    if isinstance(hint, typing.TypeAliasType):
        return _field(hint.__value__, **more)
    if origin is typing.Literal:
        return _field(type(inner[0]), validate=validate.OneOf(inner), **more)
    if origin in (tuple, list, frozenset) or (isinstance(origin, type) and issubclass(origin, Sequence)):
        return fields.List(_field(inner[0]), **more)
    if hint is Any or hint is dict:
        return fields.Dict(**more) if hint is dict else fields.Raw(**more)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys_and_values: dict[str, Any] = (
            {} if inner[1] is Any else {"keys": _field(inner[0]), "values": _field(inner[1])}
        )
        return fields.Dict(**keys_and_values, **more)
    if dataclasses.is_dataclass(hint):
        return fields.Nested(schema_of(typing.cast(type, hint)), **more)
    if issubclass(hint, StrEnum):
        return fields.String(validate=validate.OneOf([member.value for member in hint]), **more)
    for kind, known_field in _PLAIN:
        if issubclass(hint, kind):
            return known_field(**more)
    raise TypeError(f"JSON has no {hint}.")


def _of_union(members: tuple[Any, ...], **more: Any) -> fields.Field[Any]:
    kinds = [member for member in members if member not in (types.NoneType, types.EllipsisType)]
    if types.NoneType in members:
        more["allow_none"] = True
    if len(kinds) > 1 and all(map(dataclasses.is_dataclass, kinds)):
        return OneOf(kinds, **more)
    if set(kinds) == {int, str}:
        return fields.Raw(**more)
    return _field(float if set(kinds) == {int, float} else kinds[0], **more)


def _descriptions(view: type) -> dict[str, str]:
    """The descriptions of a view's fields, from its docstring and those of the views that it adds to."""
    found: dict[str, str] = {}
    for known in reversed(view.__mro__):
        found |= _described_in(known)
    return found


def _described_in(view: type) -> dict[str, str]:
    _, _, text = inspect.cleandoc(view.__doc__ or "").partition("Attributes:\n")
    texts: dict[str, str] = {}
    for line in text.splitlines():
        match = _ATTRIBUTE.fullmatch(line.strip())
        if match and len(line) - len(line.lstrip()) == 4:
            texts[name := match["name"]] = match["text"]
        elif texts and line.strip():
            texts[name] += f" {line.strip()}"
        elif texts:
            break
    return {name: re.sub(r"\bNone\b", "null", text[0].upper() + text[1:]) for name, text in texts.items()}


def words_of_key(schema: type[Schema], key: str) -> str:
    """The meaning of a schema's key where the schema does not say it; empty if nothing is known of it."""
    area = schema.__module__
    while area:
        if key in known_keys().get(area, {}):
            return known_keys()[area][key]
        area = area.rpartition(".")[0]
    return ""


def words_of_part(path: str, name: str) -> str:
    """The meaning of a part of an address; empty if nothing is known of it."""
    before = re.search(rf"([^/]+)/{{{name}}}", path)
    known = known_keys()["parameters"]
    return known.get(f"{before[1]}/{name}" if before else "") or known.get(name, "")


@functools.cache
def known_keys() -> dict[str, dict[str, str]]:
    """The meaning of keys, by the module or package of their schemas; `parameters` are parts of addresses."""
    return tomllib.loads(resources.files("toolkit.schemas").joinpath("keys.toml").read_text(encoding="utf-8"))
