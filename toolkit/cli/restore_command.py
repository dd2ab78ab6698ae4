"""`vtes-toolkit restore`: a copy becomes the events of a new folder."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.tournament.common import data_option

_NOT_FORGOTTEN = (
    "Players who were forgotten since this copy was made are in it again: if there are newer events, restore it once "
    "more, into another place, with --newer and their folder, copy or database."
)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@data_option
@click.option(
    "--newer",
    metavar="PLACE",
    help="A newer folder, copy or database. Everything forgotten there is forgotten here too.",
)
@click.option("--damaged", is_flag=True, help="Restore a damaged copy as it is, when there is no other.")
def command(file: Path, data: Path | None, newer: str | None, damaged: bool) -> None:
    """Restore all events from a copy.

    The target folder or database must not contain events yet. Then run `serve` with the same folder or database.

    A copy that differs from its checksums is refused, and so is a changed log. `verify` lists every difference.

    Everything forgotten since the copy must be forgotten again. This is automatic for a copy in the folder `copies`
    of a data folder. For any other copy, and always with PostgreSQL, name the newer events with --newer.
    """
    from toolkit.services.kernel.context import database_address, store_address, store_name
    from toolkit.services.server.copies import restore

    address = database_address(data)
    copy = restore(file, address, newer=None if newer is None else store_address(newer), is_damaged=damaged)
    click.echo(f"{store_name(address)}: {copy.holds}.")
    if copy.forgotten is None:
        click.echo(_NOT_FORGOTTEN, err=True)
    elif copy.forgotten:
        click.echo(f"Entries of which something was forgotten since: {copy.forgotten}.")
