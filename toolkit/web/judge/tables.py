"""The tables that are being played: their time, their players, and the ways to mend a seat or a result."""

from __future__ import annotations

from flask import abort
from flask_babel import gettext

from toolkit.schemas import event_forms as forms
from toolkit.services.room import positive, round_number_of
from toolkit.tournament import calls, clock, event
from toolkit.tournament.clock import read_clock
from toolkit.tournament.state import Round, State
from toolkit.web.events.clock import shown
from toolkit.web.events.console import Console, PageValues
from toolkit.web.events.sanctions import sanctions_of
from toolkit.web.events.steps import round_words
from toolkit.web.judge.bench import page
from toolkit.web.room.visit import table_title, table_words
from toolkit.web.stores import current_context

_FIELDS = {"bad_seconds": "extra", "reason_needed": "note"}
# Minutes that a judge gives with one tap.
USUAL = (3, 5, 10)


@page("tables", "/tables", "judge/tables.html")
def tables_page(bench: Console) -> PageValues:
    """Every table of the round that is being played, those who wait for a judge marked."""
    state = bench.tournament
    current = state.current_round
    return {
        "round": current,
        "title": round_words(current.number) if current else "",
        "tables": [_table(state, current, table) for table, _ in current.numbered()] if current else [],
    }


def _table(state: State, round_: Round, table: int) -> PageValues:
    extra = round_.clock.table_extensions.get(table, 0)
    call = calls.open_call(state, round_.number, table)
    return {
        "number": table,
        "title": table_words(state, round_, table),
        "names": [state.players[player].name for player in round_.table(table)],
        "is_settled": round_.is_settled(table),
        "extra": f"{extra // 60:+d}" if extra else "",
        "call": call,
    }


def _round_of(state: State, word: str) -> Round:
    number = round_number_of(word)
    if number is None:
        abort(404)
    return state.round(number)


@page("table", "/rounds/<number>/tables/<table>", "judge/table.html")
def table_page(bench: Console, number: str, table: str) -> PageValues:
    """One table: who sits there, the clock, more time, what else can be mended."""
    state = bench.tournament
    round_, seat = _round_of(state, number), positive(table)
    players = round_.table(seat)
    return {
        "round": round_,
        "number": number,
        "table": seat,
        "title": table_title(state, round_, seat),
        "seats": [(state.players[player], len(sanctions_of(state, player))) for player in players],
        "clock": shown(read_clock(round_, current_context().now(), seat)),
        "extra": round_.clock.table_extensions.get(seat, 0) // 60,
        "call": calls.open_call(state, round_.number, seat),
        "is_settled": round_.is_settled(seat),
        "is_paused_here": any(pause.table == seat and pause.until is None for pause in round_.clock.pauses),
        "usual": USUAL,
    }


@table_page.action("/rounds/<number>/tables/<table>/extend", "extend", forms.LongerForm, _FIELDS)
def extend(bench: Console, number: str, table: str, extra: int, reason: str) -> None:
    """More time for this table."""
    round_ = _round_of(bench.tournament, number)
    bench.work.change(clock.extend_clock, round_.number, seconds=extra * 60, table=positive(table), reason=reason)


@table_page.action("/rounds/<number>/tables/<table>/pause", "pause")
def pause(bench: Console, number: str, table: str) -> None:
    """This table's clock stands while the ruling lasts."""
    bench.work.change(clock.pause_clock, _round_of(bench.tournament, number).number, table=positive(table))


@table_page.action("/rounds/<number>/tables/<table>/resume", "resume")
def resume(bench: Console, number: str, table: str) -> None:
    """It runs again."""
    bench.work.change(clock.resume_clock, _round_of(bench.tournament, number).number, table=positive(table))


@table_page.action("/rounds/<number>/tables/<table>/note", "note", forms.NoteForm, _FIELDS)
def note(bench: Console, number: str, table: str, note: str) -> None:
    """What was ruled here, for the notes."""
    round_ = _round_of(bench.tournament, number)
    round_.table(positive(table))
    place = gettext("%(round)s, table %(table)s", round=round_words(round_.number), table=positive(table))
    bench.work.change(event.add_note, f"{place}: {note}")
