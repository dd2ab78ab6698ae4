"""Decks as workbooks."""

from __future__ import annotations

from toolkit.decks.model import IgnoredAs
from toolkit.decks.reading.account import DECKLIST, ONE_DECK, ListAccount
from toolkit.decks.reading.forms.tables import part_named, read_rows
from toolkit.decks.reading.headings import heads_aside
from toolkit.decks.reading.list_format import ListFormat
from toolkit.files import NotRead, sheets_of
from toolkit.languages import Message

_MAX_ROWS = 2_000
_MAX_COLUMNS = 30


def read_workbook(source: bytes, account: ListAccount) -> ListFormat:
    """A workbook: sheets named for the parts, or one table; figure and name in each row."""
    sheets = sheets_of(source, DECKLIST, most_rows=_MAX_ROWS, most_columns=_MAX_COLUMNS)
    if isinstance(sheets, NotRead):
        account.not_a_deck(sheets.message, ONE_DECK if sheets.is_too_large else sheets.fix)
        return ListFormat.UNKNOWN
    for sheet in sheets:
        if heads_aside(sheet.title):
            for line, cells in sheet.rows:
                account.ignore(line, ", ".join(filter(None, cells)), IgnoredAs.ASIDE)
        else:
            read_rows(sheet.rows, account, part_named(sheet.title))
    if not account.has_cards:
        account.not_a_deck(
            Message("No row of this workbook names a card."),
            Message("Put the number of copies and the name in each row."),
        )
    return ListFormat.XLSX
