"""The log, undo and redo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.unit_of_work import Change, UnitOfWork

entries_argument = click.argument("entries", nargs=-1, type=click.IntRange(1), metavar="[ENTRY]...")


@click.command()
@common.reads
@click.option("--after", type=click.IntRange(0), default=0, help="Only what came after that entry.")
def log(work: UnitOfWork, after: int) -> common.View:
    """Who did what, and when."""
    from toolkit.services import tournament_views as views

    rows = [row for row in views.show_log(work.look()) if row["number"] > after]
    lines = [
        f"{row['number']:>4}  {row['at'][:16].replace('T', ' ')}  {row['by']}: {row['sentence']}"
        + (" [undone]" if row["undone"] else "")
        for row in rows
    ]
    return rows, lines


@click.command()
@common.writes
@entries_argument
@common.reason_option
def undo(work: UnitOfWork, entries: tuple[int, ...], reason: str) -> Change:
    """Undo the last change, or the ENTRIES of the log that are named; nothing is erased."""
    from toolkit.tournament import history

    if entries:
        return work.change(history.undo, entries, reason=reason)
    return work.change(history.undo_last, reason=reason)


@click.command()
@common.writes
@entries_argument
@common.reason_option
def redo(work: UnitOfWork, entries: tuple[int, ...], reason: str) -> Change:
    """Take the last undoing back, or let the undone ENTRIES count again."""
    from toolkit.tournament import history

    if entries:
        return work.change(history.redo, entries, reason=reason)
    return work.change(history.redo_last, reason=reason)
