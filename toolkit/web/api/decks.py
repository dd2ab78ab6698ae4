"""`/api/v1/decks`: the deck page for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Request, Response, json, request
from flask_smorest import abort
from marshmallow import Schema

from toolkit.decks import read
from toolkit.decks.model import Problem
from toolkit.decks.reading.read import Unreadable, decode
from toolkit.decks.report_json import ReportView, report_view
from toolkit.decks.writing import ExportFormat, write
from toolkit.errors import Invalid
from toolkit.schemas.decks import (
    BatchAsked,
    BatchSchema,
    CheckAsked,
    ConvertAsked,
    ConvertSchema,
    DeckAsked,
    DeckCheckSchema,
    DeckSourceSchema,
    beside_a_list,
    typed_terms,
)
from toolkit.schemas.derived import schema_of
from toolkit.services.decks import decks, fetch
from toolkit.services.decks.decks import SentList
from toolkit.views import json_values
from toolkit.web.base.api import ApiBlueprint, BodyParser
from toolkit.web.base.rules import rule_url
from toolkit.web.base.security import csrf, open_to_pages
from toolkit.web.base.stores import card_data
from toolkit.web.serving.workers import alone, in_time


class _ListParser(BodyParser):
    """The parser of a deck sent as JSON; or of a plain list, with its terms in the address."""

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body's JSON, or the same made of a text and the address."""
        if req.mimetype != TEXT:
            return super().load_json(req, schema)
        text = decode(req.get_data())
        if isinstance(text, Unreadable):
            raise NotADeck(_told(text))
        return typed_terms(req.args) | {"text": text}


class _DeckBlueprint(ApiBlueprint):
    ARGUMENTS_PARSER = _ListParser()


TEXT = "text/plain"
api = _DeckBlueprint("api_decks", "decks", url_prefix="/api/v1/decks", description="Check and rewrite decklists.")
csrf.exempt(api)  # pure functions of what is sent: no cookie opens them
open_to_pages(api)


@dataclass(frozen=True)
class BatchReportView:
    """The reports of a batch, in the order that the decks were sent."""

    count: int
    legal: int
    reports: list[ReportView]


@dataclass(frozen=True)
class ConvertedView:
    """A deck written anew."""

    to: ExportFormat
    text: str


def _takes_text(body: type[DeckSourceSchema]) -> dict[str, Any]:
    """The document's words on a list as it is, where one list is asked for: all else goes into the query."""
    return {
        "requestBody": {"content": {TEXT: {"schema": {"type": "string"}}}},
        "parameters": [{"in": "query", "schema": beside_a_list(body)}],
    }


_WANTED = "Send the deck as JSON, with the header Content-Type: application/json."
_WANTED_ONE = f"{_WANTED} A list as it is may come with Content-Type: {TEXT}, its terms in the address (?format=v5)."


@api.before_request
def refuse_other_kinds() -> None:
    """Say what is wanted instead of finding nothing in a form."""
    takes_text = request.endpoint != f"{api.name}.check_decks"
    if request.content_length and not request.is_json and not (takes_text and request.mimetype == TEXT):
        abort(415, message=_WANTED_ONE if takes_text else _WANTED)


class OpenLines(Invalid):
    """A list cannot be rewritten while a line of it names no card for certain."""

    code = "open_lines"


class NotADeck(Invalid):
    """Nothing of what was sent could be read as a decklist."""

    code = "not_a_deck"


@api.post("/check")
@api.arguments(DeckCheckSchema)
@api.response(200, schema_of(ReportView))
@api.doc(**_takes_text(DeckCheckSchema))
def check_deck(asked: CheckAsked) -> ReportView:
    """Check one deck.

    An illegal deck gets status 200, with `legal` false and its problems. A source that is not a decklist or is too
    large is refused. A body of text/plain is the list itself; the other parameters then go into the query. A source
    with several decks is not judged: `decks` lists them, and `number` selects one.
    """
    name = asked.name or asked.url or ""
    report = decks.check(_source(asked), asked.terms, card_data(), name=name, deck=asked.number)
    if refused := decks.refusals(report):
        raise NotADeck(_told(refused[0]))
    return report_view(report, rule_url)


@api.post("/check-batch")
@api.arguments(BatchSchema)
@api.response(200, schema_of(BatchReportView))
def check_decks(asked: BatchAsked) -> Response:
    """Check up to 100 decks by the same rule set.

    One request has at most 2 MB.
    """
    sources = [SentList(deck.text, deck.name, deck.number) for deck in asked.decks]
    lines, legal = list[str](), 0
    with alone():
        # Each report is text before the next one is made: a hundred long ones as objects would leave 50 MB in pieces
        # that Python does not give back.
        for report in in_time(decks.check_all(sources, asked.terms, card_data())):
            view = report_view(report, rule_url)
            lines.append(json.dumps(json_values(view)))
            legal += view.legal
    text = f'{{"count":{len(lines)},"legal":{legal},"reports":[{",".join(lines)}]}}'
    return Response(text, mimetype="application/json")


@api.post("/convert")
@api.arguments(ConvertSchema)
@api.response(200, schema_of(ConvertedView))
@api.doc(**_takes_text(ConvertSchema))
def convert_deck(asked: ConvertAsked) -> ConvertedView:
    """Write a deck in another format.

    A list with a line that was not understood is refused, so that no card is lost. A body of text/plain is the list
    itself; `to` then goes into the query.
    """
    reading = read(_source(asked), card_data(), name=asked.name, deck=asked.number)
    errors = [problem for problem in reading.problems if problem.severity == "error"]
    if errors:
        where = f"Line {errors[0].line}: " if errors[0].line else ""
        raise OpenLines(f"{where}{errors[0].message}")
    return ConvertedView(asked.to, write(reading.deck, asked.to))


def _told(refused: Problem | Unreadable) -> str:
    return " ".join(filter(None, (refused.message, refused.fix)))


def _source(asked: DeckAsked) -> str | bytes:
    return fetch.fetch_deck(asked.url) if asked.url is not None else asked.text
