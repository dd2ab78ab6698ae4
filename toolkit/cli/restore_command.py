"""`vtes-toolkit restore`: a copy becomes the events of a new folder."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.tournament.common import data_option


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@data_option
def command(file: Path, data: Path | None) -> None:
    """Make the copy FILE the events of a folder, or of a database, that has none yet; then `serve` with the same."""
    from toolkit.services.context import database_address, store_name
    from toolkit.services.copies import restore

    address = database_address(data)
    copy = restore(file, address)
    click.echo(f"{store_name(address)}: {copy.events} events, {copy.games} games of the table companion.")
