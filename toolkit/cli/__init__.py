"""The command line: a group that imports a family of commands only when one of them is called."""

from __future__ import annotations

import errno
import gc
import importlib
import os
import sys
from collections.abc import Iterable, Sequence
from io import BytesIO, TextIOWrapper
from typing import NoReturn

import click

from toolkit import __version__
from toolkit.cli.examples import show_examples
from toolkit.errors import ToolkitError, Unavailable
from toolkit.services.kernel.switches import has_archon

# Command -> its one line in the list. The family lives in toolkit/cli/<command>_command.py, as `command`.
FAMILIES = {
    "serve": "Start the web app.",
    "organizer-key": "Show or replace the organizer's key.",
    "accounts": "Manage accounts of a server.",
    "backup": "Copy all events and accounts into a file.",
    "restore": "Restore all events from a copy.",
    "verify": "Check all logs for changes and gaps.",
    "deck": "Check, convert and compare decklists.",
    "cards": "Look up cards and update the card data.",
    "seating": "Seat players, score or repair a seating.",
    "score": "Check results and calculate points.",
    "tournament": "Run a tournament from setup to report.",
    "weekend": "Run a championship weekend.",
    "stats": "Show statistics of finished events.",
    "league": "Manage leagues: tables over many events.",
    "rating": "Show a rating list.",
    "person": "Merge, show or forget persons.",
    "archon": "Check, send and read events at Archon.",
    "print": "Print sheets as PDF.",
    "game": "Track a game with the rules engine.",
    "help": "Show the help of a command.",
    "completion": "Print the completion script of a shell.",
}

# A refusal names so many letters of a word.
_SHOWN = 60
# How the names of the program's own variables begin.
_VARIABLES = ("VTES_TOOLKIT_", "DATABASE_URL")


def families() -> dict[str, str]:
    """The families of this installation: Archon's is one only where it is configured."""
    return {name: line for name, line in FAMILIES.items() if name != "archon" or has_archon()}


class LazyGroup(click.Group):
    """A group whose list of commands costs no import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every family, in the order of the list above."""
        return list(families())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The family of that name, imported now."""
        if cmd_name not in families():
            return None
        command = importlib.import_module(f"toolkit.cli.{cmd_name.replace('-', '_')}_command").command
        assert isinstance(command, click.Command)
        # A family that has an example of its own imports its commands later, and adds theirs then.
        if command.epilog is None:
            show_examples(cmd_name, command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The family that is named; an unknown one is refused with those that are spelled like it."""
        name = args[0]
        if name in families() or name.startswith("-"):
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        near = ", ".join(get_close_matches(name, families()))
        raise click.UsageError(f"No such command '{name}'.{f' Did you mean: {near}?' if near else ''}", ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of families, from their one-liners."""
        with formatter.section("Commands"):
            formatter.write_dl(list(families().items()))


def _print_version(context: click.Context, parameter: click.Parameter, is_wanted: bool) -> None:
    """The version, the commit where it is known, and the day of the card data."""
    if not is_wanted:
        return
    from toolkit.cards import load
    from toolkit.paths import commit

    suffix = f" ({revision})" if (revision := commit()) else ""
    click.echo(f"vtes-toolkit {__version__}{suffix}, card data of {load().source.day}")
    context.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  vtes-toolkit deck check deck.txt",
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version.",
)
def cli() -> None:
    """Check decks, run tournaments and track games. For Vampire: The Eternal Struggle.

    Exit status: 0 success, 1 a problem was found or the operation refused, 2 wrong usage.
    """


def collect_rarely() -> None:
    """Look for cycles less often: a command makes many objects that stay and drops few.

    After every 700 objects, as Python does by itself, it would cost a fifth of a command's time.
    """
    gc.set_threshold(100_000, 50, 50)


def spell_out() -> None:
    """Write what the output's code page has no letter for as its number: Windows' have neither Ł nor “ for a file."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def main() -> NoReturn:
    """Run the command line that was typed, and exit with its status."""
    collect_rarely()
    spell_out()
    if sys.stdin is None:  # closed, as by `<&-`
        sys.stdin = TextIOWrapper(BytesIO())
    try:
        sys.exit(run(sys.argv[1:]))
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is wrong, and Python must not complain while it exits.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        click.echo(f"vtes-toolkit: the answer cannot be written: {error.strerror}.", err=True)
        # Python would try to write the rest, and complain.
        os._exit(1)


def run(arguments: Sequence[str]) -> int:
    """Carry out a command; its exit status.

    A refusal is a line on standard error, the ways out below it. With `--json` it is an object on standard output.
    """
    as_json = "--json" in arguments
    try:
        status = _carry_out(arguments)
    except click.exceptions.Abort:
        _refuse("stopped", "Stopped.", as_json=as_json, prefix="")
        return 130
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        if context is not None and not as_json:
            click.echo(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n", err=True)
        ways = [] if context is None else [f"{context.command_path} --help"]
        _refuse("misuse", error.format_message(), ways=ways if as_json else (), as_json=as_json)
        return error.exit_code
    except (ToolkitError, Unavailable) as error:
        notes: list[str] = getattr(error, "__notes__", [])
        _refuse(error.code, str(error), rule=getattr(error, "rule", None), ways=notes, as_json=as_json)
        return 1
    return status if isinstance(status, int) else 0


def _carry_out(arguments: Sequence[str]) -> object:
    variables = (value for name, value in os.environ.items() if name.startswith(_VARIABLES))
    _check_words((*arguments, *variables))
    try:
        return cli.main(list(arguments), prog_name="vtes-toolkit", standalone_mode=False)
    except UnicodeEncodeError:
        # A file is called so, but a database cannot be, and no text either.
        for word in filter(_is_not_text, arguments):
            raise _no_text(word) from None
        raise


def _check_words(words: Iterable[str]) -> None:
    """Refuse a word that is not UTF-8, unless it is the name of a file.

    Raises:
        click.UsageError: there is one.
    """
    for word in filter(_is_not_text, words):
        if not any(map(os.path.isfile, (word, word.partition("=")[2]))):
            raise _no_text(word)


def _is_not_text(word: str) -> bool:
    return word.encode(errors="ignore").decode() != word


def _no_text(word: str) -> click.UsageError:
    shown = os.fsencode(word).decode(errors="backslashreplace")
    return click.UsageError(f"“{shown[:_SHOWN]}” is not text in UTF-8. Write it in UTF-8.")


def _refuse(
    code: str,
    message: str,
    *,
    as_json: bool,
    rule: str | None = None,
    ways: Iterable[str] = (),
    prefix: str = "vtes-toolkit: ",
) -> None:
    """Print a refusal for a program or for a person; each way is a whole command."""
    if not as_json:
        click.echo("\n".join([f"{prefix}{message}", *(f"  Go on with: {way}" for way in ways)]), err=True)
        return
    import json

    refusal = {"code": code, "message": message, "rule": rule, "ways": list(ways)}
    click.echo(json.dumps(refusal, ensure_ascii=False, indent=2))
