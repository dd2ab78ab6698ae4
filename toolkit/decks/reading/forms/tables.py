"""Decks as tables: CSV, the ELDB inventory, and the deck file of FELDB and ELDB."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolkit.cards.model import Kind
from toolkit.decks.model import Declared, IgnoredAs
from toolkit.decks.reading.account import ListAccount, add_named, add_numbered
from toolkit.decks.reading.list_format import ListFormat
from toolkit.languages import Message

_NAMES = frozenset(("card name", "name", "card", "cardname", "nom", "nombre", "carta", "carte", "karte", "kartenname"))
_COUNTS = frozenset(
    ("number", "count", "quantity", "qty", "copies", "amount", "have", "#", "cantidad", "nombre de", "anzahl", "menge")
)
_IDS = frozenset(("id", "card id", "cardid", "number id"))
_PARTS = frozenset(("section", "part", "deck part", "kind"))


@dataclass(frozen=True, slots=True)
class TableColumns:
    """Which column of a table holds what; None where no column does."""

    name: int | None
    count: int | None
    number: int | None = None
    part: int | None = None


def read_inventory(text: str, account: ListAccount) -> ListFormat:
    """An ELDB inventory: name, have, want, an empty column, crypt or library; zero counts are normal."""
    reader = csv.reader(io.StringIO(text), skipinitialspace=True)
    for row in _rows(reader, account):
        line, cells = row
        if line == 1:
            account.headings += 1
        elif len(cells) < 2 or cells[1].strip() == "0":
            account.ignore(line, ", ".join(cells), IgnoredAs.NO_CARD)
        else:
            part = part_named(cells[4]) if len(cells) > 4 else None
            add_named(account, line, cells[0], cells[1], part=part)
    return ListFormat.ELDB_INVENTORY


def _rows(reader: Iterable[list[str]], account: ListAccount) -> list[tuple[int, list[str]]]:
    """Rows that hold anything, with the line each ends on; a row that cannot be parsed ends the table."""
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((getattr(reader, "line_num", len(rows) + 1), row))
    except csv.Error as error:
        account.not_a_deck(Message("This CSV cannot be read: %(name)s.", name=error))
    return rows


def delimiter_of(lines: Sequence[str]) -> str | None:
    """The character between the columns if the lines are a table with a known header or an all-number column."""
    first = next((line for line in lines if line.strip()), "")
    # A title with a comma is no header: one line in three is asked that.
    words = first.casefold()
    may_be_header = any(name in words for name in _COUNTS)
    for delimiter in (",", ";", "\t"):
        if delimiter not in first:
            continue
        if may_be_header and header_of(_cells(first, delimiter)):
            return delimiter
        if delimiter != "\t" and all(delimiter in line or not line.strip() for line in lines):
            rows = [_cells(line, delimiter) for line in lines if line.strip()]
            if 1 < len(rows[0]) < 8 and len({len(row) for row in rows}) == 1 and _number_column(rows) is not None:
                return delimiter
    return None


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter, skipinitialspace=True, strict=True), [])
    except csv.Error:
        return _cells_with_quotes(line, delimiter)


def _cells_with_quotes(line: str, delimiter: str) -> list[str]:
    """The cells of a row whose quoted names hold bare quotes: one closes a cell only in front of the delimiter."""
    cells: list[str] = []
    start, end = 0, len(line)
    while start <= end:
        while start < end and line[start] == " " != delimiter:
            start += 1
        is_quoted = line[start : start + 1] == '"'
        close = _closing(line, start + 1, delimiter) if is_quoted else -1
        if close < 0:
            stop = line.find(delimiter, start)
            stop = end if stop < 0 else stop
            cells.append(line[start:stop])
        else:
            stop = line.find(delimiter, close)
            stop = end if stop < 0 else stop
            cells.append(line[start + 1 : close])
        start = stop + 1
    return cells


def _closing(line: str, start: int, delimiter: str) -> int:
    """The quote that closes a cell: the last of those right in front of a delimiter or the line's end; -1 for none."""
    quote = line.find('"', start)
    while quote >= 0:
        after = quote + 1
        while line[after : after + 1] == " ":
            after += 1
        if after >= len(line) or line[after] == delimiter:
            return quote
        quote = line.find('"', quote + 1)
    return -1


def header_of(cells: Sequence[object]) -> TableColumns | None:
    """The columns that a header names, if it names a card and a count."""
    words = [str(cell).strip().casefold() for cell in cells]

    def column(known: frozenset[str]) -> int | None:
        return next((index for index, word in enumerate(words) if word in known), None)

    found = TableColumns(column(_NAMES), column(_COUNTS), column(_IDS), column(_PARTS))
    has_card = found.name is not None or found.number is not None
    return found if has_card and found.count is not None and found.count != found.name else None


