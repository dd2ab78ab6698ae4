"""Files in and out: exports, player lists, decklists."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.unit_of_work import Change, UnitOfWork


@click.command()
@common.tournament_argument
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; else standard output.")
@common.data_option
def export(tournament: str, output: Path | None, data: Path | None) -> None:
    """The whole tournament as one JSON file, its log included."""
    from toolkit.services.tournaments import export_tournament
    from toolkit.services.unit_of_work import UnitOfWork

    with common.open_context(data) as context:
        text = export_tournament(UnitOfWork(context=context, id=common.find(context, tournament), by="").look())
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_bytes(text.encode())
    except OSError as error:
        raise click.BadParameter(f"{output} cannot be written: {(error.strerror or '').lower()}.") from error


@click.command(name="import")
@click.argument("path")
@common.data_option
@common.json_option
def import_command(path: str, data: Path | None, as_json: bool) -> None:
    """A tournament from an export, under a new id; - reads standard input."""
    from toolkit.services import tournament_views as views
    from toolkit.services.tournaments import import_tournament

    with common.open_context(data) as context:
        change = import_tournament(context, common.read_file(path))
        common.show(views.show_change(change), [change.id], as_json=as_json)


@click.command(name="import")
@common.tournament_argument
@click.argument("path")
@click.option("--pasted", is_flag=True, help="A plain list, a player a line, instead of CSV.")
@click.option("--preview", "is_preview", is_flag=True, help="Only show what would happen.")
@common.expect_option
@common.key_option
@common.by_option
@common.data_option
@common.json_option
def import_players(
    tournament: str, path: str, pasted: bool, is_preview: bool, data: Path | None, as_json: bool, **author: Any
) -> None:
    """Register the players of a CSV file (columns found by their headers), or - for standard input."""
    from toolkit.services import registrations
    from toolkit.services import tournament_views as views
    from toolkit.services.unit_of_work import UnitOfWork

    content = common.read_file(path)
    with common.open_context(data) as context:
        work = UnitOfWork(
            context=context,
            id=common.find(context, tournament),
            by=author["by"],
            key=author["key"],
            expected=author["expect"],
        )
        preview = registrations.preview_players(work, content, is_csv=not pasted)
        rows = views.show_preview(preview)
        if is_preview:
            columns = {"line": "LINE", "action": "ACTION", "name": "NAME", "vekn": "VEKN", "message": ""}
            common.show(rows, common.table(rows, columns), as_json=as_json)
            return
        change = registrations.import_players(work, content, is_csv=not pasted)
        common.show_change(change, as_json=as_json)
        for row in rows:
            if row["action"] == "fault":
                click.echo(f"Line {row['line']} is left out: {row['message']}", err=True)


@click.group()
def deck() -> None:
    """Decklists of players."""


@deck.command()
@common.writes
@click.argument("player")
@click.argument("path")
@click.option("--round", "deck_round", type=click.IntRange(1), help="The round it is for, in a multi-deck event.")
@click.option("--judge", "is_judge", is_flag=True, help="A judge changes a locked list; needs a --reason.")
@common.reason_option
def submit(work: UnitOfWork, player: str, path: str, deck_round: int | None, is_judge: bool, reason: str) -> Change:
    """Hand in the list of a PLAYER from a file, or - for standard input; it is checked as of the event's date."""
    from toolkit.services.cards import current_cards
    from toolkit.services.decks import text_of
    from toolkit.services.tournament_decks import submit_deck

    text = text_of(common.read_file(path))
    if text is None:
        raise click.BadParameter(f"{path} is no text.")
    number = common.number_of(work.look(), player)
    return submit_deck(work, number, text, current_cards(), deck_round=deck_round, is_judge=is_judge, reason=reason)


@deck.command()
@common.reads
@click.argument("player")
@click.option("--round", "deck_round", type=click.IntRange(1), default=1, help="In a multi-deck event.")
def show(work: UnitOfWork, player: str, deck_round: int) -> common.View:
    """The list that a PLAYER has handed in, and what the check says."""
    from toolkit.services import tournament_views as views

    state = work.look()
    shown = views.show_deck(state, common.number_of(state, player), deck_round)
    faults = [f"! {problem}" for problem in shown["problems"]]
    return shown, ["Legal." if shown["legal"] else "Not legal:", *faults, "", *shown["text"].splitlines()]
