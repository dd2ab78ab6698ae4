"""`vtes-toolkit score`: what a table's result can be, and what it is worth."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import click

from toolkit.cli.tournament.common import read_input
from toolkit.scoring import (
    LETTERS,
    Finish,
    Level,
    LineKind,
    TableScore,
    Verdict,
    bonus,
    outcome,
    parse_victory_points,
    rating_points,
    render_victory_points,
    table_verdict,
)
from toolkit.scoring.views import scores_view, verdict_view
from toolkit.views import json_values

VERDICTS = {
    LineKind.PLAIN: "plain: ousts and time only",
    LineKind.WITHDRAWAL: "needs a withdrawal",
    LineKind.SIMULTANEOUS: "needs seats ousted at the same moment",
    LineKind.IMPOSSIBLE: "impossible",
}

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(name="score")
def command() -> None:
    """Check results and calculate points."""


@command.command(context_settings={"ignore_unknown_options": True})
@click.argument("victory_points", nargs=-1, required=True)
@click.option("--removed", multiple=True, type=click.IntRange(1, 5), help="A seat removed by a judge. Repeatable.")
@as_json
def table(victory_points: tuple[str, ...], removed: tuple[int, ...], as_json: bool) -> int:
    """Check a table's victory points.

    VICTORY_POINTS are in seat order (2 1 0 .5 1.5). Exit status 1 if no game can end like this.
    """
    verdict = table_verdict(victory_points, removed=[seat - 1 for seat in removed])
    if as_json:
        _echo_json(json_values(verdict_view(verdict)))
    else:
        _echo_verdict(verdict)
    return 0 if verdict.is_possible else 1


@command.command(name="outcome", context_settings={"ignore_unknown_options": True})
@click.argument("events", nargs=-1, required=True)
@click.option("--seats", "seats", default="5", show_default=True, help="Number of seats, or their names: Ann,Bob,Cy,Di")
@as_json
def score_outcome(events: tuple[str, ...], seats: str, as_json: bool) -> None:
    """Score a game from its events.

    EVENTS are in order; - reads them from standard input.

    \b
    B>C        B ousts C
    D!         D withdraws
    B>C&A>B    at the same moment
    concede:A  everyone else concedes to A
    removed:D  a judge removes D (removed:D=0 also removes D's points)
    time       time is called, or a draw is agreed
    """  # noqa: D301 -- click wants the backspace itself
    text = read_input() if events == ("-",) else ", ".join(events)
    scores = outcome(int(seats) if re.fullmatch(r"[0-9]{1,9}", seats) else seats.split(","), text)
    if as_json:
        _echo_json(json_values(scores_view(scores)))
        return
    _echo_points(scores.seats, scores.score)
    _echo_lines(scores.sentences())


@command.command()
@click.argument("victory_points")
@click.argument("game_wins", type=click.IntRange(0))
@click.option(
    "--players", required=True, type=click.IntRange(1), help="Number of players who played at least one round."
)
@click.option(
    "--finish",
    type=click.Choice([finish.value for finish in Finish]),
    default="other",
    show_default=True,
    help="How the player finished.",
)
@click.option(
    "--level",
    type=click.Choice([level.value for level in Level]),
    default="standard",
    show_default=True,
    help="Level of the event.",
)
@as_json
def rating(victory_points: str, game_wins: int, players: int, finish: str, level: str, as_json: bool) -> None:
    """Calculate the rating points of a player.

    VICTORY_POINTS and GAME_WINS are for the whole event, including the final. Winning the final counts as one of
    the game wins.
    """
    halves = parse_victory_points(victory_points)
    place, grade = Finish(finish), Level(level)
    points = rating_points(halves, game_wins, players=players, finish=place, level=grade)
    if as_json:
        exact = bonus(players, place, grade)
        _echo_json({"rating_points": points, "bonus": f"{exact:.2f}"})
    else:
        click.echo(points)


def _echo_verdict(verdict: Verdict) -> None:
    click.echo(VERDICTS[verdict.kind] + ("" if verdict.is_sanctioned else " (three seats are not sanctioned)"))
    if not verdict.is_possible:
        click.echo(verdict.reason)
        click.echo("Nearest legal lines:")
        for near in verdict.nearest:
            line = " ".join(map(render_victory_points, near.victory_points))
            click.echo(f"  {line}   {near.change_from(verdict.victory_points)} ({VERDICTS[near.kind]})")
        return
    _echo_points(LETTERS[: len(verdict.victory_points)], verdict.score)
    _echo_lines(verdict.sentences())


def _echo_points(names: Sequence[str], score: TableScore) -> None:
    width = max(len(name) for name in names)
    rows = zip(names, score.victory_points, score.game_wins, score.tournament_points, strict=True)
    for name, points, win, tournament_points in rows:
        written = render_victory_points(points)
        click.echo(f"  {name:<{width}}  {written:>4} VP  {'GW' if win else '  '}  {tournament_points} TP")


def _echo_lines(lines: Sequence[str]) -> None:
    for number, line in enumerate(lines, start=1):
        click.echo(f"  {number}. {line}")


def _echo_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
