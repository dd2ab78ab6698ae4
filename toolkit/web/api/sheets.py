"""`/api/v1/sheets` and `/api/v1/tournaments/<id>/sheets`: the print pack for programs and for the pages' buttons."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any

from flask import Flask, Response

from toolkit.errors import NotFound, ToolkitError
from toolkit.languages import Message
from toolkit.schemas.derived import schema_of
from toolkit.schemas.sheets import SheetChoices, SheetOptionsSchema, SheetPackSchema
from toolkit.services.events.sheets import Printing, links_at, tournament_pack
from toolkit.services.kernel.roles import Action
from toolkit.sheets.catalogue import SHEETS, SheetListView, file_name, make_sheet, sheet_kind, sheet_list
from toolkit.sheets.model import Options, Pack, Paper
from toolkit.web.api.blueprint import ApiBlueprint
from toolkit.web.api.tournaments import seen
from toolkit.web.base.access import may, required, shown_key
from toolkit.web.base.i18n import language
from toolkit.web.base.security import csrf
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.serving.addresses import reachable_url, room_url
from toolkit.web.serving.workers import begin, carried_out

api = ApiBlueprint("api_sheets", "sheets", url_prefix="/api/v1", description="Print sheets as PDF.")
csrf.exempt(api)  # nothing is changed, and nothing that a cookie opens is taken from what is sent


def init_app(app: Flask) -> None:
    """Let templates list the sheets (`macros/sheets.html`) and say whether phones reach what their codes lead to."""
    app.jinja_env.globals.update(sheet_kinds=SHEETS, reachable_url=reachable_url)


class NotPublic(NotFound):
    """A sheet that only the organizer may print: to others it does not exist."""

    code = "not_public"


@api.url_value_preprocessor
def check_sheet(_endpoint: str | None, values: dict[str, Any] | None) -> None:
    """A sheet that does not exist is told so before a body is read or an event is looked up."""
    if values and "name" in values:
        sheet_kind(values["name"])


@api.get("/sheets")
@api.response(200, schema_of(SheetListView))
def list_sheets() -> SheetListView:
    """List all sheets with their options."""
    return sheet_list()


@api.post("/sheets/<name>.pdf")
@api.arguments(SheetPackSchema)
@api.arguments(SheetOptionsSchema, location="query")
@api.response(200, content_type="application/pdf")
def print_posted(pack: Pack, choices: SheetChoices, name: str) -> Response:
    """Print a sheet from the data sent.

    No tournament needs to be stored.
    """
    return pdf_answer(name, pack, choices.options, choices.paper)


@api.get("/tournaments/<id>/sheets/<name>.pdf")
@api.arguments(SheetOptionsSchema, location="query")
@api.response(200, content_type="application/pdf")
def print_stored(choices: SheetChoices, id: str, name: str) -> Response:
    """Print a sheet of a stored tournament.

    The organizer gets every sheet, including drafts. A judge also gets the decklists. Everyone else gets the public
    sheets, with published content only. A token that only looks gets no links that open something.
    """
    is_private = may(Action.RUN, id)
    kind = sheet_kind(name)
    if not (kind.is_public or is_private or (kind.is_for_judges and may(Action.JUDGE, id))):
        raise NotPublic(Message("The sheet “%(name)s” is for the organizer.", name=name))
    if kind.is_links:
        required(id, Action.LINKS)
    return pdf_answer(name, _stored_pack(id, name, choices, is_private=is_private), choices.options, choices.paper)


def begin_round(id: str, number: int) -> None:
    """Begin the one PDF of a round, as its pages link it, so that whoever prints it finds it ready."""
    from toolkit.sheets.pdf import render

    choices = SheetChoices(options=Options(round=number, language=language()), private=True)
    with suppress(ToolkitError):  # why it cannot be printed is told to whoever prints it
        pack = _stored_pack(id, "round", choices, is_private=True)
        begin(render, make_sheet("round", pack, choices.options), Paper.named(choices.paper))


def _stored_pack(id: str, name: str, choices: SheetChoices, *, is_private: bool) -> Pack:
    stored = seen(current_context().tournaments.look(id).state, id)
    printing = Printing(
        today=date.today(),
        cards=card_data,
        links=links_at(room_url(), id, shown_key(id) if is_private else None),
        network=choices.network,
        # The organizer prints for the wall unless the sheet is asked for as a private one.
        is_private=is_private and choices.private,
    )
    return tournament_pack(stored, name, choices.options, printing)


def pdf_answer(name: str, pack: Pack, options: Options, paper: str) -> Response:
    """The sheet as a PDF that a browser shows, and saves under a name that says what it is."""
    sheet = make_sheet(name, pack, options)
    # The typesetter is loaded only when there is something to set.
    from toolkit.sheets.pdf import render

    pdf = carried_out(render, sheet, Paper.named(paper))
    response = Response(pdf.content, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{file_name(name, pack, options)}"'
    response.content_language.add(options.language)
    # How many texts no font could show as they are written; they stand there in Latin letters.
    response.headers["Sheet-Replaced"] = str(len(pdf.replaced))
    return response
