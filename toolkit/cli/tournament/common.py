"""The options common to the tournament commands: store, tournament, author and format of the answer."""

from __future__ import annotations

import functools
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, override

import click

from toolkit.views import json_values

if TYPE_CHECKING:
    from toolkit.services.kernel.context import Context
    from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
    from toolkit.tournament.corrections import Consequence
    from toolkit.tournament.tournament import Tournament

type CommandView = tuple[Any, Iterable[str]]


class Misuse(click.ClickException):
    """The command line asks for the impossible: one line on standard error, exit status 2."""

    exit_code = 2


LAST = "last"
# The marks of the text for chats (`toolkit.exchange.result_text.Dialect`), which a command's help does not load.
DIALECTS = ("plain", "discord", "whatsapp", "bbcode", "markdown")

# Each names the place of the events, as --data does.
STORE_VARIABLES = ("DATABASE_URL", "VTES_TOOLKIT_DATA_FOLDER")

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder. Default: DATABASE_URL, else VTES_TOOLKIT_DATA_FOLDER, else the standard folder.",
)
# For commands that read nothing but card data there.
card_data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder. Default: VTES_TOOLKIT_DATA_FOLDER, else the standard folder.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
by_option = click.option(
    "--by",
    default="organizer",
    show_default=True,
    envvar="VTES_TOOLKIT_BY",
    show_envvar=True,
    help="The name shown in the log.",
)
key_option = click.option(
    "--key", metavar="KEY", help="Your own key for this change. Sent again, the change is not repeated."
)
expect_option = click.option(
    "--expect", type=click.IntRange(0), metavar="N", help="Refuse if the same thing was changed after log entry N."
)
tournament_argument = click.argument("tournament")
# A file to be read: whether it is there is asked before anything else is done.
READABLE_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)


class FileOr(click.Path):
    """A file to be read, or a word that means something else."""

    def __init__(self, is_word: Callable[[str], bool]) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=True)
        self.name = "name|file"
        self._is_word = is_word

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The word, or the file's path; no such file is refused."""
        return value if self._is_word(value) else super().convert(value, param, ctx)


class NumberRange(click.FloatRange):
    """A number of a range; “nan” is none, though it is below and above nothing."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number; another word, or a number outside, is refused."""
        number: float = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class TypedDay(click.types.StringParamType):
    """A day as YYYY-MM-DD."""

    name = "YYYY-MM-DD"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The day; another form is refused."""
        from toolkit.languages.days import no_day, read_day

        try:
            return read_day(value)
        except ValueError:
            raise click.UsageError(str(no_day(value)), ctx) from None


DAY = TypedDay()

reason_option = click.option("--reason", default="", help="The reason, for the log.")


class Family(click.Group):
    """Commands of which one needs no name of its own: `prizes last` is `prizes show last`."""

    def __init__(self, *args: Any, usual: str, **more: Any) -> None:
        """The family whose usual command has that name."""
        super().__init__(*args, **more)
        self.usual = usual

    @override
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        is_named = not args or args[0] in self.commands or args[0] in ctx.help_option_names
        return super().parse_args(ctx, args if is_named else [self.usual, *args])


def parse_round(text: str) -> int:
    """The number of a round; `final` is 0."""
    number = _round_number(text)
    if number is None:
        raise click.BadParameter(f"“{text[:20]}” is no round: give its number, or final.")
    return number


def _round_number(text: str) -> int | None:
    if text.casefold() in ("final", "f", "0"):
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def read_round_argument(context: click.Context, _param: click.Parameter, text: str | None) -> int:
    """The round after the tournament's name; without it, a refusal names its place.

    Raises:
        click.UsageError: there is none.
    """
    number = None if text is None else _round_number(text)
    if number is not None:
        return number
    usage = " ".join(context.command.collect_usage_pieces(context)[1:])
    usage = usage.replace("TOURNAMENT", str(context.params.get("tournament") or "TOURNAMENT"))
    place = f"… {_name_of(context)} {usage}"
    if text is None:
        raise click.UsageError(f"Say which round, by its number or final: {place}")
    raise click.UsageError(f"“{text[:20]}” is no round. Its number, or final, comes first: {place}")


def _name_of(context: click.Context) -> str:
    """The command's own words, behind the program and the family."""
    return " ".join(context.command_path.split()[2:])


