"""Chances of the final."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.kernel.unit_of_work import UnitOfWork


@click.command()
@common.reads
@click.option("--seed", type=click.IntRange(0), help="Random seed, if the chances are not exact.")
def chances(work: UnitOfWork, seed: int | None) -> common.CommandView:
    """Show each player's chance of the final.

    Only between two rounds, and only if the setting `show_chances` allows it.

    The chances are a guess. All players count as equal, and time ends the game after an oust in 10 % of cases.
    """
    from toolkit.services.events.chances import show_chances

    view = show_chances(work.look(), is_organizer=True, seed=seed)
    how = f"Exact: {view.combinations:,} combinations of results."
    if view.method != "exact":
        worst = max((player.error for player in view.players), default=0.0)
        how = f"Drawn {view.combinations:,} times with the seed {view.seed}: within {100 * worst:.1f} points."
    lines = [view.guess, how, ""]
    lines += [
        f"{100 * player.chance:6.1f} %  {player.player:>4} {player.name}{f': {player.must}' if player.must else ''}"
        for player in view.players
    ]
    return view, lines
