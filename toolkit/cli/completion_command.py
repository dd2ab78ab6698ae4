"""`vtes-toolkit completion`: the script with which a shell completes commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the completion script of a shell.

    For bash: `vtes-toolkit completion bash > ~/.local/share/bash-completion/completions/vtes-toolkit`
    """
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(context.find_root().command, {}, "vtes-toolkit", "_VTES_TOOLKIT_COMPLETE")
    click.echo(script.source())
