"""The deck page: paste, upload or link a list, and see whether it is legal, why not, and how to repair it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request
from flask_babel import lazy_gettext as _l

from toolkit.decks.model import Deck
from toolkit.decks.writing import Form, write
from toolkit.errors import ToolkitError
from toolkit.services import decks
from toolkit.web.api_decks import api
from toolkit.web.card_data import card_data
from toolkit.web.csrf import csrf
from toolkit.web.deck_form import DeckForm, check_form, empty_form, load_terms
from toolkit.web.deck_view import EXPORTS, deck_view
from toolkit.web.fragments import render_page
from toolkit.web.limits import limit_body
from toolkit.web.navigation import NavEntry
from toolkit.web.rules import told
from toolkit.web.words import FORMATS

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
    return _page(check_form(request))


@blueprint.get("/deck")
def linked() -> Response:
    """The answer to a deck that the address carries."""
    form = DeckForm({"format": "constructed", **request.args.to_dict()})
    load_terms(form)
    try:
        deck = _linked_deck()
    except ToolkitError as error:
        form.errors["text"] = [told(error)]
    else:
        form.values["text"] = write(deck, Form.TEXT)
        if not form.errors:
            form.report = decks.check_deck(deck, form.terms, card_data())
    return _page(form)


@blueprint.get("/deck/<form>")
def download(form: str) -> Response:
    """The deck that the address carries, as a file."""
    if form not in {known.value for known in EXPORTS}:
        abort(404)
    kind = Form(form)
    answer = Response(write(_linked_deck(), kind), mimetype="text/plain")
    answer.headers["Content-Disposition"] = f"attachment; filename=deck-{kind.value}.{EXPORTS[kind]}"
    return answer


def _linked_deck() -> Deck:
    arguments = request.args
    name, author = (arguments.get(key, "")[:200] for key in ("name", "author"))
    return decks.deck_of_link(arguments.get("cards", ""), card_data(), name=name, author=author)


def _page(form: DeckForm) -> Response:
    view = deck_view(form.report, form.terms, form.values.get("text", "")) if form.report else None
    formats = [(code, word) for code, word in FORMATS.items()]
    return render_page(
        "decks/show.html", "decks/_deck.html", form.status, form=form, view=view, formats=formats, example=EXAMPLE
    )


__all__ = ["NAVIGATION", "api", "blueprint"]
