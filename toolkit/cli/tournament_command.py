"""`vtes-toolkit tournament`: a whole event without the web."""

from __future__ import annotations

import importlib
from collections.abc import MutableMapping
from typing import override

import click

from toolkit.cli.examples import epilog_of, show_examples
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

# Those that change nothing and have no row in the table of commands: each is imported alone, and starts quickly.
ALONE = {
    "list": "event.list_command",
    "log": "event.log",
    "show": "event.show",
    "standings": "rounds.standings",
}


class _ByMoment(click.Group):
    """A family whose list of commands stands in the order of an event; `archon` only where it is configured."""

    _commands: MutableMapping[str, click.Command]

    @property
    def commands(self) -> MutableMapping[str, click.Command]:
        """All commands of the family, imported when they are asked for."""
        if not self._commands:
            from toolkit.cli.tournament.family import every_command

            self._commands = every_command()
            for name, below in self._commands.items():
                show_examples(f"tournament {name}", below)
        return self._commands

    @commands.setter
    def commands(self, given: MutableMapping[str, click.Command]) -> None:
        self._commands = given

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in super().list_commands(ctx) if name != "archon" or has_archon()]

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "archon" and not has_archon():
            return None
        if cmd_name in ALONE and not self._commands:
            return _import_alone(cmd_name)
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


def _import_alone(name: str) -> click.Command:
    module, _, own = ALONE[name].partition(".")
    command = getattr(importlib.import_module(f"toolkit.cli.tournament.{module}"), own)
    assert isinstance(command, click.Command)
    show_examples(f"tournament {name}", command)
    return command


@click.group(name="tournament", cls=_ByMoment, epilog=epilog_of("tournament new"))
def command() -> None:
    """Run a tournament from setup to report.

    A typical event: `new`, `players add`, `seat --publish`, `result enter`, `final`, `finish`, `report`. `show`
    names the next step.

    TOURNAMENT is its id, a prefix of it, or `last` for the newest tournament.
    """
