"""`vtes-toolkit league`: tables over events of the store or over exports alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.rating_command import EVENT_OR_FILE, is_file
from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.season.league_log import League
    from toolkit.season.leagues import LeagueResult, LeagueTable
    from toolkit.season.rules import LeagueRules
    from toolkit.services.kernel.context import Context

set_option = click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="Set one rule. Repeatable.")
running_option = click.option("--running", is_flag=True, help="Count the complete rounds of running events.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print the table as CSV.")
text_option = click.option(
    "--text", "dialect", type=click.Choice(common.DIALECTS), help="Print text for a chat or a forum."
)
output_option = click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The output file.")
league_argument = click.argument("league")


def _is_preset(rules: str) -> bool:
    from toolkit.season.rules import PRESETS

    return rules in PRESETS


RULES = common.FileOr(_is_preset)


def _parsed(changes: tuple[str, ...]) -> dict[str, str]:
    pairs = [change.partition("=") for change in changes]
    for name, sign, _ in pairs:
        if not sign or not name:
            raise click.BadParameter(f"“{name}” sets nothing: write NAME=VALUE.")
    return {name: value for name, _, value in pairs}


def _rules(named: str, changes: tuple[str, ...]) -> LeagueRules:
    from toolkit.season.rules import changed_rules
    from toolkit.services.season.leagues import named_rules

    return changed_rules(named_rules(named, common.read_file), _parsed(changes))


@click.group(name="league")
def command() -> None:
    """Manage leagues: tables over many events.

    The rules of a league are data. Its table is calculated again each time.
    """


@command.command()
@click.argument("rules", type=RULES)
@click.argument("exports", type=common.READABLE_FILE, nargs=-1, required=True, metavar="EXPORT...")
@set_option
@running_option
@csv_option
@text_option
@output_option
@common.json_option
def score(
    rules: str,
    exports: tuple[str, ...],
    changes: tuple[str, ...],
    running: bool,
    as_csv: bool,
    dialect: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Calculate a league table from exports.

    RULES is rtp, score, grand-prix, or a JSON or TOML file. EXPORTs can come from any server.

    Nothing is stored. The same files give the same table, in any order.
    """
    from toolkit.services.season.leagues import score_files

    files = {name: common.read_file(name) for name in exports}
    table = score_files(_rules(rules, changes), files, may_run=running)
    _show(table, rules, as_json=as_json, as_csv=as_csv, dialect=dialect, output=output)


def _show(
    table: LeagueTable, name: str, *, as_json: bool, as_csv: bool, dialect: str | None, output: Path | None
) -> None:
    from toolkit.exchange.result_text import Dialect
    from toolkit.season.views import league_csv, league_json, league_text

    for warning in table.warnings:
        click.echo(f"vtes-toolkit: {warning.sentence}", err=True)
    if as_json:
        text = league_json(table, name=name)
    elif as_csv:
        text = league_csv(table)
    elif dialect:
        text = league_text(table, Dialect(dialect), name=name)
    else:
        text = "".join(f"{line}\n" for line in _lines(table))
    if output is None:
        click.echo(text, nl=False)
    else:
        with common.writing(output):
            output.write_text(text, encoding="utf-8", newline="")


def _lines(table: LeagueTable) -> Iterator[str]:
    from toolkit.season.rules import figure
    from toolkit.season.views import score_words

    for entry in table.events:
        event = entry.event
        why = f"  {entry.why_not.sentence}" if entry.why_not else ""
        weight = f"  × {figure(entry.weight)}" if entry.weight != 1 else ""
        yield f"Event {entry.number}: {event.name}, {event.date or 'no date'}, {event.players} players.{weight}{why}"
    for line in table.lines:
        results = " ".join(_points(result) if result.counts else f"({_points(result)})" for result in line.results)
        yield f"{line.rank:>4}  {line.person.name}  {score_words(table, line)}  {results}".rstrip()
    for line in table.below_minimum:
        played = f"{line.events} of {table.rules.minimum_events} events"
        yield f"   -  {line.person.name}  {score_words(table, line)}  {played}"


def _points(result: LeagueResult) -> str:
    from toolkit.season.rules import figure

    return str(figure(result.points)) if result.points is not None else f"{result.place or '-'}."


# Leagues that the store keeps


