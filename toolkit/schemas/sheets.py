"""Sheets to print without a stored tournament: a JSON or CSV file, read into a `Pack`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, pre_load, validate

from toolkit.errors import Invalid
from toolkit.languages import LANGUAGES, N_, Message, Whole
from toolkit.schemas.derived import ListOf, Loaded, MakingSchema, TupleOf
from toolkit.schemas.form_fields import DayField
from toolkit.sheets.model import (
    UNNAMED,
    Finals,
    OpenTable,
    Options,
    Pack,
    PrintedEvent,
    PrintedPlayer,
    PrintedRound,
    PrintedTable,
    SanctionRow,
    StandingsRow,
)

# More than any event has: a file beyond these is a mistake, and is refused before it costs anything.
MOST_PLAYERS = 2_000
MOST_ROUNDS = 20
_MOST_CELLS = 200_000
LONGEST_TEXT = 10_000
MOST_POINTS = 1_000
_NO_NUMBER = {
    "round": N_("Line %(line)s: “%(text)s” is not the number of a round."),
    "table": N_("Line %(line)s: “%(text)s” is not the number of a table."),
    "seat": N_("Line %(line)s: “%(text)s” is not the number of a seat."),
}
_COLUMNS = {
    "player": ("player", "name", "player name"),
    "vekn": ("vekn", "vekn number", "vekn id", "id number"),
    "round": ("round",),
    "table": ("table",),
    "seat": ("seat",),
    "room": ("room",),
}


class UnreadableSheetData(Invalid):
    """The file is not what a sheet can be made from."""

    code = "unreadable_sheet_data"


def _text(**more: Any) -> fields.String:
    return fields.String(load_default="", validate=validate.Length(max=LONGEST_TEXT), **more)


class PrintedEventSchema(MakingSchema):
    """The event of a sheet."""

    made = PrintedEvent

    name = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_TEXT))
    day = DayField(data_key="date", load_default=None, allow_none=True)
    place = _text()
    format = _text()
    phased = fields.Boolean(load_default=False)


class PrintedPlayerSchema(MakingSchema):
    """A player: a name alone, or an object."""

    made = PrintedPlayer

    name = fields.String(required=True, validate=validate.Length(min=1, max=LONGEST_TEXT))
    vekn = _text()
    deck = _text()
    link = _text()

    @pre_load
    def from_name(self, data: Any, **_: Any) -> Any:
        """A bare string is a name."""
        return {"name": data} if isinstance(data, str) else data


class PrintedTableSchema(Schema):
    """A table: a list of its seats alone, or an object."""

    number = fields.Integer(load_default=None, allow_none=True, strict=True, validate=validate.Range(min=1))
    label = _text()
    room = _text()
    link = _text()
    seats = TupleOf(fields.Nested(PrintedPlayerSchema), required=True, validate=validate.Length(min=1, max=6))

    @pre_load
    def from_seats(self, data: Any, **_: Any) -> Any:
        """A bare list is the seats."""
        return {"seats": data} if isinstance(data, list) else data


class PrintedRoundSchema(Schema):
    """A round: a list of its tables alone, or an object; how it was drawn may stand in it, and is not printed."""

    number = fields.Integer(load_default=None, allow_none=True, strict=True, validate=validate.Range(min=1))
    clock = fields.Integer(load_default=None, allow_none=True, strict=True, validate=validate.Range(min=1, max=1440))
    footer = _text()
    seed = fields.Integer(
        load_default=None, allow_none=True, metadata={"description": "Seed of the seating; it is not printed."}
    )
    criteria = fields.Dict(fields.String(), fields.Float(), load_default=dict)
    optimal = fields.Boolean(load_default=False)
    tables = ListOf(fields.Nested(PrintedTableSchema), required=True, validate=validate.Length(max=MOST_PLAYERS))
    sitting_out = TupleOf(fields.Nested(PrintedPlayerSchema), load_default=())

    @pre_load
    def from_tables(self, data: Any, **_: Any) -> Any:
        """A bare list is the tables."""
        return {"tables": data} if isinstance(data, list) else data


class HalvesField(fields.Float):
    """Victory points, which come in halves, read as their number of halves."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        twice = super()._deserialize(value, attr, data, **kwargs) * 2
        if not twice.is_integer() or abs(twice) > MOST_POINTS:
            raise ValidationError("Victory points come in halves.")
        return int(twice)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> float | None:
        return None if value is None else value / 2


