"""`/api/`: the API's document as pages for people, a page for each subject."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, abort, current_app, render_template

from toolkit.errors import ToolkitError
from toolkit.web.base.document import SUBJECTS, Subject, api_of
from toolkit.web.base.errors import status_of_kind, title_of

blueprint = Blueprint("reference", __name__, url_prefix="/api")

_METHODS = ("get", "post", "put", "patch", "delete")
_SHAPES = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A parameter, or a key of a shape.

    Attributes:
        kind: its JSON type, such as `array of string`; empty where it is a shape alone.
        shapes: the names of the shapes that it may have.
    """

    name: str
    kind: str
    shapes: tuple[str, ...]
    words: str
    is_required: bool


@dataclass(frozen=True, slots=True)
class ApiShape:
    """The shape of a body or an answer."""

    name: str
    words: str
    fields: tuple[FieldRow, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """A body or an answer: its kinds of content and its shapes; `status` is empty for a body.

    Attributes:
        example: JSON in lines; empty without an example.
    """

    status: str
    words: str
    contents: tuple[str, ...]
    kind: str
    shapes: tuple[str, ...]
    example: str


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """A method of an address."""

    name: str
    method: str
    path: str
    summary: str
    paragraphs: tuple[str, ...]
    parameters: tuple[FieldRow, ...]
    body: Exchange | None
    answers: tuple[Exchange, ...]


class SubjectPage:
    """The operations of a subject, and the shapes that they send and answer."""

    def __init__(self, subject: Subject, document: dict[str, Any]) -> None:
        self.subject = subject
        self._document = document
        self._schemas: dict[str, dict[str, Any]] = document["components"]["schemas"]

    @cached_property
    def operations(self) -> list[ApiOperation]:
        """Its operations, in the order of their addresses."""
        return [
            self._operation(path, method, known)
            for path, known in self._document["paths"].items()
            for method in _METHODS
            if self.subject.name in known.get(method, {}).get("tags", ())
        ]

    @cached_property
    def shapes(self) -> list[ApiShape]:
        """All shapes that its operations lead to, by name."""
        exchanges = [operation.body for operation in self.operations if operation.body]
        exchanges += [answer for operation in self.operations for answer in operation.answers]
        left = {name for exchange in exchanges for name in exchange.shapes}
        found: dict[str, ApiShape] = {}
        while left:
            name = left.pop()
            found[name] = self._shape(name)
            left |= {name for row in found[name].fields for name in row.shapes} - found.keys()
        return sorted(found.values(), key=lambda shape: shape.name)

    def _operation(self, path: str, method: str, known: dict[str, Any]) -> ApiOperation:
        operation = known[method]
        asked = [self._resolved(one) for one in (*known.get("parameters", ()), *operation.get("parameters", ()))]
        body = operation.get("requestBody")
        return ApiOperation(
            name=operation["operationId"],
            method=method.upper(),
            path=path,
            summary=operation["summary"].rstrip("."),
            paragraphs=tuple(operation["description"].split("\n\n")) if operation["description"] else (),
            parameters=tuple(self._parameter(one) for one in asked),
            body=self._exchange("", body) if body else None,
            answers=tuple(
                self._exchange(status, self._resolved(answer))
                for status, answer in sorted(operation["responses"].items())
                if status != "default"
            ),
        )

    def _resolved(self, part: dict[str, Any]) -> dict[str, Any]:
        """The part itself, where the document only says where it is."""
        for name in part["$ref"].removeprefix("#/").split("/") if "$ref" in part else ():
            part = part[name] if name in part else self._document[name]
        return part

    def _parameter(self, asked: dict[str, Any]) -> FieldRow:
        kind, _ = _kind_of(asked["schema"])
        words = asked.get("description", "")
        return FieldRow(asked["name"], f"{kind} ({asked['in']})", (), words, asked.get("required", False))

    def _shape(self, name: str) -> ApiShape:
        schema = self._schemas[name]
        required = schema.get("required", ())
        rows = (
            FieldRow(key, *_kind_of(known), known.get("description", ""), key in required)
            for key, known in schema.get("properties", {}).items()
        )
        return ApiShape(name, schema.get("description", ""), tuple(rows))

    def _exchange(self, status: str, part: dict[str, Any]) -> Exchange:
        contents = part.get("content", {})
        kinds = [_kind_of(known["schema"]) for known in contents.values()]
        kind, shapes = next(iter(kinds), ("", ()))
        shown = (
            json.dumps(known["example"], ensure_ascii=False, indent=2)
            for known in contents.values()
            if "example" in known
        )
        return Exchange(status, part.get("description", ""), tuple(contents), kind, shapes, next(shown, ""))


def _kind_of(schema: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The JSON type in words, and the names of the shapes in it."""
    if "$ref" in schema:
        return "", (schema["$ref"].removeprefix(_SHAPES),)
    for way in ("oneOf", "anyOf", "allOf"):
        if way in schema:
            parts = [_kind_of(part) for part in schema[way]]
            return " or ".join(kind for kind, _ in parts if kind), tuple(name for _, names in parts for name in names)
    if schema.get("type") == "array":
        kind, shapes = _kind_of(schema["items"])
        return f"array of {kind}".strip(), shapes
    kind = schema.get("type", "any")
    if "enum" in schema:
        kind = ", ".join(f"“{value}”" for value in schema["enum"])
    return kind + (" or null" if schema.get("nullable") else ""), ()


def refusals() -> Iterator[tuple[str, int, str]]:
    """The kinds of refusals, by code: code, status and title."""
    kinds = {kind.code: kind for kind in _kinds(ToolkitError)}
    return ((code, status_of_kind(kind), title_of(kind)) for code, kind in sorted(kinds.items()))


def _kinds(kind: type[ToolkitError]) -> Iterator[type[ToolkitError]]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)


@blueprint.get("/")
def show() -> str:
    """The subjects, and the kinds of refusals."""
    return render_template("api/show.html", subjects=SUBJECTS, refusals=refusals())


@blueprint.get("/<subject>")
def subject(subject: str) -> str:
    """The operations of a subject."""
    known = next((one for one in SUBJECTS if one.slug == subject), None)
    if known is None:
        abort(404)
    return render_template("api/subject.html", page=SubjectPage(known, api_of(current_app).description()))
