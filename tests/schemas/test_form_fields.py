"""Every field of a form or a request that takes a day reads it in one form."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from marshmallow import Schema, ValidationError, fields

import toolkit.schemas
import toolkit.web.api
from toolkit.schemas.derived import ViewSchema
from toolkit.schemas.form_fields import Day, DayField


def schemas(kind: type[Schema] = Schema) -> Iterator[type[Schema]]:
    """Every schema of what is sent: views are only shown."""
    for schema in kind.__subclasses__():
        if schema is not ViewSchema:
            yield schema
            yield from schemas(schema)


def days() -> Iterator[object]:
    """Every field of a day, with its schema and name."""
    for package in (toolkit.schemas, toolkit.web.api):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    for schema in schemas():
        for name, field in schema._declared_fields.items():
            if isinstance(field, Day | fields.Date | fields.DateTime):
                yield pytest.param(field, id=f"{schema.__name__} {name}")


@pytest.mark.parametrize("field", [*days()])
def test_a_day_is_read_in_one_form(field: fields.Field) -> None:
    assert isinstance(field, Day | DayField)
    assert str(field.deserialize("2026-11-30")) == "2026-11-30"
    for typed in ("20261130", "2026-W48-1", "2026-1-5", "2026-02-30"):
        with pytest.raises(ValidationError):
            field.deserialize(typed)
