"""Sheets of a round: its seating for the wall and for the tables, and the score slips; and of all rounds, the chart."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.languages import ENGLISH, N_, Words, natural_key, sort_key
from toolkit.sheets.model import (
    NO_ROUND,
    NothingToPrint,
    PrintedEvent,
    PrintedRound,
    PrintedTable,
    Sheet,
    Shown,
    check_crowd,
    heading,
    sheet_of,
    shorten,
)
from toolkit.sheets.qr import code_of

# What a player has to know to read any seating.
DIRECTION = N_("Seat 1 plays first; the arrow leads to your prey, and the turn goes the same way.")
TENT_DIRECTION = N_("Seat 1 plays first. Your prey has the next number; the last seat's prey is seat 1.")


def seating_by_table(event: PrintedEvent, seated: PrintedRound, words: Words = ENGLISH) -> Sheet:
    """One block a table, seats in order of play, with each seat's prey."""
    _ = words.gettext
    title, clock = seated.title(words), clock_text(seated.clock)
    lead = [_("%(clock)s to play.", clock=clock)] if clock else []
    data = heading(event, title, words, footer=seated.footer) | {
        "prey": _("prey:"),
        "lead": " ".join([*lead, _(DIRECTION)]),
        "tables": [_table(table, words) for table in seated.tables_in_order()],
        "sitting_out_label": _("Sitting out this round:"),
        "sitting_out": [shorten(player.name) for player in seated.sitting_out],
    }
    return sheet_of(event, "seating", words, data, title)


def seating_by_name(event: PrintedEvent, seated: PrintedRound, words: Words = ENGLISH) -> Sheet:
    """Everybody in alphabetical order, with table and seat: made for a wall and a crowd."""
    places = [
        (player, [table.label or str(table.number), str(seat)])
        for table in seated.tables_in_order()
        for seat, player in enumerate(table.seats, 1)
    ]
    _ = words.gettext
    places += [(player, [_("sits out"), ""]) for player in seated.sitting_out]
    data = heading(
        event, _("%(round)s: find your table", round=seated.title(words)), words, footer=seated.footer
    ) | _directory([(player.name, cells) for player, cells in places], (_("Table"), _("Seat")), words)
    return sheet_of(event, "names", words, data, seated.title(words), _("by name"))


def table_tents(event: PrintedEvent, seated: PrintedRound, words: Words = ENGLISH) -> Sheet:
    """A poster page a table, folded in half to stand on it and be read from both sides."""
    _ = words.gettext
    data = heading(event, seated.title(words), words) | {
        "lead": _(TENT_DIRECTION),
        "scan": _("enter the result"),
        "fold": _("fold"),
        "tables": [_table(table, words) | {"qr": code_of(table.link)} for table in seated.tables_in_order()],
    }
    return sheet_of(event, "tents", words, data, seated.title(words), _("table tents"))


def seating_chart(event: PrintedEvent, rounds: Sequence[PrintedRound], words: Words = ENGLISH) -> Sheet:
    """A whole event planned in advance: a row a player, a column a round, table and seat in each.

    Raises:
        NothingToPrint: no round is seated.
    """
    rounds = [seated for seated in rounds if seated.number]
    if not rounds:
        raise NothingToPrint(NO_ROUND)
    # Name and VEKN number: of two who share a name, each has a row.
    places: dict[tuple[str, str], list[str]] = {}
    for column, seated in enumerate(rounds):
        cells = {
            (player.name, player.vekn): f"{table.number}.{seat}"
            for table in seated.tables
            for seat, player in enumerate(table.seats, 1)
        }
        out = [(player.name, player.vekn) for player in seated.sitting_out]
        for player in (*cells, *out):
            places.setdefault(player, ["–"] * len(rounds))[column] = cells.get(player, "–")
    check_crowd(len(places))
    _ = words.gettext
    legend = _("Table.seat: 12.3 is seat 3 of table 12.")
    data = heading(event, _("Seating of all rounds"), words, footer=f"{legend} {rounds[-1].footer}") | _directory(
        [(name, cells) for (name, _vekn), cells in places.items()],
        tuple(seated.title(words) for seated in rounds),
        words,
    )
    return sheet_of(event, "chart", words, data, _("seating of all rounds"))


def _directory(places: list[tuple[str, list[str]]], heads: tuple[str, ...], words: Words) -> dict[str, Shown]:
    places.sort(key=lambda place: natural_key(place[0]))
    return {
        "rows": [{"name": shorten(name), "cells": cells} for name, cells in places],
        "letters": [sort_key(name)[:1].upper() for name, _ in places],
        "heads": list(heads),
        "player": words.gettext("Player"),
    }