def _number_column(rows: Sequence[Sequence[object]]) -> int | None:
    """The first column that holds nothing but short whole numbers."""
    for index in range(len(rows[0])):
        cells = [str(row[index]).strip() for row in rows if index < len(row)]
        if cells and all(cell.isascii() and cell.lstrip("-").isdecimal() and len(cell) < 6 for cell in cells):
            return index
    return None


def read_csv(lines: Sequence[str], delimiter: str, account: ListAccount) -> ListFormat:
    """A CSV table of cards."""
    reader = csv.reader([f"{line}\n" for line in lines], delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error:
        # A quote too many is one row's: the others do not end with it.
        rows = [(number, _cells(line, delimiter)) for number, line in enumerate(lines, 1)]
    read_rows([row for row in rows if any(map(str.strip, row[1]))], account)
    return ListFormat.CSV


def read_rows(rows: list[tuple[int, list[str]]], account: ListAccount, part: Kind | None = None) -> None:
    """Take the cards of numbered rows, the first of which may be a header; `part` is theirs if no column says it."""
    if not rows:
        return
    columns = header_of(rows[0][1])
    if columns:
        account.headings += 1
        rows = rows[1:]
    else:
        columns = _guessed([cells for _, cells in rows])
    for line, cells in rows:
        _add_row(line, cells, columns, account, part)


def _guessed(rows: Sequence[Sequence[str]]) -> TableColumns:
    """Columns without a header: the first of numbers counts, the first other names."""
    count = _number_column(rows)
    name = next((index for index in range(len(rows[0])) if index != count), 0)
    return TableColumns(name, count)


def _cell(cells: Sequence[str], column: int | None) -> str:
    return cells[column].strip() if column is not None and column < len(cells) else ""


def _add_row(line: int, cells: Sequence[str], columns: TableColumns, account: ListAccount, part: Kind | None) -> None:
    name, number = _cell(cells, columns.name), _cell(cells, columns.number)
    figure = _cell(cells, columns.count) if columns.count is not None else "1"
    part = part_named(_cell(cells, columns.part)) or part
    if not name and not number:
        account.ignore(line, ", ".join(map(str, cells)), IgnoredAs.NO_CARD)
    elif number.isdecimal():
        add_numbered(account, line, number, figure or "0", name=name)
    else:
        add_named(account, line, name, figure or "0", part=part)


def part_named(text: str) -> Kind | None:
    """The part of a deck that a cell or the name of a sheet is."""
    word = text.strip().casefold()
    return Kind.CRYPT if word == "crypt" else Kind.LIBRARY if word == "library" else None


@dataclass(frozen=True, slots=True)
class FeldbToken:
    """A quoted string or a bare number of the file."""

    line: int
    text: str
    quoted: bool


def tokens_of(text: str) -> list[FeldbToken] | None:
    """The file's strings and numbers; None when it holds anything else."""
    tokens: list[FeldbToken] = []
    position, line, length = 0, 1, len(text)
    while position < length:
        character = text[position]
        if character == '"':
            end = text.find('"', position + 1)
            if end < 0:
                return None
            tokens.append(FeldbToken(line, text[position + 1 : end], quoted=True))
            line += text.count("\n", position, end)
            position = end + 1
        elif character.isspace():
            line += character == "\n"
            position += 1
        else:
            end = text.find("\n", position)
            end = length if end < 0 else end
            word = text[position:end].strip()
            if not (word.isascii() and word.isdecimal()) or len(word) > 6:
                return None
            tokens.append(FeldbToken(line, word, quoted=False))
            position = end
    return tokens


def is_feldb(tokens: list[FeldbToken] | None) -> bool:
    """Whether the strings and numbers have the shape of a deck: three strings, then a size."""
    return (
        tokens is not None
        and len(tokens) > 4
        and all(token.quoted for token in tokens[:3])
        and not tokens[3].quoted
        and sum(not token.quoted for token in tokens) == 2
    )


def read_feldb(tokens: list[FeldbToken], account: ListAccount) -> ListFormat:
    """Read the deck into the account."""
    account.name, account.author = tokens[0].text.strip(), tokens[1].text.strip()
    account.description += filter(None, [tokens[2].text.strip()])
    account.metadata += 3
    part = Kind.CRYPT
    for index, token in enumerate(tokens[3:]):
        if not token.quoted:
            part = Kind.LIBRARY if index else Kind.CRYPT
            account.headings += 1
            account.declared.append(Declared(part.value, float(token.text), token.line))
        else:
            add_named(account, token.line, token.text, "1", part=part)
    return ListFormat.FELDB
