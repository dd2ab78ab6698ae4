"""Score slips: what a table fills in when its game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from toolkit.languages import ENGLISH, N_, Words
from toolkit.sheets.model import Event, Round, Sheet, Table, heading, sheet_of, shorten
from toolkit.sheets.qr import qr_svg
from toolkit.sheets.seating import clock_text

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
    event: Event, seated: Round, words: Words = ENGLISH, *, per_page: int = 2, pool_grid: bool = False
) -> Sheet:
    """One slip a table, collated so that the cut stack is in table order.

    Args:
        event: where the slips are for.
        seated: the round.
        words: the language.
        per_page: 1, 2 or 4 slips on a page.
        pool_grid: a row of pool figures to strike out for each player; such a slip takes a page of its own.
    """
    if pool_grid or event.phased:
        per_page = 1
    slips = [_slip(event, seated, table, words) for table in seated.tables_in_order()]
    turns = PHASED_TURNS_BESIDE_POOL if pool_grid else PHASED_TURNS
    data = heading(event, seated.title(words), words) | {
        "words": _labels(words, is_phased=event.phased),
        "per_page": per_page,
        "pool_grid": pool_grid,
        "phased_turns": turns if event.phased else 0,
        "turn_height": 6 if pool_grid else 8,
        "pages": collate(slips, per_page),
    }
    return sheet_of(event, "slips", words, data, seated.title(words), words.gettext("score slips"))


def _labels(words: Words, *, is_phased: bool) -> dict[str, Any]:
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
        "legend": _(LEGEND),
        "pool": _("Pool: strike out what is lost; above 30, write it beside the name"),
        "turns": _("Turns: who starts, and the five phases in the order in which they are chosen"),
        "turn_heads": [_("Turn"), _("Starter"), *(_(ordinal) for ordinal in ORDINALS)],
        "abbreviations": _abbreviations(words) if is_phased else "",
    }


def _abbreviations(words: Words) -> str:
    # The phase cards bring the whole rules engine with them: only for slips that name them.
    from toolkit.sheets.phased import abbreviations

    return abbreviations(words)


def collate[T](slips: Sequence[T], per_page: int) -> list[list[T | None]]:
    """Pages of `per_page` places each, such that the piles cut from one place and stacked in order are in order.

    Place p of page i holds slip p * pages + i; None where there are no more slips.
    """
    pages = -(-len(slips) // per_page)
    return [
        [slips[at] if (at := place * pages + page) < len(slips) else None for place in range(per_page)]
        for page in range(pages)
    ]


def _slip(event: Event, seated: Round, table: Table, words: Words) -> dict[str, Any]:
    return {
        "event": shorten(event.name_in(words)),
        "round": seated.title(words),
        "table": shorten(table.title(words)),
        "room": shorten(table.room),
        "clock": clock_text(seated.clock),
        "seats": [{"seat": seat, "name": shorten(p.name), "vekn": p.vekn} for seat, p in enumerate(table.seats, 1)],
        "qr": qr_svg(table.link),
    }
