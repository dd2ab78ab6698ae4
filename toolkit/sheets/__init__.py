"""Sheets: what goes on each printed sheet, and the PDF writer.

`make_sheet(name, pack, options) -> Sheet` says what a sheet shows, as data; `pdf.render(sheet, paper) -> Pdf` lays it
out. `pdf` is not imported here: what a sheet shows is known without the typesetter.
"""

from toolkit.sheets.catalogue import SHEETS, SheetKind, make_sheet
from toolkit.sheets.model import (
    Finals,
    NothingToPrint,
    Options,
    Pack,
    Paper,
    PrintedEvent,
    PrintedPlayer,
    PrintedRound,
    PrintedTable,
    Sheet,
    TooManyToPrint,
    UnknownSheet,
)

__all__ = [
    "SHEETS",
    "Finals",
    "NothingToPrint",
    "Options",
    "Pack",
    "Paper",
    "PrintedEvent",
    "PrintedPlayer",
    "PrintedRound",
    "PrintedTable",
    "Sheet",
    "SheetKind",
    "TooManyToPrint",
    "UnknownSheet",
    "make_sheet",
]
