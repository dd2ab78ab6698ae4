"""Spreadsheets as organizers have them."""

from __future__ import annotations

import io

from openpyxl import Workbook


def workbook(**sheets: list[list[object]]) -> bytes:
    """The file of a workbook: its sheets by name, each a list of rows."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
