"""The commands of a tournament as the command line has them: each made of its row and its usage."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.sections import Sectioned
from toolkit.cli.tournament import common
from toolkit.services import commands
from toolkit.services.commands import Command
from toolkit.services.kernel import fields as kinds
from toolkit.services.kernel.fields import Field

if TYPE_CHECKING:
    from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
    from toolkit.tournament.tournament import Tournament

# A word of a usage: an option or an argument, and the figure that it gives where that is called otherwise.
_WORD = re.compile(
    r"(?P<shown>--(?P<option>[a-z-]+)|\[?(?P<argument>[A-Z]+)\]?(?P<several>\.\.\.)?)(=(?P<figure>\w+))?"
)
_LARGEST_SEED = 2**63 - 1
_MOST_MINUTES = 1440


def add_commands(family: click.Group) -> None:
    """Give a family every command of the table; the groups of two-word commands are there already."""
    for command in commands.COMMANDS:
        if command.usage:
            *groups, name = re.findall(r"(?<!\S)[a-z]+(?:-[a-z]+)*(?!\S)", command.usage)
            parent = family
            for group in groups:
                subgroup = parent.commands[group]
                assert isinstance(subgroup, click.Group)
                parent = subgroup
            parent.add_command(_command(name, command))


def _command(name: str, command: Command) -> click.Command:
    params = list(_params(command))
    figures = {param.name: (figure, field) for param, figure, field in params}

    def run(work: UnitOfWork, **given: Any) -> Change:
        tournament = work.look()
        values = {figure: _read(field, given[name], tournament) for name, (figure, field) in figures.items() if name}
        asks_itself = command.body is not None and "sure" in command.body.fields
        question = None
        if command.asks and sys.stdin.isatty() and not (asks_itself and values["sure"]):
            question = command.asks(tournament, at=work.context.steady(), **values)
        if question is not None:
            click.confirm(f"{question} Go on?", abort=True, err=True)
            values |= {"sure": True} if asks_itself else {}
        named = [values.pop(name) for name in command.path_fields]
        return command.carry_out(work, *named, **values)

    run.__doc__ = command.help or command.words
    for param, _, _ in reversed(params):
        run = _with(param, run)
    settings = {"ignore_unknown_options": True} if any(_is_signed(field) for _, _, field in params) else {}
    return click.command(name, cls=Sectioned, context_settings=settings)(common.writes(run))


def _with(param: click.Parameter, function: Callable[..., Change]) -> Callable[..., Change]:
    params = getattr(function, "__click_params__", [])
    function.__click_params__ = [*params, param]  # type: ignore[attr-defined]  # as click's own decorators do
    return function


def _is_signed(field: Field) -> bool:
    """Whether a value may begin with a minus, and is no option all the same."""
    return isinstance(field, kinds.SecondsField)


def _params(command: Command) -> Iterator[tuple[click.Parameter, str, Field]]:
    """The arguments and options of a usage, each with its figure."""
    fields = command.fields
    for word in command.usage.split():
        if word.replace("-", "a").isalpha() and word.islower() and not word.startswith("-"):
            continue
        match = _WORD.fullmatch(word)
        assert match is not None, word
        own = (match["option"] or match["argument"]).replace("-", "_").lower()
        figure = match["figure"] or own
        field = fields[figure]
        if match["option"]:
            yield _option(f"--{match['option']}", figure, field), figure, field
        else:
            yield _argument(match["shown"], figure, field, is_several=bool(match["several"])), figure, field


def _argument(placeholder: str, figure: str, field: Field, *, is_several: bool) -> click.Argument:
    own = placeholder.strip("[].").lower()
    metavar = None if placeholder.strip("[]") == figure.upper() else placeholder
    if is_several:
        kind = click.IntRange(1) if _is_numbers(field) else None
        return click.Argument([own], nargs=-1, required=not placeholder.startswith("["), metavar=placeholder, type=kind)
    if isinstance(field, kinds.RoundField):
        return click.Argument([own], metavar=placeholder, required=False, callback=common.read_round_argument)
    is_optional = placeholder.startswith("[")
    default = field.otherwise if is_optional and isinstance(field, kinds.TextField) else None
    return click.Argument([own], required=not is_optional, default=default, metavar=metavar, type=_type(field))


def _is_numbers(field: Field) -> bool:
    return (
        isinstance(field, kinds.ListField)
        and isinstance(field.each, kinds.NumberField)
        and not isinstance(field.each, kinds.PlayerField)
    )


def _option(name: str, figure: str, field: Field) -> click.Option:
    more: dict[str, Any] = {"help": field.words or None}
    if isinstance(field, kinds.FlagField):
        if field.otherwise is ...:
            # What is not said stays as it is, so both can be said.
            return click.Option([f"{name}/--no-{name.removeprefix('--')}", figure], default=None, **more)
        return click.Option([name, figure], is_flag=True, **more)
    if isinstance(field, kinds.RoundField):
        more["callback"] = lambda _c, _p, value: None if value is None else common.parse_round(value)
    elif isinstance(field, kinds.TextField) and not field.is_required:
        more["default"] = None if field.otherwise is ... else field.otherwise
    elif isinstance(field.otherwise, int):
        more["default"] = field.otherwise
    if field.sample:
        more["metavar"] = field.sample
    return click.Option([name, figure], required=field.is_required, type=_type(field), **more)


def _type(field: Field) -> click.ParamType[Any] | None:
    """The type that a figure is checked for before the tournament is read."""
    if isinstance(field, kinds.PlayerField | kinds.RoundField):
        return None
    if isinstance(field, kinds.SecondsField):
        return common.NumberRange(-_MOST_MINUTES, _MOST_MINUTES)
    if isinstance(field, kinds.NumberField):
        most = _LARGEST_SEED if isinstance(field, kinds.SeedField) else field.most
        return click.IntRange(field.least, None if most == kinds.MOST else most)
    return _Choice(field) if isinstance(field, kinds.ChoiceField) else None


class _Choice(click.Choice[str]):
    """One of a closed set; words of older programs are understood, and not offered."""

    def __init__(self, field: kinds.ChoiceField) -> None:
        super().__init__(field.known)
        self.offered = [member.value for member in field.of]

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        offered = "|".join(self.offered)
        is_needed = param.required and param.param_type_name == "argument"
        return f"{{{offered}}}" if is_needed else f"[{offered}]"


def _read(field: Field, given: Any, tournament: Tournament) -> Any:
    """The figure that was given: people say names, minutes and words with commas between them."""
    if given is None:
        return None
    match field:
        case kinds.PlayerField():
            return common.number_of(tournament, given)
        case kinds.SecondsField():
            return round(given * 60)
        case kinds.FlagField():
            return given is not (field.otherwise is True)
        case kinds.PointsField():
            return given or None
        case kinds.ListField(each=kinds.PlayerField()):
            return common.numbers_of(tournament, given) if given or field.is_required else None
        case kinds.ListField(each=kinds.ListField()):
            return common.tables_of(tournament, given)
        case kinds.ListField(each=kinds.ChoiceField(of=kind)):
            return _members(kind, given)
        case kinds.ListField(each=kinds.NumberField()) if isinstance(given, str):
            return _numbers(given)
    return given


def _members(kind: type[StrEnum], text: str) -> list[str]:
    words = [word.strip().casefold() for word in text.split(",")]
    wrong = [word for word in words if word not in list(kind)]
    if wrong:
        raise click.BadParameter(f"“{wrong[0][:20]}” is none of {', '.join(kind)}.")
    return words


def _numbers(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    wrong = [word for word in words if not (word.isascii() and word.isdigit() and len(word) < 8)]
    if wrong:
        raise click.BadParameter(f"“{wrong[0][:20]}” is no whole number.")
    return [int(word) for word in words]
