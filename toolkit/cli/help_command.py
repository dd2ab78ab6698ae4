"""`vtes-toolkit help`: the help of a command, by its words."""

from __future__ import annotations

import click


@click.command("help")
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def command(context: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of a command.

    As `COMMAND --help` does.
    """
    asked = context.find_root()
    for word in words:
        if not isinstance(asked.command, click.Group):
            raise click.UsageError(f"`{asked.command_path}` has no commands below it.", ctx=asked)
        name, found, _ = asked.command.resolve_command(asked, [word])
        assert found is not None
        asked = click.Context(found, info_name=name, parent=asked)
    click.echo(asked.get_help())
