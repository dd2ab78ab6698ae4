"""Sheets for those who run the event: the final, and what a judge has to see to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.sheets.model import LONGEST_SENTENCE, Event, NothingToPrint, Sheet, heading, shorten
from toolkit.sheets.standings import StandingsRow, halves

# VEKN 3.1.3, in the order in which it is done.
PLACING = (
    "Draw three crypt cards of each finalist and lay them open.",
    "From the lowest seed to the highest, each places their name at either end of the row or between two names.",
    "The row read from left to right is the seating: whoever stands to the right of you in it is your prey.",
    "Who plays first is drawn at random.",
    "Most victory points in this game win; a tie goes to the better seed.",
)
FINAL_HEADS = ("Seed", "Player", "VEKN", "Preliminary rounds", "Three crypt cards")
FINAL_DIRECTION = "Each arrow leads to a player's prey; the prey of the last seat is seat 1."
FINAL_LINES = ("First player", "Winner", "Started at", "Judge")
TABLE_HEADS = ("Round", "Table", "Players", "Extension", "Note")
SANCTION_HEADS = ("Player", "Sanction", "Reason", "Round", "Judge")
ESCALATION = (
    "Within one event, a second caution counts as a warning, a second warning as a score adjustment, a second score "
    "adjustment as a disqualification."
)


def finals_sheet(
    event: Event,
    finalists: Sequence[StandingsRow],
    *,
    decided_by: str = "",
    seats: Sequence[str] = (),
    first_player: str = "",
    crypt_cards: Mapping[str, Sequence[str]] | None = None,
    winner: str = "",
) -> Sheet:
    """The finalists in seed order, what decided the cut, the placing procedure, and the seats once they are taken.

    Args:
        event: where the final is for.
        finalists: in seed order.
        decided_by: the tie-break that decided the last place, in words.
        seats: names in seat order when the placing is done.
        first_player: whose turn is the first.
        crypt_cards: a finalist's name to the three cards drawn and shown.
        winner: once the final is over.

    Raises:
        NothingToPrint: there is no finalist.
    """
    if not finalists:
        raise NothingToPrint("The finalists are not known yet: the preliminary rounds have to be complete.")
    drawn = crypt_cards or {}
    values = {"First player": first_player, "Winner": winner}
    data = heading(event, "Final") | {
        "heads": list(FINAL_HEADS),
        "direction": FINAL_DIRECTION,
        "lines": [{"title": title, "value": shorten(values.get(title, ""))} for title in FINAL_LINES],
        "finalists": [
            {
                "seed": str(seed),
                "name": shorten(row.name),
                "vekn": row.vekn,
                "crypt": ", ".join(shorten(card) for card in drawn.get(row.name, ())),
                "score": f"{row.game_wins} GW, {halves(row.victory_points)} VP, {row.tournament_points} TP",
            }
            for seed, row in enumerate(finalists, 1)
        ],
        "decided_by": shorten(decided_by, longest=LONGEST_SENTENCE),
        "placing": list(PLACING),
        "seats": [shorten(name) for name in seats] or [""] * len(finalists),
        "first_player": shorten(first_player),
    }
    return Sheet(template="final", title=f"{event.name}: final", data=data, day=event.day)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """A table that is still to report; `extension` in minutes, `label` when it is not called by its number."""

    round: int
    number: int
    players: tuple[str, ...]
    extension: int = 0
    room: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionRow:
    """A sanction as the judges' sheet shows it."""

    player: str
    level: str
    reason: str
    round: int | None = None
    judge: str = ""


def judges_sheet(event: Event, open_tables: Sequence[OpenTable], sanctions: Sequence[SanctionRow]) -> Sheet:
    """Tables still playing with their extensions, and every sanction so far; empty lines to write on."""
    data = heading(event, "Judges") | {
        "table_heads": list(TABLE_HEADS),
        "sanction_heads": list(SANCTION_HEADS),
        "escalation": ESCALATION,
        "tables": [
            {
                "round": str(table.round) if table.round else "Final",
                "table": " ".join(part for part in (table.label or str(table.number), shorten(table.room)) if part),
                "players": ", ".join(shorten(name) for name in table.players),
                "extension": f"+{table.extension} min" if table.extension else "",
            }
            for table in open_tables
        ],
        "sanctions": [
            {
                "player": shorten(row.player),
                "level": shorten(row.level),
                "reason": shorten(row.reason, longest=LONGEST_SENTENCE),
                "round": "" if row.round is None else str(row.round) if row.round else "Final",
                "judge": shorten(row.judge),
            }
            for row in sanctions
        ],
        "blank": 6,
        "blank_tables": max(2, 8 - len(open_tables)),
    }
    return Sheet(template="judges", title=f"{event.name}: judges", data=data, day=event.day)