class PrintedStandingsRowSchema(MakingSchema):
    """A row in the shape that the standings have everywhere."""

    made = StandingsRow
    rank = fields.Integer(load_default=None, allow_none=True)
    name = fields.String(data_key="player", required=True, validate=validate.Length(min=1, max=LONGEST_TEXT))
    vekn = _text(allow_none=True)
    game_wins = fields.Integer(load_default=0)
    victory_points = HalvesField(load_default=0)
    tournament_points = fields.Integer(load_default=0)
    rounds = fields.Integer(load_default=0, metadata={"description": "Number of rounds played."})
    seed = fields.Integer(load_default=None, allow_none=True)
    tossed_for = TupleOf(fields.Integer(), load_default=None, allow_none=True, validate=validate.Length(equal=2))
    rating_points = fields.Integer(load_default=None, allow_none=True)
    final_victory_points = HalvesField(load_default=None, allow_none=True)
    deck = _text()
    note = _text()

    @post_load
    def make(self, data: Loaded, **_: Any) -> StandingsRow:
        """The row; an empty VEKN number means none."""
        return StandingsRow(**data | {"vekn": data["vekn"] or ""})


class PrintedOpenTableSchema(MakingSchema):
    """A table that is still playing."""

    made = OpenTable

    round = fields.Integer(required=True)
    number = fields.Integer(required=True, metadata={"description": "Number of the table, from 1."})
    players = TupleOf(fields.String(), load_default=(), metadata={"description": "Names of its players."})
    extension = fields.Integer(load_default=0)
    room = _text()
    label = _text()


class PrintedSanctionSchema(MakingSchema):
    """A sanction."""

    made = SanctionRow

    player = fields.String(required=True)
    level = fields.String(required=True)
    reason = _text()
    round = fields.Integer(load_default=None, allow_none=True)
    judge = _text()


class PrintedFinalsSchema(MakingSchema):
    """The final as far as it has come."""

    made = Finals
    finalists = TupleOf(fields.Nested(PrintedStandingsRowSchema), load_default=(), validate=validate.Length(max=5))
    decided_by = _text()
    seats = TupleOf(fields.String(), load_default=(), validate=validate.Length(max=5))
    first_player = _text()
    crypt_cards = fields.Dict(
        fields.String(), TupleOf(fields.String(), validate=validate.Length(max=3)), load_default=dict
    )
    winner = _text()


class SheetPackSchema(Schema):
    """A whole file. What `seating make --json` prints is one: its extra figures are the seating's footer."""

    event = fields.Nested(PrintedEventSchema, load_default=lambda: UNNAMED)
    players = TupleOf(fields.Nested(PrintedPlayerSchema), load_default=(), validate=validate.Length(max=MOST_PLAYERS))
    rounds = ListOf(fields.Nested(PrintedRoundSchema), load_default=list, validate=validate.Length(max=MOST_ROUNDS))
    standings = TupleOf(fields.Nested(PrintedStandingsRowSchema), load_default=())
    standings_title = _text()
    standings_cut = fields.Integer(load_default=0, validate=validate.Range(min=0, max=5))
    unranked_heading = _text()
    disqualified = TupleOf(fields.String(), load_default=())
    finals = fields.Nested(PrintedFinalsSchema, load_default=Finals)
    open_tables = TupleOf(fields.Nested(PrintedOpenTableSchema), load_default=())
    sanctions = TupleOf(fields.Nested(PrintedSanctionSchema), load_default=())
    link = _text()
    network = _text()
    is_advanced = fields.Boolean(load_default=False)

    @pre_load
    def from_seating(self, data: Any, **_: Any) -> Any:
        """Turn what `seating make` writes into rounds, each with those who sit out."""
        if not isinstance(data, Mapping) or "criteria" not in data:
            return data
        rest = {key: value for key, value in data.items() if key in self.fields}
        rounds, out = data.get("rounds") or [], data.get("sitting_out") or []
        for key, value in (("rounds", rounds), ("sitting_out", out)):
            if not isinstance(value, list):
                raise ValidationError("Not a valid list.", key)
        rest["rounds"] = [
            {"tables": tables, "sitting_out": out[index] if index < len(out) else []}
            for index, tables in enumerate(rounds)
        ]
        return rest

    @post_load
    def make(self, data: Loaded, **_: Any) -> Pack:
        """The domain's value; tables and rounds without a number count from 1."""
        rounds = tuple(_round(index, seated) for index, seated in enumerate(data["rounds"], 1))
        return Pack(**data | {"rounds": rounds, "players": data["players"] or _seated_players(rounds)})


