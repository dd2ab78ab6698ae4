"""The sheets of a stored event: their pack, and the PDF of a round that is begun before it is asked for."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

from toolkit.errors import ToolkitError
from toolkit.schemas.sheets import SheetChoices
from toolkit.services.events.sheets import Printing, links_at, tournament_pack
from toolkit.services.season.categories import members_of
from toolkit.sheets.catalogue import make_sheet
from toolkit.sheets.model import Options, Pack, Paper
from toolkit.tournament.prizes import NO_MEMBERS
from toolkit.web.base.access import seen, shown_key
from toolkit.web.base.addresses import room_url
from toolkit.web.base.i18n import language
from toolkit.web.base.stores import card_data, current_context
from toolkit.web.serving.workers import begin


def begin_round(id: str, number: int) -> None:
    """Begin the one PDF of a round, as its pages link it, so that whoever prints it finds it ready."""
    from toolkit.sheets.pdf import render

    choices = SheetChoices(options=Options(round=number, language=language()), private=True)
    with suppress(ToolkitError):  # why it cannot be printed is told to whoever prints it
        pack = stored_pack(id, "round", choices, is_private=True)
        begin(render, make_sheet("round", pack, choices.options), Paper.named(choices.paper))


def stored_pack(id: str, name: str, choices: SheetChoices, *, is_private: bool) -> Pack:
    """The contents of a stored event's sheets; `is_private` for its organizer, with drafts and links."""
    stored = seen(current_context().tournaments.look(id).state, id)
    printing = Printing(
        today=date.today(),
        cards=card_data,
        links=links_at(room_url(), id, shown_key(id) if is_private else None),
        network=choices.network,
        # The organizer prints for the wall unless the sheet is asked for as a private one.
        is_private=is_private and choices.private,
        members=members_of(current_context(), id, stored, card_data) if is_private and name == "prizes" else NO_MEMBERS,
    )
    return tournament_pack(stored, name, choices.options, printing)
