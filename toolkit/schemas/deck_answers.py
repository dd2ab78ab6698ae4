"""The shape of a deck report for the API's document; `toolkit.decks.report_json` makes the data itself."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from toolkit.decks.model import ProblemCode, Severity


class CapacitySchema(Schema):
    """Capacities of the crypt."""

    min = fields.Integer(required=True, metadata={"description": "The sum of the four lowest."})
    max = fields.Integer(required=True, metadata={"description": "The sum of the four highest."})
    average = fields.Float(required=True)


class CryptSchema(Schema):
    """The crypt in figures."""

    count = fields.Integer(required=True)
    groups = fields.List(fields.Integer(), required=True)
    capacity = fields.Nested(CapacitySchema, required=True, allow_none=True)


class LibrarySchema(Schema):
    """The library in figures."""

    count = fields.Integer(required=True)
    by_type = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)


class NamedCardSchema(Schema):
    """A card and how many copies of it."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    count = fields.Integer(required=True)


class DeckCardSchema(NamedCardSchema):
    """A card of the deck."""

    section = fields.String(required=True, validate=validate.OneOf(("crypt", "library")))


class ProblemSchema(Schema):
    """One fault or warning."""

    code = fields.String(required=True, validate=validate.OneOf(list(ProblemCode)))
    severity = fields.String(required=True, validate=validate.OneOf(list(Severity)))
    message = fields.String(required=True)
    rule = fields.String(required=True, allow_none=True)
    rule_url = fields.String(allow_none=True, metadata={"description": "The page that says what the rule is."})
    line = fields.Integer(required=True, allow_none=True)
    cards = fields.List(fields.Nested(NamedCardSchema), required=True)
    fix = fields.String(required=True, allow_none=True)
    remedy = fields.String(
        required=True, allow_none=True, metadata={"description": "What a judge does about it at an event."}
    )


class CandidateSchema(Schema):
    """A card that a line may have meant."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    distance = fields.Integer(required=True)


class UnresolvedSchema(Schema):
    """A line that names no card for certain."""

    line = fields.Integer(required=True)
    text = fields.String(required=True)
    count = fields.Integer(required=True)
    candidates = fields.List(fields.Nested(CandidateSchema), required=True)


class LinesSchema(Schema):
    """The account of every line."""

    total = fields.Integer(required=True)
    cards = fields.Integer(required=True)
    headings = fields.Integer(required=True)
    metadata = fields.Integer(required=True)
    comments = fields.Integer(required=True)
    unresolved = fields.List(fields.Nested(UnresolvedSchema), required=True)


class RewriteSchema(Schema):
    """A name that was not written as printed and is certain all the same."""

    line = fields.Integer(required=True)
    written = fields.String(required=True, data_key="from")
    name = fields.String(required=True, data_key="to")
    why = fields.String(required=True)


class ReportSchema(Schema):
    """A deck judged under a rule set as of a day."""

    source = fields.String(required=True)
    dressing = fields.String(required=True, metadata={"description": "The form that the list came in."})
    name = fields.String(required=True)
    author = fields.String(required=True)
    format = fields.String(required=True)
    date = fields.Date(required=True)
    card_data = fields.Date(required=True, allow_none=True)
    legal = fields.Boolean(required=True)
    crypt = fields.Nested(CryptSchema, required=True)
    library = fields.Nested(LibrarySchema, required=True)
    cards = fields.List(fields.Nested(DeckCardSchema), required=True)
    problems = fields.List(fields.Nested(ProblemSchema), required=True)
    notes = fields.List(fields.String(), required=True)
    lines = fields.Nested(LinesSchema, required=True)
    rewrites = fields.List(fields.Nested(RewriteSchema), required=True)


class BatchReportSchema(Schema):
    """The reports of a batch, in the order that the decks were sent."""

    count = fields.Integer(required=True)
    legal = fields.Integer(required=True)
    reports = fields.List(fields.Nested(ReportSchema), required=True)


class ConvertedSchema(Schema):
    """A deck written anew."""

    to = fields.String(required=True)
    text = fields.String(required=True)
