"""Standings as a sheet for the wall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from toolkit.languages import ENGLISH, N_, Words
from toolkit.sheets.model import Event, NothingToPrint, Sheet, check_crowd, heading, sheet_of, shorten


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """A row as it is shown; victory points in halves, `note` for what a rank does not say ("dropped").

    `victory_points` are those of the preliminary rounds, `final_victory_points` those of the final, None for who did
    not play it.
    """

    rank: int | None
    name: str
    vekn: str = ""
    game_wins: int = 0
    victory_points: int = 0
    tournament_points: int = 0
    rounds: int = 0
    seed: int | None = None
    rating_points: int | None = None
    deck: str = ""
    final_victory_points: int | None = None
    note: str = ""


LEGEND = {
    "gw": (N_("GW"), N_("game wins")),
    "vp": (N_("VP"), N_("victory points")),
    "tp": (N_("TP"), N_("tournament points")),
    "final_vp": (
        N_("Final VP"),
        N_("victory points in the final; GW, VP and TP are those of the preliminary rounds"),
    ),
    "rating": (N_("Points"), N_("rating points")),
    "cut": ("", N_("the first five play the final")),
}


def standings_sheet(
    event: Event,
    rows: Sequence[StandingsRow],
    words: Words = ENGLISH,
    *,
    title: str = "",
    with_decks: bool = False,
    finalists: int = 0,
) -> Sheet:
    """Standings after a round, or final ones, in the order given.

    Columns that nobody has anything in are left out.

    Args:
        event: whose standings.
        rows: best first.
        words: the language.
        title: after what they stand.
        with_decks: a column with the decks' names.
        finalists: after how many rows a line is drawn: who plays the final, or played it; 0 for none.

    Raises:
        NothingToPrint: there are no rows.
    """
    if not rows:
        raise NothingToPrint("There are no standings yet: no result has been entered.")
    check_crowd(len(rows))
    has_final = any(row.final_victory_points is not None for row in rows)
    has_rating = any(row.rating_points is not None for row in rows)
    shown = ["gw", "vp", "tp"] + ["final_vp"] * has_final + ["rating"] * has_rating
    if 0 < finalists < len(rows) and not has_final:
        shown.append("cut")
    title = title or words.gettext("Standings")
    data = heading(event, title, words) | {
        "rows": [
            {
                "rank": "" if row.rank is None else str(row.rank),
                "name": shorten(row.name),
                "vekn": row.vekn,
                "gw": str(row.game_wins),
                "vp": words.halves(row.victory_points),
                "tp": str(row.tournament_points),
                "rounds": str(row.rounds),
                "seed": "" if row.seed is None else str(row.seed),
                "rating": "" if row.rating_points is None else str(row.rating_points),
                "deck": shorten(row.deck) if with_decks else "",
                "final_vp": "" if row.final_victory_points is None else words.halves(row.final_victory_points),
                "note": shorten(row.note),
            }
            for row in rows
        ],
        "has_seed": any(row.seed not in (None, row.rank) for row in rows),
        "has_final": has_final,
        "has_rating": has_rating,
        # A column in which everybody has the same says nothing.
        "has_rounds": len({row.rounds for row in rows}) > 1,
        "has_note": any(row.note for row in rows),
        "cut": finalists if finalists < len(rows) else 0,
        "legend": " · ".join(" ".join(map(words.gettext, LEGEND[key])).lstrip() for key in shown),
        "heads": _heads(words),
        "has_vekn": any(row.vekn for row in rows),
        "has_deck": with_decks,
    }
    return sheet_of(event, "standings", words, data, title)


def _heads(words: Words) -> dict[str, str]:
    _ = words.gettext
    return {
        "name": _("Player"),
        "deck": _("Deck"),
        "vekn": "VEKN",
        "rounds": _("Rounds"),
        "seed": _("Seed"),
        **{key: _(short) for key, (short, _long) in LEGEND.items()},
    }
