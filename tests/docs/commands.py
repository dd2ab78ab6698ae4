"""The page of all commands, written from their own help: `python -m tests.docs.commands` renews docs/commands.md."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click

from toolkit.cli import cli

PAGE = Path(__file__).parents[2] / "docs" / "commands.md"

HEAD = """# Commands

Every command and option, as `vtes-toolkit COMMAND --help` prints them. `-` reads standard input. `--json` prints data.
Exit status: 0 success, 1 a problem was found or the operation refused, 2 wrong usage.
"""


def walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """`command` and everything below it, with the words that call it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1])
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from walk(below, (*path, name))


def render() -> str:
    """The whole page."""
    os.environ["VTES_TOOLKIT_ARCHON_URL"] = "https://archon.example"  # else its commands do not exist
    parts = [HEAD]
    for path, command in walk(cli, ("vtes-toolkit",)):
        context: click.Context | None = None
        for depth, name in enumerate(path, start=1):
            # A parent's arguments would be part of the usage line; the command itself stands at the end of its path.
            # -h belongs to the program as a whole, and a context made by hand does not inherit it.
            context = click.Context(
                command if depth == len(path) else click.Group(),
                info_name=name,
                parent=context,
                terminal_width=100,
                max_content_width=100,
                help_option_names=["-h", "--help"],
            )
        assert context is not None
        parts.append(f"{'#' * min(len(path) + 1, 4)} {' '.join(path)}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(render(), "utf-8")
