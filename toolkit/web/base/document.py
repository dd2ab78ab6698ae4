"""The API's OpenAPI document: made from the views when somebody first asks, with names, subjects and permissions.

An operation is named as its view or its command is. Its tag is the subject of its address, and who may is the table
of `toolkit.web.base.access`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from threading import Lock
from typing import Any

import flask_smorest
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Blueprint, Flask, Response, current_app, json
from marshmallow import Schema
from marshmallow.fields import Field
from werkzeug.routing import Rule

from toolkit.schemas.derived import OneOf, words_of_key, words_of_part
from toolkit.schemas.errors import ErrorAnswerSchema
from toolkit.services.kernel.roles import HAS, MAY, Action, Role, Scope
from toolkit.web.base.access import action_of
from toolkit.web.base.bearers import WrongToken
from toolkit.web.base.errors import PROBLEM

# The reference that every address has for its answer to a wrong bearer token.
WRONG_TOKEN = "WRONG_TOKEN"

_KEY = "toolkit.api"
_BASE = "/api/v1"
_BEARER = "bearer"
_JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of operations: a tag of the document.

    Attributes:
        paths: how their addresses begin below `/api/v1`; `*` is one part of an address.
    """

    name: str
    sentence: str
    paths: tuple[str, ...]

    @property
    def slug(self) -> str:
        """Its part of an address."""
        return self.name.lower()


_EVENT = "/tournaments/*"
SUBJECTS = (
    Subject("Decks", "Check decklists and write them in other formats.", ("/decks",)),
    Subject("Cards", "Search cards and read their facts.", ("/cards",)),
    Subject("Seating", "Seat players by the nine criteria, without an event.", ("/seating",)),
    Subject("Events", "Create, import, change, export and finish an event.", ("/tournaments",)),
    Subject(
        "Players",
        "Register players, take their lists, check them in and drop them.",
        (f"{_EVENT}/players", f"{_EVENT}/check-in", f"{_EVENT}/check-out"),
    ),
    Subject("Sign-up", "Take sign-ups before an event.", (f"{_EVENT}/sign-up", f"{_EVENT}/sign-ups")),
    Subject("Fees", "Set entry fees and mark those that are paid.", (f"{_EVENT}/fees",)),
    Subject("Limited", "Run sealed and draft events: pools, pods, phases.", (f"{_EVENT}/limited",)),
    Subject("Rounds", "Seat, publish and cancel rounds, and run the clock.", (f"{_EVENT}/rounds",)),
    Subject(
        "Results",
        "Enter, confirm and lock results, and read the standings.",
        (
            f"{_EVENT}/rounds/*/tables/*",
            f"{_EVENT}/rounds/*/lock",
            f"{_EVENT}/standings",
            f"{_EVENT}/chances",
        ),
    ),
    Subject("Final", "Choose the finalists and seat them.", (f"{_EVENT}/final",)),
    Subject(
        "Judges",
        "Answer calls, give penalties, check decks and write notes.",
        (
            f"{_EVENT}/calls",
            f"{_EVENT}/notes",
            f"{_EVENT}/sanctions",
            f"{_EVENT}/players/*/penalty",
            f"{_EVENT}/rounds/*/deck-checks",
            "/tournaments/infractions",
        ),
    ),
    Subject(
        "Announcements",
        "Announce something to everybody, and send it to chats.",
        (f"{_EVENT}/announcements", f"{_EVENT}/notifications"),
    ),
    Subject("Prizes", "List prizes and draw raffles.", (f"{_EVENT}/prizes", f"{_EVENT}/raffles")),
    Subject("Draws", "Commit to a seed and reveal it, so that draws can be verified.", (f"{_EVENT}/draws",)),
    Subject(
        "Reports",
        "Read what an event owes the VEKN and others.",
        (f"{_EVENT}/report", f"{_EVENT}/early-end", f"{_EVENT}/public.json"),
    ),
    Subject("Sheets", "Print seatings, slips, standings and more as PDF.", ("/sheets", f"{_EVENT}/sheets")),
    Subject("Games", "Follow a game: see it as a seat, list legal operations, carry them out.", ("/games",)),
    Subject("Leagues", "Rank players over several events.", ("/leagues",)),
    Subject("Ratings", "Read the ratings, and choose the events that count.", ("/ratings",)),
    Subject("Persons", "Read a person's events, merge two keys, forget a person.", ("/persons",)),
    Subject("Statistics", "Read statistics of finished events.", ("/statistics",)),
    Subject("Weekends", "Link the events of a championship, and qualify players for day 2.", ("/weekends",)),
)

