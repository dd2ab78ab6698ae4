"""`vtes-toolkit tournament`: a whole event without the web."""

from __future__ import annotations

from typing import override

import click

from toolkit.cli import archon_command
from toolkit.cli.tournament import chances, draws, event, laptops, limited, notify, players, reported, reports, rounds
from toolkit.cli.tournament.table import add_commands
from toolkit.services.kernel.switches import has_archon

# When a command is needed; a test finds each of them in one row.
MOMENTS = {
    "Before": ("new", "list", "show", "config", "signup", "fees", "players", "deck", "limited", "notify"),
    "Rounds": ("checkin", "seat", "round", "clock", "result", "standings", "chances", "sanction", "note", "log"),
    "Final": ("final", "early-end", "finish"),
    "After": ("report", "push", "archon", "prizes", "raffle", "tick", "export"),
    "Rarely": (
        "undo", "redo", "reopen", "early-report", "draws", "replace-links", "import", "import-results", "reported",
        "hand-over", "take-over", "compare", "rehearse", "throw-away",
    ),
}  # fmt: skip


# Older names of commands, which still work.
OLDER = {"prizes-set": ("prizes", "set"), "prizes-order": ("prizes", "order"), "raffle-pass": ("raffle", "pass")}


class _ByMoment(click.Group):
    """A family whose list of commands stands in the order of an event; `archon` only where it is configured."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in super().list_commands(ctx) if name != "archon" or has_archon()]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "archon" and not has_archon():
            return None
        family, name = OLDER.get(cmd_name, ("", cmd_name))
        group = self.commands[family] if family else self
        assert isinstance(group, click.Group)
        return group.commands.get(name)

    @override
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] == "archon" and not has_archon():
            raise click.UsageError("No such command 'archon'.", ctx)  # click would suggest it
        return super().resolve_command(ctx, args)

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        there = self.list_commands(ctx)
        width = max(map(len, there))
        for moment, names in MOMENTS.items():
            room = formatter.width - width - 4
            rows = [
                (name.ljust(width), self.commands[name].get_short_help_str(room)) for name in names if name in there
            ]
            with formatter.section(moment):
                formatter.write_dl(rows)


@click.group(name="tournament", cls=_ByMoment)
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
):
    command.add_command(subcommand)

add_commands(command)