def _round(index: int, data: Loaded) -> PrintedRound:
    tables = tuple(
        PrintedTable(
            number=table["number"] or number,
            seats=table["seats"],
            label=table["label"],
            room=table["room"],
            link=table["link"],
        )
        for number, table in enumerate(data["tables"], 1)
    )
    return PrintedRound(
        number=data["number"] or index,
        tables=tables,
        sitting_out=data["sitting_out"],
        clock=data["clock"],
        footer=data["footer"],
    )


def _seated_players(rounds: tuple[PrintedRound, ...]) -> tuple[PrintedPlayer, ...]:
    everybody = {
        player.name: player
        for seated in rounds
        for player in (*(p for table in seated.tables for p in table.seats), *seated.sitting_out)
    }
    return tuple(everybody.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetChoices:
    """The choices of a request: about the sheet; its paper, the network named on it, and whether it is private."""

    options: Options
    paper: str = "a4"
    network: str = ""
    private: bool = False


class SheetOptionsSchema(Schema):
    """The options of a sheet in a request."""

    round = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=0, max=MOST_ROUNDS),
        metadata={"description": "Round to print, 0 for the final. Default: the last one seated."},
    )
    per_page = fields.Integer(
        load_default=2,
        validate=validate.OneOf([1, 2, 4]),
        metadata={"description": "Score slips on a page: 1, 2 or 4."},
    )
    pool_grid = fields.Boolean(
        load_default=False, metadata={"description": "Whether slips have a grid of pool figures."}
    )
    with_decks = fields.Boolean(
        load_default=False, metadata={"description": "Whether standings have the names of the decks."}
    )
    advanced = fields.Boolean(
        load_default=False, metadata={"description": "Whether it is for the advanced game of phased motion."}
    )
    player = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_TEXT),
        metadata={"description": "Player whose list is printed: name or number."},
    )
    table = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=1, max=MOST_PLAYERS),
        metadata={"description": "Only this table, from 1. Default: all tables."},
    )
    network = fields.String(
        load_default="",
        validate=validate.Length(max=LONGEST_TEXT),
        metadata={"description": "Name of the room's network, for the poster."},
    )
    paper = fields.String(
        load_default="a4", validate=validate.Length(max=20), metadata={"description": "Paper size: `a4` or `letter`."}
    )
    language = fields.String(
        load_default="en",
        validate=validate.OneOf(LANGUAGES, error="There is no such language; there are: {choices}."),
        metadata={"description": "Language of the sheet."},
    )
    private = fields.Boolean(
        load_default=False, metadata={"description": "Whether it has what only officials may see."}
    )

    @post_load
    def make(self, data: Loaded, **_: Any) -> SheetChoices:
        """The choices, those about the sheet by themselves."""
        others = {name: data.pop(name) for name in ("paper", "network", "private")}
        return SheetChoices(options=Options(**data), **others)


def load_pack(text: str) -> Pack:
    """A pack from JSON or CSV text.

    CSV has a header; its columns are found by name: `player` (or `name`) always, `table` and `seat` for a seating,
    `round` when there is more than one, `vekn` when known.

    Raises:
        UnreadableSheetData: neither, or something in it is not what it should be; the sentence says where.
    """
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        return _from_json(text)
    return pack_from_csv(text)


def _from_json(text: str) -> Pack:
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise UnreadableSheetData(Message("This is not JSON: %(fault)s.", fault=error)) from None
    try:
        pack = SheetPackSchema().load({"rounds": data} if isinstance(data, list) else data)
    except ValidationError as error:
        sentence = Message("This file cannot be printed: %(fault)s", fault=_first_message(error.messages))
        raise UnreadableSheetData(sentence) from None
    assert isinstance(pack, Pack)
    return pack


