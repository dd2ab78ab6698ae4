"""What every refused request of the API is answered with."""

from __future__ import annotations

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
    rule_url = fields.String(allow_none=True, metadata={"description": "The page that says what the rule is."})
    errors = fields.Dict()
