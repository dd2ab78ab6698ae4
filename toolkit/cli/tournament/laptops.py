"""One event, two laptops: hand it over, take it over, hold it against what the other one has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.unit_of_work import Change, UnitOfWork


@click.command(name="hand-over")
@common.tournament_argument
@click.argument("file", type=click.Path(path_type=Path))
@common.by_option
@common.data_option
@common.json_option
def hand_over(tournament: str, file: Path, by: str, data: Path | None, as_json: bool) -> None:
    """Hand the event over to another laptop: nothing more is entered here, and FILE is a copy to go on from.

    There: `restore FILE --data NEW`, `tournament take-over EVENT --code CODE --data NEW`, then `serve --data NEW`.
    """
    from toolkit.services import handover
    from toolkit.services.copies import back_up, check_free
    from toolkit.services.unit_of_work import UnitOfWork

    with common.open_context(data) as context:
        work = UnitOfWork(context=context, id=common.find(context, tournament), by=by)
        check_free(file)
        _, code = handover.hand_over(work)
        click.echo(f"Code: {code}", err=as_json)  # at once: nothing keeps it, should the copy fail
        copy = back_up(context, file)
    line = f"{copy.path}: restore it on the other laptop, then take over there with the code."
    common.show({"code": code, "copy": str(copy.path)}, [line], as_json=as_json)


@click.command(name="take-over")
@click.option("--code", default="", help="What the other laptop showed as it handed the event over.")
@click.option("--lost", is_flag=True, help="The other laptop is gone, or never took over: no code.")
@common.writes
def take_over(work: UnitOfWork, code: str, lost: bool) -> Change:
    """Go on with an event here, from a copy of the other laptop's events.

    If the other laptop is --lost and comes back, `tournament compare` closes its log.
    """
    from toolkit.tournament import handover

    return work.change(handover.take_over, code=code, is_lost=lost)


@click.command()
@common.tournament_argument
@click.argument("other", type=click.Path(path_type=Path))
@common.by_option
@common.data_option
@common.json_option
def compare(tournament: str, other: Path, by: str, data: Path | None, as_json: bool) -> None:
    """Hold the event against the same one on another laptop: OTHER is its export, a copy, or its data folder.

    If the other laptop took over, the log here is closed. Each entry is shown that the laptop which goes on lacks (exit
    status 1), to be entered there by hand. If both go on, neither is closed, and what is on the other one alone is
    shown.
    """
    from toolkit.services import handover
    from toolkit.services.unit_of_work import UnitOfWork

    with common.open_context(data) as context:
        work = UnitOfWork(context=context, id=common.find(context, tournament), by=by)
        if not other.exists():
            raise click.BadParameter(f"There is no {other}.")
        found = handover.compare(work, other)
    lacking = [
        {"number": entry.number, "at": entry.at, "by": entry.by, "sentence": sentence}
        for entry, sentence in found.lacking
    ]
    lines = [f"{one['number']:>4}  {one['at']:%Y-%m-%d %H:%M}  {one['by']}: {one['sentence']}" for one in lacking]
    values = {"standing": found.standing, "common": found.common, "lacking": lacking}
    common.show(values, [handover.said_of(found), *lines], as_json=as_json)
    if found.lacking or found.standing is handover.CopyStanding.SPLIT:
        raise click.exceptions.Exit(1)
