"""One event, two laptops: hand it over, take it over, hold it against what the other one has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.kernel.unit_of_work import Change, UnitOfWork


@click.command(name="hand-over")
@common.tournament_argument
@click.argument("file", type=click.Path(path_type=Path))
@common.by_option
@common.data_option
@common.json_option
def hand_over(tournament: str, file: Path, by: str, data: Path | None, as_json: bool) -> None:
    """Hand the event over to another laptop.

    Nothing more can be entered here. FILE becomes a copy to continue from.

    There: `restore FILE --data NEW`, `tournament take-over EVENT --code CODE --data NEW`, then `serve --data NEW`.
    """
    from toolkit.services.kernel.unit_of_work import UnitOfWork
    from toolkit.services.server import handover
    from toolkit.services.server.copies import back_up, check_free

    with common.open_context(data) as context:
        work = UnitOfWork(context=context, id=common.find(context, tournament), by=by)
        check_free(file)
        _, code = handover.hand_over(work)
        click.echo(f"Code: {code}", err=as_json)  # at once: nothing keeps it, should the copy fail
        copy = back_up(context, file)
    line = f"{copy.path}: restore it on the other laptop, then take over there with the code."
    common.show({"code": code, "copy": str(copy.path)}, [line], as_json=as_json)


@click.command(name="take-over")
@click.option("--code", default="", help="The code shown by the other laptop at the hand-over.")
@click.option("--lost", is_flag=True, help="No code: the other laptop is gone, or never took over.")
@common.writes
def take_over(work: UnitOfWork, code: str, lost: bool) -> Change:
    """Take over an event from another laptop.

    Restore a copy of its events here first. If the other laptop is --lost and comes back, `tournament compare`
    closes its log.
    """
    from toolkit.tournament import handover

    return work.change(handover.take_over, code=code, is_lost=lost)


@click.command()
@common.tournament_argument
@click.argument("other", type=click.Path(exists=True, path_type=Path))
@common.by_option
@common.data_option
@common.json_option
def compare(tournament: str, other: Path, by: str, data: Path | None, as_json: bool) -> None:
    """Compare an event with another laptop's copy.

    OTHER is the export, a copy or the data folder of the other laptop.

    If the other laptop took over, the log here is closed. Lists the entries missing on the laptop that continues:
    enter them there by hand. If both continue, neither is closed, and the entries found only on the other one are
    listed. Exit status 1 if an entry is missing or both continue.
    """
    from toolkit.services.kernel.unit_of_work import UnitOfWork
    from toolkit.services.server import handover

    with common.open_context(data) as context:
        work = UnitOfWork(context=context, id=common.find(context, tournament), by=by)
        comparison = handover.compare(work, other)
    lacking = [
        {"number": entry.number, "at": entry.at, "by": entry.by, "sentence": sentence}
        for entry, sentence in comparison.lacking
    ]
    lines = [
        f"{entry['number']:>4}  {entry['at']:%Y-%m-%d %H:%M}  {entry['by']}: {entry['sentence']}" for entry in lacking
    ]
    values = {"standing": comparison.standing, "common": comparison.common, "lacking": lacking}
    common.show(values, [handover.said_of(comparison), *lines], as_json=as_json)
    if comparison.lacking or comparison.standing is handover.CopyStanding.SPLIT:
        raise click.exceptions.Exit(1)
