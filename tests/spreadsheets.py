"""Spreadsheets as organizers have them."""

from __future__ import annotations

import io
import zipfile
from functools import cache

from openpyxl import Workbook

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


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


def package(rows: str, more_sheets: str = "") -> bytes:
    """The file of a workbook of one sheet, whatever is written into it and into the list of sheets."""
    sheet = f'<worksheet xmlns="{_MAIN}"><dimension ref="A1:B9"/><sheetData>{rows}</sheetData></worksheet>'
    return _packed(sheet.encode(), more_sheets)


def _packed(sheet: bytes, more_sheets: str = "") -> bytes:
    whole, stream = io.BytesIO(workbook(a=[["x"]])), io.BytesIO()
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = sheet if name == "xl/worksheets/sheet1.xml" else old.read(name)
            new.writestr(name, content.replace(b"</sheets>", f"{more_sheets}</sheets>".encode()))
    return stream.getvalue()


def _encoded(rows: str, encoding: str, declared: bytes = b"") -> bytes:
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    return _packed(declared + sheet.encode(encoding))


@cache
def wicked() -> dict[str, bytes]:
    """Small files, each of which kept a processor for seconds, and a few letters more for hours."""
    same = "".join(f'<sheet xmlns:r="{_RELATIONS}" name="b{n}" sheetId="{n + 9}" r:id="rId1"/>' for n in range(200))
    row = "<row>" + "<c><v>1</v></c>" * 60 + "</row>"
    return {
        "values that never end": package('<row><c r="A1"><f>1</f>' + "<v " * 30_000 + "</c></row>"),
        "cells that never end": package("<row><c><f>1</f></c>" + '<c r="A1">' * 16_000),
        "tags of cells that never end": package("<row><c><f>1</f></c>" + "<c " * 30_000),
        "empty values in a cell": package("<row><c>" + "<v/>" * 1_900_000 + "</c></row>"),
        "empty texts in a cell": package('<row><c t="inlineStr"><is>' + "<t/>" * 1_900_000 + "</is></c></row>"),
        "as many texts as are read": package('<row><c t="inlineStr"><is><t>A</t></is></c></row>' * 99_000),
        "one sheet under many names": package(row * 1_600, same),
        "one long comment": package(f"<!--{'a' * 90_000}<v {'a' * 7_900_000}-->"),
        "one long attribute": package(f'<row x="{"a" * 7_900_000}"/>'),
        "tags of letters that are not ASCII": package("<é/>" * 1_500_000),
        "another encoding": _encoded(row * 2_000, "utf-16"),
        "another encoding, declared": _encoded(row * 2_000, "cp037", b'<?xml version="1.0" encoding="cp037"?>'),
    }
