"""`vtes-toolkit tournament`: a whole event without the web."""

from __future__ import annotations

import click

from toolkit.cli.tournament import clock, event, files, final, history, players, results, rounds


@click.group(name="tournament")
def command() -> None:
    """Run a whole event.

    Every command names its tournament by its id or the beginning of it; `last` is the one made last.
    """


players.players.add_command(files.import_players)

for one in (
    event.new,
    event.list_command,
    event.show,
    event.config,
    players.players,
    files.deck,
    players.checkin,
    rounds.seat,
    rounds.round_group,
    results.result,
    results.standings,
    final.final,
    results.sanction,
    clock.clock,
    event.finish,
    event.reopen,
    event.note,
    history.log,
    history.undo,
    history.redo,
    files.export,
    files.import_command,
):
    command.add_command(one)
