"""Players, their decks, and who is here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.services.events.registrations import PreviewLineView
    from toolkit.services.kernel.unit_of_work import Change, UnitOfWork


@click.group()
def players() -> None:
    """Manage players: add, import, drop, return.

    PLAYER is a number, a name (or a prefix that fits only one), or # and a VEKN number.
    """


@players.command(name="list")
@common.reads
def list_command(work: UnitOfWork) -> common.CommandView:
    """List all players."""
    from toolkit.services.events import views

    rows = views.show_players(work.look())
    columns = {"number": "NO", "name": "NAME", "vekn": "VEKN", "city": "CITY", "country": "COUNTRY"}
    return rows, common.table(rows, {**columns, "status": "STATUS", "checked_in": "HERE"})


@players.command()
@common.writes
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--first", default="", help="First name, for one player.")
@click.option("--last", default="", help="Last name, for one player.")
@click.option("--vekn", default="", help="VEKN number, for one player.")
@click.option("--city", default="", help="City of the player.")
@click.option("--country", default="", help="A code (CZ) or a name.")
@click.option(
    "--agrees/--does-not-agree",
    "agrees_to_archive",
    default=None,
    help="Whether the list may enter the archive of all decks.",
)
@click.option("--namesake", "is_namesake", is_flag=True, help="Another registered player has the same name.")
def add(work: UnitOfWork, names: tuple[str, ...], **profile: Any) -> Change:
    """Add players, before the first round or later."""
    from toolkit.services.events.registrations import Registration, add_players

    for own in ("vekn", "first", "last"):
        if profile[own] and len(names) > 1:
            raise click.UsageError(f"--{own} belongs to one player: add them one by one, or import a file.")
    return add_players(work, [Registration(name=name, **profile) for name in names])


@players.command(name="import")
@common.tournament_argument
@click.argument("path", type=common.READABLE_FILE)
@click.option("--pasted", is_flag=True, help="Read a plain list, one player per line, instead of a table.")
@click.option("--preview", "is_preview", is_flag=True, help="Only preview the changes.")
@common.expect_option
@common.key_option
@common.by_option
@common.data_option
@common.json_option
def import_players(
    tournament: str, path: str, pasted: bool, is_preview: bool, data: Path | None, as_json: bool, **author: Any
) -> int:
    """Import players from a file.

    PATH is a CSV file or a spreadsheet (.xlsx) with headings, or - for standard input. Exit status 1 if a line is
    left out.
    """
    from toolkit.services.events import registrations
    from toolkit.services.kernel.unit_of_work import UnitOfWork

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
        rows = registrations.show_preview(preview)
        if is_preview:
            columns = {"line": "LINE", "action": "ACTION", "name": "NAME", "vekn": "VEKN", "message": ""}
            common.show(rows, common.table(rows, columns), as_json=as_json)
            return _left_out(rows)
        change = registrations.import_players(work, content, is_csv=not pasted)
        common.show_change(change, as_json=as_json)
        for line, row in zip(preview.lines, rows, strict=True):
            if row.action == "fault":
                click.echo(f"Line {row.line} is left out: {row.message}", err=True)
            elif not row.name:
                click.echo(row.message, err=True)
            elif row.written or row.other or line.is_twice:
                click.echo(f"Line {row.line}: {row.message}", err=True)
    return _left_out(rows)


def _left_out(rows: Iterable[PreviewLineView]) -> int:
    return int(any(row.action == "fault" for row in rows))


@click.command()
@common.writes
@click.argument("names", nargs=-1, metavar="[PLAYER]...")
@click.option("--all", "is_all", is_flag=True, help="All players who have not left.")
@click.option("--out", "is_out", is_flag=True, help="Check the players out again.")
@click.option("--open", "is_opened", is_flag=True, help="Open the check-in first. Without players, only open it.")
@click.option("--close", "is_closed", is_flag=True, help="Close the check-in for players.")
def checkin(
    work: UnitOfWork, names: tuple[str, ...], is_all: bool, is_out: bool, is_opened: bool, is_closed: bool
) -> Change:
    """Check players in for the next round.

    After its check-in was opened, a round seats only the players checked in. Without a check-in, it seats all
    players who have not left.
    """
    from toolkit.tournament import checkin as domain

    if sum((bool(names), is_all, is_closed)) > 1 or (is_opened and (is_closed or is_out)):
        raise click.UsageError("These do not go together: name players or say --all, and --open or --close.")
    if is_closed:
        return work.change(domain.close_check_in)
    if not names and not is_all:
        if is_out or not is_opened:
            raise click.UsageError("Name players, or say --all, --open or --close.")
        return work.change(domain.open_check_in)
    tournament = work.look()
    chosen = tuple(player.number for player in tournament.active) if is_all else common.numbers_of(tournament, names)
    if is_out:
        return work.change(domain.check_out, chosen)
    return work.change(domain.check_in, chosen, opens=is_opened)


@click.group()
def signup() -> None:
    """Manage sign-ups on the public page."""


@signup.command(name="list")
@common.reads
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV for spreadsheets.")
def list_sign_ups(work: UnitOfWork, as_csv: bool) -> common.CommandView:
    """List sign-ups with their place in line."""
    from toolkit.exchange.spreadsheet import render_sign_ups
    from toolkit.services.events import views
    from toolkit.tournament.signup import settled

    now, drift = work.context.steady(), work.context.drift(work.context.now())
    rows = views.show_sign_ups(work.look(), now, drift=drift)
    if as_csv:
        return rows, render_sign_ups(settled(work.look(), now)).splitlines()
    columns = {"number": "NO", "name": "NAME", "vekn": "VEKN", "status": "STATUS", "place": "PLACE", "until": "UNTIL"}
    return rows, common.table(rows, {**columns, "contact": "CONTACT"})


@signup.command(name="mail")
@common.writes
@click.option("--subject", required=True, metavar="TEXT", help="One line.")
@click.option("--address", default="", help="Address of this server, for each player's own link: https://…")
@click.argument("path", type=common.READABLE_FILE, metavar="FILE")
def mail_players(work: UnitOfWork, subject: str, address: str, path: str) -> Change:
    """Send a mail to players who gave an address.

    Each gets a mail of their own, with their own link. FILE has the text; - is standard input. VTES_TOOLKIT_SMTP_URL
    is the mail server. The log keeps who was mailed.
    """
    from toolkit.services.events import mail
    from toolkit.services.kernel.links import key_of, player_path

    key, base = key_of(work.context, work.id), address.rstrip("/")
    return mail.mail_players(
        work,
        mail.mail_server(),
        subject=subject,
        text=common.read_file(path).decode(errors="replace"),
        link=lambda player: base and base + player_path(work.id, player, key),
    )


@click.group()
def fees() -> None:
    """Manage entry fees and payments."""


@fees.command(name="show")
@common.reads
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV for spreadsheets.")
def show_fees(work: UnitOfWork, as_csv: bool) -> common.CommandView:
    """Show all fees and the treasurer's totals."""
    from toolkit.exchange.spreadsheet import render_fees
    from toolkit.services.events import fees as treasury

    view = treasury.show_fees(work.look())
    if as_csv:
        return view, render_fees(work.look()).splitlines()
    if view.currency is None:
        return view, ["Playing costs nothing."]
    columns = {"player": "NO", "name": "NAME", "rate": "REDUCED", "status": "STATUS", "due": "DUE", "open": "OPEN"}
    ways = ", ".join(f"{way} {amount}" for way, amount in view.received_by.items())
    sums = [
        f"Expected {view.expected} {view.currency}",
        f"Received {view.received} ({ways})",
        f"Waived {view.waived}, refunded {view.refunded}",
        f"Open {view.open}",
    ]
    return view, [*common.table(view.players, {**columns, "paid_by": "PAID BY"}), "", *sums]


