"""Sheets for those who run the event: the final, and what a judge has to see to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolkit.languages import ENGLISH, N_, Words
from toolkit.sheets.model import LONGEST_SENTENCE, Event, NothingToPrint, Sheet, check_crowd, heading, sheet_of, shorten
from toolkit.sheets.standings import StandingsRow

# VEKN 3.1.3, in the order in which it is done.
PLACING = (
    N_("Draw three crypt cards of each finalist and lay them open."),
    N_("From the lowest seed to the highest, each places their name at either end of the row or between two names."),
    N_("The row read from left to right is the seating: whoever stands to the right of you in it is your prey."),
    N_("Who plays first is drawn at random."),
    N_("Most victory points in this game win; a tie goes to the better seed."),
)
FINAL_HEADS = (N_("Seed"), N_("Player"), "VEKN", N_("Preliminary rounds"), N_("Three crypt cards"))
FINAL_DIRECTION = N_("Each arrow leads to a player's prey; the prey of the last seat is seat 1.")
TABLE_HEADS = (N_("Round"), N_("Table"), N_("Players"), N_("Extension"), N_("Note"))
ESCALATION = N_(
    "Within one event, the third offence of the same infraction counts as the next heavier sanction, and so does every "
    "second one after it."
)


def finals_sheet(
    event: Event,
    finalists: Sequence[StandingsRow],
    words: Words = ENGLISH,
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
        words: the language.
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
    _, drawn = words.gettext, crypt_cards or {}
    lines = ((_("First player:"), first_player), (_("Winner:"), winner), (_("Started at:"), ""), (_("Judge:"), ""))
    data = heading(event, _("Final"), words) | {
        "titles": {"finalists": _("Finalists"), "placing": _("Placing"), "seats": _("Seats")},
        "heads": [_(head) for head in FINAL_HEADS],
        "direction": _(FINAL_DIRECTION),
        "lines": [{"title": title, "value": shorten(value)} for title, value in lines],
        "finalists": [
            {
                "seed": str(seed),
                "name": shorten(row.name),
                "vekn": row.vekn,
                "crypt": ", ".join(shorten(card) for card in drawn.get(row.name, ())),
                "score": f"{row.game_wins} {_('GW')}, {words.halves(row.victory_points)} {_('VP')}, "
                f"{row.tournament_points} {_('TP')}",
            }
            for seed, row in enumerate(finalists, 1)
        ],
        "decided_by_label": _("Tie-break that decided:"),
        "decided_by": shorten(decided_by, longest=LONGEST_SENTENCE),
        "placing": [_(step) for step in PLACING],
        "plays_first": _("plays first"),
        "points": _("VP"),
        "seats": [shorten(name) for name in seats] or [""] * len(finalists),
        "first_player": shorten(first_player),
    }
    return sheet_of(event, "final", words, data, _("final"))


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


def judges_sheet(
    event: Event, open_tables: Sequence[OpenTable], sanctions: Sequence[SanctionRow], words: Words = ENGLISH
) -> Sheet:
    """Tables still playing with their extensions, and every sanction so far; empty lines to write on."""
    check_crowd(sum(len(table.players) for table in open_tables))
    check_crowd(len(sanctions))
    _ = words.gettext
    data = heading(event, _("Judges"), words) | {
        "titles": {"tables": _("Tables still playing"), "sanctions": _("Sanctions")},
        "table_heads": [_(head) for head in TABLE_HEADS],
        "sanction_heads": [_("Player"), words.pgettext("noun", "Sanction"), _("Reason"), _("Round"), _("Judge")],
        "escalation": _(ESCALATION),
        "tables": [
            {
                "round": str(table.round) if table.round else _("Final"),
                "table": " ".join(part for part in (table.label or str(table.number), shorten(table.room)) if part),
                "players": ", ".join(shorten(name) for name in table.players),
                "extension": _("+%(number)s min", number=table.extension) if table.extension else "",
            }
            for table in open_tables
        ],
        "sanctions": [
            {
                "player": shorten(row.player),
                "level": shorten(row.level),
                "reason": shorten(row.reason, longest=LONGEST_SENTENCE),
                "round": "" if row.round is None else str(row.round) if row.round else _("Final"),
                "judge": shorten(row.judge),
            }
            for row in sanctions
        ],
        "blank": 6,
        "blank_tables": max(2, 8 - len(open_tables)),
    }
    return sheet_of(event, "judges", words, data, _("judges"))
