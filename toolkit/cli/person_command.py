"""`vtes-toolkit person`: who is one person over several events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.season.persons import PersonView


@click.group(name="person")
def command() -> None:
    """Merge, show or forget persons.

    Results of several events belong to one person by VEKN number, by name, or by a merge. Write a person as a VEKN
    number, or as `name:` and the name.
    """


@command.command()
@click.argument("one")
@click.argument("other")
@common.by_option
@common.data_option
def merge(one: str, other: str, by: str, data: Path | None) -> None:
    """Merge two persons everywhere.

    No event is changed.
    """
    from toolkit.services.season.leagues import merge_persons

    with common.open_context(data) as context:
        log = merge_persons(context, one, other, by=by)
    click.echo(f"{log.number:>4}  One person: {', '.join(log.merges[-1])}.")


@command.command()
@click.argument("entry", type=click.IntRange(1), required=False)
@common.by_option
@common.data_option
def undo(entry: int | None, by: str, data: Path | None) -> None:
    """Undo the last merge, or the given ENTRY."""
    from toolkit.season.league_log import describe
    from toolkit.services.season.leagues import undo_merge

    with common.open_context(data) as context:
        log = undo_merge(context, entry, by=by)
    click.echo(f"{log.number:>4}  {describe(log, log.log[-1].fact)}")


@command.command(name="list")
@common.data_option
@common.json_option
def list_(data: Path | None, as_json: bool) -> None:
    """List all merges."""
    from toolkit.season.league_log import describe
    from toolkit.services.season.leagues import store_persons

    with common.open_context(data, new=common.NewStore.LISTED) as context:
        log = store_persons(context)
    lines = [
        f"{entry.number:>4}  {describe(log, entry.fact)}{'  (undone)' if entry.number in log.undone else ''}"
        for entry in log.log
    ]
    empty = "No merges yet: merge two persons with `vtes-toolkit person merge ONE OTHER`."
    common.show_list([list(keys) for keys in log.merges], lines, empty=empty, as_json=as_json)


@command.command()
@click.argument("key")
@common.data_option
@common.json_option
def show(key: str, data: Path | None, as_json: bool) -> None:
    """Show the events of a person.

    With date, place, points and opponents.
    """
    from toolkit.services.season.persons import history_of

    with common.open_context(data) as context:
        history = history_of(context, key)
    common.show(history, _lines(history), as_json=as_json)


def _lines(history: PersonView) -> Iterator[str]:
    yield f"{history.name} ({', '.join(history.keys)})"
    for entry in history.events:
        place = "disqualified" if entry.place is None else f"{entry.place} of {entry.players}"
        yield f"  {entry.date or 'no date'}  {entry.name}: {place}, {entry.game_wins} GW {entry.victory_points:g} VP"
    for other in history.met[:20]:
        yield f"  met {other.name}: {other.games}"


@command.command()
@click.argument("key")
@common.by_option
@common.data_option
def forget(key: str, by: str, data: Path | None) -> None:
    """Forget a person in every event.

    Removes everything that identifies them. Results are kept. Exports made earlier still name them.
    """
    from toolkit.services.season.persons import forget_person

    with common.open_context(data) as context:
        forgotten = forget_person(context, key, by=by)
    click.echo(f"Forgotten in {len(forgotten.events)} events. Exports that were made earlier still name them.")
    for kept in forgotten.kept:
        click.echo(
            f"{kept.event}: the cards of the list stay, without a name, until {kept.until}: results of a sanctioned "
            "event are kept for one year (VEKN 9.1)."
        )
    for report in forgotten.reported:
        click.echo(
            f"{report.event}: the report to the VEKN still names them, until it is ticked as sent or until "
            f"{report.until}."
        )
