"""`vtes-toolkit rating`: rating lists from events of the store, from exports, or from both."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.season.ratings import RatingTable

LISTS = ("constructed_onsite", "constructed_online", "limited_onsite", "limited_online")


def is_file(argument: str) -> bool:
    """Whether an argument names a file and not an event of the store."""
    return argument.endswith(".json") or "/" in argument or os.path.isfile(argument)


EVENT_OR_FILE = common.FileOr(lambda argument: not is_file(argument))


@click.command()
@click.argument("events", type=EVENT_OR_FILE, nargs=-1, metavar="[EVENT|FILE]...")
@click.option("--on", type=common.DAY, help="Date of the list. Default: today.")
@click.option("--list", "list_", type=click.Choice(LISTS), default=LISTS[0], show_default=True, help="The rating list.")
@click.option("--count", "counted", multiple=True, metavar="EVENT", help="Count an event from now on.")
@click.option("--leave-out", "left_out", multiple=True, metavar="EVENT", help="Leave an event out from now on.")
@common.by_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV: one line per result.")
@common.data_option
@common.json_option
def command(
    events: tuple[str, ...],
    on: date | None,
    list_: str,
    counted: tuple[str, ...],
    left_out: tuple[str, ...],
    by: str,
    as_csv: bool,
    data: Path | None,
    as_json: bool,
) -> None:
    """Show a rating list.

    Each player's best eight events of eighteen months count, from the EVENTs and FILEs. Default: all finished
    events here.

    The list is an estimate of the VEKN's: it knows only these events.
    """
    from toolkit.season.events import RatingList
    from toolkit.season.views import rating_csv, show_ratings
    from toolkit.services.season.events import file_sources, stored_sources
    from toolkit.services.season.leagues import count_event, rate_sources, ratings, store_merges

    day, list_of = on or date.today(), RatingList(list_)
    files = [(name, common.read_file(name)) for name in events if is_file(name)]
    stored = [name for name in events if not is_file(name)]
    if counted or left_out:
        with common.open_context(data) as context:
            for names, counts in ((counted, True), (left_out, False)):
                for name in names:
                    count_event(context, common.find_counted(context, name), counts=counts, by=by)
    if events and not stored:
        table, warnings = rate_sources(file_sources(files), on=day, list=list_of)
    else:
        with common.open_context(data, new=common.NewStore.LISTED) as context:
            if events:
                sources = stored_sources(context, [common.find_counted(context, name) for name in stored])
                merges = store_merges(context)
                table, warnings = rate_sources([*sources, *file_sources(files)], on=day, list=list_of, merges=merges)
            else:
                table, warnings = ratings(context, on=day, list=list_of)
    for warning in warnings:
        click.echo(f"vtes-toolkit: {warning.sentence}", err=True)
    if as_csv:
        click.echo(rating_csv(table), nl=False)
        return
    common.show(show_ratings(table), _lines(table), as_json=as_json)


def _lines(table: RatingTable) -> Iterator[str]:
    from toolkit.season.ratings import CONTRADICTIONS

    yield f"{table.list.heading}, on {table.on}: results after {table.since}"
    for line in table.rated:
        counted = "  ".join(str(result.result.rating_points) for result in line.results if result.counts)
        rest = "  ".join(str(result.result.rating_points) for result in line.results if not result.counts)
        rank = str(line.rank) if line.rank else "-"
        yield f"{rank:>4}  {line.rating:>5}  {line.person.name}  {counted}{f'  ({rest})' if rest else ''}"
    for event in table.events:
        if event.not_rated is not None:
            yield f"{event.name}: {event.not_rated.sentence}"
    yield from map(str, (*table.notes, *CONTRADICTIONS))
