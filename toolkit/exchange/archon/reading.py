"""An Archon workbook read: what was typed, wherever a value stands; what cannot be taken names its cell."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from toolkit.decks.reading.header import parse_date
from toolkit.errors import Invalid
from toolkit.exchange.archon.model import (
    FINAL_WORD,
    LEVELS,
    MOST_NOTES,
    Book,
    BookPlayer,
    BookSeat,
    BookTable,
    Override,
)
from toolkit.exchange.archondata import plain_line
from toolkit.files import (
    CANNOT_UNPACK,
    NotRead,
    broken_workbook,
    is_packed,
    not_expected,
    open_workbook,
    parts_of,
    text_of,
    too_many,
    unknown_cells,
)
from toolkit.languages import N_, Listed, Message
from toolkit.scoring import Halves
from toolkit.tournament.configuration import Official, clean_vekn
from toolkit.tournament.errors import BadValue
from toolkit.tournament.players import VEKN_DIGITS

if TYPE_CHECKING:
    from openpyxl import Workbook

MOST_BYTES = 5 * 1024 * 1024
_MOST_UNPACKED = 20 * 1024 * 1024
_MOST_SHEETS = 20
_MOST_CELLS = 250_000
_EXPECTED = Message("an Archon workbook")
_INSTEAD = Message("Choose an Archon 1.5l, saved as XLSX.")
_NEEDED = ("Tournament Info", "Methuselahs", "Round 1", "Round 2", "Round 3", "Final Round")
_FIRST, _LAST = 7, 306
_POINTS = re.compile(r"E[0-9]+")
_TYPED = {"Methuselahs": re.compile(r"[BCE][0-9]+"), "Final Round": re.compile(r"[AF]1[4-8]")}
_CELLS_TOLD = 12
_FORMATS = (_CONSTRUCTED, _LIMITED) = ("Constructed", "Limited")
_LEVELS = tuple(name for name, _ in LEVELS.values())

type RowsByNumber = Mapping[int, tuple[object, ...]]


class NoArchonWorkbook(Invalid):
    """A file that is no Archon workbook, or a cell of one that cannot be taken."""

    code = "no_archon_workbook"


def read_book(content: bytes) -> Book:
    """The typed content of a workbook.

    Raises:
        NoArchonWorkbook: it is something else, is too large, or has a cell that cannot be taken, which is named.
    """
    check_package(content)
    file = _opened(content, with_values=True)
    missing = [name for name in _NEEDED if name not in file.sheetnames]
    if missing:
        raise NoArchonWorkbook(
            Message(
                "This workbook is not an Archon: it has no sheet “%(name)s”. %(note)s", name=missing[0], note=_INSTEAD
            )
        )
    info = _rows(file, "Tournament Info", 1, 30, 3)
    numbers, players = _players(_rows(file, "Methuselahs", _FIRST, _LAST, 13))
    if not players:
        raise NoArchonWorkbook(Message("The sheet Methuselahs has no players."))
    _refuse_unknown(file, content)
    notes, rounds = _notes(file), [_round(file, number, numbers) for number in (1, 2, 3)]
    without = [number for number, tables in enumerate(rounds, start=1) if tables is None]
    if without:
        _refuse_formulas(content, without[0])
    final = _final(file, numbers)
    _check_rounds(_text(info, 11, 1), [bool(tables) for tables in rounds], has_final=bool(final))
    return Book(
        name=_text(info, 3, 1),
        date=_day(info),
        organizer=_text(info, 6, 1),
        organizer_vekn=_vekn("Tournament Info C6", _cell(info, 6, 2)),
        city=_text(info, 7, 1),
        is_limited=_one_of("Tournament Info B8", _text(info, 8, 1), _FORMATS) == _LIMITED,
        level=_one_of("Tournament Info B9", _text(info, 9, 1), _LEVELS),
        warnings=_whole(_cell(info, 14, 1)),
        disqualifications=_whole(_cell(info, 15, 1)),
        judges=tuple(
            Official(name=name, vekn=_vekn(f"Tournament Info C{row}", _cell(info, row, 2)))
            for row in range(17, 27)
            if (name := _text(info, row, 1))
        ),
        players=tuple(players),
        rounds=tuple(tuple(tables) for tables in rounds if tables),
        final=final,
        overrides=tuple(_overrides(file)),
        notes=tuple(text for row in notes if (text := _text(notes, row, 0))),
    )


def check_package(content: bytes) -> None:
    """Whether a file is the package of a workbook, and small enough to be unpacked.

    Raises:
        NoArchonWorkbook: it is something else, which is named, or too large.
    """
    if len(content) > MOST_BYTES:
        raise NoArchonWorkbook(Message("This workbook is too large when unpacked."))
    if not is_packed(content):
        text = text_of(content, _EXPECTED)
        raise _refused(text if isinstance(text, NotRead) else not_expected(N_("a text"), _EXPECTED))
    parts = parts_of(content, _EXPECTED)
    if isinstance(parts, NotRead):
        raise _refused(parts)
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names:
        what = N_("an OpenDocument file") if {"mimetype", "content.xml"} <= names else N_("an archive")
        raise _refused(not_expected(what, _EXPECTED))
    if sum(part.file_size for part in parts) > _MOST_UNPACKED:
        raise NoArchonWorkbook(Message("This workbook is too large when unpacked."))
    if sum(name.startswith("xl/worksheets/sheet") for name in names) > _MOST_SHEETS:
        raise NoArchonWorkbook(
            Message("This workbook has more than %(number)s sheets: an Archon has 14.", number=_MOST_SHEETS)
        )
    try:
        too_large = too_many(content, most_cells=_MOST_CELLS)
    except (*CANNOT_UNPACK, KeyError):
        raise broken() from None
    if too_large:
        raise NoArchonWorkbook(too_large)


def _refused(file: NotRead) -> NoArchonWorkbook:
    return NoArchonWorkbook(file.sentence(_INSTEAD))


def broken() -> NoArchonWorkbook:
    """The refusal of a workbook of which a part cannot be read."""
    return _refused(broken_workbook(_EXPECTED))


def _opened(content: bytes, *, with_values: bool) -> Workbook:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return open_workbook(content, with_values=with_values)
    except Exception:  # openpyxl raises whatever the parts of a broken workbook meet
        raise broken() from None


def _rows(file: Workbook, name: str, first: int, last: int, columns: int) -> RowsByNumber:
    """Rows of a sheet by their number, as many cells of each."""
    try:
        rows = file[name].iter_rows(min_row=first, max_row=last, max_col=columns, values_only=True)
        return dict(enumerate(rows, start=first))
    except Exception:  # the parts of a sheet are only read now
        raise broken() from None


def _cell(rows: RowsByNumber, row: int, column: int) -> object:
    cells = rows.get(row, ())
    return cells[column] if column < len(cells) else None


def _text(rows: RowsByNumber, row: int, column: int) -> str:
    value = _cell(rows, row, column)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return plain_line(str(value))[:200] if value is not None else ""


def _whole(value: object) -> int:
    text = str(value if value is not None else "").strip().removesuffix(".0")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def _vekn(where: str, value: object) -> str:
    """A number as people type it: a number, a text, with a fraction that is none; nothing, a dash or 0 is none."""
    text = str(value if value is not None else "").strip().removesuffix(".0")
    try:
        digits = clean_vekn(text.strip("-–—"))
    except BadValue as error:
        raise NoArchonWorkbook(Message("%(cell)s: %(sentence)s", cell=where, sentence=error.message)) from None
    return digits.zfill(VEKN_DIGITS) if digits and int(digits) else ""


def _day(info: RowsByNumber) -> date | None:
    value = _cell(info, 4, 1)
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    text = _text(info, 4, 1)
    if not text:
        return None
    day = parse_date(text.replace("-", " ")) or parse_date(text)
    if day is None:
        raise NoArchonWorkbook(Message("%(cell)s: “%(value)s” is not a date.", cell="Tournament Info B4", value=text))
    return day


def _one_of(where: str, text: str, names: Sequence[str]) -> str:
    """The entry that is named, regardless of capitals; the first where there is none."""
    named = next((name for name in names if name.casefold() == text.casefold()), None)
    if text and named is None:
        message = Message("%(cell)s: “%(value)s” is none of %(list)s.", cell=where, value=text[:40], list=Listed(names))
        raise NoArchonWorkbook(message)
    return named or names[0]


def _check_rounds(written: str, are_played: Sequence[bool], *, has_final: bool) -> None:
    """Refuse rounds that contradict each other, or the number of them, such as 3R+F, or 4 with the final."""
    played = max((number for number, is_played in enumerate(are_played, start=1) if is_played), default=0)
    if not all(are_played[:played]):
        missing = are_played.index(False) + 1
        sentence = Message(
            "Round %(number)s has no seats and points, and round %(other)s has.", number=missing, other=played
        )
        raise NoArchonWorkbook(sentence)
    number = re.fullmatch(r"([1-9])(\s*r\s*\+\s*f)?", written, re.IGNORECASE)
    cell = "Tournament Info B11"
    if written and number is None:
        raise NoArchonWorkbook(
            Message("%(cell)s: “%(value)s” is not a number of rounds.", cell=cell, value=written[:40])
        )
    if number is not None and played > int(number[1]) - (has_final and not number[2]):
        sentence = Message(
            "%(cell)s: “%(value)s” leaves out round %(number)s, which has seats and points.",
            cell=cell,
            value=written,
            number=played,
        )
        raise NoArchonWorkbook(sentence)


def _players(rows: RowsByNumber) -> tuple[dict[int, int], list[BookPlayer]]:
    """The number of a row to the number without gaps, and the players."""
    numbers: dict[int, int] = {}
    by_vekn: dict[str, int] = {}
    players: list[BookPlayer] = []
    for row in rows:
        first, last = _text(rows, row, 1), _text(rows, row, 2)
        vekn = _vekn(f"Methuselahs E{row}", _cell(rows, row, 4))
        if not (first or last):
            if vekn:
                raise NoArchonWorkbook(Message("%(cell)s: a player without a name.", cell=f"Methuselahs B{row}"))
            continue
        number = _number(f"Methuselahs A{row}", rows, row) or row - _FIRST + 1
        if number in numbers:
            cell = f"Methuselahs A{row}"
            raise NoArchonWorkbook(Message("%(cell)s: there is another player %(number)s.", cell=cell, number=number))
        if vekn and vekn in by_vekn:
            cell = f"Methuselahs E{row}"
            message = Message("%(cell)s: player %(number)s has this VEKN number too.", cell=cell, number=by_vekn[vekn])
            raise NoArchonWorkbook(message)
        by_vekn[vekn] = number
        numbers[number] = len(players) + 1
        players.append(
            BookPlayer(
                first=first,
                last=last,
                city=_text(rows, row, 3),
                vekn=vekn,
                flag=_text(rows, row, 6),
                toss=_toss(f"Methuselahs M{row}", _text(rows, row, 12)),
            )
        )
    return numbers, players


def _toss(where: str, text: str) -> int:
    place = _whole(text)
    if not place and text.strip("-–—0"):
        raise NoArchonWorkbook(Message("%(cell)s: “%(value)s” is not a place in a toss.", cell=where, value=text[:40]))
    return place


def _round(file: Workbook, number: int, numbers: Mapping[int, int]) -> list[BookTable] | None:
    """The tables of a round; None where points stand beside seats that have no value."""
    rows = _rows(file, f"Round {number}", _FIRST, _LAST, 5)
    if not any(_whole(_cell(rows, row, 0)) for row in rows):
        return None if any(_cell(rows, row, 4) not in (None, "") for row in rows) else []
    if not any(_cell(rows, row, 4) not in (None, "") for row in rows):
        return []
    tables: dict[int, list[BookSeat]] = {}
    seen: set[int] = set()
    for row in rows:
        seat = _seat(f"Round {number}", row, "E", rows, numbers, seen)
        if seat is not None:
            tables.setdefault((row - _FIRST) // 5 + 1, []).append(seat)
    return [tuple(table) for _, table in sorted(tables.items())]


def _refuse_unknown(file: Workbook, content: bytes) -> None:
    """Refuse typed cells that hold a formula without a result: empty, they would pass for no points, or no player."""
    try:
        unknown = unknown_cells(content)
    except Exception:  # whatever the parts of a broken workbook meet
        raise broken() from None
    empty: list[str] = []
    for sheet, cells in unknown.items():
        typed = _TYPED.get(sheet, _POINTS if sheet.startswith("Round ") else None)
        if typed is None:
            continue
        empty.extend(f"{sheet} {cell}" for cell in cells if typed.fullmatch(cell))
        if typed is _POINTS:
            rows = _rows(file, sheet, _FIRST, _LAST, 5)
            # Rows that nobody sits in are formulas in the true Archon, too.
            seated = [row for row in rows if _cell(rows, row, 4) not in (None, "")]
            if any(_whole(_cell(rows, row, 0)) for row in rows):
                empty.extend(f"{sheet} A{row}" for row in seated if f"A{row}" in cells)
    if empty:
        raise NoArchonWorkbook(
            Message(
                "The file has no results for the formulas in %(list)s. Open it in a spreadsheet program, "
                "save it, and choose it again.",
                list=Listed(empty, most=_CELLS_TOLD),
            )
        )


def _number(where: str, rows: RowsByNumber, row: int) -> int:
    """The player's number in column A; 0 where there is none, or a formula that came to an error."""
    written = _text(rows, row, 0)
    number = _whole(written)
    if not number and written not in ("", "0") and not written.startswith("#"):
        raise NoArchonWorkbook(
            Message("%(cell)s: “%(value)s” is not a player's number.", cell=where, value=written[:40])
        )
    return number


