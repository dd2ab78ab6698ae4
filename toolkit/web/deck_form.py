"""The form of the deck page: what was sent, what is wrong with it field by field, and the list that it means."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from flask import Request
from flask_babel import gettext
from marshmallow import ValidationError

from toolkit.decks.model import Report
from toolkit.decks.reading.forms.links import is_address
from toolkit.errors import ToolkitError
from toolkit.schemas.decks import MAX_TEXT, NO_DECK, TOO_LONG, TermsFormSchema
from toolkit.services import decks, fetch
from toolkit.services.decks import Terms
from toolkit.web.card_data import card_data
from toolkit.web.rules import told
from toolkit.web.sentences import translated

# The field that a rule set's own complaint stands beside.
_FIGURE = {"casual": "players", "limited": "boosters"}


@dataclass(slots=True)
class DeckForm:
    """Values as typed, sentences by field, and the terms once they are right."""

    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)
    terms: Terms = field(default_factory=lambda: Terms(on=date.today()))
    report: Report | None = None

    @property
    def status(self) -> int:
        """422 as soon as anything cannot be right; a deck that is not legal is a fine answer."""
        return 422 if self.errors else 200


def empty_form(format: str = "constructed") -> DeckForm:
    """The form as first seen."""
    return DeckForm({"format": format})


def check_form(request: Request) -> DeckForm:
    """The request's form, read, and its deck checked if nothing is wrong."""
    form = DeckForm({key: value for key, value in request.form.items() if key not in ("accept", "as_of")})
    if "as_of" in request.form:
        form.values["date"] = request.form["as_of"]
    load_terms(form)
    source, name = _source(form, request)
    if source is not None:
        _check(form, source, name)
    return form


def load_terms(form: DeckForm) -> None:
    """Read rule set, date and figures into `form.terms`, or say what is wrong with them."""
    try:
        data = TermsFormSchema().load(form.values)
    except ValidationError as error:
        found: Any = error.messages
        form.errors |= {key: [gettext(text) for text in _flat(messages)] for key, messages in found.items()}
        return
    day = data.pop("date") or date.today()
    form.terms = Terms(on=day, **data)
    try:
        decks.rules_of(form.terms, card_data())
    except ToolkitError as error:
        key = "sets" if error.code == "unknown_set" else _FIGURE.get(form.terms.format, "format")
        form.errors.setdefault(key, []).append(told(error))


def _source(form: DeckForm, request: Request) -> tuple[str | bytes | None, str]:
    """The list that was sent, and what to call it; None where there is none, with a sentence in the form."""
    upload = request.files.get("file")
    try:
        if "accept" in request.form:
            form.values["text"] = _accepted(form.values.get("text", ""), request.form["accept"])
        elif upload is not None and upload.filename:
            return upload.stream.read(2 * MAX_TEXT + 5), upload.filename[:200]
        elif url := form.values.get("url", "").strip():
            return _fetched(form, url, "url"), url
    except ToolkitError as error:
        form.errors.setdefault("text", []).append(told(error))
        return None, ""
    text = form.values.get("text", "")
    if not text.strip():
        form.errors["text"] = [gettext(NO_DECK)]
        return None, ""
    if len(text) > MAX_TEXT:
        form.errors["text"] = [gettext(TOO_LONG)]
        return None, ""
    return (_fetched(form, text.strip(), "text"), "") if is_address(text.strip()) else (text, "")


def _fetched(form: DeckForm, address: str, key: str) -> bytes | None:
    """The list at an address, wherever it was typed; None with a sentence beside that field."""
    try:
        return fetch.fetch_deck(address)
    except ToolkitError as error:
        form.errors.setdefault(key, []).append(told(error))
        return None


def _accepted(text: str, choice: str) -> str:
    """The list with the suggestion taken that a button sent as "line|card|name as written"."""
    line, _, rest = choice.partition("|")
    number, _, written = rest.partition("|")
    if not (line.isascii() and line.isdigit() and number.isascii() and number.isdigit() and len(line + number) < 15):
        return text
    cards = card_data()
    return decks.accept_suggestion(text, int(line), written, cards[int(number)], cards)


def _check(form: DeckForm, source: str | bytes, name: str) -> None:
    if form.errors:
        # What was sent is not lost while a wrong date is put right.
        form.values["text"] = decks.text_of(source) or form.values.get("text", "")
        return
    report = decks.check(source, form.terms, card_data(), name=name)
    if refused := decks.refusals(report):
        key = "text" if not name else ("url" if name == form.values.get("url", "").strip() else "file")
        form.errors[key] = [
            f"{translated(problem.message)} {translated(problem.fix or '')}".strip() for problem in refused
        ]
        return
    form.report = report
    form.values["text"] = decks.text_of(source) or decks.readable_text(report.reading)
    form.values["url"] = ""


def _flat(messages: Any) -> list[str]:
    if isinstance(messages, dict):
        return [text for found in messages.values() for text in _flat(found)]
    return [str(text) for text in messages]
