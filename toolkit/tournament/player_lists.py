"""Players as a list names them: pasted, a CSV file, a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, zip_longest

from toolkit.files import NotRead, SheetRows, is_packed, not_expected, sheets_of, text_of
from toolkit.languages import N_, Listed, Message, Whole, without_invisible
from toolkit.tournament.configuration import LONGEST_VEKN
from toolkit.tournament.errors import BadValue
from toolkit.tournament.name_order import PARTICLES, NameOrders, is_given_name, named_country
from toolkit.tournament.pasted_lines import HELD_COMMA, PastedLine, is_rule, pasted_lines, without_remarks
from toolkit.tournament.players import LONGEST_NAME, VEKN_DIGITS, search_key

MOST_LINES = 5_000
MOST_CHARACTERS = 2_000_000

# What a column may be called, in English, French, Spanish, Portuguese, Italian and German; letters only, accents and
# case do not count. “Nome” and “nombre” are the given name where another column holds the family name.
HEADERS = {
    "full": {"fullname", "nomcomplet", "nombrecompleto", "nomecompleto"},
    "name": {
        "name", "player", "playername", "nom", "joueur", "nombre", "jugador", "nome", "jogador", "giocatore", "spieler",
        "names", "players", "participants", "joueurs", "jugadores", "participantes", "jogadores", "giocatori",
        "partecipanti", "teilnehmer",
    },
    "first": {"firstname", "first", "givenname", "prenom", "nombredepila", "vorname", "primeironome"},
    "last": {
        "lastname", "last", "surname", "familyname", "nomdefamille", "apellido", "apellidos", "sobrenome", "apelido",
        "cognome", "nachname", "familienname", "zuname",
    },
    "vekn": {
        "vekn", "veknid", "vekn#", "vekno", "veknnumber", "veknno", "idvekn", "numerovekn", "memberid",
        "numerodevekn", "veknnummer",
    },
    "city": {"city", "town", "ville", "ciudad", "cidade", "citta", "stadt", "ort"},
    "country": {"country", "pays", "pais", "paese", "land"},
}  # fmt: skip
_QUOTED = re.compile(r'"[^"]*"')
# A heading shorter than this is not looked for inside a question.
_SHORTEST_HEADING = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedPlayer:
    """One line as read: `line` from 1, in the file.

    Attributes:
        note: what was read and is not kept, in a sentence; a line of which nothing is kept has no name.
        is_same: whether it is the person whom it is like, once somebody has said so.
        written: the name as the list has it, where the import writes another.
        other: the second reading of a line that may be read in two ways.
    """

    line: int
    name: str
    note: str = ""
    first: str = ""
    last: str = ""
    vekn: str = ""
    city: str = ""
    country: str = ""
    is_same: bool | None = None
    written: str = ""
    other: ImportedPlayer | None = None


def read_pasted(text: str) -> list[ImportedPlayer]:
    """One player a line: a name, and perhaps a VEKN number before or behind it, and a city behind that.

    Bullets, numbers of lines, ticks, quotation marks and e-mail's marks are no part of a name. Each line decides
    whether “A, B” is a surname before a given name or a name before a city; a reading that is not sure has the other
    one beside it. Lines that are nobody are told, not registered; so are remarks behind a name, and what a chat's
    message says beside who sent it.

    Raises:
        BadValue: too long, or nobody in it.
    """
    lines = without_invisible(text).splitlines()
    _check_size(len(text), len(lines))
    pasted = pasted_lines(lines, _heading_words())
    parted = {line.number: _parted(line) for line in pasted if line.is_person}
    orders = NameOrders(
        [(parts.words[0], parts.words[1]) for parts in parted.values() if parts.has_comma],
        [parts.words[0] for parts in parted.values() if len(parts.words) == 1],
    )
    read = [
        player
        for line in pasted
        for player in (_people(line, parted[line.number], orders) if line.is_person else [_nobody(line)])
    ]
    if not any(line.name for line in read):
        raise BadValue(Message("There is no player in that list."), code="nobody")
    return read


def _nobody(line: PastedLine) -> ImportedPlayer:
    """A line that names nobody, and who it would name."""
    template = N_("“%(text)s” is a heading.") if line.is_heading else N_("“%(text)s” is not a name.")
    text = line.pasted if len(line.pasted) <= LONGEST_NAME else f"{line.pasted[: LONGEST_NAME - 1]}…"
    name = line.text if _LETTER.search(line.text) and len(line.text) <= LONGEST_NAME else ""
    other = ImportedPlayer(line=line.number, name=name) if name else None
    return ImportedPlayer(line=line.number, name="", note=Message(template, text=text), other=other)


_LETTER = re.compile(r"[^\W\d_]")
_SEPARATOR = re.compile(r"([,;\t]| / )")
# A member number with what stands round it: “ / VEKN 1000001”, “(1000001)”, “1000001 - ”.
_VEKN_PART = re.compile(
    r" ?[-–—/|:(\[]? ?(?:\bv:?ekn ?(?:id|number|no\.?|nr\.?|n[°º]|#)? ?:? ?)?#?(?<!\d)(\d{7})(?!\d)"
    r"[)\]]? ?(?:[-–—/|:] ?)?",
    re.I,
)
_VEKN_WORD = re.compile(r"\bv:?ekn\b", re.I)
# Behind a name: “(Kraków)”, “– Copenhagen”.
_PLACE_BEHIND = re.compile(r"(.+?) (?:\(([^\W\d][^()]*)\)|[-–—] ([^\W\d].*))")
_PLACES_IN_BRACKETS = re.compile(r" \(([^()]*,[^()]*)\)$")
_ANSWER_WORDS = "yes no ok paid x si oui non ja nein sim nao here present"
_ANSWERS = frozenset(_ANSWER_WORDS.split())
# Between two words there is a number, or an empty cell.
_GAP = "gap"
# So many parts of a line without a number are as many people.
_SEVERAL = 4
# The end of a sentence, and not of “Jr.”.
_STOP = re.compile(r"(?<=\w{3})\.$")
# “Annika Lund (Anni)”: so many letters are the same.
_SHORT_FORM = 3
_LONGEST_WRITTEN = 2 * LONGEST_NAME


@dataclass(frozen=True, slots=True)
class _Parted:
    """A line in its parts: `words` with what stood before each, and what is left out before and behind other parts."""

    words: list[str]
    separators: list[str]
    vekn: str
    left_out: tuple[list[str], list[str]]

    @property
    def has_comma(self) -> bool:
        """Whether the second word stands right behind a comma, and the first is not held together by marks."""
        return len(self.words) > 1 and self.separators[1] == "," and HELD_COMMA not in self.words[0]


def _parted(line: PastedLine) -> _Parted:
    text, behind = without_remarks(line.text)
    text = _PLACES_IN_BRACKETS.sub(r"\t\1", text)
    pieces = ["", *_SEPARATOR.split(_VEKN_PART.sub(r"\t\1\t", text))]
    words: list[str] = []
    separators: list[str] = []
    numbers: list[str] = []
    left_out: list[str] = []
    between = ""
    for separator, piece in zip(pieces[::2], pieces[1::2], strict=True):
        part = piece.strip()
        part = part[1:-1].strip() if words and re.fullmatch(r"[(\[][^()\[\]]*[)\]]", part) else part
        between = between or separator
        if not part or _is_number(part):
            numbers += [part.removeprefix("#")] if part else []
            between = _GAP if part or between == "\t" else between
        elif words and (_VEKN_WORD.search(part) or "@" in part or search_key(part) in _ANSWERS):
            left_out.append(part)
        else:
            words.append(part)
            separators.append(between)
            between = ""
    if words:
        words[0], more = without_remarks(words[0])
        behind = [*more, *behind]
    # A number of another length is somebody's telephone as likely; one that is too long for any is told as a fault.
    vekn = next((number for number in numbers if len(number) == VEKN_DIGITS or len(number) > LONGEST_VEKN), "")
    others = [number for number in numbers if number != vekn]
    return _Parted(words, separators, vekn, ([*others, *left_out], [*behind, *line.said]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """A person of a line; `written` the name before it was turned round, `other` the reading that may be right too."""

    name: str
    first: str = ""
    last: str = ""
    city: str = ""
    country: str = ""
    written: str = ""
    left_out: tuple[str, ...] = ()
    other: _Reading | None = None


def _people(line: PastedLine, parted: _Parted, orders: NameOrders) -> list[ImportedPlayer]:
    """Whom a line names: one person, or several where it is a row of names."""
    if not _are_several(parted):
        return [_imported(line, parted, _person(parted, orders))]
    note = Message("%(number)s names on this line.", number=len(parted.words))
    first, *others = (_named_in_row(line, word) for word in parted.words)
    return [replace(first, note=note), *others]


def _named_in_row(line: PastedLine, word: str) -> ImportedPlayer:
    """A name of a row of names, without the stop that ends the row."""
    name = _STOP.sub("", word)
    return ImportedPlayer(line=line.number, name=name, written=word if name != word else "")


def _are_several(parted: _Parted) -> bool:
    words = parted.words
    if parted.vekn or len(words) < _SEVERAL - 1 or named_country(words[-1]) or HELD_COMMA in "".join(words):
        return False
    given = sum(map(is_given_name, words))
    return given == len(words) or (len(words) >= _SEVERAL and 2 * given >= len(words))


def _imported(line: PastedLine, parted: _Parted, read: _Reading) -> ImportedPlayer:
    notes = [_left_out([*parted.left_out[0], *read.left_out, *parted.left_out[1]])]
    if line.below and read.name:
        notes.append(Message("Listed under “%(heading)s”.", heading=line.below))
    is_changed = read.name and read.name not in line.pasted
    return ImportedPlayer(
        line=line.number,
        name=read.name,
        note=joined(notes),
        first=read.first,
        last=read.last,
        vekn=parted.vekn,
        city=read.city,
        country=read.country,
        written=(read.written or line.pasted[:_LONGEST_WRITTEN]) if is_changed else "",
        other=_imported(line, parted, read.other) if read.other else None,
    )


def _person(parted: _Parted, orders: NameOrders) -> _Reading:
    words, country = list(parted.words), ""
    if len(words) > 1 and named_country(words[-1]) and not is_given_name(words[-1]):
        country = words.pop()
    name, second, *rest = *words, *[""] * (2 - len(words))
    reading = _Reading(name=name, country=country)
    if HELD_COMMA in name:
        last, _, first = name.partition(HELD_COMMA)
        return _turned(reading, last, first, [second, *rest])
    if placed := _PLACE_BEHIND.fullmatch(second):
        second, rest = placed[1], [placed[2] or placed[3], *rest]
    as_place = _with_place(reading, [second, *rest])
    if second and parted.has_comma:
        order = orders.of(name, second)
        readings = [_turned(reading, name, second, rest), as_place]
        read, other = readings if order.is_surname_first else reversed(readings)
        return read if order.is_sure else replace(read, other=replace(other, other=None))
    if second and parted.separators[1] == "\t" and len(name.split()) == len(second.split()) == 1:
        return _in_columns(reading, second, rest, as_place)
    placed = _PLACE_BEHIND.fullmatch(name) if not second and not country else None
    return _placed_behind(reading, placed) if placed else as_place


def _turned(reading: _Reading, last: str, first: str, places: Sequence[str]) -> _Reading:
    last, first = last.strip(), first.strip()
    written = f"{last}, {first}"
    return _with_place(replace(reading, name=f"{first} {last}", first=first, last=last, written=written), places)


def _with_place(reading: _Reading, places: Sequence[str]) -> _Reading:
    """The person with a city; what begins with a small letter is a remark as likely, and more is not kept."""
    place, *more = [place.replace(HELD_COMMA, ",") for place in places] or [""]
    left_out = (*reading.left_out, *more)
    if place[:1].islower() and place.split()[0] not in PARTICLES:
        other = replace(reading, city=place, left_out=left_out)
        return replace(reading, left_out=(*reading.left_out, place, *more), other=other)
    return replace(reading, city=place, left_out=left_out)


def _in_columns(reading: _Reading, second: str, rest: Sequence[str], as_place: _Reading) -> _Reading:
    """Two words in columns of their own: both parts of a name where one of them is a given name."""
    given = is_given_name(reading.name), is_given_name(second)
    first, last = (second, reading.name) if given == (False, True) else (reading.name, second)
    as_name = _with_place(replace(reading, name=f"{first} {last}", first=first, last=last), rest)
    read, other = (as_name, as_place) if any(given) else (as_place, as_name)
    return replace(read, other=replace(other, other=None))


def _placed_behind(reading: _Reading, placed: re.Match[str]) -> _Reading:
    """The person with the place that stands behind the name; a given name there is a second one of the same person."""
    place = placed[2] or placed[3]
    is_short_form = search_key(place)[:_SHORT_FORM] == search_key(placed[1])[:_SHORT_FORM]
    if is_short_form or is_given_name(place):
        return replace(reading, other=replace(reading, name=placed[1], city=place))
    if named_country(place):
        return replace(reading, name=placed[1], country=place)
    return replace(reading, name=placed[1], city=place, other=reading)


def _is_number(part: str) -> bool:
    return re.fullmatch(r"#?\d+", part) is not None


def joined(sentences: Sequence[str]) -> str:
    """Sentences as one, empty ones left out."""
    first, *more = [sentence for sentence in sentences if sentence] or [""]
    for sentence in more:
        first = Message("%(sentence)s %(other)s", sentence=first, other=sentence)
    return first


def _left_out(parts: list[str]) -> str:
    return Message("Not kept: %(list)s.", list=Listed(parts)) if parts else ""


def read_list(text: str) -> list[ImportedPlayer]:
    """Players of a list of any form: a table where its first line names columns, else a player a line.

    Raises:
        BadValue: as `read_csv` and `read_pasted` have it.
    """
    heading, _, below = text.partition("\n")
    if _is_lone_heading(heading) and not any(line.startswith('"') for line in below.splitlines()):
        named = ImportedPlayer(line=1, name="", note=Message("“%(text)s” is a heading.", text=heading.strip()))
        return [named, *read_pasted(f"{' ' * len(heading)}\n{below}")]
    try:
        return read_csv(_without_strokes(text))
    except BadValue as error:
        if error.code not in ("no_headers", "bad_csv"):
            raise
    return read_pasted(text)


def _without_strokes(text: str) -> str:
    """A Markdown table as one with tabs; any other text as it is."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if not any(map(is_rule, lines[1:2])) or not all(line.startswith("|") for line in lines):
        return text
    start = text[: len(text) - len(text.lstrip())]
    rows = ["\t".join(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return "\n".join([*start.splitlines(), rows[0], "", *rows[2:]])


@cache
def _heading_words() -> frozenset[str]:
    return frozenset(word for headings in HEADERS.values() for word in headings)


def _is_lone_heading(line: str) -> bool:
    return re.search(r"[,;\t]", line) is None and bool(_columns([line.strip()]))


def read_csv(text: str) -> list[ImportedPlayer]:
    """Players of a table with a line of headings; commas, semicolons or tabs.

    Raises:
        BadValue: `too_many_lines` (or columns), `no_headers`, `bad_csv` or `nobody`.
    """
    _check_size(len(text), text.count("\n"))
    text = without_invisible(text)
    first = text.partition("\n")[0]
    delimiter = "\t" if "\t" in first else max(",;", key=_QUOTED.sub("", first).count)
    try:
        table = list(csv.reader(text.splitlines(), delimiter=delimiter, strict=True)) or [[]]
    except csv.Error as error:
        raise BadValue(Message("The file is not CSV: %(what)s.", what=str(error)), code="bad_csv") from error
    headers, *rows = (row[:_MOST_COLUMNS] for row in table)
    # A form that guests filled in has a column for the name of their account, with nothing in it.
    filled = [
        "" if _header_key(header) in HEADERS["name"] and not any(map(str.strip, cells)) else header
        for header, *cells in zip_longest(headers, *(row[: len(headers)] for row in rows), fillvalue="")
    ]
    columns = _columns(filled) or _columns(headers)
    if not columns:
        raise BadValue(
            Message(
                "The first line names the columns: “name” (or “first name” and “last name”), and perhaps “VEKN”, “city”"
                " and “country”."
            ),
            code="no_headers",
        )
    if any(map(str.strip, chain.from_iterable(row[_MOST_COLUMNS:] for row in table))):
        raise _too_many_columns()
    whole = [row[place].strip() for row in rows for place in _whole_names(columns) if row[place:]]
    pairs = [(before.strip(), behind.strip()) for before, _, behind in (name.partition(",") for name in whole)]
    orders = NameOrders([pair for pair in pairs if all(pair)], [before for before, behind in pairs if not behind])
    players = [
        _from_row(line, row, columns, more=row[len(headers) :], orders=orders)
        for line, row in enumerate(rows, start=2)
        if any(map(str.strip, row))
    ]
    if not players:
        raise BadValue(Message("There is no player in that file."), code="nobody")
    others = [
        header.strip() for place, header in enumerate(headers) if place not in columns.values() and header.strip()
    ]
    if others:
        note = Message("Columns that are not kept: %(list)s.", list=Listed(others))
        players.insert(0, ImportedPlayer(line=1, name="", note=note))
    return players


def _too_many_columns() -> BadValue:
    return BadValue(Message("A list has at most %(number)s columns.", number=_MOST_COLUMNS), code="too_many_lines")


def _check_size(characters: int, lines: int) -> None:
    if lines > MOST_LINES:
        message = Message(
            "A list has at most %(number)s lines: this one has %(other)s.", number=Whole(MOST_LINES), other=Whole(lines)
        )
        raise BadValue(message, code="too_many_lines")
    if characters > MOST_CHARACTERS:
        message = Message(
            "The list has %(number)s characters; at most %(other)s are read.",
            number=Whole(characters),
            other=Whole(MOST_CHARACTERS),
        )
        raise BadValue(message, code="too_many_lines")


_EXPECTED = Message("a list of players")
_INSTEAD = Message("Choose a list saved as CSV, XLSX or plain text.")
_MOST_COLUMNS = 100
# Headings stand in one of the first rows of a sheet, below a title perhaps.
_MOST_TITLES = 10
# The sheet of the Archon workbook that names the players: below its sixth row, a number and then these.
_ARCHON_SHEET, _ARCHON_HEADINGS_ROW = "Methuselahs", 6
_ARCHON_HEADINGS = ("first name", "last name", "city", "VEKN")
_ARCHON_CELL = re.compile(r"[B-E]\d+")
# So many cells are named that hold a formula without its result.
_CELLS_TOLD = 6


@dataclass(frozen=True, slots=True)
class ListFile:
    """A file as the text of its list, and what of a workbook is not in that: other sheets, lines above the headings.

    Attributes:
        unknown: cells of which the file holds a formula and no result.
    """

    text: str
    left_out: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def unknown_sentence(self) -> Message | None:
        """Which cells are not known, and what mends it; None where all are."""
        if not self.unknown:
            return None
        return Message(
            "The file has no results for the formulas in %(list)s. Open it in a spreadsheet program, save "
            "it, and choose it again.",
            list=Listed(self.unknown, most=_CELLS_TOLD),
        )


def open_list(content: bytes) -> ListFile:
    """A file of players, whatever encoding it is in; a workbook as a table with tabs.

    Of a workbook it is the sheet that names the players of an Archon, else the first with headings, else the first
    that holds anything.

    Raises:
        BadValue: `wrong_encoding`, `too_many_lines` or `nobody`.
    """
    if is_packed(content):
        return _open_workbook(content)
    _check_size(len(content) // 2, content.count(b"\n"))
    text = text_of(content, _EXPECTED)
    if isinstance(text, NotRead):
        raise _not_read(text)
    if "\0" in text:
        raise _not_read(not_expected(N_("a binary file"), _EXPECTED))
    # Of an export each line would pass for a player.
    if re.match(r"\s*\{\s*[\"}]", text):
        raise _not_read(not_expected(N_("JSON of something else"), _EXPECTED))
    return ListFile(text.removeprefix("\ufeff"))


def _not_read(file: NotRead) -> BadValue:
    return BadValue(file.sentence(_INSTEAD), code="too_many_lines" if file.is_too_large else "wrong_encoding")


def _open_workbook(content: bytes) -> ListFile:
    read = sheets_of(content, _EXPECTED, most_rows=MOST_LINES + 1, most_columns=_MOST_COLUMNS + 1)
    if isinstance(read, NotRead):
        raise _not_read(read)
    sheets = [sheet for sheet in read if sheet.rows]
    if not sheets:
        unknown = ListFile("", unknown=tuple(cell for sheet in read for cell in sheet.unknown)).unknown_sentence
        raise BadValue(unknown or Message("There is no player in that file."), code="nobody")
    for sheet in sheets:
        if sheet.title == _ARCHON_SHEET:
            kept = tuple(cell for cell in sheet.unknown if _ARCHON_CELL.fullmatch(cell))
            return ListFile(_archon_text(sheet), unknown=kept)
    chosen = next((sheet for sheet in sheets if _headings_at(sheet) is not None), sheets[0])
    _check_sheet(chosen)
    start = _headings_at(chosen) or 0
    above = [" ".join(filter(None, row)) for _, row in chosen.rows[:start]]
    rows = [row for _, row in chosen.rows[start:]]
    others = [sheet.title for sheet in sheets if sheet is not chosen]
    return ListFile(_table_text(rows), (*above, *others), chosen.unknown)


def _check_sheet(sheet: SheetRows) -> None:
    _check_size(0, sheet.rows[-1][0])
    if any(len(row) > _MOST_COLUMNS and row[_MOST_COLUMNS] for _, row in sheet.rows):
        raise _too_many_columns()


def _headings_at(sheet: SheetRows) -> int | None:
    """Which of the rows of a sheet names its columns: the one that names most, for a title may hold such a word too."""
    named = [len(_columns(row)) for _, row in sheet.rows[:_MOST_TITLES]]
    return named.index(max(named)) if any(named) else None


def _archon_text(sheet: SheetRows) -> str:
    rows = [list(_ARCHON_HEADINGS)]
    for number, row in sheet.rows:
        first, last, city, vekn = (*row[1:5], "", "", "", "")[:4]
        if number > _ARCHON_HEADINGS_ROW and (first or last or vekn):
            # The workbook keeps the number as one: without the zeros that it begins with.
            rows.append([first, last, city, vekn.zfill(VEKN_DIGITS) if vekn.isdecimal() else vekn])
    return _table_text(rows)


def _table_text(rows: Sequence[Sequence[str]]) -> str:
    """The rows as lines, with tabs; where there is one column only, as CSV has it."""
    width = max((place for row in rows for place, cell in enumerate(row, start=1) if cell), default=0)
    out = io.StringIO()
    csv.writer(out, delimiter="\t" if width > 1 else ",", lineterminator="\n").writerows(
        [" ".join(cell.split()) for cell in row[:width]] for row in rows
    )
    return out.getvalue()


# Words of a heading that names both parts of a name (“Nombre y apellidos”, “Vor- und Nachname”, “Surname, name”).
_GIVEN = {"first", "given", "prenom", "prenoms", "nombre", "nombres", "nome", "vor", "vorname"}
_FAMILY = {
    "last", "surname", "family", "nom", "apellido", "apellidos", "sobrenome", "apelido", "cognome", "nachname",
    "zuname", "familienname",
}  # fmt: skip
_BESIDE_NAME = {"surname", "vorname"}
# Words of a heading that asks for the name of something else.
_OTHER_NAMES = {"deck", "event", "discord", "nick", "nickname", "user", "username", "team", "club", "email", "mail"}


def _columns(headers: Sequence[str]) -> dict[str, int]:
    """Where each column stands that is understood; none where no column names anybody."""
    columns: dict[str, int] = {}
    if any(_is_number(header.strip()) for header in headers):
        return columns
    # What holds a figure is a name as people make them up (“Player 1”), unless it is a question.
    keys = [_header_key(header) if _is_question(header) or not _FIGURE.search(header) else "" for header in headers]
    for place, key in enumerate(keys):
        for name, headings in HEADERS.items():
            if key in headings:
                columns.setdefault(name, place)
    for place, (key, header) in enumerate(zip(keys, headers, strict=True)):
        is_alone = len(headers) == 1 and not _is_question(header)
        name = _asked_for(key, header, is_alone=is_alone) if key and place not in columns.values() else ""
        # Beside both parts of a name another column of that word is something else (“statename”): it is named.
        if name and not (name == "name" and {"first", "last"} <= columns.keys()):
            columns.setdefault(name, place)
    # A form numbers its answers under that heading too.
    if "id" in keys:
        columns.setdefault("vekn", keys.index("id"))
    if {"first", "last"} <= columns.keys():
        columns.pop("full", None)
    if "full" in columns:
        columns = {name: place for name, place in columns.items() if name not in ("name", "first", "last")}
    return columns if {"full", "name", "first", "last"} & columns.keys() else {}


def _whole_names(columns: dict[str, int]) -> list[int]:
    """Where names stand that are not parted into columns."""
    return [] if {"first", "last"} & columns.keys() else [columns[name] for name in ("full", "name") if name in columns]


def _header_key(header: str) -> str:
    plain = unicodedata.normalize("NFKD", header.casefold())
    return "".join(letter for letter in plain if letter.isalpha() or letter == "#")


_FIGURE = re.compile(r"\d")
_QUESTION_WORDS = 4


def _is_question(header: str) -> bool:
    return header.rstrip().endswith(("?", ":")) or len(header.split()) >= _QUESTION_WORDS


def _asked_for(key: str, header: str, *, is_alone: bool) -> str:
    """The column that a question asks for (“What is your V:EKN number?”); empty where it asks for none or several.

    A line that is alone may be the first of a list of names: “Gary Player” is no heading.
    """
    words = {_header_key(word) for word in re.split(r"[\W_]+", header)}
    if words & _OTHER_NAMES:
        return ""
    if (words & _GIVEN and words & _FAMILY) or ("name" in words and words & _BESIDE_NAME):
        return "full"
    if is_alone:
        return ""
    inside = {
        name: max(
            (len(heading) for heading in headings if len(heading) >= _SHORTEST_HEADING and heading in key), default=0
        )
        for name, headings in HEADERS.items()
    }
    most = max(inside.values())
    named = [name for name, length in inside.items() if length == most]
    return named[0] if most and len(named) == 1 else ""


def _from_row(
    line: int, row: Sequence[str], columns: dict[str, int], *, more: Sequence[str], orders: NameOrders
) -> ImportedPlayer:
    def cell(name: str) -> str:
        place = columns.get(name, len(row))
        return row[place].strip() if place < len(row) else ""

    # “Nom” is the family name where another column holds the first name, “nombre” the other way round.
    whole = cell("full") or cell("name")
    parts = (cell("first"), cell("last"))
    if "first" in columns and "last" not in columns:
        parts = (cell("first"), cell("name"))
    elif "last" in columns and "first" not in columns:
        parts = (cell("name"), cell("last"))
    elif "first" not in columns:
        parts = ("", "")
    player = ImportedPlayer(
        line=line,
        name=" ".join(filter(None, parts)) or whole,
        first=parts[0],
        last=parts[1],
        vekn=cell("vekn"),
        city=cell("city"),
        country=cell("country"),
        note=_left_out([text.strip() for text in more if text.strip()]),
    )
    return _ordered(player, orders) if whole == player.name and whole.count(",") == 1 else player


def _ordered(player: ImportedPlayer, orders: NameOrders) -> ImportedPlayer:
    """The player of a cell “A, B”: turned round, or with a city where the table has none."""
    before, behind = (part.strip() for part in player.name.split(","))
    if not before or not behind:
        return player
    turned = replace(player, name=f"{behind} {before}", first=behind, last=before, written=player.name)
    if player.city:
        return turned
    placed = replace(player, name=before, city=behind)
    order = orders.of(before, behind)
    read, other = (turned, placed) if order.is_surname_first else (placed, turned)
    return read if order.is_sure else replace(read, other=other)
