"""Decks as spreadsheets: CSV, workbooks, the ELDB inventory, and the deck file of FELDB and ELDB."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from toolkit.cards.model import Kind
from toolkit.decks.figures import SKILLS
from toolkit.decks.model import Declared, IgnoredAs
from toolkit.decks.reading.account import DECKLIST, ONE_DECK, ListAccount, add_named, add_numbered
from toolkit.decks.reading.headings import Heading, heads_aside, is_figures, part_heading, type_heading
from toolkit.decks.reading.line import is_sentence
from toolkit.decks.reading.list_format import ListFormat
from toolkit.files import NotRead, SheetRows, sheets_of
from toolkit.languages import Message, Whole

_NAMES = frozenset(("card name", "name", "card", "cardname", "nom", "nombre", "carta", "carte", "karte", "kartenname"))
_COUNT_TEXT = (
    "number,count,quantity,qty,copies,amount,have,cantidad,copias,nombre de,quantité,quantite,qté,anzahl,menge,x"
)
_COUNTS = frozenset(_COUNT_TEXT.split(","))
# May number the rows as well: a column of copies only where no other one is.
_SIGNS = frozenset(("#", "no", "no.", "nr", "nr."))
_IDS = frozenset(("id", "card id", "cardid", "number id"))
_PARTS = frozenset(("section", "part", "deck part", "kind"))
_OTHERS = frozenset(
    ("type", "types", "set", "expansion", "edition", "discipline", "disciplines", "clan", "group", "cost")
)
_HEADERS = _COUNTS | _SIGNS | _OTHERS
_TOTALS = frozenset(("total", "totals", "sum", "sums", "somme", "suma", "summe"))
# A header stands below a title at most, not in the midst of a list; one of names and copies has few columns.
_MOST_ABOVE = 10
# A workbook of more is no deck's.
_MOST_ROWS = 2_000
_MOST_COLUMNS = 30
# A cell that counts a card by itself: a list in one line, and no table.
_COUNTED = re.compile(r"([0-9]{1,2})\s?[xX*]\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class TableColumns:
    """Which column of a table holds what; None where no column does.

    Attributes:
        title: the part that the name's column is headed with.
        width: how many columns the header has; 0 where there is none.
    """

    name: int | None
    count: int | None
    number: int | None = None
    part: int | None = None
    title: Kind | None = None
    width: int = 0


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


def delimiter_of(lines: Sequence[str], head: Iterable[str]) -> str | None:
    """The character between the columns if the lines are a table with a known header or an all-number column.

    `head` are the lines on top that may be the header.
    """
    for line in head:
        # A place or a title has a comma, and is asked no more than that.
        if _HEADERS.isdisjoint([word.strip(' "') for word in _DELIMITERS.split(line.casefold())]):
            continue
        for delimiter in ",;\t":
            if delimiter in line and headers_of(_cells(line, delimiter)):
                return delimiter
    first = next(filter(str.strip, lines), "")
    # A price has a comma as well: what else parts every line does so.
    for delimiter in "\t;," if "," in first else ";":
        if delimiter in first and all(delimiter in line or not line.strip() for line in lines):
            rows = [_cells(line, delimiter) for line in lines if line.strip()]
            if any(_COUNTED.match(cell) for row in rows for cell in row):
                return None
            if 1 < len(rows[0]) < 8 and len({len(row) for row in rows}) == 1 and _number_columns(rows):
                return delimiter
    return None


_DELIMITERS = re.compile("[,;\t]")


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


def headers_of(cells: Sequence[object]) -> list[TableColumns]:
    """The columns that a header names, if it names a card; several where tables stand side by side.

    Without a column of copies each row is one copy: other columns that tables of cards have must say that it is one.
    """
    words = [str(cell).strip().casefold() for cell in cells]
    if not 1 < sum(map(bool, words)) < _MOST_COLUMNS:
        return []

    def places(labels: frozenset[str]) -> list[int]:
        return [index for index, word in enumerate(words) if word in labels]

    names, numbers, parts = places(_NAMES), places(_IDS), places(_PARTS)
    counts = [index for index in places(_COUNTS) or places(_SIGNS) if index not in names[:1]]
    titled = [index for index, word in enumerate(words) if part_named(word)]
    if len(counts) > 1 and len(counts) in (len(titled), len(names)):
        heads = titled if len(titled) == len(counts) else names
        return [
            TableColumns(name, count, title=part_named(words[name])) for name, count in zip(heads, counts, strict=True)
        ]
    if not names and not numbers:
        return []
    if not counts and not (names and places(_OTHERS)):
        return []
    name, count, number, part = (indexes[0] if indexes else None for indexes in (names, counts, numbers, parts))
    return [TableColumns(name, count, number, part, width=len(words))]


def _figure(text: object) -> str:
    """The copies that a cell states: "3", "3x", "x3"."""
    return str(text).strip().strip("xX*").strip()


def _number_columns(rows: Sequence[Sequence[object]]) -> list[int]:
    """The columns that hold nothing but short whole numbers; one that numbers the rows comes last."""
    numbered = []
    for index in range(max(map(len, rows))):
        cells = [_figure(row[index]) for row in rows if index < len(row)]
        if cells and all(cell.isascii() and cell.removeprefix("-").isdecimal() and len(cell) < 6 for cell in cells):
            is_numbering = len(cells) > 2 and [int(cell) for cell in cells] == list(range(1, len(cells) + 1))
            numbered.append((is_numbering, index))
    return [index for _, index in sorted(numbered)]


def read_csv(lines: Sequence[str], delimiter: str, account: ListAccount) -> ListFormat:
    """A CSV table of cards."""
    reader = csv.reader([f"{line}\n" for line in lines], delimiter=delimiter, skipinitialspace=True, strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error:
        # A quote too many is one row's: the others do not end with it.
        rows = [(number, _cells(line, delimiter)) for number, line in enumerate(lines, 1)]
    filled = [row for row in rows if any(map(str.strip, row[1]))]
    account.blank += len(rows) - len(filled)
    read_rows(filled, account)
    return ListFormat.CSV


def read_rows(rows: list[tuple[int, list[str]]], account: ListAccount, part: Kind | None = None) -> None:
    """Take the cards of numbered rows; `part` is theirs if no column and no row above them says it.

    A header may stand below a title, and again further down; other rows may name a part or a type, or sum up.
    """
    head = next((index for index, (_, cells) in enumerate(rows[:_MOST_ABOVE]) if headers_of(cells)), -1)
    columns: list[TableColumns] = []
    if head < 0 and rows:
        columns = _guessed([cells for _, cells in rows], account)
        head = _first_card(rows, columns, account)
    several: list[int] = []
    for index, (line, cells) in enumerate(rows):
        if header := headers_of(cells):
            columns = header
            account.headings += 1
        elif heading := _heading(cells, account):
            part = heading.part or part
            account.headings += 1
        elif index < head:
            _add_title(line, cells, account)
        else:
            added = [_add_row(line, cells, group, account, part) for group in columns] or _add_cells(
                line, cells, account
            )
            if not any(added):
                _add_stray(line, cells, account)
            several += [line] * sum(added) if sum(added) > 1 else []
    account.rows |= set(several)
    account.pieces += len(several)


def _heading(cells: Sequence[str], account: ListAccount) -> Heading | None:
    """The heading of a row that holds the name of a part or type, a sum, and no card."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    words = [cell for cell in filled if not _figure(cell).isdecimal()]
    if len(words) != 1 or len(filled) > 2 or account.resolver.find(words[0]):
        return None
    if words[0].casefold().rstrip(":") in _TOTALS:
        return Heading(None, "")
    # "Total crypt".
    total = Heading(None, "") if is_figures(words[0]) else None
    return part_heading(words[0]) or type_heading(words[0]) or total


