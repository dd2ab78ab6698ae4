"""The event itself: made, listed, shown, configured; its log; files in and out."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.sections import Sectioned
from toolkit.cli.tournament import common
from toolkit.tournament.configuration import EventKind
from toolkit.views import json_values

if TYPE_CHECKING:
    from toolkit.services.kernel.unit_of_work import UnitOfWork


@click.command(cls=Sectioned)
@click.argument("name")
@click.option("--date", "day", type=common.DAY, help="Its date. Default: today.")
@click.option("--place", default="", help="City or venue.")
@click.option("--country", default="", help="A code (CZ) or a name.")
@click.option("--rounds", type=click.IntRange(1, 10), default=3, show_default=True, help="Rounds before the final.")
@click.option("--no-final", is_flag=True, help="Play no final. Only below eight players, announced before round 1.")
@click.option(
    "--like", "like", metavar="ID", help="Copy the settings of this tournament. --set changes single settings."
)
@click.option("--players", "with_players", is_flag=True, help="With --like: also copy the players.")
@click.option("--addresses", "with_addresses", is_flag=True, help="With --like: also copy the notification addresses.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Any other setting. Repeatable.")
@common.key_option
@common.by_option
@common.data_option
@common.json_option
def new(
    name: str,
    day: date | None,
    place: str,
    country: str,
    rounds: int,
    no_final: bool,
    like: str | None,
    with_players: bool,
    with_addresses: bool,
    settings: tuple[str, ...],
    key: str | None,
    by: str,
    data: Path | None,
    as_json: bool,
) -> None:
    """Create a tournament and print its id.

    `tournament config` lists every setting with its value.
    """
    from toolkit.services.events import views
    from toolkit.services.kernel.data_folder import data_folder
    from toolkit.services.kernel.unit_of_work import UnitOfWork
    from toolkit.services.lifecycle.tournaments import create, create_like
    from toolkit.services.notices.notifications import copy_addresses
    from toolkit.tournament.configuration import Configuration
    from toolkit.tournament.event import configure
    from toolkit.tournament.settings import changed

    chosen = Configuration(
        name=name,
        date=day or date.today(),
        place=place,
        country=country,
        rounds=rounds,
        has_final=not no_final,
    )
    for setting, value in parse_settings(settings).items():
        chosen = changed(chosen, setting, value)
    if with_players and like is None:
        raise click.UsageError("--players needs --like.")
    if with_addresses and like is None:
        raise click.UsageError("--addresses needs --like.")
    with common.open_context(data, new=common.NewStore.MADE) as context:
        if like is None:
            change = create(context, chosen, by=by, key=key)
        else:
            like = common.find(context, like)
            old = context.tournaments.look(like).state
            people = tuple(old.players) if with_players else ()
            change = create_like(
                context,
                like,
                name=name,
                day=None if chosen.date is None or (old.settings.is_template and not day) else chosen.date.isoformat(),
                players=people,
                by=by,
                key=key,
            )
            named = {"place": place, "country": country, "rounds": rounds, "has_final": not no_final}
            asked = {"has_final": "no_final"}
            source = click.get_current_context().get_parameter_source
            typed = {
                setting: value
                for setting, value in named.items()
                if source(asked.get(setting, setting)) is click.core.ParameterSource.COMMANDLINE
            }
            if given := {**typed, **parse_settings(settings)}:
                change = UnitOfWork(context=context, id=change.id, by=by).change(configure, given)
            if with_addresses:
                copy_addresses(data_folder(data), like, change.id)
        common.show(views.show_change(change), [change.id], as_json=as_json)


@click.command()
@click.option("--players", type=int, default=33, show_default=True, help="Number of players, 4 to 500.")
@click.option(
    "--rounds", type=click.IntRange(1, 10), default=2, show_default=True, help="Rounds per player before the final."
)
@click.option(
    "--export",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Store nothing: finish the event and write its export into this folder.",
)
@click.option(
    "--events", type=click.IntRange(1, 100), default=1, show_default=True, help="With --export: so many, a week apart."
)
@common.by_option
@common.data_option
@common.json_option
def rehearse(
    players: int, rounds: int, folder: Path | None, events: int, by: str, data: Path | None, as_json: bool
) -> None:
    """Play an invented event to the end.

    Prints its id. Nothing of it is reported. With --export, `league score rtp FOLDER/*.json` has events to count.
    """
    from toolkit.services.events import views
    from toolkit.services.lifecycle.rehearsal import rehearse as play

    if folder is not None:
        paths = [str(path) for path in _exported(folder, events, players=players, rounds=rounds, by=by)]
        common.show(paths, paths, as_json=as_json)
        return
    with common.open_context(data, new=common.NewStore.MADE) as context:
        change = play(context, players=players, rounds=rounds, by=by)
        common.show(views.show_change(change), [change.id], as_json=as_json)


def _exported(folder: Path, events: int, **wishes: Any) -> Iterator[Path]:
    """The files of so many finished rehearsals, the last of today."""
    from toolkit.services.kernel.context import open_context, store_address
    from toolkit.services.lifecycle.rehearsal import rehearse as play
    from toolkit.services.lifecycle.tournaments import export_tournament

    with tempfile.TemporaryDirectory(prefix="vtes-toolkit-") as empty, common.writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        context = open_context(store_address(empty))
        with closing(context.store):
            for number in range(1, events + 1):
                day = date.today() - timedelta(weeks=events - number)
                made = play(context, name=f"Rehearsal {number}", day=day, is_finished=True, **wishes)
                path = folder / f"rehearsal-{number}.json"
                path.write_bytes(export_tournament(context, made.id).encode())
                yield path


NO_EVENTS = "No events yet: begin one with `vtes-toolkit tournament new NAME`."
NO_TEMPLATES = "No templates yet: make one from an event in the web app."


@click.command(name="list")
@click.option("--templates", is_flag=True, help="List templates instead of events.")
@common.data_option
@common.json_option
def list_command(templates: bool, data: Path | None, as_json: bool) -> None:
    """List all tournaments, newest first."""
    from toolkit.services.events import listing

    columns = {"id": "ID", "date": "DATE", "name": "NAME", "place": "PLACE", "players": "PLAYERS", "stage": "STAGE"}
    with common.open_context(data, new=common.NewStore.LISTED) as context:
        rows = listing.show_list((listing.list_templates if templates else listing.list_tournaments)(context))
    empty = NO_TEMPLATES if templates else NO_EVENTS
    common.show_list(rows, common.table(rows, columns), empty=empty, as_json=as_json)


@click.command()
@common.reads
def show(work: UnitOfWork) -> common.CommandView:
    """Show progress and what blocks the next step."""
    from toolkit.services.events import views

    view = views.show_tournament(work.id, work.look())
    settings = view.configuration
    place = ", ".join(part for part in (settings.place, settings.country) if part)
    lines = [
        " · ".join(part for part in (settings.name, str(settings.date or ""), place) if part),
        f"{view.stage}: {view.active} of {view.players} players in, "
        f"{view.published} of {view.rounds} rounds published (entry {view.sequence})",
    ]
    lines += view.plan
    if view.ended_early:
        ended = view.ended_early
        lines.append(f"Ended early ({ended.reason}); the last round that counts: {ended.last_round or 'none'}")
    if view.winner:
        lines.append(f"Winner: {view.winner.name}")
    if view.next_step != "nothing":
        lines.append(f"Next: {view.next_step}" + (", blocked by" if view.blockers else ", nothing in the way"))
    lines += [f"  {'!' if entry.severity == 'warning' else '-'} {entry.message}" for entry in view.blockers]
    lines += [f"Note: {warning}" for warning in view.warnings]
    return view, lines


@click.command(name="early-end")
@common.reads
def early_end(work: UnitOfWork) -> common.CommandView:
    """Show the VEKN report of an early end.

    The head judge writes it with `early-report`.
    """
    from toolkit.exchange.early_end import show_early_end

    view = show_early_end(work.look())
    return view, view.text.splitlines() or ["The event did not end early."]


@click.command()
@common.tournament_argument
@click.argument("settings", nargs=-1, metavar="[NAME=VALUE]...")
@common.by_option
@common.key_option
@common.expect_option
@common.data_option
@common.json_option
def config(
    tournament: str,
    settings: tuple[str, ...],
    by: str,
    key: str | None,
    expect: int | None,
    data: Path | None,
    as_json: bool,
) -> None:
    """Show or change settings of a tournament.

    VALUE is JSON (150, true, "Lyon", [{"name": "Hall", "first": 1, "last": 8}]) or plain text. In a shell, put
    lists in single quotes: 'assistants=[{"name": "Ann Lee", "vekn": "1234567"}, {"name": "Bo"}]'.
    """
    from toolkit.services.events.decks import configure
    from toolkit.services.kernel.cards import current_cards
    from toolkit.services.kernel.unit_of_work import UnitOfWork

    changes = parse_settings(settings)
    with common.open_context(data) as context:
        work = UnitOfWork(context=context, id=common.find(context, tournament), by=by, key=key, expected=expect)
        if changes:
            common.show_change(configure(work, changes, lambda: current_cards(data)), as_json=as_json)
            return
        values = json_values(work.look().settings)
        lines = [f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
        common.show(values, lines, as_json=as_json)


def parse_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """NAME=VALUE pairs; a value that is not JSON is text, and no value is none where a setting may be none.

    Raises:
        click.BadParameter: no equals sign.
    """
    from toolkit.tournament.configuration import Configuration

    may_be_none = {field.name for field in fields(Configuration) if field.default is None}
    values: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise click.BadParameter(f"“{setting[:40]}”: write NAME=VALUE.")
        try:
            values[name] = json.loads(value)
        except (ValueError, RecursionError):
            values[name] = None if name in may_be_none and not value else value
    return values


@click.command()
@common.reads
@click.option("--after", type=click.IntRange(0), default=0, help="Only entries after this number.")
def log(work: UnitOfWork, after: int) -> common.CommandView:
    """Show the log of all changes.

    Each with its time and author.
    """
    from toolkit.services.events import views

    rows = views.show_log(work.look(), after=after)
    lines = [
        f"{row.number:>4}  {row.at[:16].replace('T', ' ')}  {row.by}: {row.sentence}"
        + (" [undone]" if row.undone else "")
        for row in rows
    ]
    return rows, lines


@click.command(name="replace-links")
@common.tournament_argument
@click.option("--yes", is_flag=True, help="Do not ask.")
@common.by_option
@common.data_option
@common.json_option
def replace_links(tournament: str, yes: bool, by: str, data: Path | None, as_json: bool) -> None:
    """Replace all links of an event.

    These are the links of players, tables, pods, officials and sign-ups.

    Older links, printed ones included, stop working at once. Other events keep theirs.
    """
    from toolkit.services.lifecycle import tournaments

    with common.open_context(data) as context:
        id = common.find(context, tournament)
        question = tournaments.links_to_hand_out(context, id)
        if not yes:
            click.confirm(question, abort=True, err=True)
        tournaments.replace_links(context, id, by=by)
    common.show(dict(question.figures), ["All links of this event are replaced."], as_json=as_json)


@click.command()
@common.tournament_argument
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The output file. Default: standard output."
)
@common.data_option
def export(tournament: str, output: Path | None, data: Path | None) -> None:
    """Export a tournament as one JSON file.

    The log is included.
    """
    from toolkit.services.lifecycle.tournaments import export_tournament

    with common.open_context(data) as context:
        text = export_tournament(context, common.find(context, tournament))
    if output is None:
        click.echo(text, nl=False)
        return
    with common.writing(output):
        output.write_bytes(text.encode())


def archon_options[F: Callable[..., Any]](command: F) -> F:
    """Add the options of an event of Archon: what it does not say, and a look before it is imported."""
    for option in (
        click.option("--preview", "is_preview", is_flag=True, help="Only show what would be imported from Archon."),
        click.option(
            "--members", type=common.READABLE_FILE, help="CSV with VEKN numbers and names: Archon gives no names."
        ),
        click.option(
            "--accept", "accepted", default="", metavar="REASON", help="Take it although its standings differ."
        ),
        click.option(
            "--kind", type=click.Choice([kind.value for kind in EventKind]), help="Kind of a qualifier or Grand Prix."
        ),
    ):
        command = option(command)
    return command


@click.command(name="import")
@click.argument("path", type=common.READABLE_FILE)
@click.option("--event", "code", default="", help="Code or number of the event, in an export of Archon with many.")
@archon_options
@common.data_option
@common.json_option
def import_command(path: str, code: str, data: Path | None, as_json: bool, **archon: Any) -> None:
    """Import an exported tournament.

    PATH is an export, an Archon workbook or Archon's JSON, or - for standard input. The tournament gets a new id.
    If the same event is here already, a warning goes to standard error.
    """
    from toolkit.exchange.archon.app_json import is_archon, one_event

    content = common.read_file(path)
    if is_archon(content):
        import_archon(one_event(content, code), data, as_json=as_json, **archon)
    elif code or any(archon.values()):
        raise common.Misuse("This is not Archon's JSON: leave out --event, --kind, --accept, --members and --preview.")
    else:
        _import_other(content, data, as_json=as_json)


def import_archon(
    content: bytes,
    data: Path | None,
    *,
    kind: str | None,
    accepted: str,
    members: str | None,
    is_preview: bool,
    as_json: bool,
) -> None:
    """Import an event of Archon, or show what that would import."""
    from toolkit.services.events import views
    from toolkit.services.events.registrations import names_in
    from toolkit.services.lifecycle.tournaments import import_tournament, preview_archon

    names = names_in(common.read_file(members)) if members else {}
    named = EventKind(kind) if kind else None
    new = common.NewStore.NOT_NEEDED if is_preview else common.NewStore.MADE
    with common.open_context(data, new=new) as context:
        if is_preview:
            preview = preview_archon(context, content, kind=named, members=names)
            common.show(preview, preview.sentences(), as_json=as_json)
            return
        change = import_tournament(context, content, kind=named, accepted=accepted, members=names)
        common.show(views.show_change(change), [change.id], as_json=as_json)


def _import_other(content: bytes, data: Path | None, *, as_json: bool) -> None:
    from toolkit.services.events import views
    from toolkit.services.lifecycle.tournaments import copies_here, copies_sentence, import_tournament

    with common.open_context(data, new=common.NewStore.MADE) as context:
        change = import_tournament(context, content)
        common.show(views.show_change(change), [change.id], as_json=as_json)
        if copies := copies_here(context, change.tournament, but=change.id):
            click.echo(copies_sentence(copies), err=True)
