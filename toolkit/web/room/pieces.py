"""The pieces of pages that are the same for all: announcements, seats, tables and clock of the round, standings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from flask import get_template_attribute, render_template
from flask_babel import gettext

from toolkit.services.kernel import links
from toolkit.services.kernel.versions import ranks_of
from toolkit.tournament.announcements import shown_announcements
from toolkit.tournament.clock import read_clock
from toolkit.tournament.published import public_part, seated_round
from toolkit.tournament.standings import has_final, has_seeds, not_ranked
from toolkit.tournament.state import Round, State
from toolkit.tournament.tournament import Tournament
from toolkit.web.base.clocks import clock_of
from toolkit.web.base.i18n import points_words
from toolkit.web.base.stores import current_context
from toolkit.web.events.words import round_words
from toolkit.web.room.event import person_address, seated_tables


class SeatsPiece(TypedDict):
    """The seats of a round: each table's name and its players in seat order, each by number and name.

    `out` has the sentence for those who sit out, `other` the one for those without a seat.
    """

    title: str
    tables: list[tuple[str, list[tuple[int, str]]]]
    sitting_out: list[int]
    out: str
    other: str


def table_title(state: State, round_: Round, table: int) -> str:
    """A table's name where a player looks for their seat."""
    return round_words(round_.number) if round_.is_final else state.settings.table_name(table)


def _announcements(state: State) -> str:
    return render_template("room/_announcements.html", announcements=shown_announcements(state))


def _shown_round(state: State) -> Round | None:
    return None if state.is_finished else seated_round(state)


def _seats(state: State) -> SeatsPiece | None:
    """The seats of the round that players see; None before the first."""
    round_ = _shown_round(state)
    if round_ is None:
        return None
    return SeatsPiece(
        title=round_words(round_.number),
        tables=[
            (table_title(state, round_, table), [(number, state.player(number).name) for number in players])
            for table, players in round_.numbered()
        ],
        sitting_out=list(round_.sitting_out),
        out=gettext("You sit out this round."),
        other=gettext("You are not seated in this round."),
    )


def _seating(id: str, state: Tournament) -> str:
    """All tables of the round, as the event's own page shows them."""
    round_ = _shown_round(state)
    return render_template(
        "room/_seating.html",
        seated=seated_tables(id, state, round_) if round_ else None,
        event_url=links.event_path(id),
        q="",
    )


def _clock(state: State) -> dict[str, str]:
    """The face of the round's clock under "", and of each table that has a time of its own under its name."""
    round_ = _shown_round(state)
    if round_ is None or round_.clock.started_at is None:
        return {}
    face, now = get_template_attribute("macros/events.html", "clock_face"), current_context().steady()
    own = {*round_.clock.table_extensions, *(pause.table for pause in round_.clock.pauses if pause.table is not None)}
    faces = {table_title(state, round_, table): str(face(clock_of(read_clock(round_, now, table)))) for table in own}
    return {"": str(face(clock_of(read_clock(round_, now)))), **faces}


def _ranks(state: State) -> dict[int, tuple[str, list[str]]]:
    """Each player's line of the standings that everybody sees: its word, and the cells that a round moves."""
    return {
        player: (
            word,
            [str(row.rank), str(row.game_wins), points_words(row.victory_points), str(row.tournament_points)],
        )
        for player, (word, row) in ranks_of(state).items()
    }


def _standings(state: Tournament) -> str:
    """The standings that everybody sees, as the event's own page shows them."""
    rows = public_part(state).ranked
    return render_template(
        "room/_standings.html",
        t=state,
        standings=rows,
        with_final=has_final(rows),
        with_seeds=has_seeds(rows),
        unranked=not_ranked(state),
        person_address=person_address(state),
    )


def drawers(id: str, state: Tournament) -> dict[str, Callable[[], object]]:
    """The functions that draw the pieces of an event's pages, by name."""
    return {
        "announcements": lambda: _announcements(state),
        "seats": lambda: _seats(state),
        "seating": lambda: _seating(id, state),
        "clock": lambda: _clock(state),
        "ranks": lambda: _ranks(state),
        "standings": lambda: _standings(state),
    }
