"""Rounds as they are seated, and what is asked of them: seats, clock, results, standings, sanctions, the final."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING

import click

from toolkit.cli.sections import Sectioned
from toolkit.cli.tournament import common
from toolkit.tournament.facts import SanctionKind
from toolkit.tournament.state import round_title

if TYPE_CHECKING:
    from toolkit.services.events.views import RoundView, SentResultView
    from toolkit.services.kernel.unit_of_work import Change, UnitOfWork
    from toolkit.tournament.state import State


@click.command(cls=Sectioned)
@common.writes
@click.option("--seconds", type=common.NumberRange(0, 600), default=1.0, show_default=True, help="Maximum search time.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Random seed, kept with the round. Default: a new one.")
@click.option(
    "--table", "tables", multiple=True, metavar="PLAYERS", help="A table by hand, e.g. 3,1,7,5. Repeat for each table."
)
@click.option("--same", "is_same", is_flag=True, help="Reuse the seats of the cancelled round.")
@click.option("--publish", "is_published", is_flag=True, help="Publish it to the players at once.")
@click.option("--anyway", "is_anyway", is_flag=True, help="Replace a draft even with a worse one. So does --seed.")
@click.option("--word", default="", help="With a committed seed: the word said in the room after it.")
@click.option("--reason", default="", help="With a committed seed: the reason for drawing again.")
def seat(
    work: UnitOfWork,
    seconds: float,
    seed: int | None,
    tables: tuple[str, ...],
    is_same: bool,
    is_published: bool,
    is_anyway: bool,
    word: str,
    reason: str,
) -> Change:
    """Draft the seating of the next round.

    Searches for the best seating by the nine criteria. For 6, 7 or 11 players the whole staggered event is planned
    at once.

    A new draft for the same players replaces the old one if it is better. With a committed seed, it is a repetition
    and requires --reason. With --same, a cancelled round starts again with its old seats.
    """
    from toolkit.services.events.seatings import draft_by_hand, draft_same, draft_seating

    if is_same and tables:
        raise click.UsageError("--same takes the seats from the cancelled round: leave --table out.")
    if is_same:
        return draft_same(work, publish=is_published)
    if tables:
        return draft_by_hand(work, common.tables_of(work.look(), tables), publish=is_published)
    progress = _progress if sys.stderr.isatty() else None
    return draft_seating(
        work,
        seconds=seconds,
        seed=seed,
        publish=is_published,
        only_better=seed is None and not is_anyway,
        word=word,
        reason=reason,
        progress=progress,
    )


def _progress(share: float) -> None:
    click.echo(f"\rSeating … {share:4.0%}", nl=share >= 1, err=True)


@click.group(name="round")
def round_group() -> None:
    """Show, publish, edit or cancel a round.

    ROUND is a number, or final.
    """


@round_group.command(name="show")
@common.reads
@common.round_argument
def show_round(work: UnitOfWork, round_number: int) -> common.CommandView:
    """Show tables, seats and results of a round.

    For a draft, also the cost of fixed seats and of players kept apart.
    """
    from toolkit.services.events import views
    from toolkit.tournament import seats

    state = work.look()
    view = views.show_round(state, state.round(round_number))
    wishes = [] if view.published else seats.cost_of_wishes(state, round_number)
    return view, [*round_lines(view), *map(str, wishes)]


def round_lines(view: RoundView) -> list[str]:
    """A round as text, table by table."""
    lines = [
        f"{view.title.capitalize()}"
        + ("" if view.published else " (draft)")
        + (" (cancelled)" if view.cancelled else "" if view.counts else " (does not count)")
    ]
    for entry in view.tables:
        result = entry.result
        state = "" if result is None else ", locked" if result.locked else ", entered by " + result.entered_by
        state = f", disputed{state}" if entry.disputes or (result and result.disputed) else state
        state = f", players or points changed: enter it again{state}" if result and not entry.settled else state
        lines.append(f"Table {entry.name}{state}")
        columns = {"seat": "", "player": "", "name": "", "victory_points": "VP", "game_wins": "GW", "fate": ""}
        lines += [f"  {line}" for line in common.table(entry.seats, {**columns, "tournament_points": "TP"})[1:]]
        adjusted = [seat for seat in entry.seats if seat.victory_points not in (None, seat.entered)]
        lines += [f"  {seat.name}: {seat.entered} VP entered, {seat.victory_points} count" for seat in adjusted]
        lines += [_sent_line(sent) for sent in entry.disputes]
    if view.sitting_out:
        lines.append("Sitting out: " + ", ".join(player.name for player in view.sitting_out))
    return lines


def _sent_line(sent: SentResultView) -> str:
    """A result that does not count, with its times of day."""
    typed, received = (
        datetime.fromisoformat(at).astimezone().strftime("%H:%M")
        for at in (sent.typed_at or sent.sent_at, sent.sent_at)
    )
    points = " ".join(f"{points:g}" for points in sent.victory_points)
    return f"  {sent.name} sent {points} (typed at {typed}, received at {received})"


@click.group()
def clock() -> None:
    """Control the clock of a round.

    ROUND is a number, or final.
    """


@clock.command(name="show")
@common.reads
@common.round_argument
@click.option("--table", type=click.IntRange(1), help="Only this table.")
def show_clock(work: UnitOfWork, round_number: int, table: int | None) -> common.CommandView:
    """Show the clock of a round."""
    from toolkit.services.events import views

    state = work.look()
    now, drift = work.context.steady(), work.context.drift(work.context.now())
    view = views.show_clock(state.round(round_number), now, table=table, drift=drift)
    minutes, seconds = divmod(view.seconds_left or view.over, 60)
    hours, minutes = divmod(minutes, 60)
    state_word = "not started" if not view.started else "stopped" if view.stopped else "running"
    time = f"{hours}:{minutes:02}:{seconds:02} " + ("over" if view.over else "left")
    return view, [f"{time} ({'paused' if view.paused else state_word})"]


@click.group()
def result() -> None:
    """Enter, confirm, lock or clear results.

    ROUND is a number, or final.
    """


@result.command()
@common.writes
@common.round_argument
@click.argument("table", type=click.IntRange(1), required=False)
def lock(work: UnitOfWork, round_number: int, table: int | None) -> Change:
    """Lock one result, or all of a round.

    Without TABLE, locks every settled result of the round. This is refused while one of them is disputed.
    """
    from toolkit.tournament.results import lock_result, lock_round

    if table is None:
        return work.change(lock_round, round_number)
    before = work.look()
    change = work.change(lock_result, round_number, table)
    if dispute := _dispute(before, round_number, table):
        click.echo(dispute, err=True)
    return change


def _dispute(state: State, round_number: int, table: int) -> str:
    """The results that players of a table had sent, where disputed; "" where not."""
    from toolkit.tournament.disputes import score_list
    from toolkit.tournament.log import PlayerNames
    from toolkit.tournament.results import disputed

    round_, names = state.round(round_number), PlayerNames(state)
    if table not in disputed(round_):
        return ""
    if table in round_.disputes:
        sent = [f"{names(other.by_player)}: {score_list(names, other.scores)}" for other in round_.disputes[table]]
        return f"Table {state.settings.table_name(table)} was disputed. Players had sent: {'; '.join(sent)}."
    result, stands = round_.results[table], [round_.scores[player] for player in round_.table(table)]
    assert result.by_player is not None
    assert result.disputes is not None
    return (
        f"Table {state.settings.table_name(table)} was disputed: {names(result.by_player)} entered "
        f"{score_list(names, stands)}. That of {names(result.disputes.by_player)} was "
        f"{score_list(names, result.disputes.scores)}."
    )


@click.command()
@common.reads
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV for spreadsheets.")
def standings(work: UnitOfWork, as_csv: bool) -> common.CommandView:
    """Show the standings.

    With rating points, once there is a winner.
    """
    from toolkit.exchange.spreadsheet import render_standings
    from toolkit.exchange.tournament_json import show_standings
    from toolkit.tournament.standings import AWAITED, not_ranked

    state = work.look()
    rows = show_standings(state)
    if as_csv:
        return rows, render_standings(state).splitlines()
    columns = {"rank": "RANK", "number": "NO", "player": "PLAYER", "vekn": "VEKN", "game_wins": "GW"}
    more = {"victory_points": "VP", "tournament_points": "TP", "seed": "SEED", "final_victory_points": "FINAL"}
    lines = common.table([row for row in rows if row.rank is not None], {**columns, **more, "rating_points": "RATING"})
    tied = sorted({row.tossed_for for row in rows if row.tossed_for})
    for first, last in tied:
        named = ", ".join(row.player for row in rows if row.tossed_for == (first, last))
        lines.append(f"Seeds {first}-{last}, to be tossed: {named}")
    out = not_ranked(state)
    below = ((AWAITED, out.awaited), (out.heading, out.players), ("Disqualified", out.disqualified))
    for heading, people in below:
        if people:
            lines += ["", f"{heading}:", *(f"  {player.number} {player.name}" for player in people)]
    return rows, lines


@click.group()
def sanction() -> None:
    """Manage sanctions of the judges' guide."""


