"""The events of the season's worked examples: A is the fixture, B and C are played here as they are written down."""

from __future__ import annotations

import datetime
from functools import cache

from tests.exchange.events import prague
from tests.tournament.organizer import Organizer
from toolkit.season.events import EventSource, season_event
from toolkit.tournament import Tournament

B = (
    "8 4:1 1 6 2:4 | 10:1.5 3:1 5 7:0.5 9:0.5",
    "8:1 7 2 6:0.5 1:2.5 | 5:0.5 9:0.5 10:1.5 3:1 4",
    "3:4 1 8 2:1 10",
)
C = (
    "7 1 4:1.5 2 3:2.5 | 9:2 6 5 8:2",
    "9:1.5 4 8:0.5 7:1.5 5 | 1:1 2 6:2 3:1",
    "9:3 6:2 3 7 8",
)


def _table(text: str) -> tuple[list[int], list[float]]:
    seats = [seat.partition(":") for seat in text.split()]
    return [int(number) for number, _, _ in seats], [float(points or 0) for _, _, points in seats]


def played(name: str, day: datetime.date, count: int, lines: tuple[str, ...], *, cut: list[int]) -> Tournament:
    """An event of players 1 to `count`, its rounds and final as they are written down; `cut` is the order before."""
    organizer = Organizer(name=name, date=day, rounds=2, vekn_event="")
    for number in range(1, count + 1):
        organizer.add_player(f"Player Nr{number}", vekn=str(1_000_000 + number))
    *rounds, final = lines
    for line in rounds:
        tables = [_table(text) for text in line.split("|")]
        organizer.seated(*[players for players, _ in tables])
        for number, (_, points) in enumerate(tables, start=1):
            organizer.enter_result(organizer.tournament.published, number, victory_points=points, reason="as written")
    if "toss_needed" in organizer.blocking():
        organizer.toss(seed=1)
    organizer.open_final()
    assert list(organizer.state.final.finalists) == cut
    row, points = _table(final)
    organizer.place_row(row)
    organizer.draw_first_player(seed=1)
    # The row is read from who was drawn first.
    first = row.index(organizer.state.final_round.tables[0][0])
    organizer.result(1, *points[first:], *points[:first], round=0)
    organizer.finish()
    return organizer.tournament


@cache
def event_b() -> Tournament:
    """Ten who played, an eleventh who never came; the fourth seed wins."""
    return played("Prague Cup II", datetime.date(2026, 11, 28), 11, B, cut=[2, 1, 10, 3, 8])


@cache
def event_c() -> Tournament:
    """Nine players; the third seed wins."""
    return played("Prague Cup III", datetime.date(2026, 12, 5), 9, C, cut=[3, 6, 9, 8, 7])


def source(tournament: Tournament, name: str = "event") -> EventSource:
    """The event of a tournament, as a file of that name has it."""
    return EventSource(event=season_event(tournament), name=name, tournament=lambda: tournament)


def season() -> list[EventSource]:
    """A, B and C."""
    return [source(prague(), "a.json"), source(event_b(), "b.json"), source(event_c(), "c.json")]
