"""Rounds: seated, published, edited, cancelled."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.unit_of_work import Change, UnitOfWork


@click.command()
@common.writes
@click.option("--seconds", type=click.FloatRange(0, 600), default=1.0, show_default=True, help="To search at most.")
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), help="Of the draw; else a fresh one. It is kept with the round."
)
@click.option("--table", "tables", multiple=True, metavar="PLAYERS", help="A table by hand, 3,1,7,5; repeat for each.")
@click.option("--publish", "is_published", is_flag=True, help="Show it to the players at once.")
def seat(work: UnitOfWork, seconds: float, seed: int | None, tables: tuple[str, ...], is_published: bool) -> Change:
    """Draft the seating of the next round, the best by the nine criteria.

    For 6, 7 or 11 players the whole staggered event is planned at once. Draft again to replace a draft.
    """
    from toolkit.services.seatings import draft_by_hand, draft_seating

    if tables:
        return draft_by_hand(work, parse_tables(work, tables), publish=is_published)
    progress = _progress if sys.stderr.isatty() else None
    return draft_seating(work, seconds=seconds, seed=seed, publish=is_published, progress=progress)


def _progress(share: float) -> None:
    click.echo(f"\rSeating … {share:4.0%}", nl=share >= 1, err=True)


def parse_tables(work: UnitOfWork, tables: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Tables written as numbers or names parted by commas, in seat order."""
    tournament = work.look()
    return tuple(common.numbers_of(tournament, table.split(",")) for table in tables)


@click.group(name="round")
def round_group() -> None:
    """A round: show, publish, edit, cancel. ROUND is a number, or final."""


@round_group.command()
@common.reads
@common.round_argument
def show(work: UnitOfWork, round_number: int) -> common.View:
    """Tables, seats and results."""
    from toolkit.services import tournament_views as views

    state = work.look()
    shown = views.show_round(state, state.round(round_number))
    return shown, round_lines(shown)


def round_lines(shown: dict[str, Any]) -> list[str]:
    """A round as text, table by table."""
    lines = [f"{shown['title'].capitalize()}" + ("" if shown["published"] else " (draft)")]
    for entry in shown["tables"]:
        result = entry["result"]
        state = "" if result is None else ", locked" if result["locked"] else ", entered by " + result["entered_by"]
        lines.append(f"Table {entry['name']}{state}")
        columns = {"seat": "", "player": "", "name": "", "victory_points": "VP", "game_wins": "GW", "fate": ""}
        lines += [f"  {line}" for line in common.table(entry["seats"], {**columns, "tournament_points": "TP"})[1:]]
    if shown["sitting_out"]:
        lines.append("Sitting out: " + ", ".join(player["name"] for player in shown["sitting_out"]))
    return lines


@round_group.command()
@common.writes
def publish(work: UnitOfWork) -> Change:
    """Show the draft to the players."""
    from toolkit.tournament.rounds import publish_round

    return work.change(publish_round)


@round_group.command()
@common.writes
@common.round_argument
@click.argument("first")
@click.argument("second")
@common.reason_option
def swap(work: UnitOfWork, round_number: int, first: str, second: str, reason: str) -> Change:
    """Two players change places; every score stays with its player."""
    from toolkit.tournament.rounds import swap_players

    one, other = common.numbers_of(work.look(), (first, second))
    return work.change(swap_players, round_number, one, other, reason=reason)


@round_group.command()
@common.writes
@common.round_argument
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@common.reason_option
def edit(work: UnitOfWork, round_number: int, tables: tuple[str, ...], reason: str) -> Change:
    """Seat a round by hand: each TABLE is its players in seat order, parted by commas (3,1,7,5)."""
    from toolkit.tournament.rounds import change_seats

    return work.change(change_seats, round_number, parse_tables(work, tables), reason=reason)


@round_group.command()
@common.writes
@common.round_argument
@click.argument("player")
@common.reason_option
def unseat(work: UnitOfWork, round_number: int, player: str, reason: str) -> Change:
    """A player is missing while seats are being taken; a broken table of four is shared out."""
    from toolkit.tournament.seats import unseat_player

    return work.change(unseat_player, round_number, common.number_of(work.look(), player), reason=reason)


@round_group.command()
@common.writes
@common.round_argument
@common.reason_option
def cancel(work: UnitOfWork, round_number: int, reason: str) -> Change:
    """Take the last round back, with its results."""
    from toolkit.tournament.rounds import cancel_round

    return work.change(cancel_round, round_number, reason=reason)
