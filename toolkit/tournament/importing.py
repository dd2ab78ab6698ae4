"""Players from a pasted list or a CSV file: what will happen is shown before it does."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from toolkit.errors import ToolkitError
from toolkit.languages import N_, Listed, Message
from toolkit.tournament.configuration import clean_vekn
from toolkit.tournament.errors import BadValue
from toolkit.tournament.event import check_running
from toolkit.tournament.facts import Fact, PlayerAdded, PlayerChanged
from toolkit.tournament.players import KNOWN, check_room, clean_country, clean_name, clean_place, name_key
from toolkit.tournament.state import State

MOST_LINES = 5_000
MOST_BYTES = 2_000_000

# What a column may be called, in English, French and Spanish; letters only, accents and case do not count.
HEADERS = {
    "name": {"name", "player", "playername", "fullname", "nom", "nomcomplet", "joueur", "nombre", "jugador"},
    "first": {"firstname", "first", "givenname", "prenom", "nombredepila"},
    "last": {"lastname", "last", "surname", "familyname", "nomdefamille", "apellido", "apellidos"},
    "vekn": {"vekn", "veknid", "vekn#", "vekno", "veknnumber", "veknno", "idvekn", "numerovekn", "id", "memberid"},
    "city": {"city", "town", "ville", "ciudad"},
    "country": {"country", "pays", "pais"},
}


# What an import can add to a known player, silently or by name.
_COMPLETED = ("first", "last", "vekn", "city", "country")
_GAINED = {"vekn": N_("vekn"), "city": N_("city"), "country": N_("country")}


class ImportAction(StrEnum):
    """What an import does with one line."""

    ADD = "add"
    UPDATE = "update"
    SKIP = "skip"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedPlayer:
    """One line as read: `line` from 1, in the file."""

    line: int
    name: str
    first: str = ""
    last: str = ""
    vekn: str = ""
    city: str = ""
    country: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewedLine:
    """What will happen with a line, and why; `player` the one it adds or is about."""

    imported: ImportedPlayer
    action: ImportAction
    message: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What an import will do, line by line."""

    lines: tuple[PreviewedLine, ...]

    def count(self, action: ImportAction) -> int:
        """How many lines meet with `action`."""
        return sum(line.action is action for line in self.lines)


def read_pasted(text: str) -> list[ImportedPlayer]:
    """One player a line: a name, and perhaps a VEKN number before or behind it, and a city behind that.

    Raises:
        BadValue: too long, or nobody in it.
    """
    lines = text.splitlines()
    _check_size(len(text), len(lines))
    found = []
    for number, line in enumerate(lines, start=1):
        parts = [part.strip() for part in re.split(r"[,;\t]", line) if part.strip()]
        if parts:
            found.append(_pasted(number, parts))
    if not found:
        raise BadValue(Message("There is no player in that list."), code="nobody")
    return found


def _pasted(line: int, parts: list[str]) -> ImportedPlayer:
    whole = re.fullmatch(r"#?(\d{5,10})\s+(\S.*)|(\S.*?)\s+\(?#?(\d{5,10})\)?", parts[0])
    if whole:
        before, after, name, behind = whole.groups()
        parts = [after or name, before or behind, *parts[1:]]
    numbers = [part for part in parts if re.fullmatch(r"#?\d+", part)]
    words = [part for part in parts if part not in numbers]
    return ImportedPlayer(
        line=line,
        name=words[0] if words else "",
        vekn=numbers[0] if numbers else "",
        city=words[1] if words[1:] else "",
    )


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
    columns = _columns(rows[0] if rows else [])
    found = [_from_row(line, row, columns) for line, row in enumerate(rows[1:], start=2) if any(map(str.strip, row))]
    if not found:
        raise BadValue(Message("There is no player in that file."), code="nobody")
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
    for place, header in enumerate(headers):
        plain = unicodedata.normalize("NFKD", header.casefold())
        key = "".join(letter for letter in plain if letter.isalpha() or letter == "#")
        for name, known in HEADERS.items():
            if key in known:
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


def _from_row(line: int, row: Sequence[str], columns: dict[str, int]) -> ImportedPlayer:
    def cell(name: str) -> str:
        place = columns.get(name, len(row))
        return row[place].strip() if place < len(row) else ""

    # A column called “nom” is the family name where another one holds the first name.
    parts = (cell("first"), cell("last") or (cell("name") if "first" in columns else ""))
    if not {"first", "last"} & columns.keys():
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
    for player in state.players.values():
        by_name.setdefault(name_key(player.name), []).append(player.number)
    found, following = [], state.players_ever + 1
    for line in imported:
        previewed = _preview_line(state, line, by_vekn, by_name, following)
        found.append(previewed)
        if previewed.action is ImportAction.ADD:
            by_name.setdefault(name_key(previewed.imported.name), []).append(following)
            by_vekn.update({previewed.imported.vekn: following} if previewed.imported.vekn else {})
            following += 1
    return Preview(tuple(found))


def _preview_line(
    state: State, raw: ImportedPlayer, by_vekn: dict[str, int], by_name: dict[str, list[int]], following: int
) -> PreviewedLine:
    try:
        line = ImportedPlayer(
            line=raw.line,
            name=clean_name(raw.name),
            first=clean_place(raw.first),
            last=clean_place(raw.last),
            vekn=clean_vekn(raw.vekn),
            city=clean_place(raw.city),
            country=clean_country(raw.country),
        )
    except ToolkitError as error:
        return PreviewedLine(imported=raw, action=ImportAction.FAULT, message=error.message)
    number = by_vekn.get(line.vekn) if line.vekn else None
    if number is not None:
        return _known(state, line, number)
    for namesake in by_name.get(name_key(line.name), ()):
        other = state.players.get(namesake)
        if other is None:
            return PreviewedLine(
                imported=line, action=ImportAction.SKIP, message=Message("Named twice in this list."), player=namesake
            )
        if not (line.vekn and other.vekn):
            return _known(state, line, namesake)
    return PreviewedLine(
        imported=line, action=ImportAction.ADD, message=Message("Will be registered."), player=following
    )


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
    check_room(state, preview.count(ImportAction.ADD))
    return [fact for line in preview.lines for fact in _facts_of(state, line)]


def _facts_of(state: State, line: PreviewedLine) -> list[Fact]:
    imported = line.imported
    if line.player is None:
        return []
    if line.action is ImportAction.ADD:
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
