"""`vtes-toolkit stats`: what the games of finished events tell."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.season.statistics import EndingLine, KindLine, SeatCounts, Share, Statistics
    from toolkit.services.kernel.context import Context

# The name of a league may have a slash in it.
_IS_PATH = re.compile(r"\.{0,2}/|.*\.json\Z")
BY = ("seat", "ending", "clan", "pair", "archetype", "prey", "card")


@click.command("stats")
@click.argument(
    "events", type=common.FileOr(lambda name: not _IS_PATH.match(name)), metavar="[EVENT|FILE|LEAGUE]...", nargs=-1
)
@click.option("--by", type=click.Choice(BY), help="Only this table of figures.")
@click.option(
    "--least", type=click.IntRange(5), default=20, show_default=True, help="Minimum number of cases for a share."
)
@click.option("--every-list", is_flag=True, help="Include decklists that are not public, for your own use.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV: one line per game and seat, without names.")
@click.option("--names", is_flag=True, help="With --csv: include the players' names and numbers.")
@common.json_option
@common.data_option
def command(
    events: tuple[str, ...],
    by: str | None,
    least: int,
    every_list: bool,
    as_csv: bool,
    names: bool,
    as_json: bool,
    data: Path | None,
) -> None:
    """Show statistics of finished events.

    On seats, endings, clans and disciplines, predator and prey, cards.

    EVENT is an id or a prefix of it. FILE is an export of any server. LEAGUE (id or name) means its finished events
    that count. Default: the latest 300 finished events here. Only public decklists count. A share has its 95 %
    interval; with too few cases it is left out.
    """
    from toolkit.services.season.statistics import look_at, seats_csv, show_statistics
    from toolkit.views import json_values

    files = {name: common.read_file(name) for name in events if name == "-" or os.path.isfile(name)}
    are_enough = bool(events) and len(files) == len(set(events))
    new = common.NewStore.NOT_NEEDED if are_enough else common.NewStore.LISTED
    with common.open_context(data, new=new) as context:
        ids, leagues = _found(context, [name for name in events if name not in files])
        looked = look_at(context, ids, files, leagues=leagues, every_list=every_list)
    if as_csv:
        click.echo(seats_csv(looked, names=names), nl=False)
        return
    statistics = show_statistics(looked, least=least)
    if as_json:
        values = json_values(statistics)
        common.show(values["meetings" if by == "prey" else f"{by}s"] if by else values, (), as_json=True)
        return
    lines = [*_lines(statistics, (by,) if by else BY)]
    if looked.left_out:
        lines.insert(1, f"Older events left out: {looked.left_out}.")
    if looked.uncounted:
        lines.insert(1, f"Events left out that are not finished or do not count in the league: {looked.uncounted}.")
    common.show(statistics, lines, as_json=False)


def _found(context: Context, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The ids of events, and of leagues, that are called so."""
    from toolkit.cli import league_command
    from toolkit.errors import NotFound

    events, leagues = list[str](), list[str]()
    for name in names:
        try:
            events.append(common.find(context, name))
        except NotFound as error:
            try:
                leagues.append(league_command.find(context, name))
            except NotFound:
                raise error from None
    return events, leagues


def _lines(statistics: Statistics, parts: Sequence[str]) -> Iterator[str]:
    from toolkit.languages import Count, Listed

    counted = (
        Count(statistics.events, "%(num)d event", "%(num)d events"),
        Count(statistics.games, "%(num)d game", "%(num)d games"),
        Count(statistics.finals, "%(num)d final", "%(num)d finals"),
        Count(statistics.decks, "%(num)d decklist", "%(num)d decklists"),
    )
    yield f"{Listed(counted)}."
    for part in parts:
        yield ""
        yield from _TABLES[part](statistics)


def _share(share: Share) -> str:
    counted = f"{share.count}/{share.of}"
    if share.share is None:
        return counted
    low, high = 100 * (share.low or 0), 100 * (share.high or 0)
    return f"{counted} {100 * share.share:.0f} % ({low:.1f} to {high:.1f})"


def _table(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    cells = [list(headings), *([_cell(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]


def _cell(cell: object) -> str:
    from toolkit.season.statistics import Share

    if isinstance(cell, Share):
        return _share(cell)
    return f"{cell:.2f}" if isinstance(cell, float) else str(cell)


def _size(line: SeatCounts | EndingLine) -> str:
    return "final" if line.is_final else str(line.size)


def _seats(statistics: Statistics) -> list[str]:
    rows = [
        (_size(line), line.seat, line.games, line.game_wins, line.won or "", line.victory_points, line.ousted)
        for line in statistics.seats
    ]
    return _table(("TABLE OF", "SEAT", "GAMES", "GAME WINS", "FINALS WON", "VP", "OUSTED"), rows)


def _endings(statistics: Statistics) -> list[str]:
    rows = [
        (_size(line), f"{line.games}/{line.of}", line.time_outs, line.withdrawals, line.removals)
        for line in statistics.endings
    ]
    return _table(("TABLE OF", "TOLD", "TIME-OUT", "WITHDRAWAL", "REMOVED"), rows)


def _kinds(heading: str, lines: Sequence[KindLine]) -> list[str]:
    rows = [
        (line.name, line.decks, line.games, line.game_wins, line.victory_points, line.in_final, line.won)
        for line in lines
    ]
    return _table((heading, "LISTS", "GAMES", "GAME WINS", "VP", "IN FINAL", "WON"), rows)


def _meetings(statistics: Statistics) -> list[str]:
    headings = ("PREDATOR", "PREY", "GAMES", "GAME WINS", "VP", "PREY'S", "PREY'S VP", "OUSTED")
    return _table(headings, [[getattr(line, name) for name in _MEETING] for line in statistics.meetings])


_MEETING = (
    "predator",
    "prey",
    "games",
    "game_wins",
    "victory_points",
    "prey_game_wins",
    "prey_victory_points",
    "ousted",
)


def _cards(statistics: Statistics) -> list[str]:
    rows = [(line.name, line.copies, line.decks, line.in_final) for line in statistics.cards]
    return _table(("CARD", "COPIES", "LISTS", "IN FINAL"), rows)


_TABLES = {
    "seat": _seats,
    "ending": _endings,
    "clan": lambda statistics: _kinds("CLAN", statistics.clans),
    "pair": lambda statistics: _kinds("DISCIPLINES", statistics.pairs),
    "archetype": lambda statistics: _kinds("ARCHETYPE", statistics.archetypes),
    "prey": _meetings,
    "card": _cards,
}
