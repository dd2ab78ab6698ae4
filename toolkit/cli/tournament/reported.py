"""Events by their results only: read from a file, shown, corrected and removed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.sections import Sectioned
from toolkit.cli.tournament import common
from toolkit.tournament.configuration import EventKind

if TYPE_CHECKING:
    from toolkit.exchange.results.model import EventResults


@click.command(name="import-results", cls=Sectioned)
@click.argument("path", type=common.READABLE_FILE)
@click.option("--name", default="", help="Name of the event, if the file has none.")
@click.option("--date", "day", type=common.DAY, help="Its day, if the file has none.")
@click.option("--kind", type=click.Choice([kind.value for kind in EventKind]), help="Kind of event.")
@click.option("--city", default="", help="Its city, if the file has none.")
@click.option("--country", default="", help="Its country, a code (CZ) or a name, if the file has none.")
@click.option("--vekn-event", default="", help="Its number on the VEKN calendar, if the file has none.")
@click.option("--event", "code", default="", help="Code or number of the event in an export of many.")
@click.option(
    "--toss",
    type=click.Choice(["highest", "lowest"]),
    default="highest",
    show_default=True,
    help="The better toss in archondata: Archon writes the highest, the workbook and this program the lowest.",
)
@click.option("--subtract-final", is_flag=True, help="The file counts the final's victory points twice: subtract them.")
@click.option("--correct", "corrected", metavar="ID", help="Correct these results instead of entering new ones.")
@click.option("--preview", "is_preview", is_flag=True, help="Only show what was read, as CSV to edit.")
@common.by_option
@common.data_option
@common.json_option
def import_results(
    path: str,
    toss: str,
    subtract_final: bool,
    corrected: str | None,
    is_preview: bool,
    by: str,
    data: Path | None,
    as_json: bool,
    **head: Any,
) -> int:
    """Import an event by its results only.

    PATH is a CSV file, archondata, an answer of vekn.net or Archon, or a winner's YAML; - for standard input. The
    results count in ratings and leagues. Seats and opponents stay unknown. Exit status 1 if something contradicts
    itself; then nothing is entered.
    """
    from toolkit.services.season import results

    read = results.read_file(
        common.read_file(path),
        head=_head(head),
        highest_toss_first=toss == "highest",
        takes_final_off=subtract_final,
    )
    if is_preview or read.problems:
        if is_preview:
            click.echo(read.text, nl=False)
        for problem in read.problems:
            click.echo(problem, err=True)
        return int(bool(read.problems))
    with common.open_context(data, new=common.NewStore.MADE) as context:
        if corrected is None:
            id = results.enter_results(context, read.results, by=by)
        else:
            id = context.results.find(corrected)
            results.correct_results(context, id, read.results, by=by)
        view = results.show_results(context, id)
    common.show(view, [id], as_json=as_json)
    return 0


def _head(given: dict[str, Any]) -> EventResults:
    """The head of the event as the options name it.

    Raises:
        BadResults: the day is none.
    """
    from toolkit.exchange.results.reading import head_of

    return head_of(
        {
            "name": given["name"] or "",
            "date": str(given["day"] or ""),
            "kind": given["kind"] or "",
            "city": given["city"] or "",
            "country": given["country"] or "",
            "vekn_event": given["vekn_event"] or "",
            "archon_code": given["code"] or "",
        }
    )


@click.group()
def reported() -> None:
    """Manage events by their results only.

    ID is an event's id, or a prefix of it.
    """


@reported.command(name="list")
@common.data_option
@common.json_option
def list_command(data: Path | None, as_json: bool) -> None:
    """List all events by their results only."""
    from toolkit.services.season import results

    with common.open_context(data, new=common.NewStore.LISTED) as context:
        rows = results.list_results(context)
    lines = common.table(rows, {"id": "ID", "date": "DATE", "name": "NAME"})
    empty = "No results yet: enter some with `vtes-toolkit tournament import-results FILE`."
    common.show_list(rows, lines, empty=empty, as_json=as_json)


@reported.command()
@click.argument("id")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, to be corrected and imported with --correct.")
@common.data_option
@common.json_option
def show(id: str, as_csv: bool, data: Path | None, as_json: bool) -> None:
    """Show an event by its results only."""
    from toolkit.exchange.results.reading import write_csv
    from toolkit.services.season import results

    with common.open_context(data) as context:
        found = context.results.find(id)
        view, event = results.show_results(context, found), results.look(context, found)
    if as_csv and event.results is not None:
        click.echo(write_csv(event.results), nl=False)
        return
    columns = {"place": "PLACE", "name": "NAME", "vekn": "VEKN", "game_wins": "GW", "victory_points": "VP"}
    columns |= {"tournament_points": "TP", "final_victory_points": "FINAL", "rating_points": "RTP"}
    lines = [f"{view.name}, {view.date}: {view.players} players, results only", *common.table(view.results, columns)]
    common.show(view, [*lines, *([view.why] if view.why else [])], as_json=as_json)


@reported.command()
@click.argument("id")
@common.by_option
@common.data_option
@common.json_option
def remove(id: str, by: str, data: Path | None, as_json: bool) -> None:
    """Remove an event; it counts nowhere any more."""
    from toolkit.services.season import results

    with common.open_context(data) as context:
        found = context.results.find(id)
        results.remove_results(context, found, by=by)
        common.show(results.show_results(context, found), ["Removed."], as_json=as_json)


@reported.command()
@click.argument("id")
@common.by_option
@common.data_option
@common.json_option
def undo(id: str, by: str, data: Path | None, as_json: bool) -> None:
    """Take the last correction or removal back."""
    from toolkit.services.season import results

    with common.open_context(data) as context:
        found = context.results.find(id)
        results.undo_results(context, found, by=by)
        common.show(results.show_results(context, found), ["Undone."], as_json=as_json)
