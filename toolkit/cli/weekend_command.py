"""`vtes-toolkit weekend`: linked events, and who plays day 2 by which criterion."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.kernel.context import Context
    from toolkit.services.season.weekends import WeekendView

ROLES = ("grand_prix", "lcq", "day_1", "day_2", "side")
ties_option = click.option(
    "--ties",
    type=click.Choice(("tossed", "all_in")),
    default="tossed",
    show_default=True,
    help="How ties across the line are decided.",
)
passes_option = click.option("--passes-down", is_flag=True, help="A declined place goes to the next in its row.")
weekend_argument = click.argument("weekend")


def _is_preset(rows: str) -> bool:
    from toolkit.season.criteria import PRESETS

    return rows in PRESETS


ROWS = common.FileOr(_is_preset)


@click.group(name="weekend")
def command() -> None:
    """Run a championship weekend.

    It links a Grand Prix, a last-chance qualifier, day 1 and day 2. Criteria decide the players of day 2.

    WEEKEND is its id, a prefix of it, or `last` for the newest weekend.
    """


def _find(context: Context, weekend: str) -> str:
    if weekend == common.LAST:
        streams = context.weekends.streams()
        return streams[0].id if streams else context.weekends.find("-")
    return context.weekends.find(weekend)


def _shown(context: Context, id: str, *, as_json: bool) -> None:
    from toolkit.services.season.weekends import show_weekend

    view = show_weekend(context, id)
    common.show(view, _lines(view), as_json=as_json)


def _lines(view: WeekendView) -> Iterator[str]:
    yield f"{view.id}  {view.name}: {len(view.qualified)} are in, {view.free} places are free."
    for event in view.events:
        kept = f", results of {event.kept_on}" if event.kept_on else ""
        yield f"  {event.role}: {event.name} ({event.event}){'' if event.is_ready else ', not over'}{kept}"
    for row in view.rows:
        source = f" [{row.source}, {row.day}]" if row.source else ""
        tied = f"; to be tossed: {', '.join(row.tied)}" if row.tied else ""
        yield f"  {row.number}. {row.words}{source}{tied}"
    for number, player in enumerate(view.qualified, start=1):
        place = f", place {player.place}" if player.place else ""
        way = f"row {player.row}, {player.event}{place}, {player.day}"
        yield f"{number:>4}  {player.name} ({player.vekn or 'no number'}): {way}"
    for other in view.others:
        short = f"{other.short} short" if other.short else "waits for the toss"
        yield f"   -  {other.name}: {'declined' if other.declined else short}"


@command.command()
@click.argument("name")
@click.option(
    "--rows",
    type=ROWS,
    default="2022",
    show_default=True,
    help="Criteria: 2018-europe, 2018-north-america, 2022, or a file.",
)
@ties_option
@passes_option
@common.by_option
@common.data_option
@common.json_option
def new(name: str, rows: str, ties: str, passes_down: bool, by: str, data: Path | None, as_json: bool) -> None:
    """Create a weekend and print its id."""
    from toolkit.season.criteria import TieRule
    from toolkit.services.season.weekends import new_weekend, rows_named

    with common.open_context(data, new=common.NewStore.MADE) as context:
        parsed = rows_named(rows, common.read_file, passes_down=passes_down)
        id = new_weekend(context, name, parsed, ties=TieRule(ties), by=by)
    common.show({"id": id}, [id], as_json=as_json)


@command.command(name="list")
@common.data_option
@common.json_option
def list_command(data: Path | None, as_json: bool) -> None:
    """List all weekends."""
    from toolkit.services.season.weekends import list_weekends

    with common.open_context(data, new=common.NewStore.LISTED) as context:
        listed = list_weekends(context)
    lines = common.table(listed, {"id": "ID", "name": "NAME", "events": "EVENTS"})
    empty = "No weekends yet: begin one with `vtes-toolkit weekend new NAME`."
    common.show_list(listed, lines, empty=empty, as_json=as_json)


@command.command()
@weekend_argument
@click.argument("event")
@click.argument("role", type=click.Choice(ROLES))
@common.by_option
@common.data_option
@common.json_option
def add(weekend: str, event: str, role: str, by: str, data: Path | None, as_json: bool) -> None:
    """Add an event to a weekend.

    ROLE is the part that the event plays in it.
    """
    from toolkit.season.criteria import EventRole
    from toolkit.services.season.weekends import link_event

    with common.open_context(data) as context:
        id = _find(context, weekend)
        link_event(context, id, common.find(context, event), EventRole(role), by=by)
        _shown(context, id, as_json=as_json)


@command.command()
@weekend_argument
@click.argument("rows", type=ROWS, required=False)
@ties_option
@passes_option
@common.by_option
@common.data_option
@common.json_option
def rows(
    weekend: str, rows: str | None, ties: str, passes_down: bool, by: str, data: Path | None, as_json: bool
) -> None:
    """Show or set the criteria.

    ROWS is a preset or a JSON file. Without ROWS, the criteria are printed as JSON.
    """
    from toolkit.season.criteria import TieRule, rows_json
    from toolkit.season.weekend_log import set_rows
    from toolkit.services.season.weekends import rows_named
    from toolkit.services.season.work import WeekendWork

    with common.open_context(data) as context:
        id = _find(context, weekend)
        if rows is None:
            common.show(rows_json(context.weekends.look(id).state.rows), (), as_json=True)
            return
        known = rows_named(rows, common.read_file, passes_down=passes_down)
        WeekendWork(context=context, id=id, by=by).change(set_rows, known, ties=TieRule(ties))
        _shown(context, id, as_json=as_json)


@command.command()
@weekend_argument
@common.data_option
@common.json_option
def qualified(weekend: str, data: Path | None, as_json: bool) -> None:
    """List the players qualified for day 2.

    Each with row, event and place. Then the other players, with the number of places they are short.
    """
    from toolkit.season.weekends import check_rows

    with common.open_context(data) as context:
        id = _find(context, weekend)
        check_rows(context.weekends.look(id).state)
        _shown(context, id, as_json=as_json)


@command.command()
@weekend_argument
@click.argument("person")
@common.by_option
@common.data_option
@common.json_option
def decline(weekend: str, person: str, by: str, data: Path | None, as_json: bool) -> None:
    """Record that a qualified player declines.

    PERSON is their number, name or key.
    """
    from toolkit.services.season import weekends
    from toolkit.services.season.work import WeekendWork

    with common.open_context(data) as context:
        id = _find(context, weekend)
        weekends.decline(WeekendWork(context=context, id=id, by=by), person)
        _shown(context, id, as_json=as_json)


@command.command(name="next")
@weekend_argument
@common.by_option
@common.data_option
@common.json_option
def next_command(weekend: str, by: str, data: Path | None, as_json: bool) -> None:
    """Give a declined place to the next player.

    The next player of its row gets it, if the row passes places down.
    """
    from toolkit.services.season.weekends import ask_next
    from toolkit.services.season.work import WeekendWork

    with common.open_context(data) as context:
        id = _find(context, weekend)
        ask_next(WeekendWork(context=context, id=id, by=by))
        _shown(context, id, as_json=as_json)


@command.command()
@weekend_argument
@click.option("--seed", type=click.IntRange(0), help="Random seed, which is kept. Default: a new one.")
@common.by_option
@common.data_option
@common.json_option
def toss(weekend: str, seed: int | None, by: str, data: Path | None, as_json: bool) -> None:
    """Toss for every tie across a line."""
    from toolkit.services.season import weekends
    from toolkit.services.season.work import WeekendWork

    with common.open_context(data) as context:
        id = _find(context, weekend)
        weekends.toss(WeekendWork(context=context, id=id, by=by), seed=seed)
        _shown(context, id, as_json=as_json)


@command.command()
@weekend_argument
@common.by_option
@common.data_option
@common.json_option
def undo(weekend: str, by: str, data: Path | None, as_json: bool) -> None:
    """Undo the last decision.

    Nothing is erased.
    """
    from toolkit.season import weekend_log
    from toolkit.services.season.work import WeekendWork

    with common.open_context(data) as context:
        id = _find(context, weekend)
        WeekendWork(context=context, id=id, by=by).change(weekend_log.undo)
        _shown(context, id, as_json=as_json)


@command.command(name="start-day2")
@weekend_argument
@click.option("--date", "day", type=common.DAY, help="Date of day 2.")
@click.option("--name", default="", help="Name of day 2. Default: the weekend's name and 2.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@common.by_option
@common.data_option
@common.json_option
def start_day2(weekend: str, day: date | None, name: str, yes: bool, by: str, data: Path | None, as_json: bool) -> None:
    """Create day 2 with the qualified players.

    The event gets the settings of day 1.
    """
    from toolkit.services.season import weekends

    named = day.isoformat() if day else None
    with common.open_context(data) as context:
        id = _find(context, weekend)
        planned = weekends.plan_day_2(context, id, day=named, name=name)
        if not yes:
            click.confirm(f"Make “{planned.name}” with {planned.players} players?", abort=True, err=True)
        _, event = weekends.start_day_2(context, id, by=by, day=named, name=name)
    common.show({"event": event, "players": planned.players}, [event], as_json=as_json)
