"""What programs ask: `/healthz`, and the API, whose blueprints read bodies in one way."""

from __future__ import annotations

from typing import Any

import flask_smorest
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Blueprint, Flask, Request, Response, jsonify
from marshmallow import Schema
from marshmallow.fields import Field
from webargs.flaskparser import FlaskParser, abort

from toolkit import __version__
from toolkit.schemas.derived import OneOf
from toolkit.schemas.errors import ErrorAnswerSchema


class BodyParser(FlaskParser):
    """What reads the body of a request: Python itself reads no number of more than some thousand digits."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body's JSON; 400 for what is none, or holds such a number."""
        try:
            return super().load_json(req, schema)
        except ValueError:
            abort(400, messages={"json": ["A number in it has too many digits."]})


class ApiBlueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # flask-smorest ships no types
    """Views of the API."""

    ARGUMENTS_PARSER = BodyParser()

    def arguments(self, schema: Any, **more: Any) -> Any:
        """What a view is sent, read by one schema; of a class, another would be made for every request."""
        return super().arguments(schema() if isinstance(schema, type) else schema, **more)


class Api(flask_smorest.Api):  # type: ignore[misc]
    """The API of an app. Errors are described as `toolkit.web.errors` answers them."""

    ERROR_SCHEMA = ErrorAnswerSchema

    def __init__(self, app: Flask) -> None:
        """The API, whose document knows a field of several views."""
        super().__init__(app)
        self.ma_plugin.converter.add_attribute_function(one_of)


def one_of(converter: OpenAPIConverter, field: Field[Any], **_: Any) -> dict[str, Any]:
    """What the document says of a field of several views: the description of each."""
    if not isinstance(field, OneOf):
        return {}
    return {"oneOf": [converter.resolve_nested_schema(schema) for schema in field.schemas]}  # type: ignore[no-untyped-call]


blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process answers: status 200 and the version."""
    return jsonify(status="ok", version=__version__)
