"""`vtes-toolkit verify`: whether the events, a copy or an export are what was written."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.tournament.common import data_option, read_file


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False)
@data_option
def command(file: Path | None, data: Path | None) -> None:
    """Check all logs for changes and gaps.

    Checks the stored events, or FILE: a copy, or the export of one event.

    Lists every changed entry, every missing entry and every missing log (exit status 1). Also lists the entries
    with forgotten parts. With --data, an export is also compared with the events there.

    Compares all tables of a copy with its checksums. Lists changed, missing and added rows by name or number. The
    checksums find damage and mistakes. They do not stop a person who changes the copy on purpose.
    """
    from toolkit.cli.tournament.common import open_context
    from toolkit.languages import Count, Listed
    from toolkit.services.kernel.context import existing_address, store_address
    from toolkit.services.server.verification import verify, verify_export

    if file is None:
        with open_context(data) as context:  # with the tables of this version
            checked = verify(context.store.url.render_as_string(hide_password=False))
    elif file.suffix == ".json":
        checked = verify_export(read_file(str(file)), None if data is None else existing_address(data))
    else:
        checked = verify(store_address(str(file)), is_copy=True)
    for line in (*checked.forgotten, *checked.faults):
        click.echo(line)
    if checked.has_checksums is False:
        click.echo("This copy has no checksums: only its logs were compared.")
    entries, faults = sum(log.head for log in checked.logs), list(checked.faults)
    logs = Count(len(checked.logs), "%(num)d log", "%(num)d logs")
    counted = Listed((logs, Count(entries, "%(num)d entry", "%(num)d entries")))
    click.echo(f"{counted}: {'NOT ' if faults else ''}as they were written.")
    if faults:
        raise click.exceptions.Exit(1)
