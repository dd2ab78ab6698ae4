"""The answer to every refused request of the API."""

from __future__ import annotations

import functools

from marshmallow import INCLUDE, Schema, fields


class ErrorAnswerSchema(Schema):
    """A refusal in the form of RFC 9457."""

    class Meta:
        """Some refusals say more, such as what changed in the meantime."""

        unknown = INCLUDE

    type = fields.String(required=True, metadata={"description": "The address of a text on its kind."})
    title = fields.String(required=True, metadata={"description": "What all refusals of its kind are about."})
    code = fields.String(required=True, metadata={"description": "A word for programs, finer than the kind."})
    status = fields.Integer(required=True, metadata={"description": "The status of the answer."})
    message = fields.String(required=True, metadata={"description": "A sentence for people: what is wrong."})
    detail = fields.String(required=True, metadata={"description": "The same as `message`."})
    rule = fields.String(allow_none=True, metadata={"description": "The broken rule, such as `VEKN 3.1.4`."})
    rule_url = fields.String(allow_none=True, metadata={"description": "The page that explains the rule."})
    errors = fields.Dict(metadata={"description": "The faults by place (`json`, `query`) and field."})


@functools.cache
def refusal_of(entry: type[Schema]) -> type[Schema]:
    """Why a change was refused; with what was changed in the meantime, each as `entry` says, when that is why."""
    more = {"sequence": fields.Integer(), "changes": fields.List(fields.Nested(entry))}
    doc = "A refused change; with what was changed in the meantime, when that is why."
    return type("RefusalSchema", (ErrorAnswerSchema,), {"__doc__": doc, "__module__": __name__, **more})
