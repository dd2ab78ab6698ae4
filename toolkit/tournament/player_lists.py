"""Players as a list names them: pasted, a CSV file, a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from toolkit.files import NotRead, SheetRows, is_packed, not_expected, sheets_of, text_of
from toolkit.languages import N_, Listed, Message, Whole
from toolkit.tournament.configuration import LONGEST_VEKN
from toolkit.tournament.errors import BadValue
from toolkit.tournament.players import VEKN_DIGITS

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


def read_pasted(text: str) -> list[ImportedPlayer]:
    """One player a line: a name, and perhaps a VEKN number before or behind it, and a city behind that.

    Bullets, numbers of lines, ticks, quotation marks and e-mail's marks are no part of a name. García, Ana is Ana
    García in a list that is written so throughout, and within quotation marks. Headings are told, not registered; so
    are remarks behind a name, and what a chat's message says beside who sent it.

    Raises:
        BadValue: too long, or nobody in it.
    """
    lines = text.splitlines()
    _check_size(len(text), len(lines))
    sent = {number: _sent(_SPACES.sub(" ", line).strip()) for number, line in enumerate(lines, start=1)}
    title = _title({number: text for number, (text, _) in sent.items()})
    bare = {number: _bare(text) for number, (text, _) in sent.items()}
    bare = _unquoted(_uncounted({number: text for number, text in bare.items() if text}))
    surname_first = _is_surname_first([text for text in bare.values() if _HELD_COMMA not in text])
    players = [
        _heading(number, text)
        if number < title or _HEADING.fullmatch(text)
        else _pasted(number, text, sent[number][1], surname_first=surname_first)
        for number, text in bare.items()
    ]
    if not any(line.name for line in players):
        raise BadValue(Message("There is no player in that list."), code="nobody")
    return players


# What stands before a name without being a part of it: e-mail's mark, bullets, ticks, the number of the line.
_NUMBER = r"#?(\d{1,4})(?:[.)](?!\d)| ?[-–—:](?=\s*[^\W\d]))"
_BEFORE = re.compile(rf"(?:(?:>|[-*+•·▪◦–—]|\[[ xX✓✔]?\]|[✓✔✅☑☐]\ufe0f?|{_NUMBER}|#\d{{1,4}}(?=\s))\s*)*")
_BEHIND = re.compile(r" ?(?:[✓✔✅☑]\ufe0f?|\[[xX✓✔]\])$")
_SPACES = re.compile(r"[^\S\t]+")
# “Players:”, “Confirmed (12)”
_HEADING = re.compile(r"[^\d:]+(?::|\(\d{1,4}\):?)")
_VEKN = r"(?:vekn\s*(?:id|no\.?|nr\.?|n[°º]|#)?\s*:?\s*)?#?(\d{7})"
_VEKN_BEFORE = re.compile(rf"{_VEKN}\s+(\D.*)", re.I)
_VEKN_BEHIND = re.compile(rf"(\D.*?)\s*[-–—(#\s]\s*{_VEKN}\)?", re.I)
# What a chat's export has before a message: “[28.11., 14:02] Ann Bell: me too”, “28/11/26, 2:05 pm - Ann Bell: yes”.
_CHAT = re.compile(
    r"""\[?(?:\d{1,4}[./-]\d{1,2}[./-]?(?:\d{2,4})?,?\ )?\d{1,2}:\d{2}(?::\d{2})?(?:\ ?[ap]\.?m\.?)?\]?(?:\ [-–])?
        \ ([^:\d][^:]*):\ (.+)""",
    re.VERBOSE | re.I,
)
# Behind a name: “(coming late)”, “- late!”, “+1”, “?”; brackets or words with a member number are none.
_REMARK = re.compile(
    r"""\s*(?: [(\[](?=[\w+?!])(?![^()]*\d{7})[^()\[\]]*[)\]] | \s[-–—]\s(?=[^\W\d])(?!.*\d{7}).+ | \s\+\d{1,2}
        | [?!]+ )$""",
    re.VERBOSE,
)
# No name with a remark is longer.
_LONGEST_REMARKED = 300
_LETTER = re.compile(r"[^\W\d_]")
# Pictures, with what joins and colours them.
_PICTURES = re.compile("[\u200d\ufe0f\U0001f3fb-\U0001f3ff]")


def _sent(line: str) -> tuple[str, list[str]]:
    """The sender of a chat's message, and its text, unless that is a line of a list; any other line as it is."""
    if not (chat := _CHAT.fullmatch(line)):
        return line, []
    return (chat[2], []) if _BEFORE.sub("", chat[2], count=1) != chat[2] else (chat[1], [chat[2]])