def find(context: Context, league: str) -> str:
    """The id of a league: by its name, from the beginning of its id, or from that of its name."""
    from toolkit.services.season.leagues import list_leagues

    wanted = league.casefold()
    names = {league.id: league.name.casefold() for league in list_leagues(context)}
    named = [id for id, name in names.items() if name == wanted]
    begun = [id for id, name in names.items() if wanted and name.startswith(wanted)]
    if len(named) == 1:
        return named[0]
    if len(begun) == 1 and not any(id.startswith(league) for id in names):
        return begun[0]
    return context.leagues.find(league)


def _writes(function: Callable[..., League]) -> Callable[..., None]:
    """A command that changes a league: the function gets the context, its id and who says so."""
    import functools

    @league_argument
    @common.by_option
    @common.data_option
    @functools.wraps(function)
    def run(league: str, by: str, data: Path | None, **options: Any) -> None:
        with common.open_context(data) as context:
            id = find(context, league)
            before = context.leagues.look(id).number
            _tell(context, function(context, id, by=by, **options), before)

    return run


def _tell(context: Context, league: League, before: int) -> None:
    from toolkit.season.league_log import describe
    from toolkit.services.season.leagues import event_names

    names, new = event_names(context, league), league.log[before:]
    for entry in new:
        click.echo(f"{entry.number:>4}  {describe(league, entry.fact, names)}")
    if not new:
        click.echo("Nothing to change.")


@command.command()
@click.argument("name")
@click.option(
    "--rules", type=RULES, default="rtp", show_default=True, help="A preset (rtp, score, grand-prix) or a file."
)
@set_option
@common.by_option
@common.data_option
@common.json_option
def new(name: str, rules: str, changes: tuple[str, ...], by: str, data: Path | None, as_json: bool) -> None:
    """Create a league and print its id."""
    from toolkit.services.season.leagues import new_league

    read = _rules(rules, changes)
    with common.open_context(data, new=common.NewStore.MADE) as context:
        id = new_league(context, name, read, by=by)
    common.show({"id": id}, [id], as_json=as_json)


@command.command(name="list")
@common.data_option
@common.json_option
def list_(data: Path | None, as_json: bool) -> None:
    """List all leagues."""
    from toolkit.services.season.leagues import list_leagues

    with common.open_context(data, new=common.NewStore.LISTED) as context:
        leagues = list_leagues(context)
    lines = common.table(leagues, {"id": "id", "name": "name", "events": "events"})
    empty = "No leagues yet: begin one with `vtes-toolkit league new NAME`."
    common.show_list(leagues, lines, empty=empty, as_json=as_json)


@command.command()
@league_argument
@common.data_option
def show(league: str, data: Path | None) -> None:
    """Show a league's rules, events and log."""
    from toolkit.season.league_log import describe
    from toolkit.season.rules import figure, rules_in_words
    from toolkit.services.season.leagues import chosen_events, event_names, look

    with common.open_context(data) as context:
        id = find(context, league)
        current = look(context, id)
        names, events = event_names(context, current), chosen_events(context, id, current)
    click.echo(f"{current.name} ({id})")
    for line in rules_in_words(current.all_rules):
        click.echo(f"  {line}")
    for event in events:
        weight = f"  × {figure(current.weights[event.id])}" if event.id in current.weights else ""
        click.echo(f"  {event.id}  {event.name}{weight}")
    for entry in current.log:
        mark = "  (undone)" if entry.number in current.undone else ""
        click.echo(f"{entry.number:>4}  {describe(current, entry.fact, names)}{mark}")


@command.command()
@league_argument
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--rules", type=RULES, help="Start from a preset or a file.")
@common.by_option
@common.data_option
@common.json_option
def rules(league: str, changes: tuple[str, ...], rules: str | None, by: str, data: Path | None, as_json: bool) -> None:
    """Show or change the rules of a league.

    A NAME without a value resets it to its default.
    """
    from toolkit.season.rules import changed_rules, rules_in_words, rules_json
    from toolkit.services.season.leagues import look, set_rules

    with common.open_context(data) as context:
        id = find(context, league)
        current = look(context, id)
        if changes or rules:
            base = _rules(rules, ()) if rules else current.rules
            current = set_rules(context, id, changed_rules(base, _parsed(changes)), by=by)
    common.show(rules_json(current.rules), map(str, rules_in_words(current.rules)), as_json=as_json)


