"""`/api/v1/sheets` and `/api/v1/tournaments/<id>/sheets`: the print pack for programs and for the pages' buttons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask, Response

from toolkit.errors import NotFound
from toolkit.languages import Message
from toolkit.schemas.derived import schema_of
from toolkit.schemas.sheets import SheetChoices, SheetOptionsSchema, SheetPackSchema
from toolkit.services.kernel.roles import Action
from toolkit.sheets.catalogue import SHEETS, SheetKind, SheetListView, sheet_kind, sheet_list
from toolkit.sheets.model import NothingToPrint, Options, Pack, TooManyToPrint
from toolkit.tournament.questions import takes_decklists
from toolkit.web.base.access import may, required
from toolkit.web.base.addresses import reachable_url
from toolkit.web.base.api import ApiBlueprint
from toolkit.web.base.i18n import language
from toolkit.web.base.security import csrf
from toolkit.web.base.stores import current_context
from toolkit.web.events.sheets import stored_pack
from toolkit.web.serving.pdf import pdf_answer

api = ApiBlueprint("api_sheets", "sheets", url_prefix="/api/v1", description="Print sheets as PDF.")
csrf.exempt(api)  # nothing is changed, and nothing that a cookie opens is taken from what is sent


def init_app(app: Flask) -> None:
    """Let templates list the sheets (`macros/sheets.html`) and say whether phones reach what their codes lead to."""
    app.jinja_env.globals.update(sheets_of=sheets_of, reachable_url=reachable_url)


def sheets_of(id: str, *, is_private: bool) -> Mapping[str, SheetKind]:
    """The sheets that an event has buttons for: those of use in it that can be printed now.

    Sheets of decklists are offered before there is a list.
    """
    state = current_context().tournaments.look(id).state
    choices = SheetChoices(options=Options(language=language()), private=is_private)
    whole = stored_pack(id, "judges", choices, is_private=is_private)

    def is_offered(name: str, kind: SheetKind) -> bool:
        if kind.is_for_phones:
            return bool(reachable_url())
        if kind.is_of_lists:
            return takes_decklists(state)
        if kind.is_per_round:
            return bool(whole.rounds)
        if kind.is_limited:
            is_planned = state.limited.plan is not None
            return is_planned and _has_content(kind, stored_pack(id, name, choices, is_private=is_private), choices)
        return (whole.event.phased or not kind.is_phased) and _has_content(kind, whole, choices)

    return {name: kind for name, kind in SHEETS.items() if is_offered(name, kind)}


def _has_content(kind: SheetKind, pack: Pack, choices: SheetChoices) -> bool:
    try:
        kind.make(pack, choices.options)
    except NothingToPrint:
        return False
    except TooManyToPrint:  # the refusal names the number of players
        return True
    return True


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
def print_sheet(pack: Pack, choices: SheetChoices, name: str) -> Response:
    """Print a sheet from the data sent.

    No tournament needs to be stored.
    """
    return pdf_answer(name, pack, choices.options, choices.paper)


@api.get("/tournaments/<id>/sheets/<name>.pdf")
@api.arguments(SheetOptionsSchema, location="query")
@api.response(200, content_type="application/pdf")
def print_event_sheet(choices: SheetChoices, id: str, name: str) -> Response:
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
    return pdf_answer(name, stored_pack(id, name, choices, is_private=is_private), choices.options, choices.paper)
