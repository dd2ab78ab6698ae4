"""Requests of a tournament's commands, derived from their rows: as JSON to the API, as a form from a page.

The schemas say shape only: whether a change may be made is for the tournament to decide.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

from marshmallow import Schema, fields, validate

from toolkit.schemas.derived import ListOf
from toolkit.schemas.form_fields import (
    BEHIND,
    NO_NUMBERS,
    Form,
    FormList,
    Minutes,
    choice_field,
    needed_text,
    number_field,
    text_field,
)
from toolkit.services.kernel import fields as kinds
from toolkit.services.kernel.fields import Body


@functools.cache
def body_of(body: Body) -> type[Schema]:
    """The schema of what is sent as JSON."""
    content = {name: json_field(field, **_presence(field), **_words(field)) for name, field in body.fields.items()}
    return type(f"{body.name}Schema", (Schema,), {"__module__": __name__, **content})


@functools.cache
def form_of(
    body: Body, asked: tuple[str, ...], behind: tuple[str, ...] = (), needs: tuple[str, ...] = ()
) -> type[Schema]:
    """The same as a form that asks for these figures; those `behind` are carried by its buttons and not typed.

    A button may also carry `sure`: that somebody was asked. The form needs figures that the command can do without.
    """
    chosen = {name: body.fields[name] for name in asked}
    chosen |= {name: replace(chosen[name], is_required=True, otherwise=None) for name in needs}
    if "sure" in behind:
        chosen["sure"] = kinds.FlagField()
    content = {name: form_field(field, **(BEHIND if name in behind else {})) for name, field in chosen.items()}
    return type(f"{body.name}Form", (Form,), {"__module__": __name__, **content})


def _presence(field: kinds.Field) -> dict[str, Any]:
    """Whether a figure is needed, and what it is otherwise."""
    if field.is_required:
        return {"required": True, "allow_none": True} if field.otherwise is ... else {"required": True}
    if field.otherwise is ...:
        return {}
    if field.otherwise is None:
        return {"load_default": None, "allow_none": True}
    return {"load_default": list if field.otherwise == () else field.otherwise}


def _words(field: kinds.Field) -> dict[str, Any]:
    """The figure's description in the API's document: its words on the command line."""
    return {"metadata": {"description": field.words}} if field.words else {}


@functools.singledispatch
def json_field(field: kinds.Field, **more: Any) -> fields.Field[Any]:
    """The field of JSON that takes a figure.

    Raises:
        TypeError: there is none for its kind.
    """
    raise TypeError(f"JSON has no {type(field).__name__}.")


@json_field.register
def _(field: kinds.TextField, **more: Any) -> fields.Field[Any]:
    longest = None if field.longest is None else validate.Length(1 if field.is_name else None, field.longest)
    return fields.String(validate=longest, **more)


@json_field.register
def _(field: kinds.NumberField, **more: Any) -> fields.Field[Any]:
    return fields.Integer(strict=True, validate=validate.Range(field.least, field.most), **more)


@json_field.register
def _(field: kinds.FlagField, **more: Any) -> fields.Field[Any]:
    return fields.Boolean(truthy={True}, falsy={False}, **more)


@json_field.register
def _(field: kinds.ChoiceField, **more: Any) -> fields.Field[Any]:
    return fields.String(validate=validate.OneOf(field.known), **more)


@json_field.register
def _(field: kinds.ListField, **more: Any) -> fields.Field[Any]:
    size = validate.Length(field.fewest or None, field.most)
    return ListOf(json_field(field.each), validate=size, **more)


@json_field.register
def _(field: kinds.PointsField, **more: Any) -> fields.Field[Any]:
    each = fields.Float(allow_nan=False, validate=validate.Range(-10, 20))
    return ListOf(each, validate=validate.Length(max=5), **more)


@functools.singledispatch
def form_field(field: kinds.Field, **more: Any) -> fields.Field[Any]:
    """The field of a form that takes a figure.

    Raises:
        TypeError: there is none for its kind: such a form is written by hand.
    """
    raise TypeError(f"A form has no {type(field).__name__}.")


@form_field.register
def _(field: kinds.TextField, **more: Any) -> fields.Field[Any]:
    longest = field.longest or kinds.LONGEST_TEXT
    return needed_text(longest=longest, **more) if field.is_required else text_field(longest=longest, **more)


@form_field.register
def _(field: kinds.NumberField, **more: Any) -> fields.Field[Any]:
    presence = {"required": True} if field.is_required and field.otherwise is not ... else _OPTIONAL
    if isinstance(field.otherwise, int):
        presence = {"load_default": field.otherwise}
    return number_field(field.least, field.most, **presence, **more)


@form_field.register
def _(field: kinds.SecondsField, **more: Any) -> fields.Field[Any]:
    return Minutes(field.least, field.most, **({"required": True} if field.is_required else _OPTIONAL), **more)


@form_field.register
def _(field: kinds.ListField, **more: Any) -> fields.Field[Any]:
    is_number = isinstance(field.each, kinds.NumberField)
    each = form_field(field.each, **({"error_messages": {"invalid": NO_NUMBERS}} if is_number else {}))
    between = r"[\r\n]+" if isinstance(field.each, kinds.TextField) else r"[\s,]+"
    # Of ticks nothing is sent where none is set.
    otherwise = () if isinstance(field.each, kinds.ChoiceField) else field.otherwise
    presence = {"required": True} if field.is_required else {"load_default": otherwise, "allow_none": True}
    return FormList(each, fewest=field.fewest, most=field.most, between=between, **presence, **more)


@form_field.register
def _(field: kinds.FlagField, **more: Any) -> fields.Field[Any]:
    return fields.Boolean(load_default=False, **more)


@form_field.register
def _(field: kinds.ChoiceField, **more: Any) -> fields.Field[Any]:
    return choice_field(field.of, required=field.is_required, **more)


_OPTIONAL: dict[str, Any] = {"load_default": None, "allow_none": True}