def _title(lines: dict[int, str]) -> int:
    """The line that has number 1 where the next one has number 2, below others without any; 0 where none has."""
    numbers = [(line, int(match[1])) for line, text in lines.items() if (match := re.match(_NUMBER, text))]
    return numbers[0][0] if [number for _, number in numbers[:2]] == [1, 2] else 0


def _bare(line: str) -> str:
    """A line without what stands before and behind a name."""
    return _BEHIND.sub("", _BEFORE.sub("", line, count=1)).strip()


def _without_remarks(name: str) -> tuple[str, list[str]]:
    """A name, and what is said behind it."""
    left_out: list[str] = []
    pictures = "".join(sign for sign in name if unicodedata.category(sign) == "So" or _PICTURES.match(sign))
    if pictures:
        left_out.append(pictures)
        name = " ".join("".join(sign for sign in name if sign not in pictures).split())
    while len(name) <= _LONGEST_REMARKED and (remark := _REMARK.search(name)):
        letter = _LETTER.search(remark[0])
        if not remark.start() or (letter and letter[0].isupper()):
            break  # with a capital it may be a second name, or a place
        left_out.insert(0, remark[0].strip())
        name = name[: remark.start()].rstrip()
    return name, left_out


def _heading(line: int, text: str) -> ImportedPlayer:
    return ImportedPlayer(line=line, name="", note=Message("“%(text)s” is a heading.", text=text))


_COUNTED = re.compile(r"(\d{1,4}) +(\D.*)")


def _uncounted(lines: dict[int, str]) -> dict[int, str]:
    """The lines without the numbers before their names, where those count them one by one: “1 Ann”, “2 Bo”."""
    counted = {line: match for line, text in lines.items() if (match := _COUNTED.fullmatch(text))}
    numbers = [int(match[1]) for match in counted.values()]
    if len(numbers) < 2 or numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
        return lines
    return {line: counted[line][2] if line in counted else text for line, text in lines.items()}


# Stands for a comma within quotation marks, which parts nothing.
_HELD_COMMA = "\ue000"
_QUOTED_PART = re.compile(
    r"""((?:^|[,;\t])\ ?(?:\#?\d{7}\ )?)
        (?:"((?:[^"]|"")+)" | [“”„«»]([^“”„«»]+)[“”«»] | [‘‚']([^,;\t]+(?:,[^,;\t]+)?)[’‘'])
        (?=\ ?(?:$|[,;\t(\#–—-]|/\ |\d{7}))""",
    re.VERBOSE,
)


def _unquoted(lines: dict[int, str]) -> dict[int, str]:
    """The lines without quotation marks round their parts; where these are round all of each, as if there were none."""
    held = {line: _QUOTED_PART.sub(_held, text) for line, text in lines.items()}
    if all(_HELD_COMMA in text and _parts(text) == [text] for text in held.values()):
        return {line: text.replace(_HELD_COMMA, ",") for line, text in held.items()}
    return held


def _held(quoted: re.Match[str]) -> str:
    inside = (quoted[2] or quoted[3] or quoted[4]).replace('""', '"').strip()
    return quoted[1] + (inside.replace(",", _HELD_COMMA) if inside.count(",") == 1 else inside)


def _parts(line: str) -> list[str]:
    """The parts of a line; a VEKN number that stands in one part with the name is one of its own."""
    parts = [part.strip() for part in re.split(r"[,;\t]| / ", line) if part.strip()]
    if parts and (match := _VEKN_BEFORE.fullmatch(parts[0])):
        return [match[2], match[1], *parts[1:]]
    if parts and (match := _VEKN_BEHIND.fullmatch(parts[0])):
        return [match[1], match[2], *parts[1:]]
    return parts


def _is_number(part: str) -> bool:
    return re.fullmatch(r"#?\d+", part) is not None


def _is_surname_first(lines: Sequence[str]) -> bool:
    """Whether a list writes “García, Ana”: one comma in each line that has any, and no number behind it.

    Before it stands mostly one word; the name of somebody whose city follows has two.
    """
    parted = [line.partition(",") for line in lines if "," in line]
    one_word = [surname for surname, _, _ in parted if " " not in surname.strip()]
    is_name = all("," not in rest and rest.strip() and not _is_number(rest.strip()) for _, _, rest in parted)
    return bool(parted) and is_name and 2 * len(one_word) > len(parted)