@sanction.command(name="list")
@common.reads
def list_sanctions(work: UnitOfWork) -> common.CommandView:
    """List all sanctions in force."""
    from toolkit.services.events import views

    rows = views.show_sanctions(work.look())
    columns = {"sanction": "NO", "name": "PLAYER", "kind": "SANCTION", "rule": "RULE", "round": "ROUND"}
    return rows, common.table(rows, {**columns, "applies_to": "GAME", "judge": "JUDGE", "note": "NOTE"})


@sanction.command(name="report")
@common.reads
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV for spreadsheets.")
def report_sanctions(work: UnitOfWork, as_csv: bool) -> common.CommandView:
    """List all penalties for the VEKN.

    In order of time, including the lifted ones.
    """
    from toolkit.exchange.penalty_report import counts_told, render_penalties, show_penalties

    state = work.look()
    view = show_penalties(state)
    if as_csv:
        return view, render_penalties(state).splitlines()
    columns = {"number": "NO", "time": "TIME", "player": "PLAYER", "vekn": "VEKN", "infraction": "INFRACTION"}
    more = {"penalty": "PENALTY", "proposed": "PROPOSED", "offence": "OFFENCE", "round": "ROUND", "game": "GAME"}
    lines = common.table(
        view.penalties, {**columns, **more, "judge": "JUDGE", "note": "NOTE", "lifted": "LIFTED", "ethics": "ETHICS"}
    )
    return view, [
        *lines,
        str(counts_told(view)),
    ]


