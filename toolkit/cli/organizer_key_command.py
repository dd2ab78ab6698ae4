"""`vtes-toolkit organizer-key`: the key that opens the organizer's pages without accounts."""

from __future__ import annotations

import json
from pathlib import Path

import click

from toolkit.cli.tournament.common import data_option, json_option, open_context


@click.command()
@click.option("--replace", is_flag=True, help="Make a new key: the old organizer's link stops working at once.")
@json_option
@data_option
def command(replace: bool, as_json: bool, data: Path | None) -> None:
    """Show or replace the organizer's key.

    It is the path of the organizer's link, as `serve` prints it with its address.

    Replace the key after lending the laptop out. Printed links of players, tables and officials stay valid.
    """
    from toolkit.services.kernel.context import entry_key, replace_entry_key
    from toolkit.web.base.access import organizer_link

    with open_context(data) as context:
        key = replace_entry_key(context.store) if replace else entry_key(context.store)
    path = organizer_link(key)
    click.echo(json.dumps({"path": path}) if as_json else path)
