"""`vtes-toolkit seating`: seat players, score a seating, repair one, improve the shipped charts."""

from __future__ import annotations

import json
import re
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.tournament.common import READABLE_FILE, NumberRange, read_file, writing
from toolkit.errors import NotFound
from toolkit.languages import Message
from toolkit.seating import BadHistory, Round, WishedPlace, Wishes, criteria
from toolkit.seating import seat as seat_players
from toolkit.seating.model import check_history
from toolkit.views import json_values

if TYPE_CHECKING:
    from toolkit.seating.verdict import SeatingReport


class UnreadableFile(NotFound):
    """A file named on the command line that cannot be read as text."""

    code = "unreadable_file"


@click.group()
def command() -> None:
    """Seat players, score or repair a seating."""


@command.command()
@click.argument("players")
@click.option(
    "--rounds",
    type=int,
    default=3,
    show_default=True,
    help="Preliminary rounds (with 6, 7 or 11 players: games per player).",
)
@click.option("--history", type=READABLE_FILE, metavar="FILE", help="Rounds already played, as JSON.")
@click.option("--seconds", type=NumberRange(0, 3600), default=1.0, show_default=True, help="Maximum search time.")
@click.option("--dropped", multiple=True, metavar="A,B…", help="Players in the history who have left. Repeatable.")
@click.option("--seed", type=click.IntRange(0), help="Random seed. The same seed gives the same seating.")
@click.option("--apart", multiple=True, metavar="A,B…", help="Keep these players apart. Repeatable.")
@click.option("--place", multiple=True, metavar="NAME=TABLE[:SEAT]", help="Always seat NAME there. TABLE can be empty.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def make(
    players: str,
    rounds: int,
    history: str | None,
    dropped: tuple[str, ...],
    seconds: float,
    seed: int | None,
    apart: tuple[str, ...],
    place: tuple[str, ...],
    as_json: bool,
) -> None:
    """Seat players for all rounds.

    PLAYERS is a number, a file with one name per line, or - for standard input.
    """
    names = _names(players)
    wishes = Wishes(apart=tuple(tuple(_split(group)) for group in apart), places=dict(map(_place, place)))
    seed = secrets.randbelow(2**31) if seed is None else seed
    with _progress(seconds) as progress:
        seating = seat_players(
            names,
            rounds,
            history=_rounds(history),
            known=[*names, *(name for group in dropped for name in _split(group))],
            seconds=seconds,
            seed=seed,
            wishes=wishes,
            progress=progress,
        )
    from toolkit.seating.verdict import seating_report

    report = seating_report(seating, seconds=seconds)
    if as_json:
        _write(report)
    else:
        _show(report)


