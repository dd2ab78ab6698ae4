"""Writing a deck in the forms that other programs read; the same deck always gives the same text."""

from __future__ import annotations

import importlib
from enum import StrEnum

from toolkit.decks.model import Deck
from toolkit.errors import NotFound
from toolkit.languages import Listed, Message


class UnknownForm(NotFound):
    """No writer has that code."""

    code = "unknown_form"


class Form(StrEnum):
    """What a deck can be written as."""

    TWD = "twd"
    TEXT = "text"
    JOL = "jol"
    LACKEY = "lackey"
    VDB = "vdb"
    JSON = "json"
    CSV = "csv"


# Each is toolkit/decks/writing/<module>.py with `render_deck(deck) -> str`; only the one asked for is imported.
_MODULES = {
    Form.TWD: "twd",
    Form.TEXT: "plain",
    Form.JOL: "jol",
    Form.LACKEY: "lackey",
    Form.VDB: "vdb_link",
    Form.JSON: "json_deck",
    Form.CSV: "csv_deck",
}


def write(deck: Deck, form: Form | str) -> str:
    """The deck as text in that form, ending with a line break.

    Raises:
        UnknownForm: no such form.
    """
    try:
        form = Form(form)
    except ValueError:
        raise UnknownForm(
            Message("A deck can be written as %(list)s, not %(name)s.", list=Listed(Form), name=repr(form))
        ) from None
    module = importlib.import_module(f"toolkit.decks.writing.{_MODULES[form]}")
    text: str = module.render_deck(deck)
    return text


__all__ = ["Form", "UnknownForm", "write"]
