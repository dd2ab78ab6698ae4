"""Results, standings and sanctions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from toolkit.cli.tournament import common

if TYPE_CHECKING:
    from toolkit.scoring import Fate
    from toolkit.services.unit_of_work import Change, UnitOfWork

table_argument = click.argument("table", type=click.IntRange(1))


@click.group()
def result() -> None:
    """A table's result: enter, confirm, lock, clear. ROUND is a number, or final."""


@result.command()
@common.writes
@common.round_argument
@table_argument
@click.argument("victory_points", nargs=-1, metavar="[VP]...")
@click.option("--events", metavar="EVENTS", help="The game in order, A being seat 1: 'A>B, D!, time'.")
@click.option("--fates", metavar="FATES", help="How each seat left, in seat order: ousted,withdrew,last,time,removed.")
@click.option("--player", help="The player of the table who enters it; without, an official does.")
@common.reason_option
@click.option("--card", default="", help="The card that moved points.")
def enter(
    work: UnitOfWork,
    round_number: int,
    table: int,
    victory_points: tuple[str, ...],
    events: str | None,
    fates: str | None,
    player: str | None,
    reason: str,
    card: str,
) -> Change:
    """Enter or correct the result of a table: VP in seat order (2 1 0 .5 1.5), or --events.

    Points that need a withdrawal, or seats ousted together, need --events or --fates as well; points that no game can
    end with need a --reason.
    """
    from toolkit.tournament.results import enter_result

    return work.change(
        enter_result,
        round_number,
        table,
        victory_points=victory_points or None,
        events=events,
        fates=_parse_fates(fates),
        by_player=None if player is None else common.number_of(work.look(), player),
        reason=reason,
        card=card,
    )


def _parse_fates(text: str | None) -> tuple[Fate, ...] | None:
    from toolkit.scoring import Fate

    if text is None:
        return None
    known = {fate.value: fate for fate in Fate}
    words = [word.strip().casefold() for word in text.split(",")]
    wrong = [word for word in words if word not in known]
    if wrong:
        raise click.BadParameter(f"“{wrong[0][:20]}” is none of {', '.join(known)}.")
    return tuple(known[word] for word in words)


@result.command()
@common.writes
@common.round_argument
@table_argument
@click.argument("player")
def confirm(work: UnitOfWork, round_number: int, table: int, player: str) -> Change:
    """Another PLAYER of the table agrees."""
    from toolkit.tournament.results import confirm_result

    return work.change(confirm_result, round_number, table, common.number_of(work.look(), player))


@result.command()
@common.writes
@common.round_argument
@click.argument("table", type=click.IntRange(1), required=False)
def lock(work: UnitOfWork, round_number: int, table: int | None) -> Change:
    """The result stands: of one TABLE, or of the whole round."""
    from toolkit.tournament.results import lock_result, lock_round

    if table is None:
        return work.change(lock_round, round_number)
    return work.change(lock_result, round_number, table)


@result.command()
@common.writes
@common.round_argument
@table_argument
def unlock(work: UnitOfWork, round_number: int, table: int) -> Change:
    """Let the players change their result again."""
    from toolkit.tournament.results import unlock_result

    return work.change(unlock_result, round_number, table)


@result.command()
@common.writes
@common.round_argument
@table_argument
def clear(work: UnitOfWork, round_number: int, table: int) -> Change:
    """Take a result back."""
    from toolkit.tournament.results import clear_result

    return work.change(clear_result, round_number, table)


@click.command()
@common.reads
@click.option("--csv", "as_csv", is_flag=True, help="As CSV, for a spreadsheet.")
def standings(work: UnitOfWork, as_csv: bool) -> common.View:
    """Everybody's place, and the rating points once there is a winner."""
    from toolkit.exchange.standings_csv import render_standings
    from toolkit.services import tournament_views as views

    state = work.look()
    rows = views.show_standings(state)
    if as_csv:
        return rows, render_standings(state).splitlines()
    columns = {"rank": "RANK", "number": "NO", "player": "PLAYER", "vekn": "VEKN", "game_wins": "GW"}
    more = {"victory_points": "VP", "tournament_points": "TP", "seed": "SEED", "final_victory_points": "FINAL"}
    return rows, common.table(rows, {**columns, **more, "rating_points": "RATING"})


@click.group()
def sanction() -> None:
    """Sanctions, as the judges' guide has them."""


@sanction.command(name="list")
@common.reads
def list_command(work: UnitOfWork) -> common.View:
    """Every sanction that stands."""
    from toolkit.services import tournament_views as views

    rows = views.show_sanctions(work.look())
    columns = {"sanction": "NO", "name": "PLAYER", "kind": "SANCTION", "rule": "RULE", "round": "ROUND"}
    return rows, common.table(rows, {**columns, "judge": "JUDGE", "note": "NOTE"})


@sanction.command()
@common.writes
@click.argument("player")
@click.argument("kind", type=click.Choice(["caution", "warning", "score_adjustment", "disqualification"]))
@click.option("--rule", required=True, help="The rule it is for.")
@click.option("--judge", default="")
@click.option("--note", default="")
@click.option("--as-given", is_flag=True, help="Do not make the third of the same infraction heavier.")
@click.option("--applies-to", callback=lambda _c, _p, value: None if value is None else common.parse_round(value))
def give(
    work: UnitOfWork, player: str, kind: str, rule: str, judge: str, note: str, as_given: bool, applies_to: int | None
) -> Change:
    """Sanction a player; the third of the same infraction becomes the next heavier.

    --applies-to names the round whose game a score adjustment costs a point, when it is not the usual one.
    """
    from toolkit.tournament.facts import SanctionKind
    from toolkit.tournament.sanctions import sanction_player

    return work.change(
        sanction_player,
        common.number_of(work.look(), player),
        SanctionKind(kind),
        rule=rule,
        judge=judge,
        note=note,
        escalates=not as_given,
        applies_to=applies_to,
    )


@sanction.command()
@common.writes
@click.argument("number", type=click.IntRange(1))
@common.reason_option
def lift(work: UnitOfWork, number: int, reason: str) -> Change:
    """Take a sanction back."""
    from toolkit.tournament.sanctions import lift_sanction

    return work.change(lift_sanction, number, reason=reason)
