"""The pages for programs: `/healthz` and `/readyz`, and blueprints of the API that read bodies in one way."""

from __future__ import annotations

from functools import partial
from typing import Any

import flask_smorest
from apispec import APISpec
from flask import Blueprint, Flask, Request, Response, current_app, jsonify
from marshmallow import Schema
from webargs.flaskparser import FlaskParser, abort

from toolkit import __version__
from toolkit.web.base.document import WRONG_TOKEN, Api
from toolkit.web.base.stores import readiness


class BodyParser(FlaskParser):
    """The parser of a request's body: Python itself reads no number of more than some thousand digits."""

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
        """The reader of a view's arguments by one schema; of a class, another would be made for every request."""
        return super().arguments(schema() if isinstance(schema, type) else schema, **more)

    @staticmethod
    def _make_doc_response_schema(schema: Schema | None) -> Schema | type[Schema] | None:
        # Every decorator copies what the ones before it have noted: a class is copied at no cost.
        return schema if schema is None or schema.many else type(schema)

    @staticmethod
    def _prepare_response_doc(doc: dict[str, Any], doc_info: dict[str, Any], **more: Any) -> dict[str, Any]:
        doc_info.setdefault("response", {}).setdefault("responses", {})[401] = [WRONG_TOKEN]
        described: dict[str, Any] = flask_smorest.Blueprint._prepare_response_doc(doc, doc_info, **more)
        return described

    def register_views_in_doc(
        self, api: Api, app: Flask, spec: APISpec, *, name: str, parameters: list[dict[str, Any]] | None
    ) -> None:
        """Have the views described once the description is asked for."""
        describe = super().register_views_in_doc
        api.describe_later(partial(describe, api, app, spec, name=name, parameters=parameters))


blueprint = Blueprint("health", __name__)


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
