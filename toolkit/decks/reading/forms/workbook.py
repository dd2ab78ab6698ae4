"""Decks as workbooks."""

from __future__ import annotations

from toolkit.decks.model import IgnoredAs
from toolkit.decks.reading.account import DECKLIST, ONE_DECK, ListAccount
from toolkit.decks.reading.forms.tables import part_named, read_rows
from toolkit.decks.reading.headings import heads_aside
from toolkit.decks.reading.list_format import ListFormat
from toolkit.files import NotRead, SheetRows, sheets_of
from toolkit.languages import Message, Whole

_MAX_ROWS = 2_000
_MAX_COLUMNS = 30


def read_workbook(source: bytes, account: ListAccount) -> ListFormat:
    """A workbook: sheets named for the parts, or one table; figure and name in each row."""
    sheets = sheets_of(source, DECKLIST, most_rows=_MAX_ROWS + 1, most_columns=_MAX_COLUMNS + 1)
    if isinstance(sheets, NotRead):
        account.not_a_deck(sheets.message, ONE_DECK if sheets.is_too_large else sheets.fix)
        return ListFormat.UNKNOWN
    if too_much := next(filter(None, map(_too_much, sheets)), None):
        account.not_a_deck(too_much, ONE_DECK)
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


def _too_much(sheet: SheetRows) -> Message | None:
    """Why a sheet is no deck's: nothing of it is cut off without a word."""
    if sheet.rows and sheet.rows[-1][0] > _MAX_ROWS:
        return Message("A list has at most %(number)s lines.", number=Whole(_MAX_ROWS))
    if any(cells[_MAX_COLUMNS:] and cells[_MAX_COLUMNS] for _, cells in sheet.rows):
        return Message("A list has at most %(number)s columns.", number=_MAX_COLUMNS)
    return None
