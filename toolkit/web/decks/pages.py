"""The deck page: paste, upload or link a list, and see whether it is legal, why not, and how to repair it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from flask import Blueprint, Request, Response, abort, render_template, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from marshmallow import ValidationError

from toolkit.decks.editing import readable_text
from toolkit.decks.model import Deck, OfferedDeck, Report
from toolkit.decks.reading.forms.links import is_address
from toolkit.decks.writing import ExportFormat, write, write_workbook
from toolkit.errors import ToolkitError
from toolkit.schemas.decks import MAX_TEXT, NO_DECK, TOO_LONG, TermsFormSchema
from toolkit.services.decks import decks, fetch
from toolkit.services.decks.decks import DeckTerms
from toolkit.services.events.limited import pool_deck
from toolkit.web.base.i18n import translated
from toolkit.web.base.rules import refusal_words
from toolkit.web.base.security import csrf, limit_body
from toolkit.web.base.shell import NavEntry, keep_preferences, render_page
from toolkit.web.base.stores import card_data
from toolkit.web.base.words import FORMATS
from toolkit.web.decks.edits import edited, is_edit, name_search
from toolkit.web.decks.view import EXPORTS, WORKBOOK, AnswerOptions, DeckView

blueprint = Blueprint("decks", __name__)

NAVIGATION = (NavEntry("decks.show", _l("Decks"), "deck"),)

# "Tangle Hand of Los Angeles", Belgrade, 13 January 2024: the winner's deck, as of that day.
EXAMPLE = {
    "cards": "4x200520-3x200935-2x200776-1x200061-1x200076-1x201052-12x100106-7x100634-6x101112-6x100353-6x101035-"
    "5x102213-8x100788-4x101125-4x100617-4x101913-4x102076-4x100687-3x101949-3x101355-2x100519-2x100545-1x101384-"
    "1x101019-1x101536-1x102079-1x100418-1x100435-1x100824-1x100085-1x100984-1x100093",
    "name": "Suffering from Success",
    "author": "Milos Krstic",
    "date": "2024-01-13",
}

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# A text and a file of 256 kB each, and the frame around them.
MAX_FORM = 3 * 256 * 1024


@blueprint.get("/")
def show() -> Response:
    """The empty form."""
    return _page(empty_form())


@blueprint.post("/")
@csrf.exempt  # a pure function of what is sent: nothing is kept and nobody is signed in
def check() -> Response:
    """The answer to a list."""
    limit_body(MAX_FORM)
    # Another language or theme asks for the same page again: a form that was not checked yet is not checked by that.
    is_asked = not keep_preferences() or "answered" in request.form
    return _page(check_form(request) if is_asked else form_as_typed(request))


@blueprint.get("/deck")
def linked() -> Response:
    """The answer to a deck that the address carries."""
    form = DeckCheckForm({"format": "constructed", **request.args.to_dict()})
    form.asked = AnswerOptions(panel=request.args.get("show", ""), values=form.values)
    load_terms(form)
    try:
        deck = _linked_deck()
    except ToolkitError as error:
        form.errors["text"] = [refusal_words(error)]
    else:
        form.values["text"] = write(deck, ExportFormat.TEXT)
        if not form.errors:
            form.report = decks.check_deck(deck, form.terms, card_data())
    return _page(form)


@blueprint.get("/deck/names")
def names() -> str:
    """The cards that a name may mean while it is typed, as buttons of the answer."""
    arguments = request.args
    search = name_search(arguments.get("field", ""), arguments.get("q", ""), card_data(), arguments.get("written", ""))
    return render_template("decks/_offers.html", search=search)


@blueprint.get("/deck/<form>")
def download(form: str) -> Response:
    """The deck that the address carries, as a file."""
    if form == WORKBOOK:
        return _file(write_workbook(_linked_deck()), _XLSX, WORKBOOK, WORKBOOK)
    if form not in {kind.value for kind in EXPORTS}:
        abort(404)
    kind = ExportFormat(form)
    return _file(write(_linked_deck(), kind), "text/plain", kind.value, EXPORTS[kind][1])


def _file(content: str | bytes, mimetype: str, form: str, ending: str) -> Response:
    answer = Response(content, mimetype=mimetype)
    answer.headers["Content-Disposition"] = f"attachment; filename=deck-{form}.{ending}"
    return answer


def _linked_deck() -> Deck:
    arguments = request.args
    name, author = (arguments.get(key, "")[:200] for key in ("name", "author"))
    return decks.deck_of_link(arguments.get("cards", ""), card_data(), name=name, author=author)


def _page(form: DeckCheckForm) -> Response:
    view = DeckView(form.report, form.values.get("text", ""), form.asked, form.terms) if form.report else None
    status = 422 if view and view.panel and view.panel.errors else form.status
    formats = [(code, word) for code, word in FORMATS.items()]
    return render_page(
        "decks/show.html",
        "decks/_deck.html",
        status,
        form=form,
        view=view,
        formats=formats,
        example=EXAMPLE,
        back=_way_back(form.values.get("of", "")),
    )


_PLAYER = re.compile(r"([0-9a-z]{1,40})/([1-9][0-9]{0,5})")


def _way_back(player: str) -> str:
    """The console's page of the `player` whose list it is, by event and number; "" without such a player."""
    match = _PLAYER.fullmatch(player)
    return url_for("events.player", id=match[1], player=int(match[2])) if match else ""


