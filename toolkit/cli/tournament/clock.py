"""The clock of a round or of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.services.unit_of_work import Change, UnitOfWork

table_option = click.option("--table", type=click.IntRange(1), help="One table only.")


@click.group()
def clock() -> None:
    """A round's clock. ROUND is a number, or final."""


@clock.command()
@common.reads
@common.round_argument
@table_option
def show(work: UnitOfWork, round_number: int, table: int | None) -> common.View:
    """What the clock shows now."""
    from toolkit.services import tournament_views as views

    state = work.look()
    shown = views.show_clock(state.round(round_number), work.context.now(), table=table)
    minutes, seconds = divmod(shown["seconds_left"] or shown["over"], 60)
    hours, minutes = divmod(minutes, 60)
    state_word = "not started" if not shown["started"] else "stopped" if shown["stopped"] else "running"
    time = f"{hours}:{minutes:02}:{seconds:02} " + ("over" if shown["over"] else "left")
    return shown, [f"{time} ({'paused' if shown['paused'] else state_word})"]


@clock.command()
@common.writes
@common.round_argument
@click.option("--minutes", type=click.IntRange(1, 1440), help="Else what the event announces.")
def start(work: UnitOfWork, round_number: int, minutes: int | None) -> Change:
    """Start it."""
    from toolkit.tournament.clock import start_clock

    return work.change(start_clock, round_number, minutes=minutes)


@clock.command()
@common.writes
@common.round_argument
@table_option
def pause(work: UnitOfWork, round_number: int, table: int | None) -> Change:
    """Let it stand."""
    from toolkit.tournament.clock import pause_clock

    return work.change(pause_clock, round_number, table=table)


@clock.command()
@common.writes
@common.round_argument
@table_option
def resume(work: UnitOfWork, round_number: int, table: int | None) -> Change:
    """Let it run again."""
    from toolkit.tournament.clock import resume_clock

    return work.change(resume_clock, round_number, table=table)


@clock.command(context_settings={"ignore_unknown_options": True})
@common.writes
@common.round_argument
@click.argument("minutes", type=click.FloatRange(-1440, 1440))
@table_option
@common.reason_option
def extend(work: UnitOfWork, round_number: int, minutes: float, table: int | None, reason: str) -> Change:
    """Give more MINUTES (2.5, or -5 for less) to the round or to one table."""
    from toolkit.tournament.clock import extend_clock

    return work.change(extend_clock, round_number, seconds=round(minutes * 60), table=table, reason=reason)


@clock.command()
@common.writes
@common.round_argument
def stop(work: UnitOfWork, round_number: int) -> Change:
    """Time is called, or everybody is done."""
    from toolkit.tournament.clock import stop_clock

    return work.change(stop_clock, round_number)