# Required in fact, but its callback says more than click does.
round_argument = click.argument("round_number", metavar="ROUND", required=False, callback=read_round_argument)


class NewStore(Enum):
    """Where no store is yet.

    It is refused; it is empty in the usual folder, and refused in one that is named; it is not needed; it is made.
    """

    REFUSED = auto()
    LISTED = auto()
    NOT_NEEDED = auto()
    MADE = auto()


@contextmanager
def open_context(data: Path | None, *, new: NewStore = NewStore.REFUSED) -> Iterator[Context]:
    """The context with the store that the options name, closed at the end.

    Raises:
        NoStore: there is none, and the command makes none.
    """
    from toolkit.services.kernel.cards import current_cards
    from toolkit.services.kernel.context import open_context
    from toolkit.services.lifecycle.forgetting import finish_forgetting

    with _address(data, new) as address:
        context = open_context(address, functools.partial(current_cards, data))
        context.league_places = _league_places
        try:
            finish_forgetting(context)
            yield context
        finally:
            context.store.close()


@contextmanager
def _address(data: Path | None, new: NewStore) -> Iterator[str]:
    from toolkit.services.kernel.context import NoStore, database_address, existing_address, store_address

    if new is NewStore.MADE:
        yield database_address(data)
        return
    try:
        address = existing_address(data)
    except NoStore:
        is_named = data is not None or any(os.environ.get(name, "").strip() for name in STORE_VARIABLES)
        if new is NewStore.REFUSED or (is_named and new is NewStore.LISTED):
            raise
        with tempfile.TemporaryDirectory(prefix="vtes-toolkit-") as empty:
            yield store_address(empty)
        return
    yield address


def _league_places(*corrected: Any) -> Iterable[Consequence]:
    """The places that a correction moves; leagues are loaded for nothing else."""
    from toolkit.services.season.leagues import moved_places

    return moved_places(*corrected)


def find(context: Context, tournament: str) -> str:
    """The id of a tournament from its beginning; `last` is the one made last."""
    from toolkit.services.events.listing import newest

    return newest(context) if tournament == LAST else context.tournaments.find(tournament)


def find_counted(context: Context, event: str) -> str:
    """The id of an event that ratings and leagues count: a tournament, or an event by its results only."""
    from toolkit.services.season.events import reported_streams

    matches = [stream.id for stream in reported_streams(context) if event and stream.id.startswith(event)]
    return matches[0] if len(matches) == 1 else find(context, event)


def reads(function: Callable[..., CommandView]) -> Callable[..., None]:
    """A command that shows something: the function gets the unit of work, and returns a view and lines of text."""

    @data_option
    @json_option
    @functools.wraps(function)
    def run(tournament: str, data: Path | None, as_json: bool, **options: Any) -> None:
        with open_context(data) as context, _naming_ways_out(tournament, data):
            values, lines = function(_work(context, tournament), **options)
            show(values, lines, as_json=as_json)

    return tournament_argument(run)


def writes(function: Callable[..., Change]) -> Callable[..., None]:
    """A command that changes something: the function gets the unit of work, and returns the change."""

    @expect_option
    @key_option
    @by_option
    @data_option
    @json_option
    @functools.wraps(function)
    def run(
        tournament: str, data: Path | None, as_json: bool, by: str, key: str | None, expect: int | None, **options: Any
    ) -> None:
        with open_context(data) as context, _naming_ways_out(tournament, data):
            change = function(_work(context, tournament, by=by, key=key, expected=expect), **options)
            show_change(change, as_json=as_json)

    return tournament_argument(run)


@contextmanager
def _naming_ways_out(tournament: str, data: Path | None) -> Iterator[None]:
    """Note beside a refusal the commands that go on."""
    from toolkit.errors import ToolkitError

    try:
        yield
    except ToolkitError as error:
        from toolkit.cli.tournament.ways_out import ways_out

        where = "" if data is None else f" --data {data}"
        for way in ways_out(_name_of(click.get_current_context()), error.code, tournament):
            error.add_note(f"vtes-toolkit tournament {way}{where}")
        raise


