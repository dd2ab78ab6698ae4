"""Decks as workbooks; apart from other tables, since few people give one and archives are slow to import."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterable

from toolkit.decks.reading.account import Account
from toolkit.decks.reading.dressing import Dressing
from toolkit.decks.reading.tables import part_named, read_rows

_MAX_UNPACKED = 8 * 1024 * 1024
_MAX_ROWS = 2_000


def read_workbook(source: bytes, account: Account) -> Dressing:
    """A workbook: sheets named for the parts, or one table; figure and name in each row."""
    if not _is_small_workbook(source, account):
        return Dressing.UNKNOWN
    # Slow to import: what is no workbook is refused without it.
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(io.BytesIO(source), read_only=True, data_only=True)
            sheets = [(sheet.title, _sheet_rows(sheet.iter_rows(values_only=True))) for sheet in book.worksheets]
    except Exception:  # a damaged workbook makes openpyxl raise whatever its parts meet
        account.not_a_deck("This workbook is damaged.", "Save it again as XLSX.")
        return Dressing.UNKNOWN
    for title, rows in sheets:
        read_rows(rows, account, part_named(title))
    if not account.has_cards:
        account.not_a_deck(
            "No row of this workbook names a card.", "Put the number of copies and the name in each row."
        )
    return Dressing.XLSX


def _is_small_workbook(source: bytes, account: Account) -> bool:
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            parts = archive.infolist()
    # A damaged directory: its records, a name that cannot be decoded, a place outside of the file, an unknown version.
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        account.not_a_deck("This archive is damaged.")
        return False
    if not any(part.filename == "xl/workbook.xml" for part in parts):
        account.not_a_deck("This is an archive, not a decklist.", "Unpack it and give the deck inside.")
        return False
    if sum(part.file_size for part in parts) > _MAX_UNPACKED:
        account.not_a_deck("This workbook is too large when unpacked.")
        return False
    return True


def _sheet_rows(rows: Iterable[tuple[object, ...]]) -> list[tuple[int, list[str]]]:
    result: list[tuple[int, list[str]]] = []
    for number, row in enumerate(rows, 1):
        if number > _MAX_ROWS:
            break
        cells = [_cell_text(cell) for cell in row[:12]]
        if any(cells):
            result.append((number, cells))
    return result


def _cell_text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)[:200].strip()
