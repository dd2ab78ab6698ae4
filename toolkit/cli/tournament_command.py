"""`vtes-toolkit tournament`: a whole event without the web."""

from __future__ import annotations

import click

from toolkit.cli.tournament import chances, draws, event, laptops, limited, notify, players, reported, reports, rounds
from toolkit.cli.tournament.table import add_commands


@click.group(name="tournament")
def command() -> None:
    """Run a tournament from setup to report.

    A typical event: `new`, `players add`, `seat --publish`, `result enter`, `final`, `finish`, `report`. `show`
    names the next step.

    TOURNAMENT is its id, a prefix of it, or `last` for the newest tournament.
    """


for subcommand in (
    event.new,
    event.rehearse,
    event.list_command,
    event.show,
    event.early_end,
    event.config,
    players.players,
    players.fees,
    players.signup,
    players.deck,
    players.checkin,
    rounds.seat,
    rounds.round_group,
    rounds.result,
    rounds.standings,
    chances.chances,
    rounds.final,
    rounds.sanction,
    rounds.clock,
    draws.draws,
    limited.limited,
    notify.notify,
    event.log,
    reports.prizes,
    reports.push,
    reports.report,
    event.replace_links,
    event.export,
    event.import_command,
    reported.import_results,
    reported.reported,
    laptops.hand_over,
    laptops.take_over,
    laptops.compare,
):
    command.add_command(subcommand)

add_commands(command)
