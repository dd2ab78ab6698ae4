"""`vtes-toolkit backup`: all events and accounts in one file."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.tournament.common import data_option, open_context


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
def command(file: Path, data: Path | None) -> None:
    """Copy all events and accounts into a file.

    Works while the app is running. If FILE is a folder, the copy gets a time-stamped name.

    Keep the copy as safe as a password: it contains the organizer's link and every player's link.
    """
    from toolkit.services.server.copies import back_up

    with open_context(data) as context:
        copy = back_up(context, file, is_kept=True)
    click.echo(f"{copy.path}: {copy.holds}.")
