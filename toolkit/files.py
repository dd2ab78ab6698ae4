"""Files that people give, whatever program wrote them: a text in its encoding, the sheets of a workbook as rows.

What a file is shows in its first bytes, never in its name. Nothing is unpacked before it is known to be small.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from toolkit.languages import N_, Message, Sayable, Whole

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

MOST_CELLS = 100_000
MAX_WORKBOOK = 1024 * 1024
_MAX_UNPACKED = 8 * 1024 * 1024
# Tags that there may be for each cell: one with a text of its own has a `c` and a `v` in its sheet, an `si` and a `t`
# among the texts.
_MOST_FOR_A_CELL = 4
# Any other tag counts as so many: a font, a format, a border, a merged cell or a name takes the reader three to five
# times as long as one of those (measured with openpyxl 3.1).
_COST_OF_OTHERS = 4
_TAG = re.compile(
    rb"<(?:(?:[\w.-]+:)?+(?:(?P<cell>c)|(?P<light>v|t|is|f|si|row))(?=[\s/>])|(?P<aside>!--|\?)|(?P<other>[^/]))"
)
# A tag, a text or a comment; the parser reads a longer one again and again.
_LONGEST = 100_000
_IS_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<")
# As every program writes it; in any other encoding nothing would be found by its name.
_OTHERWISE = re.compile(rb"(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*[\"'](?!utf-8[\"'])", re.IGNORECASE)
_WIDE = ("utf-16-le", "utf-16-be")
_LONGEST_CELL = 200
# A directory's records, a name that cannot be decoded, a place outside of the file, an unknown version, a password.
CANNOT_UNPACK = (zipfile.BadZipFile, zlib.error, ValueError, OSError, EOFError, NotImplementedError, RuntimeError)
_SAVE_AGAIN = Message("Open it in a spreadsheet program and save it as XLSX.")

_SIGNATURES = (
    (b"%PDF", N_("a PDF document")),
    (b"{\\rtf", N_("a rich text file")),
    (b"\x89PNG", N_("a picture")),
    (b"\xff\xd8\xff", N_("a picture")),
    (b"GIF8", N_("a picture")),
    (b"Rar!", N_("an archive")),
    (b"7z\xbc\xaf", N_("an archive")),
    (b"\x1f\x8b", N_("a compressed file")),
    (b"SQLite format 3", N_("a database")),
    (b"\xd0\xcf\x11\xe0", N_("an old office document")),
    (b"\x7fELF", N_("a program")),
    (b"MZ\x90", N_("a program")),
)


@dataclass(frozen=True, slots=True)
class NotRead:
    """Why a file is not read, and what to do about it where that does not depend on what was expected."""

    message: Sayable
    fix: Sayable | None = None
    is_too_large: bool = False

    def sentence(self, instead: Sayable) -> Sayable:
        """Both in one; `instead` says what to give where it is another file than was expected and nothing mends it."""
        fix = self.fix or (None if self.is_too_large else instead)
        return Message("%(sentence)s %(other)s", sentence=self.message, other=fix) if fix else self.message


def is_packed(source: bytes) -> bool:
    """Whether the bytes are those of a workbook, or of an archive."""
    return source.startswith(b"PK\x03\x04")


def not_expected(what: str, expected: Sayable, fix: Sayable | None = None) -> NotRead:
    """The refusal of a file that is something else ("a picture") than was expected ("a decklist")."""
    return NotRead(Message("This is %(what)s, not %(expected)s.", what=Message(what), expected=expected), fix)


def broken_workbook(expected: Sayable) -> NotRead:
    """The refusal of a workbook of which a part cannot be read."""
    return not_expected(N_("a workbook with a part that cannot be read"), expected, _SAVE_AGAIN)


def parts_of(source: bytes, expected: Sayable) -> list[zipfile.ZipInfo] | NotRead:
    """The parts of a workbook or another archive; not if it breaks off or a part declares entities, which may swell."""
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as archive:
            parts = archive.infolist()
            if any(b"<!DOCTYPE" in _head(archive, part) for part in parts):
                return not_expected(N_("a workbook that declares a document type or entities"), expected, _SAVE_AGAIN)
            return parts
    except CANNOT_UNPACK:
        again = Message("Copy or download it again, or save it again as XLSX in a spreadsheet program.")
        return not_expected(N_("an archive that breaks off or cannot be unpacked"), expected, again)


def _head(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    with archive.open(part) as file:
        return file.read(2048)


def text_of(source: bytes, expected: Sayable) -> str | NotRead:
    """The text of the bytes: UTF-8 or UTF-16 by their mark, else UTF-8, else Windows' western code page."""
    for signature, what in _SIGNATURES:
        if source.startswith(signature):
            return not_expected(what, expected)
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(source, "utf-16")
    if source.startswith(b"\xef\xbb\xbf"):
        return _decoded(source, "utf-8-sig")
    head = source[:512]
    if b"\x00" in head:
        guess = _utf16_without_mark(head)
        return _decoded(source, guess) if guess else not_expected(N_("a binary file"), expected)
    try:
        return source.decode("utf-8")
    except UnicodeDecodeError:
        return source.decode("cp1252", errors="replace")