@click.group()
def deck() -> None:
    """Manage decklists of players."""


@deck.command()
@common.writes
@click.argument("player")
@click.argument("path", type=common.READABLE_FILE)
@click.option("--round", "deck_round", type=click.IntRange(1), help="In a multi-deck event: the round of this list.")
@click.option("--judge", "is_judge", is_flag=True, help="Change a locked list as a judge. Requires --reason.")
@common.reason_option
def submit(work: UnitOfWork, player: str, path: str, deck_round: int | None, is_judge: bool, reason: str) -> Change:
    """Submit a player's decklist.

    PATH is a file, or - for standard input. The list is checked as of the event's date.
    """
    from toolkit.services.decks.decks import text_of
    from toolkit.services.events.decks import submit_deck
    from toolkit.services.kernel.cards import current_cards

    text = text_of(common.read_file(path))
    if text is None:
        raise click.BadParameter(f"{path} is no text.")
    number = common.number_of(work.look(), player)
    cards = current_cards(click.get_current_context().params["data"])
    return submit_deck(work, number, text, cards, deck_round=deck_round, is_judge=is_judge, reason=reason)


@deck.command(name="show")
@common.reads
@click.argument("player")
@click.option(
    "--round", "deck_round", type=click.IntRange(1), default=1, help="In a multi-deck event: the round of the list."
)
def show_deck(work: UnitOfWork, player: str, deck_round: int) -> common.CommandView:
    """Show a player's decklist and its problems."""
    from toolkit.services.events import views

    state = work.look()
    view = views.show_deck(state, common.number_of(state, player), deck_round)
    faults = [f"! {problem}" for problem in view.problems]
    return view, ["Legal." if view.legal else "Not legal:", *faults, "", *view.text.splitlines()]