def _first_message(messages: Any, path: str = "") -> str:
    if isinstance(messages, Mapping):
        key, inner = next(iter(messages.items()))
        place = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}" if path else str(key)
        return _first_message(inner, place)
    if isinstance(messages, list) and messages:
        return _first_message(messages[0], path)
    return f"{path}: {messages}" if path else str(messages)


def pack_from_csv(text: str) -> Pack:
    """A pack from CSV text; its header says which column is what.

    Raises:
        UnreadableSheetData: no such text; the sentence names the line.
    """
    try:
        rows = list(_within_limit(csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), strict=True)))
    except csv.Error as error:
        raise UnreadableSheetData(Message("This is neither JSON nor CSV: %(fault)s.", fault=error)) from None
    rows = [row for row in rows if any(field.strip() for field in row)]
    if not rows:
        raise UnreadableSheetData(Message("The file is empty."))
    header = [field.strip().lower() for field in rows[0]]
    at = {
        column: header.index(next(name for name in names if name in header))
        for column, names in _COLUMNS.items()
        if any(name in header for name in names)
    }
    if "player" not in at:
        raise UnreadableSheetData(Message("The first line has to name the columns, one of them “player”."))
    if len(rows) - 1 > MOST_PLAYERS * MOST_ROUNDS:
        raise UnreadableSheetData(Message("%(number)s lines are more than any event has.", number=len(rows) - 1))
    records = [
        (line, {column: _cell(row, index) for column, index in at.items()}) for line, row in enumerate(rows[1:], 2)
    ]
    return Pack(event=UNNAMED, players=_csv_players(records), rounds=_csv_rounds(records, at))


def _within_limit(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    cells = 0
    for row in rows:
        cells += len(row)
        if cells > _MOST_CELLS:
            sentence = Message(
                "This file has too many cells for an event: the maximum is %(most)s.", most=Whole(_MOST_CELLS)
            )
            raise UnreadableSheetData(sentence)
        yield row


def _cell(row: list[str], index: int) -> str:
    return row[index].strip() if index < len(row) else ""


def _csv_players(records: list[tuple[int, dict[str, str]]]) -> tuple[PrintedPlayer, ...]:
    players: dict[str, PrintedPlayer] = {}
    for line, record in records:
        if not record["player"]:
            raise UnreadableSheetData(Message("Line %(line)s names no player.", line=line))
        players.setdefault(record["player"], PrintedPlayer(name=record["player"], vekn=record.get("vekn", "")))
    return tuple(players.values())


def _csv_rounds(records: list[tuple[int, dict[str, str]]], at: Mapping[str, int]) -> tuple[PrintedRound, ...]:
    if "table" not in at:
        return ()
    seats: dict[int, dict[int, list[tuple[int, PrintedPlayer, str]]]] = {}
    for line, record in records:
        table = _number(line, "table", record["table"])
        number = _number(line, "round", record["round"]) if "round" in at else 1
        tables = seats.setdefault(number, {}).setdefault(table, [])
        seat = _number(line, "seat", record["seat"]) if "seat" in at else len(tables) + 1
        player = PrintedPlayer(name=record["player"], vekn=record.get("vekn", ""))
        if seat in (taken for taken, _, _ in tables):
            sentence = Message(
                "Line %(line)s: seat %(seat)s of table %(table)s is taken already.", line=line, seat=seat, table=table
            )
            raise UnreadableSheetData(sentence)
        tables.append((seat, player, record.get("room", "")))
    return tuple(
        PrintedRound(
            number=number,
            tables=tuple(
                PrintedTable(
                    number=table, seats=tuple(p for _, p, _ in sorted(taken, key=lambda t: t[0])), room=taken[0][2]
                )
                for table, taken in sorted(tables.items())
            ),
        )
        for number, tables in sorted(seats.items())
    )


def _number(line: int, column: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text) > 0):
        raise UnreadableSheetData(Message(_NO_NUMBER[column], line=line, text=text))
    return int(text)