def _first_card(rows: list[tuple[int, list[str]]], columns: list[TableColumns], account: ListAccount) -> int:
    """The first row that names a card and its copies; a title may stand above it, in a cell of its own."""
    for index, (_, cells) in enumerate(rows[:_MOST_ABOVE]):
        if sum(map(bool, map(str.strip, cells))) != 1 or all(group.count is None for group in columns):
            return index
    return 0


def _add_cells(line: int, cells: Sequence[str], account: ListAccount) -> list[bool]:
    """Take each cell of a row that counts a card by itself: "2x Fame"."""
    matches = [counted for cell in cells if (counted := _COUNTED.fullmatch(cell.strip()))]
    for counted in matches:
        add_named(account, line, counted[2], counted[1])
    return [True] * len(matches)


def _add_title(line: int, cells: Sequence[str], account: ListAccount) -> None:
    """Take a row above the header: the deck's name, or what is said of it; a card there is open."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    if len(filled) > 1 and _add_stray(line, cells, account, is_told=False):
        return
    if account.name:
        account.description.append(" ".join(filled))
        account.ignore(line, _shown(cells), IgnoredAs.DESCRIPTION)
    else:
        account.name = " ".join(filled)
        account.metadata += 1


def _add_stray(line: int, cells: Sequence[str], account: ListAccount, *, is_told: bool = True) -> bool:
    """Take a row without a name where names stand: open if any other cell names a card, else told; whether open."""
    name = next((cell.strip() for cell in cells if _is_card(cell, account)), "")
    if name:
        account.unknown(line, name, 0)
    elif is_told:
        account.ignore(line, _shown(cells), IgnoredAs.NO_CARD)
    return bool(name)


def _is_card(cell: str, account: ListAccount) -> bool:
    """Whether the cell names a card; the name of a discipline may say of another one what it needs."""
    text = cell.strip()
    return (
        bool(text) and not _figure(text).isdecimal() and text not in SKILLS and account.resolver.find(text) is not None
    )


def _guessed(rows: Sequence[Sequence[str]], account: ListAccount) -> list[TableColumns]:
    """Columns without a header: names where most cells are cards', copies where all of their rows have numbers."""
    width = max(map(len, rows))
    hits = [sum(_is_card(row[index], account) for row in rows if index < len(row)) for index in range(width)]
    most = max(hits)
    if not most and any(_COUNTED.match(cell.strip()) for row in rows for cell in row):
        return []
    if not most:
        counts = _number_columns(rows)
        return [
            TableColumns(next((index for index in range(width) if index not in counts), 0), next(iter(counts), None))
        ]
    names = [index for index in range(width) if 2 * hits[index] >= most]
    guesses: list[TableColumns] = []
    for name in names:
        of_name = [row for row in rows if name < len(row) and _is_card(row[name], account)]
        taken = [columns.count for columns in guesses]
        counts = [index for index in _number_columns(of_name) if index != name and index not in taken]
        # Side by side, the copies of each stand beside it.
        beside = [index for index in counts if abs(index - name) == 1]
        count = next(iter(beside if len(names) > 1 and beside else counts), None)
        if not guesses or count is not None:
            guesses.append(TableColumns(name, count))
    return guesses


