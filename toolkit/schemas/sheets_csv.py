"""A seating or a list of players as CSV, read into a `Pack`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from toolkit.errors import Invalid
from toolkit.sheets.model import UNNAMED, Player, Round, Table
from toolkit.sheets.pack import Pack

# More than any event has: a file beyond these is a mistake, and is refused before it costs anything.
MOST_PLAYERS = 2_000
MOST_ROUNDS = 20
MOST_CELLS = 200_000


class UnreadableSheetData(Invalid):
    """The file is not what a sheet can be made from."""

    code = "unreadable_sheet_data"


_COLUMNS = {
    "player": ("player", "name", "player name"),
    "vekn": ("vekn", "vekn number", "vekn id", "id number"),
    "round": ("round",),
    "table": ("table",),
    "seat": ("seat",),
    "room": ("room",),
}


def pack_from_csv(text: str) -> Pack:
    """A pack from CSV text; its header says which column is what.

    Raises:
        UnreadableSheetData: no such text; the sentence names the line.
    """
    try:
        rows = list(_within_limit(csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), strict=True)))
    except csv.Error as error:
        raise UnreadableSheetData(f"This is neither JSON nor CSV: {error}.") from None
    rows = [row for row in rows if any(field.strip() for field in row)]
    if not rows:
        raise UnreadableSheetData("The file is empty.")
    header = [field.strip().lower() for field in rows[0]]
    at = {
        column: header.index(next(name for name in names if name in header))
        for column, names in _COLUMNS.items()
        if any(name in header for name in names)
    }
    if "player" not in at:
        raise UnreadableSheetData("The first line has to name the columns, one of them “player”.")
    if len(rows) - 1 > MOST_PLAYERS * MOST_ROUNDS:
        raise UnreadableSheetData(f"{len(rows) - 1} lines are more than any event has.")
    records = [
        (line, {column: _cell(row, index) for column, index in at.items()}) for line, row in enumerate(rows[1:], 2)
    ]
    return Pack(event=UNNAMED, players=_csv_players(records), rounds=_csv_rounds(records, at))


def _within_limit(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    cells = 0
    for row in rows:
        cells += len(row)
        if cells > MOST_CELLS:
            raise UnreadableSheetData(f"This file has more than {MOST_CELLS:,} cells: that is no event.")
        yield row


def _cell(row: list[str], index: int) -> str:
    return row[index].strip() if index < len(row) else ""


def _csv_players(records: list[tuple[int, dict[str, str]]]) -> tuple[Player, ...]:
    players: dict[str, Player] = {}
    for line, record in records:
        if not record["player"]:
            raise UnreadableSheetData(f"Line {line} names no player.")
        players.setdefault(record["player"], Player(name=record["player"], vekn=record.get("vekn", "")))
    return tuple(players.values())


def _csv_rounds(records: list[tuple[int, dict[str, str]]], at: Mapping[str, int]) -> tuple[Round, ...]:
    if "table" not in at:
        return ()
    seats: dict[int, dict[int, list[tuple[int, Player, str]]]] = {}
    for line, record in records:
        table = _number(line, "table", record["table"])
        number = _number(line, "round", record["round"]) if "round" in at else 1
        tables = seats.setdefault(number, {}).setdefault(table, [])
        seat = _number(line, "seat", record["seat"]) if "seat" in at else len(tables) + 1
        player = Player(name=record["player"], vekn=record.get("vekn", ""))
        if seat in (taken for taken, _, _ in tables):
            raise UnreadableSheetData(f"Line {line}: seat {seat} of table {table} is taken already.")
        tables.append((seat, player, record.get("room", "")))
    return tuple(
        Round(
            number=number,
            tables=tuple(
                Table(number=table, seats=tuple(p for _, p, _ in sorted(taken, key=lambda t: t[0])), room=taken[0][2])
                for table, taken in sorted(tables.items())
            ),
        )
        for number, tables in sorted(seats.items())
    )


def _number(line: int, what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) > 0):
        raise UnreadableSheetData(f"Line {line}: “{text}” is not the number of a {what}.")
    return int(text)
