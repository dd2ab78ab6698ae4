"""The finished event: what it owes, and each report as it is sent."""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common
from toolkit.tournament.receivers import Output

if TYPE_CHECKING:
    from toolkit.cards import CardDatabase
    from toolkit.services.events.reports import ChecklistView, WrittenReport
    from toolkit.services.kernel.unit_of_work import UnitOfWork
    from toolkit.tournament.tournament import Tournament


@click.command()
@common.tournament_argument
@click.option(
    "--to",
    "output",
    type=click.Choice([output.value for output in Output]),
    help="Write this report. Default: print the checklist.",
)
@click.option(
    "--dialect",
    type=click.Choice(common.DIALECTS),
    default="plain",
    show_default=True,
    help="Markup of the text.",
)
@click.option("--draft", "is_draft", is_flag=True, help="Write archondata or the post even if something is missing.")
@click.option(
    "--check",
    "checked",
    type=common.READABLE_FILE,
    metavar="FILE",
    help="Compare the event with archondata of another program.",
)
@click.option(
    "--template",
    type=common.FileOr("none".__eq__),
    metavar="FILE",
    help="Your own Archon 1.5l, kept and filled in. `none` resets it.",
)
@click.option(
    "-o",
    "--output",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The output file. Default: standard output.",
)
@common.data_option
@common.json_option
def report(
    tournament: str,
    output: str | None,
    dialect: str,
    is_draft: bool,
    checked: str | None,
    template: str | None,
    path: Path | None,
    data: Path | None,
    as_json: bool,
) -> int:
    """Show or write reports of a finished event.

    Without --to, prints the checklist of reports. Exit status 1 if a report is blocked. Warnings go to standard
    error.
    """
    from toolkit.exchange.result_text import Dialect
    from toolkit.exchange.winner_post import calendar_page
    from toolkit.languages import ENGLISH
    from toolkit.services.events.reports import (
        Reporting,
        drop_template,
        keep_template,
        kept_template,
        make_report,
        output_named,
        show_checklist,
    )
    from toolkit.services.kernel.cards import current_cards
    from toolkit.services.kernel.data_folder import data_folder
    from toolkit.services.kernel.unit_of_work import UnitOfWork

    with common.open_context(data) as context:
        id = common.find(context, tournament)
        state = UnitOfWork(context=context, id=id, by="").look()
        if checked is not None:
            return _check(state, common.read_file(checked))
        folder = data_folder(data)
        if template == "none":
            drop_template(folder, id)
        elif template is not None:
            keep_template(folder, id, common.read_file(template))
        if output is None:
            view = show_checklist(state, lambda: current_cards(data), today=date.today())
            common.show(view, _lines(view), as_json=as_json)
            return int(any(output.state == "blocked" for output in view.outputs))
        reporting = Reporting(
            id=id,
            cards=lambda: current_cards(data),
            url=calendar_page(state),
            words=ENGLISH,
            dialect=Dialect(dialect),
            template=kept_template(folder, id),
        )
        made = make_report(state, output_named(output), reporting, is_draft=is_draft)
    _write(made, path)
    return 0


@click.group(cls=common.Family, usual="show")
def prizes() -> None:
    """Show and set the prizes.

    `prizes TOURNAMENT` shows them.
    """


@click.group(cls=common.Family, usual="draw")
def raffle() -> None:
    """Draw the winners of a prize.

    `raffle TOURNAMENT` draws, too.
    """


@prizes.command("show")
@common.reads
def show_prizes(work: UnitOfWork) -> common.CommandView:
    """Show the prizes and their current winners."""
    from toolkit.cards import load
    from toolkit.services.events import prizes as gifts
    from toolkit.services.season.categories import members_of

    view = gifts.show_prizes(work.look(), members_of(work.context, work.id, work.look(), load))
    lines = [*view.prizes]
    if view.given:
        columns = {"player": "NO", "name": "NAME", "count": "COUNT", "prize": "PRIZE", "why": "FOR"}
        lines += ["", *common.table(view.given, columns)]
    for shared in view.shared:
        names = ", ".join(work.look().player(number).name for number in shared.players)
        lines.append(f"Places {shared.first} to {shared.last} are shared by {names}: {', '.join(shared.prizes)}")
    lines += view.notes
    return view, lines or ["Nothing is given away."]


@click.command()
@common.tournament_argument
@click.option(
    "--user", help="Your user name at vekn.net. Default: ask for it. The password is always asked for and never stored."
)
@click.option(
    "--dry-run",
    "is_dry",
    is_flag=True,
    help="Send nothing. Show the data to send and the calendar's answer, even before the end.",
)
@common.by_option
@common.data_option
@common.json_option
def push(tournament: str, user: str | None, is_dry: bool, by: str, data: Path | None, as_json: bool) -> int:
    """Send the result of an event to vekn.net.

    The event must be finished. VTES_TOOLKIT_VEKN_URL is the address; without it nothing is ever sent. Exit status 1
    if it is refused.
    """
    from toolkit.services.events.reports import ReportBlocked
    from toolkit.services.events.vekn_push import Login, compare_with_calendar, push_url, result_of, send_result
    from toolkit.services.kernel.cards import current_cards
    from toolkit.services.kernel.unit_of_work import UnitOfWork

    with common.open_context(data) as context:
        work = UnitOfWork(context=context, id=common.find(context, tournament), by=by)

        def cards() -> CardDatabase:
            return current_cards(data)

        is_blocked = False
        try:
            result = result_of(work.look(), cards)
        except ReportBlocked as blocked:
            if not (is_dry and work.look().settings.vekn_event):
                raise
            is_blocked = True
            click.echo(blocked.message, err=True)
        else:
            if is_dry:
                click.echo(f"event {result.event}")
                click.echo(result.line)
        login = Login(user or str(click.prompt("User")), common.ask_secretly("Password"))
        if not is_dry:
            common.show_change(send_result(work, login, cards, url=push_url()), as_json=as_json)
            return 0
        compared = compare_with_calendar(work, login, url=push_url())
    for line in (*compared.refused, *compared.warnings):
        click.echo(line, err=True)
    return int(is_blocked or bool(compared.refused))


def _lines(view: ChecklistView) -> list[str]:
    lines = []
    if view.due is not None and view.days_left is not None:
        left = f"{view.days_left} days left" if view.days_left >= 0 else f"{-view.days_left} days late"
        lines.append(f"Due {view.due}: {left}")
    for output in view.outputs:
        lines.append(f"{output.to}: {output.state}")
        lines += [f"  {'!' if fault.severity == 'warning' else '-'} {fault.message}" for fault in output.problems]
    return lines


def _check(state: Tournament, content: bytes) -> int:
    from toolkit.exchange.archondata import differences, parse_archondata

    lines = differences(state, parse_archondata(content))
    for line in lines:
        click.echo(line)
    if not lines:
        click.echo("It says the same as the event.")
    return int(bool(lines))


def _write(made: WrittenReport, path: Path | None) -> None:
    from toolkit.services.kernel.data_folder import replace_file

    if made.is_draft:
        click.echo("DRAFT: something is missing in it.", err=True)
    for warning in made.warnings:
        click.echo(warning, err=True)
    if path is None:
        if made.is_binary and sys.stdout.isatty():
            raise click.UsageError("That is no text: name a file with -o.")
        sys.stdout.buffer.write(made.content)
        return
    with common.writing(path):
        replace_file(path, made.content)
