"""The seating page: names in, every round out, without an account."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from toolkit.web.api_seating import api
from toolkit.web.csrf import csrf
from toolkit.web.fragments import render_page
from toolkit.web.limits import limit_body
from toolkit.web.navigation import NavEntry
from toolkit.web.seating_form import SeatingForm, empty_form, read_form, token, values_of
from toolkit.web.seating_view import as_csv, as_text, seating_view

blueprint = Blueprint("seating", __name__, url_prefix="/seating")

NAVIGATION = (NavEntry("seating.show", _l("Seating"), "seats"),)

MAX_FORM = 512 * 1024
# Longer addresses are refused by servers on the way.
_LONGEST_LINK = 6000
_KINDS = {"csv": "text/csv", "txt": "text/plain"}


@blueprint.get("")
def show() -> Response:
    """The empty form."""
    return _page(empty_form())


@blueprint.post("")
@csrf.exempt  # a pure function of what is sent: nothing is kept and nobody is signed in
def make() -> Response:
    """The seating of the names sent."""
    limit_body(MAX_FORM)
    return _page(read_form(request.form))


@blueprint.get("/plan/<event>")
def linked(event: str) -> Response:
    """The seating that the address carries: the same again."""
    return _page(_linked_form(event))


@blueprint.get("/plan/<event>/seating.<kind>")
def download(event: str, kind: str) -> Response:
    """The seating that the address carries, as a file."""
    form = _linked_form(event)
    if kind not in _KINDS or form.seating is None:
        abort(404)
    text = as_csv(form.seating.rounds) if kind == "csv" else as_text(form.seating.rounds)
    answer = Response(text, mimetype=_KINDS[kind])
    answer.headers["Content-Disposition"] = f"attachment; filename=seating.{kind}"
    return answer


def _linked_form(event: str) -> SeatingForm:
    values = values_of(event)
    if values is None:
        form = empty_form()
        form.refuse("players", gettext("This link is damaged: ask for it again."))
        return form
    return read_form(values)


def _page(form: SeatingForm) -> Response:
    view = seating_view(form.seating) if form.seating else None
    event = token(form) if view else ""
    link = url_for("seating.linked", event=event, _external=True) if view and len(event) <= _LONGEST_LINK else ""
    return render_page(
        "seating/show.html", "seating/_seating.html", form.status, form=form, view=view, link=link, event=event
    )


__all__ = ["NAVIGATION", "api", "blueprint"]