def _shown(cells: Sequence[str]) -> str:
    return ", ".join(map(str, cells)).rstrip(", ")


def _cell(cells: Sequence[str], column: int | None) -> str:
    return cells[column].strip() if column is not None and column < len(cells) else ""


def _add_row(line: int, cells: Sequence[str], columns: TableColumns, account: ListAccount, part: Kind | None) -> bool:
    """Take the card of a row; whether it names one."""
    extra = len(cells) - columns.width if columns.width else 0
    if columns.name is not None and extra > 0:
        # A comma in a name without quotation marks parts it.
        joined = ", ".join(map(str.strip, cells[columns.name : columns.name + extra + 1]))
        if account.resolver.find(joined):
            cells = [*cells[: columns.name], joined, *cells[columns.name + extra + 1 :]]
    name, number = _cell(cells, columns.name), _cell(cells, columns.number)
    if not name and not number:
        return False
    figure = (_figure(_cell(cells, columns.count)) or "0") if columns.count is not None else "1"
    part = part_named(_cell(cells, columns.part)) or columns.title or part
    if number.isdecimal():
        add_numbered(account, line, number, figure, name=name)
    elif is_sentence(name) and account.resolver.find(name) is None and (figure == "0" or columns.count is None):
        account.ignore(line, _shown(cells), IgnoredAs.PROSE)
    else:
        add_named(account, line, name or number, figure, part=part)
    return True


def part_named(text: str) -> Kind | None:
    """The part of a deck that a cell or the name of a sheet is."""
    heading = part_heading(text.strip()) if len(text) < _LONGEST_PART else None
    return heading.part if heading else None


_LONGEST_PART = 40


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


# Workbooks


def read_workbook(source: bytes, account: ListAccount) -> ListFormat:
    """A workbook: sheets named for the parts, or one table; figure and name in each row."""
    sheets = sheets_of(source, DECKLIST, most_rows=_MOST_ROWS + 1, most_columns=_MOST_COLUMNS + 1)
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
    if sheet.rows and sheet.rows[-1][0] > _MOST_ROWS:
        return Message("A list has at most %(number)s lines.", number=Whole(_MOST_ROWS))
    if any(cells[_MOST_COLUMNS:] and cells[_MOST_COLUMNS] for _, cells in sheet.rows):
        return Message("A list has at most %(number)s columns.", number=_MOST_COLUMNS)
    return None
