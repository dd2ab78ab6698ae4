"""Decks as workbooks; apart from other tables, since few people give one and archives are slow to import."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from typing import TYPE_CHECKING

from toolkit.decks.reading.account import ONE_DECK, ListAccount
from toolkit.decks.reading.forms.tables import part_named, read_rows
from toolkit.decks.reading.list_format import ListFormat
from toolkit.languages import Message, Sayable, Whole

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_MAX_UNPACKED = 8 * 1024 * 1024
_MAX_ROWS = 2_000
_MAX_COLUMNS = 12
MOST_CELLS = 200_000
# What a workbook lists besides: rows, texts, styles. The contents of a cell cost next to nothing.
_MOST_OTHERS = 200_000
_TOO_LARGE = Message("This workbook is too large when unpacked.")
_TAG = re.compile(rb"<(?:[\w.-]+:)?+(?!(?:v|t|is|f)[\s/>])(?:(c)(?=[\s/>])|[A-Za-z_])")


def read_workbook(source: bytes, account: ListAccount) -> ListFormat:
    """A workbook: sheets named for the parts, or one table; figure and name in each row."""
    if not _is_small_workbook(source, account):
        return ListFormat.UNKNOWN
    # Slow to import: what is no workbook is refused without it.
    from openpyxl import load_workbook

    try:
        if refused := _too_many(source):
            account.not_a_deck(refused, ONE_DECK)
            return ListFormat.UNKNOWN
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(source), read_only=True, data_only=True)
            sheets = [(sheet.title, _sheet_rows(sheet)) for sheet in book.worksheets]
    except Exception:  # a damaged workbook makes openpyxl raise whatever its parts meet
        account.not_a_deck(Message("This workbook is damaged."), Message("Save it again as XLSX."))
        return ListFormat.UNKNOWN
    for title, rows in sheets:
        read_rows(rows, account, part_named(title))
    if not account.has_cards:
        account.not_a_deck(
            Message("No row of this workbook names a card."),
            Message("Put the number of copies and the name in each row."),
        )
    return ListFormat.XLSX


def _is_small_workbook(source: bytes, account: ListAccount) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            parts = archive.infolist()
    # A damaged directory: its records, a name that cannot be decoded, a place outside of the file, an unknown version.
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        account.not_a_deck(Message("This archive is damaged."))
        return False
    if not any(part.filename == "xl/workbook.xml" for part in parts):
        account.not_a_deck(
            Message("This is %(what)s, not a decklist.", what=Message("an archive")),
            Message("Unpack it and give the deck inside."),
        )
        return False
    if sum(part.file_size for part in parts) > _MAX_UNPACKED:
        account.not_a_deck(_TOO_LARGE)
        return False
    return True


def _too_many(source: bytes) -> Sayable | None:
    """Why a workbook would take too long to read, however small it is packed; None when it would not."""
    cells = others = 0
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        for part in archive.infolist():
            for tag in _TAG.finditer(archive.read(part)):
                if tag[1]:
                    cells += 1
                else:
                    others += 1
                if cells > MOST_CELLS:
                    return Message("This workbook has more than %(number)s cells.", number=Whole(MOST_CELLS))
                if others > _MOST_OTHERS:
                    return _TOO_LARGE
    return None


def _sheet_rows(sheet: Worksheet) -> list[tuple[int, list[str]]]:
    """The rows that hold anything; whatever size the sheet declares, no more are looked at."""
    result: list[tuple[int, list[str]]] = []
    rows = sheet.iter_rows(max_row=_MAX_ROWS, max_col=_MAX_COLUMNS, values_only=True)
    for number, row in enumerate(rows, 1):
        cells = [_cell_text(cell) for cell in row]
        if any(cells):
            result.append((number, cells))
    return result


def _cell_text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)[:200].strip()
