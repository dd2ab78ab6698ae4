"""Players from a pasted list or a CSV file: what will happen is shown before it does."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rapidfuzz import process
from rapidfuzz.distance import OSA

from toolkit.errors import ToolkitError
from toolkit.languages import N_, Listed, Message
from toolkit.tournament.configuration import LONGEST_VEKN, clean_vekn
from toolkit.tournament.errors import BadValue
from toolkit.tournament.event import check_running
from toolkit.tournament.facts import Fact, PlayerAdded, PlayerChanged
from toolkit.tournament.players import (
    KNOWN,
    VEKN_DIGITS,
    check_room,
    clean_country,
    clean_name,
    clean_place,
    name_key,
    search_key,
)
from toolkit.tournament.state import State

MOST_LINES = 5_000
MOST_BYTES = 2_000_000

# What a column may be called, in English, French, Spanish, Portuguese, Italian and German; letters only, accents and
# case do not count. “Nome” and “nombre” are the given name where another column holds the family name.
HEADERS = {
    "name": {
        "name", "player", "playername", "fullname", "nom", "nomcomplet", "joueur", "nombre", "jugador", "nome",
        "jogador", "nomecompleto", "giocatore", "spieler",
    },
    "first": {"firstname", "first", "givenname", "prenom", "nombredepila", "vorname", "primeironome"},
    "last": {
        "lastname", "last", "surname", "familyname", "nomdefamille", "apellido", "apellidos", "sobrenome", "apelido",
        "cognome", "nachname", "familienname",
    },
    "vekn": {
        "vekn", "veknid", "vekn#", "vekno", "veknnumber", "veknno", "idvekn", "numerovekn", "id", "memberid",
        "numerodevekn", "veknnummer",
    },
    "city": {"city", "town", "ville", "ciudad", "cidade", "citta", "stadt", "ort"},
    "country": {"country", "pays", "pais", "paese", "land"},
}  # fmt: skip
# A heading shorter than this is not looked for inside a question.
_SHORTEST_HEADING = 4


# What an import can add to a known player, silently or by name.
_COMPLETED = ("first", "last", "vekn", "city", "country")
_GAINED = {"vekn": N_("vekn"), "city": N_("city"), "country": N_("country")}


class ImportAction(StrEnum):
    """What an import does with one line; a doubtful one is somebody else, unless somebody says that it is not."""

    ADD = "add"
    DOUBT = "doubtful"
    UPDATE = "update"
    SKIP = "skip"
    FAULT = "fault"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Whom a line may be: registered already, or named in the same list."""

    name: str
    vekn: str
    player: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewedLine:
    """What will happen with a line, and why; `player` the one it adds or is about, `like` whom it may be by name."""

    imported: ImportedPlayer
    action: ImportAction
    message: str
    player: int | None = None
    like: Likeness | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import will do, line by line."""

    lines: tuple[PreviewedLine, ...]

    def count(self, *actions: ImportAction) -> int:
        """How many lines meet with one of these."""
        return sum(line.action in actions for line in self.lines)


def read_pasted(text: str) -> list[ImportedPlayer]:
    """One player a line: a name, and perhaps a VEKN number before or behind it, and a city behind that.

    Bullets, numbers of lines, ticks and e-mail's marks are no part of a name; “García, Ana” is Ana García in a list
    that is written so throughout. Headings are told, not registered.

    Raises:
        BadValue: too long, or nobody in it.
    """
    lines = text.splitlines()
    _check_size(len(text), len(lines))
    bare = {number: text for number, line in enumerate(lines, start=1) if (text := _bare(line))}
    surname_first = _is_surname_first([*bare.values()])
    found = [_pasted(number, text, surname_first=surname_first) for number, text in bare.items()]
    if not any(line.name for line in found):
        raise BadValue(Message("There is no player in that list."), code="nobody")
    return found


# What stands before a name without being a part of it: e-mail's mark, bullets, ticks, the number of the line.
_BEFORE = re.compile(r"(?:(?:>|[-*+•·▪◦–—]|\[[ xX✓✔]?\]|[✓✔✅☑☐]\ufe0f?|#?\d{1,4}[.)](?!\d)|#\d{1,4}(?=\s))\s*)*")
_BEHIND = re.compile(r" ?(?:[✓✔✅☑]\ufe0f?|\[[xX✓✔]\])$")
_SPACES = re.compile(r"[^\S\t]+")
# “Players:”, “Confirmed (12)”
_HEADING = re.compile(r"[^\d:]+(?::|\(\d{1,4}\):?)")
_VEKN_BEFORE = re.compile(r"#?(\d{7})\s+(\D.*)")
_VEKN_BEHIND = re.compile(r"(\D.*?)\s*[-–—(#\s]\s*#?(\d{7})\)?")


def _bare(line: str) -> str:
    """A line without what stands before and behind a name."""
    return _BEHIND.sub("", _BEFORE.sub("", _SPACES.sub(" ", line).strip(), count=1)).strip()


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


def _pasted(line: int, text: str, *, surname_first: bool) -> ImportedPlayer:
    if _HEADING.fullmatch(text):
        return ImportedPlayer(line=line, name="", note=Message("“%(text)s” is a heading.", text=text))
    last, comma, rest = text.partition(",") if surname_first else ("", "", text)
    parts = _parts(rest if comma else text)
    numbers = [part.removeprefix("#") for part in parts if _is_number(part)]
    words = [part for part in parts if not _is_number(part)]
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
        note=_left_out([*left_out, *words[2:]]),
    )


def _left_out(parts: list[str]) -> str:
    return Message("Not kept: %(list)s.", list=Listed(parts)) if parts else ""


def read_csv(content: bytes) -> list[ImportedPlayer]:
    """Players of a CSV file with a line of headers; commas, semicolons or tabs; UTF-8, or UTF-16 with its mark.

    Raises:
        BadValue: `wrong_encoding`, `too_many_lines`, `no_headers`, `bad_csv` or `nobody`.
    """
    text = decoded(content)
    _check_size(len(content), text.count("\n"))
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise BadValue(Message("The file is not CSV: %(what)s.", what=str(error)), code="bad_csv") from error
    headers = rows[0] if rows else []
    columns = _columns(headers)
    found = [_from_row(line, row, columns) for line, row in enumerate(rows[1:], start=2) if any(map(str.strip, row))]
    if not found:
        raise BadValue(Message("There is no player in that file."), code="nobody")
    others = [
        header.strip() for place, header in enumerate(headers) if place not in columns.values() and header.strip()
    ]
    if others:
        note = Message("Columns that are not kept: %(list)s.", list=Listed(others))
        found.insert(0, ImportedPlayer(line=1, name="", note=note))
    return found


def _check_size(characters: int, lines: int) -> None:
    if characters > MOST_BYTES or lines > MOST_LINES:
        raise BadValue(
            Message("A list has at most %(number)s lines: this one has %(other)s.", number=MOST_LINES, other=lines),
            code="too_many_lines",
        )


def decoded(content: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 with its mark.

    Raises:
        BadValue: `wrong_encoding` or `too_many_lines`.
    """
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content[: MOST_BYTES * 2].decode(encoding)
    except UnicodeDecodeError as error:
        if len(content) > MOST_BYTES * 2:
            raise BadValue(
                Message("A list has at most %(number)s lines: this one is longer.", number=MOST_LINES),
                code="too_many_lines",
            ) from error
        raise BadValue(
            Message("The file is not UTF-8: save it again as “CSV UTF-8”."), code="wrong_encoding"
        ) from error
    if "\0" in text:
        raise BadValue(Message("That is not a text file."), code="wrong_encoding")
    return text


