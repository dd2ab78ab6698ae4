"""`/tables`: a table in one click."""

from __future__ import annotations

from flask import Response, make_response, redirect, render_template, request
from marshmallow import ValidationError
from werkzeug.wrappers import Response as AnyResponse

from toolkit.errors import ToolkitError
from toolkit.schemas.table_forms import SEATS, NewTableForm
from toolkit.services.tables.creating import Wishes, create_table
from toolkit.services.tables.links import HOST, link_path
from toolkit.web.errors import status_of
from toolkit.web.events.console import Typed, field_sentences, load_form
from toolkit.web.resending import form_key
from toolkit.web.stores import current_context, current_key
from toolkit.web.tables import settings_words as words
from toolkit.web.tables.at import blueprint
from toolkit.web.throttle import Rate, throttle

# The fields beside which the services' own complaints stand.
_FIELDS = {"bad_table": "names"}


@blueprint.get("")
def start() -> Response:
    """A new table; `?variant=` chooses one beforehand."""
    variant = request.args.get("variant", "standard")
    return _answer(Typed(), variant=variant if variant in words.VARIANTS else "standard")


@blueprint.post("")
def create() -> AnyResponse:
    """Make the table and show its links."""
    typed = Typed(form="new", values=dict(request.form.items()))
    try:
        throttle(Rate.NEW_TABLE)
        wishes = Wishes(**load_form(NewTableForm, typed))
        id = create_table(current_context(), wishes, by="Host", key=form_key())
    except ValidationError as error:
        typed.errors = field_sentences(error.messages)
        return _answer(typed, 422)
    except ToolkitError as error:
        typed.refused(error, _FIELDS.get(error.code, ""))
        return _answer(typed, status_of(error))
    return redirect(f"{link_path(current_key(), id, HOST, {})}/links", 303)


def _answer(typed: Typed, status: int = 200, *, variant: str = "standard") -> Response:
    page = render_template("tables/start.html", typed=typed, variant=variant, seats=SEATS, words=words)
    return make_response(page, status)