# The field that a rule set's own complaint stands beside.
_FIGURE = {"casual": "players", "limited": "boosters"}


# What a button or a field of the answer sends is no value of the form.
_PREFERENCES = frozenset(("language", "theme"))
_ASKED = _PREFERENCES | frozenset(
    ("answered", "as_of", "before", "edit_cards", "editing", "export", "exported", "fetch", "show", "shown")
)
# What leaves the list as it is: the change before can still be undone.
_LOOKING = _PREFERENCES | frozenset(("draw", "edit_cards", "export", "show"))
_BUTTONS = _ASKED | frozenset(("accept", "choose", "edit", "move", "repair", "undo"))


@dataclass(slots=True)
class DeckCheckForm:
    """Values as typed, sentences by field, the terms once they are right, and what is asked for besides the verdict.

    Attributes:
        offered: the decks of a text that holds several, one of which is to be chosen.
        link: the address of a deck in a text that is no whole deck itself; "" without one.
    """

    values: dict[str, str] = field(default_factory=dict)
    errors: dict[str, list[str]] = field(default_factory=dict)
    terms: DeckTerms = field(default_factory=lambda: DeckTerms(on=date.today()))
    report: Report | None = None
    offered: tuple[OfferedDeck, ...] = ()
    link: str = ""
    asked: AnswerOptions = field(default_factory=AnswerOptions)

    @property
    def status(self) -> int:
        """422 as soon as anything cannot be right; a deck that is not legal is a fine answer."""
        return 422 if self.errors else 200


def empty_form(format: str = "constructed") -> DeckCheckForm:
    """The form as first seen."""
    return DeckCheckForm({"format": format})


def form_as_typed(request: Request) -> DeckCheckForm:
    """The request's form with what was typed, nothing of it checked."""
    return DeckCheckForm({key: value for key, value in request.form.items() if key not in _BUTTONS})


def check_form(request: Request) -> DeckCheckForm:
    """The request's form, read, and its deck checked if nothing is wrong."""
    form = form_as_typed(request)
    form.asked = AnswerOptions(
        export=request.form.get(
            "export", request.form.get("exported", "") if _PREFERENCES & request.form.keys() else ""
        ),
        before=request.form.get("before", "") if _LOOKING & request.form.keys() else "",
        editing=request.form.get("edit_cards", "on" if "editing" in request.form else "") == "on",
        place="edit-cards" if "edit_cards" in request.form else "",
        panel=request.form.get("show", request.form.get("shown", "")),
        values=form.values,
    )
    if "as_of" in request.form:
        form.values["date"] = request.form["as_of"]
    load_terms(form)
    source, name = _source(form, request)
    if source is not None:
        _check(form, source, name)
    return form


