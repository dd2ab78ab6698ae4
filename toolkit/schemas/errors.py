"""The answer to every refused request of the API."""

from __future__ import annotations

import functools

from marshmallow import INCLUDE, Schema, fields


class ErrorAnswerSchema(Schema):
    """A refusal: `code` for machines, `message` for people, the broken `rule` with its page, faults by field."""

    class Meta:
        """Some refusals say more, such as what changed in the meantime."""

        unknown = INCLUDE

    code = fields.String(required=True)
    status = fields.Integer(required=True)
    message = fields.String(required=True)
    rule = fields.String(allow_none=True)
    rule_url = fields.String(allow_none=True, metadata={"description": "The page that explains the rule."})
    errors = fields.Dict()


@functools.cache
def refusal_of(entry: type[Schema]) -> type[Schema]:
    """Why a change was refused; with what was changed in the meantime, each as `entry` says, when that is why."""
    more = {"sequence": fields.Integer(), "changes": fields.List(fields.Nested(entry))}
    doc = "A refused change; with what was changed in the meantime, when that is why."
    return type("RefusalSchema", (ErrorAnswerSchema,), {"__doc__": doc, "__module__": __name__, **more})