def clock_text(minutes: int | None) -> str:
    """The length of a round as a person says it: "2 h", "2 h 30 min", or nothing without a limit."""
    if minutes is None:
        return ""
    hours, rest = divmod(minutes, 60)
    return " ".join(
        part for part in (f"{hours} h" if hours else "", f"{rest} min" if rest or not hours else "") if part
    )


def _table(table: PrintedTable, words: Words) -> dict[str, Shown]:
    seats = table.seats
    return {
        "title": shorten(table.title(words)),
        "room": shorten(table.room),
        "seats": [
            {"seat": seat, "name": shorten(player.name), "prey": shorten(seats[seat % len(seats)].name)}
            for seat, player in enumerate(seats, 1)
        ],
    }


# Turns of a phased-motion table that a slip has room for, and beside the pool figures.
PHASED_TURNS = 12
PHASED_TURNS_BESIDE_POOL = 6

# The phases of a turn, as they are chosen.
ORDINALS = (N_("First"), N_("Second"), N_("Third"), N_("Fourth"), N_("Fifth"))
LEGEND = N_(
    "Victory points: 1 for each prey ousted and 1 for the last one standing; ½ for withdrawing, or for being in the "
    "game when time is called. Left the game as no.: 1 for the first to go, 2 for the second, and so on."
)


def score_slips(
    event: PrintedEvent,
    seated: PrintedRound,
    words: Words = ENGLISH,
    *,
    per_page: int = 2,
    pool_grid: bool = False,
    phases: str = "",
) -> Sheet:
    """One slip a table, collated so that the cut stack is in table order.

    Args:
        event: where the slips are for.
        seated: the round.
        words: the language.
        per_page: 1, 2 or 4 slips on a page.
        pool_grid: a row of pool figures to strike out for each player; such a slip takes a page of its own.
        phases: what the phases of phased motion are called where there is little room.
    """
    if pool_grid or event.phased:
        per_page = 1
    slips = [_slip(event, seated, table, words) for table in seated.tables_in_order()]
    turns = PHASED_TURNS_BESIDE_POOL if pool_grid else PHASED_TURNS
    data = heading(event, seated.title(words), words) | {
        "words": _labels(words, phases),
        "per_page": per_page,
        "pool_grid": pool_grid,
        "phased_turns": turns if event.phased else 0,
        "turn_height": 6 if pool_grid else 8,
        "pages": collate(slips, per_page),
        "recursions": event.recursions,
    }
    return sheet_of(event, "slips", words, data, seated.title(words), words.gettext("score slips"))


def _labels(words: Words, phases: str) -> dict[str, Shown]:
    _ = words.gettext
    return {
        "scan": _("enter the result"),
        "seat": _("Seat"),
        "player": _("Player"),
        "points": _("Victory points"),
        "order": _("Left the game as no."),
        "order_short": _("left as no."),
        "ousted": _("Ousted by seat"),
        "ousted_short": _("ousted by seat"),
        "ways": [_("withdrew"), _("time"), _("last standing"), _("removed")],
        "signature": _("Signature"),
        "signatures": _("Signatures"),
        "recursions": _("Recursions used"),
        "legend": _(LEGEND),
        "pool": _("Pool: strike out what is lost; above 30, write it beside the name"),
        "turns": _("Turns: the starter, and the five phases in the order of choice"),
        "turn_heads": [_("Turn"), _("Starter"), *(_(ordinal) for ordinal in ORDINALS)],
        "abbreviations": phases,
    }


def collate[T](slips: Sequence[T], per_page: int) -> list[list[T | None]]:
    """Pages of `per_page` places each, such that the piles cut from one place and stacked in order are in order.

    Place p of page i holds slip p * pages + i; None where there are no more slips.
    """
    pages = -(-len(slips) // per_page)
    return [
        [slips[at] if (at := place * pages + page) < len(slips) else None for place in range(per_page)]
        for page in range(pages)
    ]


def _slip(event: PrintedEvent, seated: PrintedRound, table: PrintedTable, words: Words) -> dict[str, Shown]:
    return {
        "event": shorten(event.name_in(words)),
        "round": seated.title(words),
        "table": shorten(table.title(words)),
        "room": shorten(table.room),
        "clock": clock_text(seated.clock),
        "seats": [{"seat": seat, "name": shorten(p.name), "vekn": p.vekn} for seat, p in enumerate(table.seats, 1)],
        "qr": code_of(table.link),
    }