@command.command()
@click.argument("file", type=READABLE_FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def score(file: str, as_json: bool) -> None:
    """Score a seating by the nine criteria.

    FILE contains the rounds as JSON; - is standard input.
    """
    from toolkit.seating.verdict import score_report, table_of_figures

    report = score_report(_judgeable(file))
    if as_json:
        _write(report)
        return
    click.echo(f"{report.players} players, {report.rounds} rounds")
    _show_figures(table_of_figures(report))
    for name, texts in report.violations.items():
        for text in texts:
            click.echo(f"{name.upper()}  {text}")


@command.command()
@click.argument("file", type=READABLE_FILE)
@click.option("--table", type=int, required=True, help="Number of the table to repair.")
@click.option("--round", "number", type=int, help="Number of its round. Default: the last round.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON with every repair, best first.")
def fix(file: str, table: int, number: int | None, as_json: bool) -> None:
    """Find the best changes to one table.

    FILE contains the rounds as JSON; - is standard input.
    """
    from toolkit.seating.edits import repairs

    rounds = _judgeable(file)
    number = len(rounds) if number is None else number
    edits = repairs(rounds, number, table)
    if as_json:
        from toolkit.seating.verdict import edit_report

        _write([edit_report(edit) for edit in edits])
        return
    if not edits:
        click.echo("Neither another order of its seats nor a swap with another table makes this seating better.")
    for edit in edits:
        click.echo(f"{edit.title} ({edit.moved} players move)")
        for sentence in (*edit.warnings, *edit.changes):
            click.echo(f"  {sentence}")
        _show_round(edit.rounds[number - 1], indent="  ")


@command.command()
@click.option("--improve", type=NumberRange(0), metavar="MINUTES", help="Search for better charts for this long.")
@click.option("--seconds", type=NumberRange(0.1), default=10.0, show_default=True, help="Time per search.")
@click.option(
    "--rounds", type=click.IntRange(2, 5), help="Improve only charts with this many rounds (or games per player)."
)
@click.option("--seed", type=click.IntRange(0), help="Random seed of the searches.")
@click.option(
    "--file",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of charts. Default: the built-in one.",
)
def charts(improve: float | None, seconds: float, rounds: int | None, seed: int | None, path: Path | None) -> None:
    """Show or improve the built-in seating charts.

    Without --improve, shows how good they are. With it, searches for better charts and writes them.
    """
    from toolkit.seating import charts as shipped
    from toolkit.seating.whole import improvements

    if path is not None and improve is None:
        read_file(str(path))
    path = path or shipped.PATH
    tables = shipped.all_charts(path)
    if improve is None:
        optimal = sum(shipped.chart_bounds(*size, chart).are_met_by(criteria(chart)) for size, chart in tables.items())
        click.echo(f"{len(tables)} charts, {optimal} of them proven optimal.")
        return
    end = time.monotonic() + 60 * improve
    seed = secrets.randbelow(2**31) if seed is None else seed
    only = None if rounds is None else [(players, rounds) for players in shipped.PLAYERS]
    for players, games, before, after, optimal in improvements(tables, seed=seed, seconds=seconds, only=only):
        is_better = before is None or after < before
        if is_better:
            click.echo(f"{players} players, {games} rounds: {before or 'none'} → {after}{' optimal' * optimal}")
        elif optimal:
            click.echo(f"{players} players, {games} rounds: better first rounds")
        if is_better or optimal:
            with writing(path):
                shipped.save(tables, path)
        if time.monotonic() > end:
            break


def _names(players: str) -> list[str]:
    from toolkit.schemas.seating import numbered, read_names

    if re.fullmatch(r"-?\d{1,30}", players):
        return numbered(int(players))
    return read_names(_text(players))


def _rounds(path: str | None) -> tuple[Round, ...]:
    if path is None:
        return ()
    from toolkit.schemas.seating import read_rounds

    return read_rounds(_text(path))


def _judgeable(path: str) -> tuple[Round, ...]:
    rounds = _rounds(path)
    if not rounds:
        raise BadHistory(Message("There is no round to judge."))
    check_history(rounds)
    return rounds


def _text(path: str) -> str:
    try:
        return read_file(path).decode("utf-8")
    except UnicodeDecodeError:
        raise UnreadableFile(Message("%(name)s is not text in UTF-8.", name=path)) from None


def _split(group: str) -> list[str]:
    return [name.strip() for name in group.split(",") if name.strip()]


def _place(text: str) -> tuple[str, WishedPlace]:
    name, _, where = text.rpartition("=")
    table, _, seat_number = where.partition(":")
    try:
        return name.strip(), WishedPlace(int(table) if table else None, int(seat_number) if seat_number else None)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not NAME=TABLE:SEAT.", param_hint="--place") from None


def _write(report: object) -> None:
    click.echo(json.dumps(json_values(report), ensure_ascii=False))


@contextmanager
def _progress(seconds: float) -> Iterator[Callable[[float], None] | None]:
    """A bar on a terminal for a search that may be felt; none in a pipe."""
    if seconds < 0.5 or not sys.stderr.isatty():
        yield None
        return
    bar: Any = None

    def show(share: float) -> None:
        nonlocal bar
        if bar is None:
            bar = click.progressbar(length=100, label="Seating", file=sys.stderr)
            bar.render_progress()
        bar.update(int(100 * share) - bar.pos)

    yield show
    if bar is not None:
        bar.render_finish()


def _show(report: SeatingReport) -> None:
    from toolkit.seating.verdict import table_of_figures

    for number, (tables, out) in enumerate(zip(report.rounds, report.sitting_out, strict=True), 1):
        if number <= report.played:
            continue
        click.echo(f"Round {number}")
        _show_round(tables)
        if out:
            click.echo(f"  Sitting out: {', '.join(out)}")
    _show_figures(table_of_figures(report))
    for sentence in (*report.unmet, report.verdict):
        click.echo(sentence)
    click.echo(f"Seed {report.seed}")


def _show_round(tables: Round, indent: str = "") -> None:
    for number, table in enumerate(tables, 1):
        click.echo(f"{indent}  Table {number}: {' > '.join(map(str, table))}")


def _show_figures(rows: list[tuple[str, str, str, str]]) -> None:
    for name, title, figure, least in rows:
        click.echo(f"{name}  {title:<34} {figure:>6}" + (f"  (at least {least})" if least else ""))
