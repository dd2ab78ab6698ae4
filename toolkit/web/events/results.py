"""Results: the tables of a round by their state; one table, told tap by tap or by its victory points."""

from __future__ import annotations

from flask import request

from toolkit.schemas import event_forms as forms
from toolkit.scoring import parse_events, render_victory_points
from toolkit.scoring.events import Remove
from toolkit.services.roles import Role
from toolkit.tournament import results
from toolkit.tournament.facts import FINAL
from toolkit.tournament.standings import round_scores
from toolkit.tournament.state import Round, State
from toolkit.web import access
from toolkit.web.events.clock import clock_view
from toolkit.web.events.console import Console, PageValues, page
from toolkit.web.events.steps import round_words
from toolkit.web.events.table_view import offers, standing_words, telling
from toolkit.web.events.words import FATES

# The domain's codes for points that no game, or no ordinary one, gives.
_REFUSALS = ("impossible_scores", "needs_outcome", "fates_disagree", "wrong_seats", "bad_victory_points")
_POINTS = dict.fromkeys(_REFUSALS, "points")


@page("results_now", "/results", "events/results.html")
def results_now(console: Console) -> PageValues:
    """The tables of the round that is being played, or of the last one."""
    state = console.tournament
    current = state.current_round or state.final_round
    if current is None and state.published:
        current = state.rounds[state.published - 1]
    return _results(console, current)


@page("results", "/rounds/<int:number>/results", "events/results.html")
def results_page(console: Console, number: int) -> PageValues:
    """The tables of a round."""
    return _results(console, console.tournament.round(number))


def _results(console: Console, round_: Round | None) -> PageValues:
    state = console.tournament
    played = [*(r for r in state.rounds if r.is_published), *([state.final_round] if state.final_round else [])]
    return {
        "round": round_,
        "title": round_words(round_.number) if round_ else "",
        "rounds": [(r.number, round_words(r.number)) for r in played],
        "tables": [_table(state, round_, table) for table, _ in round_.numbered()] if round_ else [],
        "clock": clock_view(state, round_) if round_ else None,
    }


def _table(state: State, round_: Round, table: int) -> PageValues:
    result = round_.results.get(table)
    scores = round_scores(state, round_)
    kind = "missing"
    if result is not None:
        kind = "changed" if not round_.is_settled(table) else "done"
        if kind == "done" and result.by_player is not None and result.confirmed_by is None and not result.is_locked:
            kind = "unconfirmed"
        elif kind == "done" and result.is_locked:
            kind = "locked"
        elif kind == "done" and result.confirmed_by is not None:
            kind = "confirmed"
    return {
        "number": table,
        "name": state.settings.table_name(table) if round_.number != FINAL else "",
        "kind": kind,
        "reason": result.reason if result else "",
        "seats": [
            {
                "name": state.player(player).name,
                "points": render_victory_points(scores[player].victory_points) if player in scores else "",
                "game_win": player in scores and scores[player].game_wins > 0,
            }
            for player in round_.table(table)
        ],
    }


@page("table", "/rounds/<int:number>/tables/<int:table>", "events/table.html")
def table_page(console: Console, number: int, table: int) -> PageValues:
    """One table: its result as it stands, and both ways to enter it."""
    state = console.tournament
    round_ = state.round(number)
    players, result = round_.table(table), round_.results.get(table)
    typed = console.form("points")
    events = request.values.get("events", "")[:500]
    entered = [round_.scores.get(player) for player in players]
    return {
        "round": round_,
        "number": number,
        "table": table,
        "title": round_words(number),
        "name": state.settings.table_name(table),
        "players": [state.player(player) for player in players],
        "result": result,
        "stands": standing_words(state, result) if result else "",
        "entered": [render_victory_points(score.victory_points) if score else "" for score in entered],
        "view": _table(state, round_, table),
        "telling": telling(state, round_, table, events),
        "offers": offers(state, round_, table, _points(typed.values)) if typed.errors.get("points") else [],
        "fates": FATES,
        "scores": [round_scores(state, round_).get(player) for player in players],
        "shown_fates": [FATES[score.fate] if score and score.fate else "" for score in entered],
        "table_count": len(round_.tables),
        "half_points": render_victory_points,
    }


def _points(values: dict[str, str]) -> list[str]:
    return [(values.get(f"vp{seat}") or "0").strip().replace(",", ".") for seat in range(1, 6)]


@table_page.action("/rounds/<int:number>/tables/<int:table>/events", "events", forms.EventsForm)
def enter_events(console: Console, number: int, table: int, events: str) -> str:
    """The result as it was told; only a judge removes a player."""
    if any(isinstance(event, Remove) for event in parse_events(events)):
        access.role_required(console.id, Role.JUDGE)
    change = console.work.change(results.enter_result, number, table, events=events)
    return _next_table(console, change.tournament, number)


@table_page.action("/rounds/<int:number>/tables/<int:table>/points", "points", forms.PointsForm, _POINTS)
def enter_points(console: Console, number: int, table: int, points: list[str], reason: str, card: str) -> str:
    """The result as points, overridden where there is a reason."""
    if reason or card:
        access.role_required(console.id, Role.JUDGE)
    seats = len(console.tournament.round(number).table(table))
    change = console.work.change(
        results.enter_result, number, table, victory_points=tuple(points[:seats]), reason=reason, card=card
    )
    return _next_table(console, change.tournament, number)


def _next_table(console: Console, state: State, number: int) -> str:
    missing = [] if "stay" in request.form else state.round(number).unsettled
    if missing and "next" in request.form:
        return console.url("table", number=number, table=missing[0])
    return console.url("final") if number == FINAL else console.url("results", number=number)


@table_page.action("/rounds/<int:number>/tables/<int:table>/lock", "lock")
def lock(console: Console, number: int, table: int) -> None:
    """The result stands."""
    console.work.change(results.lock_result, number, table)


@table_page.action("/rounds/<int:number>/tables/<int:table>/unlock", "unlock")
def unlock(console: Console, number: int, table: int) -> None:
    """Its players may change it again."""
    console.work.change(results.unlock_result, number, table)


@table_page.action("/rounds/<int:number>/tables/<int:table>/clear", "clear")
def clear(console: Console, number: int, table: int) -> None:
    """Take the result back."""
    console.work.change(results.clear_result, number, table)


@results_page.action("/rounds/<int:number>/lock", "lock")
def lock_round(console: Console, number: int) -> None:
    """Lock every result of the round."""
    console.work.change(results.lock_round, number)