def _columns(headers: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    keys = [_header_key(header) for header in headers]
    for place, key in enumerate(keys):
        for name, known in HEADERS.items():
            if key in known:
                found.setdefault(name, place)
    for place, key in enumerate(keys):
        if place not in found.values() and (name := _asked_for(key)):
            found.setdefault(name, place)
    if "name" not in found and not {"first", "last"} & found.keys():
        raise BadValue(
            Message(
                "The first line names the columns: “name” (or “first name” and “last name”), and perhaps “VEKN”, “city”"
                " and “country”."
            ),
            code="no_headers",
        )
    return found


def _header_key(header: str) -> str:
    plain = unicodedata.normalize("NFKD", header.casefold())
    return "".join(letter for letter in plain if letter.isalpha() or letter == "#")


def _asked_for(key: str) -> str:
    """The column that a question asks for (“What is your V:EKN number?”); empty where it asks for none or several."""
    inside = {
        name: max(
            (len(heading) for heading in known if len(heading) >= _SHORTEST_HEADING and heading in key), default=0
        )
        for name, known in HEADERS.items()
    }
    most = max(inside.values())
    named = [name for name, length in inside.items() if length == most]
    return named[0] if most and len(named) == 1 else ""


def _from_row(line: int, row: Sequence[str], columns: dict[str, int]) -> ImportedPlayer:
    def cell(name: str) -> str:
        place = columns.get(name, len(row))
        return row[place].strip() if place < len(row) else ""

    # “Nom” is the family name where another column holds the first name, “nombre” the other way round.
    parts = (cell("first"), cell("last"))
    if "first" in columns and "last" not in columns:
        parts = (cell("first"), cell("name"))
    elif "last" in columns and "first" not in columns:
        parts = (cell("name"), cell("last"))
    elif "first" not in columns:
        parts = ("", "")
    return ImportedPlayer(
        line=line,
        name=" ".join(filter(None, parts)) or cell("name"),
        first=parts[0],
        last=parts[1],
        vekn=cell("vekn"),
        city=cell("city"),
        country=cell("country"),
    )


def preview_import(state: State, imported: Iterable[ImportedPlayer]) -> Preview:
    """What importing will do with each line: add, complete a known player, skip, or find fault with it."""
    by_vekn = {player.vekn: player.number for player in state.players.values() if player.vekn}
    by_name: dict[str, list[int]] = {}
    alike = _Alike()
    for player in state.players.values():
        by_name.setdefault(name_key(player.name), []).append(player.number)
        alike.add(Likeness(name=player.name, vekn=player.vekn, player=player.number))
    found, following = [], state.players_ever + 1
    for line in imported:
        previewed = _preview_line(state, line, by_vekn, by_name, following)
        if previewed.action is ImportAction.ADD:
            previewed = alike.doubted(state, previewed)
        if previewed.action in NEW:
            new = previewed.imported
            alike.add(Likeness(name=new.name, vekn=new.vekn, player=following))
        found.append(previewed)
        if previewed.action in NEW:
            by_name.setdefault(name_key(previewed.imported.name), []).append(following)
            by_vekn.update({previewed.imported.vekn: following} if previewed.imported.vekn else {})
            following += 1
    return Preview(tuple(found))


def _preview_line(
    state: State, raw: ImportedPlayer, by_vekn: dict[str, int], by_name: dict[str, list[int]], following: int
) -> PreviewedLine:
    if not raw.name and raw.note:
        return PreviewedLine(imported=raw, action=ImportAction.SKIP, message=raw.note)
    try:
        line = ImportedPlayer(
            line=raw.line,
            note=raw.note,
            name=clean_name(raw.name),
            first=clean_place(raw.first),
            last=clean_place(raw.last),
            vekn=clean_vekn(raw.vekn),
            city=clean_place(raw.city),
            country=clean_country(raw.country),
            is_same=raw.is_same,
        )
    except ToolkitError as error:
        return PreviewedLine(imported=raw, action=ImportAction.FAULT, message=error.message)
    number = by_vekn.get(line.vekn) if line.vekn else None
    if number is not None:
        return _known(state, line, number)
    for namesake in by_name.get(name_key(line.name), ()) if line.is_same is not False else ():
        other = state.players.get(namesake)
        if other is None or not (line.vekn and other.vekn):
            like = Likeness(name=line.name, vekn=other.vekn if other else "", player=namesake)
            return replace(_known(state, line, namesake), like=like)
    message = Message("Will be registered.")
    if line.note:
        message = Message("Will be registered. %(note)s", note=line.note)
    return PreviewedLine(imported=line, action=ImportAction.ADD, message=message, player=following)


# What registers somebody.
NEW = (ImportAction.ADD, ImportAction.DOUBT)

# Letters from which on two wrong ones do not make it another name.
_LONG_NAME = 8
_WRONG_LETTERS = 2


class _Alike:
    """Names met so far, to be held against a new one: accents, case, punctuation and the order of words aside."""

    def __init__(self) -> None:
        self._by_initial: dict[str, dict[str, Likeness]] = {}

    def add(self, known: Likeness) -> None:
        """One more name."""
        key = _alike_key(known.name)
        self._by_initial.setdefault(key[:1], {}).setdefault(key, known)

    def doubted(self, state: State, line: PreviewedLine) -> PreviewedLine:
        """The line, saying who may be the same person; who has another VEKN number is not."""
        key, vekn = _alike_key(line.imported.name), line.imported.vekn
        known = self._by_initial.get(key[:1], {})
        near = key if key in known else None
        if near is None and len(key) >= _LONG_NAME:
            best = process.extractOne(key, known.keys(), scorer=OSA.distance, score_cutoff=_WRONG_LETTERS)
            near = best[0] if best else None
        if near is None or (vekn and known[near].vekn):
            return line
        like = known[near]
        if line.imported.is_same is not None:
            return replace(_known(state, line.imported, like.player) if line.imported.is_same else line, like=like)
        message = Message("%(sentence)s The same person as %(name)s?", sentence=line.message, name=like.name)
        return replace(line, action=ImportAction.DOUBT, message=message, like=like)


def _alike_key(name: str) -> str:
    return " ".join(sorted(re.findall(r"\w+", search_key(name))))


def _known(state: State, line: ImportedPlayer, number: int) -> PreviewedLine:
    player = state.players.get(number)
    if player is None:
        return PreviewedLine(
            imported=line, action=ImportAction.SKIP, message=Message("Named twice in this list."), player=number
        )
    gained = [name for name in _GAINED if getattr(line, name) and not getattr(player, name)]
    if gained:
        message = Message(
            "%(name)s is registered: %(list)s will be added.",
            name=player.name,
            list=Listed(Message(_GAINED[name]) for name in gained),
        )
        return PreviewedLine(imported=line, action=ImportAction.UPDATE, message=message, player=number)
    message = Message("%(name)s has that name already.", name=player.name)
    if line.vekn and line.vekn == player.vekn:
        message = Message("%(name)s has the VEKN number %(number)s already.", name=player.name, number=line.vekn)
    return PreviewedLine(imported=line, action=ImportAction.SKIP, message=message, player=number)


def import_players(state: State, preview: Preview) -> list[Fact]:
    """Register and complete what `preview` shows; lines with a fault are left out.

    Raises:
        BadValue: the preview was made of another state.
        Refused: more players than an event without a final may admit.
    """
    check_running(state)
    if preview != preview_import(state, [line.imported for line in preview.lines]):
        raise BadValue(Message("Players have changed since: look at the preview again."), code="stale_preview")
    check_room(state, preview.count(*NEW))
    return [fact for line in preview.lines for fact in _facts_of(state, line)]


def _facts_of(state: State, line: PreviewedLine) -> list[Fact]:
    imported = line.imported
    if line.player is None:
        return []
    if line.action in NEW:
        fields = {known: getattr(imported, known) for known in KNOWN if known != "agrees_to_archive"}
        return [PlayerAdded(player=line.player, **fields)]
    if line.action is ImportAction.UPDATE:
        player = state.player(line.player)
        return [
            PlayerChanged(
                player=line.player,
                agrees_to_archive=player.agrees_to_archive,
                name=player.name,
                **{known: getattr(player, known) or getattr(imported, known) for known in _COMPLETED},
            )
        ]
    return []