def _pasted(line: int, text: str, notes: list[str], *, surname_first: bool) -> ImportedPlayer:
    text, behind = _without_remarks(text)
    last, comma, rest = text.partition(",") if surname_first and _HELD_COMMA not in text else ("", "", text)
    parts = _parts(rest if comma else text)
    numbers = [part.removeprefix("#") for part in parts if _is_number(part)]
    words = [part for part in parts if not _is_number(part)]
    if words and _HELD_COMMA in words[0]:
        last, comma, given = words[0].partition(_HELD_COMMA)
        words[0] = given.strip()
    words = [word.replace(_HELD_COMMA, ",") for word in words]
    if words:
        words[0], more = _without_remarks(words[0])
        behind = [*more, *behind]
    # A number of another length is somebody's telephone as likely; one that is too long for any is told as a fault.
    vekn = next((number for number in numbers if len(number) == VEKN_DIGITS or len(number) > LONGEST_VEKN), "")
    first, last = (words[0], last.strip()) if comma and words else ("", "")
    left_out = [number for number in numbers if number != vekn]
    return ImportedPlayer(
        line=line,
        name=f"{first} {last}" if first else words[0] if words else "",
        first=first,
        last=last,
        vekn=vekn,
        city=words[1] if words[1:] else "",
        note=_left_out([*left_out, *words[2:], *behind, *notes]),
    )


def _left_out(parts: list[str]) -> str:
    return Message("Not kept: %(list)s.", list=Listed(parts)) if parts else ""


def read_list(text: str) -> list[ImportedPlayer]:
    """Players of a list of any form: a table where its first line names columns, else a player a line.

    Raises:
        BadValue: as `read_csv` and `read_pasted` have it.
    """
    heading, _, below = text.partition("\n")
    if _is_lone_heading(heading) and not any(line.startswith('"') for line in below.splitlines()):
        return read_pasted(f"{' ' * len(heading)}\n{below}")
    try:
        return read_csv(text)
    except BadValue as error:
        if error.code not in ("no_headers", "bad_csv"):
            raise
    return read_pasted(text)


def _is_lone_heading(line: str) -> bool:
    return re.search(r"[,;\t]", line) is None and bool(_columns([line.strip()]))


def read_csv(text: str) -> list[ImportedPlayer]:
    """Players of a table with a line of headings; commas, semicolons or tabs.

    Raises:
        BadValue: `too_many_lines`, `no_headers`, `bad_csv` or `nobody`.
    """
    _check_size(len(text), text.count("\n"))
    first = text.partition("\n")[0]
    delimiter = "\t" if "\t" in first else max(",;", key=_QUOTED.sub("", first).count)
    try:
        headers, *rows = list(csv.reader(text.splitlines(), delimiter=delimiter, strict=True)) or [[]]
    except csv.Error as error:
        raise BadValue(Message("The file is not CSV: %(what)s.", what=str(error)), code="bad_csv") from error
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
    surname_first = _is_surname_first([row[place] for row in rows for place in _whole_names(columns) if row[place:]])
    lines = [
        _from_row(line, row, columns, more=row[len(headers) :], surname_first=surname_first)
        for line, row in enumerate(rows, start=2)
        if any(map(str.strip, row))
    ]
    if not lines:
        raise BadValue(Message("There is no player in that file."), code="nobody")
    others = [
        header.strip() for place, header in enumerate(headers) if place not in columns.values() and header.strip()
    ]
    if others:
        note = Message("Columns that are not kept: %(list)s.", list=Listed(others))
        lines.insert(0, ImportedPlayer(line=1, name="", note=note))
    return lines


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
    return BadValue(file.told(_INSTEAD), code="too_many_lines" if file.is_too_large else "wrong_encoding")


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
        message = Message("A list has at most %(number)s columns.", number=_MOST_COLUMNS)
        raise BadValue(message, code="too_many_lines")


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
    """The places of the known columns by name; empty where no column has names."""
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
    """The places of columns with whole names."""
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
    line: int, row: Sequence[str], columns: dict[str, int], *, more: Sequence[str], surname_first: bool
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
        last, comma, first = whole.partition(",") if surname_first else ("", "", "")
        parts = (first.strip(), last.strip()) if comma else ("", "")
    return ImportedPlayer(
        line=line,
        name=" ".join(filter(None, parts)) or whole,
        first=parts[0],
        last=parts[1],
        vekn=cell("vekn"),
        city=cell("city"),
        country=cell("country"),
        note=_left_out([text.strip() for text in more if text.strip()]),
    )
