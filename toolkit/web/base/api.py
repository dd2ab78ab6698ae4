"""The pages for programs: `/healthz` and `/readyz`, and blueprints of the API that read bodies in one way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial, wraps
from typing import Any
from urllib.parse import urlencode

import flask_smorest
from apispec import APISpec
from flask import Blueprint, Flask, Request, Response, current_app, jsonify, request
from marshmallow import Schema, fields, validate
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


# The most entries of a list that one page has.
LONGEST_PAGE = 500


@cache
def page_schema(limit: int | None = None, *, is_after_taken: bool = False) -> Schema:
    """The parameters of a list in pages; `limit` is that of a request without one, None for all of it.

    `is_after_taken`: the view itself reads `after`.
    """
    asked: dict[str, fields.Field[Any]] = {
        "limit": fields.Integer(
            load_default=limit,
            validate=validate.Range(1, LONGEST_PAGE),
            metadata={"description": "The most entries of one page; the header `Link` then leads to the next."},
        )
    }
    if not is_after_taken:
        asked["after"] = fields.String(
            load_default="",
            validate=validate.Length(max=200),
            metadata={"description": "The key of the last entry that was read: the page begins behind it."},
        )
    return Schema.from_dict(asked, name="PageSchema")()


def page_of(entries: Sequence[Any], key: str, limit: int | None, after: str) -> tuple[Sequence[Any], dict[str, str]]:
    """The entries behind the one with that key, at most `limit`; with the header that leads to the next page."""
    if after:
        begin = next((place for place, entry in enumerate(entries, 1) if str(getattr(entry, key)) == after), None)
        if begin is None:
            abort(422, messages={"query": {"after": ["This list has no such entry: begin again without `after`."]}})
        entries = entries[begin:]
    if limit is None or len(entries) <= limit:
        return entries, {}
    entries = entries[:limit]
    asked = request.args.to_dict(flat=False) | {"limit": [str(limit)], "after": [str(getattr(entries[-1], key))]}
    return entries, {"Link": f'<{request.path}?{urlencode(asked, doseq=True)}>; rel="next"'}


class ApiBlueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # flask-smorest ships no types
    """Views of the API."""

    ARGUMENTS_PARSER = BodyParser()

    def arguments(self, schema: Any, **more: Any) -> Any:
        """The reader of a view's arguments by one schema; of a class, another would be made for every request."""
        return super().arguments(schema() if isinstance(schema, type) else schema, **more)

    def lists(
        self,
        schema: Schema,
        key: str,
        *,
        limit: int | None = None,
        is_after_taken: bool = False,
        shown: Callable[[Any], Any] | None = None,
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Answer with a list, in pages for a program that asks for them (`page_schema`).

        Args:
            schema: that of the list.
            key: the attribute by which a program names an entry.
            limit: as `page_schema` has it.
            is_after_taken: as `page_schema` has it.
            shown: what an entry is shown as, where the view answers with something else.
        """

        def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(view)
            def page(*args: Any, limit: int | None, after: str = "", **more: Any) -> Any:
                found = view(*args, **more, **({"after": after} if is_after_taken else {}))
                if isinstance(found, Response):
                    return found
                whole, status, headers = (found, 200, {}) if isinstance(found, list) else found
                entries, next_page = page_of(whole, key, limit, "" if is_after_taken else after)
                return [shown(entry) for entry in entries] if shown else entries, status, headers | next_page

            asked = self.arguments(page_schema(limit, is_after_taken=is_after_taken), location="query", as_kwargs=True)
            return asked(self.response(200, schema)(page))

        return decorate

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
