"""All commands of `vtes-toolkit tournament`: those written by hand and those of the table."""

from __future__ import annotations

import click

from toolkit.cli import archon_command
from toolkit.cli.tournament import chances, draws, event, laptops, limited, notify, players, reported, reports, rounds
from toolkit.cli.tournament.table import add_commands

_BY_HAND = (
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
    reports.raffle,
    reports.push,
    archon_command.send,
    reports.report,
    event.replace_links,
    event.export,
    event.import_command,
    reported.import_results,
    reported.reported,
    laptops.hand_over,
    laptops.take_over,
    laptops.compare,
)


def every_command() -> dict[str, click.Command]:
    """Each command by its name, with those below it."""
    family = click.Group()
    for command in _BY_HAND:
        family.add_command(command)
    add_commands(family)
    return dict(family.commands)