@sanction.command(name="infractions")
@common.reads
@click.argument("words", nargs=-1)
def list_infractions(work: UnitOfWork, words: tuple[str, ...]) -> common.CommandView:
    """List infractions of the judges' guide.

    With WORDS, only those that match any of them.
    """
    from toolkit.services.events import views
    from toolkit.tournament.infractions import find_infractions

    rows = [views.show_infraction(row) for row in find_infractions(" ".join(words))]
    lines = [f"{row.number:<5} {row.name} ({_spaced(' or '.join(row.grades))}): {row.remedy}" for row in rows]
    return rows, lines or ["No infraction is called so."]


@sanction.command(name="propose")
@common.reads
@click.argument("player")
@click.argument("infraction")
@click.option(
    "--grade",
    type=click.Choice([kind.value for kind in SanctionKind]),
    help="The penalty it calls for, if there are two.",
)
@click.option("--weighed", is_flag=True, help="3.5 only: it affected the game, and counts on the ladder.")
def propose(work: UnitOfWork, player: str, infraction: str, grade: str | None, weighed: bool) -> common.CommandView:
    """Show the penalty a player would get now.

    INFRACTION is a number or a key of the judges' guide (3.3, slow_play).
    """
    from toolkit.services.events import views
    from toolkit.services.events.warnings_elsewhere import elsewhere_told

    kind = SanctionKind(grade) if grade else None
    number = common.number_of(work.look(), player)
    view = views.show_proposal(work, number, infraction, grade=kind, has_weighed=weighed, may_judge=lambda _: True)
    row, elsewhere = view.infraction, elsewhere_told(view.elsewhere)
    lines = [
        f"{row.number} {row.name}: calls for a {_spaced(view.given_as)}",
        f"{view.name}, offence {view.offence}: {_spaced(view.kind)}",
        *([f"Game: {round_title(view.applies_to)}"] if view.applies_to is not None else []),
        *([str(elsewhere)] if elsewhere else []),
        f"Remedy: {row.remedy}",
    ]
    return view, lines


def _spaced(word: str) -> str:
    return word.replace("_", " ")


@click.group()
def final() -> None:
    """Run the final step by step.

    The steps: toss (if players are tied), open, deck and cards, place (from the lowest seed to the highest), first.
    Enter its result with `tournament result enter ID final 1 VP...`.
    """


@final.command(name="show")
@common.reads
def show_final(work: UnitOfWork) -> common.CommandView:
    """Show the cut, the row and the table."""
    from toolkit.services.events import views

    view = views.show_final(work.look())
    lines = ["The final is not open yet."] if not view.open else []
    for entry in view.finalists:
        cards = f" ({', '.join(entry.crypt_cards)})" if entry.crypt_cards else ""
        lines.append(f"Seed {entry.seed}: {entry.name}{cards}")
    lines += ["Tied, toss first: " + ", ".join(player.name for player in tied) for tied in view.tosses_needed]
    if view.unavailable:
        lines.append("Cannot play: " + ", ".join(player.name for player in view.unavailable))
    if view.row:
        lines.append("Row: " + " | ".join(player.name for player in view.row))
    if view.next_to_place:
        lines.append(f"Next to place: {view.next_to_place.name}")
    if view.table:
        lines += round_lines(view.table)
    if view.winner:
        lines.append(f"Winner: {view.winner.name}")
    return view, lines
