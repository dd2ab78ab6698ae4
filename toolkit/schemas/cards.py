"""Cards as JSON, for the command line and the API."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields

from toolkit.cards import Card, CryptCard, LibraryCard


class SetSchema(Schema):
    """A set that a card was printed in; `released` is null for a promotional card without a date."""

    code = fields.String()
    released = fields.Date(allow_none=True)


class CardSchema(Schema):
    """A card's facts; a crypt card's and a library card's own are null on the other."""

    id = fields.Integer()
    name = fields.String()
    unique_name = fields.String()
    kind = fields.String()
    names = fields.List(fields.String())
    translations = fields.Dict(keys=fields.String(), values=fields.String())
    types = fields.List(fields.String())
    disciplines = fields.List(fields.String())
    clan = fields.String(allow_none=True)
    path = fields.String(allow_none=True)
    group = fields.Integer(allow_none=True)
    capacity = fields.Integer(allow_none=True)
    title = fields.String(allow_none=True)
    advanced = fields.Boolean(allow_none=True)
    cost = fields.Dict(keys=fields.String(), values=fields.Raw(), allow_none=True)
    clans = fields.List(fields.String())
    paths = fields.List(fields.String())
    disciplines_all = fields.Boolean(allow_none=True)
    trifle = fields.Boolean(allow_none=True)
    burn_option = fields.Boolean(allow_none=True)
    sets = fields.List(fields.Nested(SetSchema))
    prints = fields.List(fields.String())
    formats = fields.List(fields.String())
    released = fields.Date(allow_none=True)
    legal = fields.Date(allow_none=True)
    banned = fields.Date(allow_none=True)
    slug = fields.String()

    def get_attribute(self, obj: Any, attr: str, default: Any) -> Any:
        """A fact as JSON has it; null for what the other kind of card has."""
        match obj, attr:
            case Card(), "translations":
                return dict(obj.translations)
            case Card(), "sets":
                return [{"code": code, "released": released} for code, released in obj.sets]
            case LibraryCard(), "cost":
                return None if obj.cost is None else {"in": obj.cost[0], "amount": obj.cost[1]}
            case CryptCard(), "clans" | "paths":
                return ()
            case Card(), _:
                return getattr(obj, attr, None)
        return super().get_attribute(obj, attr, default)
