"""The addresses of an event's notifications: listed, added, removed, and tried."""

from __future__ import annotations

from pathlib import Path

import click

from toolkit.cli.tournament import common

_OCCASIONS = (
    *("sign_up", "place", "check_in", "round", "time_up", "final", "result", "announcement"),
    "judge_call",
)
_number = click.argument("number", type=click.IntRange(1))


@click.group()
def notify() -> None:
    """Manage notifications (Discord, ntfy, ...).

    Other services work through apprise. Changes on the command line send no notifications. Changes through the
    server do.
    """


@notify.command(name="list")
@common.tournament_argument
@common.data_option
@common.json_option
def list_command(tournament: str, data: Path | None, as_json: bool) -> None:
    """List the notification addresses.

    Shows the first part and the last characters of each, and its occasions.
    """
    with common.open_context(data) as context:
        _show(common.find(context, tournament), data, as_json=as_json)


@notify.command()
@common.tournament_argument
@click.argument("address")
@click.option(
    "--on",
    "occasions",
    type=click.Choice(_OCCASIONS),
    multiple=True,
    required=True,
    help="An occasion to notify. Repeatable.",
)
@common.data_option
@common.json_option
def add(tournament: str, address: str, occasions: tuple[str, ...], data: Path | None, as_json: bool) -> None:
    """Add a notification address.

    Adding the same ADDRESS again replaces its occasions.

    An address is a secret: with `-` it is read from standard input, and the shell does not keep it.
    """
    from toolkit.services.kernel.data_folder import data_folder
    from toolkit.services.notices.notifications import add_address, read_address
    from toolkit.tournament.declarations import Occasion

    with common.open_context(data) as context:
        id = common.find(context, tournament)
        text = common.read_file("-").decode("utf-8", "replace") if address == "-" else address
        add_address(data_folder(data), id, read_address(text, map(Occasion, occasions)))
        _show(id, data, as_json=as_json)


@notify.command()
@common.tournament_argument
@_number
@common.data_option
@common.json_option
def remove(tournament: str, number: int, data: Path | None, as_json: bool) -> None:
    """Remove a notification address."""
    from toolkit.services.kernel.data_folder import data_folder
    from toolkit.services.notices.notifications import remove_address

    with common.open_context(data) as context:
        id = common.find(context, tournament)
        remove_address(data_folder(data), id, number)
        _show(id, data, as_json=as_json)


@notify.command()
@common.tournament_argument
@_number
@common.data_option
@common.json_option
def test(tournament: str, number: int, data: Path | None, as_json: bool) -> int:
    """Send a test to a notification address.

    Exit status 1 if it does not arrive.
    """
    from toolkit.services.kernel.data_folder import data_folder
    from toolkit.services.kernel.switches import is_on
    from toolkit.services.notices import notifications

    if is_on("OFFLINE"):
        raise click.UsageError("VTES_TOOLKIT_OFFLINE is set: nothing is sent.")
    with common.open_context(data) as context:
        id = common.find(context, tournament)
        address = notifications.address_of(notifications.kept_addresses(data_folder(data), id), number)
        text = notifications.test_text(context.tournaments.look(id).state.settings.name, address)
    answer = notifications.send(address, text)
    sentence = f"Not sent to {address.shown}: {answer.error}." if answer.error else f"Sent to {address.shown}."
    common.show({"address": address.shown, "error": answer.error}, [sentence], as_json=as_json)
    return int(bool(answer.error))


def _show(id: str, data: Path | None, *, as_json: bool) -> None:
    from toolkit.services.kernel.data_folder import data_folder
    from toolkit.services.notices.notifications import kept_addresses, shown_address

    kept = kept_addresses(data_folder(data), id)
    rows = [shown_address(number, address) for number, address in enumerate(kept, 1)]
    lines = [
        f"{row.number:>4}  {row.shown}  {', '.join(row.occasions)}{row.error and f'  {row.error}'}" for row in rows
    ]
    common.show(rows, lines or ["No addresses yet."], as_json=as_json)
