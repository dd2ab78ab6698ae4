"""`vtes-toolkit accounts`: who may sign in, seen and changed by whoever runs the installation."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from toolkit.cli.tournament.common import data_option, json_option, open_context


@click.group()
def command() -> None:
    """Accounts of a server that was started with `serve --accounts`.

    A password is asked for, or read as the first line of standard input where that is no terminal.
    """


@command.command()
@click.argument("name")
@click.option("--administrator", is_flag=True, help="May do at every event what its organizers may.")
@data_option
def add(name: str, administrator: bool, data: Path | None) -> None:
    """Make an account called NAME."""
    from toolkit.services.accounts import sign_up

    password = _asked_password()
    with open_context(data) as context:
        account = sign_up(context, name, password, is_admin=administrator)
    click.echo(f"{account.name} can sign in{' and administers this installation' if administrator else ''}.")


@command.command("list")
@json_option
@data_option
def list_accounts(as_json: bool, data: Path | None) -> None:
    """Everybody who can sign in."""
    from toolkit.services.accounts import every_account

    with open_context(data) as context:
        found = every_account(context)
    if as_json:
        rows = [{"name": one.name, "administrator": one.is_admin, "created": one.created.isoformat()} for one in found]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for one in found:
        click.echo(f"{one.created.date()}  {one.name}{'  (administrator)' if one.is_admin else ''}")
    if not found:
        click.echo("Nobody has an account yet.", err=True)


@command.command()
@click.argument("name")
@data_option
def password(name: str, data: Path | None) -> None:
    """Give NAME a new password; every session and token of theirs is over."""
    from toolkit.services.accounts import reset_password

    new = _asked_password()
    with open_context(data) as context:
        account = reset_password(context, name, new)
    click.echo(f"{account.name} has a new password.")


def _asked_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
