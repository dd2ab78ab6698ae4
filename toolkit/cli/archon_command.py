"""`vtes-toolkit archon`: the VEKN's app for events, where the operator configured it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.cli.tournament import common
from toolkit.cli.tournament.event import archon_options, import_archon

if TYPE_CHECKING:
    from toolkit.exchange.archon.sending import ArchonCall, PenaltyWords
    from toolkit.services.events.archon import Archon


@click.group(name="archon")
def command() -> None:
    """Check, send and read events at Archon.

    Archon is the VEKN's app for events. These commands exist only where VTES_TOOLKIT_ARCHON_URL is set. To send an
    event, use `tournament archon`.
    """


@contextmanager
def _client(data: Path | None) -> Iterator[Archon]:
    from toolkit.services.events.archon import Archon, archon_settings
    from toolkit.services.kernel.data_folder import data_folder

    with Archon(archon_settings(), data_folder(data)) as client:
        yield client


@command.command()
@common.data_option
def secret(data: Path | None) -> None:
    """Set the secret of the client at Archon.

    It is asked for, or read from standard input. It is kept in the data folder, readable by its owner only.
    """
    from toolkit.services.events.archon import keep_secret
    from toolkit.services.kernel.data_folder import data_folder

    keep_secret(data_folder(data), _asked("Secret"))
    click.echo("Kept.")


def _asked(what: str) -> str:
    typed = common.ask_secretly(what)
    if not typed.strip():
        raise common.Misuse(f"{what}: nothing was typed.")
    return typed.strip()


@command.command(name="import")
@click.argument("event")
@archon_options
@common.by_option
@common.data_option
@common.json_option
def import_command(event: str, by: str, data: Path | None, as_json: bool, is_preview: bool, **archon: Any) -> None:
    """Import a finished event from Archon.

    EVENT is its code, its uid or the address of its page. An event without seats is imported by its results only.
    Archon does not say which one is a qualifier or a Grand Prix.
    """
    from toolkit.services.events.archon_read import fetch_event, has_seats
    from toolkit.services.events.archon_send import archon_code

    with _client(data) as client:
        content = fetch_event(client, archon_code(event))
    if has_seats(content):
        import_archon(content, data, is_preview=is_preview, as_json=as_json, **archon)
    else:
        _import_results(content, data, by=by, is_preview=is_preview, as_json=as_json)


def _import_results(content: bytes, data: Path | None, *, by: str, is_preview: bool, as_json: bool) -> None:
    from toolkit.services.season import results

    read = results.read_file(content)
    if is_preview:
        click.echo(read.text, nl=False)
        return
    with common.open_context(data, new=common.NewStore.MADE) as context:
        id = results.enter_results(context, read.results, by=by)
        common.show(results.show_results(context, id), [id], as_json=as_json)


@command.command()
@common.tournament_argument
@common.data_option
@common.json_option
def check(tournament: str, data: Path | None, as_json: bool) -> int:
    """Check the players' VEKN numbers at Archon.

    Archon gives no names: a known number may be another person's. Exit status 1 if a number is unknown, of another
    country or suspended.
    """
    from toolkit.services.events.archon_numbers import check_numbers
    from toolkit.services.kernel.unit_of_work import UnitOfWork

    with common.open_context(data) as context, _client(data) as client:
        work = UnitOfWork(context=context, id=common.find(context, tournament), by="")
        checked = check_numbers(work.look, client, today=context.now().date(), report=_report)
        state = work.look()
    lines = [f"{state.player(found.player).name}: {found.message}" for found in checked.findings]
    left = [f"{checked.left} numbers are left: run it again."] if checked.left else []
    common.show(checked, [*(lines or ["No number needs a look."]), *left], as_json=as_json)
    return int(bool(checked.findings))


def _report(asked: int, of: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{asked} of {of}", err=True, nl=asked == of)


@command.command()
@click.argument("event")
@common.data_option
def record(event: str, data: Path | None) -> None:
    """Record Archon's answers about an event.

    They have neither tokens nor names; numbers and ids are replaced. Send them to the makers of this program.
    """
    from toolkit.services.events.archon_read import record_answers
    from toolkit.services.events.archon_send import archon_code

    with _client(data) as client:
        click.echo(json.dumps(record_answers(client, archon_code(event)), ensure_ascii=False, indent=1))


# --- `tournament archon` ---


@click.command(name="archon")
@common.tournament_argument
@click.option("--event", "code", metavar="EVENT", help="Code, uid or address of the event that you made at Archon.")
@click.option("--dry-run", "is_dry", is_flag=True, help="Send nothing. List each call, also as steps to do by hand.")
@click.option("--finish", "with_end", is_flag=True, help="Finish the event at Archon: it cannot be taken back here.")
@click.option("--token-stdin", "is_typed", is_flag=True, help="Read a member's token from standard input, for one run.")
@click.option(
    "--penalty",
    "penalties",
    multiple=True,
    metavar="NO=CATEGORY:WORDS",
    help="What Archon shows of a sanction, e.g. `1=unsportsmanlike_conduct/major:Disqualified in round 2.`",
)
@common.by_option
@common.data_option
@common.json_option
def send(
    tournament: str,
    code: str | None,
    is_dry: bool,
    with_end: bool,
    is_typed: bool,
    penalties: tuple[str, ...],
    by: str,
    data: Path | None,
    as_json: bool,
) -> int:
    """Send a finished event to Archon.

    Make an empty event there first. Interrupted runs continue where they stopped. Only one way is taken: afterwards
    `push` refuses. Without --finish the last step is left. Exit status 1 if it is refused or stops.
    """
    from toolkit.services.events.archon_send import archon_code, dry_run, send_event
    from toolkit.services.kernel.cards import current_cards
    from toolkit.services.kernel.unit_of_work import UnitOfWork

    words = _words(penalties)
    with common.open_context(data) as context:
        work = UnitOfWork(context=context, id=common.find(context, tournament), by=by)
        if is_dry:
            _show_calls(dry_run(work.look(), lambda: current_cards(data), words=words), as_json=as_json)
            return 0
        named = archon_code(code) if code is not None else work.look().archon_uid
        if not named:
            raise common.Misuse("Name the event at Archon: --event CODE.")
        with _client(data) as client:
            _act_as_member(client, work.id, context.now().timestamp(), is_typed=is_typed)
            sent = send_event(
                work,
                client,
                named,
                lambda: current_cards(data),
                words=words,
                with_end=with_end,
                report=lambda call: click.echo(call.words, err=True),
            )
    if sent.change is not None:
        common.show_change(sent.change, as_json=as_json)
    else:
        click.echo("Nothing is left to be sent.")
    return int(not sent.is_over)


def _act_as_member(client: Archon, id: str, now: float, *, is_typed: bool) -> None:
    from toolkit.services.events.archon import MemberToken, kept_token

    token = MemberToken(access=_asked("Token")) if is_typed else kept_token(client.folder, id, now=now)
    if token is None:
        raise common.Misuse("No consent is kept for this event: give it on the event's page, or use --token-stdin.")
    client.act_for(token, "" if is_typed else id)


def _words(penalties: tuple[str, ...]) -> Mapping[int, PenaltyWords]:
    from toolkit.services.events.archon_send import penalty_words

    words = {}
    for written in penalties:
        number, sign, rest = written.partition("=")
        category, colon, text = rest.partition(":")
        if not (number.isdecimal() and sign and colon):
            raise common.Misuse(f"“{written[:40]}” is not NO=CATEGORY:WORDS.")
        words[int(number)] = penalty_words(category, text)
    return words


def _show_calls(calls: list[ArchonCall], *, as_json: bool) -> None:
    if as_json:
        rows = [{"step": call.words, "method": "POST", "path": call.path, "body": call.body} for call in calls]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for number, call in enumerate(calls, start=1):
        click.echo(f"{number}. {call.words}")
        click.echo(f"   POST {call.path} {json.dumps(call.body, ensure_ascii=False)}")