_TOKENS = (
    "A token of an account, made on the page of the account. Its scope is `read`, `results` or `all`. "
    "Without accounts it is the organizer's key. Under `/api/v1/games` it is the key of a seat's or a table's link."
)


blueprint = Blueprint("api-docs", __name__)


@blueprint.get("/api/openapi.json")
def openapi_json() -> Response:
    """The API's document."""
    document = api_of(current_app).description()
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return current_app.response_class(text, mimetype="application/json")


class Api(flask_smorest.Api):  # type: ignore[misc]  # flask-smorest ships no types
    """The API of an app. Errors are described as `toolkit.web.base.errors` answers them.

    It is described when somebody first asks: that takes as long as all the rest of a start.
    """

    ERROR_SCHEMA = ErrorAnswerSchema

    def __init__(self, app: Flask) -> None:
        """The API, whose document knows a field of several views."""
        self._undescribed: list[Callable[[], None]] = []
        self._describing = Lock()
        self._rules = app.url_map
        self._document: dict[str, Any] = {}
        super().__init__(app)
        self.ma_plugin.converter.add_attribute_function(one_of)
        wrong_token = {
            "description": "The bearer token or key is wrong, expired or replaced: send a valid one, or none.",
            "headers": {"WWW-Authenticate": {"schema": {"type": "string", "enum": [WrongToken.CHALLENGE]}}},
            "content": {_JSON: {"schema": ErrorAnswerSchema}},
        }
        self.spec.components.response(WRONG_TOKEN, wrong_token, lazy=True)
        bearer = {"type": "http", "scheme": "bearer", "description": _TOKENS}
        self.spec.components.security_scheme(_BEARER, bearer)
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
                self._document = {}
            self._document = self._document or self._finished(self.spec.to_dict())
        return self._document

    def _finished(self, document: dict[str, Any]) -> dict[str, Any]:
        """The document with servers, tags, and what an address knows of its operations."""
        document["servers"] = [{"url": "/", "description": "This server"}]
        document["tags"] = [{"name": subject.name, "description": subject.sentence} for subject in SUBJECTS]
        schemas = document["components"]["schemas"]
        _as_problems(document["components"]["responses"])
        for (schema, *_), name in self.ma_plugin.converter.refs.items():
            schemas[name]["description"] = _first_paragraph(schema)
            _describe_keys(schema, schemas[name].get("properties", {}))
        examples = known_examples()
        for path, known in document["paths"].items():
            _describe_parts(path, known)
        for rule in self._rules.iter_rules():
            if rule.rule.startswith(f"{_BASE}/"):
                for method, operation in _operations(document, rule):
                    operation.update(_named(rule, method, operation))
                    _as_problems(operation["responses"])
                    _share_parts(document["components"], operation)
                    _show_examples(operation, examples.get(operation["operationId"], {}))
                    for name in _bodies(operation):
                        schemas[name]["description"] = schemas[name]["description"] or _body_words(operation)
        return document


def api_of(app: Flask) -> Api:
    """The API of an app."""
    api: Api = app.extensions[_KEY]
    return api


def one_of(converter: OpenAPIConverter, field: Field[Any], **_: Any) -> dict[str, Any]:
    """The document's schema of a field of several views: the description of each."""
    if not isinstance(field, OneOf):
        return {}
    return {"oneOf": [converter.resolve_nested_schema(schema) for schema in field.schemas]}  # type: ignore[no-untyped-call]  # apispec ships no types


def known_examples() -> dict[str, dict[str, Any]]:
    """The examples by operation, each with a `body` and an `answer` if it has them.

    `python -m tests.web.api.examples --write` records them.
    """
    text = resources.files("toolkit.schemas").joinpath("examples.json").read_text(encoding="utf-8")
    examples: dict[str, dict[str, Any]] = json.loads(text)
    return examples


def subject_of(path: str) -> Subject:
    """The subject of an address below `/api/v1`: the one with the longest beginning."""
    beginnings = ((len(start), subject) for subject in SUBJECTS for start in subject.paths if _begins(path, start))
    return max(beginnings, key=lambda pair: pair[0])[1]


