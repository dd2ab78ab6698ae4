"""`/api/v1/decks`: the deck page for programs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from flask import request
from flask_smorest import abort

from toolkit.decks import read
from toolkit.decks.report_json import ReportView, report_view
from toolkit.decks.writing import ExportFormat, write
from toolkit.errors import Invalid
from toolkit.schemas.decks import BatchSchema, ConvertSchema, DeckCheckSchema, source_of
from toolkit.schemas.derived import schema_of
from toolkit.services import decks, fetch
from toolkit.services.decks import Terms
from toolkit.web.api import ApiBlueprint
from toolkit.web.rules import rule_url
from toolkit.web.security import csrf
from toolkit.web.stores import card_data

api = ApiBlueprint("api_decks", "decks", url_prefix="/api/v1/decks", description="Check and rewrite decklists.")
csrf.exempt(api)  # pure functions of what is sent: no cookie opens them

_TERMS = ("format", "players", "boosters", "booster_size", "starters", "sets", "legality")


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


@api.before_request
def refuse_other_than_json() -> None:
    """Say what is wanted instead of finding nothing in a form or a text."""
    if request.content_length and not request.is_json:
        abort(415, message="Send the deck as JSON, with the header Content-Type: application/json.")


class OpenLines(Invalid):
    """A list cannot be rewritten while a line of it names no card for certain."""

    code = "open_lines"


class NotADeck(Invalid):
    """Nothing of what was sent could be read as a decklist."""

    code = "not_a_deck"


@api.post("/check")
@api.arguments(DeckCheckSchema)
@api.response(200, schema_of(ReportView))
def check(data: dict[str, Any]) -> ReportView:
    """Check one deck.

    An illegal deck is a fine answer: status 200, with `legal` false and its problems. What is no decklist at all, or
    too large for one, is refused.
    """
    name = data["name"] or data.get("url", "")
    report = decks.check(_source(data), _terms(data), card_data(), name=name)
    if refused := decks.refusals(report):
        raise NotADeck(" ".join(filter(None, (refused[0].message, refused[0].fix))))
    return report_view(report, rule_url)


@api.post("/check-batch")
@api.arguments(BatchSchema)
@api.response(200, schema_of(BatchReportView))
def check_batch(data: dict[str, Any]) -> BatchReportView:
    """Check up to 100 decks by the same rule set, in one request of at most 2 MB."""
    sources = [(source_of(item), item["name"]) for item in data["decks"]]
    reports = decks.check_all(sources, _terms(data), card_data())
    legal = sum(report.legal for report in reports)
    return BatchReportView(len(reports), legal, [report_view(report, rule_url) for report in reports])


@api.post("/convert")
@api.arguments(ConvertSchema)
@api.response(200, schema_of(ConvertedView))
def convert(data: dict[str, Any]) -> ConvertedView:
    """Write a deck in another form.

    A list with a line that names no card for certain is refused: nothing is lost in silence.
    """
    reading = read(_source(data), card_data(), name=data["name"])
    errors = [problem for problem in reading.problems if problem.severity == "error"]
    if errors:
        where = f"Line {errors[0].line}: " if errors[0].line else ""
        raise OpenLines(f"{where}{errors[0].message}")
    return ConvertedView(data["to"], write(reading.deck, data["to"]))


def _source(data: dict[str, Any]) -> str | bytes:
    return fetch.fetch_deck(data["url"]) if "url" in data else source_of(data)


def _terms(data: dict[str, Any]) -> Terms:
    return Terms(on=data["date"] or date.today(), **{key: data[key] for key in _TERMS})
