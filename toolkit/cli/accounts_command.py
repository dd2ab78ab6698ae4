"""`vtes-toolkit accounts`: the accounts of an installation, seen and changed by its administrator."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament.common import NewStore, ask_secretly, data_option, json_option, open_context, show_list

if TYPE_CHECKING:
    from toolkit.services.accounts.accounts import Session, Token


@click.group()
def command() -> None:
    """Manage accounts of a server.

    The server was started with `serve --accounts`. Passwords are asked for at a terminal; otherwise they are read
    from the first line of standard input.
    """


@command.command()
@click.argument("name")
@click.option("--administrator", is_flag=True, help="Has the rights of an organizer at every event.")
@data_option
def add(name: str, administrator: bool, data: Path | None) -> None:
    """Add an account called NAME."""
    from toolkit.services.accounts.accounts import sign_up

    password = ask_secretly("Password", confirms=True)
    with open_context(data, new=NewStore.MADE) as context:
        account = sign_up(context, name, password, is_admin=administrator)
    click.echo(f"{account.name} can sign in{' and administers this installation' if administrator else ''}.")


@command.command("list")
@json_option
@data_option
def list_accounts(as_json: bool, data: Path | None) -> None:
    """List all accounts."""
    from toolkit.services.accounts.accounts import every_account

    with open_context(data, new=NewStore.LISTED) as context:
        every = every_account(context)
    rows = [
        {"name": account.name, "administrator": account.is_admin, "created": account.created.isoformat()}
        for account in every
    ]
    lines = [
        f"{account.created.date()}  {account.name}{'  (administrator)' if account.is_admin else ''}"
        for account in every
    ]
    empty = "Nobody has an account yet: add one with `vtes-toolkit accounts add NAME`."
    show_list(rows, lines, empty=empty, as_json=as_json)


@command.command()
@click.argument("name")
@data_option
def password(name: str, data: Path | None) -> None:
    """Set a new password for NAME.

    Ends every session and token of NAME.
    """
    from toolkit.services.accounts.accounts import reset_password

    new = ask_secretly("Password", confirms=True)
    with open_context(data) as context:
        account = reset_password(context, name, new)
    click.echo(f"{account.name} has a new password.")


@command.command()
@click.argument("name")
@json_option
@data_option
def access(name: str, as_json: bool, data: Path | None) -> None:
    """Show where NAME is signed in.

    Lists browser sessions and API tokens, each with its expiry date.
    """
    from toolkit.services.accounts import accounts
    from toolkit.services.accounts.second_factor import has_second_factor

    with open_context(data) as context:
        account = accounts.account_named(context, name)
        has_factor = has_second_factor(context, account)
        sessions = [session for session, _ in accounts.sessions_of(context, account)]
        tokens = accounts.tokens_of(context, account)
    rows = [
        *(
            {"kind": "session", "id": session.digest[:12], "what": session.browser, "scope": "all", **_times(session)}
            for session in sessions
        ),
        *(
            {"kind": "token", "id": token.digest[:12], "what": token.label, "scope": token.scope, **_times(token)}
            for token in tokens
        ),
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        end = f"until {row['expires'][:10]}" if row["expires"] else "without an end"
        click.echo(f"{row['id']}  {row['kind']:7}  {row['scope']:7}  {end}  {row['what']}")
    if has_factor:
        click.echo(f"{account.name} signs in with a second factor.")
    if not rows:
        click.echo(f"{account.name} is signed in nowhere and has no token.", err=True)


@command.command("forget-second-factor")
@click.argument("name")
@data_option
def forget_second_factor(name: str, data: Path | None) -> None:
    """Remove the second factor of NAME.

    For an account whose owner lost phone, passkeys and recovery codes. The password alone is then enough to sign
    in.
    """
    from toolkit.services.accounts import accounts, second_factor

    with open_context(data) as context:
        account = accounts.account_named(context, name)
        second_factor.forget(context, account)
    click.echo(f"{account.name} signs in with the password alone.")


@command.command()
@click.argument("name")
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--all", "is_all", is_flag=True, help="End every session and every token.")
@data_option
def revoke(name: str, ids: tuple[str, ...], is_all: bool, data: Path | None) -> None:
    """End sessions and tokens of NAME.

    `accounts access NAME` shows the ID of each.
    """
    from toolkit.services.accounts import accounts

    if bool(ids) == is_all:
        raise click.UsageError("Name what is to end, or say --all.")
    with open_context(data) as context:
        account = accounts.account_named(context, name)
        digests = [session.digest for session, _ in accounts.sessions_of(context, account)]
        digests += [token.digest for token in accounts.tokens_of(context, account)]
        ended = [digest for digest in digests if is_all or digest.startswith(tuple(ids))]
        unknown = [id for id in ids if not id or not any(digest.startswith(id) for digest in ended)]
        if unknown:
            raise click.UsageError(f"{account.name} has nothing called {', '.join(unknown) or 'that'}.")
        for digest in ended:
            accounts.remove_session(context, account, digest)
            accounts.remove_token(context, account, digest)
    click.echo(f"Ended: {len(ended)}.")


def _times(entry: Session | Token) -> dict[str, str]:
    return {"created": entry.created.isoformat(), "expires": entry.expires.isoformat() if entry.expires else ""}
