"""Players and their decks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.unit_of_work import Change, UnitOfWork

player_argument = click.argument("player")


@click.group()
def players() -> None:
    """Who plays: register, import, drop, return.

    A PLAYER is named by number, by name (or its only beginning), or by # and VEKN number.
    """


@players.command(name="list")
@common.reads
def list_command(work: UnitOfWork) -> common.View:
    """Everybody registered."""
    from toolkit.services import tournament_views as views

    rows = views.show_players(work.look())
    columns = {"number": "NO", "name": "NAME", "vekn": "VEKN", "city": "CITY", "country": "COUNTRY"}
    return rows, common.table(rows, {**columns, "status": "STATUS", "checked_in": "HERE"})


@players.command()
@common.writes
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--vekn", default="", help="VEKN number, for one player.")
@click.option("--city", default="")
@click.option("--country", default="")
@click.option("--namesake", "is_namesake", is_flag=True, help="Somebody else of the same name is registered.")
def add(work: UnitOfWork, names: tuple[str, ...], vekn: str, city: str, country: str, is_namesake: bool) -> Change:
    """Register players, before the first round or late."""
    from toolkit.services.registrations import Registration, add_players

    if vekn and len(names) > 1:
        raise click.UsageError("--vekn belongs to one player: add them one by one, or import a file.")
    return add_players(
        work,
        [Registration(name=name, vekn=vekn, city=city, country=country, is_namesake=is_namesake) for name in names],
    )


@players.command()
@common.writes
@player_argument
@click.option("--name")
@click.option("--vekn", help="An empty one takes it away.")
@click.option("--city")
@click.option("--country")
@click.option("--namesake", "is_namesake", is_flag=True, help="Somebody else of the same name is registered.")
def change(work: UnitOfWork, player: str, **changes: Any) -> Change:
    """Correct what is known of a player."""
    from toolkit.tournament.players import change_player

    return work.change(change_player, common.number_of(work.look(), player), **changes)


@players.command()
@common.writes
@player_argument
@common.reason_option
def drop(work: UnitOfWork, player: str, reason: str) -> Change:
    """A player leaves: after the game that is being played."""
    from toolkit.tournament.players import drop_player

    return work.change(drop_player, common.number_of(work.look(), player), reason=reason)


@players.command(name="return")
@common.writes
@player_argument
@common.reason_option
def return_command(work: UnitOfWork, player: str, reason: str) -> Change:
    """A player who left is back."""
    from toolkit.tournament.players import return_player

    return work.change(return_player, common.number_of(work.look(), player), reason=reason)


@players.command()
@common.writes
@player_argument
def remove(work: UnitOfWork, player: str) -> Change:
    """Take back a registration that was a mistake."""
    from toolkit.tournament.players import remove_player

    return work.change(remove_player, common.number_of(work.look(), player))


@players.command()
@common.writes
@player_argument
@click.argument("table", type=click.IntRange(1), required=False)
def fix(work: UnitOfWork, player: str, table: int | None) -> Change:
    """Seat a player at the same TABLE in every round; without one, no longer."""
    from toolkit.tournament.players import fix_seat

    return work.change(fix_seat, common.number_of(work.look(), player), table)


@click.command()
@common.writes
@click.argument("names", nargs=-1, metavar="[PLAYER]...")
@click.option("--all", "is_all", is_flag=True, help="Everybody who has not left.")
@click.option("--out", "is_out", is_flag=True, help="They are not here after all.")
@click.option("--open", "is_opened", is_flag=True, help="Open the check-in first; alone, let players check in.")
@click.option("--close", "is_closed", is_flag=True, help="Players may no longer check themselves in.")
def checkin(
    work: UnitOfWork, names: tuple[str, ...], is_all: bool, is_out: bool, is_opened: bool, is_closed: bool
) -> Change:
    """Players are here for the next round.

    Once its check-in was opened, a round seats those who are here; without one, everybody who has not left.
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