def _seat(
    sheet: str, row: int, points: str, rows: RowsByNumber, numbers: Mapping[int, int], seen: set[int]
) -> BookSeat | None:
    """A seat with its points; None where it is empty."""
    number = _number(f"{sheet} A{row}", rows, row)
    taken = _points(f"{sheet} {points}{row}", _cell(rows, row, "ABCDEF".index(points)))
    if number:
        return BookSeat(_known(f"{sheet} A{row}", number, numbers, seen), taken)
    if taken:
        raise NoArchonWorkbook(
            Message("%(cell)s: victory points, and no player's number beside them.", cell=f"{sheet} {points}{row}")
        )
    return None


def _known(where: str, seat: int, numbers: Mapping[int, int], seen: set[int]) -> int:
    if seat not in numbers:
        raise NoArchonWorkbook(Message("%(cell)s: there is no player %(number)s.", cell=where, number=seat))
    if seat in seen:
        raise NoArchonWorkbook(Message("%(cell)s: player %(number)s sits twice.", cell=where, number=seat))
    seen.add(seat)
    return numbers[seat]


def _points(where: str, value: object) -> Halves:
    text = str(value if value is not None else "").strip().replace(",", ".")
    if not text:
        return 0
    if not re.fullmatch(r"-?[0-9]{1,2}(\.[05]0*)?", text):
        raise NoArchonWorkbook(
            Message("%(cell)s: “%(value)s” is not a number of victory points.", cell=where, value=text[:40])
        )
    return round(float(text) * 2)