def _work(context: Context, tournament: str, **more: Any) -> UnitOfWork:
    from toolkit.services.kernel.unit_of_work import UnitOfWork

    return UnitOfWork(context=context, id=find(context, tournament), by=more.pop("by", ""), **more)


def show_change(change: Change, *, as_json: bool) -> None:
    """Print what a change came to: its entries as sentences, or as JSON."""
    from toolkit.services.events import views

    values = views.show_change(change)
    lines = [f"{entry.number:>4}  {entry.sentence}" for entry in values.entries]
    lines += [f"      {move.message}" for move in values.moved]
    if change.is_repeat:
        lines.insert(0, "This request was carried out before:")
    show(values, lines or ["Nothing to change."], as_json=as_json)


def show(values: Any, lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer for a program or for a person."""
    if as_json:
        click.echo(json.dumps(json_values(values), ensure_ascii=False, indent=2))
        return
    for line in lines:
        click.echo(line)


def show_list(values: Sequence[Any], lines: Iterable[str], *, empty: str, as_json: bool) -> None:
    """Print a list; a person is told on standard error what to do where it is empty."""
    show(values, lines, as_json=as_json)
    if not values and not as_json:
        click.echo(empty, err=True)


def number_of(tournament: Tournament, player: str) -> int:
    """The number of a player, who may be named by number, name or `#` and VEKN number."""
    from toolkit.tournament.players import find_player

    return find_player(tournament, player).number


def numbers_of(tournament: Tournament, players: Iterable[str]) -> tuple[int, ...]:
    """The numbers of several players."""
    return tuple(number_of(tournament, player) for player in players)


def tables_of(tournament: Tournament, tables: Iterable[str]) -> tuple[tuple[int, ...], ...]:
    """Tables written as numbers or names with commas between them, in seat order."""
    return tuple(numbers_of(tournament, table.split(",")) for table in tables)


def read_file(path: str, most: int = -1) -> bytes:
    """The content of a file, or of standard input for `-`; at most that many bytes of it.

    Raises:
        Misuse: it cannot be read.
    """
    try:
        if path == "-":
            return sys.stdin.buffer.read(most)
        with Path(path).open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Misuse(f"{path} cannot be read: {reason}.") from None


def read_input() -> str:
    """Standard input as text.

    Raises:
        Misuse: it is not UTF-8.
    """
    return _as_text(sys.stdin.buffer.read())


def ask_secretly(what: str, *, confirms: bool = False) -> str:
    """A secret as typed at a terminal, else the first line of standard input.

    Raises:
        Misuse: it is not UTF-8.
    """
    if sys.stdin.isatty():
        return str(click.prompt(what, hide_input=True, confirmation_prompt=confirms))
    return _as_text(sys.stdin.buffer.readline()).rstrip("\r\n")


def _as_text(typed: bytes) -> str:
    try:
        return typed.decode()
    except UnicodeDecodeError:
        raise Misuse("Standard input is not text in UTF-8.") from None


@contextmanager
def writing(path: Path | str) -> Iterator[None]:
    """Where a file is written; one that cannot be is refused.

    Raises:
        Misuse: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise Misuse(f"{path} cannot be written: {error.strerror or error}.") from None


def table(rows: Iterable[object], columns: Mapping[str, str]) -> list[str]:
    """Rows as aligned text: `columns` maps what is shown of a row to its heading; numbers are flush right."""
    cells = [[_cell(getattr(row, name)) for name in columns] for row in rows]
    if not cells:
        return []
    numeric = [all(_is_number(row[place]) for row in cells) for place in range(len(columns))]
    cells.insert(0, list(columns.values()))
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
    return [
        "  ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in cells
    ]


def _cell(value: Any) -> str:
    if value is None or value is ... or value is False:
        return ""
    return "yes" if value is True else str(value)


def _is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(".", "", 1).isdigit() or not cell