@command.command()
@_writes
@click.argument("events", type=EVENT_OR_FILE, nargs=-1, required=True, metavar="EVENT|FILE...")
def add(context: Context, id: str, events: tuple[str, ...], by: str) -> League:
    """Add events to a league.

    EVENT is an event of this server, FILE an export. The event of a file is stored here, unless it is there already.
    """
    from toolkit.services.season.leagues import add_file, add_stored, look

    for event in events:
        if is_file(event):
            add_file(context, id, event, common.read_file(event), by=by)
        else:
            add_stored(context, id, common.find_counted(context, event), by=by, is_own=True)
    return look(context, id)


@command.command()
@_writes
@click.argument("event")
def remove(context: Context, id: str, event: str, by: str) -> League:
    """Remove an event from a league.

    The event itself is kept.
    """
    from toolkit.services.season.leagues import remove_event

    return remove_event(context, id, common.find_counted(context, event), by=by)


@command.command()
@_writes
@click.argument("event")
@click.argument("weight", required=False, default="")
def weigh(context: Context, id: str, event: str, weight: str, by: str) -> League:
    """Set how much an event of a league counts.

    WEIGHT multiplies its points, e.g. 1.5. Without WEIGHT the weight of its kind counts.
    """
    from toolkit.season.rules import parse_weight
    from toolkit.services.season.leagues import weigh_event

    return weigh_event(context, id, common.find_counted(context, event), parse_weight(weight), by=by)


@command.command()
@_writes
@click.argument("one")
@click.argument("other")
def merge(context: Context, id: str, one: str, other: str, by: str) -> League:
    """Merge two players in a league.

    ONE and OTHER are VEKN numbers, or `name:` and the name.
    """
    from toolkit.services.season.leagues import merge_in_league

    return merge_in_league(context, id, one, other, by=by)


@command.command()
@_writes
@click.argument("entry", type=click.IntRange(1), required=False)
def undo(context: Context, id: str, entry: int | None, by: str) -> League:
    """Undo the last change of a league.

    Or the given ENTRY. Undoing an undo restores the change.
    """
    from toolkit.season import league_log
    from toolkit.services.season.work import LeagueWork

    return LeagueWork(context=context, id=id, by=by).change(league_log.undo, entry)


@command.command()
@_writes
def delete(context: Context, id: str, by: str) -> League:
    """Delete a league (its events are kept).

    `undo` brings it back.
    """
    from toolkit.season import league_log
    from toolkit.services.season.work import LeagueWork

    return LeagueWork(context=context, id=id, by=by).change(league_log.delete)


@command.command()
@league_argument
@running_option
@csv_option
@text_option
@output_option
@common.data_option
@common.json_option
def standings(
    league: str,
    running: bool,
    as_csv: bool,
    dialect: str | None,
    output: Path | None,
    data: Path | None,
    as_json: bool,
) -> None:
    """Show the table of a league."""
    from toolkit.services.season.events import Running
    from toolkit.services.season.leagues import look, table_of

    with common.open_context(data) as context:
        id = find(context, league)
        taken = Running.COUNTED if running else Running.REFUSED
        table, name = table_of(context, id, running=taken), look(context, id).name
    _show(table, name, as_json=as_json, as_csv=as_csv, dialect=dialect, output=output)


@command.command()
@league_argument
@output_option
@common.data_option
def export(league: str, output: Path | None, data: Path | None) -> None:
    """Export a league with its events.

    Writes one file with the rules, the merges and the exports of the events.
    """
    from toolkit.services.season.leagues import export_league

    with common.open_context(data) as context:
        text = export_league(context, find(context, league))
    if output is None:
        click.echo(text, nl=False)
    else:
        with common.writing(output):
            output.write_text(text, encoding="utf-8")


@command.command(name="import")
@click.argument("file", type=common.READABLE_FILE)
@common.by_option
@common.data_option
@common.json_option
def import_(file: str, by: str, data: Path | None, as_json: bool) -> None:
    """Import an exported league.

    It gets a new id. Events already stored here are not duplicated.
    """
    from toolkit.services.season.leagues import import_league

    content = common.read_file(file)
    with common.open_context(data, new=common.NewStore.MADE) as context:
        id = import_league(context, content, by=by)
    common.show({"id": id}, [id], as_json=as_json)