def _refuse_formulas(content: bytes, number: int) -> None:
    """Seats without a value: formulas that no program has calculated, or nothing at all.

    Raises:
        NoArchonWorkbook: always, and which of both.
    """
    rows = _rows(_opened(content, with_values=False), f"Round {number}", _FIRST, _LAST, 1)
    if any(str(_cell(rows, row, 0) or "").startswith("=") for row in rows):
        raise NoArchonWorkbook(
            Message(
                "The seats of round %(number)s are formulas without a value: open the file once in a spreadsheet "
                "program and save it.",
                number=number,
            )
        )
    raise NoArchonWorkbook(Message("Round %(number)s has victory points and no seats.", number=number))


def _final(file: Workbook, numbers: Mapping[int, int]) -> BookTable:
    rows = _rows(file, "Final Round", 14, 18, 6)
    seen: set[int] = set()
    if not any(_cell(rows, row, 5) not in (None, "") for row in rows):
        return ()
    seats = [_seat("Final Round", row, "F", rows, numbers, seen) for row in rows]
    return tuple(seat for seat in seats if seat is not None)


def _overrides(file: Workbook) -> Iterator[Override]:
    if "Override" not in file.sheetnames:
        return
    rows = _rows(file, "Override", 6, 125, 4)
    for row in rows:
        word, table = _text(rows, row, 0), _whole(_cell(rows, row, 1))
        if word and table:
            yield Override(FINAL_WORD if word.upper().startswith(FINAL_WORD) else word, table, _text(rows, row, 3))


def _notes(file: Workbook) -> RowsByNumber:
    return _rows(file, "Notes", 4, 3 + MOST_NOTES, 1) if "Notes" in file.sheetnames else {}
