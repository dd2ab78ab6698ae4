"""The pages for programs: `/healthz`, and the API, whose blueprints read bodies in one way, with its description."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Any

import flask_smorest
from apispec import APISpec
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Blueprint, Flask, Request, Response, current_app, jsonify
from flask import json as flask_json
from marshmallow import Schema
from marshmallow.fields import Field
from webargs.flaskparser import FlaskParser, abort

from toolkit import __version__
from toolkit.schemas.derived import OneOf
from toolkit.schemas.errors import ErrorAnswerSchema
from toolkit.web.base.bearers import WrongToken
from toolkit.web.base.stores import readiness


class BodyParser(FlaskParser):
    """The parser of a request's body: Python itself reads no number of more than some thousand digits."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body's JSON; 400 for what is none, or holds such a number."""
        try:
            return super().load_json(req, schema)
        except ValueError:
            abort(400, messages={"json": ["A number in it has too many digits."]})


# What every address answers to a wrong bearer token.
_WRONG_TOKEN = "WRONG_TOKEN"


class ApiBlueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # flask-smorest ships no types
    """Views of the API."""

    ARGUMENTS_PARSER = BodyParser()

    def arguments(self, schema: Any, **more: Any) -> Any:
        """The reader of a view's arguments by one schema; of a class, another would be made for every request."""
        return super().arguments(schema() if isinstance(schema, type) else schema, **more)

    @staticmethod
    def _make_doc_response_schema(schema: Schema | None) -> Schema | type[Schema] | None:
        # Every decorator copies what the ones before it have noted: a class is copied at no cost.
        return schema if schema is None or schema.many else type(schema)

    @staticmethod
    def _prepare_response_doc(doc: dict[str, Any], doc_info: dict[str, Any], **more: Any) -> dict[str, Any]:
        doc_info.setdefault("response", {}).setdefault("responses", {})[401] = [_WRONG_TOKEN]
        described: dict[str, Any] = flask_smorest.Blueprint._prepare_response_doc(doc, doc_info, **more)
        return described

    def register_views_in_doc(
        self, api: Api, app: Flask, spec: APISpec, *, name: str, parameters: list[dict[str, Any]] | None
    ) -> None:
        """Have the views described once the description is asked for."""
        describe = super().register_views_in_doc
        api.describe_later(partial(describe, api, app, spec, name=name, parameters=parameters))


class Api(flask_smorest.Api):  # type: ignore[misc]  # as above
    """The API of an app. Errors are described as `toolkit.web.base.errors` answers them.

    It is described when somebody first asks: that takes as long as all the rest of a start.
    """

    ERROR_SCHEMA = ErrorAnswerSchema

    def __init__(self, app: Flask) -> None:
        """The API, whose document knows a field of several views."""
        self._undescribed: list[Callable[[], None]] = []
        self._describing = Lock()
        super().__init__(app)
        self.ma_plugin.converter.add_attribute_function(one_of)
        wrong_token = {
            "description": "The bearer token or key is wrong, expired or replaced: send a valid one, or none.",
            "headers": {"WWW-Authenticate": {"schema": {"type": "string", "enum": [WrongToken.CHALLENGE]}}},
            "content": {"application/json": {"schema": ErrorAnswerSchema}},
        }
        self.spec.components.response(_WRONG_TOKEN, wrong_token, lazy=True)
        app.extensions[_KEY] = self

    def describe_later(self, describe: Callable[[], None]) -> None:
        """Note what adds something to the description."""
        self._undescribed.append(describe)

    def description(self) -> dict[str, Any]:
        """The OpenAPI document."""
        with self._describing:
            while self._undescribed:
                self._undescribed[0]()
                del self._undescribed[0]
            document: dict[str, Any] = self.spec.to_dict()
        return document


def one_of(converter: OpenAPIConverter, field: Field[Any], **_: Any) -> dict[str, Any]:
    """The document's schema of a field of several views: the description of each."""
    if not isinstance(field, OneOf):
        return {}
    return {"oneOf": [converter.resolve_nested_schema(schema) for schema in field.schemas]}  # type: ignore[no-untyped-call]  # apispec ships no types


_KEY = "toolkit.api"

blueprint = Blueprint("health", __name__)
description = Blueprint("api-docs", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """The process answers: status 200 and the version."""
    return jsonify(status="ok", version=__version__)


@blueprint.get("/readyz")
def readyz() -> Response:
    """Requests can be served: the store takes a write, its tables are of this version, the cards are there."""
    report = readiness(current_app)
    status = "ready" if report.is_ready else "unavailable"
    answer = jsonify(status=status, store=report.store, checks=report.checks, copies=report.copies)
    answer.headers["Cache-Control"] = "no-store"
    if not report.is_ready:
        answer.status_code = 503
        answer.headers["Retry-After"] = "5"
    return answer


@description.get("/api/openapi.json")
def openapi_json() -> Response:
    """The API's description."""
    document = current_app.extensions[_KEY].description()
    return current_app.response_class(flask_json.dumps(document, indent=2), mimetype="application/json")