def _begins(path: str, start: str) -> bool:
    return re.match(re.escape(start).replace(r"\*", "[^/]+") + r"(?:[/.]|$)", path) is not None


def _first_paragraph(schema: type[Schema]) -> str:
    """The first paragraph of a schema's docstring."""
    return " ".join((schema.__doc__ or "").split("\n\n")[0].split())


def _describe_keys(schema: type[Schema], keys: dict[str, Any]) -> None:
    """Describe the keys that the schema itself does not."""
    for key, known in keys.items():
        if "description" not in known:
            # Beside a reference nothing else counts.
            shape = {"allOf": [known.copy()]} if "$ref" in known else known.copy()
            keys[key] = shape | {"description": words_of_key(schema, key)}


def _describe_parts(path: str, known: dict[str, Any]) -> None:
    """Describe the parts of an address."""
    for asked in known.get("parameters", ()):
        if asked.get("in") == "path":
            asked.setdefault("description", words_of_part(path, asked["name"]))


def _operations(document: dict[str, Any], rule: Rule) -> Iterator[tuple[str, dict[str, Any]]]:
    """The operations of an address that this rule answers, each with its method."""
    item = document["paths"][re.sub(r"<(?:[^:>]+:)?(\w+)>", r"{\1}", rule.rule)]
    return ((method, item[method.lower()]) for method in rule.methods or () if method.lower() in item)


def _named(rule: Rule, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    """An operation's name, subject and permissions."""
    action = action_of(rule.endpoint)
    needed: list[dict[str, list[str]]] = [{_BEARER: []}]
    return {
        "operationId": rule.endpoint.split(".")[1],
        "tags": [subject_of(rule.rule.removeprefix(_BASE)).name],
        "security": [{}, *needed] if action is Action.SEE else needed,
        "description": "\n\n".join(filter(None, (operation.get("description"), _permission(action, method)))),
    }


def _as_problems(answers: dict[str, Any]) -> None:
    """Give refusals the content type that they have: the library knows one for all answers."""
    for status, answer in answers.items():
        if not status.startswith("2") and answer.get("content", {}).keys() == {_JSON}:
            answer["content"] = {PROBLEM: answer["content"][_JSON]}


def _share_parts(components: dict[str, Any], operation: dict[str, Any]) -> None:
    """Refer to refusals and headers that many operations have alike."""
    for status, answer in operation["responses"].items():
        if PROBLEM in answer.get("content", ()):
            operation["responses"][status] = _shared(components["responses"], "responses", f"REFUSAL_{status}", answer)
    parts = components.setdefault("parameters", {})
    operation["parameters"] = [
        _shared(parts, "parameters", asked["name"], asked) if asked.get("in") == "header" else asked
        for asked in operation.get("parameters", ())
    ]


def _shared(parts: dict[str, Any], kind: str, name: str, part: dict[str, Any]) -> dict[str, Any]:
    """A reference to the part of that name, or the part itself where that is another."""
    return {"$ref": f"#/components/{kind}/{name}"} if parts.setdefault(name, part) == part else part


def _show_examples(operation: dict[str, Any], example: dict[str, Any]) -> None:
    """Add an operation's examples, which are all JSON."""
    if "body" in example:
        operation["requestBody"]["content"][_JSON]["example"] = example["body"]
    for status, answer in operation["responses"].items():
        if "answer" in example and status.startswith("2") and _JSON in answer.get("content", {}):
            answer["content"][_JSON]["example"] = example["answer"]


def _bodies(operation: dict[str, Any]) -> list[str]:
    """The names of the schemas that an operation takes."""
    content = operation.get("requestBody", {}).get("content", {}).values()
    return [kind["schema"]["$ref"].rpartition("/")[2] for kind in content if "$ref" in kind["schema"]]


def _body_words(operation: dict[str, Any]) -> str:
    return f"The body of `{operation['operationId']}`: {operation['summary']}"


def _permission(action: Action, method: str) -> str:
    """Who may, in a sentence; empty where everybody may."""
    if action is Action.SEE:
        return ""
    roles = ", ".join(role for role in Role if action in MAY[role])
    scopes = [
        scope for scope, actions in HAS.items() if action in actions and (scope is not Scope.READ or method == "GET")
    ]
    return f"For: {roles or 'accounts'}. Scopes: {', '.join(scopes)}."