def _decoded(source: bytes, encoding: str) -> str | NotRead:
    try:
        return source.decode(encoding)
    except UnicodeDecodeError as error:
        message = Message(
            "The file says that it is %(name)s text, but byte %(number)s is not.",
            name=encoding.upper(),
            number=error.start,
        )
        return NotRead(message, Message("Save it as UTF-8 text."))


def _utf16_without_mark(head: bytes) -> str | None:
    """The byte order of western text in UTF-16 without a mark: every second byte is zero."""
    pairs = len(head) // 2
    if pairs < 2:
        return None
    if head[1::2].count(0) * 10 >= pairs * 9 and head[0::2].count(0) == 0:
        return "utf-16-le"
    if head[0::2].count(0) * 10 >= pairs * 9 and head[1::2].count(0) == 0:
        return "utf-16-be"
    return None


@dataclass(frozen=True, slots=True)
class SheetRows:
    """A sheet of a workbook: the rows that hold anything, each with its number from 1, and the texts of its cells.

    Attributes:
        unknown: the cells ("B7") that hold a formula whose result is not in the file, as programs write them that do
            not calculate; their texts are empty.
    """

    title: str
    rows: list[tuple[int, list[str]]]
    unknown: tuple[str, ...] = ()


def sheets_of(source: bytes, expected: Sayable, *, most_rows: int, most_columns: int) -> list[SheetRows] | NotRead:
    """The sheets of a workbook, at most so many rows and columns of each, whatever size it declares."""
    if refused := _not_a_workbook(source, expected):
        return refused
    try:
        if too_large := too_many(source):
            return NotRead(too_large, is_too_large=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = open_workbook(source)
            unknown = unknown_cells(source)
            return [
                SheetRows(sheet.title, [*_rows(sheet, most_rows, most_columns)], unknown.get(sheet.title, ()))
                for sheet in book.worksheets
            ]
    except Exception:  # openpyxl raises whatever the parts of a broken workbook meet
        return broken_workbook(expected)


def _not_a_workbook(source: bytes, expected: Sayable) -> NotRead | None:
    if len(source) > MAX_WORKBOOK:
        message = Message(
            "The file has %(number)s bytes; at most %(other)s are read.",
            number=Whole(len(source)),
            other=Whole(MAX_WORKBOOK),
        )
        return NotRead(message, is_too_large=True)
    parts = parts_of(source, expected)
    if isinstance(parts, NotRead):
        return parts
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names:
        if {"mimetype", "content.xml"} <= names:
            return not_expected(N_("an OpenDocument file"), expected, Message("Save it as XLSX or CSV."))
        if "word/document.xml" in names:
            return not_expected(N_("a Word document"), expected, Message("Save it as plain text."))
        return not_expected(N_("an archive"), expected, Message("Unpack it and give the file inside."))
    if sum(part.file_size for part in parts) > _MAX_UNPACKED:
        return NotRead(_too_large(), is_too_large=True)
    return None


def _too_large() -> Message:
    return Message("This workbook is too large when unpacked.")


def open_workbook(source: bytes, *, with_values: bool = True) -> Workbook:
    """The workbook, of which nothing is read before it is asked for; with the results of its formulas, or themselves.

    Raises:
        ValueError: a part of it is shown as several sheets, so that its cells would be read as often.
    """
    # Slow to import: what is no workbook is refused without it.
    from openpyxl.reader.excel import ExcelReader

    class Once(ExcelReader):
        def read_worksheets(self) -> None:
            parts = [relation.target for _, relation in self.parser.find_sheets()]
            if len(set(parts)) < len(parts):
                raise ValueError("Two sheets are one part.")
            super().read_worksheets()

    reader = Once(io.BytesIO(source), read_only=True, data_only=with_values, keep_links=False)
    reader.read()
    return reader.wb


def too_many(source: bytes, *, most_cells: int = MOST_CELLS) -> Sayable | None:
    """Why a workbook would take too long to read, however small it is packed; None when it would not.

    Raises:
        ValueError: a part is written so that nobody can say.
    """
    cells = cost = 0
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        for part in archive.infolist():
            for kind, length in _tags_of(archive.read(part)):
                cells += kind == "cell"
                cost += 1 if kind in ("cell", "light") else _COST_OF_OTHERS
                if cells > most_cells:
                    return Message("This workbook has more than %(number)s cells.", number=Whole(most_cells))
                if cost > _MOST_FOR_A_CELL * most_cells or length > _LONGEST:
                    return _too_large()
    return None


def _tags_of(content: bytes) -> Iterator[tuple[str | None, int]]:
    """Each tag of a part, and how much text is between it and the one before; nothing of a picture.

    Raises:
        ValueError: what is a tag cannot be known.
    """
    begins = (content[:100].decode(encoding, "ignore").lstrip("\ufeff \t\r\n") for encoding in _WIDE)
    if any(text.startswith("<") for text in begins) or _OTHERWISE.match(content):
        raise ValueError("A part is not written in UTF-8.")
    if not _IS_XML.match(content):
        return
    before = 0
    for tag in _TAG.finditer(content):
        if tag.start() < before:  # within a comment
            continue
        yield tag.lastgroup, tag.start() - before
        before = tag.start()
        if tag["aside"]:
            end = content.index(b"-->" if tag["aside"] == b"!--" else b"?>", before)
            yield "light", end - before
            before = end
    yield "light", len(content) - before


# A cell with its attributes, and its end; the formula in it, and a value that is there. None goes beyond the next "<":
# a file of nothing but beginnings is read once.
_CELL = re.compile(rb"<(?:[\w.-]+:)?+c(\s[^<>]*+)?>")
_CELL_END = re.compile(rb"</(?:[\w.-]+:)?+c\s*+>")
_FORMULA = re.compile(rb"<(?:[\w.-]+:)?+f[\s/>]")
_VALUE = re.compile(rb"<(?:[\w.-]+:)?+v(?:\s[^<>]*+)?>[^<]")
_REFERENCE = re.compile(rb"\sr=[\"']([A-Z]+[0-9]+)[\"']")
# What is calculated to an empty text is known to be one.
_IS_TEXT = re.compile(rb"\st=[\"']str[\"']")


def unknown_cells(source: bytes) -> dict[str, tuple[str, ...]]:
    """By the titles of sheets the cells whose formula has no result in the file."""
    with zipfile.ZipFile(io.BytesIO(source)) as archive:
        return {
            title: cells
            for title, part in _sheet_parts(archive).items()
            if part in archive.namelist() and (cells := tuple(_without_result(archive.read(part))))
        }


def _sheet_parts(archive: zipfile.ZipFile) -> dict[str, str]:
    """The part of the archive that holds each sheet."""
    from openpyxl.xml.functions import fromstring

    targets = {
        element.get("Id"): element.get("Target", "").removeprefix("/xl/")
        for element in fromstring(archive.read("xl/_rels/workbook.xml.rels"))
    }
    return {
        element.get("name", ""): f"xl/{targets.get(value)}"
        for element in fromstring(archive.read("xl/workbook.xml")).iter()
        for key, value in element.attrib.items()
        if element.tag.endswith("}sheet") and key.endswith("}id")
    }


def _without_result(sheet: bytes) -> Iterator[str]:
    if not _FORMULA.search(sheet):
        return
    for cell, after in pairwise(chain(_CELL.finditer(sheet), (None,))):
        assert cell is not None  # only the last one is, which begins no pair
        attributes, following = cell[1] or b"", len(sheet) if after is None else after.start()
        end = _CELL_END.search(sheet, cell.end(), following)
        if attributes.endswith(b"/") or end is None:
            continue
        contents = sheet[cell.end() : end.start()]
        if _FORMULA.search(contents) and not _VALUE.search(contents) and not _IS_TEXT.search(attributes):
            place = _REFERENCE.search(attributes)
            yield place[1].decode() if place else "?"


def _rows(sheet: Worksheet, most_rows: int, most_columns: int) -> Iterator[tuple[int, list[str]]]:
    rows = sheet.iter_rows(max_row=most_rows, max_col=most_columns, values_only=True)
    for number, row in enumerate(rows, 1):
        cells = [_cell_text(cell) for cell in row]
        if any(cells):
            yield number, cells


def _cell_text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)[:_LONGEST_CELL].strip()
