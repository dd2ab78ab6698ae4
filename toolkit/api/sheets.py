"""Sheets for programs: PDF of an event, or of rounds that are seated elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from toolkit.api.events import StoredEvent
from toolkit.cards import load
from toolkit.errors import ToolkitError
from toolkit.seating import Round
from toolkit.services.events.sheets import Printing, links_at, tournament_pack
from toolkit.services.season.categories import members_of
from toolkit.sheets import (
    SHEETS,
    NothingToPrint,
    Options,
    Pack,
    Paper,
    PrintedEvent,
    PrintedPlayer,
    PrintedRound,
    PrintedTable,
    SheetKind,
    TooManyToPrint,
    UnknownSheet,
    make_sheet,
)
from toolkit.sheets.model import UNNAMED
from toolkit.tournament.prizes import NO_MEMBERS

__all__ = [
    "SHEETS",
    "NothingToPrint",
    "Options",
    "Pack",
    "Paper",
    "PrintedEvent",
    "PrintedPlayer",
    "PrintedRound",
    "PrintedTable",
    "SheetKind",
    "TooManyToPrint",
    "ToolkitError",
    "UnknownSheet",
    "of_event",
    "of_pack",
    "of_rounds",
]


def of_event(
    event: StoredEvent,
    sheet: str,
    options: Options | None = None,
    *,
    paper: Paper = Paper.A4,
    address: str = "",
    is_private: bool = True,
) -> bytes:
    """A sheet of an event as PDF.

    Args:
        event: of an open store.
        sheet: a name of `SHEETS` ("slips").
        options: the round, the language and the like.
        paper: its size.
        address: where the room reaches the server, for QR codes; none without it.
        is_private: show drafts and standings that are not public yet.

    Raises:
        NothingToPrint: the event has nothing for the sheet yet.
        UnknownSheet: no sheet has that name.
    """
    options = options or Options()
    links = links_at(address, event.id, event.link_key())
    members = members_of(event.store.context, event.id, event.tournament, load) if is_private else NO_MEMBERS
    printing = Printing(today=date.today(), cards=load, links=links, is_private=is_private, members=members)
    return of_pack(tournament_pack(event.tournament, sheet, options, printing), sheet, options, paper=paper)


def of_rounds(
    rounds: Sequence[Round],
    sheet: str,
    options: Options | None = None,
    *,
    event: PrintedEvent | None = None,
    paper: Paper = Paper.A4,
) -> bytes:
    """A sheet of seated rounds as PDF; tables of names in seat order, as `seating.make(...).rounds`.

    Raises:
        NothingToPrint: the rounds have nothing for the sheet.
        UnknownSheet: no sheet has that name.
    """
    printed = [PrintedRound(number=number, tables=_tables(tables)) for number, tables in enumerate(rounds, 1)]
    players = {player: PrintedPlayer(name=str(player)) for tables in rounds for table in tables for player in table}
    pack = Pack(event=event or UNNAMED, players=tuple(players.values()), rounds=tuple(printed))
    return of_pack(pack, sheet, options, paper=paper)


def _tables(tables: Round) -> tuple[PrintedTable, ...]:
    return tuple(
        PrintedTable(number=number, seats=tuple(PrintedPlayer(name=str(player)) for player in table))
        for number, table in enumerate(tables, 1)
    )


def of_pack(pack: Pack, sheet: str, options: Options | None = None, *, paper: Paper = Paper.A4) -> bytes:
    """A sheet as PDF, of everything that a program says itself.

    Raises:
        NothingToPrint: the pack has nothing for the sheet.
        UnknownSheet: no sheet has that name.
    """
    from toolkit.sheets.pdf import render  # the typesetter is loaded only when there is something to set

    return render(make_sheet(sheet, pack, options or Options()), paper).content
