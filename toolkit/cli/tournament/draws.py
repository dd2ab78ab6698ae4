"""Verifiable draws: listed, committed to, revealed, verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.events.draws import DrawsView
    from toolkit.services.kernel.unit_of_work import UnitOfWork


@click.group(cls=common.Family, usual="show")
def draws() -> None:
    """Show, commit and verify draws.

    `draws TOURNAMENT` lists the draws of an event. docs/draws.md describes the hashes.
    """


@draws.command(name="show")
@common.reads
def show(work: UnitOfWork) -> common.CommandView:
    """Show the commitment and all draws.

    The draws are verified once the seed is revealed.
    """
    from toolkit.services.events.draws import draws_from_seed, show_draws

    event = work.look()
    view, lines = show_draws(event), []
    if event.commitment and not event.commitment.seed and not draws_from_seed(work.context, work.id, event):
        lines = ["The committed seed is not here: what is drawn comes from a new seed and cannot be verified."]
    return view, [*_lines(view), *lines]


@draws.command()
@click.argument("export", type=common.READABLE_FILE)
@common.json_option
def verify(export: str, as_json: bool) -> int:
    """Verify every draw of an exported event.

    Repeats each draw and shows whether it holds. A seating found by another version of this program cannot be
    verified here. Exit status 1 if a draw does not hold.
    """
    from toolkit.services.events.draws import verify_draws
    from toolkit.tournament.draw_record import DrawVerdict

    view = verify_draws(common.read_file(export))
    common.show(view, _lines(view), as_json=as_json)
    return int(any(draw.verdict == DrawVerdict.FAILS for draw in view.draws))


def _lines(view: DrawsView) -> list[str]:
    lines = ["No seed was committed."]
    if view.commitment is not None:
        lines = [f"Event       {view.event}", f"Commitment  {view.commitment}"]
        lines.append(f"Seed        {view.seed or 'not revealed yet'}")
    for draw in view.draws:
        why = f": {draw.why}" if draw.why else ""
        lines.append(f"{draw.purpose or '-'} ({draw.title.removesuffix('.')}): {draw.verdict}{why}")
        if draw.purpose:
            lines.append(f"  order {' '.join(map(str, draw.order))}")
            lines += [f"  word {draw.word}"] if draw.word else []
            lines += [f"  reason {draw.reason}"] if draw.reason else []
    return lines