def load_terms(form: DeckCheckForm) -> None:
    """Read rule set, date and figures into `form.terms`, or say what is wrong with them."""
    try:
        form.terms = TermsFormSchema().load(form.values)
    except ValidationError as error:
        by_field: Any = error.messages
        form.errors |= {key: [gettext(text) for text in _flat(messages)] for key, messages in by_field.items()}
        return
    try:
        decks.rules_of(form.terms, card_data())
    except ToolkitError as error:
        key = "sets" if error.code == "unknown_set" else _FIGURE.get(form.terms.format, "format")
        form.errors.setdefault(key, []).append(refusal_words(error))
    pool = form.values.get("pool", "")
    if form.terms.format == "limited" and pool.strip():
        try:
            form.terms = replace(form.terms, pool=pool_deck(pool, card_data()))
        except ToolkitError as error:
            form.errors.setdefault("pool", []).append(refusal_words(error))


def _source(form: DeckCheckForm, request: Request) -> tuple[str | bytes | None, str]:
    """The list that was sent, and what to call it; None where there is none, with a sentence in the form."""
    upload = request.files.get("file")
    try:
        if is_edit(request.form) and not (form.errors and "repair" in request.form):
            changed = edited(request.form, form.terms, card_data())
            form.values["text"] = changed.text
            form.asked = replace(form.asked, before=changed.before, names=changed.typed, place=changed.place)
        elif upload is not None and upload.filename:
            content = upload.stream.read()
            _say_what_was_left(form, content, gettext("The file was read, not the list in the box."))
            if url := form.values.get("url", "").strip():
                sentence = gettext("The file was read, not the link %(link)s.", link=url[:200])
                form.asked = replace(form.asked, unread_fields=(*form.asked.unread_fields, sentence))
            return content, upload.filename[:200]
        elif url := request.form.get("fetch", form.values.get("url", "")).strip():
            fetched = _fetched(form, url, "text" if "fetch" in request.form else "url")
            _say_what_was_left(form, fetched, gettext("The link was read, not the list in the box."))
            return fetched, url
    except ToolkitError as error:
        form.errors.setdefault("text", []).append(refusal_words(error))
        return None, ""
    text = form.values.get("text", "")
    if not text.strip():
        form.errors["text"] = [gettext(NO_DECK)]
        return None, ""
    if len(text) > MAX_TEXT:
        form.errors["text"] = [gettext(TOO_LONG)]
        return None, ""
    return (_fetched(form, text.strip(), "text"), "") if is_address(text.strip()) else (text, "")


def _say_what_was_left(form: DeckCheckForm, read: bytes | None, sentence: str) -> None:
    """Say that another list than the one in the box was read, and keep that one to be brought back by undoing."""
    typed = form.values.get("text", "")
    if read is not None and typed.strip() and _lines(decks.text_of(read) or "") != _lines(typed):
        form.asked = replace(form.asked, before=typed, unread_fields=(*form.asked.unread_fields, sentence))


def _lines(text: str) -> list[str]:
    return text.split()


def _fetched(form: DeckCheckForm, address: str, key: str) -> bytes | None:
    """The list at an address, wherever it was typed; None with a sentence beside that field."""
    try:
        return fetch.fetch_deck(address)
    except ToolkitError as error:
        form.errors.setdefault(key, []).append(refusal_words(error))
        return None


def _check(form: DeckCheckForm, source: str | bytes, name: str) -> None:
    if form.errors:
        # What was sent is not lost while a wrong date is put right.
        form.values["text"] = decks.text_of(source) or form.values.get("text", "")
        return
    report = decks.check(source, form.terms, card_data(), name=name)
    if not name and not (report.deck.crypt and report.deck.library):
        form.link = fetch.address_in(decks.text_of(source) or "")
    refused = decks.refusals(report)
    if refused and form.link:
        return
    if refused:
        key = "text" if not name else ("url" if name == form.values.get("url", "").strip() else "file")
        form.errors[key] = [
            f"{translated(problem.message)} {translated(problem.fix or '')}".strip() for problem in refused
        ]
        return
    if report.reading.decks:
        form.offered = report.reading.decks
    else:
        form.report = report
    form.values["text"] = decks.text_of(source) or readable_text(report.reading)
    form.values["url"] = ""


def _flat(messages: Any) -> list[str]:
    if isinstance(messages, dict):
        return [text for entry in messages.values() for text in _flat(entry)]
    return [str(text) for text in messages]
